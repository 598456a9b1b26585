//! What a session does from its first picture to its last word.

use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use super::client::Ending;
use super::input::SessionInput;
use super::outlet::NoticePlace;
use super::outlet::OutletWriter;
use super::registry::{Client, Registry, StartPlace, Visitor};
use super::shared_screen::RemoteScreen;
use super::shared_screen::{Departure, SharedScreen};
use crate::FrontEnd;
use crate::members;
use crate::members::{Login, PublicKey};
use crate::panic_text;
use crate::play::host::StoreHost;
use crate::screens::{AccountScreen, BoardsScreen, Entrance, EntranceScreen, LiveRunsScreen};
use crate::store::{Account, StoreError, observe};
use base::sanitize;
use screens::config::{Mouse, Settings};
use screens::local::NoHost;
use screens::reader::Lines;
use screens::screen::TitleEntry;
use screens::terminal::TerminalMode;
use screens::{Appearance, Context, Frontend, Host, HostError, LoopExit, ScreenStack};

/// The exit code of a session that its player ended.
const LEFT: u32 = 0;
/// The exit code of a session that was ended from outside.
const ENDED: u32 = 1;
/// The exit code of a session that failed, by sysexits' `EX_SOFTWARE`.
const FAILED: u32 = 70;
/// The exit code of a session that could not be kept, by sysexits' `EX_IOERR`.
const UNWRITABLE: u32 = 74;

/// What a player is told whose run cannot be written any more.
const KEPT: &str = "Your run is kept as it was last shown.";
/// What a player is told whose session has panicked.
const BROKEN: &str = "Something broke here, and it is not your fault. Your run is kept.";

/// Runs a session to its end, and returns its exit code.
pub(super) fn run(front_end: &Arc<FrontEnd>, client: &Client, place: Option<StartPlace>) -> u32 {
    let mut writer = OutletWriter(client.outlet.clone());
    let shared = SharedScreen::new();
    let played = catch_unwind(AssertUnwindSafe(|| play(front_end, client, &shared, place)));
    let SessionEnd { code, words, departure } = SessionEnd::of(played, client.inbox.ending());
    shared.end(departure);
    client.outlet.place_notices(NoticePlace::Line);
    // The client may be gone.
    let _ = TerminalMode::Screen { mouse: true }.leave(&mut writer);
    if let Some(words) = words {
        let _ = write!(writer, "{}\r\n", sanitize(&words));
    }
    let _ = writer.flush();
    code
}

/// How a session ends: for its client, and for those who watched it.
struct SessionEnd {
    code: u32,
    words: Option<String>,
    departure: Departure,
}

impl SessionEnd {
    /// What a session has come to, which may have been ended from outside.
    fn of(played: thread::Result<io::Result<LoopExit>>, ending: Option<Ending>) -> SessionEnd {
        match played {
            Ok(Ok(LoopExit::Quit)) => {
                SessionEnd { code: LEFT, words: None, departure: Departure::Left }
            }
            Ok(Ok(LoopExit::HungUp | LoopExit::Signal(_))) => match ending {
                Some(ending) => SessionEnd::by(ending, ENDED),
                None => SessionEnd { code: ENDED, words: None, departure: Departure::HungUp },
            },
            Ok(Err(error)) if is_taken_over(&error) => SessionEnd::by(Ending::TakenOver, ENDED),
            Ok(Err(error)) if is_outage(&error) => {
                tracing::warn!(%error, "a session has waited for the database in vain");
                SessionEnd::by(Ending::Outage, exit_code(&error))
            }
            // It was told to end, and could not write any more.
            Ok(Err(_)) if let Some(ending) = ending => SessionEnd::by(ending, ENDED),
            Ok(Err(error)) => {
                tracing::warn!(%error, "a session has failed");
                let code = exit_code(&error);
                let words =
                    if code == FAILED { error.to_string() } else { format!("{error}. {KEPT}") };
                SessionEnd { code, words: Some(words), departure: Departure::Failed }
            }
            Err(panic) => {
                tracing::error!(panic = panic_text(&*panic), "a session has panicked");
                let words = Some(BROKEN.to_owned());
                SessionEnd { code: FAILED, words, departure: Departure::Failed }
            }
        }
    }

    fn by(ending: Ending, code: u32) -> SessionEnd {
        SessionEnd { code, words: Some(ending.to_string()), departure: Departure::Ended(ending) }
    }
}

/// Whether a session could not go on because another front end plays its run.
fn is_taken_over(error: &io::Error) -> bool {
    let error = error.get_ref().and_then(|error| error.downcast_ref::<HostError>());
    matches!(error, Some(HostError::TakenOver))
}

/// Whether a session could not go on because the database has not answered for long.
fn is_outage(error: &io::Error) -> bool {
    store_error(error).is_some_and(StoreError::is_transient)
}

/// The exit code of a session that could not go on.
fn exit_code(error: &io::Error) -> u32 {
    if let Some(error) = store_error(error) {
        return error.session_code();
    }
    let told = error.get_ref().and_then(|error| error.downcast_ref::<HostError>());
    let is_beyond_limit = matches!(told, Some(HostError::Store { .. } | HostError::Refused(_)));
    if is_beyond_limit || error.raw_os_error().is_some() { UNWRITABLE } else { FAILED }
}

/// The failure of the store by which a session could not go on.
fn store_error(error: &io::Error) -> Option<&StoreError> {
    let error = error.get_ref()?;
    let error: Option<&StoreError> = match error.downcast_ref::<HostError>() {
        Some(HostError::Store { error, .. }) => error.downcast_ref(),
        Some(_) => None,
        None => error.downcast_ref(),
    };
    error.filter(|error| matches!(error, StoreError::Failed(_)))
}

/// Shows the screens: first those by which a new player becomes known, and then the title.
fn play(
    front_end: &Arc<FrontEnd>,
    client: &Client,
    shared: &Arc<SharedScreen>,
    mut place: Option<StartPlace>,
) -> io::Result<LoopExit> {
    let visitor = Visitor {
        fingerprint: match &client.login {
            Login::Key(key) => Some(key.fingerprint.clone()),
            Login::Guest => None,
        },
        account: None,
        address: client.peer.ip(),
    };
    let registration = Registry::enter(&front_end.registry, client, shared.clone(), visitor);
    observe(client.outlet.clone());
    let mut input = SessionInput::new(client, shared.clone(), front_end.clone());
    if client.login == Login::Guest
        && let Err(refusal) = front_end.admit_account(client.peer.ip())
    {
        client.inbox.end(Ending::Refused(refusal));
        return Ok(LoopExit::HungUp);
    }
    let known = members::find_account(&front_end.store, &client.login).map_err(io::Error::other)?;
    if known.is_none() {
        // Whoever is asked for a name takes their time.
        drop(place.take());
    }
    let account = match (known, &client.login) {
        (Some(account), _) => account,
        (None, Login::Key(key)) => match introduce(front_end, client, key, &mut input, shared)? {
            Ok(account) => account,
            Err(exit) => return Ok(exit),
        },
        (None, Login::Guest) => return Ok(LoopExit::Quit),
    };
    let visitor = front_end.registry.know(registration.id, account.id);
    if let Some(refusal) = visitor.and_then(|visitor| front_end.bans().refusal(&visitor)) {
        client.inbox.end(Ending::Refused(front_end.refuse(refusal)));
        return Ok(LoopExit::HungUp);
    }
    tracing::info!(account = account.name, session = ?registration.id, "login");
    let settings = account.settings.clone();
    let (name, entries) = (account.name.clone(), title_entries(front_end, &account, &client.login));
    let environment = client.environment.clone();
    let host = StoreHost::new(front_end.clone(), account, environment, registration.id);
    let mut context = context(front_end, Box::new(host), &settings);
    context.settings.name = name;
    let mut stack = ScreenStack::at_title(entries, &mut context);
    // What is sent may have to wait for the client.
    drop(place.take());
    show(client, &mut input, shared, &mut stack, &mut context)
}

/// What the title has besides the entries of every title.
fn title_entries(front_end: &Arc<FrontEnd>, account: &Account, login: &Login) -> Rc<[TitleEntry]> {
    let (watched, id) = (front_end.clone(), account.id);
    let watch = TitleEntry {
        name: "Watch others",
        letter: 'w',
        open: Rc::new(move |_| Box::new(LiveRunsScreen::new(watched.clone(), id))),
    };
    let boards = front_end.clone();
    let boards = TitleEntry {
        name: "Boards",
        letter: 'b',
        open: Rc::new(move |_| Box::new(BoardsScreen::new(boards.clone(), id))),
    };
    let Login::Key(key) = login else { return Rc::new([boards, watch]) };
    let (front_end, account, own) = (front_end.clone(), account.clone(), key.fingerprint.clone());
    let keys = TitleEntry {
        name: "Account",
        letter: 'a',
        open: Rc::new(move |_| {
            let (front_end, account) = (front_end.clone(), account.clone());
            Box::new(AccountScreen::new(front_end, account, own.clone()))
        }),
    };
    Rc::new([boards, watch, keys])
}

fn introduce(
    front_end: &Arc<FrontEnd>,
    client: &Client,
    key: &PublicKey,
    input: &mut SessionInput,
    shared: &Arc<SharedScreen>,
) -> io::Result<Result<Account, LoopExit>> {
    let entrance = Entrance::new(front_end.clone(), key.clone(), client.peer.ip());
    let (catalog, environment) = (front_end.catalog.clone(), client.environment.clone());
    let mut context = context(front_end, Box::new(NoHost { catalog, environment }), "");
    let screen = EntranceScreen::new(entrance.clone()).map_err(io::Error::other)?;
    let mut stack = ScreenStack::new(Box::new(screen));
    let exit = show(client, input, shared, &mut stack, &mut context)?;
    Ok(entrance.account().filter(|_| exit == LoopExit::Quit).ok_or(exit))
}

fn context(front_end: &FrontEnd, mut host: Box<dyn Host>, settings: &str) -> Context {
    let (settings, _) = Settings::read("settings", settings);
    let appearance = Appearance::of(&settings, &mut *host, None);
    Context::new(host, front_end.catalog.clone(), settings, appearance)
}

/// Shows screens until the player leaves or the client is gone.
fn show(
    client: &Client,
    input: &mut SessionInput,
    shared: &Arc<SharedScreen>,
    stack: &mut ScreenStack,
    context: &mut Context,
) -> io::Result<LoopExit> {
    let is_read = context.settings.reader.is_on(|name| context.host.environment(name));
    let mouse = context.settings.mouse == Mouse::On;
    let mut writer = OutletWriter(client.outlet.clone());
    let mode = if is_read { TerminalMode::Lines } else { TerminalMode::Screen { mouse } };
    // The screens before these may have been others.
    client.outlet.place_notices(if is_read { NoticePlace::Line } else { NoticePlace::LastRow });
    mode.enter(&mut writer)?;
    writer.flush()?;
    let (mut lines, mut screen);
    let frontend: &mut dyn Frontend = if is_read {
        lines = Lines::new(writer, input.size())?;
        &mut lines
    } else {
        if context.asks_sign_width() {
            TerminalMode::ask_sign_width(&mut writer)?;
            input.await_sign_width();
        }
        if context.asks_ground() {
            TerminalMode::ask_ground(&mut writer)?;
            input.await_ground();
        }
        let paint = context.paint();
        screen = RemoteScreen::new(client.outlet.clone(), shared.clone(), input.size(), paint)?;
        &mut screen
    };
    screens::app::run(frontend, input, stack, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watchers_are_told_the_end_that_the_player_is_told() {
        let end = |played, ending| {
            let SessionEnd { code, words, departure } = SessionEnd::of(played, ending);
            (code, words.unwrap_or_default(), departure)
        };
        let hung_up = || Ok(Ok(LoopExit::HungUp));
        let stopping = Ending::Stopping;
        assert_eq!(end(Ok(Ok(LoopExit::Quit)), None), (0, String::new(), Departure::Left));
        assert_eq!(end(hung_up(), None), (1, String::new(), Departure::HungUp));
        let told = (1, stopping.to_string(), Departure::Ended(stopping));
        assert_eq!(end(hung_up(), Some(stopping)), told);
        let full = || Ok(Err(io::Error::from_raw_os_error(28)));
        assert_eq!(end(full(), Some(stopping)), told);
        let (code, words, departure) = end(full(), None);
        assert_eq!((code, departure), (74, Departure::Failed));
        assert!(words.ends_with(KEPT), "{words}");
        let taken = io::Error::other(HostError::TakenOver);
        let (code, words, departure) = end(Ok(Err(taken)), None);
        assert_eq!((code, departure), (1, Departure::Ended(Ending::TakenOver)));
        assert_eq!(words, "You went on with this run from elsewhere.");
        let (code, _, departure) = end(Ok(Err(io::Error::other("a bug"))), None);
        assert_eq!((code, departure), (70, Departure::Failed));
        let panicked = (70, BROKEN.to_owned(), Departure::Failed);
        assert_eq!(end(Err(Box::new("a bug")), None), panicked);
    }
}
