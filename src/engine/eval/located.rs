//! The terms of an evaluation by the squares they come from: the same functions that the search sums up, with a tally
//! that notes where each weight was earned.

use tabia_chess::{Bitboard, Color, Square};

use super::explain::{Breakdown, Tapered};
use super::layout::{Group, Part, group_of};
use super::trace::Tally;
use super::weights::WEIGHTS;

/// What a weight gives a side on one square, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The term it counts towards.
    pub part: Part,
    /// The kind of weight, see [`layout`](super::layout).
    pub group: &'static Group,
    /// Whose it is.
    pub side: Color,
    /// Where it comes from: a piece, or a square that a side can use; `None`: from the position as a whole.
    pub square: Option<Square>,
    /// How much, positive when good for that side.
    ///
    /// Where a weight belongs to several squares at once, each gets its part of it; the attack on a king, which grows
    /// with the square of its units, is shared out by the units. Both in whole centipawns that add up exactly.
    pub value: Tapered,
}

/// A weight as a term has asked for it.
#[derive(Clone, Copy, Debug)]
struct Use {
    side: Color,
    index: usize,
    times: i32,
    at: Bitboard,
}

/// Notes every use of a weight.
#[derive(Debug, Default)]
pub(super) struct Uses(Vec<Use>);

impl Tally for Uses {
    fn add(&mut self, side: Color, index: usize, times: i32, at: impl Into<Bitboard>) {
        if times != 0 {
            self.0.push(Use { side, index, times, at: at.into() });
        }
    }

    fn danger(&mut self, side: Color, index: usize, times: i32, at: impl Into<Bitboard>) {
        self.add(side, index, times, at);
    }

    /// What is left to play for belongs to no square; the breakdown knows what it comes to.
    fn initiative(&mut self, _: usize, _: i32) {}
}

impl Uses {
    /// What each weight gives on each square; the sums by term and side are those of the breakdown.
    pub(super) fn shares(&self, breakdown: &Breakdown) -> Vec<Share> {
        let mut shares: Vec<Share> = self.0.iter().flat_map(Use::shares).collect();
        for (part, term) in Part::ALL.into_iter().zip(&breakdown.terms) {
            let sides = [(Color::White, term.white), (Color::Black, term.black)];
            match part {
                Part::Attack => sides.iter().for_each(|&(side, value)| {
                    turn_units_into(value, &mut shares, |share| {
                        share.part == part && share.side == side
                    });
                }),
                Part::Initiative => shares.extend(
                    sides.iter().filter(|(_, value)| *value != Tapered::default()).filter_map(
                        |&(side, value)| {
                            let group = super::layout::GROUPS.iter().find(|g| g.part == part)?;
                            Some(Share { part, group, side, square: None, value })
                        },
                    ),
                ),
                _ => {}
            }
        }
        shares.retain(|share| share.value != Tapered::default());
        shares
    }
}

impl Use {
    /// One share for each square; of a weight without squares one for the whole position.
    fn shares(&self) -> Vec<Share> {
        let weight = WEIGHTS[self.index].tapered();
        let whole = Tapered { mg: weight.mg * self.times, eg: weight.eg * self.times };
        let group = group_of(self.index);
        let share =
            |square, value| Share { part: group.part, group, side: self.side, square, value };
        let count = self.at.count() as i32;
        if count == 0 {
            return vec![share(None, whole)];
        }
        let upto =
            |number: i32| Tapered { mg: whole.mg * number / count, eg: whole.eg * number / count };
        self.at
            .into_iter()
            .zip(0..)
            .map(|(square, number)| share(Some(square), difference(upto(number + 1), upto(number))))
            .collect()
    }
}

/// Shares a value out among some shares, by the units they have so far.
fn turn_units_into(value: Tapered, shares: &mut [Share], is_one: impl Fn(&Share) -> bool) {
    let mut all = Tapered::default();
    for share in shares.iter().filter(|share| is_one(share)) {
        all.mg += share.value.mg;
        all.eg += share.value.eg;
    }
    let part = |value: i32, units: i32, all: i32| {
        if all > 0 { (i64::from(value) * i64::from(units) / i64::from(all)) as i32 } else { 0 }
    };
    let (mut units, mut given) = (Tapered::default(), Tapered::default());
    for share in shares.iter_mut().filter(|share| is_one(share)) {
        units.mg += share.value.mg;
        units.eg += share.value.eg;
        let upto =
            Tapered { mg: part(value.mg, units.mg, all.mg), eg: part(value.eg, units.eg, all.eg) };
        share.value = difference(upto, given);
        given = upto;
    }
}

fn difference(a: Tapered, b: Tapered) -> Tapered {
    Tapered { mg: a.mg - b.mg, eg: a.eg - b.eg }
}

#[cfg(test)]
mod tests {
    use super::super::{explain, locate, tests::positions};
    use super::*;

    #[test]
    fn the_shares_of_a_term_are_the_term() {
        for board in positions() {
            let (breakdown, shares) = (explain(&board), locate(&board));
            for (part, term) in Part::ALL.into_iter().zip(&breakdown.terms) {
                for (side, whole) in [(Color::White, term.white), (Color::Black, term.black)] {
                    let mut sum = Tapered::default();
                    for share in shares.iter().filter(|s| s.part == part && s.side == side) {
                        sum.mg += share.value.mg;
                        sum.eg += share.value.eg;
                    }
                    assert_eq!(sum, whole, "{} of {side} in {board}", part.name());
                }
            }
        }
    }

    #[test]
    fn shares_lie_where_their_pieces_are() {
        // A knight on a covered outpost, a passed pawn, a rook on an open file.
        let fen = "4k3/8/8/3N4/2P1p3/8/8/R3K3 w Q - 0 1";
        let board = tabia_chess::Board::from_fen(fen).unwrap();
        let shares = locate(&board);
        let has = |group: &str, square: Square, side: Color| {
            let found = shares.iter().find(|s| s.group.name == group && s.square == Some(square));
            assert!(found.is_some_and(|share| share.side == side), "{group} on {square}");
        };
        has("OUTPOST", Square::D5, Color::White);
        has("MATERIAL", Square::A1, Color::White);
        has("ROOK_FILE", Square::A1, Color::White);
        has("PASSED", Square::E4, Color::Black);
    }
}
