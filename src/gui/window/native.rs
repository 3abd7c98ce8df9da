//! The window itself: its place, and its event loop.

use eframe::egui::{
    Pos2, Rect, SystemTheme, Theme, ThemePreference, Vec2, ViewportBuilder, ViewportInfo, pos2,
    vec2,
};
use eframe::{EframeWinitApplication, UserEvent};
use winit::application::ApplicationHandler;
use winit::event::{DeviceEvent, DeviceId, ElementState, StartCause, WindowEvent};
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowId};

use tabia_app::window::view::WindowPlace;

/// Size at the first start, points.
const FIRST_SIZE: [f32; 2] = [1280.0, 800.0];
/// Smallest size, points.
const MIN_SIZE: [f32; 2] = [640.0, 480.0];
/// At least this much of the title bar has to be on a screen for the window to be reachable, pixels.
const GRIP: f64 = 48.0;

/// The scale of the interface in a window of this size, in points of an unscaled interface: limited so that the scaled
/// interface keeps its minimum size.
pub(crate) fn scale_with_room(wanted: f32, size: Vec2) -> f32 {
    let room = (size.x / MIN_SIZE[0]).min(size.y / MIN_SIZE[1]);
    wanted.min(room.max(1.0))
}

/// A window with its last size and place.
pub(crate) fn place(builder: ViewportBuilder, kept: Option<WindowPlace>) -> ViewportBuilder {
    let builder = builder.with_min_inner_size(MIN_SIZE);
    let Some(kept) = kept.map(WindowPlace::sound) else {
        return builder.with_inner_size(FIRST_SIZE);
    };
    let size = [kept.size[0].max(MIN_SIZE[0]), kept.size[1].max(MIN_SIZE[1])];
    let builder = builder.with_inner_size(size).with_maximized(kept.maximized);
    match kept.corner {
        Some(corner) => builder.with_position(corner),
        None => builder,
    }
}

/// The window's place and size, in points of an unscaled interface. A window that fills the screen keeps the place it
/// would return to.
pub(crate) fn place_now(
    info: &ViewportInfo,
    zoom: f32,
    before: Option<WindowPlace>,
) -> Option<WindowPlace> {
    if info.minimized == Some(true) || info.fullscreen == Some(true) {
        return before;
    }
    if info.maximized == Some(true) {
        let size = FIRST_SIZE;
        let before = before.unwrap_or(WindowPlace { corner: None, size, maximized: true });
        return Some(WindowPlace { maximized: true, ..before });
    }
    let whole = |v: f32| (v * zoom).round();
    let size = info.inner_rect?.size();
    let corner = info.outer_rect.map(|rect| [whole(rect.min.x), whole(rect.min.y)]);
    Some(WindowPlace { corner, size: [whole(size.x), whole(size.y)], maximized: false })
}

/// The theme of the window's frame. If the system reports no theme, its frame would be drawn in the system's default
/// (light, on Wayland) whatever the window shows: then it is set to the theme shown.
pub(crate) fn frame_theme(
    preference: ThemePreference,
    system: Option<Theme>,
    shown: Theme,
) -> SystemTheme {
    match (preference, system, shown) {
        (ThemePreference::System, Some(_), _) => SystemTheme::SystemDefault,
        (_, _, Theme::Dark) => SystemTheme::Dark,
        (_, _, Theme::Light) => SystemTheme::Light,
    }
}

/// Brings back a window that was left on a screen that no longer exists.
pub(crate) fn bring_into_sight(window: &Window) {
    let Ok(at) = window.outer_position() else { return };
    let size = window.outer_size();
    let strip = Rect::from_min_size(pos2(at.x as f32, at.y as f32), vec2(size.width as f32, 1.0));
    let screens: Vec<Rect> = window
        .available_monitors()
        .map(|screen| {
            let (at, size) = (screen.position(), screen.size());
            let corner = pos2(at.x as f32, at.y as f32);
            Rect::from_min_size(corner, vec2(size.width as f32, size.height as f32))
        })
        .collect();
    let scale = window.scale_factor();
    if let Some(corner) = out_of_sight(strip, &screens, (GRIP * scale) as f32) {
        window.set_outer_position(winit::dpi::PhysicalPosition::new(corner.x, corner.y));
    }
}

/// Where to move a window whose upper edge is visible on no screen; `None` if it is well placed or no screen is known.
fn out_of_sight(top: Rect, screens: &[Rect], grip: f32) -> Option<Pos2> {
    let seen = |screen: &Rect| {
        let common = screen.intersect(top);
        common.width() >= grip.min(top.width()) && common.height() >= 0.0
    };
    if screens.iter().any(seen) { None } else { screens.first().map(|screen| screen.min) }
}

/// The application in its event loop. It passes everything through except for one fault of X11: a notch of an emulated
/// wheel (remote desktops, test displays) is reported twice, when the button goes down and when it comes up.
pub(crate) struct Looped<'a> {
    app: EframeWinitApplication<'a>,
    echo: bool,
}

impl<'a> Looped<'a> {
    /// An application before it runs.
    pub(crate) fn new(app: EframeWinitApplication<'a>) -> Looped<'a> {
        Looped { app, echo: false }
    }
}

impl std::fmt::Debug for Looped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Looped").field("echo", &self.echo).finish_non_exhaustive()
    }
}

impl ApplicationHandler<UserEvent> for Looped<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        self.app.resumed(event_loop);
    }

    fn suspended(&mut self, event_loop: &ActiveEventLoop) {
        self.app.suspended(event_loop);
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, cause: StartCause) {
        self.app.new_events(event_loop, cause);
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: UserEvent) {
        self.app.user_event(event_loop, event);
    }

    fn device_event(&mut self, event_loop: &ActiveEventLoop, id: DeviceId, event: DeviceEvent) {
        // Buttons 4 to 7 are the wheel, and only an emulated wheel has them. They are reported before the resulting
        // wheel events.
        if let DeviceEvent::Button { button: 4..=7, state } = event {
            self.echo = state == ElementState::Released;
        }
        self.app.device_event(event_loop, id, event);
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        if matches!(event, WindowEvent::MouseWheel { .. }) && std::mem::take(&mut self.echo) {
            return;
        }
        self.app.window_event(event_loop, id, event);
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        self.app.about_to_wait(event_loop);
    }

    fn exiting(&mut self, event_loop: &ActiveEventLoop) {
        self.app.exiting(event_loop);
    }

    fn memory_warning(&mut self, event_loop: &ActiveEventLoop) {
        self.app.memory_warning(event_loop);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(width, height))
    }

    #[test]
    fn a_window_on_a_screen_that_is_gone_comes_back() {
        let left = rect(0.0, 0.0, 1920.0, 1080.0);
        let right = rect(1920.0, 0.0, 2560.0, 1440.0);
        let top = rect(2500.0, 100.0, 1280.0, 1.0);
        assert_eq!(out_of_sight(top, &[left, right], 48.0), None);
        assert_eq!(out_of_sight(top, &[left], 48.0), Some(Pos2::ZERO));
        assert_eq!(out_of_sight(rect(1890.0, 10.0, 800.0, 1.0), &[left], 48.0), Some(Pos2::ZERO));
        assert_eq!(out_of_sight(rect(-700.0, 10.0, 800.0, 1.0), &[left], 48.0), None);
        assert_eq!(out_of_sight(rect(10.0, -300.0, 800.0, 1.0), &[left], 48.0), Some(Pos2::ZERO));
        assert_eq!(out_of_sight(top, &[], 48.0), None, "nothing is known of the screens");
    }

    #[test]
    fn the_frame_is_as_dark_as_the_window() {
        let (dark, light) = (Theme::Dark, Theme::Light);
        let of = frame_theme;
        assert_eq!(of(ThemePreference::System, None, dark), SystemTheme::Dark);
        assert_eq!(of(ThemePreference::System, Some(dark), dark), SystemTheme::SystemDefault);
        assert_eq!(of(ThemePreference::Dark, Some(light), dark), SystemTheme::Dark);
        assert_eq!(of(ThemePreference::Light, None, light), SystemTheme::Light);
    }

    #[test]
    fn a_window_that_fills_the_screen_keeps_the_place_it_goes_back_to() {
        let mut info = ViewportInfo {
            inner_rect: Some(rect(10.0, 40.0, 500.0, 400.0)),
            outer_rect: Some(rect(8.0, 12.0, 504.0, 430.0)),
            ..ViewportInfo::default()
        };
        let normal = place_now(&info, 2.0, None).unwrap();
        let (corner, size) = (Some([16.0, 24.0]), [1000.0, 800.0]);
        assert_eq!(normal, WindowPlace { corner, size, maximized: false });
        info.maximized = Some(true);
        let large = place_now(&info, 2.0, Some(normal)).unwrap();
        assert_eq!(large, WindowPlace { maximized: true, ..normal });
        info.fullscreen = Some(true);
        assert_eq!(place_now(&info, 2.0, Some(normal)), Some(normal));
    }
}
