//! Files of positions, one EPD or FEN per line.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use tabia_chess::{Board, epd};
use tabia_text::t;

use crate::regular_file::{self, BoundedLines};

/// The positions of a file or pipe.
///
/// # Errors
/// If the file cannot be read, a line is invalid, or there is no position.
pub fn read(path: &Path) -> Result<Vec<Board>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = BoundedLines::new(regular_file::stream(path).map_err(failed)?);
    let mut boards = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(failed)?;
        // The first may begin with a byte order mark.
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            continue;
        }
        let epd = epd::parse(line).map_err(|error| {
            let (file, line) = (path.display().to_string(), (number + 1).to_string());
            t!("arena-opening-line", file = file, line = line, error = error.to_string())
        })?;
        boards.push(epd.board);
    }
    if boards.is_empty() {
        return Err(t!("arena-opening-empty", file = path.display().to_string()));
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_behind_a_byte_order_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        let fen = Board::start().to_string();
        std::fs::write(&path, format!("\u{feff}{fen}\r\n\n{fen}\n")).unwrap();
        assert_eq!(read(&path), Ok(vec![Board::start(); 2]));
        std::fs::write(&path, "\u{feff}\n").unwrap();
        let error = read(&path).unwrap_err();
        assert!(error.ends_with("found no position, expected one EPD or FEN per line"), "{error}");
    }
}
