//! The game on the board: its tree, who plays, how it stands. Data and questions about it; what happens to it is in
//! `play`, `tree_edit`, `position`, `board` and `replace`.

use std::borrow::Cow;

use tabia_chess::{Board, Claim, Color, Outcome, PieceType, Square};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::Shape;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};

use super::clock::{Clocks, MoveLimit, TimeControl, tags as time_tags};
use super::ending;
use super::new_game::{DEFAULT_CHARACTER, engine_tag, engine_title};
use crate::window::workspace::Workspace;
use tabia_games::words;
use tabia_text::t;

/// Characters shown of a result that a file gives.
const MAX_RESULT: usize = 40;

/// What a person without a name is called in a file.
pub(crate) const NO_NAME: &str = "Player";

/// The tag that says how a person was helped in a game; what was done without is rated.
pub const HELP_TAG: &str = "Help";

/// The tag of a game that began in the moves of another: so many plies of its main line were not played in it.
pub const BEGAN_TAG: &str = "BeganAtPly";

/// Help that a person had in a game against an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// A move was taken back.
    Takeback,
    /// The program named a move, or made it.
    Hint,
    /// An engine showed what it thinks of the game.
    Analysis,
    /// The players changed sides during the game.
    Sides,
}

impl Help {
    /// As the tag has it.
    fn name(self) -> &'static str {
        match self {
            Help::Takeback => "takeback",
            Help::Hint => "hint",
            Help::Analysis => "analysis",
            Help::Sides => "sides",
        }
    }
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Human {
        /// The name; empty where none is known.
        name: String,
    },
    Engine {
        id: EngineId,
        /// What it is called; empty for the built-in one, whose strength has a name.
        name: String,
        /// How strong it plays.
        strength: Strength,
    },
}

impl Player {
    /// A person without a name.
    pub fn human() -> Player {
        Player::Human { name: String::new() }
    }

    /// The built-in engine at a strength.
    pub fn built_in(strength: Strength) -> Player {
        Player::Engine { id: EngineId::BUILT_IN, name: String::new(), strength }
    }

    pub fn is_engine(&self) -> bool {
        matches!(self, Player::Engine { .. })
    }
}

/// How far a game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has been played yet: the first move starts the game.
    #[default]
    Fresh,
    /// It is going on.
    Running,
    Over(Outcome),
}

/// A move to be played when the opponent has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    pub from: Square,
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<PieceType>,
}

/// The game on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct GameState {
    /// Tells games apart: another one after each new start or load. 0 until the model has numbered it.
    pub serial: u64,
    /// Names the game for good, in sessions and in the file of one's own games. 0 until the model has named it.
    pub id: u64,
    /// All moves.
    pub tree: GameTree,
    /// The position shown.
    pub current: NodeId,
    /// The position where the game stands.
    pub live: NodeId,
    /// Plies on the way to where it stands that were played before it began: 0, unless it began in the moves of another.
    pub began_at: usize,
    /// The tag pairs.
    pub tags: Tags,
    /// Who plays, indexed by `Color::index()`.
    pub players: [Player; 2],
    /// How far it is.
    pub phase: Phase,
    /// The clocks, if it is played with any.
    pub clocks: Option<Clocks>,
    /// What an engine may spend on each of its moves instead of its clock, indexed by `Color::index()`.
    pub move_limits: [Option<MoveLimit>; 2],
    /// An even match: the opponent's strength follows the result (`opponent::even`).
    pub even: bool,
    /// Stopped until the user resumes.
    pub paused: bool,
    /// The side that offers a draw and has not been answered.
    pub draw_offer: Option<Color>,
    /// Where a draw was last declined; it is not offered twice in one position.
    pub draw_declined: Option<NodeId>,
    /// The move to be played after the opponent's.
    pub premove: Option<Premove>,
    /// Nobody plays here: a board to try things on.
    pub(crate) free: bool,
    /// Players and clocks of a game that had not begun when analysis was switched on.
    pub(crate) set_aside: Option<([Player; 2], Option<Clocks>)>,
    /// How the game was looked at when it was last remembered for undo.
    pub(crate) viewed: Option<Viewed>,
}

/// How the game was looked at before another took its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewed {
    /// Black at the bottom.
    pub(crate) flipped: bool,
    /// By the user himself.
    pub(crate) turned: bool,
    /// The workspace on screen.
    pub(crate) workspace: Workspace,
}

impl GameState {
    /// What a visitor finds: the start position, White for the visitor, Black for the engine at a level a
    /// casual player has a chance against, no clocks.
    pub fn first() -> GameState {
        let engine = Player::built_in(Strength::Character(DEFAULT_CHARACTER));
        GameState::new(Board::start(), [Player::human(), engine], None)
    }

    /// A game about to begin.
    pub fn new(
        start: Board,
        players: [Player; 2],
        controls: Option<[TimeControl; 2]>,
    ) -> GameState {
        GameState {
            serial: 0,
            id: 0,
            tree: GameTree::new(start),
            current: NodeId::ROOT,
            live: NodeId::ROOT,
            began_at: 0,
            tags: Tags::roster(),
            players,
            phase: Phase::Fresh,
            clocks: controls.map(Clocks::new),
            move_limits: [None; 2],
            even: false,
            paused: false,
            draw_offer: None,
            draw_declined: None,
            premove: None,
            free: false,
            set_aside: None,
            viewed: None,
        }
    }

    /// A board on which nothing plays by itself.
    pub fn analysis(start: Board) -> GameState {
        GameState { free: true, ..GameState::new(start, [Player::human(), Player::human()], None) }
    }

    /// An analysis board of a game that was read, at its start position.
    pub fn analysis_of(tree: GameTree, tags: Tags) -> GameState {
        GameState { tree, tags, ..GameState::analysis(Board::start()) }
    }

    /// An analysis board of a position with the moves that led to it, shown at its end.
    pub fn analysis_line(position: &GamePosition) -> GameState {
        let mut game = GameState::analysis(position.start);
        for &mv in &position.moves {
            match game.tree.add_move(game.current, mv) {
                Ok(node) => game.current = node,
                Err(_) => break,
            }
        }
        game.live = game.current;
        game
    }

    /// A game that begins with a position. The moves that led to it are there for repetition and for the eye.
    pub fn from_position(position: &GamePosition, players: [Player; 2]) -> GameState {
        let line = GameState::analysis_line(position);
        let began_at = line.tree.ply(line.live);
        let phase = if began_at == 0 { Phase::Fresh } else { Phase::Running };
        GameState { began_at, players, phase, free: false, ..line }
    }

    /// The position with which it began.
    pub fn beginning(&self) -> NodeId {
        self.tree.path(self.live).get(self.began_at).copied().unwrap_or(self.live)
    }

    /// Moves of a side since it began.
    pub fn moves_of(&self, side: Color) -> usize {
        let played = self.tree.path(self.live).into_iter().skip(self.began_at + 1);
        played.filter(|&node| self.tree.mover(node) == side).count()
    }

    /// The tag pairs for a file: those of the game, and what else is known about players and time.
    pub fn export_tags(&self) -> Tags {
        let mut tags = self.tags.clone();
        if !self.is_analysis_board() {
            for side in Color::ALL {
                let name = match self.player(side) {
                    Player::Engine { name, strength, .. } => engine_tag(name, *strength),
                    Player::Human { name } if name.is_empty() => match self.human_side() {
                        Some(_) => NO_NAME.to_owned(),
                        // Two people are told apart by their colours, as on the screen.
                        None => side.name().to_owned(),
                    },
                    Player::Human { name } => name.clone(),
                };
                tags.set(side.name(), name);
                if let Player::Engine { strength, .. } = self.player(side)
                    && let Some(elo) = strength.elo()
                {
                    tags.set(format!("{}Elo", side.name()), elo.to_string());
                }
            }
            if self.began_at > 0 {
                tags.set(BEGAN_TAG, self.began_at.to_string());
            }
        }
        for (name, value) in self.time_tags() {
            tags.set(name, value);
        }
        if let (Phase::Over(outcome), false) = (self.phase, self.is_analysis_board()) {
            tags.set(ending::TAG, ending::termination(outcome));
        }
        tags
    }

    /// Notes help in a game against an engine that is not over, so that it stands in its tags.
    pub(crate) fn note_help(&mut self, help: Help) {
        let over = matches!(self.phase, Phase::Over(_));
        if over || self.is_analysis_board() || self.human_side().is_none() {
            return;
        }
        self.add_help(help.name());
    }

    /// Notes the help that another state of this game had, too: what was seen is known, whatever is undone. Only of a
    /// takeback that is undone nothing is left.
    pub(crate) fn keep_help(&mut self, other: &Tags) {
        let words = other.known(HELP_TAG).unwrap_or_default().split_whitespace();
        words.filter(|word| *word != Help::Takeback.name()).for_each(|word| self.add_help(word));
    }

    fn add_help(&mut self, help: &str) {
        let noted = self.tags.known(HELP_TAG).unwrap_or_default();
        if noted.split(' ').all(|word| word != help) {
            let all = format!("{noted} {help}");
            self.tags.set(HELP_TAG, all.trim());
        }
    }

    /// What the engine that plays a side may spend on a move, if that is not left to its clock. Its clock stands.
    pub fn move_limit(&self, side: Color) -> Option<MoveLimit> {
        self.move_limits[side.index()].filter(|_| self.player(side).is_engine())
    }

    /// The tag pairs that tell how much time there was; empty where none was measured.
    pub fn time_tags(&self) -> Vec<(&'static str, String)> {
        let limits = Color::ALL.map(|side| self.move_limit(side));
        time_tags(self.clocks.as_ref().map(Clocks::controls), limits)
    }

    /// The position shown.
    pub fn board(&self) -> &Board {
        self.tree.board(self.current)
    }

    /// The position where the game stands.
    pub fn live_board(&self) -> &Board {
        self.tree.board(self.live)
    }

    /// Whether the shown position is where the game stands.
    pub fn at_live(&self) -> bool {
        self.current == self.live
    }

    /// Who plays a side.
    pub fn player(&self, side: Color) -> &Player {
        &self.players[side.index()]
    }

    /// Whether nobody plays here: no result, no clock, every line as good as another. Two people at one
    /// board play a game, with or without clocks.
    pub fn is_analysis_board(&self) -> bool {
        self.free
    }

    /// Whether a tag pair comes from the game that is or was played here, and not from the user.
    pub fn sets_tag(&self, name: &str) -> bool {
        let own = ["White", "Black", "Result", ending::TAG, HELP_TAG, BEGAN_TAG];
        !self.is_analysis_board() && own.contains(&name)
    }

    /// Whether a game is going on that somebody can win or lose.
    pub fn is_played(&self) -> bool {
        self.phase == Phase::Running && !self.is_analysis_board()
    }

    /// Whether it has ended: here, or by the result that its file gives.
    pub fn has_result(&self) -> bool {
        let of_file = || self.tags.known("Result").is_some_and(|result| result != "*");
        matches!(self.phase, Phase::Over(_)) || self.is_analysis_board() && of_file()
    }

    /// The side a human plays against the engine.
    pub fn human_side(&self) -> Option<Color> {
        let engine = |side| self.player(side).is_engine();
        Color::ALL.into_iter().find(|&side| !engine(side) && engine(!side))
    }

    /// The side the engine plays against a human.
    pub fn engine_side(&self) -> Option<Color> {
        self.human_side().map(|side| !side)
    }

    /// Whether an engine plays one of the sides.
    pub fn has_engine(&self, id: EngineId) -> bool {
        Color::ALL.into_iter().any(|side| self.engine_of(side) == Some(id))
    }

    /// The engine that plays a side, if one does.
    pub fn engine_of(&self, side: Color) -> Option<EngineId> {
        match self.player(side) {
            Player::Engine { id, .. } => Some(*id),
            Player::Human { .. } => None,
        }
    }

    /// Whether the engine is to move where the game stands, and the game is not over. A paused game counts.
    pub fn engine_to_move(&self) -> bool {
        !matches!(self.phase, Phase::Over(_)) && self.player(self.live_board().stm()).is_engine()
    }

    /// The side whose pieces the user may move on the shown board: the side to move of an analysis board, of an older
    /// position or beside and after a game that has ended, one's own side in a running game against the engine (as a
    /// premove while the engine thinks), none while the engine plays itself or where the rules end the game.
    pub fn movable_side(&self) -> Option<Color> {
        let stm = self.board().stm();
        if self.outcome_here().is_some() || self.paused {
            return None;
        }
        if matches!(self.phase, Phase::Over(_)) {
            return Some(stm);
        }
        match (self.player(Color::White).is_engine(), self.player(Color::Black).is_engine()) {
            (true, true) => None,
            (false, false) => Some(stm),
            _ if self.at_live() => self.human_side(),
            _ => Some(stm).filter(|&side| Some(side) == self.human_side()),
        }
    }

    /// Whether a move of the movable side now would be a premove.
    pub fn moves_are_premoves(&self) -> bool {
        self.at_live() && self.movable_side().is_some_and(|side| side != self.board().stm())
    }

    /// Whether the user is about to make a move of the game on the shown board, or one ahead.
    pub fn expects_move(&self) -> bool {
        let open = !matches!(self.phase, Phase::Over(_)) && !self.is_analysis_board();
        self.at_live() && open && self.movable_side().is_some()
    }

    /// How the rules end the game in the shown position.
    pub fn outcome_here(&self) -> Option<Outcome> {
        self.tree.outcome(self.current)
    }

    /// How the game has ended, if it has. On an analysis board: how the shown line ends by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ if self.is_analysis_board() => self.outcome_here(),
            _ => None,
        }
    }

    /// The result for people: how the game ended, or the result a loaded game came with.
    pub fn result_text(&self) -> Option<String> {
        if let Some(outcome) = self.outcome() {
            let result = outcome.pgn().replace("1/2", "½");
            return Some(t!(
                "result-with-reason",
                result = result,
                reason = words::outcome(outcome)
            ));
        }
        let loaded = self.tags.known("Result").filter(|r| *r != "*" && self.is_analysis_board())?;
        let loaded: String = loaded.chars().take(MAX_RESULT).collect();
        let result = loaded.replace("1/2", "½");
        Some(match ending::reason(&self.tags, &self.tree) {
            Some(reason) => t!("result-with-reason", result = result, reason = reason),
            None => result,
        })
    }

    /// Whether a draw is offered that a person has to answer.
    pub fn can_answer_draw(&self) -> bool {
        self.draw_offer.is_some_and(|side| !self.player(!side).is_engine()) && self.is_played()
    }

    /// The draw that can be claimed now: where the game stands, by a human whose turn it is.
    pub fn claim(&self) -> Option<Claim> {
        let human = !self.player(self.live_board().stm()).is_engine();
        if human && self.is_played() { self.tree.claim(self.live) } else { None }
    }

    pub fn player_name(&self, side: Color) -> Cow<'_, str> {
        match self.player(side) {
            Player::Engine { name, strength, .. } => engine_title(name, *strength).into(),
            Player::Human { name } if !name.is_empty() => name.into(),
            Player::Human { .. } => {
                let you = match self.human_side() {
                    Some(human) if human == side => t!("player-you"),
                    _ => words::side(side),
                };
                self.tags.known(side.name()).unwrap_or(you).into()
            }
        }
    }

    /// Arrows and circles on the shown position.
    pub fn shapes(&self) -> &[Shape] {
        self.tree.shapes(self.current)
    }

    /// The line shown in graphs and stepped through: through the shown position and, where it leads there,
    /// the position where the game stands, to its end.
    pub fn line(&self) -> Vec<NodeId> {
        let towards_live = self.tree.is_on_path(self.current, self.live);
        self.tree.line_through(if towards_live { self.live } else { self.current })
    }

    /// The node one step forward from a node: towards where the game stands, else the main continuation.
    pub fn forward(&self, from: NodeId) -> Option<NodeId> {
        let mut at = self.live;
        while let Some(parent) = self.tree.parent(at) {
            if parent == from {
                return Some(at);
            }
            at = parent;
        }
        self.tree.next(from)
    }
}
