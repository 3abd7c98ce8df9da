//! Playing and viewing a game in which a variation begins with the same moves as the game itself, without a window.

use tabia_app::action::{Action, TreeEdit, UserCommand};
use tabia_app::model::Model;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_chess::{PieceType, Square};
use tabia_games::game::tree::NodeId;

fn model(text: &str) -> Model {
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
    let mut model = model("1. d4 {game} (1. d4 {line} Nf6 2. c4) d5 *");
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
