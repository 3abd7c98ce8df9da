//! Our drawings as characters: icons of the interface, figurines and signs for notation. They take size and colour from
//! the text around them.

use eframe::egui::Context;
use egui_extras::SvgGlyph;

use tabia_chess::PieceType;

macro_rules! icons {
    ($($icon:ident = $file:literal),+ $(,)?) => {
        /// A drawing of `assets/icons`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Icon {
            $(#[doc = concat!("`", $file, ".svg`")] $icon,)+
        }

        /// Every icon with its file's name and content.
        const DRAWINGS: &[(Icon, &str, &[u8])] = &[
            $((
                Icon::$icon,
                $file,
                include_bytes!(concat!("../../../assets/icons/", $file, ".svg")),
            ),)+
        ];
    };
}

icons! {
    Analyse = "analyse",
    ArrowDown = "arrow-down",
    ArrowLeft = "arrow-left",
    ArrowRight = "arrow-right",
    ArrowUp = "arrow-up",
    Board = "board",
    Bolt = "bolt",
    Book = "book",
    Chart = "chart",
    Check = "check",
    ChevronDown = "chevron-down",
    ChevronRight = "chevron-right",
    Clock = "clock",
    Computer = "computer",
    Copy = "copy",
    Cross = "cross",
    Dot = "dot",
    Draw = "draw",
    Edit = "edit",
    Engine = "engine",
    Eye = "eye",
    EyeOff = "eye-off",
    First = "first",
    Flip = "flip",
    Fullscreen = "fullscreen",
    Handshake = "handshake",
    Help = "help",
    Hint = "hint",
    Human = "human",
    Info = "info",
    Keyboard = "keyboard",
    Last = "last",
    Link = "link",
    Terminal = "terminal",
    List = "list",
    Lock = "lock",
    Menu = "menu",
    Minus = "minus",
    Moon = "moon",
    More = "more",
    NewGame = "new-game",
    Next = "next",
    Open = "open",
    Palette = "palette",
    Paste = "paste",
    Pause = "pause",
    Picture = "picture",
    Pin = "pin",
    Play = "play",
    Plus = "plus",
    Previous = "previous",
    Redo = "redo",
    Rematch = "rematch",
    Resign = "resign",
    Save = "save",
    Scales = "scales",
    Search = "search",
    Settings = "settings",
    Shuffle = "shuffle",
    Star = "star",
    Stop = "stop",
    Sun = "sun",
    Swap = "swap",
    Takeback = "takeback",
    Target = "target",
    Trash = "trash",
    Tree = "tree",
    Undo = "undo",
    Unlock = "unlock",
    User = "user",
    Warning = "warning",
}

/// First of the private-use characters that are drawn as icons.
const FIRST: u32 = 0xe000;
/// How far an icon reaches below the baseline, em: this centres it on capital letters.
const ICON_DROP: f32 = -0.22;
/// Height of an icon, em.
const ICON_HEIGHT: f32 = 1.15;
/// The same for figurines, which stand on the baseline.
const FIGURINE_DROP: f32 = -0.13;
/// Height of a figurine, em.
const FIGURINE_HEIGHT: f32 = 1.05;

/// Height of a sign, em.
const SIGN_HEIGHT: f32 = 0.98;
/// How far a sign reaches below the baseline, em.
const SIGN_DROP: f32 = -0.13;

impl Icon {
    /// The icon of this file name, without `.svg`.
    pub fn from_name(name: &str) -> Option<Icon> {
        DRAWINGS.iter().find(|(_, file, _)| *file == name).map(|&(icon, _, _)| icon)
    }

    /// The character that is drawn as this icon.
    pub fn glyph(self) -> char {
        char::from_u32(FIRST + self as u32).unwrap_or('?')
    }
}

/// The character of a piece in notation: White's chess symbol, whoever moves, as in print.
pub fn figurine(kind: PieceType) -> char {
    match kind {
        PieceType::King => '♔',
        PieceType::Queen => '♕',
        PieceType::Rook => '♖',
        PieceType::Bishop => '♗',
        PieceType::Knight => '♘',
        PieceType::Pawn => '♙',
    }
}

/// Symbols of chess notation that fonts rarely have.
const SIGNS: [(char, &[u8]); 8] = [
    ('□', include_bytes!("../../../assets/signs/only-move.svg")),
    ('⩲', include_bytes!("../../../assets/signs/white-slightly.svg")),
    ('⩱', include_bytes!("../../../assets/signs/black-slightly.svg")),
    ('∓', include_bytes!("../../../assets/signs/black-better.svg")),
    ('⨀', include_bytes!("../../../assets/signs/zugzwang.svg")),
    ('⟳', include_bytes!("../../../assets/signs/development.svg")),
    ('⇆', include_bytes!("../../../assets/signs/counterplay.svg")),
    ('⊕', include_bytes!("../../../assets/signs/time-pressure.svg")),
];

/// Teaches a context to draw icons, figurines and signs.
pub fn install(ctx: &Context) {
    for &(icon, _, svg) in DRAWINGS {
        add(ctx, icon.glyph(), svg, (ICON_HEIGHT, ICON_DROP));
    }
    for kind in PieceType::ALL {
        add(ctx, figurine(kind), figurine_svg(kind), (FIGURINE_HEIGHT, FIGURINE_DROP));
    }
    for (sign, svg) in SIGNS {
        add(ctx, sign, svg, (SIGN_HEIGHT, SIGN_DROP));
    }
}

fn add(ctx: &Context, glyph: char, svg: &[u8], (height, drop): (f32, f32)) {
    // An unreadable drawing would show as a missing character; a test reads them all.
    if let Ok(drawing) = SvgGlyph::from_bytes(svg) {
        let drawing = drawing.with_height(height).with_baseline_offset(drop).with_color(false);
        ctx.add_glyph_rasterizer(drawing.into_rasterizer(glyph));
    }
}

fn figurine_svg(kind: PieceType) -> &'static [u8] {
    match kind {
        PieceType::King => include_bytes!("../../../assets/figurines/k.svg"),
        PieceType::Queen => include_bytes!("../../../assets/figurines/q.svg"),
        PieceType::Rook => include_bytes!("../../../assets/figurines/r.svg"),
        PieceType::Bishop => include_bytes!("../../../assets/figurines/b.svg"),
        PieceType::Knight => include_bytes!("../../../assets/figurines/n.svg"),
        PieceType::Pawn => include_bytes!("../../../assets/figurines/p.svg"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_can_be_read_and_every_file_is_an_icon() {
        for (icon, name, svg) in DRAWINGS {
            assert!(SvgGlyph::from_bytes(svg).is_ok(), "{name}");
            assert_eq!(Icon::from_name(name), Some(*icon));
        }
        for kind in PieceType::ALL {
            assert!(SvgGlyph::from_bytes(figurine_svg(kind)).is_ok(), "{kind:?}");
        }
        for (sign, svg) in SIGNS {
            assert!(SvgGlyph::from_bytes(svg).is_ok(), "{sign}");
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/icons");
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), DRAWINGS.len());
    }
}
