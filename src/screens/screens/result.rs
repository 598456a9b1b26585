//! What is told at the end of a shift, of a journey and of the tutorial.

use content::capital;
use engine::{
    sim::{End, GradeLine, HandMeDown, Letter, Pay, Turns},
    view::{CartSlot, View, describe_grade_line, describe_pay, epitaph, verdict},
};
use ratatui::text::Line;

use crate::{
    ActiveRun, Context, Receipt,
    config::HandMeDowns,
    morgue,
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
    let mut screen = EndScreen {
        heading: match end {
            End::ClockedOut => "Clocked out",
            End::Dawn => "Dawn",
            End::Died => "You are dead",
            End::Abandoned => "You walked off",
            End::Won => "The Deep Seat is in order",
        }
        .to_owned(),
        entries: watch.into_iter().chain([other]).chain(exits.iter().map(Entry::Exit)).collect(),
        // Whoever presses enter without reading goes on: the raid has been seen.
        first: if goes_on { usize::from(is_watchable) + 1 } else { 0 },
        story: morgue::text(run, &context.settings.name),
        ..EndScreen::default()
    };
    let is_kept = !view.is_journey() && !view.is_tutorial();
    if is_kept && (end == End::Died || context.host.keeps_all_stories()) {
        screen.keep_story(run, context);
    }
    let mut text = vec![head(run, context), Block::blank()];
    let grade = view.grade();
    let (raid, work): (Vec<_>, Vec<_>) =
        grade.lines.iter().partition(|line| line.what.is_of_raid());
    text.extend(work.into_iter().map(sum));
    let tale = view.tale_of_dawn();
    if !tale.is_empty() {
        text.push(Block::blank());
        text.extend(tale.into_iter().map(Block::text));
        text.push(Block::blank());
        text.extend(raid.into_iter().map(sum));
    }
    let (points, max, score) = (grade.points, grade.max_points, grade.score);
    text.push(Block::Sum {
        text: "in all".to_owned(),
        worth: format!("{points} of {max}, by depth {}: score {score}", view.depth()),
        role: ColorRole::Title,
    });
    text.push(Block::blank());
    text.extend(view.pay().filter(|pay| pay.parts.len() > 1).into_iter().flat_map(paid));
    // Of a journey that is told at its end.
    if !is_of_journey {
        text.extend(proof(run.receipt()));
        text.extend(screen.told_of_file(ColorRole::Text));
    }
    let thresholds = view.catalog().rules.grade.thresholds;
    let letters = Letter::ALL.iter().zip(thresholds);
    let letters = letters.map(|(letter, percent)| format!("{} from {percent}", letter.character()));
    text.push(Block::dim(format!("Grades: {}.", letters.collect::<Vec<_>>().join(", "))));
    EndScreen { text, ..screen }
}

/// The grade, large where there is room for it, and what it is for.
fn head(run: &ActiveRun, context: &Context) -> Block {
    let (view, looks) = (run.view(), context.appearance);
    let letter = view.grade().letter;
    let pay = view.pay().map_or(String::new(), |pay| format!(": you are paid {}", pay.total()));
    let large = banner::banner(&letter.character().to_string(), &looks).into_iter();
    let style = looks.style(ColorRole::Title);
    Block::Beside {
        picture: large.map(|row| Line::styled(row, style)).collect(),
        columns: GRADE_COLUMNS,
        text: vec![
            Block::heading(format!("Grade {}{pay}", letter.character())),
            Block::text(verdict(letter)),
            Block::dim(format!("{}, {}", place(run), pace(view))),
            Block::dim(who(view, context)),
        ],
    }
}

/// Kind, depth and seed of the level. All floors of a site are graded together.
fn place(run: &ActiveRun) -> String {
    let view = run.view();
    let (kind, depth) = (view.kind(), view.depth());
    match view.night_title() {
        Some((site, night)) => format!("{site}, {night}: {kind}, depth {depth}"),
        None => format!("{kind}, depth {depth}, seed {}", run.seed()),
    }
}

/// The turns taken, beside par where it is known.
fn pace(view: View<'_>) -> String {
    let turns = view.shift_turns_worked();
    match view.par() {
        Some(par) => format!("par {par} turns: you took {turns}"),
        None => format!("{turns} turns"),
    }
}

fn sum(line: &GradeLine) -> Block {
    Block::Sum {
        text: describe_grade_line(line),
        worth: match line.max_points {
            0 => format!("{:+}", line.points),
            max => format!("{:+} of {max}", line.points),
        },
        role: if line.points < 0 { ColorRole::Bad } else { ColorRole::Text },
    }
}

fn paid(pay: Pay) -> impl Iterator<Item = Block> {
    let (text, worth) = ("you are paid".to_owned(), pay.total().to_string());
    let total = Block::Sum { text, worth, role: ColorRole::Title };
    let parts = pay.parts.into_iter().map(|part| Block::Sum {
        text: describe_pay(part.why),
        worth: format!("{:+}", part.coins),
        role: if part.coins < 0 { ColorRole::Bad } else { ColorRole::Text },
    });
    parts.chain([total, Block::blank()])
}

/// Where the run is kept and how it is verified.
fn proof(receipt: Option<Receipt>) -> Vec<Block> {
    let Some(Receipt { digest, location, fetch, ranked, .. }) = receipt else {
        return vec![Block::dim("Nobody has kept this run.")];
    };
    let place = fetch.as_ref().map_or(location.as_str(), |_| "this server's keeping");
    let mut text =
        vec![Block::text(format!("Digest {digest}. The run is in {place}; show it to anyone:"))];
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
