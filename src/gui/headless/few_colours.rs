//! Pictures brought down to the 256 colours a GIF can show, all of an animation to the same: a square has the same
//! colour in every picture.

use std::collections::HashMap;

use image::RgbaImage;

/// Colours that a picture may have.
const MOST: usize = 256;
/// Bits of a channel that set colours apart; the shades within are taken as one.
const BITS: u32 = 5;
const CELLS: usize = 1 << (3 * BITS);

type Rgb = [u8; 3];

fn cell([r, g, b]: Rgb) -> usize {
    let part = |v: u8| usize::from(v >> (8 - BITS));
    part(r) << (2 * BITS) | part(g) << BITS | part(b)
}

/// Counts the colours of some pictures.
#[derive(Debug, Default)]
pub(super) struct FewColours {
    counted: HashMap<Rgb, u32>,
}

impl FewColours {
    /// Counts those of another picture.
    pub(super) fn sample(&mut self, picture: &RgbaImage) {
        for pixel in picture.pixels() {
            let [r, g, b, _] = pixel.0;
            *self.counted.entry([r, g, b]).or_default() += 1;
        }
    }

    /// The colours that stand for all: of each shade its commonest colour, the commonest shades first.
    pub(super) fn chosen(self) -> Chosen {
        let mut shades: HashMap<usize, (u32, Rgb, u32)> = HashMap::new();
        let mut counted: Vec<(Rgb, u32)> = self.counted.into_iter().collect();
        counted.sort_unstable();
        for (color, count) in counted {
            let shade = shades.entry(cell(color)).or_insert((0, color, 0));
            shade.0 += count;
            if count > shade.2 {
                (shade.1, shade.2) = (color, count);
            }
        }
        let mut shades: Vec<(u32, Rgb)> =
            shades.into_values().map(|(all, color, _)| (all, color)).collect();
        shades.sort_unstable_by(|a, b| b.cmp(a));
        shades.truncate(MOST);
        let palette: Vec<Rgb> = shades.into_iter().map(|(_, color)| color).collect();
        Chosen { palette, of_cell: vec![None; CELLS] }
    }
}

/// The colours of an animation.
#[derive(Debug)]
pub(super) struct Chosen {
    palette: Vec<Rgb>,
    /// What stands for each shade, as far as it was asked for.
    of_cell: Vec<Option<Rgb>>,
}

impl Chosen {
    /// Gives every pixel one of the colours.
    pub(super) fn apply(&mut self, picture: &mut RgbaImage) {
        for pixel in picture.pixels_mut() {
            let [r, g, b, _] = pixel.0;
            let [r, g, b] = self.nearest([r, g, b]);
            pixel.0 = [r, g, b, 255];
        }
    }

    fn nearest(&mut self, color: Rgb) -> Rgb {
        let at = cell(color);
        if let Some(known) = self.of_cell[at] {
            return known;
        }
        let apart = |other: &Rgb| -> u32 {
            let of = |a: u8, b: u8, weight: u32| u32::from(a.abs_diff(b)).pow(2) * weight;
            // Green is seen best, blue worst.
            of(color[0], other[0], 3) + of(color[1], other[1], 5) + of(color[2], other[2], 2)
        };
        let nearest = self.palette.iter().copied().min_by_key(apart).unwrap_or(color);
        self.of_cell[at] = Some(nearest);
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn common_colours_stay_and_all_together_are_few() {
        let mut picture = RgbaImage::from_fn(256, 256, |x, y| {
            let v = (x / 2) as u8;
            Rgba([v, y as u8, v ^ 0x55, 255])
        });
        for x in 0..256 {
            for y in 0..40 {
                picture.put_pixel(x, y, Rgba([201, 99, 33, 255]));
            }
        }
        let mut few = FewColours::default();
        few.sample(&picture);
        let mut chosen = few.chosen();
        chosen.apply(&mut picture);
        assert_eq!(picture.get_pixel(9, 9).0, [201, 99, 33, 255]);
        let colours: std::collections::HashSet<_> = picture.pixels().map(|p| p.0).collect();
        assert!(colours.len() <= MOST && colours.len() > 100, "{}", colours.len());
    }
}
