//! The tag pairs of a game: `[White "Carlsen"]`. An ordered list; the meaning of the values is the
//! reader's business.

/// The seven tags every PGN game has, in the order in which they are written.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tag pairs in the order in which they were found. Names are compared as written.
///
/// ```
/// use tabia::game::tags::Tags;
/// let mut tags = Tags::roster();
/// tags.set("White", "Anderssen");
/// assert_eq!(tags.get("White"), Some("Anderssen"));
/// assert_eq!(tags.get("Black"), Some("?"));
/// assert_eq!(tags.known("Black"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags at all.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The seven tags of the roster with the values that say "not known".
    pub fn roster() -> Tags {
        let unknown = |name| match name {
            "Date" => "????.??.??",
            "Result" => "*",
            _ => "?",
        };
        Tags(ROSTER.iter().map(|&name| (name.to_owned(), unknown(name).to_owned())).collect())
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The value of a tag unless it only says that nothing is known (`?`, `????.??.??`, `-`, empty).
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name)
            .filter(|v| !v.is_empty() && *v != "-" && !v.chars().all(|c| ".?".contains(c)))
    }

    /// Sets a tag, at its present place or at the end.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(n, _)| *n == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Sets a tag as [`Tags::set`] does, with room for those that will follow.
    pub(super) fn add(&mut self, name: String, value: String) {
        if let Some((_, old)) = self.0.iter_mut().find(|(n, _)| *n == name) {
            *old = value;
        } else {
            self.0.reserve(8);
            self.0.push((name, value));
        }
    }

    /// Removes a tag; nothing happens if there is none.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(n, _)| n != name);
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Tags {
        let mut tags = Tags::new();
        for (name, value) in pairs {
            tags.set(name, value);
        }
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_keeps_the_place() {
        let mut tags = Tags::roster();
        tags.set("Site", "London");
        tags.set("ECO", "C51");
        let names: Vec<&str> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names[..7], ROSTER);
        assert_eq!(names[7], "ECO");
        assert_eq!(tags.get("Site"), Some("London"));
        tags.remove("ECO");
        assert_eq!(tags.len(), 7);
    }

    #[test]
    fn question_marks_are_not_knowledge() {
        let tags: Tags =
            [("Date", "????.??.??"), ("White", "?"), ("Black", "Dufresne")].into_iter().collect();
        assert_eq!(tags.known("Date"), None);
        assert_eq!(tags.known("White"), None);
        assert_eq!(tags.known("Black"), Some("Dufresne"));
        assert_eq!(tags.known("Round"), None);
    }
}
