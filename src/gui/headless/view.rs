//! Writes a view into a file as shown on screen: drawn by the processor on its own thread, as a picture, an animation
//! of its search, or a page.

use std::path::Path;

use eframe::egui::text::FontDefinitions;
use eframe::egui::util::IdTypeMap;
use eframe::egui::{Context, Id, Label, Pos2, Rect, RichText, Theme, Ui, UiBuilder, Vec2, vec2};
use image::RgbaImage;

use tabia_app::lab::export::{ExportTheme, REST, ViewChoices};
use tabia_app::model::Model;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_games::export::job::Kind;
use tabia_games::whole_file;
use tabia_host::worker::protocol::JobId;
use tabia_lab::page::PageTheme;
use tabia_text::{Language, t};

use super::export;
use super::frames::Headless;
use crate::gui::arrangement::panes;
use crate::gui::look::pieces::PieceStyle;
use crate::gui::look::{icons, pieces, theme};
use crate::gui::panels::game::moves::Field;
use crate::gui::present::context::Cx;
use crate::gui::present::{context, view_export, view_head};
use crate::gui::widgets::small_boards::{MiniBoard, mini_board};

/// Frames until a view has what its first frame only requested.
const SETTLE: usize = 8;

/// A view to be written, with everything it shows.
#[derive(Debug)]
pub(crate) struct ViewJob {
    pane: PaneId,
    choices: ViewChoices,
    model: Box<Model>,
    now_ms: u64,
    language: &'static Language,
    /// Size in points, margin included.
    size: Vec2,
    /// Height of the strip above the view that shows its position, points; 0 without a strip.
    strip: f32,
    pixels_per_point: f32,
    theme: Theme,
    fonts: FontDefinitions,
    /// The scope in which the window shows it, and its state kept between frames: scroll position, what is unfolded.
    scope: Option<Id>,
    kept: IdTypeMap,
}

impl ViewJob {
    /// A view in its current state in a window.
    pub(crate) fn new(
        ctx: &Context,
        model: &Model,
        now_ms: u64,
        (pane, choices): (PaneId, ViewChoices),
    ) -> ViewJob {
        let place = view_head::place(ctx, pane);
        let (size, strip) = view_export::size(ctx, model, pane, choices.kind);
        let (_, pixels_per_point) =
            view_export::pixels(&choices, size.into(), ctx.pixels_per_point());
        let mut kept = ctx.data(IdTypeMap::clone);
        pieces::forget_drawn(&mut kept);
        ViewJob {
            pane,
            choices,
            model: Box::new(model.clone()),
            now_ms,
            language: Language::current(),
            size,
            strip,
            pixels_per_point,
            theme: match choices.theme {
                ExportTheme::Same => ctx.theme(),
                ExportTheme::Dark => Theme::Dark,
                ExportTheme::Light => Theme::Light,
            },
            fonts: ctx.fonts(|fonts| fonts.definitions().clone()),
            scope: place.map(|place| place.scope),
            kept,
        }
    }

    /// The extension of its file's name.
    pub(crate) fn extension(&self) -> &'static str {
        self.choices.kind.extension()
    }

    /// Writes the file. `go_on` gets the share that is done, 0 to 1, and returns whether to continue. Returns `false`
    /// if it was cancelled; an existing file is then unchanged.
    ///
    /// # Errors
    /// In words, with the file's name.
    pub(crate) fn write(
        self,
        path: &Path,
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<bool, String> {
        let _language = self.language.on_this_thread();
        let message = |error: &dyn std::fmt::Display| {
            t!("error-write", error = error.to_string(), path = path.display().to_string())
        };
        let write = |bytes: &[u8]| whole_file::write_bytes(path, bytes).map_err(|e| message(&e));
        let (pane, choices) = (self.pane, self.choices);
        match choices.kind {
            Kind::Html => {
                let theme = match choices.theme {
                    ExportTheme::Same => None,
                    ExportTheme::Dark => Some(PageTheme::Dark),
                    ExportTheme::Light => Some(PageTheme::Light),
                };
                let model = self.model.clone();
                let mut painter = ViewPainter::new(self);
                let mut failed = None;
                let mut picture = || {
                    export::png(&painter.picture(None)).unwrap_or_else(|error| {
                        failed = Some(message(&error));
                        Vec::new()
                    })
                };
                let html = view_export::page(&model, (pane, theme), &mut picture);
                failed.map_or(Ok(()), Err)?;
                if !go_on(1.0) {
                    return Ok(false);
                }
                write(html.as_bytes())?;
                Ok(true)
            }
            Kind::Gif => {
                let moments = view_export::pictures(&self.model, pane);
                let last = moments.len().saturating_sub(1);
                let shown = |at| if at == last { choices.step_ms * REST } else { choices.step_ms };
                let shown: Vec<u32> = (0..moments.len()).map(shown).collect();
                let mut painter = ViewPainter::new(self);
                let mut paint = |at: usize| painter.picture(Some(&moments[at]));
                export::write_animation(path, &shown, &mut paint, go_on)
            }
            Kind::Png | Kind::Svg => {
                let picture = ViewPainter::new(self).picture(None);
                write(&export::png(&picture).map_err(|error| message(&error))?)?;
                Ok(true)
            }
        }
    }
}

/// Paints a view at given moments of its searches.
struct ViewPainter {
    headless: Headless,
    job: ViewJob,
    begun: bool,
}

impl ViewPainter {
    fn new(mut job: ViewJob) -> ViewPainter {
        // A picture shows the final places, not an animation towards them.
        job.model.settings.reduced_motion = true;
        let ctx = Context::default();
        theme::install(&ctx);
        ctx.set_theme(job.theme);
        ctx.all_styles_mut(|style| style.animation_time = 0.0);
        egui_extras::install_image_loaders(&ctx);
        icons::install(&ctx);
        ctx.set_fonts(job.fonts.clone());
        ctx.data_mut(|data| *data = std::mem::take(&mut job.kept));
        view_head::draw_pictures(&ctx);
        PieceStyle::by_name(&job.model.settings.piece_set).choose(&ctx);
        let headless = Headless::new(ctx, job.size, job.pixels_per_point);
        ViewPainter { headless, job, begun: false }
    }

    /// The view at a moment; `None`: as in the window now.
    fn picture(&mut self, moment: Option<&[(JobId, usize)]>) -> RgbaImage {
        let ViewPainter { headless, job, begun } = self;
        if let Some(moment) = moment {
            job.model.telemetry.look_back(moment.iter().copied());
        }
        let job = &*job;
        let mut show = |ui: &mut Ui| job.show(ui);
        let frames = if std::mem::replace(begun, true) { 3 } else { SETTLE };
        headless.settle(frames, &mut show);
        headless.picture()
    }
}

impl ViewJob {
    fn show(&self, ui: &mut Ui) {
        let rect = Rect::from_min_size(Pos2::ZERO, self.size);
        // A little more than the view: its edge may lie within a pixel.
        ui.painter().rect_filled(rect.expand(1.0), 0, theme::palette(ui).panel);
        let (above, view) = rect.split_top_bottom_at_y(self.strip);
        if let Some(board) = view_export::board(&self.model, self.pane).filter(|_| self.strip > 0.0)
        {
            self.position(ui, &board, above);
        }
        let inner = UiBuilder::new().max_rect(view.shrink(theme::PAD));
        let inner = match self.scope {
            Some(scope) => inner.scope_id(scope),
            None => inner.id_salt(self.pane),
        };
        let mut ui = ui.new_child(inner);
        let cx = Cx { model: &self.model, now_ms: self.now_ms };
        panes::show(&mut ui, &cx, self.pane, &mut Field::default(), &mut Vec::new());
    }
    /// The view's title and its position: a small board, and the FEN to type or copy.
    fn position(&self, ui: &mut Ui, board: &Board, area: Rect) {
        let p = theme::palette(ui);
        let side = area.height() - theme::PAD;
        let place = area.shrink2(vec2(theme::PAD, 0.0)).with_min_y(area.top() + theme::PAD);
        let mut ui = ui.new_child(UiBuilder::new().id_salt("position").max_rect(place));
        ui.horizontal_top(|ui| {
            let small = MiniBoard {
                board,
                orientation: context::orientation(&self.model),
                last_move: None,
                theme: context::board_theme(&self.model),
            };
            mini_board(ui, &small, side);
            ui.add_space(theme::GAP);
            ui.vertical(|ui| {
                ui.label(RichText::new(self.pane.title()).strong());
                let fen = RichText::new(board.to_string()).monospace().size(theme::SMALL);
                ui.add(Label::new(fen.color(p.text_weak)).wrap());
            });
        });
    }
}
