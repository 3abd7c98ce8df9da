//! What panels read: the model, the time, and answers to the questions several of
//! them ask.

use eframe::egui::Ui;

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::telemetry::{Line, SearchView, bound_seen_from};
use tabia_app::game::clock::{ClockKind, Clocks, clock_text};
use tabia_app::game::new_game::engine_title;
use tabia_app::game::state::Phase;
use tabia_app::game::times;
use tabia_app::model::Model;
use tabia_app::window::look;
use tabia_app::window::settings::Notation;
use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::fen::FenStyle;
use tabia_chess::moves::Move;
use tabia_chess::rules::Outcome;
use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::report::{IterationInfo, Snapshot};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::wdl::{Wdl, material};
use tabia_games::game::tree::NodeId;

use crate::gui::look::format;
use crate::gui::look::theme::board::BoardTheme;
use crate::gui::widgets::board::events::Coordinates;
use crate::gui::widgets::clock_face::ClockFace;

/// What a panel is given.
#[derive(Clone, Copy, Debug)]
pub struct Cx<'a> {
    /// Everything the program knows.
    pub model: &'a Model,
    /// Now, ms since the program began.
    pub now_ms: u64,
}

/// One of the engine's lines, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct LineView {
    /// Which line, 1 the best.
    pub number: u32,
    /// White's view.
    pub white: Score,
    /// From the chosen point of view.
    pub score: Score,
    /// What the score is worth, from the chosen point of view.
    pub bound: Bound,
    /// What the engine said.
    pub info: IterationInfo,
    /// It is of an earlier iteration or search, or of a position that is no longer on the board.
    pub stale: bool,
    /// Which of these, in words; empty for a line that is not stale.
    pub age: String,
}

impl LineView {
    /// Bound sign and score.
    pub fn score_text(&self) -> String {
        format!("{}{}", self.bound.sign(), self.score)
    }
}

impl<'a> Cx<'a> {
    /// Whether moves are written with little pieces.
    pub fn figurines(&self) -> bool {
        self.model.settings.notation == Notation::Figurine
    }

    /// The colours of the board.
    pub fn board_theme(&self) -> &'static BoardTheme {
        BoardTheme::by_name(&self.model.settings.board_theme)
    }

    /// Where the letters and digits of the board stand.
    pub fn coordinates(&self) -> Coordinates {
        match self.model.settings.coordinates {
            look::Coordinates::Inside => Coordinates::Inside,
            look::Coordinates::Outside => Coordinates::Outside,
            look::Coordinates::None => Coordinates::None,
        }
    }

    /// The side at the bottom of the board.
    pub fn orientation(&self) -> Color {
        if self.model.view.flipped { Color::Black } else { Color::White }
    }

    /// The engine whose search the panels show in full.
    pub fn focus(&self) -> EngineId {
        self.model.focus()
    }

    /// The node the engine's panels speak of: the one under search, else the shown one.
    pub fn search_node(&self) -> NodeId {
        let (model, shown) = (self.model, self.model.game.current);
        let focus = self.focus();
        if let Some(job) = model.engine.job(focus).filter(|job| !job.purpose.is_in_background()) {
            return job.node;
        }
        // After the engine's move its thoughts stay until something is known of the new position.
        let own = model.telemetry.search(focus).filter(|search| {
            (search.purpose == Purpose::Play || search.engine == EngineId::OBSERVER)
                && model.game.tree.parent(shown) == Some(search.node)
                && model.telemetry.lines(&model.game.tree, shown, focus).is_empty()
        });
        model.engine.lock.or(own.map(|search| search.node)).unwrap_or(shown)
    }

    /// The move the engine expects and thinks beyond on the user's time.
    pub fn pondered(&self) -> Option<Move> {
        match self.model.engine.job(self.focus()).map(|job| job.purpose) {
            Some(Purpose::Ponder(expected)) => Some(expected),
            _ => None,
        }
    }

    /// The position the engine's panels speak of: while it ponders the one after the expected move.
    pub fn search_board(&self) -> Board {
        let mut board = *self.model.game.tree.board(self.search_node());
        if let Some(expected) = self.pondered().filter(|&mv| board.is_legal(mv)) {
            board.make_move(expected);
        }
        board
    }

    /// How the rules end the game in that position.
    pub fn search_outcome(&self) -> Option<Outcome> {
        self.model.game.tree.outcome(self.search_node()).filter(|_| self.pondered().is_none())
    }

    /// The search of that position, if one runs or was the last.
    pub fn search(&self) -> Option<&'a SearchView> {
        let telemetry = &self.model.telemetry;
        match self.pondered() {
            Some(_) => telemetry.search(self.focus()),
            None => telemetry.search_of(&self.model.game.tree, self.search_node(), self.focus()),
        }
    }

    /// What the engine is called whose search that is, where it plays below its strength. Its scores are no
    /// evaluations: it misjudges on purpose.
    pub fn weak_level(&self) -> Option<String> {
        let search = self.search().filter(|search| !search.judges())?;
        if let Some(level) = search.strength.level().filter(|_| search.engine.is_built_in()) {
            return Some(level.name.to_owned());
        }
        Some(engine_title(&self.model.engine_name(search.engine), search.strength))
    }

    /// The action that plays moves of the engine's panels.
    pub fn play_line(&self, moves: &[Move]) -> Action {
        let moves = self.pondered().into_iter().chain(moves.iter().copied()).collect();
        Action::PlayLine { node: self.search_node(), moves }
    }

    /// The newest snapshot of that search.
    pub fn live(&self) -> Option<&'a Snapshot> {
        self.search()?.live.as_ref()
    }

    /// The engine's lines for that position.
    pub fn lines(&self) -> Vec<LineView> {
        let telemetry = &self.model.telemetry;
        let lines = match self.pondered().and(self.search()) {
            Some(search) if search.judges() => search.lines.clone(),
            Some(_) => Vec::new(),
            None => telemetry.lines(&self.model.game.tree, self.search_node(), self.focus()),
        };
        self.line_views(lines)
    }

    /// Lines of one engine as the settings want them shown.
    pub(crate) fn line_views(&self, lines: Vec<Line>) -> Vec<LineView> {
        let newest = lines.iter().filter(|line| line.own).map(|line| line.info.depth).max();
        lines.into_iter().enumerate().map(|(at, line)| self.line_view(at, line, newest)).collect()
    }

    fn line_view(&self, at: usize, line: Line, newest: Option<u32>) -> LineView {
        let pov = self.model.settings.pov;
        let age = self.age(&line, newest);
        LineView {
            number: at as u32 + 1,
            white: line.score(Pov::White),
            score: line.score(pov),
            bound: line.bound(pov),
            stale: !age.is_empty(),
            age,
            info: line.info,
        }
    }

    /// Bound sign and score of a mover's-view score as the settings want it.
    pub fn score_text(&self, score: Option<Score>, bound: Bound, stm: Color) -> String {
        let pov = self.model.settings.pov;
        match score {
            Some(score) => {
                let sign = bound_seen_from(bound, pov, stm).sign();
                format!("{sign}{}", score.seen_from(pov, stm))
            }
            None => "–".to_owned(),
        }
    }

    /// Whose view scores are shown from, for the head of a column.
    pub fn pov_title(&self) -> &'static str {
        match self.model.settings.pov {
            Pov::White => "White's view",
            Pov::Mover => "Mover's view",
        }
    }

    /// The chances behind a score and whose they are: short, and in words. By the engine's own word where it
    /// gives one; the model fitted to the built-in engine serves that one alone.
    pub fn score_note(&self, line: &LineView) -> [String; 2] {
        let pov = self.model.settings.pov;
        let side = match pov {
            Pov::White => "White",
            Pov::Mover => line.info.stm.name(),
        };
        let name = self.model.engine_name(self.focus());
        if let Some(asked) = self.asked_text() {
            let words = format!("{asked}, {}, by {name}", self.pov_title());
            return [asked, words];
        }
        let said = line.info.wdl.map(|wdl| seen_from(wdl, pov, line.info.stm));
        let fitted = || {
            let board = self.model.game.tree.board(self.search_node());
            self.focus().is_tabia().then(|| Wdl::of(line.score, material(board)))
        };
        let Some(chances) = said.or_else(fitted) else {
            return [name.clone(), format!("By {name}, {}", self.pov_title())];
        };
        let [win, draw, loss] = per_cent(chances);
        let words = format!("{side}: win {win} %, draw {draw} %, loss {loss} %");
        [format!("{side} W {win} · D {draw} · L {loss} %"), format!("{words}, by {name}")]
    }

    /// What the engine does, and where when that is not the shown position.
    pub fn status_text(&self) -> String {
        let text = self.plain_status_text();
        // With one engine there is no doubt whose work it is.
        let reviews = matches!(self.model.engine_status(), EngineStatus::Reviewing(..));
        let who = if reviews { self.model.review_engine() } else { self.focus() };
        let only = who.is_built_in() && self.model.analysing().len() == 1;
        if only { text } else { format!("{}: {text}", self.model.engine_name(who)) }
    }

    fn plain_status_text(&self) -> String {
        let status = self.model.engine_status();
        let label = match &status {
            EngineStatus::Failed(error) => return format!("Failed: {error}"),
            EngineStatus::Pondering { node, expected } => {
                let board = self.model.game.tree.board(*node);
                let line = format::line_text(board, &[*expected], 1);
                return format!("Pondering on {line}");
            }
            EngineStatus::Reviewing(done, all) => {
                return format!("{}, {done} of {all}", status.label());
            }
            status => status.label(),
        };
        let node = self.search_node();
        if status.is_running() && node != self.model.game.current {
            let tree = &self.model.game.tree;
            return match tree.mv(node) {
                Some(_) => format!("{label} after {}", format::move_name(tree, node)),
                None => format!("{label} the start position"),
            };
        }
        label.to_owned()
    }

    /// Whether the engine is at work.
    pub fn is_thinking(&self) -> bool {
        self.model.engine_status().is_running()
    }

    /// The FEN of the shown position.
    pub fn shown_fen(&self) -> String {
        match &self.model.editor {
            Some(editor) => editor.fen_text.clone(),
            None => self.model.game.board().fen(FenStyle::XFen),
        }
    }

    /// Both players, for the top of the window.
    pub fn game_title(&self) -> String {
        let game = &self.model.game;
        if game.is_analysis_board() && game.tags.known("White").is_none() {
            return "Analysis board".to_owned();
        }
        format!("{} – {}", self.player_name(Color::White), self.player_name(Color::Black))
    }

    /// The name of a side, as long as one reads it.
    pub fn player_name(&self, side: Color) -> String {
        format::elided(&self.model.game.player_name(side), format::NAME).into_owned()
    }

    /// A side's clock, if the game is played with any.
    pub fn clock(&self, side: Color) -> Option<ClockFace> {
        let game = &self.model.game;
        let owner = side.name().to_owned();
        if let Some(limit) = game.move_limit(side) {
            let words = limit.words();
            let control = format!("The engine's moves cost {words}; no clock runs for it");
            let (running, low, caption) = (self.thinks(side), false, None);
            return Some(ClockFace {
                text: words,
                owner,
                running,
                low,
                caption,
                control,
                is_words: true,
            });
        }
        let left = times::clock_ms(game, side, self.now_ms)?;
        let clocks = game.clocks.as_ref()?;
        let live = game.at_live();
        let over = if live { clocks.over_ms(side, self.now_ms) } else { 0 };
        let text = match over {
            0 => clock_text(left),
            over => format!("−{}", clock_text(over)),
        };
        Some(ClockFace {
            text,
            owner,
            running: clocks.running() == Some(side) && live,
            low: live && clocks.is_low(side, self.now_ms),
            caption: self.clock_caption(clocks, side),
            control: clocks.control(side).words(),
            is_words: false,
        })
    }

    /// What a control says besides the time, of where the game stands; `None` for one that never says anything.
    fn clock_caption(&self, clocks: &Clocks, side: Color) -> Option<String> {
        let control = clocks.control(side);
        let live = self.model.game.at_live();
        let to_go = clocks.moves_to_go(side).filter(|_| live);
        match (control.kind, clocks.delay_left_ms(side, self.now_ms)) {
            (ClockKind::Delay, Some(ms)) if live && ms > 0 => {
                Some(format!("delay {}", ms.div_ceil(1000)))
            }
            (ClockKind::Hourglass, _) => Some("hourglass".to_owned()),
            _ if control.moves.is_some() => {
                Some(to_go.map_or_else(String::new, |n| format!("{n} to go")))
            }
            (ClockKind::Delay, _) => Some(String::new()),
            (ClockKind::Increment | ClockKind::Bronstein, _) => None,
        }
    }

    /// Whether the engine thinks about this side's move in the game.
    pub fn thinks(&self, side: Color) -> bool {
        self.model.side_thinking() == Some(side)
    }

    /// What the game waits for or how it ended, and whether that is news.
    pub fn game_status(&self) -> (String, bool) {
        let game = &self.model.game;
        if let Some(result) = game.result_text() {
            return (format::elided(&result, format::NAME).into_owned(), true);
        }
        if game.paused {
            return ("Paused".to_owned(), true);
        }
        if !game.at_live() && game.is_played() {
            return ("Looking back; the game waits at its last move".to_owned(), false);
        }
        if let Some(side) = game.draw_offer {
            return (format!("{} offers a draw", side.name()), true);
        }
        let stm = game.board().stm();
        match game.phase {
            _ if game.is_analysis_board() => (format!("{} to move", stm.name()), false),
            Phase::Fresh if game.human_side() == Some(stm) => {
                ("Your move starts the game".to_owned(), false)
            }
            _ if game.human_side() == Some(stm) => ("Your move".to_owned(), true),
            _ => (format!("{} to move", stm.name()), false),
        }
    }

    /// Whether a navigation key is held down and repeats: pieces then jump instead of sliding.
    pub fn key_repeats(ui: &Ui) -> bool {
        ui.input(|input| {
            input.events.iter().any(|event| {
                matches!(event, eframe::egui::Event::Key { repeat: true, pressed: true, .. })
            })
        })
    }

    /// Whether a command can be given now.
    pub fn enabled(&self, command: UserCommand) -> bool {
        command.is_enabled(self.model)
    }
}

/// Mover's-view chances from a point of view.
pub(crate) fn seen_from(wdl: Wdl, pov: Pov, stm: Color) -> Wdl {
    match (pov, stm) {
        (Pov::White, Color::Black) => Wdl { win: wdl.loss, draw: wdl.draw, loss: wdl.win },
        _ => wdl,
    }
}

/// Chances of win, draw and loss in whole per cent, which add up to 100 as the chances do to 1000: draws are what the
/// other two leave. Engines whose chances add up to something else are told as they are.
pub(crate) fn per_cent(wdl: Wdl) -> [u32; 3] {
    let [win, draw, loss] = [wdl.win, wdl.draw, wdl.loss].map(|permille| (permille + 5) / 10);
    if wdl.win + wdl.draw + wdl.loss != 1000 {
        return [win, draw, loss];
    }
    let loss = loss.min(100 - win);
    [win, 100 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_per_cents_add_up_to_a_hundred() {
        for win in 0..=1000 {
            for loss in 0..=1000 - win {
                let [whole_win, draw, whole_loss] =
                    per_cent(Wdl { win, draw: 1000 - win - loss, loss });
                assert_eq!(whole_win + draw + whole_loss, 100, "{win} {loss}");
                assert!(whole_win.abs_diff(win / 10) <= 1 && whole_loss.abs_diff(loss / 10) <= 1);
                assert!(draw.abs_diff((1000 - win - loss) / 10) <= 1, "{win} {loss}");
            }
        }
        assert_eq!(per_cent(Wdl { win: 446, draw: 216, loss: 338 }), [45, 21, 34]);
    }
}
