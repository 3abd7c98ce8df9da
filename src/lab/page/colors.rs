//! The colours of pages: those of the window, in both modes.

use std::fmt::Write as _;

/// Name, dark and light, as `0xRRGGBB`. A test of the window compares them with its own.
pub const COLORS: &[(&str, u32, u32)] = &[
    ("panel", 0x19_1d_22, 0xfb_fc_fd),
    ("raised", 0x24_2a_31, 0xee_f0_f3),
    ("hover", 0x2d_34_3c, 0xe2_e6_eb),
    ("edge", 0x6d_76_82, 0x7f_87_91),
    ("border", 0x3e_46_50, 0xb7_be_c7),
    ("text", 0xec_ee_f1, 0x1a_1e_23),
    ("text-weak", 0xbc_c4_cd, 0x3f_47_51),
    ("text-faint", 0xa3_ac_b7, 0x0052_5a64),
    ("accent", 0x66_cd_bd, 0x0a_5c_52),
    ("good", 0x76_c8_7d, 0x15_65_2a),
    ("bad", 0xf8_98_8d, 0xa3_24_17),
    ("series-0", 0x5c_c2_b2, 0x0f_72_66),
    ("series-1", 0xe8_b9_4f, 0xa0_66_00),
    ("series-2", 0x8f_a8_f0, 0x35_53_c4),
    ("series-3", 0xe0_8f_c0, 0xa8_35_7c),
    ("series-4", 0xa9_b0_ba, 0x4f_58_63),
    ("many-0", 0xfd_b5_af, 0xc4_3f_3e),
    ("many-1", 0x19_aa_8e, 0x01_55_45),
    ("many-2", 0xfa_a8_fe, 0xa4_49_aa),
    ("many-3", 0x90_9c_13, 0x47_4d_01),
    ("many-4", 0xb3_ca_fc, 0x42_6d_d7),
    ("many-5", 0xda_72_0d, 0x6d_37_06),
    ("many-6", 0x1e_e4_f6, 0x04_84_8f),
    ("many-7", 0xdf_5e_97, 0x82_06_4c),
    ("many-8", 0x7c_e7_82, 0x11_8d_29),
    ("many-9", 0x9b_79_ee, 0x52_27_97),
    ("many-10", 0xfd_c0_10, 0x92_6e_10),
    ("many-11", 0x00_9e_db, 0x0b_4e_6c),
    ("scale-0", 0xb8_50_1f, 0xb5_50_1f),
    ("scale-1", 0x94_4a_28, 0xd9_8f_66),
    ("scale-2", 0x66_46_34, 0xef_cd_b8),
    ("scale-3", 0x3d_44_4d, 0xd9_dd_e2),
    ("scale-4", 0x36_53_6f, 0xbc_d2_ee),
    ("scale-5", 0x2c_62_9f, 0x7f_ab_de),
    ("scale-6", 0x26_72_cc, 0x24_67_cd),
    ("engine-0", 0x5a_a9_f7, 0x2b_6f_e0),
    ("engine-1", 0xf5_c0_4f, 0xa8_62_00),
    ("engine-2", 0x2f_9d_78, 0x00_4d_40),
    ("engine-3", 0xc8_50_a0, 0xc8_50_a0),
];

/// The colours of both modes. The reader's system selects the mode, unless the page sets one.
pub(super) fn css() -> String {
    let list = |scheme: &str, of: fn(&(&str, u32, u32)) -> u32| {
        let colors = COLORS.iter().fold(String::new(), |mut text, color| {
            let _ = write!(text, ";--{}:#{:06x}", color.0, of(color));
            text
        });
        format!("{{color-scheme:{scheme}{colors}}}\n")
    };
    let (dark, light) = (list("dark", |color| color.1), list("light", |color| color.2));
    format!(
        ":root{light}@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){dark}}}\n\
         :root[data-theme=dark]{dark}"
    )
}
