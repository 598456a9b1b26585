//! A run as LiveSplit keeps its splits: an XML file, version 1.7.0.
//!
//! Game time is worked turns, a turn as a second; real time is that of the marks. A split that the
//! run did not reach is one that was skipped.

use std::io::Write as _;

use crate::cli::{Failure, Output};
use base::Day;
use content::{Category, CategoryMode};
use runs::record::{Split, TimedRun, Unmet};

/// Times as LiveSplit has them: in real time and in game time, in milliseconds.
#[derive(Clone, Copy, Default)]
struct Times {
    real: Option<u64>,
    game: Option<u64>,
}

pub(super) fn write(
    name: &str,
    run: &TimedRun,
    category: &Category,
    out: &mut Output,
) -> Result<(), Failure> {
    let result = run.result(category);
    if !result.qualifies() {
        let unmet: Vec<String> = result.unmet.iter().map(Unmet::to_string).collect();
        let (id, unmet) = (&category.id, unmet.join(", "));
        let message = format!("{name}: it does not qualify for {id}: {unmet}");
        return Err(Failure { code: 1, message });
    }
    out.raw().write_all(document(run, category).as_bytes())?;
    Ok(())
}

fn document(run: &TimedRun, category: &Category) -> String {
    let splits = ordered_splits(run, category);
    let total = splits.last().map_or(Times::default(), |split| times(run, split));
    let (setup, word) = (&run.header.setup, run.header.word.as_deref());
    let variables = [
        ("Seed", setup.seed.with_word(word)),
        ("Player", run.header.name.clone()),
        ("Digest", run.verification.digest.to_string()),
    ];
    let variables = variables.map(|(name, value)| {
        format!("      <Variable name=\"{name}\">{}</Variable>\n", escape(&value))
    });
    let variables = variables.concat();
    let name = match category.mode {
        CategoryMode::Shift => {
            format!("{}: {}, depth {}", category.name, setup.mode.kind(), setup.mode.depth())
        }
        CategoryMode::Campaign => category.name.clone(),
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <Run version=\"1.7.0\">\n\
         \x20 <GameIcon />\n\
         \x20 <GameName>Upkeeper</GameName>\n\
         \x20 <CategoryName>{}</CategoryName>\n\
         \x20 <LayoutPath />\n\
         \x20 <Metadata>\n\
         \x20   <Run id=\"\" />\n\
         \x20   <Platform usesEmulator=\"False\" />\n\
         \x20   <Region />\n\
         \x20   <CustomVariables>\n{variables}\
         \x20   </CustomVariables>\n\
         \x20 </Metadata>\n\
         \x20 <Offset>00:00:00</Offset>\n\
         \x20 <AttemptCount>1</AttemptCount>\n\
         \x20 <AttemptHistory>\n\
         \x20   <Attempt id=\"1\"{}>\n{}\
         \x20   </Attempt>\n\
         \x20 </AttemptHistory>\n\
         \x20 <Segments>\n{}\
         \x20 </Segments>\n\
         \x20 <AutoSplitterSettings />\n\
         </Run>\n",
        escape(&name),
        moments(run, &splits),
        time_elements(total, 6),
        segments(run, &splits),
    )
}

/// The splits in the order of the run, with those that it did not reach before the last one that it
/// did: the time of the last one is the time of the run.
fn ordered_splits(run: &TimedRun, category: &Category) -> Vec<Split> {
    let mut splits = run.splits(category);
    let reached = splits.iter().filter(|split| split.reached.is_some()).count();
    if let Some(last) = reached.checked_sub(1) {
        splits[last..].rotate_left(1);
    }
    splits
}

/// The name of a split; of a site of a journey with which one it was: "site 3: Nether Wold, keep,
/// depth 4".
fn segment_name(run: &TimedRun, split: &Split) -> String {
    let name = split.point.name();
    run.site(split.point).map_or(name.to_string(), |site| format!("{name}: {site}"))
}

fn times(run: &TimedRun, split: &Split) -> Times {
    let game = split.reached.map(|at| u64::from(at.worked_turns.0) * 1_000);
    Times { real: run.real_time_of(split), game }
}

fn segments(run: &TimedRun, splits: &[Split]) -> String {
    let mut before = Times { real: run.real_time.as_ref().map(|_| 0), game: Some(0) };
    let mut is_after_skipped = false;
    let mut segments = Vec::new();
    for split in splits {
        let times = times(run, split);
        let since = |time: Option<u64>, before: Option<u64>| Some(time?.saturating_sub(before?));
        let own =
            Times { real: since(times.real, before.real), game: since(times.game, before.game) };
        // A segment after skipped ones is longer than it is by itself.
        let best = if is_after_skipped { Times::default() } else { own };
        segments.push(format!(
            "    <Segment>\n\
             \x20     <Name>{}</Name>\n\
             \x20     <Icon />\n\
             \x20     <SplitTimes>\n\
             \x20       <SplitTime name=\"Personal Best\">\n{}\
             \x20       </SplitTime>\n\
             \x20     </SplitTimes>\n\
             \x20     <BestSegmentTime>\n{}\
             \x20     </BestSegmentTime>\n\
             \x20     <SegmentHistory>\n\
             \x20       <Time id=\"1\">\n{}\
             \x20       </Time>\n\
             \x20     </SegmentHistory>\n\
             \x20   </Segment>\n",
            escape(&segment_name(run, split)),
            time_elements(times, 10),
            time_elements(best, 8),
            time_elements(own, 10),
        ));
        is_after_skipped = split.reached.is_none();
        if split.reached.is_some() {
            before = times;
        }
    }
    segments.concat()
}

/// When the attempt began and reached its last split by the marks, in UTC.
fn moments(run: &TimedRun, splits: &[Split]) -> String {
    let end = splits.last().and_then(|split| split.reached);
    let times = run
        .real_time
        .as_ref()
        .zip(end)
        .map(|(time, end)| (time.start(), time.moment(end.commands)));
    let Some((start, Some(end))) = times else { return String::new() };
    let (started, ended) = (date_and_time(start), date_and_time(end));
    format!(
        " started=\"{started}\" isStartedSynced=\"False\" ended=\"{ended}\" isEndedSynced=\"False\""
    )
}

/// "11/22/2026 20:26:17".
fn date_and_time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1_000;
    let (year, month, day) = Day::of_seconds(seconds).civil();
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{month:02}/{day:02}/{year:04} {hour:02}:{minute:02}:{second:02}")
}

fn time_elements(times: Times, indent: usize) -> String {
    let element = |name: &str, time: Option<u64>| {
        time.map_or(String::new(), |time| {
            format!("{:indent$}<{name}>{}</{name}>\n", "", time_span(time))
        })
    };
    element("RealTime", times.real) + &element("GameTime", times.game)
}

/// "01:02:03.4560000"; days before that, if any: "2.01:02:03.0000000".
fn time_span(milliseconds: u64) -> String {
    let seconds = milliseconds / 1_000;
    let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24);
    let (minutes, seconds, thousandths) = (seconds / 60 % 60, seconds % 60, milliseconds % 1_000);
    let days = if days > 0 { format!("{days}.") } else { String::new() };
    format!("{days}{hours:02}:{minutes:02}:{seconds:02}.{thousandths:03}0000")
}

/// A text as XML has it. A character that no XML document can have, however it is written, is
/// replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&apos;",
            // A reader makes a line feed of it otherwise.
            '\r' => escaped += "&#13;",
            '\t' | '\n' => escaped.push(c),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{date_and_time, escape, time_span};

    #[test]
    fn times_and_texts_are_as_livesplit_writes_them() {
        assert_eq!(time_span(3_723_456), "01:02:03.4560000");
        assert_eq!(time_span(2 * 86_400_000 + 1), "2.00:00:00.0010000");
        assert_eq!(date_and_time(1_795_379_177_999), "11/22/2026 20:26:17");
        assert_eq!(
            escape("\0]]>\r\n\u{1b}\u{fffe}\u{ffff}\u{fffd}"),
            "\u{fffd}]]&gt;&#13;\n\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(escape("<a & 'b'>\"c\""), "&lt;a &amp; &apos;b&apos;&gt;&quot;c&quot;");
    }
}
