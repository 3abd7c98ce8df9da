//! Experiments that show how the engine thinks: what refutes a move, what each rule is worth, the tree a search went
//! through, where its horizon lies. Each is a function of an engine and a request; it reports findings at once and ends
//! when it is stopped. The `xray` of the evaluations needs no engine. There is no window here; the only file read is
//! one of positions to compare on, and only the small game starts threads.

pub mod ab;
pub mod branching;
pub mod contempt;
pub mod duel_positions;
pub mod experiment;
pub mod foundations;
pub mod horizon;
pub mod ladder;
pub mod memory;
pub mod names;
pub mod optimizer;
pub mod page;
mod processor_time;
pub mod representations;
pub mod scratch;
pub mod small_game;
pub mod steps;
pub mod tours;

pub mod story;
pub mod suite;
pub mod table;
pub mod time_use;
pub mod tree_file;
pub mod tree_index;
pub mod tuning;
pub mod why;
pub mod xray;

use experiment::Entry;
use representations::race::Race;
use small_game::learn::SmallGame;

/// The experiments. The worker, the session, the terminal and the window find an experiment by its line here.
pub static REGISTRY: &[Entry] = &[
    Entry::with_session::<ab::Ab>().with_options::<ab::Ab, ab::Options>(),
    Entry::with_session::<horizon::Horizon>().with_options::<horizon::Horizon, horizon::Options>(),
    Entry::with_session::<horizon::HorizonEffect>(),
    Entry::with_session::<Race>().with_options::<Race, representations::race::Request>(),
    Entry::with_command::<ladder::experiment::Ladder>(),
    Entry::with_command::<branching::Branching>(),
    Entry::with_command::<story::Story>(),
    Entry::with_command::<time_use::TimeUse>(),
    Entry::with_command::<contempt::Contempt>(),
    Entry::with_command::<tuning::Tuning>(),
    Entry::new::<why::WhyNot>(),
    Entry::new::<tree_index::Tree>(),
    Entry::new::<foundations::sliders::FindMagic>(),
    Entry::new::<SmallGame>().with_options::<SmallGame, small_game::learn::Options>(),
];

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;
    use tabia_games::game::position::GamePosition;

    #[test]
    fn experiments_have_names_of_their_own() {
        for entry in REGISTRY {
            let same = REGISTRY.iter().filter(|other| other.id() == entry.id()).count();
            assert_eq!(same, 1, "{}", entry.id());
        }
    }

    /// Field names that programs read must not change.
    #[test]
    fn the_fields_of_csv_keep_their_names_and_their_order() {
        let position = GamePosition::new(Board::start());
        let head = |id: &str| {
            let csv = Entry::by_id(id).unwrap().default().at(position.clone()).columns().csv();
            csv.lines().next().unwrap_or_default().to_owned()
        };
        let wanted = [
            (
                "ab",
                "position,side,rules,depth,reached,nodes,time_ms,move,score,branching,time_us,processor_us,solved,name",
            ),
            ("horizon-effect", "depth,search,move,score,behind,line,nodes"),
            ("horizon", "ply,move,static_cp,quiescence,depth_1,depth_2,depth_4,depth_8"),
            (
                "ladder",
                "algorithm,depth,leaves,nodes,deep_cutoffs,value,move,time_ms,complete,limit,minimal",
            ),
            (
                "race",
                "representation,perft_mnps,perft_low,perft_high,search_mnps,search_low,search_high,perft_ratio,\
                 search_ratio,perft_published,search_published,nodes_agree",
            ),
            ("branching", "search,rules,depth,nodes,factor,mean,time_ms"),
            ("story", "depth,time_ms,event,move,score,sentence"),
            (
                "clock",
                "depth,time_ms,nodes,move,score,stable,changes,falling,effort,product,target_ms,verdict",
            ),
            ("contempt", "contempt,depth,score,draw,move,line"),
            ("tuning", "step,loss,held_out,pawn,knight,bishop,rook,queen"),
        ];
        for (id, fields) in wanted {
            assert_eq!(head(id), fields);
        }
    }

    #[test]
    fn a_request_comes_back_from_its_options() {
        let mut with_options = 0;
        for entry in REGISTRY {
            for ask in [entry.default(), entry.example()] {
                let Some(options) = entry.options(&ask) else { continue };
                let words: Vec<_> =
                    options.iter().map(|(name, value)| (*name, value.as_str())).collect();
                assert_eq!(entry.read_options(&words).unwrap(), ask, "{options:?}");
                with_options += 1;
            }
        }
        assert!(with_options >= 18, "{with_options}");
        let ladder = Entry::by_id("ladder").unwrap();
        for (wrong, named) in
            [(("dept", "3"), "depth"), (("depth", "99"), "99"), (("depth", ""), "depth")]
        {
            let error = ladder.read_options(&[wrong]).unwrap_err();
            assert!(error.contains(named), "{error}");
        }
        let ab = Entry::by_id("ab").unwrap();
        assert!(ab.read_options(&[("b", "all"), ("suite", "no")]).is_err());
        assert!(ab.read_options(&[("b", "all"), ("b", "all")]).is_err(), "twice");
        assert!(Entry::by_id("tree").unwrap().read_options(&[("depth", "3")]).is_err());
    }

    #[test]
    fn every_example_stands_on_a_position() {
        for fen in REGISTRY.iter().filter_map(|entry| entry.info.example.fen) {
            assert!(Board::from_fen(fen).is_ok(), "{fen}");
        }
    }
}
