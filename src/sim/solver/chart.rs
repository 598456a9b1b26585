use crate::base::{Bits, Field, Meter, Pos};

/// Steps between places, by shortest ways over cells that do not change.
pub(super) struct Chart {
    count: usize,
    steps: Vec<u16>,
}

/// Stands for a way that is only found once something else is done.
const ROUNDABOUT: u16 = 150;

impl Chart {
    /// Between each of the first `from` places and all.
    pub fn new(open: &Bits, places: &[Pos], from: usize) -> Chart {
        let count = places.len();
        let is_asked = |row: usize, column: usize| row != column && row.min(column) < from;
        let unknown = |cell: usize| {
            if is_asked(cell / count, cell % count) { ROUNDABOUT } else { 0 }
        };
        let mut steps: Vec<u16> = (0..count * count).map(unknown).collect();
        let mut meter = Meter::new();
        let (order, in_reach) = sweep(open, places, &mut meter);
        let mut others = Vec::with_capacity(count);
        for (done, &place) in order.iter().enumerate() {
            // No way leads from what is in reach to what is not.
            let (near, beyond) = order[done + 1..].split_at(in_reach.saturating_sub(done + 1));
            let left = if done < in_reach { near } else { beyond };
            others.clear();
            others.extend(left.iter().copied().filter(|&other| is_asked(place, other)));
            meter.measure(open, places[place], others.iter().map(|&other| places[other]));
            for &other in &others {
                let there = meter.get(places[other]);
                if there != Field::UNREACHABLE {
                    steps[place * count + other] = there;
                    steps[other * count + place] = there;
                }
            }
        }
        Chart { count, steps }
    }

    pub fn steps(&self, from: usize, to: usize) -> u32 {
        self.steps[from * self.count + to].into()
    }
}

/// The places from one that is far out to those at the other end, so that what is left to be measured to lies
/// nearer and nearer; and how many of them there is a way to, which stand before the others.
fn sweep(open: &Bits, places: &[Pos], meter: &mut Meter) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..places.len()).collect();
    let mut in_reach = 1;
    for _ in 0..2 {
        let far_out = places[order[in_reach - 1]];
        meter.measure(open, far_out, places.iter().copied());
        order.sort_unstable_by_key(|&place| (meter.get(places[place]), place));
        let far = |&place: &usize| meter.get(places[place]) == Field::UNREACHABLE;
        in_reach = order.iter().position(far).unwrap_or(order.len()).max(1);
    }
    (order, in_reach)
}
