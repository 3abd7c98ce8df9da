//! The whole interface in kittest's harness. Kittest could do this by eframe itself, but then every build of the
//! tests, also without the window, would ask for eframe and with it for a desktop's development files.
#![allow(dead_code, clippy::allow_attributes, reason = "each test file uses a part of this")]
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::ops::{Deref, DerefMut};

use egui_kittest::Harness;
use tabia::gui::shell::{Shell, ShellOptions};

/// The interface, there from the second frame on: it has to begin with the harness's own context, and its fonts
/// are known a frame later.
pub(crate) struct Interface(Option<Shell>);

impl Deref for Interface {
    type Target = Shell;

    fn deref(&self) -> &Shell {
        self.0.as_ref().expect("the first frame makes it")
    }
}

impl DerefMut for Interface {
    fn deref_mut(&mut self) -> &mut Shell {
        self.0.as_mut().expect("the first frame makes it")
    }
}

/// The interface in a window of 1280 by 800 points. `steps`: frames that may pass until it is at rest.
pub(crate) fn interface(options: ShellOptions, steps: u64) -> Harness<'static, Interface> {
    let frame = move |ui: &mut eframe::egui::Ui, interface: &mut Interface| match &mut interface.0 {
        Some(shell) => {
            shell.drain();
            shell.show(ui);
        }
        none => {
            *none = Some(Shell::new(ui.ctx(), &options));
            ui.ctx().request_repaint();
        }
    };
    Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(steps)
        .build_ui_state(frame, Interface(None))
}
