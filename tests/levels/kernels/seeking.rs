//! Searches for what is near, against whole fields.

use base::{
    Bits, Dir, DistanceField, FirstStep, GoalCost, GoalSearch, Moves, Pos, Purpose, Seed, Stream,
    TargetDistances,
};

use super::{floors, some_cells};

#[test]
fn bounded_searches_agree_with_the_whole_distance_field() {
    let (mut whole, mut meter, mut seeker) =
        (DistanceField::new(), TargetDistances::new(), GoalSearch::new());
    for (seed, floor) in floors(80).enumerate() {
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("near"), ());
        let from = some_cells(&floor, &mut stream, 1)[0];
        let asked = some_cells(&floor, &mut stream, 40);
        whole.spread(&floor, [from], Moves::Eight, DistanceField::MAX_DISTANCE);
        for limit in [DistanceField::MAX_DISTANCE, 9] {
            meter.measure(&floor, from, asked.iter().copied(), limit);
            for &pos in &asked {
                let steps = Some(whole.get(pos)).filter(|&steps| steps <= limit);
                let expected = steps.unwrap_or(DistanceField::UNREACHABLE);
                assert_eq!(meter.get(pos), expected, "floor {seed}, {pos:?} from {from:?}");
            }
        }
        for goals in [&asked[..], &asked[..2]] {
            let way = whole.spread_until(&floor, goals.iter().copied(), Moves::Eight, from);
            let first_step = match (way, whole.step_down(from)) {
                (None, _) => FirstStep::NoPath,
                (_, None) => FirstStep::Here,
                (Some(steps), Some(dir)) => FirstStep::Step { dir, steps },
            };
            let found = seeker.first_step(&floor, from, goals.iter().copied());
            assert_eq!(found, first_step, "floor {seed} from {from:?} to {}", goals.len());
            // What one search found serves for the rest of the way.
            let mut at = from;
            while let Some(dir) = whole.step_down(at).filter(|_| way.is_some()) {
                let step = FirstStep::Step { dir, steps: whole.get(at) };
                assert_eq!(seeker.first_step(&floor, at, goals.iter().copied()), step);
                at = at + dir;
            }
        }
    }
}

/// On small grids and on large ones, one after another with the same memory.
#[test]
fn goal_search_finds_the_cheapest_goal_by_a_shortest_path() {
    let (mut seeker, mut field, mut way) = (GoalSearch::new(), DistanceField::new(), Vec::new());
    let mut found = 0;
    for (seed, floor) in floors(120).enumerate() {
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("seek"), ());
        let &[mut from, away_from] = &some_cells(&floor, &mut stream, 2)[..] else { panic!() };
        if seed % 8 > 0 {
            // Mostly from a cell that one can stand on.
            let cells: Vec<Pos> = floor.iter().collect();
            from = stream.pick(&cells).copied().unwrap_or(from);
        }
        let mut goals = Bits::new(floor.width(), floor.height());
        for pos in some_cells(&floor, &mut stream, 12) {
            goals.insert(pos);
        }
        let price = GoalCost { step: stream.range(1, 5), away_from };
        seeker.seek(&floor, from, &goals, price, &mut way);
        field.spread(&floor, [from], Moves::Eight, DistanceField::MAX_DISTANCE);
        let in_reach =
            goals.iter().filter(|&pos| pos != from && field.get(pos) != DistanceField::UNREACHABLE);
        let costs = in_reach
            .map(|pos| (i32::from(field.get(pos)) * price.step - pos.steps_to(away_from), pos));
        let best = costs.min().map(|(_, pos)| pos);
        assert_eq!(way.first().copied(), best, "floor {seed} from {from:?}");
        let Some(best) = best else { continue };
        assert_eq!(way.len(), usize::from(field.get(best)), "floor {seed} from {from:?}");
        let mut at = from;
        for &next in way.iter().rev() {
            let dir = Dir::between(at, next).expect("a step");
            assert_eq!(field.get(next), field.get(at) + 1, "floor {seed}, {at:?} {dir:?}");
            let Pos { x, y } = dir.offset();
            assert!([Pos::new(x, 0), Pos::new(0, y)].iter().all(|&side| floor.contains(at + side)));
            at = next;
        }
        found += 1;
    }
    assert!(found > 60, "{found} goals were found");
}

/// On small grids and on large ones, one after another with the same memory.
#[test]
fn goal_search_steps_as_the_distance_field_of_its_goals_does() {
    let (mut seeker, mut field, mut way) = (GoalSearch::new(), DistanceField::new(), Vec::new());
    let (mut walked, mut stuck) = (0, 0);
    for (seed, floor) in floors(120).enumerate() {
        let mut stream = Stream::new(Seed(seed as u64), Purpose::new("approach"), ());
        let mut goals = some_cells(&floor, &mut stream, 1 + seed % 7);
        let from = goals.remove(0);
        if seed % 10 == 9 {
            goals.push(from);
        }
        let is_there = seeker.path_to_nearest(&floor, from, &goals, &mut way);
        field.spread(&floor, goals.iter().copied(), Moves::Eight, DistanceField::MAX_DISTANCE);
        let is_reached = field.get(from) != DistanceField::UNREACHABLE;
        assert_eq!(is_there, is_reached, "floor {seed} from {from:?}");
        let mut at = from;
        let led = std::iter::from_fn(|| {
            at = at + field.step_down(at)?;
            Some(at)
        });
        assert_eq!(way.iter().rev().copied().collect::<Vec<_>>(), led.collect::<Vec<_>>());
        walked += usize::from(way.len() > 1);
        stuck += usize::from(!is_there);
    }
    assert!(walked > 30 && stuck > 5, "{walked} ways, {stuck} without");
}
