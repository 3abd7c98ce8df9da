//! What each command of the table does.

use super::command::UserCommand;
use crate::app::action::TreeEdit;
use crate::app::effect::Effect;
use crate::app::engines::state::Purpose;
use crate::app::update::Cx;
use crate::app::window::dialog::Dialog;
use crate::app::window::settings::{SettingChange, ThemeChoice};
use crate::app::window::view::{Annotating, ViewState};
use crate::app::window::workspace::{PaneId, Workspace};
use crate::export::job::Kind;
use crate::game::pgn_write;
use crate::game::tree::NodeId;
use crate::search::score::Pov;

/// One step of the interface scale.
const ZOOM_STEP: f32 = 0.1;
/// Characters of a player in the name of a file; systems take 255 bytes in all.
const LONGEST_NAME: usize = 30;
/// Plies of a page.
const PAGE: usize = 10;
/// Arrows shown when they are switched on again.
const ARROWS: u32 = 3;

impl Cx<'_> {
    /// Carries a command out, if it can be given now.
    #[expect(clippy::too_many_lines, reason = "an arm a command, and none forgotten")]
    pub(crate) fn command(&mut self, command: UserCommand) {
        use UserCommand as C;
        if !command.is_enabled(self.m) {
            return;
        }
        let node = self.m.game.current;
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
            C::ExportBoard => self.open_export(Kind::Png),
            C::ExportAnimation => self.open_export(Kind::Gif),
            C::ExportPage => self.open_export(Kind::Html),
            C::MyGames => self.out.push(Effect::OpenOwnGames),
            C::KeepGame => self.keep_game_now(),
            C::MergeDuplicates => self.ask_to_merge(),
            C::PutBack => self.put_back(),
            C::Paste => self.out.push(Effect::RequestPaste),
            C::CopyFen => self.copy(self.m.game.board().to_string(), "Position copied"),
            C::CopyPgn => self.copy(self.pgn(), "Game copied"),
            C::Quit => self.out.push(Effect::Quit),
            C::Undo => self.undo(),
            C::Redo => self.redo(),
            C::PromoteVariation => self.edit(node, TreeEdit::Promote),
            C::MakeMainLine => self.edit(node, TreeEdit::MakeMain),
            C::DemoteVariation => self.edit(node, TreeEdit::Demote),
            C::DeleteVariation => self.edit(node, TreeEdit::Delete),
            C::CutAfter => self.edit(node, TreeEdit::CutAfter),
            C::EditTags => self.m.dialog = Some(Dialog::Tags(self.m.game.tags.clone())),
            C::EditPosition => self.toggle_editor(),
            C::Settings => self.m.dialog = Some(Dialog::Settings),
            C::Comment => self.write_comment(Annotating { node, before: false }),
            C::CommentBefore => self.write_comment(Annotating { node, before: true }),
            C::GlyphGood
            | C::GlyphMistake
            | C::GlyphBrilliant
            | C::GlyphBlunder
            | C::GlyphInteresting
            | C::GlyphDubious
            | C::GlyphOnlyMove
            | C::GlyphEqual
            | C::GlyphUnclear
            | C::GlyphWhiteSlightly
            | C::GlyphBlackSlightly
            | C::GlyphWhiteBetter
            | C::GlyphBlackBetter
            | C::GlyphWhiteWinning
            | C::GlyphBlackWinning
            | C::GlyphNovelty => {
                if let Some(nag) = command.glyph() {
                    self.edit(node, TreeEdit::ToggleNag(nag));
                }
            }
            C::ClearGlyphs => self.edit(node, TreeEdit::ClearNags),
            C::ClearShapes => self.clear_shapes(),
            C::First => self.go_to(NodeId::ROOT),
            C::Previous => self.step_back(1),
            C::Next => self.step_on(1),
            C::Last => self.go_to_end(),
            C::BackTen => self.step_back(PAGE),
            C::ForwardTen => self.step_on(PAGE),
            C::PreviousVariation => self.go_to_sibling(-1),
            C::NextVariation => self.go_to_sibling(1),
            C::ToGame => self.go_to(self.m.game.live),
            C::PreviousGame => self.neighbour_game(-1),
            C::NextGame => self.neighbour_game(1),
            C::Takeback => self.takeback(),
            C::Pause => self.pause(),
            C::Resign => self.ask_to_resign(),
            C::OfferDraw => self.offer_draw(),
            C::AcceptDraw => self.accept_draw(),
            C::DeclineDraw => self.decline_draw(),
            C::ClaimDraw => self.claim_draw(),
            C::SwitchSides => self.switch_sides(),
            C::PlayFromHere => self.play_from_here(),
            C::Rematch => self.rematch(),
            C::Hint => self.advise(Purpose::Hint),
            C::PlayBest => self.advise(Purpose::PlayBest),
            C::ToggleAnalysis => self.toggle_analysis(),
            C::StopEngine => self.stop_engine(),
            C::GoEngine => self.go_engine(),
            C::MoveNow => self.move_now(),
            C::Watch => self.toggle_watching(),
            C::LockAnalysis => self.toggle_lock(),
            C::Threat => self.m.engine.threat = !self.m.engine.threat,
            C::ReviewGame => self.m.dialog = Some(Dialog::Review(self.m.settings.review)),
            C::ResumeReview => self.resume_review(),
            C::RemoveReview => self.remove_review(),
            C::LearnMistakes => self.learn_mistakes(self.m.game.human_side()),
            C::MoreLines => self.change_lines(1),
            C::FewerLines => self.change_lines(-1),
            C::TogglePov => self.set(SettingChange::Pov(other_view(self.m.settings.pov))),
            C::HideEngine => self.look(|view| view.hide_engine = !view.hide_engine),
            C::ToggleEvalBar => self.set(SettingChange::EvalBar(!self.m.settings.eval_bar)),
            C::ToggleEngineArrows => {
                let arrows = if self.m.settings.engine_arrows > 0 { 0 } else { ARROWS };
                self.set(SettingChange::EngineArrows(arrows));
            }
            C::MatchMinds => self.match_minds(),
            C::Engines => self.open_engines(),
            C::PlayWorkspace => self.go_to_workspace(Workspace::Play),
            C::StudyWorkspace => self.go_to_workspace(Workspace::Study),
            C::LabWorkspace => self.go_to_workspace(Workspace::Lab),
            C::Duel => self.begin_duel(),
            C::ToggleFenBar => self.set(SettingChange::FenBar(!self.m.settings.fen_bar)),
            C::Flip => self.flip(),
            C::NextTheme => self.set(SettingChange::Theme(next_theme(self.m.settings.theme))),
            C::FullScreen => self.out.push(Effect::FullScreen(!self.m.view.full_screen)),
            C::ZoomIn => self.zoom(ZOOM_STEP),
            C::ZoomOut => self.zoom(-ZOOM_STEP),
            C::ZoomReset => self.set(SettingChange::UiScale(1.0)),
            C::ResetWorkspace => self.out.push(Effect::ResetWorkspace(self.m.view.workspace)),
            C::Palette => self.m.dialog = Some(Dialog::Palette),
            C::ShowKeys => self.m.dialog = Some(Dialog::Keys),
            C::About => self.m.dialog = Some(Dialog::About),
        }
    }

    /// Opens the field for a comment, and the moves it stands in.
    fn write_comment(&mut self, at: Annotating) {
        self.annotate(Some(at));
        self.open_pane(PaneId::Moves);
    }

    fn change_lines(&mut self, by: i32) {
        let lines = self.m.settings.engine.multi_pv.saturating_add_signed(by);
        self.set(SettingChange::MultiPv(lines));
    }

    fn zoom(&mut self, by: f32) {
        self.set(SettingChange::UiScale(self.m.settings.ui_scale + by));
    }

    /// Turns the board, or that of the position editor.
    fn flip(&mut self) {
        match &mut self.m.editor {
            Some(editor) => editor.flipped = !editor.flipped,
            None => self.m.view.flipped = !self.m.view.flipped,
        }
        self.save = true;
    }

    /// Looks at things otherwise; the session remembers how.
    fn look(&mut self, change: impl FnOnce(&mut ViewState)) {
        change(&mut self.m.view);
        self.save = true;
    }

    /// Shows the window as it is arranged for something else.
    pub(crate) fn go_to_workspace(&mut self, workspace: Workspace) {
        if self.m.view.workspace != workspace {
            self.look(|view| view.workspace = workspace);
        }
    }

    /// Opens a panel in the workspace on screen and brings it to the front.
    pub(crate) fn open_pane(&mut self, pane: PaneId) {
        self.out.push(Effect::OpenPane(self.m.view.workspace, pane));
    }

    /// Shows a panel of the study: whoever asks for a review or a list of games wants to look into games.
    pub(crate) fn study(&mut self, pane: PaneId) {
        self.go_to_workspace(Workspace::Study);
        self.open_pane(pane);
    }

    fn copy(&mut self, text: String, said: &str) {
        self.out.push(Effect::CopyText(text));
        self.m.toasts.info(said);
    }

    /// The game as PGN, with the names shown in the window.
    pub(crate) fn pgn(&self) -> String {
        let game = &self.m.game;
        pgn_write::write(&game.export_tags(), &game.tree)
    }

    /// A file name to begin with: `White - Black.pgn`.
    pub(crate) fn file_name(&self) -> String {
        let tags = self.m.game.export_tags();
        let name =
            |tag| tags.known(tag).unwrap_or(tag).chars().take(LONGEST_NAME).collect::<String>();
        let name = format!("{} - {}", name("White"), name("Black"));
        let safe = |c: char| if c.is_alphanumeric() || " -_,.".contains(c) { c } else { '_' };
        format!("{}.pgn", name.chars().map(safe).collect::<String>())
    }
}

fn other_view(pov: Pov) -> Pov {
    match pov {
        Pov::White => Pov::Mover,
        Pov::Mover => Pov::White,
    }
}

fn next_theme(theme: ThemeChoice) -> ThemeChoice {
    let all = ThemeChoice::ALL;
    let at = all.iter().position(|&other| other == theme).unwrap_or(0);
    all[(at + 1) % all.len()]
}
