//! Shortcuts: changed, swapped, removed, reset.

use tabia_app::action::{Action, KeysAction, UserCommand as C};
use tabia_app::commands::command::Keys;
use tabia_app::effect::Effect;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_text::t;

use super::test_app::TestApp;

fn keys(name: &'static str) -> Keys {
    Keys { ctrl: false, shift: false, alt: false, key: name }
}

fn open() -> TestApp {
    let mut app = TestApp::new();
    app.give(C::Settings);
    app.take_effects();
    app
}

impl TestApp {
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
    let mut app = open();
    app.rebind(C::Flip, "F6");
    assert_eq!((app.text(C::Flip), app.model.rebinding.clone()), ("F6".to_owned(), None));
    assert_eq!(C::Flip.keys_text(&app.model).as_deref(), Some("F6"));
    assert!(app.take_effects().iter().any(|effect| matches!(effect, Effect::SaveSettings)));
    let text = serde_json::to_string(&app.model.settings).unwrap();
    let read: Settings = serde_json::from_str(&text).unwrap();
    assert_eq!(read.clamped().keys, app.model.settings.keys);
    app.keys(KeysAction::Clear(C::Flip));
    assert_eq!((app.text(C::Flip).as_str(), C::Flip.keys_text(&app.model)), ("", None));
    app.keys(KeysAction::Reset(C::Flip));
    assert_eq!(app.text(C::Flip), "F");
    assert!(!app.model.settings.keys.is_any_changed());
}

#[test]
fn keys_of_another_command_are_asked_about_and_swapped() {
    let mut app = open();
    app.rebind(C::Flip, "H");
    let clash = app.model.rebinding.clone().unwrap().clash.unwrap();
    assert_eq!((clash.holder, clash.keys), (C::Hint, keys("H")));
    assert_eq!((app.text(C::Flip).as_str(), app.text(C::Hint).as_str()), ("F", "H"));
    app.keys(KeysAction::Cancel);
    assert_eq!((app.text(C::Hint).as_str(), app.model.rebinding.clone()), ("H", None));
    app.rebind(C::Flip, "H");
    app.keys(KeysAction::Swap);
    assert_eq!((app.text(C::Flip).as_str(), app.text(C::Hint).as_str()), ("H", "F"));
    // Its first default shortcut now belongs to another command.
    app.keys(KeysAction::Reset(C::Flip));
    assert_eq!(app.model.rebinding.clone().unwrap().clash.unwrap().holder, C::Hint);
    app.keys(KeysAction::Swap);
    assert!(!app.model.settings.keys.is_any_changed(), "all as on the first day");
    // A command without shortcuts has none to give.
    app.rebind(C::Resign, "H");
    app.keys(KeysAction::Swap);
    assert_eq!((app.text(C::Resign).as_str(), app.text(C::Hint).as_str()), ("H", ""));
    app.keys(KeysAction::ResetAll);
    assert_eq!((app.text(C::Resign).as_str(), app.text(C::Hint).as_str()), ("", "H"));
}

#[test]
fn keys_stay_with_their_commands_when_a_later_question_is_cancelled() {
    let mut app = open();
    let [first, second] = app.model.settings.keys.of(C::Redo) else { panic!("two keys") };
    let (first, second) = (*first, *second);
    for (command, keys) in [(C::CopyLink, first), (C::MyGames, second)] {
        app.keys(KeysAction::Ask(command));
        app.keys(KeysAction::Pressed(Some(keys)));
        app.keys(KeysAction::Swap);
    }
    let before = app.model.settings.keys.clone();
    app.keys(KeysAction::Reset(C::Redo));
    app.keys(KeysAction::Swap);
    assert!(app.model.rebinding.as_ref().unwrap().clash.is_some(), "about the second key");
    app.keys(KeysAction::Cancel);
    assert_eq!(app.model.settings.keys, before);
    app.keys(KeysAction::Reset(C::Redo));
    app.keys(KeysAction::Swap);
    app.keys(KeysAction::Swap);
    assert_eq!(app.model.settings.keys.of(C::Redo), [first, second]);
}

#[test]
fn no_key_is_ever_given_twice() {
    let mut app = open();
    for (at, command) in C::ALL.into_iter().enumerate() {
        let name = Keys::names()[at * 7 % Keys::names().len()];
        app.rebind(command, name);
        for _ in 0..3 {
            app.keys(KeysAction::Swap);
        }
        let mut all: Vec<String> = C::ALL
            .iter()
            .flat_map(|&command| app.model.settings.keys.of(command).iter().map(|k| k.text()))
            .collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "after {command:?} got {name}");
    }
}

#[test]
fn what_cannot_be_a_key_is_refused_in_words_and_leaving_ends_the_question() {
    let mut app = open();
    app.keys(KeysAction::Ask(C::Flip));
    app.keys(KeysAction::Pressed(None));
    let refused = app.model.rebinding.clone().unwrap().refused.unwrap();
    assert_eq!(refused, t!("keys-unusable"));
    let paste = Keys { ctrl: true, ..keys("V") };
    app.keys(KeysAction::Pressed(Some(paste)));
    let refused = app.model.rebinding.clone().unwrap().refused.unwrap();
    assert_eq!(refused, t!("keys-reserved", keys = "Ctrl+V"));
    app.act(Action::CloseDialog);
    assert_eq!(app.model.rebinding, None);
    app.keys(KeysAction::Pressed(Some(keys("F6"))));
    assert_eq!(app.text(C::Flip), "F", "nobody listened any more");
    app.act(Action::Set(SettingChange::Reset));
    assert!(!app.model.settings.keys.is_any_changed());
}

#[test]
fn a_switch_put_on_by_its_key_goes_off_with_it_only_where_the_key_was_held() {
    let mut app = TestApp::new();
    let tap = |app: &mut TestApp, ms: u64| {
        app.act(Action::Shortcut(C::Threat));
        app.now += ms;
        app.act(Action::KeyUp);
        app.model.engine.threat
    };
    assert!(tap(&mut app, 399), "a tap puts it on");
    assert!(!tap(&mut app, 50), "another takes it off");
    assert!(!tap(&mut app, 400), "held it is there as long as the key is down");
    assert!(tap(&mut app, 1));
    assert!(!tap(&mut app, 5_000), "a long press on the way off changes nothing more");
    // The switch was turned off meanwhile in another way: it does not come back on.
    app.act(Action::Shortcut(C::Threat));
    app.act(Action::Command(C::Threat));
    app.now += 1_000;
    app.act(Action::KeyUp);
    assert!(!app.model.engine.threat);
    // Other switches keep their state.
    app.act(Action::Shortcut(C::Flip));
    app.now += 1_000;
    app.act(Action::KeyUp);
    assert!(app.model.view.flipped);
}
