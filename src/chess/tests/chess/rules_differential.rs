//! Plays random games on our board and on cozy-chess's in parallel and compares everything.
//!
//! Standard chess, Chess960 and double Chess960 starts and the positions of `tests/data/fen/valid.sfens` take turns. By
//! default 200,000 positions; `cargo test --release --test chess rules_differential -- --ignored --nocapture` compares
//! 1,500,000 others.
#![expect(clippy::unwrap_used, reason = "what the generator made is a position")]

use std::collections::HashMap;
use std::ops::AddAssign;

use tabia_chess::{
    Board, Color, FenStyle, Move, PieceType, SplitMix64, Square, san, see, uci_move,
};

/// Positions met, to show that the test covers rare cases.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    positions: u64,
    moves: u64,
    checks: u64,
    double_checks: u64,
    castlings: u64,
    en_passants: u64,
    promotions: u64,
    mates_and_stalemates: u64,
    repeated_positions: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.checks += other.checks;
        self.double_checks += other.double_checks;
        self.castlings += other.castlings;
        self.en_passants += other.en_passants;
        self.promotions += other.promotions;
        self.mates_and_stalemates += other.mates_and_stalemates;
        self.repeated_positions += other.repeated_positions;
    }
}

fn square(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::index(square.index())
}

fn rival_move(mv: Move) -> cozy_chess::Move {
    let promotion = mv.promotion().map(|kind| cozy_chess::Piece::index(kind.index()));
    cozy_chess::Move { from: square(mv.from()), to: square(mv.to()), promotion }
}

/// From, to and promotion as one number, for comparing move lists.
fn code(from: usize, to: usize, promotion: Option<usize>) -> usize {
    from | to << 6 | promotion.map_or(0, |kind| kind + 1) << 12
}

fn rival_codes(board: &cozy_chess::Board) -> Vec<usize> {
    let mut codes = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            codes.push(code(
                mv.from as usize,
                mv.to as usize,
                mv.promotion.map(|kind| kind as usize),
            ));
        }
        false
    });
    codes.sort_unstable();
    codes
}

fn codes(moves: &[Move]) -> Vec<usize> {
    let promotion = |mv: &Move| mv.promotion().map(PieceType::index);
    let mut codes: Vec<usize> =
        moves.iter().map(|mv| code(mv.from().index(), mv.to().index(), promotion(mv))).collect();
    codes.sort_unstable();
    codes
}

/// Everything that makes two positions equal, from the other library's board.
fn identity(rival: &cozy_chess::Board, ep_is_legal: bool) -> [u64; 11] {
    let mut identity = [0; 11];
    for (slot, kind) in cozy_chess::Piece::ALL.into_iter().enumerate() {
        identity[slot] = rival.pieces(kind).0;
    }
    for (slot, color) in cozy_chess::Color::ALL.into_iter().enumerate() {
        identity[6 + slot] = rival.colors(color).0;
        let rights = rival.castle_rights(color);
        let file = |file: Option<cozy_chess::File>| file.map_or(8, |file| file as u64);
        identity[8 + slot] = file(rights.short) << 4 | file(rights.long);
    }
    let ep = if ep_is_legal { rival.en_passant().map_or(0, |file| file as u64 + 1) } else { 0 };
    identity[10] = ep << 1 | rival.side_to_move() as u64;
    identity
}

/// One thread with its memory of positions.
struct Comparison {
    rng: SplitMix64,
    seen: Seen,
    key_of: HashMap<[u64; 11], u64>,
    identity_of: HashMap<u64, [u64; 11]>,
}

impl Comparison {
    fn new(seed: u64) -> Self {
        Self {
            rng: SplitMix64::new(seed),
            seen: Seen::default(),
            key_of: HashMap::new(),
            identity_of: HashMap::new(),
        }
    }

    fn run(mut self, positions: u64, sources: &[&str]) -> Seen {
        while self.seen.positions < positions {
            let start = match self.rng.below(4) {
                0 => Board::start(),
                1 => Board::chess960(self.rng.below(960)).unwrap(),
                2 => Board::double_chess960(self.rng.below(960), self.rng.below(960)).unwrap(),
                _ => Board::from_fen(sources[self.rng.below(sources.len())]).unwrap(),
            };
            self.game(start);
        }
        self.seen
    }

    /// One random game of at most 120 plies.
    fn game(&mut self, mut board: Board) {
        let fen = board.fen(FenStyle::Shredder);
        let mut rival = cozy_chess::Board::from_fen(&fen, true).unwrap();
        for _ in 0..120 {
            let moves = board.legal_moves();
            self.position(&board, &rival, &moves);
            if moves.is_empty() || board.halfmove_clock() >= 99 {
                break;
            }
            let mv = self.choose(&moves);
            board.make_move(mv);
            rival.play_unchecked(rival_move(mv));
            self.seen.castlings += u64::from(mv.is_castling());
            self.seen.en_passants += u64::from(mv.is_en_passant());
            self.seen.promotions += u64::from(mv.is_promotion());
        }
    }

    /// Usually a random move, sometimes one of the rare kinds.
    fn choose(&mut self, moves: &[Move]) -> Move {
        if self.rng.below(4) == 0 {
            let rare: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| {
                    mv.is_castling()
                        || mv.is_en_passant()
                        || mv.is_promotion()
                        || mv.is_double_push()
                })
                .collect();
            if !rare.is_empty() {
                return rare[self.rng.below(rare.len())];
            }
        }
        moves[self.rng.below(moves.len())]
    }

    /// All comparisons for one position.
    fn position(&mut self, board: &Board, rival: &cozy_chess::Board, moves: &[Move]) {
        let fen = board.fen(FenStyle::Shredder);
        assert_eq!(codes(moves), rival_codes(rival), "moves of {fen}");
        assert_eq!(board.checkers().0, rival.checkers().0, "checkers of {fen}");
        let us = board.stm();
        let own = board.colors(us);
        assert_eq!(board.pinned().0, rival.pinned().0 & own.0, "pinned in {fen}");
        assert_eq!(board.king_blockers(us) & own, board.pinned(), "blockers in {fen}");
        assert_eq!(board.has_legal_move(), !moves.is_empty(), "{fen}");
        assert_eq!(board.count_legal_moves(), moves.len(), "{fen}");

        let ep_is_legal = moves.iter().any(|mv| mv.is_en_passant());
        assert_eq!(board.ep_square().is_some(), ep_is_legal, "en passant square of {fen}");
        self.keys(board, rival, ep_is_legal, &fen);
        self.parts(board, moves, &fen);
        self.legality(board, moves, &fen);
        let mut texts: Vec<String> = moves.iter().map(|mv| each_move(board, *mv, &fen)).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), moves.len(), "SAN of {fen} is ambiguous");

        self.seen.positions += 1;
        self.seen.moves += moves.len() as u64;
        self.seen.checks += u64::from(board.in_check());
        self.seen.double_checks += u64::from(board.checkers().many());
        self.seen.mates_and_stalemates += u64::from(moves.is_empty());
    }

    /// Incremental keys equal those of a board built from scratch; equal positions have equal keys and different ones
    /// different keys.
    fn keys(&mut self, board: &Board, rival: &cozy_chess::Board, ep_is_legal: bool, fen: &str) {
        let fresh = Board::from_fen(fen).unwrap();
        assert_eq!(*board, fresh, "{fen} read again");
        assert_eq!(board.key(), fresh.key(), "key of {fen}");
        assert_eq!(board.pawn_key(), fresh.pawn_key(), "pawn key of {fen}");
        assert_eq!(board.minor_key(), fresh.minor_key(), "minor key of {fen}");
        assert_eq!(board.major_key(), fresh.major_key(), "major key of {fen}");
        for color in Color::ALL {
            assert_eq!(board.nonpawn_key(color), fresh.nonpawn_key(color), "non-pawn key of {fen}");
        }
        // A sample, to limit the memory.
        if self.seen.positions % 8 < 2 {
            let identity = identity(rival, ep_is_legal);
            let known = self.key_of.insert(identity, board.key());
            assert!(known.is_none_or(|key| key == board.key()), "two keys for {fen}");
            let other = self.identity_of.insert(board.key(), identity);
            assert!(other.is_none_or(|other| other == identity), "one key for two: {fen}");
            self.seen.repeated_positions += u64::from(known.is_some());
        }
    }

    /// Noisy and quiet moves together are the legal moves.
    #[expect(clippy::unused_self, reason = "called like the other checks")]
    fn parts(&mut self, board: &Board, moves: &[Move], fen: &str) {
        let (noisy, quiet) = (board.noisy_moves(), board.quiet_moves());
        assert!(noisy.iter().all(|mv| mv.is_noisy()), "noisy moves of {fen}");
        assert!(quiet.iter().all(|mv| !mv.is_noisy()), "quiet moves of {fen}");
        let mut parts: Vec<Move> = noisy.iter().chain(&quiet).copied().collect();
        parts.sort_unstable();
        let mut all = moves.to_vec();
        all.sort_unstable();
        assert_eq!(parts, all, "parts of the moves of {fen}");
    }

    /// `is_legal` of random bits agrees with the list of legal moves.
    fn legality(&mut self, board: &Board, moves: &[Move], fen: &str) {
        let all = if self.seen.positions.is_multiple_of(4096) { 65_536 } else { 0 };
        let mut bits: Vec<u16> = (0..all).map(|bits| bits as u16).collect();
        bits.extend((0..16).map(|_| self.rng.next_u64() as u16));
        for mv in moves {
            // Near misses: a legal move with a bit changed.
            let noise = self.rng.next_u64();
            bits.push(mv.bits() ^ 1 << (noise & 15));
            bits.push(mv.bits() ^ 0x1000 << (noise >> 8 & 3));
        }
        for mv in bits.into_iter().filter_map(Move::from_bits) {
            assert_eq!(board.is_legal(mv), moves.contains(&mv), "{mv:?} {:?} in {fen}", mv.kind());
        }
    }
}

/// Tests of one move; returns its SAN.
fn each_move(board: &Board, mv: Move, fen: &str) -> String {
    assert!(board.is_legal(mv), "{mv:?} in {fen}");
    let next = board.after(mv);
    let mut made = *board;
    made.make_move(mv);
    assert_eq!(made, next, "{mv:?} in {fen}");
    assert_eq!(board.gives_check(mv), next.in_check(), "check by {mv:?} in {fen}");
    let text = san::write(board, mv);
    assert_eq!(san::parse(board, &text), Ok(mv), "{text} in {fen}");
    for chess960 in [false, true] {
        let text = uci_move::write(board, mv, chess960);
        assert_eq!(uci_move::parse(board, &text), Ok(mv), "{text} in {fen}");
    }
    assert_eq!(board.find_move(mv.from(), mv.to(), mv.promotion()), Some(mv), "{mv:?} in {fen}");
    let value = see::value(board, mv);
    for threshold in [value - 1, value, value + 1, 0] {
        let expected = value >= threshold;
        assert_eq!(see::at_least(board, mv, threshold), expected, "{mv:?} {threshold} in {fen}");
    }
    text
}

fn compare(positions: u64, seed: u64) -> Seen {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fen/valid.sfens");
    let text = std::fs::read_to_string(path).unwrap();
    let sources: Vec<&str> = text.lines().collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from) as u64;
    let mut total = Seen::default();
    std::thread::scope(|scope| {
        let sources = &sources;
        let workers: Vec<_> = (0..threads)
            .map(|n| {
                let worker = Comparison::new(seed + n);
                scope.spawn(move || worker.run(positions.div_ceil(threads), sources))
            })
            .collect();
        for worker in workers {
            total += worker.join().unwrap();
        }
    });
    eprintln!("{total:?}");
    total
}

#[test]
fn agrees_with_cozy_chess() {
    let positions = if cfg!(debug_assertions) { 10_000 } else { 200_000 };
    let seen = compare(positions, 1);
    assert!(seen.positions >= positions);
    assert!(seen.castlings > positions / 1000, "{seen:?}");
    assert!(seen.en_passants > positions / 1000, "{seen:?}");
    assert!(seen.promotions > positions / 1000, "{seen:?}");
    assert!(seen.double_checks > 0 && seen.mates_and_stalemates > 0, "{seen:?}");
    assert!(seen.repeated_positions > 0, "{seen:?}");
}

#[test]
#[ignore = "a minute or so: the same over 1.5 million positions"]
fn agrees_with_cozy_chess_at_length() {
    compare(1_500_000, 1_000);
}
