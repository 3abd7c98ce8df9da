//! Playing and looking at a game in which a variation begins with the same moves as the game itself, without a
//! window.

use tabia_app::action::{Action, TreeEdit, UserCommand};
use tabia_app::model::Model;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_chess::{Color, PieceType, Square};
use tabia_games::game::tree::NodeId;

fn desk(text: &str) -> Model {
    let mut model = Model::new(Settings { book_moves: false, ..Settings::default() });
    act(&mut model, Action::PasteText(text.to_owned()));
    model
}

fn act(model: &mut Model, action: Action) {
    let _ = update(model, action, 1_000);
}

fn play(model: &mut Model, from: Square, to: Square) {
    act(model, Action::PlayMove { from, to, promotion: None::<PieceType> });
}

#[test]
fn a_move_on_the_board_goes_to_the_main_line_first() {
    let mut model = desk("1. d4 {game} (1. d4 {line} Nf6 2. c4) d5 *");
    let [game, line] = model.game.tree.children(NodeId::ROOT)[..] else { panic!("two moves") };
    act(&mut model, Action::GoTo(NodeId::ROOT));
    play(&mut model, Square::D2, Square::D4);
    assert_eq!(model.game.current, game);
    play(&mut model, Square::G8, Square::F6);
    assert_eq!(model.game.tree.parent(model.game.current), Some(game), "a variation of its own");
    act(&mut model, Action::Command(UserCommand::Undo));
    assert_eq!(model.game.tree.len(), 6);
    act(&mut model, Action::Edit { node: line, edit: TreeEdit::Promote });
    act(&mut model, Action::GoTo(NodeId::ROOT));
    play(&mut model, Square::D2, Square::D4);
    assert_eq!((model.game.current, model.game.tree.comment(line)), (line, "line"));
    act(&mut model, Action::Edit { node: game, edit: TreeEdit::Delete });
    assert_eq!(model.game.tree.children(NodeId::ROOT), [line]);
    act(&mut model, Action::Command(UserCommand::Undo));
    assert_eq!(model.game.tree.children(NodeId::ROOT), [line, game]);
}

#[test]
fn a_game_that_stands_in_the_second_of_two_lines_is_gone_through_and_not_changed() {
    let mut model = desk("1. d4 (1. d4 Nf6 2. c4) d5 *");
    let line = model.game.tree.children(NodeId::ROOT)[1];
    let end = model.game.tree.last_of_line(line);
    act(&mut model, Action::GoTo(end));
    act(&mut model, Action::Command(UserCommand::PlayFromHere));
    assert!(model.game.is_played() && model.game.live == end);
    // As a game of two people, so that nobody answers.
    model.game.players = Color::ALL.map(|_| tabia_app::game::state::Player::human());
    act(&mut model, Action::GoTo(NodeId::ROOT));
    play(&mut model, Square::D2, Square::D4);
    assert_eq!((model.game.current, model.game.live), (line, end), "a step through the game");
    assert_eq!(model.game.tree.len(), 6);
}
