//! The frame around board and panels: menu bar, status bar with the FEN field, dialogs, notes, and pasted text.

use std::mem::Discriminant;

use eframe::egui;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align, Align2, Area, AtomExt as _, CentralPanel, Color32, FontId, Frame, Id, Key, Label,
    Layout as UiLayout, MenuBar, Order, Panel, PointerState, Popup, ProgressBar, Rect, Response,
    RichText, Role, TextStyle, Ui, UiBuilder, pos2, vec2,
};

use tabia_app::action::{Action, GamesAction, TourAction};
use tabia_app::commands::command::{Group, UserCommand};
use tabia_app::model::{Model, Reading};
use tabia_app::tours;
use tabia_app::tours::Target;
use tabia_app::window::toasts::{Toast, ToastKind};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_host::referee::live::TournamentState;

use crate::gui::arrangement::arrangements::{Arrangements, Leaf};
use crate::gui::arrangement::layout::{EDGE, GAP, Layout};
use crate::gui::arrangement::panes;
use crate::gui::arrangement::panes::PaneGroup;
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels;
use crate::gui::panels::arena::set_up;
use crate::gui::present::context::Cx;
use crate::gui::present::{dialog, parts, room, roster};
use crate::gui::widgets::sought::Sought;
use crate::gui::widgets::{announce, buttons, note_waiting, sought};
use crate::gui::window::{presenter, shortcuts};
use tabia_text::t;

/// With less height the position editor takes the whole space: the board's tile would leave little for the board,
/// points.
const LOW_EDITOR: f32 = 560.0;

/// State on screen that is not part of the model: half-typed texts and open lists.
#[derive(Debug, Default)]
pub(crate) struct Chrome {
    palette: panels::dialogs::palette::Palette,
    fen: panels::game::fen_bar::FenField,
    new_game: panels::dialogs::new_game::Form,
    settings: panels::dialogs::settings::Form,
    tags: panels::dialogs::tags::Form,
    pub(crate) comment: panels::game::moves::Field,
    choose: panels::dialogs::choose::Form,
    engines: panels::engines::dialog::Form,
    engine_log: panels::engines::log::Form,
    /// The kind of the dialog that was shown last, while one is open.
    dialog: Option<Discriminant<Dialog>>,
}

/// Shows everything and collects what the user did.
pub(crate) fn show(
    ui: &mut Ui,
    model: &Model,
    arrangements: &mut Arrangements,
    chrome: &mut Chrome,
    now_ms: u64,
) -> Vec<Action> {
    let mut out = Vec::new();
    let cx = Cx { model, now_ms };
    let pointer = hidden_pointer(ui, model, chrome);
    shortcuts::lend_keyboard(ui, model);
    buttons::note_focus(ui);
    if model.dialog.is_none() {
        shortcuts::enter_board(ui);
    }
    let presents = model.view.presentation.is_some();
    if presents && model.dialog.is_none() {
        out.extend(presenter::pressed(ui));
    }
    out.extend(shortcuts::for_field(ui, model));
    shortcuts::drop_enter_of_move(ui, model);
    if !matches!(model.dialog, Some(Dialog::Palette)) {
        out.extend(shortcuts::pressed(ui, model));
    }
    out.extend(shortcuts::released(ui, model));
    if model.dialog.is_none() && !presents {
        pasted(ui, &mut out);
    }
    let workspace = model.view.workspace;
    let layout = arrangements.of_mut(workspace);
    let ground = Frame::new().fill(theme::palette(ui).window);
    if presents {
        let show = |ui: &mut Ui| presenter::show(ui, &cx, &mut chrome.comment, &mut out);
        CentralPanel::default().frame(ground).show(ui, show);
        show_pointer(ui, pointer);
        dialogs(ui, &cx, chrome, &mut out);
        toasts(ui, &cx, &mut out);
        end_frame(ui);
        return out;
    }
    Panel::top("menu")
        .frame(Frame::new().fill(theme::palette(ui).window).inner_margin(bar_margin(ui)))
        .show(ui, |ui| menu_bar(ui, &cx, layout, &mut out));
    // These workspaces have fixed parts.
    let plays = workspace == Workspace::Play;
    let edits = |ui: &Ui| plays || !workspace.is_fixed() && ui.max_rect().height() < LOW_EDITOR;
    if !workspace.is_fixed() {
        status_bar(ui, &cx, &mut chrome.fen, &mut out);
    }
    CentralPanel::default().frame(ground).show(ui, |ui| match &model.editor {
        Some(editor) if edits(ui) => panels::game::editor::show(ui, &cx, editor, &mut out),
        _ if workspace == Workspace::Arena => panels::arena::show::show(ui, &cx, &mut out),
        _ if workspace == Workspace::Training => {
            panels::training::show::show(ui, &cx, &mut out);
            typed_move(ui, &cx);
        }
        None if plays => {
            panels::game::play::show(ui, &cx, &mut chrome.comment, &mut out);
            typed_move(ui, &cx);
        }
        _ => body(ui, &cx, layout, chrome, &mut out),
    });
    show_pointer(ui, pointer);
    dialogs(ui, &cx, chrome, &mut out);
    toasts(ui, &cx, &mut out);
    end_frame(ui);
    out
}

fn end_frame(ui: &Ui) {
    buttons::focus_ring(ui);
    note_waiting(ui);
}

/// The FEN of the shown position, or the move being typed: no field has the focus then.
fn status_bar(
    ui: &mut Ui,
    cx: &Cx<'_>,
    field: &mut panels::game::fen_bar::FenField,
    out: &mut Vec<Action>,
) {
    let margin = egui::Margin::symmetric(10, if cx.model.settings.fen_bar { 5 } else { 2 });
    let frame = Frame::new().fill(theme::palette(ui).window).inner_margin(margin);
    Panel::bottom("status").frame(frame).show(ui, |ui| {
        let height = panels::game::fen_bar::height(cx);
        if !panels::game::fen_bar::show_typed(ui, cx, height) {
            panels::game::fen_bar::show(ui, cx, field, out);
        }
    });
}

/// In Play and Training a move being typed is shown in the space below the board.
fn typed_move(ui: &mut Ui, cx: &Cx<'_>) {
    let area = ui.max_rect();
    let corner = area.right_bottom() - vec2(12.0, 0.0);
    let rect = Rect::from_min_max(pos2(area.left() + 12.0, area.bottom() - 28.0), corner);
    let mut child = ui.new_child(UiBuilder::new().id_salt("typed move").max_rect(rect));
    panels::game::fen_bar::show_typed(&mut child, cx, rect.height() - 6.0);
}

fn body(ui: &mut Ui, cx: &Cx<'_>, layout: &mut Layout, chrome: &mut Chrome, out: &mut Vec<Action>) {
    let workspace = cx.model.view.workspace;
    let mut show = |ui: &mut Ui, tile: Leaf| leaf(ui, cx, tile, &mut chrome.comment, out);
    let area = ui.max_rect();
    let inner = Rect::from_min_max(area.min + vec2(EDGE, 4.0), area.max - vec2(EDGE, 4.0));
    let mut child = ui.new_child(UiBuilder::new().id_salt("body").max_rect(inner));
    let strip = |ui: &mut Ui, pane: PaneId| {
        if pane == PaneId::Moves {
            panels::library::explorer::opening_in_strip(ui, cx);
        }
    };
    let closed = layout.show(&mut child, workspace, &mut show, &strip);
    out.extend(closed.into_iter().map(Action::ClosePane));
}

/// Shows the board or a panel.
pub(super) fn leaf(
    ui: &mut Ui,
    cx: &Cx<'_>,
    leaf: Leaf,
    comment: &mut panels::game::moves::Field,
    out: &mut Vec<Action>,
) {
    sought::within(ui, sought_in(cx, leaf), |ui| match (leaf, &cx.model.editor) {
        (Leaf::Board, Some(editor)) => panels::game::editor::show(ui, cx, editor, out),
        (Leaf::Board, None) => panels::game::board::show(ui, cx, out),
        (Leaf::Panel(pane), _) => panes::show(ui, cx, pane, comment, out),
    });
}

/// The tour's target in this tile, and the step it belongs to.
fn sought_in(cx: &Cx<'_>, leaf: Leaf) -> Option<(Sought, Id)> {
    let view = cx.model.tour?;
    let step = Id::unique(("step of a tour", view.tour, view.step));
    let here = leaf.panel().is_some() && leaf.panel() == view.now()?.pane;
    let sought = match tours::target(cx.model)? {
        Target::OfGame(square) if leaf == Leaf::Board => Sought::Square(square),
        Target::Square(square) if here => Sought::Square(square),
        Target::Named(name) if here => Sought::Named(name),
        _ => return None,
    };
    Some((sought, step))
}

/// Texts pasted while no text field has the focus.
fn pasted(ui: &Ui, out: &mut Vec<Action>) {
    let typing = ui.text_edit_focused();
    ui.input(|input| {
        for event in &input.raw.events {
            if let egui::Event::Paste(text) = event
                && !typing
            {
                out.push(Action::PasteText(text.clone()));
            }
        }
    });
}

/// The dialog that has opened since the last frame.
fn opened(model: &Model, chrome: &Chrome) -> Option<Discriminant<Dialog>> {
    let kind = model.dialog.as_ref().map(std::mem::discriminant);
    kind.filter(|_| kind != chrome.dialog)
}

/// Takes the pointer away from what is behind a dialog that opens: its tooltip would stay over the dialog.
fn hidden_pointer(ui: &Ui, model: &Model, chrome: &Chrome) -> Option<PointerState> {
    opened(model, chrome).map(|_| ui.input_mut(|input| std::mem::take(&mut input.pointer)))
}

/// Gives it back to the dialog.
fn show_pointer(ui: &Ui, hidden: Option<PointerState>) {
    if let Some(pointer) = hidden {
        ui.input_mut(|input| input.pointer = pointer);
    }
}

/// Closes the open lists when a dialog opens: they would lie over it and keep its Enter.
fn close_lists_behind(ui: &Ui, model: &Model, chrome: &mut Chrome) {
    if opened(model, chrome).is_some() {
        Popup::close_all(ui.ctx());
    }
    chrome.dialog = model.dialog.as_ref().map(std::mem::discriminant);
}

fn dialogs(ui: &Ui, cx: &Cx<'_>, chrome: &mut Chrome, out: &mut Vec<Action>) {
    close_lists_behind(ui, cx.model, chrome);
    if !matches!(cx.model.dialog, Some(Dialog::ChooseFile(_))) {
        chrome.choose = panels::dialogs::choose::Form::default();
    }
    let Some(shown) = &cx.model.dialog else {
        chrome.palette = panels::dialogs::palette::Palette::default();
        chrome.new_game.close();
        chrome.tags = panels::dialogs::tags::Form::default();
        chrome.engines = panels::engines::dialog::Form::default();
        chrome.engine_log = panels::engines::log::Form::default();
        return;
    };
    if matches!(shown, Dialog::Palette) {
        if chrome.palette.show(ui, cx.model, out) {
            out.insert(0, Action::CloseDialog);
        }
        return;
    }
    if let Dialog::NewGame(draft) = shown {
        let form = &mut chrome.new_game;
        let close = dialog::bare_modal(ui, |ui| {
            panels::dialogs::new_game::show(ui, cx, draft, form, out);
        });
        if close {
            out.push(Action::CloseDialog);
        }
        return;
    }
    let content = |ui: &mut Ui| match shown {
        Dialog::Review(draft) => panels::study::review::dialog(ui, cx, *draft, out),
        Dialog::Confirm { question, command } => {
            panels::dialogs::questions::confirm(ui, question, *command, out);
        }
        Dialog::Replace(loss, _) => panels::dialogs::questions::replace(ui, cx, *loss, out),
        Dialog::Unkept { .. } => panels::dialogs::questions::unkept(ui, cx, shown, out),
        Dialog::LastSession => panels::dialogs::questions::last_session(ui, out),
        Dialog::DeleteGame { number, players, name, .. } => {
            panels::dialogs::questions::delete_game(ui, (*number, players, name), out);
        }
        Dialog::ReplacePlan { name, .. } => panels::arena::set_up::replace(ui, name, out),
        Dialog::MergeDuplicates { name, games } => {
            panels::dialogs::questions::merge_duplicates(ui, (name, *games), out);
        }
        Dialog::Export(kind, choices) => {
            panels::dialogs::tags::export(ui, cx, (*kind, *choices), out);
        }
        Dialog::ExportView(pane, choices) => {
            panels::dialogs::view_export::show(ui, cx, (*pane, *choices), out);
        }
        Dialog::Save(question) => panels::dialogs::questions::save(ui, question, out),
        Dialog::Problem { title, lines } => panels::dialogs::questions::problem(ui, title, lines),
        Dialog::BrokenFen { title, text } => {
            panels::dialogs::questions::broken_fen(ui, title, text, out);
        }
        Dialog::Tags(tags) => panels::dialogs::tags::show(ui, cx, tags, &mut chrome.tags, out),
        Dialog::ChooseFile(question) => {
            panels::dialogs::choose::show(ui, cx, question, &mut chrome.choose, out);
        }
        Dialog::Engines => panels::engines::dialog::show(ui, cx, &mut chrome.engines, out),
        Dialog::EngineLog { id, .. } => {
            let size = panels::engines::dialog::dialog_size(ui);
            panels::engines::log::show(ui, cx, *id, (&mut chrome.engine_log, size), out);
        }
        Dialog::Settings => panels::dialogs::settings::show(ui, cx, &mut chrome.settings, out),
        Dialog::Keys => panels::dialogs::palette::keys(ui, &cx.model.settings.keys),
        Dialog::Welcome => panels::dialogs::questions::welcome(ui, out),
        Dialog::WriteTour => panels::dialogs::questions::write_tour(ui, out),
        Dialog::About => panels::dialogs::questions::about(ui),
        Dialog::NewGame(_) | Dialog::Palette => {}
    };
    let close = match shown {
        Dialog::Settings => dialog::modal_beside(ui, content),
        Dialog::Review(_) => dialog::modal_from_top(ui, panels::study::review::DIALOG, content),
        _ => dialog::modal(ui, content),
    };
    if close {
        out.push(Action::CloseDialog);
    }
}

/// Height of the bar's content: that of the icon buttons, so that everything is on one line, points.
const BAR_HEIGHT: f32 = 30.0;
/// Height of the window from which on the bar is 44 points high, points.
const HIGH: f32 = 600.0;

/// Space around the bar's content.
fn bar_margin(ui: &Ui) -> egui::Margin {
    egui::Margin::symmetric(4, if ui.content_rect().height() >= HIGH { 7 } else { 4 })
}

/// From this width on the bar has room for more than the essentials, points.
const ROOMY: f32 = 760.0;
/// From this width on every menu has its full name, points.
const WIDE: f32 = 1_000.0;
/// Width of the command buttons at the right end of a bar with their margins, narrow and roomy, points.
const BUTTONS: [f32; 2] = [90.0, 136.0];

/// Shows menus, the workspace switch, the title of the game, and a few buttons. If the menus leave no room for the
/// switch, they are folded into one.
pub(crate) fn menu_bar(ui: &mut Ui, cx: &Cx<'_>, layout: &Layout, out: &mut Vec<Action>) {
    ui.spacing_mut().interact_size.y = BAR_HEIGHT;
    let width = ui.available_width();
    let (roomy, wide) = (width >= ROOMY, width >= WIDE);
    let learn_name = if wide { t!("frame-learn") } else { t!("frame-learn.short") };
    let space = if roomy { 14.0 } else { 2.0 };
    let folded = !cx.model.settings.menu_bar
        || width
            < menus_width(ui, learn_name)
                + space
                + workspaces_width(ui)
                + BUTTONS[usize::from(roomy)];
    MenuBar::new().ui(ui, |ui| {
        let first = if folded {
            let menu =
                ui.menu_button(format!("{} {}", Icon::Menu.glyph(), t!("frame-menu")), |ui| {
                    menus(ui, cx, learn_name, layout, out);
                });
            let menu = menu.response.accessible_name(t!("frame-menu"));
            Some(menu.on_hover_text(t!("frame-menu.tip")))
        } else {
            menus(ui, cx, learn_name, layout, out)
        };
        // F10 goes to the menus, as elsewhere, unless it is the key of a command.
        if let Some(first) = first.filter(|_| cx.model.dialog.is_none())
            && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::F10))
        {
            first.request_focus();
        }
        ui.add_space(space);
        workspaces(ui, cx, out);
        let rest = ui.available_rect_before_wrap();
        let rest = rest.with_max_x(rest.right() - 4.0);
        let buttons = buttons::at_right(ui, "buttons", rest, |ui| {
            parts::command_button(ui, cx, UserCommand::Palette, None, out);
            if roomy {
                let icon = if ui.visuals().dark_mode { Icon::Moon } else { Icon::Sun };
                let face = (icon, UserCommand::NextTheme.name());
                parts::command_button(ui, cx, UserCommand::NextTheme, Some(face), out);
            }
            parts::command_button(ui, cx, UserCommand::Settings, None, out);
        });
        let right = buttons.left() - 8.0 - ui.spacing().item_spacing.x;
        let rest = rest.with_max_x(right.max(rest.left()));
        let layout = UiLayout::right_to_left(Align::Center);
        title(&mut ui.new_child(UiBuilder::new().max_rect(rest).layout(layout)), cx, out);
    });
}

/// Shows the menus; returns the button of the first.
fn menus(
    ui: &mut Ui,
    cx: &Cx<'_>,
    learn_name: &str,
    layout: &Layout,
    out: &mut Vec<Action>,
) -> Option<Response> {
    let mut first = None;
    for group in Group::ALL {
        if group == Group::Help {
            ui.menu_button(learn_name, |ui| learn(ui, out));
        }
        let menu = ui.menu_button(group.title(), |ui| group_menu(ui, cx, group, layout, out));
        first = first.or(Some(menu.response));
    }
    first
}

/// The buttons of a menu bar have their own padding (`egui::containers::menu::menu_style`).
fn menus_width(ui: &Ui, learn_name: &'static str) -> f32 {
    let names = Group::ALL.into_iter().map(Group::title).chain([learn_name]);
    names.map(|name| text_width(ui, name) + 4.0 + ui.spacing().item_spacing.x).sum()
}

fn workspaces_width(ui: &Ui) -> f32 {
    let names = Workspace::ALL.into_iter().map(Workspace::title);
    names.map(|name| text_width(ui, name) + 24.0).sum()
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
}

/// The workspace switch.
fn workspaces(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let choices = Workspace::ALL.map(|workspace| (workspace, workspace.title()));
    let hint = |workspace: Workspace| {
        let command = UserCommand::of_workspace(workspace);
        format!("{}  {}", command.info().tooltip(), command.keys_text(cx.model).unwrap_or_default())
    };
    let current = cx.model.view.workspace;
    if let Some(chosen) = buttons::with_hints(ui, t!("frame-workspace"), current, &choices, &hint) {
        out.push(Action::Command(UserCommand::of_workspace(chosen)));
    }
}

/// Both players if there is room for both, and whether the game is saved. The players are beside the board too.
fn title(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    if let Some(why) = &cx.model.not_kept.session {
        let (icon, name) = (Icon::Warning.glyph(), t!("fen-not-kept"));
        let small = TextStyle::Small.resolve(ui.style());
        let layout = |text: String| ui.painter().layout_no_wrap(text, small.clone(), p.warn);
        let mut note = layout(format!("{icon} {name}"));
        if note.size().x > ui.available_width() {
            note = layout(icon.to_string());
        }
        ui.label(note).accessible_name(name).on_hover_text(why);
    }
    tournament(ui, cx, out);
    game_elsewhere(ui, cx, out);
    let workspace = cx.model.view.workspace;
    let title = match (&cx.model.arena.run, workspace) {
        (Some(run), Workspace::Arena) => run.title(),
        (None, Workspace::Arena) | (_, Workspace::Training) => String::new(),
        _ => roster::game_title(cx.model),
    };
    let of_game = !matches!(workspace, Workspace::Arena | Workspace::Training);
    let unsaved = cx.model.unsaved && of_game;
    let font = TextStyle::Body.resolve(ui.style());
    let layout = |text: &str| {
        let mut job = LayoutJob::simple_singleline(text.to_owned(), font.clone(), p.text_weak);
        if of_game {
            // The mark has its place in a saved game too, so that the names never move or lack room.
            let color = if unsaved { p.accent } else { Color32::TRANSPARENT };
            job.append(" •", 0.0, TextFormat::simple(font.clone(), color));
        }
        ui.painter().layout_job(job)
    };
    // Without room for the names the mark has a word that explains it, or is alone; the title of the window has it too.
    let short = if unsaved { t!("frame-unsaved.short") } else { "" };
    for text in [title.as_str(), short, ""] {
        let galley = layout(text);
        if galley.size().x > ui.available_width() || text.is_empty() && !unsaved {
            continue;
        }
        let hint = match UserCommand::SaveFile.keys_text(cx.model) {
            Some(keys) => t!("frame-unsaved.keys", keys = keys),
            None => t!("frame-unsaved").to_owned(),
        };
        let names = ui.label(galley);
        if unsaved {
            let name = if text.is_empty() { &hint } else { text };
            names.accessible_name(name).on_hover_text(hint.as_str());
        } else {
            names.accessible_name(text);
        }
        break;
    }
}

/// The game on the clock while the arena or the training is shown; a click goes back to it.
fn game_elsewhere(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    if !cx.model.view.workspace.hides_game() || !game.is_played() || game.clocks.is_none() {
        return;
    }
    let side = game.human_side().unwrap_or_else(|| game.live_board().stm());
    let Some(clock) = roster::clock(cx.model, side, cx.now_ms) else { return };
    let (time, full) = (clock.text.as_str(), clock.full.as_str());
    let text = |time| {
        if game.paused {
            t!("frame-game-paused", time = time)
        } else {
            t!("frame-game-runs", time = time)
        }
    };
    // Only the time if there is no room for more; its width does not change with its digits.
    let room = ui.available_width() - 24.0;
    let fits = text_width(ui, &text(full)) <= room;
    if !fits && text_width(ui, full) > room {
        return;
    }
    let shown = if fits { text(time) } else { time.to_owned() };
    let p = theme::palette(ui);
    let ink = if clock.running { p.warn } else { p.text_weak };
    let button = egui::Button::new(RichText::new(shown).color(ink)).frame_when_inactive(false);
    let button = ui.add(button).on_hover_text(t!("frame-game-runs.tip"));
    if button.accessible_name(text(time)).clicked() {
        out.push(Action::Command(UserCommand::PlayWorkspace));
    }
}

/// A running tournament, while the user is elsewhere; a click opens it.
fn tournament(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let run = cx.model.arena.run.as_ref().filter(|run| run.goes_on());
    let Some(run) = run.filter(|_| cx.model.view.workspace != Workspace::Arena) else { return };
    let played = run.ended.len();
    // A test ends when it decides, far below its limit of games.
    let count = match run.sprt() {
        Some(_) => t!("count-games", n = played),
        None => t!("arena-played-of", played = played, games = run.progress.games),
    };
    let waits = run.allowed == 0 || matches!(run.state, TournamentState::Paused(Some(_)));
    let text = if waits {
        t!("arena-elsewhere-waits", count = count)
    } else {
        t!("arena-elsewhere", count = count)
    };
    if ui.available_width() < text_width(ui, &text) + 24.0 {
        return;
    }
    let button = ui.add(egui::Button::new(&text).frame_when_inactive(false));
    let why = panels::arena::show::state(cx, run).filter(|_| waits);
    let tip = why.unwrap_or_else(|| t!("arena-elsewhere.tip").to_owned());
    if button.on_hover_text(tip).clicked() {
        out.push(Action::Command(UserCommand::ArenaWorkspace));
    }
}

fn group_menu(ui: &mut Ui, cx: &Cx<'_>, group: Group, layout: &Layout, out: &mut Vec<Action>) {
    ui.set_min_width(220.0);
    for command in UserCommand::ALL {
        if command.info().group == group {
            shortcuts::menu_entry(ui, cx.model, command, out);
        }
        if group == Group::File && command == UserCommand::OpenFile {
            recent_files(ui, cx, out);
        }
    }
    match group {
        Group::Edit => recent(ui, cx, out),
        Group::View => panels_menu(ui, cx.model.view.workspace, layout, out),
        Group::File | Group::Annotate | Group::Go | Group::Game | Group::Engine | Group::Help => {}
    }
}

/// The tours, what a teacher can make from them, and the views that show how an engine is made.
fn learn(ui: &mut Ui, out: &mut Vec<Action>) {
    ui.set_min_width(220.0);
    for (number, tour) in tours::all().iter().enumerate() {
        if ui.button(format!("{}. {}", number + 1, tour.title)).on_hover_text(&tour.about).clicked()
        {
            out.push(Action::Tour(TourAction::Begin(number)));
            ui.close();
        }
    }
    ui.separator();
    // The other rows of this menu have no room for a tick either.
    ui.menu_button(t!("worksheet-menu"), |ui| {
        for (number, tour) in tours::all().iter().enumerate() {
            if ui.button(format!("{}. {}…", number + 1, tour.title)).clicked() {
                out.push(Action::Tour(TourAction::Worksheet(number)));
                ui.close();
            }
        }
    });
    if ui.button(t!("tour-example")).clicked() {
        out.push(Action::OpenDialog(Dialog::WriteTour));
        ui.close();
    }
    ui.separator();
    let teaches = [PaneGroup::Evaluation, PaneGroup::Representation, PaneGroup::Algorithms];
    for info in panes::all().filter(|info| teaches.contains(&info.group)) {
        if ui.button(info.id.title()).clicked() {
            out.push(Action::Command(UserCommand::of_workspace(Workspace::Lab)));
            out.push(Action::OpenPane(info.id));
            ui.close();
        }
    }
}

/// A submenu, whose name is aligned with those of the commands.
fn submenu(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    let tick = String::new().atom_size(shortcuts::TICK);
    ui.menu_button((tick, name), add).response.accessible_name(name);
}

fn recent(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let recent = &cx.model.settings.recent;
    ui.separator();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        submenu(ui, t!("frame-recent-positions"), |ui| {
            for (at, fen) in recent.iter().enumerate() {
                if ui.button(RichText::new(fen).monospace()).clicked() {
                    out.push(Action::OpenRecentPosition(at));
                    ui.close();
                }
            }
        });
    });
}

fn recent_files(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let files = &cx.model.settings.recent_files;
    ui.add_enabled_ui(!files.is_empty(), |ui| {
        submenu(ui, t!("frame-recent-files"), |ui| {
            for (at, name) in files.iter().enumerate() {
                let (file, whole) = (format::file_name(name.as_ref()), format::path(name.as_ref()));
                if ui.button(file).on_hover_text(whole).clicked() {
                    out.push(Action::Games(GamesAction::OpenRecentFile(at)));
                    ui.close();
                }
            }
        });
    });
}

/// Which panels are open in the current workspace. In a workspace without a choice of panels they open where they
/// belong.
fn panels_menu(ui: &mut Ui, workspace: Workspace, layout: &Layout, out: &mut Vec<Action>) {
    ui.separator();
    submenu(ui, t!("frame-panels"), |ui| {
        for (at, group) in PaneGroup::ALL.into_iter().enumerate() {
            if at > 0 {
                ui.separator();
            }
            for info in panes::all().filter(|info| info.group == group) {
                if workspace.is_fixed() {
                    if ui.button(info.id.title()).clicked() {
                        out.push(Action::OpenPane(info.id));
                        ui.close();
                    }
                    continue;
                }
                let mut open = layout.is_open(info.id);
                if ui.checkbox(&mut open, info.id.title()).changed() {
                    out.push(if open {
                        Action::OpenPane(info.id)
                    } else {
                        Action::ClosePane(info.id)
                    });
                }
            }
        }
    });
}

// Notes on what happened, and the progress of reading a large text.

/// Maximum width of a note, points.
const WIDEST: f32 = 700.0;
/// Space between notes and the edges of the board, points.
const MARGIN: f32 = 12.0;
/// Space to the edges of the window, points.
const WINDOW_MARGIN: f32 = 1.0;
/// Space after a note in the line at the foot of the window, points: less than after the text below it.
const TO_EDGE: f32 = 6.0;
/// In Play and in a presentation a note reaches this far below the board, points. A one-line note covers no square.
const BELOW_BOARD: f32 = 32.0;
/// Space below a note in the line at the foot of the window, and where the FEN field starts there, points.
const ON_LINE: f32 = 4.0;
const FEN_FIELD: f32 = 72.0;
const NOTE_MARGIN: egui::Margin = egui::Margin::symmetric(10, 1);
/// Reading that takes less time than this is not announced, ms.
const QUICK_MS: u64 = 300;

/// The newest note is at the end of the line at the foot of the window, or in a presentation and in Play, unless a move
/// is being typed there, below the board; the others wait below it.
pub(crate) fn toasts(ui: &Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    // Only errors may disturb a presentation.
    let presents = cx.model.view.presentation.is_some();
    let seen = |toast: &&Toast| !presents || toast.kind == ToastKind::Error;
    let shown = cx.model.toasts.shown().filter(seen);
    let reading = cx.model.reading.as_ref().filter(|_| !presents);
    let reading = reading.filter(|reading| cx.now_ms >= reading.since_ms + QUICK_MS);
    if shown.is_none() && reading.is_none() {
        return;
    }
    let window = ui.content_rect().shrink(WINDOW_MARGIN);
    let plays = cx.model.view.workspace == Workspace::Play && cx.model.typed.entry().is_none();
    let (pivot, corner, widest) = if plays || presents {
        let board = room::board(ui).unwrap_or(window);
        let foot = (board.bottom() + BELOW_BOARD).min(window.bottom());
        // What does not fit below the board extends below the column beside it, and never up over the board.
        let beside = window.right() - board.left() - 2.0 * MARGIN;
        let below = board.width().max(LEAST) - 2.0 * MARGIN;
        let widest = if presents { WIDEST.min(below) } else { below.max(beside.min(2.0 * WIDEST)) };
        (Align2::LEFT_BOTTOM, pos2(board.left() + MARGIN, foot), widest)
    } else {
        // At the end of the line at the foot of the window, away from the FEN and a move being typed there.
        let widest = WIDEST.min(window.width() - FEN_FIELD - MARGIN);
        // While a tournament is being set up, its buttons are there.
        let sets_up = cx.model.view.workspace == Workspace::Arena && cx.model.arena.draft.is_some();
        let foot = if sets_up { set_up::FOOT + GAP } else { ON_LINE };
        let corner = window.right_bottom() - vec2(TO_EDGE, foot);
        (Align2::RIGHT_BOTTOM, corner, widest)
    };
    let dialog = cx.model.dialog.is_some().then(|| dialog::place(ui)).flatten();
    let area = |id: Id, above: f32| {
        let corner = corner - vec2(0.0, above);
        // Above the backdrop of a dialog, where a click on it would close the dialog; but its buttons matter more.
        let place = ui.memory(|memory| memory.area_rect(id));
        let apart = dialog.zip(place).is_some_and(|(one, other)| !one.intersects(other));
        let on_top = cx.model.dialog.is_none() || apart;
        let order = if on_top { Order::Foreground } else { Order::Background };
        Area::new(id).role(Role::Alert).order(order).pivot(pivot).fixed_pos(corner)
    };
    // The progress keeps its place while notes come and go above it.
    let mut above = 0.0;
    if let Some(reading) = reading {
        let shown = area(Id::unique("reading"), 0.0).show(ui, |ui| {
            announce(ui, ui.unique_id());
            reading_ui(ui, reading, out);
        });
        above = shown.response.rect.height() + GAP;
    }
    if let Some(toast) = shown {
        // Each note is measured before it is shown: a longer one would begin where the last one did.
        area(Id::unique(("toasts", toast.id)), above).show(ui, |ui| {
            announce(ui, ui.unique_id());
            toast_ui(ui, toast, widest, out);
        });
    }
}

/// Minimum width of a note, however small the board is, points.
const LEAST: f32 = 320.0;

/// The progress of reading or writing, and a button to cancel it.
fn reading_ui(ui: &mut Ui, reading: &Reading, out: &mut Vec<Action>) {
    Frame::popup(ui.style()).inner_margin(NOTE_MARGIN).show(ui, |ui| {
        ui.horizontal(|ui| {
            let text = reading.name.clone();
            ui.label(&text);
            let bar = ProgressBar::new(reading.share).desired_width(140.0).show_percentage();
            ui.add(bar).accessible_name(text);
            if ui.button(t!("button-cancel")).clicked() {
                out.push(Action::CancelReading);
            }
        });
    });
}

/// The actions offered by a note. Choosing one closes it.
fn offers_ui(ui: &mut Ui, toast: &Toast, out: &mut Vec<Action>) {
    for offer in &toast.offers {
        if ui.button(offer.name()).clicked() {
            out.push(offer.action());
            out.push(Action::DismissToast(toast.id));
        }
    }
}

/// The layout of a note's text.
enum Words {
    /// On one line, its buttons beside it.
    Line,
    /// On two small lines of this width, together as high as a line with buttons, its buttons beside them.
    TwoLines(f32),
    /// On as many lines as needed, its buttons below: there is no room beside them.
    Wrapped,
}

impl Words {
    fn of(ui: &Ui, toast: &Toast, widest: f32) -> Words {
        let spacing = ui.spacing().item_spacing.x + 2.0 * ui.spacing().button_padding.x;
        let offers = toast.offers.iter().map(|offer| text_width(ui, offer.name()) + spacing);
        let room = widest - offers.sum::<f32>() - BESIDE_TEXT;
        if text_width(ui, &toast.text) <= room {
            return Words::Line;
        }
        let small = FontId::proportional(theme::SMALL);
        let text = toast.text.clone();
        let rows = ui.painter().layout(text, small, Color32::PLACEHOLDER, room).rows.len();
        if rows <= 2 && room > 0.0 { Words::TwoLines(room) } else { Words::Wrapped }
    }
}

/// Distance of two small lines of a note, points.
const SMALL_LINE: f32 = 14.0;

/// Width of icon, cross and spaces beside the text of a note, points.
const BESIDE_TEXT: f32 = 84.0;

fn toast_ui(ui: &mut Ui, toast: &Toast, widest: f32, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (icon, color, name) = match toast.kind {
        ToastKind::Info => (Icon::Info, p.accent, t!("toast-note")),
        ToastKind::Warning => (Icon::Warning, p.warn, t!("toast-warning")),
        ToastKind::Error => (Icon::Warning, p.bad, t!("toast-error")),
        ToastKind::Question => (Icon::Help, p.accent, t!("toast-question")),
    };
    Frame::popup(ui.style()).inner_margin(NOTE_MARGIN).show(ui, |ui| {
        ui.set_max_width(widest);
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon.glyph()).color(color)).accessible_name(name);
            match Words::of(ui, toast, widest) {
                Words::Line => {
                    ui.label(&toast.text);
                    offers_ui(ui, toast, out);
                }
                Words::TwoLines(width) => {
                    ui.allocate_ui(vec2(width, 2.0 * SMALL_LINE), |ui| {
                        let text = RichText::new(&toast.text).small();
                        ui.add(Label::new(text.line_height(Some(SMALL_LINE))).wrap());
                    });
                    offers_ui(ui, toast, out);
                }
                Words::Wrapped => {
                    ui.vertical(|ui| {
                        ui.set_max_width(widest - 70.0);
                        ui.label(&toast.text);
                        if !toast.offers.is_empty() {
                            ui.horizontal_wrapped(|ui| offers_ui(ui, toast, out));
                        }
                    });
                }
            }
            if buttons::small(ui, Icon::Cross, t!("toast-dismiss")).clicked() {
                out.push(Action::DismissToast(toast.id));
            }
        });
    });
}
