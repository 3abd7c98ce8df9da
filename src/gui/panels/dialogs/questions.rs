//! Dialogs that ask or tell: a question before a command, before a game is written, a text that could not be read, what
//! Tabia is.

use eframe::egui::{Button, Label, RichText, ScrollArea, Sides, Ui, vec2};

use tabia_app::action::{Action, GamesAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::library::collection::{SaveAnswer, SaveDoubt, SaveQuestion};
use tabia_text::t;

use crate::gui::look::{format, theme};
use crate::gui::present::parts;

/// Asks before a command is carried out.
pub(crate) fn confirm(ui: &mut Ui, question: &str, command: UserCommand, out: &mut Vec<Action>) {
    ui.set_min_width(320.0);
    ui.heading(question);
    ui.add_space(theme::PAD);
    if parts::buttons(ui, "Cancel", Some((command.name().trim_end_matches('…'), true))) {
        out.push(Action::Confirm);
    }
}

/// Tells why a text could not be read, and offers a repair where there is one.
pub(crate) fn problem(
    ui: &mut Ui,
    title: &str,
    lines: &[String],
    repair: Option<&String>,
    out: &mut Vec<Action>,
) {
    parts::title(ui, 480.0, title);
    let p = theme::palette(ui);
    ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
        for line in lines {
            ui.label(RichText::new(line).color(p.text));
        }
    });
    if let Some(repair) = repair {
        ui.add_space(theme::GAP);
        ui.label(RichText::new("This would be accepted").small().color(p.text_weak));
        ui.label(RichText::new(repair).monospace());
    }
    ui.add_space(theme::PAD);
    let load = repair.map(|_| ("Load the repaired position", true));
    if parts::buttons(ui, "Close", load)
        && let Some(repair) = repair
    {
        out.push(Action::CloseDialog);
        out.push(Action::SetFen(repair.clone()));
    }
}

/// Asks before a game is lost that is kept nowhere.
pub(crate) fn unkept(ui: &mut Ui, why: &str, out: &mut Vec<Action>) {
    parts::title(ui, 480.0, "Quit and lose the game?");
    let p = theme::palette(ui);
    ui.label("The session is not kept, and the game is in no file as it stands.");
    ui.label(RichText::new(&*format::elided(why, 400)).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    let mut leaves = false;
    let left = |ui: &mut Ui| leaves = parts::dialog_button(ui, "Quit anyway");
    let saves =
        parts::buttons_with(ui, "Cancel", left, |ui| parts::main_button(ui, "Save as…", true));
    if saves {
        out.push(Action::CloseDialog);
        out.push(Action::Command(UserCommand::SaveFileAs));
    }
    if leaves {
        out.push(Action::Leave);
    }
}

/// Asks whether a session is to be opened that the last start did not survive.
pub(crate) fn last_session(ui: &mut Ui, out: &mut Vec<Action>) {
    parts::title(ui, 440.0, "Open the last session?");
    let text = "Tabia ended while it was opening the last session, or could not show it. The session is kept, \
                whatever you choose.";
    ui.label(text);
    ui.add_space(theme::PAD);
    Sides::new().show(
        ui,
        |_| {},
        |ui| {
            if parts::main_button(ui, "Start fresh", true) {
                out.push(Action::CloseDialog);
            }
            if parts::dialog_button(ui, "Open last session") {
                out.push(Action::OpenLastSession);
            }
        },
    );
}

/// Asks before games that are the same become one.
pub(crate) fn merge_duplicates(ui: &mut Ui, (name, games): (&str, usize), out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let name = format::elided(name, format::NAME);
    parts::title(ui, 480.0, format!("Merge the duplicates of {name}?"));
    ui.label(RichText::new(t!("library-duplicates-rule")).color(p.text));
    let text = format!("All {games} games of the file are looked at. The merge can be undone.");
    ui.label(RichText::new(text).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    if parts::buttons(ui, "Cancel", Some(("Merge duplicates", true))) {
        out.push(Action::Games(GamesAction::MergeDuplicates));
    }
}

/// Characters shown of each text that is compared.
const MOST_SHOWN: usize = 4_000;

/// Asks before a game is written.
pub(crate) fn save(ui: &mut Ui, question: &SaveQuestion, out: &mut Vec<Action>) {
    let name = format::file_name(&question.path);
    let (heading, text, replace) = match &question.why {
        SaveDoubt::Replaces(game) => (
            format!("Replace game {} of {name}?", game + 1),
            "The rest of the file stays byte for byte as it is.".to_owned(),
            Some(format!("Replace game {}", game + 1)),
        ),
        SaveDoubt::Loses { game, .. } => (
            format!("Replace game {} of {name}?", game + 1),
            "The game in the file has moves that could not be read, and the game on the board no longer has the \
             moves before them. Replacing it would delete them; if you append, both games stay."
                .to_owned(),
            Some(format!("Replace game {}", game + 1)),
        ),
        SaveDoubt::Encoding { found, .. } => (
            format!("{name} is in Latin-1"),
            format!(
                "Latin-1 has no \u{201c}{found}\u{201d}, which the game contains. Nothing was written. The whole \
                 file can be converted to UTF-8; its text stays the same."
            ),
            None,
        ),
        SaveDoubt::Changed => (
            format!("{name} has changed on disk"),
            "Since the game was read, somebody else has written to the file, so nobody knows what \
             would be replaced. Nothing was written."
                .to_owned(),
            None,
        ),
        SaveDoubt::Over(games) => (
            format!("{name} holds {games} games"),
            "To write this game alone would remove all of them.".to_owned(),
            Some(format!("Replace all {games} games")),
        ),
    };
    parts::title(ui, 480.0, heading);
    let p = theme::palette(ui);
    ui.label(RichText::new(text).color(p.text));
    ui.label(RichText::new(format::path(&question.path)).small().color(p.text_weak));
    if let SaveDoubt::Loses { lost, new, .. } = &question.why {
        for (title, text) in [("In the file, unread", lost), ("On the board", new)] {
            ui.add_space(theme::GAP);
            ui.label(RichText::new(title).small().color(p.text_weak));
            ScrollArea::vertical().id_salt(title).max_height(120.0).show(ui, |ui| {
                let shown = format::elided(text, MOST_SHOWN);
                ui.add(Label::new(RichText::new(&*shown).monospace()).wrap().selectable(true));
            });
        }
    }
    ui.add_space(theme::PAD);
    let mut answer = |answer| out.push(Action::Games(GamesAction::Save(answer)));
    let careful = !matches!(question.why, SaveDoubt::Replaces(_));
    let fill = |strong: bool| if strong { p.accent_fill } else { p.raised };
    let button = |ui: &mut Ui, name: &str, strong: bool| {
        let button = Button::new(name).fill(fill(strong)).min_size(vec2(0.0, 30.0));
        ui.add(button).clicked()
    };
    parts::buttons_with(
        ui,
        "Cancel",
        |_| {},
        |ui| {
            if button(ui, "Save as…", false) {
                answer(SaveAnswer::Elsewhere);
            }
            let lacks = matches!(question.why, SaveDoubt::Encoding { .. });
            if lacks && button(ui, "Convert the file", true) {
                answer(SaveAnswer::Convert);
            }
            if !lacks && button(ui, "Append to the file", careful) {
                answer(SaveAnswer::Append);
            }
            if let Some(replace) = replace
                && button(ui, &replace, !careful)
            {
                answer(SaveAnswer::Replace);
            }
        },
    );
}

/// Tells what Tabia is, in a few words.
pub(crate) fn about(ui: &mut Ui) {
    let p = theme::palette(ui);
    ui.set_max_width(420.0);
    ui.heading("Tabia");
    ui.label(RichText::new(format!("Version {}", env!("CARGO_PKG_VERSION"))).color(p.text_weak));
    ui.add_space(theme::GAP);
    ui.label(
        "A chess program in which you can see how the engine thinks. Rules, engine, evaluation and \
         drawings are its own; nothing is fetched and nothing is sent",
    );
    ui.add_space(theme::GAP);
    ui.label(RichText::new("Licence: MIT or Apache 2.0, at your choice").color(p.text_weak));
    parts::buttons(ui, "Close", None);
}
