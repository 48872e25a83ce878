import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PgBoss, fromDrizzle, fromPglite, type ConstructorOptions, type SendOptions } from 'pg-boss';
import type { Log } from './log.server.ts';
import { sentByNobody } from './sender.server.ts';
import { afterCommit, askAhead, askDirectly, type Db, type OpenDatabase, type Tx } from './database.server.ts';

/** A piece of work that runs at least once, after the transaction that sent it has committed. Handlers are idempotent. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly retryLimit: number;
  /** Work that can wait while travellers are served: letters and papers. */
  readonly unhurried: boolean;
  readonly __payload?: Payload;
}

export function jobKind<Payload extends object>(name: string, retryLimit = 8, unhurried = false): JobKind<Payload> {
  return { name, retryLimit, unhurried };
}

export interface Jobs {
  /**
   * Sends inside the caller's transaction: the outbox. A rolled-back transaction sends nothing. Nothing is kept from being
   * sent twice: the queue's own keys hold no second one back in queues of this kind, so work that must not run twice claims
   * its turn in a table of its own.
   */
  send<Payload extends object>(
    tx: Tx | Db,
    kind: JobKind<Payload>,
    payload: Payload,
    /** `pauseMs`: no hurry for so long, where this process does it itself; somebody else may do it sooner. */
    options?: { startAfter?: Date; pauseMs?: number },
  ): Promise<void>;
  /** Says who does a kind. Payloads hold ids, never personal data. */
  handle<Payload extends object>(kind: JobKind<Payload>, handler: (payload: Payload) => Promise<void>): Promise<void>;
  /** Runs a kind on a cron line (minutes resolution, UTC). */
  schedule(kind: JobKind<Record<string, never>>, cron: string): Promise<void>;
  /**
   * Everything that can be sent has its handler: the workers start. Not before, or work that a process before this one
   * left behind would be taken up while what it leads to cannot be sent yet. `restMs`: the first worker starts so much
   * later, behind the first visitor of a house that opens; what this process sends itself is done without them.
   */
  begin(options?: { readonly restMs: number }): Promise<void>;
  /** Works through everything that is due now; for tests, which must not wait for a poll. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A worker is woken by what this process sends. One question for all kinds finds retries, delayed work and what others
 * sent: a question from each of some thirty workers kept an idle process busy, and on the embedded engine each stands
 * in the way of a page. The workers' own polling is only for when that question was lost.
 */
const askEveryMs = 2_000;
const pollSeconds = 60;
/** Workers begin one after the other: the first visitor of a house that opens does not stand behind the questions of ninety. */
const beginEveryMs = 20;
/**
 * A worker says three times a lease that it is alive. Silent for two thirds of it, seen within the last, its jobs go to
 * others: nothing waits longer than a lease for a process that was killed.
 */
const defaultLeaseMs = 30_000;
/** Pieces of work of its own that a process does at a time, straight after the transaction that sent them. */
const mostAtOnce = 12;
/** A letter waits so long at most for the sales of the moment. */
const longestLullMs = 1_000;
/** Work that is done is reported together, this often: a process that dies meanwhile leaves so much to be done again. */
const reportEveryMs = 100;
/** The queue's own, slower watch on the same. */
const heartbeatSeconds = 60;

export interface JobOptions {
  /** `own`: only what this process sends itself, straight after it was sent; somebody else must do the rest. */
  readonly work: boolean | 'own';
  readonly leaseMs?: number;
}

/** How the queue asks the database. */
export function queueDatabase(database: OpenDatabase): ConstructorOptions {
  const { pool } = database;
  if (!pool) return { db: fromPglite(database.pglite as never), backend: 'pglite' };
  // As the driver answers: a script of several statements has one answer for each, and the queue picks the one it wants.
  return { db: { executeSql: (text, values) => pool.query<never>(text, values) } };
}

export async function openJobs(database: OpenDatabase, log: Log, options: JobOptions): Promise<Jobs> {
  const works = options.work === true;
  const leaseMs = options.leaseMs ?? defaultLeaseMs;
  const silentMs = (leaseMs * 2) / 3;
  const boss = new PgBoss({ ...queueDatabase(database), schedule: works, supervise: works });
  boss.on('error', (fault) => log.error({ fault: fault.message }, 'job queue'));
  await boss.start();
  // Queues of an older installation had no heartbeat.
  await database.db.execute(sql`update pgboss.queue set heartbeat_seconds = ${heartbeatSeconds} where heartbeat_seconds is null`);
  // Nobody else has the embedded database open: what was being worked on died with the last process.
  if (works) await freeSilent(database.db, database.kind === 'embedded' ? 0 : silentMs);
  const watch =
    works && database.kind === 'postgres'
      ? setInterval(
          () => void freeSilent(database.db, silentMs).catch((fault: Error) => log.error({ fault: fault.message }, 'job lease')),
          leaseMs / 3,
        )
      : null;
  watch?.unref();
  const soon = new Set<NodeJS.Timeout>();
  const handlers = new Map<string, (payload: never) => Promise<void>>();
  const workers = new Map<string, string>();
  const known = new Set<string>();
  // Their rows were read when the queue was started. Making some ninety again, which changes nothing, took a twelfth of a start.
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  // Nor are schedules written again that are there as they are wanted: fifty, each with a look whether its line can be read.
  const cronOf = new Map(
    (works ? await boss.getSchedules() : [])
      .filter(({ key, timezone, data, options }) => !key && timezone === 'UTC' && !data && Object.keys(options ?? {}).length === 0)
      .map(({ name, cron }) => [name, cron]),
  );
  /** Kinds that run as soon as their worker is there. */
  const atOnce = new Set<string>();
  const ensure = async (kind: JobKind<never>) => {
    if (known.has(kind.name)) return;
    if (!made.has(kind.name)) await makeQueue(kind);
    known.add(kind.name);
  };
  const makeQueue = async (kind: JobKind<never>) => {
    await boss.createQueue(kind.name, {
      retryLimit: kind.retryLimit,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: 60,
      heartbeatSeconds,
    });
    // The first use of a queue reads its row outside the caller's transaction, which on the embedded engine waits
    // for ever; cancelling a job that is not there reads it now.
    await boss.cancel(kind.name, '00000000-0000-0000-0000-000000000000');
  };
  let asking: NodeJS.Timeout | undefined;
  let stopped = false;
  let begun = false;
  const waiting: (() => Promise<void>)[] = [];
  let beginning = Promise.resolve();
  let goOn = () => undefined as void;
  const pause = (ms: number) =>
    new Promise<void>((resume) => {
      const timer = setTimeout(resume, ms);
      goOn = () => {
        clearTimeout(timer);
        resume();
      };
    });
  const beginWorkers = async (restMs: number) => {
    if (restMs > 0) await pause(restMs);
    for (const start of waiting.splice(0)) {
      if (stopped) return;
      await start();
      await pause(beginEveryMs);
    }
  };

  /*
   * What this process sends it does itself, without asking the queue for it: the row is due only after a lease, so that
   * nobody else takes it up while this process lives, and somebody does when it dies.
   */
  interface Own {
    readonly id: string;
    readonly name: string;
    readonly payload: object;
    readonly since: number;
  }
  const mine: Own[] = [];
  const underWay = new Set<Own>();
  const done = new Map<string, string[]>();
  let reporting: NodeJS.Timeout | undefined;
  const report = async () => {
    reporting = undefined;
    const batches = [...done];
    done.clear();
    for (const [name, ids] of batches)
      await boss
        .complete(name, ids, undefined, { includeQueued: true })
        .catch((fault: Error) => log.error({ kind: name, fault: fault.message }, 'job done but not noted'));
  };
  const doMine = () => {
    while (begun && !stopped && mine.length > 0 && underWay.size < mostAtOnce) {
      const job = mine.shift()!;
      // It waited so long that others may have taken it up by now.
      if (performance.now() - job.since > leaseMs / 2) continue;
      underWay.add(job);
      void work(job).finally(() => {
        underWay.delete(job);
        doMine();
      });
    }
  };
  const work = async (job: Own) => {
    try {
      await handlers.get(job.name)!(job.payload as never);
      done.set(job.name, [...(done.get(job.name) ?? []), job.id]);
      reporting ??= setTimeout(() => void report(), reportEveryMs);
    } catch (fault) {
      log.error({ job: job.id, kind: job.name, fault: (fault as Error).stack }, 'job failed');
      await boss.fail(job.name, job.id, { message: (fault as Error).message }).catch(() => undefined);
    }
  };
  /** Until nothing else is to be done, but not for long. */
  const aLull = async () => {
    const until = performance.now() + longestLullMs;
    while (underWay.size + mine.length > 0 && performance.now() < until && !stopped) await new Promise((resume) => setTimeout(resume, 20));
  };
  // Work that takes longer than a lease stays ours as long as we live.
  const keep = options.work
    ? setInterval(() => {
        const ids = [...underWay].map((job) => job.id);
        if (ids.length > 0)
          void database.db
            .execute(
              sql`update pgboss.job set start_after = now() + ${leaseMs} * interval '1 millisecond' where id = any(${sql.param(ids)}::uuid[]) and state = 'created'`,
            )
            .catch(() => undefined);
      }, leaseMs / 3)
    : null;
  keep?.unref();
  const askLater = () => {
    if (stopped) return;
    asking = setTimeout(() => void wakeDue().finally(askLater), askEveryMs);
    asking.unref();
  };
  /** The kinds of these names that have work which is due. */
  const dueKinds = async (names: Iterable<string>): Promise<readonly string[]> => {
    const { rows } = (await database.db.execute(sql`
      select distinct name from pgboss.job
      where state < 'active' and not blocked and start_after <= pgboss.job_now() and name = any(${sql.param([...names])}::text[])
    `)) as unknown as { rows: readonly { name: string }[] };
    return rows.map(({ name }) => name);
  };
  /** Writes the row of a job; in a transaction on PostgreSQL nobody waits for the answer, which the commit tells. */
  const put = (tx: Tx | Db, name: string, payload: object, sendOptions: SendOptions) =>
    new Promise<void>((resolve, reject) => {
      const executeSql = async (text: string, values: unknown[] = []) => {
        const ahead = askAhead(tx, text, values);
        if (ahead) resolve();
        return ahead ?? askDirectly(tx, text, values) ?? fromDrizzle(tx as never, sql).executeSql(text, values);
      };
      boss.send(name, payload, { ...sendOptions, db: { executeSql } }).then(() => resolve(), reject);
    });
  const wakeDue = async () => {
    if (workers.size === 0) return;
    try {
      for (const name of await dueKinds(workers.keys())) boss.notifyWorker(workers.get(name)!);
    } catch (fault) {
      log.warn({ fault: (fault as Error).message }, 'job queue');
    }
  };
  return {
    async send(tx, kind, payload, { pauseMs = 0, ...sendOptions } = {}) {
      if (!known.has(kind.name)) throw new Error(`Job kind ${kind.name} has no handler registered`);
      const worker = workers.get(kind.name);
      if (!options.work || !handlers.has(kind.name) || sendOptions.startAfter || kind.unhurried) {
        await put(tx, kind.name, payload, sendOptions);
        if (worker && !sendOptions.startAfter) afterCommit(tx, () => boss.notifyWorker(worker));
        return;
      }
      const id = randomUUID();
      await put(tx, kind.name, payload, { id, startAfter: leaseMs / 1000 });
      afterCommit(tx, () => {
        const take = () => {
          mine.push({ id, name: kind.name, payload, since: performance.now() });
          doMine();
        };
        if (pauseMs > 0) setTimeout(take, pauseMs).unref();
        else take();
      });
    },
    async handle(kind, handler) {
      await ensure(kind as JobKind<never>);
      const work = (payload: never) => sentByNobody(() => (handler as (payload: never) => Promise<void>)(payload));
      handlers.set(kind.name, work);
      if (!works) return;
      const start = async () => {
        if (atOnce.delete(kind.name)) await boss.send(kind.name, {});
        const worker = await boss.work(
          kind.name,
          {
            batchSize: 10,
            pollingIntervalSeconds: pollSeconds,
            heartbeatRefreshSeconds: Math.min(10, leaseMs / 3_000),
            burstWhenBatchFull: true,
          },
          async (jobs) => {
            // One at a time and each on its own: a failure must not take its neighbours down with it.
            for (const job of jobs) {
              try {
                if (kind.unhurried) await aLull();
                await work(job.data as never);
                await boss.complete(kind.name, job.id);
              } catch (fault) {
                log.error({ job: job.id, kind: kind.name, fault: (fault as Error).stack }, 'job failed');
                await boss.fail(kind.name, job.id, { message: (fault as Error).message });
              }
            }
          },
        );
        workers.set(kind.name, worker);
      };
      if (begun) await start();
      else waiting.push(start);
    },
    async begin({ restMs } = { restMs: 0 }) {
      begun = true;
      beginning = beginWorkers(restMs);
      if (works) askLater();
      doMine();
    },
    async schedule(kind, cron) {
      await ensure(kind as JobKind<never>);
      if (!works) return;
      if (cronOf.get(kind.name) !== cron) await boss.schedule(kind.name, cron);
      // What runs every minute also runs at once, and when the leases of a process that was killed are over: a restart
      // takes up what lay there without waiting for the clock.
      if (!cron.startsWith('* ')) return;
      if (workers.has(kind.name)) await boss.send(kind.name, {});
      else atOnce.add(kind.name);
      const again = setTimeout(() => void boss.send(kind.name, {}).catch(() => undefined), leaseMs * 1.5);
      again.unref();
      soon.add(again);
    },
    async drain() {
      for (let idle = false; !idle;) {
        idle = true;
        const due = new Set(await dueKinds(handlers.keys()));
        // In the order in which they were registered, so that a test that draws lots draws the same again.
        for (const [name, handler] of handlers) {
          if (!due.has(name)) continue;
          const jobs = await boss.fetch(name, { batchSize: 50 });
          for (const job of jobs) {
            idle = false;
            try {
              await handler(job.data as never);
              await boss.complete(name, job.id);
            } catch (fault) {
              await boss.fail(name, job.id, { message: (fault as Error).message });
              throw fault;
            }
          }
        }
      }
    },
    async stop() {
      stopped = true;
      goOn();
      await beginning;
      clearTimeout(asking);
      if (watch) clearInterval(watch);
      for (const timer of soon) clearTimeout(timer);
      const deadline = performance.now() + 10_000;
      while (underWay.size > 0 && performance.now() < deadline) await new Promise((resume) => setTimeout(resume, 10));
      if (keep) clearInterval(keep);
      clearTimeout(reporting);
      await report();
      // What was not begun is due now, for whoever is there.
      const left = mine.splice(0).map((job) => job.id);
      if (left.length > 0)
        await database.db.execute(
          sql`update pgboss.job set start_after = now() where id = any(${sql.param(left)}::uuid[]) and state = 'created'`,
        );
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Takes jobs back from workers that have been silent for so long: a killed process, or one that hangs. */
async function freeSilent(db: Db, silentMs: number): Promise<void> {
  await db.execute(sql`
    update pgboss.job set state = 'retry', start_after = now() where state = 'active'
      and coalesce(heartbeat_on, started_on) < now() - ${silentMs} * interval '1 millisecond'`);
}
