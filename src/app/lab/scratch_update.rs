//! What happens in the view of the evaluation from scratch: numbers are changed, matches played, a game begun.

use super::run;
use super::scratch::{ScratchAction, ScratchMatch};
use super::state::LabAction;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::position;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_lab::experiment::Ask;
use tabia_lab::matches::{LevelMatches, MatchPlan};
use tabia_lab::scratch::values;
use tabia_lab::scratch::values::{Level, PUBLISHED, ScratchEval};

/// Does what was asked for in the view.
pub(crate) fn update(cx: &mut Cx<'_>, action: ScratchAction) {
    let kept = &mut cx.m.settings.scratch;
    let eval = &mut kept.eval;
    match action {
        ScratchAction::View(view) => {
            cx.m.lab.scratch.view = view;
            return;
        }
        ScratchAction::Match => {
            let level = eval.level;
            return play_matches(cx, &[level]);
        }
        ScratchAction::AllMatches => return play_matches(cx, &Level::ALL),
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

/// Plays these levels, each against the one before it, one after the other on the Lab's seat.
fn play_matches(cx: &mut Cx<'_>, levels: &[Level]) {
    let kept = &cx.m.settings.scratch;
    let seed = cx.m.lots.next_u64();
    let plan = |level: Level| {
        let before = level.before()?;
        let evals = [level, before].map(|level| kept.eval.with_level(level));
        Some(MatchPlan { evals, games: kept.games, nodes: kept.nodes, seed })
    };
    let plans: Vec<MatchPlan> = levels.iter().copied().filter_map(plan).collect();
    if plans.is_empty() {
        return cx.m.toasts.info("Material is the first level: there is none before it");
    }
    let matches = &mut cx.m.lab.scratch.matches;
    for plan in &plans {
        let level = plan.evals[0].level;
        matches.retain(|one| one.level() != level);
        let sheet = ScoreSheet::default();
        matches.push(ScratchMatch { plan: plan.clone(), sheet, games: Vec::new() });
    }
    matches.sort_by_key(ScratchMatch::level);
    run::run(cx, &Ask::of::<LevelMatches>(plans));
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
    use crate::game::state::Player;
    use crate::kept::session::Session;
    use crate::lab::scratch::ScratchSettings;
    use crate::model::Model;
    use crate::update::update;
    use crate::window::settings::{SettingChange, Settings};
    use tabia_chess::{Color, PieceType, Square};
    use tabia_engine::search::thinker::EngineId;
    use tabia_games::strength::sheet::Points;
    use tabia_host::kinds::EngineConfig;
    use tabia_host::worker::protocol::{Command, Event};
    use tabia_lab::experiment::AnyUpdate;
    use tabia_lab::matches::MatchGame;
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

    #[test]
    fn a_match_is_counted_game_by_game_and_a_stopped_one_keeps_its_games() {
        let mut model = Model::new(Settings::default());
        act(&mut model, ScratchAction::Level(Level::Material));
        act(&mut model, ScratchAction::Match);
        assert!(model.lab.job.is_none() && model.lab.scratch.matches.is_empty());
        act(&mut model, ScratchAction::AllMatches);
        let levels: Vec<Level> =
            model.lab.scratch.matches.iter().map(ScratchMatch::level).collect();
        assert_eq!(levels, Level::ALL[1..]);
        let job = model.lab.job.unwrap().id;
        let game = |number, points| MatchGame {
            number,
            a_is_white: true,
            moves: Vec::new(),
            opening: 0,
            points,
            reason: String::new(),
        };
        let found = |game| AnyUpdate::of::<LevelMatches>((Level::Squares, game));
        let results = [Points::Win, Points::Draw, Points::Win];
        for (number, points) in results.into_iter().enumerate() {
            let event = Event::Lab { job, update: found(game(number as u32, points)) };
            update(&mut model, Action::Engine(EngineId::LAB, event), 0);
        }
        let first = &model.lab.scratch.matches[0];
        assert_eq!(first.sheet, ScoreSheet { wins: 2, draws: 1, losses: 0 });
        assert!(first.games.len() == 3 && !first.is_complete());
        assert!(first.is_of(&model.settings.scratch.eval));
        let effects = update(&mut model, Action::Lab(LabAction::Stop), 0);
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Stop(EngineId::LAB, _))));
        let late = Event::Lab { job, update: found(game(4, Points::Loss)) };
        update(&mut model, Action::Engine(EngineId::LAB, late), 0);
        assert_eq!(model.lab.scratch.matches[0].sheet.games(), 3);
        act(&mut model, ScratchAction::Value(PieceType::Pawn, 77));
        assert!(!model.lab.scratch.matches[0].is_of(&model.settings.scratch.eval));
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
        // What is changed meanwhile is for the next game.
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

        // Another game with other numbers: a seat of its own again.
        let effects = act(&mut model, ScratchAction::Play);
        assert!(effects.iter().any(|e| matches!(e, Effect::CloseSeat(EngineId::SCRATCH))));
        let effects = update(&mut model, Action::PlayMove { from, to, promotion: None }, 0);
        assert_eq!(opened(&effects), [ScratchEval::at(Level::Material)]);
        // Back to a game against ours: the seat is given up.
        let effects =
            update(&mut model, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".into()), 0);
        assert!(effects.iter().any(|e| matches!(e, Effect::CloseSeat(EngineId::SCRATCH))));
    }
}
