//! Reads a session as far as it can be understood: a field that is damaged, or of a newer version, is left out, and
//! of a game whose moves cannot all be read the ones before.

use serde_json::{Value, json};

use tabia_games::game::saved::{SavedTree, SavedTreeError};

use super::mend;
use super::session::{SavedGame, Session, SessionError};
use crate::model::Model;
use crate::window::settings::Settings;

/// Fields of a move that can be left out.
const NOTES: [&str; 9] =
    ["lead", "comment", "nags", "clock_ms", "elapsed_ms", "cp", "mate", "depth", "shapes"];

impl Session {
    /// Reads a session file; the game in it is checked too.
    ///
    /// # Errors
    /// If nothing can be made of it.
    pub fn parse(text: &str) -> Result<Session, SessionError> {
        Session::read(text).map(|(session, _)| session)
    }

    /// The same, with the names of the fields that were not understood.
    ///
    /// # Errors
    /// If nothing can be made of it.
    pub fn read(text: &str) -> Result<(Session, Vec<String>), SessionError> {
        let mut odd = Vec::new();
        let mut session = match serde_json::from_str::<Session>(text) {
            Ok(session) => session,
            Err(_) => mended(serde_json::from_str(text)?, &mut odd)?,
        };
        session.game.cut_to_sound(&mut odd)?;
        Ok((session, odd))
    }
}

impl SavedGame {
    /// Leaves out the moves from the first one on that does not fit.
    fn cut_to_sound(&mut self, odd: &mut Vec<String>) -> Result<(), SessionError> {
        let rows = match self.restore() {
            Ok(_) => return Ok(()),
            Err(SessionError::Node { .. }) => {
                // The shown position, or that of the game, is not in it: the start is.
                (self.current, self.live) = (0, 0);
                odd.push("game.current".to_owned());
                return self.restore().map(drop);
            }
            Err(SessionError::Tree(
                SavedTreeError::Parent { row, .. } | SavedTreeError::Move { row, .. },
            )) => row,
            Err(error) => return Err(error),
        };
        odd.push(format!("game.tree.rows from {rows} on"));
        self.tree.truncate(rows);
        let last = rows.saturating_sub(1) as u32;
        (self.current, self.live) = (self.current.min(last), self.live.min(last));
        self.restore().map(drop)
    }
}

/// A session of what is understood of a file that does not fit as a whole.
fn mended(mut found: Value, odd: &mut Vec<String>) -> Result<Session, SessionError> {
    let version = found.get("version").and_then(Value::as_u64);
    let version = version.and_then(|version| u32::try_from(version).ok());
    let version = version.ok_or(SessionError::Version)?;
    let tree = found.pointer_mut("/game/tree").map(Value::take).ok_or(SessionError::Game)?;
    let tree = mended_tree(tree, odd).ok_or(SessionError::Game)?;
    let base = Session::of(&Model::new(Settings::default()), 0);
    // The moves may be many, and are asked about once: an empty tree stands in for them.
    if let (Some(place), Ok(empty)) =
        (found.pointer_mut("/game/tree"), serde_json::to_value(&base.game.tree))
    {
        *place = empty;
    }
    let mut session = mend::over(&base, &found, odd);
    session.version = version;
    session.game.tree = tree;
    Ok(session)
}

/// A tree of the rows before the first that cannot be read without its move or its place.
fn mended_tree(mut found: Value, odd: &mut Vec<String>) -> Option<SavedTree> {
    let whole = |value: Value| serde_json::from_value::<SavedTree>(value).ok();
    let start = found.get("start").cloned()?;
    let rows = found.get_mut("rows").map(Value::take)?;
    let Value::Array(rows) = rows else { return None };
    let fits = |row: &Value| whole(json!({"start": start, "rows": [row]})).is_some();
    let mut sound: Vec<Value> = Vec::with_capacity(rows.len());
    for mut row in rows {
        if !fits(&row) {
            odd.push(format!("game.tree.rows[{}]", sound.len()));
            if let Some(fields) = row.as_object_mut() {
                for name in NOTES {
                    fields.remove(name);
                }
            }
            if !fits(&row) {
                break;
            }
        }
        sound.push(row);
    }
    whole(json!({"start": start, "rows": sound}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(change: impl FnOnce(&mut Value)) -> Result<(Session, Vec<String>), SessionError> {
        let fresh = Session::of(&Model::new(Settings::default()), 0);
        let mut value = serde_json::to_value(fresh).unwrap();
        value["game"]["tree"]["rows"] = json!([{}, {"m": "e2e4"}, {"p": 1, "m": "e7e5"}]);
        change(&mut value);
        Session::read(&value.to_string())
    }

    fn plies(session: &Session) -> usize {
        session.game.restore().unwrap().tree.len() - 1
    }

    #[test]
    fn one_field_costs_one_field() {
        let (found, odd) = session(|value| {
            value["game"]["white"] = json!({"remote": {"host": "x"}});
            value["game"]["tree"]["rows"][1]["nags"] = json!([300]);
            value["window"] = json!("left");
            value["flipped"] = json!(true);
        })
        .unwrap();
        assert_eq!(odd, ["game.tree.rows[1]", "game.white.remote", "window"]);
        assert!(found.flipped && plies(&found) == 2);
    }

    #[test]
    fn moves_are_read_up_to_the_first_that_does_not_fit() {
        for (bad, left) in [(json!({"p": 1, "m": "e7e8"}), 1), (json!({"p": 9, "m": "e7e5"}), 1)] {
            let (found, odd) = session(|value| {
                value["game"]["tree"]["rows"][2] = bad.clone();
                value["game"]["current"] = json!(2);
            })
            .unwrap();
            assert_eq!((plies(&found), odd.len()), (left, 1), "{bad}: {odd:?}");
        }
        let (found, odd) = session(|value| value["game"]["live"] = json!(77)).unwrap();
        assert_eq!((plies(&found), odd.len()), (2, 1));
    }

    #[test]
    fn a_file_without_a_game_is_no_session() {
        for text in ["", "[]", r#"{"version": 1}"#, r#"{"version": "new", "game": {}}"#] {
            assert!(Session::read(text).is_err(), "{text}");
        }
    }
}
