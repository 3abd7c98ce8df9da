//! The tree of moves and its edits; openings from the book.

use tabia_app::action::{Action, GamesAction, TreeEdit, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::editor::EditorAction;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Phase;
use tabia_app::library::collection::SaveAnswer;
use tabia_app::persistence::session::Session;
use tabia_app::window::notation::Notation;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::view::{Annotating, Dialog};
use tabia_chess::{Board, Square, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::{Brush, Shape};
use tabia_games::game::tree::NodeId;

use super::test_app::{TestApp, blitz};
use tabia_text::t;

#[test]
fn variations_are_walked_promoted_and_deleted() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 (1... c5 2. Nf3 (2. c3) ) (1... e6) 2. Nf3 *".to_owned()));
    let mut go = |command| app.give(command);
    go(UserCommand::Next);
    go(UserCommand::Next);
    go(UserCommand::NextVariation);
    assert_eq!(app.line(), "e4 c5");
    app.give(UserCommand::NextVariation);
    assert_eq!(app.line(), "e4 e6");
    app.give(UserCommand::NextVariation);
    assert_eq!(app.line(), "e4 e5", "around the end");
    app.give(UserCommand::PreviousVariation);
    app.give(UserCommand::PromoteVariation);
    app.give(UserCommand::First);
    app.give(UserCommand::Last);
    assert_eq!(app.line(), "e4 e6");
    let size = app.model.game.tree.len();
    app.give(UserCommand::DeleteVariation);
    assert_eq!((app.line().as_str(), app.model.game.tree.len()), ("e4", size - 1));
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.tree.len(), size);
    assert!(app.says("Undone"));
}

#[test]
fn a_line_of_the_engine_can_be_played_out() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    let node = app.model.game.live;
    let mut board = *app.model.game.live_board();
    let mut moves = Vec::new();
    for text in ["g1f3", "b8c6", "f1b5"] {
        moves.push(uci_move::parse(&board, text).unwrap());
        board.make_move(*moves.last().unwrap());
    }
    app.act(Action::PlayLine { node, moves });
    assert_eq!(app.line(), "e4 e5", "in a game that is looking ahead");
    assert_eq!(app.model.game.tree.san(app.model.game.current), "Bb5");
    assert_eq!(app.model.game.movable_side(), None, "Black is not the user's");
    app.give(UserCommand::ToGame);
    app.play("g1f3");
    assert_eq!(app.line(), "e4 e5 Nf3", "the game goes on");
    app.act(Action::GoTo(node));
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.tree.len(), 3, "the line came as one edit");
}

#[test]
fn lines_that_were_looked_at_stay_beside_the_game() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    let node = app.model.game.live;
    let line = |app: &TestApp, texts: &[&str]| {
        let mut board = *app.model.game.live_board();
        let read = |text: &&str| {
            let mv = uci_move::parse(&board, text).unwrap();
            board.make_move(mv);
            mv
        };
        texts.iter().map(read).collect::<Vec<_>>()
    };
    for texts in [["g1f3", "g8f6"], ["g1f3", "b8c6"]] {
        let moves = line(&app, &texts);
        app.act(Action::PlayLine { node, moves });
    }
    app.play("f1b5");
    assert_eq!(app.line(), "e4 e5", "a move in a line that nobody has played");
    assert_eq!(app.model.game.tree.san(app.model.game.current), "Bb5");
    assert_eq!(app.model.game.tags.get("Help"), None, "nothing was taken back");
    app.give(UserCommand::ToGame);
    app.play("g1f3");
    app.answer("b8c6");
    app.play("f1c4");
    let played = "1. e4 e5 2. Nf3 Nc6 (2... Nf6) 3. Bc4 (3. Bb5) *";
    assert_eq!((app.line().as_str(), pgn(&app).as_str()), ("e4 e5 Nf3 Nc6 Bc4", played));
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    assert_eq!(pgn(&app), "1. e4 e5 2. Nf3 Nf6 (2... Nc6 3. Bb5) *", "as it was before");
    app.give(UserCommand::Redo);
    app.give(UserCommand::Redo);
    assert_eq!((app.line().as_str(), pgn(&app).as_str()), ("e4 e5 Nf3 Nc6 Bc4", played));
}

#[test]
fn undo_of_an_edit_in_a_game_leaves_the_moves_played_since() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    let root = app.model.game.tree.root();
    let line = vec![uci_move::parse(&Board::start(), "d2d4").unwrap()];
    app.act(Action::PlayLine { node: root, moves: line });
    app.give(UserCommand::EditTags);
    let Some(Dialog::Tags(mut edited)) = app.model.dialog.clone() else { panic!("no dialog") };
    edited.set("Event", "Club evening");
    app.act(Action::SetTags(edited));
    app.give(UserCommand::ToGame);
    app.answer("e7e5");
    let event = |app: &TestApp| app.model.game.tags.get("Event").map(str::to_owned);
    assert_eq!(event(&app).as_deref(), Some("Club evening"));
    app.give(UserCommand::Undo);
    assert_eq!((event(&app).as_deref(), app.line()), (Some("Casual game"), "e4 e5".to_owned()));
    app.give(UserCommand::Undo);
    let replies = |app: &TestApp| app.model.game.tree.children(root).len();
    assert_eq!((replies(&app), app.line()), (1, "e4 e5".to_owned()));
    assert_eq!(app.model.game.tags.get("Help"), None, "no move was taken back");
    app.give(UserCommand::Redo);
    app.give(UserCommand::Redo);
    assert_eq!((replies(&app), event(&app).as_deref()), (2, Some("Club evening")));
}

#[test]
fn undo_of_game_details_leaves_the_result_of_the_game() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.give(UserCommand::EditTags);
    let Some(Dialog::Tags(mut edited)) = app.model.dialog.clone() else { panic!("no dialog") };
    edited.set("Event", "Club evening");
    app.act(Action::SetTags(edited));
    app.now += 62_000;
    app.act(Action::Tick);
    assert!(matches!(app.model.game.phase, Phase::Over(_)));
    app.give(UserCommand::Undo);
    let tags = &app.model.game.tags;
    assert_eq!([tags.get("Result"), tags.get("Event")], [Some("0-1"), Some("Casual game")]);
    assert!(matches!(app.model.game.phase, Phase::Over(_)));
}

/// The tree as text, with its annotations.
fn pgn(app: &TestApp) -> String {
    let game = &app.model.game;
    let text =
        tabia_games::game::pgn_write::write(&tabia_games::game::tags::Tags::new(), &game.tree);
    let moves = text.lines().filter(|line| !line.starts_with('['));
    moves.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_tree_can_be_rearranged_and_every_step_comes_back() {
    let mut app = TestApp::new();
    app.act(Action::PasteText(
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *".into(),
    ));
    let find = |app: &TestApp, san: &str| {
        let tree = &app.model.game.tree;
        tree.ids().find(|&id| tree.san(id) == san).unwrap()
    };
    let mut seen = vec![pgn(&app)];
    let edits = [
        (
            "c3",
            TreeEdit::Promote,
            "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) 2... d5) (1... e6) 2. Nf3 *",
        ),
        (
            "d5",
            TreeEdit::MakeMain,
            "1. e4 c5 (1... e5 2. Nf3) (1... e6) 2. c3 (2. Nf3 d6) 2... d5 *",
        ),
        ("e5", TreeEdit::Demote, "1. e4 c5 (1... e6) (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) 2... d5 *"),
        ("c3", TreeEdit::CutAfter, "1. e4 c5 (1... e6) (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) *"),
        ("e6", TreeEdit::Delete, "1. e4 c5 (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) *"),
    ];
    for (san, edit, after) in edits {
        let node = find(&app, san);
        app.act(Action::Edit { node, edit });
        assert_eq!(pgn(&app), after, "{san}");
        seen.push(after.to_owned());
    }
    for before in seen.iter().rev().skip(1) {
        app.give(UserCommand::Undo);
        assert_eq!(pgn(&app), *before);
    }
    for after in seen.iter().skip(1) {
        app.give(UserCommand::Redo);
        assert_eq!(pgn(&app), *after);
    }
}

#[test]
fn notes_are_edits_like_any_other() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 (1. d4) e5 *".to_owned()));
    let node = app.model.game.tree.children(NodeId::ROOT)[1];
    app.act(Action::GoTo(node));
    app.give(UserCommand::GlyphGood);
    app.give(UserCommand::GlyphWhiteSlightly);
    let before =
        |text: &str| TreeEdit::Comment { before: true, text: text.to_owned(), more: false };
    app.act(Action::Edit { node, edit: before("First") });
    let circle = Shape::Circle { at: Square::D4, brush: Brush::Blue };
    app.act(Action::ToggleShape(circle));
    assert_eq!(pgn(&app), "1. e4 ({First} 1. d4 $1 $14 {[%csl Bd4]}) 1... e5 *");
    app.give(UserCommand::ClearGlyphs);
    assert!(!UserCommand::ClearGlyphs.is_enabled(&app.model));
    app.give(UserCommand::First);
    for _ in 0..3 {
        app.give(UserCommand::Undo);
    }
    assert_eq!(pgn(&app), "1. e4 (1. d4 $1 $14) 1... e5 *");
    assert_eq!(app.model.game.current, node, "what comes back is shown");
    assert!(app.says("Undone: Comment before"));
    assert!(UserCommand::GlyphGood.is_enabled(&app.model));
    app.give(UserCommand::First);
    assert!(!UserCommand::GlyphGood.is_enabled(&app.model), "no move leads to the start");
}

#[test]
fn a_comment_before_a_move_is_offered_where_a_file_has_a_place_for_it() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 (1... c5) *".to_owned()));
    app.give(UserCommand::Next);
    app.give(UserCommand::CommentBefore);
    let at = |app: &TestApp| app.model.view.annotating.unwrap();
    assert_eq!(at(&app), Annotating { node: NodeId::ROOT, before: false }, "on the game");
    let c5 = app.model.game.tree.children(app.model.game.current)[1];
    app.give(UserCommand::Next);
    assert!(!UserCommand::CommentBefore.is_enabled(&app.model), "it is that on the move before");
    app.act(Action::GoTo(c5));
    app.give(UserCommand::CommentBefore);
    assert_eq!(at(&app), Annotating { node: c5, before: true });
    let edit = TreeEdit::Comment { before: true, text: "Or".to_owned(), more: false };
    app.act(Action::Edit { node: c5, edit });
    app.give(UserCommand::PromoteVariation);
    assert_eq!(at(&app), Annotating { node: c5, before: false });
    assert_eq!(pgn(&app), "1. e4 {Or} 1... c5 (1... e5) *");
}

#[test]
fn the_comment_editor_follows_and_closes_with_its_position() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    app.give(UserCommand::Next);
    app.give(UserCommand::Comment);
    let at = |app: &TestApp| app.model.view.annotating.map(|at| at.node);
    assert_eq!(at(&app), Some(app.model.game.current));
    app.give(UserCommand::Next);
    assert_eq!(at(&app), Some(app.model.game.current), "walking on");
    app.give(UserCommand::DeleteVariation);
    assert_eq!(at(&app), Some(app.model.game.current), "the move before is shown now");
    app.act(Action::SetFen(Board::start().to_string()));
    app.act(Action::Confirm);
    assert_eq!(at(&app), None, "another game");

    let mut app = TestApp::new();
    app.play("e2e4");
    app.give(UserCommand::Comment);
    let e4 = app.model.game.live;
    app.answer("e7e5");
    assert_eq!(at(&app), Some(e4), "the reply does not interrupt what is being typed");
    app.play("g1f3");
    assert_eq!(at(&app), Some(app.model.game.current));
}

#[test]
fn tag_pairs_are_changed_and_changed_back() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("[White \"A\"]\n\n1. e4 e5 *".to_owned()));
    app.give(UserCommand::EditTags);
    let Some(Dialog::Tags(tags)) = app.model.dialog.clone() else { panic!("no dialog") };
    let mut changed = tags.clone();
    changed.set("White", "Lasker");
    app.act(Action::SetTags(changed));
    assert!(app.model.dialog.is_none());
    assert_eq!(app.model.game.tags.get("White"), Some("Lasker"));
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.tags, tags);
}

#[test]
fn game_details_name_the_players_and_keep_the_rating_of_the_engine() {
    let mut app = TestApp::with(NewGame { strength: Strength::Elo(1_500), ..blitz() });
    app.play("e2e4");
    app.give(UserCommand::EditTags);
    let Some(Dialog::Tags(mut edited)) = app.model.dialog.clone() else { panic!("no dialog") };
    assert_eq!(edited, app.model.game.export_tags());
    assert_eq!([edited.get("White"), edited.get("BlackElo")], [Some("Player"), Some("1500")]);
    for name in ["White", "WhiteElo", "BlackElo", "TimeControl"] {
        assert_eq!(app.model.game.sets_tag(name), name != "WhiteElo", "{name}");
        edited.set(name, "1600");
    }
    app.act(Action::SetTags(edited));
    let tags = app.model.game.export_tags();
    let elo = [tags.get("WhiteElo"), tags.get("BlackElo")];
    assert_eq!(elo, [Some("1600"), Some("1500")]);
    assert_eq!(app.model.game.tags.get("BlackElo"), None);
}

#[test]
fn a_result_that_falls_while_game_details_are_open_stays() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.give(UserCommand::EditTags);
    let Some(Dialog::Tags(mut edited)) = app.model.dialog.clone() else { panic!("no dialog") };
    app.now += 62_000;
    app.act(Action::Tick);
    assert!(matches!(app.model.game.phase, Phase::Over(_)));
    edited.set("Event", "Club evening");
    edited.remove("Round");
    app.act(Action::SetTags(edited));
    let tags = &app.model.game.tags;
    let shown = [tags.get("Result"), tags.get("Event"), tags.get("Round")];
    assert_eq!(shown, [Some("0-1"), Some("Club evening"), None]);
}

#[test]
fn a_result_is_set_on_an_analysis_board_and_not_in_a_game_that_is_played() {
    let set = |app: &mut TestApp, name: &str, value: &str| {
        app.give(UserCommand::EditTags);
        let Some(Dialog::Tags(mut edited)) = app.model.dialog.clone() else { panic!("no dialog") };
        edited.set(name, value);
        app.act(Action::SetTags(edited));
        app.model.game.tags.get(name).map(str::to_owned)
    };
    let mut played = TestApp::with(blitz());
    played.play("e2e4");
    let mut read = TestApp::new();
    read.act(Action::PasteText("1. e4 e5 *".to_owned()));
    for name in ["Result", "Termination", "Help"] {
        assert_ne!(set(&mut played, name, "1-0").as_deref(), Some("1-0"), "{name}");
        assert_eq!(set(&mut read, name, "1-0").as_deref(), Some("1-0"), "{name}");
    }
}

#[test]
fn the_engine_plays_openings_from_the_book_and_then_thinks() {
    let mut app = TestApp::new();
    app.act(Action::Set(SettingChange::BookMoves(true)));
    app.act(Action::Set(SettingChange::BookVariety(0)));
    app.act(Action::Set(SettingChange::BookPlies(2)));
    app.act(Action::StartGame(NewGame { strength: Strength::Full, ..NewGame::default() }));
    app.play("e2e4");
    assert!(app.searches.is_empty(), "a book move needs no search");
    assert_eq!(app.line(), "e4 c5", "the most popular reply");
    app.play("g1f3");
    assert_eq!(app.searches.len(), 1, "the third ply is beyond the book");
    app.answer("d7d6");
    assert_eq!(app.line(), "e4 c5 Nf3 d6");
    app.give(UserCommand::Takeback);
    app.give(UserCommand::Takeback);
    app.act(Action::Set(SettingChange::BookPlies(60)));
    app.play("a2a3");
    assert_eq!(app.line(), "a3", "no book move: the engine thinks");
    assert!(app.model.engine.job(EngineId::BUILT_IN).is_some());
}

#[test]
fn two_engines_leave_the_book_and_search() {
    let mut app = TestApp::new();
    app.act(Action::Set(SettingChange::BookMoves(true)));
    app.act(Action::Set(SettingChange::BookPlies(6)));
    let (strength, black_strength) = (Strength::Full, Strength::Full);
    let new = NewGame { sides: Sides::Engines, strength, black_strength, ..NewGame::default() };
    app.act(Action::StartGame(new));
    assert_eq!(app.model.game.tree.len(), 1, "one can watch them");
    let mut plies = 0;
    while app.searches.is_empty() {
        app.now += 300;
        app.act(Action::Tick);
        plies += 1;
        assert_eq!(app.model.game.tree.len(), 1 + plies, "a move at a time");
    }
    assert!((1..=6).contains(&plies), "{plies}");
}

#[test]
fn a_book_is_opened_remembered_and_closed() {
    use tabia_app::library::explorer::{OpenBook, Source};
    let folder = std::env::temp_dir().join(format!("tabia-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("own.bin");
    let moves = tabia_games::book::built_in();
    std::fs::write(&path, moves.write()).unwrap();
    let mut app = TestApp::new();
    let (opened, mended) = OpenBook::read(&path);
    app.act(Action::BookOpened { opened, mended });
    assert_eq!(app.model.explorer.source, Source::Book);
    assert_eq!(app.model.settings.book_file.as_ref(), Some(&path));
    assert!(!app.model.explorer.moves(&Board::start()).unwrap().is_empty());
    std::fs::write(&path, "no book").unwrap();
    let (opened, mended) = OpenBook::read(&path);
    app.act(Action::BookOpened { opened, mended });
    assert!(app.says(&t!("error-book-empty", n = 7)), "{:?}", app.toasts());
    assert!(app.model.explorer.book.is_some(), "the old book stays");
    app.act(Action::Set(SettingChange::BookFile(None)));
    assert_eq!(app.model.explorer.moves(&Board::start()), None);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_running_game_cannot_be_deleted_from_under_itself() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    app.give(UserCommand::Previous);
    app.give(UserCommand::DeleteVariation);
    assert_eq!(app.line(), "e4 e5");
    assert!(app.says(t!("toast-line-held")));
}

#[test]
fn shapes_comments_and_glyphs_belong_to_their_move() {
    use tabia_games::game::annotation::Nag;
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    let arrow = |brush| Shape::Arrow { from: Square::E2, to: Square::E4, brush };
    app.act(Action::ToggleShape(arrow(Brush::Green)));
    app.act(Action::ToggleShape(arrow(Brush::Red)));
    assert_eq!(app.model.game.shapes(), [arrow(Brush::Red)], "another colour replaces it");
    app.act(Action::ToggleShape(Shape::Circle { at: Square::D4, brush: Brush::Blue }));
    app.give(UserCommand::Next);
    assert!(app.model.game.shapes().is_empty());
    let node = app.model.game.current;
    let edit = TreeEdit::Comment { before: false, text: "best".to_owned(), more: false };
    app.act(Action::Edit { node, edit });
    for nag in [Nag::GOOD, Nag::BLUNDER, Nag(14)] {
        app.act(Action::Edit { node, edit: TreeEdit::ToggleNag(nag) });
    }
    assert_eq!(app.model.game.tree.nags(node), [Nag::BLUNDER, Nag(14)], "one judgement of a move");
    app.take_effects();
    app.give(UserCommand::CopyPgn);
    let pgn = app.take_effects().into_iter().find_map(|effect| match effect {
        Effect::CopyText(text) => Some(text),
        _ => None,
    });
    let pgn = pgn.unwrap();
    assert!(pgn.contains("{[%csl Bd4] [%cal Re2e4]} 1. e4 $4 $14 {best} 1... e5 *"), "{pgn}");
    app.give(UserCommand::First);
    app.give(UserCommand::ClearShapes);
    assert!(app.model.game.shapes().is_empty());
}

#[test]
fn a_text_that_is_typed_stands_in_the_game_at_once_and_is_one_edit() {
    use tabia_games::game::annotation::Nag;
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 {King} e5 *".to_owned()));
    app.give(UserCommand::Next);
    let node = app.model.game.current;
    let types = |app: &mut TestApp, text: &str, more: bool| {
        let edit = TreeEdit::Comment { before: false, text: text.to_owned(), more };
        app.act(Action::Edit { node, edit });
        assert_eq!(app.model.game.tree.comment(node), text.replace('\n', " "));
    };
    types(&mut app, "King p", false);
    types(&mut app, "King pa\nwn", true);
    app.act(Action::Edit { node, edit: TreeEdit::ToggleNag(Nag::GOOD) });
    types(&mut app, "King", true);
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.tree.comment(node), "King pa wn", "a glyph came between");
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.tree.comment(node), "King");
    app.give(UserCommand::Redo);
    assert_eq!(app.model.game.tree.comment(node), "King pa wn");
    let session = Session::of(&app.model, 0).to_text();
    assert!(session.contains("King pa wn"), "nothing has to be closed for it to be kept");
}

#[test]
fn what_was_meant_for_a_game_that_is_gone_does_nothing() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    app.give(UserCommand::Last);
    let gone = app.model.game.current;
    app.act(Action::SetFen(Board::start().to_string()));
    for action in [
        Action::GoTo(gone),
        Action::Edit { node: gone, edit: TreeEdit::Delete },
        Action::Edit { node: gone, edit: TreeEdit::Promote },
        Action::Annotate(Some(Annotating { node: gone, before: false })),
        Action::PlayLine { node: gone, moves: Vec::new() },
        Action::Games(GamesAction::SelectRow(3)),
        Action::Games(GamesAction::Save(SaveAnswer::Replace)),
        Action::Confirm,
        Action::DismissToast(99),
        Action::Editor(EditorAction::Clear),
    ] {
        app.act(action);
    }
    assert_eq!(app.model.game.tree.len(), 1);
    assert_eq!(app.model.game.current, NodeId::ROOT);
}

#[test]
fn undo_and_redo_name_a_move_in_the_notation_of_the_settings() {
    let mut app = TestApp::new();
    app.play("g1f3");
    Notation::Figurine.choose();
    app.give(UserCommand::Undo);
    assert!(app.says(&t!("toast-undone", what = t!("change-move", move = "♘f3"))));
    app.give(UserCommand::Redo);
    assert!(app.says(&t!("toast-redone", what = t!("change-move", move = "♘f3"))));
    Notation::Letters.choose();
}

#[test]
fn a_note_does_not_offer_the_undo_of_the_position_editor() {
    let mut app = TestApp::new();
    let offers = |app: &TestApp| {
        let undo = ToastOffer::Command(UserCommand::Undo);
        app.model.toasts.iter().any(|toast| toast.offers.contains(&undo))
    };
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    app.give(UserCommand::Last);
    app.give(UserCommand::DeleteVariation);
    assert!(offers(&app));
    app.give(UserCommand::EditPosition);
    assert!(!offers(&app));
}
