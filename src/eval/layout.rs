//! Where each weight lives. All weights stand in one array, so that a tuner can see them as one
//! vector and the breakdown as a few named ranges of it.

/// The terms of the breakdown, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Pieces counted.
    Material,
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
}

impl Part {
    /// All terms.
    pub const ALL: [Part; 10] = [
        Part::Material,
        Part::Squares,
        Part::Mobility,
        Part::Pawns,
        Part::Passed,
        Part::Shelter,
        Part::Attack,
        Part::Threats,
        Part::Pieces,
        Part::Space,
    ];

    /// The name shown.
    pub fn name(self) -> &'static str {
        match self {
            Part::Material => "Material",
            Part::Squares => "Piece squares",
            Part::Mobility => "Mobility",
            Part::Pawns => "Pawn structure",
            Part::Passed => "Passed pawns",
            Part::Shelter => "King shelter",
            Part::Attack => "King attack",
            Part::Threats => "Threats",
            Part::Pieces => "Piece placement",
            Part::Space => "Space",
        }
    }
}

/// A run of weights of one kind.
#[derive(Clone, Copy, Debug)]
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
    /// Own king's steps to the square before it, from the fourth rank on.
    PASSED_OWN_KING [8] Passed,
    /// Enemy king's steps to the square before it, from the fourth rank on.
    PASSED_THEIR_KING [8] Passed,
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
    /// By the units of attack on the enemy king.
    KING_DANGER [48] Attack,
    /// A pawn attacks a piece, by kind.
    PAWN_THREAT [6] Threats,
    /// A minor piece attacks, by kind attacked.
    MINOR_THREAT [6] Threats,
    /// A rook attacks, by kind attacked.
    ROOK_THREAT [6] Threats,
    /// The king attacks something not covered.
    KING_THREAT [1] Threats,
    /// Attacked and not covered.
    HANGING [1] Threats,
    /// A safe pawn step would attack a piece.
    PUSH_THREAT [1] Threats,
    /// Squares attacked that the enemy does not cover: room to restrict.
    RESTRICTED [1] Threats,
    /// Two bishops.
    BISHOP_PAIR [1] Pieces,
    /// Own pawns on the bishop's colour, each.
    BISHOP_PAWNS [1] Pieces,
    /// On a square no enemy pawn can attack: knight bare, covered, bishop bare, covered.
    OUTPOST [4] Pieces,
    /// Minor piece behind a pawn.
    MINOR_BEHIND_PAWN [1] Pieces,
    /// Steps of knights from the own king, each.
    KNIGHT_KING_STEPS [1] Pieces,
    /// Steps of bishops from the own king, each.
    BISHOP_KING_STEPS [1] Pieces,
    /// Rook on a file without own pawns; second: without any.
    ROOK_FILE [2] Pieces,
    /// Knight or bishop: pawns of both sides, each, on the board.
    MINOR_PAWNS [2] Pieces,
    /// Safe squares behind the own pawns in the centre, by number of own pieces.
    SPACE [1] Space,
}
