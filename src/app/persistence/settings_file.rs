//! The settings file: read field by field, and written back together with what this program did not understand.

use serde_json::Value;

use tabia_text::t;

use super::mend;
use crate::window::settings::Settings;

/// The content of the file, so that only settings changed since are changed in it. Fields and unknown words of a
/// newer version thereby survive an older one.
#[derive(Clone, Debug, Default)]
pub struct SettingsFile {
    /// The file as JSON, if there was one.
    found: Value,
    /// The settings made from it, as JSON.
    read: Value,
}

impl SettingsFile {
    /// Reads the text of a settings file. The third result lists the fields that were not understood.
    ///
    /// # Errors
    /// If it is not a JSON object; then nothing of it can be kept.
    pub fn parse(text: &str) -> Result<(Settings, SettingsFile, Vec<String>), String> {
        let found: Value = serde_json::from_str(text).map_err(|error| mend::json_error(&error))?;
        if !found.is_object() {
            return Err(t!("error-saved-no-object").to_owned());
        }
        let mut odd = Vec::new();
        let settings = mend::over(&Settings::default(), &found, &mut odd);
        let read = serde_json::to_value(&settings).unwrap_or_default();
        Ok((settings.clamped(), SettingsFile { found, read }, odd))
    }

    /// The text for the file.
    pub fn text(&self, settings: &Settings) -> String {
        let now = serde_json::to_value(settings).unwrap_or_default();
        let kept = merged(&self.found, &self.read, &now);
        serde_json::to_string_pretty(&kept).unwrap_or_default()
    }
}

/// The content of the file, updated with what has changed between `read` and `now`.
fn merged(found: &Value, read: &Value, now: &Value) -> Value {
    let (Value::Object(found), Value::Object(read), Value::Object(now_fields)) = (found, read, now)
    else {
        return if found.is_null() || read != now { now.clone() } else { found.clone() };
    };
    // Records with the same fields are merged. Other values are choices, which only have a meaning as a whole.
    if read.keys().ne(now_fields.keys()) {
        return now.clone();
    }
    let mut all = found.clone();
    for (name, value) in now_fields {
        let kept = match (found.get(name), read.get(name)) {
            (Some(found), Some(read)) => merged(found, read, value),
            _ => value.clone(),
        };
        all.insert(name.clone(), kept);
    }
    Value::Object(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::settings::{SettingChange, ThemeChoice};

    #[test]
    fn what_is_not_understood_survives_being_written_back() {
        let text = r#"{"theme": "Sepia", "sound": {"volume": 3}, "ui_scale": 40.0,
            "engine": {"threads": 2, "eval": "Oracle", "optimism": 12}}"#;
        let (mut settings, file, odd) = SettingsFile::parse(text).unwrap();
        assert_eq!(odd, ["engine.eval", "theme"]);
        SettingChange::Threads(4).apply(&mut settings);
        let written: Value = serde_json::from_str(&file.text(&settings)).unwrap();
        assert_eq!(written["theme"], "Sepia");
        assert_eq!(written["sound"]["volume"], 3);
        assert_eq!(
            (&written["engine"]["eval"], &written["engine"]["optimism"]),
            (&"Oracle".into(), &12.into())
        );
        assert_eq!(
            (written["engine"]["threads"].as_u64(), written["ui_scale"].as_f64()),
            (Some(4), Some(3.0))
        );
        SettingChange::Theme(ThemeChoice::Dark).apply(&mut settings);
        let (again, ..) = SettingsFile::parse(&file.text(&settings)).unwrap();
        assert_eq!(again.theme, ThemeChoice::Dark);
    }

    #[test]
    fn a_choice_is_replaced_as_a_whole() {
        let found = serde_json::json!({"strength": {"Level": 3}});
        let now = serde_json::json!({"strength": {"Elo": 1500}});
        assert_eq!(merged(&found, &found, &now), now);
        assert_eq!(merged(&found, &found, &found), found);
        assert_eq!(merged(&Value::Null, &Value::Null, &now), now);
    }

    #[test]
    fn only_an_object_can_be_kept() {
        for text in ["", "[1]", "null", "{\"theme\": "] {
            assert!(SettingsFile::parse(text).is_err(), "{text}");
        }
    }
}
