//! Dialogs that ask or inform: a question before a command, before a game is written, a text that could not be read,
//! how a tour is written, what Tabia is.

use eframe::egui::{
    Align2, Button, Color32, FontId, Label, RichText, Role, ScrollArea, Sides, TextEdit, TextStyle,
    Ui, WidgetInfo, vec2,
};

use tabia_app::action::{Action, GamesAction, LabAction, TourAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::game::replacement::Loss;
use tabia_app::game::words::fen_text;
use tabia_app::library::collection::{SaveAnswer, SaveDoubt, SaveQuestion};
use tabia_app::library::link;
use tabia_app::persistence::store::Store;
use tabia_app::tours;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, FenError};
use tabia_games::printable;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels::game::editor;
use crate::gui::present::context::Cx;
use crate::gui::present::dialog;
use crate::gui::widgets::buttons;
use tabia_text::{Language, t};

/// Minimum and maximum width of a question, points.
const QUESTION: f32 = 320.0;
const MAX_QUESTION: f32 = 480.0;
/// Width of the question before saving: its four buttons fit on one line in each language, points.
const SAVE: f32 = 600.0;

/// Asks before a command is carried out.
pub(crate) fn confirm(ui: &mut Ui, question: &str, command: UserCommand, out: &mut Vec<Action>) {
    let style = TextStyle::Heading.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(question.to_owned(), style, Color32::PLACEHOLDER);
    // As wide as its question; without a width the row of buttons would be as wide as the window.
    dialog::title(ui, text.size().x.clamp(QUESTION, MAX_QUESTION), question);
    ui.add_space(theme::GAP);
    if dialog::buttons(ui, t!("button-cancel"), Some((command.name().trim_end_matches('…'), true)))
    {
        out.push(Action::Confirm);
    }
}

/// Asks before another game replaces the user's: the one on the board, or the one beside a tour.
pub(crate) fn replace(ui: &mut Ui, cx: &Cx<'_>, loss: Loss, out: &mut Vec<Action>) {
    let game = cx.model.own_game();
    let home = cx.model.sources.of(game.serial);
    let home = home.and_then(|home| Some((home.path()?, home.place.game)));
    let aside = game.serial != cx.model.game.serial;
    let mut save = t!("button-save");
    let (title, text, go_on) = if loss == Loss::Edits {
        let title = if let Some((path, game)) = home {
            let (name, number) = (format::file_name(path), (game + 1).to_string());
            t!("dialog-edits", number = number, name = name)
        } else {
            save = t!("dialog-save-as");
            if aside { t!("dialog-edits.aside") } else { t!("dialog-edits.no-file") }.to_owned()
        };
        (title, t!("dialog-edits.text"), t!("dialog-edits.discard"))
    } else {
        let text =
            if game.paused { t!("dialog-abandon.paused") } else { t!("dialog-abandon.text") };
        (t!("dialog-abandon").to_owned(), text, t!("dialog-abandon.do"))
    };
    dialog::title(ui, MAX_QUESTION, title);
    ui.label(RichText::new(text).color(theme::palette(ui).text));
    ui.add_space(theme::PAD);
    let (mut goes_on, mut saves) = (false, false);
    if loss == Loss::Edits {
        let left = |ui: &mut Ui| goes_on = dialog::dialog_button(ui, go_on);
        saves = dialog::buttons_with(ui, t!("button-cancel"), left, |ui| {
            dialog::main_button(ui, save, true)
        });
    } else {
        goes_on = dialog::buttons(ui, t!("button-cancel"), Some((go_on, true)));
    }
    if goes_on {
        out.push(Action::Confirm);
    }
    if saves {
        out.push(Action::SaveFirst);
    }
}

/// Explains why a text could not be read.
pub(crate) fn problem(ui: &mut Ui, title: &str, lines: &[String]) {
    dialog::title(ui, 480.0, title);
    let p = theme::palette(ui);
    ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
        for line in lines {
            ui.label(RichText::new(line).color(p.text));
        }
    });
    ui.add_space(theme::PAD);
    dialog::buttons(ui, t!("button-close"), None);
}

/// Lines kept free for the error in a FEN.
const REASON_LINES: f32 = 2.0;

/// Holds an invalid FEN, with the error and a repair if there is one, until it is corrected.
pub(crate) fn broken_fen(ui: &mut Ui, title: &str, text: &str, out: &mut Vec<Action>) {
    dialog::title(ui, 560.0, title);
    let p = theme::palette(ui);
    let board = Board::from_fen(text.trim());
    let trouble = board.as_ref().err().filter(|_| !link::is_link(text));
    let mut edited = text.to_owned();
    let color = if trouble.is_some() { p.bad } else { p.text };
    let field = TextEdit::singleline(&mut edited).font(TextStyle::Monospace).text_color(color);
    let field = ui.add(field.char_limit(link::MAX_LENGTH).desired_width(f32::INFINITY));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "FEN"));
    if field.changed() {
        let title = title.to_owned();
        out.push(Action::OpenDialog(Dialog::BrokenFen { title, text: edited }));
    }
    let repair = trouble.and_then(FenError::repair);
    let (reason, color) = match (trouble, &board) {
        (Some(trouble), _) => (fen_text(trouble), p.bad),
        (None, Ok(board)) => editor::playable(ui, board),
        (None, Err(_)) => (t!("editor-playable").to_owned(), p.good),
    };
    let line = ui.text_style_height(&TextStyle::Body);
    ui.allocate_ui(vec2(ui.available_width(), REASON_LINES * line), |ui| {
        ui.set_min_height(REASON_LINES * line);
        ui.add(Label::new(RichText::new(reason).color(color)).wrap());
    });
    ui.add_space(theme::GAP);
    let note = |text: &str| RichText::new(text).small().color(p.text_weak);
    ui.label(note(if repair.is_some() { t!("dialog-would-be-accepted") } else { " " }));
    let shown = repair.as_deref().unwrap_or(" ");
    ui.add(Label::new(RichText::new(shown).monospace()).truncate().selectable(true));
    ui.add_space(theme::PAD);
    let fen = repair.or_else(|| trouble.is_none().then(|| text.trim().to_owned()));
    let name = if trouble.is_some() { t!("dialog-load-repair") } else { t!("editor-use") };
    let pressed = dialog::buttons(ui, t!("button-cancel"), Some((name, fen.is_some())));
    if (pressed || buttons::enter_ended_input(ui))
        && let Some(fen) = fen
    {
        out.push(Action::CloseDialog);
        out.push(Action::SetFen(fen));
    }
}

/// Asks before a game is lost that is not saved anywhere.
pub(crate) fn unkept(ui: &mut Ui, cx: &Cx<'_>, question: &Dialog, out: &mut Vec<Action>) {
    let Dialog::Unkept { session, settings, training, games, why } = question else { return };
    dialog::title(ui, 480.0, t!("dialog-unkept"));
    let p = theme::palette(ui);
    let place = cx.model.own_place();
    match place {
        Some((game, path)) if *session => {
            let (number, name) = ((game + 1).to_string(), format::file_name(path));
            ui.label(t!("dialog-unkept.changes", number = number, name = name));
        }
        None if *session => {
            ui.label(t!("dialog-unkept.session"));
        }
        _ => {}
    }
    if *settings {
        ui.label(t!("dialog-unkept.settings"));
    }
    if *training {
        ui.label(t!("dialog-unkept.training"));
    }
    if *games > 0 {
        ui.label(t!("dialog-unkept.games", n = *games));
    }
    ui.label(RichText::new(&*format::elided(why, 400)).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    let mut leaves = false;
    let left = |ui: &mut Ui| leaves = dialog::dialog_button(ui, t!("dialog-quit-anyway"));
    let saves = dialog::buttons_with(ui, t!("button-cancel"), left, |ui| {
        let save = if place.is_some() { t!("button-save") } else { t!("dialog-save-as") };
        *session && dialog::main_button(ui, save, true)
    });
    if saves {
        out.push(Action::SaveFirst);
    }
    if leaves {
        out.push(Action::QuitAnyway);
    }
}

/// Asks whether to open a session with which the last start crashed.
pub(crate) fn last_session(ui: &mut Ui, out: &mut Vec<Action>) {
    dialog::title(ui, 440.0, t!("dialog-last-session"));
    ui.label(t!("dialog-last-session.text"));
    ui.add_space(theme::PAD);
    Sides::new().show(
        ui,
        |_| {},
        |ui| {
            if dialog::main_button(ui, t!("dialog-last-session.fresh"), true) {
                out.push(Action::CloseDialog);
            }
            if dialog::dialog_button(ui, t!("dialog-last-session.open")) {
                out.push(Action::OpenLastSession);
            }
        },
    );
}

/// Asks before a game is deleted from its file.
pub(crate) fn delete_game(
    ui: &mut Ui,
    (number, players, name): (u32, &[String; 2], &str),
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let name = format::elided(name, format::NAME);
    dialog::title(ui, QUESTION, t!("dialog-delete-game", number = number.to_string(), name = name));
    let [white, black] = players;
    let players = format!("{white} – {black}");
    ui.label(RichText::new(&*format::elided(&players, 2 * format::NAME)).color(p.text));
    ui.label(RichText::new(t!("dialog-delete-game.text")).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    if dialog::buttons(ui, t!("button-cancel"), Some((t!("dialog-delete-game.do"), true))) {
        out.push(Action::Confirm);
    }
}

/// Asks before duplicate games are merged.
pub(crate) fn merge_duplicates(ui: &mut Ui, (name, games): (&str, usize), out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let name = format::elided(name, format::NAME);
    dialog::title(ui, 480.0, t!("dialog-merge", name = name));
    ui.label(RichText::new(t!("library-duplicates-rule")).color(p.text));
    let text = t!("dialog-merge.text", n = games);
    ui.label(RichText::new(text).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    if dialog::buttons(ui, t!("button-cancel"), Some((t!("dialog-merge.do"), true))) {
        out.push(Action::Games(GamesAction::MergeDuplicates));
    }
}

/// Characters shown of each compared text.
const MAX_SHOWN: usize = 4_000;

/// Asks before a game is written.
pub(crate) fn save(ui: &mut Ui, question: &SaveQuestion, out: &mut Vec<Action>) {
    let name = format::file_name(&question.path);
    let number = |game: u32| (game + 1).to_string();
    let (heading, text, replace) = match &question.why {
        SaveDoubt::Replaces(game) => (
            t!("dialog-replace", number = number(*game), name = name),
            t!("dialog-replace.text").to_owned(),
            Some(t!("dialog-replace.do", number = number(*game))),
        ),
        SaveDoubt::Loses { game, .. } => (
            t!("dialog-replace", number = number(*game), name = name),
            t!("dialog-replace.loses").to_owned(),
            Some(t!("dialog-replace.do", number = number(*game))),
        ),
        SaveDoubt::Encoding { found, .. } => (
            t!("dialog-latin1", name = name),
            t!("dialog-latin1.text", found = found.to_string()),
            None,
        ),
        SaveDoubt::Changed => {
            (t!("dialog-changed", name = name), t!("dialog-changed.text").to_owned(), None)
        }
        SaveDoubt::Over(games) => (
            t!("dialog-over", name = name, n = *games),
            t!("dialog-over.text").to_owned(),
            Some(t!("dialog-over.do", n = *games)),
        ),
    };
    dialog::title(ui, SAVE, heading);
    let p = theme::palette(ui);
    ui.label(RichText::new(text).color(p.text));
    ui.label(RichText::new(format::path(&question.path)).small().color(p.text_weak));
    if let SaveDoubt::Loses { lost, new, .. } = &question.why {
        for (title, text) in [(t!("dialog-in-file"), lost), (t!("dialog-on-board"), new)] {
            ui.add_space(theme::GAP);
            ui.label(RichText::new(title).small().color(p.text_weak));
            ScrollArea::vertical().id_salt(title).max_height(120.0).show(ui, |ui| {
                let shown = format::elided(text, MAX_SHOWN);
                ui.add(Label::new(RichText::new(&*shown).monospace()).wrap().selectable(true));
            });
        }
    }
    ui.add_space(theme::PAD);
    let lacks = matches!(question.why, SaveDoubt::Encoding { .. });
    let main = match &question.why {
        SaveDoubt::Encoding { .. } => SaveAnswer::Convert,
        SaveDoubt::Replaces(_) => SaveAnswer::Replace,
        _ => SaveAnswer::Append,
    };
    let [convert, append] =
        [t!("dialog-latin1.convert"), t!("dialog-append")].map(ToOwned::to_owned);
    let mut answers = vec![(t!("dialog-save-as").to_owned(), SaveAnswer::Elsewhere)];
    answers.push(if lacks { (convert, SaveAnswer::Convert) } else { (append, SaveAnswer::Append) });
    answers.extend(replace.map(|name| (name, SaveAnswer::Replace)));
    // The main answer is at the right end.
    answers.sort_by_key(|(_, answer)| *answer != main);
    let given = dialog::buttons_with(
        ui,
        t!("button-cancel"),
        |_| {},
        |ui| {
            let mut given = None;
            for (name, answer) in answers {
                let pressed = if answer == main {
                    dialog::main_button(ui, &name, true)
                } else {
                    dialog::dialog_button(ui, &name)
                };
                given = given.or(pressed.then_some(answer));
            }
            given
        },
    );
    out.extend(given.map(|answer| Action::Games(GamesAction::Save(answer))));
}

/// Width of the welcome dialog, and height of one of its choices, points.
const WELCOME: f32 = 440.0;
const CHOICE: f32 = 58.0;

/// The choices at the first start.
pub(crate) fn welcome(ui: &mut Ui, out: &mut Vec<Action>) {
    let choices = [
        (Icon::NewGame, t!("welcome-play"), t!("welcome-play.what")),
        (Icon::Eye, t!("welcome-watch"), t!("welcome-watch.what")),
        (Icon::Target, t!("welcome-train"), t!("welcome-train.what")),
        (Icon::Open, t!("welcome-open"), t!("welcome-open.what")),
    ];
    let begin = [
        vec![Action::Command(UserCommand::NewGame)],
        vec![
            Action::Command(UserCommand::LabWorkspace),
            Action::Lab(LabAction::ShowMe(PaneId::LiveTree)),
        ],
        vec![Action::Command(UserCommand::TrainingWorkspace)],
        vec![Action::Command(UserCommand::OpenFile)],
    ];
    let p = theme::palette(ui);
    dialog::title(ui, WELCOME, t!("welcome-title"));
    ui.label(RichText::new(t!("welcome-text")).color(p.text_weak));
    ui.add_space(theme::PAD);
    for (number, ((icon, name, what), begin)) in choices.into_iter().zip(begin).enumerate() {
        let size = vec2(ui.available_width(), CHOICE);
        // Enter chooses the first.
        let edge = if number == 0 { p.accent } else { p.border };
        let choice = ui.add_sized(size, Button::new("").stroke((1.0, edge)));
        choice.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}. {what}")));
        let at = choice.rect.left_center();
        let paint = |x: f32, y: f32, text: &str, size: f32, color: Color32| {
            let font = FontId::proportional(size);
            ui.painter().text(at + vec2(x, y), Align2::LEFT_CENTER, text, font, color);
        };
        paint(16.0, 0.0, &icon.glyph().to_string(), 24.0, p.accent);
        paint(56.0, -10.0, name, 16.0, p.text);
        paint(56.0, 11.0, what, 12.0, p.text_weak);
        if choice.clicked() || number == 0 && buttons::enter_pressed(ui) {
            out.push(Action::CloseDialog);
            out.extend(begin);
        }
        ui.add_space(theme::GAP);
    }
    dialog::buttons_with(ui, t!("button-close"), |_| {}, |_| {});
}

/// How a tour is written: the example, which explains itself, and where the user's own tours go.
pub(crate) fn write_tour(ui: &mut Ui, out: &mut Vec<Action>) {
    // The longest line of the example.
    ui.set_max_width(880_f32.min(ui.ctx().content_rect().width() - 80.0));
    dialog::heading(ui, t!("tour-write"));
    let folder = Store::default_home().map(|home| tours::folder(&home, Language::current().id()));
    if let Some(folder) = folder {
        let folder = folder.display().to_string();
        ui.label(t!("tour-write-folder", folder = printable::line(&folder)));
    }
    ui.label(t!("tour-write-check"));
    ui.add_space(theme::GAP);
    let text = RichText::new(tours::example()).monospace().size(theme::SMALL);
    ScrollArea::vertical()
        .max_height(ui.ctx().content_rect().height() * 0.5)
        .auto_shrink([false, true])
        .show(ui, |ui| ui.add(Label::new(text).wrap()));
    ui.add_space(theme::GAP);
    if dialog::buttons(ui, t!("button-close"), Some((t!("tour-write-save"), true))) {
        out.push(Action::Tour(TourAction::Example));
    }
}

/// What Tabia is, in a few words.
pub(crate) fn about(ui: &mut Ui) {
    let p = theme::palette(ui);
    ui.set_max_width(420.0);
    dialog::heading(ui, "Tabia");
    ui.label(
        RichText::new(t!("dialog-about-version", version = env!("CARGO_PKG_VERSION")))
            .color(p.text_weak),
    );
    ui.add_space(theme::GAP);
    ui.label(t!("dialog-about"));
    ui.add_space(theme::GAP);
    ui.label(RichText::new(t!("dialog-about.licence")).color(p.text_weak));
    dialog::buttons(ui, t!("button-close"), None);
}
