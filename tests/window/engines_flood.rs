//! The window with an engine that sends a million lines: the number of lines handled in a frame is bounded, and the
//! window stays responsive. The test prints how long frames took.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "helpers of tests fail loudly")]

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use eframe::egui::{Context, RawInput, Rect, pos2, vec2};
use tabia::gui::window::shell::{MAX_NEWS, Shell, ShellOptions};
use tabia_app::action::{Action, UserCommand};
use tabia_app::persistence::store::Loaded;
use tabia_app::window::settings::Settings;
use tabia_engine::search::thinker::EngineId;
use tabia_host::external::spec::UciSpec;

/// Answers `go` with a million lines and reads no input meanwhile.
const FLOOD: &str = r#"#!/bin/sh
line='info depth 9 seldepth 12 multipv 1 score cp 30 nodes 1000 nps 9000 time 5 pv e2e4 e7e5 g1f3'
while read -r words; do
  case "$words" in
    uci) echo 'id name Flood'; echo uciok ;;
    isready) echo readyok ;;
    go*) yes "$line" | head -n 1000000; echo 'info string done' ;;
    stop) echo 'bestmove e2e4' ;;
    quit) exit ;;
  esac
done
"#;

const FLOODS: EngineId = EngineId(1);

#[test]
fn a_million_lines_do_not_hold_up_a_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flood");
    std::fs::write(&path, FLOOD).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut settings = Settings::default();
    settings.engines.engines.push(UciSpec::new(1, path.to_str().unwrap(), Vec::new()));
    settings.analysing = vec![FLOODS];
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: true, no_animation: true };
    let mut shell = Shell::with(&ctx, &options, Loaded { settings, ..Loaded::default() });
    shell.apply(Action::Command(UserCommand::StudyWorkspace));
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));

    let begin = Instant::now();
    let (mut logic, mut drawn) = (Vec::new(), Vec::new());
    let (mut news, mut most) = (0, 0);
    let log = |shell: &Shell| shell.model.engines.existing_log(1).map_or(0, |log| log.logged());
    while log(&shell) < 1_000_000 {
        assert!(begin.elapsed() < Duration::from_mins(5), "{} lines came", log(&shell));
        let at = Instant::now();
        shell.drain();
        logic.push(at.elapsed());
        news += shell.events_taken();
        most = most.max(shell.events_taken());
        let at = Instant::now();
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0))),
            time: Some(begin.elapsed().as_secs_f64()),
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| shell.show(ui));
        output.textures_delta.clear();
        drawn.push(at.elapsed());
        // As on a display of 60 frames a second.
        std::thread::sleep(Duration::from_millis(16).saturating_sub(at.elapsed()));
    }
    logic.sort();
    drawn.sort();
    println!(
        "{} frames in {:.1} s; {news} news, at most {most} a frame; drain: median {:?}, worst {:?}; \
         show: median {:?}, worst {:?}",
        logic.len(),
        begin.elapsed().as_secs_f64(),
        logic[logic.len() / 2],
        logic.last().unwrap(),
        drawn[drawn.len() / 2],
        drawn.last().unwrap(),
    );
    assert!(most <= MAX_NEWS, "{most} in a frame");
    let search = shell.model.telemetry.search(FLOODS).unwrap();
    assert!(!search.lines.is_empty(), "its lines are shown");
    assert!(search.history.len() < 100, "the same line over and over is no history");
    let kept = shell.model.engines.existing_log(1).unwrap();
    assert!(kept.logged() - kept.dropped() <= 20_000, "the log is bounded");

    // It reads no input until all lines are sent; the window stops it and continues.
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    assert!(shell.model.engine.job(FLOODS).is_none());
    assert!(search_has_ended(&shell));
}

fn search_has_ended(shell: &Shell) -> bool {
    shell.model.telemetry.search(FLOODS).expect("it searched").ended.is_some()
}
