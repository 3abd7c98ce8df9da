//! A language: its messages, read once and kept until the program ends.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use fluent_syntax::ast;
use unic_langid::LanguageIdentifier;

use crate::{number, t};

/// The files of the languages that come with the program: name and text.
macro_rules! files {
    ($id:literal: $($name:literal)*) => {
        &[$((concat!($id, "/", $name, ".ftl"),
            include_str!(concat!("../../assets/lang/", $id, "/", $name, ".ftl")))),*]
    };
}

macro_rules! languages {
    ($($id:literal)*) => {
        &[$(($id, files!($id:
            "common" "commands" "settings" "errors" "play" "study" "review" "search" "engines" "duel" "arena" "library" "lab"
            "experiments" "foundations" "tours" "training"
        ))),*]
    };
}

type Files = &'static [(&'static str, &'static str)];

const BUILT_IN: &[(&str, Files)] = languages!("en" "de");

/// A language and its texts.
pub struct Language {
    id: String,
    name: &'static str,
    decimal_sign: &'static str,
    group_sign: &'static str,
    messages: HashMap<String, Message>,
    bundle: FluentBundle<FluentResource>,
}

/// A message, or an attribute of one (`key.attribute`).
enum Message {
    /// Text without arguments.
    Plain(&'static str),
    /// Text with arguments.
    Pattern {
        args: BTreeSet<String>,
        /// Whether its text spans several lines in the file.
        wrapped: bool,
    },
}

/// An error in a file of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageError {
    pub file: String,
    /// The line, from 1; 0: the file as a whole.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.what),
            line => write!(f, "{}, line {line}: {}", self.file, self.what),
        }
    }
}

impl std::error::Error for LanguageError {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Language").field("id", &self.id).finish_non_exhaustive()
    }
}

/// All languages, English first.
static ALL: LazyLock<RwLock<Vec<&'static Language>>> = LazyLock::new(|| {
    let all = BUILT_IN.iter().map(|(id, files)| {
        let (language, errors) = Language::read(id, files);
        debug_assert!(errors.is_empty(), "{errors:?}");
        &*Box::leak(Box::new(language))
    });
    RwLock::new(all.collect())
});

static ENGLISH: LazyLock<&'static Language> = LazyLock::new(|| Language::all()[0]);

/// The language of the program; `None`: English.
static CHOSEN: RwLock<Option<&'static Language>> = RwLock::new(None);

thread_local! {
    static OF_THREAD: Cell<Option<&'static Language>> = const { Cell::new(None) };
}

/// Restores the previous language of a thread when dropped.
#[derive(Debug)]
#[must_use = "the language ends with it"]
pub struct OnThread {
    before: Option<&'static Language>,
    not_send: PhantomData<*const ()>,
}

impl Drop for OnThread {
    fn drop(&mut self) {
        OF_THREAD.set(self.before);
    }
}

/// Maximum number of opening braces and parentheses in a message: the parser calls itself for each and could overflow
/// the stack. Closing ones are not subtracted, because those in a text close nothing.
const MAX_OPENINGS: usize = 1000;

/// The line where a message exceeds [`MAX_OPENINGS`], from 1.
fn too_deep(text: &str) -> Option<usize> {
    let mut openings = 0;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let line = lines.find(|(_, line)| {
        if begins_entry(line) {
            openings = 0;
        }
        openings += line.bytes().filter(|byte| matches!(byte, b'{' | b'(')).count();
        openings > MAX_OPENINGS
    });
    line.map(|(at, _)| at + 1)
}

/// Whether a message or term begins with this line: no expression can contain a name followed by `=` at the beginning of
/// a line.
fn begins_entry(line: &str) -> bool {
    let name = line.strip_prefix('-').unwrap_or(line);
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "-_".contains(c));
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.trim_start().starts_with('=')
}

impl Language {
    /// All languages, English first.
    pub fn all() -> Vec<&'static Language> {
        ALL.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The language with this id: `en`, `de`, or the name of one of the user's folders.
    pub fn by_id(id: &str) -> Option<&'static Language> {
        Language::all().into_iter().find(|language| language.id == id)
    }

    /// English, which has every text.
    pub fn english() -> &'static Language {
        *ENGLISH
    }

    /// The language that fits one of these locales best (`de_AT.UTF-8`, `de-AT`); English if none does.
    pub fn for_locales<'a>(locales: impl IntoIterator<Item = &'a str>) -> &'static Language {
        let all = Language::all();
        let fits = |locale: &str| {
            let code = locale.split(['.', '@']).next().unwrap_or_default();
            let wanted: LanguageIdentifier = code.parse().ok()?;
            let same = |known: &&Language| known.bundle.locales[0].language == wanted.language;
            all.iter().copied().filter(same).min_by_key(|known| {
                let known = &known.bundle.locales[0];
                // One of another region is the last choice.
                (*known != wanted, known.region.is_some())
            })
        };
        locales.into_iter().find_map(fits).unwrap_or_else(Language::english)
    }

    /// The language of this thread, else of the program.
    pub fn current() -> &'static Language {
        OF_THREAD.get().unwrap_or_else(|| {
            let chosen = *CHOSEN.read().unwrap_or_else(PoisonError::into_inner);
            chosen.unwrap_or_else(Language::english)
        })
    }

    /// Makes this the language of the program.
    pub fn choose(&'static self) {
        *CHOSEN.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Makes this the language of the calling thread permanently.
    pub fn keep_on_this_thread(&'static self) {
        OF_THREAD.set(Some(self));
    }

    /// Makes this the language of the calling thread until the returned value is dropped.
    pub fn on_this_thread(&'static self) -> OnThread {
        OnThread { before: OF_THREAD.replace(Some(self)), not_send: PhantomData }
    }

    /// Adds a language from the user's files (name and text), or replaces the one with this id, which cannot be English.
    /// Returns the errors in them; missing texts are shown in English.
    pub fn add(id: &str, files: &[(impl AsRef<str>, impl AsRef<str>)]) -> Vec<LanguageError> {
        if id == Language::english().id {
            let what = t!("language-english").to_owned();
            return vec![LanguageError { file: id.to_owned(), line: 0, what }];
        }
        let files: Vec<_> =
            files.iter().map(|(name, text)| (name.as_ref(), text.as_ref())).collect();
        let (language, mut errors) = Language::read(id, &files);
        if language.id.is_empty() {
            return errors;
        }
        errors.extend(language.mismatches(&files));
        let missing = language.missing().len();
        if missing > 0 {
            let what = t!("language-missing", n = missing);
            errors.push(LanguageError { file: id.to_owned(), line: 0, what });
        }
        let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
        let language: &'static Language = Box::leak(Box::new(language));
        match all.iter_mut().find(|known| known.id == id) {
            Some(known) => *known = language,
            None => all.push(language),
        }
        errors
    }

    /// Reads a language. Its id is empty if the files are not a language.
    fn read(id: &str, files: &[(&str, &str)]) -> (Language, Vec<LanguageError>) {
        let mut errors = Vec::new();
        let locale = id.parse::<LanguageIdentifier>().unwrap_or_else(|_| {
            let what = format!("“{id}” is not a language, expected a code such as “fr” or “pt-BR”");
            errors.push(LanguageError { file: id.to_owned(), line: 0, what });
            LanguageIdentifier::default()
        });
        let known = if errors.is_empty() { id } else { "" };
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(number::of_argument));
        // The arguments of the messages are collected from a file before the bundle takes it.
        let mut keys = Vec::new();
        for &(name, text) in files {
            if let Some(line) = too_deep(text) {
                let what = format!("found more than {MAX_OPENINGS} braces in one message");
                errors.push(LanguageError { file: name.to_owned(), line, what });
                continue;
            }
            let resource =
                FluentResource::try_new(text.to_owned()).unwrap_or_else(|(part, wrong)| {
                    errors.extend(wrong.iter().map(|error| LanguageError {
                        file: name.to_owned(),
                        line: line_of(text, error.pos.start),
                        what: error.kind.to_string(),
                    }));
                    part
                });
            for entry in resource.entries() {
                let ast::Entry::Message(message) = entry else { continue };
                let own = message.value.iter().map(|pattern| (message.id.name.to_owned(), pattern));
                let attributes = message.attributes.iter().map(|attribute| {
                    (format!("{}.{}", message.id.name, attribute.id.name), &attribute.value)
                });
                for (key, pattern) in own.chain(attributes) {
                    let (mut args, mut wrapped) = (BTreeSet::new(), false);
                    arguments(pattern, &mut args, &mut wrapped);
                    keys.push((key, args, wrapped));
                }
            }
            if let Err(twice) = bundle.add_resource(resource) {
                errors.extend(twice.iter().map(|error| {
                    let key = match error {
                        FluentError::Overriding { id, .. } => id.as_str(),
                        _ => "",
                    };
                    at_place(&[(name, text)], key, error.to_string())
                }));
            }
        }
        let mut language = Language {
            id: known.to_owned(),
            name: "",
            decimal_sign: ".",
            group_sign: ",",
            messages: HashMap::new(),
            bundle,
        };
        for (key, args, wrapped) in keys {
            let message = if args.is_empty() {
                match language.resolve(&key, &FluentArgs::new(), wrapped) {
                    Ok(text) => Message::Plain(Box::leak(text.into_boxed_str())),
                    Err(error) => {
                        errors.push(at_place(files, &key, format!("{key}: {error}")));
                        continue;
                    }
                }
            } else {
                Message::Pattern { args, wrapped }
            };
            language.messages.insert(key, message);
        }
        let plain = |key, otherwise| match language.messages.get(key) {
            Some(Message::Plain(text)) => *text,
            _ => otherwise,
        };
        let id: &'static str = Box::leak(id.to_owned().into_boxed_str());
        let name = plain("language-name", id);
        let signs = [plain("number-decimal", "."), plain("number-group", ",")];
        [language.decimal_sign, language.group_sign] = signs;
        language.name = name;
        (language, errors)
    }

    /// Its code: `en`, `de`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its name in the language itself.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The decimal separator of numbers.
    pub fn decimal_sign(&self) -> &'static str {
        self.decimal_sign
    }

    /// The thousands separator.
    pub fn group_sign(&self) -> &'static str {
        self.group_sign
    }

    /// The text of a message without arguments; in English if this language has none.
    pub fn find(&'static self, key: &str) -> Option<&'static str> {
        let plain = |language: &'static Language| match language.messages.get(key) {
            Some(Message::Plain(text)) => Some(*text),
            _ => None,
        };
        plain(self).or_else(|| plain(Language::english()))
    }

    /// The same, or the key itself if there is no text in English either.
    pub fn text(&'static self, key: &str) -> &'static str {
        self.find(key).unwrap_or_else(|| kept(key))
    }

    /// The text of a message with its arguments: in this language, else in English, else the key.
    pub fn format(&self, key: &str, args: &[(&'static str, FluentValue<'_>)]) -> String {
        let args = args.iter().map(|(name, value)| (*name, value.clone())).collect();
        for language in [self, Language::english()] {
            match language.messages.get(key) {
                Some(Message::Plain(text)) => return (*text).to_owned(),
                Some(&Message::Pattern { wrapped, .. }) => {
                    if let Ok(text) = language.resolve(key, &args, wrapped) {
                        return text;
                    }
                }
                None => {}
            }
        }
        key.to_owned()
    }

    fn resolve(&self, key: &str, args: &FluentArgs<'_>, wrapped: bool) -> Result<String, String> {
        let (id, attribute) =
            key.split_once('.').map_or((key, None), |(id, name)| (id, Some(name)));
        let message = self.bundle.get_message(id).ok_or("no such message")?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
            None => message.value(),
        };
        let pattern = pattern.ok_or("no text")?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors);
        match errors.first() {
            Some(error) => Err(error.to_string()),
            None if wrapped => Ok(unwrapped(&text)),
            None => Ok(text.into_owned()),
        }
    }

    /// Its keys, with the arguments of each.
    pub fn keys(&self) -> impl Iterator<Item = (&str, Option<&BTreeSet<String>>)> {
        self.messages.iter().map(|(key, message)| match message {
            Message::Plain(_) => (key.as_str(), None),
            Message::Pattern { args, .. } => (key.as_str(), Some(args)),
        })
    }

    /// Differences of its messages from those of English: unknown keys, different arguments, texts that cannot be written
    /// with the arguments.
    fn mismatches(&self, files: &[(&str, &str)]) -> Vec<LanguageError> {
        let english = Language::english();
        let wrong = self.keys().filter_map(|(key, args)| {
            let what = match english.messages.get(key) {
                None => t!("language-unknown", key = key),
                Some(Message::Plain(_)) if args.is_none() => return None,
                Some(Message::Pattern { args: expected, .. }) if args == Some(expected) => {
                    format!("{key}: {}", self.failure(key, expected)?)
                }
                Some(message) => {
                    let expected = match message {
                        Message::Plain(_) => String::new(),
                        Message::Pattern { args, .. } => join(args),
                    };
                    let found = args.map_or_else(String::new, join);
                    t!("language-arguments", key = key, found = found, expected = expected)
                }
            };
            Some(at_place(files, key, what))
        });
        let mut wrong: Vec<_> = wrong.collect();
        wrong.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        wrong
    }

    /// Why a message cannot be written with some number for each of its arguments.
    fn failure(&self, key: &str, args: &BTreeSet<String>) -> Option<String> {
        // Enough for every plural of whole numbers.
        (0..=12).find_map(|n| {
            let args = args.iter().map(|name| (name.as_str(), n)).collect();
            self.resolve(key, &args, false).err()
        })
    }

    /// The keys of English that it lacks.
    fn missing(&self) -> Vec<&'static str> {
        let keys = Language::english().messages.keys();
        keys.map(String::as_str).filter(|key| !self.messages.contains_key(*key)).collect()
    }
}

/// An error at the line on which a message of this key begins.
fn at_place(files: &[(&str, &str)], key: &str, what: String) -> LanguageError {
    let (id, attribute) = key.split_once('.').unwrap_or((key, ""));
    let begins = |line: &str, name: &str| {
        line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    for &(name, text) in files {
        let mut lines = text.lines().enumerate().skip_while(|(_, line)| !begins(line, id));
        let Some((message, _)) = lines.next() else { continue };
        let attribute = format!(".{attribute}");
        let line = lines.find(|(_, line)| begins(line.trim_start(), &attribute));
        let line = line.filter(|_| attribute.len() > 1).map_or(message, |(at, _)| at) + 1;
        return LanguageError { file: name.to_owned(), line, what };
    }
    let file = files.first().map_or_else(String::new, |(name, _)| (*name).to_owned());
    LanguageError { file, line: 0, what }
}

fn join(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// The names of the arguments of a pattern, and whether its text has line breaks.
fn arguments(pattern: &ast::Pattern<&str>, names: &mut BTreeSet<String>, wrapped: &mut bool) {
    for element in &pattern.elements {
        match element {
            ast::PatternElement::TextElement { value } => *wrapped |= value.contains('\n'),
            ast::PatternElement::Placeable { expression } => {
                of_expression(expression, names, wrapped);
            }
        }
    }
}

fn of_expression(
    expression: &ast::Expression<&str>,
    names: &mut BTreeSet<String>,
    wrapped: &mut bool,
) {
    match expression {
        ast::Expression::Select { selector, variants } => {
            of_inline(selector, names, wrapped);
            for variant in variants {
                arguments(&variant.value, names, wrapped);
            }
        }
        ast::Expression::Inline(inline) => of_inline(inline, names, wrapped),
    }
}

fn of_inline(
    inline: &ast::InlineExpression<&str>,
    names: &mut BTreeSet<String>,
    wrapped: &mut bool,
) {
    match inline {
        ast::InlineExpression::VariableReference { id } => {
            names.insert(id.name.to_owned());
        }
        ast::InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                of_inline(argument, names, wrapped);
            }
        }
        ast::InlineExpression::Placeable { expression } => {
            of_expression(expression, names, wrapped);
        }
        _ => {}
    }
}

/// A text in which line breaks become spaces and empty lines become line breaks.
fn unwrapped(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n")
}

/// A key that has no text, stored once.
fn kept(key: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_with(HashSet::new);
    if let Some(known) = kept.get(key) {
        return known;
    }
    let key: &'static str = Box::leak(key.to_owned().into_boxed_str());
    kept.insert(key);
    key
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_languages_have_the_same_texts() {
        for (id, files) in BUILT_IN {
            let (language, errors) = Language::read(id, files);
            assert_eq!(errors, [], "{id}");
            assert_eq!(language.mismatches(files), [], "{id}");
            assert_eq!(language.missing(), [""; 0], "{id}");
        }
    }

    #[test]
    fn locales_find_their_language() {
        let id = |locales: &[&str]| Language::for_locales(locales.iter().copied()).id().to_owned();
        assert_eq!(id(&["de_AT.UTF-8"]), "de");
        assert_eq!(id(&["fr-FR", "de-CH", "en-US"]), "de");
        assert_eq!(id(&["C", "POSIX"]), "en");
        assert_eq!(id(&[]), "en");
        for code in ["pt-BR", "pt_PT", "es-MX", "es"] {
            Language::add(code, &[("own.ftl", "")]);
        }
        assert_eq!(id(&["pt_PT.UTF-8"]), "pt_PT");
        assert_eq!([id(&["pt-BR"]), id(&["pt"])], ["pt-BR", "pt-BR"]);
        assert_eq!([id(&["es_AR"]), id(&["es-MX"])], ["es", "es-MX"]);
    }

    #[test]
    fn errors_of_a_users_language_name_file_and_line() {
        let errors = Language::add(
            "xx",
            &[("xx/own.ftl", "language-name = Own\n\nbroken\nbutton-close = Aye { $n }\n")],
        );
        assert_eq!(Language::by_id("xx").unwrap().name(), "Own");
        let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
        assert!(errors[0].starts_with("xx/own.ftl, line 3: "), "{errors:?}");
        let wrong = "xx/own.ftl, line 4: button-close: has the arguments “n”, expected “”";
        assert_eq!(errors[1], wrong, "{errors:?}");
        assert!(errors[2].ends_with("texts are missing and shown in English"), "{errors:?}");
        assert_eq!(Language::by_id("xx").unwrap().text("button-cancel"), "Cancel");
        let broken =
            "count-moves = { $n ->\n    [one] { $n } move\n   *[other] { NUMBER($n) } moves\n }\n";
        let errors = Language::add("yy", &[("yy/own.ftl", broken)]);
        let unknown = "yy/own.ftl, line 1: count-moves: Resolver error: Unknown function: NUMBER()";
        assert_eq!(errors[0].to_string(), unknown);
        assert_eq!(Language::add("x y", &[("", "")]).len(), 1);
        assert_eq!(Language::add("en", &[("en.ftl", "language-name = Own\n")]).len(), 1);
        let all = Language::all();
        let names: Vec<_> = all.iter().filter(|known| known.id == "en").map(|en| en.name).collect();
        assert_eq!(names, ["English"]);
        for nested in ["{", "{ NUMBER(", "{ NUMBER(\nNUMBER(", "{$x ->\n *[a] )) "] {
            let text = format!("language-name = Deep\nkey = {}", nested.repeat(200_000));
            let errors = Language::add("yy", &[("deep.ftl", &text)]);
            assert!(errors[0].to_string().starts_with("deep.ftl, line "), "{:?}", errors[0]);
        }
        let many = "key = (text)\n".repeat(2000);
        assert_eq!(too_deep(&many), None, "in many messages");
    }

    #[test]
    fn lines_of_a_file_are_joined() {
        assert_eq!(unwrapped("One\ntwo.\n\nThree."), "One two.\nThree.");
    }
}
