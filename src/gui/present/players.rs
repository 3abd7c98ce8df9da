//! The game on the board in words: who plays it, the clocks, what it waits for.

use tabia_app::game::clock::{ClockKind, Clocks, clock_text};
use tabia_app::game::state::Phase;
use tabia_app::game::times;
use tabia_app::model::Model;
use tabia_chess::{Color, FenStyle};

use crate::gui::look::format;
use crate::gui::present::players;
use crate::gui::widgets::clock_face::ClockFace;

/// The FEN of the shown position.
pub fn shown_fen(model: &Model) -> String {
    match &model.editor {
        Some(editor) => editor.fen_text.clone(),
        None => model.game.board().fen(FenStyle::XFen),
    }
}

/// Both players, for the top of the window.
pub fn game_title(model: &Model) -> String {
    let game = &model.game;
    if game.is_analysis_board() && game.tags.known("White").is_none() {
        return "Analysis board".to_owned();
    }
    format!(
        "{} – {}",
        players::player_name(model, Color::White),
        players::player_name(model, Color::Black)
    )
}

/// The name of a side, as long as one reads it.
pub fn player_name(model: &Model, side: Color) -> String {
    format::elided(&model.game.player_name(side), format::NAME).into_owned()
}

/// A side's clock, if the game is played with any.
pub fn clock(model: &Model, side: Color, now_ms: u64) -> Option<ClockFace> {
    let game = &model.game;
    let owner = side.name().to_owned();
    if let Some(limit) = game.move_limit(side) {
        let words = limit.words();
        let control = format!("The engine's moves cost {words}; no clock runs for it");
        let (running, low, caption) = ((model.side_thinking() == Some(side)), false, None);
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
    let left = times::clock_ms(game, side, now_ms)?;
    let clocks = game.clocks.as_ref()?;
    let live = game.at_live();
    let over = if live { clocks.over_ms(side, now_ms) } else { 0 };
    let text = match over {
        0 => clock_text(left),
        over => format!("−{}", clock_text(over)),
    };
    Some(ClockFace {
        text,
        owner,
        running: clocks.running() == Some(side) && live,
        low: live && clocks.is_low(side, now_ms),
        caption: players::clock_caption(model, clocks, side, now_ms),
        control: clocks.control(side).words(),
        is_words: false,
    })
}

/// What a control says besides the time, of where the game stands; `None` for one that never says anything.
fn clock_caption(model: &Model, clocks: &Clocks, side: Color, now_ms: u64) -> Option<String> {
    let control = clocks.control(side);
    let live = model.game.at_live();
    let to_go = clocks.moves_to_go(side).filter(|_| live);
    match (control.kind, clocks.delay_left_ms(side, now_ms)) {
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

/// What the game waits for or how it ended, and whether that is news.
pub fn game_status(model: &Model) -> (String, bool) {
    let game = &model.game;
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
