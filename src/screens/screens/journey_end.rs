//! The end of a journey: its story, its score part by part, and the ways on from here.

use crate::{
    ActiveRun, Context, Receipt, config::HandMeDowns, morgue, theme::ColorRole,
    widgets::sheet::Block,
};
use content::capital;
use engine::sim::{End, HandMeDown};
use engine::view::{CartSlot, epitaph};

use super::{
    end::{EndScreen, Entry, Exit},
    hand_down::Heirloom,
};

/// The end of the journey that was played, with the ways on from it.
pub(crate) fn journey_end(
    run: &ActiveRun,
    end: End,
    context: &mut Context,
    exits: &'static [Exit],
) -> EndScreen {
    let heirlooms = heirlooms(run, end, context);
    let hand_down = (!heirlooms.is_empty()).then_some(Entry::HandDown);
    let own = [Entry::Story, Entry::Roll].into_iter().chain(hand_down);
    let mut screen = EndScreen {
        heading: match end {
            End::Won => "The Deep Seat is in order",
            End::Died => "You are dead",
            End::Abandoned => "You went home",
            End::ClockedOut | End::Dawn => "The journey is over",
        }
        .to_owned(),
        entries: own.chain(exits.iter().map(Entry::Exit)).collect(),
        story: morgue::text(run, &context.settings.name),
        heirlooms,
        ..EndScreen::default()
    };
    screen.keep_story(run, context);
    let view = run.view();
    let name = match &*context.settings.name {
        "" => "The upkeeper",
        name => name,
    };
    let sum = |text: &str, worth: u32, role| Block::Sum {
        text: capital(text),
        worth: worth.to_string(),
        role,
    };
    let key = |text| Block::Text(text, ColorRole::Key);
    let mut text = vec![Block::heading(format!("{name} {}.", epitaph(&view))), Block::blank()];
    let story = view.story_of_journey().into_iter();
    text.extend(story.flat_map(|paragraph| [Block::text(paragraph), Block::blank()]));
    let parts = view.journey_score().into_iter();
    text.extend(parts.map(|(part, worth)| sum(&part, worth, ColorRole::Text)));
    text.push(sum("score", view.run_grade().score, ColorRole::Title));
    text.extend([Block::blank(), Block::dim(format!("Seed {}.", run.seed()))]);
    if let Some(Receipt { digest, location, fetch, .. }) = run.receipt() {
        text.push(Block::dim(format!("Digest {digest}. Show the run to anyone:")));
        text.extend(fetch.map(key));
        text.push(key(format!("upkeeper replay verify {location}")));
    }
    text.extend(screen.told_of_file(ColorRole::Dim));
    EndScreen { text, ..screen }
}

/// What of the cart can be handed down: of who died, and not on a seed that was chosen.
fn heirlooms(run: &ActiveRun, end: End, context: &Context) -> Vec<Heirloom> {
    let is_on = context.settings.hand_me_downs == HandMeDowns::On;
    let is_seeded = run.word().is_some_and(|word| !word.is_empty());
    if end != End::Died || !is_on || is_seeded || !context.host.keeps_hand_me_downs() {
        return Vec::new();
    }
    let view = run.view();
    let from = if context.settings.name.is_empty() { "Upkeeper" } else { &context.settings.name };
    let item = |slot: CartSlot<'_>| {
        let item = HandMeDown { item: slot.item.name.clone(), from: from.to_owned() };
        (item, view.item_name(slot.kind, 1))
    };
    view.cart().into_iter().map(item).collect()
}
