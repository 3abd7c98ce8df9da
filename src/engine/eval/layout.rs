//! Indices of the weights. All weights are in one array: a vector for the tuner, named ranges for the breakdown. Those
//! of [`Part::Attack`] and [`Part::Initiative`] are units that [`shape`](super::shape) converts to centipawns.

/// Terms of the breakdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Piece values.
    Material,
    /// Material imbalance: values of pairs of pieces.
    Imbalance,
    /// Piece-square tables.
    Squares,
    /// Mobility: safe squares.
    Mobility,
    /// Pawn structure.
    Pawns,
    /// Passed pawns and candidates.
    Passed,
    /// King shelter and pawn storm.
    Shelter,
    /// King attack, counted for the attacker.
    Attack,
    /// Threats against pieces.
    Threats,
    /// Placement of bishops, knights and rooks.
    Pieces,
    /// Space behind a side's own pawns.
    Space,
    /// Initiative: winning chances of the side that leads.
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

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Part::Material => "Material",
            Part::Imbalance => "Imbalance",
            Part::Squares => "Piece squares",
            Part::Mobility => "Mobility",
            Part::Pawns => "Pawn structure",
            Part::Passed => "Passed pawns",
            Part::Shelter => "King shelter",
            Part::Attack => "King attack",
            Part::Threats => "Threats",
            Part::Pieces => "Piece placement",
            Part::Space => "Space",
            Part::Initiative => "Initiative",
        }
    }
}

/// A range of weights of one kind.
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
    /// Display name: `ROOK_FILE` is `Rook file`.
    pub fn words(&self) -> String {
        let small = self.name.to_lowercase().replace('_', " ");
        small.get(..1).map_or(String::new(), |first| first.to_uppercase() + &small[1..])
    }
}

/// The group of a weight. Indices from [`COUNT`] on give the last group.
pub fn group_of(index: usize) -> &'static Group {
    let at = GROUPS.partition_point(|group| group.start <= index);
    &GROUPS[at.saturating_sub(1)]
}

/// Assigns indices to the groups in order.
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
    /// Each pair of own pieces of these kinds: pawn-pawn, knight-pawn, knight-knight ..
    OWN_PAIR [15] Imbalance,
    /// Each pair of a friendly piece and a less valuable enemy piece: knight-pawn, bishop-pawn ..
    OTHER_PAIR [10] Imbalance,
    /// Piece-square tables, from the side's perspective.
    SQUARES [6 * 64] Squares,
    /// By number of safe squares.
    KNIGHT_MOBILITY [9] Mobility,
    /// By number of safe squares.
    BISHOP_MOBILITY [14] Mobility,
    /// By number of safe squares.
    ROOK_MOBILITY [15] Mobility,
    /// By number of safe squares.
    QUEEN_MOBILITY [28] Mobility,
    /// Doubled pawn: a friendly pawn in front.
    DOUBLED [1] Pawns,
    /// Isolated pawn; second: on a half-open file.
    ISOLATED [2] Pawns,
    /// Backward pawn; second: on a half-open file.
    BACKWARD [2] Pawns,
    /// Phalanx: a friendly pawn beside it, by rank.
    PHALANX [8] Pawns,
    /// Defended by a friendly pawn, by rank.
    SUPPORTED [8] Pawns,
    /// Enemy piece or pawn directly in front, by rank.
    STOPPED [8] Pawns,
    /// By rank.
    PASSED [8] Passed,
    /// Candidate passed pawn, by rank.
    CANDIDATE [8] Passed,
    /// Passed pawn blocked by an enemy piece, by rank.
    PASSED_BLOCKED [8] Passed,
    /// Passed pawn whose next square is safe, by rank.
    PASSED_STEP [8] Passed,
    /// Passed pawn with a safe path to promotion, by rank.
    PASSED_WAY [8] Passed,
    /// Distance of the friendly king to the square in front of a passed pawn: on the fourth and fifth rank, then
    /// beyond.
    PASSED_OWN_KING [2 * 8] Passed,
    /// Distance of the enemy king to that square, likewise.
    PASSED_THEIR_KING [2 * 8] Passed,
    /// Unstoppable passed pawn: no enemy pieces, and the enemy king is too late.
    PASSED_RUNS [1] Passed,
    /// Passed pawn defended by a pawn, by rank.
    PASSED_COVERED [8] Passed,
    /// Own rook behind it; second: enemy rook behind it.
    PASSED_ROOK [2] Passed,
    /// Own pawns in front of the king: file from the edge, rank of the nearest (0 none).
    SHELTER [4 * 8] Shelter,
    /// Enemy pawn storm: file from the edge, rank of the nearest (0 none).
    STORM [4 * 8] Shelter,
    /// Enemy pawn blocked by the shelter, by rank.
    STORM_STOPPED [8] Shelter,
    /// King on a file without own pawns; second: on an open file.
    KING_FILE [2] Shelter,
    /// By number of pieces that attack the king zone, at most five.
    DANGER_ATTACKERS [6] Attack,
    /// Each attacker, by kind from knight to queen.
    DANGER_ATTACKER [4] Attack,
    /// Attacks of pieces on zone squares, counted per piece.
    DANGER_HITS [1] Attack,
    /// Zone squares attacked by pawns.
    DANGER_PAWN_HITS [1] Attack,
    /// Attacked squares beside the king that are weakly defended.
    DANGER_WEAK [1] Attack,
    /// Safe checks, knight to queen: one, then several of a kind.
    DANGER_SAFE_CHECK [2 * 4] Attack,
    /// Unsafe checks, knight to queen.
    DANGER_CHECK [4] Attack,
    /// Pinned pieces of the king's side.
    DANGER_PINNED [1] Attack,
    /// Attacked squares on the king's flank; second: attacked twice.
    DANGER_FLANK [2] Attack,
    /// Flank squares that the king's side defends.
    DANGER_FLANK_COVERED [1] Attack,
    /// A knight defends squares beside its king.
    DANGER_KNIGHT_GUARD [1] Attack,
    /// Attackers' closeness to the king: 7 less the distance, knight to queen.
    DANGER_NEAR [4] Attack,
    /// Files beside the king without own pawns.
    DANGER_OPEN [1] Attack,
    /// Enemy pawns within two ranks of the king.
    DANGER_STORM [1] Attack,
    /// The attacker has no queen.
    DANGER_NO_QUEEN [1] Attack,
    /// The attacker is to move.
    DANGER_TURN [1] Attack,
    /// Pawn attacks a piece, by kind.
    PAWN_THREAT [6] Threats,
    /// Minor piece attacks a piece, by kind.
    MINOR_THREAT [6] Threats,
    /// Rook attacks a piece, by kind.
    ROOK_THREAT [6] Threats,
    /// Queen attacks a piece, by kind.
    QUEEN_THREAT [6] Threats,
    /// King attacks a piece that no pawn defends, and that no two pieces defend against it alone.
    KING_THREAT [1] Threats,
    /// Hanging piece: attacked and undefended.
    HANGING [1] Threats,
    /// Safe pawn push that attacks a piece.
    PUSH_THREAT [1] Threats,
    /// Attacked squares that the enemy defends only once.
    RESTRICTED [1] Threats,
    /// Safe squares from which a knight, bishop or rook would attack the queen.
    NEXT_ON_QUEEN [3] Threats,
    /// Bishop pair.
    BISHOP_PAIR [1] Pieces,
    /// Own pawns on the bishop's colour.
    BISHOP_PAWNS [1] Pieces,
    /// Own pawns on the bishop's colour times own blocked pawns in the centre.
    BISHOP_BLOCKED [1] Pieces,
    /// Bishop on a long diagonal that sees two centre squares through pieces.
    BISHOP_LONG [1] Pieces,
    /// Enemy pawns on the bishop's diagonals, through all pieces.
    BISHOP_XRAY [1] Pieces,
    /// Outpost: knight undefended, defended, bishop undefended, defended.
    OUTPOST [4] Pieces,
    /// Reachable defended outpost of a knight, of a bishop.
    OUTPOST_REACH [2] Pieces,
    /// Minor piece behind a pawn of either side.
    MINOR_BEHIND_PAWN [1] Pieces,
    /// Distance of knights from the friendly king.
    KNIGHT_KING_STEPS [1] Pieces,
    /// Distance of bishops from the friendly king.
    BISHOP_KING_STEPS [1] Pieces,
    /// Rook on a half-open file; second: on an open file.
    ROOK_FILE [2] Pieces,
    /// Rook on the seventh rank with enemy pawns there or the king behind.
    ROOK_SEVENTH [1] Pieces,
    /// Rook trapped by its own king; second: castling is still possible.
    ROOK_TRAPPED [2] Pieces,
    /// Rook on the file of a queen of either side.
    ROOK_QUEEN_FILE [1] Pieces,
    /// Knight or bishop times the pawns on the board.
    MINOR_PAWNS [2] Pieces,
    /// Safe central squares on the side's own half times own pieces beyond three; second: those behind own pawns.
    SPACE [2] Space,
    /// Constant.
    INITIATIVE_BASE [1] Initiative,
    /// Pawns on the board.
    INITIATIVE_PAWNS [1] Initiative,
    /// Passed pawns on the board.
    INITIATIVE_PASSED [1] Initiative,
    /// Pawns on both wings.
    INITIATIVE_WINGS [1] Initiative,
    /// File distance less rank distance of the kings.
    INITIATIVE_OUTFLANKED [1] Initiative,
    /// A king in the enemy half.
    INITIATIVE_INTRUDED [1] Initiative,
    /// Pawn ending.
    INITIATIVE_PAWN_ENDING [1] Initiative,
}
