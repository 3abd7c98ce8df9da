//! The themes of a puzzle's solution, such as a fork, a skewer or a back-rank mate. A theme is named only if the moves of
//! the line prove it.

use serde::{Deserialize, Serialize};

use tabia_chess::{Bitboard, Board, Move, Piece, PieceType, Rank, Square, attacks};
use tabia_text::t;

use crate::review::motifs;
use crate::review::phase::Phase;
use crate::review::words::points;

/// A theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Theme {
    /// The line ends in checkmate, with the solver's first move.
    MateInOne,
    /// The line ends in checkmate with the second move.
    MateInTwo,
    /// The line ends in checkmate with the third move or a later one.
    LongMate,
    /// The mated king is on its first rank behind its own pieces or pawns; a rook or queen mates along the rank.
    BackRank,
    /// A knight mates a king that is hemmed in by its own pieces and pawns.
    Smothered,
    /// A move attacks several pieces, and the next takes one of them.
    Fork,
    /// A piece that is pinned to its king is captured.
    Pin,
    /// A piece leaves a line on which it is attacked, and the piece behind it is captured.
    Skewer,
    /// A move opens a line for a check or for a capture by the next move.
    Discovered,
    /// Two pieces give check at once.
    DoubleCheck,
    /// The first move takes an undefended piece.
    Hanging,
    /// A move captures the only defender of the piece that the next move captures.
    Defender,
    /// The only defender of the piece captured next is forced to capture elsewhere.
    Deflection,
    /// During the line the solver is at least two pawns down on the start.
    Sacrifice,
    /// A pawn promotes.
    Promotion,
    /// The first move is not a capture, a check or a promotion.
    Quiet,
    /// All other moves lose.
    Defence,
    /// Only kings and pawns.
    PawnEndgame,
    /// Only kings, rooks and pawns.
    RookEndgame,
}

impl Theme {
    pub const ALL: [Theme; 19] = [
        Theme::MateInOne,
        Theme::MateInTwo,
        Theme::LongMate,
        Theme::BackRank,
        Theme::Smothered,
        Theme::Fork,
        Theme::Pin,
        Theme::Skewer,
        Theme::Discovered,
        Theme::DoubleCheck,
        Theme::Hanging,
        Theme::Defender,
        Theme::Deflection,
        Theme::Sacrifice,
        Theme::Promotion,
        Theme::Quiet,
        Theme::Defence,
        Theme::PawnEndgame,
        Theme::RookEndgame,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Theme::MateInOne => "mate1",
            Theme::MateInTwo => "mate2",
            Theme::LongMate => "mate3",
            Theme::BackRank => "back-rank",
            Theme::Smothered => "smothered",
            Theme::Fork => "fork",
            Theme::Pin => "pin",
            Theme::Skewer => "skewer",
            Theme::Discovered => "discovered",
            Theme::DoubleCheck => "double-check",
            Theme::Hanging => "hanging",
            Theme::Defender => "defender",
            Theme::Deflection => "deflection",
            Theme::Sacrifice => "sacrifice",
            Theme::Promotion => "promotion",
            Theme::Quiet => "quiet",
            Theme::Defence => "defence",
            Theme::PawnEndgame => "pawn-endgame",
            Theme::RookEndgame => "rook-endgame",
        }
    }

    /// Whether the solver has to give mate.
    pub fn is_mate(self) -> bool {
        matches!(self, Theme::MateInOne | Theme::MateInTwo | Theme::LongMate)
    }

    /// The theme with this name in files.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// Its name in the language of the user interface.
    pub fn label(self) -> &'static str {
        match self {
            Theme::MateInOne => t!("theme-mate-in-one"),
            Theme::MateInTwo => t!("theme-mate-in-two"),
            Theme::LongMate => t!("theme-long-mate"),
            Theme::BackRank => t!("theme-back-rank"),
            Theme::Smothered => t!("theme-smothered"),
            Theme::Fork => t!("theme-fork"),
            Theme::Pin => t!("theme-pin"),
            Theme::Skewer => t!("theme-skewer"),
            Theme::Discovered => t!("theme-discovered"),
            Theme::DoubleCheck => t!("theme-double-check"),
            Theme::Hanging => t!("theme-hanging"),
            Theme::Defender => t!("theme-defender"),
            Theme::Deflection => t!("theme-deflection"),
            Theme::Sacrifice => t!("theme-sacrifice"),
            Theme::Promotion => t!("theme-promotion"),
            Theme::Quiet => t!("theme-quiet"),
            Theme::Defence => t!("theme-defence"),
            Theme::PawnEndgame => t!("theme-pawn-endgame"),
            Theme::RookEndgame => t!("theme-rook-endgame"),
        }
    }
}

/// The themes of a line of legal moves that begins and ends with the solver's. `saves`: all other moves lose, which
/// only a search can know.
pub fn themes(board: &Board, line: &[Move], saves: bool) -> Vec<Theme> {
    let mut boards = vec![*board];
    boards.extend(line.iter().scan(*board, |board, &mv| {
        board.make_move(mv);
        Some(*board)
    }));
    let Some(last) = boards.last().filter(|_| !line.is_empty()) else { return Vec::new() };
    let mut themes = mate(last, line);
    for at in (0..line.len()).step_by(2) {
        if boards[at + 1].checkers().many() {
            themes.push(Theme::DoubleCheck);
        }
        if line[at].is_promotion() {
            themes.push(Theme::Promotion);
        }
        if discovers_check(&boards[at + 1], line[at]) {
            themes.push(Theme::Discovered);
        }
        if let &[first, reply, next, ..] = &line[at..] {
            let step = Step {
                boards: [&boards[at], &boards[at + 1], &boards[at + 2]],
                first,
                reply,
                next,
            };
            step.add(&mut themes);
        }
    }
    let solver = board.stm();
    let balance = |board: &Board| points(board, solver) - points(board, !solver);
    let down = |at: &usize| balance(&boards[*at]) <= balance(board) - 2;
    if (2..line.len()).step_by(2).any(|at| down(&at)) {
        themes.push(Theme::Sacrifice);
    }
    if motifs::hanging(board, line[0]).is_some() {
        themes.push(Theme::Hanging);
    }
    let noisy = line[0].is_capture() || line[0].is_promotion() || boards[1].in_check();
    if !noisy {
        themes.push(Theme::Quiet);
    }
    if saves {
        themes.push(Theme::Defence);
    }
    themes.extend(endgame(board));
    themes.sort_unstable();
    themes.dedup();
    themes
}

fn mate(last: &Board, line: &[Move]) -> Vec<Theme> {
    if !last.in_check() || last.has_legal_move() {
        return Vec::new();
    }
    let mut themes = vec![match line.len() {
        1 => Theme::MateInOne,
        3 => Theme::MateInTwo,
        _ => Theme::LongMate,
    }];
    let (loser, king) = (last.stm(), last.king(last.stm()));
    let checker = last.checkers().first().filter(|_| !last.checkers().many());
    let kind = checker.and_then(|square| last.piece_on(square)).map(Piece::kind);
    let own = last.colors(loser);
    let around = attacks::king(king);
    let first_rank = Bitboard::rank(Rank::First.relative(loser));
    let slides = matches!(kind, Some(PieceType::Rook | PieceType::Queen));
    let along = checker.is_some_and(|square| first_rank.has(square) && first_rank.has(king));
    if slides && along && (around - first_rank).is_subset(own) {
        themes.push(Theme::BackRank);
    }
    if kind == Some(PieceType::Knight) && around.is_subset(own) {
        themes.push(Theme::Smothered);
    }
    themes
}

/// Whether a piece other than the moved one gives check through the square it left.
fn discovers_check(after: &Board, mv: Move) -> bool {
    let king = after.king(after.stm());
    let through = |checker: Square| attacks::between(checker, king).has(mv.from());
    !mv.is_castling() && after.checkers().into_iter().any(|at| at != mv.to() && through(at))
}

/// A move of the solver, the reply, and the solver's next move, with the positions before each of them.
struct Step<'a> {
    boards: [&'a Board; 3],
    first: Move,
    reply: Move,
    next: Move,
}

impl Step<'_> {
    fn add(&self, themes: &mut Vec<Theme>) {
        let [_, after, _] = self.boards;
        // The piece captured next was on its square all the time.
        if self.next.is_capture() && self.reply.to() != self.next.to() {
            let found = [
                (motifs::fork(after, self.first, self.next).is_some(), Theme::Fork),
                (motifs::pin(after, self.next).is_some(), Theme::Pin),
                (self.skewers(), Theme::Skewer),
                (self.opens_a_line(), Theme::Discovered),
                (self.takes_the_defender(), Theme::Defender),
                (self.deflects(), Theme::Deflection),
            ];
            themes.extend(found.into_iter().filter(|(proved, _)| *proved).map(|(_, theme)| theme));
        }
    }

    /// Whether the next capture takes a piece.
    fn takes_a_piece(&self) -> bool {
        self.boards[2]
            .piece_on(self.next.to())
            .is_some_and(|piece| motifs::worth(piece.kind()) >= motifs::A_PIECE)
    }

    fn skewers(&self) -> bool {
        let [_, after, _] = self.boards;
        let (from, front, behind) = (self.first.to(), self.reply.from(), self.next.to());
        let Some(slider) = after.piece_on(from).map(Piece::kind) else { return false };
        let worth = |at: Square| after.piece_on(at).map_or(0, |piece| motifs::worth(piece.kind()));
        self.next.from() == from
            && matches!(slider, PieceType::Bishop | PieceType::Rook | PieceType::Queen)
            && attacks::piece(slider, !after.stm(), from, after.occupied()).has(front)
            && attacks::between(from, behind).has(front)
            && worth(front) >= worth(behind)
            && self.takes_a_piece()
    }

    /// Whether the next move captures along a line through the square that the first one left.
    fn opens_a_line(&self) -> bool {
        let [before, after, _] = self.boards;
        let (slider, target) = (self.next.from(), self.next.to());
        slider != self.first.to()
            && !self.first.is_castling()
            && attacks::between(slider, target).has(self.first.from())
            && (attacks::between(slider, target) & after.occupied()).is_empty()
            && before.piece_on(slider).is_some()
            && self.takes_a_piece()
    }

    /// Whether `defender` was the only defender of the piece captured next, so that it is undefended then.
    fn only_defender(&self, defender: Square) -> bool {
        let [before, _, then] = self.boards;
        let (target, them) = (self.next.to(), !before.stm());
        let of = |board: &Board| board.attackers_to(target, board.occupied()) & board.colors(them);
        target != defender
            && before.piece_on(target).is_some_and(|piece| piece.color() == them)
            && of(before) == Bitboard::from(defender)
            && of(then).is_empty()
            && self.takes_a_piece()
    }

    fn takes_the_defender(&self) -> bool {
        self.first.is_capture()
            && !self.first.is_en_passant()
            && self.next.from() != self.first.to()
            && self.only_defender(self.first.to())
    }

    fn deflects(&self) -> bool {
        self.reply.is_capture()
            && self.reply.to() == self.first.to()
            && self.only_defender(self.reply.from())
    }
}

fn endgame(board: &Board) -> Option<Theme> {
    let pieces = board.occupied() - board.pieces(PieceType::King) - board.pieces(PieceType::Pawn);
    let rooks = board.pieces(PieceType::Rook);
    match Phase::of(board) {
        Phase::Endgame if pieces.is_empty() => Some(Theme::PawnEndgame),
        Phase::Endgame if pieces == rooks => Some(Theme::RookEndgame),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;

    fn of(fen: &str, moves: &str) -> Vec<Theme> {
        let board = Board::from_fen(fen).unwrap();
        let mut now = board;
        let line = moves.split(' ').map(|text| {
            let mv = san::parse(&now, text).unwrap();
            now.make_move(mv);
            mv
        });
        let line: Vec<Move> = line.collect();
        themes(&board, &line, false)
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for theme in Theme::ALL {
            assert_eq!(Theme::named(theme.name()), Some(theme));
            assert!(!theme.label().is_empty());
        }
        assert!(Theme::ALL.is_sorted());
    }

    #[test]
    fn mates_count_the_solvers_moves() {
        let back = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        assert_eq!(of(back, "Ra8#"), [Theme::MateInOne, Theme::BackRank, Theme::RookEndgame]);
        let open = "6k1/5pp1/7R/8/8/8/8/R5K1 w - - 0 1";
        assert!(!of(open, "Ra8#").contains(&Theme::BackRank), "a rook shuts one square");
        let smothered = "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1";
        let knight = of("6rk/6pp/8/4N3/8/8/8/6K1 w - - 0 1", "Nf7#");
        assert_eq!(knight, [Theme::MateInOne, Theme::Smothered]);
        let long = of(smothered, "Qg8+ Rxg8 Nf7#");
        assert_eq!(long, [Theme::MateInTwo, Theme::Smothered, Theme::Sacrifice]);
    }

    #[test]
    fn forks_pins_and_skewers_take_what_they_attack() {
        let fork = of("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8");
        assert_eq!(fork, [Theme::Fork]);
        let pin = of("4k3/8/2n5/1B6/3P4/8/8/4K3 w - - 0 1", "d5 Kd8 dxc6");
        assert_eq!(pin, [Theme::Pin, Theme::Quiet]);
        let skewer = "3q4/8/8/3k4/8/8/8/R3K3 w - - 0 1";
        assert_eq!(of(skewer, "Rd1+ Ke6 Rxd8"), [Theme::Skewer]);
        let equal = "3n4/8/8/3k4/8/8/8/R3K3 w - - 0 1";
        assert_eq!(of(equal, "Rd1+ Ke5 Rxd8"), [Theme::Skewer]);
        assert_eq!(of("3q4/8/8/8/3k4/8/8/R3K3 w - - 0 1", "Rd1+ Ke3 Rxd8"), [Theme::Skewer]);
    }

    #[test]
    fn opened_lines_count_where_they_are_used() {
        let check = of("4k3/8/8/8/4N3/8/8/q3R1K1 w - - 0 1", "Nc3+ Kd7 Rxa1");
        assert!(check.contains(&Theme::Discovered));
        let double = of("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Nf6+");
        assert_eq!(double, [Theme::Discovered, Theme::DoubleCheck]);
        let attack = of("3q2k1/5p1p/6p1/8/8/3B4/8/3R2K1 w - - 0 1", "Bxg6 hxg6 Rxd8+");
        assert!(attack.contains(&Theme::Discovered) && attack.contains(&Theme::Sacrifice));
        let plain = of("3q2k1/8/8/8/8/8/8/3R2K1 w - - 0 1", "Rxd8+");
        assert_eq!(plain, [Theme::Hanging]);
    }

    #[test]
    fn removing_or_deflecting_a_defender_counts_only_if_it_was_the_only_one() {
        let takes = "6k1/8/2n5/8/3r4/8/8/2R3BK w - - 0 1";
        assert_eq!(of(takes, "Rxc6 Kf7 Bxd4"), [Theme::Hanging, Theme::Defender]);
        let twice = "6k1/8/2n5/2p5/3r4/8/8/2R3BK w - - 0 1";
        assert!(!of(twice, "Rxc5 Kf7 Rxc6").contains(&Theme::Defender));
        let away = "3qk3/8/8/7b/8/8/8/R2Q3K w - - 0 1";
        assert!(
            !of(away, "Ra8 Bxd1 Rxd8+").contains(&Theme::Deflection),
            "the bishop took, not the queen"
        );
        let deflection = "r3q1k1/5ppp/8/8/8/8/8/Q3R2K w - - 0 1";
        let found = of(deflection, "Rxe8+ Rxe8 Qb2");
        assert!(!found.contains(&Theme::Deflection), "nothing falls");
    }

    #[test]
    fn sacrifices_promotions_and_quiet_moves_are_named() {
        assert_eq!(
            of("8/P6k/8/8/8/8/8/7K w - - 0 1", "a8=Q"),
            [Theme::Promotion, Theme::PawnEndgame]
        );
        assert_eq!(of("8/7k/P7/8/8/8/8/7K w - - 0 1", "a7"), [Theme::Quiet, Theme::PawnEndgame]);
        let board = Board::from_fen("8/7k/P7/8/8/8/8/7K w - - 0 1").unwrap();
        let line = [san::parse(&board, "a7").unwrap()];
        assert!(themes(&board, &line, true).contains(&Theme::Defence));
        assert!(themes(&board, &[], false).is_empty());
    }
}
