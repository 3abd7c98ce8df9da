//! What is going on, in words.

use std::fmt::Write as _;

use eframe::egui::{
    Align2, CornerRadius, FontId, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use tabia_app::lab::playouts::{Grown, PlayoutsState};
use tabia_chess::{Board, Color};
use tabia_engine::puct::options::{LeafValue, PuctConfig};
use tabia_engine::puct::view::NodeView;
use tabia_engine::puct::walk::Stage;
use tabia_engine::search::score::Score;

use super::line_of;
use crate::gui::look::{format, theme};

/// Width of a phase in the row of phases, points.
const PHASE: f32 = 76.0;
/// Its height, points.
const HEIGHT: f32 = 20.0;

/// What a rung is.
pub(super) fn adds(rung: PuctConfig) -> &'static str {
    match rung {
        PuctConfig::Flat => "Every move is tried as often as the others, by games of random moves",
        PuctConfig::Uct => "What did well is tried more often (UCB1), by games of random moves",
        PuctConfig::UctEval => "The evaluation by the built-in network in place of random games",
        PuctConfig::Uniform => "A prior leads the search (PUCT), the same for all moves",
        PuctConfig::Knowledge => {
            "A prior from rules of thumb: captures, threats, checks, good squares"
        }
        PuctConfig::Quiet => {
            "The same, and positions are judged after their captures were played out"
        }
        PuctConfig::Network => {
            "The policy network says which moves look good, and who stands better"
        }
        PuctConfig::Hybrid => {
            "The policy network says which moves look good, its priors made more even; the evaluation after \
             captures who stands better"
        }
    }
}

/// The phases with the next one marked, and what happened last and happens next.
pub(super) fn phase(ui: &mut Ui, state: &PlayoutsState, grown: &Grown) {
    let stage = grown.stepper.stage();
    let next = match stage {
        Stage::Select => 0,
        Stage::Expand => 1,
        Stage::Evaluate => 2,
        Stage::BackUp(_) => 3,
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (at, name) in ["Select", "Expand", "Evaluate", "Back up"].into_iter().enumerate() {
            chip(ui, name, at == next && grown.proof().is_none());
        }
    });
    ui.label(sentence(state, grown));
    let thrown = grown.stepper.tree().arena().thrown();
    if thrown > 0 {
        let kept = grown.stepper.tree().arena().len() as u64;
        let (kept, thrown) = (format::count(kept), format::count(thrown));
        super::super::note(ui, &format!("{kept} nodes kept, {thrown} thrown away for room"));
    }
}

fn chip(ui: &mut Ui, name: &str, next: bool) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(PHASE, HEIGHT), Sense::hover());
    let told = if next { format!("{name}, next") } else { name.to_owned() };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
    let (fill, ink, edge) =
        if next { (p.accent_fill, p.text, p.accent) } else { (p.panel, p.text_weak, p.border) };
    let stroke = Stroke::new(1.0, edge);
    ui.painter().rect(rect, CornerRadius::same(theme::RADIUS), fill, stroke, StrokeKind::Inside);
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, name, font, ink);
}

/// What happened last and happens next.
fn sentence(state: &PlayoutsState, grown: &Grown) -> String {
    let board = grown.board();
    if let Some(proof) = grown.proof() {
        return format!("The root is proven: {}. More playouts tell nothing", proven(proof));
    }
    let stepper = &grown.stepper;
    let line = line_of(&board, &stepper.line());
    let root = side(board.stm());
    match stepper.stage() {
        Stage::Select => match grown.done.back() {
            None => "The root's moves are listed with their priors. Next: select a line".to_owned(),
            Some(done) => {
                let line = line_of(&board, &done.line);
                let rest = if done.plies > done.line.len() { " …" } else { "" };
                let how = if done.evaluated { "" } else { ", known without evaluating" };
                let plies = done.plies;
                let nodes = if plies == 1 { "1 move".to_owned() } else { format!("{plies} moves") };
                format!(
                    "Playout {} is backed up: {line}{rest} is worth {:.3} for {root}{how}, counted at {nodes} and at \
                     the root. Next: select a line",
                    done.number, done.q
                )
            }
        },
        Stage::Expand => {
            format!(
                "Selected {line}: that position was judged before, its moves are not listed. Next: list them with \
                 their priors, and go on to the best of them"
            )
        }
        Stage::Evaluate => {
            let leaf = state.draft.rung.method().leaf;
            format!(
                "The line is {line}. Next: find out what the position is worth, {}",
                judged(leaf)
            )
        }
        Stage::BackUp(leaf) => {
            let mover = side(stepper.board().stm());
            format!(
                "{line} is worth {:.3} for {mover}, who is to move there. Next: count that at every node of the line, \
                 {:.3} for the other side",
                leaf.q,
                1.0 - leaf.q
            )
        }
    }
}

fn judged(leaf: LeafValue) -> &'static str {
    match leaf {
        LeafValue::Playout => "by a game of random moves to the end",
        LeafValue::Eval => "by the evaluation",
        LeafValue::Quiet => "by the evaluation after captures",
        LeafValue::Network => "by the network's win, draw and loss",
        LeafValue::Both => "by the mean of the evaluation after captures and the network",
    }
}

fn side(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// What is proven, seen by whoever it is told of.
pub(super) fn proven(score: Score) -> String {
    let plies =
        |n: i32| if n.abs() == 1 { "1 ply".to_owned() } else { format!("{} plies", n.abs()) };
    match score {
        Score::Mate(0) => "mated".to_owned(),
        Score::Mate(n) if n > 0 => format!("win, mate in {}", plies(n)),
        Score::Mate(n) => format!("loss, mated in {}", plies(n)),
        Score::Table(n) if n > 0 => "win by the tables".to_owned(),
        Score::Table(_) => "loss by the tables".to_owned(),
        Score::Cp(_) => "draw".to_owned(),
    }
}

/// The same where there is room for two words.
pub(super) fn proven_short(score: Score) -> String {
    match score {
        Score::Mate(0) => "mated".to_owned(),
        Score::Mate(n) if n > 0 => "wins, mate".to_owned(),
        Score::Mate(_) => "lost, mate".to_owned(),
        Score::Table(n) if n > 0 => "wins".to_owned(),
        Score::Table(_) => "lost".to_owned(),
        Score::Cp(_) => "draw".to_owned(),
    }
}

/// The node in sight in a line.
pub(super) fn node(ui: &mut Ui, board: &Board, view: &NodeView) {
    let NodeView { visits, q, value, draw, proof, .. } = *view;
    let mover = side(board.stm());
    let mut text =
        format!("{mover} to move, N {visits}, Q {q:.3}, judged {value:.3}, draw {draw:.2}");
    if let Some(proof) = proof {
        let _ = write!(text, ", proven: {}", proven(proof));
    }
    let hint = "N: playouts that came here. Q: the mean of what they found, from 0 (lost) to 1 (won) for the side to \
        move. Judged: what the position alone was taken to be worth. Draw: mean chance of a draw, by the curve \
        that playouts average by, which is flatter than that of the chances beside scores";
    let color = theme::palette(ui).text_weak;
    ui.label(RichText::new(text).color(color)).on_hover_text(hint);
}
