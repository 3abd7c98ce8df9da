//! The order in which the moves would be tried here, each score split into its parts, and the scores of the move
//! histories.

use eframe::egui::{Color32, Id, Label, RichText, ScrollArea, TextStyle, Ui};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::Line;
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Move, PieceType, Square};
use tabia_engine::search::inspection::{HistoryView, OrderStage, OrderView, OrderedMove};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_lab::foundations::bitboards::kind_name;
use tabia_lab::memory::HistorySquare;
use tabia_lab::{memory, names};
use tabia_text::t;

use super::hash_table;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{context, empty, view_head};
use crate::gui::widgets::table::{Table, Width};
use crate::gui::widgets::{buttons, small_boards, table};

/// Width of the column of the stages, points: that of the longest name.
const STAGE: f32 = 140.0;
/// Side of a heat map, points.
const MAP: f32 = 132.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (lab, game) = (&cx.model.lab, &cx.model.game);
    let node = lab.node_of(PaneId::MoveOrder, game);
    let board = game.tree.board(node);
    let look = lab.look_at(board.key());
    let copy = || look.map_or(String::new(), |look| memory::order(board, &look.order).csv());
    let head = Head { pane: PaneId::MoveOrder, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, _| {
        super::note(ui, &look.map_or(String::new(), |look| guess(board, &look.order)));
    });
    let lines = cx.model.telemetry.lines(&game.tree, node, EngineId::BUILT_IN);
    let chosen = lines.first().and_then(|line| Some((*line.info.pv.first()?, line.info.depth)));
    let Some(look) = look else {
        return empty::empty(ui, t!("lab-not-looked"), t!("lab-not-looked.why"));
    };
    if super::shows_game_over(ui, cx, board, out) {
        return;
    }
    if let Some((mv, depth)) = chosen {
        let first = lab.first_order(board.key());
        if let Some(text) = verdict(board, &look.order, first, (mv, depth), &lines) {
            ui.label(RichText::new(text).color(theme::palette(ui).good));
        }
    }
    let chosen = chosen.map(|(mv, _)| mv);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        table(ui, (node, board), &look.order, chosen, out);
        ui.add_space(theme::GAP);
        maps(ui, cx, board, &look.history);
    });
}

/// The place of the hash table's best move in the order without the table.
fn guess(board: &Board, order: &OrderView) -> String {
    match order.best {
        Some((best, depth)) if board.is_legal(best) => {
            t!("move-order-guess", depth = depth, move = notation::san(board, best))
        }
        _ => t!("move-order-no-guess").to_owned(),
    }
}

/// Which guess was right: the place in the order of the move that the search chose, its place without the hash table,
/// and its place when the position was first searched.
fn verdict(
    board: &Board,
    order: &OrderView,
    first: Option<&[Move]>,
    (mv, depth): (Move, u32),
    lines: &[Line],
) -> Option<String> {
    let at = order.moves.iter().position(|ordered| ordered.mv == mv)?;
    let mut sentences = vec![t!(
        "move-order-verdict",
        move = notation::san(board, mv),
        depth = depth,
        place = at + 1,
        count = order.moves.len(),
        stage = names::stage(order.moves[at].stage)
    )];
    let is_best = order.best.is_some_and(|(best, _)| best == mv);
    if let Some((place, stage)) = order.best_without.filter(|_| is_best) {
        let stage = names::stage(stage);
        sentences.push(t!("move-order-without-table", place = place, stage = stage));
    }
    let before = first.and_then(|first| first.iter().position(|&known| known == mv));
    if let Some(before) = before {
        sentences.push(t!("move-order-at-first", place = before + 1));
    }
    let stored = order.best.and_then(|(best, depth)| Some((best, u32::try_from(depth).ok()?)));
    sentences.extend(stored.and_then(|stored| hash_table::difference(lines, stored)));
    Some(sentences.join(" "))
}

fn table(
    ui: &mut Ui,
    (node, board): (NodeId, &Board),
    order: &OrderView,
    chosen: Option<Move>,
    out: &mut Vec<Action>,
) {
    let columns = [
        ("", Width::Figures(22.0)),
        (t!("column-move"), Width::Exact(66.0)),
        (t!("move-order-column-stage"), Width::Exact(STAGE)),
        (t!("column-score"), Width::Figures(62.0)),
        (t!("move-order-column-parts"), Width::Rest(120.0)),
    ];
    let rows = rows(ui, board, order);
    let table = Table { columns: &columns, clickable: true, whole: true, ..Table::default() };
    table.show(ui, rows.len(), |row| {
        let at = rows[row.index()];
        let ordered = &order.moves[at];
        row.set_selected(chosen == Some(ordered.mv));
        fill(row, board, at, ordered);
        if row.response().on_hover_text(t!("lab-play-move")).clicked() {
            out.push(Action::PlayLine { node, moves: vec![ordered.mv] });
        }
    });
}

/// The places of the moves in the order, row by row. While the pointer is on the table the rows do not change, so that
/// a click plays the move under it.
fn rows(ui: &Ui, board: &Board, order: &OrderView) -> Vec<usize> {
    let id = Id::unique("rows of the move order");
    let moves = order.moves.iter().map(|ordered| ordered.mv).collect::<Vec<_>>();
    let shown = ui.data(|data| data.get_temp::<(u64, Vec<Move>)>(id));
    let pointed_at = ui.rect_contains_pointer(ui.available_rect_before_wrap());
    if let Some((_, shown)) = shown.filter(|(key, _)| pointed_at && *key == board.key()) {
        return in_rows_of(&moves, &shown);
    }
    let rows = (0..moves.len()).collect();
    ui.data_mut(|data| data.insert_temp(id, (board.key(), moves)));
    rows
}

/// The places of moves, each in the row it had before.
fn in_rows_of(moves: &[Move], shown: &[Move]) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..moves.len()).collect();
    rows.sort_by_key(|&at| shown.iter().position(|&known| known == moves[at]));
    rows
}

fn fill(row: &mut egui_extras::TableRow<'_, '_>, board: &Board, at: usize, ordered: &OrderedMove) {
    table::figure(row, (at + 1).to_string(), |p| p.text_faint);
    row.col(|ui| {
        let color = theme::palette(ui).text;
        ui.label(RichText::new(notation::san(board, ordered.mv)).color(color));
    });
    table::small(row, names::stage(ordered.stage), |p| p.text_weak);
    let score = if ordered.parts.is_empty() {
        "–".to_owned()
    } else {
        tabia_text::number(f64::from(ordered.score), 0)
    };
    table::figure(row, score, |p| p.text);
    row.col(|ui| {
        let all = parts_text(ordered);
        let font = TextStyle::Small.resolve(ui.style());
        let width = |text: &str| {
            let galley =
                ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER);
            galley.size().x
        };
        let mut shown = all.join(", ");
        let mut count = all.len();
        // Whole parts only: half a number would be another number.
        while width(&shown) > ui.available_width() && count > 1 {
            count -= 1;
            shown = format!("{}, …", all[..count].join(", "));
        }
        let label = RichText::new(shown).small().color(theme::palette(ui).text_weak);
        ui.add(Label::new(label).truncate()).on_hover_text(all.join(", "));
    });
}

/// The parts of a score by name, with the static exchange evaluation.
fn parts_text(ordered: &OrderedMove) -> Vec<String> {
    let named = ordered.parts.iter().map(|(name, part)| {
        format!("{} {}", names::order_part(name), tabia_text::signed(*part, 0))
    });
    let see = ordered.see_cp.map(|cp| {
        let pawns = tabia_text::signed(f64::from(cp) / 100.0, 1);
        // How much a good capture may lose grows with its score.
        if cp < 0 && ordered.stage == OrderStage::GoodNoisy {
            t!("move-order-part-exchange-allowed", pawns = pawns)
        } else if cp >= 0 && ordered.stage == OrderStage::BadNoisy {
            // And one with a negative score has to win something.
            t!("move-order-part-exchange-demanded", pawns = pawns)
        } else {
            t!("move-order-part-exchange", pawns = pawns)
        }
    });
    named.chain(see).collect()
}

/// The scores of the move histories by square, of all pieces or of one kind.
fn maps(ui: &mut Ui, cx: &Cx<'_>, board: &Board, history: &HistoryView) {
    let orientation = context::orientation(cx.model);
    ui.label(RichText::new(t!("move-order-history")).strong());
    super::note(ui, t!("move-order-history-about"));
    let id = ui.scope_id().with("history-piece");
    let chosen: Option<PieceType> = ui.data(|data| data.get_temp(id)).flatten();
    let kinds = PieceType::ALL.map(|kind| (Some(kind), kind_name(kind)));
    let choices: Vec<_> = [(None, t!("move-order-all-pieces"))].into_iter().chain(kinds).collect();
    if let Some(kind) = buttons::segmented(ui, t!("move-order-piece"), chosen, &choices) {
        ui.data_mut(|data| data.insert_temp(id, kind));
    }
    // The rows of the other histories are pieces, those of the butterfly history are the squares such pieces are on
    // now.
    let piece = |row: usize| chosen.is_none_or(|kind| row % PieceType::ALL.len() == kind.index());
    let origin = |square: usize| {
        let here = Square::from_index(square).and_then(|square| board.piece_on(square));
        let own = |kind| here.is_some_and(|p| (p.color(), p.kind()) == (board.stm(), kind));
        chosen.is_none_or(own)
    };
    ui.horizontal_wrapped(|ui| {
        let mut map = |name: &str, values: [HistorySquare; Square::COUNT]| {
            ui.vertical(|ui| {
                super::note(ui, name);
                let value = |square: Square| values[square.index()].mean;
                let hint = |square: Square| history_hint(square, &values[square.index()]);
                small_boards::heat_map(ui, (name, MAP), orientation, value, hint);
            });
        };
        map(t!("move-order-map-from"), memory::history_from(&history.butterfly, origin));
        map(t!("move-order-map-to"), memory::history_to(&history.butterfly, origin));
        map(t!("move-order-map-pawns"), memory::history_to(&history.pawns, piece));
        if !history.continuation.is_empty() {
            let continuation = memory::history_to(&history.continuation, piece);
            map(t!("move-order-map-continuation"), continuation);
        }
        map(t!("move-order-map-captures"), memory::history_to(&history.captures, piece));
    });
}

fn history_hint(square: Square, of: &HistorySquare) -> String {
    let square = square.to_string();
    if of.count == 0 {
        return t!("move-order-unwritten", square = square);
    }
    let [low, high] = of.range.map(|value| tabia_text::signed(value, 0));
    let mean = tabia_text::signed(of.mean, 0);
    t!("move-order-mean", square = square, mean = mean, n = of.count, low = low, high = high)
}

#[cfg(test)]
mod tests {
    use tabia_chess::san;
    use tabia_engine::search::report::IterationInfo;
    use tabia_engine::search::score::Score;

    use super::*;

    #[test]
    fn the_verdict_names_the_guess_that_was_right() {
        let board = Board::start();
        let legal: Vec<Move> = board.legal_moves().iter().copied().collect();
        let ordered_move = |(at, &mv): (usize, &Move)| OrderedMove {
            mv,
            stage: if at == 0 { OrderStage::TtMove } else { OrderStage::Quiet },
            score: 0,
            parts: Vec::new(),
            see_cp: None,
        };
        let moves: Vec<OrderedMove> = legal.iter().enumerate().map(ordered_move).collect();
        let line = |at: usize, depth| {
            let info = IterationInfo::new(depth, board.stm(), Score::Cp(0), vec![legal[at]]);
            vec![Line { info, stale: false, own: true }]
        };
        let best_without = Some((5, OrderStage::Quiet));
        let order = OrderView { moves, best: Some((legal[0], 9)), best_without };
        let reversed: Vec<Move> = legal.iter().rev().copied().collect();
        let sentence =
            verdict(&board, &order, Some(&reversed), (legal[0], 9), &line(0, 9)).unwrap();
        let name = san::write(&board, legal[0]);
        let quiet = names::stage(OrderStage::Quiet);
        let expected = |name, place: i32, stage| t!("move-order-verdict", move = name, depth = 9, place = place, count = 20, stage = stage);
        let wanted = [
            expected(name, 1, names::stage(OrderStage::TtMove)),
            t!("move-order-without-table", place = 5, stage = quiet),
            t!("move-order-at-first", place = 20),
        ];
        assert_eq!(sentence, wanted.join(" "));
        // If the move is not the table's, nothing is said of the order without the table.
        let sentence = verdict(&board, &order, None, (legal[3], 9), &line(3, 9)).unwrap();
        assert_eq!(sentence, expected(san::write(&board, legal[3]), 4, quiet));
        // With several lines there is a reason for the difference.
        let lines = [line(3, 9), line(0, 9)].concat();
        let several = verdict(&board, &order, None, (legal[3], 9), &lines).unwrap();
        assert_eq!(several, format!("{sentence} {}", t!("lab-several-lines")));
    }

    #[test]
    fn a_bad_capture_that_loses_nothing_says_why_it_is_bad() {
        let mv = Board::start().legal_moves()[0];
        let capture =
            |stage, cp| OrderedMove { mv, stage, score: -900, parts: Vec::new(), see_cp: Some(cp) };
        let pawns = |cp: i32| tabia_text::signed(f64::from(cp) / 100.0, 1);
        let demanded = t!("move-order-part-exchange-demanded", pawns = pawns(0));
        assert_eq!(parts_text(&capture(OrderStage::BadNoisy, 0)), [demanded]);
        let plain = |cp| t!("move-order-part-exchange", pawns = pawns(cp));
        assert_eq!(parts_text(&capture(OrderStage::BadNoisy, -100)), [plain(-100)]);
        assert_eq!(parts_text(&capture(OrderStage::GoodNoisy, 0)), [plain(0)]);
    }

    #[test]
    fn moves_keep_their_rows() {
        let moves: Vec<Move> = Board::start().legal_moves().iter().copied().take(4).collect();
        let [a, b, c, d] = moves[..] else { panic!("four moves") };
        let rows = in_rows_of(&[c, a, d, b], &moves);
        assert_eq!(rows, [1, 3, 0, 2], "a, b, c and d stay in this order");
    }
}
