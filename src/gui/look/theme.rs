//! Every colour and size of the interface. No other file of `gui` names a colour by numbers.

use eframe::egui;
use eframe::egui::style::WidgetVisuals;
use eframe::egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme,
    Vec2, Visuals,
};

use tabia_games::export::diagram::Colours;

/// The colours of one mode (dark or light), by what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind the panels.
    pub window: Color32,
    /// Panels and dialogs.
    pub panel: Color32,
    /// Buttons, fields, cards: one step above the panel.
    pub raised: Color32,
    /// The same under the pointer.
    pub hover: Color32,
    /// The same pressed or chosen.
    pub active: Color32,
    /// Outline of controls, and of badges whose fill is near the panel's: 3:1 on the panel.
    pub edge: Color32,
    /// Rules inside a panel and the grid of a plot: ornament.
    pub hair: Color32,
    /// Hairlines between areas. Visible on the panel and behind the panels.
    pub border: Color32,
    /// Main text.
    pub text: Color32,
    /// Labels, units, secondary text.
    pub text_weak: Color32,
    /// Hints and stale values. Still 4.5:1 on every background.
    pub text_faint: Color32,
    /// Links, selected items, focus.
    pub accent: Color32,
    /// Fill of selected items, with `text` on it.
    pub accent_fill: Color32,
    /// Text on the accent: the one primary button of a screen.
    pub on_accent: Color32,
    /// Good news.
    pub good: Color32,
    /// Errors.
    pub bad: Color32,
    pub warn: Color32,
    /// White's side in bars, clocks and badges.
    pub white_side: Color32,
    /// Black's side in bars, clocks and badges.
    pub black_side: Color32,
    /// Drawn games in bars, with `black_side` as ink.
    pub draw_side: Color32,
    /// Lines of a plot, best line first.
    pub series: [Color32; 5],
    /// Curves of a plot with many of them. Neighbours differ strongly in hue and in lightness.
    pub many: [Color32; 12],
    /// Scores of a tree from bad to good for the side to move at its root: distinguishable with every kind of colour
    /// blindness.
    pub scale: [Color32; 7],
    /// Engines that analyse at once, by slot. They can be told apart with every kind of colour blindness, and an
    /// initial always accompanies the colour.
    pub engines: [Color32; 4],
}

const fn rgb(hex: u32) -> Color32 {
    #[expect(clippy::disallowed_methods, reason = "the theme is where colours are named")]
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The dark mode.
pub const DARK: Palette = Palette {
    window: rgb(0x000f_1216),
    panel: rgb(0x19_1d_22),
    raised: rgb(0x24_2a_31),
    hover: rgb(0x2d_34_3c),
    active: rgb(0x36_3e_48),
    edge: rgb(0x6d_76_82),
    hair: rgb(0x2a_30_38),
    border: rgb(0x3e_46_50),
    text: rgb(0xec_ee_f1),
    text_weak: rgb(0xbc_c4_cd),
    text_faint: rgb(0xa3_ac_b7),
    accent: rgb(0x66_cd_bd),
    accent_fill: rgb(0x17_45_3f),
    on_accent: rgb(0x0006_211d),
    good: rgb(0x76_c8_7d),
    bad: rgb(0xf8_98_8d),
    warn: rgb(0xe8_b9_4f),
    white_side: rgb(0xf1_ee_e6),
    black_side: rgb(0x3d_40_46),
    draw_side: rgb(0xad_b2_ba),
    series: [rgb(0x5c_c2_b2), rgb(0xe8_b9_4f), rgb(0x8f_a8_f0), rgb(0xe0_8f_c0), rgb(0xa9_b0_ba)],
    many: [
        rgb(0xfd_b5_af),
        rgb(0x19_aa_8e),
        rgb(0xfa_a8_fe),
        rgb(0x90_9c_13),
        rgb(0xb3_ca_fc),
        rgb(0xda_72_0d),
        rgb(0x1e_e4_f6),
        rgb(0xdf_5e_97),
        rgb(0x7c_e7_82),
        rgb(0x9b_79_ee),
        rgb(0xfd_c0_10),
        rgb(0x00_9e_db),
    ],
    scale: [
        rgb(0xb8_50_1f),
        rgb(0x94_4a_28),
        rgb(0x66_46_34),
        rgb(0x3d_44_4d),
        rgb(0x36_53_6f),
        rgb(0x2c_62_9f),
        rgb(0x26_72_cc),
    ],
    engines: [rgb(0x5a_a9_f7), rgb(0xf5_c0_4f), rgb(0x2f_9d_78), rgb(0xc8_50_a0)],
};

/// The light mode.
pub const LIGHT: Palette = Palette {
    window: rgb(0xdf_e3_e8),
    panel: rgb(0xfb_fc_fd),
    raised: rgb(0xee_f0_f3),
    hover: rgb(0xe2_e6_eb),
    active: rgb(0xd3_d9_e0),
    edge: rgb(0x7f_87_91),
    hair: rgb(0xe3_e7_eb),
    border: rgb(0xb7_be_c7),
    text: rgb(0x1a_1e_23),
    text_weak: rgb(0x3f_47_51),
    text_faint: rgb(0x0052_5a64),
    accent: rgb(0x0a_5c_52),
    accent_fill: rgb(0xc6_e9_e3),
    on_accent: rgb(0xff_ff_ff),
    good: rgb(0x15_65_2a),
    bad: rgb(0xa3_24_17),
    warn: rgb(0x72_4a_00),
    white_side: rgb(0xff_ff_ff),
    black_side: rgb(0x3d_40_46),
    draw_side: rgb(0xc3_c8_cf),
    series: [rgb(0x0f_72_66), rgb(0xa0_66_00), rgb(0x35_53_c4), rgb(0xa8_35_7c), rgb(0x4f_58_63)],
    many: [
        rgb(0xc4_3f_3e),
        rgb(0x01_55_45),
        rgb(0xa4_49_aa),
        rgb(0x47_4d_01),
        rgb(0x42_6d_d7),
        rgb(0x6d_37_06),
        rgb(0x04_84_8f),
        rgb(0x82_06_4c),
        rgb(0x11_8d_29),
        rgb(0x52_27_97),
        rgb(0x92_6e_10),
        rgb(0x0b_4e_6c),
    ],
    scale: [
        rgb(0xb5_50_1f),
        rgb(0xd9_8f_66),
        rgb(0xef_cd_b8),
        rgb(0xd9_dd_e2),
        rgb(0xbc_d2_ee),
        rgb(0x7f_ab_de),
        rgb(0x24_67_cd),
    ],
    engines: [rgb(0x2b_6f_e0), rgb(0xa8_62_00), rgb(0x00_4d_40), rgb(0xc8_50_a0)],
};

/// Space between neighbouring things, points.
pub const GAP: f32 = 6.0;
/// Space inside panels, points.
pub const PAD: f32 = 10.0;
/// Height of a row in tables and lists, points.
pub const ROW: f32 = 22.0;
/// Corner radius of buttons and cards, points.
pub const RADIUS: u8 = 6;
/// Text size of labels and units beside numbers, points.
pub const SMALL: f32 = 12.0;

/// The colours of the mode in use.
pub fn palette(ctx: &Context) -> &'static Palette {
    match ctx.theme() {
        Theme::Dark => &DARK,
        Theme::Light => &LIGHT,
    }
}

/// Backgrounds of an evaluation strip: Black's part above and White's part below.
pub fn eval_ground(ctx: &Context) -> (Color32, Color32) {
    match ctx.theme() {
        Theme::Dark => (rgb(0x000f_1216), rgb(0x8b_90_98)),
        Theme::Light => (rgb(0x8f_95_9f), rgb(0xff_ff_ff)),
    }
}

/// Gives both modes of a context our colours, sizes and text styles.
pub fn install(ctx: &Context) {
    ctx.set_visuals_of(Theme::Dark, visuals(&DARK, Visuals::dark()));
    ctx.set_visuals_of(Theme::Light, visuals(&LIGHT, Visuals::light()));
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::new(SMALL, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(14.0, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(14.0, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(19.0, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = Vec2::new(GAP, GAP);
        style.spacing.button_padding = Vec2::new(9.0, 4.0);
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.window_margin = Margin::same(14);
        style.spacing.interact_size = Vec2::new(36.0, 24.0);
        style.spacing.scroll = egui::style::ScrollStyle::thin();
        style.interaction.tooltip_delay = 0.4;
        style.interaction.selectable_labels = false;
    });
    ctx.options_mut(|options| {
        options.quit_shortcuts.clear();
        // The window handles it (`window::native::frame_theme`).
        options.sync_window_theme = false;
    });
}

fn visuals(p: &Palette, base: Visuals) -> Visuals {
    let radius = CornerRadius::same(RADIUS);
    let state = |fill: Color32, edge: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, edge),
        corner_radius: radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let mut v = base;
    v.widgets.noninteractive = state(p.panel, p.border, p.text);
    v.widgets.inactive = state(p.raised, p.edge, p.text);
    v.widgets.hovered = state(p.hover, p.edge, p.text);
    v.widgets.active = state(p.active, p.accent, p.text);
    v.widgets.open = state(p.hover, p.border, p.text);
    v.selection.bg_fill = p.accent_fill;
    v.selection.stroke = Stroke::new(1.5, p.accent);
    v.hyperlink_color = p.accent;
    v.faint_bg_color = p.raised.gamma_multiply(0.5);
    v.extreme_bg_color = p.window;
    v.text_edit_bg_color = Some(p.window);
    v.code_bg_color = p.raised;
    v.weak_text_color = Some(p.text_faint);
    v.warn_fg_color = p.warn;
    v.error_fg_color = p.bad;
    v.panel_fill = p.panel;
    v.window_fill = p.panel;
    v.window_stroke = Stroke::new(1.0, p.border);
    v.window_corner_radius = CornerRadius::same(12);
    v.menu_corner_radius = CornerRadius::same(7);
    v.window_shadow =
        Shadow { offset: [0, 8], blur: 24, spread: 0, color: Color32::from_black_alpha(90) };
    v.popup_shadow =
        Shadow { offset: [0, 4], blur: 12, spread: 0, color: Color32::from_black_alpha(70) };
    v.slider_trailing_fill = true;
    v.striped = false;
    v
}

// The colours of the board: squares, marks on squares, arrows. Nothing here draws.

/// Squares that are good for White where a board is coloured by numbers. This colour and the next can be told apart
/// with every kind of colour blindness, and from the wood.
pub const GAIN: Color32 = rgb(0x2a_86_d8);
/// Squares that are good for Black there.
pub const LOSS: Color32 = rgb(0xe0_5a_2b);
/// Background of the numbers written into such squares, and their ink.
pub const NUMBER: Pair = Pair { light: rgb(0xf7_f8_fa), dark: rgb(0x16_19_1d) };

/// Background (dark) and figures (light) of a clock with little time left.
pub const ALARM: Pair = Pair { light: rgb(0xff_ff_ff), dark: rgb(0x8e_28_1f) };

/// Background of spare pieces beside a board: a grey on which both sides can be seen. Light under the pointer.
pub const TRAY: Pair = Pair { light: rgb(0xb4_ba_c2), dark: rgb(0x92_99_a3) };

/// Backgrounds of the characters' portraits, the weakest first.
pub const EMBLEMS: [Color32; 12] = [
    rgb(0xb3_84_2b),
    rgb(0x8b_5a_75),
    rgb(0x4d_7a_56),
    rgb(0x45_74_96),
    rgb(0xad_5b_38),
    rgb(0x3a_7a_74),
    rgb(0x66_67_90),
    rgb(0x9c_3f_4b),
    rgb(0x5d_68_72),
    rgb(0x8a_77_34),
    rgb(0x74_48_86),
    rgb(0x3b_4f_7c),
];
/// Eyes, glasses and shadows of the portraits.
pub const PORTRAIT_INK: Color32 = rgb(0x2a_23_20);
/// Shirts and mouths in beards of the portraits.
pub const PORTRAIT_LIGHT: Color32 = rgb(0xf4_ef_e6);
/// Skins of the portraits.
pub const SKINS: [Color32; 4] =
    [rgb(0xf1_cf_b4), rgb(0xe3_b4_8c), rgb(0xc9_92_69), rgb(0x96_66_44)];
/// Hair of the portraits: blond, red, dark, grey, white.
pub const HAIR: [Color32; 5] =
    [rgb(0xd9_9c_3a), rgb(0xa8_5f_2c), rgb(0x33_28_23), rgb(0x8b_8d_90), rgb(0xdd_dd_da)];
/// Clothes of the portraits: yellow, blue, green, red, violet, cream, navy, wine.
pub const CLOTHES: [Color32; 8] = [
    rgb(0xd6_ae_3f),
    rgb(0x3e_70_a8),
    rgb(0x41_63_4a),
    rgb(0x8e_44_33),
    rgb(0x5c_3c_66),
    rgb(0xe6_dc_c6),
    rgb(0x27_33_4d),
    rgb(0x93_36_46),
];
/// Backgrounds of the emblems that are icons: PUCT, the teaching engine, one of the user's engines, full strength, the
/// gambler, the even match. Their ink is `NUMBER.light`.
pub const ICON_EMBLEMS: [Color32; 6] = [
    rgb(0x77_57_12),
    rgb(0x4f_58_63),
    rgb(0x2d_50_78),
    rgb(0x1d_4f_6b),
    rgb(0x8a_3a_1c),
    rgb(0x2c_5e_3b),
];

/// A colour for light squares and its twin for dark ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// On light squares.
    pub light: Color32,
    /// On dark squares.
    pub dark: Color32,
}

impl Pair {
    /// The colour for a square of this kind.
    pub fn on(self, light_square: bool) -> Color32 {
        if light_square { self.light } else { self.dark }
    }
}

/// The contrast that WCAG 2.1 requires of text (<https://www.w3.org/TR/WCAG21/#contrast-minimum>).
const LEGIBLE: f64 = 4.5;

/// The linear light of a channel, 0 to 1.
fn linear(v: u8) -> f64 {
    let v = f64::from(v) / 255.0;
    if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// Relative luminance of an opaque colour by WCAG 2.1, 0 to 1.
pub(crate) fn luminance(c: Color32) -> f64 {
    0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b())
}

/// Contrast of two luminances by WCAG 2.1, 1 to 21.
pub(crate) fn contrast_of(a: f64, b: f64) -> f64 {
    let (a, b) = (a + 0.05, b + 0.05);
    if a > b { a / b } else { b / a }
}

/// Contrast of two opaque colours.
fn contrast(a: Color32, b: Color32) -> f64 {
    contrast_of(luminance(a), luminance(b))
}

/// White or nearly black, whichever contrasts more with a background.
pub(crate) fn ink_on(ground: Color32) -> Color32 {
    let [dark, light] = [NUMBER.dark, NUMBER.light];
    if contrast(dark, ground) > contrast(light, ground) { dark } else { light }
}

/// One way to colour the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardTheme {
    /// Its name for the user; also its key in the settings.
    pub name: &'static str,
    /// The bare squares.
    pub square: Pair,
    /// The two squares of the last move.
    pub last_move: Pair,
    /// The square of the piece picked up.
    pub selected: Pair,
    /// The two squares of a premove.
    pub premove: Pair,
    /// Inks of the coordinates written into light and dark squares.
    coordinate: Pair,
    /// Dots and rings on the squares a piece can go to.
    pub target: Color32,
    /// The same under the pointer.
    pub target_hover: Color32,
    /// Centre of the glow under a king in check.
    pub check: Color32,
    /// Outline of the focused square and of marks that must not rely on colour alone.
    pub line: Color32,
    /// Whether marked squares get an outline too.
    pub outlined: bool,
}

/// What is needed to make a theme.
struct Seed {
    name: &'static str,
    light: u32,
    dark: u32,
    /// Hue of the last move.
    last: u32,
    /// Hue of the piece picked up.
    pick: u32,
    /// How much darker than a dark square letters on light ones are, per cent.
    ink: u32,
}

const fn mix(a: u32, b: u32, percent_b: u32) -> u32 {
    const fn channel(a: u32, b: u32, shift: u32, percent_b: u32) -> u32 {
        let (a, b) = ((a >> shift) & 255, (b >> shift) & 255);
        ((a * (100 - percent_b) + b * percent_b + 50) / 100) << shift
    }
    channel(a, b, 16, percent_b) | channel(a, b, 8, percent_b) | channel(a, b, 0, percent_b)
}

const fn rgba(hex: u32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied_const((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, alpha)
}

const fn tint(seed: &Seed, hue: u32, percent: u32) -> Pair {
    Pair { light: rgb(mix(seed.light, hue, percent)), dark: rgb(mix(seed.dark, hue, percent)) }
}

const PREMOVE_HUE: u32 = 0x3f_4f_c0;

const fn theme(seed: &Seed) -> BoardTheme {
    BoardTheme {
        name: seed.name,
        square: Pair { light: rgb(seed.light), dark: rgb(seed.dark) },
        last_move: tint(seed, seed.last, 50),
        selected: tint(seed, seed.pick, 58),
        premove: tint(seed, PREMOVE_HUE, 55),
        coordinate: Pair {
            light: rgb(mix(seed.dark, 0x00_00_00, seed.ink)),
            dark: rgb(mix(seed.dark, 0x00_00_00, 85)),
        },
        target: rgba(mix(seed.pick, 0x00_00_00, 62), 110),
        target_hover: rgba(mix(seed.pick, 0x00_00_00, 45), 165),
        check: rgb(0xe0_24_1b),
        line: rgb(0x0d_5f_d8),
        outlined: false,
    }
}

impl BoardTheme {
    /// Every theme, the default first.
    pub const ALL: [BoardTheme; 7] = [
        theme(&Seed {
            name: "Walnut",
            light: 0xec_d9_b9,
            dark: 0xab_82_5f,
            last: 0xc9_c2_3d,
            pick: 0x5c_8f_3f,
            ink: 54,
        }),
        theme(&Seed {
            name: "Green",
            light: 0xe9_ec_d5,
            dark: 0x76_96_5c,
            last: 0xe6_d5_3a,
            pick: 0xd8_92_2e,
            ink: 54,
        }),
        theme(&Seed {
            name: "Blue",
            light: 0xe0_e7_ee,
            dark: 0x71_90_b0,
            last: 0x9c_c9_4f,
            pick: 0x2f_8f_86,
            ink: 54,
        }),
        theme(&Seed {
            name: "Grey",
            light: 0xe1_e3_e5,
            dark: 0x84_8a_91,
            last: 0xd8_bd_4a,
            pick: 0x2e_97_72,
            ink: 54,
        }),
        theme(&Seed {
            name: "Plum",
            light: 0xea_e2_ea,
            dark: 0x93_7f_a3,
            last: 0x6f_d0_92,
            pick: 0x3f_8c_a8,
            ink: 54,
        }),
        theme(&Seed {
            name: "Paper",
            light: 0xfb_f9_f3,
            dark: 0xc2_bd_b1,
            last: 0xd6_b4_3c,
            pick: 0x3f_97_84,
            ink: 70,
        }),
        HIGH_CONTRAST,
    ];

    /// The same colours for a drawing in a file.
    pub fn colours(&self) -> Colours {
        let hex = |color: Color32| {
            let [r, g, b, _] = color.to_srgba_unmultiplied();
            u32::from_be_bytes([0, r, g, b])
        };
        let both = |pair: Pair| [hex(pair.light), hex(pair.dark)];
        let BrushColors { green, red, blue, orange, .. } = BRUSHES;
        Colours {
            squares: both(self.square),
            last_move: both(self.last_move),
            check: hex(self.check),
            brushes: [green, red, blue, orange].map(hex),
            ..Colours::default()
        }
    }

    /// The ink of a coordinate on this ground: one of the theme's, or white where a mark is too dark for them.
    pub fn coordinate_on(&self, ground: Color32) -> Color32 {
        let inks = [self.coordinate.light, self.coordinate.dark, Color32::WHITE];
        let apart = |ink: &Color32| contrast(*ink, ground);
        let legible = inks.into_iter().find(|ink| apart(ink) >= LEGIBLE);
        let best = || inks.into_iter().max_by(|a, b| apart(a).total_cmp(&apart(b)));
        legible.or_else(best).unwrap_or_default()
    }

    /// Its name for the user.
    pub fn label(&self) -> &'static str {
        tabia_text::text(&format!("board-theme-{}", self.name.replace(' ', "-")))
    }

    /// The theme of this name, or the first if there is none.
    pub fn by_name(name: &str) -> &'static BoardTheme {
        static ALL: [BoardTheme; 7] = BoardTheme::ALL;
        ALL.iter().find(|theme| theme.name == name).unwrap_or(&ALL[0])
    }
}

/// Black lines and saturated colours: marks can be told apart by their outlines alone.
const HIGH_CONTRAST: BoardTheme = BoardTheme {
    name: "High contrast",
    square: Pair { light: rgb(0xff_ff_ff), dark: rgb(0x70_70_70) },
    last_move: Pair { light: rgb(0xff_ea_80), dark: rgb(0x9a_86_18) },
    selected: Pair { light: rgb(0x7f_d4_ff), dark: rgb(0x1c_82_b4) },
    premove: Pair { light: rgb(0xd6_b8_ff), dark: rgb(0x7f_55_b5) },
    coordinate: Pair { light: rgb(0x00_00_00), dark: rgb(0xff_ff_ff) },
    target: rgba(0x00_00_00, 200),
    target_hover: rgba(0x00_3d_c0, 235),
    check: rgb(0xff_00_00),
    line: rgb(0x00_3d_c0),
    outlined: true,
};

impl Default for &BoardTheme {
    fn default() -> Self {
        BoardTheme::by_name("")
    }
}

/// Colours of arrows and circles, by brush: what a person draws and what the engine shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrushColors {
    /// Brush without a modifier key.
    pub green: Color32,
    /// Brush with Shift or Ctrl.
    pub red: Color32,
    /// Brush with Alt.
    pub blue: Color32,
    /// Brush with both.
    pub orange: Color32,
    /// The engine's lines.
    pub engine: Color32,
    /// What the side not to move threatens.
    pub threat: Color32,
    /// The same where several engines analyse, by slot.
    pub engines: [Color32; 4],
    /// Plate under the text of an engine arrow.
    pub plate: Color32,
    pub plate_text: Color32,
    /// Text on light heads of arrows.
    pub plate_text_dark: Color32,
}

/// The brushes of every board theme.
pub const BRUSHES: BrushColors = BrushColors {
    green: rgba(0x1a_7f_37, 190),
    red: rgba(0xb0_2a_2a, 190),
    blue: rgba(0x1f_55_b8, 190),
    orange: rgba(0xd9_7a_08, 200),
    engine: rgba(0x16_68_c4, 200),
    threat: rgba(0x8e_1b_6b, 205),
    engines: [
        rgba(0x16_68_c4, 200),
        rgba(0xe0_9a_1a, 200),
        rgba(0x00_4d_40, 200),
        rgba(0xc8_50_a0, 200),
    ],
    plate: rgba(0x0c_2f_47, 235),
    plate_text: rgb(0xff_ff_ff),
    plate_text_dark: rgb(0x14_10_0a),
};

/// Colours of the promotion chooser and of the shade over the board behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChooserColors {
    /// Over the whole board.
    pub dim: Color32,
    /// A choice.
    pub plate: Color32,
    /// A choice under the pointer or with the focus.
    pub plate_hover: Color32,
    /// Edge of the chooser.
    pub edge: Color32,
}

/// The chooser of every board theme.
pub const CHOOSER: ChooserColors = ChooserColors {
    dim: rgba(0x10_12_14, 130),
    plate: rgb(0xf4_f2_ee),
    plate_hover: rgb(0xf2_c2_7a),
    edge: rgba(0x00_00_00, 90),
};

/// Checks of the colours: text is readable, engines can be told apart.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_the_colours_of_the_window() {
        let named = |p: &Palette, name: &str| {
            let of = |list: &[Color32], at: &str| list[at.parse::<usize>().unwrap()];
            match name.split_once('-') {
                Some(("series", at)) => of(&p.series, at),
                Some(("many", at)) => of(&p.many, at),
                Some(("scale", at)) => of(&p.scale, at),
                Some(("engine", at)) => of(&p.engines, at),
                _ => match name {
                    "panel" => p.panel,
                    "raised" => p.raised,
                    "hover" => p.hover,
                    "edge" => p.edge,
                    "border" => p.border,
                    "text" => p.text,
                    "text-weak" => p.text_weak,
                    "text-faint" => p.text_faint,
                    "accent" => p.accent,
                    "good" => p.good,
                    "bad" => p.bad,
                    other => panic!("{other}"),
                },
            }
        };
        for &(name, dark, light) in tabia_lab::page::COLORS {
            assert_eq!(
                (named(&DARK, name), named(&LIGHT, name)),
                (rgb(dark), rgb(light)),
                "{name}"
            );
        }
    }

    /// Every colour text is written in, by name.
    fn inks(p: &Palette) -> [(&'static str, Color32); 7] {
        [
            ("text", p.text),
            ("weak text", p.text_weak),
            ("faint text", p.text_faint),
            ("accent", p.accent),
            ("good", p.good),
            ("bad", p.bad),
            ("warn", p.warn),
        ]
    }

    /// Every background text is written on, by name.
    fn grounds(p: &Palette) -> [(&'static str, Color32); 6] {
        [
            ("panel", p.panel),
            ("window", p.window),
            ("raised", p.raised),
            ("hover", p.hover),
            ("active", p.active),
            ("accent fill", p.accent_fill),
        ]
    }

    /// WCAG 2.1 requires 4.5:1 for text (<https://www.w3.org/TR/WCAG21/#contrast-minimum>).
    #[test]
    fn every_text_can_be_read_on_every_ground() {
        for (mode, p) in [("dark", &DARK), ("light", &LIGHT)] {
            for (ground, back) in grounds(p) {
                for (ink, fore) in inks(p) {
                    let found = contrast(fore, back);
                    assert!(found >= 4.5, "{mode}: {ink} on {ground} has {found:.2}");
                }
            }
            let badges = [
                ("black on white", p.black_side, p.white_side),
                ("black on a draw", p.black_side, p.draw_side),
                ("text on the accent", p.on_accent, p.accent),
                ("PUCT's icon", NUMBER.light, ICON_EMBLEMS[0]),
                ("the simple engine's icon", NUMBER.light, ICON_EMBLEMS[1]),
                ("the icon of the user's engines", NUMBER.light, ICON_EMBLEMS[2]),
                ("the icon of full strength", NUMBER.light, ICON_EMBLEMS[3]),
                ("the gambler's icon", NUMBER.light, ICON_EMBLEMS[4]),
                ("the icon of an even match", NUMBER.light, ICON_EMBLEMS[5]),
            ];
            for (name, fore, back) in badges {
                assert!(contrast(fore, back) >= 4.5, "{mode}: {name}");
            }
        }
    }

    #[test]
    fn text_can_be_read_on_every_colour_of_the_scales() {
        for ground in DARK.scale.into_iter().chain(LIGHT.scale) {
            let found = contrast(ground, ink_on(ground));
            assert!(found >= LEGIBLE, "{ground:?} {found:.2}");
        }
    }

    /// What egui's own widgets are drawn with: their texts on their fills, chosen ones too.
    #[test]
    fn the_widgets_of_the_toolkit_can_be_read() {
        for (p, base) in [(&DARK, Visuals::dark()), (&LIGHT, Visuals::light())] {
            let v = visuals(p, base);
            let widgets = &v.widgets;
            for state in [
                widgets.noninteractive,
                widgets.inactive,
                widgets.hovered,
                widgets.active,
                widgets.open,
            ] {
                for fill in [state.bg_fill, state.weak_bg_fill] {
                    assert!(contrast(state.fg_stroke.color, fill) >= 4.5, "{state:?}");
                }
            }
            assert!(contrast(v.selection.stroke.color, v.selection.bg_fill) >= 4.5);
            for ink in [v.hyperlink_color, v.warn_fg_color, v.error_fg_color, v.weak_text_color()] {
                for ground in [v.panel_fill, v.window_fill, v.extreme_bg_color, v.code_bg_color] {
                    assert!(contrast(ink, ground) >= 4.5, "{ink:?} on {ground:?}");
                }
            }
        }
    }

    /// WCAG 2.1 requires 3:1 for what shows where something is (<https://www.w3.org/TR/WCAG21/#non-text-contrast>); a
    /// mere hairline between two areas needs less, but must be visible.
    #[test]
    fn edges_can_be_seen() {
        for (mode, p) in [("dark", &DARK), ("light", &LIGHT)] {
            for side in [p.white_side, p.black_side, p.draw_side] {
                let own = contrast(side, p.panel);
                let edge = contrast(p.edge, p.panel);
                assert!(own.max(edge) >= 3.0, "{mode}: a badge of {side:?} has no edge");
            }
            assert!(contrast(p.accent, p.panel) >= 3.0, "{mode}: the focus");
            assert!(contrast(p.border, p.panel) >= 1.6, "{mode}: between panels");
            assert!(contrast(p.border, p.window) >= 1.35, "{mode}: at the strip of tabs");
            // The mark of an open bound on its chip, and in a selected row.
            for back in [p.raised, p.hover, p.panel] {
                assert!(contrast(p.warn, back) >= 3.0, "{mode}: {:?} on {back:?}", p.warn);
            }
        }
    }

    /// Linear light as eyes without one of the three kinds of cones see it: Viénot, Brettel, Mollon 1999 for the
    /// first two, Machado, Oliveira, Fernandes 2009 for the third; the last is the usual eye.
    const EYES: [(&str, [[f64; 3]; 3], f64); 4] = [
        ("red-blind", [[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]], 22.0),
        ("green-blind", [[0.293, 0.707, 0.0], [0.293, 0.707, 0.0], [-0.022, 0.022, 1.0]], 22.0),
        (
            "blue-blind",
            [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
            9.0,
        ),
        ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 45.0),
    ];

    /// CIE L*a*b* of a colour as seen through such eyes.
    fn seen(color: Color32, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = [color.r(), color.g(), color.b()].map(linear);
        let mix = |row: &[f64; 3]| row.iter().zip(light).map(|(m, v)| m * v).sum::<f64>();
        let light = [mix(&eyes[0]), mix(&eyes[1]), mix(&eyes[2])].map(|v| v.clamp(0.0, 1.0));
        let sum =
            |red: f64, green: f64, blue: f64| red * light[0] + green * light[1] + blue * light[2];
        let (x, y) = (sum(0.4124, 0.3576, 0.1805), sum(0.2126, 0.7152, 0.0722));
        let z = sum(0.0193, 0.1192, 0.9505);
        let root = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let [x, y, z] = [root(x / 0.950_47), root(y), root(z / 1.088_83)];
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn engines_have_colours_that_any_eye_tells_apart() {
        let arrows = BRUSHES.engines.map(Color32::to_opaque);
        for colors in [DARK.engines, LIGHT.engines, arrows] {
            for (name, eyes, least) in EYES {
                for (i, &a) in colors.iter().enumerate() {
                    for &b in &colors[i + 1..] {
                        let (a, b) = (seen(a, &eyes), seen(b, &eyes));
                        let apart =
                            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        assert!(apart >= least, "{name}: {apart:.0} between {a:?} and {b:?}");
                    }
                }
            }
        }
        for p in [&DARK, &LIGHT] {
            for color in p.engines {
                assert!(contrast(color, p.panel) >= 3.0, "{color:?} on {:?}", p.panel);
            }
        }
    }
}

#[cfg(test)]
mod board_tests {
    use super::*;

    #[test]
    fn coordinates_can_be_read_on_plain_and_marked_squares() {
        for theme in BoardTheme::ALL {
            for light in [true, false] {
                for square in [theme.square, theme.last_move, theme.selected, theme.premove] {
                    let ground = square.on(light);
                    let apart = contrast(theme.coordinate_on(ground), ground);
                    assert!(apart >= LEGIBLE, "{} {light} {ground:?}: {apart:.2}", theme.name);
                }
            }
        }
    }

    #[test]
    fn marks_differ_from_their_squares_and_from_each_other() {
        for theme in BoardTheme::ALL {
            for light in [true, false] {
                let colors = [theme.square, theme.last_move, theme.selected, theme.premove]
                    .map(|p| p.on(light));
                for (i, a) in colors.iter().enumerate() {
                    for b in &colors[i + 1..] {
                        let apart: i32 = a
                            .to_array()
                            .iter()
                            .zip(b.to_array())
                            .map(|(&x, y)| (i32::from(x) - i32::from(y)).abs())
                            .sum();
                        assert!(apart >= 45, "{} {light}: {a:?} {b:?}", theme.name);
                    }
                }
            }
        }
    }

    #[test]
    fn a_theme_is_found_by_its_name() {
        for theme in BoardTheme::ALL {
            assert_eq!(*BoardTheme::by_name(theme.name), theme);
        }
        assert_eq!(BoardTheme::by_name("no such board").name, "Walnut");
    }
}
