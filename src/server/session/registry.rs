//! The sessions of this front end: who plays what, for taking a run over and for stopping.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use ratatui::layout::Size;
use tokio::sync::OwnedSemaphorePermit;

use super::client::{Ending, RoundTrip};
use super::inbox::Inbox;
use super::outlet::Outlet;
use super::shared_screen::{ScreenWatch, SharedScreen};
use crate::members::Login;
use crate::store::{AccountId, RunKey};
use runs::home::Environment;

/// A place among the sessions that start at once; it is given back when the first screen is known.
pub(crate) type StartPlace = OwnedSemaphorePermit;

/// A client that has asked for the screens.
pub(crate) struct Client {
    pub login: Login,
    pub peer: SocketAddr,
    pub environment: Environment,
    pub size: Size,
    pub inbox: Arc<Inbox>,
    pub outlet: Arc<Outlet>,
    pub round_trip: Arc<RoundTrip>,
}

/// The number of a session, never used again by this process. The default is that of none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SessionId(u64);

#[derive(Debug, Default)]
pub(crate) struct Registry {
    state: Mutex<State>,
    left: Condvar,
}

#[derive(Debug, Default)]
struct State {
    last: u64,
    /// Why all have to end, those that still come, too.
    ending: Option<Ending>,
    sessions: BTreeMap<SessionId, Entry>,
}

#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Of the key that was logged in with; a guest has none.
    pub fingerprint: Option<String>,
    /// Once it is known.
    pub account: Option<AccountId>,
    pub address: IpAddr,
}

#[derive(Debug)]
struct Entry {
    inbox: Arc<Inbox>,
    outlet: Arc<Outlet>,
    screen: Arc<SharedScreen>,
    visitor: Visitor,
    /// The run that is being played.
    run: Option<RunKey>,
}

/// A session's place in the registry; it is left when this is dropped.
#[derive(Debug)]
pub(crate) struct Registration {
    registry: Arc<Registry>,
    pub(crate) id: SessionId,
}

impl Registry {
    pub(crate) fn enter(
        registry: &Arc<Registry>,
        client: &Client,
        screen: Arc<SharedScreen>,
        visitor: Visitor,
    ) -> Registration {
        let mut state = registry.state.lock();
        state.last += 1;
        let (inbox, outlet) = (client.inbox.clone(), client.outlet.clone());
        if let Some(ending) = state.ending {
            inbox.end(ending);
        }
        let id = SessionId(state.last);
        state.sessions.insert(id, Entry { inbox, outlet, screen, visitor, run: None });
        drop(state);
        Registration { registry: registry.clone(), id }
    }

    /// A session plays this run from now on. Another that has played it is told and ends.
    pub(crate) fn play(&self, id: SessionId, run: RunKey) {
        let mut state = self.state.lock();
        for (other, entry) in &mut state.sessions {
            if *other != id && entry.run.as_ref() == Some(&run) {
                entry.inbox.end(Ending::TakenOver);
                entry.run = None;
            }
        }
        if let Some(entry) = state.sessions.get_mut(&id) {
            entry.run = Some(run);
            entry.screen.set_run(entry.run);
        }
    }

    /// A session has left a run, which others may go on with: that concerns it no more.
    pub(crate) fn leave(&self, id: SessionId, run: RunKey) {
        if let Some(entry) = self.state.lock().sessions.get_mut(&id) {
            entry.run.take_if(|played| *played == run);
            entry.screen.set_run(entry.run);
        }
    }

    /// The screen of the session that plays a run, to be watched; `None` if none plays it here.
    pub(crate) fn watch(&self, run: RunKey) -> Option<ScreenWatch> {
        let state = self.state.lock();
        let mut sessions = state.sessions.values();
        let playing = sessions.find(|entry| entry.run == Some(run))?;
        Some(ScreenWatch::new(playing.screen.clone()))
    }

    /// Has the session that plays a run draw anew: something beside the run has changed.
    pub(crate) fn show_anew(&self, run: RunKey) {
        let state = self.state.lock();
        for entry in state.sessions.values().filter(|entry| entry.run == Some(run)) {
            entry.inbox.ready();
        }
    }

    /// Tells the players whose sessions wait for the database for long.
    pub(crate) fn tell_those_who_wait(&self) {
        let now = Instant::now();
        for entry in self.state.lock().sessions.values() {
            entry.outlet.tell_of_wait(now);
        }
    }

    /// The account of a session has become known. Returns whose the session is.
    pub(crate) fn know(&self, id: SessionId, account: AccountId) -> Option<Visitor> {
        let mut state = self.state.lock();
        let entry = state.sessions.get_mut(&id)?;
        entry.visitor.account = Some(account);
        Some(entry.visitor.clone())
    }

    pub(crate) fn end_some(&self, reason: impl Fn(&Visitor) -> Option<Ending>) {
        for entry in self.state.lock().sessions.values() {
            // One that has been told needs the time to save.
            if entry.inbox.ending().is_none()
                && let Some(ending) = reason(&entry.visitor)
            {
                entry.inbox.end(ending);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.state.lock().sessions.len()
    }

    /// Ends all sessions, also those that come from now on, and waits until they have left or the
    /// time is up. Returns how many are left.
    pub(crate) fn end_all(&self, ending: Ending, limit: Duration) -> usize {
        let mut state = self.state.lock();
        state.ending = Some(ending);
        for entry in state.sessions.values() {
            entry.inbox.end(ending);
        }
        let is_full = |state: &mut State| !state.sessions.is_empty();
        self.left.wait_while_for(&mut state, is_full, limit);
        state.sessions.len()
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.registry.state.lock().sessions.remove(&self.id);
        self.registry.left.notify_all();
    }
}
