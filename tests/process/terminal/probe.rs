//! A small program on the terminal, for the tests to drive: it says the names of keys; `ctrl-q`
//! leaves, `P` panics, `H` hangs so that only a signal can end it, after `T` it polls without
//! waiting, and `N` sets the terminal not to block and writes more than it takes.

use std::{io, thread, time::Duration};

use ratatui::{Terminal, text::Line, widgets::Paragraph};
use screens::terminal::{
    Backend, ColorChoice, Input, Key, LocalTerminal, Paint, Source, TerminalMode,
};

/// The signal of a terminal that is gone.
const SIGHUP: i32 = 1;

/// Runs until it is told to leave; the exit code.
pub(crate) fn run() -> io::Result<i32> {
    let mut local = LocalTerminal::open(TerminalMode::Screen { mouse: true })?;
    let depth = ColorChoice::Auto.depth(|name| std::env::var(name).ok());
    let paint = Paint::on_terminals_ground(depth);
    let mut terminal = Terminal::new(Backend::new(local.output(), local.size(), paint))?;
    let mut lines = vec![format!("{depth} colours")];
    let mut timeout = None;
    loop {
        let drawn = terminal.draw(|frame| {
            let area = frame.area();
            let shown = lines.iter().rev().take(usize::from(area.height)).rev();
            let text: Vec<_> = shown.map(|line| Line::raw(line.as_str())).collect();
            frame.render_widget(Paragraph::new(text), area);
        });
        // A terminal may be closed while a picture is on its way to it. The game takes that for a
        // hang-up as well.
        if drawn.is_err() {
            return Ok(128 + SIGHUP);
        }
        match local.poll(timeout)? {
            Input::Key(key) if key == Key::ctrl('q') => return Ok(0),
            Input::Key(key) if key == Key::char('P') => panic!("asked to"),
            Input::Key(key) if key == Key::char('H') => hang(),
            Input::Key(key) if key == Key::char('N') => {
                rustix::io::ioctl_fionbio(io::stdout(), true)?;
                for _ in 0..100 {
                    lines.push("more ".repeat(16));
                    terminal.clear()?;
                    terminal.draw(|frame| frame.render_widget(lines.concat(), frame.area()))?;
                }
                lines = vec!["all of it".to_owned()];
            }
            Input::Key(key) if key == Key::char('T') => timeout = Some(Duration::ZERO),
            Input::Resize(size) => {
                lines.push(format!("size {}x{}", size.width, size.height));
                terminal.backend_mut().set_size(size);
            }
            Input::Signal(signal) => return Ok(128 + signal),
            Input::Key(key) => lines.push(format!("key {key}")),
            Input::Paste(text) => lines.push(format!("pasted {text}")),
            Input::Mouse(mouse) => {
                lines.push(format!("{:?} at {},{}", mouse.kind, mouse.x, mouse.y));
            }
            Input::Ready | Input::WideSigns | Input::Ground(_) | Input::Tick => {}
        }
    }
}

fn hang() -> ! {
    loop {
        #[expect(clippy::disallowed_methods, reason = "hanging is what was asked for")]
        thread::sleep(Duration::from_mins(1));
    }
}
