//! The new game dialog: cards, time, colour, the part behind "More", and Start, which never moves.

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia_app::action::{Action, UserCommand};
use tabia_app::game::clock::{ClockKind, TimeControl};
use tabia_app::game::new_game::{NewGame, Sides, StartFrom};
use tabia_app::window::settings::Settings;
use tabia_app::window::view::Dialog;
use tabia_chess::Color;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::human::characters::CHARACTERS;
use tabia_engine::human::characters::masters::GAMBLER;
use tabia_engine::search::thinker::EngineId;
use tabia_text::{number, t};

use crate::interface::{Ui, act, give, open_with_settings};

/// Windows in which the dialog has to fit.
const SIZES: [[f32; 2]; 6] = [
    [1280.0, 800.0],
    [1920.0, 1080.0],
    [1024.0, 700.0],
    [800.0, 600.0],
    [700.0, 1000.0],
    [640.0, 480.0],
];

fn open_with(size: [f32; 2], settings: Settings) -> Ui {
    let mut h = open_with_settings(size, settings);
    give(&mut h, UserCommand::NewGame);
    h
}

fn open(size: [f32; 2]) -> Ui {
    open_with(size, Settings::default())
}

fn click(h: &mut Ui, role: Role, name: &str) {
    // Whether visible or not: the left side may scroll.
    h.get_by_role_and_label(role, name).click_accesskit();
    h.run_steps(4);
}

fn draft(h: &Ui) -> NewGame {
    match &h.state().model.dialog {
        Some(Dialog::NewGame(draft)) => draft.clone(),
        other => panic!("no new game: {other:?}"),
    }
}

fn rect(h: &Ui, name: &str) -> Rect {
    h.get_by_label(name).rect()
}

fn card(level: usize) -> String {
    let elo = t!("new-game-elo-number", elo = CHARACTERS[level].elo.to_string());
    format!("{}, {elo}", CHARACTERS[level].name)
}

fn is_chosen(h: &Ui, name: &str) -> bool {
    let node = h.get_by_role_and_label(Role::RadioButton, name);
    node.accesskit_node().toggled() == Some(eframe::egui::accesskit::Toggled::True)
}

#[test]
fn a_card_chooses_the_opponent_with_its_strength() {
    let mut h = open([1280.0, 800.0]);
    for (level, named) in CHARACTERS.iter().enumerate() {
        click(&mut h, Role::RadioButton, &card(level));
        assert_eq!(draft(&h).strength, Strength::Character(level as u8));
        assert!(is_chosen(&h, &card(level)));
        let summary = format!("{}, {}, ", named.name, t!("new-game-no-clock"));
        h.get_by_label_contains(&summary);
    }
    let full = t!("new-game-full-strength");
    click(&mut h, Role::RadioButton, &format!("Tabia PUCT, {full}"));
    let new = draft(&h);
    assert_eq!((new.engine, new.strength), (EngineId::PUCT, Strength::Full));
    assert!(!is_chosen(&h, &card(6)));
    click(&mut h, Role::RadioButton, &format!("Tabia, {full}"));
    let new = draft(&h);
    assert_eq!((new.engine, new.strength), (EngineId::BUILT_IN, Strength::Full));
    click(&mut h, Role::Button, t!("button-start"));
    assert!(h.state().model.dialog.is_none());
    assert_eq!(h.state().model.game.engine_of(Color::Black), Some(EngineId::BUILT_IN));
}

#[test]
fn the_chosen_card_is_in_sight_when_the_dialog_opens() {
    let new_game = NewGame::default().against(EngineId::PUCT, Strength::Full);
    let h = open_with([640.0, 480.0], Settings { new_game, ..Settings::default() });
    let chosen = h.get_all_by_role(Role::RadioButton).find(|node| {
        let name = node.accesskit_node().label();
        name.is_some_and(|name| name.starts_with("Tabia PUCT"))
    });
    assert!(chosen.unwrap().rect().bottom() <= 480.0);
}

#[test]
fn every_engine_of_the_user_has_a_card_and_a_button_leads_to_their_list() {
    let mut settings = Settings::default();
    let ids: Vec<u32> = (0..30)
        .map(|n| {
            let id = settings.engines.add(&format!("/usr/games/engine{n}")).unwrap();
            settings.engines.get_mut(id).unwrap().name = format!("Engine number {n}");
            id
        })
        .collect();
    let mut h = open_with([1024.0, 700.0], settings);
    let start = rect(&h, t!("button-start"));
    for (n, id) in ids.into_iter().enumerate() {
        let name = format!("Engine number {n}, {}", t!("new-game-full-strength"));
        click(&mut h, Role::RadioButton, &name);
        assert_eq!((draft(&h).engine, draft(&h).strength), (EngineId(id), Strength::Full));
        assert_eq!(rect(&h, t!("button-start")), start);
    }
    click(&mut h, Role::Button, t!("new-game-add-engine"));
    assert!(matches!(h.state().model.dialog, Some(Dialog::Engines)));
}

#[test]
fn a_card_has_a_back_and_both_sides_choose_it() {
    let mut h = open([1280.0, 800.0]);
    let (more, back) =
        (t!("new-game-card-back", name = "Lena"), t!("new-game-card-front", name = "Lena"));
    let place = rect(&h, &card(3));
    h.event(Event::PointerMoved(place.center()));
    h.run_steps(2);
    let before = draft(&h);
    click(&mut h, Role::Button, &more);
    assert_eq!(draft(&h), before, "looking chooses nobody");
    let lena = CHARACTERS.iter().find(|one| one.name == "Lena").unwrap();
    let openings = lena.openings(Color::White);
    assert!(openings.contains(&"Italian Game"), "{openings:?}");
    let texts = t!("new-game-back-white", openings = "Italian Game");
    let shown = h.get_all_by_role(Role::Label).filter_map(|node| node.accesskit_node().value());
    assert!(shown.into_iter().any(|label| label.contains(&texts)), "no {texts}");
    click(&mut h, Role::Button, &back);
    click(
        &mut h,
        Role::RadioButton,
        &format!("Lena, {}", t!("new-game-elo-number", elo = lena.elo.to_string())),
    );
    assert_eq!(draft(&h).strength.character(), Some(lena));
}

#[test]
fn a_master_shows_the_statistics_of_its_games() {
    let mut h = open([1280.0, 800.0]);
    let name = t!("strength-gambler");
    let place = rect(&h, &format!("{name}, {}", t!("new-game-full-strength")));
    h.event(Event::PointerMoved(place.center()));
    h.run_steps(2);
    click(&mut h, Role::Button, &t!("new-game-card-back", name = name));
    let games = t!(
        "new-game-back-games",
        moves = number(f64::from(GAMBLER.moves), 0),
        games = GAMBLER.games.to_string()
    );
    let shown = h.get_all_by_role(Role::Label).filter_map(|node| node.accesskit_node().value());
    assert!(shown.into_iter().any(|label| label.contains(&games)), "no {games}");
}

#[test]
fn an_even_match_is_a_card_and_a_strength_set_by_hand_is_not() {
    let mut h = open([1280.0, 800.0]);
    let now = h.state().model.settings.even_match;
    let elo = t!("new-game-elo-number", elo = now.elo.to_string());
    click(&mut h, Role::RadioButton, &format!("{}, {elo}", t!("new-game-even")));
    assert!(draft(&h).even && draft(&h).strength == now.strength());
    click(&mut h, Role::Button, t!("new-game-more"));
    let slider = t!("new-game-elo-of", who = t!("new-game-opponent"));
    h.get_by_role_and_label(Role::Slider, &slider).focus();
    h.key_press(Key::ArrowRight);
    h.run_steps(3);
    assert!(!draft(&h).even && draft(&h).strength != now.strength(), "{:?}", draft(&h));
    click(&mut h, Role::Button, t!("new-game-back"));
    let pip = t!("new-game-elo-number", elo = CHARACTERS[0].elo.to_string());
    click(&mut h, Role::RadioButton, &format!("Pip, {pip}"));
    assert!(!draft(&h).even);
}

#[test]
fn a_button_sets_the_clocks_of_both_sides() {
    let mut h = open([1280.0, 800.0]);
    let (bullet, blitz, rapid) =
        (t!("new-game-bullet"), t!("new-game-blitz"), t!("new-game-rapid"));
    for (name, time) in [
        (format!("1+0 {bullet}"), Some(TimeControl::minutes(1, 0))),
        (format!("3+2 {blitz}"), Some(TimeControl::minutes(3, 2))),
        (format!("5+0 {blitz}"), Some(TimeControl::minutes(5, 0))),
        (format!("10+5 {rapid}"), Some(TimeControl::minutes(10, 5))),
        (format!("15+10 {rapid}"), Some(TimeControl::minutes(15, 10))),
        (t!("clock-none").to_owned(), None),
    ] {
        let odds = Some(TimeControl::minutes(2, 0));
        act(&mut h, Action::DraftNewGame(NewGame { black_time: odds, ..NewGame::default() }));
        click(&mut h, Role::RadioButton, &name);
        assert_eq!((draft(&h).time, draft(&h).black_time), (time, None), "{name}");
        assert!(is_chosen(&h, &name));
    }
}

#[test]
fn clocks_without_a_button_are_remembered() {
    let control = TimeControl::periods(40, 90, 30, 30);
    let time = Some(control);
    let new_game = NewGame { time, ..NewGame::default() };
    let settings = Settings { new_game, ..Settings::default() };
    let mut h = open_with([1280.0, 800.0], settings);
    let words = control.words();
    assert!(is_chosen(&h, &words), "as the last game was played");
    click(&mut h, Role::RadioButton, t!("clock-none"));
    assert_eq!(draft(&h).time, None);
    click(&mut h, Role::RadioButton, &t!("new-game-last-time", time = words.as_str()));
    assert_eq!(draft(&h).time, time);
}

#[test]
fn a_colour_is_chosen_and_ends_a_game_of_two_engines() {
    let mut h = open([1280.0, 800.0]);
    for (name, sides) in [
        (t!("black"), Sides::HumanBlack),
        (t!("new-game-either"), Sides::Random),
        (t!("white"), Sides::HumanWhite),
    ] {
        act(&mut h, Action::DraftNewGame(NewGame { sides: Sides::Engines, ..NewGame::default() }));
        h.get_by_role_and_label(Role::RadioButton, name).click();
        h.run_steps(4);
        assert_eq!(draft(&h).sides, sides);
        assert!(is_chosen(&h, name));
    }
    act(&mut h, Action::DraftNewGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    assert!((0..CHARACTERS.len()).all(|level| !is_chosen(&h, &card(level))));
    click(&mut h, Role::RadioButton, &card(2));
    assert_eq!(draft(&h).sides, Sides::HumanWhite, "a card is an opponent");
}

#[test]
fn start_never_moves_and_all_of_the_right_side_is_in_the_window() {
    for size in SIZES {
        let mut h = open(size);
        let names = [t!("button-start"), t!("button-cancel")];
        let places = |h: &Ui| names.map(|name| rect(h, name));
        let before = places(&h);
        let window = Rect::from_min_size(Pos2::default(), size.into());
        assert!(before[..2].iter().all(|place| window.contains_rect(*place)), "{size:?}");
        assert!((before[0].height() - 44.0).abs() < 0.5, "{size:?} {before:?}");
        if size[1] >= 600.0 {
            assert!(rect(&h, t!("new-game-more")).bottom() <= before[0].top(), "{size:?}");
        }
        click(&mut h, Role::Button, t!("new-game-more"));
        for sides in Sides::ALL {
            for time in [None, Some(TimeControl::periods(40, 90, 30, 30))] {
                for start in [
                    StartFrom::Standard,
                    StartFrom::Chess960(12),
                    StartFrom::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()),
                ] {
                    let new = NewGame { sides, time, start, ..NewGame::default() };
                    act(&mut h, Action::DraftNewGame(new));
                    assert_eq!(places(&h), before, "{size:?} {sides:?}");
                }
            }
        }
        click(&mut h, Role::Button, t!("new-game-back"));
        assert_eq!(places(&h), before, "{size:?}");
    }
}

#[test]
fn enter_in_a_field_takes_its_number_and_starts_no_game() {
    let mut h = open([1280.0, 800.0]);
    let time = Some(TimeControl::minutes(3, 2));
    act(&mut h, Action::DraftNewGame(NewGame { time, ..NewGame::default() }));
    click(&mut h, Role::Button, t!("new-game-more"));
    let minutes = t!("clock-minutes.field", who = t!("white"));
    h.get_by_label(&minutes).click();
    h.run_steps(4);
    h.input_mut().events.push(Event::Text("7".to_owned()));
    h.run_steps(2);
    h.key_press(Key::Enter);
    h.run_steps(4);
    assert_eq!(draft(&h).time, Some(TimeControl::minutes(7, 2)), "and the dialog is open");
    h.key_press(Key::Enter);
    h.run_steps(4);
    assert!(h.state().model.dialog.is_none(), "without a field it starts");
}

#[test]
fn two_people_enter_names_in_the_place_of_the_colour() {
    let mut h = open([1280.0, 800.0]);
    assert!(h.query_by_label(t!("new-game-names")).is_none());
    act(&mut h, Action::DraftNewGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    assert!(h.query_by_label(t!("new-game-you-play")).is_none());
    h.get_by_label(&t!("new-game-name-of", who = t!("black"))).click();
    h.run_steps(4);
    h.input_mut().events.push(Event::Text("Ben".to_owned()));
    h.run_steps(4);
    click(&mut h, Role::Button, t!("button-start"));
    assert_eq!(h.state().model.game.player_name(Color::Black), "Ben");
    assert_eq!(h.state().model.game.player_name(Color::White), t!("white"));
}

#[test]
fn every_option_is_behind_more() {
    let mut h = open([1280.0, 800.0]);
    click(&mut h, Role::Button, t!("new-game-more"));
    for sides in Sides::ALL {
        click(&mut h, Role::RadioButton, sides.label());
        assert_eq!(draft(&h).sides, sides);
        let engines = match sides {
            Sides::Humans => vec![],
            Sides::Engines => vec![t!("new-game-white-engine"), t!("new-game-black-engine")],
            _ => vec![t!("new-game-opponent")],
        };
        for who in
            [t!("new-game-white-engine"), t!("new-game-black-engine"), t!("new-game-opponent")]
        {
            let shown = h.query_by_role_and_label(Role::ComboBox, who).is_some();
            assert_eq!(shown, engines.contains(&who), "{sides:?} {who}");
        }
        let limit = t!("limit-kind-of", who = "");
        let limits = h.query_all_by_label_contains(limit.trim_start_matches([':', ' ']));
        assert_eq!(limits.count(), engines.len(), "{sides:?}");
    }
    for (name, start) in [
        (t!("new-game-current"), StartFrom::Current),
        (t!("new-game-random-chess960"), StartFrom::RandomChess960),
        (t!("new-game-chess960"), StartFrom::Chess960(0)),
        ("FEN", StartFrom::Fen(String::new())),
        (t!("new-game-standard"), StartFrom::Standard),
    ] {
        click(&mut h, Role::RadioButton, name);
        assert_eq!(draft(&h).start, start);
    }
    let kind = t!("clock-kind");
    assert!(h.query_by_label(kind).is_none(), "no clock has no kind");
    h.get_by_label("5+3").click_accesskit();
    h.run_steps(4);
    for of in ClockKind::ALL {
        h.get_by_label(kind).click();
        h.run_steps(4);
        h.query_all_by_label(of.label()).last().unwrap().click();
        h.run_steps(4);
        assert_eq!(draft(&h).time.unwrap().kind, of);
    }
    h.get_by_label(t!("clock-play-on")).click_accesskit();
    h.get_by_role_and_label(Role::CheckBox, t!("black")).click_accesskit();
    h.run_steps(4);
    assert!(draft(&h).play_on && draft(&h).black_time.is_some());
}

#[test]
fn the_meaning_of_a_strength_is_shown_above_the_limits_of_a_move() {
    for language in ["en", "de"] {
        let settings = Settings { language: language.to_owned(), ..Settings::default() };
        let mut h = open_with([1280.0, 800.0], settings);
        let even = h.state().model.settings.even_match;
        act(&mut h, Action::DraftNewGame(NewGame::default().even(even)));
        click(&mut h, Role::Button, t!("new-game-more"));
        let elo = draft(&h).strength.elo().unwrap().to_string();
        let note = t!("present-strength", elo = elo, errs = "");
        let note = h.get_by_label_contains(note.trim_end()).rect();
        let limit = rect(&h, &t!("limit-kind-of", who = t!("new-game-engine-moves")));
        assert!(note.bottom() <= limit.top(), "{language}: {note:?} {limit:?}");
        assert!(note.height() > 20.0, "{language}: it takes two lines");
    }
}

#[test]
fn the_tooltip_of_a_card_has_the_elo_of_the_card() {
    let mut h = open([1280.0, 800.0]);
    let level = CHARACTERS.iter().position(|one| one.elo != one.plays_at).unwrap();
    h.get_by_label(&card(level)).hover();
    h.run_steps(12);
    let note = t!("present-strength", elo = CHARACTERS[level].elo.to_string(), errs = "");
    h.get_by_label_contains(&format!("{}\n{}", card(level), note.trim_end()));
}

#[test]
fn an_invalid_fen_is_reported_above_start_which_cannot_be_pressed() {
    let mut h = open([1280.0, 800.0]);
    let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    let start = StartFrom::Fen(fen.to_owned());
    act(&mut h, Action::DraftNewGame(NewGame { start, ..NewGame::default() }));
    let button = h.get_by_role_and_label(Role::Button, t!("button-start"));
    assert!(button.accesskit_node().is_disabled());
    h.key_press(Key::Enter);
    h.run_steps(4);
    assert!(h.state().model.dialog.is_some());
    let error = tabia_chess::Board::from_fen(fen).unwrap_err();
    let words = tabia_app::game::words::fen_text(&error);
    let place = rect(&h, &words);
    assert!(place.bottom() <= rect(&h, t!("button-start")).top());
}

#[test]
fn the_keyboard_chooses_and_starts() {
    let mut h = open([1280.0, 800.0]);
    h.get_by_label(&card(3)).focus();
    h.run_steps(2);
    h.key_press(Key::Space);
    h.run_steps(3);
    assert_eq!(draft(&h).strength, Strength::Character(3));
    h.key_press(Key::ArrowLeft);
    h.run_steps(2);
    h.key_press(Key::Space);
    h.run_steps(3);
    assert_eq!(draft(&h).strength, Strength::Character(2), "the card on its left");
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert!(h.state().model.dialog.is_none(), "Enter on the chosen one starts");
    assert_eq!(h.state().model.settings.new_game.strength, Strength::Character(2));
    act(&mut h, Action::Command(UserCommand::NewGame));
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert!(h.state().model.dialog.is_none());
}

#[test]
fn the_second_click_of_a_double_click_starts_nothing() {
    let mut h = open([1280.0, 800.0]);
    let at = rect(&h, t!("button-start")).center();
    act(&mut h, Action::CloseDialog);
    let click = |h: &mut Ui| {
        h.event(Event::PointerMoved(at));
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            h.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        }
        h.step();
    };
    click(&mut h);
    act(&mut h, Action::Command(UserCommand::NewGame));
    let before = h.state().model.game.serial;
    click(&mut h);
    h.run_steps(3);
    assert!(h.state().model.dialog.is_some() && h.state().model.game.serial == before);
    click(&mut h);
    h.run_steps(3);
    assert!(h.state().model.dialog.is_none(), "the next one starts");
}
