//! The look of the board as set in the window: chess sets, colours, coordinates, sound. Pictures of all of it: `cargo
//! test --release --test window look -- --ignored`, written to `target/gallery`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::board_gallery::context;
use crate::interface::{Ui, give, interface_at, open_at_home, painted_at};
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Color32, vec2};
use egui_kittest::kittest::Queryable as _;
use tabia::gui::headless::frames::render;
use tabia::gui::look::pieces::PieceStyle;
use tabia::gui::look::theme::BoardTheme;
use tabia::gui::widgets::board::BoardView;
use tabia::gui::widgets::board::Coordinates as Place;
use tabia::gui::widgets::small_boards::{self, MiniBoard};
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::window::settings::Coordinates;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::sounds::Sound;
use tabia_chess::{Board, Color, Square};
use tabia_text::t;

fn settings(h: &mut Ui, page: &str) {
    give(h, UserCommand::Settings);
    choose(h, page);
}

fn choose(h: &mut Ui, name: &str) {
    h.get_by_role_and_label(Role::RadioButton, name).click();
    h.run_steps(3);
}

fn switch(h: &mut Ui, name: &str) {
    h.get_by_role_and_label(Role::CheckBox, name).click();
    h.run_steps(3);
}

#[test]
fn sets_coordinates_and_sounds_are_chosen_in_the_settings_and_stay_after_a_restart() {
    let home = tempfile::tempdir().unwrap();
    let mut h = open_at_home(home.path());
    settings(&mut h, "Board");
    h.get_by_label(t!("settings-board-example"));
    for set in ["Flat", "Book"] {
        choose(&mut h, set);
        assert_eq!(PieceStyle::chosen(&h.ctx).name(), set, "at once");
    }
    choose(&mut h, "Plum");
    assert_eq!(h.state().model.settings.board_theme, "Plum");
    choose(&mut h, "Outside");
    choose(&mut h, "Slow");
    choose(&mut h, "Sound");
    switch(&mut h, "Check");
    switch(&mut h, t!("sound-stepping"));
    let kept = h.state().model.settings.clone();
    assert_eq!((kept.piece_set.as_str(), kept.animation_ms), ("Book", 450));
    assert_eq!(kept.coordinates, Coordinates::Outside);
    assert_eq!((kept.sounds.silent.as_slice(), kept.sounds.stepping), (&[Sound::Check][..], false));
    drop(h);
    let mut h = open_at_home(home.path());
    h.run_steps(3);
    assert_eq!(h.state().model.settings, kept);
    assert_eq!(PieceStyle::chosen(&h.ctx), PieceStyle::Book);
}

#[test]
fn unknown_names_and_invalid_volumes_become_the_defaults() {
    let home = tempfile::tempdir().unwrap();
    let text = r#"{"piece_set": "Marble", "board_theme": 12, "coordinates": "Above",
        "sounds": {"volume": -3, "silent": [7, "Check"], "on": "loud"}}"#;
    std::fs::write(home.path().join("settings.json"), text).unwrap();
    let h = open_at_home(home.path());
    let settings = &h.state().model.settings;
    assert_eq!(PieceStyle::chosen(&h.ctx), PieceStyle::Staunton);
    assert_eq!(BoardTheme::by_name(&settings.board_theme).name, "Walnut");
    assert_eq!(settings.coordinates, Coordinates::Inside);
    assert_eq!((settings.sounds.volume, settings.sounds.on), (70, true));
    assert_eq!(settings.sounds.silent, [Sound::Check]);
}

#[test]
fn the_pages_fit_into_the_smallest_window_and_keep_their_size() {
    for size in [[640.0, 480.0], [1280.0, 800.0]] {
        let mut h = interface_at(size, 30, |ctx| {
            Shell::new(ctx, &ShellOptions { home: None, engine: false, no_animation: true })
        });
        h.run_steps(3);
        settings(&mut h, "Board");
        let mut places = Vec::new();
        for page in [
            t!("settings-appearance"),
            t!("settings-board"),
            t!("settings-sound"),
            t!("settings-engine"),
            t!("settings-opponent"),
            t!("settings-tables"),
        ] {
            choose(&mut h, page);
            let close = h.get_by_label(t!("button-close")).rect();
            assert!(close.right() <= size[0] && close.bottom() <= size[1], "{page}: {close:?}");
            places.push(close);
        }
        assert!(places.iter().all(|place| *place == places[0]), "{size:?}: {places:?}");
    }
}

/// Runs a board in a window of its own and returns the rectangle of its squares.
fn squares(place: Place, side: f32) -> (egui::Rect, egui::Rect) {
    let ctx = context(false);
    let board = Board::start();
    let mut rects = None;
    render(&ctx, [side, side], 1.0, |ui| {
        let area = ui.max_rect();
        let mut view = BoardView::new(&board);
        view.options.coordinates = place;
        rects = Some((view.show_in(ui, area).rect, area));
    });
    rects.unwrap()
}

#[test]
fn coordinates_beside_the_board_have_space_and_inside_it_all_are_shown() {
    for side in [160.0, 400.0, 900.0] {
        let (inside, _) = squares(Place::Inside, side);
        let (none, _) = squares(Place::None, side);
        let (outside, area) = squares(Place::Outside, side);
        assert_eq!(inside, none);
        assert!(outside.left() - area.left() >= 12.0, "{side}: {outside:?} in {area:?}");
        assert!(area.bottom() - outside.bottom() >= 12.0, "{side}: {outside:?} in {area:?}");
        assert!(outside.width() > 0.85 * side, "{side}: {outside:?}");
    }
}

#[test]
fn small_boards_are_drawn_with_the_chosen_set() {
    let picture = |style: PieceStyle| {
        let ctx = context(false);
        style.choose(&ctx);
        let board = Board::start();
        render(&ctx, [200.0, 200.0], 1.0, |ui| {
            let mini = MiniBoard {
                board: &board,
                orientation: Color::White,
                last_move: None,
                theme: BoardTheme::by_name("Paper"),
            };
            small_boards::mini_board(ui, &mini, 180.0);
        })
    };
    let pictures = PieceStyle::ALL.map(picture);
    for (i, a) in pictures.iter().enumerate() {
        assert!(pictures[i + 1..].iter().all(|b| a != b));
    }
}

fn gallery(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{name}.png"))
}

/// Each chess set on each board, as large as in the window and as small as in a diagram.
#[test]
#[ignore = "writes pictures for people to look at"]
fn sets_on_boards() {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let board = Board::from_fen(fen).unwrap();
    for (dark, mode) in [(true, "dark"), (false, "light")] {
        for scale in [1.0, 2.0] {
            for style in PieceStyle::ALL {
                let (ctx, size) = (context(dark), [1340.0, 720.0]);
                style.choose(&ctx);
                let picture = render(&ctx, size, scale, |ui| {
                    egui::CentralPanel::default().show(ui, |ui| {
                        egui::Grid::new("boards").spacing([16.0, 10.0]).show(ui, |ui| {
                            for (i, theme) in BoardTheme::ALL.iter().enumerate() {
                                cell(ui, &board, theme, i);
                            }
                        });
                    });
                });
                picture.save(gallery(&format!("sets_{}_{mode}_{scale}x", style.name()))).unwrap();
            }
        }
    }
}

fn cell(ui: &mut egui::Ui, board: &Board, theme: &BoardTheme, i: usize) {
    let place = [Place::Inside, Place::Outside, Place::None][i % 3];
    ui.vertical(|ui| {
        ui.label(theme.name);
        let (area, _) = ui.allocate_exact_size(vec2(300.0, 300.0), egui::Sense::hover());
        let mut view = BoardView::new(board);
        view.theme = theme;
        view.last_move = Some((Square::E8, Square::G8));
        view.options.coordinates = place;
        view.paint_still(ui, area);
        ui.painter().rect_stroke(area, 0, (1.0, Color32::TRANSPARENT), egui::StrokeKind::Inside);
    });
    if i % 4 == 3 {
        ui.end_row();
    }
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn settings_pages() {
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for page in ["Board", "Sound"] {
            for (size, name) in [([1280.0, 800.0], "m"), ([640.0, 480.0], "s")] {
                let mut h = painted_at(size, crate::interface::Cpu::default(), |ctx| {
                    Shell::new(ctx, &ShellOptions { home: None, engine: false, no_animation: true })
                });
                h.run_steps(2);
                h.state_mut().apply(Action::Set(SettingChange::Theme(theme)));
                h.state_mut().apply(Action::Set(SettingChange::PieceSet("Book".to_owned())));
                h.state_mut().apply(Action::Set(SettingChange::Coordinates(Coordinates::Outside)));
                settings(&mut h, page);
                h.run_steps(3);
                let picture = h.render().unwrap();
                picture.save(gallery(&format!("settings_{page}_{mode}_{name}"))).unwrap();
            }
        }
    }
}
