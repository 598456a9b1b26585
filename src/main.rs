use clap::{Parser, Subcommand};
use upkeeper::{cli, ui::Ending};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(cli::play::Play),
}

fn main() -> std::process::ExitCode {
    let Command::Play(what) = Arguments::parse().command;
    match cli::play::play(&what) {
        Ok(Ending::Signal(number)) => std::process::ExitCode::from((128 + number) as u8),
        Ok(_) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("upkeeper: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
