//! The drawings of the pieces as parts of another document.

use tabia_chess::Piece;

/// A set of pieces: an SVG document each, by [`Piece::index`].
pub type PieceDrawings = [&'static str; Piece::COUNT];

/// The set everything is drawn with unless another is asked for.
pub const STANDARD: PieceDrawings = [
    include_str!("../../../assets/pieces/wp.svg"),
    include_str!("../../../assets/pieces/wn.svg"),
    include_str!("../../../assets/pieces/wb.svg"),
    include_str!("../../../assets/pieces/wr.svg"),
    include_str!("../../../assets/pieces/wq.svg"),
    include_str!("../../../assets/pieces/wk.svg"),
    include_str!("../../../assets/pieces/bp.svg"),
    include_str!("../../../assets/pieces/bn.svg"),
    include_str!("../../../assets/pieces/bb.svg"),
    include_str!("../../../assets/pieces/br.svg"),
    include_str!("../../../assets/pieces/bq.svg"),
    include_str!("../../../assets/pieces/bk.svg"),
];

/// The name a piece is used by inside a document: `wp`, `bk`.
pub(super) fn name(piece: Piece) -> String {
    let side = if piece.index() < Piece::COUNT / 2 { 'w' } else { 'b' };
    format!("{side}{}", piece.fen_char().to_ascii_lowercase())
}

/// A piece as a symbol for `<use href="#wp">`. What it names inside gets a name of its own: the drawings were made
/// as documents, and each of them has a part called `wood`.
pub(super) fn symbol(set: &PieceDrawings, piece: Piece) -> String {
    let name = name(piece);
    let drawing = set[piece.index()].trim();
    let drawing = drawing.find("<svg").map_or(drawing, |from| &drawing[from..]);
    let (open, inner) = drawing.split_once('>').unwrap_or(("", drawing));
    let inner = inner.trim_end().strip_suffix("</svg>").unwrap_or(inner);
    let view = open.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"'));
    let view = view.map_or("0 0 100 100", |(view, _)| view);
    let inner = inner
        .replace("id=\"", &format!("id=\"{name}-"))
        .replace("url(#", &format!("url(#{name}-"))
        .replace("href=\"#", &format!("href=\"#{name}-"))
        .replace('\n', "");
    format!("<symbol id=\"{name}\" viewBox=\"{view}\">{inner}</symbol>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_part_has_one_name_and_every_name_a_part() {
        let all: String = Piece::ALL.iter().map(|&piece| symbol(&STANDARD, piece)).collect();
        let between = |open: &str, close: char| -> Vec<&str> {
            all.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
        };
        let parts = between(" id=\"", '"');
        let names: BTreeSet<&str> = parts.iter().copied().collect();
        assert_eq!(names.len(), parts.len(), "a name is given twice");
        for used in between("url(#", ')').into_iter().chain(between("href=\"#", '"')) {
            assert!(names.contains(used), "{used}");
        }
        assert!(!all.contains("<svg") && !all.contains("</svg"));
    }
}
