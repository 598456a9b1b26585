//! What is told at the end of a shift, of a journey and of the tutorial.

use content::{capital, counted};
use engine::{
    sim::{End, Grade, HandMeDown, Letter, Pay, Turns},
    view::{CartSlot, View, describe_pay, epitaph, grade_in_short, verdict},
};
use ratatui::text::Line;

use crate::{
    ActiveRun, Context, Receipt,
    config::HandMeDowns,
    morgue,
    reckoner::Reckoner,
    theme::ColorRole,
    widgets::{banner, sheet::Block},
};

use super::end::{EndScreen, Entry, Exit, Heirloom};

/// The width of the large grade and of the gap beside it.
const GRADE_COLUMNS: usize = 9;

/// The result of a run that has just ended, with the ways on from it.
pub(crate) fn result(
    run: &ActiveRun,
    end: End,
    context: &mut Context,
    exits: &'static [Exit],
) -> EndScreen {
    let view = run.view();
    let was_inside =
        view.party().is_some() && view.tally().left_at.is_none_or(|left_at| left_at > view.dawn());
    let is_watchable = run.at_dawn.is_some() || (was_inside && run.receipt().is_some());
    let dawn = Turns(view.turns().saturating_sub(view.clock()).0 + view.dawn().0);
    let watch = is_watchable.then_some(Entry::Watch(was_inside.then_some(dawn)));
    let is_of_journey = view.pay().is_some();
    // The story of a journey is told at its end, and its sites are raided by people who will be met
    // again.
    let other = if is_of_journey { Entry::LastNight } else { Entry::Story };
    let goes_on = view.is_tutorial() || is_of_journey;
    let reckoner = reckoner(run, context);
    let once_more = (reckoner.is_some() && !view.is_tutorial()).then_some(Entry::OnceMore);
    let own = watch.into_iter().chain([other]).chain(once_more);
    let first_exit = own.clone().count();
    let mut screen = EndScreen {
        heading: match end {
            End::ClockedOut => "Clocked out",
            End::Dawn => "Dawn",
            End::Died => "You are dead",
            End::Abandoned => "You walked off",
            End::Won => "The Deep Seat is in order",
        }
        .to_owned(),
        entries: own.chain(exits.iter().map(Entry::Exit)).collect(),
        // Whoever presses enter without reading goes on: the raid has been seen.
        first: if goes_on { first_exit } else { 0 },
        story: morgue::text(run, &context.settings.name),
        tells_of_raid: true,
        reckoner,
        ..EndScreen::default()
    };
    let is_kept = !view.is_journey() && !view.is_tutorial();
    if is_kept && (end == End::Died || context.host.keeps_all_stories()) {
        screen.keep_story(run, context);
    }
    let mut rest = vec![Block::blank(), Block::text(verdict(view.grade().letter))];
    rest.extend(view.pay().filter(|pay| pay.parts.len() > 1).map(paid));
    rest.push(Block::dim(worked(run, context)));
    // Of a journey that is told at its end.
    if !is_of_journey {
        rest.extend(proof(run.receipt()));
        rest.extend(screen.told_of_file(ColorRole::Text));
    }
    EndScreen { text: vec![head(run, context), Block::blank()], rest, ..screen }
}

/// The reckoning of the raid that is over, made beside the game; `None` where none is, and where
/// the run is not kept.
fn reckoner(run: &ActiveRun, context: &mut Context) -> Option<Reckoner> {
    let view = run.view();
    if !view.is_raid_over() || matches!(view.shift_end(), Some(End::Died | End::Abandoned)) {
        return None;
    }
    let replay = context.host.replay(&run.receipt()?.run).ok()?;
    let before = view.turns().saturating_sub(view.clock());
    let is_it = replay.game().setup() == view.setup();
    is_it.then(|| Reckoner::begin(replay, before, context.host.foresight()))
}

/// The grade, large where there is room for it, and what it is for.
fn head(run: &ActiveRun, context: &Context) -> Block {
    let (view, looks) = (run.view(), context.appearance);
    let grade = view.grade();
    let Grade { letter, points, max_points, score, .. } = grade;
    let worth = match view.pay() {
        Some(pay) => format!("you are paid {}", pay.total()),
        None => format!("by depth {}: score {score}", view.depth()),
    };
    let large = banner::banner(&grade.letter.character().to_string(), &looks).into_iter();
    let style = looks.style(ColorRole::Title);
    let next = view.next_letter().map_or(String::new(), |(letter, lacks)| {
        let article = if matches!(letter, Letter::S | Letter::A) { "an" } else { "a" };
        format!(", {lacks} to {article} {}", letter.character())
    });
    let letter = letter.character();
    let heading = format!("Grade {letter}: {points} of {max_points}{next}, {worth}");
    let max_of_dawn = view.catalog().rules.grade.max_of_dawn();
    let short = grade_in_short(&grade, max_of_dawn).into_iter();
    let short = short.map(|line| match line.worth() {
        worth if worth.is_empty() => Block::dim(line.text),
        worth => Block::Sum { text: line.text, worth, role: ColorRole::Text },
    });
    Block::Beside {
        picture: large.map(|row| Line::styled(row, style)).collect(),
        columns: GRADE_COLUMNS,
        text: [Block::heading(heading)].into_iter().chain(short).collect(),
    }
}

/// Who worked, for how long, and where.
fn worked(run: &ActiveRun, context: &Context) -> String {
    let view = run.view();
    let seed = if view.is_journey() { String::new() } else { format!(", seed {}", run.seed()) };
    let turns = counted(view.shift_turns_worked().0, "turn");
    let by_hand = view.tally().by_hand.map_or(String::new(), |lever| {
        format!(" The second hand did one thing more: {}.", view.name_of_planned(lever))
    });
    format!("{} {turns} of work{seed}.{by_hand}", who(view, context))
}

/// What is paid for, in one line.
fn paid(pay: Pay) -> Block {
    let parts = pay.parts.into_iter();
    let parts = parts.map(|part| format!("{:+} {}", part.coins, describe_pay(part.why)));
    Block::dim(format!("Pay: {}", parts.collect::<Vec<_>>().join(", ")))
}

/// Where the run is kept and how it is verified.
fn proof(receipt: Option<Receipt>) -> Vec<Block> {
    let Some(Receipt { digest, location, fetch, ranked, .. }) = receipt else {
        return vec![Block::dim("Nobody has kept this run.")];
    };
    let mut text = vec![Block::text(format!("Digest {digest}. Show the run to anyone:"))];
    text.extend(commands(fetch, &location));
    text.extend((!ranked).then(|| Block::dim("It is not ranked.")));
    text
}

/// The command lines that bring a run to the player's machine and verify it.
fn commands(fetch: Option<String>, location: &str) -> impl Iterator<Item = Block> {
    let verify = format!("upkeeper replay verify {location}");
    fetch.into_iter().chain([verify]).map(|line| Block::Text(line, ColorRole::Key))
}

/// The player, and how it ended.
fn who(view: View<'_>, context: &Context) -> String {
    let name = &*context.settings.name;
    format!("{} {}.", if name.is_empty() { "The upkeeper" } else { name }, epitaph(&view))
}

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
    let sum = |text: &str, worth: u32, role| Block::Sum {
        text: capital(text),
        worth: worth.to_string(),
        role,
    };
    let mut text = vec![Block::heading(who(view, context)), Block::blank()];
    let story = view.story_of_journey().into_iter();
    text.extend(story.flat_map(|paragraph| [Block::text(paragraph), Block::blank()]));
    let parts = view.journey_score().into_iter();
    text.extend(parts.map(|(part, worth)| sum(&part, worth, ColorRole::Text)));
    text.push(sum("score", view.run_grade().score, ColorRole::Title));
    text.extend([Block::blank(), Block::dim(format!("Seed {}.", run.seed()))]);
    if let Some(Receipt { digest, location, fetch, .. }) = run.receipt() {
        text.push(Block::dim(format!("Digest {digest}. Show the run to anyone:")));
        text.extend(commands(fetch, &location));
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
