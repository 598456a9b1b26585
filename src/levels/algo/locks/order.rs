//! An order of play, step by step, from the states of the search.

use crate::algo::locks::model::{LockEdge, Opener, PlayStep};
use crate::algo::locks::search::State;
use crate::algo::locks::tables::{MAX_REGIONS, Tables, bits, key_class, ones, tool};

/// The steps that lead along a path of states and on to the goal.
pub(crate) fn play(tables: &Tables<'_>, path: &[State]) -> Vec<PlayStep> {
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
    if let Some(last) = path.last() {
        player.walk(last.reachable, last.tools, |place| place == locks.goal);
    }
    player.steps
}

/// Plays the transitions of the search: the search only counts keys, the player walks to them.
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

/// A node of the search of [`OrderPlayer::walk`]: a region with the tools that are carried.
#[derive(Clone, Copy)]
struct Node {
    region: usize,
    carried: u8,
    /// The index of the node that it was reached from, and by what; `None` for the first.
    before: Option<(usize, Move)>,
}

#[derive(Clone, Copy)]
enum Move {
    Cross(usize),
    TakeTool(u8),
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
            self.leave(
                from,
                self.tables.exits(from.component, from.opened, from.tools) & to.component,
            );
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
        self.walk(from.component, from.tools, |at| edge.beyond(at).is_some());
        self.open[index] = true;
        self.steps.push(PlayStep::Open { link: edge.link });
    }

    /// Takes `count` keys of a class that lie in the component, the nearest first.
    fn fetch(&mut self, state: &State, class: usize, count: usize) {
        let locks = self.tables.locks;
        for _ in 0..count {
            let is_left = |&item: &usize| {
                key_class(locks.items[item].opener) == Some(class) && !self.taken[item]
            };
            let left: Vec<usize> = (0..locks.items.len()).filter(is_left).collect();
            let lies =
                |at| left.iter().find(|&&item| locks.region_of[locks.items[item].room] == at);
            self.walk(state.component, state.tools, |at| lies(at).is_some());
            if let Some(&item) = lies(self.place) {
                self.take(item);
            }
        }
    }

    fn take(&mut self, index: usize) {
        let item = self.tables.locks.items[index];
        self.taken[index] = true;
        self.steps.push(PlayStep::Take { opener: item.opener, room: item.room });
    }

    fn take_tool(&mut self, wanted: u8) {
        let locks = self.tables.locks;
        let lies = locks.items.iter().position(|item| {
            locks.region_of[item.room] == self.place && tool(item.opener) == wanted
        });
        self.tools |= wanted;
        if let Some(index) = lies {
            self.take(index);
        }
    }

    /// Leaves the component for one of the regions `exits`.
    fn leave(&mut self, from: &State, exits: u64) {
        let edges = &self.tables.locks.edges;
        let is_usable = |&index: &usize| self.is_passable(index, self.tools);
        let usable: Vec<usize> = (0..edges.len()).filter(is_usable).collect();
        let leads_out =
            |index: usize, at| edges[index].beyond(at).is_some_and(|to| exits >> to & 1 == 1);
        let way = |at| usable.iter().find(|&&index| leads_out(index, at));
        self.walk(from.component, from.tools, |at| way(at).is_some());
        if let Some(&index) = way(self.place) {
            self.cross(index);
        }
    }

    /// Whether an edge is open, or has a gate that some tools open.
    fn is_passable(&self, index: usize, tools: u8) -> bool {
        let LockEdge { gate, .. } = self.tables.locks.edges[index];
        self.open[index] || gate.is_some_and(|gate| tool(Opener::of(gate)) & tools != 0)
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
        let mut nodes = vec![Node { region: self.place, carried: self.tools, before: None }];
        let mut seen = [[false; 4]; MAX_REGIONS];
        seen[self.place][usize::from(self.tools)] = true;
        let mut next = 0;
        while let Some(&Node { region, carried, .. }) = nodes.get(next) {
            if wanted(region) {
                let before = |node: &Node| node.before.map(|(index, _)| nodes[index]);
                let way: Vec<Node> = std::iter::successors(Some(nodes[next]), before).collect();
                for (_, step) in way.iter().rev().filter_map(|node| node.before) {
                    match step {
                        Move::Cross(index) => self.cross(index),
                        Move::TakeTool(wanted) => self.take_tool(wanted),
                    }
                }
                return;
            }
            let mut reach = |region: usize, carried: u8, step| {
                if !std::mem::replace(&mut seen[region][usize::from(carried)], true) {
                    nodes.push(Node { region, carried, before: Some((next, step)) });
                }
            };
            for (index, edge) in self.tables.locks.edges.iter().enumerate() {
                let Some(to) = edge.beyond(region) else { continue };
                if allowed >> to & 1 == 1 && self.is_passable(index, carried) {
                    reach(to, carried, Move::Cross(index));
                }
            }
            for bit in ones(u64::from(self.tables.tools_in[region] & tools & !carried)) {
                reach(region, carried | 1 << bit, Move::TakeTool(1 << bit));
            }
            next += 1;
        }
    }
}
