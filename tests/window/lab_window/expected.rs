//! The move expected of a strong player, in the review: the only feature here outside the Lab's views.

use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, ReviewAction, UserCommand};
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_text::t;

use super::{Scene, Ui, act, click, model, wait, window};

const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 h5 5. O-O Nf6 6. Re1 Be7 7. a3 b5 8. Bb3 d6";

fn study(h: &mut Ui<'_>) {
    act(h, Action::PasteText(GAME.to_owned()));
    act(h, Action::Command(UserCommand::of_workspace(Workspace::Study)));
    act(h, Action::OpenPane(PaneId::Review));
}

#[test]
fn the_review_shows_the_expected_move_and_goes_to_it() {
    let mut h = window([1280.0, 800.0], true);
    study(&mut h);
    click(&mut h, t!("review-expected"));
    wait(&mut h, "what was expected", |model| model.expected.found().is_some());
    assert_eq!(h.query_all_by_label_contains("the likeliest").count(), 2);
    let row = h.query_all_by_label_contains("4… h5: ").next().unwrap();
    row.click_accesskit();
    h.run_steps(3);
    let game = &model(&h).game;
    assert_eq!(game.tree.san(game.current), "h5");
    act(&mut h, Action::Command(UserCommand::HideEngine));
    h.get_by_label(t!("review-expected-hidden"));
    act(&mut h, Action::Command(UserCommand::HideEngine));
    click(&mut h, t!("review-errors"));
    assert!(!model(&h).expected.shown);
    h.get_by_label(t!("review-none"));
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
            let mut scene = Scene::new(theme, PaneId::Review);
            scene.shell.apply(Action::PasteText(GAME.to_owned()));
            let study = UserCommand::of_workspace(Workspace::Study);
            scene.shell.apply(Action::Command(study));
            scene.shell.apply(Action::OpenPane(PaneId::Review));
            scene.shell.apply(Action::PanesOpen(vec![PaneId::Review]));
            scene.shell.apply(Action::Review(ReviewAction::ShowExpected(true)));
            scene.wait("what was expected", |model| model.expected.found().is_some());
            scene.save(size, "review_expected");
        }
    }
}
