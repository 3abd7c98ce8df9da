//! Handles the actions in the view of the evaluation from scratch: numbers are changed, matches played, games started.

use tabia_lab::scratch::values::{self, Level, PUBLISHED, ScratchEval};
use tabia_text::t;

use super::ScratchAction;
use crate::arena::{proposals, update as arena};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::position;
use crate::lab::state::LabAction;

/// Handles an action in the view.
pub(crate) fn update(cx: &mut Cx<'_>, action: ScratchAction) {
    let kept = &mut cx.m.settings.scratch;
    let eval = &mut kept.eval;
    match action {
        ScratchAction::View(view) => {
            cx.m.lab.scratch.view = view;
            return;
        }
        ScratchAction::Match => {
            let levels = [Some(eval.level), eval.level.before()];
            return play_levels(cx, &levels.into_iter().flatten().collect::<Vec<_>>());
        }
        ScratchAction::AllMatches => return play_levels(cx, &Level::ALL),
        ScratchAction::Play => return position::play_scratch(cx),
        ScratchAction::Level(level) => eval.level = level,
        ScratchAction::Value(kind, cp) => {
            if let Some(value) = eval.material.get_mut(kind.index()) {
                *value = cp;
            }
        }
        ScratchAction::Publish(number) => {
            if let Some(set) = PUBLISHED.get(number) {
                eval.material = set.values;
            }
        }
        ScratchAction::Knob(knob, value) => *eval.knob_mut(knob) = value,
        ScratchAction::Square(part, kind, square, cp) => {
            let table = eval.squares.table_mut(part, kind);
            table[square.rank().index()][square.file().index()] = cp;
        }
        ScratchAction::ResetTable(part, kind) => {
            *eval.squares.table_mut(part, kind) = *values::initial().table(part, kind);
        }
        ScratchAction::Reset => *eval = ScratchEval::at(eval.level),
        ScratchAction::Games(games) => kept.games = games,
        ScratchAction::Nodes(nodes) => kept.nodes = nodes,
    }
    *kept = std::mem::take(kept).clamped();
    cx.out.push(Effect::SaveSettings);
}

/// Limit for seeds of openings, so that they are short enough to copy by hand.
const MAX_SEED: u64 = 1_000_000;

/// Lets the arena play these levels against each other.
fn play_levels(cx: &mut Cx<'_>, levels: &[Level]) {
    if levels.len() < 2 {
        return cx.m.toasts.info(t!("lab-scratch-first-level"));
    }
    let seed = cx.m.rng.next_u64() % MAX_SEED;
    let draft = proposals::levels(cx.m, levels, seed);
    arena::play(cx, &draft);
}

impl From<ScratchAction> for LabAction {
    fn from(action: ScratchAction) -> LabAction {
        LabAction::Scratch(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, UserCommand};
    use crate::action::{ArenaAction, ArenaNews};
    use crate::arena::draft;
    use crate::arena::messages::ArenaCommand;
    use crate::arena::state::{GamePlayed, TournamentStarted};
    use crate::game::state::Player;
    use crate::lab::scratch::{ScratchMatch, ScratchSettings};
    use crate::model::Model;
    use crate::persistence::session::Session;
    use crate::update::update;
    use crate::window::settings::{SettingChange, Settings};
    use tabia_chess::{Color, PieceType, Square};
    use tabia_engine::play::Cause;
    use tabia_engine::search::thinker::EngineId;
    use tabia_games::strength::sheet::{Points, ScoreSheet};
    use tabia_games::strength::standings::FinishedGame;
    use tabia_host::kinds::EngineConfig;
    use tabia_host::referee::plan::Plan;
    use tabia_host::referee::resume::KeptGame;
    use tabia_host::referee::schedule::Progress;
    use tabia_host::worker::protocol::Command;
    use tabia_lab::scratch::values::{Knob, Part, Tapered};

    fn act(model: &mut Model, action: ScratchAction) -> Vec<Effect> {
        update(model, Action::Lab(action.into()), 0)
    }

    fn opened(effects: &[Effect]) -> Vec<ScratchEval> {
        let one = |effect: &Effect| match effect {
            Effect::OpenSeat(_, EngineConfig::Scratch(eval)) => Some((**eval).clone()),
            _ => None,
        };
        effects.iter().filter_map(one).collect()
    }

    fn searches(effects: &[Effect]) -> usize {
        let one = |effect: &&Effect| {
            matches!(effect, Effect::ToEngine(EngineId::SCRATCH, Command::Search { .. }))
        };
        effects.iter().filter(one).count()
    }

    #[test]
    fn numbers_are_changed_clamped_and_kept() {
        let mut model = Model::new(Settings::default());
        let effects = act(&mut model, ScratchAction::Level(Level::Pawns));
        assert!(effects.iter().any(|effect| matches!(effect, Effect::SaveSettings)));
        act(&mut model, ScratchAction::Publish(1));
        act(&mut model, ScratchAction::Value(PieceType::Queen, 99_999));
        act(&mut model, ScratchAction::Square(Part::Endgame, PieceType::King, Square::D5, -999));
        act(&mut model, ScratchAction::Knob(Knob::Passed, Tapered { mg: 1, eg: 2 }));
        act(&mut model, ScratchAction::Games(0));
        let kept = &model.settings.scratch;
        assert_eq!(kept.eval.material, [100, 270, 290, 430, 2_000]);
        assert_eq!(kept.eval.squares.eg[5][4][3], -300);
        assert_eq!(kept.eval.knob(Knob::Passed), Tapered { mg: 1, eg: 2 });
        assert_eq!(kept.games, 2);
        let text = serde_json::to_string(&model.settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), model.settings);
        update(&mut model, Action::Set(SettingChange::Reset), 0);
        assert_eq!(model.settings.scratch.eval.material[4], 2_000, "the user's, no setting");
        act(&mut model, ScratchAction::ResetTable(Part::Endgame, PieceType::King));
        assert_eq!(model.settings.scratch.eval.squares, values::initial());
        act(&mut model, ScratchAction::Reset);
        assert_eq!(model.settings.scratch.eval, ScratchEval::at(Level::Pawns));
        let old = serde_json::from_str::<Settings>("{}").unwrap();
        assert_eq!(old.scratch, ScratchSettings::default(), "a file without them loads");
    }

    fn asked(effects: &[Effect]) -> Option<Plan> {
        effects.iter().find_map(|effect| match effect {
            Effect::Arena(ArenaCommand::Play(plan, None)) => Some((**plan).clone()),
            _ => None,
        })
    }

    fn arena(model: &mut Model, news: ArenaNews) {
        update(model, Action::Arena(ArenaAction::News(news)), 0);
    }

    fn begun(plan: &Plan, results: Vec<FinishedGame>) -> ArenaNews {
        ArenaNews::Begun(Box::new(TournamentStarted {
            plan: plan.clone(),
            file: None,
            names: plan.players.iter().map(|player| player.label().to_owned()).collect(),
            results: results
                .into_iter()
                .map(|result| KeptGame { result, cause: None, nodes: [None; 2] })
                .collect(),
            progress: Progress { games: draft::games(plan), ..Progress::default() },
        }))
    }

    fn result(number: u32, [white, black]: [usize; 2], points: Points) -> FinishedGame {
        FinishedGame {
            number,
            round: number / 2,
            white,
            black,
            points,
            termination: "normal".to_owned(),
            plies: 90,
            time_ms: [9, 9],
            moves: [41, 41],
        }
    }

    fn played(number: u32, players: [usize; 2], points: Points) -> ArenaNews {
        let result = result(number, players, points);
        ArenaNews::Played(Box::new(GamePlayed {
            result,
            cause: Cause::Winning,
            nodes: [None; 2],
            progress: Progress { games: 60, ..Progress::default() },
        }))
    }

    #[test]
    fn levels_are_played_in_the_arena_and_what_they_came_to_stays() {
        let mut model = Model::new(Settings::default());
        act(&mut model, ScratchAction::Level(Level::Material));
        assert_eq!(
            asked(&act(&mut model, ScratchAction::Match)),
            None,
            "the first has none before"
        );
        act(&mut model, ScratchAction::Games(7));
        act(&mut model, ScratchAction::Level(Level::Squares));
        act(&mut model, ScratchAction::Value(PieceType::Queen, 1_000));
        let plan = asked(&act(&mut model, ScratchAction::Match)).unwrap();
        assert_eq!((plan.players.len(), draft::games(&plan)), (2, 6), "pairs");
        let own = model.settings.scratch.eval.clone();
        assert_eq!(plan.players[0].scratch(), Ok(Some(own.clone())), "with the user's numbers");
        assert_eq!(plan.players[1].scratch(), Ok(Some(own.with_level(Level::Material))));
        assert!(plan.ready(std::path::Path::new("")).is_ok());
        assert_eq!(asked(&act(&mut model, ScratchAction::AllMatches)), None, "one at a time");
        arena(&mut model, begun(&plan, vec![result(0, [0, 1], Points::Win)]));
        arena(&mut model, played(1, [1, 0], Points::Draw));
        arena(&mut model, played(2, [0, 1], Points::Win));
        let one = &model.lab.scratch.matches[0];
        assert_eq!(one.sheet, ScoreSheet { wins: 2, draws: 1, losses: 0 });
        assert!((one.level(), one.games, one.is_complete()) == (Level::Squares, 6, false));
        assert!(one.is_of(&model.settings.scratch.eval) && model.lab.scratch.is_in_arena());
        arena(&mut model, ArenaNews::Over(None));

        let all = asked(&act(&mut model, ScratchAction::AllMatches)).unwrap();
        assert_eq!((all.players.len(), draft::games(&all)), (6, 15 * 6));
        let mut other = all.clone();
        other.players.remove(1);
        arena(&mut model, begun(&other, vec![result(0, [1, 2], Points::Draw)]));
        let levels: Vec<u8> =
            model.lab.scratch.matches.iter().map(|one| one.level().number()).collect();
        assert_eq!(levels, [2, 4, 5, 6], "level 3 has nobody before it");
        assert_eq!(model.lab.scratch.matches[0].sheet.games(), 3, "of the tournament before");
        assert_eq!(model.lab.scratch.matches[1].sheet.draws, 1);
        arena(&mut model, played(1, [0, 1], Points::Win));
        assert_eq!(model.lab.scratch.matches[0].sheet.games(), 3, "others play now");
        act(&mut model, ScratchAction::Value(PieceType::Pawn, 77));
        assert!(!model.lab.scratch.matches[0].is_of(&model.settings.scratch.eval));
    }

    #[test]
    fn a_complete_match_stays_until_the_next_of_its_level_is_complete() {
        let mut model = Model::new(Settings::default());
        act(&mut model, ScratchAction::Games(2));
        let play = |model: &mut Model, games: &[Points]| {
            let plan = asked(&act(model, ScratchAction::Match)).unwrap();
            arena(model, begun(&plan, Vec::new()));
            for (number, &points) in games.iter().enumerate() {
                arena(model, played(number as u32, [number % 2, 1 - number % 2], points));
            }
            let games = |one: &ScratchMatch| (one.sheet.games(), one.sheet.wins);
            let shown: Vec<_> = model.lab.scratch.matches.iter().map(games).collect();
            arena(model, ArenaNews::Over(None));
            shown
        };
        assert_eq!(play(&mut model, &[Points::Win, Points::Loss]), [(2, 2)]);
        assert_eq!(play(&mut model, &[Points::Draw]), [(2, 2), (1, 0)]);
        assert_eq!(play(&mut model, &[]), [(2, 2), (0, 0)]);
        assert_eq!(play(&mut model, &[Points::Draw, Points::Draw]), [(2, 0)]);
    }

    #[test]
    fn a_game_against_it_is_played_with_the_numbers_it_began_with_and_survives_a_restart() {
        let mut model = Model::new(Settings::default());
        act(&mut model, ScratchAction::Level(Level::Mobility));
        let effects = act(&mut model, ScratchAction::Play);
        assert!(opened(&effects).is_empty(), "nobody has to think yet");
        let black = model.game.player(Color::Black).clone();
        let Player::Engine { id: EngineId::SCRATCH, name, .. } = &black else {
            panic!("{black:?}")
        };
        assert_eq!(name, "From scratch, level 4");
        let played = (Square::E2, Square::E4);
        let (from, to) = played;
        let effects = update(&mut model, Action::PlayMove { from, to, promotion: None }, 0);
        assert_eq!(opened(&effects), [ScratchEval::at(Level::Mobility)]);
        assert_eq!(searches(&effects), 1, "and no book answers in its place");
        // Changes during a game take effect in the next game.
        let effects = act(&mut model, ScratchAction::Level(Level::Material));
        assert!(opened(&effects).is_empty());
        assert_eq!(model.engine_name(EngineId::SCRATCH), "From scratch, level 4");

        let session = Session::of(&model, 0);
        let text = serde_json::to_string(&model.settings).unwrap();
        let settings = serde_json::from_str::<Settings>(&text).unwrap().clamped();
        let mut again = Model::new(settings);
        let effects = update(&mut again, Action::RestoreSession(Box::new(session)), 0);
        assert_eq!(*again.game.player(Color::Black), black);
        let resumed = if again.game.paused {
            update(&mut again, Action::Command(UserCommand::Pause), 0)
        } else {
            effects
        };
        assert_eq!(opened(&resumed), [ScratchEval::at(Level::Mobility)], "the same numbers");

        // Another game with other numbers gets a seat of its own again.
        let effects = act(&mut model, ScratchAction::Play);
        assert!(effects.iter().any(|e| matches!(e, Effect::CloseSeat(EngineId::SCRATCH))));
        let effects = update(&mut model, Action::PlayMove { from, to, promotion: None }, 0);
        assert_eq!(opened(&effects), [ScratchEval::at(Level::Material)]);
        // In a game against our engine again, the seat is given up.
        let effects =
            update(&mut model, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".into()), 0);
        assert!(effects.iter().any(|e| matches!(e, Effect::CloseSeat(EngineId::SCRATCH))));
    }
}
