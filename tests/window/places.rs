//! Places in the window, by the rectangles of its elements: buttons that never change places, dialogs that do not
//! move under the pointer, the card at the end of a game, toasts that cover nothing important.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use crate::interface::{Ui, act, click, give, open};
use crate::texts::texts;
use eframe::egui::epaint::TextShape;
use eframe::egui::{Event, Modifiers, PointerButton, Pos2, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, UserCommand};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Phase;
use tabia_app::window::workspace::Workspace;
use tabia_chess::uci_move;
use tabia_engine::human::characters::CHARACTERS;
use tabia_text::{Language, t};

const SIZES: [[f32; 2]; 4] = [[1280.0, 800.0], [800.0, 600.0], [1920.0, 1080.0], [700.0, 1000.0]];

/// The workspaces that have buttons for the game.
const WORKSPACES: [UserCommand; 2] = [UserCommand::PlayWorkspace, UserCommand::StudyWorkspace];

/// The buttons in Play's column, and under the board of Study.
fn buttons(workspace: UserCommand) -> Vec<&'static str> {
    let mut names = vec![
        t!("command-First"),
        t!("command-Previous"),
        t!("command-Next"),
        t!("command-Last"),
        t!("board-hint"),
        t!("board-take-back"),
        t!("board-draw.name"),
        t!("board-resign"),
        t!("board-pause"),
        t!("board-new-game"),
    ];
    if workspace == UserCommand::StudyWorkspace {
        names.extend([t!("command-Flip"), t!("board-watch.name")]);
    }
    names
}

/// Names that may replace each other in one place, because they mean the same or the opposite.
fn twins() -> [[&'static str; 2]; 2] {
    [[t!("board-pause"), t!("board-resume")], [t!("board-play.name"), t!("board-take-back")]]
}

fn open_in(size: [f32; 2], workspace: UserCommand) -> Ui {
    let mut h = open(size);
    give(&mut h, workspace);
    h
}

fn humans() -> NewGame {
    NewGame { sides: Sides::Humans, ..NewGame::default() }
}

/// Starts a game, which switches to Play, and returns to the workspace.
fn start(h: &mut Ui, workspace: UserCommand) {
    act(h, Action::StartGame(humans()));
    act(h, Action::Command(workspace));
}

fn play(h: &mut Ui, moves: &[&str]) {
    for text in moves {
        let mv = uci_move::parse(h.state().model.game.board(), text).unwrap();
        let (from, to, promotion) = (mv.from(), mv.to(), mv.promotion());
        act(h, Action::PlayMove { from, to, promotion });
    }
}

fn click_at(h: &mut Ui, at: Pos2) {
    h.event(Event::PointerMoved(at));
    h.run_steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        h.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        h.run_steps(1);
    }
    h.run_steps(3);
}

/// The place of a button of the game: in Play beside or below the board, in Study below it.
fn button(h: &Ui, name: &str) -> Option<Rect> {
    let corner = |name: &str| h.get_by_label_contains(name).rect();
    let board = corner("a8, ").union(corner("h1, "));
    let play = h.state().model.view.workspace == Workspace::Play;
    h.query_all_by_label(name).map(|node| node.rect()).find(|rect| {
        let beside = rect.left() > board.right() && rect.top() > board.top();
        let below = rect.top() > board.bottom();
        let across = rect.left() > board.left() - 60.0 && rect.right() < board.right() + 4.0;
        if play { beside || below } else { below && across }
    })
}

/// The buttons of the game, with their places.
fn toolbar(h: &Ui, workspace: UserCommand) -> Vec<(&'static str, Rect)> {
    let names = buttons(workspace).into_iter().chain([t!("board-resume"), t!("board-play.name")]);
    names.filter_map(|name| Some((name, button(h, name)?))).collect()
}

/// The window with an analysis board, and with a game before its first move, in progress, paused and over.
fn states(size: [f32; 2], workspace: UserCommand) -> Vec<Ui> {
    let open = |size| open_in(size, workspace);
    let mut free = open(size);
    act(&mut free, Action::Command(UserCommand::ToggleAnalysis));
    let begun = |moves: &[&str]| {
        let mut h = open(size);
        start(&mut h, workspace);
        play(&mut h, moves);
        h
    };
    let (fresh, running) = (begun(&[]), begun(&["e2e4", "e7e5"]));
    let mut paused = begun(&["e2e4", "e7e5"]);
    act(&mut paused, Action::Command(UserCommand::Pause));
    let mut over = begun(&["f2f3", "e7e5", "g2g4", "d8h4"]);
    act(&mut over, Action::EndCard(false));
    let mut all = vec![free, fresh, running, paused, over];
    // Toasts have some of these buttons too.
    for h in &mut all {
        act(h, Action::DismissToasts);
    }
    all
}

#[test]
fn buttons_of_the_game_never_change_places() {
    for (size, workspace) in SIZES.into_iter().flat_map(|size| WORKSPACES.map(|one| (size, one))) {
        let rows: Vec<_> = states(size, workspace).iter().map(|h| toolbar(h, workspace)).collect();
        let needed = buttons(workspace);
        assert!(rows[2].len() >= needed.len(), "{size:?} {workspace:?}: {:?}", rows[2]);
        let all: Vec<_> = rows.iter().flatten().collect();
        for (name, place) in &all {
            for (other, elsewhere) in &all {
                let twins = twins().iter().any(|pair| pair.contains(name) && pair.contains(other));
                if name == other || twins {
                    let moved = (place.min - elsewhere.min).length();
                    assert!(moved < 0.5, "{size:?} {workspace:?}: {name} moved");
                } else {
                    let shared = place.shrink(1.0).intersects(elsewhere.shrink(1.0));
                    assert!(!shared, "{size:?} {workspace:?}: {other} comes where {name} was");
                }
            }
        }
    }
}

#[test]
fn a_second_click_at_the_same_spot_does_nothing_surprising() {
    let sizes = [[1280.0, 800.0], [800.0, 600.0]];
    for (size, workspace) in sizes.into_iter().flat_map(|size| WORKSPACES.map(|one| (size, one))) {
        for name in buttons(workspace) {
            let mut h = open_in(size, workspace);
            start(&mut h, workspace);
            play(&mut h, &["e2e4", "e7e5", "g1f3", "b8c6"]);
            act(&mut h, Action::Command(UserCommand::Previous));
            act(&mut h, Action::DismissToasts);
            let serial = h.state().model.game.serial;
            let spot = button(&h, name).expect(name).center();
            click_at(&mut h, spot);
            click_at(&mut h, spot);
            let model = &h.state().model;
            assert_eq!(model.game.serial, serial, "{name}: another game is on the board");
            assert_eq!(model.game.phase, Phase::Running, "{name}: the game has ended");
            assert!(!model.game.paused, "{name}: the second click resumes");
            assert!(model.dialog.is_none() || name == t!("board-new-game"), "{name}");
        }
    }
}

#[test]
fn pause_only_becomes_resume() {
    let mut h = open([1280.0, 800.0]);
    act(&mut h, Action::StartGame(humans()));
    play(&mut h, &["e2e4"]);
    let pause = button(&h, t!("board-pause")).unwrap();
    click_at(&mut h, pause.center());
    assert!(h.state().model.game.paused);
    assert_eq!(button(&h, t!("board-resume")), Some(pause));
    click_at(&mut h, pause.center());
    assert!(!h.state().model.game.paused);
}

/// Icons that are hard to guess have words beside them.
#[test]
fn actions_in_a_game_have_words_at_normal_width() {
    let mut h = open([1280.0, 800.0]);
    act(&mut h, Action::StartGame(humans()));
    play(&mut h, &["e2e4", "e7e5"]);
    for name in [t!("board-hint"), t!("board-take-back"), t!("board-draw.name"), t!("board-resign")]
    {
        assert!(button(&h, name).unwrap().width() > 45.0, "{name} is a drawing alone");
    }
}

#[test]
fn a_question_is_as_large_as_its_text() {
    let mut h = open([1280.0, 800.0]);
    act(&mut h, Action::StartGame(humans()));
    play(&mut h, &["e2e4", "e7e5"]);
    act(&mut h, Action::Command(UserCommand::Resign));
    h.run_steps(3);
    let question = t!("dialog-resign.side", color = "white");
    let left = h.get_by_role_and_label(Role::Label, &question).rect().left();
    let cancel = h.get_by_label(t!("button-cancel")).rect();
    assert!(cancel.right() - left < 400.0, "{left} to {cancel}");
}

#[test]
fn the_end_of_a_game_is_a_card_in_one_place() {
    let ends = |size, moves: &[&str]| {
        let mut h = open(size);
        act(&mut h, Action::StartGame(humans()));
        play(&mut h, moves);
        let result = if moves.len().is_multiple_of(2) { "black" } else { "white" };
        let number = moves.len().div_ceil(2).to_string();
        let rect = h.get_by_label(&t!("end-checkmate", who = result, move = number)).rect();
        rect.min
    };
    let scholars = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];
    let fools = ["f2f3", "e7e5", "g2g4", "d8h4"];
    assert_eq!(ends(SIZES[0], &scholars), ends(SIZES[0], &fools), "whatever was played");
    for size in SIZES {
        let mut h = open(size);
        act(&mut h, Action::StartGame(humans()));
        play(&mut h, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        let words = h.get_by_label(&t!("end-checkmate", who = "black", move = "2")).rect();
        // Some of its buttons are elsewhere, too.
        let near = Rect::from_x_y_ranges(0.0..=size[0], words.top() - 60.0..=words.top() + 140.0);
        let place = |h: &Ui, name: &str| {
            let found = h.query_all_by_label(name).map(|node| node.rect());
            found.into_iter().find(|rect| near.contains_rect(*rect))
        };
        let names = [
            t!("board-review"),
            t!("board-rematch"),
            t!("board-new-game"),
            // The game is in the file of the user's games already.
            t!("command-SaveFileAs"),
            t!("button-close"),
        ];
        let places = names.map(|name| place(&h, name).expect(name));
        let card = places.iter().fold(words, |card, place| card.union(*place));
        for seen in ["e1, ", "h4, ", "e8, "] {
            let square = h.get_by_label_contains(seen).rect();
            assert!(!card.shrink(4.0).intersects(square), "{size:?}: {seen} is hidden");
        }
        for (i, a) in places.iter().enumerate() {
            assert!(places[i + 1..].iter().all(|b| !a.intersects(*b)), "{size:?}");
        }
        h.run_steps(3);
        click_at(&mut h, places[4].center());
        assert!(place(&h, t!("board-rematch")).is_none(), "it can be closed");
        assert_eq!(h.state().model.game.tree.ply(h.state().model.game.live), 4);
        act(&mut h, Action::EndCard(true));
        assert_eq!(names.map(|name| place(&h, name).expect(name)), places, "each in its place");
        h.run_steps(3);
        click_at(&mut h, places[1].center());
        assert!(h.state().model.game.tree.is_empty(), "rematch");
    }
}

#[test]
fn dialogs_do_not_move_whatever_is_chosen() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut h = open(size);
        act(&mut h, Action::Command(UserCommand::NewGame));
        h.run_steps(4);
        let seen = |h: &Ui| {
            let club = CHARACTERS[5];
            let elo = t!("new-game-elo-number", elo = club.elo.to_string());
            let club = format!("{}, {elo}", club.name);
            let names = [
                t!("button-start"),
                t!("button-cancel"),
                t!("new-game-more"),
                t!("new-game-either"),
                &club,
            ];
            names.map(|name| h.query_all_by_label(name).last().map(|node| node.rect()))
        };
        let before = seen(&h);
        assert!(before.iter().all(Option::is_some), "{before:?}");
        let [start, cancel, ..] = before;
        assert!(cancel.unwrap().bottom() < start.unwrap().top(), "the way out is at the top");
        let draft = NewGame { sides: Sides::Humans, ..NewGame::default() };
        for sides in Sides::ALL {
            for time in [None, Some(tabia_app::game::clock::TimeControl::minutes(5, 3))] {
                act(&mut h, Action::DraftNewGame(NewGame { sides, time, ..draft.clone() }));
                // In a game between two people, names replace the colour.
                let gone = sides == Sides::Humans;
                let places = seen(&h).into_iter().zip(before).enumerate();
                let moved = places.filter(|(at, (now, _))| !(gone && *at == 3 && now.is_none()));
                for (at, (now, was)) in moved {
                    assert_eq!(now, was, "{size:?} {sides:?} {at}");
                }
            }
        }
        act(&mut h, Action::CloseDialog);
        act(&mut h, Action::Command(UserCommand::Settings));
        h.run_steps(4);
        let pages = [
            t!("settings-appearance"),
            t!("settings-board"),
            t!("settings-engine"),
            t!("settings-opponent"),
            t!("settings-tables"),
        ];
        let seen = |h: &Ui| {
            ["Close", t!("settings-reset"), "Settings", "Opponent"]
                .map(|name| h.query_all_by_label(name).last().map(|node| node.rect()))
        };
        let before = seen(&h);
        for page in pages {
            let at = h.query_all_by_label(page).last().unwrap().rect().center();
            click_at(&mut h, at);
            assert_eq!(seen(&h), before, "{size:?} {page}");
        }
    }
}

#[test]
fn notes_cover_neither_the_buttons_nor_the_shown_move() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5 9. exd5 Nxd5 \
                 10. Nxe5 Nxe5 11. Rxe5 c6 12. d4 Bd6 13. Re1 Qh4 14. g3 Qh3 15. Be3 Bg4 16. Qd3 Rae8 *";
    for (size, workspace) in SIZES.into_iter().flat_map(|size| WORKSPACES.map(|one| (size, one))) {
        let mut h = open_in(size, workspace);
        act(&mut h, Action::PasteText(moves.to_owned()));
        act(&mut h, Action::DismissToasts);
        for plies in [0, 8, 14, 10] {
            for _ in 0..plies {
                act(&mut h, Action::Command(UserCommand::Next));
            }
            act(&mut h, Action::Command(UserCommand::CopyFen));
            h.run_steps(3);
            let note = h.get_by_label(t!("toast-dismiss")).rect().expand(4.0);
            let whole = note.union(h.get_by_label(t!("toast-position-copied")).rect());
            let players = [t!("white"), t!("black")].map(|name| h.query_all_by_label(name));
            for player in players.into_iter().flatten().map(|node| node.rect()) {
                assert!(!player.intersects(whole), "{size:?}: a player's name is covered");
            }
            let corner = h.get_by_label_contains("a1, ").rect();
            assert!(
                note.top() > corner.bottom() || note.bottom() < corner.top(),
                "{size:?}: {note}"
            );
            for name in buttons(workspace) {
                let covered = button(&h, name).is_some_and(|place| place.intersects(note));
                assert!(!covered, "{size:?}: {name} is covered");
            }
            let game = &h.state().model.game;
            if plies > 0 {
                let number = game.tree.move_number(game.current);
                let name = format!("{number}{} {}", dots(&h), game.tree.san(game.current));
                let shown = h.query_all_by_label(&name).last().map(|node| node.rect());
                assert!(shown.is_none_or(|shown| !shown.intersects(note)), "{size:?}: {name}");
            }
            act(&mut h, Action::DismissToasts);
        }
    }
}

#[test]
fn notes_of_two_lines_and_several_notes_stay_off_the_board() {
    let long = "Something could not be written: the disk is full, or nobody may write there, or it is away";
    for size in [[1280.0, 800.0], [1024.0, 700.0], [1920.0, 1080.0]] {
        for workspace in WORKSPACES {
            let mut h = open_in(size, workspace);
            for text in ["Something else", long] {
                act(&mut h, Action::Failed(text.to_owned()));
            }
            let corner = h.get_by_label_contains("a1, ").rect();
            let note =
                h.get_by_label(long).rect().union(h.get_by_label(t!("toast-dismiss")).rect());
            assert!(note.top() >= corner.bottom(), "{size:?}: {note} lies on {corner}");
            for name in buttons(workspace) {
                let covered = button(&h, name).is_some_and(|place| place.intersects(note));
                assert!(!covered, "{size:?}: {name} is covered");
            }
            let newest = h.state().model.toasts.shown().unwrap().id;
            act(&mut h, Action::DismissToast(newest));
            h.get_by_label("Something else");
        }
    }
}

#[test]
fn icons_have_words_as_far_as_there_is_space() {
    let width = |size, name: &str| {
        let h = open_in(size, UserCommand::StudyWorkspace);
        button(&h, name).unwrap().width()
    };
    for name in ["board-hint", "board-take-back", "board-new-game"] {
        let name = tabia_text::text(name);
        assert!(width([1280.0, 800.0], name) > 40.0, "{name}");
    }
    assert!(width([1024.0, 700.0], t!("board-hint")) > 40.0);
}

#[test]
fn a_hidden_evaluation_names_the_button_above_it() {
    let mut h = open(SIZES[0]);
    act(&mut h, Action::StartGame(NewGame::default()));
    h.get_by_label(&t!("play-evaluation-hidden.how", button = t!("board-watch")));
    act(&mut h, Action::StartGame(humans()));
    play(&mut h, &["e2e4"]);
    h.get_by_label(&t!("play-evaluation-hidden.how", button = t!("play-analyse")));
}

#[test]
fn in_a_narrow_window_the_moves_are_the_first_tab_of_study() {
    let h = open_in([1024.0, 700.0], UserCommand::StudyWorkspace);
    h.get_by_label(t!("moves-none"));
}

fn dots(h: &Ui) -> &'static str {
    let game = &h.state().model.game;
    if game.tree.mover(game.current) == tabia_chess::Color::White { "." } else { "…" }
}

#[test]
fn in_the_narrowest_column_of_play_no_buttons_overlap() {
    let _german = Language::by_id("de").unwrap().on_this_thread();
    for size in [[640.0, 480.0], [700.0, 500.0], [1280.0, 800.0]] {
        let mut h = open(size);
        act(&mut h, Action::StartGame(NewGame::default()));
        apart(
            &h,
            &[
                t!("command-First"),
                t!("command-Previous"),
                t!("command-Next"),
                t!("command-Last"),
                t!("command-Flip"),
                t!("board-pause"),
                t!("board-new-game"),
            ],
        );
    }
}

/// Fails if one of these buttons is missing or two overlap.
fn apart(h: &Ui, names: &[&str]) {
    let shown: Vec<_> = names.iter().map(|name| (name, button(h, name))).collect();
    for (at, (name, place)) in shown.iter().enumerate() {
        let place = place.unwrap_or_else(|| panic!("no {name}"));
        for (other, elsewhere) in &shown[at + 1..] {
            let apart = elsewhere.is_none_or(|elsewhere| !elsewhere.intersects(place));
            assert!(apart, "{name} and {other}");
        }
    }
}

#[test]
fn below_a_small_board_no_buttons_overlap() {
    for workspace in [UserCommand::LabWorkspace, UserCommand::Duel] {
        let mut h = open([720.0, 480.0]);
        act(&mut h, Action::Command(workspace));
        let names = [
            t!("command-Previous"),
            t!("command-Next"),
            t!("command-Flip"),
            t!("board-hint"),
            t!("board-play.name"),
        ];
        apart(&h, &names);
    }
}

#[test]
fn a_long_note_after_a_short_one_is_whole_at_once() {
    let mut h = open_in([1280.0, 800.0], UserCommand::StudyWorkspace);
    act(&mut h, Action::Command(UserCommand::CopyFen));
    let text = "Something failed, and a long sentence says why it did. ".repeat(2);
    h.state_mut().apply(Action::Failed(text));
    // In the first frame it may only be measured.
    for _ in 0..2 {
        h.run_steps(1);
        for note in h.query_all_by_label(t!("toast-dismiss")) {
            assert!(note.rect().right() <= 1_280.0, "it ends at {}", note.rect());
        }
    }
    assert!(h.query_by_label(t!("toast-dismiss")).is_some());
}

#[test]
fn a_note_beside_an_open_dialog_can_be_closed() {
    let mut h = open_in([1280.0, 800.0], UserCommand::StudyWorkspace);
    act(&mut h, Action::Command(UserCommand::CopyFen));
    act(&mut h, Action::Command(UserCommand::NewGame));
    click(&mut h, t!("toast-dismiss"));
    assert!(h.query_by_label(t!("toast-dismiss")).is_none());
    assert!(h.state().model.dialog.is_some());
}

#[test]
fn a_list_of_moves_that_just_fits_does_not_change_from_frame_to_frame() {
    let game = "{Start of the game} 1. e4 $1 {[%clk 0:10:00] good, and a few words more about it} (1. d4 d5 (1... Nf6 \
                2. c4 (2. Nf3 g6) 2... g6) 2. c4 $13) e5 2. Nf3 Nc6 3. Bb5 a6 $2 {Why not?} 4. O-O 1/2-1/2";
    let mut h = open_in([1280.0, 800.0], UserCommand::StudyWorkspace);
    act(&mut h, Action::PasteText(game.to_owned()));
    act(&mut h, Action::DismissToasts);
    let drawn = |h: &mut Ui| {
        h.run_steps(1);
        let place = |text: TextShape| (text.galley.text().to_owned(), text.pos);
        texts(h).into_iter().map(|(text, _)| place(text)).collect::<Vec<_>>()
    };
    for height in (560_u16..=840).step_by(4) {
        h.set_size([1280.0, f32::from(height)].into());
        h.run_steps(8);
        let first = drawn(&mut h);
        for _ in 0..3 {
            assert_eq!(drawn(&mut h), first, "at a height of {height}");
        }
    }
}
