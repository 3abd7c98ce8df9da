//! Running commands: from menus and buttons, by shortcuts, after a question, by typed letters.

use super::command::UserCommand;
use super::enabled;
use super::keymap::{Held, LONG_MS};
use crate::action::{Action, EditorAction, LearnAction, TreeEdit};
use crate::arena::update as arena;
use crate::cx::Cx;
use crate::duel::begin;
use crate::effect::Effect;
use crate::engines::state::Purpose;
use crate::engines::{list, observer, requests};
use crate::game::replacement::Replacement;
use crate::game::typed::{At, TypedKey, Wish};
use crate::game::{board, play, position, replace, tree_edit};
use crate::lab::terminal;
use crate::library::collection::SaveListRequest;
use crate::library::{games, remove, saving, write_link};
use crate::results::update as results;
use crate::review::run;
use crate::training::state::{Page, TrainingAction};
use crate::training::update as training;
use crate::window::settings::{PromotionPreference, SettingChange, Settings, ThemeChoice};
use crate::window::view::Annotating;
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};
use crate::window::{presenter, set};
use tabia_chess::{PieceType, Square};
use tabia_engine::search::score::Pov;
use tabia_games::export::job::Kind;
use tabia_games::game::edits::Direction;
use tabia_games::game::tree::NodeId;
use tabia_text::t;

/// One step of the interface scale.
const ZOOM_STEP: f32 = 0.1;
/// Plies of a page.
const PAGE: usize = 10;

/// Handles a command given by its key, which may be held.
pub(crate) fn hold(cx: &mut Cx<'_>, command: UserCommand) {
    if command.can_be_held() {
        let on = command.is_checked(cx.m) == Some(true);
        cx.m.held = on.then_some(Held { command, since_ms: cx.now });
    }
}

/// Handles the release of the held switch's key.
pub(crate) fn let_go(cx: &mut Cx<'_>) {
    let Some(held) = cx.m.held.take() else { return };
    let long = cx.now >= held.since_ms + LONG_MS;
    if long && held.command.is_checked(cx.m) == Some(true) {
        give(cx, held.command);
    }
}

/// Runs a command, if it is enabled now.
#[expect(clippy::too_many_lines, reason = "an arm a command, and none forgotten")]
pub(crate) fn give(cx: &mut Cx<'_>, command: UserCommand) {
    use UserCommand as C;
    if !command.is_enabled(cx.m) {
        if let Some(why) = command.refusal(cx.m) {
            cx.m.toasts.info(why);
        }
        return;
    }
    let (node, live) = (cx.m.game.current, cx.m.game.live);
    match command {
        C::NewGame => {
            let draft = cx.m.settings.new_game.clone();
            let draft = draft.with_even_match(cx.m.settings.even_match);
            cx.m.dialog = Some(Dialog::NewGame(draft));
        }
        C::OpenFile => cx.out.push(Effect::PickFileToOpen),
        C::OpenBook => cx.out.push(Effect::PickBook),
        C::OpenPuzzles => cx.out.push(Effect::PickPuzzles),
        C::OpenTables => cx.out.push(Effect::PickTableFolder),
        C::SaveFile => saving::save_file(cx),
        C::SaveFileAs => saving::save_elsewhere(cx),
        C::AppendToFile => saving::append_to_file(cx),
        C::ExportBoard => games::open_export(cx, Kind::Png),
        C::ExportAnimation => games::open_export(cx, Kind::Gif),
        C::ExportPage => games::open_export(cx, Kind::Html),
        C::MyGames => cx.out.push(Effect::OpenOwnGames { filter: String::new() }),
        C::DeleteMyGames => results::ask_delete(cx),
        C::KeepGame => saving::keep_game_now(cx),
        C::SaveList => {
            let list = cx.m.games.as_ref().map(SaveListRequest::of);
            cx.out.extend(list.map(|list| Effect::SaveList(list.into())));
        }
        C::MergeDuplicates => remove::ask_to_merge(cx),
        C::PutBack => remove::put_back(cx),
        C::Paste => cx.out.push(Effect::RequestPaste),
        C::CopyFen => {
            if let Some(fen) = cx.m.shown_fen() {
                cx.copy_text(fen, t!("toast-position-copied"));
            }
        }
        C::CopyPicture => games::copy_picture(cx),
        C::CopyPgn => {
            let pgn = saving::pgn(cx);
            cx.copy_text(pgn, t!("toast-game-copied"));
        }
        C::Quit => cx.out.push(Effect::Quit),
        C::Undo if cx.m.editor.is_some() => position::edit_position(cx, EditorAction::Undo),
        C::Redo if cx.m.editor.is_some() => position::edit_position(cx, EditorAction::Redo),
        C::Undo if enabled::undoes_file(cx.m) => remove::put_back(cx),
        C::Undo if cx.m.history.leads_to_other(&cx.m.game) => {
            replace::request(cx, Replacement::Undo);
        }
        C::Undo => tree_edit::turn(cx, Direction::Undo),
        C::Redo => tree_edit::turn(cx, Direction::Redo),
        C::PromoteVariation => tree_edit::edit(cx, node, TreeEdit::Promote),
        C::MakeMainLine => tree_edit::edit(cx, node, TreeEdit::MakeMain),
        C::DemoteVariation => tree_edit::edit(cx, node, TreeEdit::Demote),
        C::DeleteVariation => tree_edit::edit(cx, node, TreeEdit::Delete),
        C::CutAfter => tree_edit::edit(cx, node, TreeEdit::CutAfter),
        C::EditTags => cx.m.dialog = Some(Dialog::Tags(cx.m.game.export_tags())),
        C::EditPosition => position::toggle_editor(cx),
        C::CopyLink => {
            let plays = cx.m.view.workspace == Workspace::Play;
            let pane = cx.m.view.front().filter(|_| !plays);
            write_link::copy(cx, pane);
        }
        C::CopyTerminalCommand => {
            if let Some(pane) = cx.m.view.front() {
                terminal::copy(cx, pane);
            }
        }
        C::ExportView => {
            if let Some(pane) = cx.m.view.front() {
                cx.m.dialog = Some(Dialog::ExportView(pane, cx.m.settings.view_export));
            }
        }
        C::Settings => cx.m.dialog = Some(Dialog::Settings),
        C::Comment => write_comment(cx, Annotating { node, before: false }),
        C::CommentBefore => {
            if let Some(at) = Annotating::before(&cx.m.game.tree, node) {
                write_comment(cx, at);
            }
        }
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
                tree_edit::edit(cx, node, TreeEdit::ToggleNag(nag));
            }
        }
        C::ClearGlyphs => tree_edit::edit(cx, node, TreeEdit::ClearNags),
        C::ClearShapes => tree_edit::clear_shapes(cx),
        C::First => board::go_to(cx, NodeId::ROOT),
        C::Previous => board::step_back(cx, 1),
        C::Next => board::step_on(cx, 1),
        C::Last => board::go_to_end(cx),
        C::BackTen => board::step_back(cx, PAGE),
        C::ForwardTen => board::step_on(cx, PAGE),
        C::PreviousVariation => board::go_to_sibling(cx, -1),
        C::NextVariation => board::go_to_sibling(cx, 1),
        C::PreviousMoment | C::NextMoment => {
            if let Some(moment) = run::moment(cx.m, command == C::NextMoment) {
                board::go_to(cx, moment);
            }
        }
        C::ToGame => board::go_to(cx, live),
        C::PreviousGame => games::neighbour_game(cx, -1),
        C::NextGame => games::neighbour_game(cx, 1),
        C::Takeback if cx.m.learn.is_some() => run::update_learn(cx, LearnAction::Again),
        C::Takeback => play::takeback(cx),
        C::Pause => play::pause(cx),
        C::Resign => play::ask_to_resign(cx),
        C::OfferDraw | C::AcceptDraw | C::ClaimDraw => play::draw_by_command(cx, command),
        C::DeclineDraw => play::decline_draw(cx),
        C::SwitchSides => position::switch_sides(cx),
        C::PlayFromHere => replace::request(cx, Replacement::PlayFromHere),
        C::Rematch => replace::request(cx, Replacement::Rematch),
        C::PlayDuelMatch => replace::request(cx, Replacement::DuelMatch),
        C::Hint => requests::advise(cx, Purpose::Hint),
        C::PlayBest => requests::advise(cx, Purpose::PlayBest),
        C::ToggleAnalysis => requests::switch_analysis(cx, !cx.m.engine.analysis),
        C::StopEngine => requests::stop_engine(cx),
        C::GoEngine => requests::go_engine(cx),
        C::MoveNow => requests::move_now(cx),
        C::Watch => observer::toggle_watching(cx),
        C::LockAnalysis => requests::toggle_lock(cx),
        C::Threat => cx.m.engine.threat = !cx.m.engine.threat,
        C::ReviewGame => run::offer_review(cx),
        C::ResumeReview => run::resume_review(cx),
        C::RemoveReview => run::remove_review(cx),
        C::LearnMistakes => {
            let side = cx.m.game.human_side();
            run::learn_mistakes(cx, side);
        }
        C::MistakesWorksheet => {
            let game = &cx.m.game;
            let sheet = cx.m.review().and_then(|run| run.worksheet(&game.tree, &game.tags));
            if let Some(sheet) = sheet {
                cx.out.push(Effect::SaveWorksheet(Box::new(sheet)));
            }
        }
        C::MoreLines => change_lines(cx, 1),
        C::FewerLines => change_lines(cx, -1),
        C::TogglePov => change(cx, |settings| SettingChange::Pov(other_view(settings.pov))),
        C::HideEngine => {
            cx.m.view.hide_engine = !cx.m.view.hide_engine;
            cx.save = true;
        }
        C::ToggleEvalBar => change(cx, |settings| SettingChange::EvalBar(!settings.eval_bar)),
        C::ToggleEngineArrows => {
            let shown = cx.m.settings.engine_arrows;
            if shown > 0 {
                cx.m.settings.arrows_before = shown;
            }
            let to = if shown > 0 { 0 } else { cx.m.settings.arrows_before };
            change(cx, |_| SettingChange::EngineArrows(to));
        }
        C::Engines => list::open_engines(cx),
        C::PlayWorkspace => cx.go_to_workspace(Workspace::Play),
        C::StudyWorkspace => cx.go_to_workspace(Workspace::Study),
        C::LabWorkspace => cx.go_to_workspace(Workspace::Lab),
        C::Duel => begin::begin_duel(cx),
        C::ArenaWorkspace => cx.go_to_workspace(Workspace::Arena),
        C::TrainingWorkspace => cx.go_to_workspace(Workspace::Training),
        C::MyResults => {
            cx.go_to_workspace(Workspace::Training);
            training::update(cx, TrainingAction::Show(Page::Results));
        }
        C::LoadProgress => training::ask_load(cx),
        C::RestoreProgress => training::restore(cx),
        C::DeleteProgress => training::ask_delete(cx),
        C::ResetSettings => set::ask_reset(cx),
        C::ToggleFenBar => change(cx, |settings| SettingChange::FenBar(!settings.fen_bar)),
        C::Flip => flip(cx),
        C::NextTheme => change(cx, |settings| SettingChange::Theme(next_theme(settings.theme))),
        C::FullScreen => cx.out.push(Effect::FullScreen(!cx.m.view.full_screen)),
        C::Present => presenter::toggle(cx),
        C::ZoomIn => zoom(cx, ZOOM_STEP),
        C::ZoomOut => zoom(cx, -ZOOM_STEP),
        C::ZoomReset => set::set(cx, SettingChange::UiScale(1.0)),
        C::ResetWorkspace => cx.out.push(Effect::ResetWorkspace(cx.m.view.workspace)),
        C::Palette => cx.m.dialog = Some(Dialog::Palette),
        C::ShowKeys => cx.m.dialog = Some(Dialog::Keys),
        C::Welcome => cx.m.dialog = Some(Dialog::Welcome),
        C::About => cx.m.dialog = Some(Dialog::About),
    }
}

/// Opens the field for a comment, and the panel with the moves that contains it.
fn write_comment(cx: &mut Cx<'_>, at: Annotating) {
    tree_edit::annotate(cx, Some(at));
    cx.open_pane(PaneId::Moves);
    cx.m.typed.wait_for_field(cx.now);
}

/// Changes a setting depending on its present value.
fn change(cx: &mut Cx<'_>, to: impl FnOnce(&Settings) -> SettingChange) {
    let change = to(&cx.m.settings);
    set::set(cx, change);
}

fn change_lines(cx: &mut Cx<'_>, by: i32) {
    change(cx, |settings| {
        SettingChange::MultiPv(settings.engine.multi_pv.saturating_add_signed(by))
    });
}

fn zoom(cx: &mut Cx<'_>, by: f32) {
    change(cx, |settings| SettingChange::UiScale(settings.ui_scale + by));
}

/// Flips the board, or that of the position editor.
fn flip(cx: &mut Cx<'_>) {
    if let Some(editor) = &mut cx.m.editor {
        editor.flipped = !editor.flipped;
    } else {
        cx.m.view.flipped = !cx.m.view.flipped;
        cx.m.view.turned = true;
    }
    cx.save = true;
}

/// Runs a command by its shortcut. Most do nothing while a dialog is open.
pub(crate) fn shortcut(cx: &mut Cx<'_>, command: UserCommand) {
    if cx.m.dialog.is_none() || command.works_in_dialogs() {
        give(cx, command);
        hold(cx, command);
        if matches!(cx.m.dialog, Some(Dialog::Palette)) && command.opens_field() {
            cx.m.typed.wait_for_field(cx.now);
        }
    }
}

/// Answers the open question with yes.
pub(crate) fn confirm(cx: &mut Cx<'_>) {
    match cx.m.dialog.take() {
        Some(Dialog::Replace(_, new)) => replace::carry_out(cx, *new),
        Some(Dialog::DeleteGame { request, .. }) => remove::change_file(cx, *request),
        Some(Dialog::ReplacePlan { of, .. }) => arena::replace_plan(cx, of),
        Some(Dialog::Confirm { command, .. }) => match command {
            // These commands ask a question themselves.
            UserCommand::Resign => play::resign(cx),
            UserCommand::LoadProgress => cx.out.push(Effect::PickProgress),
            UserCommand::DeleteProgress => training::delete(cx),
            UserCommand::ResetSettings => set::reset(cx),
            UserCommand::DeleteMyGames => cx.out.push(Effect::PutOwnGamesAside),
            UserCommand::OfferDraw | UserCommand::AcceptDraw | UserCommand::ClaimDraw => {
                if command.is_enabled(cx.m) {
                    play::draw(cx, command);
                }
            }
            command => give(cx, command),
        },
        _ => {}
    }
}

/// Handles a move on the board that is shown. In a puzzle it is tried and not played.
pub(crate) fn play_move(cx: &mut Cx<'_>, from: Square, to: Square, promotion: Option<PieceType>) {
    if cx.m.view.workspace == Workspace::Training {
        return training::update(cx, TrainingAction::Move { from, to, promotion });
    }
    if cx.m.editor.is_none() && cx.m.game.paused {
        return play::refuse_move(cx);
    }
    if cx.m.editor.is_some() || cx.m.movable_side().is_none() {
        return;
    }
    if cx.m.learn.is_some() {
        run::try_in_puzzle(cx, from, to, promotion);
    } else {
        play::play_move(cx, from, to, promotion);
    }
}

/// Handles a key that may belong to a move; `command` is its command otherwise.
pub(crate) fn type_key(cx: &mut Cx<'_>, key: TypedKey, command: Option<UserCommand>) {
    rest_typing(cx);
    if let TypedKey::Char(letter) = key
        && cx.m.typed.add_for_field(letter.encode_utf8(&mut [0; 4]))
    {
        return;
    }
    let board = cx.m.typed_board().filter(|_| cx.m.takes_typed_moves());
    let Some(board) = board else {
        if let Some(command) = command {
            shortcut(cx, command);
        }
        return;
    };
    let queens = cx.m.settings.promotion == PromotionPreference::Queen;
    let at = At { board: &board, queens, patient: cx.m.expects_move(), now: cx.now };
    for wish in cx.m.typed.press(key, command, &at) {
        match wish {
            Wish::Give(command) => shortcut(cx, command),
            Wish::Press(key, command) => type_key(cx, key, command),
            Wish::Play { from, to, promotion } => play_move(cx, from, to, promotion),
            Wish::OnlyShort => {
                cx.m.toasts.offer(t!("toast-only-short"), UserCommand::Undo);
            }
        }
    }
}

/// Drops typed text after a while, and runs the command of a letter that nothing has followed.
pub(crate) fn rest_typing(cx: &mut Cx<'_>) {
    if let Some(command) = cx.m.typed.rest(cx.now) {
        shortcut(cx, command);
    }
}

/// Ends typing before another action: typed text does not continue after it. The command of a waiting letter runs if
/// the action comes from a key; after an action of the mouse the letter keeps waiting.
pub(crate) fn end_typing_before(cx: &mut Cx<'_>, action: &Action) {
    match action {
        Action::Shortcut(_) => {
            if let Some(command) = cx.m.typed.end() {
                shortcut(cx, command);
            }
        }
        Action::Command(_)
        | Action::PlayMove { .. }
        | Action::Premove { .. }
        | Action::PlayLine { .. }
        | Action::GoTo(_)
        | Action::Training(_) => cx.m.typed.interrupt(),
        _ => {}
    }
}

fn other_view(pov: Pov) -> Pov {
    match pov {
        Pov::White => Pov::SideToMove,
        Pov::SideToMove => Pov::White,
    }
}

fn next_theme(theme: ThemeChoice) -> ThemeChoice {
    let all = ThemeChoice::ALL;
    let at = all.iter().position(|&other| other == theme).unwrap_or(0);
    all[(at + 1) % all.len()]
}
