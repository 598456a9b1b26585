//! What the help and the manual say besides the arguments: examples, exit codes, environment,
//! files, languages.

use clap::Command;

/// Sections of entries, a line and what it is about: the examples of each command by its path, exit
/// codes, environment, files.
const ENTRIES: &str = include_str!("help.txt");

/// The page about the languages, of which help and manual print the sections.
const LANGUAGES: &str = include_str!("../../docs/languages.md");

/// The chapters of entries that follow the commands.
const CHAPTERS: [&str; 3] = ["Exit codes", "Environment", "Files"];

/// The entries of a section: examples of the command of a path, or those of a chapter.
pub(super) fn entries(title: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let title = if title.is_empty() { "upkeeper" } else { title };
    let section = ENTRIES.lines().skip_while(move |line| line.strip_prefix("= ") != Some(title));
    let mut lines = section.skip(1).take_while(|line| !line.is_empty());
    std::iter::from_fn(move || Some((lines.next()?, lines.next()?.trim_start())))
}

pub(super) fn with_help(command: Command) -> Command {
    let chapters = CHAPTERS.map(|title| table(title, title)).join("\n\n");
    let examples = example_text("");
    with_examples(command, "").after_long_help(format!("{examples}\n\n{chapters}"))
}

/// Adds examples and languages to the long help of a command and of those below it.
fn with_examples(command: Command, path: &str) -> Command {
    let below: Vec<String> =
        command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    below.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |below| {
            let path = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
            let mut text = example_text(&path);
            if let Some(language) = language_of(&path) {
                text = format!("{text}\n\n{language}");
            }
            let below = if text.is_empty() { below } else { below.after_long_help(text) };
            with_examples(below, &path)
        })
    })
}

/// The examples of a command; none of one that only has others below it.
fn example_text(path: &str) -> String {
    let has_examples = entries(path).next().is_some();
    if has_examples { table("Examples", path) } else { String::new() }
}

fn table(title: &str, section: &str) -> String {
    let rows = entries(section).map(|(name, about)| format!("  {name}\n      {about}"));
    format!("{title}:\n{}", rows.collect::<Vec<_>>().join("\n"))
}

/// The section about the language that a command reads.
fn language_of(path: &str) -> Option<&'static str> {
    match path {
        "save step" => language("Scripts"),
        "seeds find" => language("Conditions"),
        _ => None,
    }
}

/// A section of the page about the languages, from its title.
fn language(title: &str) -> Option<&'static str> {
    let section = LANGUAGES.split("\n## ").find(|section| section.starts_with(title))?;
    Some(section.trim_end())
}

/// The sections of the page about the languages: title and text.
pub(super) fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGES.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::full_command;
    use crate::cli::metric::METRICS;
    use runs::record::parse_script;

    /// Calls a function with every command and its path.
    fn for_each(command: &Command, path: &str, take: &mut impl FnMut(&str, &Command)) {
        take(path, command);
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            let name = below.get_name();
            let path = if path.is_empty() { name.to_owned() } else { format!("{path} {name}") };
            for_each(below, &path, take);
        }
    }

    #[test]
    fn every_command_and_argument_has_help() {
        let mut lacking = Vec::new();
        let mut built = full_command();
        built.build();
        for_each(&built, "", &mut |path, command| {
            if command.get_about().is_none() {
                lacking.push(format!("{path}: what it does"));
            }
            if !command.has_subcommands() && entries(path).next().is_none() {
                lacking.push(format!("{path}: an example"));
            }
            for argument in command.get_arguments() {
                if argument.get_help().is_none_or(|help| help.to_string().is_empty()) {
                    lacking.push(format!("{path}: {}", argument.get_id()));
                }
            }
        });
        assert!(lacking.is_empty(), "{lacking:#?}");
    }

    #[test]
    fn examples_are_of_their_command_and_parse() {
        let mut paths = Vec::new();
        for_each(&full_command(), "", &mut |path, _| paths.push(path.to_owned()));
        for (path, line) in
            paths.iter().flat_map(|path| entries(path).map(move |(line, _)| (path, line)))
        {
            let call = line.split(" | ").find(|call| call.starts_with("upkeeper"));
            let call = call.unwrap_or_else(|| panic!("{line}"));
            let words = words(call.split(" > ").next().unwrap_or_default());
            let parsed = full_command().try_get_matches_from(&words);
            let matches = parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
            let mut below = &matches;
            let mut found = Vec::new();
            while let Some((name, next)) = below.subcommand() {
                found.push(name);
                below = next;
            }
            assert!(path.is_empty() || found.join(" ") == *path, "{line}");
        }
    }

    /// The words of a line, as a shell splits it: by blanks, but for those in quotes.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for c in line.chars() {
            match c {
                '\'' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(String::new()),
                c => words.last_mut().expect("a word").push(c),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    #[test]
    fn the_languages_are_told_whole() {
        let conditions = language("Conditions").expect("a section");
        for metric in &METRICS {
            let begins = format!("    {} ", metric.name);
            assert!(conditions.contains(&begins), "docs/languages.md lacks {}", metric.name);
        }
        let scripts = language("Scripts").expect("a section");
        let indented = scripts.lines().filter_map(|line| line.strip_prefix("    "));
        let mut read = 0;
        for line in indented.map(|line| line.split("  ").next().unwrap_or_default()) {
            let line = line.replace("[D]", "north").replace(" D", " north");
            let line = line.replace(" N", " 1").replace(" K", " 1").replace("X Y", "3 4");
            let line = line.replace(" S", " oil").replace(" A", " 1").replace(" M", " 1");
            read += parse_script(&line).unwrap_or_else(|error| panic!("{line}: {error}")).len();
        }
        assert!(read > 36, "{read}");
    }
}
