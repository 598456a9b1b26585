//! Locks played to the letter, in every order in which keys can be taken and gates opened.

use std::collections::{BTreeMap, BTreeSet};

use levels::{Level, LinkGate, ThingKind};
use petgraph::unionfind::UnionFind;

/// What is open and what was picked up, by number, and where the player is: in the first of the
/// regions from which each other leads back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    place: usize,
    opened: u32,
    taken: u32,
}

/// Gates and what opens them, over the regions of a level: rooms that are joined both ways without
/// a gate are one.
pub(crate) struct Play<'a> {
    level: &'a Level,
    /// The links that lead from their first room to the second only.
    one_way: &'a [usize],
    /// Of each room.
    region: Vec<usize>,
    /// The link of each gate.
    gates: Vec<usize>,
    /// What each item opens, and the room that it lies in.
    items: Vec<(LinkGate, usize)>,
    start: usize,
    goal: usize,
}

/// What opens which gate.
fn opens(kind: ThingKind) -> Option<LinkGate> {
    match kind {
        ThingKind::Key => Some(LinkGate::Key),
        ThingKind::BossKey => Some(LinkGate::Boss),
        ThingKind::Feather => Some(LinkGate::Pit),
        ThingKind::Satchel => Some(LinkGate::Rubble),
        _ => None,
    }
}

impl Play<'_> {
    pub(crate) fn of<'a>(level: &'a Level, one_way: &'a [usize], ends: [usize; 2]) -> Play<'a> {
        let region = regions(level, one_way);
        let items = level.things.iter().filter_map(|thing| Some((opens(thing.kind)?, thing)));
        let gates = (0..level.links.len()).filter(|&link| level.links[link].gate.is_some());
        Play {
            level,
            one_way,
            gates: gates.collect(),
            items: items.map(|(gate, it)| (gate, it.room.expect("it lies in a room"))).collect(),
            start: region[ends[0]],
            goal: region[ends[1]],
            region,
        }
    }

    /// The regions at both ends of a link.
    fn ends(&self, link: usize) -> [usize; 2] {
        let link = &self.level.links[link];
        [self.region[link.a], self.region[link.b]]
    }

    /// The regions that can be walked to.
    fn reach(&self, State { place, opened, .. }: State) -> BTreeSet<usize> {
        let shut = |gate: &usize| opened >> gate & 1 == 0;
        let shut: Vec<usize> =
            (0..self.gates.len()).filter(shut).map(|it| self.gates[it]).collect();
        let mut reached = BTreeSet::from([place]);
        loop {
            let before = reached.len();
            for &link in self.gates.iter().chain(self.one_way).filter(|link| !shut.contains(link)) {
                let [from, to] = self.ends(link);
                if reached.contains(&from) {
                    reached.insert(to);
                } else if reached.contains(&to) && !self.one_way.contains(&link) {
                    reached.insert(from);
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }

    /// The regions that can be walked to and from which the player can come back.
    fn here(&self, state: State) -> BTreeSet<usize> {
        let mut here = self.reach(state);
        if !self.one_way.is_empty() {
            here.retain(|&place| self.reach(State { place, ..state }).contains(&state.place));
        }
        here
    }

    fn at(&self, state: State) -> State {
        State { place: self.here(state).first().copied().expect("the place itself"), ..state }
    }

    /// The state after picking an item up, if it lies here.
    fn take(&self, state: State, item: usize, here: &BTreeSet<usize>) -> Option<State> {
        let can = state.taken >> item & 1 == 0 && here.contains(&self.region[self.items[item].1]);
        can.then_some(State { taken: state.taken | 1 << item, ..state })
    }

    /// The state after opening a gate, if it stands here and the player has what it needs. Keys are
    /// used up.
    fn open(&self, state: State, gate: usize, here: &BTreeSet<usize>) -> Option<State> {
        let own = self.level.links[self.gates[gate]].gate?;
        let items = (0..self.items.len()).filter(|&item| state.taken >> item & 1 == 1);
        let held = items.filter(|&item| self.items[item].0 == own).count();
        let opened = (0..self.gates.len()).filter(|&other| state.opened >> other & 1 == 1);
        let of_kind = |other: &usize| self.level.links[self.gates[*other]].gate == Some(own);
        let is_key = matches!(own, LinkGate::Key | LinkGate::Boss);
        let used = if is_key { opened.filter(of_kind).count() } else { 0 };
        let [from, to] = self.ends(self.gates[gate]);
        let is_two_way = !self.one_way.contains(&self.gates[gate]);
        let is_near = here.contains(&from) || here.contains(&to) && is_two_way;
        let can = state.opened >> gate & 1 == 0 && held > used && is_near;
        can.then(|| self.at(State { opened: state.opened | 1 << gate, ..state }))
    }

    fn next(&self, state: State) -> Vec<State> {
        let (here, reached) = (self.here(state), self.reach(state));
        let takes = (0..self.items.len()).filter_map(|item| self.take(state, item, &here));
        let opens = (0..self.gates.len()).filter_map(|gate| self.open(state, gate, &here));
        let ways = self.one_way.iter().map(|&link| self.ends(link));
        let goes = ways
            .filter(|[from, to]| here.contains(from) && !here.contains(to) && reached.contains(to));
        let goes = goes.map(|[_, place]| self.at(State { place, ..state }));
        takes.chain(opens).chain(goes).collect()
    }

    /// Plays every state out: from each the goal can be reached, and every gate is opened in some
    /// play. Returns the number of states.
    pub(crate) fn check_every_order(&self, context: &str) -> usize {
        let mut sound: BTreeMap<State, bool> = BTreeMap::new();
        let begin = self.at(State { place: self.start, opened: 0, taken: 0 });
        // Every deed adds to the state or cannot be taken back: so states can be settled by a walk
        // in depth.
        let mut stack = vec![(begin, false)];
        while let Some((state, expanded)) = stack.pop() {
            if sound.contains_key(&state) {
                continue;
            }
            let next = self.next(state);
            if expanded || next.is_empty() {
                let good =
                    next.iter().any(|it| sound[it]) || self.reach(state).contains(&self.goal);
                let Play { gates, items, .. } = self;
                assert!(good, "{context}: {state:?} is a dead end of {gates:?} {items:?}");
                sound.insert(state, good);
            } else {
                stack.push((state, true));
                stack.extend(next.into_iter().map(|it| (it, false)));
            }
            assert!(sound.len() < 2_000_000, "{context}: too many states");
        }
        let opened = sound.keys().fold(0, |opened, state| opened | state.opened);
        assert_eq!(opened.count_ones() as usize, self.gates.len(), "{context}: a gate stays shut");
        sound.len()
    }

    /// Plays the deeds of a certificate, `gate@link` and `item@room`: each can be done in its turn,
    /// and the goal can be reached in the end.
    pub(crate) fn check_order(&self, order: &[String], context: &str) {
        let mut state = self.at(State { place: self.start, opened: 0, taken: 0 });
        for step in order {
            let (deed, place) = step.split_once('@').expect("what@where");
            let place: usize = place.parse().expect("a number");
            let here = self.here(state);
            let is_meant = |&item: &usize| self.items[item] == (gate_of(deed), place);
            let next = if deed == "gate" {
                let gate = self.gates.iter().position(|&link| link == place);
                gate.and_then(|gate| self.open(state, gate, &here))
            } else {
                let mut items = (0..self.items.len()).filter(is_meant);
                items.find_map(|item| self.take(state, item, &here))
            };
            state = next.unwrap_or_else(|| panic!("{context}: {step} cannot be done"));
        }
        assert!(self.reach(state).contains(&self.goal), "{context}: it ends before the goal");
    }
}

/// What an item of a certificate opens.
fn gate_of(item: &str) -> LinkGate {
    match item {
        "key" => LinkGate::Key,
        "boss_key" => LinkGate::Boss,
        "feather" => LinkGate::Pit,
        _ => LinkGate::Rubble,
    }
}

/// Of each room the number of its region: rooms that are joined both ways without a gate have the
/// same.
pub(crate) fn regions(level: &Level, one_way: &[usize]) -> Vec<usize> {
    let mut sets = UnionFind::new(level.rooms.len());
    for (number, link) in level.links.iter().enumerate() {
        if link.gate.is_none() && !one_way.contains(&number) {
            sets.union(link.a, link.b);
        }
    }
    sets.into_labeling()
}
