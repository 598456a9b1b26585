//! The places of a town to walk to: its houses and gates, or in a house the people, the door and the other houses.

use ratatui::{Frame, text::Line};

use crate::{
    Appearance, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    surroundings::bearing,
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{KeyHint, fit, hint_text, page::Page, selection::Selection},
};
use base::Dir;
use engine::sim::Command;
use engine::view::{PlaceKind, PlaceView, View};

use super::cursor::CursorScreen;
use super::list_keys::ListKey;

/// The list of places.
pub(crate) struct PlacesScreen {
    selection: Selection,
}

const MOST_NAME_COLUMNS: usize = 50;

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

fn title(view: View<'_>) -> String {
    let Some(town) = view.town() else { return String::new() };
    if let Some(house) = town.here() {
        content::capital(&house.name)
    } else {
        let (seen, all) = town.seen_houses();
        format!("{}: {seen} of {all} houses seen", town.name())
    }
}

/// A place in a line: its sign, its name with what is noted of it, and the way to it, from the door to another house. The name is
/// cut for the note.
fn words(view: View<'_>, place: &PlaceView, looks: &Appearance) -> (char, String, String) {
    let from = match view.town().and_then(|town| town.here()) {
        Some(own) if place.kind == PlaceKind::AnotherHouse => own.door,
        _ => view.player().pos,
    };
    let way = bearing(from, place.at);
    let note = if place.note.is_empty() { String::new() } else { format!(" ({})", place.note) };
    let name = fit(&place.name, MOST_NAME_COLUMNS - note.chars().count(), looks);
    (place.sign.unwrap_or(' '), format!("{name}{note}"), way)
}

impl PlacesScreen {
    /// The list with the first place chosen where the player has not been yet.
    pub(crate) fn new(view: View<'_>) -> Self {
        let new = places(view).iter().position(|place| !is_old(place));
        PlacesScreen { selection: Selection { at: new.unwrap_or(0) } }
    }
}

/// Whether the player has been there.
fn is_old(place: &PlaceView) -> bool {
    matches!(place.note, "been in" | "has spoken")
}

impl Screen for PlacesScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let view = run.view();
        let places = places(view);
        let rows: Vec<_> = places.iter().map(|place| words(view, place, &looks)).collect();
        let columns = rows.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0);
        let lines = places.iter().zip(rows).map(|(place, (sign, name, way))| {
            let role = if is_old(place) { ColorRole::Dim } else { ColorRole::Text };
            Line::styled(format!("{sign} {name:<columns$}  {way}"), looks.style(role))
        });
        let lines = lines.collect();
        Page {
            title: title(view),
            lines,
            footer: hint_text(&[
                KeyHint::of(context, Intent::Confirm, "walk there"),
                KeyHint::new("letter", "choose"),
                KeyHint::of(context, Intent::Travel, "any other cell"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ]),
            selection: (!places.is_empty()).then_some(self.selection),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let places = places(run.view());
        if context.intent(InputMode::Play, input) == Some(Intent::Travel) {
            return Transition::replace(CursorScreen::travel(run.view()));
        }
        match ListKey::read(input, context, Intent::NextJob, &mut self.selection, places.len()) {
            ListKey::Choose(Some(at)) => {
                let place = &places[at];
                if place.kind == PlaceKind::AnotherHouse {
                    run.walk_to_house(place.at, &context.settings);
                } else {
                    run.submit(way_to(run.view(), place), &context.settings);
                }
                Transition::Pop
            }
            ListKey::Close | ListKey::Choose(None) => Transition::Pop,
            ListKey::Moved => Transition::Stay,
            // The letter on a door chooses its house, with or without Shift.
            ListKey::Other => {
                let is_meant = |place: &PlaceView| {
                    let signs = place.sign.map(|own| [own, own.to_ascii_lowercase()]);
                    let mut keys = signs.into_iter().flatten().map(Key::char);
                    keys.any(|key| *input == Input::Key(key))
                };
                match places.iter().position(is_meant) {
                    Some(at) => {
                        self.selection.at = at;
                        Transition::Stay
                    }
                    None => Transition::Ignore,
                }
            }
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, context) = context.in_run();
        let view = run.view();
        let mut lines = vec![format!("{}.", title(view))];
        for (at, place) in places(view).iter().enumerate() {
            let chosen = if at == self.selection.at { CHOSEN } else { "" };
            let (_, name, way) = words(view, place, &context.appearance);
            lines.push(format!("{chosen}{name}: {way}."));
        }
        Some(lines)
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
