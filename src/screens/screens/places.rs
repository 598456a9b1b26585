//! The places of a town to walk to: its houses and gates, or in a house the people, the door and the other houses.

use crate::{
    Appearance, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    surroundings::bearing,
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{
        KeyHint, fit,
        sheet::{Row, Sheet},
    },
};
use base::Dir;
use engine::sim::Command;
use engine::view::{PlaceKind, PlaceView, View};

use super::cursor::CursorScreen;

/// The list of places.
pub(crate) struct PlacesScreen;

const MAX_NAME_COLUMNS: usize = 50;

fn places(view: View<'_>) -> Vec<PlaceView> {
    view.town().map_or_else(Vec::new, |town| town.places())
}

/// The command that walks to a place of the floor: into a house, to a gate, or beside somebody.
fn way_to(view: View<'_>, place: &PlaceView) -> Command {
    if place.at == view.exit() && view.player().pos != place.at {
        return Command::TravelToExit;
    }
    if place.kind != PlaceKind::Somebody {
        return Command::Travel(place.at);
    }
    let here = view.player().pos;
    let mut beside: Vec<_> = Dir::ALL.into_iter().map(|dir| place.at + dir).collect();
    beside.sort_by_key(|&pos| (pos.steps_to(here), pos));
    let mut ways = beside.into_iter().map(Command::Travel);
    ways.find(|way| view.refusal(way).is_none()).unwrap_or(Command::Travel(place.at))
}

/// The name of a place with what is noted of it, and the way to it, from the door to another house. The name is cut for
/// the note.
fn words(view: View<'_>, place: &PlaceView, looks: &Appearance) -> (String, String) {
    let from = match view.town().and_then(|town| town.here()) {
        Some(own) if place.kind == PlaceKind::AnotherHouse => own.door,
        _ => view.player().pos,
    };
    let note = if place.note.is_empty() { String::new() } else { format!(" ({})", place.note) };
    let name = fit(&place.name, MAX_NAME_COLUMNS - note.chars().count(), looks);
    (format!("{name}{note}"), bearing(from, place.at))
}

/// Whether the player has been there.
fn is_old(place: &PlaceView) -> bool {
    matches!(place.note, "been in" | "has spoken")
}

impl Screen for PlacesScreen {
    /// Chooses the first place where the player has not been yet.
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        let new = places(context.run().view()).iter().position(|place| !is_old(place));
        context.sheet.chosen = new.or(Some(0));
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let town = view.town()?;
        let title = match town.here() {
            Some(house) => content::capital(&house.name),
            None => {
                let (seen, all) = town.seen_houses();
                format!("{}: {seen} of {all} houses seen", town.name())
            }
        };
        let places = town.places();
        let words: Vec<_> =
            places.iter().map(|place| words(view, place, &context.appearance)).collect();
        let columns = words.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let rows = places.iter().zip(words).map(|(place, (name, way))| Row {
            role: if is_old(place) { ColorRole::Dim } else { ColorRole::Text },
            told: Some(format!("{name}: {way}.")),
            ..Row::new(format!("{} {name:<columns$}  {way}", place.sign.unwrap_or(' ')))
        });
        Some(Sheet {
            rows: rows.collect(),
            hints: vec![
                KeyHint::of(context, Intent::Confirm, "walk there"),
                KeyHint::new("letter", "choose"),
                KeyHint::of(context, Intent::Travel, "any other cell"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ],
            columns: 74,
            opened_by: Some(Intent::NextJob),
            is_read: true,
            ..Sheet::boxed(title)
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let places = places(run.view());
        match places.get(row) {
            Some(place) if place.kind == PlaceKind::AnotherHouse => {
                run.walk_to_house(place.at, &context.settings);
            }
            Some(place) => _ = run.submit(way_to(run.view(), place), &context.settings),
            None => {}
        }
        Transition::Pop
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let is_travel = context.intent(InputMode::Play, input) == Some(Intent::Travel);
        is_travel.then(|| Transition::replace(CursorScreen::travel(context.run().view())))
    }

    /// The letter on a door chooses its house, with or without Shift.
    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let is_meant = |place: &PlaceView| {
            let signs = place.sign.map(|own| [own, own.to_ascii_lowercase()]);
            signs.into_iter().flatten().any(|sign| *input == Input::Key(Key::char(sign)))
        };
        let Some(at) = places(context.run().view()).iter().position(is_meant) else {
            return Transition::Ignore;
        };
        context.sheet.chosen = Some(at);
        Transition::Stay
    }
}
