import { mkdirSync, writeFileSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { NodePgDatabase, drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session';
import { PgDialect, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { guardIsOff } from './failpoint.server.ts';
import { quickenStatements } from './embedded-statements.server.ts';
import { heldText } from './held-text.ts';
import { openStatementNames, prepareStatements } from './prepared-statements.server.ts';

/** A database or an open transaction: what every store function takes as its first argument. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;
/** An open transaction. Inside one use only it, never the database: on the embedded engine the other waits for ever. */
export type Tx = Db & { readonly __transaction?: never };

export interface OpenDatabase {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Db;
  /** Runs a script of several statements; for migrations only. */
  script(text: string): Promise<void>;
  readonly pglite: PGlite | null;
  readonly pool: pg.Pool | null;
  close(): Promise<void>;
}

/** Pages the embedded engine keeps in memory; a whole demo fits, and the usual 128 MB would all be ours to carry. */
const bufferMb = 24;

/** Raised at start-up when another process has the embedded database open. */
export class DatabaseInUse extends Error {}

export async function openDatabase(options: {
  url?: string | undefined;
  dataDir: string;
  port?: number;
  memory?: boolean;
  poolSize?: number;
  /** A connection that says nothing for so long over one statement is given up; never where statements may take their time. */
  silentAfterMs?: number;
}): Promise<OpenDatabase> {
  if (options.url?.startsWith('postgres')) return openPostgres(options.url, options.poolSize ?? 10, options.silentAfterMs);
  const folder = options.url?.startsWith('pglite:') ? options.url.slice('pglite:'.length) : join(options.dataDir, 'database');
  return openEmbedded(options.memory ? null : folder, options.port);
}

/** In a rush requests wait for each other's connections; giving up sooner would tell a buyer of a fault where there is only a queue. */
const waitForConnectionMs = 20_000;

/**
 * A connection on which a statement need not wait for the answer to the one before it, and statements of one moment go
 * out in one piece: on a fast network the number of pieces is what a transaction costs.
 */
class Connection extends pg.Client {
  #gathering = false;
  /** Statements that were sent so far. */
  sent = 0;

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), pipeline: true } as pg.ClientConfig);
  }

  override query = ((...asked: unknown[]): unknown => {
    this.#gather();
    this.sent += 1;
    const [first, second, ...rest] = asked;
    const given = first as { readonly values?: unknown };
    const named = Array.isArray(given?.values) && !('submit' in given) ? { ...given, values: given.values.map(heldText) } : first;
    const values = Array.isArray(second) ? second.map(heldText) : second;
    return (pg.Client.prototype.query as (...all: unknown[]) => unknown).apply(this, asked.length > 1 ? [named, values, ...rest] : [named]);
  }) as pg.Client['query'];

  #gather(): void {
    if (this.#gathering) return;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    this.#gathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }
}

async function openPostgres(url: string, size: number, silentAfterMs: number | undefined): Promise<OpenDatabase> {
  // A pooler between us and the server that gives each transaction another connection says so in the address.
  const isPooled = new URL(url).searchParams.get('pgbouncer') === 'true';
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: waitForConnectionMs,
    // Starting helpers for a statement takes longer than most pages: only what reads very much is shared out among them.
    ...(isPooled ? {} : { options: '-c parallel_setup_cost=100000' }),
    Client: Connection as never,
  });
  // A broken idle connection must not end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  // Nor must one that breaks between two statements of somebody who holds it: the next statement tells them.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const nameOf = openStatementNames();
  if (!isPooled) pool.on('connect', (client) => prepareStatements(client, nameOf, silentAfterMs));
  const version = await pool.query('show server_version_num');
  if (Number(version.rows[0].server_version_num) < 150_000) {
    await pool.end();
    throw new Error('Rihla needs PostgreSQL 15 or newer.');
  }
  const db = drizzlePg(pool) as unknown as Db;
  pools.set(db, pool);
  if (silentAfterMs !== undefined && !isPooled) serving.add(db);
  return {
    kind: 'postgres',
    db,
    script: async (text) => void (await pool.query(text)),
    pglite: null,
    pool,
    close: () => pool.end(),
  };
}

async function openEmbedded(folder: string | null, port: number | undefined): Promise<OpenDatabase> {
  const release = folder ? takeLock(folder, port) : () => undefined;
  // A process that dies while it makes the database leaves half a one, which no engine opens: it is made anew.
  const making = `${folder}.making`;
  try {
    if (folder && existsSync(making)) rmSync(folder, { recursive: true, force: true });
    if (folder && !existsSync(join(folder, 'PG_VERSION'))) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(making, '');
    }
    const client = await PGlite.create({
      ...(folder ? { dataDir: folder } : {}),
      extensions: { btree_gist, citext, pg_trgm, unaccent },
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${bufferMb}MB`],
    });
    if (folder) rmSync(making, { force: true });
    return embedded(client, release);
  } catch (fault) {
    release();
    throw fault;
  }
}

/** Numbers below are given by PostgreSQL itself to types that columns have; those above are made when a database is. */
const firstMadeType = 10_000;

export function embedded(client: PGlite, release: () => void = () => undefined): OpenDatabase {
  // It copies its table of readers for every answer, and has one for the rows of each table, which nobody asks for as an
  // array: without them a question costs half.
  for (const type of Object.keys(client.parsers)) if (Number(type) >= firstMadeType) delete client.parsers[Number(type)];
  quickenStatements(client);
  return {
    kind: 'embedded',
    db: drizzlePglite(client) as unknown as Db,
    script: async (text) => void (await client.exec(text)),
    pglite: client,
    pool: null,
    close: async () => {
      await client.close();
      release();
    },
  };
}

/** The embedded engine takes no lock of its own, and two processes on one folder corrupt it. */
function takeLock(folder: string, port: number | undefined): () => void {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}.lock`;
  const own = { pid: process.pid, started: startOf(process.pid), host: hostname(), boot: bootId() };
  const mine = JSON.stringify({ ...own, port: port ?? null, since: new Date().toISOString() });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
    }
    const holder = readHolder(file);
    if (holder && holder.boot === own.boot && isAlive(holder)) {
      const where = holder.port ? ` It serves http://localhost:${holder.port}.` : '';
      throw new DatabaseInUse(
        `The database in ${folder} is in use by process ${holder.pid}, since ${holder.since}.${where} Stop that process, or set another DATA_DIR.`,
      );
    }
    rmSync(file, { force: true });
  }
  throw new DatabaseInUse(`The database in ${folder} is being opened by another process. Try again.`);
}

interface Holder {
  readonly pid: number;
  /** When its process started, as the kernel counts; missing in a file that was written where nobody says. */
  readonly started?: string | null;
  readonly host?: string;
  readonly boot: string;
  readonly port: number | null;
  readonly since: string;
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Differs after every restart of the machine: a process number from before it means nothing. */
export function bootId(): string {
  const file = '/proc/sys/kernel/random/boot_id';
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown';
}

/** In which clock tick since the machine came up a process started; null where the system has no /proc, or no such process. */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its second field is a name that may hold spaces and brackets of its own; the start is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3] ?? null;
  } catch {
    return null;
  }
}

/**
 * A container that was killed and comes up again gives its processes the same numbers: another start is another process. Under
 * another name of the host a number may be of a process that cannot be seen from here, so that its start says nothing.
 */
function isAlive({ pid, started, host }: Holder): boolean {
  const seen = startOf(pid);
  if (host === hostname() && started && seen && started !== seen) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Behind a database: where its transactions get their connections. */
const pools = new WeakMap<Db, pg.Pool>();
const clients = new WeakMap<Db | Tx, pg.PoolClient>();
const dialect = new PgDialect();
const limits = { lock_timeout: '3s', statement_timeout: '10s', idle_in_transaction_session_timeout: '15s' };
const set = (scope: 'local' | 'session') =>
  Object.entries(limits)
    .map(([name, value]) => `set ${scope} ${name} = '${value}'`)
    .join('; ');
/** Databases of processes that serve: their connections have the limits for good from the first transaction on. */
const serving = new WeakSet<Db>();
const limited = new WeakSet<pg.PoolClient>();

/** Begins, and asks for the number under which the server remembers what became of it. */
async function begin(db: Db, client: pg.PoolClient): Promise<string> {
  const answers = (await askToBegin(db, client)) as unknown as { rows: { number?: string }[] }[];
  return answers.at(-1)!.rows[0]!.number!;
}

const itsNumber = 'select pg_current_xact_id()::text as number';

function askToBegin(db: Db, client: pg.PoolClient): Promise<unknown> {
  if (!serving.has(db)) return client.query(`begin; ${set('local')}; ${itsNumber}`);
  if (!limited.has(client)) {
    limited.add(client);
    // A message of its own, which no rollback takes back.
    client.query(set('session')).catch(() => limited.delete(client));
  }
  return client.query(`begin; ${itsNumber}`);
}

/** A statement of our own in the driver's words, on the connection of a transaction or on any. Null on the embedded engine. */
export function askDirectly(db: Db | Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> | null {
  return (clients.get(db) ?? pools.get(db as Db))?.query(text, values) ?? null;
}

/** What a transaction has sent and not waited for. */
interface Behind {
  /** Statements that the connection has, in their order: the commit is done after them, and fails with them. */
  readonly onTheWay: Promise<unknown>[];
  /** What may be sent only later, or is refused before it is sent: its answer must be there before the commit. */
  readonly toHear: Promise<unknown>[];
}
const behind = new WeakMap<Tx, Behind>();

/**
 * Sends a statement of a transaction whose answer decides nothing, without waiting for it: a connection does statements
 * in the order in which they were sent, the transaction fails with any of them, and `transact` tells which one it was.
 * Outside of `transact` it waits.
 */
export async function sendAhead(tx: Tx, statement: PromiseLike<unknown>): Promise<void> {
  const own = behind.get(tx);
  if (!own) return void (await statement);
  const connection = clients.get(tx) as Connection | undefined;
  const before = connection?.sent;
  const answer = new Promise((resolve, reject) => statement.then(resolve, reject));
  // Told by the end of the transaction.
  answer.catch(() => undefined);
  (connection && connection.sent > before! ? own.onTheWay : own.toHear).push(answer);
}

/**
 * The same for a statement of our own in the driver's words. Its answer is given too, for whoever sends it on behalf of a
 * library that wants one. Null on the embedded engine and outside of `transact`.
 */
export function askAhead(tx: Db | Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> | null {
  const own = behind.get(tx);
  const answer = own && clients.get(tx)?.query(text, values);
  if (!answer) return null;
  answer.catch(() => undefined);
  own.onTheWay.push(answer);
  return answer;
}

/** Why a transaction failed: the first statement that did, not the one that could not be done after it. */
async function causeOf(own: Behind, fault: unknown): Promise<unknown> {
  const failed = (await Promise.allSettled([...own.onTheWay, ...own.toHear])).flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  );
  return databaseCode(fault) === afterFailure || failed.includes(fault)
    ? (failed.find((each) => databaseCode(each) !== afterFailure) ?? fault)
    : fault;
}
/** The state of a statement in a transaction that has failed already. */
const afterFailure = '25P02';

/**
 * Reads that do not wait for each other, asked over one connection in one piece: side by side on a pool each takes a
 * connection of its own. The statements are done one after the other, and no transaction is begun.
 */
export async function readTogether<Result>(db: Db, read: (one: Db) => Promise<Result>): Promise<Result> {
  const pool = pools.get(db);
  if (!pool) return read(db);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const one = new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined as never, {}), undefined) as unknown as Db;
    clients.set(one, client);
    return await read(one);
  } catch (fault) {
    // Others of its statements may be on their way still: whoever has the connection next must not hear their answers.
    await client.query('select 1').catch((also: Error) => (broken = also));
    throw fault;
  } finally {
    client.release(broken);
  }
}

/** For how long it is asked what became of a commit; a database that comes back later leaves the doubt to whoever asked. */
const fateMs = 5_000;

/**
 * Whether a transaction was committed whose connection broke over its commit: asked of the server by its number over
 * another connection. One that is still open is ended first, so that nothing is committed after it was said not to be.
 */
async function wasCommitted(pool: pg.Pool, number: string): Promise<boolean> {
  if (guardIsOff('commit-fate')) return false;
  const until = performance.now() + fateMs;
  while (performance.now() < until) {
    const found = await pool.query<{ fate: string | null }>('select pg_xact_status($1::xid8) as fate', [number]).catch(() => null);
    const fate = found?.rows[0]?.fate;
    if (fate === 'committed' || fate === 'aborted') return fate === 'committed';
    await new Promise((resume) => setTimeout(resume, 50));
    if (fate)
      await pool
        .query('select pg_terminate_backend(pid) from pg_stat_activity where backend_xid = $1::xid8::xid', [number])
        .catch(() => undefined);
  }
  return false;
}

/** Work between begin and commit. The beginning is sent with the first statement, without waiting for its answer. */
async function between<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const pool = pools.get(db);
  const own: Behind = { onTheWay: [], toHear: [] };
  // The embedded engine has one connection and no clock that would interrupt it: nothing there to limit.
  if (!pool)
    return db.transaction(async (open) => {
      const tx = open as unknown as Tx;
      behind.set(tx, own);
      try {
        const result = await work(tx);
        await Promise.all(own.toHear);
        return result;
      } catch (fault) {
        throw await causeOf(own, fault);
      }
    });
  const client = await pool.connect();
  let broken: Error | undefined;
  let number: string | undefined;
  /** What was done when the commit was sent, until its answer is there. */
  let unheard: { readonly result: Result } | undefined;
  let lost: unknown;
  try {
    const session = new NodePgSession(client, dialect, undefined as never, {});
    const tx = new NodePgTransaction(dialect, session as never, undefined as never) as unknown as Tx;
    clients.set(tx, client);
    behind.set(tx, own);
    const begun = begin(db, client).then((its) => (number = its));
    // Told by whatever is asked first; listened to here so that it is never told to nobody.
    begun.catch(() => undefined);
    try {
      const result = await work(tx);
      await Promise.all(own.toHear);
      unheard = { result };
      // Sent right behind the last statements. A transaction in which something failed ends in a rollback, and says so by
      // the name of what was done.
      const [ended] = await Promise.all([client.query('commit'), begun, ...own.onTheWay]);
      if (ended.command !== 'COMMIT') throw new Error('A statement failed unheard, and its transaction was rolled back');
      return result;
    } catch (fault) {
      await client.query('rollback').catch((also: Error) => (broken = also));
      lost = await causeOf(own, fault);
    }
  } finally {
    client.release(broken);
  }
  if (unheard && number && isDatabaseGone(lost) && (await wasCommitted(pool, number))) return unheard.result;
  throw lost;
}

const retried = new Set(['40001', '40P01', '55P03']);
const databases = new WeakMap<Tx | Db, Db>();

/** Whose a transaction is; of a database itself. What a module keeps, it keeps by this. */
export function databaseOf(db: Db | Tx): Db {
  return databases.get(db) ?? db;
}

const closing = new WeakMap<Tx, (() => Promise<void>)[]>();
const closed = new WeakMap<Tx | Db, (() => void)[]>();

/**
 * Puts work at the end of a transaction of `transact`, after everything its caller does. For a lock that every
 * transaction takes: taken last by all, nobody can wait for it while another waits for what they hold.
 */
export function beforeCommit(tx: Tx, work: () => Promise<void>): void {
  const waiting = closing.get(tx);
  if (!waiting) throw new Error('Only a transaction of transact can put work at its end');
  waiting.push(work);
}

/** Does something small when a transaction of `transact` has committed; outside of one, at once. For waking, not for work. */
export function afterCommit(tx: Tx | Db, wake: () => void): void {
  const waiting = closed.get(tx);
  if (waiting) waiting.push(wake);
  else wake();
}

/**
 * A write transaction: READ COMMITTED, bounded waits, retried up to three times on a deadlock or a lock timeout.
 * The work must only touch `tx`, must start with the statement that locks, and must make no outside call.
 * Locks are taken in one order everywhere: order, pools and claims, payment, invoice counter, and the audit head last.
 */
export async function transact<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const wakes: (() => void)[] = [];
      const result = await between(db, async (open) => {
        const last: (() => Promise<void>)[] = [];
        databases.set(open, databaseOf(db));
        closing.set(open, last);
        closed.set(open, wakes);
        const made = await work(open);
        for (const one of last) await one();
        return made;
      });
      for (const wake of wakes) wake();
      return result;
    } catch (fault) {
      const code = databaseCode(fault);
      if (attempt > 3 || !code || !retried.has(code)) throw fault;
      await new Promise((resume) => setTimeout(resume, attempt * 20 + (process.hrtime()[1] % 30)));
    }
  }
}

/** The SQLSTATE of a database error, through the wrapper that the query builder puts around it. */
export function databaseCode(fault: unknown): string | null {
  for (let current = fault as { code?: unknown; cause?: unknown } | undefined; current; current = current.cause as typeof current) {
    if (typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) return current.code;
  }
  return null;
}

const goneCodes = new Set(['53300', '57P01', '57P02', '57P03']);
const goneWords =
  /^Connection terminated|timeout exceeded when trying to connect|^Query read timeout|is not queryable|ECONNREFUSED|ECONNRESET|EPIPE/;

/** The database was not there, or went away over a question. */
export class DatabaseGone extends Error {}

/** Whether a fault means that the database could not be reached, so that the same request may well succeed in a moment. */
export function isDatabaseGone(fault: unknown): boolean {
  const code = databaseCode(fault);
  if (code && (goneCodes.has(code) || code.startsWith('08'))) return true;
  for (let current = fault; current instanceof Error; current = current.cause)
    if (current instanceof DatabaseGone || goneWords.test(current.message)) return true;
  return false;
}

/** The name of the constraint that refused a write, or null. */
export function brokenConstraint(fault: unknown): string | null {
  for (let current = fault as { constraint?: unknown; cause?: unknown } | undefined; current; current = current.cause as typeof current) {
    if (typeof current.constraint === 'string') return current.constraint;
  }
  return null;
}
