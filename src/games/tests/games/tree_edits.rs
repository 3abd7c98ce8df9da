//! Edits of a game tree: every edit can be undone and redone without loss.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use tabia_chess::SplitMix64;
use tabia_games::game::annotation::{Brush, Nag, Shape};
use tabia_games::game::edits::Edits;
use tabia_games::game::pgn_read::read_all;
use tabia_games::game::pgn_write;
use tabia_games::game::saved::SavedTree;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_text::t;

fn tree(text: &str) -> GameTree {
    read_all(text).remove(0).tree
}

fn written(tree: &GameTree) -> SavedTree {
    SavedTree::of(tree, []).0
}

fn sans(tree: &GameTree, nodes: &[NodeId]) -> Vec<String> {
    nodes.iter().map(|&id| tree.san(id).to_owned()).collect()
}

/// One random edit, which may change nothing.
fn edit(rng: &mut SplitMix64, edits: &mut Edits, tree: &mut GameTree, others: &[GameTree]) -> bool {
    let ids: Vec<NodeId> = tree.ids().collect();
    let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
    let node = ids[below(ids.len())];
    match below(13) {
        0..=3 => {
            let moves = tree.board(node).legal_moves();
            if moves.is_empty() {
                return false;
            }
            let (mv, before) = (moves[below(moves.len())], tree.len());
            edits.add_move(tree, node, mv).unwrap();
            tree.len() > before
        }
        4 => {
            edits.add_null(tree, node).is_some()
                && edits.undo_text().as_deref() == Some(t!("study-undo-null-move"))
        }
        5 => edits.promote(tree, node),
        6 => edits.promote_to_main(tree, node),
        7 => edits.demote(tree, node),
        8 => below(4) == 0 && edits.delete(tree, node),
        9 => below(4) == 0 && edits.cut_after(tree, node),
        10 => {
            let text = format!("note {}", below(5));
            if below(2) == 0 {
                edits.set_comment(tree, node, &text)
            } else {
                edits.set_lead(tree, node, &text)
            }
        }
        11 => {
            if below(2) == 0 {
                return edits.toggle_nag(tree, node, Nag(below(20) as u8));
            }
            let at = tabia_chess::Bitboard::FULL.into_iter().nth(below(64)).unwrap();
            edits.toggle_shape(tree, node, Shape::Circle { at, brush: Brush::Red })
        }
        _ => edits.merge(tree, &others[below(others.len())]).is_ok_and(|added| added > 0),
    }
}

#[test]
fn undoing_everything_gives_the_same_tree_and_redoing_it_too() {
    let others = [
        tree("1. e4 {king} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 -- 3. d4 *"),
        tree("1. d4 d5 (1... Nf6 {[%csl Gd4]}) 2. c4 e6 (2... c6 3. Nf3) 3. Nc3 *"),
        tree(
            "1. d4 (1. d4 {x} Nf6 (1... Nf6 2. c4)) (1. d4 $1) d5 2. c4 (2. c4 --) (2. c4 -- (2... -- 3. d5)) *",
        ),
    ];
    for seed in 0..60 {
        let mut rng = SplitMix64::new(seed);
        let mut tree = others[seed as usize % 3].clone();
        let mut edits = Edits::default();
        let mut states = vec![written(&tree)];
        for _ in 0..150 {
            edit(&mut rng, &mut edits, &mut tree, &others);
            if written(&tree) != *states.last().unwrap() {
                states.push(written(&tree));
            }
            assert_eq!(tree.ids().count(), tree.len(), "seed {seed}");
        }
        let last = written(&tree);
        let read = self::tree(&pgn_write::write(&Tags::roster(), &tree));
        assert_eq!(written(&read), last, "seed {seed}: as a file has it");
        let mut undone = 0;
        while edits.undo(&mut tree).is_some() {
            undone += 1;
            assert_eq!(tree.ids().count(), tree.len());
            assert!(states.contains(&written(&tree)), "seed {seed}: a state that never was");
        }
        assert_eq!(written(&tree), states[0], "seed {seed}: {undone} edits undone");
        assert!(undone > 40);
        while edits.redo(&mut tree).is_some() {
            undone -= 1;
        }
        assert_eq!((written(&tree), undone), (last, 0), "seed {seed}: redone");
    }
}

#[test]
fn variations_go_up_and_down() {
    let mut tree = tree("1. e4 (1. d4 d5) (1. c4) e5 *");
    let mut edits = Edits::default();
    let [e4, d4, c4] = tree.children(NodeId::ROOT)[..] else { panic!("three moves") };
    assert!(edits.demote(&mut tree, e4));
    assert_eq!(sans(&tree, tree.children(NodeId::ROOT)), ["d4", "e4", "c4"]);
    assert!(edits.demote(&mut tree, d4) && edits.demote(&mut tree, d4));
    assert!(!edits.demote(&mut tree, d4), "it is the last one");
    assert!(edits.promote_to_main(&mut tree, c4));
    assert!(!edits.promote(&mut tree, c4) && !edits.promote_to_main(&mut tree, c4));
    assert_eq!(sans(&tree, tree.children(NodeId::ROOT)), ["c4", "e4", "d4"]);
    assert!(edits.cut_after(&mut tree, e4) && tree.contains(e4) && tree.children(e4).is_empty());
    assert!(!edits.delete(&mut tree, NodeId::ROOT));
    assert!(edits.cut_after(&mut tree, NodeId::ROOT) && tree.is_empty());
    while edits.undo(&mut tree).is_some() {}
    assert_eq!(tree.children(NodeId::ROOT), [e4, d4, c4], "and the nodes are the same ones");
    assert_eq!(tree.len(), 6);
}

#[test]
fn another_game_is_merged_where_it_begins() {
    let mut ours = tree("1. e4 {mine} e5 2. Nf3 *");
    let mut edits = Edits::default();
    let other = tree("1. e4 {theirs} $1 c5 (1... e5 2. Bc4) *");
    assert_eq!(edits.merge(&mut ours, &other), Ok(2));
    let e4 = ours.main_line()[1];
    assert_eq!(ours.comment(e4), "mine / theirs");
    assert_eq!(sans(&ours, ours.children(e4)), ["e5", "c5"]);
    assert_eq!(edits.merge(&mut ours, &other), Ok(0), "nothing new the second time");
    assert_eq!(ours.comment(e4), "mine / theirs");
    let fen = ours.board(*ours.main_line().last().unwrap()).to_string();
    let ending = tree(&format!("[FEN \"{fen}\"]\n\n2... Nc6 3. Bb5 *"));
    assert_eq!(edits.merge(&mut ours, &ending), Ok(2), "a game from a later position");
    assert_eq!(ours.main_line().len(), 6);
    let strange = tree("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*");
    let error = edits.merge(&mut ours, &strange).unwrap_err().to_string();
    assert!(error.contains("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "{error}");
}

#[test]
fn merging_keeps_a_comment_that_only_looks_contained_and_the_deeper_evaluation() {
    let mut ours = tree("1. e4 {This is not a draw} e5 {Good. [%eval 0.30]} *");
    let mut edits = Edits::default();
    let other = tree("1. e4 {a draw} e5 {[%eval -3.00,40] Good} *");
    for _ in 0..2 {
        edits.merge(&mut ours, &other).unwrap();
        let line = ours.main_line();
        assert_eq!(ours.comment(line[1]), "This is not a draw / a draw");
        assert_eq!(ours.comment(line[2]), "Good.");
        assert_eq!(ours.notes(line[2]).eval.and_then(|eval| eval.depth), Some(40));
    }
    let shallow = tree("1. e4 e5 {[%eval 0.10,12]} *");
    edits.merge(&mut ours, &shallow).unwrap();
    let eval = ours.notes(ours.main_line()[2]).eval;
    assert_eq!(eval.and_then(|eval| eval.depth), Some(40));
}
