import { randomUUID } from 'node:crypto';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, type Clerk, type Permission } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { csvLine } from '#app/values/csv.ts';
import { addMilliseconds } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { keptMs, mostInFile, rowsOfPiece, writtenWithinMs, type ExportFault, type ExportList } from './export-status.ts';
import { findAsked, findExpired, findUnwritten, insertExport, listExportsOf, moveExport, noteRows } from './exports-store.server.ts';
import type { ExportFile } from './exports.tables.ts';

/** Writes one file. */
const exportWrite = jobKind<{ readonly exportId: string }>('export.write', 3, true);
/** Looks for files whose day is over. */
const exportsWatch = jobKind<Record<string, never>>('exports.watch', 1);

/** What each list asks of whoever takes it out of the house: when it is asked for, when it is written and when it is taken. */
export const exportPermission: Readonly<Record<ExportList, Permission>> = {
  'flight-orders': 'flight-orders:export',
  'holiday-orders': 'products:edit',
  'experience-orders': 'products:edit',
  'staycation-orders': 'products:edit',
  'evisa-orders': 'visas:decide',
  refunds: 'invoices:export',
  // What is in it is what the colleague may see anyway.
  work: 'desk:open',
  invoices: 'invoices:export',
  customers: 'customers:export',
  companies: 'customers:export',
  tickets: 'tickets:work',
  mails: 'notifications:view',
  'job-applications': 'recruitment:work',
  'audit-log': 'audit:export',
  tasks: 'desk:open',
  inquiries: 'inquiries:work',
  points: 'loyalty:work',
  'schedule-changes': 'flight-orders:export',
  'flight-quotes': 'flight-orders:export',
  reviews: 'reviews:export',
  'vat-return': 'invoices:export',
  'bank-lines': 'invoices:export',
  'store-credit': 'invoices:export',
  feedback: 'inquiries:work',
  consultations: 'consultations:work',
  'visa-stays': 'visas:decide',
  'assisted-visas': 'visas:decide',
  requisitions: 'recruitment:view',
  interviews: 'recruitment:view',
  'exchange-rates': 'currencies:view',
  partners: 'supply:view',
  suppressions: 'notifications:view',
  'privacy-requests': 'privacy:view',
  'damage-charges': 'hr:view',
  disruptions: 'supply:view',
  assets: 'hr:view',
};

/** How a list is written into a file. */
export interface ExportWriter {
  /** Of the audit row that says what left. */
  readonly action: string;
  readonly subject: string;
  readonly head: readonly string[];
  /** What the audit row says of the filters: never what was searched for, which may name a person. */
  told(query: URLSearchParams): Readonly<Record<string, string | boolean>>;
  /** The filtered list in its order, page by page, as its owner may see it. */
  pages(
    platform: Platform,
    viewer: Clerk,
    ask: { readonly query: URLSearchParams; readonly language: LanguageCode },
  ): AsyncIterable<readonly (readonly string[])[]>;
}

/** So many rows after which it is said how far a file is: some seconds of work. */
const toldEvery = 10_000;

const queryPlace = (id: string) => `export_files|query|${id}`;
const partPlace = (id: string, part: number) => `export_files|part-${part}|${id}`;
const subjectOf = (id: string) => `export_files:${id}`;
const taskOf = (id: string) => ({ kind: 'export-ready', subject: subjectOf(id) });

/** Asks for a list as a file, unless the same one is being written; the caller has judged that it may be taken. */
export async function askForExport(
  platform: Platform,
  asked: {
    readonly list: ExportList;
    readonly query: string;
    readonly language: LanguageCode;
    readonly userId: string;
    readonly requestId: string;
  },
): Promise<void> {
  const { list, language, userId, requestId } = asked;
  const { db, crypto } = platform;
  const underWay = (await listExportsOf(db, userId)).filter((one) => one.status === 'asked' && one.list === list);
  if (underWay.some((one) => one.language === language && crypto.open(one.query, queryPlace(one.id)) === asked.query)) return;
  const id = randomUUID();
  await transact(db, async (tx) => {
    const now = platform.clock.now();
    const query = crypto.seal(asked.query, queryPlace(id));
    await insertExport(tx, { id, list, query, language, userId, askedAt: new Date(now) });
    await platform.jobs.send(tx, exportWrite, { exportId: id });
    await audit(tx, now, { actor: `staff:${userId}`, action: 'export.asked', subject: subjectOf(id), detail: { list }, requestId });
  });
}

/** Starts the workers of files; `writers` are given by the areas whose lists they are: a file of another list is not written. */
export async function workOnExports(platform: Platform, writers: Readonly<Partial<Record<ExportList, ExportWriter>>>): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(exportWrite, async ({ exportId }) => {
    const asked = await findAsked(platform.db, exportId);
    const writer = asked && writers[asked.list];
    if (writer) await writeExport(platform, asked, writer);
  });
  await jobs.handle(exportsWatch, async () => {
    const gone = await endExports(platform);
    await noteRetention(platform.db, platform.clock.now(), 'exports', gone);
  });
  await jobs.schedule(exportsWatch, '*/10 * * * *');
}

const fileOf = (id: string) => `export-${id}.bin`;
/** One of the pieces in which a file is kept. */
const pieceOf = (file: string, piece: number) => (piece === 0 ? file : file.replace('.bin', `-${piece}.bin`));

/** What a list is called as a file: by the period that it is of, where it is of one. */
export function exportName(list: ExportList, query: URLSearchParams): string {
  const period = query.get('period') ?? '';
  return /^\d{4}-(?:\d{2}|Q\d)$/.test(period) ? `${list}-${period}` : list;
}

/** The file has the name of its row, so that a try that was cut off is written over by the next. */
async function writeExport(platform: Platform, asked: ExportFile, writer: ExportWriter): Promise<void> {
  const { db, clock, crypto, files } = platform;
  const staff = await findStaffMember(db, asked.userId);
  const viewer = staff && ({ kind: 'staff', user: { id: staff.userId }, staff } as const);
  if (!viewer || !may(viewer, exportPermission[asked.list])) return failExport(platform, asked, 'not-allowed');
  const file = fileOf(asked.id);
  // The mark tells spreadsheets that the file is UTF-8.
  let parts = [crypto.seal(`\uFEFF${csvLine(writer.head)}\r\n`, partPlace(asked.id, 0))];
  let sealed = parts.length;
  let rows = 0;
  let told = 0;
  let held = 0;
  let pieces = 0;
  const keepPiece = async () => {
    await files.put(pieceOf(file, pieces), Buffer.from(parts.join('\n')));
    pieces += 1;
    parts = [];
    held = 0;
  };
  const query = new URLSearchParams(crypto.open(asked.query, queryPlace(asked.id)));
  for await (const page of writer.pages(platform, viewer, { query, language: asked.language })) {
    rows += page.length;
    if (rows > mostInFile) return failExport(platform, asked, 'too-many');
    parts.push(crypto.seal(page.map((line) => `${csvLine(line)}\r\n`).join(''), partPlace(asked.id, sealed)));
    sealed += 1;
    held += page.length;
    if (held >= rowsOfPiece) await keepPiece();
    if (rows - told >= toldEvery) await noteRows(db, asked.id, (told = rows));
  }
  if (parts.length > 0) await keepPiece();
  await transact(db, async (tx) => {
    const now = clock.now();
    const expiresAt = new Date(addMilliseconds(now, keptMs));
    if (!(await moveExport(tx, asked, { status: 'ready', rows, file, pieces, readyAt: new Date(now), expiresAt }))) return;
    await openStaffTask(tx, now, { ...taskOf(asked.id), textKey: 'tasks:export-ready', detail: { rows }, for: asked.userId });
    await audit(tx, now, {
      actor: `staff:${asked.userId}`,
      action: writer.action,
      subject: writer.subject,
      detail: { rows, file: asked.id, ...writer.told(query) },
    });
  });
}

/** There is no file; its owner is told why, unless they are nobody's colleague any more or may not have it. */
async function failExport({ db, clock }: Pick<Platform, 'db' | 'clock'>, asked: ExportFile, reason: ExportFault): Promise<void> {
  await transact(db, async (tx) => {
    const now = clock.now();
    if (!(await moveExport(tx, asked, { status: 'failed', reason, expiresAt: new Date(addMilliseconds(now, keptMs)) }))) return;
    if (reason === 'too-many')
      await openStaffTask(tx, now, {
        ...taskOf(asked.id),
        textKey: 'tasks:export-failed',
        detail: { most: mostInFile },
        for: asked.userId,
      });
    await audit(tx, now, { actor: 'system', action: 'export.failed', subject: subjectOf(asked.id), detail: { reason } });
  });
}

/** Ends every file whose day is over, and says of one that cannot be written that there is none. Returns how many are over. */
export async function endExports(platform: Pick<Platform, 'db' | 'clock' | 'files' | 'log'>): Promise<number> {
  const { db, clock } = platform;
  const unwritten = await findUnwritten(db, new Date(addMilliseconds(clock.now(), -writtenWithinMs)));
  let failed = await eachRow(platform, 'export', unwritten, (one) => failExport(platform, one, 'not-written'), stepMs);
  const over = await findExpired(db, clock.now());
  failed += await eachRow(platform, 'export', over, async (one) => {
    await removePieces(platform, one.id);
    await transact(db, async (tx) => {
      if (!(await moveExport(tx, one, { status: 'gone', file: null }))) return;
      await closeStaffTask(tx, clock.now(), { ...taskOf(one.id), by: 'system' });
    });
  });
  mustAllBeTaken(failed);
  return over.length;
}

/** Removes whatever is kept of a file, also what a try left that was cut off. */
async function removePieces({ files }: Pick<Platform, 'files'>, id: string): Promise<void> {
  for (let piece = 0; piece <= mostInFile / rowsOfPiece; piece += 1) await files.remove(pieceOf(fileOf(id), piece));
}

/** A file as its owner takes it, opened part by part; the taking is in the audit first. Null when it is not there. */
export async function takeExport(
  platform: Platform,
  file: ExportFile,
  requestId: string,
): Promise<{ readonly name: string; readonly body: ReadableStream<Uint8Array> } | null> {
  const { files, crypto } = platform;
  const name = file.file;
  const first = name === null ? null : await files.find(name);
  if (name === null || !first) return null;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const actor = `staff:${file.userId}`;
    await closeStaffTask(tx, now, { ...taskOf(file.id), by: actor });
    await audit(tx, now, {
      actor,
      action: 'export.taken',
      subject: subjectOf(file.id),
      detail: { list: file.list, rows: file.rows },
      requestId,
    });
  });
  const words = new TextEncoder();
  let parts = first.toString('utf8').split('\n');
  let piece = 0;
  let opened = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (parts.length === 0) {
        piece += 1;
        if (piece === file.pieces) return controller.close();
        const next = await files.find(pieceOf(name, piece));
        // The answer breaks off: a file that lacks a piece of the list must not look whole.
        if (!next) throw new Error(`Piece ${piece} of ${name} is not there`);
        parts = next.toString('utf8').split('\n');
      }
      controller.enqueue(words.encode(crypto.open(parts.shift()!, partPlace(file.id, opened))));
      opened += 1;
    },
  });
  return { name: exportName(file.list, new URLSearchParams(crypto.open(file.query, queryPlace(file.id)))), body };
}
