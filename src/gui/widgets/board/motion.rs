//! Pieces on their way: compares the placement shown last with the new one and says which pieces
//! slide, which fade and which simply are where they are. No painting here.

use eframe::egui::{Vec2, vec2};

use super::Placement;
use tabia_chess::piece::Piece;
use tabia_chess::piece_type::PieceType;
use tabia_chess::square::Square;

/// More pieces than this on new squares is another position, not a move: nothing slides then. Four is
/// castling answered by castling.
const MAX_SLIDES: usize = 4;

/// A piece that slides to its square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slide {
    pub(super) piece: Piece,
    /// Where it came from.
    pub(super) from: Square,
    /// Where it stands now.
    pub(super) to: Square,
}

/// What moves on the board, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Motion {
    shown: Option<Placement>,
    /// When the present motion began, seconds of the context's clock.
    start: f64,
    slides: Vec<Slide>,
    /// Pieces taken, on the squares they stood on.
    fades: Vec<(Piece, Square)>,
    /// The piece a hand has put down here must not slide again.
    dropped: Option<Square>,
    /// 0 at the start, 1 when all is still.
    progress: f32,
}

impl Motion {
    /// A hand has put a piece on this square; the placement will follow.
    pub(super) fn dropped_on(&mut self, square: Square) {
        self.dropped = Some(square);
    }

    /// Takes the placement of this frame. `seconds` is how long a motion lasts, 0 for none at all. Says
    /// whether something moves.
    pub(super) fn advance(&mut self, placement: &Placement, now: f64, seconds: f32) -> bool {
        if self.shown.as_ref() != Some(placement) {
            let dropped = self.dropped.take();
            self.slides.clear();
            self.fades.clear();
            if let (Some(old), true) = (self.shown, seconds > 0.0) {
                (self.slides, self.fades) = compare(&old, placement);
                self.slides.retain(|slide| Some(slide.to) != dropped);
            }
            self.shown = Some(*placement);
            self.start = now;
        }
        self.progress =
            if seconds > 0.0 { ((now - self.start) as f32 / seconds).clamp(0.0, 1.0) } else { 1.0 };
        if self.progress >= 1.0 {
            self.slides.clear();
            self.fades.clear();
        }
        !self.slides.is_empty() || !self.fades.is_empty()
    }

    /// Whether the piece on this square is drawn on its way and not in its place.
    pub(super) fn slides_to(&self, square: Square) -> bool {
        self.slides.iter().any(|slide| slide.to == square)
    }

    /// Pieces under way, each with its offset from its square, in squares to the right and up (White's
    /// view).
    pub(super) fn sliding(&self) -> impl Iterator<Item = (Slide, Vec2)> {
        let left = 1.0 - ease(self.progress);
        self.slides.iter().map(move |slide| (*slide, step(slide.to, slide.from) * left))
    }

    /// Pieces taken, each with what is left of it, 1 to 0.
    pub(super) fn fading(&self) -> impl Iterator<Item = (Piece, Square, f32)> {
        let left = 1.0 - self.progress;
        self.fades.iter().map(move |&(piece, square)| (piece, square, left))
    }
}

fn step(from: Square, to: Square) -> Vec2 {
    let file = |s: Square| s.file().index() as f32;
    let rank = |s: Square| s.rank().index() as f32;
    vec2(file(to) - file(from), rank(to) - rank(from))
}

/// Slow, quick, slow: a cubic on either half.
fn ease(t: f32) -> f32 {
    if t < 0.5 { 4.0 * t.powi(3) } else { 1.0 - 4.0 * (1.0 - t).powi(3) }
}

fn compare(old: &Placement, new: &Placement) -> (Vec<Slide>, Vec<(Piece, Square)>) {
    let mut gone = Vec::new();
    let mut come = Vec::new();
    for square in Square::all() {
        let (before, after) = (old[square.index()], new[square.index()]);
        if before != after {
            gone.extend(before.map(|piece| (piece, square)));
            come.extend(after.map(|piece| (piece, square)));
        }
    }
    if come.len() > MAX_SLIDES || gone.len() > 2 * MAX_SLIDES {
        return (Vec::new(), Vec::new());
    }
    let mut slides = Vec::new();
    for &(piece, to) in &come {
        let nearest = gone
            .iter()
            .enumerate()
            .filter(|(_, (other, from))| may_become(*other, *from, piece, to))
            .min_by_key(|(_, (other, from))| (*other != piece, from.distance(to)))
            .map(|(i, _)| i);
        if let Some(i) = nearest {
            let (_, from) = gone.remove(i);
            slides.push(Slide { piece, from, to });
        }
    }
    (slides, gone)
}

/// Whether a piece that left `from` can be the one that came to `to`: the same piece, or a pawn that
/// promoted there (or, going back, was promoted).
fn may_become(before: Piece, from: Square, after: Piece, to: Square) -> bool {
    let promotes = |pawn: Piece, other: Piece| {
        pawn.kind() == PieceType::Pawn && PieceType::PROMOTIONS.contains(&other.kind())
    };
    before == after
        || before.color() == after.color()
            && from.distance(to) == 1
            && from.rank() != to.rank()
            && (promotes(before, after) || promotes(after, before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::board::placement;
    use tabia_chess::board::Board;

    fn after(fen: &str, from: Square, to: Square, promotion: Option<PieceType>) -> Motion {
        let board = Board::from_fen(fen).unwrap();
        let mv = board.find_move(from, to, promotion).unwrap();
        let mut motion = Motion::default();
        assert!(!motion.advance(&placement(&board), 0.0, 0.2));
        assert!(motion.advance(&placement(&board.after(mv)), 1.0, 0.2));
        motion
    }

    #[test]
    fn castling_moves_both_pieces() {
        let motion = after("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Square::E1, Square::C1, None);
        let slides: Vec<_> = motion.sliding().map(|(s, _)| (s.from, s.to)).collect();
        assert_eq!(slides, [(Square::E1, Square::C1), (Square::A1, Square::D1)]);
        assert_eq!(motion.fading().count(), 0);
    }

    #[test]
    fn captures_fade_and_promotions_slide() {
        let motion = after(
            "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1",
            Square::C7,
            Square::D8,
            Some(PieceType::Queen),
        );
        let slide = Slide { piece: Piece::WhiteQueen, from: Square::C7, to: Square::D8 };
        let (first, offset) = motion.sliding().next().unwrap();
        assert_eq!((first, offset), (slide, vec2(-1.0, -1.0)));
        assert_eq!(motion.fading().next(), Some((Piece::BlackRook, Square::D8, 1.0)));
    }

    #[test]
    fn motion_ends_and_another_position_does_not_slide() {
        let mut motion = after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Square::E2, Square::E4, None);
        let board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let moved = board.after(board.find_move(Square::E2, Square::E4, None).unwrap());
        assert!(motion.advance(&placement(&moved), 1.1, 0.2));
        assert!(motion.slides_to(Square::E4));
        let (_, offset) = motion.sliding().next().unwrap();
        assert!((offset.y + 1.0).abs() < 1e-4, "half way: {offset:?}");
        assert!(!motion.advance(&placement(&moved), 1.3, 0.2));
        assert!(!motion.advance(&placement(&Board::start()), 2.0, 0.2));
        assert!(!motion.advance(&placement(&board), 3.0, 0.0));
    }

    #[test]
    fn a_dropped_piece_stays_under_the_hand() {
        let board = Board::start();
        let mut motion = Motion::default();
        motion.advance(&placement(&board), 0.0, 0.2);
        motion.dropped_on(Square::E4);
        let mv = board.find_move(Square::E2, Square::E4, None).unwrap();
        assert!(!motion.advance(&placement(&board.after(mv)), 0.1, 0.2));
    }
}
