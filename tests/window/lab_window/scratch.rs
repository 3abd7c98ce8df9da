//! The evaluation from scratch.

use eframe::egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, ArenaAction, LabAction};
use tabia_app::game::state::Player;
use tabia_app::lab::scratch::{ScratchAction, ScratchPage, ScratchView};
use tabia_app::model::Model;
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::{Color, PieceType, Square};
use tabia_engine::search::thinker::EngineId;
use tabia_lab::scratch::evaluate::evaluate;
use tabia_lab::scratch::values::{Level, Part};
use tabia_text::t;

use super::{Scene, Ui, act, choose, click, model, open, wait};

fn scratch(h: &mut Ui<'_>, action: ScratchAction) {
    act(h, Action::Lab(LabAction::Scratch(action)));
}

#[test]
fn the_position_is_shown_term_by_term() {
    let mut h = open(PaneId::Scratch);
    choose(&mut h, "1");
    h.get_by_label(&t!("scratch-level-title", number = 1, name = t!("scratch-level-1")));
    assert!(h.query_by_label(t!("scratch-term-shield")).is_none());
    choose(&mut h, "5");
    let terms = [
        t!("scratch-term-material"),
        t!("scratch-term-squares"),
        t!("scratch-term-passed"),
        t!("scratch-term-mobility"),
        t!("scratch-term-shield"),
    ];
    for term in terms {
        assert!(h.query_all_by_label(term).count() >= 1, "{term}");
    }
    let kept = &model(&h).settings.scratch;
    assert_eq!(kept.eval.level, Level::King);
    let sum = evaluate(&kept.eval, model(&h).game.board());
    assert!(h.query_all_by_label(&format!("{sum:+}")).count() >= 1);
    h.get_by_label(t!("scratch-network"));
}

#[test]
fn numbers_and_squares_are_edited() {
    let mut h = open(PaneId::Scratch);
    choose(&mut h, t!("scratch-page-numbers"));
    click(&mut h, &format!("{}: 100 / 270 / 290 / 430 / 890", t!("scratch-set-learnt")));
    assert_eq!(model(&h).settings.scratch.eval.material, [100, 270, 290, 430, 890]);
    click(&mut h, t!("scratch-reset-numbers"));
    assert_eq!(model(&h).settings.scratch.eval.material[1], 320);
    // A focused slider takes the arrow keys.
    let before = model(&h).settings.scratch.eval.clone();
    h.get_all_by_role(Role::Slider).next().unwrap().focus();
    h.run_steps(2);
    h.key_press(Key::ArrowRight);
    h.run_steps(3);
    assert_ne!(model(&h).settings.scratch.eval, before);
    click(&mut h, t!("scratch-reset-numbers"));
    choose(&mut h, t!("scratch-page-squares"));
    choose(&mut h, t!("piece-rook"));
    assert_eq!(model(&h).lab.scratch.view.kind, PieceType::Rook);
    choose(&mut h, "a7 +14");
    assert_eq!(model(&h).lab.scratch.view.square, Square::A7);
    choose(&mut h, t!("scratch-side-black"));
    // For Black's rook the same number is on a2, and the chosen square is mirrored, too.
    h.get_by_label("a2 +14");
    scratch(&mut h, ScratchAction::Square(Part::Middlegame, PieceType::Rook, Square::A7, 33));
    h.get_by_label("a2 +33");
    choose(&mut h, t!("scratch-side-white"));
    h.get_by_label("a7 +33");
    choose(&mut h, t!("scratch-part-endgame"));
    h.get_by_label("a7 +10");
    choose(&mut h, t!("scratch-part-middlegame"));
    click(&mut h, t!("scratch-reset-table"));
    h.get_by_label("a7 +14");
}

#[test]
fn a_drag_paints_the_number_of_the_square_it_begins_on() {
    let mut h = open(PaneId::Scratch);
    choose(&mut h, t!("scratch-page-squares"));
    choose(&mut h, t!("piece-rook"));
    let from = h.get_by_label("a7 +14").rect().center();
    let to = h.get_by_label("a5 −4").rect().center();
    h.drag_at(from);
    h.run_steps(2);
    for step in 1..=8_u8 {
        h.hover_at(from.lerp(to, f32::from(step) / 8.0));
        h.run_steps(2);
    }
    h.drop_at(to);
    h.run_steps(3);
    let table = model(&h).settings.scratch.eval.squares.mg[PieceType::Rook.index()];
    assert_eq!([table[6][0], table[5][0], table[4][0]], [14, 14, 14]);
    assert_eq!(table[3][0], -6, "no further");
}

#[test]
fn a_match_is_played_in_the_arena_and_reported() {
    let mut h = open(PaneId::Scratch);
    scratch(&mut h, ScratchAction::Games(4));
    scratch(&mut h, ScratchAction::Nodes(100));
    choose(&mut h, "2");
    choose(&mut h, t!("scratch-page-matches"));
    h.get_by_label(t!("scratch-no-match"));
    h.get_by_label(t!("scratch-arena-idle"));
    click(&mut h, &t!("scratch-match", level = 2, other = 1));
    let is_over = |model: &Model| model.arena.run.is_some() && model.arena_busy().is_none();
    wait(&mut h, "match", is_over);
    let one = model(&h).lab.scratch.matches[0].clone();
    assert!(one.is_complete());
    h.get_by_label(&format!("2 {}", t!("scratch-level-2")));
    h.get_by_label(&t!("scratch-played", played = 4, asked = 4));
    let sheet = one.sheet;
    h.get_by_label(&format!("{} / {} / {}", sheet.wins, sheet.draws, sheet.losses));
    h.get_by_label(&sheet.elo_text());
    scratch(&mut h, ScratchAction::Games(2_000));
    scratch(&mut h, ScratchAction::Nodes(100_000));
    click(&mut h, t!("scratch-all-matches"));
    wait(&mut h, "tournament", |model| model.lab.scratch.matches.len() == 6);
    // Five new ones, and the complete one of level 2, which stays until its successor is complete.
    assert!(model(&h).lab.scratch.matches[0].is_complete());
    // Only one match runs at a time; the running one can be opened.
    click(&mut h, &t!("scratch-match", level = 2, other = 1));
    h.get_by_label_contains(t!("arena-one-at-a-time"));
    click(&mut h, t!("scratch-arena"));
    assert_eq!(model(&h).view.workspace, Workspace::Arena);
    act(&mut h, Action::Arena(ArenaAction::StopNow));
    wait(&mut h, "end", |model| model.arena_busy().is_none());
}

#[test]
fn a_game_is_played_against_it() {
    let mut h = open(PaneId::Scratch);
    choose(&mut h, "3");
    click(&mut h, t!("scratch-play"));
    let black = model(&h).game.player(Color::Black).clone();
    let Player::Engine { id: EngineId::SCRATCH, name, .. } = black else { panic!("{black:?}") };
    assert_eq!(name, "From scratch, level 3");
    assert!(h.query_all_by_label_contains("From scratch, level 3").count() >= 1);
    let (from, to) = (Square::E2, Square::E4);
    act(&mut h, Action::PlayMove { from, to, promotion: None });
    wait(&mut h, "answer", |model| model.game.tree.ply(model.game.live) == 2);
}

fn scene(theme: ThemeChoice, size: [f32; 2], level: Level, view: ScratchView, name: &str) {
    let mut scene = Scene::new(theme, PaneId::Scratch);
    let mut actions = vec![ScratchAction::Level(level), ScratchAction::View(view)];
    if view.page == ScratchPage::Matches {
        let play = [ScratchAction::Games(6), ScratchAction::Nodes(100), ScratchAction::AllMatches];
        actions.extend(play);
    }
    let actions: Vec<LabAction> = actions.into_iter().map(LabAction::Scratch).collect();
    scene.lab(&actions);
    scene.save(size, &format!("scratch_{name}"));
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let view = |page| ScratchView { page, ..ScratchView::default() };
    for (theme, size) in
        [(ThemeChoice::Dark, [1280.0, 800.0]), (ThemeChoice::Light, [1920.0, 1080.0])]
    {
        scene(theme, size, Level::Tapering, view(ScratchPage::Position), "position");
        scene(theme, size, Level::Tapering, view(ScratchPage::Numbers), "numbers");
        scene(theme, size, Level::Squares, view(ScratchPage::Squares), "squares");
        scene(theme, size, Level::King, view(ScratchPage::Matches), "matches");
    }
}
