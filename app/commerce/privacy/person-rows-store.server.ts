import { sql, type SQL } from 'drizzle-orm';
import { sha256, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Blank, Census, CensusTable, Find, Thread } from './census.ts';

/** Whom it is about. Every address has been proved to be theirs; in lower case. */
export interface Person {
  readonly userId: string | null;
  readonly emails: readonly string[];
}

export type Row = Readonly<Record<string, unknown>>;

export interface PersonRows {
  readonly table: string;
  readonly census: CensusTable;
  readonly rows: readonly Row[];
  /** The rows, for a statement of their own. */
  readonly where: SQL;
}

const rowId = '__row';

/** Every row that is somebody's, table by table in the order of the census, as it is stored; locked where they will change. */
export async function findRowsOf(
  db: Db | Tx,
  crypto: FieldCrypto,
  census: Census,
  person: Person,
  how: 'read' | 'lock' = 'read',
): Promise<PersonRows[]> {
  const { userId, emails } = person;
  const lock = sql.raw(how === 'lock' ? ' for update' : '');
  const threads = new Map<Thread, readonly string[]>([
    ['account', userId ? [userId] : []],
    ['actors', userId ? [`user:${userId}`] : []],
    ['emails', emails],
    ['hashes', [...(userId ? [userId] : []), ...emails].map(sha256)],
  ]);
  const found: PersonRows[] = [];
  const numbers: string[] = [];
  for (const [table, entry] of Object.entries(census)) {
    if (!entry.find) continue;
    const ways: SQL[] = [];
    for (const find of entry.find) {
      const way = await conditionOf(db, crypto, { table, entry, find, threads, person, numbers });
      if (way) ways.push(way);
    }
    const where = ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`;
    const rows = await read(
      db,
      sql`select ctid::text as ${sql.identifier(rowId)}, * from ${sql.identifier(table)} where ${where} order by 1${lock}`,
    );
    for (const [thread, column] of Object.entries(entry.leadsTo ?? {}) as [Thread, string][])
      threads.set(thread, [...(threads.get(thread) ?? []), ...rows.map((row) => row[column]).filter((id) => typeof id === 'string')]);
    const own = { table, census: entry, rows, where };
    if (entry.numberIn)
      for (const row of rows) {
        const contact = shownRow(crypto, own, row)[entry.numberIn] as { readonly phone?: unknown } | null;
        if (typeof contact?.phone === 'string' && contact.phone !== '') numbers.push(contact.phone);
      }
    found.push(own);
  }
  return found;
}

async function conditionOf(
  db: Db | Tx,
  crypto: FieldCrypto,
  ask: {
    table: string;
    entry: CensusTable;
    find: Find;
    threads: ReadonlyMap<Thread, readonly string[]>;
    person: Person;
    numbers: readonly string[];
  },
): Promise<SQL | null> {
  const { table, entry, find, threads, person, numbers } = ask;
  const oneOf = (column: string, values: readonly string[]) =>
    values.length === 0
      ? null
      : sql`${sql.identifier(column)} in (${sql.join(
          [...new Set(values)].map((value) => sql`${value}`),
          sql`, `,
        )})`;
  if ('of' in find) return oneOf(find.column, threads.get(find.of) ?? []);
  if ('endsWith' in find) {
    const ends = (threads.get(find.endsWith) ?? []).map((value) => sql`right(${sql.identifier(find.column)}, ${value.length}) = ${value}`);
    return ends.length === 0 ? null : sql`(${sql.join(ends, sql` or `)})`;
  }
  const guests = find.guests ? sql`${sql.identifier(find.guests)} is null` : sql`true`;
  if ('fingerprint' in find) {
    const match = oneOf(
      find.column,
      [...person.emails, ...(find.numbers ? numbers : [])].map((own) => crypto.blindIndex(own, find.fingerprint)),
    );
    return match && sql`(${match} and ${guests})`;
  }
  const place = entry.personal?.[find.sealed]?.sealed ?? '';
  const rows = await read(
    db,
    sql`select ctid::text as ${sql.identifier(rowId)}, * from ${sql.identifier(table)} where ${sql.identifier(find.sealed)} is not null and ${guests}`,
  );
  const theirs = rows.filter((row) => person.emails.includes(crypto.open(String(row[find.sealed]), fill(place, row)).trim().toLowerCase()));
  if (theirs.length === 0) return null;
  return sql`ctid in (${sql.join(
    theirs.map((row) => sql`${String(row[rowId])}::tid`),
    sql`, `,
  )})`;
}

/** A row as a copy shows it: opened, and without what is secret. */
export function shownRow(crypto: FieldCrypto, { census }: PersonRows, row: Row): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const about = census.personal?.[column];
    if (column === rowId || about?.is === 'secret') continue;
    shown[column] = about?.sealed && typeof value === 'string' ? parsed(crypto.open(value, fill(about.sealed, row))) : value;
  }
  return shown;
}

/**
 * Takes a person out of what was found: rows of theirs alone go, the house's record stays without them. Inside the
 * transaction that found them.
 */
export async function eraseRows(tx: Tx, crypto: FieldCrypto, found: readonly PersonRows[]): Promise<{ deleted: number; blanked: number }> {
  await tx.execute(sql`select set_config('rihla.erasing', 'on', true)`);
  let blanked = 0;
  for (const { table, census, rows } of found) {
    if (census.rows !== 'blank') continue;
    for (const row of rows) {
      const changes: SQL[] = Object.entries(census.ends ?? {}).map(
        ([column, value]) => sql`${sql.identifier(column)} = ${sql.raw(value === null ? 'null' : `'${value}'`)}`,
      );
      for (const [column, { becomes, sealed }] of Object.entries(census.personal ?? {})) {
        if (becomes === undefined || row[column] === null) continue;
        const blank = filled(becomes, row);
        const text = blank === null || typeof blank === 'string' ? blank : JSON.stringify(blank);
        changes.push(sql`${sql.identifier(column)} = ${text !== null && sealed ? crypto.seal(text, fill(sealed, row)) : text}`);
      }
      if (changes.length === 0) continue;
      await tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)} where ctid = ${String(row[rowId])}::tid`);
      blanked += 1;
    }
  }
  let deleted = 0;
  // What hangs on another row goes before it.
  for (const { table, census, rows, where } of found.toReversed()) {
    if (census.rows !== 'delete' || rows.length === 0) continue;
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${where}`);
    deleted += rows.length;
  }
  return { deleted, blanked };
}

async function read(db: Db | Tx, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;
}

/** `{column}` stands for the row's own value. */
export function fill(template: string, row: Row): string {
  return template.replace(/\{(\w+)\}/g, (_, column: string) => String(row[column]));
}

function filled(blank: Blank, row: Row): Blank {
  if (typeof blank === 'string') return fill(blank, row);
  if (blank === null || Array.isArray(blank)) return blank;
  return Object.fromEntries(Object.entries(blank).map(([key, value]) => [key, typeof value === 'string' ? fill(value, row) : value]));
}

function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
