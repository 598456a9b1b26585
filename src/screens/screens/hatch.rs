//! The closet's hatch: the player has clocked out, and plays dawn by pulling cords; or a raid that
//! is over is watched again.
//!
//! Each key is a command, which is in the run's file before its outcome is shown. Run at a speed,
//! the raid is a command a turn, and stops where [`Command::Watch`] with 0 turns would: falls and
//! loot are held, and turns of which nothing is told go by fast.

use std::time::Duration;

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    intent_handler::save_and_quit,
    keymap::{InputMode, Intent},
    log::{Log, LogLine, Voice},
    motion::Director,
    playback::{Playback, speed_hint},
    raid_record::RaidRecord,
    terminal::{Input, Key, MouseKind},
    theme::ColorRole,
    widgets::{
        KeyHint,
        hatch::{self, HatchPicture, RaidStory, is_weighty},
        hint_line, lesson,
    },
};
use engine::sim::{Command, Event, Turns};
use engine::view::{Commentator, Deed, Message, Remark, Tone, View};
use runs::record::Replay;

use super::help::ModeHelpScreen;

pub struct HatchScreen {
    /// The raid that is watched again, and what has been told of it; `None` while the run is in
    /// one.
    past: Option<(RaidRecord, Log)>,
    commentator: Commentator,
    /// What was told of, from the raid's first turn.
    story: RaidStory,
    /// What the last command led to.
    weight: Weight,
    /// Points of the raid at the last remark.
    points: i32,
    playback: Playback,
    director: Director,
}

/// For how long a turn of a raid that runs by itself is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// Nothing is told of it.
    Empty,
    Told,
    /// Somebody falls, or something is taken.
    Held,
}

impl Weight {
    fn of(remarks: &[Remark]) -> Weight {
        match remarks {
            [] => Weight::Empty,
            _ if remarks.iter().any(|own| is_weighty(own.deed)) => Weight::Held,
            _ => Weight::Told,
        }
    }
}

impl HatchScreen {
    /// The raid of the run in progress, from its present turn.
    pub fn new(run: &mut ActiveRun) -> Self {
        let mut hatch = Self::of(None, run);
        hatch.playback.is_playing = false;
        hatch
    }

    /// The raid again as it was played from here; `None` where the game of that moment is not known
    /// any more.
    pub fn again(run: &mut ActiveRun) -> Option<Self> {
        let record = run.at_dawn.as_ref()?.copy()?;
        Some(Self::watching(record, run))
    }

    /// The raid before the shift; `None` where there was none.
    pub fn of_last_night(run: &mut ActiveRun) -> Option<Self> {
        let record = RaidRecord::by_itself(run.view().raid_of_last_night()?);
        Some(Self::watching(record, run))
    }

    /// The raid from the recording of a run whose player was on the floor at dawn; `None` if there
    /// was no raid.
    pub fn recorded(replay: Replay, dawn: Turns, run: &mut ActiveRun) -> Option<Self> {
        Some(Self::watching(RaidRecord::with_player(replay, dawn)?, run))
    }

    fn watching(record: RaidRecord, run: &mut ActiveRun) -> Self {
        Self::of(Some((record, Log::default())), run)
    }

    /// With the party introduced.
    fn of(past: Option<(RaidRecord, Log)>, run: &mut ActiveRun) -> Self {
        let mut hatch = Self {
            past,
            commentator: Commentator::default(),
            story: RaidStory::default(),
            weight: Weight::Told,
            points: raid_points(run.view()),
            playback: Playback::of_run(),
            director: Director::default(),
        };
        let view = hatch.view(run);
        let (story, remarks) = (RaidStory::new(view), Commentator::introduce(view));
        hatch.story = story;
        hatch.tell(remarks, run);
        hatch
    }

    fn view<'a>(&'a self, run: &'a ActiveRun) -> View<'a> {
        view_of(self.past.as_ref(), run)
    }

    fn is_over(&self, run: &ActiveRun) -> bool {
        self.view(run).shift_end().is_some()
    }

    /// Carries out a command; of a raid that is over, goes so far. Returns whether the player may
    /// want to act on its outcome; `None` if it was refused.
    fn submit(&mut self, command: Command, run: &mut ActiveRun, context: &Context) -> Option<bool> {
        let outcome = match &mut self.past {
            Some((record, log)) => go_on(record, command).map_err(|problem| {
                log.add(record.view().clock(), problem, Voice::Refused);
            }),
            None => run.at_hatch(command).map_err(|refusal| {
                run.refuse(&refusal, &context.settings);
            }),
        };
        let events = outcome.ok()?;
        self.show(&events, run);
        self.director.skip();
        if !run.is_still {
            let view = view_of(self.past.as_ref(), run);
            let (level, pace) = (context.motion(), context.settings.animation);
            self.director.show(last_turn(view, command, &events), view, level, pace);
        }
        Some(self.view(run).is_worth_a_stop(&events) || self.is_over(run))
    }

    /// Tells of the events of a command, and of the points that they have earned.
    fn show(&mut self, events: &[Event], run: &mut ActiveRun) {
        let view = view_of(self.past.as_ref(), run);
        let mut remarks = self.commentator.tell(view, events);
        let points = raid_points(run.view());
        if !remarks.is_empty() && points != self.points {
            let more = points - self.points;
            let noun = if more.abs() == 1 { "point" } else { "points" };
            let text = format!("In all that: {more:+} {noun}.");
            remarks.push(Remark { text, tone: Tone::Plain, at: None, deed: Deed::Other });
        }
        // Of turns without a remark too, or the next remark would be told to have earned what they
        // did.
        self.points = points;
        self.tell(remarks, run);
    }

    fn tell(&mut self, remarks: Vec<Remark>, run: &mut ActiveRun) {
        let now = self.view(run).clock();
        self.weight = Weight::of(&remarks);
        self.story.note(now, &remarks);
        let log = self.past.as_mut().map_or(&mut run.log, |(_, log)| log);
        for Remark { text, tone, .. } in remarks {
            log.tell(now, Message { text, tone });
        }
    }

    fn key(&mut self, key: Key, run: &mut ActiveRun, context: &mut Context) -> Transition {
        let is_past = self.past.is_some();
        if let Some(end) = self.view(run).shift_end() {
            return if is_past { Transition::Pop } else { Transition::ShowResult(end) };
        }
        self.director.skip();
        let ran = std::mem::replace(&mut self.playback.is_playing, false);
        if let Some(cord) = key.text().and_then(|digit| digit.to_digit(10)?.checked_sub(1)) {
            return self.pull(cord as u8, run, context);
        }
        let intent = context.intent(InputMode::Hatch, &Input::Key(key));
        match intent {
            Some(Intent::NextStop) => _ = self.submit(Command::Watch { turns: 0 }, run, context),
            Some(Intent::StepOn) => _ = self.submit(Command::Watch { turns: 1 }, run, context),
            Some(Intent::Pause) => self.playback.is_playing = !ran,
            Some(intent @ (Intent::Faster | Intent::Slower)) => {
                self.playback.take(intent, 0, u32::MAX);
                self.playback.is_playing = ran;
            }
            Some(Intent::ToEnd) => {
                while !self.is_over(run)
                    && self.submit(Command::Watch { turns: 0 }, run, context).is_some()
                {
                }
            }
            Some(Intent::Cancel) if is_past => return Transition::Pop,
            Some(Intent::SaveQuit) => return save_and_quit(run),
            Some(Intent::Help) => return Transition::push(ModeHelpScreen(InputMode::Hatch)),
            None if !ran => {
                let help = context.key(Intent::Help);
                let text = format!("The key {key} does nothing here. {help} shows those that do.");
                match &mut self.past {
                    Some((record, log)) => log.add(record.view().clock(), text, Voice::Refused),
                    None => run.say(text),
                }
            }
            _ => {}
        }
        Transition::Stay
    }

    /// Pulls a cord; of a raid that is over they are pulled as they were.
    fn pull(&mut self, cord: u8, run: &mut ActiveRun, context: &Context) -> Transition {
        if self.past.is_none() {
            self.submit(Command::Pull { cord }, run, context);
        }
        Transition::Stay
    }

    /// How long the turn that is shown stays, if the raid goes on by itself.
    fn turn(&self, run: &ActiveRun, context: &Context) -> Option<Duration> {
        if !self.playback.is_playing || self.is_over(run) {
            return None;
        }
        if run.animation_interval(&context.settings).is_zero() {
            return Some(Duration::ZERO);
        }
        let times = self.view(run).catalog().looks.motion;
        Some(match self.weight {
            Weight::Empty => self.playback.interval() / times.hurry.max(1),
            Weight::Told => self.playback.interval(),
            Weight::Held => self.playback.scale(times.beat),
        })
    }

    fn foot(&self, view: View<'_>, context: &Context) -> Vec<KeyHint> {
        let back = if self.past.is_some() { "back to the result" } else { "the result" };
        if view.shift_end().is_some() {
            return vec![KeyHint::new("any key", back)];
        }
        if self.playback.is_playing {
            return vec![KeyHint::new("any key", "stop"), speed_hint(context)];
        }
        let mut hints = context.hints([
            (Intent::NextStop, "on"),
            (Intent::StepOn, "a turn"),
            (Intent::Pause, "run"),
            (Intent::ToEnd, "to the end"),
        ]);
        if self.past.is_some() {
            hints.push(KeyHint::of(context, Intent::Cancel, back));
        } else {
            hints.extend(context.hints([(Intent::Help, "keys"), (Intent::SaveQuit, "save")]));
            let cords = view.hatch_cords().len();
            let keys = if cords > 1 { format!("1-{cords}") } else { cords.to_string() };
            hints.splice(0..0, (cords > 0).then(|| KeyHint::new(keys, "pull")));
        }
        hints
    }
}

fn view_of<'a>(past: Option<&'a (RaidRecord, Log)>, run: &'a ActiveRun) -> View<'a> {
    past.map_or_else(|| run.view(), |(record, _)| record.view())
}

/// Goes on with a raid that is over, by as much as a command would.
fn go_on(record: &mut RaidRecord, command: Command) -> Result<Vec<Event>, String> {
    let mut events = record.step()?;
    while command == (Command::Watch { turns: 0 })
        && record.view().shift_end().is_none()
        && !record.view().is_worth_a_stop(&events)
    {
        events.extend(record.step()?);
    }
    Ok(events)
}

/// The events of a command's last turn, as far as they can be told from those before: a raid that
/// goes on to the next thing worth a stop stops in the turn of that.
fn last_turn<'e>(view: View<'_>, command: Command, events: &'e [Event]) -> &'e [Event] {
    if command != (Command::Watch { turns: 0 }) {
        return events;
    }
    let is_stop = |event: &Event| view.is_worth_a_stop(std::slice::from_ref(event));
    let stop = events.iter().position(is_stop).unwrap_or(events.len());
    // The blow that it came of is told just before.
    let blows = events[..stop].iter().rev().take_while(|own| matches!(own, Event::Fight(_)));
    &events[stop - blows.count()..]
}

fn raid_points(view: View<'_>) -> i32 {
    let grade = view.standing();
    (grade.dawn + grade.hazard) as i32
}

impl Screen for HatchScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let (looks, area, mut camera) = (context.appearance, frame.area(), run.camera);
        let picture = Rect { height: area.height.saturating_sub(1), ..area };
        let view = view_of(self.past.as_ref(), run);
        self.director.breathe(view, &looks, context.motion());
        let marks = &self.director.marks(view);
        let log = self.past.as_ref().map_or(&run.log, |(_, log)| log);
        let (story, lesson) = (Some(&self.story), Some(&*context));
        let shown = HatchPicture { view, looks, story, marks, log, lesson };
        let map = shown.draw(picture, frame.buffer_mut(), &mut camera);
        let foot = Rect { y: picture.bottom(), height: 1, ..area };
        let speed = Line::styled(self.playback.times(looks.glyphs), looks.style(ColorRole::Dim));
        let room = usize::from(area.width).saturating_sub(speed.width() + 3);
        frame.render_widget(hint_line(&self.foot(view, context), room, &looks), foot);
        frame.render_widget(speed.right_aligned(), foot);
        (run.camera, run.shown) = (camera, map);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        match input {
            Input::Key(key) => self.key(*key, run, context),
            Input::Mouse(mouse) if mouse.kind == MouseKind::Click => {
                self.playback.is_playing = false;
                let at = run.cell_at(*mouse);
                let cords = self.view(run).hatch_cords();
                match cords.iter().position(|cord| Some(cord.at) == at) {
                    Some(cord) => self.pull(cord as u8, run, context),
                    None => Transition::Stay,
                }
            }
            _ => Transition::Ignore,
        }
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        self.director.next_change(self.turn(context.run(), context))
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let waited = self.tick_interval(context).unwrap_or_default();
        let (run, context) = context.in_run();
        if !self.director.pass(waited, self.turn(run, context)) {
            return Transition::Stay;
        }
        let is_still = run.animation_interval(&context.settings).is_zero();
        let steps = if is_still { u32::MAX } else { self.playback.steps() };
        for _ in 0..steps {
            if !self.playback.is_playing || self.is_over(run) {
                break;
            }
            let stops = self.submit(Command::Watch { turns: 1 }, run, context);
            self.playback.is_playing = stops.is_some_and(|stops| !stops || self.past.is_some());
        }
        Transition::Stay
    }

    /// What has happened is in the log of the run, and read from there; of a raid that is over, it
    /// is read from here.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let view = self.view(context.run());
        let mut lines: Vec<String> = lesson::read(view, context).into_iter().collect();
        let told = self.past.iter().flat_map(|(_, log)| log.lines());
        lines.extend(told.map(LogLine::text));
        lines.extend(hatch::read(view));
        let keys = self.foot(view, context);
        lines.extend(keys.iter().map(|KeyHint { key, does }| format!("{key}: {does}.")));
        Some(lines)
    }
}
