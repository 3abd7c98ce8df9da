//! The arrangements of all workspaces, and how a session keeps them.

use serde_json::{Map, Value};

use tabia_app::window::workspace::Workspace;

use super::layout::Layout;

/// The key of the only arrangement in sessions from before there were workspaces.
const OLD: &str = "tree";

/// An arrangement for each workspace.
#[derive(Clone, Debug)]
pub(crate) struct Arrangements {
    all: [Layout; Workspace::ALL.len()],
}

impl Default for Arrangements {
    fn default() -> Self {
        Arrangements { all: Workspace::ALL.map(Layout::first) }
    }
}

impl Arrangements {
    /// The arrangements of a session, each the first one where it cannot be read. The only one of an older
    /// session becomes the study's.
    pub(crate) fn restore(kept: Option<&Value>) -> Arrangements {
        let of = |workspace: Workspace| match kept {
            Some(old) if old.get(OLD).is_some() => {
                let study = Some(old).filter(|_| workspace == Workspace::Study);
                Layout::restore(workspace, study)
            }
            _ => Layout::restore(workspace, kept.and_then(|kept| kept.get(workspace.name()))),
        };
        Arrangements { all: Workspace::ALL.map(of) }
    }

    /// These arrangements as a session keeps them, by the names of the workspaces.
    pub(crate) fn keep(&self) -> Option<Value> {
        let mut kept = Map::new();
        for workspace in Workspace::ALL {
            kept.insert(workspace.name().to_owned(), self.of(workspace).keep()?);
        }
        Some(Value::Object(kept))
    }

    /// The arrangement of a workspace.
    pub(crate) fn of(&self, workspace: Workspace) -> &Layout {
        &self.all[workspace as usize]
    }

    /// The same, to be changed.
    pub(crate) fn of_mut(&mut self, workspace: Workspace) -> &mut Layout {
        &mut self.all[workspace as usize]
    }

    /// Puts the panels of a workspace back where they were at first.
    pub(crate) fn reset(&mut self, workspace: Workspace) {
        *self.of_mut(workspace) = Layout::first(workspace);
    }
}

#[cfg(test)]
mod tests {
    use tabia_app::window::workspace::PaneId;

    use super::*;

    #[test]
    fn each_workspace_has_its_own_arrangement_and_is_reset_alone() {
        let mut all = Arrangements::default();
        all.of_mut(Workspace::Play).set_open(PaneId::Explorer, true);
        all.of_mut(Workspace::Study).set_open(PaneId::Games, false);
        let mut again = Arrangements::restore(all.keep().as_ref());
        assert!(again.of(Workspace::Play).is_open(PaneId::Explorer));
        assert!(!again.of(Workspace::Study).is_open(PaneId::Games));
        again.reset(Workspace::Study);
        assert!(again.of(Workspace::Study).is_open(PaneId::Games));
        assert!(again.of(Workspace::Play).is_open(PaneId::Explorer));
    }

    #[test]
    fn a_damaged_arrangement_costs_the_others_nothing() {
        let mut all = Arrangements::default();
        all.of_mut(Workspace::Lab).set_open(PaneId::Games, true);
        let mut kept = all.keep().unwrap();
        kept["Study"] = serde_json::json!({"tree": []});
        kept["Play"] = Value::Null;
        let again = Arrangements::restore(Some(&kept));
        assert!(again.of(Workspace::Lab).is_open(PaneId::Games));
        assert!(again.of(Workspace::Study).is_open(PaneId::Moves));
        assert!(again.of(Workspace::Play).is_open(PaneId::Moves));
    }

    /// A session from before there were workspaces, with the statistics closed.
    const OLD_SESSION: &str = include_str!("../../../tests/data/session/before_workspaces.json");

    #[test]
    fn the_only_arrangement_of_an_older_session_becomes_the_studys() {
        let old: Value = serde_json::from_str(OLD_SESSION).unwrap();
        let all = Arrangements::restore(old.get("layout"));
        let study = all.of(Workspace::Study);
        assert!(study.is_open(PaneId::Iterations) && study.is_open(PaneId::SearchPlot));
        assert!(!study.is_open(PaneId::Statistics), "it was closed");
        assert!(!all.of(Workspace::Play).is_open(PaneId::Iterations));
    }
}
