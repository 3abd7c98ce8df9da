//! Writes a review into the game: scores, glyphs, comments, and the better line as a variation. It remembers what it
//! wrote, so that this can be removed again.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use tabia_chess::{Color, Move, PieceType, Square, san};
use tabia_games::game::annotation::{BestMove, Nag, NodeEval};
use tabia_games::game::tree::{GameTree, NodeId, Notes};
use tabia_text::{Language, Value, t};

use super::MoveReview;
use super::classify::MoveClass;
use super::words::{Amount, Why};

/// Longest better line written, plies.
const LINE: usize = 8;
/// The messages of [`Why`]; the last three continue another one.
const WHY: [&str; 17] = [
    "review-why-allows-mate-by",
    "review-why-allows-mate",
    "review-why-missed-mate-by",
    "review-why-missed-mate",
    "review-why-en-prise",
    "review-why-hanging",
    "review-why-loses-fork",
    "review-why-loses-pin",
    "review-why-loses-by",
    "review-why-loses",
    "review-why-missed-fork",
    "review-why-missed-pin",
    "review-why-missed-by",
    "review-why-missed",
    "review-why-no-worse",
    "review-why-worse-before",
    "review-why-lost-before",
];
/// The classes a review comments on.
const ERRORS: [MoveClass; 4] =
    [MoveClass::Inaccuracy, MoveClass::Mistake, MoveClass::Blunder, MoveClass::MissedWin];

/// The kinds of notes to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct NoteKinds {
    /// `[%eval]` after every move unless it has a deeper one, and `[%best]` after each first choice of the engine.
    pub scores: bool,
    /// `?`, `??` and other glyphs after a move.
    pub glyphs: bool,
    /// What is wrong with a move, as a comment.
    pub words: bool,
    /// The better line, as a variation.
    pub lines: bool,
}

impl NoteKinds {
    pub const ALL: NoteKinds = NoteKinds { scores: true, glyphs: true, words: true, lines: true };

    /// Whether any kind is wanted.
    pub fn any(self) -> bool {
        self.scores || self.glyphs || self.words || self.lines
    }
}

impl Default for NoteKinds {
    fn default() -> NoteKinds {
        NoteKinds::ALL
    }
}

/// The notes added to one move.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenNotes {
    /// The move.
    pub node: NodeId,
    /// The evaluation written, and the one it replaced.
    pub eval: Option<(NodeEval, Option<NodeEval>)>,
    /// The same for the mark of the engine's first choice, which can also have been removed.
    pub best: Option<(Option<BestMove>, Option<BestMove>)>,
    /// The glyph added.
    pub nag: Option<Nag>,
    /// The comment added.
    pub words: Option<String>,
    /// The moves added for the better line, in order.
    pub line: Vec<Added>,
}

/// A move added to the game. It is identified by its node, because an equal move beside it may come from someone else,
/// and by its parent and move, because undo of a whole game can give the node's number to another move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    pub node: NodeId,
    /// The node it was added to.
    parent: NodeId,
    mv: Move,
}

impl Added {
    /// The move of a node; `None` at the root and for null moves.
    pub fn of(tree: &GameTree, node: NodeId) -> Option<Added> {
        Some(Added { node, parent: tree.parent(node)?, mv: tree.mv(node)? })
    }

    /// Whether it is still in the game.
    fn is_in(self, tree: &GameTree) -> bool {
        tree.contains(self.node) && Added::of(tree, self.node) == Some(self)
    }
}

/// Writes the notes of a review. Notes of others stay, and so do deeper evaluations; the comment and the other
/// evaluations of an earlier review are replaced. Returns what was added, for [`remove`].
pub fn write<'a>(
    tree: &mut GameTree,
    moves: impl IntoIterator<Item = &'a MoveReview>,
    kinds: NoteKinds,
) -> Vec<WrittenNotes> {
    let mut all = Vec::new();
    for review in moves {
        if !tree.contains(review.node) {
            continue;
        }
        let words = sentence(tree, review).filter(|_| kinds.words);
        // A move that ends the game needs no score.
        let scores = kinds.scores && tree.outcome(review.node).is_none();
        let notes = tree.notes_mut(review.node);
        if kinds.words && !words.as_ref().is_some_and(|words| notes.comment.contains(words)) {
            remove_earlier(notes, kinds.glyphs);
        }
        let eval = scores.then(|| write_eval(notes, review)).flatten();
        let best = kinds.scores.then(|| write_best(notes, review)).flatten();
        let nag = review.class.nag().filter(|_| kinds.glyphs).filter(|&nag| add_nag(notes, nag));
        // A comment must not contradict an existing glyph that judges the move differently.
        let agrees = |nag: &Nag| !nag.judges_move() || review.class.nag() == Some(*nag);
        let agree = notes.nags.iter().all(agrees);
        let words = words.filter(|words| agree && add_words(notes, words));
        let line = if kinds.lines { add_line(tree, review) } else { Vec::new() };
        let added = WrittenNotes { node: review.node, eval, best, nag, words, line };
        if added.eval.is_some()
            || added.best.is_some()
            || added.nag.is_some()
            || added.words.is_some()
            || !added.line.is_empty()
        {
            all.push(added);
        }
    }
    all
}

fn write_eval(notes: &mut Notes, review: &MoveReview) -> Option<(NodeEval, Option<NodeEval>)> {
    let (new, old) = (eval(review)?, notes.eval);
    if new.depth.is_some() && old.is_some_and(|old| old.is_deeper_than(new)) {
        return None;
    }
    notes.eval = Some(new);
    (old != Some(new)).then_some((new, old))
}

fn write_best(
    notes: &mut Notes,
    review: &MoveReview,
) -> Option<(Option<BestMove>, Option<BestMove>)> {
    let (new, old) = (review.best, notes.best);
    notes.best = new;
    (old != new).then_some((new, old))
}

fn add_nag(notes: &mut Notes, nag: Nag) -> bool {
    let free = !notes.nags.iter().any(|other| other.judges_move());
    if free {
        notes.nags.push(nag);
    }
    free
}

fn add_words(notes: &mut Notes, words: &str) -> bool {
    let new = !notes.comment.contains(words);
    if new {
        if !notes.comment.is_empty() {
            notes.comment.push(' ');
        }
        notes.comment.push_str(words);
    }
    new
}

/// Removes the comment of an earlier review, recognised by its wording, and its glyph: two comments would contradict
/// each other. A comment that the user has changed stays.
fn remove_earlier(notes: &mut Notes, glyph: bool) {
    let Some((class, range)) = earlier_words(&notes.comment) else { return };
    let words = notes.comment[range].to_owned();
    remove_words(&mut notes.comment, &words);
    if glyph {
        notes.nags.retain(|nag| class.nag() != Some(*nag));
    }
}

/// The part of a comment that reads as [`sentence`] writes it, in any language, and the class it names.
fn earlier_words(comment: &str) -> Option<(MoveClass, Range<usize>)> {
    Language::all().into_iter().find_map(|language| earlier_words_in(comment, language))
}

fn earlier_words_in(
    comment: &str,
    language: &'static Language,
) -> Option<(MoveClass, Range<usize>)> {
    let (class, from, behind) = ERRORS.iter().find_map(|&class| {
        let name = format!("{}. ", language.text(&class.key()));
        let at = comment.find(&name)?;
        let begins = at == 0 || comment[..at].ends_with(". ");
        begins.then_some((class, at, at + name.len()))
    })?;
    // One sentence says what is wrong with the move, another names the better move.
    let mut sentences = comment[behind..].split_inclusive('.');
    let (first, second) = (sentences.next()?, sentences.next().unwrap_or_default());
    let is_one_of = |sentence: &str, keys: &[&str]| {
        let words = sentence.trim_start().strip_suffix('.');
        words.is_some_and(|words| keys.iter().any(|key| is_written_by(words, language, key)))
    };
    let is_better = |sentence: &str| is_one_of(sentence, &["review-why-better"]);
    let length = match () {
        () if is_better(first) => first.len(),
        () if !is_one_of(first, &WHY) => return None,
        () if is_better(second) => first.len() + second.len(),
        () => first.len(),
    };
    Some((class, from..behind + length))
}

/// Whether a review has formatted this text from this message.
fn is_written_by(text: &str, language: &'static Language, key: &str) -> bool {
    const NAMES: [&str; 8] = ["n", "by", "better", "square", "what", "piece", "targets", "why"];
    let names = NAMES.map(|name| (name, Value::from(format!("\0{name}\0"))));
    let message = language.format(key, &names);
    // Text, the name of an argument, text, and so on.
    let mut parts = message.split('\0');
    let Some(mut rest) = parts.next().and_then(|begin| text.strip_prefix(begin)) else {
        return false;
    };
    while let (Some(name), Some(behind)) = (parts.next(), parts.next()) {
        let last = parts.clone().next().is_none();
        let at = if last { rest.strip_suffix(behind).map(str::len) } else { rest.find(behind) };
        let Some(at) = at.filter(|&at| is_argument(&rest[..at], language, name)) else {
            return false;
        };
        rest = &rest[at + behind.len()..];
    }
    rest.is_empty()
}

/// Whether a review writes this text for an argument of its messages.
fn is_argument(text: &str, language: &'static Language, name: &str) -> bool {
    let is_piece = |text: &str, case: &str| {
        let key = |kind: PieceType| format!("review-piece-{}{case}", kind.name());
        PieceType::ALL.into_iter().any(|kind| language.text(&key(kind)) == text)
    };
    match name {
        "n" => text.parse::<u32>().is_ok(),
        "square" => text.parse::<Square>().is_ok(),
        "what" => {
            let amounts = Amount::KEYS.iter().any(|key| language.text(key) == text);
            amounts || is_piece(text, ".object")
        }
        "piece" => is_piece(text, ".object") || is_piece(text, ".subject"),
        "targets" => {
            let and = language
                .format("review-pieces", &[("rest", Value::from("")), ("last", Value::from(""))]);
            let mut names = text.split(and.as_str()).flat_map(|names| names.split(", "));
            names.all(|name| is_piece(name, ""))
        }
        "why" => WHY.iter().any(|key| is_written_by(text, language, key)),
        // A move contains no spaces.
        _ => !text.is_empty() && !text.contains(' '),
    }
}

/// The evaluation that is noted at a move.
pub fn eval(review: &MoveReview) -> Option<NodeEval> {
    let value = review.white_score.to_eval()?;
    Some(NodeEval { value, depth: (review.depth > 0).then_some(review.depth) })
}

/// `Blunder. Allows mate in 1: Qxf7#. Better: g6.` In the language of the user interface.
fn sentence(tree: &GameTree, review: &MoveReview) -> Option<String> {
    if !review.class.is_error() {
        return None;
    }
    let mut sentences = vec![tabia_text::text(&review.class.key()).to_owned()];
    sentences.extend(review.why.as_ref().map(Why::text));
    let before = tree.parent(review.node).map(|parent| tree.board(parent));
    if let (Some(board), Some(&mv)) = (before, review.better.first())
        && board.is_legal(mv)
        && !review.why.as_ref().is_some_and(Why::names_better)
    {
        sentences.push(t!("review-why-better", better = san::write(board, mv)));
    }
    Some(sentences.join(". ") + ".")
}

/// Adds those moves of an error's better line that are not in the game yet. Returns the moves added.
fn add_line(tree: &mut GameTree, review: &MoveReview) -> Vec<Added> {
    let mut added = Vec::new();
    let Some(mut at) = tree.parent(review.node).filter(|_| review.class.is_error()) else {
        return added;
    };
    for &mv in review.better.iter().take(LINE) {
        let known = tree.child(at, mv);
        let Some(next) = known.or_else(|| tree.add_move(at, mv).ok()) else { break };
        if known.is_none() {
            added.push(Added { node: next, parent: at, mv });
        }
        at = next;
    }
    added
}

/// The added moves of a line beside a move, of which the first `known` were there before: this is how sessions of older
/// versions record them.
pub fn added_of_line(tree: &GameTree, node: NodeId, line: &[Move], known: usize) -> Vec<Added> {
    let mut at = tree.parent(node);
    let next = |mv: &Move| {
        at = at.and_then(|before| tree.child(before, *mv));
        at
    };
    line.iter().map_while(next).skip(known).filter_map(|node| Added::of(tree, node)).collect()
}

/// Whether any of these notes is in the game.
pub fn is_there(tree: &GameTree, written: &[WrittenNotes]) -> bool {
    written.iter().filter(|added| tree.contains(added.node)).any(|added| {
        let notes = tree.notes(added.node);
        added.eval.is_some_and(|(new, _)| notes.eval == Some(new))
            || added.best.is_some_and(|(new, _)| new.is_some() && notes.best == new)
            || added.nag.is_some_and(|nag| notes.nags.contains(&nag))
            || added.words.as_ref().is_some_and(|words| notes.comment.contains(words))
            || added.line.iter().any(|added| added.is_in(tree))
    })
}

/// Removes notes that are still in the game, unless something was added to them: a variation stays as far as it was
/// continued or annotated.
pub fn remove(tree: &mut GameTree, written: &[WrittenNotes]) {
    for added in written {
        if !tree.contains(added.node) {
            continue;
        }
        let notes = tree.notes_mut(added.node);
        if let Some((new, old)) = added.eval
            && notes.eval == Some(new)
        {
            notes.eval = old;
        }
        if let Some((new, old)) = added.best
            && notes.best == new
        {
            notes.best = old;
        }
        if let Some(nag) = added.nag {
            notes.nags.retain(|&other| other != nag);
        }
        if let Some(words) = &added.words {
            remove_words(&mut notes.comment, words);
        }
        for &added in added.line.iter().rev() {
            if !added.is_in(tree) {
                continue;
            }
            let node = added.node;
            let bare = tree.children(node).is_empty() && *tree.notes(node) == Notes::default();
            if !bare || tree.delete(node).is_none() {
                break;
            }
        }
    }
}

fn remove_words(comment: &mut String, words: &str) {
    let Some(from) = comment.find(words) else { return };
    let to = from + words.len();
    let before = comment[..from].trim_end();
    let after = comment[to..].trim_start();
    let space = if before.is_empty() || after.is_empty() { "" } else { " " };
    *comment = format!("{before}{space}{after}");
}

/// The number of a move in lists: `12.` or `12...`.
pub fn number(tree: &GameTree, review: &MoveReview) -> String {
    let dots = if review.mover == Color::White { "." } else { "..." };
    format!("{}{dots}", tree.move_number(review.node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_games::game::pgn_read;

    #[test]
    fn a_line_of_an_older_session_is_found_by_its_moves() {
        let tree =
            pgn_read::read_all("1. e4 (1. d4 d5 2. c4) (1. d4 d5 2. Nf3) e5 *").remove(0).tree;
        let e4 = tree.main_line()[1];
        let c4 = *tree.line_through(tree.children(NodeId::ROOT)[1]).last().unwrap();
        let line: Vec<Move> = tree.path(c4).iter().filter_map(|&node| tree.mv(node)).collect();
        let nodes = |known| {
            let added = added_of_line(&tree, e4, &line, known);
            added.iter().map(|added| added.node).collect::<Vec<_>>()
        };
        assert_eq!((nodes(2), nodes(3)), (vec![c4], vec![]));
        assert_eq!(added_of_line(&tree, NodeId::ROOT, &line, 0), []);
    }

    #[test]
    fn only_the_added_move_is_removed_if_an_equal_one_stands_beside_it() {
        let mut tree = pgn_read::read_all("1. e4 (1. d4 d5) (1. d4 d5 2. c4) e5 *").remove(0).tree;
        let [e4, first, second] = tree.children(NodeId::ROOT)[..] else { panic!("three moves") };
        let c4 = *tree.line_through(second).last().unwrap();
        let ours =
            tree.add_move(*tree.line_through(first).last().unwrap(), tree.mv(c4).unwrap()).unwrap();
        let written = |tree: &GameTree| WrittenNotes {
            node: e4,
            eval: None,
            best: None,
            nag: None,
            words: None,
            line: vec![Added::of(tree, ours).unwrap()],
        };
        let written = [written(&tree)];
        tree.promote(second);
        tree.promote(second);
        assert!(is_there(&tree, &written));
        remove(&mut tree, &written);
        assert!(tree.contains(c4) && !tree.contains(ours) && !is_there(&tree, &written));
    }

    #[test]
    fn no_comment_contradicts_an_existing_glyph() {
        for (glyph, words) in [("", true), ("?", true), ("??", false), ("!?", false)] {
            let mut tree = pgn_read::read_all(&format!("1. e4{glyph} e5 *")).remove(0).tree;
            let review = MoveReview {
                node: tree.main_line()[1],
                mover: Color::White,
                class: MoveClass::Mistake,
                accuracy: 50.0,
                cp_loss: 200,
                white_score: tabia_engine::search::score::Score::Cp(-200),
                depth: 10,
                best: None,
                better: Vec::new(),
                why: None,
            };
            write(&mut tree, [&review], NoteKinds::ALL);
            assert_eq!(!tree.comment(review.node).is_empty(), words, "{glyph}");
            assert!(tree.eval(review.node).is_some());
        }
    }

    #[test]
    fn a_deeper_evaluation_stays() {
        for (eval, kept) in [("0.33,45", true), ("0.33,8", false), ("0.33", false)] {
            let text = format!("1. e4 {{[%eval {eval}]}} e5 *");
            let mut tree = pgn_read::read_all(&text).remove(0).tree;
            let review = MoveReview {
                node: tree.main_line()[1],
                mover: Color::White,
                class: MoveClass::Best,
                accuracy: 100.0,
                cp_loss: 0,
                white_score: tabia_engine::search::score::Score::Cp(20),
                depth: 10,
                best: None,
                better: Vec::new(),
                why: None,
            };
            let before = tree.eval(review.node);
            let written = write(&mut tree, [&review], NoteKinds::ALL);
            assert_eq!((tree.eval(review.node) == before, written.is_empty()), (kept, kept));
        }
    }

    #[test]
    fn comments_of_an_earlier_review_are_recognised() {
        let removed = |comment: &str| {
            let mut notes = Notes { comment: comment.to_owned(), ..Notes::default() };
            notes.nags.push(Nag::MISTAKE);
            remove_earlier(&mut notes, true);
            (notes.comment, notes.nags.is_empty())
        };
        for (comment, left) in [
            (
                "Mine. Mistake. Loses material worth a rook to Bxd8. Better: g6. Mine too.",
                "Mine. Mine too.",
            ),
            ("Mistake. Loses a piece: Nc7+ forks king, queen and rook. Better: Kd8.", ""),
            ("Mistake. Leaves the knight on e5 hanging: Qxe5. Better: Nf3.", ""),
            (
                "Mistake. Loses a piece to Qxe5, in a position that was already worse. \
                 Better: Nf3.",
                "",
            ),
            ("Mistake. Better: Na5.", ""),
            ("Mistake. Missed mate in 2: Qxh7+. Mine.", "Mine."),
            ("Mistake. Missed Bxc5, winning a piece.", ""),
            ("Mistake. Allows mate in 1: Qxf7#.", ""),
            (
                "Meins. Fehler. Verliert eine Figur durch die Gabel Sc7+ auf König und Turm.",
                "Meins.",
            ),
            ("Meins. Fehler. Erlaubt Matt in 1: Qxf7#. Besser: g6.", "Meins."),
            ("Fehler. Matt in 2 verpasst: Qxh7+.", ""),
        ] {
            assert_eq!(removed(comment), (left.to_owned(), true), "{comment}");
        }
        // A glyph of another class is not that of the comment.
        assert_eq!(removed("Blunder. Better: g6."), (String::new(), false));
        for comment in [
            "Blunder. I was tired. Short of time. Better: sleep.",
            "Mistake. My coach wants me to learn the Reti. Better: Nf3.",
            "Blunder. Loses a piece to Qxe5, which I saw too late. Better: Nf3.",
            "A mistake. Better: g6.",
            "Mistake. Missed the fork completely.",
            "Blunder. Overlooked the pin. Better: Nf3, I think.",
            "Fehler. Matt in 3 stand da.",
        ] {
            assert_eq!(removed(comment), (comment.to_owned(), false));
        }
    }

    #[test]
    fn comments_are_removed_without_a_trace() {
        for (comment, left) in [
            ("Mistake.", ""),
            ("He was short of time. Mistake.", "He was short of time."),
            ("Mistake. So it goes.", "So it goes."),
            ("One. Mistake. Two.", "One. Two."),
            ("Nothing of ours", "Nothing of ours"),
        ] {
            let mut text = comment.to_owned();
            remove_words(&mut text, "Mistake.");
            assert_eq!(text, left);
        }
    }
}
