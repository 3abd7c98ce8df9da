//! Tours added by the user: `tours/<language>/*.md` in the program's folder, read once at the start.

use std::path::Path;

use super::languages;
use tabia_app::tours;
use tabia_games::printable;
use tabia_text::t;

/// Reads the tours below this folder. Returns what is wrong with them.
pub(crate) fn of_user(home: &Path) -> Vec<String> {
    let Ok(folders) = std::fs::read_dir(home.join(tours::FOLDER)) else { return Vec::new() };
    let mut problems = Vec::new();
    for folder in folders.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let language = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (files, mut wrong) = languages::files_of(&folder, "md");
        for (file, text) in files {
            let name = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy();
            let added = tours::add(&language, &name, &file, &printable::lines(&text));
            wrong.extend(added.err().map(|error| error.to_string()));
        }
        let more = |left| t!("tour-more-problems", n = left, language = language);
        problems.extend(languages::first(wrong, more));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_in_a_file_names_its_line() {
        let home = tempfile::tempdir().unwrap();
        let folder = tours::folder(home.path(), "xx");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.md"), "---\ntitle: A\nabove: B\n---\n").unwrap();
        std::fs::write(folder.join("notes.txt"), "no tour").unwrap();
        let what = t!("tour-error-unexpected", found = "above", expected = "title, about");
        let file = folder.join("a.md").display().to_string();
        let expected = t!("tour-error", file = file, line = "3", what = what);
        assert_eq!(of_user(home.path()), [expected]);
        assert_eq!(of_user(&folder), [""; 0]);
    }
}
