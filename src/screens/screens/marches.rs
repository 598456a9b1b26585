//! The map of a journey: where the player decides which site is next, between two nights of work.
//!
//! A cursor goes from site to site; the panel tells what is known of the one it is on, and what the
//! road there costs. No road is taken without a question: its rations are spent for good.

use ratatui::{Frame, layout::Rect};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    intent_handler::{handle, save_and_quit},
    keymap::{InputMode, Intent},
    screen::next_of,
    terminal::{Input, Mouse, MouseKind},
    widgets::{
        KeyHint, hint_line,
        marches::{MarchesPicture, MarchesPlan, standing_in_one_line},
        messages::ShownRows,
        sheet::CHOSEN,
    },
};
use base::{Dir, Pos};
use content::capital;
use engine::sim::{Command, JourneyCommand, Reject, RoadCost, SiteId, SiteState};
use engine::view::{JourneyView, View, road_told};

use super::{
    ask::{ask, ask_to_abandon, refuse, submit},
    help::HelpScreen,
    roll::SiteScreen,
};

pub(crate) struct MarchesScreen {
    cursor: SiteId,
    /// Where the player was when the cursor was put there: it follows them when they go on.
    at: SiteId,
    plan: MarchesPlan,
    /// Set while the log has more lines than room: the next key shows them.
    more: Option<ShownRows>,
}

impl MarchesScreen {
    pub(crate) fn new(run: &ActiveRun) -> Self {
        let at = run.view().journey().map_or(SiteId(0), |journey| journey.at());
        Self { cursor: at, at, plan: MarchesPlan::default(), more: None }
    }

    /// Puts the cursor where the player is, if they have gone on.
    fn follow(&mut self, journey: JourneyView<'_>) {
        if self.at != journey.at() {
            (self.cursor, self.at) = (journey.at(), journey.at());
        }
    }

    fn look(&mut self, dir: Dir, journey: JourneyView<'_>) -> Transition {
        let Some(site) = nearest(journey, self.cursor, dir) else { return Transition::Ignore };
        self.cursor = site;
        Transition::Stay
    }

    /// Moves the cursor among the sites that can be gone to now, and the one where the player is if
    /// it can be entered.
    fn turn(&mut self, forward: bool, journey: JourneyView<'_>) -> Transition {
        let enter = Command::Journey(JourneyCommand::Enter);
        let mut open = open_roads(journey);
        open.extend(journey.refusal(&enter).is_none().then(|| journey.at()));
        let here = open.iter().position(|site| *site == self.cursor);
        let Some(next) = next_of(here, forward, open.len()) else { return Transition::Ignore };
        self.cursor = open[next];
        Transition::Stay
    }

    /// Goes to the site of the cursor, or to work where the player is.
    fn choose(&self, run: &mut ActiveRun, context: &Context) -> Transition {
        let Some(journey) = run.view().journey() else { return Transition::Ignore };
        if self.cursor == journey.at() {
            return enter(run, context);
        }
        let go = JourneyCommand::Go { to: self.cursor };
        let road = journey.roads().into_iter().find(|road| road.to == self.cursor);
        match road.map_or(Err(Reject::NoRoad), |road| road.cost) {
            Err(reject) => refuse(reject, run, context),
            Ok(cost) => ask(question(cost, journey, self.cursor, run), Command::Journey(go)),
        }
    }

    fn mouse(&mut self, mouse: Mouse, run: &mut ActiveRun, context: &Context) -> Transition {
        let Some(site) = self.plan.site_at((mouse.x, mouse.y)) else {
            return Transition::Ignore;
        };
        let was_there = std::mem::replace(&mut self.cursor, site) == site;
        match mouse.kind {
            MouseKind::Click if !was_there => Transition::Stay,
            MouseKind::Click | MouseKind::RightClick => self.choose(run, context),
            _ => Transition::Ignore,
        }
    }
}

fn act(intent: Intent, run: &mut ActiveRun, context: &mut Context) -> Transition {
    match intent {
        Intent::Rest | Intent::Wait => stay(run, context),
        Intent::Abandon => ask_to_abandon(run.view()),
        Intent::SaveQuit => save_and_quit(run),
        Intent::Help => Transition::open(HelpScreen::of_journey()),
        Intent::History | Intent::Yourself | Intent::Inventory | Intent::Roll | Intent::Privacy => {
            handle(intent, run, context)
        }
        _ => Transition::Ignore,
    }
}

/// Where the roads lead that are open now: on before back, and of several the nearest to the Deep
/// Seat.
fn open_roads(journey: JourneyView<'_>) -> Vec<SiteId> {
    let open = journey.roads().into_iter().filter(|road| road.cost.is_ok());
    let mut open: Vec<SiteId> = open.map(|road| road.to).collect();
    let goal = journey.goal();
    open.sort_by_key(|&to| (leads_back(journey, to), journey.atlas().way(to, goal), to));
    open
}

/// Whether the player need not go to a site again: its work is done, or it is a town that was left
/// behind.
fn leads_back(journey: JourneyView<'_>, site: SiteId) -> bool {
    let seen = journey.site(site);
    let way = |from| journey.atlas().way(from, journey.goal());
    matches!(seen.state, SiteState::Worked { .. })
        && (!seen.is_town || way(site) > way(journey.at()))
}

/// The site that is nearest to another in a direction, of those that lie in it rather than in the
/// next.
fn nearest(journey: JourneyView<'_>, from: SiteId, dir: Dir) -> Option<SiteId> {
    let (here, step) = (journey.site(from).pos, Pos::new(0, 0) + dir);
    let sites = journey.atlas().ids().filter(|&id| id != from);
    let in_direction = sites.filter_map(|id| {
        let off = journey.site(id).pos - here;
        let (along, across) =
            (off.x * step.x + off.y * step.y, (off.x * step.y - off.y * step.x).abs());
        (along > 0 && across <= along).then_some((along + 2 * across, id))
    });
    in_direction.min().map(|(_, id)| id)
}

/// To work where the player is, or into the town; without a ration for the gate it asks first.
fn enter(run: &mut ActiveRun, context: &Context) -> Transition {
    let cost = run.view().journey().and_then(|journey| journey.town_cost());
    let enter = Command::Journey(JourneyCommand::Enter);
    match cost.filter(|cost| cost.hunger > 0) {
        Some(cost) if run.view().refusal(&enter).is_none() => {
            let hunger = cost.hunger;
            let question =
                format!("You have no ration for the gate: that is {hunger} health. Walk in?");
            ask(question, enter)
        }
        _ => submit(enter, run, context),
    }
}

/// What is asked before a road: where it goes and what it costs.
fn question(cost: RoadCost, journey: JourneyView<'_>, to: SiteId, run: &ActiveRun) -> String {
    let ends = cost.hunger >= run.view().player().health;
    let warning = if ends { " You would not get there alive." } else { "" };
    let back = match leads_back(journey, to) {
        true if journey.site(to).is_town => ", where you have been",
        true => ", which is in order already",
        false => "",
    };
    let place = journey.site_name(to);
    format!("To {place}{back}. {}{warning} Set out?", road_told(cost))
}

fn stay(run: &mut ActiveRun, context: &Context) -> Transition {
    let stay = Command::Journey(JourneyCommand::Stay);
    if let Some(reject) = run.view().refusal(&stay) {
        return refuse(reject, run, context);
    }
    let slept = match run.view().health_from_sleep() {
        0 => "You sleep".to_owned(),
        health => format!("You sleep, which gives {health} health"),
    };
    let note = "They do not, and the marches are not put in order by it.";
    ask(format!("Stay the night? {slept}. {note}"), stay)
}

impl Screen for MarchesScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let race = run.extras(context).race;
        let Some(journey) = run.view().journey() else { return };
        self.follow(journey);
        let hints = hints(context, run.view(), self.cursor);
        let area = frame.area();
        let foot = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let picture = Rect { height: area.height.saturating_sub(1), ..area };
        let (view, log) = (run.view(), &run.log);
        let shown = MarchesPicture { view, cursor: self.cursor, looks, log, race: race.as_ref() }
            .draw(picture, frame.buffer_mut());
        if let Some((plan, shown)) = shown {
            self.plan = plan;
            self.more = shown.more.then_some(shown);
            if !shown.more {
                (run.log.seen, run.log.joined) = (shown.rows, shown.joined);
            }
        }
        frame.render_widget(hint_line(&hints, usize::from(foot.width), &looks), foot);
        if let Some(place) = self.plan.on_screen(self.plan.spot(self.cursor)) {
            frame.set_cursor_position(place);
        }
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if let Input::Mouse(mouse) = input {
            return self.mouse(*mouse, run, context);
        }
        if let (Some(shown), Input::Key(_)) = (self.more.take(), input) {
            (run.log.seen, run.log.joined) = (shown.rows, shown.joined);
            return Transition::Stay;
        }
        let Some(journey) = run.view().journey() else { return Transition::Ignore };
        self.follow(journey);
        match context.intent(InputMode::Cursor, input) {
            Some(Intent::Move(dir)) => return self.look(dir, journey),
            Some(Intent::NextThing) => return self.turn(true, journey),
            Some(Intent::PreviousThing) => return self.turn(false, journey),
            Some(Intent::Confirm) => return self.choose(run, context),
            Some(Intent::Cancel) => {
                self.cursor = journey.at();
                return Transition::Stay;
            }
            _ => {}
        }
        match context.intent(InputMode::Play, input) {
            Some(Intent::Examine) => Transition::push(SiteScreen(self.cursor)),
            Some(intent) => act(intent, run, context),
            None => Transition::Ignore,
        }
    }

    /// How the player stands, the site of the cursor, and the roads from here as a list.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, _) = context.in_run();
        let journey = run.view().journey()?;
        self.follow(journey);
        let mut lines = vec![
            format!("The marches. You are at {}.", journey.site_name(journey.at())),
            format!("{}.", standing_in_one_line(run.view())),
        ];
        let report = journey.site_report(self.cursor);
        lines.push(format!("{CHOSEN}{}: {} {}", report.name, report.kind, report.state));
        lines.push(report.way);
        lines.extend(report.rumour.into_iter().chain(report.raids));
        lines.push("Roads from here:".to_owned());
        for road in journey.roads() {
            let report = journey.site_report(road.to);
            let (name, way) = (capital(&report.name), report.way);
            lines.push(format!("{name}. {way} {} {}", report.kind, report.state));
        }
        Some(lines)
    }
}

fn hints(context: &Context, view: View<'_>, cursor: SiteId) -> Vec<KeyHint> {
    let Some(journey) = view.journey() else { return Vec::new() };
    let is_here = cursor == journey.at();
    let enter = match (is_here, journey.has_work()) {
        (true, true) => Some("to work"),
        (true, false) if journey.town_cost().is_some() => {
            journey.site_report(cursor).is_open.then_some("walk in")
        }
        (true, false) => None,
        (false, _) => Some("go there"),
    };
    let stay = view.refusal(&Command::Journey(JourneyCommand::Stay)).is_none();
    let enter = enter.map(|does| KeyHint::of(context, Intent::Confirm, does));
    let stay = stay.then(|| KeyHint::of(context, Intent::Rest, "sleep"));
    let others = [
        KeyHint::of(context, Intent::Examine, "more"),
        KeyHint::of(context, Intent::Roll, "heroes"),
        KeyHint::of(context, Intent::SaveQuit, "leave"),
        KeyHint::of(context, Intent::Help, "help"),
    ];
    let roads = KeyHint::of(context, Intent::NextThing, "roads");
    enter.into_iter().chain([roads]).chain(stay).chain(others).collect()
}
