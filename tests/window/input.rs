//! Mouse and keyboard in the real interface: Enter and Esc in every dialog and in the position editor, correcting FENs
//! in place, reaching the board by Tab, very short taps, files chosen in the window's own dialog.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::time::Duration;

use eframe::egui::accesskit::{Live, Role};
use eframe::egui::{Event, Key, Memory, Modifiers, PointerButton, Pos2, Rect, Shape, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia_text::t;

use tabia::gui::look::theme;
use tabia::gui::widgets::board::has_keyboard;
use tabia_app::action::{Action, UserCommand};
use tabia_app::game::editor::MAX_FEN;
use tabia_app::game::new_game::NewGame;
use tabia_app::library::collection::{GameText, SaveDoubt, SaveQuestion};
use tabia_app::model::Model;
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Square;
use tabia_games::export::job::{Choices, Kind};
use tabia_games::game::tags::Tags;

use crate::interface::{Ui, act, give, open, open_usual, wait};

const BROKEN: &str = "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1";
const MENDED: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

fn press(h: &mut Ui, key: Key) {
    h.key_press(key);
    h.run_steps(4);
}

fn write(h: &mut Ui, text: &str) {
    h.event(Event::Text(text.to_owned()));
    h.run_steps(3);
}

fn fen(h: &Ui) -> String {
    h.state().model.game.board().to_string()
}

/// Moves the pointer, and presses and releases the mouse button, within one frame.
fn tap(h: &mut Ui, pos: Pos2) {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    let events = &mut h.input_mut().events;
    events.push(Event::PointerMoved(pos));
    for pressed in [true, false] {
        events.push(Event::PointerButton { pos, button, pressed, modifiers });
    }
    h.run_steps(6);
}

/// Whether Enter has done what the button of a dialog says.
type Done = fn(&Model) -> bool;

/// Every dialog, with this check.
fn dialogs() -> Vec<(Dialog, Done)> {
    let closed = |model: &Model| model.dialog.is_none();
    let path = std::path::PathBuf::from("games.pgn");
    let confirm = Dialog::Confirm { question: "Sure?".into(), command: UserCommand::HideEngine };
    let problem = Dialog::Problem { title: "Odd".into(), lines: vec!["Very odd".into()] };
    let broken = Dialog::BrokenFen { title: "Broken".into(), text: BROKEN.into() };
    vec![
        (Dialog::NewGame(NewGame::default()), closed),
        (Dialog::Review(ReviewRequest::default()), closed),
        (Dialog::Tags(Tags::roster()), closed),
        (confirm, |model| model.dialog.is_none() && model.view.hide_engine),
        (
            Dialog::Save(SaveQuestion {
                game: GameText::default(),
                path: path.clone(),
                why: SaveDoubt::Changed,
            }),
            closed,
        ),
        (
            Dialog::Save(SaveQuestion {
                game: GameText::default(),
                path,
                why: SaveDoubt::Replaces(0),
            }),
            // The game has no place in the file: the dialog for a file follows at once or later.
            |model| !matches!(model.dialog, Some(Dialog::Save(_))),
        ),
        (Dialog::MergeDuplicates { name: "games.pgn".into(), games: 2 }, closed),
        (Dialog::Export(Kind::Html, Choices::default()), |model| {
            !matches!(model.dialog, Some(Dialog::Export(..)))
        }),
        (problem, closed),
        (broken, |model| model.dialog.is_none() && model.game.board().to_string() == MENDED),
        (Dialog::Engines, closed),
        (Dialog::Settings, closed),
        (Dialog::Keys, closed),
        (Dialog::WriteTour, |model| !matches!(model.dialog, Some(Dialog::WriteTour))),
        (Dialog::About, closed),
    ]
}

#[test]
fn enter_presses_the_highlighted_button_of_every_dialog_and_esc_closes_each() {
    for (dialog, done) in dialogs() {
        let mut h = open_usual();
        act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
        act(&mut h, Action::OpenDialog(dialog.clone()));
        press(&mut h, Key::Escape);
        assert!(h.state().model.dialog.is_none(), "Esc leaves {dialog:?} open");
        act(&mut h, Action::OpenDialog(dialog.clone()));
        press(&mut h, Key::Enter);
        assert!(done(&h.state().model), "Enter in {dialog:?}");
    }
    let mut h = open_usual();
    give(&mut h, UserCommand::Palette);
    press(&mut h, Key::Escape);
    assert!(h.state().model.dialog.is_none());
}

#[test]
fn enter_in_a_field_of_the_settings_only_ends_the_input_there() {
    let mut h = open_usual();
    give(&mut h, UserCommand::Settings);
    h.get_by_label("Your name").click();
    h.run_steps(3);
    write(&mut h, "Ada");
    press(&mut h, Key::Enter);
    assert_eq!(h.state().model.settings.player_name, "Ada");
    assert!(h.state().model.dialog.is_some());
    press(&mut h, Key::Enter);
    assert!(h.state().model.dialog.is_none());
}

#[test]
fn enter_in_the_field_of_the_status_bar_does_not_use_the_edited_position() {
    let mut h = open_usual();
    give(&mut h, UserCommand::StudyWorkspace);
    act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    give(&mut h, UserCommand::EditPosition);
    h.get_by_label(t!("editor-start")).click();
    h.run_steps(3);
    let fields = h.query_all_by_role_and_label(Role::TextInput, "FEN");
    let lowest = |a: &Node<'_>, b: &Node<'_>| a.rect().top().total_cmp(&b.rect().top());
    fields.max_by(lowest).unwrap().focus();
    h.run_steps(3);
    press(&mut h, Key::Enter);
    assert!(h.state().model.editor.is_some(), "it only ends the input there");
    press(&mut h, Key::Enter);
    assert!(h.state().model.editor.is_none());
}

#[test]
fn esc_leaves_the_position_editor_enter_accepts_it_and_arrow_keys_stay_in_it() {
    for workspace in [UserCommand::PlayWorkspace, UserCommand::StudyWorkspace] {
        let mut h = open_usual();
        give(&mut h, workspace);
        act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
        give(&mut h, UserCommand::Last);
        let shown = h.state().model.game.current;
        give(&mut h, UserCommand::EditPosition);
        for key in [Key::ArrowLeft, Key::Home, Key::PageUp, Key::ArrowUp] {
            press(&mut h, key);
        }
        assert!(h.state().model.editor.is_some());
        press(&mut h, Key::Escape);
        assert!(h.state().model.editor.is_none(), "{workspace:?}");
        assert_eq!(h.state().model.game.current, shown);
        give(&mut h, UserCommand::EditPosition);
        let fields = |h: &Ui| h.get_all_by_role_and_label(Role::TextInput, "FEN").count();
        for at in 0..fields(&h) {
            h.get_all_by_role_and_label(Role::TextInput, "FEN").nth(at).unwrap().focus();
            h.run_steps(3);
            press(&mut h, Key::Escape);
            assert!(h.state().model.editor.is_some(), "it only ends the input there");
        }
        h.get_by_label(t!("editor-clear")).click();
        h.run_steps(3);
        press(&mut h, Key::Enter);
        assert!(h.state().model.editor.is_some(), "an empty board is no position");
        h.get_by_label(t!("editor-start")).click();
        h.run_steps(3);
        press(&mut h, Key::Enter);
        assert!(h.state().model.editor.is_none());
        assert!(h.state().model.game.tree.is_empty(), "it is used");
    }
}

#[test]
fn esc_in_the_comment_editor_keeps_the_premove() {
    let mut h = open_usual();
    act(&mut h, Action::Set(SettingChange::BookMoves(false)));
    act(&mut h, Action::PlayMove { from: Square::E2, to: Square::E4, promotion: None });
    act(&mut h, Action::Premove { from: Square::D2, to: Square::D4, promotion: None });
    give(&mut h, UserCommand::Comment);
    write(&mut h, "best by test");
    let open = |h: &Ui| {
        (h.state().model.view.annotating.is_some(), h.state().model.game.premove.is_some())
    };
    assert_eq!(open(&h), (true, true));
    press(&mut h, Key::Escape);
    assert_eq!(open(&h), (false, true));
    press(&mut h, Key::Escape);
    assert_eq!(open(&h), (false, false));
}

#[test]
fn a_text_that_is_no_fen_is_cut_to_the_length_of_one() {
    let mut h = open_usual();
    give(&mut h, UserCommand::EditPosition);
    h.get_by_role_and_label(Role::TextInput, "FEN").focus();
    h.run_steps(3);
    h.event(Event::Paste("1. e4 e5 ".repeat(10_000)));
    h.run_steps(3);
    let editor = h.state().model.editor.as_ref().unwrap();
    assert_eq!(editor.fen_text.chars().count(), MAX_FEN);
}

#[test]
fn in_a_small_window_the_position_editor_shows_its_verdict_and_covers_nothing() {
    for size in [[1024.0, 640.0], [960.0, 600.0], [720.0, 480.0]] {
        let mut h = open(size);
        give(&mut h, UserCommand::StudyWorkspace);
        give(&mut h, UserCommand::EditPosition);
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        let verdict = h.get_by_label(t!("editor-playable")).rect();
        assert!(window.contains_rect(verdict) && verdict.height() < 24.0, "{size:?}: {verdict}");
        let square = h.get_by_label_contains("e1, ").rect();
        assert!(square.width() > size[1] / 14.0, "{size:?}: the board is large, {square}");
        let steps = [t!("command-Undo"), t!("command-Redo")]
            .map(|name| h.get_by_role_and_label(Role::Button, name).rect());
        let [cancel, apply] = [t!("button-cancel"), t!("editor-use")]
            .map(|name| h.get_by_role_and_label(Role::Button, name).rect());
        let corner = h.get_by_label_contains("h1, ").rect();
        assert!(apply.left() > corner.right(), "{size:?}: {apply} lies on the board");
        for piece in ["knight", "pawn"] {
            let name = t!("widget-piece", color = "black", piece = piece);
            let tray = h.get_by_role_and_label(Role::Button, &name).rect();
            assert!(tray.right() < cancel.right() + 16.0, "{size:?}: {tray} is in the column");
            for step in steps {
                assert!(window.contains_rect(step), "{size:?}: {step}");
                assert!(!step.intersects(tray), "{size:?}: {step} lies on the {piece} at {tray}");
            }
        }
    }
}

#[test]
fn a_pasted_invalid_fen_is_shown_with_the_reason_and_a_repair() {
    let mut h = open_usual();
    h.event(Event::Paste(BROKEN.to_owned()));
    h.run_steps(6);
    let field = h.get_by_role_and_label(Role::TextInput, "FEN");
    assert_eq!(field.accesskit_node().value().as_deref(), Some(BROKEN));
    assert!(h.query_by_label_contains("castling").is_some(), "it says why");
    h.get_by_label(MENDED);
    h.get_by_label(t!("dialog-load-repair"));
    // It can also be corrected by hand.
    h.get_by_role_and_label(Role::TextInput, "FEN").focus();
    h.run_steps(3);
    h.key_press_modifiers(Modifiers::COMMAND, Key::A);
    write(&mut h, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    h.get_by_label(t!("editor-playable"));
    press(&mut h, Key::Enter);
    assert_eq!(fen(&h), "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    h.event(Event::Paste(BROKEN.to_owned()));
    h.run_steps(6);
    h.get_by_label(t!("dialog-load-repair")).click();
    h.run_steps(6);
    assert_eq!(fen(&h), MENDED);
}

#[test]
fn an_invalid_fen_stays_in_the_bar_until_it_is_corrected_or_discarded() {
    let mut h = open_usual();
    give(&mut h, UserCommand::StudyWorkspace);
    let broken = |h: &mut Ui| {
        h.get_by_role_and_label(Role::TextInput, "FEN").focus();
        h.run_steps(3);
        h.key_press_modifiers(Modifiers::COMMAND, Key::A);
        write(h, BROKEN);
    };
    let value = |h: &Ui| h.get_by_role_and_label(Role::TextInput, "FEN").accesskit_node().value();
    broken(&mut h);
    press(&mut h, Key::Enter);
    assert_eq!(value(&h).as_deref(), Some(BROKEN), "Enter refuses it");
    broken(&mut h);
    h.get_by_label(t!("fen-copy")).focus();
    h.run_steps(4);
    assert_eq!(value(&h).as_deref(), Some(BROKEN), "it waits while one is elsewhere");
    h.get_by_label(t!("editor-repair")).click();
    h.run_steps(6);
    assert_eq!((fen(&h).as_str(), value(&h).as_deref()), (MENDED, Some(MENDED)));
    broken(&mut h);
    act(&mut h, Action::PasteText("1. e4 *".to_owned()));
    assert_eq!(
        value(&h).as_deref(),
        Some(BROKEN),
        "a field with the focus does not follow the board"
    );
    h.get_by_label(t!("fen-copy")).focus();
    h.run_steps(4);
    assert_eq!(value(&h).as_deref(), Some(BROKEN));
    act(&mut h, Action::PasteText("8/8/8/4k3/8/8/8/R3K3 w - - 0 1".to_owned()));
    assert_eq!(value(&h), Some(fen(&h)), "another position is shown");
}

#[test]
fn a_valid_fen_stays_in_the_bar_until_it_is_used_or_discarded() {
    const TYPED: &str = "8/8/8/4k3/8/8/4K3/4R3 w - - 0 1";
    let mut h = open_usual();
    give(&mut h, UserCommand::StudyWorkspace);
    let before = fen(&h);
    let value = |h: &Ui| h.get_by_role_and_label(Role::TextInput, "FEN").accesskit_node().value();
    for ends in [Key::Escape, Key::Enter] {
        h.get_by_role_and_label(Role::TextInput, "FEN").focus();
        h.run_steps(3);
        h.key_press_modifiers(Modifiers::COMMAND, Key::A);
        write(&mut h, TYPED);
        assert!(h.query_by_label(t!("editor-use")).is_none(), "Enter uses it");
        h.get_by_label(t!("fen-copy")).focus();
        h.run_steps(4);
        assert_eq!(value(&h).as_deref(), Some(TYPED));
        assert_eq!(fen(&h), before);
        if ends == Key::Escape {
            h.get_by_role_and_label(Role::TextInput, "FEN").focus();
            h.run_steps(3);
            press(&mut h, ends);
            assert_eq!(value(&h).as_deref(), Some(before.as_str()));
        }
    }
    h.get_by_label(t!("editor-use")).click();
    h.run_steps(6);
    assert_eq!((fen(&h).as_str(), value(&h).as_deref()), (TYPED, Some(TYPED)));
    assert!(h.query_by_label(t!("editor-use")).is_none());
}

#[test]
fn in_a_low_window_the_position_editor_does_not_cover_arena_and_training() {
    let mut h = open([1000.0, 580.0]);
    give(&mut h, UserCommand::StudyWorkspace);
    give(&mut h, UserCommand::EditPosition);
    h.get_by_label(t!("editor-use"));
    for workspace in [UserCommand::ArenaWorkspace, UserCommand::TrainingWorkspace] {
        give(&mut h, workspace);
        assert!(h.query_by_label(t!("editor-use")).is_none(), "{workspace:?}");
    }
}

#[test]
fn tab_reaches_the_board_from_a_window_just_opened_in_every_workspace() {
    for workspace in [
        UserCommand::PlayWorkspace,
        UserCommand::StudyWorkspace,
        UserCommand::LabWorkspace,
        UserCommand::Duel,
    ] {
        let mut h = open_usual();
        give(&mut h, workspace);
        let mut presses = 0;
        while !has_keyboard(&h.ctx) {
            presses += 1;
            assert!(presses <= 3, "{workspace:?}");
            press(&mut h, Key::Tab);
        }
        let squares = h.query_all_by_role(Role::GridCell).filter(Node::is_focused);
        assert_eq!(squares.count(), 1);
        // Tab continues from there, and the focused element has a ring.
        press(&mut h, Key::Tab);
        assert!(!has_keyboard(&h.ctx));
        assert!(has_ring(&h), "{workspace:?}");
        h.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
        h.run_steps(4);
        assert!(has_keyboard(&h.ctx), "and back");
    }
}

/// Whether a ring in the accent colour, two points wide, is drawn two points around the focused element.
fn has_ring(h: &Ui) -> bool {
    let focused = h.ctx.memory(Memory::focused).unwrap();
    let widget = h.ctx.viewport(|seen| seen.prev_pass.widgets.get(focused).copied());
    let place = widget.unwrap().interact_rect.expand(2.0);
    let accent = theme::palette(&h.ctx).accent;
    h.output().shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Rect(rect) => {
            rect.rect == place
                && rect.stroke.color == accent
                && (rect.stroke.width - 2.0).abs() < 0.01
        }
        _ => false,
    })
}

#[test]
fn the_shortest_tap_is_enough_for_buttons_and_lists_of_choices() {
    let mut h = open_usual();
    let at = h.get_by_label(t!("command-Settings").trim_end_matches('…')).rect().center();
    tap(&mut h, at);
    assert!(matches!(h.state().model.dialog, Some(Dialog::Settings)), "a button");
    let list = h.get_by_role_and_label(Role::ComboBox, "Language").rect().center();
    tap(&mut h, list);
    let german = h.get_by_label("Deutsch").rect().center();
    tap(&mut h, german);
    assert_eq!(h.state().model.settings.language, "de");
    act(&mut h, Action::Set(SettingChange::Language("en".to_owned())));
    // An open list is above the dialog, the second time too.
    for _ in 0..2 {
        act(&mut h, Action::CloseDialog);
        tap(&mut h, at);
        let list = h.get_by_role_and_label(Role::ComboBox, "Language").rect().center();
        tap(&mut h, list);
        let entry = h.get_by_label("Deutsch").rect().center();
        let dialog = h.ctx.layer_id_at(list);
        assert_ne!(h.ctx.layer_id_at(entry), dialog, "the list lies behind the dialog");
        h.key_press(Key::Escape);
        h.run_steps(3);
    }
    let menu = {
        act(&mut h, Action::CloseDialog);
        h.get_by_label(t!("menu-file")).rect().center()
    };
    tap(&mut h, menu);
    let entry = h.get_by_label_contains(t!("command-ExportPage")).rect().center();
    tap(&mut h, entry);
    let exports = matches!(h.state().model.dialog, Some(Dialog::Export(..)));
    assert!(exports, "a menu and its entry");
    let mut h = open_usual();
    for square in ["e2, white pawn", "e4, empty"] {
        let at = h.get_by_label(square).rect().center();
        tap(&mut h, at);
    }
    h.get_by_label("e4, white pawn");
}

#[test]
fn moves_are_visible_at_once_after_a_game_is_pasted_or_opened() {
    let moves = [["Nf3", "Nf6"], ["Ng1", "Ng8"]];
    let text: Vec<String> = (0..40)
        .map(|at| format!("{}. {} {}", at + 1, moves[at % 2][0], moves[at % 2][1]))
        .collect();
    let text = text.join(" ");
    for (workspace, size) in [
        (UserCommand::StudyWorkspace, vec2(1280.0, 800.0)),
        (UserCommand::StudyWorkspace, vec2(900.0, 640.0)),
        (UserCommand::PlayWorkspace, vec2(1280.0, 800.0)),
    ] {
        let mut h = open_usual();
        give(&mut h, workspace);
        h.set_size(size);
        h.run_steps(4);
        if workspace == UserCommand::StudyWorkspace {
            act(&mut h, Action::OpenPane(PaneId::Explorer));
        }
        h.event(Event::Paste(text.clone()));
        h.run_steps(3);
        assert!(h.query_all_by_label_contains("Nf3").count() > 0, "{workspace:?} {size}");
        give(&mut h, UserCommand::Last);
        let last = h.query_all_by_label_contains("Ng8").map(|node| node.rect());
        assert!(last.max_by(|a, b| a.top().total_cmp(&b.top())).is_some(), "{workspace:?} {size}");
    }
}

#[test]
fn study_looks_the_same_after_other_window_sizes() {
    let mut h = open_usual();
    give(&mut h, UserCommand::StudyWorkspace);
    act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    for pane in [PaneId::Explorer, PaneId::Review, PaneId::Moves] {
        act(&mut h, Action::OpenPane(pane));
        let before = h.state().model.view.panes.clone();
        for size in [vec2(1024.0, 700.0), vec2(1920.0, 1080.0), vec2(1280.0, 800.0)] {
            h.set_size(size);
            h.run_steps(6);
            let now = &h.state().model.view.panes;
            assert!(now.contains(&pane), "{pane:?} at {size}: {now:?}");
        }
        assert_eq!(h.state().model.view.panes, before, "{pane:?}");
    }
}

#[test]
fn hiding_the_engine_hides_moves_and_keeps_the_panel() {
    let mut h = open_usual();
    give(&mut h, UserCommand::StudyWorkspace);
    act(&mut h, Action::Set(SettingChange::MultiPv(0)));
    act(&mut h, Action::OpenPane(PaneId::Lines));
    h.get_by_label(t!("lines-hidden"));
    give(&mut h, UserCommand::MoreLines);
    assert!(h.query_by_label(t!("lines-hidden")).is_none());
}

/// Types a path over the one in the dialog for files.
fn type_path(h: &mut Ui, path: &str) {
    h.get_by_role_and_label(Role::TextInput, t!("choose-path")).focus();
    h.run_steps(3);
    h.key_press_modifiers(Modifiers::COMMAND, Key::A);
    write(h, path);
}

fn path(h: &Ui) -> String {
    let field = h.get_by_role_and_label(Role::TextInput, t!("choose-path"));
    field.accesskit_node().value().unwrap_or_default()
}

/// Waits until the dialog says this.
fn says(h: &mut Ui, message: &str) {
    let mut labels: Vec<String> = Vec::new();
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(5));
        h.run_steps(1);
        let all = h.query_all_by_role(Role::Label).filter_map(|node| node.accesskit_node().value());
        labels = all.collect();
        if labels.iter().any(|label| label == message) {
            return;
        }
    }
    panic!("{message} is not said for {}: {labels:?}", path(h));
}

/// Runs steps, for a second at most, until something is shown or hidden.
fn step_until(h: &mut Ui, done: impl Fn(&Ui) -> bool) {
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(5));
        h.run_steps(1);
        if done(h) {
            break;
        }
    }
}

#[test]
fn a_file_is_chosen_in_the_windows_own_dialog_where_the_system_has_none() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("Games of mine");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("one.pgn"), "1. e4 e5 2. Nf3 *").unwrap();
    std::fs::write(folder.join("notes.odt"), "x").unwrap();
    let asks = |model: &Model| matches!(model.dialog, Some(Dialog::ChooseFile(_)));
    let mut h = open_usual();
    h.key_press_modifiers(Modifiers::COMMAND, Key::O);
    h.run_steps(2);
    wait(&mut h, "Ctrl+O asks", asks);
    type_path(&mut h, &format!("{}/Ga", home.path().display()));
    step_until(&mut h, |h| h.query_by_label_contains("Games of mine").is_some());
    press(&mut h, Key::Tab);
    assert_eq!(path(&h), format!("{}/", folder.display()), "Tab completes");
    step_until(&mut h, |h| h.query_by_label_contains("one.pgn").is_some());
    assert!(h.query_by_label_contains("notes.odt").is_none(), "other files are left out");
    write(&mut h, "two");
    press(&mut h, Key::Enter);
    says(&mut h, &t!("choose-not-there", name = "two"));
    type_path(&mut h, &format!("{}/", folder.display()));
    h.get_by_label_contains("one.pgn").click();
    h.run_steps(3);
    press(&mut h, Key::Enter);
    wait(&mut h, "the game", |model| model.game.tree.len() == 4);
    assert!(h.state().model.dialog.is_none());

    // The next dialog opens in the folder of the last file.
    give(&mut h, UserCommand::SaveFileAs);
    wait(&mut h, "saving asks", asks);
    assert!(path(&h).starts_with(&format!("{}/", folder.display())), "{}", path(&h));
    type_path(&mut h, &format!("{}/three", folder.display()));
    press(&mut h, Key::Enter);
    let saved = folder.join("three.pgn");
    wait(&mut h, "the file", |_| saved.is_file());

    // An existing file is overwritten on the second request, even if its extension was not typed.
    give(&mut h, UserCommand::SaveFileAs);
    wait(&mut h, "saving asks", asks);
    step_until(&mut h, |h| {
        let listed = |node: Node<'_>| node.accesskit_node().label().unwrap_or_default();
        h.query_all_by_role(Role::Button).any(|node| listed(node).contains("three.pgn"))
    });
    type_path(&mut h, &format!("{}/three", folder.display()));
    press(&mut h, Key::Enter);
    assert!(asks(&h.state().model), "it asks once more");
    says(&mut h, &t!("choose-replaces-again", name = "three.pgn"));
    press(&mut h, Key::Enter);
    wait(&mut h, "it is taken", |model| !asks(model));
    press(&mut h, Key::Escape);

    // Also if a blank follows, or if the list does not have it.
    let hidden = folder.join(".hidden.pgn");
    std::fs::write(&hidden, "1. d4 *").unwrap();
    give(&mut h, UserCommand::SaveFileAs);
    wait(&mut h, "saving asks", asks);
    for (typed, name) in [("three.pgn ", "three.pgn"), (".hidden.pgn", ".hidden.pgn")] {
        type_path(&mut h, &format!("{}/{typed}", folder.display()));
        press(&mut h, Key::Enter);
        says(&mut h, &t!("choose-replaces-again", name = name));
        assert!(asks(&h.state().model));
    }
    assert_eq!(std::fs::read_to_string(&hidden).unwrap(), "1. d4 *");

    // A relative path begins in the folder shown.
    std::fs::create_dir(folder.join("sub")).unwrap();
    type_path(&mut h, "sub/four.pgn");
    step_until(&mut h, |h| h.query_by_label_contains("three.pgn").is_none());
    press(&mut h, Key::Enter);
    let saved = folder.join("sub").join("four.pgn");
    wait(&mut h, "the file", |_| saved.is_file());

    // Cancelled, it asks nothing more.
    give(&mut h, UserCommand::OpenFile);
    wait(&mut h, "it asks again", asks);
    press(&mut h, Key::Escape);
    assert!(h.state().model.dialog.is_none());
}

#[test]
fn the_keyboard_goes_down_the_column_beside_the_board() {
    let mut h = open_usual();
    for square in ["e2, white pawn", "e4, empty"] {
        h.get_by_label(square).click();
        h.run_steps(3);
    }
    let board = h.get_by_label("h1, white rook").rect();
    let mut tops = Vec::new();
    for _ in 0..40 {
        press(&mut h, Key::Tab);
        let place = h.ctx.memory(Memory::focused);
        let place = place.and_then(|id| h.ctx.read_response(id)).map(|response| response.rect);
        if let Some(place) =
            place.filter(|place| place.left() > board.right() && place.top() > 60.0)
        {
            tops.push(place.center().y.round());
        } else if tops.len() > 3 {
            break;
        }
    }
    assert!(tops.len() > 3 && tops.is_sorted(), "{tops:?}");
}

#[test]
fn f10_goes_to_the_menus() {
    let mut h = open_usual();
    press(&mut h, Key::F10);
    assert!(h.get_by_label(t!("menu-file")).is_focused());
    let mut h = open([760.0, 700.0]);
    press(&mut h, Key::F10);
    assert!(h.get_by_label(t!("frame-menu")).is_focused(), "folded");
}

#[test]
fn a_screen_reader_gets_moves_notes_and_the_names_of_dialogs() {
    let mut h = open_usual();
    for square in ["e2, white pawn", "e4, empty"] {
        h.get_by_label(square).click();
        h.run_steps(4);
    }
    let live = |h: &Ui, role: Role| {
        let mut all = h.query_all_by_role(role).map(|node| node.accesskit_node());
        all.any(|node| node.live() == Live::Polite)
    };
    assert!(live(&h, Role::Status));
    let status = h.query_all_by_role(Role::Status).next().unwrap();
    let message = status.accesskit_node().label().unwrap_or_default();
    assert!(message.starts_with("1. e4"), "{message}");
    act(&mut h, Action::Failed("odd".to_owned()));
    assert!(live(&h, Role::Alert));
    give(&mut h, UserCommand::Resign);
    h.get_by_role_and_label(Role::Dialog, t!("dialog-resign"));
    press(&mut h, Key::Enter);
    assert!(live(&h, Role::Alert), "the card of the end");
}
