//! What can be heard. A change is heard at once.

use eframe::egui::{Grid, RichText, Slider, Ui};

use super::Changes;
use crate::gui::look::theme;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_app::window::sounds::{Sound, SoundSettings, VOLUME};

/// Sounds beside each other.
const COLUMNS: usize = 2;

/// Shows the page.
pub(super) fn show(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    let sounds = &settings.sounds;
    if !cfg!(target_os = "linux") {
        let color = theme::palette(ui).text_weak;
        ui.label(RichText::new("This version has no sound on this system yet").color(color));
    }
    let grid = Grid::new("sound settings").num_columns(2).min_col_width(170.0).spacing([16.0, 6.0]);
    grid.show(ui, |ui| {
        let mut on = sounds.on;
        let label = ui.label("Sounds");
        if ui.checkbox(&mut on, "").labelled_by(label.id).changed() {
            out.push(SettingChange::Sounds(SoundSettings { on, ..sounds.clone() }));
        }
        ui.end_row();
        ui.add_enabled_ui(sounds.on, |ui| ui.label("Volume"));
        ui.add_enabled_ui(sounds.on, |ui| volume(ui, sounds, out));
        ui.end_row();
    });
    ui.add_enabled_ui(sounds.on, |ui| {
        let grid = Grid::new("what is heard").num_columns(2 * COLUMNS).spacing([16.0, 6.0]);
        ui.add_space(theme::GAP);
        ui.label("Heard at");
        grid.show(ui, |ui| kinds(ui, sounds, out));
        ui.add_space(theme::GAP);
        let grid = Grid::new("stepping").num_columns(2).spacing([16.0, 6.0]);
        grid.show(ui, |ui| {
            let stepping =
                |on| SettingChange::Sounds(SoundSettings { stepping: on, ..sounds.clone() });
            let label = ui.label("Moves stepped through too");
            let mut on = sounds.stepping;
            if ui.checkbox(&mut on, "").labelled_by(label.id).changed() {
                out.push(stepping(on));
            }
        });
    });
}

/// The volume. While the slider is held nothing is heard: it would rattle.
fn volume(ui: &mut Ui, sounds: &SoundSettings, out: &mut Changes) {
    let held = ui.scope_id().with("held volume");
    let mut volume = ui.data(|data| data.get_temp(held)).unwrap_or(sounds.volume);
    let slider = Slider::new(&mut volume, VOLUME).suffix(" %");
    let response = ui.add(slider);
    response.widget_info(|| {
        eframe::egui::WidgetInfo::slider(ui.is_enabled(), f64::from(volume), "Volume")
    });
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(held, volume));
        return;
    }
    ui.data_mut(|data| data.remove::<u32>(held));
    if volume != sounds.volume {
        out.push(SettingChange::Sounds(SoundSettings { volume, ..sounds.clone() }));
    }
}

/// A switch for each sound.
fn kinds(ui: &mut Ui, sounds: &SoundSettings, out: &mut Changes) {
    for (i, sound) in Sound::ALL.into_iter().enumerate() {
        let mut heard = !sounds.silent.contains(&sound);
        let label = ui.label(sound.label());
        if ui.checkbox(&mut heard, "").labelled_by(label.id).changed() {
            out.push(SettingChange::Sounds(sounds.clone().with(sound, heard)));
        }
        if i % COLUMNS == COLUMNS - 1 {
            ui.end_row();
        }
    }
}
