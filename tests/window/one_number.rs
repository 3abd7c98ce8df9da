//! All numbers around the board agree. A seeded random walk of user actions runs with two engines, whose lines,
//! bounds, ends and failures come in between. After each step headline, first line, bar, arrow, move list and graph
//! must show the same value, rounded by one function, or be marked as belonging to another position or restriction.
//! No engine is started: their output is simulated. `TABIA_WALKS` sets how many walks there are.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::collections::HashMap;

use eframe::egui::{Rect, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use tabia::gui::present::{analysis, arrows};
use tabia::gui::widgets::beside_board::Evaluation;
use tabia::gui::widgets::board::shapes::{Brush, ComputerShape};
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, AskAction, ReviewAction, TreeEdit, UserCommand};
use tabia_app::engines::state::{Job, Purpose};
use tabia_app::engines::telemetry::{EvalSource, GamePoint};
use tabia_app::game::new_game::NewGame;
use tabia_app::model::Model;
use tabia_app::persistence::store::Loaded;
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::{Board, Color, Move, SplitMix64};
use tabia_engine::search::detail::{Detail, UciDetail};
use tabia_engine::search::report::{IterationInfo, Progress, SearchOutcome, Snapshot, StopReason};
use tabia_engine::search::score::{Bound, Pov, Score, Wdl};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::external::option::UciOption;
use tabia_host::external::spec::{Identity, UciSpec};
use tabia_host::worker::protocol::{Event, JobId, Live};
use tabia_text::t;

use crate::interface::{Interface, interface_at};

const TABIA: EngineId = EngineId::BUILT_IN;
const FISH: EngineId = EngineId(1);
const STEPS: usize = 400;
/// Steps between two checks of the interface itself, which take far longer than those of the model.
const LOOK_EVERY: usize = 20;

/// A game of two engines with the evaluations of each for its own moves.
const GAME: &str = "[White \"Stockfish 16\"]\n[Black \"Lc0\"]\n\n1. e4 {[%eval 0.3,20]} e5 {[%eval 0.1,9]} \
    2. Qh5 {[%eval -0.5,22]} Nc6 {[%eval -0.2,8]} 3. Bc4 {[%eval -0.6,21]} Nf6 {[%eval 9.96,8]} \
    4. Qxf7# 1-0";

fn shell(ctx: &eframe::egui::Context) -> Shell {
    let mut settings = Settings { book_moves: false, natural_pace: false, ..Settings::default() };
    let mut spec = UciSpec::new(1, "/usr/games/stockfish", Vec::new());
    spec.identity = Some(Identity {
        name: Some("Stockfish 16".to_owned()),
        author: None,
        options: vec![UciOption::parse("name MultiPV type spin default 1 min 1 max 500")],
        ..Identity::default()
    });
    settings.engines.engines.push(spec);
    settings.analysing = vec![TABIA, FISH];
    settings.engine_arrows = 3;
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut shell = Shell::with(ctx, &options, Loaded { settings, ..Loaded::default() });
    shell.apply(Action::Command(UserCommand::StudyWorkspace));
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    shell
}

struct Walk {
    h: Harness<'static, Interface>,
    random: SplitMix64,
    /// The depth of each search.
    depths: HashMap<JobId, u32>,
    /// The sources of the graph, and its points for the shown line then.
    known: Option<(Sources, Vec<GamePoint>)>,
    /// The actions so far, for the failure message.
    done: Vec<String>,
    /// How often each kind of number was compared with the bar.
    headlines: usize,
    arrows: usize,
    restricted: usize,
    on_screen: usize,
}

/// The sources of the graph: while they are unchanged, so is the graph.
type Sources = (u64, u64, u64, EngineId, NodeId);

impl Walk {
    fn new(seed: u64, size: [f32; 2]) -> Walk {
        let mut h = interface_at(size, 12, shell);
        h.run_steps(8);
        Walk {
            h,
            random: SplitMix64::new(seed),
            depths: HashMap::new(),
            known: None,
            done: Vec::new(),
            headlines: 0,
            arrows: 0,
            restricted: 0,
            on_screen: 0,
        }
    }

    fn model(&self) -> &Model {
        &self.h.state().model
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u64() % n.max(1) as u64) as usize
    }

    fn act(&mut self, action: Action) {
        self.done.push(format!("{action:?}").chars().take(160).collect());
        self.h.state_mut().apply(action);
    }

    fn give(&mut self, command: UserCommand) {
        if command.is_enabled(self.model()) {
            self.act(Action::Command(command));
        }
    }

    fn random_move(&mut self, board: &Board) -> Option<Move> {
        let moves = board.legal_moves();
        let at = self.below(moves.len());
        moves.get(at).copied()
    }

    fn user(&mut self) {
        let (current, board) = (self.model().game.current, *self.model().game.board());
        let mv = self.random_move(&board);
        // While hidden or idle there is little to compare.
        if self.model().hides_engine() && self.below(2) == 0 {
            self.give(UserCommand::HideEngine);
        }
        if !self.model().engine.analysis && self.below(3) == 0 {
            self.give(UserCommand::ToggleAnalysis);
        }
        match self.below(34) {
            0..5 => {
                let Some(mv) = mv else { return };
                let (from, to, promotion) = (mv.from(), mv.to(), mv.promotion());
                self.act(Action::PlayMove { from, to, promotion });
            }
            5..7 => self.give(UserCommand::Previous),
            7..9 => self.give(UserCommand::Next),
            9 => self.give(UserCommand::First),
            10 => self.give(UserCommand::Last),
            11 => self.give(UserCommand::Undo),
            12 => self.give(UserCommand::Redo),
            13..15 => self.give(UserCommand::ToggleAnalysis),
            15 => self.give(UserCommand::MoreLines),
            // Without lines there is nothing to compare.
            16 if self.model().settings.engine.multi_pv > 1 => self.give(UserCommand::FewerLines),
            17 => {
                let id = [TABIA, FISH][self.below(2)];
                self.act(Action::Focus(id));
            }
            18 => {
                let id = [TABIA, FISH][self.below(2)];
                let on = self.below(3) > 0;
                self.act(Action::TakesPart(id, on));
            }
            19..21 => {
                let Some(mv) = mv else { return };
                let ask = [AskAction::Only(current, mv), AskAction::Not(current, mv)];
                let ask = ask[self.below(2)];
                self.act(Action::Ask(ask));
            }
            21 => self.act(Action::Ask(AskAction::All)),
            22 => self.give(UserCommand::LockAnalysis),
            23 => {
                let pov = [Pov::White, Pov::SideToMove][self.below(2)];
                self.act(Action::Set(SettingChange::Pov(pov)));
            }
            24 => self.give(UserCommand::Hint),
            25 => self.give(UserCommand::PlayBest),
            26 => self.give(UserCommand::HideEngine),
            27 => self.give(UserCommand::Threat),
            28 => self.act(Action::PasteText(GAME.to_owned())),
            29 => self.act(Action::StartGame(NewGame::default())),
            30 => self.act(Action::Edit { node: current, edit: TreeEdit::Delete }),
            31 => {
                let request = ReviewRequest::default();
                self.act(Action::Review(ReviewAction::Start(request)));
            }
            32 => self.act(Action::Review(ReviewAction::Stop)),
            _ => {
                let nodes: Vec<NodeId> = self.model().game.tree.ids().collect();
                let node = nodes[self.below(nodes.len())];
                self.act(Action::GoTo(node));
            }
        }
    }

    /// Simulates output or the end of a searching engine.
    fn engine(&mut self) {
        let jobs: Vec<Job> = self.model().engine.jobs().collect();
        if jobs.is_empty() {
            return;
        }
        let job = jobs[self.below(jobs.len())];
        let Some(board) = board_of(self.model(), &job) else { return };
        let asked = self.model().engine.asked().filter(|_| job.asked != 0);
        let moves = asked.map_or_else(Vec::new, |asked| asked.searched(&board));
        let moves = if moves.is_empty() { board.legal_moves().to_vec() } else { moves };
        self.act(Action::Engine(job.engine, Event::Started { job: job.id }));
        match self.below(12) {
            0 => {
                let best = moves.get(self.below(moves.len())).copied();
                self.end(&job, &board, best);
            }
            1 if job.engine == FISH => {
                let error = "it died".to_owned();
                let event = Event::Failed { job: Some(job.id), error, advice: None };
                self.act(Action::Engine(job.engine, event));
                self.give(UserCommand::GoEngine);
            }
            2..4 => {
                let depth = self.depths.get(&job.id).copied().unwrap_or(0) + 1;
                let number = 1 + self.below(job.options.multi_pv() as usize) as u32;
                let bound = [Bound::Lower, Bound::Upper][self.below(2)];
                let mv = moves[self.below(moves.len())];
                let score = self.score();
                let info = IterationInfo::new(depth, board.stm(), score, vec![mv]);
                let info = IterationInfo { multi_pv: number, bound, ..info };
                self.act(Action::Engine(job.engine, Event::Iteration { job: job.id, info }));
            }
            _ => self.iteration(&job, &board, moves),
        }
    }

    /// All lines of the next depth, or only the first.
    fn iteration(&mut self, job: &Job, board: &Board, mut moves: Vec<Move>) {
        let depth = self.depths.entry(job.id).or_default();
        *depth += 1;
        let depth = *depth;
        let all = (job.options.multi_pv() as usize).min(moves.len());
        let count = if self.below(4) == 0 { 1 } else { all };
        let mut lines = Vec::new();
        for number in 1..=count as u32 {
            let mv = moves.remove(self.below(moves.len()));
            let score = self.score();
            let line = IterationInfo::new(depth, board.stm(), score, vec![mv]);
            // Some engines report winning chances.
            let win = depth * 37 % 900;
            let wdl = depth.is_multiple_of(3).then_some(Wdl { win, draw: 100, loss: 900 - win });
            let nodes = Some(u64::from(depth) * 999);
            let info = IterationInfo { multi_pv: number, nodes, wdl, ..line };
            lines.push(info.clone());
            self.act(Action::Engine(job.engine, Event::Iteration { job: job.id, info }));
        }
        let live = Live { job: job.id, snapshot: snapshot(board.stm(), lines) };
        self.act(Action::Live(job.engine, live));
    }

    fn end(&mut self, job: &Job, board: &Board, best: Option<Move>) {
        let depth = self.depths.get(&job.id).copied().unwrap_or(1);
        let score = self.score();
        // An engine may end in the middle of an iteration, with another line than before.
        let last = best.filter(|_| self.below(2) == 0).map(|mv| {
            snapshot(board.stm(), vec![IterationInfo::new(depth, board.stm(), score, vec![mv])])
        });
        let reason = StopReason::Time;
        let outcome =
            SearchOutcome { best, score: Some(score), last, ..SearchOutcome::nothing(reason) };
        self.act(Action::Engine(job.engine, Event::Finished { job: job.id, outcome, dropped: 0 }));
    }

    fn score(&mut self) -> Score {
        match self.below(8) {
            0 => Score::Mate(1 + 2 * self.below(6) as i32),
            1 => Score::Mate(-2 - 2 * self.below(6) as i32),
            2 => Score::Cp(950 + self.below(900) as i32),
            _ => Score::Cp(self.below(1200) as i32 - 600),
        }
    }

    fn check(&mut self) {
        self.check_sources();
        let model = self.model();
        if model.hides_engine() {
            assert_eq!(analysis::evaluation(model).0, hidden(model), "{}", self.story());
            return;
        }
        let (tree, node, focus) = (&model.game.tree, model.game.current, model.focus());
        let point = model.telemetry.evaluation(tree, node, focus);
        let (bar, by) = analysis::evaluation(model);
        if tree.outcome(node).is_some() {
            assert!(matches!(bar, Evaluation::Over(_)), "{}", self.story());
            return;
        }
        // Bar, graph and list of moves.
        let shown = match bar {
            Evaluation::Score { score, bound, .. } => Some((score, bound)),
            _ => None,
        };
        assert_eq!(shown, point.map(|point| (point.score, point.bound)), "{}", self.story());
        // If there is a review, the list and the graph show its values: their glyphs and moments come from it.
        let reviewed = model.review().and_then(|run| run.after(node));
        let beside = match reviewed {
            Some(found) => Some((found.score.seen_from(Pov::White, tree.board(node).stm()), "")),
            None => point.map(|point| (point.score, point.bound.sign())),
        };
        let text = beside.map(|(score, bound)| format!("{bound}{}", score.short()));
        let listed = analysis::eval_text(model, node).map(|[short, _]| short);
        assert_eq!(listed, text, "{}", self.story());
        let line = tree.line_through(node);
        let graph = model.evaluations(&line);
        let graph = graph.iter().find(|at| at.node == node).map(|at| (at.score, at.bound.sign()));
        assert_eq!(graph, beside, "{}", self.story());
        // Headline and first line, if they are of this position and of all its moves.
        let elsewhere =
            analysis::other_position(model).is_some() || analysis::pondered(model).is_some();
        let lines = analysis::lines(model);
        let here = lines.first().filter(|_| !elsewhere);
        if let Some(first) = here.filter(|_| analysis::asked_here(model).is_none()) {
            let Evaluation::Score { score, depth, wdl, .. } = bar else {
                panic!("no bar beside {first:?}: {}", self.story())
            };
            if let Some(Wdl { win, draw, loss }) = first.info.wdl {
                let white = first.info.stm == Color::White;
                let own = if white { [win, draw, loss] } else { [loss, draw, win] };
                assert_eq!([wdl.win, wdl.draw, wdl.loss], own, "{}", self.story());
            }
            assert_eq!((score, depth), (first.white, Some(first.info.depth)), "{}", self.story());
            assert!(by.unwrap().contains(&model.engine_name(focus)), "{}", self.story());
            let source = point.map(|point| point.source);
            let depth = first.info.depth;
            assert_eq!(source, Some(EvalSource::Engine { id: focus, depth }), "{}", self.story());
        }
        let (headline, asked) = (here.is_some(), analysis::asked_here(model).is_some());
        let arrows = self.check_arrows();
        self.headlines += usize::from(headline);
        self.restricted += usize::from(headline && asked);
        self.arrows += arrows;
    }

    /// The first move of each engine's first line has its arrow, with its rank or the engine's initial. Returns their
    /// number.
    fn check_arrows(&self) -> usize {
        let mut checked = 0;
        let model = self.model();
        let (tree, node) = (&model.game.tree, model.game.current);
        let wanted = model.engine.analysis || model.game.is_analysis_board();
        let own = |of: &ComputerShape| matches!(of.shape.brush, Brush::Engine | Brush::EngineAt(_));
        let shapes = arrows::computer_shapes(model);
        for id in model.analysing().into_iter().filter(|_| wanted) {
            let lines = model.telemetry.lines(tree, node, id);
            let Some(line) = lines.first() else { continue };
            let mv = line.info.pv[0];
            let same = |of: &&ComputerShape| {
                of.shape.from == mv.from() && of.shape.to == Some(mv.drawn_to())
            };
            let shape = shapes.iter().find(same).unwrap_or_else(|| panic!("{}", self.story()));
            if !own(shape) || shape.label == t!("present-hint") {
                continue;
            }
            let alone = model.analysing().len() == 1;
            let expected = if alone {
                "1"
            } else if id == TABIA {
                "T"
            } else {
                "S"
            };
            let label = &shape.label;
            assert!(label.contains(expected), "{label} for {expected}: {}", self.story());
            checked += 1;
        }
        checked
    }

    /// The graph is redrawn whenever its content changes.
    fn check_sources(&mut self) {
        let model = self.model();
        let (game, telemetry, focus) = (&model.game, &model.telemetry, model.focus());
        let number = telemetry.state_number();
        let sources = (game.serial, game.tree.revision(), number, focus, game.current);
        let points = telemetry.over_line(&game.tree, &game.tree.line_through(game.current), focus);
        if let Some((before, known)) = &self.known
            && *before == sources
        {
            assert_eq!(*known, points, "{}", self.story());
        }
        self.known = Some((sources, points));
    }

    /// The same on the screen, by the names a screen reader gives.
    fn look(&mut self) {
        self.h.run_steps(3);
        let model = self.model();
        if model.hides_engine() || model.dialog.is_some() {
            return;
        }
        let (bar, by) = analysis::evaluation(model);
        let meter =
            self.h.query_all_by_role(Role::Meter).filter_map(|node| node.accesskit_node().label());
        let meters: Vec<String> = meter.collect();
        // In Play the bar is not shown during a game.
        let hidden = model.view.workspace == Workspace::Play && model.hides_evaluation();
        if let Evaluation::Score { score, bound, depth, wdl } = bar
            && !hidden
        {
            let score = format!("{}{}", bound.sign(), score.text());
            let mut words = vec![t!("widget-evaluation", score = score)];
            words.extend(depth.map(|depth| t!("present-depth", depth = depth)));
            words.extend(by);
            let share = tabia_text::number(wdl.expected_percent(), 0);
            words.push(t!("widget-evaluation-share", share = share));
            let mut words = words.join(", ");
            if let Some(asked) = analysis::asked_here(model) {
                words = t!("widget-evaluation-aside", evaluation = words, asked = asked);
            }
            assert!(meters.contains(&words), "{words} not in {meters:?}: {}", self.story());
        }
        let in_sight = model.view.panes.contains(&PaneId::Lines);
        if in_sight
            && analysis::search_outcome(model).is_none()
            && let Some(first) = analysis::lines(model).first()
        {
            let text = t!(
                "present-line",
                number = 1,
                score = first.score_text(),
                depth = first.info.depth
            );
            let rows = self
                .h
                .query_all_by_role(Role::Row)
                .filter_map(|node| node.accesskit_node().label());
            let rows: Vec<String> = rows.collect();
            let there = rows.iter().any(|row| row.starts_with(&text));
            assert!(there, "{text} not in {rows:?}: {}", self.story());
            self.on_screen += 1;
        }
    }

    fn story(&self) -> String {
        let from = self.done.len().saturating_sub(14);
        format!("\n{}\n", self.done[from..].join("\n"))
    }
}

fn hidden(model: &Model) -> Evaluation {
    let over = model.game.tree.outcome(model.game.current);
    over.map_or(Evaluation::Unknown, Evaluation::Over)
}

/// The position of a search; `None` for one whose moves are those of the other side.
fn board_of(model: &Model, job: &Job) -> Option<Board> {
    let board = *model.game.tree.board(job.node);
    let board = match job.purpose {
        Purpose::Ponder(mv) | Purpose::Try(mv) => board.after(mv),
        _ => board,
    };
    (board.key() == job.key && board.has_legal_move()).then_some(board)
}

fn snapshot(stm: Color, lines: Vec<IterationInfo>) -> Snapshot {
    let mut progress = Progress::new(stm);
    progress.depth = lines.first().map(|line| line.depth);
    progress.nodes = lines.first().and_then(|line| line.nodes);
    progress.lines = lines;
    Snapshot { progress, detail: Detail::Uci(UciDetail::default()) }
}

#[test]
fn every_score_around_the_board_is_the_same_or_marked() {
    let walks: u64 = std::env::var("TABIA_WALKS").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let mut counts = [0; 4];
    for seed in 1..=walks {
        let mut walk = Walk::new(seed, [1500.0, 1000.0]);
        for step in 0..STEPS {
            if walk.below(3) == 0 {
                walk.user();
            } else {
                walk.engine();
            }
            walk.check();
            if step % LOOK_EVERY == 0 {
                walk.look();
            }
        }
        let Walk { headlines, arrows, restricted, on_screen, .. } = walk;
        let found = [headlines, arrows, restricted, on_screen];
        counts = std::array::from_fn(|at| counts[at] + found[at]);
    }
    println!("{walks} walks: {counts:?} headlines, arrows, restricted headlines, rows on screen");
    let least = [STEPS / 4, STEPS / 4, STEPS / 50, 3].map(|least| least * walks as usize);
    assert!(
        counts.iter().zip(least).all(|(count, least)| *count >= least),
        "{counts:?}, {least:?}"
    );
}

/// Steps of the walk that checks places.
const STILL_STEPS: usize = 500;

/// Controls with a unique name, and their places. Not included are toasts, which come and go, the move list, which
/// scrolls, and the chips of the moves to search, which move together.
fn controls(h: &Harness<'static, Interface>) -> HashMap<String, Rect> {
    let mut found: HashMap<String, Vec<Rect>> = HashMap::new();
    for role in [Role::Button, Role::ComboBox, Role::TextInput, Role::CheckBox] {
        for node in h.query_all_by_role(role) {
            let of_a_note = |mut at: egui_kittest::kittest::AccessKitNode<'_>| loop {
                match at.parent() {
                    Some(parent) if parent.role() == Role::Alert => return true,
                    Some(parent) => at = parent,
                    None => return false,
                }
            };
            let label = node.accesskit_node().label();
            let Some(label) = label.filter(|_| !of_a_note(node.accesskit_node())) else { continue };
            let drops = t!("lines-asked-drop", what = "");
            if label.starts_with(|first: char| first.is_ascii_digit()) || label.ends_with(&drops) {
                continue;
            }
            found.entry(format!("{role:?} {label}")).or_default().push(node.rect());
        }
    }
    found.into_iter().filter(|(_, all)| all.len() == 1).map(|(name, all)| (name, all[0])).collect()
}

#[test]
fn nothing_on_screen_moves_by_itself() {
    for (seed, size) in [(1, [1280.0, 800.0]), (2, [1024.0, 700.0]), (3, [1920.0, 1080.0])] {
        let mut walk = Walk::new(seed, size);
        let mut compared = 0;
        walk.h.run_steps(2);
        let mut before = (walk.model().view.workspace, controls(&walk.h));
        for _ in 0..STILL_STEPS {
            if walk.below(3) == 0 {
                walk.user();
            } else {
                walk.engine();
            }
            walk.h.run_steps(2);
            let now = (walk.model().view.workspace, controls(&walk.h));
            let same = before.0 == now.0 && walk.model().dialog.is_none();
            for (name, place) in before.1.iter().filter(|_| same) {
                let Some(other) = now.1.get(name) else { continue };
                let moved = (place.min - other.min).length() >= 1.0;
                assert!(!moved, "{size:?} {name}: {place:?} to {other:?} {}", walk.story());
                compared += 1;
            }
            if walk.model().dialog.is_some() {
                walk.act(Action::CloseDialog);
                walk.h.run_steps(2);
            }
            if walk.model().view.workspace == Workspace::Play {
                walk.act(Action::Command(UserCommand::StudyWorkspace));
                walk.h.run_steps(2);
            }
            before = (walk.model().view.workspace, controls(&walk.h));
        }
        assert!(compared > 20 * STILL_STEPS, "{size:?}: only {compared} places compared");
    }
}
