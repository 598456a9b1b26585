//! PostgreSQL: a pool of connections on a tokio runtime, for which threads of sessions wait.

mod connection;
mod group_commit;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Config, NoTls};

use self::connection::{Driver, PostgresConnection, client};
use self::group_commit::GroupCommit;
use super::engine::Patience;
use super::engine::{
    Connection, Ending, Engine, PendingStatement, StoreOptions, Work, check_values,
};
use super::error::{Fault, FaultResult as Result};
use super::rows::{Row, Value};

/// How long a new connection may take, and how long a thread waits for one of the pool.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The server ends a wait for a lock soon: the store tries again by itself.
const SESSION_OPTIONS: &str =
    "-c lock_timeout=1s -c idle_in_transaction_session_timeout=30s -c synchronous_commit=on";

/// A database of a PostgreSQL server. Its calls block: they are not for threads of a runtime.
pub(super) struct Postgres {
    description: String,
    pool: Pool,
    /// Dropped before what drives it.
    group_commit: GroupCommit,
    driver: Driver,
    patience: Arc<Patience>,
}

impl Postgres {
    /// Prepares the connections; the first one is made with the first call.
    pub(super) fn open(
        url: &str,
        options: &StoreOptions,
        patience: Arc<Patience>,
    ) -> Result<Postgres> {
        if asks_for_tls(url) {
            return Err(NO_TLS);
        }
        // What the parser says is left out: it can repeat parts of the URL.
        let mut config: Config =
            url.parse().map_err(|_| Fault::Url("is not one that PostgreSQL has"))?;
        if config.get_ssl_mode() == SslMode::Require {
            return Err(NO_TLS);
        }
        let answer_timeout = options.answer_timeout;
        // The server ends a statement before we give up its connection.
        let statement_timeout = (answer_timeout * 3 / 4).as_millis();
        let own = config.get_options().map(str::to_owned).unwrap_or_default();
        config.options(format!("-c statement_timeout={statement_timeout} {SESSION_OPTIONS} {own}"));
        config.application_name("upkeeper");
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(answer_timeout);
        let description = describe(&config);
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(config, NoTls, manager))
            .max_size(options.connections.max(1))
            .wait_timeout(Some(answer_timeout))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| Fault::Database(error.to_string()))?;
        let driver = Driver::new(options.runtime.clone(), answer_timeout)?;
        let group_commit = GroupCommit::start(&pool, &driver);
        Ok(Postgres { description, pool, group_commit, driver, patience })
    }

    fn connection(&self) -> Result<PostgresConnection<'_>> {
        let limit = self.driver.answer_timeout() + CONNECT_TIMEOUT;
        let client = self.driver.wait(limit, client(&self.pool))??;
        Ok(PostgresConnection::new(client, &self.driver))
    }

    fn in_transaction(
        &self,
        begin: &str,
        work: &mut dyn FnMut(&mut dyn Connection) -> Ending,
    ) -> Result<()> {
        let mut connection = self.connection()?;
        connection.begin(begin)?;
        let ending = work(&mut connection);
        connection.end(ending)
    }
}

const NO_TLS: Fault = Fault::Url(
    "asks for TLS by its sslmode, and this program speaks to databases without: leave it out where \
     the way to the database is safe, or go by a tunnel",
);

/// Whether the URL demands encryption. The parser does not know all of these words.
fn asks_for_tls(url: &str) -> bool {
    let modes = url.split(['?', '&']).filter_map(|parameter| parameter.strip_prefix("sslmode="));
    modes.into_iter().any(|mode| matches!(mode, "require" | "verify-ca" | "verify-full"))
}

/// The server and the database, without user and password.
fn describe(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        Some(Host::Unix(path)) => path.display().to_string(),
        None => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    format!("postgres://{host}:{port}/{}", config.get_dbname().unwrap_or_default())
}

impl Engine for Postgres {
    fn execute(&self, sql: &'static str, values: Vec<Value>) -> Result<u64> {
        self.connection()?.execute(sql, &values)
    }

    fn begin_together(&self, sql: &'static str, values: Vec<Value>) -> Result<PendingStatement> {
        check_values(&values)?;
        self.group_commit.begin(sql, values, self.patience.clone())
    }

    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        self.connection()?.query(sql, values)
    }

    fn transact(&self, mut work: Work) -> Result<()> {
        self.in_transaction("BEGIN ISOLATION LEVEL READ COMMITTED", &mut *work)
    }

    fn transact_alone(&self, work: &mut dyn FnMut(&mut dyn Connection) -> Ending) -> Result<()> {
        self.in_transaction("BEGIN ISOLATION LEVEL READ COMMITTED", work)
    }

    fn read_snapshot(&self, work: &mut dyn FnMut(&mut dyn Connection)) -> Result<()> {
        // Between two questions there may be a slow writer, to whom an export goes.
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
             SET LOCAL idle_in_transaction_session_timeout = '10min'";
        self.in_transaction(begin, &mut |connection| {
            work(connection);
            Ending::Undo
        })
    }

    fn copy_to(&self, _path: &Path) -> Result<bool> {
        Ok(false)
    }

    fn find_damage(&self) -> Result<Vec<String>> {
        // Its pages are the server's to check (data checksums, amcheck).
        Ok(Vec::new())
    }

    fn description(&self) -> &str {
        &self.description
    }
}
