//! An engine as one line of text: a program and its arguments, with quotes around words that contain spaces. No shell
//! is involved: nothing is expanded, and only the program is run.
//!
//! ```
//! use tabia_host::external::command_line::{join, split};
//! let words = split(r#"ssh host "/opt/my engine" --threads=2"#).unwrap();
//! assert_eq!(words, ["ssh", "host", "/opt/my engine", "--threads=2"]);
//! assert_eq!(join(&words), r#"ssh host "/opt/my engine" --threads=2"#);
//! ```

use std::path::Path;

use tabia_text::t;
use thiserror::Error;

/// Why a line does not name a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandLineError {
    /// The line is empty.
    #[error("{}", t!("engine-line-empty"))]
    Empty,
    /// A quotation mark is not closed.
    #[error("{}", t!("engine-line-quote", quote = quote.to_string(), at = *at))]
    OpenQuote {
        quote: char,
        /// Where it opens, from 1.
        at: usize,
    },
}

/// The words of a line. `"` and `'` enclose words that contain spaces. A backslash before a space, a quote or a
/// backslash stands for that character; any other backslash (as in Windows paths) stands for itself. A line that is the
/// path of an existing file is one word even if it contains spaces.
///
/// # Errors
/// Empty lines and quotation marks that are not closed.
pub fn split(line: &str) -> Result<Vec<String>, CommandLineError> {
    let line = line.trim();
    if Path::new(line).is_file() {
        return Ok(vec![line.to_owned()]);
    }
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open: Option<(char, usize)> = None;
    let mut chars = line.chars().zip(1..).peekable();
    while let Some((c, at)) = chars.next() {
        let escaped = chars.peek().map(|(next, _)| *next).filter(|next| " \"'\\".contains(*next));
        match (c, open) {
            ('\\', _) if escaped.is_some() && open.is_none_or(|(quote, _)| quote == '"') => {
                word.get_or_insert_default().extend(escaped);
                chars.next();
            }
            (_, Some((quote, _))) if c == quote => open = None,
            ('"' | '\'', None) => {
                // Even an empty quotation is a word.
                word.get_or_insert_default();
                open = Some((c, at));
            }
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some((quote, at)) = open {
        return Err(CommandLineError::OpenQuote { quote, at });
    }
    words.extend(word);
    if words.first().is_none_or(String::is_empty) {
        return Err(CommandLineError::Empty);
    }
    Ok(words)
}

/// The line that [`split`] splits into these words.
pub fn join<S: AsRef<str>>(words: &[S]) -> String {
    let mut line = String::new();
    for word in words {
        let word = word.as_ref();
        if !line.is_empty() {
            line.push(' ');
        }
        let plain = !word.is_empty()
            && !word.chars().any(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '\\'));
        if plain {
            line.push_str(word);
            continue;
        }
        line.push('"');
        for c in word.chars() {
            if matches!(c, '"' | '\\') {
                line.push('\\');
            }
            line.push(c);
        }
        line.push('"');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::SplitMix64;

    #[test]
    fn lines_are_split_as_people_write_them() {
        for (line, words) in [
            ("stockfish", &["stockfish"][..]),
            ("  wine  engine.exe\tuci ", &["wine", "engine.exe", "uci"]),
            (r#""/home/me/my engines/x 1" -a"#, &["/home/me/my engines/x 1", "-a"]),
            (r"/home/me/my\ engines/x", &["/home/me/my engines/x"]),
            (r"C:\engines\x.exe", &[r"C:\engines\x.exe"]),
            (r#"x 'a "b" c' "it's" """#, &["x", "a \"b\" c", "it's", ""]),
            (r#"x "a\"b\\c" '\'"#, &["x", "a\"b\\c", "\\"]),
            (r#"x --path="/a b/c""#, &["x", "--path=/a b/c"]),
        ] {
            assert_eq!(split(line).unwrap(), words, "{line}");
        }
    }

    #[test]
    fn a_line_without_a_program_is_refused_with_the_reason() {
        assert_eq!(split("  "), Err(CommandLineError::Empty));
        assert_eq!(split("\"\" x"), Err(CommandLineError::Empty));
        let error = split("x \"a b").unwrap_err();
        assert_eq!(error, CommandLineError::OpenQuote { quote: '"', at: 3 });
        assert_eq!(error.to_string(), t!("engine-line-quote", quote = "\"", at = 3));
    }

    #[test]
    fn a_path_with_spaces_needs_no_quotes_where_it_is_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("my engine 2");
        std::fs::write(&path, "").unwrap();
        let line = path.to_str().unwrap();
        assert_eq!(split(line).unwrap(), [line]);
    }

    #[test]
    fn joined_words_split_into_the_same_words() {
        let mut rng = SplitMix64::new(7);
        for _ in 0..2000 {
            let word = |rng: &mut SplitMix64| -> String {
                let letters = [' ', '"', '\'', '\\', 'a', 'é'];
                (0..rng.below(6)).map(|_| letters[rng.below(letters.len())]).collect()
            };
            let mut words = vec!["x".to_owned()];
            words.extend((0..rng.below(4)).map(|_| word(&mut rng)));
            assert_eq!(split(&join(&words)).unwrap(), words, "{}", join(&words));
        }
    }
}
