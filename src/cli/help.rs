//! What the help and the manual say besides the arguments: examples, exit codes, environment, files, languages.

use clap::Command;

/// The page about the languages, of which help and manual print the sections.
const LANGUAGES: &str = include_str!("../../docs/languages.md");

/// An example of a command, and what it does.
pub(super) type Example = (&'static str, &'static str);

/// Examples by the path of their command.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "",
        &[
            ("upkeeper", "opens the title screen"),
            (
                "upkeeper play --kind cavern --seed mop",
                "plays a shift of a seed that others can play, too",
            ),
            ("upkeeper gen vault --seed 42", "prints a level"),
            ("upkeeper replay verify runs", "verifies all runs in a folder"),
        ],
    ),
    (
        "play",
        &[
            ("upkeeper play --kind vault --depth 3 --seed mop", "plays a shift"),
            ("upkeeper play --mode daily", "opens the days, on today's shift"),
            ("upkeeper play --resume", "takes up the unfinished run that was played last"),
        ],
    ),
    (
        "gen",
        &[
            ("upkeeper gen --list", "lists the kinds with their settings"),
            ("upkeeper gen cavern --seed 7 --format json", "prints a level with all that is in it"),
            (
                "upkeeper gen vault --count 100 --format png --out vaults.png",
                "draws a contact sheet",
            ),
            ("upkeeper gen crypt --count 1000 --format stats", "measures a thousand levels"),
        ],
    ),
    (
        "sim",
        &[
            (
                "upkeeper sim --bot planner --kind vault,crypt --depth 1,5 --count 100 --format text",
                "plays 400 runs and sums them up",
            ),
            ("upkeeper sim --seed mop --save run.upk", "keeps the run of a bot"),
        ],
    ),
    #[cfg(feature = "ssh")]
    (
        "serve",
        &[
            ("upkeeper serve", "serves on this machine alone, at port 2222"),
            ("upkeeper serve --ssh 0.0.0.0:2222 --log json", "serves everybody who can reach it"),
        ],
    ),
    #[cfg(feature = "ssh")]
    (
        "admin accounts",
        &[
            ("upkeeper admin accounts --limit 20", "lists the first accounts"),
            ("upkeeper admin accounts --after Molly --format json", "goes on after a name"),
        ],
    ),
    #[cfg(feature = "ssh")]
    ("admin account", &[("upkeeper admin account Molly", "shows keys and runs of an account")]),
    #[cfg(feature = "ssh")]
    ("admin rename", &[("upkeeper admin rename Molly Polly", "gives an account another name")]),
    #[cfg(feature = "ssh")]
    (
        "admin delete",
        &[
            ("upkeeper admin delete Molly", "says what would go with an account"),
            ("upkeeper admin delete Molly --yes", "deletes it"),
        ],
    ),
    #[cfg(feature = "ssh")]
    (
        "admin ban",
        &[
            (
                "upkeeper admin ban 198.51.100.0/24 --for 7d --reason 'floods'",
                "keeps a block of addresses out for a week",
            ),
            ("upkeeper admin ban Molly", "keeps an account out, by whichever of its keys"),
        ],
    ),
    #[cfg(feature = "ssh")]
    ("admin unban", &[("upkeeper admin unban 198.51.100.0/24", "lets them in again")]),
    #[cfg(feature = "ssh")]
    ("admin bans", &[("upkeeper admin bans", "lists who is kept out")]),
    #[cfg(feature = "ssh")]
    ("admin live", &[("upkeeper admin live --format json", "lists what is being played now")]),
    #[cfg(feature = "ssh")]
    (
        "admin backup",
        &[("upkeeper admin backup server.backup", "backs a server up while it serves")],
    ),
    #[cfg(feature = "ssh")]
    (
        "admin export",
        &[
            ("upkeeper admin export server.jsonl", "writes everything that is kept"),
            ("upkeeper admin export - | gzip > server.jsonl.gz", "the same, packed"),
        ],
    ),
    #[cfg(feature = "ssh")]
    (
        "admin import",
        &[(
            "upkeeper admin import server.jsonl --store postgres://localhost/upkeeper",
            "moves to PostgreSQL",
        )],
    ),
    #[cfg(feature = "ssh")]
    (
        "admin compare",
        &[("upkeeper admin compare sqlite:server.backup", "says whether a backup has every row")],
    ),
    #[cfg(feature = "ssh")]
    ("admin check", &[("upkeeper admin check", "says whether the database is whole")]),
    #[cfg(feature = "ssh")]
    ("admin reverify", &[("upkeeper admin reverify", "has the boards made anew")]),
    #[cfg(feature = "ssh")]
    ("admin prune", &[("upkeeper admin prune", "deletes guests whose time is over")]),
    (
        "replay verify",
        &[
            ("upkeeper replay verify run.upk", "says whether a run is true"),
            (
                "upkeeper replay verify --ranked --format json runs",
                "says of all runs in a folder whether they count",
            ),
            (
                "find . -name '*.upk' -print0 | upkeeper replay verify --files-from -",
                "verifies the runs of a list",
            ),
        ],
    ),
    ("replay info", &[("upkeeper replay info run.upk", "says what a run file claims")]),
    ("replay watch", &[("upkeeper replay watch run.upk", "shows a run from its first turn")]),
    (
        "replay branch",
        &[(
            "upkeeper replay branch run.upk --turn 100 --out other.upk",
            "begins another run at turn 100 of one",
        )],
    ),
    (
        "replay compare",
        &[("upkeeper replay compare a.upk b.upk", "says where two runs part and who was ahead")],
    ),
    (
        "replay splits",
        &[("upkeeper replay splits run.upk --category order", "prints the segments of a run")],
    ),
    (
        "replay rebase",
        &[(
            "upkeeper replay rebase old.upk --out new.upk",
            "plays the commands of an old run by today's rules",
        )],
    ),
    (
        "replay export",
        &[
            ("upkeeper replay export run.upk --to commands", "prints a script"),
            ("upkeeper replay export run.upk --to lss > run.lss", "writes splits for LiveSplit"),
        ],
    ),
    (
        "replay import",
        &[("upkeeper replay import - --out run.upk", "makes a run file of a code that is pasted")],
    ),
    ("save info", &[("upkeeper save info --format json run.upk", "says what a run file claims")]),
    ("save dump", &[("upkeeper save dump run.upk --turn 100", "prints the state at turn 100")]),
    (
        "save load",
        &[("upkeeper save load state.json --out made.upk", "makes a run file of a dump")],
    ),
    (
        "save set",
        &[(
            "upkeeper save set run.upk actors[id=0].vitals.health=1 --out hurt.upk",
            "changes a value of a state",
        )],
    ),
    (
        "save diff",
        &[("upkeeper save diff a.upk b.upk --turn 50", "says in what two runs differ at turn 50")],
    ),
    (
        "save cut",
        &[(
            "upkeeper save cut run.upk --turn 100 --out state.upk",
            "keeps the state at turn 100 to play on",
        )],
    ),
    (
        "save step",
        &[(
            "upkeeper save step run.upk --commands 'step east; work' --out on.upk",
            "goes on with a run by two commands",
        )],
    ),
    (
        "save minimise",
        &[(
            "upkeeper save minimise run.upk --while 'upkeeper save info {}' --out small.upk",
            "leaves out all commands that do not matter to a test",
        )],
    ),
    (
        "save compact",
        &[("upkeeper save compact run.upk --out small.upk", "makes a run file small")],
    ),
    (
        "save migrate",
        &[("upkeeper save migrate old.upk", "brings a run file up to the newest format")],
    ),
    ("scenario", &[("upkeeper scenario tests/scenarios/minds.txt", "plays scenario pictures")]),
    (
        "seeds find",
        &[(
            "upkeeper seeds find --kind vault --where 'par < 200 && loops >= 2' --limit 5",
            "finds five seeds",
        )],
    ),
    (
        "scores",
        &[
            ("upkeeper scores --kind vault", "lists the finished runs on vaults"),
            (
                "upkeeper scores --category clock-out --best",
                "lists the best run of each seed in a category",
            ),
            ("upkeeper scores --mode daily", "lists the runs that count, day by day"),
        ],
    ),
    (
        "data check",
        &[("upkeeper --data mod data check", "says whether changed content can be played")],
    ),
    (
        "data dump",
        &[("upkeeper data dump traps.ron > mod/traps.ron", "prints a data file, to change it")],
    ),
    (
        "completions",
        &[(
            "upkeeper completions bash > ~/.local/share/bash-completion/completions/upkeeper",
            "completes commands in bash",
        )],
    ),
    ("man", &[("upkeeper man | man -l -", "shows the manual")]),
];

/// The exit codes and their meanings.
pub(super) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "done"),
    ("1", "the answer is no: a run is not true, two states differ, no seed was found"),
    ("2", "wrong usage"),
    ("65", "a file is damaged or not one of ours; the message says where"),
    ("66", "there is no such file"),
    ("69", "the ruleset or format of a file is not known here"),
    ("70", "a fault of this program"),
    ("73", "a file cannot be created, or is there already (--force replaces it)"),
    ("74", "reading or writing failed"),
    ("75", "a file is in use by another process"),
    ("78", "the content or the settings are faulty"),
    (
        "130, 143",
        "interrupted by Ctrl-C (SIGINT) or a request to end (SIGTERM); what was done is printed",
    ),
];

/// The environment variables that are read.
pub(super) const ENVIRONMENT: &[(&str, &str)] = &[
    ("UPKEEPER_HOME", "the folder of all of the game's files, if --home names none"),
    ("XDG_DATA_HOME", "the folder for runs and scores without that; ~/.local/share if not set"),
    ("XDG_CONFIG_HOME", "the folder for settings without that; ~/.config if not set"),
    ("NO_COLOR", "not empty: no colours, unless --color asks for them"),
    ("COLORTERM", "truecolor or 24bit: the terminal has all colours"),
    (
        "TERM",
        "how many colours the terminal has otherwise; dumb: no bars, and the screens as lines of text",
    ),
    ("LC_ALL, LC_CTYPE, LANG", "UTF-8: signs of Unicode on the map"),
    ("TMPDIR", "where what comes through a pipe is kept while a command runs; /tmp if not set"),
];

/// The files of the game.
pub(super) const FILES: &[(&str, &str)] = &[
    (
        "upkeeper/runs/*.upk",
        "the runs, in the folder for data: one file each, save, replay and snapshot at once",
    ),
    ("upkeeper/scores.jsonl", "the finished runs, in the folder for data"),
    ("upkeeper/morgue/", "the reports on finished runs, in the folder for data"),
    ("upkeeper/config.toml", "the settings, in the folder for configuration"),
    (
        "*.ron",
        "in the folder of --data: content in the place of the built-in data files of these names",
    ),
    ("-", "in the place of a file to read: the standard input"),
];

/// The command line with all of its help.
pub(super) fn with_help(command: Command) -> Command {
    let mut command = with_examples(command, "");
    let rows = [("Exit codes", EXIT_CODES), ("Environment", ENVIRONMENT), ("Files", FILES)];
    let chapters: Vec<String> = rows.iter().map(|(title, rows)| table(title, rows)).collect();
    let examples = example_text("");
    command = command.after_long_help(format!("{examples}\n\n{}", chapters.join("\n\n")));
    command
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
pub(super) fn examples(path: &str) -> &'static [Example] {
    EXAMPLES.iter().find(|(of, _)| *of == path).map_or(&[], |(_, examples)| examples)
}

fn example_text(path: &str) -> String {
    let examples = examples(path);
    if examples.is_empty() {
        return String::new();
    }
    let lines = examples.iter().map(|(line, about)| format!("  {line}\n      {about}"));
    format!("Examples:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

fn table(title: &str, rows: &[(&str, &str)]) -> String {
    let rows = rows.iter().map(|(name, about)| format!("  {name}\n      {about}"));
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
            if !command.has_subcommands() && examples(path).is_empty() {
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
        for (path, examples) in EXAMPLES {
            let mut known = false;
            for_each(&full_command(), "", &mut |of, _| known |= of == *path);
            for (line, _) in examples.iter().filter(|_| known) {
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
            read += parse_script(&line).unwrap_or_else(|error| panic!("{line}: {error}")).len();
        }
        assert!(read > 36, "{read}");
    }
}
