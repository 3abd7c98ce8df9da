//! The game on the board: its tree, its players, its state. Data and queries; the changes are in `play`, `tree_edit`,
//! `position`, `board` and `replace`.

use std::borrow::Cow;

use tabia_chess::{Board, Claim, Color, Outcome, PieceType, Square};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::Shape;
use tabia_games::game::position::GamePosition;
use tabia_games::game::result::{self, GameResult};
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};

use super::clock::{Clocks, MoveLimit, tags as time_tags};
use super::ending;
use super::new_game::{DEFAULT_CHARACTER, engine_tag, engine_title};
use crate::window::workspace::Workspace;
use tabia_games::words;
use tabia_text::t;

/// Maximum length of a result from a file, characters.
const MAX_RESULT: usize = 40;

/// The name in a file of a person without a name.
pub(crate) const NO_NAME: &str = "Player";

/// The tag for the help a person had in a game; results without help are rated.
pub const HELP_TAG: &str = "Help";

/// The tag of a game that began from a position of another one: the number of plies of its main line that were not
/// played in it.
pub const BEGAN_TAG: &str = "BeganAtPly";

/// The tags that a game sets, and not the user.
const OWN_TAGS: [&str; 6] = ["White", "Black", "Result", ending::TAG, HELP_TAG, BEGAN_TAG];

/// Kinds of help that a person had in a game against an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// A move was taken back.
    Takeback,
    /// The program suggested a move, or played it.
    Hint,
    /// An engine showed its evaluation of the game.
    Analysis,
    /// The players swapped sides during the game.
    Sides,
    /// The game went on after the person's flag had fallen.
    Flag,
}

impl Help {
    /// The word used in the tag.
    fn name(self) -> &'static str {
        match self {
            Help::Takeback => "takeback",
            Help::Hint => "hint",
            Help::Analysis => "analysis",
            Help::Sides => "sides",
            Help::Flag => "flag",
        }
    }
}

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Human {
        /// The name; empty if unknown.
        name: String,
    },
    Engine {
        id: EngineId,
        /// The engine's name; empty for the built-in engine, which is named by its strength.
        name: String,
        /// The strength it plays at.
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

/// The phase of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has been played yet: the first move starts the game.
    #[default]
    Fresh,
    /// The game is in progress.
    Running,
    Over(Outcome),
}

/// A move to be played once the opponent has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    pub from: Square,
    pub to: Square,
    /// The piece a pawn promotes to.
    pub promotion: Option<PieceType>,
}

/// The game on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct GameState {
    /// Distinguishes games: every new start or load gets another number. 0 until the model has set it.
    pub serial: u64,
    /// The permanent id of the game, in sessions and in the file of the user's own games. 0 until the model has set
    /// it.
    pub id: u64,
    /// All moves.
    pub tree: GameTree,
    /// The position shown.
    pub current: NodeId,
    /// The current position of the game.
    pub live: NodeId,
    /// Plies before the current position that were played before the game began: 0, unless it began from a position
    /// of another game.
    pub began_at: usize,
    /// The tag pairs.
    pub tags: Tags,
    /// The players, indexed by `Color::index()`.
    pub players: [Player; 2],
    /// The phase.
    pub phase: Phase,
    /// The clocks, if the game is played with clocks.
    pub clocks: Option<Clocks>,
    /// What an engine may spend on each of its moves instead of using its clock, indexed by `Color::index()`.
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
    /// An analysis board: no one plays here.
    pub(crate) free: bool,
    /// Players and clocks of a game that had not begun when analysis was switched on.
    pub(crate) set_aside: Option<([Player; 2], Option<Clocks>)>,
    /// How the game was displayed when it was last remembered for undo.
    pub(crate) viewed: Option<Viewed>,
}

/// How the game was displayed before another replaced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewed {
    /// Black is at the bottom.
    pub(crate) flipped: bool,
    /// The user flipped the board.
    pub(crate) turned: bool,
    /// The workspace on screen.
    pub(crate) workspace: Workspace,
}

impl GameState {
    /// The first game for a new user: the start position, White for the user, Black for the engine at a level a
    /// casual player has a chance against, no clocks.
    pub fn first() -> GameState {
        let engine = Player::built_in(Strength::Character(DEFAULT_CHARACTER));
        GameState::new(Board::start(), [Player::human(), engine])
    }

    /// A game about to begin.
    pub fn new(start: Board, players: [Player; 2]) -> GameState {
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
            clocks: None,
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

    /// An analysis board, on which no engine moves by itself.
    pub fn analysis(start: Board) -> GameState {
        GameState { free: true, ..GameState::new(start, [Player::human(), Player::human()]) }
    }

    /// An analysis board with a game that was read, at its start position.
    pub fn analysis_of(tree: GameTree, tags: Tags) -> GameState {
        GameState { tree, tags, ..GameState::analysis(Board::start()) }
    }

    /// An analysis board of a position with the moves that led to it, shown at its end.
    pub(crate) fn analysis_line(position: &GamePosition) -> GameState {
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

    /// A game that begins with a position. The moves that led to it are kept for detecting repetitions and for
    /// display.
    pub(crate) fn from_position(position: &GamePosition, players: [Player; 2]) -> GameState {
        let line = GameState::analysis_line(position);
        let began_at = line.tree.ply(line.live);
        let phase = if began_at == 0 { Phase::Fresh } else { Phase::Running };
        GameState { began_at, players, phase, free: false, ..line }
    }

    /// The position in which the game began.
    pub fn beginning(&self) -> NodeId {
        self.tree.path(self.live).get(self.began_at).copied().unwrap_or(self.live)
    }

    /// The number of moves a side has made since the game began.
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
                        // Two people are named by their colours, as on the screen.
                        None => side.name().to_owned(),
                    },
                    Player::Human { name } => name.clone(),
                };
                tags.set(side.name(), name);
                if let Player::Engine { strength, .. } = self.player(side)
                    && let Some(elo) = strength.elo().filter(|_| !self.is_handicapped(side))
                {
                    tags.set(format!("{}Elo", side.name()), elo.to_string());
                }
            }
            if self.began_at > 0 {
                tags.set(BEGAN_TAG, self.began_at.to_string());
            }
        }
        // Moves may have been added or deleted.
        if tags.get("PlyCount").is_some() && self.tree.all_unread().next().is_none() {
            tags.set("PlyCount", (self.tree.main_line().len() - 1).to_string());
        }
        for (name, value) in self.time_tags() {
            tags.set(name, value);
        }
        if let (Phase::Over(outcome), false) = (self.phase, self.is_analysis_board()) {
            tags.set(ending::TAG, ending::termination(outcome));
        }
        tags
    }

    /// Notes help in the tags of a game against an engine, unless the game is over or the board is for analysis. Returns
    /// whether it is new.
    pub(crate) fn note_help(&mut self, help: Help) -> bool {
        let over = matches!(self.phase, Phase::Over(_));
        let plays = !over && !self.is_analysis_board() && self.human_side().is_some();
        plays && self.add_help(help.name())
    }

    /// Adds the help noted in another state of this game: what the user has seen stays known, whatever is undone.
    /// Only a takeback that is undone leaves no trace.
    pub(crate) fn keep_help(&mut self, other: &Tags) {
        let words = other.known(HELP_TAG).unwrap_or_default().split_whitespace();
        for word in words.filter(|word| *word != Help::Takeback.name()) {
            self.add_help(word);
        }
    }

    fn add_help(&mut self, help: &str) -> bool {
        let noted = self.tags.known(HELP_TAG).unwrap_or_default();
        let new = noted.split(' ').all(|word| word != help);
        if new {
            let all = format!("{noted} {help}");
            self.tags.set(HELP_TAG, all.trim());
        }
        new
    }

    /// Whether a side plays below its strength: with a limit of depth or nodes, or with less than a quarter of the
    /// other side's time.
    pub fn is_handicapped(&self, side: Color) -> bool {
        match (self.move_limit(side), &self.clocks) {
            (Some(MoveLimit::Depth(_) | MoveLimit::Nodes(_)), _) => true,
            (Some(MoveLimit::Time(_)), _) | (None, None) => false,
            (None, Some(clocks)) => {
                let [own, other] = [side, !side].map(|side| clocks.control(side).usual_ms());
                own.saturating_mul(4) < other
            }
        }
    }

    /// What the engine of a side may spend on a move, if that is limited. Its clock then does not run.
    pub fn move_limit(&self, side: Color) -> Option<MoveLimit> {
        self.move_limits[side.index()].filter(|_| self.player(side).is_engine())
    }

    /// The tag pairs for the time control; empty if no time was measured.
    pub(crate) fn time_tags(&self) -> Vec<(&'static str, String)> {
        let limits = Color::ALL.map(|side| self.move_limit(side));
        time_tags(self.clocks.as_ref().map(Clocks::controls), limits)
    }

    /// The position shown.
    pub fn board(&self) -> &Board {
        self.tree.board(self.current)
    }

    /// The current position of the game.
    pub fn live_board(&self) -> &Board {
        self.tree.board(self.live)
    }

    /// Whether the shown position is the current position of the game.
    pub fn at_live(&self) -> bool {
        self.current == self.live
    }

    /// The player of a side.
    pub fn player(&self, side: Color) -> &Player {
        &self.players[side.index()]
    }

    /// Whether this is an analysis board: no result, no clock, all lines equal. Two people at one board play a game,
    /// with or without clocks.
    pub fn is_analysis_board(&self) -> bool {
        self.free
    }

    /// Whether a tag pair is set by the game that is or was played here, and not by the user.
    pub fn sets_tag(&self, name: &str) -> bool {
        let rated = |side: Color| match self.player(side) {
            Player::Engine { strength, .. } => {
                strength.elo().is_some() && name.strip_suffix("Elo") == Some(side.name())
            }
            Player::Human { .. } => false,
        };
        let of_game = OWN_TAGS.contains(&name) || Color::ALL.into_iter().any(rated);
        let of_time = || self.time_tags().iter().any(|(tag, _)| *tag == name);
        !self.is_analysis_board() && of_game || of_time()
    }

    /// Replaces the tags, except those that the game sets. Returns the tags before.
    pub(crate) fn swap_tags(&mut self, mut tags: Tags) -> Tags {
        for name in OWN_TAGS.into_iter().filter(|name| self.sets_tag(name)) {
            match self.tags.get(name) {
                Some(value) => tags.set(name, value),
                None => tags.remove(name),
            }
        }
        std::mem::replace(&mut self.tags, tags)
    }

    /// Whether a game is in progress that can be won or lost.
    pub fn is_played(&self) -> bool {
        self.phase == Phase::Running && !self.is_analysis_board()
    }

    /// Whether the game has ended: here, or by the result in its file.
    pub fn has_result(&self) -> bool {
        let of_file = || self.tags.known("Result").is_some_and(|result| result != "*");
        matches!(self.phase, Phase::Over(_)) || self.is_analysis_board() && of_file()
    }

    /// The side a human plays against an engine.
    pub fn human_side(&self) -> Option<Color> {
        let engine = |side| self.player(side).is_engine();
        Color::ALL.into_iter().find(|&side| !engine(side) && engine(!side))
    }

    /// The side an engine plays against a human.
    pub fn engine_side(&self) -> Option<Color> {
        self.human_side().map(|side| !side)
    }

    /// Whether an engine plays one of the sides.
    pub(crate) fn has_engine(&self, id: EngineId) -> bool {
        Color::ALL.into_iter().any(|side| self.engine_of(side) == Some(id))
    }

    /// The engine that plays a side, if one does.
    pub fn engine_of(&self, side: Color) -> Option<EngineId> {
        match self.player(side) {
            Player::Engine { id, .. } => Some(*id),
            Player::Human { .. } => None,
        }
    }

    /// Whether an engine is to move in the current position and the game is not over. A paused game counts.
    pub fn engine_to_move(&self) -> bool {
        !matches!(self.phase, Phase::Over(_)) && self.player(self.live_board().stm()).is_engine()
    }

    /// The side whose pieces the user may move on the shown board. On an analysis board, in an older position, and
    /// beside or after a game that has ended: the side to move. In a running game against an engine: the user's side
    /// (as a premove while the engine thinks). While engines play each other, or where the rules end the game: none.
    pub fn movable_side(&self) -> Option<Color> {
        if self.paused { None } else { self.side_of_user() }
    }

    /// The side whose pieces the user moves in the shown position, if the game is not paused.
    pub(crate) fn side_of_user(&self) -> Option<Color> {
        let stm = self.board().stm();
        if self.outcome_here().is_some() {
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

    /// Whether a move of the movable side would now be a premove.
    pub fn moves_are_premoves(&self) -> bool {
        self.at_live() && self.side_of_user().is_some_and(|side| side != self.board().stm())
    }

    /// Whether the user is about to make a move of the game on the shown board, or a premove.
    pub(crate) fn expects_move(&self) -> bool {
        let open = !matches!(self.phase, Phase::Over(_)) && !self.is_analysis_board();
        self.at_live() && open && self.movable_side().is_some()
    }

    /// How the rules end the game in the shown position.
    pub fn outcome_here(&self) -> Option<Outcome> {
        self.tree.outcome(self.current)
    }

    /// How the game ended, if it has. On an analysis board: how the shown line ends by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ if self.is_analysis_board() => self.outcome_here(),
            _ => None,
        }
    }

    /// The result as text: how the game ended, or the result in the file of a loaded game.
    pub fn result_text(&self) -> Option<String> {
        if let Some(outcome) = self.outcome() {
            let result = GameResult::won_by(outcome.winner()).shown();
            return Some(t!(
                "result-with-reason",
                result = result,
                reason = words::outcome(outcome)
            ));
        }
        let loaded = self.tags.known("Result").filter(|r| *r != "*" && self.is_analysis_board())?;
        let loaded: String = loaded.chars().take(MAX_RESULT).collect();
        let result = result::shown(&loaded);
        Some(match ending::reason(&self.tags, &self.tree) {
            Some(reason) => t!("result-with-reason", result = result, reason = reason),
            None => result.to_owned(),
        })
    }

    /// Whether a person has to answer a draw offer.
    pub(crate) fn can_answer_draw(&self) -> bool {
        self.draw_offer.is_some_and(|side| !self.player(!side).is_engine()) && self.is_played()
    }

    /// The draw that a human to move can claim now, in the current position of the game.
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

    /// The moves of the game, without those tried after its end; on an analysis board the main line.
    pub fn played_line(&self) -> Vec<NodeId> {
        if self.is_analysis_board() { self.tree.main_line() } else { self.tree.path(self.live) }
    }

    /// The line shown in graphs and stepped through, to its end: through the shown position and, if it leads there,
    /// the current position of the game.
    pub fn line(&self) -> Vec<NodeId> {
        let towards_live = self.tree.is_on_path(self.current, self.live);
        self.tree.line_through(if towards_live { self.live } else { self.current })
    }

    /// The node one step forward from a node: towards the current position of the game, else along the main line.
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
