//! Checks the claims of a tour's steps.

use serde_json::Value as Json;

use super::claim::Verdict;
use super::{BUILT_IN, StepText, TourError, TourText, parse};
use crate::table::{Column, Medium, Table};
use tabia_text::Language;

/// A tour to be checked: its claims, and its text in one or more languages.
#[derive(Debug)]
pub struct Lesson {
    pub name: String,
    /// The tour with the claims.
    pub tour: TourText,
    /// The language of that tour.
    language: &'static Language,
    /// The same steps in other languages; their texts are checked against the same runs.
    pub(super) translations: Vec<(&'static Language, TourText)>,
}

/// A claim that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The step, from 1.
    pub step: usize,
    pub title: String,
    /// The command as written in the file.
    pub run: String,
    pub claim: String,
    /// The language of the text, for a claim about the text.
    pub language: Option<&'static str>,
    /// The result; `None` if nothing was run.
    pub verdict: Option<Verdict>,
}

/// Runs a command and returns its objects, or an error.
pub type CarryOut<'a> = dyn FnMut(&[String]) -> Result<Vec<Json>, String> + 'a;

impl Lesson {
    /// The tours of the program: the English ones with all translations.
    ///
    /// # Errors
    /// For the first line that is not as expected.
    pub fn built_in() -> Result<Vec<Lesson>, TourError> {
        let [english, others @ ..] = &BUILT_IN;
        let tours = english.files.iter().map(|&(name, text)| {
            let mut lesson = Lesson::of_file(english.language, name, name, text)?;
            for of in others {
                let language = Language::by_id(of.language);
                let file = of.files.iter().find(|(other, _)| *other == name);
                if let (Some(language), Some((_, text))) = (language, file) {
                    let tour = parse(&format!("{}/{name}.md", of.language), text)?;
                    lesson.translations.push((language, tour));
                }
            }
            Ok(lesson)
        });
        tours.collect()
    }

    /// The tour of a file in this language, or in English if the language is unknown; `file` is the name used in
    /// errors.
    ///
    /// # Errors
    /// For the first line that is not as expected.
    pub fn of_file(
        language: &str,
        name: &str,
        file: &str,
        text: &str,
    ) -> Result<Lesson, TourError> {
        let tour = parse(file, text)?;
        let language = Language::by_id(language).unwrap_or_else(Language::english);
        Ok(Lesson { name: name.to_owned(), tour, language, translations: Vec::new() })
    }

    /// Reports every claim of the `wanted` steps (from 1), checked by `run`, or unchecked without it.
    pub fn check(
        &self,
        wanted: &dyn Fn(usize) -> bool,
        mut run: Option<&mut CarryOut<'_>>,
        report: &mut dyn FnMut(Checked),
    ) {
        for (at, step) in self.tour.steps.iter().enumerate().filter(|(at, _)| wanted(at + 1)) {
            let others = self.translations.iter();
            let others =
                others.filter_map(|(language, tour)| Some((*language, tour.steps.get(at)?)));
            let texts: Vec<_> = std::iter::once((self.language, step)).chain(others).collect();
            let mut results: Vec<(Option<&str>, Vec<Json>)> = Vec::new();
            for one in &step.runs {
                let result = run.as_mut().map(|run| run(&one.words));
                let failure = result.as_ref().and_then(|result| result.as_ref().err().cloned());
                results
                    .push((one.name.as_deref(), result.and_then(Result::ok).unwrap_or_default()));
                let known: Vec<_> =
                    results.iter().map(|(name, objects)| (*name, &objects[..])).collect();
                for claim in &one.claims {
                    let texts = if claim.is_about_text() { &texts[..] } else { &texts[..1] };
                    for &(language, text) in texts {
                        let verdict = || match &failure {
                            Some(why) => Verdict { found: why.clone(), ok: false },
                            None => in_language(language, || claim.check(&known, &all_of(text))),
                        };
                        report(Checked {
                            step: at + 1,
                            title: step.title.clone(),
                            run: one.text.clone(),
                            claim: claim.to_string(),
                            language: claim.is_about_text().then(|| language.id()),
                            verdict: run.is_some().then(verdict),
                        });
                    }
                }
            }
        }
    }
}

/// Runs `work` with the number format of a language.
fn in_language<T>(language: &'static Language, work: impl FnOnce() -> T) -> T {
    let _language = language.on_this_thread();
    work()
}

/// The whole text of a step, in one line.
fn all_of(step: &StepText) -> String {
    let text = format!("{} {}", step.text, step.ask);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The claims of a tour as rows; `name` is the name of the tour.
pub fn table(name: &str, checked: &[Checked]) -> Table {
    let mut table = Table::new(vec![
        Column::words("tour").place("", 14, ""),
        Column::new("step").place(" ", 4, ""),
        Column::words("title").place("  ", 30, ""),
        Column::words("run").only(&[Medium::Csv, Medium::Json]),
        Column::words("claim").place("  ", 60, ""),
        Column::words("language").missing("").place(" ", 2, ""),
        Column::words("found").place("  ", 24, ""),
        Column::new("ok").place("  ", 0, ""),
    ]);
    for one in checked {
        table.row([
            name.to_owned().into(),
            one.step.into(),
            one.title.clone().into(),
            one.run.clone().into(),
            one.claim.clone().into(),
            one.language.into(),
            one.verdict.as_ref().map(|verdict| verdict.found.clone()).into(),
            one.verdict.as_ref().map(|verdict| verdict.ok).into(),
        ]);
    }
    table
}
