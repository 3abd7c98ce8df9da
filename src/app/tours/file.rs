//! Interprets the file of a tour: its steps with their views and conditions.

use std::path::Path;

use super::words::Word as _;
use super::{Condition, Step, Tour};
use crate::window::workspace::PaneId;
use tabia_lab::tours::{self, Field, StepText, TourError};

/// Reads the file of a tour, whose name is that of the file without its folder and extension.
///
/// # Errors
/// The first line that is not as expected.
pub(super) fn parse(file: &str, text: &str) -> Result<Tour, TourError> {
    let read = tours::parse(file, text)?;
    let steps = read.steps.into_iter().map(|step| {
        step_of(step).map_err(|(line, what)| TourError { file: file.to_owned(), line, what })
    });
    let steps = steps.collect::<Result<_, _>>()?;
    let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Tour { name, title: read.title, about: read.about, steps })
}

/// Checks that the window can read the file of a tour, including its views and conditions.
///
/// # Errors
/// The first line that is not as expected.
pub fn check(file: &str, text: &str) -> Result<(), TourError> {
    parse(file, text).map(drop)
}

/// Converts a step; the error is the line that is not as expected and what is wrong with it.
fn step_of(step: StepText) -> Result<Step, (usize, String)> {
    let condition = |field: &Field| -> Result<Condition, (usize, String)> {
        field.value.parse().map_err(|what| (field.line, what))
    };
    let claims = step.claims();
    let pane =
        step.view.map(|field| PaneId::named(&field.value).map_err(|what| (field.line, what)));
    Ok(Step {
        title: step.title,
        text: step.text,
        pane: pane.transpose()?,
        position: step.position,
        setup: step.setup.iter().map(condition).collect::<Result<_, _>>()?,
        ask: step.ask,
        done: step.done.as_ref().map(condition).transpose()?,
        question: step.question,
        answers: step.answers,
        claims,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_text::{Language, t};

    const FILE: &str = "---\ntitle: Mine\nabout: A sentence: with a colon.\n---\n\n## One\n\n```step\nview: why-not\n\
        setup: position startpos moves e2e4\nsetup: no-moves\ndone: played e7e5\n```\n\nFirst **line**\nof it.\n\n\
        ```\n## code\n```\n\n> Do\n> this.\n\n## Two\n\n```step\n```\n\nText.\n> Look.\n";

    #[test]
    fn a_file_is_read() {
        let tour = parse("mine.md", FILE).unwrap();
        assert_eq!((tour.title.as_str(), tour.steps.len()), ("Mine", 2));
        assert_eq!(tour.about, "A sentence: with a colon.");
        let [one, two] = &tour.steps[..] else { panic!() };
        assert_eq!((one.title.as_str(), one.pane), ("One", Some(PaneId::WhyNot)));
        assert_eq!(one.text, "First **line**\nof it.\n\n```\n## code\n```");
        assert_eq!(one.ask, "Do\nthis.");
        assert_eq!(
            (one.setup.len(), one.done.clone()),
            (2, Some(Condition::Played("e7e5".into())))
        );
        assert_eq!((two.text.as_str(), two.ask.as_str()), ("Text.", "Look."));
        assert_eq!((two.pane, two.setup.len(), &two.done), (None, 0, &None));
        assert_eq!(
            parse("crlf.md", &FILE.replace('\n', "\r\n")).unwrap().steps[0].ask,
            "Do\nthis."
        );
    }

    #[test]
    fn the_example_is_a_tour() {
        for (language, text) in tours::EXAMPLES {
            let tour = parse(language, text).unwrap();
            assert_eq!(tour.steps.len(), 3);
            assert!(tour.steps.iter().all(|step| step.pane.is_some() && !step.claims.is_empty()));
            assert!(tour.steps.iter().any(|step| step.done.is_some() && !step.answers.is_empty()));
        }
    }

    #[test]
    fn a_worksheet_has_every_question_of_its_tour_with_the_answers_of_the_english_one() {
        for (number, tour) in crate::tours::all().iter().enumerate() {
            let sheet = crate::tours::worksheet(number).unwrap();
            // A tour with questions for paper uses only these and the moves it asks for; another uses all its tasks.
            let on_paper = |step: &&Step| {
                step.question.is_some() || matches!(step.done, Some(Condition::Played(_)))
            };
            let written = tour.steps.iter().any(|step| step.question.is_some());
            let asked: Vec<&Step> =
                tour.steps.iter().filter(|step| !written || on_paper(step)).collect();
            assert_eq!(sheet.items.len(), asked.len());
            for (item, step) in sheet.items.iter().zip(asked) {
                assert_eq!(&item.question, step.question.as_ref().unwrap_or(&step.ask));
                assert!(step.question.is_none() || !item.answer.is_empty(), "{}", step.title);
            }
            assert!(sheet.items.iter().any(|item| !item.answer.is_empty()), "{}", tour.title);
        }
        let english = crate::tours::worksheet(0).unwrap();
        let german = Language::by_id("de").unwrap().on_this_thread();
        let sheet = crate::tours::worksheet(0).unwrap();
        drop(german);
        assert_ne!(sheet.items[0].question, english.items[0].question);
        assert_eq!(sheet.items[0].answer.len(), english.items[0].answer.len());
    }

    #[test]
    fn errors_name_their_line() {
        let error = |old: &str, new: &str| {
            assert!(FILE.contains(old), "{old}");
            parse("mine.md", &FILE.replacen(old, new, 1)).unwrap_err()
        };
        let unexpected = |found: &str, expected: &str| {
            t!("tour-error-unexpected", found = found, expected = expected)
        };
        assert_eq!(error("view: why-not", "view: window").line, 9);
        assert_eq!(error("e7e5", "e7e4").line, 12);
        assert_eq!(
            error("setup: position startpos moves e2e4", "view: xray").what,
            t!("tour-error-twice", key = "view")
        );
        let before = error("setup: position startpos moves e2e4\n", "");
        assert_eq!(before.what, unexpected("played e7e5", t!("tour-expected-position-before")));
        assert!(before.to_string().starts_with("mine.md"));
        assert_eq!(parse("empty.md", "").unwrap_err().line, 1);
    }
}
