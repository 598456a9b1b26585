//! `upkeeper admin`: looking after the database of a server, also while it serves.

mod accounts;
mod bans;
mod database;
mod desk;

use clap::Subcommand;

use super::{Answer, Call, Failure};
use accounts::{AccountArgs, AccountsArgs, DeleteArgs, RenameArgs};
use bans::{BanArgs, UnbanArgs};
use database::{BackupArgs, CompareArgs, ExportArgs, ImportArgs};
use desk::{Admin, NoArgs};
pub(super) use desk::{StoreArgs, default_url};

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// Lists the accounts by their names
    Accounts(Admin<AccountsArgs>),
    /// Shows an account with its keys and runs
    Account(Admin<AccountArgs>),
    /// Gives an account another name
    Rename(Admin<RenameArgs>),
    /// Deletes an account with its keys, its runs and their places on the boards
    Delete(Admin<DeleteArgs>),
    /// Keeps somebody out: a key, an address, a block of addresses, or an account; ends their
    /// sessions
    Ban(Admin<BanArgs>),
    /// Lets somebody in again who was kept out
    Unban(Admin<UnbanArgs>),
    /// Lists who is kept out
    Bans(Admin<NoArgs>),
    /// Lists what is being played now
    Live(Admin<NoArgs>),
    /// Writes everything that is kept into a file, while the server serves
    Backup(Admin<BackupArgs>),
    /// Writes everything that is kept as JSON lines, which any database can import
    Export(Admin<ExportArgs>),
    /// Reads an export into an empty database, all of it or nothing
    Import(Admin<ImportArgs>),
    /// Compares every row with that of another database; exits with 1 where they differ
    Compare(Admin<CompareArgs>),
    /// Looks for damage in the whole database
    Check(Admin<NoArgs>),
    /// Has all runs of this program's ruleset verified again by the server, as after an update
    Reverify(Admin<NoArgs>),
    /// Deletes guests whose time is over, and bans that have ended; the server does it by itself
    /// every hour
    Prune(Admin<NoArgs>),
}

pub(super) fn run(command: &AdminCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        AdminCommand::Accounts(args) => args.run(call, accounts::list),
        AdminCommand::Account(args) => args.run(call, accounts::show),
        AdminCommand::Rename(args) => args.run(call, accounts::rename),
        AdminCommand::Delete(args) => args.run(call, accounts::delete),
        AdminCommand::Ban(args) => args.run(call, bans::ban),
        AdminCommand::Unban(args) => args.run(call, bans::unban),
        AdminCommand::Bans(args) => args.run(call, bans::list),
        AdminCommand::Live(args) => args.run(call, database::live),
        AdminCommand::Backup(args) => args.run(call, database::backup),
        AdminCommand::Export(args) => args.run(call, database::export),
        AdminCommand::Import(args) => args.run(call, database::import),
        AdminCommand::Compare(args) => args.run(call, database::compare),
        AdminCommand::Check(args) => args.run(call, database::check),
        AdminCommand::Reverify(args) => args.run(call, database::reverify),
        AdminCommand::Prune(args) => args.run(call, database::prune),
    }
}
