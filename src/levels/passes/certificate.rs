//! Writes the proof of the locks into the level.

use crate::algo::locks::PlayStep;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::furnish::things::kind_of;
use crate::level::{LevelCertificate, Thing, ThingKind};
use base::{Bits, Dir, DistanceField, Moves, Pos};

/// Adds the certificate: the order of play that the proof of the locks found, with the steps that
/// it takes to walk it round all things.
pub(crate) fn certificate(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let locked = draft.locked.as_ref().ok_or(PassError::Missing("proven locks"))?;
    let mut passable = Bits::of(&draft.tiles, |tile| tile.is_passable() && !tile.is_gate());
    for thing in draft.things.iter().filter(|thing| bars(thing.kind)) {
        passable.remove(thing.pos());
    }
    let ledge = |thing: &Thing| Some(Ledge { cell: thing.pos(), to: thing.leads_down()? });
    let drops: Vec<Ledge> = draft.things.iter().filter_map(ledge).collect();
    let stops: Option<Vec<Stop<'_>>> =
        locked.proof.order.iter().map(|&step| stop(draft, step)).collect();
    let walked = stops
        .and_then(|stops| par(passable, draft.start, &stops, draft.exit, &drops))
        .ok_or(PassError::Retry("the order of play cannot be walked"))?;
    draft.certificate = Some(LevelCertificate {
        proof: "every-order".into(),
        states: Some(locked.proof.states),
        order: locked.proof.order.iter().map(PlayStep::to_string).collect(),
        supplies: None,
        par: walked,
        work: None,
    });
    Ok(())
}

/// Whether a thing blocks its cell for the walk.
fn bars(kind: ThingKind) -> bool {
    !matches!(
        kind,
        ThingKind::Door
            | ThingKind::Key
            | ThingKind::BossKey
            | ThingKind::Feather
            | ThingKind::Satchel
            | ThingKind::Item
            | ThingKind::Actor
    )
}

/// The cells of a step of the order.
fn stop<'a>(draft: &'a LevelDraft<'_>, step: PlayStep) -> Option<Stop<'a>> {
    match step {
        PlayStep::Take { opener, room } => {
            let (kind, area) = (kind_of(opener), draft.rooms.get(room)?.rect);
            let lies = |pos: Pos| area.contains(pos);
            let thing = draft.things.iter().find(|it| it.kind == kind && lies(it.pos()))?;
            Some((thing.pos(), &[]))
        }
        PlayStep::Open { link } => {
            let cells = &draft.links.get(link)?.cells;
            let is_gate = |pos: &Pos| draft.tiles[*pos].is_gate();
            let gate = cells.iter().position(is_gate)?;
            let wide = cells[gate..].iter().take_while(|&pos| is_gate(pos)).count();
            Some((cells[gate], &cells[gate..gate + wide]))
        }
    }
}

/// A stop of an order of play: the cell to walk to, and the cells of a gate that is opened by
/// walking into it.
type Stop<'a> = (Pos, &'a [Pos]);

/// A ledge: a cell that can be crossed in the direction `to` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ledge {
    pub cell: Pos,
    pub to: Dir,
}

/// The number of steps from the start over all stops to the goal, each leg by a shortest way in
/// eight directions without cutting corners; `None` if there is no way for a leg.
///
/// `passable` contains no cells of gates at first: stops open them. A gate is reached when its
/// first cell is entered. Drops are taken only if there is no other way, the nearest first. Each
/// leg computes one distance field, or a few if a drop must be taken.
fn par(
    mut passable: Bits,
    start: Pos,
    stops: &[Stop<'_>],
    goal: Pos,
    drops: &[Ledge],
) -> Option<u32> {
    for drop in drops {
        passable.remove(drop.cell);
    }
    let mut field = DistanceField::new();
    let mut steps = 0;
    let mut place = start;
    for &(to, opened) in stops {
        for &cell in opened {
            passable.insert(cell);
        }
        steps += leg(&mut field, &passable, place, to, drops)?;
        place = to;
    }
    Some(steps + leg(&mut field, &passable, place, goal, drops)?)
}

/// The steps of one leg; see [`par`].
fn leg(
    field: &mut DistanceField,
    passable: &Bits,
    from: Pos,
    to: Pos,
    drops: &[Ledge],
) -> Option<u32> {
    let mut left: Vec<Ledge> = drops.to_vec();
    let (mut place, mut steps) = (from, 0);
    loop {
        if let Some(last) = field.spread_until(passable, [place], Moves::Eight, to) {
            return Some(steps + u32::from(last));
        }
        let brink = |drop: &Ledge| field.get(drop.cell - drop.to.offset());
        let nearest = (0..left.len()).min_by_key(|&index| brink(&left[index]))?;
        let down = brink(&left[nearest]);
        if down == DistanceField::UNREACHABLE {
            return None;
        }
        let drop = left.swap_remove(nearest);
        steps += u32::from(down) + 2;
        place = drop.cell + drop.to.offset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `#` is wall and `L` a gate; the function finds the cell of a letter.
    fn map(text: &str) -> (Bits, impl Fn(char) -> Pos) {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.trim().chars().collect()).collect();
        let mut passable = Bits::new(rows[0].len() as i32, rows.len() as i32);
        let cells = rows.iter().enumerate().flat_map(|(y, row)| {
            row.iter().enumerate().map(move |(x, &at)| (Pos::new(x as i32, y as i32), at))
        });
        let cells: Vec<(Pos, char)> = cells.collect();
        for &(pos, at) in &cells {
            passable.set(pos, !"#L".contains(at));
        }
        let find = move |wanted| cells.iter().find(|(_, at)| *at == wanted).expect("on the map").0;
        (passable, find)
    }

    #[test]
    fn walks_to_the_key_the_door_and_the_goal() {
        let (passable, at) = map("############
                                  #s...L....g#
                                  ##.#########
                                  ##k#########
                                  ############");
        let gate = [at('L')];
        let stops = [(at('k'), &[][..]), (gate[0], &gate)];
        assert_eq!(par(passable.clone(), at('s'), &stops, at('g'), &[]), Some(3 + 5 + 5));
        assert_eq!(par(passable, at('s'), &[], at('g'), &[]), None);
    }

    #[test]
    fn drops_where_it_must_and_never_back() {
        let (passable, at) = map("############
                                  #s...d....g#
                                  ############");
        let drop = |to| [Ledge { cell: at('d'), to }];
        assert_eq!(par(passable.clone(), at('s'), &[], at('g'), &drop(Dir::East)), Some(9));
        assert_eq!(par(passable, at('s'), &[], at('g'), &drop(Dir::West)), None);
    }
}
