//! The prover's oracle: every (region, gates opened, items taken), to the letter and without
//! thought.

use crate::algo::locks::model::{LockGraph, Opener, PlayStep};

/// A state of play. Gates by edge and items by their place, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Play {
    pub place: usize,
    pub opened: usize,
    pub taken: usize,
}

pub(crate) struct Literal<'a> {
    pub locks: &'a LockGraph,
}

impl Literal<'_> {
    /// The links whose gates no play opens; `None` if some play does not reach the goal.
    pub(crate) fn never_opened(&self) -> Option<Vec<usize>> {
        let start = Play { place: self.locks.start, opened: 0, taken: 0 };
        let met = self.reachable(start);
        let opens = |index: usize| met.iter().any(|play| play.opened >> index & 1 == 1);
        let edges = self.locks.edges.iter().enumerate();
        let closed = edges.filter(|&(index, edge)| edge.gate.is_some() && !opens(index));
        self.all_reach_goal(&met).then(|| closed.map(|(_, edge)| edge.link).collect())
    }

    /// Backward from the states at the goal.
    fn all_reach_goal(&self, met: &[Play]) -> bool {
        let mut good = vec![false; self.count()];
        loop {
            let before = good.iter().filter(|good| **good).count();
            for play in met.iter().rev() {
                let reaches = play.place == self.locks.goal
                    || self.next(*play).iter().any(|next| good[self.index(*next)]);
                let index = self.index(*play);
                good[index] |= reaches;
            }
            if good.iter().filter(|good| **good).count() == before {
                return met.iter().all(|play| good[self.index(*play)]);
            }
        }
    }

    fn reachable(&self, from: Play) -> Vec<Play> {
        let mut seen = vec![false; self.count()];
        seen[self.index(from)] = true;
        let mut met = vec![from];
        let mut head = 0;
        while head < met.len() {
            for next in self.next(met[head]) {
                let index = self.index(next);
                if !std::mem::replace(&mut seen[index], true) {
                    met.push(next);
                }
            }
            head += 1;
        }
        met
    }

    fn count(&self) -> usize {
        self.locks.regions << self.locks.edges.len() << self.locks.items.len()
    }

    fn index(&self, play: Play) -> usize {
        let with_gates = play.place << self.locks.edges.len() | play.opened;
        with_gates << self.locks.items.len() | play.taken
    }

    /// Whatever one deed leads to: a step, a gate or an item.
    fn next(&self, play: Play) -> Vec<Play> {
        let mut next = Vec::new();
        for (index, edge) in self.locks.edges.iter().enumerate() {
            let to = match play.place {
                at if at == edge.from => edge.to,
                at if at == edge.to && !edge.one_way => edge.from,
                _ => continue,
            };
            if edge.gate.is_none() || play.opened >> index & 1 == 1 {
                next.push(Play { place: to, ..play });
            } else if self.can_open(play, index) {
                next.push(Play { opened: play.opened | 1 << index, ..play });
            }
        }
        for (index, item) in self.locks.items.iter().enumerate() {
            if self.locks.region_of[item.room] == play.place {
                next.push(Play { taken: play.taken | 1 << index, ..play });
            }
        }
        next
    }

    fn can_open(&self, play: Play, edge: usize) -> bool {
        let Some(gate) = self.locks.edges[edge].gate else { return false };
        let opener = Opener::of(gate);
        let items = self.locks.items.iter().enumerate();
        let held = items
            .filter(|(index, item)| item.opener == opener && play.taken >> index & 1 == 1)
            .count();
        let edges = self.locks.edges.iter().enumerate();
        let used = edges
            .filter(|(index, edge)| edge.gate == Some(gate) && play.opened >> index & 1 == 1)
            .count();
        match opener {
            Opener::Key | Opener::BossKey => held > used,
            Opener::Feather | Opener::Satchel => held > 0,
        }
    }

    /// Plays steps by the rules, walking between them; `None` if one cannot be done.
    pub(crate) fn replay(&self, steps: &[PlayStep]) -> Option<Play> {
        let mut play = Play { place: self.locks.start, opened: 0, taken: 0 };
        for step in steps {
            play = self.walks(play).into_iter().find_map(|play| self.does(play, *step))?;
        }
        Some(play)
    }

    /// Where one can walk.
    pub(crate) fn walks(&self, play: Play) -> Vec<Play> {
        let mut met = vec![play];
        let mut head = 0;
        while head < met.len() {
            let steps = self.next(met[head]).into_iter();
            for next in steps.filter(|next| (next.opened, next.taken) == (play.opened, play.taken))
            {
                if !met.contains(&next) {
                    met.push(next);
                }
            }
            head += 1;
        }
        met
    }

    fn does(&self, play: Play, step: PlayStep) -> Option<Play> {
        let edge = |link| self.locks.edges.iter().position(|edge| edge.link == link);
        let nexts = self.next(play).into_iter();
        match step {
            PlayStep::Take { opener, room } => {
                let mut items = self.locks.items.iter().enumerate();
                let (index, _) = items.find(|(index, item)| {
                    item.opener == opener && item.room == room && play.taken >> index & 1 == 0
                })?;
                let taken = play.taken | 1 << index;
                nexts.into_iter().find(|next| next.taken == taken)
            }
            PlayStep::Open { link } => {
                let opened = play.opened | 1 << edge(link)?;
                (opened != play.opened).then_some(())?;
                nexts.into_iter().find(|next| next.opened == opened)
            }
        }
    }
}
