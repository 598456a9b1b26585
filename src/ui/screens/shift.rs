//! The map screen: where a shift is played.
//!
//! What goes on for several turns is shown turn by turn; a key interrupts it and is then spent, unless it only shows
//! something. What flies or strikes is shown for a moment; a key skips that and acts at once.

use std::{collections::VecDeque, time::Duration};

use ratatui::Frame;

use crate::{
    base::{Line, Pos, Tie},
    sim::{Behaviour, Command, Event, Status},
    ui::{
        ActiveRun, Context, Run, Screen, Transition,
        intents::{intend, is_harmless},
        keymap::{InputMode, Intent},
        surroundings::describe,
        terminal::{Input, Key, KeyCode, Mouse, MouseKind},
        widgets::{
            map::{Mark, MarkKind},
            messages::Shown,
            scene::Scene,
        },
    },
};

use super::{briefing::Briefing, cursor::Cursor, raid_show::RaidShow, result::ShiftResult};

/// The map screen of the run that is played.
#[derive(Default)]
pub struct Shift {
    /// Pictures of what has just happened that are still to be shown.
    pictures: VecDeque<Vec<Mark>>,
    /// There are more lines than there is room for: a key shows the next.
    more: Option<Shown>,
    briefed: bool,
    /// Something bad has just begun under this key: held down, it does nothing more until it is let go.
    held: Option<Key>,
    /// Nothing bad came of the last command.
    is_calm: bool,
}

impl Shift {
    /// Takes up a run, new or not.
    pub fn open(run: Box<dyn Run>, context: &mut Context) -> Box<dyn Screen> {
        let mut play = ActiveRun::new(run);
        play.take_up();
        play.hint(&[], &context.settings);
        context.play = Some(play);
        Box::new(Self { is_calm: true, ..Self::default() })
    }

    fn key(&mut self, key: Key, context: &mut Context) -> Transition {
        if let (Some(shown), Some(play)) = (self.more.take(), &mut context.play) {
            play.log.seen = shown.rows;
            return Transition::Stay;
        }
        if self.held.take() == Some(key) {
            self.held = Some(key);
            return Transition::Ignore;
        }
        self.pictures.clear();
        let intent = context.intent(InputMode::Play, &Input::Key(key));
        let Some(play) = &mut context.play else { return Transition::Pop };
        play.events.clear();
        if matches!(play.status(), Status::Over(_)) {
            return over(key, context);
        }
        if play.is_going_on() {
            play.halt();
            if !intent.is_some_and(is_harmless) {
                return Transition::Stay;
            }
        }
        if let Some(intent) = intent {
            return self.act(intent, key, context);
        }
        let help = context.key(Intent::Help);
        if let Some(play) = &mut context.play {
            play.say(format!("The key {key} does nothing here. {help} shows those that do."));
        }
        Transition::Stay
    }

    fn act(&mut self, intent: Intent, key: Key, context: &mut Context) -> Transition {
        let step = intend(intent, context);
        if let Some(play) = context.play.as_ref().filter(|play| !play.is_still) {
            let is_calm = !play.events.iter().any(is_alarming);
            // Only what is new: nobody wants to wait between blows.
            self.held = (self.is_calm && !is_calm).then_some(key);
            self.is_calm = is_calm;
        }
        self.picture(context);
        step
    }

    /// Makes pictures of what has just happened.
    fn picture(&mut self, context: &mut Context) {
        let Some(play) = &mut context.play else { return };
        let events = std::mem::take(&mut play.events);
        if play.pace(&context.settings).is_zero() {
            return;
        }
        for event in &events {
            match *event {
                Event::Shot { from, to, victim, .. } if victim.seen => self.flight(from, to),
                Event::Threw { from, to, .. } => self.flight(from, to),
                Event::Struck { victim, .. } if victim.seen => self.flash(victim.at),
                Event::TrapSprung { at, victim, .. } if victim.seen => self.flash(at),
                _ => {}
            }
        }
        // What happened all at once is not shown for longer than it is worth.
        self.pictures.truncate(MOST_PICTURES);
    }

    fn flight(&mut self, from: Pos, to: Pos) {
        let line = Line::new(from, to, Tie::NorthWest);
        let length = from.steps_to(to) as usize;
        let cells = line.take(length);
        self.pictures.extend(cells.map(|at| vec![Mark { at, kind: MarkKind::Missile }]));
    }

    fn flash(&mut self, at: Pos) {
        self.pictures.push_back(vec![Mark { at, kind: MarkKind::Flash }]);
    }
}

/// Whether somebody who holds a key down would want to let it go.
fn is_alarming(event: &Event) -> bool {
    match event {
        Event::ThreatSeen { .. } | Event::DraggedOut { .. } => true,
        Event::Struck { victim, .. }
        | Event::Missed { victim, .. }
        | Event::Shot { victim, .. }
        | Event::Hurt { victim, .. } => victim.is_player(),
        _ => false,
    }
}

/// After the end, keys that nobody walks with go on.
fn over(key: Key, context: &mut Context) -> Transition {
    match key.code {
        KeyCode::Enter | KeyCode::Esc | KeyCode::Char(' ') => {
            ShiftResult::new(context).map_or(Transition::Pop, Transition::replace)
        }
        _ => Transition::Ignore,
    }
}

/// How many turns go by from one picture to the next: waiting is dull to look at.
fn steps(play: &ActiveRun) -> u32 {
    match play.view().behaviour() {
        Some(Behaviour::Rest | Behaviour::Linger { .. }) => 10,
        _ => 1,
    }
}

/// A key that is held down comes again sooner than this.
const LET_GO: Duration = Duration::from_millis(120);

/// More pictures than this are not shown of one turn.
const MOST_PICTURES: usize = 24;

/// The cell of the floor that was clicked, if one was.
pub fn clicked(play: &ActiveRun, mouse: Mouse) -> Option<Pos> {
    let shown = play.shown;
    if !shown.contains((mouse.x, mouse.y).into()) {
        return None;
    }
    let at = Pos::new(i32::from(mouse.x - shown.x), i32::from(mouse.y - shown.y));
    let pos = play.camera.origin + at;
    let (width, height) = play.view().size();
    ((0..width).contains(&pos.x) && (0..height).contains(&pos.y)).then_some(pos)
}

impl Screen for Shift {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let marks = self.pictures.front().cloned().unwrap_or_default();
        let shown = Scene { marks, ..Scene::default() }.draw(frame, context);
        self.more = shown.filter(|shown| shown.more);
        if let (Some(shown), Some(play), None) = (shown, &mut context.play, self.more) {
            play.log.seen = shown.rows;
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        match input {
            Input::Key(key) => self.key(*key, context),
            Input::Mouse(mouse) => {
                let Some(play) = &mut context.play else { return Transition::Pop };
                let Some(at) = clicked(play, *mouse) else { return Transition::Ignore };
                play.halt();
                match mouse.kind {
                    MouseKind::Click => Transition::push(Cursor::examine_at(at)),
                    MouseKind::RightClick => {
                        context.submit(Command::Travel(at));
                        Transition::Stay
                    }
                    _ => Transition::Ignore,
                }
            }
            _ => Transition::Ignore,
        }
    }

    fn tick_interval(&self, context: &Context) -> Option<Duration> {
        let play = context.play.as_ref()?;
        if !self.briefed || play.is_watching() {
            return Some(Duration::ZERO);
        }
        if self.more.is_some() {
            return None;
        }
        let moves = !self.pictures.is_empty() || play.is_going_on() || !play.events.is_empty();
        let pace = moves.then(|| play.pace(&context.settings));
        pace.or_else(|| self.held.map(|_| LET_GO))
    }

    fn tick(&mut self, context: &mut Context) -> Transition {
        if context.play.as_ref().is_some_and(ActiveRun::is_watching) {
            return Transition::replace(RaidShow::live(context));
        }
        if !self.briefed {
            self.briefed = true;
            let Some(view) = context.view() else { return Transition::Pop };
            return if view.clock().0 == 0 { Transition::push(Briefing) } else { Transition::Stay };
        }
        if self.pictures.pop_front().is_some() {
            if !self.pictures.is_empty() {
                return Transition::Stay;
            }
        } else {
            self.held = None;
        }
        if let Context { play: Some(play), settings, .. } = context
            && play.events.is_empty()
        {
            for _ in 0..steps(play) {
                if play.is_going_on() {
                    play.go_on(settings);
                }
            }
        }
        self.picture(context);
        Transition::Stay
    }
    fn accessible_lines(&mut self, context: &mut Context) -> Option<Vec<String>> {
        context.view().map(describe)
    }
}
