//! The story of a run as a text: name, grade, raid, equipment, counts, the last lines of the log,
//! and the floor as last seen.
//!
//! The story of a journey tells of its way and of the cast besides, and of the last floor only if
//! that was the end.
//!
//! The text depends on the run alone. Hosts keep it.

use ratatui::{buffer::Buffer, layout::Rect};

use content::{capital, counted};
use engine::sim::{End, Tally};
use engine::view::{View, describe_grade_line, epitaph, verdict};

use super::{
    ActiveRun, Appearance, Receipt,
    glyphs::GlyphSet,
    terminal::ColorDepth,
    widgets::{camera::Camera, floor::FloorCells, map, wrap},
};

/// The width of all text except the floor.
const TEXT_COLUMNS: usize = 76;
/// The indentation of a line's continuation.
const HANGING_INDENT: &str = "            ";
const MAX_LOG_LINES: usize = 20;

/// The story of a run, and the name of its player, which may be empty.
pub fn text(play: &ActiveRun, name: &str) -> String {
    let view = play.view();
    let mut story = Story::default();
    let name = if name.is_empty() { "An upkeeper without a name" } else { name };
    story.paragraph(&format!("{name} {}.", epitaph(&view)));
    // A story is read later, too.
    let seed = if play.hides_seed() { "of that day".to_owned() } else { play.seed() };
    match view.journey() {
        Some(journey) => {
            story.line(&format!("a journey of {}, seed {seed}", counted(journey.night(), "night")));
        }
        None => floor_head(&mut story, view, &seed),
    }
    if let Some(Receipt { digest, location, .. }) = play.receipt() {
        story.sentence(&format!("run file {location}, digest {digest}"));
    }
    if view.is_journey() {
        journey(&mut story, view);
    }
    // Between the floors of a journey there is none to tell of.
    let has_floor = view.shift_end().is_some() || !view.is_journey();
    if has_floor {
        grade(&mut story, view);
        dawn(&mut story, view);
    }
    upkeeper(&mut story, view);
    if has_floor {
        tally(&mut story, view.tally());
    }
    let is_dead = view.end() == Some(End::Died);
    story.heading(if is_dead { "Last words" } else { "What was said last" });
    let lines = play.log.lines();
    for line in &lines[lines.len().saturating_sub(MAX_LOG_LINES)..] {
        story.headed(&format!("{:>6}  ", line.at.to_string()), &line.text());
    }
    if has_floor {
        story.heading("The floor, as last seen");
        for row in floor(view) {
            story.line(&row);
        }
    }
    if view.is_journey() {
        roll(&mut story, view);
    }
    story.text
}

fn floor_head(story: &mut Story, view: View<'_>, seed: &str) {
    story.line(&format!("{}, depth {}, seed {seed}", view.kind(), view.depth()));
    // The turns of a raid are no turns of work, wherever the upkeeper was meanwhile.
    let (worked, night) = (view.turns_worked(), view.dawn());
    story.line(&match worked.saturating_sub(night).0 {
        0 => format!("turn {worked} of {night}"),
        raid => {
            let raid = counted(raid, "turn");
            format!("on the floor at dawn, turn {night}, and for {raid} of the raid")
        }
    });
}

fn grade(story: &mut Story, view: View<'_>) {
    let grade = view.grade();
    let letter = grade.letter;
    let which = if view.is_journey() { "The last night: grade" } else { "Grade" };
    story.heading(&format!("{which} {}, {}", letter.character(), counted(grade.score, "point")));
    for line in &grade.lines {
        let max =
            if line.max_points > 0 { format!(" of {}", line.max_points) } else { String::new() };
        let points = format!("{:+}{max}", line.points);
        story.headed(&format!("{points:>10}  "), &describe_grade_line(line));
    }
    story.paragraph(verdict(letter));
}

fn dawn(story: &mut Story, view: View<'_>) {
    for (place, sentence) in view.tale_of_dawn().into_iter().enumerate() {
        if place == 0 {
            story.heading("Dawn");
        }
        story.paragraph(&sentence);
    }
}

fn upkeeper(story: &mut Story, view: View<'_>) {
    let player = view.player();
    let (armour, evasion) = view.defence();
    story.heading("The upkeeper");
    story.entry("health", &format!("{} of {}", player.health, player.max_health));
    story.entry("armour", &format!("{armour}, evasion {evasion}"));
    for (what, worn) in
        [("in hand", player.tool), ("worn", player.garb), ("trinket", player.trinket)]
    {
        story.entry(what, worn.map_or("nothing", |item| item.name.as_str()));
    }
    let states = player.statuses.iter();
    let states = states.map(|(status, turns)| format!("{status} ({})", counted(*turns, "turn")));
    let states: Vec<_> = states.collect();
    if !states.is_empty() {
        story.entry("condition", &states.join(", "));
    }
    if let Some(body) = player.carrying {
        story.entry("in arms", &view.body_name(body.kind));
    }
    let supplies: Vec<_> =
        player.supplies.iter().map(|(supply, left)| format!("{supply} {left}")).collect();
    story.entry("supplies", &supplies.join(", "));
    let perks: Vec<_> = view.perks().into_iter().map(|perk| perk.name.as_str()).collect();
    if !perks.is_empty() {
        story.entry("seniority", &perks.join(", "));
    }
    let cart: Vec<_> = view.cart().into_iter().map(|slot| slot.name).collect();
    let cart = if cart.is_empty() { "empty".to_owned() } else { cart.join(", ") };
    story.entry("cart", &cart);
}

fn tally(story: &mut Story, tally: &Tally) {
    let Tally { kills, damage_taken, traps_sprung, items_used, steps, .. } = tally;
    story.heading("The night");
    story.entry("steps", &steps.to_string());
    story.entry("kills", &kills.to_string());
    story.entry("health lost", &damage_taken.to_string());
    story.entry("traps sprung", &traps_sprung.to_string());
    story.entry("things used", &items_used.to_string());
}

/// The rows of the floor in ASCII, without blank rows above and below.
fn floor(view: View<'_>) -> Vec<String> {
    let (width, height) = view.size();
    let area = Rect::new(0, 0, width as u16, height as u16);
    let mut buffer = Buffer::empty(area);
    let looks = Appearance::usual(ColorDepth::None, GlyphSet::Ascii);
    map::draw(area, &mut buffer, &FloorCells::new(view, looks), Camera::default());
    let rows = buffer.content().chunks(usize::from(area.width).max(1)).map(|cells| {
        let row: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
        row.trim_end().to_owned()
    });
    let rows: Vec<String> = rows.collect();
    let is_known = |row: &String| !row.is_empty();
    let first = rows.iter().position(is_known).unwrap_or(0);
    let end = rows.iter().rposition(is_known).map_or(0, |last| last + 1);
    rows[first.min(end)..end].to_vec()
}

/// The way night by night, and the score part by part.
fn journey(story: &mut Story, view: View<'_>) {
    story.heading("The journey");
    for paragraph in view.story_of_journey() {
        story.paragraph(&paragraph);
    }
    story.heading("Night by night");
    for paragraph in view.nights_of_journey() {
        story.paragraph(&paragraph);
    }
    story.heading(&format!("Score {}", view.run_grade().score));
    for (what, points) in view.journey_score() {
        story.line(&format!("{points:>10}  {what}"));
    }
}

/// Everybody of the cast whom the player had heard of, and what became of them.
fn roll(story: &mut Story, view: View<'_>) {
    let Some(journey) = view.journey() else { return };
    story.heading("The roll of heroes");
    for person in journey.roll() {
        let Some(report) = view.person_report(person.id) else { continue };
        let fate = view.fate_told(&journey, &person);
        let fate = fate.unwrap_or_else(|| format!("{}.", capital(&report.standing)));
        story.sentence(&format!("{}, {}. {fate}", report.name, report.rank));
    }
    match journey.unheard() {
        0 => {}
        1 => story.sentence("And one more, of whom nothing was heard."),
        more => story.sentence(&format!("And {more} more, of whom nothing was heard.")),
    }
}

/// A story that grows.
#[derive(Default)]
struct Story {
    text: String,
}

impl Story {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// A line, whose continuation is indented if it is too long.
    fn sentence(&mut self, text: &str) {
        for (row, part) in wrap(text, TEXT_COLUMNS - HANGING_INDENT.len()).into_iter().enumerate() {
            self.line(&if row == 0 { part } else { format!("{HANGING_INDENT}{part}") });
        }
    }

    fn paragraph(&mut self, text: &str) {
        for row in wrap(&capital(text), TEXT_COLUMNS) {
            self.line(&row);
        }
    }

    fn heading(&mut self, heading: &str) {
        self.line("");
        self.line(heading);
        self.line(&"-".repeat(heading.chars().count()));
    }

    fn entry(&mut self, what: &str, value: &str) {
        self.headed(&format!("  {what:<14}"), value);
    }

    /// A text beside what stands before its first row.
    fn headed(&mut self, head: &str, text: &str) {
        for (row, text) in wrap(text, TEXT_COLUMNS - head.len()).into_iter().enumerate() {
            let head = if row == 0 { head } else { &" ".repeat(head.len()) };
            self.line(&format!("{head}{text}"));
        }
    }
}
