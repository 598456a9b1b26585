//! The help: the keys as they are now, how a shift and a journey go, and what the signs on the map
//! mean; and the help of the screen that plays a recorded run.

use ratatui::{
    style::Style,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    Context, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{Input, KeyCode},
    theme::ColorRole,
    widgets::{
        KeyHint, Scroll, fit,
        floor::letter_style,
        pad,
        sheet::{Block, Sheet},
        wrap,
    },
};
use base::Dir;

#[derive(Default)]
pub struct HelpScreen {
    page: usize,
    scrolls: [Scroll; PAGES.len()],
}

/// What a page says in a number of columns.
type Page = fn(&Context, usize) -> Vec<Block>;

const PAGES: [(&str, Page); 4] = [
    ("How a shift goes", |context, width| story(SHIFT_STORY, context, width)),
    ("Keys", keys),
    ("Signs on the map", signs),
    ("How a journey goes", |context, width| story(JOURNEY_STORY, context, width)),
];

/// Paragraphs with blank lines between; see [`Keymap::fill_in`](crate::keymap::Keymap::fill_in) for
/// `{key:NAME}`.
const SHIFT_STORY: &str = include_str!("help_shift.txt");
const JOURNEY_STORY: &str = include_str!("help_journey.txt");

impl HelpScreen {
    pub fn keys() -> Self {
        Self { page: 1, ..Self::default() }
    }

    pub(crate) fn of_journey() -> Self {
        Self { page: 3, ..Self::default() }
    }
}

impl Screen for HelpScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (looks, (title, text)) = (context.appearance, PAGES[self.page]);
        Some(Sheet {
            text: text(context, context.sheet.columns()),
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of_arrows(&looks, [GlyphId::Left, GlyphId::Right], "page"),
                KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "scroll"),
            ],
            ..Sheet::page(format!("{title} ({} of {})", self.page + 1, PAGES.len()))
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
        let by = if forward { 1 } else { PAGES.len() - 1 };
        self.page = (self.page + by) % PAGES.len();
        context.sheet.scroll = self.scrolls[self.page];
        Transition::Stay
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

/// The keys of a mode; while a recorded run is watched, also what its bar shows.
pub(super) struct ModeHelpScreen(pub InputMode);

impl Screen for ModeHelpScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let looks = context.appearance;
        let mut text: Vec<Block> = keys_of(self.0, context, context.sheet.columns()).collect();
        if self.0 == InputMode::Replay {
            let (split, mark) = (looks.glyph(GlyphId::Down), looks.glyph(GlyphId::Bullet));
            let bar = format!(
                "On the bar {split} is a split and {mark} a time at which the player left the run \
                 or took it up again. A click on it jumps there."
            );
            text.extend([Block::blank(), Block::dim(bar)]);
        }
        Some(Sheet {
            text,
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "scroll"),
            ],
            ..Sheet::page(self.0.title())
        })
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

/// The intents of the map screen by subject, without those of a direction, which are in the first
/// group. A test holds that each is in one group.
const FLOOR_KEY_GROUPS: [(&str, &[Intent]); 5] = {
    use Intent::{
        Abandon, BarDoor, Cancel, Carry, CarryOn, CloseDoor, DoNextJob, Douse, Drop, Equip,
        Examine, Explore, Fire, FloorMap, Get, Help, History, Inventory, Jobs, NextJob, Prepare,
        Privacy, Redraw, Rest, Roll, SaveQuit, Strike, ToExit, ToStairsUp, Trade, Travel, Use,
        Wait, Work, Yourself,
    };
    [
        ("Moving", &[Wait, Rest, Explore, Travel, ToExit, ToStairsUp]),
        (
            "Working",
            &[Work, Carry, NextJob, DoNextJob, CarryOn, Prepare, CloseDoor, BarDoor, Douse, Jobs],
        ),
        ("Things", &[Get, Inventory, Equip, Use, Fire, Strike, Drop, Trade]),
        ("Looking", &[Examine, FloorMap, History, Yourself, Roll]),
        ("The rest", &[SaveQuit, Abandon, Privacy, Help, Cancel, Redraw]),
    ]
};

fn keys(context: &Context, width: usize) -> Vec<Block> {
    let keymap = &context.settings.keymap;
    let entry = |intent: Intent| entry(&keymap.names(intent), intent.help(), context, width);
    let mut blocks = Vec::new();
    for (title, intents) in FLOOR_KEY_GROUPS {
        let is_first = blocks.is_empty();
        blocks.extend((!is_first).then(Block::blank));
        blocks.push(Block::heading(title));
        if is_first {
            blocks.extend(Intent::all().filter(|intent| intent.is_move()).flat_map(entry));
        }
        blocks.extend(intents.iter().copied().flat_map(entry));
        if is_first {
            // The eight runs are one line: the first key of each.
            let runs = Intent::all().filter(|intent| matches!(intent, Intent::Run(_)));
            let names: Vec<String> = runs.map(|intent| keymap.name(intent)).collect();
            let says = "run that way, until something is worth a stop";
            blocks.extend(self::entry(&names.join(" "), says, context, width));
        }
    }
    for &mode in &InputMode::ALL[1..] {
        blocks.extend([Block::blank(), Block::heading(mode.title())]);
        blocks.extend(keys_of(mode, context, width));
    }
    let changes = "Every key can be changed: Settings, on the title screen, has them all.";
    blocks.extend([Block::blank(), Block::dim(changes)]);
    blocks
}

/// The keys at the hatch that are no intents of their own, and those of the cursor.
const HATCH_KEYS: &[(&str, &str)] = &[("1 2 3, a click on one", "pull that cord")];
const CURSOR_KEYS: &[(&str, &str)] = &[
    ("shift and a direction", "eight cells that way"),
    (
        "a sign or a letter",
        "the next that is drawn so: ! % / or whoever is in sight; + any door, ^ any trap, \
         ] whatever lies about",
    ),
    ("a click, a second one", "the cursor goes there; as enter does"),
];

/// The keys of a mode, but for those that move; last those that are no intents.
fn keys_of(mode: InputMode, context: &Context, width: usize) -> impl Iterator<Item = Block> {
    let live = context.settings.keymap.live(mode);
    let others = live.filter(|(intent, _)| !matches!(intent, Intent::Move(_) | Intent::Run(_)));
    let intents =
        others.flat_map(move |(intent, names)| entry(&names, intent.help(), context, width));
    let plain = match mode {
        InputMode::Hatch => HATCH_KEYS,
        InputMode::Cursor => CURSOR_KEYS,
        _ => &[],
    };
    let plain = plain.iter().flat_map(move |(names, says)| entry(names, says, context, width));
    intents.chain(plain)
}

/// The width of the keys before their explanation.
const KEYS_COLUMNS: usize = 26;

/// Keys and what they do, beside each other where there is room.
fn entry(names: &str, says: &str, context: &Context, width: usize) -> Vec<Block> {
    let looks = &context.appearance;
    let key = looks.style(ColorRole::Key);
    if width < KEYS_COLUMNS + 30 {
        let names = wrap(names, width.saturating_sub(2)).into_iter();
        let names = names.map(|name| Line::styled(format!("  {name}"), key));
        let says = wrap(says, width.saturating_sub(4)).into_iter();
        let says = says.map(|text| Line::raw(format!("    {text}")));
        return names.chain(says).map(Block::Line).collect();
    }
    let (names, says) = (wrap(names, KEYS_COLUMNS - 3), wrap(says, width - KEYS_COLUMNS));
    let rows = (0..names.len().max(says.len())).map(|row| {
        let name = pad(names.get(row).map_or("", String::as_str), KEYS_COLUMNS - 2, looks);
        let text = says.get(row).cloned().unwrap_or_default();
        Line::from(vec![Span::raw("  "), Span::styled(name, key), Span::raw(text)])
    });
    rows.map(Block::Line).collect()
}

/// Paragraphs, each with what it is about in front, in capitals.
fn story(text: &str, context: &Context, width: usize) -> Vec<Block> {
    let title = context.appearance.style(ColorRole::Title);
    let mut blocks = Vec::new();
    for paragraph in text.split("\n\n") {
        blocks.extend((!blocks.is_empty()).then(Block::blank));
        let text = context.settings.keymap.fill_in(&paragraph.replace('\n', " "));
        for (row, text) in wrap(text.trim_end(), width).into_iter().enumerate() {
            let head = text
                .find(|c: char| c.is_lowercase())
                .map_or(0, |end| text[..end].rfind(' ').filter(|_| row == 0).unwrap_or(0));
            let (head, rest) = text.split_at(head);
            let head = Span::styled(head.to_owned(), title);
            blocks.push(Block::Line(Line::from(vec![head, Span::raw(rest.to_owned())])));
        }
    }
    blocks
}

fn signs(context: &Context, width: usize) -> Vec<Block> {
    let (looks, catalog) = (&context.appearance, &context.catalog);
    let upkeeper = catalog.actor(catalog.rules.upkeeper.id);
    let actors = catalog.actors.iter().map(|actor| {
        let hostile = catalog.factions.are_hostile(upkeeper.faction.id, actor.faction.id);
        let (style, says) = if actor.name == upkeeper.name {
            (looks.style(ColorRole::Player), "you")
        } else {
            (letter_style(actor, hostile, looks), actor.name.as_str())
        };
        (actor.glyph.to_string(), style, says)
    });
    let mut entries: Vec<(String, Style, &str)> = Vec::new();
    for row in catalog.terrain.rows() {
        if entries.iter().all(|&(_, _, says)| says != row.help) {
            let sign = looks.glyphs.sign(row.sign).to_string();
            entries.push((sign, looks.style(row.role), &row.help));
        }
    }
    entries.extend(actors);
    // Down the columns, as many as there is room for.
    let widest = entries.iter().map(|(_, _, says)| says.width() + 6).max().unwrap_or(1).min(width);
    let rows = entries.len().div_ceil((width / widest).clamp(1, 3));
    let lines = (0..rows).map(|row| {
        let own = entries.iter().skip(row).step_by(rows);
        let spans = own.flat_map(|(glyph, style, says)| {
            let says = fit(says, width.saturating_sub(4), looks);
            let gap = " ".repeat(widest.saturating_sub(says.width() + 4));
            let glyph = Span::styled(glyph.clone(), *style);
            [Span::raw("  "), glyph, Span::raw(format!(" {says}{gap}"))]
        });
        Block::Line(spans.collect())
    });
    let notes = [
        "What you see is drawn in full; what you remember is fainter, and may have changed.",
        "A sign that is underlined has blood on it; the way in and the exit have whatever lies \
         there, in its colour.",
        "Letters are alive, or were. Look before you trust one.",
    ];
    let is_shared = catalog.actors.iter().any(|actor| actor.is_underlined);
    let shared =
        is_shared.then_some("A letter that is underlined is another kind with the same letter.");
    lines.chain([Block::blank()]).chain(notes.into_iter().chain(shared).map(Block::dim)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::unknown_names;

    #[test]
    fn every_key_of_the_floor_is_in_one_group() {
        let grouped: Vec<_> = FLOOR_KEY_GROUPS.iter().flat_map(|(_, intents)| *intents).collect();
        for intent in
            Intent::all().filter(|intent| !matches!(intent, Intent::Move(_) | Intent::Run(_)))
        {
            let is_on_floor = intent.modes().contains(&InputMode::Play);
            let times = grouped.iter().filter(|other| ***other == intent).count();
            assert_eq!(times, usize::from(is_on_floor), "{intent:?}");
        }
    }

    #[test]
    fn the_story_names_keys_that_there_are() {
        for text in [SHIFT_STORY, JOURNEY_STORY] {
            assert_eq!(unknown_names(text), Vec::<&str>::new());
        }
    }
}
