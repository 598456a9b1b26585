//! The sidebar and the map: what stands where, and that it stays there.

use std::sync::Arc;

use base::{Pos, Seed};
use content::{ActorKindId, Catalog, Depth, Sources, Status, TrapKindId};
use engine::sim::{ActorId, AiState, Body, Command, Game, Setup, Turns, Vitals};
use ratatui::style::Modifier;
use runs::record::scenario::picture;
use screens::config::{Animation, Settings};
use screens::{glyphs::GlyphSet, terminal::ColorDepth, theme::Colors, widgets::map};

use unicode_width::UnicodeWidthStr;

use crate::desk::{Desk, Looking, context};
use crate::shift::{drawn_with, still};
use crate::support::content::catalog;

/// The rows of the sidebar: what stands right of its border.
fn sidebar(desk: &Desk) -> Vec<String> {
    let screen = desk.screen();
    let rows = screen.lines().filter_map(|row| row.rsplit_once('│'));
    rows.map(|(_, row)| row.trim().to_owned()).collect()
}

fn row_of(rows: &[String], text: &str) -> usize {
    let row = rows.iter().position(|row| row.contains(text));
    row.unwrap_or_else(|| panic!("{text} is not in the sidebar: {rows:#?}"))
}

#[test]
fn the_lines_of_the_sidebar_keep_their_places() {
    let mut floor = vec!["##############", "#>.&@..zzr...#", "#.U........*.#"];
    floor.resize(14, "##############");
    let mut desk = Desk::drawn(&floor, still(), Looking::default());
    let before = sidebar(&desk);
    let names = ["Health", "Dawn", "Parts", "Mop", "bodies", "stains", "Work order"];
    let places = names.map(|name| row_of(&before, name));
    desk.press("c h");
    let after = sidebar(&desk);
    assert!(row_of(&after, "Carry") == row_of(&before, "Hand"), "{after:#?}");
    for _ in 0..6 {
        desk.press(".");
        let rows = sidebar(&desk);
        assert_eq!(names.map(|name| row_of(&rows, name)), places, "{rows:#?}");
    }
}

#[test]
fn whoever_is_in_sight_has_a_name_however_little_room_there_is() {
    let wall = "#########################################################";
    let mut floor = vec![
        wall,
        "#>&v*Xoc.K@.z...........................................#",
        "#.C.....................................................#",
    ];
    floor.resize(20, wall);
    for height in 20..=24 {
        let looking = Looking { size: (80, height), ..Looking::default() };
        let desk = Desk::drawn_with(&floor, still(), looking, |snapshot| {
            let dart = catalog().find_trap("dart").expect("a kind of trap");
            snapshot.run.belongings.kits = vec![dart];
        });
        let rows = sidebar(&desk);
        assert!(rows.iter().any(|row| row.starts_with("z skeleton")), "{height}: {rows:#?}");
        assert_eq!(rows.iter().any(|row| row.starts_with("Kits")), height >= 22, "{rows:#?}");
    }
}

/// The count of stains in a text, as "3/9" or "3 of 9".
fn count(text: &str) -> Option<(u16, u16)> {
    let tail = text.split_once("stain")?.1;
    let mut numbers = tail.split(|c: char| !c.is_ascii_digit()).filter_map(|own| own.parse().ok());
    numbers.next().zip(numbers.next())
}

#[test]
fn all_counts_of_stains_are_one() {
    let floor = ["################", "#>W@**..**..**.#", "#..**.........K#", "################"];
    let mut desk = Desk::drawn(&floor, still(), Looking::default());
    let mut ticked = 0;
    for _ in 0..80 {
        let view = desk.view();
        let stains = view.order().into_iter().find(|count| count.job.name() == "stain");
        let stains = stains.expect("there are stains");
        let shown = view.progress(stains);
        let is_done = view.is_complete(stains);
        assert_eq!(shown.0 >= shown.1, is_done, "{shown:?}");
        let rows = sidebar(&desk);
        assert_eq!(count(&rows[row_of(&rows, "stains")]), Some(shown));
        let grade = view.grade();
        let lines = grade.lines.iter();
        let mut lines = lines.map(engine::view::describe_grade_line);
        let line = lines.find(|line| line.contains("stains")).expect("a line for stains");
        assert!(is_done || count(&line) == Some(shown), "{line}");
        desk.press("J tab");
        let list = desk.screen();
        let row = list.lines().find(|row| row.contains("stains") && row.contains(" of "));
        let row = row.expect("a line of the list of jobs");
        assert_eq!(count(row), Some(shown));
        assert!(!is_done || !row.contains("known"), "{row}");
        desk.press("esc esc");
        ticked += u32::from(is_done && stains.done < stains.total);
        if stains.done == stains.total {
            break;
        }
        // One turn of the work, so that every count is seen.
        let step = if view_is_busy(&desk) { Command::Continue } else { Command::Mop };
        let shown_by_turns = Settings { animation: Animation::Slow, ..Settings::default() };
        desk.run_mut().submit(step, &shown_by_turns);
        desk.run_mut().halt();
        desk.settle();
    }
    assert!(ticked > 0, "most of the cells are enough");
}

#[test]
fn a_wide_panel_has_the_clock_of_the_body_that_gets_up_first() {
    let floor = ["################", "#U.&.&.@.&.&.>.#", "################"];
    let looking = Looking { size: (120, 40), ..Looking::default() };
    let desk = Desk::drawn(&floor, still(), looking);
    let bodies = desk.view().known_jobs();
    let clocks: Vec<u32> =
        bodies.iter().filter_map(|known| known.rises).map(|left| left.0).collect();
    let first = clocks.iter().min().expect("bodies have clocks");
    assert_ne!(clocks.first(), Some(first), "the nearest is not the first: {clocks:?}");
    let rows = sidebar(&desk);
    let row = &rows[row_of(&rows, "bodies")];
    assert!(row.contains(&format!("up in {first}")), "{row}, of {clocks:?}");
}

fn view_is_busy(desk: &Desk) -> bool {
    desk.run().status() == engine::sim::RunStatus::Busy
}

#[test]
fn whoever_is_in_sight_is_on_the_map() {
    let hall = format!("#>@{}r#", ".".repeat(46));
    let wall = "#".repeat(hall.len());
    let long = format!("{wall}{wall}");
    let first = format!("{hall}{}", "#".repeat(hall.len()));
    // The rat stands beyond the end of a map that is not scrolled.
    let looking = Looking { size: (62, 24), ..Looking::default() };
    let mut desk = Desk::drawn(&[&long, &first, &long], still(), looking);
    desk.settle();
    for _ in 0..40 {
        desk.press("l");
        for actor in desk.view().actors() {
            let at = actor.pos - desk.run().camera.origin;
            let shown = desk.run().shown;
            assert!((0..i32::from(shown.width)).contains(&at.x), "{}", desk.screen());
        }
    }
}

#[test]
fn of_those_without_room_in_the_panel_it_is_told_how_many_hunt() {
    let rows = ["############", "#>@........#", "#rrrrrrrrrr#", "#rrrrrrrrrr#", "############"];
    let desk = drawn_with(&rows, |snapshot| {
        let last_seen = snapshot.floor.actors[0].pos;
        for (rat, hurt) in snapshot.floor.actors[2..].iter_mut().zip(1..) {
            rat.ai_state = AiState::Hunting { quarry: ActorId(0), last_seen, lost: 0 };
            // Of those who are hurt alike the same is told, in one row.
            rat.vitals = Vitals { health: 100 - hurt, max_health: 100, ..rat.vitals };
        }
    });
    let screen = desk.screen();
    let told = screen.lines().find_map(|row| row.split_once(" more, "));
    let (more, hunt) = told.expect("not all of them have room");
    let number = |text: &str| text.trim_end().rsplit(['+', ' ']).next().map(str::to_owned);
    let more: usize = number(more).and_then(|own| own.parse().ok()).expect("a number");
    assert_eq!(hunt.trim_end(), format!("{} hunt", more - 1), "{screen}");
}

#[test]
fn those_of_whom_the_same_is_told_share_a_row() {
    let rows = ["############", "#>@........#", "#rrrrrrrrrr#", "############"];
    let desk = drawn_with(&rows, |snapshot| snapshot.floor.actors[3].vitals.health = 1);
    let rows = sidebar(&desk);
    let rats: Vec<&String> = rows.iter().filter(|row| row.starts_with("r ")).collect();
    assert_eq!(rats.len(), 2, "{rows:?}");
    let others = format!("×{} ", desk.view().actors().len() - 1);
    assert!(rats.iter().any(|row| row.contains(&others)), "{rows:?}");
}

/// The columns of the narrowest sidebar, and the sign of what is cut.
const SIDE_COLUMNS: usize = 22;

#[test]
fn no_name_in_the_panel_is_cut() {
    let wall = "#########################################################";
    let mut floor = vec![wall, "#U>@.r..................................................#"];
    floor.resize(20, wall);
    let mut shown = 0;
    for (id, kind) in catalog().actors.iter().enumerate() {
        let id = ActorKindId(u16::try_from(id).expect("few kinds"));
        let desk = drawn_with(&floor, |snapshot| {
            let actors = &mut snapshot.floor.actors;
            actors[1].kind = id;
            actors[1].vitals =
                Vitals { health: kind.health / 2, max_health: kind.health, ..actors[1].vitals };
            actors[0].statuses.0[Status::Burning as usize] = 12;
            actors[0].statuses.0[Status::Frightened as usize] = 12;
            let traps = (0..4).map(|trap| TrapKindId(trap * 2 + 1));
            snapshot.run.belongings.kits = traps.collect();
        });
        let rows = sidebar(&desk);
        let text = rows.join("\n");
        assert!(!text.contains('»'), "{text}");
        let short = catalog().short_names.actors.of(&kind.name);
        let row = rows.iter().find(|row| row.starts_with(kind.glyph) && row.contains("%hp"));
        let Some(row) = row else { continue };
        let is_named = [kind.name.as_str(), short]
            .iter()
            .any(|name| row.starts_with(&format!("{} {name} ", kind.glyph)));
        assert!(is_named, "{row}");
        shown += 1;
        // The body of the same in the arms.
        let mut desk = drawn_with(&floor, |snapshot| {
            let body = Body { kind: id, rises: Turns(900), by: None, person: None };
            snapshot.floor.bodies.push((Pos::new(4, 1), body));
        });
        desk.press("c");
        let rows = sidebar(&desk);
        if let Some(row) = rows.iter().find(|row| row.starts_with("Carry")) {
            assert!(!row.contains('»') && row.width() <= SIDE_COLUMNS, "{row}");
            let mut names = [kind.name.as_str(), short].into_iter();
            let whole = |name: &str| row.ends_with(&format!("  {name}'s body"));
            assert!(names.any(whole) || row.ends_with("heap of bones"), "{row}");
        }
    }
    assert!(shown > catalog().actors.len() / 2, "{shown}");
}

/// The built-in content with a second kind of the rat's letter.
fn content_with_bog_rat() -> Arc<Catalog> {
    let mut sources = Sources::default();
    let text = sources.text("actors.ron");
    let mut entries = text.split("    (\n");
    let rat = entries.find(|entry| entry.contains("name: \"rat\"")).expect("a rat");
    let bog_rat = rat.replace("name: \"rat\"", "name: \"bog rat\", color: Blue");
    let others = text.trim_end().strip_suffix(']').expect("a list");
    let text = format!("{others}    (\n{bog_rat}]\n");
    assert!(sources.replace("actors.ron", text));
    Arc::new(Catalog::from_sources(&sources).expect("valid"))
}

#[test]
fn two_kinds_with_one_letter_are_told_apart_with_colours_and_without() {
    let catalog = content_with_bog_rat();
    let rows = ["###########", "#>.@.r.1..#", "###########"].map(str::to_owned);
    let names = picture::Names {
        kind: "vault",
        trap: "dart",
        item: "stone",
        body: "fighter",
        actors: vec![('1', "bog rat")],
    };
    let drawn = picture::read(&rows, &names, &catalog).expect("known characters");
    let setup = Setup::shift("vault", Depth(1), Seed(1));
    let game = Game::on_level(setup, &drawn.level, &drawn.mess, &catalog);
    for (glyphs, depth, theme) in [
        (GlyphSet::Unicode, ColorDepth::Truecolor, "lamplight"),
        (GlyphSet::Unicode, ColorDepth::Truecolor, "colour-blind"),
        (GlyphSet::Ascii, ColorDepth::Sixteen, "colour-blind"),
        (GlyphSet::Ascii, ColorDepth::None, "lamplight"),
    ] {
        let looking = Looking { glyphs, depth, ..Looking::default() };
        let mut context = context(still(), looking);
        context.appearance.theme.colors = Colors::built_in(theme).expect("a theme");
        let mut desk = Desk::edited(&game, context, looking, |_| ());
        let on_map = |at| map::place(desk.run().shown, desk.run().camera, at).expect("shown");
        let in_panel = |text: &str| {
            let screen = desk.screen();
            let mut rows = (0..).zip(screen.lines());
            let found = rows.find_map(|(y, row)| Some((row.find(text)?, row, y)));
            let (start, row, y) = found.unwrap_or_else(|| panic!("{text}: {screen}"));
            (row[..start].chars().count() as u16, y)
        };
        let [rat, bog_rat] = [
            [on_map(Pos::new(5, 1)), in_panel("r rat")],
            [on_map(Pos::new(7, 1)), in_panel("r bog rat")],
        ]
        .map(|places| places.map(|place| (desk.buffer()[place].symbol(), desk.style_at(place))));
        for (rat, bog_rat) in rat.into_iter().zip(bog_rat) {
            assert_eq!([rat.0, bog_rat.0], ["r"; 2], "{}", desk.screen());
            let [rat, bog_rat] = [rat.1, bog_rat.1];
            assert_eq!(rat.fg == bog_rat.fg, depth == ColorDepth::None);
            assert!(!rat.add_modifier.contains(Modifier::UNDERLINED), "{rat:?}");
            assert!(bog_rat.add_modifier.contains(Modifier::UNDERLINED), "{bog_rat:?}");
        }
        let read = desk.stack.accessible_lines(0, &mut desk.context).expect("lines").join("\n");
        assert!(read.contains("Rat, enemy") && read.contains("Bog rat, enemy"), "{read}");
        desk.press("x").says("A rat:").lacks("A bog rat:");
        desk.press("r").says("A bog rat:").lacks("A rat:");
    }
}
