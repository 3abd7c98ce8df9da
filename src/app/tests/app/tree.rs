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
use tabia_app::window::view::{Annotating, Dialog};
use tabia_chess::{Board, Square, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::{Brush, Shape};
use tabia_games::game::tree::NodeId;

use super::desk::{Desk, blitz};
use tabia_text::t;

#[test]
fn variations_are_walked_promoted_and_deleted() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 (1... c5 2. Nf3 (2. c3) ) (1... e6) 2. Nf3 *".to_owned()));
    let mut go = |command| desk.give(command);
    go(UserCommand::Next);
    go(UserCommand::Next);
    go(UserCommand::NextVariation);
    assert_eq!(desk.line(), "e4 c5");
    desk.give(UserCommand::NextVariation);
    assert_eq!(desk.line(), "e4 e6");
    desk.give(UserCommand::NextVariation);
    assert_eq!(desk.line(), "e4 e5", "around the end");
    desk.give(UserCommand::PreviousVariation);
    desk.give(UserCommand::PromoteVariation);
    desk.give(UserCommand::First);
    desk.give(UserCommand::Last);
    assert_eq!(desk.line(), "e4 e6");
    let size = desk.model.game.tree.len();
    desk.give(UserCommand::DeleteVariation);
    assert_eq!((desk.line().as_str(), desk.model.game.tree.len()), ("e4", size - 1));
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.len(), size);
    assert!(desk.says("Undone"));
}

#[test]
fn a_line_of_the_engine_can_be_played_out() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    let node = desk.model.game.live;
    let mut board = *desk.model.game.live_board();
    let mut moves = Vec::new();
    for text in ["g1f3", "b8c6", "f1b5"] {
        moves.push(uci_move::parse(&board, text).unwrap());
        board.make_move(*moves.last().unwrap());
    }
    desk.act(Action::PlayLine { node, moves });
    assert_eq!(desk.line(), "e4 e5", "in a game that is looking ahead");
    assert_eq!(desk.model.game.tree.san(desk.model.game.current), "Bb5");
    assert_eq!(desk.model.game.movable_side(), None, "Black is not the user's");
    desk.give(UserCommand::ToGame);
    desk.play("g1f3");
    assert_eq!(desk.line(), "e4 e5 Nf3", "the game goes on");
    desk.act(Action::GoTo(node));
    desk.give(UserCommand::Undo);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.len(), 3, "the line came as one edit");
}

/// The tree as text, with its annotations.
fn pgn(desk: &Desk) -> String {
    let game = &desk.model.game;
    let text =
        tabia_games::game::pgn_write::write(&tabia_games::game::tags::Tags::new(), &game.tree);
    let moves = text.lines().filter(|line| !line.starts_with('['));
    moves.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_tree_can_be_rearranged_and_every_step_comes_back() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText(
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *".into(),
    ));
    let find = |desk: &Desk, san: &str| {
        let tree = &desk.model.game.tree;
        tree.ids().find(|&id| tree.san(id) == san).unwrap()
    };
    let mut seen = vec![pgn(&desk)];
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
        let node = find(&desk, san);
        desk.act(Action::Edit { node, edit });
        assert_eq!(pgn(&desk), after, "{san}");
        seen.push(after.to_owned());
    }
    for before in seen.iter().rev().skip(1) {
        desk.give(UserCommand::Undo);
        assert_eq!(pgn(&desk), *before);
    }
    for after in seen.iter().skip(1) {
        desk.give(UserCommand::Redo);
        assert_eq!(pgn(&desk), *after);
    }
}

#[test]
fn notes_are_edits_like_any_other() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 (1. d4) e5 *".to_owned()));
    let node = desk.model.game.tree.children(NodeId::ROOT)[1];
    desk.act(Action::GoTo(node));
    desk.give(UserCommand::GlyphGood);
    desk.give(UserCommand::GlyphWhiteSlightly);
    let before =
        |text: &str| TreeEdit::Comment { before: true, text: text.to_owned(), more: false };
    desk.act(Action::Edit { node, edit: before("First") });
    let circle = Shape::Circle { at: Square::D4, brush: Brush::Blue };
    desk.act(Action::ToggleShape(circle));
    assert_eq!(pgn(&desk), "1. e4 ({First} 1. d4 $1 $14 {[%csl Bd4]}) 1... e5 *");
    desk.give(UserCommand::ClearGlyphs);
    assert!(!UserCommand::ClearGlyphs.is_enabled(&desk.model));
    desk.give(UserCommand::First);
    for _ in 0..3 {
        desk.give(UserCommand::Undo);
    }
    assert_eq!(pgn(&desk), "1. e4 (1. d4 $1 $14) 1... e5 *");
    assert_eq!(desk.model.game.current, node, "what comes back is shown");
    assert!(desk.says("Undone: Comment before"));
    assert!(UserCommand::GlyphGood.is_enabled(&desk.model));
    desk.give(UserCommand::First);
    assert!(!UserCommand::GlyphGood.is_enabled(&desk.model), "no move leads to the start");
}

#[test]
fn a_comment_before_a_move_is_offered_where_a_file_has_a_place_for_it() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 (1... c5) *".to_owned()));
    desk.give(UserCommand::Next);
    desk.give(UserCommand::CommentBefore);
    let at = |desk: &Desk| desk.model.view.annotating.unwrap();
    assert_eq!(at(&desk), Annotating { node: NodeId::ROOT, before: false }, "on the game");
    let c5 = desk.model.game.tree.children(desk.model.game.current)[1];
    desk.give(UserCommand::Next);
    assert!(!UserCommand::CommentBefore.is_enabled(&desk.model), "it is that on the move before");
    desk.act(Action::GoTo(c5));
    desk.give(UserCommand::CommentBefore);
    assert_eq!(at(&desk), Annotating { node: c5, before: true });
    let edit = TreeEdit::Comment { before: true, text: "Or".to_owned(), more: false };
    desk.act(Action::Edit { node: c5, edit });
    desk.give(UserCommand::PromoteVariation);
    assert_eq!(at(&desk), Annotating { node: c5, before: false });
    assert_eq!(pgn(&desk), "1. e4 {Or} 1... c5 (1... e5) *");
}

#[test]
fn the_comment_editor_follows_and_closes_with_its_position() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    desk.give(UserCommand::Next);
    desk.give(UserCommand::Comment);
    let at = |desk: &Desk| desk.model.view.annotating.map(|at| at.node);
    assert_eq!(at(&desk), Some(desk.model.game.current));
    desk.give(UserCommand::Next);
    assert_eq!(at(&desk), Some(desk.model.game.current), "walking on");
    desk.give(UserCommand::DeleteVariation);
    assert_eq!(at(&desk), Some(desk.model.game.current), "the move before is shown now");
    desk.act(Action::SetFen(Board::start().to_string()));
    desk.act(Action::Confirm);
    assert_eq!(at(&desk), None, "another game");
}

#[test]
fn tag_pairs_are_changed_and_changed_back() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("[White \"A\"]\n\n1. e4 e5 *".to_owned()));
    desk.give(UserCommand::EditTags);
    let Some(Dialog::Tags(tags)) = desk.model.dialog.clone() else { panic!("no dialog") };
    let mut changed = tags.clone();
    changed.set("White", "Lasker");
    desk.act(Action::SetTags(changed));
    assert!(desk.model.dialog.is_none());
    assert_eq!(desk.model.game.tags.get("White"), Some("Lasker"));
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tags, tags);
}

#[test]
fn a_result_that_falls_while_game_details_are_open_stays() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::EditTags);
    let Some(Dialog::Tags(mut edited)) = desk.model.dialog.clone() else { panic!("no dialog") };
    desk.now += 62_000;
    desk.act(Action::Tick);
    assert!(matches!(desk.model.game.phase, Phase::Over(_)));
    edited.set("Event", "Club evening");
    edited.remove("Round");
    desk.act(Action::SetTags(edited));
    let tags = &desk.model.game.tags;
    let shown = [tags.get("Result"), tags.get("Event"), tags.get("Round")];
    assert_eq!(shown, [Some("0-1"), Some("Club evening"), None]);
}

#[test]
fn a_result_is_set_on_an_analysis_board_and_not_in_a_game_that_is_played() {
    let set = |desk: &mut Desk, name: &str, value: &str| {
        desk.give(UserCommand::EditTags);
        let Some(Dialog::Tags(mut edited)) = desk.model.dialog.clone() else { panic!("no dialog") };
        edited.set(name, value);
        desk.act(Action::SetTags(edited));
        desk.model.game.tags.get(name).map(str::to_owned)
    };
    let mut played = Desk::with(blitz());
    played.play("e2e4");
    let mut read = Desk::new();
    read.act(Action::PasteText("1. e4 e5 *".to_owned()));
    for name in ["Result", "Termination", "Help"] {
        assert_ne!(set(&mut played, name, "1-0").as_deref(), Some("1-0"), "{name}");
        assert_eq!(set(&mut read, name, "1-0").as_deref(), Some("1-0"), "{name}");
    }
}

#[test]
fn the_engine_plays_openings_from_the_book_and_then_thinks() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::BookMoves(true)));
    desk.act(Action::Set(SettingChange::BookVariety(0)));
    desk.act(Action::Set(SettingChange::BookPlies(2)));
    desk.act(Action::StartGame(NewGame { strength: Strength::Full, ..NewGame::default() }));
    desk.play("e2e4");
    assert!(desk.searches.is_empty(), "a book move needs no search");
    assert_eq!(desk.line(), "e4 c5", "the most popular reply");
    desk.play("g1f3");
    assert_eq!(desk.searches.len(), 1, "the third ply is beyond the book");
    desk.answer("d7d6");
    assert_eq!(desk.line(), "e4 c5 Nf3 d6");
    desk.give(UserCommand::Takeback);
    desk.give(UserCommand::Takeback);
    desk.act(Action::Set(SettingChange::BookPlies(60)));
    desk.play("a2a3");
    assert_eq!(desk.line(), "a3", "no book move: the engine thinks");
    assert!(desk.model.engine.job(EngineId::BUILT_IN).is_some());
}

#[test]
fn two_engines_leave_the_book_and_search() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::BookMoves(true)));
    desk.act(Action::Set(SettingChange::BookPlies(6)));
    let (strength, black_strength) = (Strength::Full, Strength::Full);
    let new = NewGame { sides: Sides::Engines, strength, black_strength, ..NewGame::default() };
    desk.act(Action::StartGame(new));
    assert_eq!(desk.model.game.tree.len(), 1, "one can watch them");
    let mut plies = 0;
    while desk.searches.is_empty() {
        desk.now += 300;
        desk.act(Action::Tick);
        plies += 1;
        assert_eq!(desk.model.game.tree.len(), 1 + plies, "a move at a time");
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
    let mut desk = Desk::new();
    let (opened, mended) = OpenBook::read(&path);
    desk.act(Action::BookOpened { opened, mended });
    assert_eq!(desk.model.explorer.source, Source::Book);
    assert_eq!(desk.model.settings.book_file.as_ref(), Some(&path));
    assert!(!desk.model.explorer.moves(&Board::start()).unwrap().is_empty());
    std::fs::write(&path, "no book").unwrap();
    let (opened, mended) = OpenBook::read(&path);
    desk.act(Action::BookOpened { opened, mended });
    assert!(desk.says(&t!("error-book-empty", n = 7)), "{:?}", desk.toasts());
    assert!(desk.model.explorer.book.is_some(), "the old book stays");
    desk.act(Action::Set(SettingChange::BookFile(None)));
    assert_eq!(desk.model.explorer.moves(&Board::start()), None);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_running_game_cannot_be_deleted_from_under_itself() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::Previous);
    desk.give(UserCommand::DeleteVariation);
    assert_eq!(desk.line(), "e4 e5");
    assert!(desk.says(t!("toast-line-held")));
}

#[test]
fn shapes_comments_and_glyphs_belong_to_their_move() {
    use tabia_games::game::annotation::Nag;
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 *".to_owned()));
    let arrow = |brush| Shape::Arrow { from: Square::E2, to: Square::E4, brush };
    desk.act(Action::ToggleShape(arrow(Brush::Green)));
    desk.act(Action::ToggleShape(arrow(Brush::Red)));
    assert_eq!(desk.model.game.shapes(), [arrow(Brush::Red)], "another colour replaces it");
    desk.act(Action::ToggleShape(Shape::Circle { at: Square::D4, brush: Brush::Blue }));
    desk.give(UserCommand::Next);
    assert!(desk.model.game.shapes().is_empty());
    let node = desk.model.game.current;
    let edit = TreeEdit::Comment { before: false, text: "best".to_owned(), more: false };
    desk.act(Action::Edit { node, edit });
    for nag in [Nag::GOOD, Nag::BLUNDER, Nag(14)] {
        desk.act(Action::Edit { node, edit: TreeEdit::ToggleNag(nag) });
    }
    assert_eq!(desk.model.game.tree.nags(node), [Nag::BLUNDER, Nag(14)], "one judgement of a move");
    desk.take_effects();
    desk.give(UserCommand::CopyPgn);
    let pgn = desk.take_effects().into_iter().find_map(|effect| match effect {
        Effect::CopyText(text) => Some(text),
        _ => None,
    });
    let pgn = pgn.unwrap();
    assert!(pgn.contains("{[%csl Bd4] [%cal Re2e4]} 1. e4 $4 $14 {best} 1... e5 *"), "{pgn}");
    desk.give(UserCommand::First);
    desk.give(UserCommand::ClearShapes);
    assert!(desk.model.game.shapes().is_empty());
}

#[test]
fn a_text_that_is_typed_stands_in_the_game_at_once_and_is_one_edit() {
    use tabia_games::game::annotation::Nag;
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 {King} e5 *".to_owned()));
    desk.give(UserCommand::Next);
    let node = desk.model.game.current;
    let types = |desk: &mut Desk, text: &str, more: bool| {
        let edit = TreeEdit::Comment { before: false, text: text.to_owned(), more };
        desk.act(Action::Edit { node, edit });
        assert_eq!(desk.model.game.tree.comment(node), text.replace('\n', " "));
    };
    types(&mut desk, "King p", false);
    types(&mut desk, "King pa\nwn", true);
    desk.act(Action::Edit { node, edit: TreeEdit::ToggleNag(Nag::GOOD) });
    types(&mut desk, "King", true);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.comment(node), "King pa wn", "a glyph came between");
    desk.give(UserCommand::Undo);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.comment(node), "King");
    desk.give(UserCommand::Redo);
    assert_eq!(desk.model.game.tree.comment(node), "King pa wn");
    let session = Session::of(&desk.model, 0).to_text();
    assert!(session.contains("King pa wn"), "nothing has to be closed for it to be kept");
}

#[test]
fn what_was_meant_for_a_game_that_is_gone_does_nothing() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    desk.give(UserCommand::Last);
    let gone = desk.model.game.current;
    desk.act(Action::SetFen(Board::start().to_string()));
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
        desk.act(action);
    }
    assert_eq!(desk.model.game.tree.len(), 1);
    assert_eq!(desk.model.game.current, NodeId::ROOT);
}

#[test]
fn undo_and_redo_name_a_move_in_the_notation_of_the_settings() {
    let mut desk = Desk::new();
    desk.play("g1f3");
    Notation::Figurine.choose();
    desk.give(UserCommand::Undo);
    assert!(desk.says(&t!("toast-undone", what = t!("change-move", move = "♘f3"))));
    desk.give(UserCommand::Redo);
    assert!(desk.says(&t!("toast-redone", what = t!("change-move", move = "♘f3"))));
    Notation::Letters.choose();
}
