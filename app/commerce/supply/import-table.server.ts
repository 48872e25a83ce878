import { createHash, randomUUID } from 'node:crypto';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { readTable } from '#app/values/read-table.ts';
import { mostImportBytes, rowsUnder, type Cells, type ImportKind, type TableRefusal } from './import-rules.ts';
import { findImport, findOpenTwins, insertImport, markApplied, markDropped, wasApplied } from './imports-store.server.ts';

/** What a product says of a table that may be uploaded for one of its things. */
export interface ImportTable {
  readonly kind: ImportKind;
  readonly subject: string;
  /** The names in the head. */
  readonly columns: readonly string[];
  /** A table that fills this column is written by a second person. */
  readonly priceColumn: string;
  /** Keeps others from changing the thing for the rest of the transaction; false when there is none. */
  readonly lock: (tx: Tx) => Promise<boolean>;
  /** What is wrong with each row, in their order, as codes. */
  readonly check: (db: Db, rows: readonly Cells[]) => Promise<readonly (readonly string[])[]>;
  /** Writes rows without faults, under the lock. */
  readonly write: (tx: Tx, rows: readonly Cells[], staffId: string) => Promise<void>;
}

export type ImportRefusal = TableRefusal | 'not-found' | 'faults' | 'applied' | 'dropped' | 'second-person';

const hasPrice = (table: Pick<ImportTable, 'priceColumn'>, cells: Cells) => cells[table.priceColumn] !== '';

const approvalOf = ({ kind, subject }: Pick<ImportTable, 'kind' | 'subject'>, id: string, rows: number) => ({
  kind: 'supply-import',
  subject: `supply_imports:${id}`,
  detail: { table: kind, thing: subject, count: rows },
});

/** Reads a table and says of each row what is wrong with it. Nothing is changed; the id of its report. */
export async function tryImport(
  platform: Platform,
  table: ImportTable,
  ask: { readonly fileName: string; readonly content: Uint8Array; readonly staffId: string },
): Promise<Outcome<string, ImportRefusal>> {
  if (ask.content.byteLength > mostImportBytes) return refuse('too-large');
  const read = readTable(new TextDecoder().decode(ask.content));
  if (!read) return refuse('quotes');
  const rows = rowsUnder(table.columns, read);
  if (typeof rows === 'string') return refuse(rows);
  const hash = createHash('sha256').update(ask.content).digest('hex');
  const { kind, subject } = table;
  if (await wasApplied(platform.db, { kind, subject, hash })) return refuse('applied');
  const faults = await table.check(
    platform.db,
    rows.map(({ cells }) => cells),
  );
  const id = randomUUID();
  return transact(platform.db, async (tx): Promise<Outcome<string, ImportRefusal>> => {
    const now = platform.clock.now();
    await insertImport(tx, {
      id,
      kind,
      subject,
      hash,
      fileName: ask.fileName,
      rows: rows.map((row, at) => ({ ...row, faults: faults[at] ?? [] })),
      madeBy: ask.staffId,
      madeAt: new Date(now),
    });
    const detail = { id, rows: rows.length, faulty: faults.filter((one) => one.length > 0).length };
    await audit(tx, now, { actor: `staff:${ask.staffId}`, action: 'supply-import.tried', subject: `${kind}:${subject}`, detail });
    // One with a row that is wrong is written by nobody: it is repaired and uploaded again.
    const waits = detail.faulty === 0 && rows.some(({ cells }) => hasPrice(table, cells));
    if (waits) await followApproval(tx, now, approvalOf(table, id, rows.length), { waits, by: `staff:${ask.staffId}` });
    return done(id);
  });
}

/**
 * Writes an uploaded table whole or not at all: its rows are looked over again under the lock of their thing. The same
 * content is written once; one with prices by somebody else than who uploaded it. How many rows were written.
 */
export async function applyImport(
  platform: Platform,
  table: ImportTable,
  ask: { readonly id: string; readonly staffId: string },
): Promise<Outcome<number, ImportRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<number, ImportRefusal>> => {
    const now = platform.clock.now();
    if (!(await table.lock(tx))) return refuse('not-found');
    const found = await findImport(tx, ask.id, true);
    if (!found || found.kind !== table.kind || found.subject !== table.subject) return refuse('not-found');
    if (await wasApplied(tx, found)) return refuse('applied');
    if (found.droppedAt) return refuse('dropped');
    const rows = found.rows.map(({ cells }) => cells);
    if (rows.some((cells) => hasPrice(table, cells)) && found.madeBy === ask.staffId) return refuse('second-person');
    if ((await table.check(tx, rows)).some((faults) => faults.length > 0)) return refuse('faults');
    await table.write(tx, rows, ask.staffId);
    // What somebody else uploaded with the same content is written with it.
    for (const id of await findOpenTwins(tx, found))
      await followApproval(tx, now, approvalOf(table, id, rows.length), { waits: false, by: `staff:${ask.staffId}` });
    await markApplied(tx, found.id, ask.staffId, new Date(now));
    await audit(tx, now, {
      actor: `staff:${ask.staffId}`,
      action: 'supply-import.applied',
      subject: `${table.kind}:${table.subject}`,
      detail: { id: found.id, rows: rows.length, hash: found.hash },
    });
    return done(rows.length);
  });
}

/** Lets an upload go that was not written: nobody is asked for it any more, and nobody writes it. */
export async function dropImport(
  platform: Platform,
  table: ImportTable,
  ask: { readonly id: string; readonly staffId: string },
): Promise<Outcome<true, ImportRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<true, ImportRefusal>> => {
    const now = platform.clock.now();
    if (!(await table.lock(tx))) return refuse('not-found');
    const found = await findImport(tx, ask.id, true);
    if (!found || found.kind !== table.kind || found.subject !== table.subject) return refuse('not-found');
    if (await wasApplied(tx, found)) return refuse('applied');
    if (found.droppedAt) return refuse('dropped');
    await markDropped(tx, found.id, ask.staffId, new Date(now));
    await followApproval(tx, now, approvalOf(table, found.id, found.rows.length), { waits: false, by: `staff:${ask.staffId}` });
    await audit(tx, now, {
      actor: `staff:${ask.staffId}`,
      action: 'supply-import.dropped',
      subject: `${table.kind}:${table.subject}`,
      detail: { id: found.id, rows: found.rows.length },
    });
    return done(true);
  });
}
