//! Pictures of parts of the window as PNG files.

use std::io::Cursor;
use std::path::Path;

use eframe::egui::{ColorImage, Rect};
use image::{ImageFormat, RgbaImage};

use tabia_games::whole_file;

/// The part of a picture that lies in a rectangle, pixels. What lies outside the picture is left out.
pub(super) fn part_of(whole: &ColorImage, part: Rect) -> RgbaImage {
    let clamp = |value: f32, most: usize| (value.max(0.0).round() as usize).min(most);
    let [width, height] = whole.size;
    let (left, right) = (clamp(part.min.x, width), clamp(part.max.x, width));
    let (top, bottom) = (clamp(part.min.y, height), clamp(part.max.y, height));
    let size = [right.saturating_sub(left) as u32, bottom.saturating_sub(top) as u32];
    RgbaImage::from_fn(size[0], size[1], |x, y| {
        let pixel = whole.pixels[(top + y as usize) * width + left + x as usize];
        image::Rgba([pixel.r(), pixel.g(), pixel.b(), 255])
    })
}

/// Writes a picture as PNG.
///
/// # Errors
/// What the system said, with the file's name.
pub(super) fn write(picture: &RgbaImage, path: &Path) -> Result<(), String> {
    let mut bytes = Cursor::new(Vec::new());
    let told = |error: &dyn std::fmt::Display| format!("{error}: {}", path.display());
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(|error| told(&error))?;
    whole_file::write_bytes(path, bytes.get_ref()).map_err(|error| told(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{Color32, pos2};

    #[test]
    fn a_part_is_cut_out_and_can_be_read_again() {
        let mut whole = ColorImage::filled([8, 6], Color32::BLACK);
        whole.pixels[2 * 8 + 3] = Color32::RED;
        let part = part_of(&whole, Rect::from_min_max(pos2(3.0, 2.0), pos2(100.0, 4.0)));
        assert_eq!(part.dimensions(), (5, 2));
        assert_eq!(part.get_pixel(0, 0).0, [255, 0, 0, 255]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.png");
        write(&part, &path).unwrap();
        assert_eq!(image::open(&path).unwrap().to_rgba8(), part);
        let error = write(&part, &folder.path().join("none/part.png")).unwrap_err();
        assert!(error.contains("part.png"), "{error}");
    }

    #[test]
    fn a_part_beside_the_picture_is_empty() {
        let whole = ColorImage::filled([4, 4], Color32::WHITE);
        let beside = Rect::from_min_max(pos2(9.0, 9.0), pos2(12.0, 12.0));
        assert_eq!(part_of(&whole, beside).dimensions(), (0, 0));
    }
}
