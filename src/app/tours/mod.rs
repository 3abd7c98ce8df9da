//! Tours: lessons that show the Lab in an order in which each step builds on the ones before. Each step opens a view
//! on a position and gives the reader a task, which is ticked off if the program can see that it was done. Tours are
//! Markdown files, one for each language; the user can add some.

mod condition;
mod file;
mod target;
pub(crate) mod update;
pub(crate) mod words;

use std::path::{Path, PathBuf};
use std::sync::{OnceLock, PoisonError, RwLock};

use crate::game::history::History;
use crate::game::state::GameState;
use crate::lab::state::LabAside;
use crate::library::saved_check::Checked;
use crate::window::workspace::PaneId;
use tabia_chess::{Board, san, uci_move};
use tabia_games::game::position::GamePosition;
use tabia_host::worker::protocol::JobId;
use tabia_lab::page::{Item, Worksheet};
use tabia_lab::tours::{BUILT_IN, EXAMPLES};
use tabia_text::{Language, t};

pub use condition::Condition;
pub use file::check;
pub use tabia_lab::tours::TourError;
pub use target::{Target, is_under_way, side_name, target};

#[derive(Debug)]
pub struct Tour {
    /// The name of its file without `.md`, the same in every language.
    pub name: String,
    pub title: String,
    /// A one-sentence description.
    pub about: String,
    pub steps: Vec<Step>,
}

/// A step of a tour.
#[derive(Debug)]
pub struct Step {
    pub title: String,
    /// The explanation, as Markdown.
    pub text: String,
    /// The view it uses.
    pub pane: Option<PaneId>,
    /// The position on the board: its own, or that of the last step with one, after the moves asked for since.
    pub position: Option<GamePosition>,
    /// The conditions established at its start. Without a position, the one on the board stays.
    pub setup: Vec<Condition>,
    /// The task for the reader, as Markdown.
    pub ask: String,
    /// The condition that shows that it was done; `None`: looking is enough.
    pub done: Option<Condition>,
    /// The question that replaces the task on a worksheet, as Markdown.
    pub question: Option<String>,
    /// The correct answers for a worksheet, as Markdown.
    pub answers: Vec<String>,
    /// The English file's claims about experiments: commands and their results.
    pub claims: Vec<[String; 2]>,
}

/// A tour in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TourView {
    /// Its index in [`all`].
    pub tour: usize,
    /// The current step, from 0.
    pub step: usize,
    /// The task has been done.
    pub done: bool,
    /// A job number from when the step began: only runs with greater numbers fulfil the task.
    before: JobId,
}

/// The user's own game, set aside while a tour shows its positions.
#[derive(Clone, Debug)]
pub(crate) struct Aside {
    /// The game as it was shown, with its clocks stopped.
    pub(crate) game: GameState,
    /// The reader's choices and results in the Lab.
    pub(crate) lab: LabAside,
    /// Its undo history.
    pub(crate) history: History,
    /// Whether analysis was on.
    pub(crate) analysis: bool,
    /// Whether Black was at the bottom.
    pub(crate) flipped: bool,
    /// Its comparison with the saved version.
    pub(crate) checked: Option<Checked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourAction {
    /// Start a tour, given by its index in [`all`], or resume it at the step where it was left.
    Begin(usize),
    /// Go to a step of it.
    Step(usize),
    /// Do the task for the reader.
    DoIt,
    /// Save the questions of a tour, given by its index in [`all`], as a worksheet to print.
    Worksheet(usize),
    /// Save a tour that shows how to write one.
    Example,
    /// Leave the tour. The step is remembered.
    Exit,
}

/// The program's tours in one language with their names, once read.
type Read = OnceLock<Vec<(&'static str, Tour)>>;

/// The folder for the user's tours, in the folder of the program.
pub const FOLDER: &str = "tours";

/// By language, in the order of [`BUILT_IN`].
static READ: [Read; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];

/// The program's own tours in a language with their names, read on first use.
fn built_in(language: &str) -> &'static [(&'static str, Tour)] {
    let Some(at) = BUILT_IN.iter().position(|built_in| built_in.language == language) else {
        return &[];
    };
    READ[at].get_or_init(|| {
        let tours = BUILT_IN[at].files.iter().filter_map(|&(name, text)| {
            let tour = file::parse(&format!("{language}/{name}.md"), text);
            debug_assert!(tour.is_ok(), "{tour:?}");
            Some((name, tour.ok()?))
        });
        tours.collect()
    })
}

/// A tour of the user.
struct Own {
    language: String,
    /// Tours with the same name are one in several languages.
    tour: &'static Tour,
}

/// The tours in a language.
type List = &'static [&'static Tour];

/// The user's tours, and the lists made so far.
struct Shelf {
    own: Vec<Own>,
    lists: Vec<(&'static str, List)>,
}

static SHELF: RwLock<Shelf> = RwLock::new(Shelf { own: Vec::new(), lists: Vec::new() });

/// All tours in the current language: first those of the program, each building on the ones before, then the user's.
/// Each tour has the same index in every language.
pub fn all() -> List {
    let language = Language::current().id();
    let made =
        |shelf: &Shelf| shelf.lists.iter().find(|(id, _)| *id == language).map(|(_, list)| *list);
    if let Some(list) = made(&SHELF.read().unwrap_or_else(PoisonError::into_inner)) {
        return list;
    }
    let mut shelf = SHELF.write().unwrap_or_else(PoisonError::into_inner);
    made(&shelf).unwrap_or_else(|| {
        let list: List = Box::leak(arranged(language, &shelf.own).into_boxed_slice());
        shelf.lists.push((language, list));
        list
    })
}

/// The questions of a tour, given by its index in [`all`], as a worksheet to print: those written for paper and the
/// moves it asks for. A tour without such questions uses all its tasks, with the results of experiments in the
/// English tour as answers.
pub fn worksheet(tour: usize) -> Option<Worksheet> {
    let shown = all().get(tour)?;
    let english = built_in(BUILT_IN[0].language).get(tour).map(|(_, tour)| &tour.steps);
    let written = shown.steps.iter().any(|step| step.question.is_some());
    let mut last = Board::start();
    let mut item = |(at, step): (usize, &Step)| {
        let board = step.position.as_ref().map(GamePosition::board);
        let claims = || {
            let own = Some(&step.claims).filter(|claims| !claims.is_empty());
            // A tour of the user in the place of one of the program's may have other tasks.
            let same = |of: &&Step| (&of.position, &of.done) == (&step.position, &step.done);
            let of_english = || Some(&english?.get(at).filter(same)?.claims);
            let claims = own.or_else(of_english).into_iter().flatten();
            let find = |[run, claim]: &[String; 2]| {
                t!("worksheet-claim", run = run.as_str(), claim = claim.as_str())
            };
            claims.map(find).collect()
        };
        let (question, answer) = match (&step.question, &step.done) {
            (Some(question), _) => (question, step.answers.clone()),
            (None, Some(Condition::Played(mv))) => {
                (&step.ask, board.iter().filter_map(|board| played(board, mv)).collect())
            }
            (None, _) if written => return None,
            (None, _) => (&step.ask, claims()),
        };
        // A position that is already on the sheet, or the start position, is not printed again.
        let board = board.filter(|board| *board != last && *board != Board::start());
        last = board.unwrap_or(last);
        Some(Item {
            title: step.title.clone(),
            text: step.text.clone(),
            question: question.clone(),
            board,
            answer,
        })
    };
    let items = shown.steps.iter().enumerate().filter_map(&mut item).collect();
    let (title, file) = (shown.title.clone(), shown.title.clone());
    Some(Worksheet { title, about: shown.about.clone(), file, items })
}

/// The text of a step that asks for a move.
fn played(board: &Board, mv: &str) -> Option<String> {
    let mv = uci_move::parse(board, mv).ok()?;
    Some(format!("**{}**", san::write(board, mv)))
}

/// An example tour that explains how tours are written, in the language of the window, else in English.
pub fn example() -> &'static str {
    let language = Language::current().id();
    EXAMPLES.iter().find(|(id, _)| *id == language).unwrap_or(&EXAMPLES[0]).1
}

/// The folder of the user's tours in a language, inside the folder of the program.
pub fn folder(home: &Path, language: &str) -> PathBuf {
    home.join(FOLDER).join(language)
}

/// Adds a tour from one of the user's files. A file with the name of one of the program's tours replaces it in that
/// language; others come after these, ordered by name. `file` is the path of the file.
///
/// # Errors
/// If the file is not as expected.
pub fn add(language: &str, file: &str, text: &str) -> Result<(), TourError> {
    let tour: &'static Tour = Box::leak(Box::new(file::parse(file, text)?));
    let mut shelf = SHELF.write().unwrap_or_else(PoisonError::into_inner);
    shelf.own.push(Own { language: language.to_owned(), tour });
    shelf.lists.clear();
    Ok(())
}

/// The tours in a language; those missing in it are in English.
fn arranged(language: &str, own: &[Own]) -> Vec<&'static Tour> {
    let mut names: Vec<&str> = own.iter().map(|own| own.tour.name.as_str()).collect();
    names.retain(|name| BUILT_IN[0].files.iter().all(|(built_in, _)| built_in != name));
    names.sort_unstable();
    names.dedup();
    let of_program = BUILT_IN[0].files.iter().map(|(name, _)| *name);
    let find = |name: &str, language: &str| {
        let own = own.iter().find(|own| own.tour.name == name && own.language == language);
        let built_in = || built_in(language).iter().find(|(known, _)| *known == name);
        own.map(|own| own.tour).or_else(|| built_in().map(|(_, tour)| tour))
    };
    let tours = of_program.chain(names).filter_map(|name| {
        find(name, language)
            .or_else(|| find(name, BUILT_IN[0].language))
            .or_else(|| own.iter().find(|own| own.tour.name == name).map(|own| own.tour))
    });
    tours.collect()
}

impl Step {
    /// Whether it sets up a position of its own.
    fn sets_position(&self) -> bool {
        self.setup.iter().any(|condition| matches!(condition, Condition::Position(_)))
    }
}

impl TourView {
    pub fn tour(&self) -> Option<&'static Tour> {
        all().get(self.tour).copied()
    }

    pub fn now(&self) -> Option<&'static Step> {
        self.tour()?.steps.get(self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::steps::{StepsSide, StepsTree};
    use tabia_chess::uci_move;
    use tabia_lab::experiment::Entry;
    use tabia_lab::steps::record::{self, Event};
    use tabia_lab::steps::toy_tree::Shape;

    /// The language and the tours of each set of files.
    fn languages() -> impl Iterator<Item = (&'static str, &'static [(&'static str, Tour)])> {
        BUILT_IN.iter().map(|of| (of.language, built_in(of.language)))
    }

    #[test]
    fn every_step_can_be_taken() {
        for (language, tours) in languages() {
            for (name, tour) in tours {
                let name = format!("{language}/{name}");
                assert!((10..=13).contains(&tour.steps.len()), "{name}");
                assert!(!tour.title.is_empty() && !tour.about.is_empty(), "{name}");
                for step in &tour.steps {
                    let name = format!("{name}: {}", step.title);
                    assert!(!step.title.is_empty() && !step.ask.is_empty(), "{name}");
                    let words = step.text.split_whitespace().count();
                    assert!((15..=110).contains(&words), "{name}: {words} words");
                    let here = step.position.as_ref();
                    let here = here.unwrap_or_else(|| panic!("{name}: no position"));
                    if let Some(Condition::Ran(id)) = &step.done {
                        assert!(Entry::by_id(id).is_some(), "{name}: {id}");
                    }
                    if let Some(Condition::Played(text)) = &step.done {
                        let mv = uci_move::parse(&here.board(), text);
                        assert!(mv.is_ok(), "{name}: {mv:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_tours_of_the_program_are_files_without_errors() {
        for built_in in &BUILT_IN {
            for (name, text) in built_in.files {
                let error = file::parse(name, text).err().map(|error| error.to_string());
                assert_eq!(error, None, "{}", built_in.language);
            }
        }
    }

    #[test]
    fn a_tour_has_the_same_steps_in_every_language() {
        let english = built_in(BUILT_IN[0].language);
        for (language, tours) in languages().skip(1) {
            for ((name, english), (_, other)) in english.iter().zip(tours) {
                let name = format!("{language}/{name}");
                assert_eq!(english.steps.len(), other.steps.len(), "{name}");
                for (one, other) in english.steps.iter().zip(&other.steps) {
                    let name = format!("{name}: {}", other.title);
                    assert_eq!(one.pane, other.pane, "{name}");
                    assert_eq!(one.setup, other.setup, "{name}");
                    assert_eq!(one.done, other.done, "{name}");
                }
            }
        }
    }

    /// A reader who should watch a value rise to the root has to go on until one does.
    #[test]
    fn the_small_tree_is_gone_through_until_a_value_is_at_its_root() {
        let searches = StepsTree::Small.searches(&Board::start(), Shape::default());
        let rises =
            |step: &record::Step| step.node == 0 && matches!(step.event, Event::Better { .. });
        let first = searches.minimax.steps.iter().position(rises).unwrap();
        let minimax = Condition::SmallTree(StepsSide::Minimax);
        for (language, tours) in languages() {
            let steps = tours.iter().flat_map(|(_, tour)| &tour.steps);
            let asked: Vec<_> = steps.filter(|step| step.setup.contains(&minimax)).collect();
            assert!(!asked.is_empty(), "{language}");
            for step in asked {
                assert_eq!(
                    step.done,
                    Some(Condition::Step(first + 1)),
                    "{language}: {}",
                    step.title
                );
            }
        }
    }

    #[test]
    fn tours_of_the_user_stand_after_those_of_the_program() {
        let own = |language: &str, name: &str, title: &str| {
            let text =
                format!("---\ntitle: {title}\nabout: A\n---\n## S\n```step\n```\nText.\n> Look.\n");
            let tour = Box::leak(Box::new(file::parse(name, &text).unwrap()));
            Own { language: language.into(), tour }
        };
        let shelf = [
            own("de", "openings", "Eröffnungen"),
            own("en", "openings", "Openings"),
            own("de", "endings", "Endspiele"),
            own("fr", "3-tree", "L’arbre"),
        ];
        let titles = |language: &str| {
            let tours = arranged(language, &shelf);
            tours.iter().map(|tour| tour.title.as_str()).collect::<Vec<_>>()
        };
        let (english, german, french) = (titles("en"), titles("de"), titles("fr"));
        assert_eq!(english[0], built_in("en")[0].1.title);
        assert_eq!(english[8..], ["Endspiele", "Openings"]);
        assert_eq!(german[0], built_in("de")[0].1.title);
        assert_eq!(german[8..], ["Endspiele", "Eröffnungen"]);
        assert_eq!(french[2], "L’arbre");
        assert_eq!(french[3..], english[3..]);
    }
}
