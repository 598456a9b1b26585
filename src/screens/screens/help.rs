//! The help: the keys as they are now, how a shift and a journey go, and what the signs on the map
//! mean; and the help of the screen that plays a recorded run.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::{
    Appearance, Context, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{Input, KeyCode},
    theme::ColorRole,
    widgets::{
        KeyHint, Scroll, fit,
        floor::role_of_side,
        sheet::{Block, Sheet},
        wrap,
    },
};
use base::Dir;

/// The help, a page at a time.
pub struct HelpScreen {
    page: usize,
    scrolls: [Scroll; PAGE_TITLES.len()],
}

const PAGE_TITLES: [&str; 4] =
    ["How a shift goes", "Keys", "Signs on the map", "How a journey goes"];

impl HelpScreen {
    /// The help at the page of the keys.
    pub fn keys() -> Self {
        Self { page: 1, ..Self::to_play() }
    }

    /// The help at the page of journeys.
    pub(crate) fn of_journey() -> Self {
        Self { page: 3, ..Self::to_play() }
    }

    /// The help from its beginning, how a shift goes.
    pub fn to_play() -> Self {
        Self { page: 0, scrolls: Default::default() }
    }
}

impl Screen for HelpScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (looks, width) = (context.appearance, context.sheet.columns());
        let lines = match self.page {
            0 => story(&SHIFT_PARAGRAPHS, context, width),
            1 => keys(context, width),
            2 => signs(context, width),
            _ => story(&JOURNEY_PARAGRAPHS, context, width),
        };
        let (title, page) = (PAGE_TITLES[self.page], self.page + 1);
        Some(Sheet {
            text: lines.into_iter().map(Block::Line).collect(),
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of_arrows(&looks, [GlyphId::Left, GlyphId::Right], "page"),
                KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "scroll"),
            ],
            ..Sheet::page(format!("{title} ({page} of {})", PAGE_TITLES.len()))
        })
    }

    /// Turns the pages; each stays scrolled as it was.
    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let forward = match (context.intent(InputMode::Cursor, input), input) {
            (Some(Intent::Move(Dir::East)), _) => true,
            (Some(Intent::Move(Dir::West)), _) => false,
            (_, Input::Key(key)) if key.code == KeyCode::Tab => !key.shift,
            _ => return Transition::Ignore,
        };
        self.scrolls[self.page] = context.sheet.scroll;
        let by = if forward { 1 } else { PAGE_TITLES.len() - 1 };
        self.page = (self.page + by) % PAGE_TITLES.len();
        context.sheet.scroll = self.scrolls[self.page];
        Transition::Stay
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

/// The keys while a recorded run is watched, and what its bar shows.
pub(super) struct ReplayHelpScreen;

impl Screen for ReplayHelpScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (looks, mut lines) = (context.appearance, Vec::new());
        keys_of(&mut lines, InputMode::Replay, context, context.sheet.columns());
        let (split, mark) = (looks.glyph(GlyphId::Down), looks.glyph(GlyphId::Bullet));
        let bar = format!(
            "On the bar {split} is a split and {mark} a time at which the player left the run or took it up again. \
             A click on it jumps there."
        );
        let bar = [Block::blank(), Block::dim(bar)];
        Some(Sheet {
            text: lines.into_iter().map(Block::Line).chain(bar).collect(),
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "scroll"),
            ],
            ..Sheet::page(InputMode::Replay.title())
        })
    }
}

/// The intents of the map screen by subject. A test holds that each is in one group.
const FLOOR_KEY_GROUPS: [(&str, &[Intent]); 5] = [
    (
        "Moving",
        &[
            Intent::Move(Dir::North),
            Intent::Move(Dir::NorthEast),
            Intent::Move(Dir::East),
            Intent::Move(Dir::SouthEast),
            Intent::Move(Dir::South),
            Intent::Move(Dir::SouthWest),
            Intent::Move(Dir::West),
            Intent::Move(Dir::NorthWest),
            Intent::Run(Dir::North),
            Intent::Run(Dir::NorthEast),
            Intent::Run(Dir::East),
            Intent::Run(Dir::SouthEast),
            Intent::Run(Dir::South),
            Intent::Run(Dir::SouthWest),
            Intent::Run(Dir::West),
            Intent::Run(Dir::NorthWest),
            Intent::Wait,
            Intent::Rest,
            Intent::Explore,
            Intent::Travel,
            Intent::ToExit,
            Intent::ToStairsUp,
        ],
    ),
    (
        "Working",
        &[
            Intent::Work,
            Intent::Carry,
            Intent::NextJob,
            Intent::DoNextJob,
            Intent::Prepare,
            Intent::CloseDoor,
            Intent::BarDoor,
            Intent::Douse,
            Intent::Jobs,
        ],
    ),
    (
        "Things",
        &[
            Intent::Get,
            Intent::Inventory,
            Intent::Equip,
            Intent::Use,
            Intent::Fire,
            Intent::Strike,
            Intent::Drop,
            Intent::Trade,
        ],
    ),
    (
        "Looking",
        &[Intent::Examine, Intent::FloorMap, Intent::History, Intent::Yourself, Intent::Roll],
    ),
    (
        "The rest",
        &[
            Intent::SaveQuit,
            Intent::Abandon,
            Intent::Privacy,
            Intent::Help,
            Intent::Cancel,
            Intent::Redraw,
        ],
    ),
];

fn keys(context: &Context, width: usize) -> Vec<Line<'static>> {
    let looks = &context.appearance;
    let keymap = &context.settings.keymap;
    let mut lines = Vec::new();
    for (title, intents) in FLOOR_KEY_GROUPS {
        heading(&mut lines, title, looks);
        for &intent in intents.iter().filter(|intent| !matches!(intent, Intent::Run(_))) {
            entry(&mut lines, &keymap.names(intent), intent.help(), width, looks);
        }
        // The eight runs are one line: the first key of each.
        let runs = intents.iter().filter(|intent| matches!(intent, Intent::Run(_)));
        let runs: Vec<String> = runs.map(|&intent| keymap.name(intent)).collect();
        if !runs.is_empty() {
            let says = "run that way, until something is worth a stop";
            entry(&mut lines, &runs.join(" "), says, width, looks);
        }
    }
    for &part in &InputMode::ALL[1..] {
        heading(&mut lines, part.title(), looks);
        keys_of(&mut lines, part, context, width);
        if part == InputMode::Cursor {
            for (names, says) in CURSOR_KEYS {
                entry(&mut lines, names, says, width, looks);
            }
        }
    }
    lines.push(Line::default());
    for text in
        wrap("Every key can be changed: Settings, on the title screen, has them all.", width)
    {
        lines.push(Line::styled(text, looks.style(ColorRole::Dim)));
    }
    lines
}

/// The keys of the cursor that are no intents of their own.
const CURSOR_KEYS: [(&str, &str); 3] = [
    ("shift and a direction", "eight cells that way"),
    (
        "a sign or a letter",
        "the next that is drawn so: ! % / or whoever is in sight; + any door, ^ any trap, ] whatever lies about",
    ),
    ("a click, a second one", "the cursor goes there; as enter does"),
];

/// The keys of a mode, but for those that move.
fn keys_of(lines: &mut Vec<Line<'static>>, mode: InputMode, context: &Context, width: usize) {
    let keymap = &context.settings.keymap;
    for (intent, names) in keymap.live(mode).filter(|(intent, _)| !is_direction(*intent)) {
        entry(lines, &names, intent.help(), width, &context.appearance);
    }
}

fn is_direction(intent: Intent) -> bool {
    matches!(intent, Intent::Move(_) | Intent::Run(_))
}

fn heading(lines: &mut Vec<Line<'static>>, title: &str, looks: &Appearance) {
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    lines.push(Line::styled(title.to_owned(), looks.style(ColorRole::Title)));
}

/// The width of the keys before their explanation.
const KEYS_COLUMNS: usize = 26;

/// Keys and what they do, beside each other where there is room.
fn entry(
    lines: &mut Vec<Line<'static>>,
    names: &str,
    says: &str,
    width: usize,
    looks: &Appearance,
) {
    let key = looks.style(ColorRole::Key);
    let beside = width >= KEYS_COLUMNS + 30;
    let column = if beside { KEYS_COLUMNS } else { 4 };
    let names = wrap(names, if beside { KEYS_COLUMNS - 3 } else { width.saturating_sub(2) });
    let says = wrap(says, width.saturating_sub(column));
    if beside {
        for row in 0..names.len().max(says.len()) {
            let name = names.get(row).map_or("", String::as_str);
            let text = says.get(row).cloned().unwrap_or_default();
            let gap = " ".repeat(KEYS_COLUMNS - 2 - name.width());
            lines.push(Line::from(vec![
                Span::raw("  "),
                Span::styled(format!("{name}{gap}"), key),
                Span::raw(text),
            ]));
        }
        return;
    }
    lines.extend(names.into_iter().map(|name| Line::styled(format!("  {name}"), key)));
    lines.extend(says.into_iter().map(|text| Line::raw(format!("    {text}"))));
}

/// How a shift goes, a paragraph each; see [`Keymap::fill_in`](crate::keymap::Keymap::fill_in) for
/// `{key:NAME}`.
const SHIFT_PARAGRAPHS: [&str; 13] = [
    "Heroes storm the dungeon by day. You work by night, until dawn; then they come again. Between \
     the two there is you, a mop, a cart and a work order.",
    "THE ORDER lists what has to be put back: traps armed, chests filled, bodies carried off, doors \
     mended, braziers lit, stains mopped, residents who ran wild lured home. {key:jobs} shows it job by job, {key:next-job} walks to the \
     nearest you know of, {key:work} does the one beside you; {key:do-next-job} does both.",
    "SUPPLIES come out of the closet once: parts for traps, stock for chests, timber for doors, oil \
     for braziers. They suffice for the whole order and hardly for any blunder. The mop costs \
     nothing but has to be rinsed at a well or the closet.",
    "BODIES are carried ({key:carry}) to a chute. You are slow with one and cannot fight. Left lying, it \
     gets up after a while, and then it is a different job.",
    "TRAPS do not know that you work here. One that you have armed is armed for you, too; mind the \
     order in which you work, or you will paint yourself into a corner.",
    "GATES bar some ways. A small key opens any locked door of its floor and stays in it; the boss \
     door has a key of its own; feather boots cross pits, a bomb satchel clears rubble and refills \
     itself. Walk over such a thing and it is yours, walk into a gate and it opens. Down a ledge is \
     easy, up is not. No walk of several steps goes through a gate by itself.",
    "FIGHTING is dangerous and not in your contract. Look first: {key:examine} tells the odds. Doors \
     shut, traps bite whoever steps on them, lights give you away, and noise carries.",
    "HIDING is better. Step into a wardrobe or a hollow while nobody looks, keep quiet, and hardly \
     anybody looks inside; whoever saw you go in pulls you out, and so does a raider who does. A shut door can be barred ({key:bar-door}): it holds until \
     somebody has hammered it down, and is work after that. A brazier can be put out ({key:douse}), and \
     is work after that, too. Doors muffle what you do.",
    "FIRE eats grass, crates, doors and bodies, shows you to everybody, and sets off gas. Water puts it \
     out: a well ({key:work}), a pool to stand by, a bucket; so does a clean mop ({key:douse}).",
    "SPARE HOURS are for the party that is expected. {key:prepare} lists what can be done where you stand, and \
     what comes of it: kits of traps made at the bench, residents led to another post, doors hung the other way \
     or barred, wardrobes, bait, the dark. None of it is on the order: it pays by what it does to them. Who is \
     still in when they come gets hazard pay: their losses once more, by the share of the harm that you see. \
     From behind a shut door you see little of it.",
    "DAWN comes when the bar runs out, and the next party with it. The work is judged as they find it; \
     whoever has not left by then has left late, and that costs. You may still go, hide or fight.",
    "CLOCK OUT at the exit: {key:exit} walks there, and ends the shift once you stand on it. An order \
     done in full and early is worth more. Then the raid is shown: {key:faster} and {key:slower} change its \
     speed, {key:step-back} and {key:step-on} go a turn back and on, any other key goes to the result, and there it can be \
     watched again.",
    "THE GRADE goes from S down to F, and every point of it is explained: the work first, then what the \
     party lost, how long they took and what they got away with. The best wants both. The run is in a file of \
     its own: anybody can watch it, and anybody can check that it is true.",
];

/// How a journey goes, a paragraph each; see [`Keymap::fill_in`](crate::keymap::Keymap::fill_in)
/// for `{key:NAME}`.
const JOURNEY_PARAGRAPHS: [&str; 8] = [
    "THE MARCHES are sites and the roads between them. You begin at the Home Post; at the other end is the Deep \
     Seat. A site is a night's work, as any shift is, and its roads are open to you once it is in order.",
    "THE MAP has a letter for each site, and the panel says what is known of the one under the cursor, and {key:examine} tells \
     all of it. Arrows jump to the next site that way, {key:next-thing} goes through those you can walk to now, {key:confirm} sets out, or \
     goes in where you stand. A mouse does both.",
    "ROADS cost rations by their length, and the long ones a night. Without rations they cost health instead. The \
     panel says so before you set out, and what costs health or a night is asked about.",
    "TOWNS are walked through: in by the near gate, for a ration, and out by the far one, which opens the roads beyond. \
     Walk into doors and into people. The letters on the doors are listed beside the map; {key:trade} at a counter shows \
     what is sold, the inn knows who is waiting for you, the parish board pays for an order of its own. What people say \
     is true or not by person: bakers know more than hatters.",
    "THEY have nights, too. The same people come again: who got away is better for it, and knows your traps; who \
     fell is dead for good, and lies in your way. {key:roll} opens the roll of all you have heard of.",
    "LOST is a site that was plundered twice and that nobody saw to in time. The number beside its letter is the \
     nights that are left. Its roads close; some way to the Deep Seat always stays open.",
    "PAY is in coin, by the grade of the night and the depth of the site. You sleep by day, and that mends a good \
     part of you. {key:rest} stays a night in bed at a site that is in order; they do not.",
    "DEATH ends it, and so does the Deep Seat, once it is in order and the Champion is not in the chair any more. \
     The story is written down either way.",
];

/// Paragraphs, each with what it is about in front.
fn story(paragraphs: &[&str], context: &Context, width: usize) -> Vec<Line<'static>> {
    let looks = &context.appearance;
    let mut lines = Vec::new();
    for text in paragraphs {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        let text = context.settings.keymap.fill_in(text);
        for (row, text) in wrap(&text, width).into_iter().enumerate() {
            // The word in capitals is what the paragraph is about.
            let head = text
                .find(|c: char| c.is_lowercase())
                .map_or(0, |end| text[..end].rfind(' ').filter(|_| row == 0).unwrap_or(0));
            let (head, rest) = text.split_at(head);
            lines.push(Line::from(vec![
                Span::styled(head.to_owned(), looks.style(ColorRole::Title)),
                Span::raw(rest.to_owned()),
            ]));
        }
    }
    lines
}

/// What signs are called, and in which role they are drawn.
const MAP_SIGNS: [(GlyphId, ColorRole, &str); 42] = [
    (GlyphId::Wall, ColorRole::Wall, "a wall"),
    (GlyphId::Floor, ColorRole::Floor, "floor"),
    (GlyphId::Entry, ColorRole::Stairs, "where you came in"),
    (GlyphId::Exit, ColorRole::Stairs, "the exit: clock out here"),
    (GlyphId::DoorClosed, ColorRole::Door, "a shut door"),
    (GlyphId::DoorOpen, ColorRole::Door, "an open door"),
    (GlyphId::DoorLocked, ColorRole::Door, "a locked or barred door"),
    (GlyphId::DoorBoss, ColorRole::Door, "the boss door"),
    (GlyphId::DoorBroken, ColorRole::BrokenDoor, "a broken door: mend it"),
    (GlyphId::House, ColorRole::Door, "a house door, shut"),
    (GlyphId::Closet, ColorRole::Closet, "the closet: supplies, a bucket"),
    (GlyphId::PostEmpty, ColorRole::LootedChest, "an empty post: set a lure"),
    (GlyphId::Chute, ColorRole::Chute, "a chute, for bodies"),
    (GlyphId::Well, ColorRole::Well, "a well, for the mop"),
    (GlyphId::LightLit, ColorRole::Light, "a lit brazier"),
    (GlyphId::LightDead, ColorRole::DeadLight, "a dead brazier: light it"),
    (GlyphId::ChestFull, ColorRole::Chest, "a full chest"),
    (GlyphId::ChestLooted, ColorRole::LootedChest, "a looted chest: fill it"),
    (GlyphId::TrapArmed, ColorRole::TrapArmed, "an armed trap: keep off"),
    (GlyphId::TrapSprung, ColorRole::TrapSprung, "a sprung trap: arm it"),
    (GlyphId::Body, ColorRole::Body, "a body: carry it off"),
    (GlyphId::Body, ColorRole::BodyStirring, "a body that gets up soon"),
    (GlyphId::Stain, ColorRole::Blood, "blood: mop it"),
    (GlyphId::Gas, ColorRole::Gas, "gas"),
    (GlyphId::Pit, ColorRole::Pit, "a pit: wants feather boots"),
    (GlyphId::Rubble, ColorRole::Rubble, "rubble: wants a bomb"),
    (GlyphId::Ledge, ColorRole::Ledge, "a ledge: down, not up"),
    (GlyphId::Crate, ColorRole::Crate, "a crate: walk into it"),
    (GlyphId::Hiding, ColorRole::Crate, "a place to hide in"),
    (GlyphId::Fire, ColorRole::Fire, "fire: keep off"),
    (GlyphId::Key, ColorRole::Item, "a key"),
    (GlyphId::Gear, ColorRole::Item, "boots or bombs, for gates"),
    (GlyphId::Water, ColorRole::Water, "deep water"),
    (GlyphId::Grass, ColorRole::Grass, "something green"),
    (GlyphId::Road, ColorRole::Floor, "a paved way"),
    (GlyphId::Tool, ColorRole::Item, "a tool"),
    (GlyphId::Garb, ColorRole::Item, "garb"),
    (GlyphId::Trinket, ColorRole::Item, "a trinket or charm"),
    (GlyphId::Potion, ColorRole::Item, "a potion"),
    (GlyphId::Scroll, ColorRole::Item, "a scroll"),
    (GlyphId::Missile, ColorRole::Item, "something to throw"),
    (GlyphId::Pile, ColorRole::Item, "coins, supplies, several things"),
];

fn signs(context: &Context, width: usize) -> Vec<Line<'static>> {
    let looks = &context.appearance;
    let mut entries: Vec<(String, ColorRole, String)> = MAP_SIGNS
        .iter()
        .map(|&(sign, role, says)| (looks.glyph(sign).to_owned(), role, says.to_owned()))
        .collect();
    let catalog = &context.catalog;
    for (id, actor) in catalog.actors.iter().enumerate() {
        let is_you = id == usize::from(catalog.upkeeper.0);
        let yours = catalog.actor(catalog.upkeeper).faction.id;
        let hostile = catalog.factions.are_hostile(yours, actor.faction.id);
        let role =
            if is_you { ColorRole::Player } else { role_of_side(&actor.faction.name, hostile) };
        let says = if is_you { "you".to_owned() } else { actor.name.clone() };
        entries.push((actor.glyph.to_string(), role, says));
    }
    // Down the columns, as many as there is room for.
    let widest = entries.iter().map(|(_, _, says)| says.width() + 6).max().unwrap_or(1).min(width);
    let columns = (width / widest).clamp(1, 3);
    let rows = entries.len().div_ceil(columns);
    let mut lines = Vec::new();
    for row in 0..rows {
        let mut spans = Vec::new();
        for (glyph, role, says) in entries.iter().skip(row).step_by(rows) {
            let says = fit(says, width.saturating_sub(4), looks);
            let gap = widest.saturating_sub(says.width() + 4);
            spans.push(Span::raw("  "));
            spans.push(Span::styled(glyph.clone(), looks.style(*role)));
            spans.push(Span::raw(format!(" {says}{}", " ".repeat(gap))));
        }
        lines.push(Line::from(spans));
    }
    lines.push(Line::default());
    let texts = [
        "What you see is drawn in full; what you remember is fainter, and may have changed.",
        "What is underlined has blood on it; where you come in and go out, whatever lies there underlines the sign and colours it.",
        "Letters are alive, or were. Look before you trust one.",
    ];
    for text in texts.iter().flat_map(|text| wrap(text, width)) {
        lines.push(Line::styled(text, looks.style(ColorRole::Dim)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::unknown_names;

    #[test]
    fn every_key_of_the_floor_is_in_one_group() {
        let grouped: Vec<_> = FLOOR_KEY_GROUPS.iter().flat_map(|(_, intents)| *intents).collect();
        for intent in Intent::all() {
            let is_on_floor = intent.modes().contains(&InputMode::Play);
            let times = grouped.iter().filter(|other| ***other == intent).count();
            assert_eq!(times, usize::from(is_on_floor), "{intent:?}");
        }
    }

    #[test]
    fn the_story_names_keys_that_there_are() {
        for text in SHIFT_PARAGRAPHS.iter().chain(&JOURNEY_PARAGRAPHS) {
            assert_eq!(unknown_names(text), Vec::<&str>::new());
        }
    }

    #[test]
    fn every_sign_of_a_map_that_stands_for_something_is_explained() {
        for sign in &GlyphId::ALL[..GlyphId::MAP_GLYPHS] {
            assert!(MAP_SIGNS.iter().any(|(other, _, _)| other == sign), "{sign:?}");
        }
    }
}
