//! The window's own dialog for files and folders: a typed path with completion, the content of its folder, recently
//! used folders.

use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR, Path, PathBuf, is_separator};
use std::sync::Arc;

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Align, ComboBox, FocusDirection, Key, Label, Layout, Modifiers, RichText, ScrollArea, TextEdit,
    Ui, vec2,
};

use tabia_app::action::Action;
use tabia_app::library::choose::{FileQuestion, PathKind};
use tabia_app::window::settings::Settings;

use crate::gui::background::folders::{Contents, Entry, Folder, Unlisted};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::dialog;
use crate::gui::widgets::buttons;
use tabia_games::printable;
use tabia_text::t;

/// Width of the dialog and height of its list, points.
const SIZE: [f32; 2] = [620.0, 280.0];
/// Maximum number of folders offered.
const MAX_RECENT: usize = 10;

/// The state of the dialog's input.
#[derive(Debug, Default)]
pub(crate) struct Form {
    /// The path as typed.
    text: String,
    folder: Folder,
    /// The folder that a relative path begins in: the last one of an absolute path.
    base: PathBuf,
    /// The entry that was clicked, whose name may not be writable as text, or that was found under an unlisted name.
    clicked: Option<Entry>,
    /// A name that was confirmed and is not listed, and the input it was in.
    unlisted: Option<(String, Unlisted)>,
    /// Files with other extensions are listed too.
    all: bool,
    /// The entries last listed.
    filtered: Option<Filtered>,
    /// Why the input cannot be accepted.
    trouble: Option<String>,
    /// The input when an existing file was to be written: confirming it a second time replaces the file.
    asked: Option<String>,
    begun: bool,
    /// The dialog changed the path: the cursor goes to its end, in the field.
    written: bool,
}

/// Entries that are listed, and what they were chosen by.
#[derive(Debug)]
struct Filtered {
    of: Arc<[Entry]>,
    begun: String,
    all: bool,
    entries: Arc<[Entry]>,
}

/// Shows the dialog.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    question: &FileQuestion,
    form: &mut Form,
    out: &mut Vec<Action>,
) {
    let recent = recent_folders(&cx.model.settings);
    if !form.begun {
        form.begin(ui, question, &recent);
    }
    dialog::title(ui, SIZE[0].min(ui.content_rect().width() - 60.0), question.title.as_str());
    let top = |ui: &mut Ui| places(ui, &recent);
    if let Some(folder) = ui.horizontal(top).inner {
        let target = match folder {
            Place::Up => form.folder.path.parent().map(Path::to_owned),
            Place::Home => home(),
            Place::Of(path) => Some(path),
        };
        if let Some(target) = target {
            form.enter(ui, question, target);
        }
    }
    let entries = form.matching(question);
    field(ui, form, &entries);
    form.follow(ui);
    let taken = list(ui, question, form);
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let mut all = form.all;
        if !question.endings.is_empty() && question.wanted != PathKind::Folder {
            ui.checkbox(&mut all, t!("choose-all"));
        }
        form.all = all;
        let line = form.trouble.clone().map(|trouble| (trouble, p.bad));
        let asked = form.asked.as_ref() == Some(&form.text);
        let replaced = || {
            let name = form.replaced(question)?;
            Some(if asked {
                (t!("choose-replaces-again", name = name), p.bad)
            } else {
                (t!("choose-replaces", name = name), p.warn)
            })
        };
        let (line, color) = line.or_else(replaced).unwrap_or((" ".to_owned(), p.text));
        ui.add(Label::new(RichText::new(line).color(color)).truncate());
    });
    ui.add_space(theme::PAD);
    let name = match question.wanted {
        PathKind::File => t!("button-open"),
        PathKind::NewFile => t!("button-save"),
        PathKind::Folder => t!("choose-folder"),
    };
    let pressed = dialog::buttons(ui, t!("button-cancel"), Some((name, true)));
    if pressed || taken || buttons::enter_ended_input(ui) {
        // Enter has taken the focus from the path, which may need correcting.
        form.written = true;
        out.extend(form.take(ui, question).map(Action::FileChosen));
    }
    out.extend(form.looked_up(ui, question).map(Action::FileChosen));
}

/// A place to go to.
enum Place {
    Up,
    Home,
    Of(PathBuf),
}

/// The buttons above the path.
fn places(ui: &mut Ui, recent: &[PathBuf]) -> Option<Place> {
    let mut gone = None;
    if buttons::small(ui, Icon::ArrowUp, t!("choose-up")).clicked() {
        gone = Some(Place::Up);
    }
    if ui.button(t!("choose-home")).clicked() {
        gone = Some(Place::Home);
    }
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ComboBox::from_id_salt("recent folders").selected_text(t!("choose-recent")).show_ui(
            ui,
            |ui| {
                for folder in recent {
                    if ui.selectable_label(false, format::path(folder)).clicked() {
                        gone = Some(Place::Of(folder.clone()));
                    }
                }
            },
        );
    });
    gone
}

/// The path, with the keys that complete it and walk through the list.
fn field(ui: &mut Ui, form: &mut Form, entries: &[Entry]) {
    let id = ui.scope_id().with("path");
    if ui.memory(|memory| memory.has_focus(id)) {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::Tab) && !form.complete(entries) {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let step = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
        if step != 0 {
            form.walk(entries, step);
        }
    }
    let label = ui.label(t!("choose-path"));
    let field =
        TextEdit::singleline(&mut form.text).id(id).lock_focus(true).desired_width(f32::INFINITY);
    let field = ui.add(field.hint_text(t!("choose-path.hint"))).labelled_by(label.id);
    if field.changed() {
        (form.clicked, form.trouble) = (None, None);
    }
    form.begun = true;
    if std::mem::take(&mut form.written) {
        let mut state = TextEditState::load(ui, id).unwrap_or_default();
        let end = CCursor::new(form.text.chars().count());
        state.cursor.set_char_range(Some(CCursorRange::one(end)));
        state.store(ui, id);
        field.request_focus();
    }
}

/// The content of the folder. Returns whether something was chosen by a double click.
fn list(ui: &mut Ui, question: &FileQuestion, form: &mut Form) -> bool {
    let p = theme::palette(ui);
    let entries = form.matching(question);
    let mut taken = false;
    let height = SIZE[1].min(ui.content_rect().height() - 300.0).max(100.0);
    ui.add_space(theme::GAP);
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), height),
        Layout::top_down(Align::Min),
        |ui| {
            ui.set_min_size(vec2(ui.available_width(), height));
            let note = match form.folder.contents() {
                Contents::Awaited => Some((t!("choose-reading").to_owned(), p.text_weak)),
                Contents::Failed(error) => Some((error, p.bad)),
                Contents::Entries(_) if entries.is_empty() => {
                    Some((t!("choose-nothing").to_owned(), p.text_weak))
                }
                Contents::Entries(_) => None,
            };
            if let Some((note, color)) = note {
                ui.label(RichText::new(note).color(color));
                return;
            }
            let row = ui.spacing().interact_size.y;
            ScrollArea::vertical().auto_shrink(false).show_rows(
                ui,
                row,
                entries.len(),
                |ui, rows| {
                    for entry in &entries[rows] {
                        let sign = if entry.is_folder { Icon::Open.glyph() } else { ' ' };
                        let chosen = form.clicked.as_ref() == Some(entry);
                        let text = format!("{sign} {}", entry.shown);
                        let row = ui.selectable_label(chosen, text);
                        if row.double_clicked() {
                            form.click(entry);
                            taken = true;
                        } else if row.clicked() {
                            form.click(entry);
                        }
                    }
                },
            );
        },
    );
    taken
}

impl Form {
    /// Starts in the folder last chosen, or else that of the last file.
    fn begin(&mut self, ui: &Ui, question: &FileQuestion, recent: &[PathBuf]) {
        let folder = recent.first().cloned().or_else(home).unwrap_or_else(|| PathBuf::from("."));
        self.enter(ui, question, folder);
        self.text += &question.name;
    }

    /// Goes to a folder, with the name proposed for a new file.
    fn enter(&mut self, ui: &Ui, question: &FileQuestion, folder: PathBuf) {
        let name = match question.wanted {
            PathKind::NewFile if self.begun => self.parts().1.to_owned(),
            _ => String::new(),
        };
        self.text = format!("{}{name}", with_separator(&folder));
        self.base.clone_from(&folder);
        self.folder = Folder::open(folder, ui.ctx());
        (self.clicked, self.trouble, self.written) = (None, None, true);
    }

    /// The folder and the name in the path, as typed.
    fn parts(&self) -> (PathBuf, &str) {
        let (folder, name) =
            self.text.split_at(self.text.rfind(is_separator).map_or(0, |at| at + 1));
        (expanded(folder), name)
    }

    /// Reads the folder in the path if it has changed.
    fn follow(&mut self, ui: &Ui) {
        let (folder, _) = self.parts();
        if folder.is_absolute() {
            self.base.clone_from(&folder);
        }
        // Without a trailing separator, so that a folder has only one name.
        let folder: PathBuf = self.base.join(folder).components().collect();
        if folder != self.folder.path {
            self.folder = Folder::open(folder, ui.ctx());
        }
    }

    /// The entries of the wanted kind whose names begin with the typed name; all of them if one was clicked.
    fn matching(&mut self, question: &FileQuestion) -> Arc<[Entry]> {
        let Contents::Entries(of) = self.folder.contents() else { return Arc::default() };
        let begun = match question.wanted {
            PathKind::NewFile => String::new(),
            _ if self.clicked.is_some() => String::new(),
            _ => self.parts().1.trim().to_lowercase(),
        };
        let all = self.all;
        let same =
            |it: &&Filtered| Arc::ptr_eq(&it.of, &of) && (&it.begun, it.all) == (&begun, all);
        if let Some(filtered) = self.filtered.as_ref().filter(same) {
            return Arc::clone(&filtered.entries);
        }
        let meant = |entry: &&Entry| {
            let file = question.wanted != PathKind::Folder && (all || question.means(&entry.shown));
            (entry.is_folder || file) && entry.shown.to_lowercase().starts_with(&begun)
        };
        let entries: Arc<[Entry]> = of.iter().filter(meant).cloned().collect();
        self.filtered = Some(Filtered { of, begun, all, entries: Arc::clone(&entries) });
        entries
    }

    /// Completes the typed name as far as it is unambiguous. Returns whether that added anything.
    fn complete(&mut self, entries: &[Entry]) -> bool {
        let (_, name) = self.parts();
        let begins = |entry: &&Entry| entry.shown.to_lowercase().starts_with(&name.to_lowercase());
        let mut names = entries.iter().filter(begins);
        let Some(first) = names.next() else { return false };
        let mut common = first.shown.clone();
        let mut alone = true;
        for other in names {
            alone = false;
            let same = common.chars().zip(other.shown.chars()).take_while(|(a, b)| a == b).count();
            common = common.chars().take(same).collect();
        }
        let kept = self.text.len() - name.len();
        let before = self.text.clone();
        if common.chars().count() >= name.chars().count() {
            self.text.replace_range(kept.., &common);
        }
        if alone && first.is_folder {
            self.text.push(MAIN_SEPARATOR);
        }
        (self.clicked, self.trouble, self.written) = (None, None, true);
        self.text != before
    }

    /// Chooses the entry above or below the chosen one.
    fn walk(&mut self, entries: &[Entry], step: isize) {
        let at = entries.iter().position(|entry| self.clicked.as_ref() == Some(entry));
        let next = match at {
            Some(at) => at.saturating_add_signed(step).min(entries.len().saturating_sub(1)),
            None => 0,
        };
        if let Some(entry) = entries.get(next) {
            self.click(&entry.clone());
        }
    }

    /// Puts an entry into the field.
    fn click(&mut self, entry: &Entry) {
        let kept = self.text.len() - self.parts().1.len();
        self.text.replace_range(kept.., &entry.shown);
        (self.clicked, self.trouble, self.written) = (Some(entry.clone()), None, true);
    }

    /// The entry that was clicked or whose name was typed.
    fn named(&self, question: &FileQuestion) -> Option<Entry> {
        let Contents::Entries(entries) = self.folder.contents() else { return None };
        let name = self.parts().1.trim();
        // A new file gets the extension if it was not typed.
        let new = (question.wanted == PathKind::NewFile).then(|| ended(name.to_owned(), question));
        let called = |name: &str| entries.iter().find(|entry| entry.shown == name).cloned();
        let typed = || called(name).or_else(|| called(new.as_deref()?));
        self.clicked.clone().or_else(typed)
    }

    /// The file that would be replaced.
    fn replaced(&self, question: &FileQuestion) -> Option<String> {
        let file = self.named(question).filter(|entry| !entry.is_folder)?;
        (question.wanted == PathKind::NewFile).then_some(file.shown)
    }

    /// The chosen path; a folder is entered unless a folder is wanted.
    fn take(&mut self, ui: &Ui, question: &FileQuestion) -> Option<PathBuf> {
        self.follow(ui);
        let name = self.parts().1.trim().to_owned();
        match self.folder.contents() {
            Contents::Entries(_) => {}
            // The list shows why.
            Contents::Awaited | Contents::Failed(_) => return None,
        }
        let folder = self.folder.path.clone();
        match (self.named(question), question.wanted) {
            (Some(found), PathKind::Folder) if found.is_folder => Some(folder.join(found.name)),
            (None, PathKind::Folder) if name.is_empty() => Some(folder),
            (Some(found), _) if found.is_folder => {
                self.enter(ui, question, folder.join(found.name));
                None
            }
            (Some(found), PathKind::File) => Some(folder.join(found.name)),
            (Some(found), PathKind::NewFile) => {
                let before = self.asked.replace(self.text.clone());
                (before.as_ref() == Some(&self.text)).then(|| folder.join(found.name))
            }
            (None, PathKind::File | PathKind::NewFile) if name.is_empty() => {
                self.trouble = Some(t!("choose-no-name").to_owned());
                None
            }
            (None, wanted) => {
                let new = wanted == PathKind::NewFile;
                let name = OsString::from(if new { ended(name, question) } else { name });
                self.unlisted = Some((self.text.clone(), self.folder.look_up(name, ui.ctx())));
                None
            }
            (Some(_), PathKind::Folder) => {
                self.trouble = Some(t!("choose-not-there", name = name));
                None
            }
        }
    }

    /// The chosen path if its name was not listed, once the disk has answered.
    fn looked_up(&mut self, ui: &Ui, question: &FileQuestion) -> Option<PathBuf> {
        let (text, unlisted) = self.unlisted.as_ref()?;
        let found = unlisted.found()?;
        let same = *text == self.text;
        let (_, Unlisted { name, .. }) = self.unlisted.take()?;
        match (found, question.wanted) {
            // It was about another input.
            _ if !same => return None,
            (Ok(Some(entry)), _) => {
                self.clicked = Some(entry);
                return self.take(ui, question);
            }
            (Ok(None), PathKind::NewFile) => return Some(self.folder.path.join(name)),
            (Ok(None), _) => {
                let name = printable::line(&name.to_string_lossy()).into_owned();
                self.trouble = Some(t!("choose-not-there", name = name));
            }
            (Err(error), _) => self.trouble = Some(error),
        }
        None
    }
}

/// A new file's name with the extension added, if there is one kind of file and the name has none.
fn ended(name: String, question: &FileQuestion) -> String {
    match &question.endings[..] {
        [ending] if Path::new(&name).extension().is_none() => format!("{name}.{ending}"),
        _ => name,
    }
}

/// The folder last chosen, those of recently opened and written files, and those of the tablebases, each once.
fn recent_folders(settings: &Settings) -> Vec<PathBuf> {
    let files = settings.recent_files.iter().filter_map(|file| Path::new(file).parent());
    let chosen = settings.chosen_folder.as_deref().into_iter();
    let tables = settings.table_folders.iter().map(PathBuf::as_path);
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in chosen.chain(files).chain(tables) {
        if !folders.iter().any(|known| known == folder) && folders.len() < MAX_RECENT {
            folders.push(folder.to_owned());
        }
    }
    folders
}

/// The user's home folder.
fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}

/// A folder as typed, with `~` at the start expanded to the home folder.
fn expanded(text: &str) -> PathBuf {
    let rest = text.strip_prefix('~').filter(|rest| rest.starts_with(is_separator));
    match rest.zip(home()) {
        Some((rest, home)) => home.join(rest.trim_start_matches(is_separator)),
        None => PathBuf::from(text),
    }
}

/// A folder as text with a trailing separator.
fn with_separator(folder: &Path) -> String {
    let text = folder.to_string_lossy();
    if text.ends_with(is_separator) { text.into_owned() } else { format!("{text}{MAIN_SEPARATOR}") }
}

#[cfg(test)]
mod tests {
    use eframe::egui::Context;

    use super::*;

    #[test]
    fn the_folder_last_chosen_comes_first() {
        let settings = Settings {
            recent_files: vec!["/games/a.pgn".to_owned()],
            chosen_folder: Some("/tables".into()),
            ..Settings::default()
        };
        assert_eq!(recent_folders(&settings), ["/tables", "/games"].map(PathBuf::from));
    }

    #[test]
    fn a_folder_is_filtered_again_only_when_the_list_changes() {
        let home = tempfile::tempdir().unwrap();
        for name in ["a.pgn", "b.pgn", "b.txt"] {
            std::fs::write(home.path().join(name), "").unwrap();
        }
        let endings = vec!["pgn".to_owned()];
        let (question, _) =
            FileQuestion::new(String::new(), PathKind::File, endings, String::new());
        let folder = Folder::open(home.path().to_owned(), &Context::default());
        while matches!(folder.contents(), Contents::Awaited) {
            std::thread::yield_now();
        }
        let mut form = Form { folder, ..Form::default() };
        let names =
            |entries: &[Entry]| entries.iter().map(|entry| entry.shown.clone()).collect::<Vec<_>>();
        let first = form.matching(&question);
        assert_eq!(names(&first), ["a.pgn", "b.pgn"]);
        assert!(Arc::ptr_eq(&first, &form.matching(&question)));
        form.text = "B".to_owned();
        assert_eq!(names(&form.matching(&question)), ["b.pgn"]);
        form.all = true;
        assert_eq!(names(&form.matching(&question)), ["b.pgn", "b.txt"]);
    }
}
