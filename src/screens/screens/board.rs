//! The board, where the night is planned: the floor with what is known to do, and the list of that
//! beside it. What is put on the plan, taken off and moved there are commands that take no turn.

mod panel;

use std::time::Duration;

use ratatui::{Frame, layout::Rect};

use crate::{
    Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    terminal::{Input, Mouse, MouseKind},
    widgets::{
        KeyHint,
        floor::{FloorCells, plan_marks},
        hint_line, lesson,
        map::{self, MapMark, MarkKind},
        sheet::{Block, Row, Sheet},
    },
};
use base::Pos;
use content::capital;
use engine::sim::{Command, Lever, PlanCommand, Reject};
use engine::view::{KnownJob, PlanItem, View, describe_refusal};

use super::ask::question_of_work;
use super::cursor::{CursorScreen, Planned};
use super::help::ModeHelpScreen;
use super::order::OrderScreen;

#[derive(Default)]
pub struct BoardScreen {
    /// As it was drawn last: what is new on it is chosen.
    plan: Vec<Lever>,
}

/// The columns of the panel, which takes what the map leaves between these.
const MIN_SIDE_COLUMNS: u16 = 30;
const MAX_SIDE_COLUMNS: u16 = 60;
/// The narrowest map beside it; below that the panel is under the map.
const MIN_MAP_COLUMNS: u16 = 30;
/// The margin between the chosen cell and the edge of the map, in percent of the map's size.
const MARGIN_PERCENT: i32 = 15;

impl BoardScreen {
    /// Chooses what has come onto the plan since it was drawn last, if that is one thing.
    fn follow(&mut self, context: &mut ScreenContext<'_>) {
        let view = context.run().view();
        let new: Vec<Lever> =
            view.plan().iter().filter(|own| !self.plan.contains(own)).copied().collect();
        let items = view.plan_items();
        self.plan = view.plan().to_vec();
        if let [only] = new[..]
            && let Some(row) = items.iter().position(|item| item.lever == only)
        {
            context.sheet.chosen = Some(row);
        }
        let last = items.len().checked_sub(1);
        context.sheet.chosen = context.sheet.chosen.or(Some(0)).min(last);
    }
}

fn click(mouse: Mouse, context: &mut ScreenContext<'_>) -> Option<Transition> {
    if mouse.kind != MouseKind::Click {
        return None;
    }
    let at = context.run().cell_at(mouse)?;
    let items = context.run().view().plan_items();
    let row = items.iter().position(|item| item.cells.contains(&at));
    if row.is_some() {
        context.sheet.chosen = row;
    }
    match row {
        Some(row) => toggle(&items[row], context),
        None => _ = change(PlanCommand::Job { at }, context),
    }
    Some(Transition::Stay)
}

/// What the keys of the board do, but for those of its list.
fn act(intent: Intent, context: &mut ScreenContext<'_>) -> Option<Transition> {
    let items = context.run().view().plan_items();
    let chosen = context.sheet.chosen_of(&items).cloned();
    match intent {
        Intent::PlanUp => shift(chosen?.place, false, context),
        Intent::PlanDown => shift(chosen?.place, true, context),
        Intent::PlanOrder => plan_order(context),
        Intent::PlanKit => return Some(plan_kit(context)),
        Intent::PlanCord => {
            return Some(Transition::push(CursorScreen::plan(Planned::Cord, context.run())));
        }
        Intent::PlanPost => match Planned::resident(context.run().view()) {
            Some(what) => {
                return Some(Transition::push(CursorScreen::plan(what, context.run())));
            }
            None => _ = fail(Reject::NobodyToLead, context),
        },
        Intent::DoNextJob => return Some(follow_plan(Command::DoNextJob, context)),
        Intent::CarryOn => return Some(follow_plan(Command::CarryOn, context)),
        Intent::Examine => {
            let at = chosen.map_or(context.run().view().player().pos, |item| item.lever.at());
            return Some(Transition::push(CursorScreen::examine_at(at)));
        }
        Intent::WalkThere => {
            let command = way_to(context.run().view(), &chosen?);
            context.submit(command);
            return Some(Transition::Pop);
        }
        Intent::Outlook => return Some(Transition::push(OrderScreen::default())),
        _ => return None,
    }
    Some(Transition::Stay)
}

/// What the parties want, what is planned, and what the chosen row is about.
fn marks(view: View<'_>, chosen: Option<&PlanItem>) -> Vec<MapMark> {
    let wanted = view.sketch().map_or(Vec::new(), |sketch| sketch.places()).into_iter();
    let wanted = wanted.filter(|(_, cell)| cell.is_wanted);
    let wanted = wanted.map(|(at, _)| MapMark { at, kind: MarkKind::Choice });
    let reach = chosen.map_or(Vec::new(), |item| view.reach_at(item.lever.at())).into_iter();
    let reach = reach.map(|at| MapMark { at, kind: MarkKind::Path });
    let chosen = chosen.map(|item| MapMark { at: item.lever.at(), kind: MarkKind::Cursor });
    wanted.chain(reach).chain(plan_marks(view)).chain(chosen).collect()
}

/// Changes the plan, or tells below the list why not. False if it was refused.
fn change(command: PlanCommand, context: &mut ScreenContext<'_>) -> bool {
    let command = Command::Plan(command);
    if let Some(reject) = context.run().view().refusal(&command) {
        return fail(reject, context);
    }
    context.sheet.problem.clear();
    context.submit(command);
    true
}

fn fail(reject: Reject, context: &mut ScreenContext<'_>) -> bool {
    let why = describe_refusal(reject, &context.catalog);
    context.fail(why);
    false
}

/// Puts something on the plan, or takes it off.
fn toggle(item: &PlanItem, context: &mut ScreenContext<'_>) {
    let drop = item.place.map(|place| PlanCommand::Drop { place: place as u8 });
    change(drop.unwrap_or(item.lever.into()), context);
}

/// Moves something on the plan, and stays with it in the list.
fn shift(place: Option<usize>, down: bool, context: &mut ScreenContext<'_>) {
    let Some(from) = place else {
        context.fail("That is not on the plan yet. Enter puts it there.");
        return;
    };
    let last = context.run().view().plan().len() - 1;
    let to = if down { from + 1 } else { from.wrapping_sub(1) };
    if to > last {
        return;
    }
    let lever = context.run().view().plan()[from];
    change(PlanCommand::Move { from: from as u8, to: to as u8 }, context);
    let items = context.run().view().plan_items();
    context.sheet.keep(&items, |item| item.lever == lever);
}

/// Plans what is left of the order and known, the nearest first.
fn plan_order(context: &mut ScreenContext<'_>) {
    let mut planned = 0;
    for at in context.run().view().round_of_the_order() {
        let items = context.run().view().plan_items();
        if items.iter().any(|item| item.cells.contains(&at) && item.place.is_some()) {
            continue;
        }
        let is_planned = change(PlanCommand::Job { at }, context);
        planned += u32::from(is_planned);
        if !is_planned {
            return;
        }
    }
    if planned == 0 {
        context.fail("Nothing of the order that you know of is left to plan.");
    }
}

fn plan_kit(context: &ScreenContext<'_>) -> Transition {
    let run = context.run();
    match run.view().kits_to_plan()[..] {
        [(only, ..)] => Transition::push(CursorScreen::plan(Planned::Kit(only), run)),
        _ => Transition::push(KitScreen),
    }
}

/// Does what is next on the plan, or all of it; with nothing planned, of the order. The floor is
/// shown meanwhile.
fn follow_plan(by: Command, context: &mut ScreenContext<'_>) -> Transition {
    let (run, _) = context.in_run();
    run.carries_on = by == Command::CarryOn;
    let by = if run.view().plan().is_empty() { Command::DoNextJob } else { by };
    if let Some(question) = question_of_work(by, run) {
        return Transition::replace(question);
    }
    if let Some(reject) = run.view().refusal(&by) {
        let why = run.view().why_refused(&by, reject);
        return context.fail(why);
    }
    context.submit(by);
    Transition::Pop
}

/// The command that walks to the nearest cell from which a job can be done: its own, unless the job
/// is done from beside alone, or one beside it.
fn way_to(view: View<'_>, item: &PlanItem) -> Command {
    let (here, at) = (view.player().pos, item.lever.at());
    let is_beside_alone = |known: KnownJob| known.job.is_done_from_beside();
    let on_it = (!item.known.is_some_and(is_beside_alone)).then_some(at);
    let mut places: Vec<Pos> = at.neighbours().chain(on_it).collect();
    places.retain(|&pos| view.is_known_passable(pos) && !view.is_known_danger(pos));
    places.sort_by_key(|&pos| (pos.steps_to(here), pos));
    places
        .into_iter()
        .map(Command::Travel)
        .find(|command| view.refusal(command).is_none())
        .unwrap_or(Command::Travel(at))
}

impl Screen for BoardScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.plan = context.run().view().plan().to_vec();
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (run, shared) = context.in_run();
        run.look_ahead(shared);
        let view = context.run().view();
        let items = view.plan_items();
        let keys = keys(context).concat();
        let keys = keys.iter().map(|KeyHint { key, does }| Block::text(format!("{key}: {does}.")));
        Some(Sheet {
            text: [panel::head(view), panel::expected(view, &context.run().outlook)].concat(),
            rows: items.iter().map(|item| panel::row(view, item)).collect(),
            foot: keys.collect(),
            is_quick: true,
            is_read: true,
            ..Sheet::list("The plan")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        if let Some(item) = context.run().view().plan_items().get(row) {
            toggle(item, context);
        }
        Transition::Stay
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        if let Input::Mouse(mouse) = input
            && let Some(transition) = click(*mouse, context)
        {
            return Some(transition);
        }
        if context.intent(InputMode::List, input) == Some(Intent::Help) {
            return Some(Transition::push(ModeHelpScreen(InputMode::Board)));
        }
        let intent = context.intent(InputMode::Board, input)?;
        act(intent, context)
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        context.run().outlook.interval()
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        context.told_of_dawn()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        self.follow(context);
        let looks = context.appearance;
        let Some(sheet) = self.sheet(context) else { return };
        let hints = keys(context);
        let area = frame.area();
        let foot = hints.len() as u16;
        let body = Rect { height: area.height.saturating_sub(foot), ..area };
        let floor = context.run().view().size();
        let (map, panel) = if area.width >= MIN_SIDE_COLUMNS + MIN_MAP_COLUMNS {
            let most = MAX_SIDE_COLUMNS.min(area.width - MIN_MAP_COLUMNS);
            let side = area.width.saturating_sub(floor.0 as u16).clamp(MIN_SIDE_COLUMNS, most);
            let map = Rect { width: area.width - side, ..body };
            (map, Rect { x: map.right(), width: side, ..body })
        } else {
            let map = Rect { height: body.height / 2, ..body };
            (map, Rect { y: map.bottom(), height: body.height - map.height, ..body })
        };
        let view = context.run().view();
        let buffer = frame.buffer_mut();
        let map = lesson::draw(map, buffer, view, context);
        let items = view.plan_items();
        let chosen = context.sheet.chosen_of(&items);
        let mut camera = context.run().camera;
        let shown = camera.fit(map, floor, looks.cells);
        let focus = chosen.map_or(view.player().pos, |item| item.lever.at());
        camera.follow(focus, floor, shown, MARGIN_PERCENT);
        map::draw(map, buffer, &FloorCells::new(view, looks), camera);
        map::draw_marks(map, buffer, looks, camera, &context.run().outlook.heat());
        map::draw_marks(map, buffer, looks, camera, &marks(view, chosen));
        for (y, hints) in (body.bottom()..area.bottom()).zip(&hints) {
            let line = hint_line(hints, usize::from(area.width), &looks);
            buffer.set_line(area.x, y, &line, area.width);
        }
        let (run, _) = context.in_run();
        (run.camera, run.shown) = (camera, map);
        panel::draw(frame, panel, &sheet, context);
    }
}

fn keys(context: &Context) -> [Vec<KeyHint>; 2] {
    let mut list = vec![
        KeyHint::of(context, Intent::Confirm, "on or off"),
        KeyHint::of_keys(context, [Intent::PlanUp, Intent::PlanDown], "move"),
    ];
    list.extend(context.hints([
        (Intent::Outlook, "dawn"),
        (Intent::Examine, "look"),
        (Intent::WalkThere, "walk there"),
        (Intent::Cancel, "back"),
    ]));
    let plan = context.hints([
        (Intent::PlanOrder, "plan the order"),
        (Intent::PlanKit, "kit"),
        (Intent::PlanCord, "cord"),
        (Intent::PlanPost, "resident"),
        (Intent::DoNextJob, "do the next"),
        (Intent::CarryOn, "do all"),
    ]);
    [list, plan]
}

/// The kinds of kits, of which one is chosen.
struct KitScreen;

impl Screen for KitScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let kinds = view.kits_to_plan();
        let effect = context.sheet.chosen_of(&kinds).map(|(_, _, effect)| effect.clone());
        let rows = kinds.iter().zip('a'..='z');
        let rows: Vec<Row> =
            rows.map(|((_, told, _), letter)| Row::keyed(letter, capital(told))).collect();
        let none = rows.is_empty().then(|| describe_refusal(Reject::UnknownTrap, view.catalog()));
        Some(Sheet {
            rows,
            text: none.into_iter().map(Block::text).collect(),
            foot: effect.into_iter().flat_map(Block::after_blank).collect(),
            hints: context.hints([(Intent::Confirm, "choose"), (Intent::Cancel, "back")]),
            is_read: true,
            ..Sheet::boxed(66, "A kit of which trap?")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let run = context.run();
        let kinds = run.view().kits_to_plan();
        kinds.get(row).map_or(Transition::Stay, |&(trap, ..)| {
            Transition::replace(CursorScreen::plan(Planned::Kit(trap), run))
        })
    }
}
