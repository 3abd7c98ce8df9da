//! Moves typed letter by letter, anywhere outside a field: `Nf3`, `exd5`, `e8=Q`, `O-O`, `e2e4`.
//!
//! The typed text is compared with every notation of each possible move: SAN with any part of the origin square, with
//! or without `x`, `-` and `=`, UCI, castling as `O-O`, `0-0` or the king's move. Small n, r, q and k are pieces too;
//! a small b is the file. The piece letters of the interface's language are read as well, unless they mean another
//! piece or a file: in German `Sf3` and `sf3` for `Nf3`.
//!
//! * A move is played once it is complete, and no other move is written or begins the same way. A beginning is never
//!   played by itself, even if only one move begins that way: Enter plays that one. No move is ever played by a
//!   timeout.
//! * A letter that is a shortcut remains one. If it can also begin a move now, its command waits for [`HOLD_MS`]: it
//!   runs then, or as soon as a key follows that leads to no move.
//! * In a game that is played, and in a puzzle, letters are moves first: the command waits for [`PATIENT_MS`], and
//!   any other key before that is swallowed or takes the letter's command away.
//! * If a letter's command opens a text field and what follows the letter leads to no move, the command runs, and
//!   everything typed after the letter becomes text for the field, until the field has the focus.
//! * A text that leads to no move stays visible with everything that follows, until Backspace corrects it, Escape
//!   clears it or [`REST_MS`] pass: the rest of a mistyped move must not become another move or a command.

use std::iter;

use tabia_chess::{Board, Color, Move, PieceType, Square, Wing, premove, san};

use super::state::GameState;
use crate::commands::command::UserCommand;
use crate::window::notation::pgn_letter;

/// How long the command of a letter waits for a second letter, ms.
pub const HOLD_MS: u64 = 500;
/// The same while a move of a game or puzzle is expected, ms.
pub const PATIENT_MS: u64 = 3_000;
/// How long the typed text stays without another letter, ms.
pub const REST_MS: u64 = 5_000;
/// How long after a move was played the rest of its notation is ignored, ms.
pub const TAIL_MS: u64 = 1_000;
/// How long to wait for a field opened by a command to get the focus, ms.
pub const FIELD_MS: u64 = 1_000;
/// Maximum length of an entry, letters.
pub const MAX_LENGTH: usize = 12;

/// A key as typed moves see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedKey {
    /// A letter, a digit or a sign.
    Char(char),
    /// Deletes the last character.
    Backspace,
    /// Plays the only move that begins this way.
    Enter,
    /// Clears the entry.
    Escape,
}

/// The typing state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    entry: Option<Entry>,
    tail: Option<Tail>,
    field: Option<FieldText>,
}

/// Text typed for a field that a command opened and that has no focus yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FieldText {
    text: String,
    /// Wait for the focus until then, ms.
    until_ms: u64,
}

/// A partly typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The text as typed.
    pub text: String,
    /// The command of its first letter, which runs if what follows leads to no move.
    held: Option<UserCommand>,
    /// When the last letter was typed, ms.
    pub since_ms: u64,
    /// Keys that do not belong to a move are swallowed.
    patient: bool,
}

/// A move that has just been played by typing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tail {
    until_ms: u64,
    gives_check: bool,
    /// The move was kingside castling, so the rest of `O-O-O` may follow.
    castled_short: bool,
}

impl Typed {
    /// The partly typed move, if any.
    pub fn entry(&self) -> Option<&Entry> {
        self.entry.as_ref()
    }

    /// When something happens through time alone, ms.
    pub fn due_ms(&self) -> Option<u64> {
        let field = self.field.as_ref().map(|field| field.until_ms);
        [self.entry.as_ref().map(Entry::due_ms), field].into_iter().flatten().min()
    }

    /// The text typed for a field that was opened and has no focus yet; `None` if no field is awaited.
    pub fn for_field(&self) -> Option<&str> {
        self.field.as_ref().map(|field| field.text.as_str())
    }

    /// A command opened a field: what is typed now is for it.
    pub(crate) fn wait_for_field(&mut self, now: u64) {
        self.field = Some(FieldText { text: String::new(), until_ms: now + FIELD_MS });
    }

    /// Adds text for the awaited field; returns whether there is one.
    pub(crate) fn add_for_field(&mut self, text: &str) -> bool {
        let Some(field) = &mut self.field else { return false };
        field.text.push_str(text);
        true
    }

    /// The field has received the focus and the text typed for it.
    pub(crate) fn field_focused(&mut self) {
        self.field = None;
    }
}

/// What a typed key asks the rest of the program to do; several are carried out in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Run this command as if by its shortcut.
    Give(UserCommand),
    /// Press this key again, now that everything before it is done.
    Press(TypedKey, Option<UserCommand>),
    Play {
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    },
    /// `O-O-O` was typed where only `O-O` is possible, which has been played.
    OnlyShort,
}

/// The board on which typed moves are played: that of the game, or of the training.
#[derive(Clone, Copy, Debug)]
pub struct TypedBoard {
    pub board: Board,
    /// The side whose pieces can be moved, if any.
    pub movable: Option<Color>,
    /// Its moves are premoves.
    pub premoves: bool,
}

impl TypedBoard {
    /// The shown position of a game. In a paused game moves are read, too: they are refused with the reason.
    pub(crate) fn of(game: &GameState) -> TypedBoard {
        let (movable, premoves) = (game.side_of_user(), game.moves_are_premoves());
        TypedBoard { board: *game.board(), movable, premoves }
    }
}

/// The context in which typed keys are read.
pub(crate) struct At<'a> {
    pub(crate) board: &'a TypedBoard,
    /// A pawn promotes to a queen unless another piece is typed.
    pub(crate) queens: bool,
    /// A move is expected: letters are moves before they are commands.
    pub(crate) patient: bool,
    pub(crate) now: u64,
}

impl Typed {
    /// What has been typed so far, and its meaning on a board.
    pub fn reading(&self, board: &TypedBoard) -> Option<(&Entry, Reading)> {
        let entry = self.entry.as_ref()?;
        Some((entry, Reading::of(&entry.text, &candidates(board))))
    }

    /// Handles a key that may belong to a move; `command` is its command otherwise.
    pub(crate) fn press(
        &mut self,
        key: TypedKey,
        command: Option<UserCommand>,
        at: &At<'_>,
    ) -> Vec<Wish> {
        match (key, self.entry.take()) {
            (TypedKey::Char(letter), None) if self.is_tail(letter, at.now) => {
                Typed::tail_wish(letter)
            }
            (TypedKey::Char(letter), None) => self.first_letter(letter, command, at),
            (TypedKey::Char(letter), Some(entry)) => self.letter(letter, entry, command, at),
            (TypedKey::Backspace, Some(mut entry)) => {
                entry.text.pop();
                let rest = Entry { held: None, since_ms: at.now, ..entry };
                self.entry = Some(rest).filter(|entry| !entry.text.is_empty());
                Vec::new()
            }
            (TypedKey::Enter, Some(entry)) => {
                let reading = Reading::of(&entry.text, &candidates(at.board));
                if let Some(found) = reading.by_enter(at.queens) {
                    return self.play(found, at);
                }
                self.entry = Some(Entry { held: None, since_ms: at.now, ..entry });
                Vec::new()
            }
            (TypedKey::Escape, Some(_)) => Vec::new(),
            (_, None) => command.map(Wish::Give).into_iter().collect(),
        }
    }

    fn first_letter(
        &mut self,
        letter: char,
        command: Option<UserCommand>,
        at: &At<'_>,
    ) -> Vec<Wish> {
        let text = letter.to_string();
        let dead = || Reading::of(&text, &candidates(at.board)).is_dead();
        // A key that leads to no move is just its command. A key without a command opens an entry all the same: what
        // follows a mistyped piece must not be taken for a move by itself.
        if !begins(letter) || command.is_some() && dead() {
            return command.map(Wish::Give).into_iter().collect();
        }
        self.entry = Some(Entry { text, held: command, since_ms: at.now, patient: at.patient });
        Vec::new()
    }

    fn letter(
        &mut self,
        letter: char,
        mut entry: Entry,
        command: Option<UserCommand>,
        at: &At<'_>,
    ) -> Vec<Wish> {
        let mut text = entry.text.clone();
        text.push(letter);
        let reading = Reading::of(&text, &candidates(at.board));
        let dead = !continues(letter) || reading.is_dead();
        let runs = |held: &UserCommand| dead && (!entry.patient || held.opens_field());
        if let Some(held) = entry.held.filter(runs) {
            // The first letter was a shortcut after all.
            let since = entry.text.chars().skip(1).map(|letter| (letter, None));
            let rest = since.chain([(letter, command)]);
            let press = |(letter, command)| Wish::Press(TypedKey::Char(letter), command);
            return iter::once(Wish::Give(held)).chain(rest.map(press)).collect();
        }
        if !continues(letter) {
            if entry.patient {
                self.entry = Some(Entry { held: None, since_ms: at.now, ..entry });
                return Vec::new();
            }
            return command.map(Wish::Give).into_iter().collect();
        }
        if let Some(found) = reading.at_once() {
            return self.play(found, at);
        }
        if text.len() <= MAX_LENGTH {
            entry.text = text;
        }
        // Text for a field must not be lost, however much of it could have begun a move.
        let held = entry.held.filter(|command| command.opens_field());
        self.entry = Some(Entry { held, since_ms: at.now, ..entry });
        Vec::new()
    }

    fn play(&mut self, found: &Candidate, at: &At<'_>) -> Vec<Wish> {
        let board = &at.board.board;
        let mv = board.find_move(found.from, found.to, found.promotion);
        let gives_check = mv.is_some_and(|mv| board.gives_check(mv));
        let castled_short = found.castling_wing() == Some(Wing::KingSide);
        self.tail = Some(Tail { until_ms: at.now + TAIL_MS, gives_check, castled_short });
        vec![Wish::Play { from: found.from, to: found.to, promotion: found.promotion }]
    }

    /// Whether a letter still belongs to the move just played: the check sign, or the rest of an `O-O-O` where only
    /// `O-O` was possible.
    fn is_tail(&mut self, letter: char, now: u64) -> bool {
        let belongs =
            self.tail.filter(|tail| now < tail.until_ms).is_some_and(|tail| match letter {
                '+' => tail.gives_check,
                '#' => true,
                '-' | 'O' | 'o' | '0' => tail.castled_short,
                _ => false,
            });
        if !belongs {
            self.tail = None;
        }
        belongs
    }

    fn tail_wish(letter: char) -> Vec<Wish> {
        if matches!(letter, '+' | '#') { Vec::new() } else { vec![Wish::OnlyShort] }
    }

    /// Ends the entry; returns the command of its only letter, if it has one.
    pub(crate) fn end(&mut self) -> Option<UserCommand> {
        self.entry.take().filter(|entry| !entry.patient)?.waiting()
    }

    /// Handles a mouse action: a letter that waits for a second one keeps waiting.
    pub(crate) fn interrupt(&mut self) {
        self.entry.take_if(|entry| entry.waiting().is_none());
    }

    /// Drops the entry after a while; returns the command of a letter that nothing has followed.
    pub(crate) fn rest(&mut self, now: u64) -> Option<UserCommand> {
        self.field.take_if(|field| field.until_ms <= now);
        self.entry.take_if(|entry| entry.due_ms() <= now)?.waiting()
    }
}

impl Entry {
    /// The command that runs if no other letter follows the one typed.
    pub fn waiting(&self) -> Option<UserCommand> {
        self.held.filter(|_| self.text.chars().nth(1).is_none())
    }

    /// When the entry is dropped, or the command of its letter runs, ms.
    fn due_ms(&self) -> u64 {
        let hold = if self.patient { PATIENT_MS } else { HOLD_MS };
        self.since_ms + if self.waiting().is_some() { hold } else { REST_MS }
    }
}

/// A move that can be typed now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub from: Square,
    /// The target square; for castling the square of the castling rook.
    pub to: Square,
    /// The piece a pawn promotes to.
    pub promotion: Option<PieceType>,
    /// The move in SAN.
    pub name: String,
    kind: PieceType,
    /// The wing, and the king's target square.
    castling: Option<(Wing, Square)>,
    /// Whether the move is a capture; `None` if not known yet.
    captures: Option<bool>,
}

/// Whether a move can begin with this letter. A capital letter may always be meant as a piece, so that what follows
/// it is not taken for a pawn move.
pub fn begins(letter: char) -> bool {
    matches!(letter, 'a'..='h' | 'A'..='Z' | 'o' | '0') || piece(letter).is_some()
}

/// The PGN capital for a letter that denotes a piece.
fn piece(letter: char) -> Option<char> {
    match letter {
        'N' | 'B' | 'R' | 'Q' | 'K' => Some(letter),
        'n' | 'r' | 'q' | 'k' => Some(letter.to_ascii_uppercase()),
        'a'..='h' => None,
        _ => pgn_letter(letter.to_uppercase().next()?),
    }
}

/// Whether a move can continue with this letter.
pub fn continues(letter: char) -> bool {
    begins(letter) || matches!(letter, '1'..='8' | 'x' | 'X' | ':' | '=' | '-' | '+' | '#')
}

/// All moves that can be typed now: the legal ones, or the possible premoves while the opponent thinks.
pub fn candidates(at: &TypedBoard) -> Vec<Candidate> {
    let board = &at.board;
    match at.movable {
        Some(_) if at.premoves => ahead(board),
        Some(side) if side == board.stm() => {
            board.legal_moves().iter().filter_map(|&mv| Candidate::legal(board, mv)).collect()
        }
        _ => Vec::new(),
    }
}

/// The possible premoves.
fn ahead(board: &Board) -> Vec<Candidate> {
    let own = board.colors(!board.stm());
    let mut all = Vec::new();
    for from in own {
        let Some(piece) = board.piece_on(from) else { continue };
        for to in premove::reach(board, from) {
            let castling = Wing::ALL.into_iter().find_map(|wing| {
                let rook = board.castling_rook(piece.color(), wing).filter(|&rook| rook == to)?;
                let king = Square::new(wing.king_file(), rook.rank());
                (piece.kind() == PieceType::King).then_some((wing, king))
            });
            let became: &[Option<PieceType>] = if premove::promotes(board, from, to) {
                &[
                    Some(PieceType::Queen),
                    Some(PieceType::Rook),
                    Some(PieceType::Bishop),
                    Some(PieceType::Knight),
                ]
            } else {
                &[None]
            };
            for &promotion in became {
                let mut name = format!("{from}{to}");
                name.extend(promotion.map(PieceType::letter));
                let kind = piece.kind();
                all.push(Candidate { from, to, promotion, name, kind, castling, captures: None });
            }
        }
    }
    all
}

impl Candidate {
    fn legal(board: &Board, mv: Move) -> Option<Candidate> {
        let (from, to) = (mv.from(), mv.to());
        let kind = board.piece_on(from)?.kind();
        let castling = mv.is_castling().then(|| {
            let wing = if to.file() > from.file() { Wing::KingSide } else { Wing::QueenSide };
            (wing, Square::new(wing.king_file(), from.rank()))
        });
        Some(Candidate {
            from,
            to,
            promotion: mv.promotion(),
            name: san::write(board, mv),
            kind,
            castling,
            captures: Some(mv.is_capture()),
        })
    }

    fn castling_wing(&self) -> Option<Wing> {
        self.castling.map(|(wing, _)| wing)
    }

    /// Every notation of the move without signs: castling as a row of O, promotions with a capital at the end.
    fn spellings(&self) -> Vec<String> {
        let (from, to) = (self.from, self.to);
        let mut all = vec![format!("{from}{to}")];
        if let Some((wing, king)) = self.castling {
            // A king's move of one square is an ordinary move when the rook is elsewhere (Chess960).
            if king.file().index().abs_diff(from.file().index()) > 1 {
                all.push(format!("{from}{king}"));
            }
            all.push(if wing == Wing::KingSide { "OO" } else { "OOO" }.to_owned());
            return all;
        }
        if self.kind == PieceType::Pawn {
            if from.file() == to.file() {
                all.push(to.to_string());
            } else {
                all.push(format!("{}{to}", from.file().letter()));
            }
            let became = self.promotion.map(|piece| piece.letter().to_ascii_uppercase());
            for text in &mut all {
                text.extend(became);
            }
            return all;
        }
        let piece = self.kind.letter().to_ascii_uppercase();
        let (file, rank) = (from.file().letter(), from.rank().letter());
        all.push(format!("{piece}{to}"));
        all.push(format!("{piece}{file}{to}"));
        all.push(format!("{piece}{rank}{to}"));
        all.push(format!("{piece}{from}{to}"));
        all
    }

    /// Whether the text is a notation of the move (`Some(true)`), the beginning of one (`Some(false)`), or neither.
    fn fits(&self, typed: &Plain) -> Option<bool> {
        if typed.captures && self.captures == Some(false)
            || typed.promotes && self.promotion.is_none()
        {
            return None;
        }
        let all = self.spellings();
        let begins = |spelling: &&String| {
            let whole = spelling.len() == typed.text.len();
            let same = |(a, b): (char, char)| {
                // Only the promotion piece may be a small letter: no file can be in its place.
                a == b || whole && self.promotion.is_some() && a.eq_ignore_ascii_case(&b)
            };
            typed.text.len() <= spelling.len() && spelling.chars().zip(typed.text.chars()).all(same)
        };
        let found: Vec<&String> = all.iter().filter(begins).collect();
        if found.is_empty() {
            return None;
        }
        Some(found.iter().any(|spelling| spelling.len() == typed.text.len()))
    }
}

/// A typed text without its signs.
struct Plain {
    text: String,
    /// A sign marks a capture.
    captures: bool,
    /// A sign marks a promotion.
    promotes: bool,
}

impl Plain {
    fn of(typed: &str) -> Plain {
        let mut text = String::new();
        for letter in typed.chars() {
            match letter {
                'x' | 'X' | ':' | '=' | '-' | '+' | '#' => {}
                'O' | 'o' | '0' => text.push('O'),
                _ => text.push(piece(letter).unwrap_or(letter)),
            }
        }
        let captures = typed.contains(['x', 'X', ':']);
        Plain { text, captures, promotes: typed.contains('=') }
    }
}

/// The meaning of a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The moves for which it is complete.
    pub whole: Vec<Candidate>,
    /// The moves that only begin with it.
    pub begun: Vec<Candidate>,
}

impl Reading {
    /// Reads a text as one of these moves.
    pub fn of(text: &str, candidates: &[Candidate]) -> Reading {
        let plain = Plain::of(text);
        let mut reading = Reading { whole: Vec::new(), begun: Vec::new() };
        for candidate in candidates {
            match candidate.fits(&plain) {
                Some(true) => reading.whole.push(candidate.clone()),
                Some(false) => reading.begun.push(candidate.clone()),
                None => {}
            }
        }
        reading
    }

    /// Whether it leads to no move.
    pub fn is_dead(&self) -> bool {
        self.whole.is_empty() && self.begun.is_empty()
    }

    /// The move to play without Enter: it is complete, and no other move is possible.
    pub fn at_once(&self) -> Option<&Candidate> {
        match (&self.whole[..], &self.begun[..]) {
            ([only], []) => Some(only),
            _ => None,
        }
    }

    /// The move that Enter plays: the complete one, else the only one that begins this way. `queens`: a pawn promotes
    /// to a queen unless another piece is typed.
    pub fn by_enter(&self, queens: bool) -> Option<&Candidate> {
        match (&self.whole[..], &self.begun[..]) {
            ([only], _) | ([], [only]) => Some(only),
            ([], [first, rest @ ..]) if queens => {
                let way = |move_: &Candidate| (move_.from, move_.to);
                let queen = |move_: &&Candidate| move_.promotion == Some(PieceType::Queen);
                let same = rest.iter().all(|other| way(other) == way(first));
                self.begun.iter().find(queen).filter(|_| same)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(fen: &str) -> Vec<Candidate> {
        let board = Board::from_fen(fen).unwrap();
        board.legal_moves().iter().filter_map(|&mv| Candidate::legal(&board, mv)).collect()
    }

    fn played(fen: &str, text: &str) -> Option<String> {
        Reading::of(text, &legal(fen)).at_once().map(|found| found.name.clone())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn whole_moves_are_understood_however_they_are_written() {
        for (text, name) in [
            ("Nf3", "Nf3"),
            ("nf3", "Nf3"),
            ("Ngf3", "Nf3"),
            ("N1f3", "Nf3"),
            ("Ng1-f3", "Nf3"),
            ("g1f3", "Nf3"),
            ("e4", "e4"),
            ("e2e4", "e4"),
            ("e2-e4", "e4"),
            ("b4", "b4"),
        ] {
            assert_eq!(played(START, text).as_deref(), Some(name), "{text}");
        }
        for text in ["N", "Nf", "e", "e2", "e2e", "Nxf3", "Bc4", "e5", "", "e4=", "Q", "b2b"] {
            assert_eq!(played(START, text), None, "{text}");
        }
    }

    #[test]
    fn a_pawn_says_what_it_becomes() {
        let fen = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        for (text, name) in [
            ("e8=Q", "e8=Q+"),
            ("e8Q", "e8=Q+"),
            ("e7e8n", "e8=N"),
            ("exd8=b", "exd8=B"),
            ("ed8R", "exd8=R+"),
        ] {
            assert_eq!(played(fen, text).as_deref(), Some(name), "{text}");
        }
        assert_eq!(played(fen, "e8"), None);
        let reading = Reading::of("e8", &legal(fen));
        assert_eq!((reading.begun.len(), reading.by_enter(false)), (4, None));
        assert_eq!(reading.by_enter(true).unwrap().promotion, Some(PieceType::Queen));
        assert_eq!(Reading::of("e", &legal(fen)).by_enter(true), None, "it could go or take");
    }

    #[test]
    fn castling_waits_where_both_ways_are_free() {
        let both = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(played(both, "O-O"), None);
        let reading = Reading::of("O-O", &legal(both));
        assert_eq!(reading.by_enter(true).unwrap().name, "O-O");
        assert_eq!(played(both, "0-0-0").as_deref(), Some("O-O-O"));
        assert_eq!(played(both, "e1g1").as_deref(), Some("O-O"));
        assert_eq!(played(both, "e1h1").as_deref(), Some("O-O"));
        let short = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(played(short, "oo").as_deref(), Some("O-O"));
    }

    #[test]
    fn what_two_moves_share_is_played_for_neither() {
        let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
        let reading = Reading::of("Nd2", &legal(knights));
        assert_eq!(
            (reading.whole.len(), reading.at_once(), reading.by_enter(true)),
            (2, None, None)
        );
        assert_eq!(played(knights, "Nbd2").as_deref(), Some("Nbd2"));
        // The small b is the file, the capital the bishop.
        let pawn = "4k3/8/8/8/8/2p5/1P6/4KB2 w - - 0 1";
        assert_eq!(played(pawn, "bc3").as_deref(), Some("bxc3"));
        assert_eq!(played(pawn, "Bc4").as_deref(), Some("Bc4"));
        assert_eq!(played(pawn, "bc4"), None);
    }

    /// Every notation of every move plays that move or none, never another.
    #[test]
    fn no_spelling_plays_another_move() {
        for fen in [
            START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "Qr2k2r/8/8/8/3b4/8/8/RK5R w Hhb - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let all = legal(fen);
            for wanted in &all {
                for spelling in wanted.spellings().into_iter().chain([wanted.name.clone()]) {
                    let letters: Vec<char> =
                        spelling.chars().filter(|c| !"+#".contains(*c)).collect();
                    // The letters come one by one: the first that plays a move must play this one.
                    let played = (1..=letters.len()).find_map(|end| {
                        let text: String = letters[..end].iter().collect();
                        Reading::of(&text, &all).at_once().cloned()
                    });
                    assert!(played.is_none_or(|played| played == *wanted), "{fen}: {spelling}");
                }
                let name = wanted.name.trim_end_matches(['+', '#']);
                let reading = Reading::of(name, &all);
                assert_eq!(reading.by_enter(false), Some(wanted), "{fen}: {name}");
            }
        }
    }
}
