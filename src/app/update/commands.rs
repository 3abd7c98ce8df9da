//! What each command of the table does.

use super::super::action::TreeEdit;
use super::super::command::UserCommand;
use super::super::dialog::Dialog;
use super::super::effect::Effect;
use super::super::engine_state::Purpose;
use super::super::settings::{SettingChange, ThemeChoice};
use super::super::view::Annotating;
use super::Cx;
use crate::game::pgn_write;
use crate::search::score::Pov;

/// One step of the interface scale.
const ZOOM_STEP: f32 = 0.1;
/// Arrows shown when they are switched on again.
const ARROWS: u32 = 3;

impl Cx<'_> {
    /// Carries a command out, if it can be given now.
    pub(super) fn command(&mut self, command: UserCommand) {
        use UserCommand as C;
        if !command.is_enabled(self.m) {
            return;
        }
        match command {
            C::First
            | C::Previous
            | C::Next
            | C::Last
            | C::BackTen
            | C::ForwardTen
            | C::PreviousVariation
            | C::NextVariation
            | C::ToGame => self.navigate(command),
            C::PreviousGame => self.neighbour_game(-1),
            C::NextGame => self.neighbour_game(1),
            C::Undo => self.undo(),
            C::Redo => self.redo(),
            C::ClearShapes => self.clear_shapes(),
            C::ToggleAnalysis => self.toggle_analysis(),
            C::StopEngine => self.stop_engine(),
            C::GoEngine => self.go_engine(),
            C::MoveNow => self.move_now(),
            C::LockAnalysis => self.toggle_lock(),
            C::PlayBest => self.advise(Purpose::PlayBest),
            C::Hint => self.advise(Purpose::Hint),
            C::ReviewGame => self.m.dialog = Some(Dialog::Review(self.m.settings.review)),
            C::ResumeReview => self.resume_review(),
            C::RemoveReview => self.remove_review(),
            C::LearnMistakes => self.learn_mistakes(self.m.game.human_side()),
            C::Takeback => self.takeback(),
            C::Resign => self.resign(),
            C::OfferDraw => self.offer_draw(),
            C::AcceptDraw => self.accept_draw(),
            C::DeclineDraw => self.decline_draw(),
            C::ClaimDraw => self.claim_draw(),
            C::Pause => self.pause(),
            C::SwitchSides => self.switch_sides(),
            C::PlayFromHere => self.play_from_here(),
            C::Rematch => self.rematch(),
            _ => self.file_command(command),
        }
    }

    /// Commands that change the tree at the shown position.
    fn tree_command(&mut self, command: UserCommand) {
        use UserCommand as C;
        let node = self.m.game.current;
        let edit = match command {
            C::PromoteVariation => TreeEdit::Promote,
            C::MakeMainLine => TreeEdit::MakeMain,
            C::DemoteVariation => TreeEdit::Demote,
            C::DeleteVariation => TreeEdit::Delete,
            C::CutAfter => TreeEdit::CutAfter,
            C::ClearGlyphs => TreeEdit::ClearNags,
            C::Comment => return self.annotate(Some(Annotating { node, before: false })),
            C::CommentBefore => return self.annotate(Some(Annotating { node, before: true })),
            _ => match command.glyph() {
                Some(nag) => TreeEdit::ToggleNag(nag),
                None => return self.view_command(command),
            },
        };
        self.edit(node, edit);
    }

    /// Commands that concern files, the clipboard and dialogs.
    fn file_command(&mut self, command: UserCommand) {
        use UserCommand as C;
        match command {
            C::NewGame => {
                let draft = self.m.settings.new_game.clone();
                self.m.dialog = Some(Dialog::NewGame(draft));
            }
            C::OpenFile => self.out.push(Effect::PickFileToOpen),
            C::OpenBook => self.out.push(Effect::PickBook),
            C::SaveFile => self.save_file(),
            C::SaveFileAs => self.save_elsewhere(false),
            C::AppendToFile => self.save_elsewhere(true),
            C::Paste => self.out.push(Effect::RequestPaste),
            C::CopyFen => {
                let fen = self.m.game.board().to_string();
                self.copy(fen, "Position copied");
            }
            C::CopyPgn => {
                let pgn = self.pgn();
                self.copy(pgn, "Game copied");
            }
            C::EditPosition => self.toggle_editor(),
            C::EditTags => self.m.dialog = Some(Dialog::Tags(self.m.game.tags.clone())),
            C::Settings => self.m.dialog = Some(Dialog::Settings),
            C::Engines => self.open_engines(),
            C::Palette => self.m.dialog = Some(Dialog::Palette),
            C::ShowKeys => self.m.dialog = Some(Dialog::Keys),
            C::About => self.m.dialog = Some(Dialog::About),
            C::Quit => {
                self.save = true;
                self.out.push(Effect::Quit);
            }
            _ => self.tree_command(command),
        }
    }

    fn view_command(&mut self, command: UserCommand) {
        use UserCommand as C;
        let settings = &self.m.settings;
        let change = match command {
            C::MoreLines => SettingChange::MultiPv(settings.engine.multi_pv + 1),
            C::FewerLines => SettingChange::MultiPv(settings.engine.multi_pv - 1),
            C::ToggleEvalBar => SettingChange::EvalBar(!settings.eval_bar),
            C::ToggleEngineArrows => {
                SettingChange::EngineArrows(if settings.engine_arrows > 0 { 0 } else { ARROWS })
            }
            C::TogglePov => SettingChange::Pov(match settings.pov {
                Pov::White => Pov::Mover,
                Pov::Mover => Pov::White,
            }),
            C::NextTheme => SettingChange::Theme(next_theme(settings.theme)),
            C::ZoomIn => SettingChange::UiScale(settings.ui_scale + ZOOM_STEP),
            C::ZoomOut => SettingChange::UiScale(settings.ui_scale - ZOOM_STEP),
            C::ZoomReset => SettingChange::UiScale(1.0),
            _ => return self.window_command(command),
        };
        self.set(change);
    }

    fn window_command(&mut self, command: UserCommand) {
        use UserCommand as C;
        match command {
            C::Flip => match &mut self.m.editor {
                Some(editor) => editor.flipped = !editor.flipped,
                None => self.m.view.flipped = !self.m.view.flipped,
            },
            C::HideEngine => self.m.view.hide_engine = !self.m.view.hide_engine,
            C::FullScreen => self.out.push(Effect::FullScreen(!self.m.view.full_screen)),
            C::ResetLayout => {
                self.m.view.layout = None;
                self.out.push(Effect::ResetLayout);
            }
            _ => return,
        }
        self.save = true;
    }

    fn copy(&mut self, text: String, said: &str) {
        self.out.push(Effect::CopyText(text));
        self.m.toasts.info(said);
    }

    /// The game as PGN, with the names shown in the window.
    pub(super) fn pgn(&self) -> String {
        let game = &self.m.game;
        pgn_write::write(&game.export_tags(), &game.tree)
    }

    /// A file name to begin with: `White - Black.pgn`.
    pub(super) fn file_name(&self) -> String {
        let tags = self.m.game.export_tags();
        let name = |tag| tags.known(tag).unwrap_or(tag);
        let name = format!("{} - {}", name("White"), name("Black"));
        let safe = |c: char| if c.is_alphanumeric() || " -_,.".contains(c) { c } else { '_' };
        format!("{}.pgn", name.chars().map(safe).collect::<String>())
    }
}

fn next_theme(theme: ThemeChoice) -> ThemeChoice {
    let all = ThemeChoice::ALL;
    let at = all.iter().position(|&other| other == theme).unwrap_or(0);
    all[(at + 1) % all.len()]
}
