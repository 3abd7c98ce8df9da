//! Classifies a move by the winning chances it gave away and by the value of the alternatives.
//!
//! Inaccuracies, mistakes and blunders are judged as on lichess, by the same curve and the same limits (`Advice.scala`
//! of lila): its 0.1, 0.2 and 0.3 are on a scale from -1 to 1, which is 5, 10 and 15 points of win percentage. "Missed
//! win" is Tabia's own name for some of the mistakes; a move that loses as much as a blunder is always a blunder.

use tabia_chess::{Board, Move, PieceType, see};
use tabia_engine::search::score::Score;
use tabia_games::game::annotation::Nag;

use super::accuracy::win_percent;

/// Chances lost, in points of win percentage, from which a move is an inaccuracy, a mistake, a blunder.
pub const INACCURACY: f64 = 5.0;
/// See [`INACCURACY`].
pub const MISTAKE: f64 = 10.0;
/// See [`INACCURACY`].
pub const BLUNDER: f64 = 15.0;
/// Largest loss of a move other than the first choice that still is excellent.
pub const EXCELLENT: f64 = 2.0;
/// How much worse the second choice must be for the first to be the only move.
pub(crate) const ONLY: f64 = 20.0;
/// Least material that a brilliant move offers, centipawns by static exchange evaluation.
pub(crate) const OFFER: i32 = 200;
/// From this win percentage on, a side is winning.
pub const WINNING: f64 = 75.0;

/// The class of a move, by the chances it lost (the mover's win percentage before minus after).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveClass {
    /// It was the only legal move.
    Forced,
    /// It is in the opening book.
    Book,
    /// An [`MoveClass::OnlyMove`] that [offers a piece](offers_piece) and after which the side does not stand
    /// worse.
    Brilliant,
    /// The first choice, where the second would have lost [`ONLY`] or more and would not have won too. Never a
    /// checkmate.
    OnlyMove,
    /// The engine's first choice.
    Best,
    /// Lost at most [`EXCELLENT`].
    Excellent,
    /// Lost less than [`INACCURACY`].
    Good,
    /// Lost [`INACCURACY`] or more.
    Inaccuracy,
    /// Lost [`MISTAKE`] or more.
    Mistake,
    /// Lost [`BLUNDER`] or more.
    Blunder,
    /// A [`MoveClass::Mistake`] in a winning position ([`WINNING`]) that is no longer winning after it.
    MissedWin,
}

impl MoveClass {
    /// All classes, from best to worst, with book and forced moves, which are neither.
    pub const ALL: [MoveClass; 11] = [
        MoveClass::Brilliant,
        MoveClass::OnlyMove,
        MoveClass::Best,
        MoveClass::Excellent,
        MoveClass::Good,
        MoveClass::Book,
        MoveClass::Forced,
        MoveClass::Inaccuracy,
        MoveClass::Mistake,
        MoveClass::MissedWin,
        MoveClass::Blunder,
    ];

    /// Its index in [`MoveClass::ALL`].
    pub fn index(self) -> usize {
        MoveClass::ALL.iter().position(|&class| class == self).unwrap_or(0)
    }

    /// Its name, as JSON writes it.
    pub fn name(self) -> &'static str {
        match self {
            MoveClass::Forced => "forced",
            MoveClass::Book => "book",
            MoveClass::Brilliant => "brilliant",
            MoveClass::OnlyMove => "only move",
            MoveClass::Best => "best",
            MoveClass::Excellent => "excellent",
            MoveClass::Good => "good",
            MoveClass::Inaccuracy => "inaccuracy",
            MoveClass::Mistake => "mistake",
            MoveClass::Blunder => "blunder",
            MoveClass::MissedWin => "missed win",
        }
    }

    /// The key of the message with its name; the attribute `tip` explains it in one line.
    pub fn key(self) -> String {
        format!("review-class-{}", self.name().replace(' ', "-"))
    }

    /// Its glyph in PGN, if it has one.
    pub fn nag(self) -> Option<Nag> {
        match self {
            MoveClass::Inaccuracy => Some(Nag::DUBIOUS),
            MoveClass::Mistake | MoveClass::MissedWin => Some(Nag::MISTAKE),
            MoveClass::Blunder => Some(Nag::BLUNDER),
            MoveClass::Brilliant => Some(Nag::BRILLIANT),
            MoveClass::OnlyMove => Some(Nag(7)),
            _ => None,
        }
    }

    /// Whether a better move is worth showing.
    pub fn is_error(self) -> bool {
        use MoveClass::{Blunder, Inaccuracy, MissedWin, Mistake};
        matches!(self, Inaccuracy | Mistake | Blunder | MissedWin)
    }
}

/// The data by which a move is classified. Scores are from the mover's view.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    pub played: Move,
    /// The engine's first choice, if known.
    pub best: Option<Move>,
    /// Score of the position before the move.
    pub before: Score,
    /// Score of the second choice, if one was searched.
    pub second: Option<Score>,
    /// Score after the move played.
    pub after: Score,
    /// Legal moves in the position.
    pub legal: usize,
    /// Whether the move is in the book.
    pub in_book: bool,
    /// Whether it [offers a piece](offers_piece).
    pub offers: bool,
}

/// Whether a move puts a piece where it can be captured at a loss of [`OFFER`] or more, although the piece was safe
/// before: no capture of it would have gained anything. A move out of check never counts as an offer.
pub fn offers_piece(board: &Board, mv: Move) -> bool {
    use PieceType::{King, Pawn};
    let piece = board.piece_on(mv.from()).is_some_and(|man| !matches!(man.kind(), Pawn | King));
    if !piece || board.in_check() || see::value(board, mv) > -OFFER {
        return false;
    }
    let mut passed = *board;
    passed.make_null();
    let takes = |reply: &&Move| reply.to() == mv.from() && reply.is_capture();
    !passed.legal_moves().iter().filter(takes).any(|&reply| see::value(&passed, reply) > 0)
}

pub fn classify(evidence: &Evidence) -> MoveClass {
    let Evidence { played, best, before, second, after, legal, in_book, offers } = *evidence;
    if legal == 1 {
        return MoveClass::Forced;
    }
    let (had, has) = (win_percent(before), win_percent(after));
    if best == Some(played) {
        let alone = second.is_some_and(|second| is_only(before, second));
        return match (in_book, alone) {
            (true, _) => MoveClass::Book,
            (_, true) if offers && had >= 50.0 => MoveClass::Brilliant,
            (_, true) => MoveClass::OnlyMove,
            _ => MoveClass::Best,
        };
    }
    if let Some(error) = error(before, after) {
        return error;
    }
    match had - has {
        _ if in_book => MoveClass::Book,
        lost if lost <= EXCELLENT => MoveClass::Excellent,
        _ => MoveClass::Good,
    }
}

/// The kind of error of a move other than the first choice, by the chances it loses or the mate it allows. Scores are
/// from the mover's view, before and after the move. `None`: it is not an error.
pub fn error(before: Score, after: Score) -> Option<MoveClass> {
    let (had, has) = (win_percent(before), win_percent(after));
    let by_chances = match had - has {
        lost if lost >= BLUNDER => Some(MoveClass::Blunder),
        lost if lost >= MISTAKE && had >= WINNING && has < WINNING => Some(MoveClass::MissedWin),
        lost if lost >= MISTAKE => Some(MoveClass::Mistake),
        lost if lost >= INACCURACY => Some(MoveClass::Inaccuracy),
        _ => None,
    };
    let worse = |least: &MoveClass| by_chances.is_none_or(|class| least.index() > class.index());
    allowed_mate(before, after).filter(worse).or(by_chances)
}

/// Whether a first choice with the score `before` is the only move, given the score of the second choice. It is not if
/// the second wins too. Mate in one is never an only move: the search stops so early that it may not have seen other
/// wins.
fn is_only(before: Score, second: Score) -> bool {
    let (first, second) = (win_percent(before), win_percent(second));
    before != Score::Mate(1) && second < WINNING && first - second >= ONLY
}

/// The least class of error for a move that allows a mate. In a lost position the chances hardly fall, although the
/// move ends the game. The limits for a new mate are those of lichess.
fn allowed_mate(before: Score, after: Score) -> Option<MoveClass> {
    let mated_in = |score: Score| score.mate_in_moves().filter(|moves| *moves < 0).map(i32::abs);
    match (mated_in(before), mated_in(after)?) {
        (None, _) => Some(match before.cp() {
            Some(..-999) => MoveClass::Inaccuracy,
            Some(-999..-700) => MoveClass::Mistake,
            _ => MoveClass::Blunder,
        }),
        // The best defence would have been mated at most a move later; here mate in one was not near yet.
        (Some(moves), 1) if moves > 2 => Some(MoveClass::Inaccuracy),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, uci_move};

    fn class(played: &str, before: Score, second: i32, after: Score) -> MoveClass {
        let mv = |text| uci_move::parse(&Board::start(), text).unwrap();
        classify(&Evidence {
            played: mv(played),
            best: Some(mv("e2e4")),
            before,
            second: Some(Score::Cp(second)),
            after,
            legal: 20,
            in_book: false,
            offers: false,
        })
    }

    #[test]
    fn only_a_piece_that_was_safe_can_be_offered() {
        let offers = |fen: &str, mv: &str| {
            let board = Board::from_fen(fen).unwrap();
            offers_piece(&board, uci_move::parse(&board, mv).unwrap())
        };
        let fen = "4k3/5ppp/8/8/8/8/8/3QK2R w - - 0 1";
        assert!(!offers(fen, "h1h7"), "a rook for a pawn that nobody can take back");
        let guarded = "6k1/5ppp/8/8/8/8/8/3QK2R w - - 0 1";
        assert!(offers(guarded, "h1h7"), "a rook for a pawn");
        let lost = "6k1/5ppp/8/8/8/6p1/7R/3QK3 w - - 0 1";
        assert!(!offers(lost, "h2h7"), "the rook was lost anyway");
        assert!(!offers(guarded, "d1d8"), "nobody can take there");
    }

    #[test]
    fn only_an_offer_that_has_to_be_made_is_brilliant() {
        let mv = uci_move::parse(&Board::start(), "e2e4").unwrap();
        let class = |before, second, offers| {
            let (before, second) = (Score::Cp(before), Some(Score::Cp(second)));
            let (played, best, after) = (mv, Some(mv), before);
            let (legal, in_book) = (20, false);
            classify(&Evidence { played, best, before, second, after, legal, in_book, offers })
        };
        assert_eq!(class(200, -200, true), MoveClass::Brilliant);
        assert_eq!(class(200, -200, false), MoveClass::OnlyMove);
        assert_eq!(class(200, 150, true), MoveClass::Best, "another move does as well");
        assert_eq!(class(-100, -500, true), MoveClass::OnlyMove, "it only loses more slowly");
    }

    #[test]
    fn there_is_no_only_move_if_several_win() {
        use Score::{Cp, Mate, Tablebase};
        let class = |before, second| {
            let mv = uci_move::parse(&Board::start(), "e2e4").unwrap();
            let (played, best, after, second) = (mv, Some(mv), before, Some(second));
            let (legal, in_book, offers) = (20, false, false);
            classify(&Evidence { played, best, before, second, after, legal, in_book, offers })
        };
        for (before, second, expected) in [
            (Mate(1), Mate(1), MoveClass::Best),
            // The search stopped before it had a better score of the second move.
            (Mate(1), Cp(0), MoveClass::Best),
            (Mate(3), Mate(7), MoveClass::Best),
            (Mate(3), Cp(320), MoveClass::Best),
            (Tablebase(9), Cp(320), MoveClass::Best),
            (Cp(900), Cp(320), MoveClass::Best),
            // One mates, or wins, and the others do not.
            (Mate(3), Cp(200), MoveClass::OnlyMove),
            (Mate(3), Mate(-2), MoveClass::OnlyMove),
            (Cp(900), Cp(0), MoveClass::OnlyMove),
            // One holds, and the others lose.
            (Cp(0), Cp(-400), MoveClass::OnlyMove),
        ] {
            assert_eq!(class(before, second), expected, "{before}, then {second}");
        }
    }

    #[test]
    fn moves_are_classified_by_the_chances_they_lose() {
        use Score::{Cp, Mate};
        for (played, before, second, after, expected) in [
            ("e2e4", Cp(30), 20, Cp(25), MoveClass::Best),
            ("e2e4", Cp(30), -300, Cp(25), MoveClass::OnlyMove),
            ("d2d4", Cp(30), 28, Cp(28), MoveClass::Excellent),
            ("d2d4", Cp(30), 28, Cp(-20), MoveClass::Good),
            ("d2d4", Cp(30), 28, Cp(-30), MoveClass::Inaccuracy),
            ("d2d4", Cp(30), 28, Cp(-100), MoveClass::Mistake),
            ("d2d4", Cp(30), 28, Cp(-500), MoveClass::Blunder),
            ("d2d4", Cp(400), 28, Cp(230), MoveClass::MissedWin),
            // Swings of two pawns, judged as on lichess: 0.37 and 0.27 on its scale.
            ("d2d4", Cp(55), 28, Cp(-147), MoveClass::Blunder),
            ("d2d4", Cp(-93), 28, Cp(-258), MoveClass::Mistake),
            // Throwing away a won game is no smaller mistake.
            ("d2d4", Cp(600), 28, Cp(20), MoveClass::Blunder),
            ("d2d4", Cp(656), 28, Cp(-193), MoveClass::Blunder),
            ("d2d4", Mate(5), 28, Cp(0), MoveClass::Blunder),
            ("d2d4", Mate(5), 28, Cp(900), MoveClass::Excellent),
            ("d2d4", Cp(600), 28, Cp(-600), MoveClass::Blunder),
            // Hardly any chances were left to lose, but the move allows a mate.
            ("d2d4", Cp(-900), -950, Mate(-4), MoveClass::Mistake),
            ("d2d4", Cp(-1500), -1550, Mate(-2), MoveClass::Inaccuracy),
            ("d2d4", Cp(-100), -150, Mate(-2), MoveClass::Blunder),
            ("d2d4", Score::Tablebase(-9), -1550, Mate(-2), MoveClass::Inaccuracy),
            ("d2d4", Mate(-8), -1550, Mate(-2), MoveClass::Inaccuracy),
            ("d2d4", Mate(-4), -1550, Mate(-2), MoveClass::Excellent),
            ("d2d4", Mate(-8), -1550, Mate(-6), MoveClass::Excellent),
        ] {
            assert_eq!(class(played, before, second, after), expected, "{before} to {after}");
        }
    }
}
