//! Moves typed in the window and keys changed in it, by the names a screen reader gives. The last test writes pictures
//! into `target/gallery`.
#![expect(clippy::expect_used, reason = "helpers of tests fail loudly")]

use crate::interface::{Ui, open};
use eframe::egui::{self, Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, KeysAction, TrainingAction, UserCommand};
use tabia_app::training::state::Page;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::view::Dialog;
use tabia_chess::{Square, uci_move};
use tabia_games::game::annotation::{Brush, Shape};
use tabia_games::game::tree::NodeId;
use tabia_text::t;

fn press(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// The events of typed letters: the key, then its text.
fn types(harness: &mut Ui, text: &str) {
    for letter in text.chars() {
        let key = Key::from_name(&letter.to_string()).expect("a key");
        let shift = if letter.is_ascii_uppercase() { Modifiers::SHIFT } else { Modifiers::NONE };
        // Both in one frame; the harness would use a frame for each event.
        let events = [press(key, shift), Event::Text(letter.to_string())];
        harness.input_mut().events.extend(events);
        harness.step();
    }
    harness.run_steps(4);
}

/// Stops the time of the interface, this many seconds later.
fn stop_time(harness: &mut Ui, later: f64) {
    let now = harness.ctx.input(|input| input.time);
    harness.input_mut().time = Some(now + later);
}

#[test]
fn a_move_typed_in_training_is_echoed_below_its_board() {
    let mut harness = open([1280.0, 800.0]);
    let apply = |harness: &mut Ui, action| {
        harness.state_mut().apply(action);
        harness.run_steps(4);
    };
    apply(&mut harness, Action::Command(UserCommand::TrainingWorkspace));
    apply(&mut harness, Action::Training(TrainingAction::Show(Page::Endgames)));
    apply(&mut harness, Action::Training(TrainingAction::Drill { endgame: 0, start: 0 }));
    types(&mut harness, "Ra");
    harness.get_by_label(&t!("typed-move.name", text = "Ra"));
    types(&mut harness, "4");
    let drill = harness.state().model.training.drill.as_ref().expect("an endgame");
    assert_eq!(drill.moves(), 1);
}

#[test]
fn a_letter_chooses_the_piece_of_a_promotion_that_is_asked_for() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::SetFen("8/4P3/8/8/8/k7/8/4K3 w - - 0 1".to_owned()));
    harness.run_steps(4);
    for square in ["e7, white pawn", "e8, empty"] {
        harness.get_by_label(square).click();
        harness.run_steps(4);
    }
    types(&mut harness, "f");
    assert!(!harness.state().model.view.flipped, "other letters are no commands meanwhile");
    types(&mut harness, "n");
    let game = &harness.state().model.game;
    assert_eq!(game.tree.san(game.current), "e8=N");
    // The letters of the language choose too.
    harness.state_mut().apply(Action::Command(UserCommand::First));
    harness.run_steps(4);
    let german = SettingChange::Language("de".to_owned());
    harness.state_mut().apply(Action::Set(german));
    harness.run_steps(6);
    for square in ["e7, weißer Bauer", "e8, leer"] {
        harness.get_by_label(square).click();
        harness.run_steps(4);
    }
    types(&mut harness, "t");
    let game = &harness.state().model.game;
    assert_eq!(game.tree.san(game.current), "e8=R");
}

#[test]
fn the_enter_of_a_typed_move_does_not_answer_a_question_that_appears_by_itself() {
    let mut harness = open([1280.0, 800.0]);
    stop_time(&mut harness, 0.0);
    let apply = |harness: &mut Ui, action| {
        harness.state_mut().apply(action);
        harness.run_steps(4);
    };
    apply(&mut harness, Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    let circle = Shape::Circle { at: Square::E4, brush: Brush::Green };
    apply(&mut harness, Action::ToggleShape(circle));
    let asks = |harness: &Ui| matches!(harness.state().model.dialog, Some(Dialog::Replace(..)));
    for before in [true, false] {
        if before {
            types(&mut harness, "Nb");
        }
        apply(&mut harness, Action::SetFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()));
        assert!(asks(&harness));
        if !before {
            types(&mut harness, "d4");
        }
        harness.key_press(Key::Enter);
        harness.run_steps(4);
        assert!(asks(&harness), "typed before the question: {before}");
        harness.key_press(Key::Escape);
        harness.run_steps(4);
    }
    apply(&mut harness, Action::OpenDialog(Dialog::About));
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    assert!(harness.state().model.dialog.is_none(), "no letter before it");
}

fn played(harness: &Ui) -> Vec<String> {
    let game = &harness.state().model.game;
    let path = game.tree.path(game.live);
    path[1..].iter().map(|&node| game.tree.san(node).to_owned()).collect()
}

#[test]
fn a_move_typed_on_the_board_is_echoed_and_played() {
    let mut harness = open([1280.0, 800.0]);
    types(&mut harness, "N");
    harness.get_by_label(&t!("typed-move.name", text = "N"));
    harness.get_by_label("♘a3, ♘c3, ♘f3, ♘h3");
    types(&mut harness, "f");
    harness.get_by_label("♘f3");
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Typed move").is_none());
    types(&mut harness, "e2e4");
    assert_eq!(played(&harness), ["e4"]);
    types(&mut harness, "Nf");
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let premove = harness.state().model.game.premove.expect("it was typed while the engine thinks");
    assert_eq!((premove.from.to_string(), premove.to.to_string()), ("g1".into(), "f3".into()));
    // The first Escape clears what is being typed.
    types(&mut harness, "N");
    for cancelled in [false, true] {
        harness.key_press(Key::Escape);
        harness.run_steps(3);
        assert_eq!(harness.state().model.game.premove.is_none(), cancelled);
    }
}

#[test]
fn enter_goes_to_the_next_puzzle_unless_it_follows_the_last_move() {
    let mut harness = open([1280.0, 800.0]);
    stop_time(&mut harness, 0.0);
    harness.state_mut().apply(Action::Command(UserCommand::TrainingWorkspace));
    harness.run_steps(4);
    let solving = |harness: &Ui| harness.state().model.training.solving.clone().expect("a puzzle");
    let puzzle = solving(&harness).puzzle;
    while let Some(mv) = solving(&harness).wanted() {
        let asked = solving(&harness).asked();
        types(&mut harness, &uci_move::write(&asked, mv, false));
    }
    for next in [false, true] {
        harness.key_press(Key::Enter);
        harness.run_steps(4);
        assert_eq!(solving(&harness).puzzle != puzzle, next);
    }
    let puzzle = solving(&harness).puzzle;
    while let Some(mv) = solving(&harness).wanted() {
        let asked = solving(&harness).asked();
        types(&mut harness, &uci_move::write(&asked, mv, false));
    }
    stop_time(&mut harness, 1.5);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    assert_ne!(solving(&harness).puzzle, puzzle, "a later Enter is not that of the move");
}

#[test]
fn shift_and_a_key_without_a_possible_command_is_not_the_plain_key() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3".to_owned()));
    harness.state_mut().apply(Action::Command(UserCommand::Last));
    let moves = |harness: &Ui| harness.state().model.game.tree.main_line().len() - 1;
    // There is no next move: Delete would remove the move itself.
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Delete);
    harness.run_steps(3);
    assert_eq!(moves(&harness), 3);
    // There is nothing to redo: Ctrl+Z would undo the pasted game.
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    harness.run_steps(3);
    assert_eq!(moves(&harness), 3);
    harness.state_mut().apply(Action::Command(UserCommand::First));
    harness.state_mut().apply(Action::Command(UserCommand::Next));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Delete);
    harness.run_steps(3);
    assert_eq!(moves(&harness), 1);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(3);
    assert_eq!(moves(&harness), 3);
}

#[test]
fn keys_that_edit_a_text_leave_the_game_alone() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3".to_owned()));
    harness.state_mut().apply(Action::Command(UserCommand::First));
    harness.state_mut().apply(Action::Command(UserCommand::Comment));
    harness.run_steps(3);
    harness.get_by_label(t!("moves-comment")).type_text("King pawn");
    harness.run_steps(3);
    let comment = |harness: &Ui| harness.state().model.game.tree.comment(NodeId::ROOT).to_owned();
    assert_eq!(comment(&harness), "King pawn", "nothing has to be closed for it to be kept");
    let (shift, ctrl) = (Modifiers::SHIFT, Modifiers::COMMAND);
    for (modifiers, key) in [(shift, Key::Delete), (ctrl, Key::Backspace), (ctrl, Key::Z)] {
        harness.key_press_modifiers(modifiers, key);
        harness.run_steps(3);
        assert_eq!(harness.state().model.game.tree.main_line().len(), 4, "{key:?}");
    }
    harness.get_by_label(t!("moves-comment"));
}

#[test]
fn a_button_reached_by_tab_is_pressed_by_enter_and_space() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3".to_owned()));
    harness.run_steps(3);
    let flips = UserCommand::Flip.info().name();
    for (key, flipped) in [(Key::Enter, true), (Key::Space, false)] {
        harness.get_by_label(flips).focus();
        harness.run_steps(2);
        harness.key_press(key);
        harness.run_steps(3);
        let model = &harness.state().model;
        assert_eq!(model.view.flipped, flipped, "{key:?}");
        let plies = model.game.tree.main_line().len() - 1;
        assert!(!model.engine.analysis && plies == 3, "{key:?}");
    }
}

#[test]
fn letters_in_a_field_are_text() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::Command(UserCommand::StudyWorkspace));
    harness.run_steps(3);
    harness.get_by_label("FEN").focus();
    harness.run_steps(3);
    types(&mut harness, "e4");
    assert!(played(&harness).is_empty());
    assert!(harness.state().model.typed.entry().is_none());
}

#[test]
fn the_palette_plays_moves_and_names_every_command_with_its_keys() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::Command(UserCommand::Palette));
    harness.run_steps(3);
    harness.get_by_label(t!("review-learn-back"));
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Command").type_text("e2e4");
    harness.run_steps(3);
    harness.get_by_label(&t!("palette-play", move = "e4"));
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(played(&harness), ["e4"]);
    assert!(harness.state().model.dialog.is_none());
}

#[test]
fn keys_are_changed_by_pressing_others() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::Command(UserCommand::Settings));
    harness.run_steps(4);
    harness.get_by_label(t!("settings-keys")).click();
    harness.run_steps(4);
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, t!("keys-find")).focus();
    harness.run_steps(2);
    harness.event(Event::Text("flip".to_owned()));
    harness.run_steps(3);
    harness.get_by_label(&t!("keys-of", name = t!("command-Flip"))).click();
    harness.run_steps(3);
    harness.key_press(Key::H);
    harness.run_steps(3);
    harness.get_by_label(&t!("keys-taken", keys = "H", holder = t!("command-Hint")));
    harness.get_by_label(t!("keys-swap")).click();
    harness.run_steps(3);
    let keys = |harness: &Ui, command| harness.state().model.settings.keys.all_text(command);
    assert_eq!(keys(&harness, UserCommand::Flip), "H");
    assert_eq!(keys(&harness, UserCommand::Hint), "F");
    // Escape cancels the question and not the dialog.
    harness.get_by_label(&t!("keys-of", name = t!("command-Flip"))).click();
    harness.run_steps(3);
    harness.event(press(Key::Escape, Modifiers::NONE));
    harness.run_steps(3);
    assert!(harness.state().model.rebinding.is_none() && harness.state().model.dialog.is_some());
    harness.state_mut().apply(Action::CloseDialog);
    harness.run_steps(3);
    harness.key_press(Key::H);
    harness.run_steps(3);
    assert!(harness.state().model.view.flipped);
    harness.state_mut().apply(Action::Keys(KeysAction::ResetAll));
    harness.run_steps(2);
    assert_eq!(keys(&harness, UserCommand::Flip), "F");
}

#[test]
fn the_sheet_of_keys_fits_a_large_window_without_scrolling() {
    let mut harness = open([1280.0, 800.0]);
    harness.state_mut().apply(Action::Command(UserCommand::ShowKeys));
    harness.run_steps(4);
    let last = harness.get_by_label(t!("keys-walk"));
    assert!(last.rect().max.y < 800.0, "{:?}", last.rect());
    let about = harness.get_all_by_label("Full screen").last().expect("in the sheet");
    assert!(about.rect().max.y < 760.0);
}

/// The interface painted by the CPU.
fn painted(size: [f32; 2]) -> Harness<'static, Option<Shell>> {
    let frame = |ui: &mut egui::Ui, shell: &mut Option<Shell>| {
        let options = ShellOptions { home: None, engine: false, no_animation: true };
        let shell = shell.get_or_insert_with(|| Shell::new(ui.ctx(), &options));
        // Fonts are available a frame after they are set.
        if ui.ctx().cumulative_pass_nr() > 0 {
            shell.show(ui);
        }
    };
    let builder = Harness::builder().with_size(size).with_max_steps(30);
    builder.renderer(crate::interface::Cpu::default()).build_ui_state(frame, None)
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).expect("a folder for the pictures");
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (size, name) in [([1280.0, 800.0], "m"), ([800.0, 600.0], "s"), ([1920.0, 1080.0], "l")]
        {
            for (what, actions) in scenes() {
                let mut harness = painted(size);
                harness.run_steps(4);
                let act = |harness: &mut Harness<'static, Option<Shell>>, actions: Vec<Action>| {
                    harness.state_mut().as_mut().expect("it is there").apply_all(actions);
                    harness.run_steps(6);
                };
                act(&mut harness, vec![Action::Set(SettingChange::Theme(theme))]);
                act(&mut harness, actions);
                if what.starts_with("settings") {
                    act(&mut harness, vec![Action::Command(UserCommand::Settings)]);
                    harness.get_by_label(t!("settings-keys")).click();
                    harness.run_steps(6);
                }
                if what.ends_with("clash") {
                    let h = tabia_app::commands::command::Keys::pressed("H", [false; 3]);
                    let ask = KeysAction::Ask(UserCommand::Flip);
                    act(&mut harness, [ask, KeysAction::Pressed(h)].map(Action::Keys).to_vec());
                }
                harness.remove_cursor();
                let image = harness.render().expect("a picture");
                let file = folder.join(format!("keys-{what}-{mode}-{name}.png"));
                image.save(file).expect("a picture is written");
            }
        }
    }
}

fn scenes() -> Vec<(&'static str, Vec<Action>)> {
    use tabia_app::game::typed::TypedKey;
    let typed = |text: &str, held| {
        let letter = |c| Action::Typed(TypedKey::Char(c), held);
        text.chars().map(letter).collect::<Vec<_>>()
    };
    vec![
        ("sheet", vec![Action::Command(UserCommand::ShowKeys)]),
        ("settings", vec![]),
        ("settings-clash", vec![]),
        ("typed", typed("N", None)),
        ("typed-dead", typed("Nf4", None)),
        ("typed-held", typed("e", Some(UserCommand::ToggleEvalBar))),
    ]
}

#[test]
fn text_and_enter_of_one_frame_run_the_command_that_the_text_names() {
    let text = |text: &str| Event::Text(text.to_owned());
    for opens in [true, false] {
        let mut harness = open([1280.0, 800.0]);
        let before = harness.state().model.settings.theme;
        harness.input_mut().events.push(press(Key::K, Modifiers::COMMAND));
        if opens {
            harness.run_steps(4);
        }
        let typed = [press(Key::N, Modifiers::NONE), text("Next theme")];
        let events = typed.into_iter().chain([press(Key::Enter, Modifiers::NONE)]);
        harness.input_mut().events.extend(events);
        harness.run_steps(6);
        let model = &harness.state().model;
        assert!(model.dialog.is_none(), "{opens}: {:?}", model.dialog);
        assert_ne!(model.settings.theme, before, "{opens}");
    }
}
