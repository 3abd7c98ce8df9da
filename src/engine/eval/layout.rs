//! Where each weight lives. All weights stand in one array, so that a tuner can see them as one
//! vector and the breakdown as a few named ranges of it. Those of [`Part::Attack`] and
//! [`Part::Initiative`] are units that [`shape`](super::shape) turns into centipawns.

use tabia_text::t;

/// The terms of the breakdown, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Pieces counted.
    Material,
    /// What pieces are worth beside each other.
    Imbalance,
    /// Pieces on good and bad squares.
    Squares,
    /// Safe squares pieces can go to.
    Mobility,
    /// Pawn structure.
    Pawns,
    /// Passed pawns and candidates.
    Passed,
    /// Pawns before the king, the opponent's coming.
    Shelter,
    /// Attack on the king (counted for the attacker).
    Attack,
    /// Pieces attacked.
    Threats,
    /// Bishops, knights and rooks well or badly placed.
    Pieces,
    /// Room behind the own pawns.
    Space,
    /// What is left to play for, to the side that leads.
    Initiative,
}

impl Part {
    /// All terms.
    pub const ALL: [Part; 12] = [
        Part::Material,
        Part::Imbalance,
        Part::Squares,
        Part::Mobility,
        Part::Pawns,
        Part::Passed,
        Part::Shelter,
        Part::Attack,
        Part::Threats,
        Part::Pieces,
        Part::Space,
        Part::Initiative,
    ];

    /// The name shown.
    pub fn name(self) -> &'static str {
        match self {
            Part::Material => t!("eval-term-material"),
            Part::Imbalance => t!("eval-term-imbalance"),
            Part::Squares => t!("eval-term-squares"),
            Part::Mobility => t!("eval-term-mobility"),
            Part::Pawns => t!("eval-term-pawns"),
            Part::Passed => t!("eval-term-passed"),
            Part::Shelter => t!("eval-term-shelter"),
            Part::Attack => t!("eval-term-attack"),
            Part::Threats => t!("eval-term-threats"),
            Part::Pieces => t!("eval-term-pieces"),
            Part::Space => t!("eval-term-space"),
            Part::Initiative => t!("eval-term-initiative"),
        }
    }
}

/// A run of weights of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// Index of its first weight.
    pub start: usize,
    /// Number of its weights.
    pub len: usize,
    /// The term it counts towards.
    pub part: Part,
}

impl Group {
    /// Its name as people read it: `ROOK_FILE` is `Rook file`.
    pub fn words(&self) -> String {
        let small = self.name.to_lowercase().replace('_', " ");
        small.get(..1).map_or(String::new(), |first| first.to_uppercase() + &small[1..])
    }
}

/// The group that a weight belongs to. There is one for every index below [`COUNT`]; above, the last.
pub fn group_of(index: usize) -> &'static Group {
    let at = GROUPS.partition_point(|group| group.start <= index);
    &GROUPS[at.saturating_sub(1)]
}

/// Numbers the groups one after the other.
macro_rules! groups {
    (@consts $at:expr;) => {
        /// Number of all weights.
        pub const COUNT: usize = $at;
    };
    (@consts $at:expr; $(#[$doc:meta])* $name:ident [$len:expr] $part:ident, $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: usize = $at;
        groups!(@consts $name + $len; $($rest)*);
    };
    ($($(#[$doc:meta])* $name:ident [$len:expr] $part:ident,)*) => {
        groups!(@consts 0; $($(#[$doc])* $name [$len] $part,)*);
        /// All groups in the order of their weights.
        pub const GROUPS: &[Group] = &[
            $(Group { name: stringify!($name), start: $name, len: $len, part: Part::$part },)*
        ];
    };
}

groups! {
    /// Pawn to queen.
    MATERIAL [5] Material,
    /// Two own pieces of these kinds, for each pair of them: pawn-pawn, knight-pawn, knight-knight ..
    OWN_PAIR [15] Imbalance,
    /// Own piece and a lesser one of the opponent, for each pair: knight-pawn, bishop-pawn ..
    OTHER_PAIR [10] Imbalance,
    /// Piece by square as its side sees it.
    SQUARES [6 * 64] Squares,
    /// By number of safe squares.
    KNIGHT_MOBILITY [9] Mobility,
    /// By number of safe squares.
    BISHOP_MOBILITY [14] Mobility,
    /// By number of safe squares.
    ROOK_MOBILITY [15] Mobility,
    /// By number of safe squares.
    QUEEN_MOBILITY [28] Mobility,
    /// A pawn with an own pawn before it.
    DOUBLED [1] Pawns,
    /// No own pawn on the neighbouring files; second: on a half-open file.
    ISOLATED [2] Pawns,
    /// Left behind and held back; second: on a half-open file.
    BACKWARD [2] Pawns,
    /// Own pawn beside it, by rank.
    PHALANX [8] Pawns,
    /// Own pawn covering it, by rank.
    SUPPORTED [8] Pawns,
    /// Enemy piece or pawn right before it, by rank.
    STOPPED [8] Pawns,
    /// By rank.
    PASSED [8] Passed,
    /// Only helpers needed to become passed, by rank.
    CANDIDATE [8] Passed,
    /// Enemy piece on the square before it, by rank.
    PASSED_BLOCKED [8] Passed,
    /// Next step safe, by rank.
    PASSED_STEP [8] Passed,
    /// Whole way safe, by rank.
    PASSED_WAY [8] Passed,
    /// Own king's steps to the square before it: on the fourth and fifth rank, then beyond.
    PASSED_OWN_KING [2 * 8] Passed,
    /// Enemy king's steps to the square before it, likewise.
    PASSED_THEIR_KING [2 * 8] Passed,
    /// Nobody can stop it: no enemy pieces, and their king comes too late.
    PASSED_RUNS [1] Passed,
    /// Covered by an own pawn, by rank.
    PASSED_COVERED [8] Passed,
    /// Own rook behind it; second: enemy rook behind it.
    PASSED_ROOK [2] Passed,
    /// Own pawns before the king: file from the edge, rank of the nearest (0 none).
    SHELTER [4 * 8] Shelter,
    /// Enemy pawns coming: file from the edge, rank of the nearest (0 none).
    STORM [4 * 8] Shelter,
    /// Enemy pawn stopped by the shelter, by rank.
    STORM_STOPPED [8] Shelter,
    /// King on a file without own pawns; second: without any.
    KING_FILE [2] Shelter,
    /// By number of pieces that attack the king's zone, five and more counting as five.
    DANGER_ATTACKERS [6] Attack,
    /// Each attacker, knight to queen.
    DANGER_ATTACKER [4] Attack,
    /// Squares of the zone that pieces attack, each time.
    DANGER_HITS [1] Attack,
    /// Squares of the zone that pawns attack.
    DANGER_PAWN_HITS [1] Attack,
    /// Squares beside the king that are attacked and badly covered.
    DANGER_WEAK [1] Attack,
    /// Checks from safe squares, knight to queen: one, then several of a kind.
    DANGER_SAFE_CHECK [2 * 4] Attack,
    /// Squares of checks that can be answered by taking, knight to queen.
    DANGER_CHECK [4] Attack,
    /// Pieces of the king's side that are pinned to it.
    DANGER_PINNED [1] Attack,
    /// Squares on the king's side of the board that are attacked; second: twice.
    DANGER_FLANK [2] Attack,
    /// Squares there that the king's own side covers.
    DANGER_FLANK_COVERED [1] Attack,
    /// A knight covers squares beside its king.
    DANGER_KNIGHT_GUARD [1] Attack,
    /// Steps from the king that pieces are nearer than seven, knight to queen.
    DANGER_NEAR [4] Attack,
    /// Files beside the king without pawns of its side.
    DANGER_OPEN [1] Attack,
    /// Pawns that have come within two ranks of the king.
    DANGER_STORM [1] Attack,
    /// The attacker has no queen.
    DANGER_NO_QUEEN [1] Attack,
    /// The attacker is to move.
    DANGER_TURN [1] Attack,
    /// A pawn attacks a piece, by kind.
    PAWN_THREAT [6] Threats,
    /// A minor piece attacks, by kind attacked.
    MINOR_THREAT [6] Threats,
    /// A rook attacks, by kind attacked.
    ROOK_THREAT [6] Threats,
    /// A queen attacks, by kind attacked.
    QUEEN_THREAT [6] Threats,
    /// The king attacks something not covered.
    KING_THREAT [1] Threats,
    /// Attacked and not covered.
    HANGING [1] Threats,
    /// A safe pawn step would attack a piece.
    PUSH_THREAT [1] Threats,
    /// Squares attacked that the enemy covers but once: room to restrict.
    RESTRICTED [1] Threats,
    /// Safe squares from where a knight, a bishop, a rook would attack the queen.
    NEXT_ON_QUEEN [3] Threats,
    /// Two bishops.
    BISHOP_PAIR [1] Pieces,
    /// Own pawns on the bishop's colour, each.
    BISHOP_PAWNS [1] Pieces,
    /// Own pawns on the bishop's colour by own pawns blocked in the centre.
    BISHOP_BLOCKED [1] Pieces,
    /// Bishop that sees two squares of the centre through pieces.
    BISHOP_LONG [1] Pieces,
    /// Enemy pawns on the bishop's lines through everything.
    BISHOP_XRAY [1] Pieces,
    /// On a square no enemy pawn can attack: knight bare, covered, bishop bare, covered.
    OUTPOST [4] Pieces,
    /// Covered square like that a knight, a bishop can go to.
    OUTPOST_REACH [2] Pieces,
    /// Minor piece behind a pawn.
    MINOR_BEHIND_PAWN [1] Pieces,
    /// Steps of knights from the own king, each.
    KNIGHT_KING_STEPS [1] Pieces,
    /// Steps of bishops from the own king, each.
    BISHOP_KING_STEPS [1] Pieces,
    /// Rook on a file without own pawns; second: without any.
    ROOK_FILE [2] Pieces,
    /// Rook on the seventh rank with pawns there or the king behind.
    ROOK_SEVENTH [1] Pieces,
    /// Rook shut in by its own king; second: which may castle.
    ROOK_TRAPPED [2] Pieces,
    /// Rook on the file of a queen.
    ROOK_QUEEN_FILE [1] Pieces,
    /// Knight or bishop: pawns of both sides, each, on the board.
    MINOR_PAWNS [2] Pieces,
    /// Safe squares at home in the centre by own pieces beyond three; second: those behind own pawns.
    SPACE [2] Space,
    /// Always.
    INITIATIVE_BASE [1] Initiative,
    /// Each pawn on the board.
    INITIATIVE_PAWNS [1] Initiative,
    /// Each passed pawn on the board.
    INITIATIVE_PASSED [1] Initiative,
    /// Pawns on both wings.
    INITIATIVE_WINGS [1] Initiative,
    /// Files between the kings less ranks between them.
    INITIATIVE_OUTFLANKED [1] Initiative,
    /// A king in the other half.
    INITIATIVE_INTRUDED [1] Initiative,
    /// Pawns and kings alone.
    INITIATIVE_PAWN_ENDING [1] Initiative,
}
