//! Pictures of the most used screens, written to `target/gallery/screens`: `cargo test --release --test window
//! interface_gallery -- --ignored`. `TABIA_SCREENS=play,review` draws only screens whose names begin with one of these,
//! `TABIA_SIZES=m,2x` only these sizes, `TABIA_LANGUAGE=de` another language.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::path::Path;

use eframe::egui::Context;
use tabia::gui::headless::frames;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{
    Action, ArenaAction, ArenaNews, DuelAction, LabAction, ResultsAction, ReviewAction, TourAction,
    TrainingAction, UserCommand,
};
use tabia_app::arena::draft::Form;
use tabia_app::arena::state::{RatingList, SavedTournament};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::time_control::TimeControl;
use tabia_app::game::typed::TypedKey;
use tabia_app::lab::xray::{XrayAction, XrayView};
use tabia_app::library::choose::{FileQuestion, PathKind};
use tabia_app::model::Model;
use tabia_app::review::state::{Budget, ReviewRequest, RunState};
use tabia_app::training::solving::{Solving, Stage};
use tabia_app::training::state::{Page, Set, Source};
use tabia_app::training::vision::Exercise;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::{Color, Move, uci_move};
use tabia_cli::request::OpenRequest;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_lab::ab::{Ab, Equal, Request};
use tabia_lab::contempt::{Contempt, Request as ContemptRequest};
use tabia_text::t;

use crate::arena;
use crate::interface::{drain_for, drain_until};
use crate::lab_window::idle;
use crate::results;

struct Scene {
    shell: Shell,
    ctx: Context,
}

/// Sizes of windows in points, and pixels of a point.
const SIZES: [(&str, [f32; 2], f32); 6] = [
    ("m", [1280.0, 800.0], 1.0),
    ("s", [1024.0, 700.0], 1.0),
    ("l", [1920.0, 1080.0], 1.0),
    ("2x", [1280.0, 800.0], 2.0),
    // 900 by 600 pixels at 125 %, and 1440 by 900 at 150 %.
    ("xs", [720.0, 480.0], 1.25),
    ("zoom", [960.0, 600.0], 1.5),
];

/// The name of a screen, and its preparation.
type Screen = (&'static str, fn(&mut Scene));

const SCREENS: &[Screen] = &[
    ("play-start", |s| s.command(UserCommand::PlayWorkspace)),
    ("welcome", |s| s.command(UserCommand::Welcome)),
    ("play-game", play_game),
    ("play-over", play_over),
    ("play-low-clock", low_clock),
    ("play-remark", |s| {
        s.shell.apply(Action::Set(SettingChange::Remarks(true)));
        let strength = Strength::Character(10);
        let new = NewGame { strength, sides: Sides::HumanBlack, ..NewGame::default() };
        s.shell.apply(Action::StartGame(new));
        s.wait("greeting", |model| model.game.tree.ply(model.game.live) > 0);
    }),
    ("play-question", |s| {
        play_game(s);
        s.shell.apply(Action::SetFen(MIDDLEGAME.to_owned()));
    }),
    ("new-game", |s| s.command(UserCommand::NewGame)),
    ("study-start", |s| s.command(UserCommand::StudyWorkspace)),
    ("study-one", |s| s.study(&[EngineId::BUILT_IN], PaneId::Explorer)),
    ("study-two", |s| s.study(&[EngineId::BUILT_IN, EngineId::PUCT], PaneId::Lines)),
    ("study-explorer", explorer),
    ("study-games", games),
    ("study-question", edits_question),
    ("study-annotated", annotated),
    ("study-editor", |s| {
        s.command(UserCommand::StudyWorkspace);
        s.command(UserCommand::EditPosition);
    }),
    ("review", review),
    ("lab-live", live_tree),
    ("dialog-review", review_dialog),
    ("lab-why", |s| s.lab(PaneId::WhyNot, &[])),
    ("lab-tree", |s| s.lab(PaneId::SearchTree, &[LabAction::Record(6)])),
    ("lab-race", |s| s.lab(PaneId::RootRace, &[])),
    ("lab-compare", |s| {
        let request = Request { equal: Equal::Nodes(10_000), ..Request::default() };
        s.lab(PaneId::Compare, &[LabAction::run::<Ab>(request)]);
    }),
    ("lab-table", |s| s.lab(PaneId::HashTable, &[])),
    ("lab-search-race", |s| s.searched(PaneId::RootRace)),
    ("lab-search-table", |s| s.searched(PaneId::HashTable)),
    ("lab-xray", |s| s.lab(PaneId::Xray, &[LabAction::Xray(XrayAction::Show(XrayView::Both))])),
    ("lab-network", |s| {
        s.lab(PaneId::Xray, &[LabAction::Xray(XrayAction::Show(XrayView::Network))]);
    }),
    ("lab-contempt", |s| {
        s.lab(PaneId::Contempt, &[LabAction::run::<Contempt>(ContemptRequest::default())]);
    }),
    ("lab-tour", tour),
    ("duel", duel),
    ("arena-none", |s| s.command(UserCommand::ArenaWorkspace)),
    ("arena-set-up", |s| {
        s.command(UserCommand::ArenaWorkspace);
        s.shell.apply(Action::Arena(ArenaAction::SetUp));
    }),
    ("arena-runs", |s| s.arena(false)),
    ("arena-large", |s| {
        s.arena(false);
        s.shell.apply(Action::Arena(ArenaAction::Enlarge(Some(0))));
    }),
    ("arena-test", |s| s.arena(true)),
    ("arena-ratings", |s| {
        s.arena(false);
        let run = s.shell.model.arena.run.clone().expect("a tournament");
        let (names, standings) = (run.names.clone(), run.standings().clone());
        let list = RatingList::new(names, standings, 3);
        s.shell.apply(Action::Arena(ArenaAction::News(ArenaNews::Ratings(Box::new(list)))));
    }),
    ("arena-saved", |s| {
        s.command(UserCommand::ArenaWorkspace);
        let saved =
            [("Autumn round robin", 200, 300), ("New time use", 1180, 1180), ("Club", 12, 40)];
        let saved = saved.map(|(name, played, games)| SavedTournament {
            name: name.to_owned(),
            file: "autumn.json".into(),
            form: Some(Form::RoundRobin),
            problem: None,
            played,
            games,
            over: played == games || name == "Club",
            tested: false,
            decision: None,
            winner: (name == "Club").then(|| "Tabia".to_owned()),
            players: ["Stockfish 15.1", "Tabia", "Toga II 4.01"].map(str::to_owned).to_vec(),
            day: "2026.11.21".to_owned(),
        });
        s.shell.apply(Action::Arena(ArenaAction::News(ArenaNews::Saved(Ok(saved.to_vec())))));
    }),
    ("arena-elsewhere", |s| {
        s.arena(false);
        s.command(UserCommand::StudyWorkspace);
    }),
    ("training-puzzle", |s| s.train(TrainingAction::Show(Page::Puzzles))),
    ("training-hint", |s| {
        s.train(TrainingAction::Hint);
        s.train(TrainingAction::Hint);
    }),
    ("training-wrong", training_wrong),
    ("training-solved", |s| {
        s.train(TrainingAction::Show(Page::Puzzles));
        while let Some(mv) = s.shell.model.training.solving.as_ref().and_then(Solving::wanted) {
            s.move_in_training(mv);
        }
    }),
    ("training-none", |s| {
        s.train(TrainingAction::Choose(Set { source: Source::Own, ..Set::default() }));
    }),
    ("training-guess", |s| {
        play_game(s);
        s.train(TrainingAction::Show(Page::Guess));
    }),
    ("training-guessing", |s| {
        play_game(s);
        s.train(TrainingAction::Show(Page::Guess));
        s.train(TrainingAction::Guess(Color::White));
        for _ in 0..4 {
            let guess = s.shell.model.training.guess.as_ref().expect("a game");
            let mv = guess.board().legal_moves()[3];
            s.move_in_training(mv);
            s.wait("verdict", |model| !model.training.is_thinking());
        }
    }),
    ("training-openings", |s| {
        play_game(s);
        s.train(TrainingAction::Show(Page::Openings));
        s.train(TrainingAction::Openings(Color::White));
        let board = *s.shell.model.training.repertoire.as_ref().expect("openings").board();
        s.move_in_training(board.legal_moves()[0]);
    }),
    ("training-endgames", |s| s.train(TrainingAction::Show(Page::Endgames))),
    ("training-endgame", |s| {
        s.train(TrainingAction::Show(Page::Endgames));
        s.train(TrainingAction::Drill { endgame: 0, start: 1 });
        let board = s.shell.model.training.drill.as_ref().expect("an endgame").position.board();
        s.move_in_training(uci_move::parse(&board, "h1h5").expect("a legal move"));
        s.wait("answer", |model| !model.training.is_thinking());
    }),
    ("training-endgame-lost", |s| {
        s.train(TrainingAction::Show(Page::Endgames));
        s.train(TrainingAction::Drill { endgame: 4, start: 0 });
        let board = s.shell.model.training.drill.as_ref().expect("an endgame").position.board();
        s.move_in_training(uci_move::parse(&board, "e1e2").expect("a legal move"));
        s.wait("answer", |model| !model.training.is_thinking());
        s.shell.apply(Action::Typed(TypedKey::Char('K'), None));
    }),
    ("training-vision", |s| s.vision(Exercise::Knight, false)),
    ("training-squares", |s| s.vision(Exercise::Squares, true)),
    ("training-blindfold", |s| s.vision(Exercise::Blindfold, true)),
    ("training-knight", |s| s.vision(Exercise::Knight, true)),
    ("training-you-empty", |s| s.results(0)),
    ("training-you-few", |s| s.results(3)),
    ("training-you", |s| s.results(240)),
    ("presenter-study", |s| {
        annotated(s);
        s.command(UserCommand::Present);
    }),
    ("presenter-lab", |s| {
        s.lab(PaneId::SearchTree, &[LabAction::Record(6)]);
        s.command(UserCommand::Present);
    }),
    ("presenter-tour", |s| {
        tour(s);
        s.command(UserCommand::Present);
    }),
    ("presenter-duel", |s| {
        duel(s);
        s.command(UserCommand::Present);
    }),
    ("presenter-play", |s| {
        play_game(s);
        s.command(UserCommand::Present);
    }),
    ("lab-branching", |s| s.lab(PaneId::Branching, &[])),
    ("settings", |s| s.command(UserCommand::Settings)),
    ("engines", |s| s.command(UserCommand::Engines)),
    ("broken-fen", |s| s.shell.apply(Action::SetFen(BROKEN.to_owned()))),
    ("choose-file", choose_file),
    ("editor", |s| s.command(UserCommand::EditPosition)),
    ("palette", |s| s.command(UserCommand::Palette)),
    ("keys", |s| s.command(UserCommand::ShowKeys)),
];

/// Whether a variable selects a name; without the variable, any.
fn is_asked(variable: &str, name: &str) -> bool {
    std::env::var(variable).map_or(true, |asked| asked.split(',').any(|it| name.starts_with(it)))
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn screens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery/screens");
    std::fs::create_dir_all(&folder).expect("a folder for the pictures");
    for (name, come_to) in SCREENS.iter().filter(|(name, _)| is_asked("TABIA_SCREENS", name)) {
        for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
            for (size_name, size, scale) in SIZES {
                if !is_asked("TABIA_SIZES", size_name) || !is_asked("TABIA_THEMES", mode) {
                    continue;
                }
                // A picture consumes the textures of a context, so each needs a scene of its own.
                let mut scene = Scene::new(theme);
                come_to(&mut scene);
                scene.shell.apply(Action::DismissToasts);
                let Scene { shell, ctx } = &mut scene;
                let image = frames::render(ctx, size, scale, |ui| shell.show(ui));
                image
                    .save(folder.join(format!("{name}-{mode}-{size_name}.png")))
                    .expect("a picture is written");
            }
        }
    }
}

impl Scene {
    fn new(theme: ThemeChoice) -> Scene {
        let ctx = Context::default();
        let options = ShellOptions { home: None, engine: true, no_animation: true };
        let mut shell = Shell::new(&ctx, &options);
        shell.apply(Action::Set(SettingChange::Theme(theme)));
        if let Ok(language) = std::env::var("TABIA_LANGUAGE") {
            shell.apply(Action::Set(SettingChange::Language(language)));
        }
        Scene { shell, ctx }
    }

    fn think(&mut self, ms: u64) {
        drain_for(&mut self.shell, ms);
    }

    /// Handles messages until a condition holds.
    fn wait(&mut self, what: &str, done: impl Fn(&Model) -> bool) {
        drain_until(&mut self.shell, what, done);
    }

    fn command(&mut self, command: UserCommand) {
        self.shell.apply(Action::Command(command));
    }

    /// Applies an action of the training, whose first puzzles are always the same.
    fn train(&mut self, action: TrainingAction) {
        self.command(UserCommand::TrainingWorkspace);
        self.shell.apply(Action::Training(action));
    }

    fn move_in_training(&mut self, mv: Move) {
        let (from, to, promotion) = (mv.from(), mv.drawn_to(), mv.promotion());
        self.train(TrainingAction::Move { from, to, promotion });
    }

    fn vision(&mut self, exercise: Exercise, begin: bool) {
        self.train(TrainingAction::Show(Page::Vision));
        self.train(TrainingAction::Exercise(exercise));
        if begin {
            self.train(TrainingAction::Begin);
        }
    }

    /// The page of results for a file with this many games.
    fn results(&mut self, games: usize) {
        self.command(UserCommand::MyResults);
        // Without a home folder nothing is read, so the games are given here.
        let read = Ok(results::read(games));
        self.shell.apply(Action::Results(ResultsAction::Read { ticket: 1, read }));
    }

    /// A running tournament.
    fn arena(&mut self, with_test: bool) {
        self.command(UserCommand::ArenaWorkspace);
        for news in arena::news(with_test) {
            self.shell.apply(Action::Arena(ArenaAction::News(news)));
        }
    }

    /// A game at its middle, after all its positions were shown to the running engines.
    fn study(&mut self, engines: &[EngineId], pane: PaneId) {
        self.shell.apply(Action::PasteText(GAME.to_owned()));
        self.shell.apply(Action::OpenPane(pane));
        for _ in 0..19 {
            self.command(UserCommand::Next);
        }
        for &engine in engines {
            self.shell.apply(Action::TakesPart(engine, true));
        }
        self.command(UserCommand::ToggleAnalysis);
        for _ in 0..10 {
            self.think(60);
            self.command(UserCommand::Previous);
        }
        for _ in 0..10 {
            self.command(UserCommand::Next);
        }
        self.think(1500);
    }

    /// A view of the Lab while the position is searched.
    fn searched(&mut self, pane: PaneId) {
        self.lab(pane, &[]);
        self.shell.apply(Action::PanesOpen(vec![pane]));
        self.command(UserCommand::ToggleAnalysis);
        self.think(2500);
    }

    /// A view of the Lab after these experiments.
    fn lab(&mut self, pane: PaneId, actions: &[LabAction]) {
        self.shell.apply(Action::SetFen(MIDDLEGAME.to_owned()));
        self.command(UserCommand::of_workspace(Workspace::Lab));
        self.shell.apply(Action::OpenPane(pane));
        for action in actions {
            self.shell.apply(Action::Lab(action.clone()));
            self.wait("experiment", idle);
        }
        self.think(1200);
    }
}

/// White has a castling right without the rook.
const BROKEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1";

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const GAME: &str = "[White \"Morphy, Paul\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move already.} (3... exd4 4. Qxd4 Nc6 5. Bb5 \
    (5. Qd1 Nf6) 5... Bd7) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 \
    10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 \
    16. Qb8+ Nxb8 17. Rd8# 1-0";

/// A game with comments, glyphs, variations and a transposition.
const ANNOTATED: &str = "[White \"Capablanca, Jos\u{e9} Ra\u{fa}l\"]\n[Black \"Marshall, Frank James\"]\n\n\
    {The first outing of the gambit that bears Marshall's name.} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 \
    5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5 $5 {A pawn for time.} (8... d6 9. h3 $14 (9. d4 Bg4 $132) 9... Na5 \
    {is the main road.} 10. Bc2 c5) 9. exd5 Nxd5 {[%csl Ge5] [%cal Rf3e5]} 10. Nxe5 $1 Nxe5 11. Rxe5 Nf6 \
    (11... c6 $1 {Marshall's own improvement.} 12. d4 Bd6 13. Re1 Qh4 14. g3 $44) 12. Re1 Bd6 13. h3 Ng4 $6 \
    14. Qf3 $16 Qh4 15. d4 Nxf2 16. Re2 $7 *";

fn start_game(scene: &mut Scene, time: TimeControl, moves: &[&str]) {
    let time = Some(time);
    scene.shell.apply(Action::StartGame(NewGame {
        sides: Sides::Humans,
        time,
        ..NewGame::default()
    }));
    for text in moves {
        scene.shell.apply(move_of(text));
    }
}

fn move_of(text: &str) -> Action {
    let (from, to) = (text[..2].parse(), text[2..4].parse());
    let (from, to) = (from.expect("a square"), to.expect("a square"));
    Action::PlayMove { from, to, promotion: None }
}

/// Both sides have used almost all of their time.
fn low_clock(scene: &mut Scene) {
    start_game(scene, TimeControl { base_ms: 6_000, ..TimeControl::minutes(0, 0) }, &OPENING[..4]);
    for text in &OPENING[4..6] {
        scene.think(5_100);
        scene.shell.apply(move_of(text));
    }
}

fn explorer(scene: &mut Scene) {
    scene.shell.apply(Action::PasteText(GAME.to_owned()));
    scene.shell.apply(Action::OpenPane(PaneId::Explorer));
    for _ in 0..3 {
        scene.command(UserCommand::Next);
    }
    scene.think(500);
}

/// Opens a file of games in the folder of the pictures.
fn open_games(scene: &mut Scene) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery/games");
    std::fs::create_dir_all(folder.join("Tournaments")).expect("a folder for games");
    let path = folder.join("Games.pgn");
    std::fs::write(&path, format!("{ANNOTATED}\n\n{GAME}\n")).expect("a file of games");
    scene.shell.open(Some(OpenRequest::File(path)));
    scene.wait("game of the file", |model| model.listed_game() == Some(0));
}

fn edits_question(scene: &mut Scene) {
    open_games(scene);
    scene.shell.apply(move_of("d2d4"));
    scene.shell.apply(Action::SetFen(MIDDLEGAME.to_owned()));
}

fn choose_file(scene: &mut Scene) {
    open_games(scene);
    let (title, endings) = (t!("button-save").to_owned(), vec!["pgn".to_owned()]);
    let (question, _) = FileQuestion::new(title, PathKind::NewFile, endings, String::new());
    scene.shell.apply(Action::AskForFile(question));
    scene.think(300);
}

const OPENING: [&str; 12] = [
    "e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6", "c1g5", "e7e6",
];

fn training_wrong(s: &mut Scene) {
    s.train(TrainingAction::Show(Page::Puzzles));
    let wrong = |s: &Scene| {
        let solving = s.shell.model.training.solving.as_ref()?;
        matches!(solving.stage, Stage::Wrong { .. }).then_some(())
    };
    while wrong(s).is_none() {
        let solving = s.shell.model.training.solving.as_ref().expect("a puzzle");
        let board = solving.asked();
        let moves = board.legal_moves();
        let other = moves.iter().copied().find(|&mv| Some(mv) != solving.wanted());
        s.move_in_training(other.expect("another move"));
        s.wait("verdict", |model| !model.training.is_thinking());
        if wrong(s).is_none() {
            s.train(TrainingAction::Next);
        }
    }
}

fn play_game(scene: &mut Scene) {
    start_game(scene, TimeControl::minutes(5, 3), &OPENING);
}

fn play_over(scene: &mut Scene) {
    start_game(scene, TimeControl::minutes(5, 3), &["f2f3", "e7e5", "g2g4", "d8h4"]);
}

fn games(scene: &mut Scene) {
    scene.shell.apply(Action::PasteText(format!("{GAME}\n\n{ANNOTATED}\n\n{GAME}\n")));
    scene.think(500);
}

fn annotated(scene: &mut Scene) {
    scene.shell.apply(Action::PasteText(ANNOTATED.to_owned()));
    for _ in 0..16 {
        scene.command(UserCommand::Next);
    }
}

fn review(scene: &mut Scene) {
    scene.shell.apply(Action::PasteText(GAME.to_owned()));
    let request = ReviewRequest { budget: Budget::Depth(8), ..ReviewRequest::default() };
    scene.shell.apply(Action::Review(ReviewAction::Start(request)));
    scene.shell.apply(Action::OpenPane(PaneId::Review));
    scene.wait("review", |model| model.review().is_some_and(|run| run.state == RunState::Done));
    for _ in 0..18 {
        scene.command(UserCommand::Next);
    }
}

fn review_dialog(scene: &mut Scene) {
    scene.shell.apply(Action::PasteText(GAME.to_owned()));
    scene.command(UserCommand::ReviewGame);
}

fn tour(scene: &mut Scene) {
    scene.command(UserCommand::of_workspace(Workspace::Lab));
    scene.shell.apply(Action::Tour(TourAction::Begin(2)));
    scene.shell.apply(Action::Tour(TourAction::Step(1)));
    scene.think(800);
}

/// The live tree of a search of some seconds, at an earlier iteration.
fn live_tree(scene: &mut Scene) {
    scene.command(UserCommand::of_workspace(Workspace::Lab));
    scene.shell.apply(Action::PanesOpen(vec![PaneId::LiveTree]));
    scene.shell.apply(Action::OpenPane(PaneId::LiveTree));
    scene.shell.apply(Action::Lab(LabAction::ShowMe(PaneId::LiveTree)));
    let depth = |model: &Model| model.telemetry.search(EngineId::BUILT_IN).map(SearchView::depth);
    scene.wait("search", |model| depth(model) >= Some(19));
    let job = scene.shell.model.telemetry.newest(EngineId::BUILT_IN).map(|search| search.job);
    scene.shell.apply(Action::Lab(LabAction::LookBack(job.map(|job| (job, 14)))));
}

fn duel(scene: &mut Scene) {
    scene.shell.apply(Action::Duel(DuelAction::Preset(0)));
    for engine in [EngineId::BUILT_IN, EngineId::PUCT] {
        let nodes = |model: &Model| model.telemetry.search(engine).and_then(SearchView::nodes);
        scene.wait("result of both engines", |model| nodes(model).unwrap_or(0) > 200_000);
    }
}
