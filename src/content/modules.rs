//! The modules that towns are built of, as in `data/modules.ron`.

use std::fmt::Display;

use serde::Deserialize;

use crate::source::DataError;
use base::SmallSet;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModuleFile {
    /// Its name in recipes.
    pub name: String,
    /// Side of a module, in cells; odd, so that there is one in the middle.
    pub size: usize,
    /// Houses that there should be for every hundred pieces of street.
    pub houses_per_street: u32,
    /// A level with fewer houses is begun anew, unless it has so few cells for each.
    pub min_houses: usize,
    pub cells_per_house: usize,
    /// The socket that nothing crosses: alone at the border, gates aside.
    closed: String,
    /// The socket of a gate that leads out of the level.
    gate: String,
    /// The socket that the main street crosses.
    main: String,
    /// All the sockets that a street or a square crosses.
    ways: Vec<String>,
    /// The socket between a street and what faces it.
    kerb: String,
    modules: Vec<ModuleEntry>,
}

/// An entry that stands for several modules: one for each of its turns and each choice of its
/// sockets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModuleEntry {
    name: String,
    class: ModuleClass,
    /// Total weight of all modules that it stands for.
    weight: u32,
    /// Number of directions: 1, 2 or 4 quarter turns, the first as drawn.
    #[serde(default = "one")]
    turns: usize,
    /// The sockets to the north, east, south and west; alternatives are separated by `|`. `+x` fits
    /// `-x` alone.
    sockets: [String; 4],
    /// Pictures, of which one is drawn at random: rows of cells as in a dump, with `H` for the wall
    /// of a house and `o` for a well.
    pictures: Vec<Vec<String>>,
}

fn one() -> usize {
    1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum ModuleClass {
    Street,
    Square,
    Gate,
    House,
    Yard,
}

/// A module in one direction, with one socket on each side.
#[derive(Clone, Debug)]
pub struct Module {
    /// "cottage-e-kccc": the name, the side to which its north was turned, and the first letters of
    /// its sockets if there was a choice.
    pub id: String,
    pub class: ModuleClass,
    /// Indices into [`Modules::sockets`], in the order of `Dir::CARDINAL`.
    pub sockets: [u8; 4],
    pub weight: u32,
    /// The cells of each picture, row by row.
    pub pictures: Vec<Vec<char>>,
    pub has_door: bool,
}

/// A set of modules, ready for constraint propagation.
#[derive(Clone, Debug)]
pub struct Modules {
    pub file: ModuleFile,
    pub list: Vec<Module>,
    /// The names of the sockets. A polar socket has one name for each direction in which its `+`
    /// faces.
    pub sockets: Vec<String>,
    pub closed: u8,
    pub gate: u8,
    pub main: u8,
    /// By side and socket: the modules that have the socket on that side.
    with: [Vec<SmallSet>; 4],
    /// By socket: whether a street crosses it.
    way: Vec<bool>,
    /// By socket: whether it separates a street from a module that faces the street.
    kerb: Vec<bool>,
    /// By socket: whether it lies inside a house or a square.
    inner: Vec<bool>,
}

impl Modules {
    /// By socket: the modules that have it on a side; sides in the order of `Dir::CARDINAL`.
    pub fn with(&self, side: usize) -> &[SmallSet] {
        &self.with[side]
    }

    /// Whether a street or a square continues across a socket.
    pub fn is_way(&self, socket: u8) -> bool {
        self.way[usize::from(socket)]
    }

    pub fn is_kerb(&self, socket: u8) -> bool {
        self.kerb[usize::from(socket)]
    }

    /// Whether a house or a square continues across a socket.
    pub fn is_inner(&self, socket: u8) -> bool {
        self.inner[usize::from(socket)]
    }

    /// All modules of some classes.
    pub fn of(&self, classes: &[ModuleClass]) -> SmallSet {
        let of_class = |module: &Module| classes.contains(&module.class);
        (0..self.list.len()).filter(|&place| of_class(&self.list[place])).collect()
    }

    pub fn socket_names(&self, module: usize) -> [String; 4] {
        self.list[module].sockets.map(|socket| self.sockets[usize::from(socket)].clone())
    }
}

/// The letters of the sides, in the order of `Dir::CARDINAL`.
const SIDES: [char; 4] = ['n', 'e', 's', 'w'];

/// The characters that a picture may contain.
const PICTURE_CHARS: &str = "#.=\"~H+o<";

impl ModuleFile {
    /// Makes a module for each turn and each choice of sockets of every entry.
    pub(super) fn expand(self) -> Result<Modules, DataError> {
        let mut names = SocketNames::default();
        let mut list: Vec<Module> = Vec::new();
        for entry in &self.modules {
            self.check(entry).map_err(|message| error(&entry.name, message))?;
            let choices = choices(&entry.sockets);
            let each = (entry.weight * WEIGHT_SCALE / (entry.turns * choices.len()) as u32).max(1);
            for turn in (0..4).take(entry.turns) {
                let drawn = entry.pictures.iter();
                let pictures: Vec<_> = drawn.map(|picture| turned(picture, turn)).collect();
                for choice in &choices {
                    let mut module = module(entry, turn, choice, each, &mut names);
                    module.pictures.clone_from(&pictures);
                    module.has_door = pictures[0].contains(&'+');
                    list.push(module);
                }
            }
        }
        if list.len() > SmallSet::CAPACITY {
            let message = format!("{} modules; {} is the most", list.len(), SmallSet::CAPACITY);
            return Err(error(&self.name, message));
        }
        let mut ids: Vec<&str> = list.iter().map(|module| module.id.as_str()).collect();
        ids.sort_unstable();
        if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(error(twice[0], "stands twice".to_owned()));
        }
        self.assemble(list, names)
    }

    fn assemble(self, list: Vec<Module>, mut names: SocketNames) -> Result<Modules, DataError> {
        let [closed, gate, main] =
            [&self.closed, &self.gate, &self.main].map(|name| names.number(name));
        let sockets = names.0;
        if sockets.len() > 64 {
            return Err(error(&self.name, format!("{} sockets; 64 is the most", sockets.len())));
        }
        let mut with = [(); 4].map(|()| vec![SmallSet::EMPTY; sockets.len()]);
        for (place, module) in list.iter().enumerate() {
            for (having, &socket) in with.iter_mut().zip(&module.sockets) {
                having[usize::from(socket)].insert(place);
            }
        }
        for (socket, name) in sockets.iter().enumerate() {
            for side in 0..4 {
                let alone =
                    with[side][socket].is_empty() != with[(side + 2) % 4][socket].is_empty();
                if alone && socket != usize::from(gate) {
                    let message = format!("the socket “{name}” fits nothing on one of its sides");
                    return Err(error(&self.name, message));
                }
            }
        }
        let bare = |name: &str| name.split(':').next().unwrap_or(name).to_owned();
        let is_one_of = |kinds: &[String]| -> Vec<bool> {
            sockets.iter().map(|name| kinds.contains(&bare(name))).collect()
        };
        let inner = (0..sockets.len() as u8)
            .map(|socket| {
                let mut having = list.iter().filter(|module| module.sockets.contains(&socket));
                let class = having.next().map(|module| module.class);
                socket != closed
                    && socket != gate
                    && matches!(class, Some(ModuleClass::House | ModuleClass::Square))
                    && having.all(|module| Some(module.class) == class)
            })
            .collect();
        Ok(Modules {
            way: is_one_of(&self.ways),
            kerb: is_one_of(std::slice::from_ref(&self.kerb)),
            inner,
            list,
            sockets,
            closed,
            gate,
            main,
            with,
            file: self,
        })
    }

    fn check(&self, entry: &ModuleEntry) -> Result<(), String> {
        let can_be = [1, 2, 4].contains(&entry.turns) && (1..=10_000).contains(&entry.weight);
        ensure(can_be, "turns are 1, 2 or 4, and weights 1 to 10000")?;
        let has_middle = !self.size.is_multiple_of(2) && (3..=15).contains(&self.size);
        ensure(has_middle, "a module's size is odd, from 3 to 15")?;
        ensure(!entry.pictures.is_empty(), "it has no picture")?;
        for picture in &entry.pictures {
            let mut widths = picture.iter().map(|row| row.chars().count());
            let fits = picture.len() == self.size && widths.all(|width| width == self.size);
            ensure(fits, format_args!("a picture is not {0}×{0} cells", self.size))?;
            let mut cells = picture.iter().flat_map(|row| row.chars());
            if let Some(odd) = cells.find(|cell| !PICTURE_CHARS.contains(*cell)) {
                return Err(format!("“{odd}” stands for no cell; there are {PICTURE_CHARS}"));
            }
            self.check_meaning(entry, picture)?;
        }
        Ok(())
    }

    /// Checks that a picture fits the class and the sockets of its module: streets cross in the
    /// middle, gates have one outlet, and the door of a house faces a street.
    fn check_meaning(&self, entry: &ModuleEntry, picture: &[String]) -> Result<(), String> {
        let cells: Vec<Vec<char>> = picture.iter().map(|row| row.chars().collect()).collect();
        let (middle, last) = (self.size / 2, self.size - 1);
        let is_street = matches!(entry.class, ModuleClass::Street | ModuleClass::Gate);
        let crosses = !is_street || cells[middle][middle] == '=';
        ensure(crosses, "no street leads through its middle")?;
        let edges = [(middle, 0), (last, middle), (middle, last), (0, middle)];
        for (socket, (x, y)) in entry.sockets.iter().zip(edges) {
            let is_open = socket.split('|').any(|name| self.ways.iter().any(|way| way == name));
            let is_met = !is_open || entry.class == ModuleClass::Square || cells[y][x] == '=';
            ensure(is_met, format_args!("no street leads to its socket “{socket}”"))?;
        }
        let outlets = cells.iter().flatten().filter(|&&cell| cell == '<').count();
        let is_gate = entry.class == ModuleClass::Gate;
        ensure(outlets == usize::from(is_gate), "a gate leads out once, and nothing else does")?;
        let all = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        let doors: Vec<(usize, usize)> = all.filter(|&(x, y)| cells[y][x] == '+').collect();
        let Some(&(x, y)) = doors.first() else { return Ok(()) };
        let is_house = doors.len() == 1 && entry.class == ModuleClass::House;
        ensure(is_house, "one door is the most, and only a house has one")?;
        // As drawn, a door looks to the north, on the middle line, at a street.
        let beside = |x: usize, y: usize| cells.get(y).and_then(|row| row.get(x)) == Some(&'H');
        let hung = x == middle && beside(x, y + 1) && (y == 0 || !beside(x, y - 1));
        let faces = entry.sockets[0].trim_start_matches(['+', '-']) == self.kerb;
        ensure(hung && faces, "its door does not look north at a street")
    }
}

fn ensure(holds: bool, message: impl Display) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message.to_string()) }
}

/// Weights are multiplied by this, so that dividing them leaves whole numbers.
const WEIGHT_SCALE: u32 = 64;

fn error(entry: &str, message: String) -> DataError {
    DataError { file: "modules.ron", line: 1, field: entry.to_owned(), message }
}

/// The names of sockets; a socket is an index into them.
#[derive(Default)]
struct SocketNames(Vec<String>);

impl SocketNames {
    fn number(&mut self, name: &str) -> u8 {
        let place = self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        place as u8
    }

    /// The number of a socket on a side; for a polar socket that depends on the direction in which
    /// its `+` faces.
    fn on_side(&mut self, written: &str, side: usize) -> u8 {
        match written.split_at_checked(1) {
            Some(("+", name)) => self.facing(name, SIDES[side]),
            Some(("-", name)) => self.facing(name, SIDES[(side + 2) % 4]),
            _ => self.number(written),
        }
    }

    /// The number of a polar socket whose `+` faces a side.
    fn facing(&mut self, name: &str, side: char) -> u8 {
        let bare = |known: &String| {
            known.strip_suffix(side).and_then(|known| known.strip_suffix(':')) == Some(name)
        };
        match self.0.iter().position(bare) {
            Some(place) => place as u8,
            None => self.number(&format!("{name}:{side}")),
        }
    }
}

/// All choices of one socket for each side.
fn choices(sockets: &[String; 4]) -> Vec<[&str; 4]> {
    let mut choices = vec![[""; 4]];
    for (side, several) in sockets.iter().enumerate() {
        choices = choices
            .iter()
            .flat_map(|choice| {
                several.split('|').map(move |socket| {
                    let mut with = *choice;
                    with[side] = socket;
                    with
                })
            })
            .collect();
    }
    choices
}

/// A module, but for its pictures.
fn module(
    entry: &ModuleEntry,
    turn: usize,
    choice: &[&str; 4],
    weight: u32,
    names: &mut SocketNames,
) -> Module {
    let written: [&str; 4] = std::array::from_fn(|side| choice[(side + 4 - turn) % 4]);
    let mut id = entry.name.clone();
    if entry.turns > 1 {
        id.extend(['-', SIDES[turn]]);
    }
    if entry.sockets.iter().any(|socket| socket.contains('|')) {
        id.push('-');
        let letter = |socket: &&str| socket.trim_start_matches(['+', '-']).chars().next();
        id.extend(written.iter().filter_map(letter));
    }
    Module {
        id,
        class: entry.class,
        sockets: std::array::from_fn(|side| names.on_side(written[side], side)),
        weight,
        pictures: Vec::new(),
        has_door: false,
    }
}

/// The cells of a picture after some quarter turns clockwise, row by row. Pictures are squares of
/// ASCII.
fn turned(picture: &[String], turns: usize) -> Vec<char> {
    let last = picture.len() - 1;
    let drawn = |x: usize, y: usize| char::from(picture[y].as_bytes()[x]);
    let after = |x: usize, y: usize| match turns {
        0 => drawn(x, y),
        1 => drawn(y, last - x),
        2 => drawn(last - x, last - y),
        _ => drawn(last - y, x),
    };
    (0..=last).flat_map(|y| (0..=last).map(move |x| after(x, y))).collect()
}
