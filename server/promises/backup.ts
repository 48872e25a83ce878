import { createHash, type Hash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { sql, type SQL } from 'drizzle-orm';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { Db, OpenDatabase } from '#app/platform/database.server.ts';
import { openJobs } from '#app/platform/jobs.server.ts';
import { openLog } from '#app/platform/log.server.ts';
import { migrate } from '#app/platform/migrate.server.ts';

/*
 * A backup is one gzipped text: a head, the rows of every table as the database writes them, the stored files, and a last
 * line with counts and a hash over all of it, so that half a backup is known to be half. It says nothing of the engine:
 * what the embedded database wrote, a PostgreSQL reads, and the other way round.
 */

/** Raised with a sentence for the person at the keyboard. */
export class BackupFault extends Error {}

interface Head {
  readonly rihlaBackup: 1;
  readonly at: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** Of the installation's secret: sealed fields open under no other. */
  readonly secret: string;
}

export interface BackupSummary {
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

const rowsAtOnce = 500;
/** What the queue counts of itself, in a table for each day: a later day has others, and nobody misses them. */
const queueCounts = /^pgboss\.queue_stats(_\d{8})?$/;
/** Beside the database: what pages gave out or people sent in, and the mails of the folder twin. */
const folders = ['files', 'mail'] as const;
const secretMark = (secret: string) => sha256(`rihla backup ${secret}`).slice(0, 16);
const rowsOf = async <Row>(db: Db, query: SQL) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;

/** Writes everything to `file`, as of one moment; the old file of this name stays until the new one is whole and on the disk. */
export async function writeBackup(
  database: OpenDatabase,
  options: { file: string; dataDir: string; secret: string; now: number },
): Promise<BackupSummary> {
  mkdirSync(dirname(options.file), { recursive: true });
  const part = `${options.file}.part`;
  const gzip = createGzip({ level: 6 });
  const written = finished(gzip.pipe(createWriteStream(part, { mode: 0o600 })));
  const out = scribe(gzip);
  try {
    const counts = await database.db.transaction(
      async (snapshot) => {
        const tx = snapshot as unknown as Db;
        const migrations = await rowsOf<Head['migrations'][number]>(tx, sql`select name, checksum from schema_migrations order by name`);
        const head: Head = { rihlaBackup: 1, at: new Date(options.now).toISOString(), migrations, secret: secretMark(options.secret) };
        await out.line('H', JSON.stringify(head));
        return writeRows(tx, out);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    let files = 0;
    for (const folder of folders) {
      const path = join(options.dataDir, folder);
      for (const name of existsSync(path) ? readdirSync(path).sort() : []) {
        if (name.endsWith('.part')) continue;
        await out.line('F', JSON.stringify({ folder, name, base64: readFileSync(join(path, name)).toString('base64') }));
        files += 1;
      }
    }
    await out.end({ ...counts, files });
    gzip.end();
    await written;
    await onTheDisk(part);
    renameSync(part, options.file);
    return { at: new Date(options.now).toISOString(), ...counts, files };
  } catch (fault) {
    rmSync(part, { force: true });
    throw fault;
  }
}

async function writeRows(tx: Db, out: Scribe): Promise<{ tables: number; rows: number }> {
  let rows = 0;
  const tables = await findTables(tx);
  for (const { place, columns } of tables) {
    await out.line('T', JSON.stringify({ place, columns }));
    await tx.execute(
      sql`declare backup no scroll cursor for select to_jsonb(t)::text as row from (select ${sql.raw(columns.join(', '))} from ${sql.raw(place)}) t`,
    );
    for (;;) {
      const batch = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${rowsAtOnce} from backup`));
      for (const { row } of batch) await out.line('R', row);
      rows += batch.length;
      if (batch.length < rowsAtOnce) break;
    }
    await tx.execute(sql`close backup`);
  }
  const counters = await rowsOf<{ place: string; value: string }>(
    tx,
    sql`select quote_ident(schemaname) || '.' || quote_ident(sequencename) as place, last_value::text as value from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null`,
  );
  for (const counter of counters) await out.line('S', JSON.stringify(counter));
  return { tables: tables.length, rows };
}

/**
 * Builds the database of a backup in an empty place, and the files beside it. The backup is read to its end before
 * anything is made, so that a damaged one makes nothing. The caller verifies the result by the invariants.
 */
export async function restoreBackup(
  openTarget: () => Promise<OpenDatabase>,
  options: { file: string; dataDir: string; secret: string; migrationsFolder?: string },
): Promise<{ database: OpenDatabase; summary: BackupSummary }> {
  const { head, counts } = await verifyBackup(options.file);
  if (head.secret !== secretMark(options.secret))
    throw new BackupFault(
      'This backup was made under another AUTH_SECRET: its sealed fields could not be read. Set the secret of that installation.',
    );
  for (const folder of folders)
    if (existsSync(join(options.dataDir, folder)) && readdirSync(join(options.dataDir, folder)).length > 0)
      throw new BackupFault(`${join(options.dataDir, folder)} is not empty. A backup is restored into an empty place only.`);
  const database = await openTarget();
  try {
    const [there] = await rowsOf<{ tables: number }>(
      database.db,
      sql`select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')`,
    );
    if (there!.tables > 0)
      throw new BackupFault(`There are ${there!.tables} tables here already. A backup is restored into an empty database only.`);
    await buildSchema(database, head, options.migrationsFolder ?? join(process.cwd(), 'migrations'));
    await database.db.transaction(async (tx) => loadRows(tx as unknown as Db, options));
    await migrate(database, options.migrationsFolder);
    return { database, summary: { at: head.at, ...counts } };
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

/** The tables as they were when the backup was made: its own migrations and no later ones. */
async function buildSchema(database: OpenDatabase, head: Head, folder: string): Promise<void> {
  const then = mkdtempSync(join(tmpdir(), 'rihla-restore-'));
  try {
    for (const { name, checksum } of head.migrations) {
      const text = existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;
      if (text === null || createHash('sha256').update(text).digest('hex') !== checksum)
        throw new BackupFault(
          `The backup was made with migration ${name}, which is missing here or differs. Restore with the version that made it.`,
        );
      writeFileSync(join(then, name), text);
    }
    await migrate(database, then);
  } finally {
    rmSync(then, { recursive: true, force: true });
  }
  const jobs = await openJobs(database, openLog('silent'), { work: false });
  await jobs.stop();
}

async function loadRows(tx: Db, options: { file: string; dataDir: string }): Promise<void> {
  const known = await findTables(tx);
  for (const { place } of known) await tx.execute(sql.raw(`alter table ${place} disable trigger user`));
  await tx.execute(sql.raw(`truncate ${known.map(({ place }) => place).join(', ')}`));
  let table: { place: string; columns: readonly string[] } | null = null;
  let batch: string[] = [];
  const flush = async () => {
    if (table && batch.length > 0) {
      const columns = table.columns.join(', ');
      // The rows go in as the text they came as: no number is read by JavaScript on its way.
      await tx.execute(
        sql`insert into ${sql.raw(table.place)} (${sql.raw(columns)}) overriding system value select ${sql.raw(columns)} from jsonb_populate_recordset(null::${sql.raw(table.place)}, ${`[${batch.join(',')}]`}::jsonb)`,
      );
    }
    batch = [];
  };
  for await (const { kind, text } of linesOf(options.file)) {
    if (kind === 'R') {
      batch.push(text);
      if (batch.length >= rowsAtOnce) await flush();
      continue;
    }
    await flush();
    if (kind === 'T') {
      const next = JSON.parse(text) as { place: string; columns: readonly string[] };
      // Backups of before they were left out have them.
      const leftOut = queueCounts.test(next.place);
      if (!leftOut && !known.some(({ place }) => place === next.place))
        throw new BackupFault(`The backup has a table ${next.place} that this version does not know.`);
      table = leftOut ? null : next;
    } else if (kind === 'S') {
      const { place, value } = JSON.parse(text) as { place: string; value: string };
      await tx.execute(sql`select setval(${place}::regclass, ${value}::bigint, true)`);
    } else if (kind === 'F') {
      const { folder, name, base64 } = JSON.parse(text) as { folder: (typeof folders)[number]; name: string; base64: string };
      if (!folders.includes(folder) || !/^[\w.-]{1,100}$/.test(name) || name.startsWith('.'))
        throw new BackupFault(`The backup has a file with a strange name: ${name}`);
      mkdirSync(join(options.dataDir, folder), { recursive: true });
      writeFileSync(join(options.dataDir, folder, name), Buffer.from(base64, 'base64'));
    }
  }
  // The queue checks some of its references at the end only; here is the end.
  await tx.execute(sql`set constraints all immediate`);
  for (const { place } of known) await tx.execute(sql.raw(`alter table ${place} enable trigger user`));
}

/** Reads a whole backup and holds it against its last line. Throws a BackupFault when it is cut off or damaged. */
export async function verifyBackup(file: string): Promise<{ head: Head; counts: Omit<BackupSummary, 'at'> }> {
  let head: Head | null = null;
  let end: { rows: number; tables: number; files: number; hash: string } | null = null;
  const seen = { rows: 0, tables: 0, files: 0 };
  const hash = createHash('sha256');
  try {
    for await (const { kind, text } of linesOf(file)) {
      if (kind === 'E') {
        end = JSON.parse(text);
        break;
      }
      hash.update(`${kind} ${text}\n`);
      if (kind === 'H') head = JSON.parse(text) as Head;
      if (kind === 'R') seen.rows += 1;
      if (kind === 'T') seen.tables += 1;
      if (kind === 'F') seen.files += 1;
    }
  } catch (fault) {
    throw new BackupFault(`The backup ${file} cannot be read: ${(fault as Error).message}`);
  }
  if (head?.rihlaBackup !== 1) throw new BackupFault(`${file} is not a backup of Rihla.`);
  if (!end) throw new BackupFault(`The backup ${file} is cut off.`);
  const whole = end.rows === seen.rows && end.tables === seen.tables && end.files === seen.files && end.hash === hash.digest('hex');
  if (!whole) throw new BackupFault(`The backup ${file} is damaged: its contents do not match its last line.`);
  return { head, counts: seen };
}

async function* linesOf(file: string): AsyncGenerator<{ kind: string; text: string }> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (fault) => gunzip.destroy(fault));
  let failed: Error | null = null;
  gunzip.on('error', (fault) => (failed = fault));
  const reader = createInterface({ input: source.pipe(gunzip), crlfDelay: Number.POSITIVE_INFINITY });
  gunzip.on('error', () => reader.close());
  for await (const line of reader) yield { kind: line.slice(0, 1), text: line.slice(2) };
  if (failed) throw failed;
}

interface Table {
  readonly place: string;
  readonly columns: readonly string[];
}

/** Every table with data of ours, those that others point to first. What the migrations themselves write down is left out. */
async function findTables(db: Db): Promise<Table[]> {
  const found = await rowsOf<Table>(
    db,
    sql`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as place,
      array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'pgboss') and c.relkind = 'r' and c.relname not in ('schema_migrations', 'version') group by 1 order by 1`,
  );
  const tables = found.filter(({ place }) => !queueCounts.test(place));
  const edges = await rowsOf<{ from: string; to: string }>(
    db,
    sql`
    select quote_ident(fn.nspname) || '.' || quote_ident(f.relname) as "from", quote_ident(tn.nspname) || '.' || quote_ident(t.relname) as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace where k.contype = 'f' and f.oid <> t.oid`,
  );
  const sorted: Table[] = [];
  const done = new Set<string>();
  const visit = (place: string, trail: readonly string[]): void => {
    if (done.has(place) || trail.includes(place)) return;
    for (const edge of edges) if (edge.from === place) visit(edge.to, [...trail, place]);
    const table = tables.find((each) => each.place === place);
    if (table && !done.has(place)) sorted.push(table);
    done.add(place);
  };
  for (const { place } of tables) visit(place, []);
  return sorted;
}

interface Scribe {
  line(kind: string, text: string): Promise<void>;
  end(counts: { tables: number; rows: number; files: number }): Promise<void>;
}

function scribe(gzip: Gzip): Scribe {
  const hash: Hash = createHash('sha256');
  const write = async (line: string) => {
    if (!gzip.write(line)) await new Promise((drained) => gzip.once('drain', drained));
  };
  return {
    async line(kind, text) {
      hash.update(`${kind} ${text}\n`);
      await write(`${kind} ${text}\n`);
    },
    end: (counts) => write(`E ${JSON.stringify({ ...counts, hash: hash.digest('hex') })}\n`),
  };
}

async function onTheDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync();
  await file.close();
}
