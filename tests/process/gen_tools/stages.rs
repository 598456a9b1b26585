//! How a level comes to be, printed and played.

use crate::gen_tools::{run_line, traced};

#[test]
fn stages_are_printed_where_there_is_no_terminal() {
    let ran = run_line("gen cavern --seed 3 --animate");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let level = traced("cavern", 3);
    let stages = level.stages();
    assert!(stages.len() > 5);
    let mut at = 0;
    for (number, stage) in (1..).zip(stages) {
        let heading = format!("\n\n{number}/{} {}\n", stages.len(), stage.pass);
        let found = ran.out[at..].find(&heading);
        at += found.unwrap_or_else(|| panic!("{heading} is missing or out of order"));
    }
    // The last stage is the level as it is printed without them.
    let finished = run_line("gen cavern --seed 3");
    let body: Vec<&str> = finished.out.lines().skip(1).take(32).collect();
    assert!(ran.out.ends_with(&format!("{}\n", body.join("\n"))));
}

#[cfg(feature = "tui")]
mod played {
    use std::path::Path;

    use crate::gen_tools::traced;
    use crate::program::on_terminal;
    use crate::support::pty::Pty;

    fn play(home: &Path, line: &str, size: (u16, u16)) -> Pty {
        on_terminal(home, line).size(size.0, size.1).run()
    }

    /// The number of the stage that the screen shows.
    fn stage(screen: &vt100::Screen) -> Option<usize> {
        let contents = screen.contents();
        let line = contents.lines().rev().find(|line| {
            line.split_once('/').is_some_and(|(number, _)| number.parse::<usize>().is_ok())
        })?;
        line.split_once('/')?.0.parse().ok()
    }

    fn assert_restored(pty: &Pty) {
        assert!(pty.screen(|screen| !screen.alternate_screen() && !screen.hide_cursor()));
        assert!(pty.screen(|screen| !screen.bracketed_paste()));
    }

    #[test]
    fn stages_play_stop_and_step_and_the_terminal_is_left_as_it_was() {
        let floors: Vec<usize> = traced("cavern", 5)
            .stages()
            .iter()
            .map(|stage| stage.rows.iter().map(|row| row.matches('.').count()).sum())
            .collect();
        let home = tempfile::tempdir().expect("a folder");
        let mut pty = play(home.path(), "gen cavern --seed 5 --animate", (80, 40));
        pty.wait_until("the second stage, by itself", |screen| stage(screen) >= Some(2));
        assert!(pty.screen(vt100::Screen::alternate_screen));
        pty.press(" ", "stopped");
        let stopped = pty.screen(stage).expect("a stage");
        // The floor of every stage is what the trace says.
        let shows = |number: usize| {
            let floor = floors[number - 1];
            move |screen: &vt100::Screen| {
                let map = screen.contents().lines().take(37).collect::<String>();
                stage(screen) == Some(number) && map.matches('·').count() == floor
            }
        };
        pty.wait_until("the stage it stopped at", shows(stopped));
        pty.send(".");
        pty.wait_until("a step on", shows(stopped + 1));
        pty.send("\x1b[D\x1b[D");
        pty.wait_until("two steps back", shows(stopped - 1));
        pty.send("\x1b[C");
        pty.wait_until("the same again", shows(stopped));
        pty.press("+ ", "4 a second");
        pty.wait_for("at the end");
        pty.send("q");
        assert!(pty.wait_exit().success());
        assert_restored(&pty);
    }

    #[test]
    fn the_smallest_window_and_the_largest_level_do_and_scroll() {
        let home = tempfile::tempdir().expect("a folder");
        let line = "gen vault --seed 7 --width 300 --height 200 --animate";
        let mut pty = play(home.path(), line, (20, 5));
        pty.wait_until("a stage", |screen| stage(screen).is_some());
        pty.send("\x1b[F");
        pty.wait_until("the end", |screen| {
            screen.contents().contains("at the") || stage(screen).is_some_and(|number| number > 3)
        });
        pty.resize(60, 20);
        pty.wait_for("at the end");
        let rows = |screen: &vt100::Screen| {
            screen.contents().lines().take(17).map(str::to_owned).collect::<Vec<_>>()
        };
        let before = pty.screen(rows);
        pty.send("L");
        // Eight columns to the right, as long as the level goes on.
        pty.wait_until("the map further right", |screen| {
            let after = rows(screen);
            after != before
                && after.iter().zip(&before).all(|(after, before)| {
                    let kept: String = before.chars().skip(8).collect();
                    after.starts_with(kept.trim_end())
                })
        });
        pty.send("q");
        assert!(pty.wait_exit().success());
        assert_restored(&pty);
    }
}
