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
import { keptMs, mostInFile, writtenWithinMs, type ExportFault, type ExportList } from './export-status.ts';
import { findAsked, findExpired, findUnwritten, insertExport, listExportsOf, moveExport } from './exports-store.server.ts';
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

/** The file has the name of its row, so that a try that was cut off is written over by the next. */
async function writeExport(platform: Platform, asked: ExportFile, writer: ExportWriter): Promise<void> {
  const { db, clock, crypto, files } = platform;
  const staff = await findStaffMember(db, asked.userId);
  const viewer = staff && ({ kind: 'staff', user: { id: staff.userId }, staff } as const);
  if (!viewer || !may(viewer, exportPermission[asked.list])) return failExport(platform, asked, 'not-allowed');
  // The mark tells spreadsheets that the file is UTF-8.
  const parts = [crypto.seal(`\uFEFF${csvLine(writer.head)}\r\n`, partPlace(asked.id, 0))];
  let rows = 0;
  const query = new URLSearchParams(crypto.open(asked.query, queryPlace(asked.id)));
  for await (const page of writer.pages(platform, viewer, { query, language: asked.language })) {
    rows += page.length;
    if (rows > mostInFile) return failExport(platform, asked, 'too-many');
    parts.push(crypto.seal(page.map((line) => `${csvLine(line)}\r\n`).join(''), partPlace(asked.id, parts.length)));
  }
  const file = `export-${asked.id}.bin`;
  await files.put(file, Buffer.from(parts.join('\n')));
  await transact(db, async (tx) => {
    const now = clock.now();
    const expiresAt = new Date(addMilliseconds(now, keptMs));
    if (!(await moveExport(tx, asked, { status: 'ready', rows, file, readyAt: new Date(now), expiresAt }))) return;
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
  const { db, clock, files } = platform;
  const unwritten = await findUnwritten(db, new Date(addMilliseconds(clock.now(), -writtenWithinMs)));
  let failed = await eachRow(platform, 'export', unwritten, (one) => failExport(platform, one, 'not-written'), stepMs);
  const over = await findExpired(db, clock.now());
  failed += await eachRow(platform, 'export', over, async (one) => {
    if (one.file) await files.remove(one.file);
    await transact(db, async (tx) => {
      if (!(await moveExport(tx, one, { status: 'gone', file: null }))) return;
      await closeStaffTask(tx, clock.now(), { ...taskOf(one.id), by: 'system' });
    });
  });
  mustAllBeTaken(failed);
  return over.length;
}

/** A file as its owner takes it, opened part by part; the taking is in the audit first. Null when it is not there. */
export async function takeExport(platform: Platform, file: ExportFile, requestId: string): Promise<ReadableStream<Uint8Array> | null> {
  const sealed = file.file ? await platform.files.find(file.file) : null;
  if (!sealed) return null;
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
  const parts = sealed.toString('utf8').split('\n');
  const words = new TextEncoder();
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at === parts.length) return controller.close();
      controller.enqueue(words.encode(platform.crypto.open(parts[at]!, partPlace(file.id, at))));
      at += 1;
    },
  });
}
