//! What is printed of runs in their order: a JSON line each, or a summary of each block.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::args::{Args, Block};
use super::perks::{PerkCounts, Seniority};
use crate::cli::{Failure, Format, Output};
use base::Day;
use engine::sim::{RaidReport, RunStatus, Setup};
use runs::record::{Session, Sink, outcome_name};

/// What is printed of the runs, in their order.
pub(super) struct Report<'a> {
    args: &'a Args,
    blocks: &'a [Block<'a>],
    /// The runs of the last block that a run came from, in a text report.
    summary: Summary,
    pub(super) out: &'a mut Output,
}

impl<'a> Report<'a> {
    /// A report that no run has been added to.
    pub(super) fn new(args: &'a Args, blocks: &'a [Block<'a>], out: &'a mut Output) -> Report<'a> {
        Report { args, blocks, summary: Summary::default(), out }
    }

    /// Adds the run of a number: prints its line, or the summary of a block when its last run has
    /// been added.
    pub(super) fn add(&mut self, number: u64, line: RunLine) -> Result<(), Failure> {
        if self.args.format == Format::Json {
            return self.out.json(&line);
        }
        let block = (number / self.args.count) as usize;
        if self.summary.block != Some(block) {
            self.end()?;
            self.summary = Summary { block: Some(block), ..Summary::default() };
        }
        self.summary.add(line);
        if u64::from(self.summary.runs) == self.args.count {
            self.end()?;
        }
        Ok(())
    }

    /// Prints the summary of the runs that were added last.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        let summary = std::mem::take(&mut self.summary);
        let Some(block) = summary.block else { return Ok(()) };
        let (block, Args { count, bot, .. }) = (self.blocks[block], self.args);
        let of = match u64::from(summary.runs) {
            done if done < *count => format!("{done} of "),
            _ => String::new(),
        };
        let runs = if *count == 1 { "run" } else { "runs" };
        let heading = format!("{block}: {of}{count} {runs} by {bot}");
        summary.write(&heading, self.out)?;
        Ok(self.out.flush()?)
    }
}

/// The line of a run. All but `turns_per_second` depend on the input alone.
#[derive(Default, Serialize)]
pub(super) struct RunLine {
    schema: &'static str,
    mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    kind: String,
    seed: String,
    /// What was typed for the seed, if that was more than its number.
    word: Option<String>,
    bot: String,
    commands: u32,
    turns: u32,
    outcome: &'static str,
    grade: Option<char>,
    score: Option<u32>,
    digest: String,
    turns_per_second: u64,
    depth: u8,
    /// The condition of the floor, if it has one.
    condition: Option<String>,
    /// Turns on the floor, without those of the raid that is watched from outside.
    worked_turns: u32,
    par: Option<u32>,
    dawn: u32,
    points: Option<u32>,
    max_points: Option<u32>,
    /// The points of a shift that is over by what they are for: those of the order and of dawn, of
    /// which harm and kept chests count for what they are more than those of a night in bed.
    order_points: Option<u32>,
    dawn_points: Option<u32>,
    harm: Option<u32>,
    kept: Option<u32>,
    bed: Option<u32>,
    /// The members of the parties of dawn that fell.
    fallen: Option<usize>,
    /// Cords that were pulled, and pulls that hurt or held somebody.
    pulls: Option<u16>,
    pulls_hurt: Option<u16>,
    /// Things of the plan that were done.
    planned: u16,
    killed_by: Option<String>,
    coins: u32,
    /// Bosses that are dead or were driven off.
    bosses: u16,
    /// The perks of a journey, and how far it came.
    #[serde(flatten)]
    seniority: Option<Seniority>,
    /// What the other bot came to on the same seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<Box<RunLine>>,
    /// Whether the whole order was done when the party found it. What the party undid afterwards
    /// does not count.
    #[serde(skip)]
    is_order_done: bool,
    /// The most that order and dawn could be worth.
    #[serde(skip)]
    max_of_order: u32,
    #[serde(skip)]
    max_of_dawn: u32,
}

impl RunLine {
    /// The line of a run as it stands, that took so long.
    pub(super) fn of<S: Sink>(session: &Session<S>, bot: &str, elapsed: Duration) -> RunLine {
        let seconds = elapsed.as_secs_f64();
        let game = session.game();
        let view = game.view();
        let turns = view.turns().0;
        let is_over = matches!(game.status(), RunStatus::Over(_));
        let run_grade = game.run_grade();
        let grade = is_over.then_some(&run_grade);
        let shift = grade.filter(|_| !view.is_journey());
        let raid = game.world().site_raid().filter(|_| shift.is_some());
        let raid = raid.as_ref();
        let rules = &view.catalog().rules.grade;
        let Setup { seed, mode, .. } = game.setup();
        RunLine {
            schema: "upkeeper.sim/1",
            mode: mode.name(),
            day: mode.day(),
            kind: mode.kind().to_owned(),
            seed: seed.to_string(),
            word: session.header().word.clone(),
            bot: bot.to_owned(),
            commands: session.commands(),
            turns,
            outcome: outcome_name(game.status()),
            grade: grade.map(|grade| grade.letter.character()),
            score: grade.map(|grade| grade.score),
            digest: session.chain().digest().to_string(),
            turns_per_second: (f64::from(turns) / seconds.max(1e-9)) as u64,
            depth: view.depth().0,
            condition: view.condition().map(str::to_owned),
            worked_turns: view.turns_worked().0,
            par: view.par().map(|par| par.0),
            dawn: view.dawn().0,
            points: grade.map(|grade| grade.points),
            max_points: grade.map(|grade| grade.max_points),
            order_points: shift.map(|grade| grade.order),
            dawn_points: shift.map(|grade| grade.dawn),
            harm: shift.map(|grade| grade.harm),
            kept: shift.map(|grade| grade.kept),
            bed: shift.map(|grade| grade.bed),
            fallen: raid.map(RaidReport::fallen),
            pulls: raid.map(|raid| raid.pulls),
            pulls_hurt: raid.map(|raid| raid.pulls_hurt),
            planned: view.tally().planned,
            killed_by: view.tally().killed_by.map(|by| view.harm_name(by)),
            coins: view.coins().0,
            bosses: view.tally().bosses,
            seniority: Seniority::of(view),
            against: None,
            is_order_done: shift.is_some_and(|grade| grade.order == rules.order),
            max_of_order: rules.order,
            max_of_dawn: rules.max_of_dawn(),
        }
    }
}

/// The results of runs on levels of one kind and depth.
#[derive(Default)]
pub(super) struct Summary {
    /// The number of the block that the runs are of.
    block: Option<usize>,
    runs: u32,
    outcomes: BTreeMap<&'static str, u32>,
    /// From best to worst: S comes before A.
    grades: BTreeMap<(bool, char), u32>,
    deaths: BTreeMap<String, u32>,
    /// Turns of each run, and what its par was.
    turns: Vec<u32>,
    pars: Vec<u32>,
    /// Runs that clocked out with the whole order done.
    done: u32,
    /// Points of orders and of dawns, and the points that could be won, over the runs that clocked
    /// out.
    order: (u32, u32),
    dawn: (u32, u32),
    perks: PerkCounts,
    /// The points more than another bot's on the same seed, and the number of seeds; in all, and of
    /// those where they differ.
    gain: (i64, u32),
    differing: u32,
}

impl Summary {
    pub(super) fn add(&mut self, run: RunLine) {
        self.runs += 1;
        *self.outcomes.entry(run.outcome).or_default() += 1;
        if let Some(grade) = run.grade {
            *self.grades.entry((grade != 'S', grade)).or_default() += 1;
        }
        if let Some(cause) = run.killed_by {
            *self.deaths.entry(cause).or_default() += 1;
        }
        if let Some((own, other)) = run.points.zip(run.against.and_then(|other| other.points)) {
            self.gain = (self.gain.0 + i64::from(own) - i64::from(other), self.gain.1 + 1);
            self.differing += u32::from(own != other);
        }
        if let Some(seniority) = &run.seniority {
            self.perks.add(seniority, run.outcome == "won");
        }
        self.turns.push(run.worked_turns);
        self.pars.extend(run.par);
        if run.outcome == "clocked_out" {
            self.done += u32::from(run.is_order_done);
            for (sum, points, max) in [
                (&mut self.order, run.order_points, run.max_of_order),
                (&mut self.dawn, run.dawn_points, run.max_of_dawn),
            ] {
                sum.0 += points.unwrap_or(0);
                sum.1 += max;
            }
        }
    }

    pub(super) fn write(mut self, heading: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{heading}")?;
        let shares = |counts: &mut dyn Iterator<Item = (String, u32)>, runs: u32| {
            counts
                .map(|(name, count)| format!("{name} {}", percent(count, runs)))
                .collect::<Vec<_>>()
                .join(" · ")
        };
        writeln!(out, "  order done  {}", percent(self.done, self.runs))?;
        let (order, dawn) =
            (percent(self.order.0, self.order.1), percent(self.dawn.0, self.dawn.1));
        writeln!(out, "  points      order {order} · dawn {dawn}")?;
        let mut outcomes =
            self.outcomes.iter().map(|(name, &count)| (name.replace('_', " "), count));
        writeln!(out, "  ended       {}", shares(&mut outcomes, self.runs))?;
        let mut grades = self.grades.iter().map(|(&(_, grade), &count)| (grade.to_string(), count));
        let graded = shares(&mut grades, self.runs);
        if !graded.is_empty() {
            writeln!(out, "  grades      {graded}")?;
        }
        let mut deaths: Vec<(String, u32)> = std::mem::take(&mut self.deaths).into_iter().collect();
        deaths.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        if !deaths.is_empty() {
            writeln!(out, "  killed by   {}", shares(&mut deaths.into_iter(), self.runs))?;
        }
        if let (sum, seeds @ 1..) = self.gain {
            let tenths = sum * 10 / i64::from(seeds);
            let sign = if tenths < 0 { '-' } else { '+' };
            let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
            let differing = percent(self.differing, seeds);
            writeln!(out, "  against     {sign}{whole}.{tenth} points a run; {differing} differ")?;
        }
        let (turns, par) = (median(&mut self.turns), median(&mut self.pars));
        writeln!(out, "  turns       {turns} (median; of par {par})")?;
        self.perks.write(out)
    }
}

fn percent(count: u32, of: u32) -> String {
    format!("{} %", (count * 100 + of / 2) / of.max(1))
}

fn median(values: &mut [u32]) -> String {
    values.sort_unstable();
    values.get(values.len() / 2).map_or("–".to_owned(), u32::to_string)
}

#[cfg(test)]
mod tests {
    use super::{RunLine, Summary};

    fn run(outcome: &'static str, grade: char, worked_turns: u32) -> RunLine {
        let killed_by = (outcome == "died").then(|| "an ogre".to_owned());
        let counted = RunLine {
            is_order_done: grade == 'S',
            order_points: Some(30),
            max_of_order: 40,
            dawn_points: Some(15),
            max_of_dawn: 60,
            ..RunLine::default()
        };
        let (grade, par) = (Some(grade), Some(300));
        RunLine { outcome, grade, worked_turns, par, killed_by, ..counted }
    }

    #[test]
    fn runs_are_summed_up() {
        let mut summary = Summary::default();
        for (outcome, grade, turns) in
            [("clocked_out", 'B', 400), ("clocked_out", 'S', 350), ("died", 'F', 90)]
        {
            summary.add(run(outcome, grade, turns));
        }
        let mut out = Vec::new();
        summary.write("vault, depth 1: 3 runs by cautious", &mut out).expect("memory");
        let expected = "\
vault, depth 1: 3 runs by cautious
  order done  33 %
  points      order 75 % · dawn 25 %
  ended       clocked out 67 % · died 33 %
  grades      S 33 % · B 33 % · F 33 %
  killed by   an ogre 33 %
  turns       350 (median; of par 300)
";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
