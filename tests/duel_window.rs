//! The tree search by playouts in the window, by the names a screen reader gives: as one of those that analyse, as an
//! opponent, in the settings. No engine is started here: what they say is put in.
#![cfg(feature = "gui")]
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

mod interface;

use eframe::egui::{Context, Role, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use interface::{Interface, interface_at};
use tabia::app::action::{Action, UserCommand};
use tabia::app::kept::store::Loaded;
use tabia::app::window::settings::{Settings, ThemeChoice};
use tabia::app::window::workspace::PaneId;
use tabia::chess::{Color, uci_move};
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia::puct::options::Rung;
use tabia::search::detail::Detail;
use tabia::search::detail::puct::{PuctDetail, PuctMove};
use tabia::search::engine_id::EngineId;
use tabia::search::report::{IterationInfo, Progress, RootMove, Snapshot};
use tabia::search::score::Score;
use tabia::worker::protocol::{Event, Live};

type Ui = Harness<'static, Interface>;

const OURS: EngineId = EngineId::BUILT_IN;
const PUCT: EngineId = EngineId::PUCT;

fn shell_of(ctx: &Context, settings: Settings) -> Shell {
    let options = ShellOptions { home: None, engine: false, still: true };
    Shell::with(ctx, &options, Loaded { settings, ..Loaded::default() })
}

fn open(size: Vec2, theme: ThemeChoice) -> Ui {
    let settings = Settings { book_moves: false, theme, ..Settings::default() };
    let mut harness = interface_at(size.into(), 12, move |ctx| shell_of(ctx, settings));
    harness.run_steps(8);
    harness
}

fn give(h: &mut Ui, action: Action) {
    h.state_mut().apply(action);
    h.run_steps(8);
}

fn click(h: &mut Ui, name: &str) {
    h.get_by_label(name).click();
    h.run_steps(8);
}

/// What the tree search by playouts says of the shown position: moves with playouts, worth and prior per mille.
fn grows(shell: &mut Shell, said: &[(&str, u32, u32, u32)]) {
    let job = shell.model.engine.job(PUCT).expect("a search is under way").id;
    let board = *shell.model.game.board();
    let moves: Vec<PuctMove> = said
        .iter()
        .map(|&(text, n, q, p)| PuctMove {
            mv: uci_move::parse(&board, text).unwrap(),
            n,
            q: q as f32 / 1000.0,
            p: p as f32 / 1000.0,
            u: 0.1,
            proof: None,
        })
        .collect();
    let playouts: u32 = said.iter().map(|told| told.1).sum();
    let cp = |root: &PuctMove| Score::Cp((root.q * 400.0) as i32 - 200);
    let lines: Vec<IterationInfo> = (1..)
        .zip(moves.iter().take(3))
        .map(|(number, root)| IterationInfo {
            multi_pv: number,
            nodes: Some(u64::from(playouts)),
            time_ms: u64::from(playouts) / 20,
            ..IterationInfo::new(7, board.stm(), cp(root), vec![root.mv])
        })
        .collect();
    let root_moves = moves.iter().map(|root| RootMove {
        score: Some(cp(root)),
        nodes: Some(u64::from(root.n)),
        ..RootMove::new(root.mv)
    });
    let progress = Progress {
        time_ms: u64::from(playouts) / 20,
        nodes: Some(u64::from(playouts)),
        depth: Some(7),
        hashfull: Some(31),
        root_moves: root_moves.collect(),
        lines: lines.clone(),
        ..Progress::new(board.stm())
    };
    let detail = PuctDetail {
        threads: 1,
        playouts: u64::from(playouts),
        visits: playouts + 500,
        mean_depth: 7.3,
        nodes: u64::from(playouts),
        thrown: 0,
        moves,
    };
    shell.apply(Action::Engine(PUCT, Event::Started { job }));
    for info in lines {
        shell.apply(Action::Engine(PUCT, Event::Iteration { job, info }));
    }
    let snapshot = Snapshot { progress, detail: Detail::Puct(Box::new(detail)) };
    shell.apply(Action::Live(PUCT, Live { job, snapshot }));
}

const START: [(&str, u32, u32, u32); 3] =
    [("e2e4", 6_000, 540, 300), ("d2d4", 3_000, 530, 250), ("g1f3", 1_000, 520, 100)];

#[test]
fn it_takes_part_in_analysis_from_the_menu_and_the_panels_show_its_own_numbers() {
    let mut h = open(vec2(1280.0, 800.0), ThemeChoice::Dark);
    give(&mut h, Action::Command(UserCommand::LabWorkspace));
    give(&mut h, Action::OpenPane(PaneId::Lines));
    click(&mut h, "Let another engine take part");
    click(&mut h, "Tabia PUCT");
    assert_eq!(h.state().model.analysing(), [OURS, PUCT]);
    give(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    grows(h.state_mut(), &START);
    give(&mut h, Action::Focus(PUCT));
    give(&mut h, Action::OpenPane(PaneId::Statistics));
    h.get_by_label_contains("Mean line");
    h.get_by_label_contains("Kept from before");
    assert!(h.query_by_label_contains("Null move").is_none(), "nothing of the other kind");
    give(&mut h, Action::OpenPane(PaneId::RootMoves));
    h.get_by_label("Share of playouts");
    h.get_by_label("30.0 %");
    give(&mut h, Action::OpenPane(PaneId::RootRace));
    h.get_by_label_contains("Playouts grow one tree without iterations");
    give(&mut h, Action::OpenPane(PaneId::Profile));
    // The view asks for a search that counts, which begins anew.
    grows(h.state_mut(), &START);
    h.run_steps(8);
    h.get_by_label_contains("Playouts grow a tree and cut nothing off");
}

#[test]
fn it_is_chosen_as_an_opponent_without_levels_of_the_other() {
    let mut h = open(vec2(1280.0, 800.0), ThemeChoice::Light);
    give(&mut h, Action::Command(UserCommand::NewGame));
    h.get_by_role_and_label(Role::ComboBox, "Opponent").click();
    h.run_steps(8);
    click(&mut h, "Tabia PUCT");
    h.get_by_label("Full strength; a limit in nodes a move makes it weaker");
    assert!(h.query_by_role_and_label(Role::ComboBox, "Strength of the engine").is_none());
    click(&mut h, "Start");
    let game = &h.state().model.game;
    assert_eq!(game.engine_of(Color::Black), Some(PUCT));
    assert_eq!(game.player_name(Color::Black), "Tabia PUCT");
}

#[test]
fn its_way_of_searching_is_set_among_the_settings_of_the_engine() {
    let mut h = open(vec2(1280.0, 800.0), ThemeChoice::Light);
    give(&mut h, Action::Command(UserCommand::Settings));
    h.get_by_role_and_label(Role::RadioButton, "Engine").click();
    h.run_steps(8);
    h.get_by_role_and_label(Role::ComboBox, "Searches by").scroll_to_me();
    h.run_steps(8);
    h.get_by_role_and_label(Role::ComboBox, "Searches by").click();
    h.run_steps(8);
    click(&mut h, Rung::Uct.name());
    assert_eq!(h.state().model.settings.puct.rung, Some(Rung::Uct));
}
