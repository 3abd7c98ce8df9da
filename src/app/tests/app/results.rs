//! The user's results: what a stored game contains about its players and help, and how the page follows the file.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tabia_app::action::{Action, ResultsAction, TrainingAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::library::open::{self, Progress};
use tabia_app::library::own;
use tabia_app::results::game::{NotRated, OwnRecord, TimeClass};
use tabia_app::results::read::ResultsRequest;
use tabia_app::results::record::{GameFilter, Period};
use tabia_app::training::state::Page;
use tabia_app::window::settings::SettingChange;
use tabia_chess::Color;
use tabia_engine::alphabeta::options::Strength;
use tabia_games::strength::sheet::Points;
use tabia_text::t;

use super::test_app::{TestApp, blitz, humans};

/// The record of the games sent to the file, with the newest state of each game.
fn kept(app: &mut TestApp, user: &str) -> OwnRecord {
    let mut texts: Vec<(u64, String)> = Vec::new();
    for effect in app.take_effects() {
        if let Effect::KeepGame(request) = effect {
            texts.retain(|(id, _)| *id != request.id);
            texts.push((request.id, request.text));
        }
    }
    let text: String = texts.into_iter().map(|(_, text)| text + "\n\n").collect();
    read(&text, user)
}

fn read(text: &str, user: &str) -> OwnRecord {
    let request = ResultsRequest { user: user.to_owned(), ..ResultsRequest::default() };
    request.read(text.as_bytes(), &AtomicBool::new(false)).unwrap().unwrap()
}

fn against(strength: Strength) -> NewGame {
    NewGame { strength, ..blitz() }
}

fn play_and_resign(app: &mut TestApp) {
    app.play("e2e4");
    app.answer("c7c5");
    app.resign();
}

#[test]
fn a_game_tells_the_opponents_number_unless_it_plays_at_full_strength() {
    let rated = |strength| {
        let mut app = TestApp::with(against(strength));
        play_and_resign(&mut app);
        let record = kept(&mut app, "");
        let game = &record.games[0];
        assert_eq!(
            (game.side, game.result, game.class),
            (Color::White, Points::Loss, TimeClass::Bullet)
        );
        game.rated
    };
    let character = Strength::Character(2);
    assert_eq!(rated(character).ok(), character.elo());
    assert_eq!(rated(Strength::Elo(1_500)), Ok(1_500));
    assert_eq!(rated(Strength::Full), Err(NotRated::NoNumber));
    assert_eq!(rated(Strength::Gambler), Err(NotRated::NoNumber));
}

#[test]
fn another_name_leaves_no_game_behind() {
    let mut app = TestApp::with(against(Strength::Character(2)));
    app.act(Action::Set(SettingChange::PlayerName("Ada".to_owned())));
    play_and_resign(&mut app);
    app.act(Action::Set(SettingChange::PlayerName("Bo".to_owned())));
    app.act(Action::StartGame(NewGame {
        sides: Sides::HumanBlack,
        ..against(Strength::Character(2))
    }));
    app.answer("e2e4");
    app.play("c7c5");
    app.answer("g1f3");
    app.resign();
    let record = kept(&mut app, "Somebody");
    let sides: Vec<Color> = record.games.iter().map(|game| game.side).collect();
    assert_eq!(sides, [Color::White, Color::Black]);
}

#[test]
fn help_is_noted_in_the_game() {
    let rated = |help: &dyn Fn(&mut TestApp)| {
        let mut app = TestApp::with(NewGame { time: None, ..against(Strength::Character(2)) });
        app.play("e2e4");
        app.answer("c7c5");
        help(&mut app);
        app.play("g1f3");
        app.resign();
        kept(&mut app, "").games[0].rated
    };
    assert!(rated(&|_| ()).is_ok());
    assert_eq!(rated(&|app| app.give(UserCommand::Takeback)), Err(NotRated::Help));
    assert_eq!(rated(&|app| app.give(UserCommand::Hint)), Err(NotRated::Help));
    assert_eq!(rated(&|app| app.give(UserCommand::Watch)), Err(NotRated::Help));
    let taken_back_again = |app: &mut TestApp| {
        app.give(UserCommand::Takeback);
        app.give(UserCommand::Undo);
    };
    assert!(rated(&taken_back_again).is_ok(), "as if it had not been");
}

#[test]
fn an_even_match_begins_at_the_rating_of_the_user() {
    let mut app = TestApp::with(humans());
    app.give(UserCommand::NewGame);
    let request = asked(&mut app).expect("the rating is asked for");
    answer(&mut app, &request, &WON.repeat(3));
    let rating = app.model.results.results.best_known_rating().unwrap().value;
    let even = app.model.settings.even_match;
    assert!(rating > 1_300.0, "{rating}");
    assert_eq!((f64::from(even.elo), even.games), (rating.round(), 0));

    app.model.settings.even_match.games = 1;
    app.act(Action::CloseDialog);
    app.give(UserCommand::NewGame);
    assert!(asked(&mut app).is_none(), "it goes on from where it stands");
}

#[test]
fn games_of_two_people_are_no_results() {
    let mut app = TestApp::with(humans());
    app.play("e2e4");
    app.resign();
    let record = kept(&mut app, "");
    assert_eq!((record.games.len(), record.of_others), (0, 1));
}

/// The last request.
fn asked(app: &mut TestApp) -> Option<ResultsRequest> {
    let effects = app.take_effects().into_iter();
    let requests = effects.filter_map(|effect| match effect {
        Effect::ReadResults(request) => Some(request),
        _ => None,
    });
    requests.last()
}

fn answer(app: &mut TestApp, request: &ResultsRequest, text: &str) {
    let known = Some(Arc::new(read(text, &request.user)));
    let request = ResultsRequest { known, ..request.clone() };
    app.act(Action::Results(request.answer(None, &AtomicBool::new(false)).unwrap()));
}

const WON: &str = "[White \"Player\"]\n[Black \"Tabia, Bruno\"]\n[BlackElo \"1200\"]\n\
    [Date \"2020.01.01\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n";

#[test]
fn the_page_asks_for_the_file_and_again_when_that_changes() {
    let mut app = TestApp::new();
    assert!(asked(&mut app).is_none());
    app.give(UserCommand::MyResults);
    assert_eq!(app.model.training.page, Page::Results);
    let first = asked(&mut app).expect("a question");
    app.act(Action::Tick);
    assert!(asked(&mut app).is_none(), "once is enough");
    let other = ResultsRequest { ticket: first.ticket + 1, ..first.clone() };
    answer(&mut app, &other, &WON.repeat(3));
    assert!(app.model.results.record.is_none(), "that is no answer to it");
    answer(&mut app, &first, WON);
    assert_eq!(app.model.results.results.tally.wins, 1);
    app.act(Action::Set(SettingChange::PlayerName("Ada".to_owned())));
    let second = asked(&mut app).expect("another name may have other games");
    assert_eq!((second.user.as_str(), second.known.is_none()), ("Ada", true));
    answer(&mut app, &second, &WON.repeat(2));
    assert_eq!(app.model.results.results.tally.wins, 2);
    app.act(Action::Training(TrainingAction::Show(Page::Vision)));
    app.act(Action::Training(TrainingAction::Show(Page::Results)));
    let third = asked(&mut app).expect("the file may have changed");
    let read = Err("no".to_owned());
    app.act(Action::Results(ResultsAction::Read { ticket: third.ticket, read }));
    assert_eq!(app.model.results.results.tally.wins, 0);
}

#[test]
fn filters_and_rows_change_what_is_shown() {
    let mut app = TestApp::new();
    app.give(UserCommand::MyResults);
    let first = asked(&mut app).unwrap();
    answer(&mut app, &first, WON);
    let mut games_of = |class, period| {
        let filter = GameFilter { class, period };
        app.act(Action::Results(ResultsAction::Filter(filter)));
        let again = asked(&mut app).unwrap();
        assert_eq!((again.filter, again.known.is_some()), (filter, true), "it is not read again");
        app.act(Action::Results(again.answer(None, &AtomicBool::new(false)).unwrap()));
        app.model.results.results.tally.games()
    };
    assert_eq!(games_of(Some(TimeClass::Blitz), Period::All), 0);
    assert_eq!(games_of(Some(TimeClass::Untimed), Period::All), 1);
    assert_eq!(games_of(None, Period::Year), 0, "it is of 2020");
    app.act(Action::Results(ResultsAction::ShowGames("player:bruno".to_owned())));
    app.act(Action::Results(ResultsAction::Export));
    let effects = app.take_effects();
    let opens = |effect: &Effect| matches!(effect, Effect::OpenOwnGames { filter } if filter == "player:bruno");
    assert!(effects.iter().any(opens));
    let saves = |effect: &Effect| matches!(effect, Effect::SaveText { text, .. } if text.contains("rating,untimed,games,1"));
    assert!(effects.iter().any(saves));
}

#[test]
fn the_list_of_a_row_has_only_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(own::FILE_NAME);
    fs::write(&path, WON.to_owned() + &WON.replace("Bruno", "Clara")).unwrap();
    let mut app = TestApp::new();
    let opened = open::file(&path, &Progress::default()).unwrap().unwrap();
    let filter = "player:\"Tabia, Bruno\"".to_owned();
    app.act(Action::Opened(open::Opened { as_list: true, filter, ..opened }.into()));
    let asked = app.take_effects().into_iter().find_map(|effect| match effect {
        Effect::ListGames(request) => request.answer(&AtomicBool::new(false)),
        _ => None,
    });
    app.act(Action::Games(asked.unwrap()));
    let list = app.model.games.as_ref().unwrap();
    assert_eq!((list.collection.len(), list.rows.len(), list.rows[0].game), (2, 1, 0));
}

#[test]
fn a_deleted_game_comes_back_only_where_it_is_asked_for() {
    let mut app = TestApp::with(against(Strength::Character(2)));
    play_and_resign(&mut app);
    assert_eq!(kept(&mut app, "").games.len(), 1);
    let aside = Some("My games.pgn.deleted".into());
    app.act(Action::Results(ResultsAction::PutAside(Ok(aside))));
    app.act(Action::StartGame(humans()));
    assert!(kept(&mut app, "").is_empty(), "it does not come back by itself");
    app.give(UserCommand::Undo);
    app.give(UserCommand::KeepGame);
    assert_eq!(kept(&mut app, "").games.len(), 1);
}

#[test]
fn an_analysis_does_not_bring_a_deleted_game_back_but_more_moves_do() {
    let put_aside = |app: &mut TestApp| {
        let aside = Some("My games.pgn.deleted".into());
        app.act(Action::Results(ResultsAction::PutAside(Ok(aside))));
    };
    let mut app = TestApp::with(NewGame { time: None, ..against(Strength::Character(2)) });
    play_and_resign(&mut app);
    assert_eq!(kept(&mut app, "").games.len(), 1);
    put_aside(&mut app);
    // Another file without this game does not bring it back either.
    put_aside(&mut app);
    app.give(UserCommand::ToggleAnalysis);
    app.report(20, 1, "g1f3", 35);
    app.act(Action::StartGame(humans()));
    assert!(kept(&mut app, "").is_empty());
    app.give(UserCommand::Undo);
    if app.model.engine.analysis {
        app.give(UserCommand::ToggleAnalysis);
    }
    app.give(UserCommand::Undo);
    app.play("g1f3");
    app.resign();
    assert_eq!(kept(&mut app, "").games.len(), 1);
}

#[test]
fn deleted_games_are_put_aside_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(own::FILE_NAME);
    assert_eq!(own::put_aside(&path), Ok(None));
    let mut app = TestApp::new();
    for text in ["first", "second"] {
        fs::write(&path, text).unwrap();
        app.give(UserCommand::DeleteMyGames);
        let puts = |effect: &Effect| matches!(effect, Effect::PutOwnGamesAside);
        assert!(!app.take_effects().iter().any(puts), "it is asked first");
        app.act(Action::Confirm);
        assert!(app.take_effects().iter().any(puts));
        let done = own::put_aside(&path);
        assert!(!path.exists());
        let aside = done.clone().unwrap().unwrap();
        assert_eq!(fs::read_to_string(&aside).unwrap(), text);
        app.act(Action::Results(ResultsAction::PutAside(done)));
        assert!(app.says(&aside.display().to_string()));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is written over");
    app.act(Action::Results(ResultsAction::PutAside(Err("full".to_owned()))));
    assert!(app.says(&t!("results-delete-failed", error = "full")));
}
