//! The text report on many runs: one block for each kind and depth.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::perks::PerkCounts;
use super::run_result::RunResult;

/// The results of runs on levels of one kind and depth.
#[derive(Default)]
pub(super) struct Summary {
    /// The number of the block that the runs are of.
    block: Option<usize>,
    runs: u32,
    outcomes: BTreeMap<&'static str, u32>,
    grades: BTreeMap<char, u32>,
    deaths: BTreeMap<String, u32>,
    /// Turns of each run, and what its par was.
    turns: Vec<u32>,
    pars: Vec<u32>,
    /// Runs that clocked out with the whole order done.
    done: u32,
    /// Points won by work and in raids, and the points that could be won, over the runs that clocked out.
    work: (u32, u32),
    raids: (u32, u32),
    /// The perks of journeys, by name.
    perks: PerkCounts,
    /// The points more than another bot's on the same seed, and the number of seeds; in all, and of those where they
    /// differ.
    gain: (i64, u32),
    differing: u32,
}

impl Summary {
    /// The summary of a block of which no run has been added.
    pub(super) fn of_block(block: usize) -> Summary {
        Summary { block: Some(block), ..Summary::default() }
    }

    /// The block that the runs are of; none of a summary that nothing is to be added to.
    pub(super) fn block(&self) -> Option<usize> {
        self.block
    }

    /// How many runs have been added.
    pub(super) fn runs(&self) -> u32 {
        self.runs
    }

    pub(super) fn add(&mut self, run: RunResult) {
        self.runs += 1;
        *self.outcomes.entry(run.outcome).or_default() += 1;
        if let Some(grade) = run.grade {
            *self.grades.entry(order_of(grade)).or_default() += 1;
        }
        if let Some(cause) = run.killed_by {
            *self.deaths.entry(cause).or_default() += 1;
        }
        if let Some((own, other)) = run.gain {
            self.gain = (self.gain.0 + i64::from(own) - i64::from(other), self.gain.1 + 1);
            self.differing += u32::from(own != other);
        }
        if let Some(seniority) = &run.seniority {
            self.perks.add(seniority, run.outcome == "won");
        }
        self.turns.push(run.turns);
        self.pars.extend(run.par);
        if run.outcome == "clocked_out" {
            self.done += u32::from(run.is_order_done);
            for (sum, more) in [(&mut self.work, run.work), (&mut self.raids, run.raid)] {
                sum.0 += more.0;
                sum.1 += more.1;
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
        let (work, raids) =
            (percent(self.work.0, self.work.1), percent(self.raids.0, self.raids.1));
        writeln!(out, "  points      work {work} · raid {raids}")?;
        let mut outcomes =
            self.outcomes.iter().map(|(name, &count)| (name.replace('_', " "), count));
        writeln!(out, "  ended       {}", shares(&mut outcomes, self.runs))?;
        let mut grades = self.grades.iter().map(|(&grade, &count)| (letter(grade), count));
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

/// A character by which grades sort from best to worst: S comes before A.
fn order_of(grade: char) -> char {
    if grade == 'S' { ' ' } else { grade }
}

fn letter(order: char) -> String {
    if order == ' ' { "S".to_owned() } else { order.to_string() }
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
    use super::{RunResult, Summary};

    fn run(outcome: &'static str, grade: char, turns: u32) -> RunResult {
        let killed_by = (outcome == "died").then(|| "an ogre".to_owned());
        let is_order_done = grade == 'S';
        let (work, raid) = ((30, 40), (5, 20));
        let (grade, par) = (Some(grade), Some(300));
        let seniority = None;
        RunResult {
            outcome,
            grade,
            killed_by,
            turns,
            par,
            is_order_done,
            work,
            raid,
            seniority,
            gain: None,
        }
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
  points      work 75 % · raid 25 %
  ended       clocked out 67 % · died 33 %
  grades      S 33 % · B 33 % · F 33 %
  killed by   an ogre 33 %
  turns       350 (median; of par 300)
";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
