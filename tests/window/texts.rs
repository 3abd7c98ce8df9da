//! Texts in the window: none is cut and none is too small to read, from 800 by 600 points to 3840 by 2160 pixels at
//! scale 1, 1.5 and 2, including portrait windows. The texts are read from the shapes of a frame.

use crate::interface::{Ui, act, open};
use eframe::egui::epaint::{ClippedShape, Shape, TextShape};
use eframe::egui::{Rect, vec2};
use tabia_app::action::{Action, UserCommand};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::window::workspace::PaneId;

/// Windows in points. 3840 by 2160 pixels are the last three.
const SIZES: [[f32; 2]; 9] = [
    [800.0, 600.0],
    [853.0, 533.0],
    [700.0, 1000.0],
    [720.0, 1280.0],
    [1280.0, 800.0],
    [1080.0, 1920.0],
    [1920.0, 1080.0],
    [2560.0, 1440.0],
    [3840.0, 2160.0],
];

/// Minimum size of a text, points.
const LEAST: f32 = 12.0;

const GAME: &str = "[White \"Morphy, Paul\"]\n[Black \"Duke Karl\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 {A weak move already.} (3... exd4 4. Qxd4 Nc6 5. Bb5) 4. dxe5 Bxf3 5. Qxf3 dxe5 \
    6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 \
    15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

/// The window in a game, after resigning, in a studied game, with the explorer, and in the Lab.
fn scenes(size: [f32; 2]) -> Vec<(&'static str, Ui)> {
    let mut play = open(size);
    act(&mut play, Action::StartGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    act(&mut play, Action::DismissToasts);
    let mut ended = open(size);
    act(&mut ended, Action::StartGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    act(&mut ended, Action::Command(UserCommand::Resign));
    let mut study = open(size);
    act(&mut study, Action::PasteText(GAME.to_owned()));
    act(&mut study, Action::DismissToasts);
    for _ in 0..9 {
        act(&mut study, Action::Command(UserCommand::Next));
    }
    let mut explorer = open(size);
    act(&mut explorer, Action::Command(UserCommand::StudyWorkspace));
    act(&mut explorer, Action::OpenPane(PaneId::Explorer));
    let mut lab = open(size);
    act(&mut lab, Action::Command(UserCommand::LabWorkspace));
    vec![("play", play), ("resign", ended), ("study", study), ("explorer", explorer), ("lab", lab)]
}

/// The texts of a frame with the rectangles they may be drawn in.
pub(crate) fn texts(h: &Ui) -> Vec<(TextShape, Rect)> {
    fn walk(shape: &Shape, clip: Rect, out: &mut Vec<(TextShape, Rect)>) {
        match shape {
            Shape::Text(text) => out.push((text.clone(), clip)),
            Shape::Vec(all) => all.iter().for_each(|shape| walk(shape, clip, out)),
            _ => {}
        }
    }
    let mut out = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in &h.output().shapes {
        walk(shape, *clip_rect, &mut out);
    }
    out
}

/// Texts that may end in an ellipsis: written by others or of any length, shown in full under the pointer.
fn open_ended(text: &str) -> bool {
    text.contains('/') || text.starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn no_text_is_cut() {
    let mut cut = Vec::new();
    for size in SIZES {
        let window = Rect::from_min_size(eframe::egui::Pos2::ZERO, vec2(size[0], size[1]));
        for (name, h) in scenes(size) {
            for (text, clip) in texts(&h) {
                let place = text.visual_bounding_rect();
                let words = text.galley.text();
                let shown = place.intersects(clip) && clip.intersects(window);
                if !shown || open_ended(words) || words.trim().is_empty() {
                    continue;
                }
                let sight = clip.intersect(window);
                let beyond =
                    place.left() < sight.left() - 1.5 || place.right() > sight.right() + 1.5;
                // A row that is half scrolled out does not count as cut: its centre is not visible.
                let half = !sight.y_range().contains(place.center().y);
                if text.galley.elided || (beyond && !half) {
                    cut.push(format!("{size:?} {name}: {words:?} at {place:?} in {sight:?}"));
                }
            }
        }
    }
    assert!(cut.is_empty(), "{} texts are cut:\n{}", cut.len(), cut.join("\n"));
}

#[test]
fn no_text_is_too_small() {
    let mut small = Vec::new();
    for (name, h) in scenes([1280.0, 800.0]) {
        for (text, _) in texts(&h) {
            for section in &text.galley.job.sections {
                if section.format.font_id.size < LEAST {
                    let words = text.galley.text();
                    small.push(format!("{name}: {words:?} has {}", section.format.font_id.size));
                }
            }
        }
    }
    small.sort();
    small.dedup();
    assert!(small.is_empty(), "{}", small.join("\n"));
}
