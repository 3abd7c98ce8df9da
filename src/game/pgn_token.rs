//! Cuts PGN text into tokens with the line each stands on. It knows no chess: what a word means is up to
//! the reader.

/// A piece of PGN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The inside of `[…]`.
    Tag(&'a str),
    /// The inside of `{…}` or the rest of a line after `;`.
    Comment(&'a str),
    /// The digits behind `$`.
    Nag(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything else up to a blank or a sign above.
    Word(&'a str),
}

/// Reads tokens one after the other.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// A brace was never closed: the line it stands on.
    pub(super) unclosed: Option<usize>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens::at(text, 0, 1)
    }

    /// A reader that begins at a byte of the text, on a given line.
    pub(super) fn at(text: &'a str, at: usize, line: usize) -> Tokens<'a> {
        Tokens { text, at, line, unclosed: None }
    }

    /// The byte of the text where the next token begins.
    pub(super) fn position(&mut self) -> usize {
        self.skip_blank();
        self.at
    }

    /// The line of what comes next.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The next token without taking it.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on by so many bytes and counts the lines in them: a line ends with CR, LF or both.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let piece = &self.text[self.at..self.at + bytes];
        let all = piece.as_bytes();
        let before = self.text.as_bytes().get(self.at.wrapping_sub(1)).copied();
        let mut last = before;
        for &byte in all {
            if byte == b'\r' || (byte == b'\n' && last != Some(b'\r')) {
                self.line += 1;
            }
            last = Some(byte);
        }
        self.at += bytes;
        piece
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || matches!(self.text.as_bytes()[self.at - 1], b'\n' | b'\r')
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
            let blanks = rest.find(|c: char| !blank(c)).unwrap_or(rest.len());
            self.skip(blanks);
            // A line that begins with a percent sign is meant for somebody else.
            if self.at_line_start() && self.rest().starts_with('%') {
                let end = self.line_end();
                self.skip(end);
            } else {
                return;
            }
        }
    }

    fn line_end(&self) -> usize {
        self.rest().find(['\n', '\r']).unwrap_or(self.rest().len())
    }

    fn word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || c.is_control() || "[]{}();$".contains(c);
        let end = rest.find(ends).unwrap_or(rest.len());
        // A stray closing sign is a word of its own.
        let end = if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
        Token::Word(self.skip(end))
    }

    /// The inside of a tag pair: to the bracket that is not inside quotes, or to the end of the line.
    fn tag(&mut self) -> Token<'a> {
        self.skip(1);
        let (mut quoted, mut escaped) = (false, false);
        let mut length = None;
        for (i, c) in self.rest()[..self.line_end()].char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                ']' if !quoted => {
                    length = Some(i);
                    break;
                }
                _ => {}
            }
        }
        let inside = self.skip(length.unwrap_or(self.line_end()));
        if length.is_some() {
            self.skip(1);
            return Token::Tag(inside);
        }
        // The closing quote is missing: the last bracket of the line ends the tag.
        Token::Tag(inside.trim_end().trim_end_matches(']'))
    }

    fn comment(&mut self) -> Token<'a> {
        let line = self.line;
        self.skip(1);
        if let Some(end) = self.rest().find('}') {
            let inside = self.skip(end);
            self.skip(1);
            return Token::Comment(inside);
        }
        self.unclosed = Some(line);
        let all = self.rest().len();
        Token::Comment(self.skip(all))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_blank();
        Some(match self.rest().chars().next()? {
            '[' => self.tag(),
            '{' => self.comment(),
            ';' => {
                self.skip(1);
                let end = self.line_end();
                Token::Comment(self.skip(end))
            }
            '(' => {
                self.skip(1);
                Token::Open
            }
            ')' => {
                self.skip(1);
                Token::Close
            }
            '$' => {
                self.skip(1);
                let rest = self.rest();
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                Token::Nag(self.skip(end))
            }
            _ => self.word(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Token<'_>> {
        Tokens::new(text).collect()
    }

    #[test]
    fn text_falls_into_its_parts() {
        let text = "\u{feff}[A \"b ] \\\" c\"]\n% skip {me}\n1.e4$1(x);rest )\n{in\nside}1-0";
        let expected = [
            Token::Tag("A \"b ] \\\" c\""),
            Token::Word("1.e4"),
            Token::Nag("1"),
            Token::Open,
            Token::Word("x"),
            Token::Close,
            Token::Comment("rest )"),
            Token::Comment("in\nside"),
            Token::Word("1-0"),
        ];
        assert_eq!(all(text), expected);
    }

    #[test]
    fn lines_are_counted_in_every_style() {
        for text in ["a\nb\n\nc", "a\r\nb\r\n\r\nc", "a\rb\r\rc"] {
            let mut tokens = Tokens::new(text);
            tokens.next();
            tokens.next();
            assert_eq!(tokens.next(), Some(Token::Word("c")));
            assert_eq!(tokens.line(), 4, "{text:?}");
        }
    }

    #[test]
    fn damage_ends_somewhere() {
        assert_eq!(
            all("[White \"Anand]\n1. e4"),
            [Token::Tag("White \"Anand"), Token::Word("1."), Token::Word("e4")]
        );
        assert_eq!(all("]}"), [Token::Word("]"), Token::Word("}")]);
        let mut tokens = Tokens::new("e4\n{never closed");
        assert_eq!(tokens.by_ref().count(), 2);
        assert_eq!(tokens.unclosed, Some(2));
        assert_eq!(all("$ x"), [Token::Nag(""), Token::Word("x")]);
        assert_eq!(all("\u{0}\u{1}"), []);
    }
}
