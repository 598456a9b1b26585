//! The end of the tutorial: a page about the road, then what was learned, and the ways on from here.

use crate::{ActiveRun, Context, theme::ColorRole, widgets::sheet::Block};
use ratatui::text::Line;

use super::end::{EndScreen, Entry, Exit};

/// The little map, and what there is to know of journeys.
pub(crate) fn road(context: &Context, exits: &'static [Exit]) -> EndScreen {
    let road = &context.catalog.tutorial.road;
    let style = context.appearance.style(ColorRole::Key);
    let map = road.map.iter().map(|row| Block::Line(Line::styled(row.clone(), style)));
    let told = road.text.iter().map(|text| paragraph(text, ColorRole::Text, context));
    let text = map.chain(told.flat_map(|paragraph| [Block::blank(), paragraph])).collect();
    end(&road.title, text, exits)
}

/// What was learned and what was missed.
pub(crate) fn ending(
    run: &ActiveRun,
    is_left_early: bool,
    context: &Context,
    exits: &'static [Exit],
) -> EndScreen {
    let ending = &context.catalog.tutorial.ending;
    let learned = run.view().learned();
    let mut text = Vec::new();
    for (heading, is_learned) in [(&ending.learned, true), (&ending.missed, false)] {
        let mut own = learned.iter().filter(|(_, own)| *own == is_learned).peekable();
        if own.peek().is_none() {
            continue;
        }
        text.push(paragraph(heading, ColorRole::Title, context));
        let role = if is_learned { ColorRole::Good } else { ColorRole::Dim };
        text.extend(own.map(|(text, _)| paragraph(&format!("- {text}"), role, context)));
        text.push(Block::blank());
    }
    text.extend(ending.text.iter().map(|text| paragraph(text, ColorRole::Text, context)));
    end(if is_left_early { &ending.left } else { &ending.title }, text, exits)
}

fn end(heading: &str, text: Vec<Block>, exits: &'static [Exit]) -> EndScreen {
    let entries = exits.iter().map(Entry::Exit).collect();
    EndScreen { heading: heading.to_owned(), text, entries, ..EndScreen::default() }
}

fn paragraph(text: &str, role: ColorRole, context: &Context) -> Block {
    Block::Text(context.settings.keymap.fill_in(text), role)
}
