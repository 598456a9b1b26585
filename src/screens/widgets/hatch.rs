//! The picture of a raid that is seen from the closet's hatch: the floor about the party, its
//! roster, the cords and the points so far, and what has happened.

mod story;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Modifier,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::{Appearance, Context, log::Log, surroundings::bearing, theme::ColorRole};
use base::Pos;
use content::{ACTOR_NAME_COLUMNS, FixtureState, capital, counted};
use engine::sim::{Fate, Grade, GradeLine, GradeReason, Stack};
use engine::view::{HatchCord, Party, PartyMember, RaidGoal, View, describe_grade_line};

use super::camera::Camera;
use super::floor::{FloorCells, item_part, letter_mark, letter_style};
use super::layout::{MapLayout, StatusArea, draw_panel};
use super::map::{self, MapMark, MarkKind};
use super::words::{fit, fit_words, pad, wrap};
use super::{bar, is_low, lesson, messages};

pub(crate) use story::{RaidStory, is_weighty};

const NAME_COLUMNS: usize = ACTOR_NAME_COLUMNS;

/// The columns of what points are for.
const SUM_COLUMNS: usize = 24;

/// The columns of a mark and the blank after it.
const HANGING_COLUMNS: usize = 2;

/// The smallest screen with a sidebar, in columns and rows.
const MIN_SIZE_WITH_SIDE: (u16, u16) = (60, 18);
const MIN_SIDE_COLUMNS: u16 = 28;
const MAX_SIDE_COLUMNS: u16 = 44;
/// The border of the sidebar and the blank after it.
const SIDE_FRAME_COLUMNS: u16 = 2;
const MIN_LOG_ROWS: u16 = 5;
const MAX_LOG_ROWS: u16 = 14;
/// The margin between the camera's focus and the edge of the map, in percent of the map's size.
const MARGIN_PERCENT: i32 = 25;

/// A state of a raid, and what is shown with it.
pub(crate) struct HatchPicture<'a> {
    pub view: View<'a>,
    pub looks: Appearance,
    /// What was told of, if that is known.
    pub story: Option<&'a RaidStory>,
    /// What is shown happening.
    pub marks: &'a [MapMark],
    pub log: &'a Log,
    /// Where lessons are given, above the map.
    pub lesson: Option<&'a Context>,
}

impl HatchPicture<'_> {
    /// Draws it, and returns the area of the map.
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, camera: &mut Camera) -> Rect {
        let HatchPicture { view, looks, lesson, .. } = *self;
        let floor = view.size();
        let is_roomy = area.width >= MIN_SIZE_WITH_SIDE.0 && area.height >= MIN_SIZE_WITH_SIDE.1;
        let mut row = None;
        let layout = if is_roomy {
            let side = area.width.saturating_sub(floor.0 as u16);
            let side = side.clamp(MIN_SIDE_COLUMNS, MAX_SIDE_COLUMNS);
            let lesson = lesson.map_or(0, |own| lesson::height(view, area.width - side, own));
            let log = area.height.saturating_sub(floor.1 as u16 + lesson);
            let log = log.clamp(MIN_LOG_ROWS, MAX_LOG_ROWS);
            let mut layout = MapLayout::with_side(area, side, log);
            // The bar has a row that the floor does not need, or else one of the sidebar.
            if self.story.is_some() && layout.map.height > floor.1 as u16 + lesson {
                layout.map.height -= 1;
                row = Some(Rect { y: layout.map.bottom(), height: 1, ..layout.map });
            }
            layout
        } else {
            MapLayout::with_line(area, 1, if area.height < 10 { 1 } else { 3 })
        };
        let map = match lesson {
            Some(context) => lesson::draw(layout.map, buffer, view, context),
            None => layout.map,
        };
        self.draw_floor(map, buffer, camera);
        match layout.status {
            StatusArea::Side(area) => {
                let (width, height) = (area.width - SIDE_FRAME_COLUMNS, area.height);
                let lines = lines(view, looks, width.into(), height.into());
                if lines.len() < usize::from(height) {
                    let (x, y) = (area.right() - width, area.bottom() - 1);
                    row.get_or_insert(Rect { x, y, width, height: 1 });
                }
                draw_panel(area, buffer, looks, |_, _| lines);
            }
            StatusArea::Line(area) => {
                buffer.set_line(area.x, area.y, &one_line(view, looks), area.width);
            }
        }
        if let (Some(story), Some(row)) = (self.story, row) {
            story.draw(row, buffer, looks, view.clock());
        }
        self.draw_log(layout.log, buffer);
        map
    }

    fn draw_floor(&self, area: Rect, buffer: &mut Buffer, camera: &mut Camera) {
        let HatchPicture { view, looks, story, marks, .. } = *self;
        let now = view.clock();
        let last = story.and_then(|story| story.last(now));
        let shown = camera.fit(area, view.size(), looks.cells);
        let members = view.party().map_or_else(Vec::new, |party| party.members);
        let inside = members.iter().filter(|own| own.fate == Fate::Inside);
        let party: Vec<Pos> = inside.filter_map(|own| own.at).collect();
        let focus = last.or(party.first().copied());
        let middle = camera.origin + Pos::new(shown.0 / 2, shown.1 / 2);
        let (focus, others) = (focus.unwrap_or(middle), party.iter().copied());
        camera.follow_with(focus, others, view.size(), shown, MARGIN_PERCENT);
        map::draw(area, buffer, &FloorCells::about(view, looks, party.clone()), *camera);
        let goals = view.raid_goals().into_iter();
        let goals = goals.map(|goal| MapMark { at: goal.at, kind: MarkKind::Choice });
        let cords = (1..).zip(view.hatch_cords()).filter(|(_, cord)| !cord.is_loose);
        let cords = cords.map(|(number, cord)| MapMark {
            at: cord.at,
            kind: MarkKind::Cord { number, is_ready: cord.wait.0 == 0 },
        });
        let party = party.into_iter().map(|at| MapMark { at, kind: MarkKind::Member });
        let words = story.into_iter().flat_map(|story| story.words(now));
        let last = last.map(|at| MapMark { at, kind: MarkKind::Flash(ColorRole::Danger) });
        let own = goals.chain(cords).chain(party).chain(words).chain(last);
        let marks: Vec<_> = own.chain(marks.iter().copied()).collect();
        map::draw_marks(area, buffer, looks, *camera, &marks);
    }

    /// The last lines of the log up to the turn that is shown; what belongs to it stands out.
    fn draw_log(&self, area: Rect, buffer: &mut Buffer) {
        let HatchPicture { view, looks, log, .. } = *self;
        let width = usize::from(area.width).max(1);
        let now = view.clock();
        let told = log.lines().iter().rev().filter(|line| line.at <= now);
        let rows = told.flat_map(|line| {
            let style = if line.at == now {
                messages::voice(line, looks)
            } else {
                looks.style(ColorRole::OldMessage)
            };
            wrap(&line.text(), width).into_iter().rev().map(move |row| (row, style))
        });
        let mut rows: Vec<_> = rows.take(usize::from(area.height)).collect();
        rows.reverse();
        for ((row, style), y) in rows.into_iter().zip(area.top()..area.bottom()) {
            buffer.set_stringn(area.x, y, row, width, style);
        }
    }
}

/// Turn, members, cords and points in one line.
fn one_line(view: View<'_>, looks: Appearance) -> Line<'static> {
    let Some(party) = view.party() else { return Line::default() };
    let mut line = Line::from(format!("turn {} ", party.turns));
    for (number, cord) in (1..).zip(view.hatch_cords()) {
        let (state, role) = cord_state(&cord);
        line.push_span(Span::styled(format!("{number}: {state} "), looks.style(role)));
    }
    line.extend(party.members.iter().flat_map(|member| {
        let (state, role) = state(member, view);
        let letter = looks.style(role).add_modifier(letter_mark(member.kind));
        [
            Span::styled(member.kind.glyph.to_string(), letter),
            Span::styled(format!(" {state} "), looks.style(role)),
        ]
    }));
    line.push_span(Span::styled(total(&view.standing()), looks.style(ColorRole::Title)));
    line
}

/// The sidebar in sentences, for reader mode.
pub(crate) fn read(view: View<'_>) -> Vec<String> {
    let Some(party) = view.party() else { return Vec::new() };
    let companies = party.companies.iter();
    let companies = companies.map(|own| format!("{}: they want {}.", capital(&own.name), own.want));
    let members = party.members.iter().map(|member| {
        let PartyMember { name, kind, health, max_health, loot, carries, .. } = member;
        let fate = match member.fate {
            Fate::Inside => "on the floor".to_owned(),
            _ => state(member, view).0,
        };
        let bag = if *loot > 0 { format!(", chests emptied: {loot}") } else { String::new() };
        let thing = carries.map_or(String::new(), |own| {
            format!(", carries {}", view.item_name(own.kind, own.count))
        });
        format!("{name} the {}: {fate}, {health} of {max_health} health{bag}{thing}.", kind.name)
    });
    let goals = view.raid_goals().into_iter().map(|RaidGoal { leader, from, at, what }| {
        format!("{leader} makes for {what}, {}.", bearing(from, at))
    });
    let cords = (1..).zip(view.hatch_cords()).map(|(number, cord)| {
        let state = match cord_state(&cord) {
            (names, ColorRole::Danger) => format!("in reach: {names}"),
            (state, _) => state,
        };
        format!("Cord {number}, {}: {state}.", cord.what)
    });
    let grade = view.standing();
    let points = raid_lines(&grade)
        .map(|line| (describe_grade_line(line), line.points))
        .map(|(reason, points)| format!("{}: {points:+}.", capital(&reason)));
    let points = points.chain([format!("{}.", capital(&total(&grade)))]);
    companies.chain(members).chain(goals).chain(cords).chain(points).collect()
}

/// Who is in reach of a cord, or else whether it can be pulled.
fn cord_state(cord: &HatchCord<'_>) -> (String, ColorRole) {
    match cord.wait.0 {
        _ if cord.is_loose => ("loose".to_owned(), ColorRole::Dim),
        0 if !cord.in_reach.is_empty() => (cord.in_reach.join(", "), ColorRole::Danger),
        0 => ("ready".to_owned(), ColorRole::Text),
        turns => (format!("in {}", counted(turns, "turn")), ColorRole::Dim),
    }
}

fn raid_lines(grade: &Grade) -> impl Iterator<Item = &GradeLine> {
    grade.lines.iter().filter(|line| line.what.is_of_raid())
}

fn total(grade: &Grade) -> String {
    format!("{} of {}: {} so far", grade.points, grade.max_points, grade.letter.character())
}

/// All that is told of the raid. Where there is little room, the parties that have left go first,
/// then what the others make for, and then the blank rows.
fn lines(view: View<'_>, looks: Appearance, width: usize, height: usize) -> Vec<Line<'static>> {
    let is_too_long =
        |lines: &[Line<'_>]| lines.iter().filter(|line| line.width() > 0).count() > height;
    let mut lines = told(view, looks, width, (true, true));
    for parts in [(false, true), (false, false)] {
        if is_too_long(&lines) {
            lines = told(view, looks, width, parts);
        }
    }
    let mut over = lines.len().saturating_sub(height);
    lines.retain(|line| {
        let goes = over > 0 && line.width() == 0;
        over -= usize::from(goes);
        !goes
    });
    lines
}

fn told(
    view: View<'_>,
    looks: Appearance,
    width: usize,
    (tells_all, tells_goals): (bool, bool),
) -> Vec<Line<'static>> {
    let Some(party) = view.party() else { return Vec::new() };
    let title = |text: &str| Line::styled(fit(text, width, &looks), looks.style(ColorRole::Title));
    let dim =
        |text: String| Line::styled(fit_words(&text, width, &looks), looks.style(ColorRole::Dim));
    let mut lines = roster(&party, view, looks, width, tells_all);
    let goals = view.raid_goals().into_iter().filter(|_| tells_goals);
    lines.extend(goals.map(|goal| dim(format!("{}: to {}", goal.leader, goal.what))));
    let cords = view.hatch_cords();
    if !cords.is_empty() {
        lines.push(Line::default());
        lines.push(title("Cords"));
    }
    for (number, cord) in (1..).zip(&cords) {
        let (state, role) = cord_state(cord);
        let mark = if role == ColorRole::Danger { Modifier::BOLD } else { Modifier::empty() };
        let style = looks.style(role).add_modifier(mark);
        let rows = wrap_hanging(&format!("{number} {}: {state}", cord.what), width);
        lines.extend(rows.into_iter().map(|row| Line::styled(row, style)));
    }
    let grade = view.standing();
    lines.push(Line::default());
    lines.push(title(&total(&grade)));
    lines.push(sum_line("order", grade.order as i32, looks, width));
    // What harms and what is kept counts by what it is more than a night in bed had brought.
    let (of_dawn, others): (Vec<_>, Vec<_>) =
        raid_lines(&grade).partition(|line| !matches!(line.what, GradeReason::Hazard { .. }));
    let dawn = of_dawn.iter().map(|line| line.points).sum();
    let mut bed = String::new();
    for line in of_dawn {
        match line.what {
            GradeReason::Bed { points } => bed = format!(" (in bed: {points})"),
            what => {
                let points = line.points.to_string();
                let what = format!("  {}", short(what));
                lines.push(dim(format!("{} {points}", pad_sum(&what, &points, looks, width))));
            }
        }
    }
    lines.push(sum_line(&format!("dawn{bed}"), dawn, looks, width));
    for line in others {
        lines.push(sum_line(&short(line.what), line.points, looks, width));
    }
    lines
}

/// A text in rows, of which all but the first are set in below the word after the mark.
fn wrap_hanging(text: &str, width: usize) -> Vec<String> {
    let mut rows = wrap(text, width.saturating_sub(HANGING_COLUMNS));
    for row in rows.iter_mut().skip(1) {
        row.insert_str(0, &" ".repeat(HANGING_COLUMNS));
    }
    rows
}

/// The party on the floor with its members, and what became of those who came before it, if `all`
/// are told of.
fn roster(
    party: &Party<'_>,
    view: View<'_>,
    looks: Appearance,
    width: usize,
    all: bool,
) -> Vec<Line<'static>> {
    let short_names = &view.catalog().short_names;
    let terrain = &view.catalog().terrain;
    let chest = looks.span(terrain.fixture(FixtureState::ChestFull));
    let mut lines = Vec::new();
    let left = if all { 0 } else { party.companies.len().saturating_sub(1) };
    for (wave, company) in party.companies.iter().enumerate().skip(left) {
        let title = wrap(&capital(&company.name), width).into_iter();
        lines.extend(title.map(|row| Line::styled(row, looks.style(ColorRole::Title))));
        let members = || party.members.iter().filter(|own| usize::from(own.wave) == wave);
        if wave + 1 == party.companies.len() {
            let want = format!("turn {}: {}", party.turns, company.want);
            lines.push(Line::styled(fit_words(&want, width, &looks), looks.style(ColorRole::Dim)));
            lines.extend(members().map(|own| {
                let part = |own: Stack| terrain.part(item_part(view, own.kind));
                let sign = own.carries.map(|own| looks.span(part(own)));
                let name = short_names.given.of(own.name);
                let state = state(own, view);
                member_line(own, name, state, (&chest, sign.as_ref()), looks, width)
            }));
        } else {
            let fates = members().map(|own| format!("{} {}", own.name, state(own, view).0));
            let rows = wrap(&fates.collect::<Vec<_>>().join(", "), width).into_iter();
            lines.extend(rows.map(|row| Line::styled(row, looks.style(ColorRole::Dim))));
        }
    }
    lines
}

/// Letter, name, health or fate of a member of the party, and the signs of what it carries.
fn member_line(
    member: &PartyMember<'_>,
    name: &str,
    (state, role): (String, ColorRole),
    (chest, thing): (&Span<'_>, Option<&Span<'_>>),
    looks: Appearance,
    width: usize,
) -> Line<'static> {
    let mut bag = match member.loot {
        0 => String::new(),
        loot => format!(" {}{loot}", chest.content),
    };
    bag.extend(thing.map(|sign| format!(" {}", sign.content)));
    let name = pad(name, NAME_COLUMNS, &looks);
    let letter =
        Span::styled(member.kind.glyph.to_string(), letter_style(member.kind, true, &looks));
    let mut spans = vec![letter, Span::raw(format!(" {name} "))];
    if member.fate == Fate::Inside {
        let room = width.saturating_sub(NAME_COLUMNS + 3 + 6 + bag.width()).min(12);
        let full =
            (member.health.max(0) as usize * room).div_ceil(member.max_health.max(1) as usize);
        let is_low = is_low(member.health, member.max_health);
        let role = if is_low { ColorRole::BarLow } else { ColorRole::BarFull };
        spans.extend(bar(&looks, 2 * full, room, role));
        spans.push(Span::raw(" "));
    }
    spans.push(Span::styled(state, looks.style(role)));
    spans.push(Span::styled(bag, looks.style(ColorRole::Chest)));
    Line::from(spans)
}

fn state(member: &PartyMember<'_>, view: View<'_>) -> (String, ColorRole) {
    match member.fate {
        Fate::Inside => (format!("{}/{}", member.health, member.max_health), ColorRole::Text),
        _ if view.is_driven_home(member) => ("driven home".to_owned(), ColorRole::Good),
        Fate::Through => ("got through".to_owned(), ColorRole::Warning),
        Fate::Fled => ("fled".to_owned(), ColorRole::Good),
        Fate::Fell(_) => ("fell".to_owned(), ColorRole::Good),
    }
}

fn sum_line(what: &str, points: i32, looks: Appearance, width: usize) -> Line<'static> {
    let points = format!("{points:+}");
    let role = if points.starts_with('-') { ColorRole::Bad } else { ColorRole::Text };
    let text = format!("{} {points}", pad_sum(what, &points, looks, width));
    Line::styled(text, looks.style(role))
}

/// What points are for, in the columns that they leave.
fn pad_sum(what: &str, points: &str, looks: Appearance, width: usize) -> String {
    pad(what, width.saturating_sub(points.len() + 1).min(SUM_COLUMNS), &looks)
}

/// The reason of a grade line in few words.
fn short(what: GradeReason) -> String {
    match what {
        GradeReason::Harm { fell, of, .. } => format!("harm: {fell} of {of} fell"),
        GradeReason::Kept { full, of } => format!("kept: {full} of {of}"),
        GradeReason::Hazard { seen_percent } => format!("hazard: {seen_percent}%"),
        GradeReason::Bed { .. }
        | GradeReason::Order { .. }
        | GradeReason::Died
        | GradeReason::Abandoned => "order".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_goes_on_below_its_first_word() {
        let rows = wrap_hanging("1 spike pit trap: Wynn, Nicol", 22);
        assert_eq!(rows, ["1 spike pit trap:", "  Wynn, Nicol"]);
    }
}
