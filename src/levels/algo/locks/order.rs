//! Orders of play: steps at rooms and links, from a path through the states of the search.

use crate::algo::locks::model::{LockEdge, Opener, PlayStep};
use crate::algo::locks::search::State;
use crate::algo::locks::tables::{MAX_REGIONS, Tables, bits, key_class, ones, tool};

/// The steps that lead along a path of states and, with `to_goal`, on to the goal.
pub(crate) fn play(tables: &Tables<'_>, path: &[State], to_goal: bool) -> Vec<PlayStep> {
    let locks = tables.locks;
    let mut player = OrderPlayer {
        tables,
        place: locks.start,
        tools: 0,
        open: locks.edges.iter().map(|edge| edge.gate.is_none()).collect(),
        taken: vec![false; locks.items.len()],
        steps: Vec::new(),
    };
    for pair in path.windows(2) {
        player.follow_transition(&pair[0], &pair[1]);
    }
    if let (true, Some(last)) = (to_goal, path.last()) {
        player.walk(last.reachable, last.tools, |place| place == locks.goal);
    }
    player.steps
}

/// Plays the transitions of the search step by step: the search only counts keys, the player walks
/// to them.
struct OrderPlayer<'a> {
    tables: &'a Tables<'a>,
    place: usize,
    tools: u8,
    /// By edge.
    open: Vec<bool>,
    /// By item.
    taken: Vec<bool>,
    steps: Vec<PlayStep>,
}

/// How a node of [`OrderPlayer::walk`] was reached.
#[derive(Clone, Copy)]
enum Via {
    Edge(usize),
    Tool(u8),
}

impl OrderPlayer<'_> {
    /// Plays the transition from one state to the next: it opens a door, takes a tool, or leaves
    /// the component over a one-way edge with some of its keys.
    fn follow_transition(&mut self, from: &State, to: &State) {
        let new_tools = to.tools & !from.tools;
        if let Some(door) = bits(to.opened & !from.opened).next() {
            self.open_door(from, to, door);
        } else if new_tools != 0 {
            let tables = self.tables;
            self.walk(from.component, from.tools, |at| tables.tools_in[at] & new_tools != 0);
            self.take_tool(new_tools);
        } else {
            for class in 0..2 {
                let of_class = self.tables.keys_of[class];
                let taken = |state: &State| (state.taken & of_class).count_ones() as usize;
                self.fetch(from, class, taken(to) - taken(from));
            }
            let exits = self.tables.exits(from.component, from.opened, from.tools) & to.component;
            self.leave(from, exits);
        }
    }

    /// Fetches a key if none is carried, goes to a door and opens it.
    fn open_door(&mut self, from: &State, to: &State, door: usize) {
        let tables = self.tables;
        let class = usize::from(tables.doors_of[1] >> door & 1 == 1);
        // Without one-way edges the states do not say which keys are carried: then one is fetched
        // for each door.
        let keys = if tables.directed {
            (to.taken.count_ones() - from.taken.count_ones()) as usize
        } else {
            1
        };
        self.fetch(from, class, keys);
        let index = tables.door_edges[door];
        let edge = tables.locks.edges[index];
        self.walk(from.component, from.tools, |at| {
            at == edge.from || !edge.one_way && at == edge.to
        });
        self.open[index] = true;
        self.steps.push(PlayStep::Open { link: edge.link });
    }

    /// Takes `count` keys of a class that lie in the component, the nearest first.
    fn fetch(&mut self, state: &State, class: usize, count: usize) {
        let items = &self.tables.locks.items;
        for _ in 0..count {
            let lies = |taken: &[bool], at| {
                items.iter().enumerate().position(|(index, item)| {
                    item.region == at && key_class(item.opener) == Some(class) && !taken[index]
                })
            };
            let taken = self.taken.clone();
            self.walk(state.component, state.tools, |at| lies(&taken, at).is_some());
            if let Some(index) = lies(&self.taken, self.place) {
                self.take(index);
            }
        }
    }

    fn take(&mut self, index: usize) {
        let item = self.tables.locks.items[index];
        self.taken[index] = true;
        self.steps.push(PlayStep::Take { opener: item.opener, room: item.room });
    }

    fn take_tool(&mut self, wanted: u8) {
        let mut items = self.tables.locks.items.iter();
        let lies = items.position(|item| item.region == self.place && tool(item.opener) == wanted);
        self.tools |= wanted;
        if let Some(index) = lies {
            self.take(index);
        }
    }

    /// Leaves the component for one of the regions `exits`.
    fn leave(&mut self, from: &State, exits: u64) {
        let leads = |edge: &LockEdge, at| {
            let reachable = edge.from == at && exits >> edge.to & 1 == 1;
            reachable || !edge.one_way && edge.to == at && exits >> edge.from & 1 == 1
        };
        let tools = self.tools;
        let usable = |edge: &LockEdge, open: bool| open || passes(edge, tools);
        let edges = &self.tables.locks.edges;
        let open = self.open.clone();
        let way = |at| {
            (0..edges.len())
                .find(|&index| usable(&edges[index], open[index]) && leads(&edges[index], at))
        };
        self.walk(from.component, from.tools, |at| way(at).is_some());
        if let Some(index) = way(self.place) {
            self.cross(index);
            self.steps.push(PlayStep::Drop { link: edges[index].link });
        }
    }

    /// Crosses an edge, and opens its gate if it needs a tool.
    fn cross(&mut self, index: usize) {
        let edge = self.tables.locks.edges[index];
        if !self.open[index] {
            self.open[index] = true;
            self.steps.push(PlayStep::Open { link: edge.link });
        }
        self.place = if edge.from == self.place { edge.to } else { edge.from };
    }

    /// Walks the shortest way, in edges, to a wanted region inside `allowed`; takes tools on the
    /// way if there is no other way.
    fn walk(&mut self, allowed: u64, tools: u8, wanted: impl Fn(usize) -> bool) {
        // A node of this search is a region with the tools that are carried.
        let mut came: [Option<(u16, Via)>; MAX_REGIONS * 4] = [None; MAX_REGIONS * 4];
        let mut queue = [0u16; MAX_REGIONS * 4];
        let first = self.place * 4 + usize::from(self.tools);
        queue[0] = first as u16;
        let (mut head, mut tail) = (0, 1);
        while head < tail {
            let from = queue[head];
            head += 1;
            let (region, carried) = (usize::from(from) / 4, (from % 4) as u8);
            if wanted(region) {
                self.walk_back(&came, first, from);
                return;
            }
            let mut reach = |to: usize, via| {
                if to != first && came[to].is_none() {
                    came[to] = Some((from, via));
                    queue[tail] = to as u16;
                    tail += 1;
                }
            };
            for (index, edge) in self.tables.locks.edges.iter().enumerate() {
                let to = match region {
                    at if at == edge.from => edge.to,
                    at if at == edge.to && !edge.one_way => edge.from,
                    _ => continue,
                };
                if allowed >> to & 1 == 1 && (self.open[index] || passes(edge, carried)) {
                    reach(to * 4 + usize::from(carried), Via::Edge(index));
                }
            }
            for bit in ones(u64::from(self.tables.tools_in[region] & tools & !carried)) {
                reach(usize::from(from) + (1 << bit), Via::Tool(1 << bit));
            }
        }
    }

    /// Plays the way that the search found.
    fn walk_back(&mut self, came: &[Option<(u16, Via)>], first: usize, last: u16) {
        let mut moves = Vec::new();
        let mut at = last;
        while let (true, Some((from, via))) = (usize::from(at) != first, came[usize::from(at)]) {
            moves.push(via);
            at = from;
        }
        for via in moves.into_iter().rev() {
            match via {
                Via::Edge(index) => self.cross(index),
                Via::Tool(wanted) => self.take_tool(wanted),
            }
        }
    }
}

/// Whether the edge has a gate that these tools open.
fn passes(edge: &LockEdge, tools: u8) -> bool {
    edge.gate.is_some_and(|gate| tool(Opener::of(gate)) & tools != 0)
}
