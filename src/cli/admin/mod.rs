//! `upkeeper admin`: looking after the database of a server, also while it serves.

mod accounts;
mod backup;
mod bans;
mod compare;
mod delete;
mod live;
mod options;
mod rename;
mod texts;
mod transfer;
mod upkeep;

use clap::Subcommand;

use super::{Answer, Failure, Invocation, Output};

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// Lists the accounts by their names
    Accounts(accounts::AccountsArgs),
    /// Shows an account with its keys and runs
    Account(accounts::AccountArgs),
    /// Gives an account another name
    Rename(rename::RenameArgs),
    /// Deletes an account with its keys, its runs and their places on the boards
    Delete(delete::DeleteArgs),
    /// Keeps somebody out: a key, an address, a block of addresses, or an account; ends their sessions
    Ban(bans::BanArgs),
    /// Lets somebody in again who was kept out
    Unban(bans::UnbanArgs),
    /// Lists who is kept out
    Bans(bans::BansArgs),
    /// Lists what is being played now
    Live(live::LiveArgs),
    /// Writes everything that is kept into a file, while the server serves
    Backup(backup::BackupArgs),
    /// Writes everything that is kept as JSON lines, which any database can import
    Export(transfer::ExportArgs),
    /// Reads an export into an empty database, all of it or nothing
    Import(transfer::ImportArgs),
    /// Compares every row with that of another database; exits with 1 where they differ
    Compare(compare::CompareArgs),
    /// Looks for damage in the whole database
    Check(upkeep::CheckArgs),
    /// Has all runs of this program's ruleset verified again by the server, as after an update
    Reverify(upkeep::ReverifyArgs),
    /// Deletes guests whose time is over, and bans that have ended; the server does it by itself every hour
    Prune(upkeep::PruneArgs),
}

pub(super) fn run(
    command: &AdminCommand,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    match command {
        AdminCommand::Accounts(args) => accounts::list(args, invocation, out),
        AdminCommand::Account(args) => accounts::show(args, invocation, out),
        AdminCommand::Rename(args) => rename::run(args, invocation, out),
        AdminCommand::Delete(args) => delete::run(args, invocation, out),
        AdminCommand::Ban(args) => bans::ban(args, invocation, out),
        AdminCommand::Unban(args) => bans::unban(args, invocation, out),
        AdminCommand::Bans(args) => bans::list(args, invocation, out),
        AdminCommand::Live(args) => live::run(args, invocation, out),
        AdminCommand::Backup(args) => backup::run(args, invocation, out),
        AdminCommand::Export(args) => transfer::export(args, invocation, out),
        AdminCommand::Import(args) => transfer::import(args, invocation, out),
        AdminCommand::Compare(args) => compare::run(args, invocation, out),
        AdminCommand::Check(args) => upkeep::check(args, invocation, out),
        AdminCommand::Reverify(args) => upkeep::reverify(args, invocation, out),
        AdminCommand::Prune(args) => upkeep::prune(args, invocation, out),
    }
}
