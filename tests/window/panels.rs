//! The whole interface by the names a screen reader gives it, without window or graphics card: play,
//! load, edit, analyse, change settings, find commands.

use std::time::{Duration, Instant};
use tabia_text::{Language, t};

use crate::interface::{Ui, click, interface_at, open_usual, open_with_engine, wait};
use eframe::egui::{Event, Key, Modifiers, OutputCommand, Role, Shape};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::telemetry::SearchView;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Phase;
use tabia_app::model::Model;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::Color;
use tabia_engine::search::thinker::EngineId;
use tabia_games::words;

fn main_line(model: &Model) -> Vec<String> {
    let tree = &model.game.tree;
    tree.main_line().iter().skip(1).map(|&node| tree.san(node).to_owned()).collect()
}

#[test]
fn a_move_on_the_board_starts_a_game_and_the_engine_answers() {
    let mut h = open_with_engine();
    h.get_by_label(t!("present-starts"));
    click(&mut h, "e2, white pawn");
    h.get_by_label_contains("e4, empty").click();
    h.run_steps(3);
    wait(&mut h, "reply", |model| main_line(model).len() == 2);
    assert_eq!(main_line(&h.state().model)[0], "e4");
    assert_eq!(h.state().model.game.phase, Phase::Running);
    h.get_by_label("1. e4");
    click(&mut h, t!("board-take-back"));
    assert_eq!(h.state().model.game.current, h.state().model.game.tree.root());
}

#[test]
fn a_drag_moves_a_piece() {
    let mut h = open_usual();
    let from = h.get_by_label("g1, white knight").rect().center();
    let to = h.get_by_label("f3, empty").rect().center();
    h.drag_at(from);
    h.step();
    h.hover_at(from + (to - from) * 0.5);
    h.step();
    h.hover_at(to);
    h.step();
    h.drop_at(to);
    h.run_steps(3);
    assert_eq!(main_line(&h.state().model), ["Nf3"]);
}

#[test]
fn space_analyses_and_the_panels_fill() {
    let mut h = open_with_engine();
    h.key_press(Key::Space);
    h.run_steps(2);
    wait(&mut h, "depth 8", |model| {
        let search = model.telemetry.search(EngineId::BUILT_IN);
        search.is_some_and(|search| search.race().is_some_and(|race| race.iterations().len() >= 8))
    });
    h.run_steps(3);
    h.get_by_label(t!("play-evaluation"));
    h.key_press_modifiers(Modifiers::COMMAND, Key::Num2);
    h.run_steps(3);
    h.get_by_label_contains("Line 1:");
    click(&mut h, t!("pane-root-moves"));
    h.get_by_label(t!("search-share-nodes"));
    h.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    h.run_steps(3);
    h.get_by_label_contains("is the first best move");
    click(&mut h, t!("pane-iterations"));
    h.get_by_label("Line");
    click(&mut h, "Statistics");
    h.get_by_label_contains(&format!("{}: ", t!("search-first-move-cutoffs")));
    click(&mut h, "Search plot");
    h.get_by_label("Score, pawns, White's view");
    click(&mut h, t!("pane-evaluation"));
    h.get_by_label_contains("Evaluation ");
    h.key_press(Key::Space);
    wait(&mut h, "end of the analysis", |model| !model.engine.is_busy());
}

#[test]
fn a_pasted_position_is_shown_and_undo_brings_the_game_back() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PlayMove {
        from: "e2".parse().unwrap(),
        to: "e4".parse().unwrap(),
        promotion: None,
    });
    let fen = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
    h.event(Event::Paste(fen.to_owned()));
    h.run_steps(3);
    assert_eq!(h.state().model.game.board().to_string(), fen);
    h.get_by_label_contains("e2, white pawn");
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(3);
    assert_eq!(main_line(&h.state().model), ["e4"]);
}

#[test]
fn a_pasted_game_can_be_walked_through() {
    let mut h = open_usual();
    h.event(Event::Paste("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 *".to_owned()));
    h.run_steps(3);
    assert_eq!(main_line(&h.state().model).len(), 6);
    h.key_press(Key::End);
    h.run_steps(2);
    h.get_by_label_contains("a6, black pawn");
    h.key_press(Key::ArrowLeft);
    h.run_steps(2);
    h.get_by_label_contains("b5, white bishop");
    click(&mut h, "1… e5");
    let game = &h.state().model.game;
    assert_eq!(game.tree.san(game.current), "e5");
    click(&mut h, "1… c5");
    let game = &h.state().model.game;
    assert_eq!(game.tree.san(game.current), "c5");
}

#[test]
fn invalid_text_gives_an_error_and_changes_nothing() {
    let mut h = open_usual();
    let before = h.state().model.game.clone();
    h.event(Event::Paste("no chess at all".to_owned()));
    h.run_steps(3);
    assert!(h.state().model.dialog.is_some() || !h.state().model.toasts.is_empty());
    assert_eq!(h.state().model.game, before);
}

#[test]
fn the_fen_field_says_what_is_wrong() {
    let mut h = open_usual();
    h.state_mut().apply(Action::Command(UserCommand::StudyWorkspace));
    h.run_steps(3);
    let field = h.get_by_role_and_label(Role::TextInput, "FEN");
    field.focus();
    h.run_steps(2);
    h.key_press_modifiers(Modifiers::COMMAND, Key::A);
    h.run_steps(2);
    h.get_by_role_and_label(Role::TextInput, "FEN").type_text("9/8/8/8/8/8/8/8 w - - 0 1");
    h.run_steps(2);
    h.get_by_label(&t!("fen-invalid", why = t!("error-fen-letter", rank = "8", found = "9")));
}

#[test]
fn an_invalid_fen_can_be_corrected_in_a_small_window() {
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut h = interface_at([1024.0, 700.0], 12, move |ctx| Shell::new(ctx, &options));
    h.state_mut().apply(Action::Command(UserCommand::StudyWorkspace));
    h.run_steps(3);
    h.get_by_role_and_label(Role::TextInput, "FEN").focus();
    h.run_steps(2);
    h.key_press_modifiers(Modifiers::COMMAND, Key::A);
    h.run_steps(2);
    let clock = "this-is-not-a-number-at-all-really";
    let fen = format!("8/8/8/3k4/8/8/4R3/4K3 w - - {clock} 120");
    h.get_by_role_and_label(Role::TextInput, "FEN").type_text(&fen);
    h.run_steps(2);
    let field = h.get_by_role_and_label(Role::TextInput, "FEN").rect();
    let trouble = h.get_by_label_contains(clock).rect();
    assert!(field.width() > 150.0 && field.right() <= trouble.left(), "{field:?} {trouble:?}");
}

#[test]
fn the_editor_sets_up_a_position_and_keeps_the_game() {
    let mut h = open_usual();
    // Without an opponent, because the time of a book move depends on the clock.
    let humans = NewGame { sides: Sides::Humans, ..NewGame::default() };
    h.state_mut().apply(Action::StartGame(humans));
    h.state_mut().apply(Action::PlayMove {
        from: "d2".parse().unwrap(),
        to: "d4".parse().unwrap(),
        promotion: None,
    });
    h.run_steps(3);
    h.key_press_modifiers(Modifiers::COMMAND, Key::E);
    h.run_steps(3);
    click(&mut h, t!("editor-clear"));
    h.get_by_label(&t!("position-invalid", why = t!("error-fen-no-king", side = "white")));
    for (piece, square) in
        [("White king", "e1, empty"), ("Black king", "e8, empty"), ("White queen", "d1, empty")]
    {
        click(&mut h, piece);
        h.get_by_label_contains(square).click();
        h.run_steps(3);
    }
    click(&mut h, t!("editor-use"));
    assert!(h.state().model.editor.is_none());
    let board = h.state().model.game.board().to_string();
    assert!(board.starts_with("4k3/8/8/8/8/8/8/3QK3 "), "{board}");
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(3);
    assert_eq!(main_line(&h.state().model), ["d4"]);
}

#[test]
fn the_new_game_dialog_starts_a_game_with_clocks() {
    let mut h = open_with_engine();
    h.key_press_modifiers(Modifiers::COMMAND, Key::N);
    h.run_steps(3);
    h.get_by_role_and_label(Role::RadioButton, t!("black")).click();
    h.run_steps(3);
    click(&mut h, &format!("3+2 {}", t!("new-game-blitz")));
    click(&mut h, t!("button-start"));
    assert!(h.state().model.dialog.is_none());
    assert!(h.state().model.game.clocks.is_some());
    wait(&mut h, "engine's first move", |model| !main_line(model).is_empty());
    h.get_by_label_contains("White's clock ");
    h.get_by_label_contains("Black's clock ");
}

#[test]
fn the_palette_finds_a_command_by_letters() {
    let mut h = open_usual();
    h.key_press_modifiers(Modifiers::COMMAND, Key::K);
    h.run_steps(3);
    h.get_by_role_and_label(Role::TextInput, t!("palette-field")).type_text("flip");
    h.run_steps(2);
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert!(h.state().model.view.flipped);
    assert!(h.state().model.dialog.is_none());
}

#[test]
fn the_palette_says_why_a_command_is_not_possible() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PasteText("1. e4 *".to_owned()));
    h.run_steps(2);
    h.key_press_modifiers(Modifiers::COMMAND, Key::K);
    h.run_steps(3);
    let name = UserCommand::KeepGame.name();
    h.get_by_role_and_label(Role::TextInput, t!("palette-field")).type_text(name);
    h.run_steps(2);
    h.key_press(Key::Enter);
    h.run_steps(3);
    let shell = h.state();
    assert!(shell.model.toasts.iter().any(|toast| toast.text.contains(t!("keep-refused"))));
    assert!(matches!(shell.model.dialog, Some(Dialog::Palette)), "another can be chosen");
}

#[test]
fn the_palette_grows_again_after_a_narrow_search() {
    let mut h = open_usual();
    h.key_press_modifiers(Modifiers::COMMAND, Key::K);
    h.run_steps(3);
    let seen = |h: &Ui, name: &str| {
        let of_name = h.output().shapes.iter().filter_map(|shape| match &shape.shape {
            Shape::Text(text) if text.galley.text() == name => Some((shape.clip_rect, text.pos)),
            _ => None,
        });
        of_name.into_iter().any(|(clip, at)| clip.contains(at))
    };
    let items = |h: &Ui| h.get_all_by_role(Role::MenuItem).count();
    let all = items(&h);
    let tenth =
        h.get_all_by_role(Role::MenuItem).nth(9).and_then(|item| item.accesskit_node().label());
    let tenth = tenth.unwrap();
    assert!(seen(&h, &tenth));
    h.get_by_role_and_label(Role::TextInput, t!("palette-field")).type_text("flip bo");
    h.run_steps(3);
    assert!(items(&h) < 4);
    for _ in 0..7 {
        h.key_press(Key::Backspace);
    }
    h.run_steps(4);
    assert!(items(&h) == all && seen(&h, &tenth), "{tenth} is out of sight");
}

#[test]
fn the_shown_move_stays_in_sight_when_its_line_is_promoted() {
    let mut h = open_usual();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(30);
    h.state_mut().apply(Action::PasteText(format!("1. e4 e5 (1... c5 {shuffle}) 2. d4 *")));
    h.run_steps(3);
    let model = &h.state().model;
    let mut end = model.game.tree.children(model.game.tree.main_line()[1])[1];
    while let Some(next) = h.state().model.game.tree.next(end) {
        end = next;
    }
    h.state_mut().apply(Action::GoTo(end));
    h.run_steps(8);
    h.state_mut().apply(Action::Command(UserCommand::PromoteVariation));
    h.run_steps(12);
    let shown = h.get_all_by_label_contains("61… Ng8").map(|shown| shown.rect());
    let board = h.get_by_label(t!("widget-board")).rect();
    let shown: Vec<_> = shown.filter(|rect| rect.left() > board.right()).collect();
    assert!(shown.iter().any(|rect| board.y_range().contains(rect.center().y)), "{shown:?}");
}

#[test]
fn a_click_on_a_move_leaves_the_list_where_it_is() {
    let mut h = open_usual();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(30);
    h.state_mut().apply(Action::PasteText(format!("1. {shuffle} *")));
    h.run_steps(8);
    let rect = |h: &Ui, number: u32| {
        let name = format!("{number}. {}", if number % 2 == 1 { "Nf3" } else { "Ng1" });
        h.query_all_by_label(&name).next().map(|shown| shown.rect())
    };
    let seen = (1..60).filter(|&number| rect(&h, number).is_some()).max().expect("moves");
    let (number, before) = (seen - 1, rect(&h, seen - 1).expect("in sight"));
    click(&mut h, &format!("{number}. {}", if number % 2 == 1 { "Nf3" } else { "Ng1" }));
    h.run_steps(4);
    let game = &h.state().model.game;
    assert_eq!(game.tree.ply(game.current), 2 * number as usize - 1);
    assert_eq!(rect(&h, number), Some(before), "another click may follow");
}

#[test]
fn ratings_and_clocks_of_a_game_stand_beside_the_players() {
    let mut h = open_usual();
    let game = "[White \"Anand\"]\n[WhiteElo \"2788\"]\n[BlackElo \"?\"]\n\n\
        1. e4 {[%clk 1:39:58]} e5 {[%clk 1:39:40]} 2. Nf3 {[%clk 1:38:00]} *";
    h.state_mut().apply(Action::PasteText(game.to_owned()));
    h.run_steps(3);
    assert!(h.query_by_label_contains("1:3").is_none(), "nobody has moved");
    h.get_by_label("2788");
    h.key_press(Key::ArrowRight);
    h.key_press(Key::ArrowRight);
    h.run_steps(6);
    for (side, time) in [(Color::White, "1:39:58"), (Color::Black, "1:39:40")] {
        h.get_by_label(&t!("board-noted-clock", side = words::side(side), time = time));
    }
}

#[test]
fn letters_typed_into_a_field_are_not_commands() {
    let mut h = open_usual();
    h.state_mut().apply(Action::Command(UserCommand::StudyWorkspace));
    h.run_steps(3);
    h.get_by_role_and_label(Role::TextInput, "FEN").focus();
    h.run_steps(2);
    h.key_press(Key::F);
    h.run_steps(2);
    assert!(!h.state().model.view.flipped);
}

#[test]
fn settings_take_effect_at_once() {
    let mut h = open_usual();
    h.state_mut().apply(Action::Command(UserCommand::Settings));
    h.run_steps(3);
    click(&mut h, "Light");
    assert_eq!(h.ctx.theme(), eframe::egui::Theme::Light);
    h.get_by_role_and_label(Role::RadioButton, "Board").click();
    h.run_steps(2);
    let before = h.state().model.settings.coordinates;
    click(&mut h, "Outside");
    assert_ne!(h.state().model.settings.coordinates, before);
    // The only place that tells how to choose another piece than a queen.
    h.get_by_role_and_label(Role::RadioButton, t!("promotion-queen")).hover();
    h.run_steps(10);
    h.get_by_label(t!("setting-Promotion.hint"));
}

#[test]
fn every_menu_opens_and_every_dialog_closes() {
    let mut h = open_usual();
    for menu in ["File", "Edit", "Go", "Game", "Engine", "View", "Help"] {
        click(&mut h, menu);
        h.key_press(Key::Escape);
        h.run_steps(3);
    }
    for command in [
        UserCommand::NewGame,
        UserCommand::Settings,
        UserCommand::ShowKeys,
        UserCommand::About,
        UserCommand::Welcome,
        UserCommand::Palette,
    ] {
        h.state_mut().apply(Action::Command(command));
        h.run_steps(3);
        assert!(h.state().model.dialog.is_some(), "{command:?}");
        h.key_press(Key::Escape);
        h.run_steps(3);
        assert!(h.state().model.dialog.is_none(), "{command:?}");
    }
}

#[test]
fn the_welcome_leads_to_what_it_offers() {
    let mut h = open_with_engine();
    let choose = |h: &mut Ui, name: &str| {
        h.state_mut().apply(Action::Command(UserCommand::Welcome));
        h.run_steps(3);
        h.get_by_label_contains(name).click();
        h.run_steps(3);
    };
    choose(&mut h, t!("welcome-play.what"));
    assert!(matches!(h.state().model.dialog, Some(Dialog::NewGame(_))));
    h.key_press(Key::Escape);
    h.run_steps(3);
    choose(&mut h, t!("welcome-watch.what"));
    assert!(h.state().model.dialog.is_none());
    assert_eq!(h.state().model.view.workspace, Workspace::Lab);
    let built_in = EngineId::BUILT_IN;
    wait(&mut h, "search", |model| {
        let race = model.telemetry.newest(built_in).and_then(SearchView::race);
        race.is_some_and(|race| race.iterations().len() > 4)
    });
    h.get_by_label(t!("live-tree-try-hover"));
    // Its button hides it, and the tree gets its space.
    h.get_by_label(t!("live-tree-try-close")).click();
    h.run_steps(3);
    assert!(h.query_by_label(t!("live-tree-try-hover")).is_none());
    assert!(!h.state().model.settings.live_tree_tips);
}

/// Opens the menu of something by its name.
fn right_click(harness: &mut Ui, name: &str) {
    harness.get_by_label(name).click_secondary();
    harness.run_steps(3);
}

#[test]
fn the_tree_is_edited_in_the_move_list() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PasteText("1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *".to_owned()));
    h.run_steps(3);
    right_click(&mut h, "1… c5");
    let entry = |h: &Ui, command: UserCommand| {
        h.get_by_label_contains(command.name()).accesskit_node().is_disabled()
    };
    assert!(!entry(&h, UserCommand::PromoteVariation));
    assert!(entry(&h, UserCommand::DemoteVariation), "it is the last one");
    h.get_by_label_contains("Make main line").click();
    h.run_steps(3);
    assert_eq!(main_line(&h.state().model), ["e4", "c5", "Nf3"]);
    right_click(&mut h, "1… c5");
    click(&mut h, "interesting move");
    h.get_by_label("1… c5, interesting move");
    h.key_press(Key::Escape);
    h.run_steps(2);
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(3);
    assert_eq!(main_line(&h.state().model), ["e4", "e5", "Nc3"]);
    h.get_by_label("1… c5");
}

#[test]
fn moves_that_could_not_be_read_are_shown_and_copied() {
    let mut h = open_usual();
    let text = "2. Nf6 Nc6 {why} 3. Bb5";
    h.state_mut().apply(Action::PasteText(format!("1. e4 e5 {text} 1-0")));
    h.run_steps(3);
    right_click(&mut h, text);
    h.get_by_label(t!("moves-copy-unread")).click();
    h.step();
    let copied = OutputCommand::CopyText(text.to_owned());
    assert!(h.output().platform_output.commands.contains(&copied));
}

#[test]
fn the_end_of_a_game_stays_visible() {
    let mut h = open_usual();
    // With scores, the evaluation graph above the list is far higher than the best lines.
    let moves = "Nf3 {[%eval 0.2]} Nf6 {[%eval 0.3]} Ng1 {[%eval 0.2]} Ng8 ".repeat(12);
    let text = format!("{moves}{{Draw by adjudication: both engines see it}} 1/2-1/2");
    h.state_mut().apply(Action::PasteText(text));
    h.run_steps(3);
    h.key_press(Key::End);
    h.run_steps(6);
    let check = |h: &mut Ui, what: &str| {
        h.run_steps(30);
        let [board, field] = [t!("widget-board"), "FEN"].map(|name| h.get_by_label(name).rect());
        let results = h.query_all_by_label_contains("½-½").map(|result| result.rect());
        let beside = results.filter(|rect| rect.left() > board.right());
        let lowest = beside.map(|rect| rect.bottom()).fold(0.0, f32::max);
        assert!((400.0..=field.top()).contains(&lowest), "{what}: {lowest}, {field}");
    };
    for width in [1280.0, 1150.0, 1400.0] {
        h.set_size(eframe::egui::vec2(width, 800.0));
        check(&mut h, &format!("width {width}"));
    }
    for pane in [t!("pane-evaluation"), t!("pane-lines"), t!("pane-evaluation")] {
        click(&mut h, pane);
        check(&mut h, pane);
    }
}

/// Presses keys as a window reports them, all in one frame or one per frame.
fn type_keys(h: &mut Ui, keys: &[(Key, Modifiers, &str)], at_once: bool) {
    for &(key, modifiers, text) in keys {
        let press = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        let text = Some(text).filter(|text| !text.is_empty());
        let text = text.map(|text| Event::Text(text.to_owned()));
        h.input_mut().events.extend(std::iter::once(press).chain(text));
        if !at_once {
            h.step();
        }
    }
    h.run_steps(4);
}

#[test]
fn keys_typed_before_a_field_has_the_focus_reach_it() {
    let none = Modifiers::NONE;
    let good =
        [(Key::G, none, "g"), (Key::O, none, "o"), (Key::Space, none, " "), (Key::F, none, "f")];
    for (opens, at_once) in
        [((Key::C, none, "c"), false), ((Key::F4, none, ""), false), ((Key::F4, none, ""), true)]
    {
        let mut h = open_usual();
        h.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
        h.run_steps(2);
        type_keys(&mut h, &[&[opens], &good[..]].concat(), at_once);
        let node = h.state().model.game.current;
        h.key_press(Key::Enter);
        h.run_steps(3);
        let model = &h.state().model;
        assert_eq!(model.game.tree.comment(node), "go f", "{opens:?} {at_once}");
        assert!(model.typed.entry().is_none() && !model.view.flipped && !model.engine.analysis);
    }
    let palette = (Key::K, Modifiers::CTRL | Modifiers::COMMAND, "");
    let flip = [(Key::F, none, "f"), (Key::L, none, "l"), (Key::I, none, "i"), (Key::P, none, "p")];
    for at_once in [false, true] {
        let mut h = open_usual();
        type_keys(&mut h, &[&[palette], &flip[..]].concat(), at_once);
        let name = t!("palette-field");
        assert_eq!(h.get_by_label(name).value().as_deref(), Some("flip"), "{at_once}");
    }
}

#[test]
fn a_comment_is_written_by_keyboard_and_clicked_open() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    h.run_steps(2);
    h.key_press(Key::ArrowRight);
    h.run_steps(2);
    h.key_press(Key::C);
    h.run_steps(3);
    h.get_by_label(t!("moves-comment")).type_text("1 and best by test");
    h.run_steps(2);
    let node = h.state().model.game.current;
    assert!(h.state().model.game.tree.nags(node).is_empty(), "digits are text here");
    h.key_press(Key::Enter);
    h.run_steps(3);
    let comment = |h: &Ui| h.state().model.game.tree.comment(node).to_owned();
    assert_eq!(comment(&h), "1 and best by test");
    assert!(h.query_by_label(t!("moves-comment")).is_none(), "Enter leaves");
    click(&mut h, "1 and best by test");
    h.get_by_label(t!("moves-comment")).type_text("!");
    h.run_steps(2);
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert_eq!(comment(&h), "1 and best by test!", "Escape keeps what was typed");
    assert!(h.query_by_label(t!("moves-comment")).is_none(), "and leaves");
    h.key_press(Key::Num1);
    h.run_steps(2);
    h.get_by_label("1. e4, good move");
}

#[test]
fn a_comment_is_changed_or_read_by_its_letters() {
    for (letters, can_change) in [(20_000, true), (20_001, false)] {
        let mut h = open_usual();
        let text = format!("1. e4 {{{}}} *", "a".repeat(letters));
        h.state_mut().apply(Action::PasteText(text));
        h.state_mut().apply(Action::Command(UserCommand::Next));
        h.state_mut().apply(Action::Command(UserCommand::Comment));
        h.run_steps(3);
        let (editor, pages) = (t!("moves-comment"), t!("moves-copy-all"));
        assert_eq!(h.query_by_label(editor).is_some(), can_change, "{letters}");
        assert_eq!(h.query_by_label(pages).is_some(), !can_change, "{letters}");
    }
}

#[test]
fn a_comment_is_kept_whole_however_much_is_pasted() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PasteText("1. e4 *".to_owned()));
    h.state_mut().apply(Action::Command(UserCommand::Next));
    h.state_mut().apply(Action::Command(UserCommand::Comment));
    h.run_steps(3);
    let text = "a".repeat(20_500) + " END";
    h.event(Event::Paste(text.clone()));
    h.run_steps(3);
    let game = &h.state().model.game;
    assert_eq!(game.tree.comment(game.current), text);
    h.get_by_label(t!("moves-copy-all"));
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert!(h.query_by_label(t!("moves-copy-all")).is_none(), "Escape leaves");
}

#[test]
fn a_comment_without_the_focus_is_returned_to_and_left_by_keyboard() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PasteText("1. e4 *".to_owned()));
    h.state_mut().apply(Action::Command(UserCommand::Next));
    h.run_steps(2);
    let node = h.state().model.game.current;
    let leave = |h: &mut Ui| {
        h.ctx.memory_mut(|memory| {
            let focused = memory.focused().unwrap();
            memory.surrender_focus(focused);
        });
        h.run_steps(3);
        assert!(!h.get_by_label(t!("moves-comment")).is_focused());
    };
    h.key_press(Key::C);
    h.run_steps(3);
    leave(&mut h);
    h.key_press(Key::C);
    h.run_steps(3);
    h.get_by_label(t!("moves-comment")).type_text("zz");
    h.run_steps(3);
    assert_eq!(h.state().model.game.tree.comment(node), "zz");
    leave(&mut h);
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert!(h.query_by_label(t!("moves-comment")).is_none());
}

#[test]
fn transpositions_are_named_and_followed() {
    let mut h = open_usual();
    let text = "1. d4 Nf6 2. c4 e6 (2... g6) 3. Nf3 (3. Nc3 d5 4. Nf3) 3... d5 4. Nc3 *";
    h.state_mut().apply(Action::PasteText(text.to_owned()));
    h.key_press(Key::End);
    h.run_steps(3);
    h.get_by_role_and_label(Role::Link, "4. Nf3").click();
    h.run_steps(3);
    let shell = h.state();
    assert_eq!(shell.model.game.tree.san(shell.model.game.current), "Nf3");
}

#[test]
fn tags_are_edited_in_their_dialog() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PasteText("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *".to_owned()));
    h.run_steps(2);
    h.key_press(Key::F2);
    h.run_steps(3);
    let white = h.get_by_role_and_label(Role::TextInput, t!("details-tag-White"));
    assert!(white.is_focused(), "a name can be typed at once");
    h.get_by_role_and_label(Role::TextInput, t!("details-tag-Event")).focus();
    h.run_steps(2);
    h.get_by_role_and_label(Role::TextInput, t!("details-tag-Event")).type_text("Club evening");
    h.run_steps(2);
    click(&mut h, t!("button-apply"));
    let tags = &h.state().model.game.tags;
    assert_eq!(tags.get("Event").map(|event| event.trim_start_matches('?')), Some("Club evening"));
    assert_eq!(tags.get("White"), Some("A"));

    // A new tag that was typed is added without its button; one that cannot be added keeps the dialog open.
    h.key_press(Key::F2);
    h.run_steps(3);
    for (name, text) in [("details-new-tag.name", "Source?"), ("details-new-value.name", "a book")]
    {
        h.get_by_role_and_label(Role::TextInput, tabia_text::text(name)).focus();
        h.run_steps(2);
        h.get_by_role_and_label(Role::TextInput, tabia_text::text(name)).type_text(text);
        h.run_steps(2);
    }
    h.key_press(Key::Enter);
    h.run_steps(4);
    h.get_by_label(t!("details-add-tag.rule"));
    h.key_press(Key::Backspace);
    h.run_steps(3);
    h.key_press(Key::Enter);
    h.run_steps(4);
    let model = &h.state().model;
    assert!(model.dialog.is_none());
    assert_eq!(model.game.tags.get("Source"), Some("a book"));
}

#[test]
fn keys_do_not_reach_the_window_behind_a_dialog() {
    let mut h = open_usual();
    h.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    h.key_press(Key::End);
    h.run_steps(3);
    let before = h.state().model.game.clone();
    let zoom = h.state().model.settings.ui_scale;
    h.key_press(Key::F2);
    h.run_steps(3);
    for key in [Key::ArrowLeft, Key::Delete, Key::Space, Key::Num1] {
        h.key_press(key);
        h.run_steps(2);
    }
    h.key_press_modifiers(Modifiers::COMMAND, Key::Equals);
    h.run_steps(3);
    let model = &h.state().model;
    assert!(matches!(model.dialog, Some(Dialog::Tags(_))), "{:?}", model.dialog);
    assert_eq!((model.game.current, model.game.tree.len()), (before.current, before.tree.len()));
    assert!(model.game.tree.nags(model.game.current).is_empty() && !model.engine.is_busy());
    assert!(model.settings.ui_scale > zoom, "the window itself still obeys");
    // Enter is the dialog's own: it saves, and plays no move.
    h.key_press(Key::Enter);
    h.run_steps(3);
    let model = &h.state().model;
    assert!(model.dialog.is_none() && !model.engine.is_busy());
    assert_eq!(model.game.tree.len(), before.tree.len());
}

#[test]
fn enter_does_what_a_dialog_is_for() {
    let mut h = open_usual();
    h.state_mut().apply(Action::Command(UserCommand::NewGame));
    h.run_steps(3);
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert!(h.state().model.dialog.is_none());
    let question =
        Dialog::Confirm { question: "Sure?".to_owned(), command: UserCommand::HideEngine };
    for (focused, hidden) in [(false, true), (true, true)] {
        h.state_mut().apply(Action::OpenDialog(question.clone()));
        h.run_steps(3);
        if focused {
            h.get_by_label(t!("button-cancel")).focus();
            h.run_steps(2);
        }
        h.key_press(Key::Enter);
        h.run_steps(3);
        let model = &h.state().model;
        assert!(model.dialog.is_none());
        assert_eq!(model.view.hide_engine, hidden, "the second time Cancel has the focus");
    }
}

#[test]
fn games_of_a_file_are_filtered_sorted_and_opened_by_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    let game = |n: usize| {
        format!(
            "[White \"White {n}\"]\n[Black \"Black\"]\n[Date \"19{:02}\"]\n\n1. e4 *\n\n",
            n % 100
        )
    };
    let last = "[White \"R\u{e9}ti\"]\n[Date \"2001\"]\n\n1. Nf3 d5 1-0\n";
    let text: String = (0..500).map(game).chain([last.to_owned()]).collect();
    std::fs::write(&path, text).unwrap();
    let mut h = open_usual();
    h.state_mut().apply(Action::OpenPane(PaneId::Games));
    h.run_steps(3);
    h.get_by_label(t!("explorer-no-games"));
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(path)));
    let rows = |shell: &Shell| {
        let list = shell.model.games.as_ref();
        list.filter(|list| !list.waiting).map_or(0, |list| list.rows.len())
    };
    let drained = |h: &mut Ui, what: &str, wanted: usize| {
        let begin = Instant::now();
        while rows(h.state()) != wanted {
            assert!(begin.elapsed() < Duration::from_mins(1), "no {what}");
            std::thread::sleep(Duration::from_millis(5));
            h.state_mut().drain();
        }
        h.run_steps(4);
    };
    drained(&mut h, "list", 501);
    h.get_by_label(&t!("count-games", n = 501));
    let name = h.state().model.games.as_ref().unwrap().name.clone();
    for size in [[1280.0, 800.0], [1024.0, 700.0]] {
        for language in ["en", "de"] {
            let _spoken = Language::by_id(language).unwrap().on_this_thread();
            h.set_size(size.into());
            h.run_steps(4);
            let close = h.get_by_label(t!("library-close")).rect();
            let count = h.get_by_label(&t!("count-games", n = 501)).rect();
            let file = h.get_by_label(&name).rect();
            for (one, other) in [(file, count), (count, close), (file, close)] {
                assert!(!one.intersects(other), "{size:?}, {language}: {one} and {other}");
            }
            for one in [file, count, close] {
                assert!(one.right() <= size[0] && one.width() > 30.0, "{size:?}: {one}");
            }
        }
    }
    h.set_size([1280.0, 800.0].into());
    h.run_steps(4);
    // In the table, and beside the board, which shows the first game.
    assert!(h.query_all_by_label("White 0").count() >= 2);
    assert!(h.query_by_label("White 400").is_none(), "only what is visible is drawn");
    click(&mut h, &t!("library-sort", column = t!("library-number.tip")));
    drained(&mut h, "order", 501);
    h.get_by_label("R\u{e9}ti");
    h.get_by_label(t!("library-filter")).focus();
    h.run_steps(2);
    h.get_by_label(t!("library-filter")).type_text("reti");
    h.run_steps(3);
    drained(&mut h, "filtered row", 1);
    h.get_by_label(&t!("library-count", n = 1, all = 501));
    h.key_press(Key::ArrowDown);
    h.run_steps(3);
    h.key_press(Key::Enter);
    h.run_steps(3);
    let begin = Instant::now();
    while main_line(&h.state().model) != ["Nf3", "d5"] {
        assert!(begin.elapsed() < Duration::from_mins(1), "no game");
        h.state_mut().drain();
        h.run_steps(1);
    }
    assert_eq!(main_line(&h.state().model), ["Nf3", "d5"]);
    assert_eq!(h.state().model.listed_game(), Some(500));
}
