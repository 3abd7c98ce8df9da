//! Shortcuts: changed, swapped, removed, reset.

use tabia_app::action::{Action, KeysAction, UserCommand as C};
use tabia_app::commands::command::Keys;
use tabia_app::effect::Effect;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_text::t;

use super::desk::Desk;

fn keys(name: &'static str) -> Keys {
    Keys { ctrl: false, shift: false, alt: false, key: name }
}

fn open() -> Desk {
    let mut desk = Desk::new();
    desk.give(C::Settings);
    desk.take_effects();
    desk
}

impl Desk {
    fn keys(&mut self, action: KeysAction) {
        self.act(Action::Keys(action));
    }

    fn rebind(&mut self, command: C, name: &'static str) {
        self.keys(KeysAction::Ask(command));
        self.keys(KeysAction::Pressed(Some(keys(name))));
    }

    fn text(&self, command: C) -> String {
        self.model.settings.keys.all_text(command)
    }
}

#[test]
fn free_keys_are_given_at_once_and_kept() {
    let mut desk = open();
    desk.rebind(C::Flip, "F6");
    assert_eq!((desk.text(C::Flip), desk.model.rebinding.clone()), ("F6".to_owned(), None));
    assert_eq!(C::Flip.keys_text(&desk.model).as_deref(), Some("F6"));
    assert!(desk.take_effects().iter().any(|effect| matches!(effect, Effect::SaveSettings)));
    let text = serde_json::to_string(&desk.model.settings).unwrap();
    let read: Settings = serde_json::from_str(&text).unwrap();
    assert_eq!(read.clamped().keys, desk.model.settings.keys);
    desk.keys(KeysAction::Clear(C::Flip));
    assert_eq!((desk.text(C::Flip).as_str(), C::Flip.keys_text(&desk.model)), ("", None));
    desk.keys(KeysAction::Reset(C::Flip));
    assert_eq!(desk.text(C::Flip), "F");
    assert!(!desk.model.settings.keys.is_any_changed());
}

#[test]
fn keys_of_another_command_are_asked_about_and_swapped() {
    let mut desk = open();
    desk.rebind(C::Flip, "H");
    let clash = desk.model.rebinding.clone().unwrap().clash.unwrap();
    assert_eq!((clash.holder, clash.keys), (C::Hint, keys("H")));
    assert_eq!((desk.text(C::Flip).as_str(), desk.text(C::Hint).as_str()), ("F", "H"));
    desk.keys(KeysAction::Cancel);
    assert_eq!((desk.text(C::Hint).as_str(), desk.model.rebinding.clone()), ("H", None));
    desk.rebind(C::Flip, "H");
    desk.keys(KeysAction::Swap);
    assert_eq!((desk.text(C::Flip).as_str(), desk.text(C::Hint).as_str()), ("H", "F"));
    // Its first default shortcut now belongs to another command.
    desk.keys(KeysAction::Reset(C::Flip));
    assert_eq!(desk.model.rebinding.clone().unwrap().clash.unwrap().holder, C::Hint);
    desk.keys(KeysAction::Swap);
    assert!(!desk.model.settings.keys.is_any_changed(), "all as on the first day");
    // A command without shortcuts has none to give.
    desk.rebind(C::Resign, "H");
    desk.keys(KeysAction::Swap);
    assert_eq!((desk.text(C::Resign).as_str(), desk.text(C::Hint).as_str()), ("H", ""));
    desk.keys(KeysAction::ResetAll);
    assert_eq!((desk.text(C::Resign).as_str(), desk.text(C::Hint).as_str()), ("", "H"));
}

#[test]
fn no_key_is_ever_given_twice() {
    let mut desk = open();
    for (at, command) in C::ALL.into_iter().enumerate() {
        let name = Keys::names()[at * 7 % Keys::names().len()];
        desk.rebind(command, name);
        for _ in 0..3 {
            desk.keys(KeysAction::Swap);
        }
        let mut all: Vec<String> = C::ALL
            .iter()
            .flat_map(|&command| desk.model.settings.keys.of(command).iter().map(|k| k.text()))
            .collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "after {command:?} got {name}");
    }
}

#[test]
fn what_cannot_be_a_key_is_refused_in_words_and_leaving_ends_the_question() {
    let mut desk = open();
    desk.keys(KeysAction::Ask(C::Flip));
    desk.keys(KeysAction::Pressed(None));
    let refused = desk.model.rebinding.clone().unwrap().refused.unwrap();
    assert_eq!(refused, t!("keys-unusable"));
    let paste = Keys { ctrl: true, ..keys("V") };
    desk.keys(KeysAction::Pressed(Some(paste)));
    let refused = desk.model.rebinding.clone().unwrap().refused.unwrap();
    assert_eq!(refused, t!("keys-reserved", keys = "Ctrl+V"));
    desk.act(Action::CloseDialog);
    assert_eq!(desk.model.rebinding, None);
    desk.keys(KeysAction::Pressed(Some(keys("F6"))));
    assert_eq!(desk.text(C::Flip), "F", "nobody listened any more");
    desk.act(Action::Set(SettingChange::Reset));
    assert!(!desk.model.settings.keys.is_any_changed());
}

#[test]
fn a_switch_put_on_by_its_key_goes_off_with_it_only_where_the_key_was_held() {
    let mut desk = Desk::new();
    let tap = |desk: &mut Desk, ms: u64| {
        desk.act(Action::Shortcut(C::Threat));
        desk.now += ms;
        desk.act(Action::KeyUp);
        desk.model.engine.threat
    };
    assert!(tap(&mut desk, 399), "a tap puts it on");
    assert!(!tap(&mut desk, 50), "another takes it off");
    assert!(!tap(&mut desk, 400), "held it is there as long as the key is down");
    assert!(tap(&mut desk, 1));
    assert!(!tap(&mut desk, 5_000), "a long press on the way off changes nothing more");
    // The switch was turned off meanwhile in another way: it does not come back on.
    desk.act(Action::Shortcut(C::Threat));
    desk.act(Action::Command(C::Threat));
    desk.now += 1_000;
    desk.act(Action::KeyUp);
    assert!(!desk.model.engine.threat);
    // Other switches keep their state.
    desk.act(Action::Shortcut(C::Flip));
    desk.now += 1_000;
    desk.act(Action::KeyUp);
    assert!(desk.model.view.flipped);
}
