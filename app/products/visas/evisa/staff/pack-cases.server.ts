import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { zipOf, type ZipEntry } from '#app/platform/zip.server.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import { csvLine } from '#app/values/csv.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { openTyped } from '../evisa-applications-store.server.ts';
import { findDocuments } from '../evisa-documents-store.server.ts';
import { fieldsOf } from '../evisa-form.ts';
import { findGroupAsSystem } from '../evisa-groups-store.server.ts';
import type { EvisaDocument } from '../evisa.tables.ts';
import { readPaper } from '../keep-evisa.server.ts';
import { lockedFor } from './evisa-bulk-rules.ts';
import { caseName, findCasesById, type CaseRow } from './evisa-desk-store.server.ts';
import { noteReading } from './work-evisa.server.ts';

/** What is packed at once lies in the memory of the process. */
const mostBytes = 48 * 1024 * 1024;
/** Cases of one batch. */
export const mostInBatch = 100;

const zip = 'application/zip';

export type PackRefusal = 'none-ready' | 'too-much';

export interface Packed {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

interface Packing {
  readonly staffId: string;
  readonly requestId: string;
}

/** The papers of one case, the visa that was issued included, named by its reference. Every one is in the audit. */
export async function packCase(platform: Platform, ask: Packing & { readonly id: string }): Promise<Outcome<Packed, PackRefusal>> {
  const [row] = await findCasesById(platform.db, [ask.id]);
  const documents = row ? await findDocuments(platform.db, [row.id]) : [];
  if (!row || documents.length === 0) return refuse('none-ready');
  const papers = await readPapers(platform, [row], documents);
  if (!papers) return refuse('too-much');
  await noteAll(platform, ask, documents, null);
  return done({ name: `${fileName(row)}.zip`, type: zip, content: zipOf(papers, new Date(platform.clock.now())) });
}

/**
 * The chosen cases that are ready, for their authorities: a table of the forms for each country, and, unless only the
 * tables are wanted, the papers named by reference. Every paper, and the batch itself, is in the audit.
 */
export async function packBatch(
  platform: Platform,
  ask: Packing & { readonly ids: readonly string[]; readonly papers: boolean },
): Promise<Outcome<Packed, PackRefusal>> {
  const { db, clock } = platform;
  const rows = (await findCasesById(db, ask.ids.slice(0, mostInBatch))).filter(
    (row) => lockedFor('export', { ...row, over: row.overAt !== null }, { me: ask.staffId, to: '' }) === null,
  );
  if (rows.length === 0) return refuse('none-ready');
  const ids = rows.map(({ id }) => id);
  const documents = ask.papers ? (await findDocuments(db, ids)).filter(({ kind }) => kind !== 'issued') : [];
  const papers = await readPapers(platform, rows, documents);
  if (!papers) return refuse('too-much');
  const tables: ZipEntry[] = [];
  for (const [country, own] of Map.groupBy(rows, (row) => row.country))
    tables.push({ name: `cases-${country}.csv`, content: await tableOf(platform, own) });
  await noteAll(platform, ask, documents, ids);
  const at = new Date(clock.now());
  const name = `batch-${at.toISOString().slice(0, 16).replace(/[T:]/g, '-')}`;
  const [table] = tables;
  if (!ask.papers && tables.length === 1) return done({ name: `${name}.csv`, type: 'text/csv; charset=utf-8', content: table!.content });
  return done({ name: `${name}.zip`, type: zip, content: zipOf([...tables, ...papers], at) });
}

const fileName = (row: CaseRow) => caseName(row).replace('/', '-');

/** Null when they are too much for one archive. */
async function readPapers(platform: Platform, rows: readonly CaseRow[], documents: readonly EvisaDocument[]): Promise<ZipEntry[] | null> {
  if (documents.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) return null;
  const names = new Map(rows.map((row) => [row.id, fileName(row)]));
  const entries: ZipEntry[] = [];
  for (const document of documents) {
    const content = await readPaper(platform, document);
    if (content) entries.push({ name: `${names.get(document.applicationId)}-${document.kind}.${paperEndings[document.type]}`, content });
  }
  return entries;
}

/** The forms of cases of one country, a line each, and room for what the authority calls them. */
async function tableOf({ db, crypto }: Platform, rows: readonly CaseRow[]): Promise<Buffer> {
  const lines: string[] = [];
  for (const row of rows) {
    const { offer } = (await findGroupAsSystem(db, row.groupId))!;
    const fields = fieldsOf(offer).filter((field) => field !== 'mrz');
    if (lines.length === 0)
      lines.push(csvLine(['reference', 'type', 'entry_days', 'arrival', ...fields.map((field) => snake(field)), 'authority_reference']));
    const typed = openTyped(crypto, row);
    const stay = String(offer.types.find(({ code }) => code === row.typeCode)?.stay ?? '');
    lines.push(csvLine([caseName(row), row.typeCode, stay, row.arrival, ...fields.map((field) => typed[field] ?? ''), '']));
  }
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

async function noteAll(platform: Platform, ask: Packing, documents: readonly EvisaDocument[], batch: readonly string[] | null) {
  const { staffId, requestId } = ask;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    for (const { id, applicationId, kind } of documents)
      await noteReading(tx, now, { documentId: id, applicationId, staffId, requestId }, kind);
    if (batch)
      await audit(tx, now, {
        actor: `staff:${staffId}`,
        action: 'evisas.batch-exported',
        subject: 'evisa_applications:batch',
        detail: { cases: batch, papers: documents.length },
        requestId,
      });
  });
}
