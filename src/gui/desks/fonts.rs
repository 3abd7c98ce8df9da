//! Fonts of the system, for characters that ours lack: names in Chinese, Japanese, Arabic. Nothing is looked for
//! before such a character is to be drawn; then a thread looks through the font folders, tries what fits (`search`) and
//! hands it over. Until then the character is a gap, and a box only when no font has it.

pub(crate) mod search;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::epaint::text::FallbackRequest;
use eframe::egui::{
    Color32, ColorImage, Context, FontInsert, FontProvider, GlyphBitmap, GlyphRasterizer,
    GlyphRasterizerRequest, RasterizedGlyph, Vec2,
};

use search::Loaded;

/// So many characters are ever asked for: a text of nothing but rare ones must not take memory and time without end.
const MOST_CHARACTERS: usize = 20_000;
/// What a frame asks for is gathered so long, to be looked for at once.
const GATHER: Duration = Duration::from_millis(20);
/// Width of a character whose font is looked for, em.
const GAP: f32 = 0.6;

/// The desk of that thread. The thread begins with the first character that is missing and ends when this is dropped.
#[derive(Debug)]
pub(crate) struct FontDesk {
    _library: Arc<Library>,
}

impl FontDesk {
    /// Has the characters of a context that it has no font for looked for in the system's fonts.
    pub(crate) fn of_system(ctx: &Context) -> FontDesk {
        FontDesk::of(ctx, search::folders())
    }

    /// The same in fonts of these folders and what is below them.
    pub(crate) fn of(ctx: &Context, folders: Vec<PathBuf>) -> FontDesk {
        let (wake, inbox) = bounded(1);
        let library = Arc::new(Library { state: Mutex::default(), wake });
        let waiting =
            Attendant { library: Arc::downgrade(&library), inbox, ctx: ctx.clone(), folders };
        library.lock().waiting = Some(waiting);
        let gaps = Arc::downgrade(&library);
        ctx.add_glyph_rasterizer(GlyphRasterizer::new("tabia: fonts looked for", move |request| {
            gaps.upgrade()?.gap(request)
        }));
        ctx.set_font_providers(vec![Arc::new(Door(Arc::downgrade(&library)))]);
        FontDesk { _library: library }
    }
}

/// What is known of the system's fonts.
#[derive(Debug)]
struct Library {
    state: Mutex<State>,
    wake: Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    /// Asked for and not found yet.
    wanted: BTreeSet<char>,
    /// In no font.
    absent: BTreeSet<char>,
    loaded: Vec<Loaded>,
    /// Until the thread begins.
    waiting: Option<Attendant>,
}

impl Library {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The font for a character, if it is here already; otherwise it is looked for.
    fn font_with(&self, character: char) -> Option<FontInsert> {
        if is_private(character) {
            return None;
        }
        let mut state = self.lock();
        if let Some(font) = state.loaded.iter().find(|font| font.has(character)) {
            return Some(font.insert());
        }
        let asked = state.wanted.len() + state.absent.len();
        if asked >= MOST_CHARACTERS || state.absent.contains(&character) {
            return None;
        }
        state.wanted.insert(character);
        if let Some(attendant) = state.waiting.take() {
            let thread = std::thread::Builder::new().name("fonts".to_owned());
            if thread.spawn(move || attendant.attend()).is_err() {
                // Without a thread the character stays a box.
                state.wanted.clear();
                return None;
            }
        }
        drop(state);
        // If it is full the thread is about to look anyway.
        let _ = self.wake.try_send(());
        None
    }

    /// An empty place for a character that is still looked for.
    fn gap(&self, request: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
        let first = request.cluster.chars().next()?;
        self.lock().wanted.contains(&first).then(|| RasterizedGlyph {
            bitmap: GlyphBitmap {
                image: ColorImage::filled([1, 1], Color32::TRANSPARENT),
                offset_px: Vec2::ZERO,
                is_color: true,
            },
            advance_px: request.font_size_px * GAP,
        })
    }
}

/// Whether a character means something in one font only: ours draws icons as such.
fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

/// Where the context asks.
struct Door(Weak<Library>);

impl FontProvider for Door {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        self.0.upgrade()?.font_with(request.cluster.chars().next()?)
    }
}

/// What the thread has with it.
#[derive(Debug)]
struct Attendant {
    library: Weak<Library>,
    inbox: Receiver<()>,
    ctx: Context,
    folders: Vec<PathBuf>,
}

impl Attendant {
    /// Looks for what is asked for until nobody can ask any more.
    fn attend(self) {
        while self.inbox.recv().is_ok() {
            std::thread::sleep(GATHER);
            let Some(library) = self.library.upgrade() else { return };
            let (wanted, room) = {
                let state = library.lock();
                (state.wanted.clone(), search::room(&state.loaded))
            };
            if wanted.is_empty() {
                continue;
            }
            let fonts = search::search(&self.folders, &wanted, room);
            let mut state = library.lock();
            state.loaded.extend(fonts);
            for character in wanted {
                state.wanted.remove(&character);
                if !state.loaded.iter().any(|font| font.has(character)) {
                    state.absent.insert(character);
                }
            }
            drop(state);
            // The context remembers what it was refused, so it has to ask anew.
            self.ctx.set_font_providers(vec![Arc::new(Door(self.library.clone()))]);
            self.ctx.request_repaint();
        }
    }
}

#[cfg(test)]
mod tests;
