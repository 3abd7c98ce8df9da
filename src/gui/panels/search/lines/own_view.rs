//! Beside what full strength thinks while one plays: that this is help, and what the weaker opponent thinks itself.
//! The two must not be taken for one another.

use eframe::egui::{Label, RichText, Role, Ui, WidgetInfo};

use tabia_app::game::new_game::engine_title;
use tabia_app::game::state::Player;
use tabia_engine::search::score::Pov;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;

/// Moves shown of the opponent's own line.
const MOVES: usize = 4;

/// Shows both, while the observer sits at the board.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>) {
    if !cx.model.observes() {
        return;
    }
    let p = theme::palette(ui);
    let note = |ui: &mut Ui, icon: Icon, text: &str, hint: &str| {
        let shown = RichText::new(format!("{} {text}", icon.glyph())).small().color(p.text_weak);
        let label = ui.add(Label::new(shown).truncate());
        label.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        label.on_hover_text(hint);
    };
    let help = "Help: full strength looks on at your game";
    note(
        ui,
        Icon::Eye,
        help,
        "It thinks beside your opponent, which plays as without it. W sends it away",
    );
    if let Some(text) = own_view(cx) {
        let hint = "What the opponent thinks itself. It misjudges on purpose: no evaluation";
        note(ui, Icon::Engine, &text, hint);
    }
}

/// What the opponent thought last, in its own words: `Tabia, casual player itself: 12… Nf6 +0.30`.
fn own_view(cx: &Cx<'_>) -> Option<String> {
    let game = &cx.model.game;
    let Player::Engine { id, strength, .. } = *game.player(game.engine_side()?) else {
        return None;
    };
    let search = cx.model.telemetry.search(id).filter(|search| !search.judges())?;
    let here = game.tree.contains(search.node) && game.tree.board(search.node).key() == search.key;
    let line = search.lines.first().filter(|_| here)?;
    let built_in = if id.is_built_in() { String::new() } else { cx.model.engine_name(id) };
    let name = engine_title(&built_in, strength);
    let pv = &line.info.pv[..line.info.pv.len().min(MOVES)];
    let moves = format::line_text(game.tree.board(search.node), pv, MOVES);
    let score = line.score(Pov::White);
    Some(format!("{name} itself: {moves} {score}"))
}
