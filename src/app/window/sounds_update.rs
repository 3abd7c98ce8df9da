//! When something is heard: at most one sound for each action.

use super::sounds::{Sound, SoundSettings};
use crate::effect::Effect;
use crate::game::state::Phase;
use crate::update::Cx;
use tabia_chess::Color;
use tabia_games::game::tree::NodeId;

impl Cx<'_> {
    /// This is to be heard, unless something graver happens in the same action.
    pub(crate) fn sound(&mut self, sound: Sound) {
        self.sound = self.sound.max(Some(sound));
    }

    /// The move that led to this node was made.
    pub(crate) fn sound_of(&mut self, node: NodeId) {
        let tree = &self.m.game.tree;
        if let (Some(mv), Some(parent)) = (tree.mv(node), tree.parent(node)) {
            self.sound(Sound::of_move(tree.board(parent), mv));
        }
    }

    /// Somebody stepped from one node to another. One move forward sounds as it did when it was played, every other
    /// step as a piece set down.
    pub(crate) fn sound_of_step(&mut self, from: NodeId, to: NodeId) {
        if !self.m.settings.sounds.stepping {
            return;
        }
        if self.m.game.tree.parent(to) == Some(from) {
            self.sound_of(to);
        } else {
            self.sound(Sound::Move);
        }
    }

    /// Notices clocks of people that have become low.
    pub(crate) fn listen_to_clocks(&mut self) {
        let game = &self.m.game;
        let Some(clocks) = &game.clocks else { return };
        let low = Color::ALL.map(|side| clocks.is_low(side, self.now));
        let runs = clocks.running().filter(|_| game.phase == Phase::Running && !game.paused);
        let person = |side: &Color| runs == Some(*side) && !game.player(*side).is_engine();
        let fell = self.m.low_time.look(game.serial, low).any(|side| person(&side));
        if fell {
            self.sound(Sound::LowTime);
        }
    }

    /// What is to be heard has been changed: an example of it.
    pub(crate) fn sample(&mut self, before: &SoundSettings) {
        let now = &self.m.settings.sounds;
        let added = before.silent.iter().find(|sound| !now.silent.contains(sound)).copied();
        let louder = now.volume != before.volume || (now.on && !before.on);
        if let Some(sound) = added.or(louder.then_some(Sound::Move)) {
            self.sound(sound);
        }
    }

    /// Has the sound of this action played.
    pub(crate) fn settle_sound(&mut self) {
        let settings = &self.m.settings.sounds;
        if let Some(sound) = self.sound.take().filter(|&sound| settings.plays(sound)) {
            self.out.push(Effect::Sound { sound, volume: settings.volume });
        }
    }
}
