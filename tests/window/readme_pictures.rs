//! The pictures of README.md. `TABIA_WRITE_PICTURES=1 cargo test --release --test window readme_pictures` draws them
//! into `assets/screenshots`; without the variable the test draws them too and fails if the interface no longer looks
//! like its pictures, or if the README shows another picture.

use std::path::Path;

use image::imageops::{FilterType, resize};
use image::{GrayImage, RgbaImage};

use tabia_app::action::{Action, DuelAction, LabAction, UserCommand};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::lab::xray::{XrayAction, XrayView};
use tabia_app::model::Model;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_engine::search::thinker::EngineId;
use tabia_lab::duel_positions::POSITIONS;

use crate::lab_window::Scene;

const SIZE: [f32; 2] = [1280.0, 800.0];

/// How the present picture may differ from the one in the repository.
#[derive(Clone, Copy, Debug)]
enum Allowed {
    /// A search of a fixed depth and an evaluation are drawn the same each time: no part may differ, so that a single
    /// other word is noticed.
    Nothing,
    /// The lines, numbers and times of a running search differ each time: the picture as a whole must look the same.
    /// Other words everywhere, such as those of another language, differ by 1.4 grey levels on average.
    Lines,
}

/// A game worth analysing, from its start to the position shown.
const GAME: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 \
    10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

/// Name, preparation, and the difference allowed.
type Picture = (&'static str, fn() -> Scene, Allowed);

const PICTURES: &[Picture] = &[
    ("tree", tree, Allowed::Nothing),
    ("duel", duel, Allowed::Lines),
    ("xray", xray, Allowed::Nothing),
    ("study", study, Allowed::Lines),
];

/// A scene that does not depend on the machine.
fn scene(theme: ThemeChoice, pane: PaneId) -> Scene {
    let mut scene = Scene::new(theme, pane);
    scene.shell.apply(Action::Set(SettingChange::Threads(1)));
    scene
}

fn tree() -> Scene {
    let mut scene = scene(ThemeChoice::Dark, PaneId::SearchTree);
    scene.lab(&[LabAction::Record(6)]);
    scene
}

fn xray() -> Scene {
    let mut scene = scene(ThemeChoice::Light, PaneId::Xray);
    scene.lab(&[LabAction::Xray(XrayAction::Show(XrayView::Both))]);
    scene
}

fn duel() -> Scene {
    let mut scene = scene(ThemeChoice::Dark, PaneId::SearchTree);
    // A position in which the searches choose different moves (`assets/duel/measured.json`).
    let mut ids = POSITIONS.iter().map(|position| position.id);
    let Some(disputed) = ids.position(|id| id == "rook-swing") else { panic!("no such example") };
    scene.shell.apply(Action::Duel(DuelAction::Preset(disputed)));
    for engine in [EngineId::BUILT_IN, EngineId::PUCT] {
        scene.wait("result of both engines", |model| nodes(model, engine) > 200_000);
    }
    scene
}

fn study() -> Scene {
    let mut scene = scene(ThemeChoice::Light, PaneId::SearchTree);
    scene.shell.apply(Action::PasteText(GAME.to_owned()));
    scene.shell.apply(Action::Command(UserCommand::of_workspace(Workspace::Study)));
    for _ in 0..18 {
        scene.shell.apply(Action::Command(UserCommand::Next));
    }
    scene.shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    scene.wait("analysis", |model| nodes(model, EngineId::BUILT_IN) > 400_000);
    scene
}

/// Nodes or playouts of an engine's search so far.
fn nodes(model: &Model, engine: EngineId) -> u64 {
    model.telemetry.search(engine).and_then(SearchView::nodes).unwrap_or(0)
}

#[test]
fn the_pictures_of_the_readme_show_the_window_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let write = std::env::var_os("TABIA_WRITE_PICTURES").is_some();
    for (name, make, allowed) in PICTURES {
        let mut scene = make();
        scene.shell.apply(Action::DismissToasts);
        let now = scene.image(SIZE);
        let file = format!("assets/screenshots/{name}.png");
        if write {
            now.save(root.join(&file)).unwrap();
        }
        assert!(readme.contains(&file), "README.md does not show {file}");
        let kept = image::open(root.join(&file)).unwrap().into_rgba8();
        assert_eq!(kept.dimensions(), now.dimensions(), "{file}");
        let (difference, limit) = match allowed {
            Allowed::Nothing => (differences(&kept, &now, 160).fold(0.0, f64::max), 8.0),
            Allowed::Lines => {
                let all: Vec<f64> = differences(&kept, &now, 64).collect();
                (all.iter().sum::<f64>() / all.len() as f64, 2.0)
            }
        };
        assert!(
            difference < limit,
            "{file} is out of date by {difference:.1} grey levels: run TABIA_WRITE_PICTURES=1 cargo test --release \
             --test window readme_pictures"
        );
    }
}

/// The differences of the grey levels of the parts of two pictures, this many in a row.
fn differences(one: &RgbaImage, other: &RgbaImage, wide: u32) -> impl Iterator<Item = f64> {
    let small = |picture: &RgbaImage| -> GrayImage {
        let grey = image::DynamicImage::ImageRgba8(picture.clone()).into_luma8();
        resize(&grey, wide, wide * 5 / 8, FilterType::Triangle)
    };
    let (one, other) = (small(one).into_raw(), small(other).into_raw());
    one.into_iter().zip(other).map(|(a, b)| f64::from(a.abs_diff(b)))
}
