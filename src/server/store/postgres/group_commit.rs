//! Statements of several threads in one transaction: its requests are sent without waiting for
//! answers in between, and the server synchronises its disk once for all of them.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::task::Poll;
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;

use super::connection::{DIALECT, Driver, client, fault, parameters};
use crate::store::engine::Patience;
use crate::store::engine::PendingStatement;
use crate::store::error::{Fault, FaultResult as Result};
use crate::store::rows::Value;

/// So many transactions are under way at once: while one waits for the disk, the next is collected.
const COMMITTERS: usize = 4;

/// So many statements go into one transaction at most.
const MAX_JOBS_IN_COMMIT: usize = 128;

/// A statement that waits for a row holds up its whole transaction: soon each is tried alone.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '200ms'";

/// A statement, and where the count of rows that it has changed goes once they are safe.
struct Job {
    sql: &'static str,
    values: Vec<Value>,
    answer: SyncSender<Result<u64>>,
}

pub(super) struct GroupCommit {
    jobs: UnboundedSender<Job>,
}

impl GroupCommit {
    /// Starts what commits; it ends when this is dropped.
    pub(super) fn start(pool: &Pool, driver: &Driver) -> GroupCommit {
        let (jobs, waiting) = unbounded_channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..COMMITTERS {
            let committing =
                commit_all(pool.clone(), Arc::clone(&waiting), driver.answer_timeout());
            driver.handle().spawn(committing);
        }
        GroupCommit { jobs }
    }

    /// Begins to run a statement, for which no thread has to wait until then.
    pub(super) fn begin(
        &self,
        sql: &'static str,
        values: Vec<Value>,
        patience: Arc<Patience>,
    ) -> Result<PendingStatement> {
        let (sender, answer) = sync_channel(1);
        self.jobs.send(Job { sql, values, answer: sender }).map_err(|_| Fault::Stopped)?;
        Ok(PendingStatement { answer, patience })
    }
}

/// Commits what is waiting, again and again, until nobody can ask any more.
async fn commit_all(pool: Pool, waiting: Arc<Mutex<UnboundedReceiver<Job>>>, limit: Duration) {
    loop {
        let mut jobs = Vec::new();
        if waiting.lock().await.recv_many(&mut jobs, MAX_JOBS_IN_COMMIT).await == 0 {
            return;
        }
        match commit_together(&pool, &jobs, limit).await {
            Ok(counts) => {
                for (job, count) in jobs.into_iter().zip(counts) {
                    job.answer(Ok(count));
                }
            }
            Err(Fault::Unreachable(why)) => {
                for job in jobs {
                    job.answer(Err(Fault::Unreachable(why.clone())));
                }
            }
            // It is one of them: alone, the others are not concerned.
            Err(_) => {
                for job in jobs {
                    tokio::spawn(commit_alone(pool.clone(), job, limit));
                }
            }
        }
    }
}

impl Job {
    /// Who asked may have gone: then nobody needs to know.
    fn answer(self, answer: Result<u64>) {
        let _ = self.answer.try_send(answer);
    }
}

async fn commit_alone(pool: Pool, job: Job, limit: Duration) {
    let changed = async {
        let client = client(&pool).await?;
        execute(&client, &job).await
    };
    let changed = timeout(limit, changed).await;
    job.answer(changed.unwrap_or(Err(Fault::Timeout(limit))));
}

async fn execute(client: &Object, job: &Job) -> Result<u64> {
    let sql = DIALECT.render(job.sql);
    let statement = client.prepare_cached(&sql).await.map_err(|error| fault(&error))?;
    let parameters = parameters(&statement, &job.values)?;
    client.execute(&statement, &parameters).await.map_err(|error| fault(&error))
}

/// How many rows each has changed. Nothing of any is kept if one fails.
async fn commit_together(pool: &Pool, jobs: &[Job], limit: Duration) -> Result<Vec<u64>> {
    let client = client(pool).await?;
    let committed = match timeout(limit, transact(&client, jobs)).await {
        Ok(committed) => committed,
        Err(_) => Err(Fault::Unreachable("it does not answer".to_owned())),
    };
    if committed.is_err() {
        // It may be in the middle of a transaction.
        drop(Object::take(client));
    }
    committed
}

async fn transact(client: &Object, jobs: &[Job]) -> Result<Vec<u64>> {
    if let [job] = jobs {
        // Of one alone the server makes a transaction by itself.
        return Ok(vec![execute(client, job).await?]);
    }
    let begin = Request::send(client.batch_execute(BEGIN)).await;
    let mut requests = Vec::new();
    for job in jobs {
        // It is prepared on this connection, or waits for that once.
        let sql = DIALECT.render(job.sql);
        let statement = client.prepare_cached(&sql).await.map_err(|error| fault(&error))?;
        requests.push(
            Request::send(async move {
                let parameters = parameters(&statement, &job.values)?;
                client.execute(&statement, &parameters).await.map_err(|error| fault(&error))
            })
            .await,
        );
    }
    begin.answer().await.map_err(|error| fault(&error))?;
    let mut counts = Vec::new();
    for request in requests {
        counts.push(request.answer().await?);
    }
    // After all answers: the server would take the end of a failed transaction for granted.
    client.batch_execute("COMMIT").await.map_err(|error| fault(&error))?;
    Ok(counts)
}

enum Request<'a, T> {
    Sent(Pin<Box<dyn Future<Output = T> + Send + 'a>>),
    Answered(T),
}

impl<'a, T> Request<'a, T> {
    /// Sends it without waiting: tokio-postgres does so when the future is first polled.
    async fn send(request: impl Future<Output = T> + Send + 'a) -> Request<'a, T> {
        let mut request: Pin<Box<dyn Future<Output = T> + Send + 'a>> = Box::pin(request);
        match poll_fn(|context| Poll::Ready(request.as_mut().poll(context))).await {
            Poll::Ready(answer) => Request::Answered(answer),
            Poll::Pending => Request::Sent(request),
        }
    }

    async fn answer(self) -> T {
        match self {
            Request::Sent(request) => request.await,
            Request::Answered(answer) => answer,
        }
    }
}
