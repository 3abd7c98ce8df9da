//! A position as a drawing (SVG): squares, pieces, the last move, arrows and circles. Also the drawings of the pieces,
//! and escaping of foreign text for all documents.

use std::fmt::Write as _;

use crate::game::annotation::{Brush, Shape};
use crate::game::tree::{GameTree, NodeId};
use tabia_chess::{Board, Color, Piece, Square};

/// Side of a square in the drawing's own units.
const SIDE: i32 = 100;
/// Room for letters and digits beside the board.
const EDGE: i32 = 34;

/// Colours of a drawing, as `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Light squares and dark ones.
    pub squares: [u32; 2],
    /// Light and dark squares of the last move.
    pub last_move: [u32; 2],
    /// Letters and digits beside the board.
    pub ink: u32,
    /// A king in check.
    pub check: u32,
    /// Arrows and circles, by [`Brush::ALL`].
    pub brushes: [u32; 4],
}

impl Default for Colours {
    fn default() -> Colours {
        Colours {
            squares: [0xec_d9_b9, 0xab_82_5f],
            last_move: [0xdb_ce_7b, 0xba_a2_4e],
            ink: 0x4f_58_63,
            check: 0xe0_24_1b,
            brushes: [0x1a_7f_37, 0xb0_2a_2a, 0x1f_55_b8, 0xd9_7a_08],
        }
    }
}

/// How positions are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// The pieces.
    pub pieces: &'a PieceDrawings,
    /// The colours.
    pub colours: Colours,
    /// The side below.
    pub orientation: Color,
    /// Letters and digits beside the board.
    pub coordinates: bool,
}

impl Default for Style<'_> {
    fn default() -> Self {
        Style {
            pieces: &STANDARD,
            colours: Colours::default(),
            orientation: Color::White,
            coordinates: true,
        }
    }
}

/// A position to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The board.
    pub board: &'a Board,
    /// The squares of the move that led here.
    pub last_move: Option<(Square, Square)>,
    /// Arrows and circles.
    pub shapes: &'a [Shape],
}

impl<'a> Diagram<'a> {
    /// A position alone.
    pub fn of(board: &'a Board) -> Diagram<'a> {
        Diagram { board, last_move: None, shapes: &[] }
    }

    /// A position of a game with the move that led there and its shapes.
    pub fn at(tree: &'a GameTree, node: NodeId) -> Diagram<'a> {
        let last_move = tree.mv(node).map(|mv| (mv.from(), mv.drawn_to()));
        Diagram { board: tree.board(node), last_move, shapes: tree.shapes(node) }
    }
}

/// A self-contained drawing.
pub fn drawing(diagram: &Diagram<'_>, style: &Style<'_>) -> String {
    let used = |piece: &&Piece| Square::all().any(|at| diagram.board.piece_on(at) == Some(**piece));
    let symbols: String =
        Piece::ALL.iter().filter(used).map(|&piece| symbol(style.pieces, piece)).collect();
    let (begin, size) = extent(style);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{begin} 0 {size} {size}\" width=\"{0}\" \
         height=\"{0}\"><defs>{symbols}</defs>{1}</svg>\n",
        size,
        content(diagram, style)
    )
}

/// All pieces of a set as symbols, for a page whose drawings refer to them.
pub fn symbols(set: &PieceDrawings) -> String {
    let all: String = Piece::ALL.iter().map(|&piece| symbol(set, piece)).collect();
    // Not hidden by `display: none`: some programs then forget the colours in it.
    format!(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>{all}</defs></svg>"
    )
}

/// A drawing inside such a page. `name` is the text for screen readers, already escaped.
pub fn inline(diagram: &Diagram<'_>, style: &Style<'_>, name: &str) -> String {
    let (begin, size) = extent(style);
    format!(
        "<svg viewBox=\"{begin} 0 {size} {size}\" role=\"img\" aria-label=\"{name}\">{}</svg>",
        content(diagram, style)
    )
}

/// The left edge and the side of a drawing.
fn extent(style: &Style<'_>) -> (i32, i32) {
    if style.coordinates { (-EDGE, 8 * SIDE + EDGE) } else { (0, 8 * SIDE) }
}

fn content(diagram: &Diagram<'_>, style: &Style<'_>) -> String {
    let mut out = String::with_capacity(4096);
    // The whole board in the light colour, then the dark squares, then the differences: a quarter of the text of 64
    // squares.
    let [light, dark] = style.colours.squares;
    let _ = write!(out, "<path fill=\"#{light:06x}\" d=\"M0 0h800v800H0z\"/>");
    let _ = write!(out, "<path fill=\"#{dark:06x}\" d=\"");
    for square in Square::all().filter(|&square| !is_light(square)) {
        let (x, y) = corner(square, style);
        let _ = write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
    }
    out.push_str("\"/>");
    for square in diagram.last_move.into_iter().flat_map(|(from, to)| [from, to]) {
        let (x, y) = corner(square, style);
        let color = style.colours.last_move[usize::from(!is_light(square))];
        let _ = write!(out, "<path fill=\"#{color:06x}\" d=\"M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z\"/>");
    }
    if diagram.board.in_check() {
        let (x, y) = middle(diagram.board.king(diagram.board.stm()), style);
        let color = style.colours.check;
        let _ = write!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"45\" fill=\"#{color:06x}\" fill-opacity=\".35\" \
             stroke=\"#{color:06x}\" stroke-width=\"4\"/>"
        );
    }
    for square in Square::all() {
        if let Some(piece) = diagram.board.piece_on(square) {
            let (x, y) = corner(square, style);
            let name = name(piece);
            let _ = write!(
                out,
                "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
            );
        }
    }
    for &shape in diagram.shapes {
        draw(&mut out, shape, style);
    }
    if style.coordinates {
        coordinates(&mut out, style);
    }
    out
}

fn is_light(square: Square) -> bool {
    (square.index() / 8 + square.index() % 8) % 2 == 1
}

/// The upper left corner of a square.
fn corner(square: Square, style: &Style<'_>) -> (i32, i32) {
    let (file, rank) = ((square.index() % 8) as i32, (square.index() / 8) as i32);
    match style.orientation {
        Color::White => (file * SIDE, (7 - rank) * SIDE),
        Color::Black => ((7 - file) * SIDE, rank * SIDE),
    }
}

fn middle(square: Square, style: &Style<'_>) -> (i32, i32) {
    let (x, y) = corner(square, style);
    (x + SIDE / 2, y + SIDE / 2)
}

/// An arrow or a circle.
fn draw(out: &mut String, shape: Shape, style: &Style<'_>) {
    let at = Brush::ALL.iter().position(|&brush| brush == shape.brush()).unwrap_or(0);
    let color = style.colours.brushes[at];
    let (from, to) = match shape {
        Shape::Circle { at, .. } => {
            let (x, y) = middle(at, style);
            let _ = write!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"45\" fill=\"none\" stroke=\"#{color:06x}\" \
                 stroke-opacity=\".75\" stroke-width=\"7\"/>"
            );
            return;
        }
        Shape::Arrow { from, to, .. } => (middle(from, style), middle(to, style)),
    };
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    // Drawn along the x axis and rotated: the tail is behind the piece, the tip just beyond the middle.
    let (tail, neck, tip) = (28.0, length - 30.0, length + 6.0);
    let angle = dy.atan2(dx).to_degrees();
    let _ = write!(
        out,
        "<path transform=\"translate({} {}) rotate({angle:.2})\" fill=\"#{color:06x}\" fill-opacity=\".75\" \
         d=\"M{tail:.0} -8L{neck:.1} -8L{neck:.1} -22L{tip:.1} 0L{neck:.1} 22L{neck:.1} 8L{tail:.0} 8z\"/>",
        from.0, from.1
    );
}

/// Letters below the board, digits left of it.
fn coordinates(out: &mut String, style: &Style<'_>) {
    let _ = write!(
        out,
        "<g fill=\"#{:06x}\" font-family=\"sans-serif\" font-size=\"25\" text-anchor=\"middle\">",
        style.colours.ink
    );
    for at in 0..8_u8 {
        let (file, rank) = match style.orientation {
            Color::White => (at, 7 - at),
            Color::Black => (7 - at, at),
        };
        let along = i32::from(at) * SIDE + SIDE / 2;
        let (letter, digit) = (char::from(b'a' + file), char::from(b'1' + rank));
        let _ = write!(out, "<text x=\"{along}\" y=\"{}\">{letter}</text>", 8 * SIDE + 26);
        let _ = write!(out, "<text x=\"-17\" y=\"{}\">{digit}</text>", along + 9);
    }
    out.push_str("</g>");
}

/// A set of pieces: an SVG document each, by [`Piece::index`].
pub type PieceDrawings = [&'static str; Piece::COUNT];

/// The default set.
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

/// A piece as a symbol for `<use href="#wp">`. Ids inside it are made unique, because each drawing was a document of
/// its own with a part called `wood`.
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

/// Foreign text escaped for HTML and SVG, between tags and in attributes. Control characters, which documents must not
/// contain, are removed.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A name or a comment, isolated from the text around it because it may be right-to-left or contain direction marks.
pub(super) fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

#[cfg(test)]
mod tests {
    use crate::game::{comment, pgn_read};
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn squares_stand_where_they_are_seen_from_each_side() {
        let style = |orientation| Style { orientation, ..Style::default() };
        assert_eq!(corner(Square::A1, &style(Color::White)), (0, 700));
        assert_eq!(corner(Square::A1, &style(Color::Black)), (700, 0));
        assert_eq!(corner(Square::H8, &style(Color::White)), (700, 0));
        assert!(!is_light(Square::A1) && is_light(Square::H1));
    }

    #[test]
    fn shapes_and_the_last_move_are_drawn() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").unwrap();
        let shapes = comment::parse("[%cal Ge1e8,Re8d7][%csl Yd4]").shapes;
        let diagram =
            Diagram { board: &board, last_move: Some((Square::E2, Square::E1)), shapes: &shapes };
        let text = drawing(&diagram, &Style::default());
        assert_eq!(
            (text.matches("rotate(").count(), text.matches("<use ").count()),
            (2, 3 + uses())
        );
        // The ring of the check and the drawn one.
        assert_eq!(text.matches("<circle cx=").count() - circles(), 2);
        assert!(text.contains("rotate(-90.00)"), "an arrow up the board");
        assert_eq!(text.matches("<symbol ").count(), 3, "only the pieces that are used");
        let plain =
            drawing(&Diagram::of(&board), &Style { coordinates: false, ..Style::default() });
        assert!(plain.contains("viewBox=\"0 0 800 800\"") && !plain.contains("<text"));
    }

    #[test]
    fn castling_is_marked_where_the_king_goes() {
        let tree = pgn_read::read_all("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *").remove(0).tree;
        let castles = *tree.main_line().last().unwrap();
        assert_eq!(Diagram::at(&tree, castles).last_move, Some((Square::E1, Square::G1)));
    }

    /// Uses and circles inside of the three pieces' own drawings.
    fn uses() -> usize {
        inside("<use ")
    }

    fn circles() -> usize {
        inside("<circle cx=")
    }

    fn inside(what: &str) -> usize {
        [Piece::WhiteRook, Piece::WhiteKing, Piece::BlackKing]
            .iter()
            .map(|piece| STANDARD[piece.index()].matches(what).count())
            .sum()
    }

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

    #[test]
    fn foreign_text_cannot_leave_its_element() {
        assert_eq!(
            escaped("<script>alert('x')</script> & \"y\"\u{0}\u{1b}\u{85}"),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;"
        );
        assert_eq!(isolated("משה\u{202e}"), "<bdi>משה\u{202e}</bdi>");
    }
}
