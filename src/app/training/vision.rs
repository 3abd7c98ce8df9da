//! Exercises in board vision: squares by name, routes of the knight, invisible pieces. Each takes a minute and counts
//! the correct answers.

use serde::{Deserialize, Serialize};

use tabia_chess::{Bitboard, Color, PieceType, SplitMix64, Square, attacks};
use tabia_text::t;

/// Duration of a round, ms.
pub const ROUND_MS: u64 = 60_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exercise {
    /// Find the square with a given name.
    #[default]
    Squares,
    /// Move a knight to a square in as few moves as possible.
    Knight,
    /// Pieces are named but not shown: does one reach a square?
    Blindfold,
}

impl Exercise {
    pub const ALL: [Exercise; 3] = [Exercise::Squares, Exercise::Knight, Exercise::Blindfold];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Exercise::Squares => "squares",
            Exercise::Knight => "knight",
            Exercise::Blindfold => "blindfold",
        }
    }

    /// Its name in the window.
    pub fn title(self) -> &'static str {
        match self {
            Exercise::Squares => t!("vision-squares"),
            Exercise::Knight => t!("vision-knight"),
            Exercise::Blindfold => t!("vision-blindfold"),
        }
    }
}

/// A question of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Where is this square?
    Find(Square),
    /// Move the knight from here to there, in `left` moves.
    Route { knight: Square, to: Square, left: u32 },
    /// Does this piece attack `target` past a pawn on `pawn`?
    Reaches { piece: PieceType, from: Square, pawn: Square, target: Square },
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// After its minute, with the best score so far.
    Best,
    /// After its minute.
    Usual,
    /// Stopped before its minute was over: it does not count for the best score.
    Stopped { at_ms: u64 },
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub right: bool,
    pub question: Question,
    /// The square chosen, if it was answered with one.
    pub square: Option<Square>,
    /// When it was given, ms.
    pub at_ms: u64,
}

/// A round of an exercise.
#[derive(Clone, Debug)]
pub struct Round {
    pub exercise: Exercise,
    /// When the round ends, ms.
    pub until_ms: u64,
    pub right: u32,
    pub wrong: u32,
    pub question: Question,
    pub last: Option<Answer>,
    /// How it ended, once it is over.
    pub over: Option<End>,
}

impl Round {
    pub(crate) fn new(exercise: Exercise, now_ms: u64, rng: &mut SplitMix64) -> Round {
        Round {
            exercise,
            until_ms: now_ms + ROUND_MS,
            right: 0,
            wrong: 0,
            question: question(exercise, None, rng),
            last: None,
            over: None,
        }
    }

    /// Handles an answer with a square.
    pub(crate) fn point(&mut self, square: Square, now_ms: u64, rng: &mut SplitMix64) {
        let answered = |round: &mut Round, right, rng: &mut SplitMix64| {
            round.answered(right, Some(square), now_ms, rng);
        };
        match self.question {
            Question::Find(wanted) => answered(self, square == wanted, rng),
            Question::Route { knight, to, left } => {
                if !attacks::knight(knight).has(square) {
                    return;
                }
                let now = knight_moves(square, to);
                if now + 1 > left {
                    answered(self, false, rng);
                } else if now == 0 {
                    answered(self, true, rng);
                } else {
                    self.question = Question::Route { knight: square, to, left: now };
                }
            }
            Question::Reaches { .. } => {}
        }
    }

    /// Handles the answer yes or no.
    pub(crate) fn say(&mut self, yes: bool, now_ms: u64, rng: &mut SplitMix64) {
        if let Question::Reaches { piece, from, pawn, target } = self.question {
            self.answered(reaches(piece, from, pawn).has(target) == yes, None, now_ms, rng);
        }
    }

    fn answered(&mut self, right: bool, square: Option<Square>, at_ms: u64, rng: &mut SplitMix64) {
        if right {
            self.right += 1;
        } else {
            self.wrong += 1;
        }
        self.last = Some(Answer { right, question: self.question, square, at_ms });
        self.question = question(self.exercise, Some(self.question), rng);
    }

    /// The score: correct answers, minus the wrong ones in exercises where guessing would pay.
    pub fn score(&self) -> u32 {
        match self.exercise {
            Exercise::Blindfold => self.right.saturating_sub(self.wrong),
            Exercise::Squares | Exercise::Knight => self.right,
        }
    }

    /// Seconds left, rounded up; after a stop those that were left then.
    pub fn seconds_left(&self, now_ms: u64) -> u64 {
        let now_ms = if let Some(End::Stopped { at_ms }) = self.over { at_ms } else { now_ms };
        self.until_ms.saturating_sub(now_ms).div_ceil(1000)
    }
}

/// The minimum number of knight moves from one square to another.
pub fn knight_moves(from: Square, to: Square) -> u32 {
    let mut reached = Bitboard::from(from);
    let mut moves = 0;
    // Six moves reach every square.
    while !reached.has(to) {
        reached = reached.into_iter().fold(reached, |all, at| all | attacks::knight(at));
        moves += 1;
    }
    moves
}

/// The squares a piece attacks, with a pawn on an otherwise empty board.
pub fn reaches(piece: PieceType, from: Square, pawn: Square) -> Bitboard {
    attacks::piece(piece, Color::White, from, Bitboard::from(from) | Bitboard::from(pawn))
}

/// A question that differs from the last one.
fn question(exercise: Exercise, last: Option<Question>, rng: &mut SplitMix64) -> Question {
    loop {
        let next = any_question(exercise, rng);
        if Some(next) != last {
            return next;
        }
    }
}

fn any_question(exercise: Exercise, rng: &mut SplitMix64) -> Question {
    match exercise {
        Exercise::Squares => Question::Find(square(rng)),
        Exercise::Knight => loop {
            let (knight, to) = (square(rng), square(rng));
            let left = knight_moves(knight, to);
            if (2..=4).contains(&left) {
                return Question::Route { knight, to, left };
            }
        },
        Exercise::Blindfold => {
            const PIECES: [PieceType; 4] =
                [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
            let piece = PIECES[rng.below(PIECES.len())];
            let yes = rng.below(2) == 0;
            loop {
                let (from, pawn, target) = (square(rng), square(rng), square(rng));
                let near = attacks::piece(piece, Color::White, from, Bitboard::EMPTY);
                // With a target on the line, the pawn in the way decides; a target on no line would be too easy.
                let line =
                    near.has(target) || piece == PieceType::Knight && from.distance(target) <= 2;
                let apart = pawn != from && target != from && target != pawn;
                if apart && line && reaches(piece, from, pawn).has(target) == yes {
                    return Question::Reaches { piece, from, pawn, target };
                }
            }
        }
    }
}

fn square(rng: &mut SplitMix64) -> Square {
    Square::from_index(rng.below(Square::COUNT)).unwrap_or(Square::A1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rng() -> SplitMix64 {
        SplitMix64::new(7)
    }

    #[test]
    fn a_knight_needs_as_many_moves_as_it_does() {
        assert_eq!(knight_moves(Square::A1, Square::A1), 0);
        assert_eq!(knight_moves(Square::G1, Square::F3), 1);
        assert_eq!(knight_moves(Square::A1, Square::B2), 4);
        assert_eq!(knight_moves(Square::A1, Square::H8), 6);
    }

    #[test]
    fn a_square_is_found_or_missed() {
        let mut round = Round::new(Exercise::Squares, 0, &mut rng());
        let Question::Find(wanted) = round.question else { panic!("{:?}", round.question) };
        round.point(wanted, 0, &mut rng());
        assert_eq!((round.right, round.wrong, round.score()), (1, 0, 1));
        let Question::Find(wanted) = round.question else { panic!("{:?}", round.question) };
        let other = if wanted == Square::A1 { Square::B1 } else { Square::A1 };
        round.point(other, 900, &mut rng());
        assert_eq!((round.right, round.wrong), (1, 1));
        let (question, square) = (Question::Find(wanted), Some(other));
        assert_eq!(round.last, Some(Answer { right: false, question, square, at_ms: 900 }));
        assert_eq!(
            (round.seconds_left(0), round.seconds_left(59_001), round.seconds_left(70_000)),
            (60, 1, 0)
        );
    }

    #[test]
    fn a_way_of_the_knight_must_be_the_shortest() {
        let mut round = Round::new(Exercise::Knight, 0, &mut rng());
        round.question = Question::Route { knight: Square::G1, to: Square::E5, left: 2 };
        round.point(Square::E4, 0, &mut rng());
        assert_eq!(round.right + round.wrong, 0, "no move of a knight");
        round.point(Square::F3, 0, &mut rng());
        assert_eq!(round.question, Question::Route { knight: Square::F3, to: Square::E5, left: 1 });
        round.point(Square::E5, 0, &mut rng());
        assert_eq!((round.right, round.wrong), (1, 0));
        round.question = Question::Route { knight: Square::G1, to: Square::E5, left: 2 };
        round.point(Square::H3, 0, &mut rng());
        assert_eq!((round.right, round.wrong), (1, 1), "a detour");
        for _ in 0..50 {
            let Question::Route { knight, to, left } = round.question else { panic!() };
            assert_eq!(knight_moves(knight, to), left);
            let next = attacks::knight(knight).into_iter().find(|&at| knight_moves(at, to) < left);
            round.point(next.unwrap(), 0, &mut rng());
        }
    }

    #[test]
    fn pieces_that_are_not_seen_stop_at_the_pawn() {
        let mut rng = rng();
        let mut round = Round::new(Exercise::Blindfold, 0, &mut rng);
        let (from, pawn, target) = (Square::C1, Square::E3, Square::H6);
        round.question = Question::Reaches { piece: PieceType::Bishop, from, pawn, target };
        round.say(true, 0, &mut rng);
        assert_eq!((round.right, round.wrong, round.score()), (0, 1, 0));
        round.question =
            Question::Reaches { piece: PieceType::Bishop, from, pawn: Square::E4, target };
        round.say(true, 0, &mut rng);
        assert_eq!((round.right, round.wrong, round.score()), (1, 1, 0), "guessing does not pay");
        let mut yes = 0;
        for _ in 0..200 {
            let Question::Reaches { piece, from, pawn, target } = round.question else { panic!() };
            let is = reaches(piece, from, pawn).has(target);
            yes += u32::from(is);
            round.say(is, 0, &mut rng);
        }
        assert_eq!(round.right, 201);
        assert!((60..140).contains(&yes), "{yes} of 200 are yes");
    }
}
