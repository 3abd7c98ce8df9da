//! The desktop entry with the program's own path in it, and the other files of a desktop, as they are in `assets`.

use std::path::Path;

/// A file for the desktop: where it goes below the folder of data (`~/.local/share`, `/usr/share`), and its bytes.
pub(super) type Placed = (&'static str, &'static [u8]);

/// Where the desktop entry goes.
pub(super) const ENTRY: &str = "applications/tabia.desktop";

/// Its text, for a program that is found on PATH.
const ENTRY_TEXT: &str = include_str!("../../../assets/desktop/tabia.desktop");

/// Everything besides the entry.
pub(super) const OTHERS: [Placed; 10] = [
    ("icons/hicolor/scalable/apps/tabia.svg", include_bytes!("../../../assets/icon/tabia.svg")),
    ("icons/hicolor/256x256/apps/tabia.png", include_bytes!("../../../assets/icon/tabia.png")),
    ("icons/hicolor/128x128/apps/tabia.png", include_bytes!("../../../assets/icon/tabia-128.png")),
    ("icons/hicolor/64x64/apps/tabia.png", include_bytes!("../../../assets/icon/tabia-64.png")),
    ("icons/hicolor/48x48/apps/tabia.png", include_bytes!("../../../assets/icon/tabia-48.png")),
    ("icons/hicolor/32x32/apps/tabia.png", include_bytes!("../../../assets/icon/tabia-32.png")),
    ("icons/hicolor/24x24/apps/tabia.png", include_bytes!("../../../assets/icon/tabia-24.png")),
    ("icons/hicolor/16x16/apps/tabia.png", include_bytes!("../../../assets/icon/tabia-16.png")),
    ("mime/packages/tabia.xml", include_bytes!("../../../assets/desktop/tabia-mime.xml")),
    ("metainfo/tabia.metainfo.xml", include_bytes!("../../../assets/desktop/tabia.metainfo.xml")),
];

/// The entry for a program at this path; `None`: for one that is found on PATH.
///
/// # Errors
/// If the path cannot be written into an entry.
pub(super) fn text(program: Option<&Path>) -> Result<String, String> {
    let Some(program) = program else { return Ok(ENTRY_TEXT.to_owned()) };
    let refused = || format!("{}: such a path cannot stand in a desktop entry", program.display());
    let path = program.to_str().filter(|path| !path.chars().any(char::is_control));
    let path = path.ok_or_else(refused)?;
    let word = quoted(path);
    // TryExec takes a path as it is, but for the escapes of every text in such a file.
    let own = format!("TryExec={}\nExec={word} %f\n", path.replace('\\', "\\\\"));
    Ok(ENTRY_TEXT.replace("Exec=tabia %f\n", &own))
}

/// A word of an Exec line: in quotes, with the escapes of a quoted word, and those of every text around them.
fn quoted(path: &str) -> String {
    let mut word = String::from("\"");
    for letter in path.chars() {
        match letter {
            '"' | '`' | '$' => word.extend(["\\\\".to_owned(), letter.to_string()]),
            '\\' => word.push_str("\\\\\\\\"),
            '%' => word.push_str("%%"),
            other => word.push(other),
        }
    }
    word.push('"');
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stands_in_the_entry_so_that_it_is_found_again() {
        let line = |path: &str| {
            let text = text(Some(Path::new(path))).unwrap();
            text.lines().find(|line| line.starts_with("Exec=")).unwrap().to_owned()
        };
        assert_eq!(line("/opt/tabia"), r#"Exec="/opt/tabia" %f"#);
        assert_eq!(line("/my programs/100%/tabia"), r#"Exec="/my programs/100%%/tabia" %f"#);
        assert_eq!(line(r#"/a"b$c\d/tabia"#), r#"Exec="/a\\"b\\$c\\\\d/tabia" %f"#);
        assert!(text(Some(Path::new("/a\nb/tabia"))).is_err());
    }

    #[test]
    fn entry_types_and_data_speak_of_the_same_program() {
        let read = |name: &str| {
            let file = OTHERS.iter().find(|(path, _)| path.ends_with(name)).unwrap();
            String::from_utf8(file.1.to_vec()).unwrap()
        };
        let (types, data) = (read("tabia.xml"), read("tabia.metainfo.xml"));
        let line = |key: &str| ENTRY_TEXT.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        for name in line("MimeType=").split_terminator(';') {
            assert!(types.contains(&format!("\"{name}\"")), "{name}");
            assert!(data.contains(&format!(">{name}<")) || name == "application/x-chess-pgn");
        }
        for name in line("Categories=").split_terminator(';') {
            assert!(data.contains(&format!("<category>{name}</category>")), "{name}");
        }
        assert_eq!((line("Icon="), line("StartupWMClass=")), ("tabia", "tabia"));
        assert_eq!(line("Version="), "1.4", "the newest that validators in use know");
        let version = format!("version=\"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(data.contains(&version), "{version}");
    }

    #[test]
    fn drawings_have_the_sizes_of_their_folders() {
        for (path, bytes) in OTHERS.iter().filter(|(path, _)| path.contains(".png")) {
            // The width stands in the first chunk of a PNG.
            let side = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
            assert!(path.contains(&format!("/{side}x{side}/")), "{path}: {side}");
        }
    }
}
