//! Splits PGN text into tokens, and tokens into games. It works on bytes, without knowledge of chess or encodings. The
//! quick scan of a file and the full reading of a game both use it, so they cannot disagree about where a game ends.

use super::pgn_words::{
    begins_line, blank_line_begin, ends_line, high_blank, high_length, is_blank, result,
};
use super::result::GameResult;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The inside of `[…]`.
    Tag {
        /// The closing bracket was found.
        closed: bool,
    },
    /// The inside of `{…}`, or the rest of a line after `;`.
    Comment {
        /// The closing brace was found.
        closed: bool,
    },
    /// The digits after `$`.
    Nag,
    /// `(`
    Open,
    /// `)`
    Close,
    /// The result that ends the game.
    Result(GameResult),
    /// Square brackets among the moves, which are meaningless there; or a single opening one that is not closed on its
    /// line.
    Stray {
        /// The closing bracket was found.
        closed: bool,
    },
    /// Text after a tag on its line that is neither a tag nor movetext.
    Junk,
    /// Anything else up to a blank or a sign above.
    Word,
}

/// A token: its kind, its first byte, and the range of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Its kind.
    pub(super) kind: Kind,
    /// Its first byte, including signs.
    pub(super) at: usize,
    /// The first byte of its content.
    pub(super) from: usize,
    /// The byte after its content.
    pub(super) to: usize,
}

/// Plain letters, digits and signs of moves.
const PLAIN: u8 = 0;
/// White space and control characters.
const BLANK: u8 = 1;
/// A sign that ends a word.
const SIGN: u8 = 2;
/// Part of a character outside ASCII.
const HIGH: u8 = 3;
/// 0 to 9.
const FIGURE: u8 = 4;

static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [PLAIN; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'[' | b']' | b'{' | b'}' | b'(' | b')' | b';' | b'$' | b'*' => SIGN,
            byte if is_blank(byte) => BLANK,
            128.. => HIGH,
            b'0'..=b'9' => FIGURE,
            _ => PLAIN,
        };
        byte += 1;
    }
    table
}

/// Reads tokens one after the other.
#[derive(Clone, Debug)]
struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether a token reached the end of the bytes, so that it might be different with more of them.
    hit_end: bool,
    /// Number of comments of this game with unbalanced braces.
    unbalanced: u32,
    /// No bracket is closed before this byte, so that a line of many brackets is not searched for each.
    unclosed_to: usize,
    /// Lines that begin with a percent sign, by their first byte and the one after their last.
    escaped: Vec<(usize, usize)>,
}

/// After this many comments with unbalanced braces, the game's braces are treated as not nesting, because each such
/// comment has to be followed far.
const MAX_UNBALANCED: u32 = 64;

impl Lexer<'_> {
    fn line_end(&self, from: usize) -> usize {
        let rest = &self.bytes[from..];
        from + rest.iter().position(|&byte| ends_line(byte)).unwrap_or(rest.len())
    }

    /// Skips to the next token. Move numbers are redundant and not tokens.
    #[inline]
    fn skip_blank(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match CLASS[byte as usize] {
                BLANK => self.at += 1,
                FIGURE => match self.number_end() {
                    Some(end) => self.at = end,
                    None => return,
                },
                HIGH => match high_blank(&self.bytes[self.at..]) {
                    0 => return,
                    blank => self.at += blank,
                },
                // A line that begins with a percent sign is escaped.
                _ if byte == b'%' && begins_line(self.bytes, self.at) => {
                    let end = self.line_end(self.at);
                    self.escaped.push((self.at, end));
                    self.at = end;
                }
                _ => return,
            }
        }
    }

    /// The byte after a move number and its dots, if there is one here.
    #[inline]
    fn number_end(&self) -> Option<usize> {
        let mut end = self.at + 1;
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        if self.bytes.get(end) != Some(&b'.') {
            return None;
        }
        while self.bytes.get(end) == Some(&b'.') {
            end += 1;
        }
        Some(end)
    }

    #[inline]
    fn next(&mut self) -> Option<Token> {
        self.skip_blank();
        let Some(&byte) = self.bytes.get(self.at) else {
            self.hit_end = true;
            return None;
        };
        let token = if CLASS[byte as usize] == SIGN { self.sign(byte) } else { self.word() };
        self.hit_end |= self.at >= self.bytes.len();
        Some(token)
    }

    fn sign(&mut self, byte: u8) -> Token {
        let at = self.at;
        match byte {
            b'[' => self.tag(),
            b'{' => self.comment(),
            b';' => {
                let end = self.line_end(at);
                self.taken(Kind::Comment { closed: true }, at + 1, end, end)
            }
            b'(' => self.taken(Kind::Open, at, at + 1, at + 1),
            b')' => self.taken(Kind::Close, at, at + 1, at + 1),
            b'$' => {
                let digits = self.bytes[at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
                self.taken(Kind::Nag, at + 1, at + 1 + digits, at + 1 + digits)
            }
            _ => self.taken(Kind::Word, at, at + 1, at + 1),
        }
    }

    /// A token that begins here; the next one begins at or after `next`.
    fn taken(&mut self, kind: Kind, from: usize, to: usize, next: usize) -> Token {
        let at = std::mem::replace(&mut self.at, next);
        Token { kind, at, from, to }
    }

    #[inline]
    fn word(&mut self) -> Token {
        let mut end = self.at;
        while let Some(&byte) = self.bytes.get(end) {
            match CLASS[byte as usize] {
                PLAIN | FIGURE => end += 1,
                // By whole characters: the last byte of one can be a blank of Latin-1.
                HIGH if high_blank(&self.bytes[end..]) == 0 => {
                    end += high_length(&self.bytes[end..]);
                }
                _ => break,
            }
        }
        if matches!(self.bytes[end - 1], b'1' | b'8' | b'=') {
            end = self.promotion_end(end);
        }
        self.taken(Kind::Word, self.at, end, end)
    }

    /// The end of a pawn's move to the last rank, up to `end`, with the piece that follows it: `a8(N)`, `a8= N`, `a8 N`.
    #[cold]
    fn promotion_end(&mut self, end: usize) -> usize {
        let word = &self.bytes[self.at..end];
        let (word, mut signed) = match word {
            [head @ .., b'='] => (head, true),
            all => (all, false),
        };
        let file = |byte: &u8| (b'a'..=b'h').contains(byte);
        let pawn = match word {
            [to, b'1' | b'8'] => file(to),
            [from, to, b'1' | b'8'] | [from, b'x', to, b'1' | b'8'] => file(from) && file(to),
            _ => false,
        };
        if !pawn {
            return end;
        }
        let blanks = |from: usize| {
            let rest = &self.bytes[from..];
            from + rest.iter().take_while(|&&byte| is_blank(byte)).count()
        };
        let mut at = end;
        let bracket = self.bytes.get(at) == Some(&b'(');
        if bracket {
            at += 1;
        } else {
            at = blanks(at);
            if !signed && self.bytes.get(at) == Some(&b'=') {
                (signed, at) = (true, blanks(at + 1));
            }
        }
        let piece = match self.bytes.get(at) {
            Some(b'N' | b'B' | b'R' | b'Q') => true,
            Some(b'n' | b'b' | b'r' | b'q') => bracket || signed,
            _ => false,
        };
        at += 1;
        let closed = !bracket || self.bytes.get(at) == Some(&b')');
        at += usize::from(bracket);
        let signs = self.bytes.get(at..).unwrap_or_default();
        let signs = signs.iter().take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?'));
        at += signs.count();
        self.hit_end |= at >= self.bytes.len();
        let over =
            self.bytes.get(at).is_none_or(|&byte| matches!(CLASS[byte as usize], BLANK | SIGN));
        if piece && closed && over { at } else { end }
    }

    /// The inside of a tag pair, up to the bracket outside quotes. A value broken into two lines is continued on the
    /// second one; any other unclosed tag ends with its line.
    fn tag(&mut self) -> Token {
        let from = self.at + 1;
        if self.at < self.unclosed_to {
            return self.taken(Kind::Tag { closed: false }, from, from, from);
        }
        // Not beyond the bracket, because several tags may be on one line.
        let line_end = match closing_bracket(&self.bytes[from..], true) {
            Ok(to) => {
                return self.taken(Kind::Tag { closed: true }, from, from + to, from + to + 1);
            }
            Err(line) => from + line,
        };
        let begins = line_end + 1 + usize::from(self.bytes[line_end..].starts_with(b"\r\n"));
        if begins < self.bytes.len() && !matches!(self.bytes[begins], b'[' | b'\n' | b'\r') {
            let next_end = self.line_end(begins);
            if let Ok(inside) = closing_bracket(&self.bytes[from..next_end], false)
                && self.bytes[from + inside - 1] == b'"'
            {
                let to = from + inside;
                return self.taken(Kind::Tag { closed: true }, from, to, to + 1);
            }
        }
        // The closing quote is missing: the last bracket of the line ends the tag.
        let line = &self.bytes[from..line_end];
        let blank = line.iter().rev().take_while(|&&byte| is_blank(byte)).count();
        let line = &line[..line.len() - blank];
        let closed = line.last() == Some(&b']');
        let to = from + line.len() - usize::from(closed);
        self.taken(Kind::Tag { closed }, from, to, line_end)
    }

    fn comment(&mut self) -> Token {
        let found = brace_comment(self.bytes, self.at, self.unbalanced < MAX_UNBALANCED);
        self.unbalanced += u32::from(found.unbalanced);
        self.hit_end |= found.hit_end;
        let kind = Kind::Comment { closed: found.closed };
        self.taken(kind, self.at + 1, found.inside_end, found.next)
    }
}

/// The bracket outside quotes that ends a tag; else the end of its text, at the end of the line or of the bytes.
fn closing_bracket(bytes: &[u8], in_line: bool) -> Result<usize, usize> {
    let (mut quoted, mut escaped) = (false, false);
    for (i, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' | b'\r' if in_line => return Err(i),
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b']' if !quoted => return Ok(i),
            _ => {}
        }
    }
    Err(bytes.len())
}

/// The stage of reading a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Only comments so far.
    Start,
    Tags,
    Moves,
    /// The result was read; there is no line end between it and this byte.
    Ended(usize),
}

/// The tokens of one game. It ends with its result (and comments on the same line), with the tags of the
/// next game, or with the text.
#[derive(Clone, Debug)]
pub(super) struct GameTokens<'a> {
    lexer: Lexer<'a>,
    stage: Stage,
    /// Open variations.
    depth: usize,
    /// Whether the tags included an event.
    has_event: bool,
    /// The range of the result that ends the game.
    result: Option<(usize, usize)>,
}

/// Longest text after a tag on its line that is checked for not being movetext, bytes.
const MAX_JUNK: usize = 256;

impl<'a> GameTokens<'a> {
    /// The game that begins at or after a byte.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> GameTokens<'a> {
        let lexer =
            Lexer { bytes, at, hit_end: false, unbalanced: 0, unclosed_to: 0, escaped: Vec::new() };
        GameTokens { lexer, stage: Stage::Start, depth: 0, has_event: false, result: None }
    }

    /// The lines between the tokens that begin with a percent sign, by their first byte and the one after their
    /// last.
    pub(super) fn escaped(&self) -> impl Iterator<Item = (usize, usize)> {
        self.lexer.escaped.iter().copied().filter(|line| line.1 <= self.lexer.at)
    }

    /// The byte after what was read so far.
    pub(super) fn position(&self) -> usize {
        self.lexer.at
    }

    /// The range of the result that ends the game, if it was read.
    pub(super) fn result(&self) -> Option<(usize, usize)> {
        self.result
    }

    /// Whether more bytes after the last one could have changed the tokens.
    pub(super) fn hit_end(&self) -> bool {
        self.lexer.hit_end
    }

    /// Skips to the next token and returns its first byte.
    pub(super) fn skip_blank(&mut self) -> usize {
        self.lexer.skip_blank();
        // Lines before a game do not belong to it.
        self.lexer.escaped.clear();
        self.lexer.at
    }

    /// A tag among the moves begins the next game only at the beginning of its line. Before the moves several tags can
    /// be on one line, but not after a move number.
    fn is_tag_here(&self, at: usize) -> bool {
        let bytes = self.lexer.bytes;
        let behind_number = || {
            let last = bytes[..at].iter().rfind(|&&byte| byte != b' ' && byte != b'\t');
            last == Some(&b'.')
        };
        (matches!(self.stage, Stage::Start | Stage::Tags) && !behind_number())
            || blank_line_begin(bytes, at).is_some()
    }

    /// Whether a comment after this byte is among the tags: there is no empty line before it.
    fn is_among_tags(&self, comment: Token, before: usize) -> bool {
        !has_empty_line(&self.lexer.bytes[before..comment.at])
    }

    /// A brace after a tag at the end of its line, followed by an empty line or a tag, does not open a comment: the
    /// game would be inside it. Checked before the comment is read, which could be long.
    fn stray_brace(&mut self, before: usize) -> Option<Token> {
        self.lexer.skip_blank();
        let at = self.lexer.at;
        let bytes = self.lexer.bytes;
        if bytes.get(at) != Some(&b'{') || bytes[before..at].iter().any(|&byte| ends_line(byte)) {
            return None;
        }
        let rest = &bytes[at + 1..];
        let gap = rest.iter().take(MAX_JUNK).take_while(|&&byte| is_blank(byte)).count();
        let (gap, next) = rest.split_at(gap);
        self.lexer.hit_end |= next.len() < MAX_JUNK;
        let below = gap.iter().any(|&byte| ends_line(byte)) && is_tag_of_same_game(next);
        (below || has_empty_line(gap)).then(|| self.lexer.taken(Kind::Junk, at, at + 1, at + 1))
    }

    /// The end of text after a tag on its line that is not movetext, if this token begins such text: everything up to
    /// another tag of this game, unless it contains a result, a comment or a move number; else only signs.
    fn junk_end(&mut self, token: Token, before: usize) -> Option<usize> {
        let bytes = self.lexer.bytes;
        if bytes[before..token.at].iter().any(|&byte| ends_line(byte) || byte.is_ascii_digit()) {
            return None;
        }
        let rest = &bytes[token.at..];
        let ends = |&byte: &u8| byte == b'[' || ends_line(byte);
        let length = rest.iter().take(MAX_JUNK).take_while(|byte| !ends(byte)).count();
        let (text, behind) = rest.split_at(length);
        let gap = behind.iter().take(MAX_JUNK).take_while(|&&byte| is_blank(byte)).count();
        let gap = &behind[..gap];
        // More bytes might contain a tag.
        self.lexer.hit_end |= rest.len() < 3 * MAX_JUNK;
        let between = |byte: &u8| is_blank(*byte) || matches!(byte, b'(' | b')');
        let moves = text.iter().any(|byte| matches!(byte, b'*' | b'{'))
            || text.split(between).any(|word| result(word).is_some());
        if !moves && !has_empty_line(gap) && is_tag_of_same_game(&behind[gap.len()..]) {
            return Some(token.at + length);
        }
        let word = &bytes[token.from..token.to];
        let signs = token.kind == Kind::Word
            && !word.iter().any(u8::is_ascii_alphanumeric)
            && result(word).is_none();
        signs.then_some(token.to)
    }

    /// Whether this tag is the first of the next game although this one has no movetext: an event after an empty line,
    /// if this game already has one.
    fn begins_next(&mut self, tag: Token, before: usize) -> bool {
        let bytes = self.lexer.bytes;
        let event = bytes[tag.from..tag.to].strip_prefix(b"Event");
        if event.is_none_or(|rest| rest.first().is_some_and(u8::is_ascii_alphanumeric)) {
            return false;
        }
        let had_one = std::mem::replace(&mut self.has_event, true);
        had_one && self.stage == Stage::Tags && has_empty_line(&bytes[before..tag.at])
    }
}

/// Whether a tag with a quoted value other than Event begins here.
fn is_tag_of_same_game(bytes: &[u8]) -> bool {
    let Some(tag) = bytes.strip_prefix(b"[") else { return false };
    let length = tag.iter().take(MAX_JUNK).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, value) = tag.split_at(length);
    !name.is_empty() && name != b"Event" && value.starts_with(b" \"")
}

/// Whether an empty line is in the blanks between two tokens.
fn has_empty_line(gap: &[u8]) -> bool {
    let lines = |end: u8| gap.split(|&byte| byte == end).count() - 1;
    lines(b'\n').max(lines(b'\r')) >= 2
}

impl Iterator for GameTokens<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let before = self.lexer.at;
        if self.stage == Stage::Tags
            && let Some(brace) = self.stray_brace(before)
        {
            return Some(brace);
        }
        let Some(mut token) = self.lexer.next() else {
            // The text after the last token is not part of the game.
            self.lexer.at = before;
            return None;
        };
        if token.kind == Kind::Word && self.stage == Stage::Moves {
            self.look_for_result(&mut token);
            return Some(token);
        }
        self.rare(token, before)
    }
}

impl GameTokens<'_> {
    #[inline]
    fn look_for_result(&mut self, token: &mut Token) {
        if matches!(CLASS[self.lexer.bytes[token.at] as usize], FIGURE | SIGN | HIGH)
            && let Some(result) = result(&self.lexer.bytes[token.from..token.to])
        {
            token.kind = Kind::Result(result);
            if self.depth == 0 {
                self.stage = Stage::Ended(token.at);
                self.result = Some((token.from, token.to));
            }
        }
    }

    /// A token that is not a word, or is before the first move or after the last.
    fn rare(&mut self, mut token: Token, before: usize) -> Option<Token> {
        let over = match (token.kind, self.stage) {
            (Kind::Comment { .. }, Stage::Ended(from)) => {
                self.stage = Stage::Ended(token.at);
                self.lexer.bytes[from..token.at].iter().any(|&byte| ends_line(byte))
            }
            (_, Stage::Ended(_)) => true,
            (Kind::Tag { closed }, _) if !self.is_tag_here(token.at) => {
                // Its closing bracket may be inside a comment and belong to another one.
                let closed = closed && !self.lexer.bytes[token.from..token.to].contains(&b'{');
                token.kind = Kind::Stray { closed };
                if !closed {
                    (token.from, token.to) = (token.at, token.at + 1);
                    let end = std::mem::replace(&mut self.lexer.at, token.to);
                    self.lexer.unclosed_to = self.lexer.unclosed_to.max(end);
                }
                false
            }
            (Kind::Comment { closed: true }, Stage::Tags) if self.is_among_tags(token, before) => {
                return Some(token);
            }
            (Kind::Tag { .. }, stage) => stage == Stage::Moves || self.begins_next(token, before),
            (_, Stage::Tags) => {
                if let Some(end) = self.junk_end(token, before) {
                    self.lexer.at = end;
                    return Some(Token { kind: Kind::Junk, from: token.at, to: end, ..token });
                }
                false
            }
            _ => false,
        };
        if over {
            self.lexer.at = before;
            return None;
        }
        match token.kind {
            Kind::Tag { .. } => self.stage = Stage::Tags,
            Kind::Comment { .. } if matches!(self.stage, Stage::Start | Stage::Ended(_)) => {}
            Kind::Open => (self.depth, self.stage) = (self.depth + 1, Stage::Moves),
            Kind::Close => (self.depth, self.stage) = (self.depth.saturating_sub(1), Stage::Moves),
            Kind::Word => {
                self.stage = Stage::Moves;
                self.look_for_result(&mut token);
            }
            _ => self.stage = Stage::Moves,
        }
        Some(token)
    }
}

/// Whether movetext ends a game: it has a result outside its variations.
pub(super) fn ends_game(movetext: &str) -> bool {
    // At the beginning of a line a percent sign would have another meaning.
    let text = format!(" {movetext}");
    let mut tokens = GameTokens { stage: Stage::Moves, ..GameTokens::new(text.as_bytes(), 0) };
    while tokens.next().is_some() {
        if matches!(tokens.stage, Stage::Ended(_)) {
            return true;
        }
    }
    false
}

/// Whether text after it on its last line would change the meaning of movetext: a comment after a semicolon would
/// extend, a bracket might no longer be closed.
pub(super) fn reaches_line_end(movetext: &str) -> bool {
    // Inside brackets a result does not end the game.
    let open = "(".repeat(1 + movetext.matches(')').count());
    // A bracket after it would close one that is still open on the same line.
    let [same, next] = [" ", "\n"].map(|gap| format!("{open} {movetext}{gap}* ]"));
    let tokens = |text| GameTokens { stage: Stage::Moves, ..GameTokens::new(text, 0) };
    !tokens(same.as_bytes()).eq(tokens(next.as_bytes()))
}

/// How far a nested comment is followed, bytes, before the first closing brace is used.
const NESTED: usize = 4096;

/// A comment as it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Braces {
    /// The byte after its text.
    pub(super) inside_end: usize,
    /// The byte after the comment.
    pub(super) next: usize,
    /// Whether it was closed.
    pub(super) closed: bool,
    /// Whether it might end elsewhere with more text.
    pub(super) hit_end: bool,
    /// Whether it contains braces that do not balance.
    pub(super) unbalanced: bool,
}

/// The comment whose opening brace is at `at`. By the standard it ends at the first closing brace, but people nest
/// braces, and some never close them; none of this may swallow the following games.
///
/// Without inner braces it ends at the first closing brace. With inner braces it ends where they balance, if they do
/// within this game; in a text that follows the standard they never do, and then the first closing brace counts, as it
/// always does without `nest`. A comment that is never closed ends where the next game begins.
pub(super) fn brace_comment(bytes: &[u8], at: usize, nest: bool) -> Braces {
    let (mut depth, mut first_close) = (1_usize, None);
    let mut end = bytes.len();
    for (i, &byte) in bytes.iter().enumerate().skip(at + 1) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 || !nest {
                    return ended(i, i + 1, true);
                }
                first_close = first_close.or(Some(i));
            }
            b'[' if game_begins(bytes, i) => {
                end = i;
                break;
            }
            _ => {}
        }
        if first_close.is_some() && i - at > NESTED {
            end = i;
            break;
        }
    }
    let hit_end = end == bytes.len();
    match first_close {
        Some(close) => Braces { hit_end, unbalanced: true, ..ended(close, close + 1, true) },
        // Whether text at the very end is a tag is not known yet either.
        None => Braces { hit_end, ..ended(end, end, false) },
    }
}

const fn ended(inside_end: usize, next: usize, closed: bool) -> Braces {
    Braces { inside_end, next, closed, hit_end: false, unbalanced: false }
}

/// Whether the bracket here begins a tag such as `[Event "x"` after an empty line.
fn game_begins(bytes: &[u8], at: usize) -> bool {
    let (line, blank) =
        (|b: &&u8| **b == b'\n' || **b == b'\r', |b: &&u8| **b == b' ' || **b == b'\t');
    let Some(begin) = blank_line_begin(bytes, at) else { return false };
    let mut before = bytes[..begin].iter().rev().peekable();
    let Some(&end) = before.next_if(line) else { return false };
    if end == b'\n' {
        before.next_if(|b| **b == b'\r');
    }
    while before.next_if(blank).is_some() {}
    if before.next_if(line).is_none() {
        return false;
    }
    let mut after = bytes[at + 1..].iter().take(80).peekable();
    let mut letters = 0;
    while after.next_if(|b| b.is_ascii_alphanumeric() || **b == b'_').is_some() {
        letters += 1;
    }
    while after.next_if(blank).is_some() {}
    letters > 0 && after.next() == Some(&b'"')
}

/// The first byte of a token including the move number before it on its line, because numbers are not tokens. Bytes
/// before `from` do not belong to it.
pub(super) fn with_number(bytes: &[u8], from: usize, at: usize) -> usize {
    let gap = bytes.get(from..at).unwrap_or_default();
    let part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'.' | b' ' | b'\t');
    let back = gap.iter().rev().take_while(part).count();
    let blanks = gap[gap.len() - back..].iter().take_while(|byte| byte.is_ascii_whitespace());
    at - back + blanks.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<(Kind, &str)> {
        let tokens = GameTokens::new(text.as_bytes(), 0);
        tokens.map(|token| (token.kind, &text[token.from..token.to])).collect()
    }

    const TAG: Kind = Kind::Tag { closed: true };
    const COMMENT: Kind = Kind::Comment { closed: true };

    #[test]
    fn text_is_split_into_tokens() {
        let text = "\u{feff}[A \"b ] \\\" c\"]\n% skip {me}\n1.e4$1(x);rest )\n{in\nside}1-0";
        let expected = [
            (TAG, "A \"b ] \\\" c\""),
            (Kind::Word, "e4"),
            (Kind::Nag, "1"),
            (Kind::Open, "("),
            (Kind::Word, "x"),
            (Kind::Close, ")"),
            (COMMENT, "rest )"),
            (COMMENT, "in\nside"),
            (Kind::Result(GameResult::White), "1-0"),
        ];
        assert_eq!(all(text), expected);
        assert_eq!(all("h6*")[1].0, Kind::Result(GameResult::Open));
        assert_eq!(all("e4\u{a0}e5").len(), 2);
    }

    #[test]
    fn games_end_with_a_result_or_the_next_tags() {
        for (text, games) in [
            ("1. e4 1-0 1. d4 0-1", 2),
            ("[A \"\"]\n1. e4\n[A \"\"]\n*", 2),
            ("[A \"\"] [B \"\"] 1. e4 [x] e5 *", 1),
            ("1. e4 1-0 {resigns} ; so\n[A \"\"]", 2),
            ("{foreword}\n[A \"\"]\n\n*", 1),
            ("[A \"\"]\n{among the tags}\n[A \"\"]\n*", 1),
            ("[A \"\"]\n\n{a game of words}\n[A \"\"]\n*", 2),
            ("[A \"\"] ( no moves\n[B \"\"]\n*", 1),
            ("[A \"\"]) [B \"\"]\n*", 1),
            ("[A \"\"]{\n[B \"\"]\n\n*\n\n[A \"\"]\n{x} *", 2),
            ("[A \"\"]{\n\n*\n\n[A \"\"]\n*", 2),
            ("[A \"\"]\n{\n1. e4 *\n\n[A \"\"]\n*", 2),
            ("[A \"\"] e4\n[Event \"\"]\n*", 2),
            ("[A \"\"] e4\n\n[B \"\"]\n*", 2),
            ("[A \"\"] 1. e4\n[B \"\"]\n*", 2),
            ("[A \"\"] e4 0-1\n[B \"\"]\n*", 2),
            ("[Event \"\"]\n[A \"\"]\n\n%*\n\n[Event \"\"]\n*", 2),
            ("[Event \"\"]\n[Event \"\"]\n\n[A \"\"]\n*", 1),
            ("1. e4 (1. d4 *) 1-0", 1),
            ("1. e4 {open\n\n[Event \"x\"]\n*", 2),
        ] {
            let (mut at, mut found) = (0, 0);
            loop {
                let mut tokens = GameTokens::new(text.as_bytes(), at);
                if tokens.by_ref().count() == 0 {
                    break;
                }
                (at, found) = (tokens.position(), found + 1);
            }
            assert_eq!(found, games, "{text}");
        }
    }

    #[test]
    fn the_piece_of_a_promotion_belongs_to_its_move() {
        for text in
            ["a8(N)", "a8=(n)+", "a8= N", "bxa8 = Q#", "a8 N", "ba1 R!?", "a8=N", "a8=\nq", "a8"]
        {
            assert_eq!(all(&format!("{text} e4")), [(Kind::Word, text), (Kind::Word, "e4")]);
        }
        for text in ["a8 Nf6", "a8= Nf6", "a8 n", "Ra8 N", "a7a8 N", "a7 N", "a8 =", "a8 N6"] {
            let words: Vec<_> = text.split(' ').map(|word| (Kind::Word, word)).collect();
            assert_eq!(all(text), words);
        }
        assert_eq!(all("a8 (N b6)").len(), 5, "a variation");
        assert_eq!(all("a8(Nf6)").len(), 4);
    }

    #[test]
    fn damage_is_limited() {
        let open = Kind::Tag { closed: false };
        assert_eq!(all("[White \"Anand]\n1. e4")[0], (TAG, "White \"Anand"));
        assert_eq!(all("[White \"Anand\n1. e4")[0], (open, "White \"Anand"));
        assert_eq!(all("[Site \"Some\nwhere\"]\n1. e4")[0], (TAG, "Site \"Some\nwhere\""));
        assert_eq!(all("]}"), [(Kind::Word, "]"), (Kind::Word, "}")]);
        let unclosed = Kind::Comment { closed: false };
        assert_eq!(all("e4\n{never closed")[1], (unclosed, "never closed"));
        assert_eq!(all("$ x"), [(Kind::Nag, ""), (Kind::Word, "x")]);
        assert_eq!(all("\u{0}\u{1}"), []);
        assert_eq!(all("["), [(open, "")]);
    }

    #[test]
    fn a_percent_sign_escapes_a_line_at_its_beginning_alone() {
        for text in ["%no\ne4", "\u{feff}%no\ne4", "\n\u{feff}%no\re4", "e4\n%no\n%no"] {
            assert_eq!(all(text), [(Kind::Word, "e4")], "{text:?}");
        }
        assert_eq!(all("\u{feff} %e4").len() + all("e4 \u{feff}%e5").len(), 3);
        let stray = all("e4 \u{bf} [x]");
        assert_eq!(stray[2], (Kind::Stray { closed: true }, "x"), "only a byte order mark is one");
    }

    fn inside(text: &str) -> (&str, bool) {
        let found = brace_comment(text.as_bytes(), 0, true);
        (&text[1..found.inside_end], found.closed)
    }

    #[test]
    fn braces_that_do_not_nest_end_at_the_first_closing_one() {
        let text = b"{a {b} c}";
        assert_eq!(brace_comment(text, 0, false), ended(5, 6, true));
        assert_eq!(brace_comment(text, 0, true), ended(8, 9, true));
        assert!(brace_comment(b"{a {b} c", 0, true).unbalanced);
    }

    #[test]
    fn the_first_brace_closes_unless_they_are_nested() {
        assert_eq!(inside("{a} b}"), ("a", true));
        assert_eq!(inside("{a {b} c} d}"), ("a {b} c", true));
        assert_eq!(inside("{a {b} e5 {c} Nf3"), ("a {b", true), "balanced nowhere");
        assert_eq!(inside("{a {b}\n\n[Event \"x\"]\n{c}} *"), ("a {b", true), "not in this game");
    }

    #[test]
    fn an_open_comment_ends_with_its_game() {
        assert_eq!(inside("{a\n\n[Event \"x\"]\n"), ("a\n\n", false));
        assert_eq!(inside("{a\r\n \r\n[Event \"x\"]\r\n"), ("a\r\n \r\n", false));
        assert_eq!(inside("{a\n[Event \"x\"] }"), ("a\n[Event \"x\"] ", true), "no empty line");
        assert_eq!(inside("{a\n\n[%clk 1] }"), ("a\n\n[%clk 1] ", true));
        assert_eq!(inside("{a"), ("a", false));
        assert_eq!(inside("{"), ("", false));
    }
}
