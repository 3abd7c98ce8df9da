//! The GPU trainers compared with those of the program: same inputs, shape, losses and files. They need Python with
//! numpy and torch, found through `TABIA_PYTHON` first; with `TABIA_TORCH=required` their absence is a failure. The
//! files to which scripts add results are tested too; that needs only Python.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::data::sample;
use crate::model::{self, Target, Weights};
use crate::policy;
use crate::policy::data;
use tabia_engine::eval::nnue::Parameters;
use tabia_engine::eval::policy::Parameters as PolicyParameters;

/// A Python that can run this statement.
fn python_with(statement: &str) -> Option<PathBuf> {
    let named = std::env::var_os("TABIA_PYTHON").map(PathBuf::from);
    let usual = ["python3", "/usr/bin/python3"].map(PathBuf::from);
    named.into_iter().chain(usual).find(|python| {
        let asked = Command::new(python).args(["-c", statement]).output();
        asked.is_ok_and(|output| output.status.success())
    })
}

fn python() -> Option<PathBuf> {
    let found = python_with("import numpy, torch");
    let required = std::env::var("TABIA_TORCH").is_ok_and(|value| value == "required");
    assert!(found.is_some() || !required, "this check needs a Python with numpy and torch");
    found
}

fn script(python: &Path, name: &str, folder: &Path) -> Command {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training");
    let mut command = Command::new(python);
    command.arg("-B").arg(scripts.join(name)).current_dir(folder);
    command
}

/// Output of a training script.
fn run(python: &Path, name: &str, arguments: &[&str], folder: &Path) -> String {
    let mut command = script(python, name, folder);
    let output = command.args(arguments).args(["--device", "cpu"]).output().unwrap();
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

    sample::write_file(&dir.path().join("none.samples"), &[]).unwrap();
    let without = ["s.samples", "--held-out", "none.samples", "--out", "other", "--width", "32"];
    run(&python, "train.py", &[&without[..], &options].concat(), dir.path());
    assert!(dir.path().join("other/net.nnue").exists());
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
    let sums = policy::model::losses(parameters.width, &weights, &samples.into(), &places, target);
    let found = [sums.policy, sums.value].map(|sum| sums.mean(sum));
    for (found, reported) in found.iter().zip(&numbers) {
        assert!((found - reported).abs() < 0.01 * reported, "{found} and {reported}: {last}");
    }

    std::fs::write(dir.path().join("none.rows"), data::bytes_of(&[], target)).unwrap();
    let without = ["s.rows", "--held-out", "none.rows", "--out", "other", "--width", "32"];
    run(&python, "train_policy.py", &[&without[..], &options].concat(), dir.path());
    assert!(dir.path().join("other/net.policy").exists());
}

#[test]
fn the_networks_of_the_teacher_can_be_read() {
    let Some(python) = python() else { return };
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let samples = policy::sample::tests::samples(600, 4);
    let target = data::Target { smoothing: 0.05, result_share: 0.5 };
    std::fs::write(path("s.rows"), data::bytes_of(&samples, target)).unwrap();
    sample::write_file(&path("s.samples"), &model::tests::samples(600, 4)).unwrap();
    let first = Parameters { scale: 200, ..Parameters::random(32, 8, 5) };
    std::fs::write(path("first.nnue"), first.to_bytes()).unwrap();

    let files = ["--rows", "s.rows", "--samples", "s.samples", "--net", "first.nnue"];
    let shape = ["--width", "8", "--blocks", "1", "--batch", "64", "--policy-width", "32"];
    let trained = |out: &str, minutes: &str, seconds: &str, teacher: &[&str]| {
        let time = ["--minutes", minutes, "--student-seconds", seconds, "--policy-seconds", "0.5"];
        let output = ["--unlabelled", "s.samples", "--out", out];
        let arguments = [&files[..], &output, &shape, &time, teacher];
        run(&python, "teacher.py", &arguments.concat(), dir.path());
        let network = std::fs::read(path(&format!("{out}/net.nnue"))).unwrap();
        let policy = std::fs::read(path(&format!("{out}/net.policy"))).unwrap();
        assert_eq!(PolicyParameters::from_bytes(&policy).unwrap().width, 32);
        Parameters::from_bytes(&network).unwrap()
    };
    // Without training time, the network is written back as read; with it, the result is a network the program can
    // read.
    assert_eq!(trained("untrained", "0", "0", &[]), first);
    assert_ne!(trained("trained", "0.01", "1", &[]), first);
    // A teacher continues from its saved state.
    trained("again", "0", "0", &["--teacher", "trained/teacher.pt"]);
    let [teacher, again] =
        ["trained", "again"].map(|out| std::fs::read(path(&format!("{out}/teacher.pt"))));
    assert_eq!(teacher.unwrap(), again.unwrap());

    // Both compute the same as the trainers tested above.
    let agrees = "import torch, train, train_policy, teacher
net = teacher.Student(32, 8)
sides = [torch.stack([torch.randperm(1792)[:32] for _ in range(9)]) for _ in range(2)]
assert torch.allclose(net(sides), train.Net.forward(net, sides), atol=1e-5)
net, lists = teacher.Policy(32), torch.stack([torch.randperm(1792)[:32] for _ in range(9)])
torch.nn.init.uniform_(net.biases)
moves = torch.stack([torch.randint(most, (9, 5)) for most in (3072, 768, 6912, 8)], 2)
bucket, owner = torch.randint(8, (9,)), torch.arange(9).repeat_interleave(5)
logits, value = net(lists, moves, bucket)
flat = train_policy.Net.forward(net, lists.flatten(), torch.arange(9) * 32, moves.flatten(0, 1), owner, bucket)
assert torch.allclose(logits.flatten(), flat[0], atol=1e-4) and torch.allclose(value, flat[1], atol=1e-4)";
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training");
    let output = Command::new(&python)
        .args(["-B", "-c", agrees])
        .current_dir(scripts)
        .output()
        .expect("Python has started before");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A UCI engine that always answers the same.
const CONSTANT_ENGINE: &str = "import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == 'uci':
        print('id name Constant', 'uciok', sep='\\n', flush=True)
    elif word == 'isready':
        print('readyok', flush=True)
    elif word == 'go':
        print('info depth 1 score cp 12', 'bestmove e2e4', sep='\\n', flush=True)
    elif word == 'quit':
        break
";

#[test]
fn a_file_of_scores_is_continued_after_an_interruption_and_refused_with_other_settings() {
    let Some(python) = python_with("pass") else { return };
    let dir = tempfile::tempdir().unwrap();
    let scores = dir.path().join("scores.jsonl");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let positions = [0, 1, 2, 3, 4].map(|clock| format!("{start} {clock} 1\n"));
    std::fs::write(dir.path().join("positions.epd"), positions.concat()).unwrap();
    std::fs::write(dir.path().join("engine.py"), CONSTANT_ENGINE).unwrap();
    let engine = format!("'{}' engine.py", python.display());
    let compare = |nodes: &str| {
        let mut command = script(&python, "regret.py", dir.path());
        command.args(["positions.epd", "--judged", "scores.jsonl", "--processes", "1"]);
        command.args(["--reference", &engine, "--reference-nodes", nodes]);
        let output = command.arg(format!("base={engine}")).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };

    assert_eq!(compare("7"), (true, String::new()));
    let whole = std::fs::read_to_string(&scores).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!(lines.len(), 6, "{whole}");
    assert!(lines[0].starts_with(r#"{"reference": "Constant", "#), "{whole}");
    // In the settings, at the end of a line, in the middle of one and just before the last line break.
    let second = lines[0].len() + 1 + lines[1].len() + 1;
    for length in [0, 10, second, second + 20, whole.len() - 1] {
        std::fs::write(&scores, &whole[..length]).unwrap();
        assert_eq!(compare("7"), (true, String::new()), "{length}");
        assert_eq!(std::fs::read_to_string(&scores).unwrap(), whole, "{length}");
    }

    let refused = |text: &str, nodes: &str, reason: &str| {
        std::fs::write(&scores, text).unwrap();
        let (succeeded, message) = compare(nodes);
        assert!(!succeeded && message.contains(reason), "{message}");
        assert_eq!(std::fs::read_to_string(&scores).unwrap(), text);
    };
    refused(&whole, "8", "reference_nodes: found 7, expected 8");
    // A file without settings, of an earlier version, and one that has nothing to do with it.
    refused(&whole[lines[0].len() + 1..], "7", &format!("insert this first line:\n{}", lines[0]));
    refused("something else", "7", "is not a file of results");
}
