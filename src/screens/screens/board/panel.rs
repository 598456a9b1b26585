//! The words beside the board's map: what the plan takes, and a row for each job and lever.

use ratatui::{Frame, layout::Rect};

use crate::{
    ScreenContext,
    outlook::Outlook,
    surroundings::bearing,
    theme::ColorRole,
    widgets::{
        draw_lines,
        layout::draw_panel,
        sheet::{Block, Row, Sheet},
        text_lines, way,
    },
};
use content::{JobKind, Supply, capital, counted};
use engine::sim::{Gain, PlanCost, STIRRING_TURNS, Turns};
use engine::view::{KnownJob, PlanItem, View};

/// On fewer rows no bar takes one from the list.
const MIN_ROWS_WITH_BARS: u16 = 28;

/// Draws what the plan takes, the list, and below that what was refused; where there is room, also
/// what is expected of dawn one by one.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    sheet: &Sheet,
    context: &mut ScreenContext<'_>,
) {
    let looks = context.appearance;
    let width = area.width.saturating_sub(2);
    let columns = usize::from(width);
    let has_bars = area.height >= MIN_ROWS_WITH_BARS;
    let told = sheet.text.iter().filter(|block| has_bars || !matches!(block, Block::Bar(..)));
    let mut head: Vec<_> = told.flat_map(|block| block.lines(columns, &looks)).collect();
    head.truncate(usize::from(area.height / 2));
    let problem = text_lines(&context.sheet.problem, ColorRole::Bad, &looks, columns);
    let told = if context.sheet.problem.is_empty() { 0 } else { problem.len() as u16 };
    let above = head.len() as u16 + 1;
    draw_panel(area, frame.buffer_mut(), looks, |_, _| head);
    let inner = Rect { x: area.x + 2, width, ..area };
    let height = inner.height.saturating_sub(above + told).max(1);
    let list = Rect { y: inner.y + above, height, ..inner };
    let rows = sheet.row_lines(context.sheet, columns, &looks);
    rows.draw(frame, list, context.sheet);
    context.sheet.scroll.draw_bar(frame, list, &looks);
    let foot = Rect { y: list.bottom(), height: told, ..inner };
    draw_lines(foot, frame.buffer_mut(), &problem);
    let run = context.run();
    let outlook = run.outlook.forecast().map_or(Vec::new(), |own| run.view().outlook(own));
    let outlook = outlook.iter().flat_map(|text| text_lines(text, ColorRole::Dim, &looks, columns));
    let outlook: Vec<_> = outlook.collect();
    let (listed, room) = (sheet.rows.len() as u16 + 1, outlook.len() as u16);
    if room > 0 && listed + room <= height {
        let below = Rect { y: list.bottom() - room, height: room, ..inner };
        draw_lines(below, frame.buffer_mut(), &outlook);
    }
}

/// Turns and supplies that the plan takes, with a sign where they do not suffice.
pub(super) fn head(view: View<'_>) -> Vec<Block> {
    let plan = view.plan();
    if plan.is_empty() {
        let is_done = || view.order().into_iter().all(|count| view.is_complete(count));
        let told = if !view.plan_items().is_empty() {
            "Nothing is planned yet."
        } else if is_done() {
            "You know of no job left to do here."
        } else {
            "You know of no job here yet: explore."
        };
        return vec![Block::text(told), Block::dim(turns_left(view))];
    }
    let cost = view.plan_cost(plan);
    let mut told = turns(view, &cost).to_vec();
    if cost.out_of_reach > 0 {
        let text = format!("! No way known to {} of it.", cost.out_of_reach);
        told.push(Block::Text(text, ColorRole::Warning));
    }
    told.extend(stores(view, &cost));
    if view.nights_of_second_hand() > 0 {
        told.push(Block::dim("What you leave open first, the second hand does."));
    }
    told
}

/// What is to be expected of dawn, and what the last change of the plan has brought of it; fainter
/// as long as that is not known.
pub(super) fn expected(view: View<'_>, outlook: &Outlook) -> Vec<Block> {
    let Some(forecast) = outlook.forecast() else { return Vec::new() };
    let mut told = view.outlook_in_short(forecast);
    if let Some(first) = told.first_mut()
        && let Some(Gain { points, is_clear }) = outlook.gain()
    {
        let gain = if is_clear { format!("{points:+}") } else { "same".to_owned() };
        *first = format!("{first}  {gain}");
    }
    let is_old = outlook.interval().is_some();
    let role = if is_old { ColorRole::Dim } else { ColorRole::Title };
    told.into_iter().map(|text| Block::Text(text, role)).collect()
}

fn turns_left(view: View<'_>) -> String {
    format!("{} to dawn.", counted(view.turns_left().0, "turn"))
}

fn turns(view: View<'_>, cost: &PlanCost) -> [Block; 2] {
    let left = view.turns_left().0;
    let (Turns(work), way_out) = (cost.turns, cost.way_out);
    let all = work + way_out.map_or(0, |way| way.0);
    let (sign, role) = if all > left { ("! ", ColorRole::Bad) } else { ("", ColorRole::Text) };
    let text = match way_out {
        Some(_) => format!("{sign}About {all} of {left} turns, the way out included"),
        None => format!("{sign}About {work} of {left} turns, and a way out that is not known"),
    };
    [Block::Text(text, role), Block::Bar(all, left)]
}

/// What the plan uses up, of what there is.
fn stores(view: View<'_>, cost: &PlanCost) -> Option<Block> {
    let supplies = Supply::ALL.into_iter().zip(cost.supplies).zip(view.player().supplies);
    let used =
        supplies.map(|((supply, used), (_, own))| (supply.to_string(), used.into(), own.into()));
    let cords = ("cords".to_owned(), cost.cords, view.cords_left());
    let used: Vec<(String, usize, usize)> =
        used.chain([cords]).filter(|&(_, used, _)| used > 0).collect();
    if used.is_empty() {
        return None;
    }
    let is_short = used.iter().any(|(_, used, own)| used > own);
    let role = if is_short { ColorRole::Bad } else { ColorRole::Text };
    let told = used.iter().map(|(name, used, own)| {
        let sign = if used > own { "! " } else { "" };
        format!("{sign}{name} {used} of {own}")
    });
    Some(Block::Text(capital(&told.collect::<Vec<_>>().join(", ")), role))
}

/// The number on the plan, what it is, where, and what it lacks.
pub(super) fn row(view: View<'_>, item: &PlanItem) -> Row {
    let (here, at) = (view.player().pos, item.lever.at());
    let number = item.place.map_or(String::new(), |place| (place + 1).to_string());
    let stirs = item.known.and_then(|own| own.rises).is_some_and(|left| left <= STIRRING_TURNS);
    let note = item.known.map_or(String::new(), note);
    let planned = item.place.map_or(String::new(), |place| format!(", number {}", place + 1));
    let name = view.planned_in_short(item.lever);
    let told = [format!("{}, {}{planned}", capital(&name), bearing(here, at)), note.clone()];
    let told: Vec<String> = told.into_iter().filter(|text| !text.is_empty()).collect();
    Row {
        label: vec![(format!("{number:>2} "), ColorRole::Hint)],
        role: if stirs { ColorRole::Warning } else { ColorRole::Text },
        told: Some(format!("{}.", told.join(", "))),
        right: note,
        ..Row::new(format!("{name:<6} {} ", way(here, at)))
    }
}

/// What a job lacks, or by when a body has to be seen to.
fn note(known: KnownJob) -> String {
    let text = match known.rises {
        _ if !known.doable => lack(known.job),
        Some(left) => return format!("up in {left}"),
        None => "",
    };
    text.to_owned()
}

/// The supply or tool without which a job cannot be done; empty for jobs that need none.
fn lack(job: JobKind) -> &'static str {
    match job {
        JobKind::Trap => "no parts",
        JobKind::Chest => "no stock",
        JobKind::Door => "no timber",
        JobKind::Light => "no oil",
        JobKind::Pen => "no lures",
        JobKind::Stain => "foul mop",
        JobKind::Body => "",
    }
}
