//! `upkeeper man`: the manual, one page with a section for each command, made out of the commands
//! themselves.

use std::io::Write as _;

use clap::{Arg, Command};

use super::help;
use super::{Answer, Failure, Output};

pub(super) fn run(mut command: Command, out: &mut Output) -> Result<Answer, Failure> {
    command.build();
    let mut page = Page::default();
    page.write(&command);
    out.raw().write_all(page.0.as_bytes())?;
    Ok(Answer::Yes)
}

#[derive(Default)]
struct Page(String);

impl Page {
    fn write(&mut self, command: &Command) {
        let version = command.get_version().unwrap_or_default();
        self.request(&format!(".TH UPKEEPER 6 \"\" \"upkeeper {version}\" \"Games\""));
        self.chapter("NAME");
        self.text(
            "upkeeper - a turn-based terminal roguelike: keep the dungeon in order between \
            two raids",
        );
        self.chapter("SYNOPSIS");
        self.text("upkeeper [GLOBAL OPTIONS] [COMMAND] [ARGUMENTS]");
        self.chapter("DESCRIPTION");
        self.text(&about(command));
        self.text(
            "Without a command the title screen opens. Reports go to the standard output, as text \
             or, with --format json, as one object a line, each with its schema; everything else \
             goes to the standard error.",
        );
        self.chapter("GLOBAL OPTIONS");
        self.arguments(command, |_| true);
        self.chapter("COMMANDS");
        self.commands(command, "");
        for (title, text) in help::languages() {
            self.chapter(&title.to_uppercase());
            self.markdown(text);
        }
        for (title, chapter) in
            [("FILES", "Files"), ("ENVIRONMENT", "Environment"), ("EXIT STATUS", "Exit codes")]
        {
            self.chapter(title);
            help::entries(chapter).for_each(|(name, about)| self.entry(name, about));
        }
        self.chapter("EXAMPLES");
        self.examples("");
    }

    /// A section for each command that does something.
    fn commands(&mut self, command: &Command, path: &str) {
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            let path = format!("{path} {}", below.get_name());
            if below.has_subcommands() {
                self.commands(below, &path);
                continue;
            }
            self.request(&format!(".SS \"{}\"", escape(path.trim_start())));
            let usage = below.clone().render_usage().to_string();
            self.text(usage.strip_prefix("Usage: ").unwrap_or(&usage));
            self.text(&about(below));
            self.arguments(below, |argument| {
                !argument.is_global_set() && argument.get_id() != "version"
            });
            self.examples(path.trim_start());
        }
    }

    fn arguments(&mut self, command: &Command, is_wanted: impl Fn(&Arg) -> bool) {
        let is_shown = |argument: &&Arg| {
            !argument.is_hide_set() && argument.get_id() != "help" && is_wanted(argument)
        };
        for argument in command.get_arguments().filter(is_shown) {
            let help = argument.get_long_help().or(argument.get_help());
            let mut help = help.map_or(String::new(), ToString::to_string);
            let values: Vec<String> = argument
                .get_possible_values()
                .iter()
                .filter(|value| argument.get_action().takes_values() && !value.is_hide_set())
                .map(|value| value.get_name().to_owned())
                .collect();
            if !values.is_empty() {
                help = format!("{help} [{}]", values.join(", "));
            }
            let defaults = argument.get_default_values();
            if !defaults.is_empty() && argument.get_action().takes_values() {
                let defaults: Vec<_> =
                    defaults.iter().map(|value| value.to_string_lossy()).collect();
                help = format!("{help} [default: {}]", defaults.join(","));
            }
            let short = argument.get_short().map_or(String::new(), |short| format!("-{short}, "));
            self.entry(&format!("{short}{argument}"), &help);
        }
    }

    fn examples(&mut self, path: &str) {
        for (line, about) in help::entries(path) {
            self.verbatim(&format!("    {line}"));
            self.text(&format!("{about}."));
        }
    }

    /// Paragraphs, and what is indented as it stands.
    fn markdown(&mut self, text: &str) {
        for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
            if block.trim_start_matches('\n').starts_with("    ") {
                self.verbatim(block);
            } else {
                self.text(&block.replace('\n', " ").replace('`', ""));
            }
        }
    }

    fn chapter(&mut self, title: &str) {
        self.request(&format!(".SH \"{title}\""));
    }

    /// Lines as they stand.
    fn verbatim(&mut self, text: &str) {
        self.request(".P\n.nf");
        text.lines().for_each(|line| self.request(&escape(line)));
        self.request(".fi");
    }

    fn text(&mut self, text: &str) {
        self.request(".P");
        text.lines().filter(|line| !line.is_empty()).for_each(|line| self.request(&escape(line)));
    }

    /// A name, and indented below it what it is.
    fn entry(&mut self, name: &str, about: &str) {
        self.request(".TP");
        self.request(&format!("\\fB{}\\fR", escape(name)));
        about.lines().filter(|line| !line.is_empty()).for_each(|line| self.request(&escape(line)));
    }

    fn request(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }
}

fn about(command: &Command) -> String {
    let about = command.get_long_about().or(command.get_about());
    about.map_or(String::new(), |about| format!("{about}.").replace("..", "."))
}

/// The text with what roff would obey taken literally.
fn escape(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
