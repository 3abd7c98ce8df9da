//! The GPU trainers against those of the program: same inputs, shape, losses and files. They need Python with numpy and
//! torch, `TABIA_PYTHON` first; with `TABIA_TORCH=required` their absence is a failure.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::data::sample;
use crate::model::{self, Target, Weights};
use crate::policy;
use crate::policy::data;
use tabia_engine::eval::nnue::Parameters;
use tabia_engine::eval::policy::Parameters as PolicyParameters;

fn python() -> Option<PathBuf> {
    let named = std::env::var_os("TABIA_PYTHON").map(PathBuf::from);
    let usual = ["python3", "/usr/bin/python3"].map(PathBuf::from);
    let found = named.into_iter().chain(usual).find(|python| {
        let asked = Command::new(python).args(["-c", "import numpy, torch"]).output();
        asked.is_ok_and(|output| output.status.success())
    });
    let required = std::env::var("TABIA_TORCH").is_ok_and(|value| value == "required");
    assert!(found.is_some() || !required, "this check needs a Python with numpy and torch");
    found
}

/// Output of a script.
fn run(python: &Path, script: &str, arguments: &[&str], folder: &Path) -> String {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training");
    let mut command = Command::new(python);
    command.arg("-B").arg(scripts.join(script)).args(arguments);
    let output = command.args(["--device", "cpu"]).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_network_of_the_script_has_the_loss_it_says() {
    let Some(python) = python() else { return };
    let dir = tempfile::tempdir().unwrap();
    let samples = model::tests::samples(1500, 4);
    sample::write_file(&dir.path().join("s.samples"), &samples).unwrap();
    let arguments = ["s.samples", "--held-out", "s.samples", "--out", "net", "--width", "32"];
    let options = ["--passes", "4", "--batch", "500", "--scale", "300", "--result-share", "0.25"];
    run(&python, "train.py", &[&arguments[..], &options].concat(), dir.path());

    let curve = std::fs::read_to_string(dir.path().join("net/curve.csv")).unwrap();
    let reported: f64 = curve.lines().last().unwrap().split(',').nth(2).unwrap().parse().unwrap();
    let bytes = std::fs::read(dir.path().join("net/net.nnue")).unwrap();
    let parameters = Parameters::from_bytes(&bytes).unwrap();
    let weights = Weights::of_network(&parameters, 300.0);
    let target = Target { scale: 300.0, result_share: 0.25 };
    let sum = model::loss(weights.shape, &weights.all, &samples, target);
    let found = sum / samples.len() as f64;
    // The file is rounded, the numbers of the script are not. A wrong input would differ by more than a tenth.
    assert!((found - reported).abs() < 0.01 * reported, "{found} and {reported}");
}

#[test]
fn the_policy_network_of_the_script_has_the_losses_it_says() {
    let Some(python) = python() else { return };
    let dir = tempfile::tempdir().unwrap();
    let samples = policy::sample::tests::samples(1000, 4);
    let target = data::Target { smoothing: 0.05, result_share: 0.5 };
    std::fs::write(dir.path().join("s.rows"), data::bytes_of(&samples, target)).unwrap();
    let arguments = ["s.rows", "--held-out", "s.rows", "--out", "net", "--width", "32"];
    let options = ["--passes", "3", "--batch", "250", "--smoothing", "0.05"];
    let output = run(&python, "train_policy.py", &[&arguments[..], &options].concat(), dir.path());

    let last = output.lines().last().unwrap();
    let (_, held_out) = last.split_once("held out policy ").unwrap();
    let numbers: Vec<f64> = held_out
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|word| word.parse().ok())
        .collect();
    let bytes = std::fs::read(dir.path().join("net/net.policy")).unwrap();
    let parameters = PolicyParameters::from_bytes(&bytes).unwrap();
    let (weights, places): (_, Vec<u32>) =
        (policy::model::weights_of(&parameters), (0..samples.len() as u32).collect());
    let sums = policy::model::losses(parameters.width, &weights, &samples, &places, target);
    let found = [sums.policy, sums.value].map(|sum| sums.mean(sum));
    for (found, reported) in found.iter().zip(&numbers) {
        assert!((found - reported).abs() < 0.01 * reported, "{found} and {reported}: {last}");
    }
}
