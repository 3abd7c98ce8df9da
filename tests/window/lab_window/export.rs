//! Views as files: the dialog, pictures in any size and theme, animations of a search, pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use serde_json::Value;

use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::lab::export::{ExportTheme, REST, ViewChoices};
use tabia_app::model::Model;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_engine::search::thinker::EngineId;
use tabia_games::export::job::Kind;
use tabia_lab::branching::Branching;
use tabia_text::t;

use super::{Scene, Ui, act, click, idle, model, open, wait};

fn iterations(model: &Model, engine: EngineId) -> usize {
    let newest = model.telemetry.newest(engine).and_then(SearchView::race);
    newest.map_or(0, |race| race.iterations().len())
}

/// Stops the analysis once each of these engines has this many iterations.
fn searched(h: &mut Ui<'_>, engines: &[EngineId], least: usize) {
    wait(h, "search", |model| engines.iter().all(|&engine| iterations(model, engine) >= least));
    act(h, Action::Command(UserCommand::ToggleAnalysis));
    wait(h, "end", |model| !model.engine.is_busy());
}

fn live_tree() -> Ui<'static> {
    let mut h = open(PaneId::LiveTree);
    searched(&mut h, &[EngineId::BUILT_IN], 9);
    h
}

fn duel() -> Ui<'static> {
    let mut h = open(PaneId::LiveTree);
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Duel)));
    searched(&mut h, &[EngineId::BUILT_IN, EngineId::PUCT], 4);
    h
}

/// Exports a view into a file of this folder, as the dialogs would.
fn export(h: &mut Ui<'_>, pane: PaneId, choices: ViewChoices, folder: &Path) -> PathBuf {
    let path = begin(h, pane, choices, folder);
    wait(h, "file", |model| model.toasts.iter().any(|toast| toast.text.contains("Saved as")));
    act(h, Action::DismissToasts);
    path
}

/// The same without waiting until it is written.
fn begin(h: &mut Ui<'_>, pane: PaneId, choices: ViewChoices, folder: &Path) -> PathBuf {
    let path = folder.join(format!("{pane:?}.{}", choices.kind.extension()));
    act(h, Action::Lab(LabAction::ExportView(pane)));
    act(h, Action::Lab(LabAction::Export(choices)));
    wait(h, "question", |model| matches!(model.dialog, Some(Dialog::ChooseFile(_))));
    act(h, Action::FileChosen(path.clone()));
    path
}

fn of(kind: Kind) -> ViewChoices {
    ViewChoices { kind, ..ViewChoices::default() }
}

/// The data of a page.
fn data_of(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The pictures of an animation and how long each is shown, ms.
fn frames_of(path: &Path) -> Vec<(image::RgbaImage, u32)> {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let frames = GifDecoder::new(file).unwrap().into_frames().collect_frames().unwrap();
    let delay = |frame: &image::Frame| Duration::from(frame.delay()).as_millis() as u32;
    frames.into_iter().map(|frame| (frame.clone().into_buffer(), delay(&frame))).collect()
}

#[test]
fn the_dialog_offers_the_formats_of_the_view() {
    let mut h = live_tree();
    let name = UserCommand::ExportView.name().trim_end_matches('…');
    click(&mut h, name);
    h.get_by_role_and_label(Role::RadioButton, t!("view-export-png"));
    h.get_by_label(t!("view-export-html.search"));
    h.get_by_role_and_label(Role::RadioButton, t!("view-export-gif")).click();
    h.run_steps(3);
    h.get_by_role_and_label(Role::SpinButton, t!("view-export-step"));
    let n = iterations(model(&h), EngineId::BUILT_IN);
    let words = t!("view-export-gif.forecast", n = n, time = "|", size = "");
    h.get_by_label_contains(super::start(&words));
    h.get_by_label(t!("view-export-theme-light")).click();
    h.run_steps(3);
    click(&mut h, t!("button-cancel"));
    assert_eq!(model(&h).settings.view_export, ViewChoices::default(), "given up is not chosen");
    // Engine output hidden in the window is not exported.
    act(&mut h, Action::Command(UserCommand::HideEngine));
    act(&mut h, Action::Lab(LabAction::ExportView(PaneId::LiveTree)));
    h.get_by_label(t!("view-export-html.picture"));
    h.get_by_label(t!("view-export-no-search"));
    act(&mut h, Action::Command(UserCommand::HideEngine));
    h.get_by_label(t!("view-export-html.search"));
    // A view without a search over time has no animation and says why.
    act(&mut h, Action::OpenPane(PaneId::Zobrist));
    act(&mut h, Action::Command(UserCommand::ExportView));
    let Some(Dialog::ExportView(pane, _)) = model(&h).dialog else { panic!("no dialog") };
    assert_eq!(pane, PaneId::Zobrist, "the view in front");
    h.get_by_label(t!("view-export-no-course"));
    let gif = h.get_by_role_and_label(Role::RadioButton, t!("view-export-gif"));
    assert!(gif.accesskit_node().is_disabled());
    h.get_by_label(t!("view-export-html.picture"));
}

#[test]
fn a_search_becomes_an_animation_with_a_picture_for_each_iteration() {
    let mut h = live_tree();
    let folder = tempfile::tempdir().unwrap();
    let choices = ViewChoices { width_px: Some(800), step_ms: 300, ..of(Kind::Gif) };
    let path = export(&mut h, PaneId::LiveTree, choices, folder.path());
    let frames = frames_of(&path);
    assert_eq!(frames.len(), iterations(model(&h), EngineId::BUILT_IN));
    for pair in frames.windows(2) {
        assert_eq!(pair[0].1, 300);
        assert_ne!(pair[0].0, pair[1].0, "two iterations look the same");
    }
    let (last, shown) = frames.last().unwrap();
    assert_eq!((last.width(), *shown), (800, 300 * REST));
    assert_eq!(model(&h).settings.view_export, choices, "remembered");
    let shown = model(&h).telemetry.newest(EngineId::BUILT_IN).unwrap().job;
    assert!(model(&h).telemetry.looks_back(shown).is_none(), "the window stays");
}

#[test]
fn every_view_of_a_search_follows_it_through_time() {
    let mut h = live_tree();
    let folder = tempfile::tempdir().unwrap();
    let choices = ViewChoices { step_ms: 100, ..of(Kind::Gif) };
    for pane in [
        PaneId::Lines,
        PaneId::Iterations,
        PaneId::Statistics,
        PaneId::SearchPlot,
        PaneId::Story,
        PaneId::RootMoves,
        PaneId::RootRace,
        PaneId::Profile,
    ] {
        let frames = frames_of(&export(&mut h, pane, choices, folder.path()));
        assert_eq!(frames.len(), iterations(model(&h), EngineId::BUILT_IN), "{pane:?}");
        let changes = frames.windows(2).filter(|pair| pair[0].0 != pair[1].0).count();
        assert!(changes > 0, "{pane:?} never changes");
    }
}

#[test]
fn an_export_given_up_leaves_no_file() {
    let mut h = live_tree();
    let folder = tempfile::tempdir().unwrap();
    let choices = ViewChoices { width_px: Some(2400), ..of(Kind::Gif) };
    let path = begin(&mut h, PaneId::LiveTree, choices, folder.path());
    wait(&mut h, "writing", |model| model.reading.is_some());
    act(&mut h, Action::CancelReading);
    wait(&mut h, "end of it", |model| model.reading.is_none());
    assert!(!path.exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing beside it");
    assert!(!model(&h).toasts.iter().any(|toast| toast.text.contains("Saved as")));
    // An invalid path is reported.
    let path = begin(&mut h, PaneId::LiveTree, of(Kind::Png), &folder.path().join("none"));
    wait(&mut h, "error", |model| {
        model.toasts.iter().any(|toast| toast.text.contains("LiveTree.png"))
    });
    assert!(!path.exists());
}

#[test]
fn a_picture_has_the_size_and_the_theme_that_were_chosen() {
    let mut h = live_tree();
    let folder = tempfile::tempdir().unwrap();
    let mut pictures = Vec::new();
    for theme in [ExportTheme::Dark, ExportTheme::Light] {
        let choices = ViewChoices { width_px: Some(1200), theme, ..of(Kind::Png) };
        let path = export(&mut h, PaneId::LiveTree, choices, folder.path());
        pictures.push(image::open(path).unwrap().to_rgba8());
    }
    let corner = |at: usize| pictures[at].get_pixel(2, 2).0;
    assert_eq!(pictures[0].width(), 1200);
    assert!(corner(0)[0] < 60 && corner(1)[0] > 200, "{:?} {:?}", corner(0), corner(1));
}

#[test]
fn a_picture_shows_its_position_and_nothing_that_can_be_pressed() {
    let mut h = live_tree();
    let folder = tempfile::tempdir().unwrap();
    let path = export(&mut h, PaneId::LiveTree, of(Kind::Png), folder.path());
    let picture = image::open(path).unwrap().to_rgba8();
    let colors = |[left, top, width, height]: [u32; 4]| {
        let area = (left..left + width).flat_map(|x| (top..top + height).map(move |y| (x, y)));
        area.map(|(x, y)| picture.get_pixel(x, y).0).collect::<std::collections::HashSet<_>>().len()
    };
    let width = picture.width();
    assert!(colors([14, 14, 90, 90]) > 20, "a small board");
    assert!(colors([120, 14, 300, 80]) > 20, "title and FEN");
    assert_eq!(colors([width - 130, 122, 120, 26]), 1, "no buttons in the head of the view");
}

#[test]
fn a_search_and_a_duel_are_exported_as_complete_pages() {
    let mut h = live_tree();
    let folder = tempfile::tempdir().unwrap();
    act(&mut h, Action::Set(SettingChange::Language("de".to_owned())));
    act(&mut h, Action::Lab(LabAction::ExportView(PaneId::LiveTree)));
    act(&mut h, Action::Lab(LabAction::Export(of(Kind::Html))));
    wait(&mut h, "question", |model| matches!(model.dialog, Some(Dialog::ChooseFile(_))));
    let path = folder.path().join("baum.html");
    act(&mut h, Action::FileChosen(path.clone()));
    wait(&mut h, "file", |_| path.exists());
    act(&mut h, Action::Set(SettingChange::Language("en".to_owned())));
    let html = fs::read_to_string(path).unwrap();
    assert!(html.contains("<html lang=\"de\">") && html.contains("Mit Tabia erstellt"));
    let data = data_of(&html);
    let kept = data["engines"][0]["iterations"].as_array().unwrap();
    assert_eq!(kept.len(), iterations(model(&h), EngineId::BUILT_IN));
    let mut h = duel();
    let choices = ViewChoices { theme: ExportTheme::Light, ..of(Kind::Html) };
    let html = fs::read_to_string(export(&mut h, PaneId::Duel, choices, folder.path())).unwrap();
    assert!(html.contains("data-theme=\"light\"") && html.len() < 2_000_000, "{}", html.len());
    let data = data_of(&html);
    for (at, engine) in [EngineId::BUILT_IN, EngineId::PUCT].into_iter().enumerate() {
        let kept = data["engines"][at]["iterations"].as_array().unwrap();
        assert_eq!(kept.len(), iterations(model(&h), engine));
        assert!(kept.iter().any(|of| of["tree"].as_array().unwrap().len() > 70));
    }
    let path = export(&mut h, PaneId::Duel, of(Kind::Gif), folder.path());
    let frames = frames_of(&path);
    assert!(frames.len() > 3 && frames.windows(2).all(|pair| pair[0].0 != pair[1].0));
}

#[test]
fn other_views_are_exported_as_pages_with_their_table_or_picture() {
    let mut h = open(PaneId::Branching);
    let folder = tempfile::tempdir().unwrap();
    let ask = model(&h).lab.draft(PaneId::Branching.experiment().unwrap());
    act(&mut h, Action::Lab(LabAction::Run(ask)));
    wait(&mut h, "result", |model| model.lab.trial::<Branching>().is_some() && idle(model));
    let path = export(&mut h, PaneId::Branching, of(Kind::Html), folder.path());
    let html = fs::read_to_string(path).unwrap();
    let rows = model(&h).trial_table(PaneId::Branching.experiment().unwrap()).rows.len();
    assert_eq!(html.matches("<tr>").count(), rows + 1);
    assert!(html.contains("<polyline") && html.contains("class=\"position\""));
    act(&mut h, Action::OpenPane(PaneId::Zobrist));
    let path = export(&mut h, PaneId::Zobrist, of(Kind::Html), folder.path());
    let html = fs::read_to_string(path).unwrap();
    assert!(html.contains("src=\"data:image/png;base64,iVBOR") && html.contains("class=\"about\""));
}

#[test]
#[ignore = "writes files for people to look at"]
fn gallery() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery/export");
    fs::create_dir_all(&folder).unwrap();
    let mut h = open(PaneId::LiveTree);
    act(&mut h, Action::Lab(LabAction::ShowMe(PaneId::LiveTree)));
    searched(&mut h, &[EngineId::BUILT_IN], 15);
    for kind in ViewChoices::KINDS {
        for pane in [PaneId::LiveTree, PaneId::RootRace, PaneId::Story, PaneId::HashTable] {
            if kind != Kind::Gif || pane != PaneId::HashTable {
                export(&mut h, pane, ViewChoices { width_px: Some(1200), ..of(kind) }, &folder);
            }
        }
    }
    let mut h = duel();
    for kind in ViewChoices::KINDS {
        export(&mut h, PaneId::Duel, of(kind), &folder);
    }
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let picture = |theme, name: &str, pane, kind, (size, language): ([f32; 2], &str)| {
        let mut scene = Scene::new(theme, PaneId::LiveTree);
        scene.shell.apply(Action::PanesOpen(vec![PaneId::LiveTree]));
        scene.shell.apply(Action::Lab(LabAction::ShowMe(PaneId::LiveTree)));
        scene.wait("search", |model| iterations(model, EngineId::BUILT_IN) >= 8);
        scene.shell.apply(Action::Command(UserCommand::ToggleAnalysis));
        scene.wait("end", |model| !model.engine.is_busy());
        scene.shell.apply(Action::Set(SettingChange::Language(language.to_owned())));
        scene.shell.apply(Action::Lab(LabAction::ExportView(pane)));
        scene.shell.apply(Action::Lab(LabAction::DraftExport(of(kind))));
        scene.save(size, &format!("export_{name}"));
    };
    let (wide, narrow) = ([1280.0, 800.0], [1024.0, 700.0]);
    let (dark, light) = (ThemeChoice::Dark, ThemeChoice::Light);
    picture(dark, "gif", PaneId::LiveTree, Kind::Gif, (wide, "en"));
    picture(light, "html", PaneId::LiveTree, Kind::Html, (narrow, "de"));
    picture(dark, "png", PaneId::LiveTree, Kind::Png, (wide, "en"));
    picture(light, "refused", PaneId::Zobrist, Kind::Html, (wide, "en"));
    picture(light, "gif_german", PaneId::LiveTree, Kind::Gif, (narrow, "de"));
}
