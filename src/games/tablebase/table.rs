//! One file of a table, and all files of a set: which table a position needs, and what it says.

use std::collections::HashMap;
use std::sync::OnceLock;

use tabia_chess::{Board, Color};

use super::Wdl;
use super::fault::Fault;
use super::format::{CUT_OFF, Kind, Layout, MOST_HEAD, View};
use super::material::Material;
use super::pairs::Reader;
use super::storage::{Storage, TableFile};

/// Heads are short, as a rule: this much is read first.
const FIRST_LOOK: u64 = 1 << 13;

/// The file of one table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) file: TableFile,
    pub(super) kind: Kind,
    pub(super) material: Material,
    /// The head, read when it is first needed.
    layout: OnceLock<Result<Layout, Fault>>,
    /// Why it is no longer asked.
    refused: OnceLock<Fault>,
}

impl Table {
    pub(super) fn new(file: TableFile, kind: Kind, material: Material) -> Table {
        Table { file, kind, material, layout: OnceLock::new(), refused: OnceLock::new() }
    }

    /// Why the table is not asked; `None` while nothing is known against it.
    pub(super) fn refused(&self) -> Option<Fault> {
        self.refused.get().copied()
    }

    /// The table is not asked from now on.
    pub(super) fn refuse(&self, fault: Fault) -> Fault {
        *self.refused.get_or_init(|| fault)
    }

    /// Reads the head from the file and checks it.
    pub(super) fn read_layout(&self, storage: &Storage) -> Result<Layout, Fault> {
        let len = self.file.len;
        let mut many = len.min(FIRST_LOOK);
        loop {
            let mut head = vec![0; many as usize];
            storage.read(&self.file, 0, &mut head)?;
            let layout = Layout::parse(&head, len, &self.material, self.kind);
            let all = many == len.min(MOST_HEAD);
            if all || !matches!(layout, Err(CUT_OFF)) {
                return layout;
            }
            many = len.min(MOST_HEAD).min(8 * many);
        }
    }

    /// Asks the table for something. A fault of any kind ends its use.
    fn ask<T>(
        &self,
        storage: &Storage,
        ask: impl FnOnce(&Layout, Reader<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if let Some(fault) = self.refused() {
            return Err(fault);
        }
        let layout = self.layout.get_or_init(|| self.read_layout(storage)).as_ref();
        let answer = layout.map_err(|&fault| fault);
        let answer = answer.and_then(|layout| ask(layout, Reader { storage, file: &self.file }));
        answer.map_err(|fault| self.refuse(fault))
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unknown {
    /// There is no file for this.
    Missing(Material),
    /// The file, by its place in the set, cannot be used.
    Refused(usize, Fault),
}

/// Where the tables of an ending are in the set.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    wdl: Option<usize>,
    dtz: Option<usize>,
    /// The key is that of the table with its sides changed.
    swapped: bool,
}

/// All tables of some folders.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) storage: Storage,
    pub(super) list: Vec<Table>,
    /// By `Material::key()`, both ways round.
    places: HashMap<u64, Place>,
}

impl Tables {
    /// Of several of a kind for an ending the first that is not refused is asked.
    pub(super) fn new(storage: Storage, tables: Vec<Table>) -> Tables {
        let mut places: HashMap<u64, Place> = HashMap::new();
        for (number, table) in tables.iter().enumerate() {
            if table.refused().is_some() {
                continue;
            }
            for (material, swapped) in [(table.material, false), (table.material.swapped(), true)] {
                let new = Place { swapped, ..Place::default() };
                let place = places.entry(material.key()).or_insert(new);
                let slot = match table.kind {
                    Kind::Wdl => &mut place.wdl,
                    Kind::Dtz => &mut place.dtz,
                };
                slot.get_or_insert(number);
            }
        }
        Tables { storage, list: tables, places }
    }

    /// The place of a position's tables, and how they see it.
    fn place(&self, board: &Board) -> Result<(Place, View), Unknown> {
        let material = Material::of(board);
        let place = self.places.get(&material.key()).ok_or(Unknown::Missing(material))?;
        let black = board.stm() == Color::Black;
        let mirrored = if material.is_symmetric() { black } else { place.swapped };
        let stm = if mirrored { board.stm().other() } else { board.stm() };
        Ok((*place, View { mirrored, stm }))
    }

    fn ask<T>(
        &self,
        number: Option<usize>,
        board: &Board,
        ask: impl FnOnce(&Layout, Reader<'_>) -> Result<T, Fault>,
    ) -> Result<T, Unknown> {
        let missing = || Unknown::Missing(Material::of(board));
        let (number, table) =
            number.and_then(|number| Some((number, self.list.get(number)?))).ok_or_else(missing)?;
        table.ask(&self.storage, ask).map_err(|fault| Unknown::Refused(number, fault))
    }

    /// The stored result of a position: right where no capture is better.
    pub(super) fn stored_wdl(&self, board: &Board) -> Result<Wdl, Unknown> {
        if board.occupied().count() == 2 {
            return Ok(Wdl::Draw);
        }
        let (place, view) = self.place(board)?;
        self.ask(place.wdl, board, |layout, reader| layout.wdl(reader, board, view))
    }

    /// The stored distance of a position with this result: right where no zeroing move is best. `None`: the
    /// table knows the other side to move.
    pub(super) fn stored_dtz(&self, board: &Board, wdl: Wdl) -> Result<Option<i32>, Unknown> {
        let (place, view) = self.place(board)?;
        self.ask(place.dtz, board, |layout, reader| layout.dtz(reader, board, view, wdl))
    }

    /// Ends the use of a table of distances that contradicts itself.
    pub(super) fn refuse_dtz(&self, board: &Board, fault: Fault) -> Unknown {
        let refused: Result<(), Unknown> =
            self.place(board).and_then(|(place, _)| self.ask(place.dtz, board, |_, _| Err(fault)));
        refused.err().unwrap_or(Unknown::Missing(Material::of(board)))
    }
}
