import { plainLine } from '#app/values/plain-text.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { changeReport, countReportsOf, deleteReport, insertReport } from './reports-store.server.ts';

export type ReportRefusal = 'name' | 'query' | 'too-many' | 'gone';

interface By {
  readonly userId: string;
  readonly requestId: string;
}

/** What one person may keep. */
const mostReports = 50;
const safeQuery = /^[\w=&.%-]{0,400}$/;

/** Keeps a question under a name. `query` is the address of the explorer behind its question mark. */
export async function keepReport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: By,
  wish: { name: string; query: string; shared: boolean; weekly: boolean },
): Promise<{ ok: true; id: string } | { ok: false; refused: ReportRefusal }> {
  const name = plainLine(wish.name);
  if (name.length === 0 || name.length > 80) return { ok: false, refused: 'name' };
  if (!safeQuery.test(wish.query)) return { ok: false, refused: 'query' };
  return transact(db, async (tx) => {
    if ((await countReportsOf(tx, by.userId)) >= mostReports) return { ok: false, refused: 'too-many' } as const;
    const now = clock.now();
    const id = await insertReport(tx, now, { ...wish, name, owner: by.userId });
    await audit(tx, now, entry(by, 'report.kept', id, { query: wish.query, shared: wish.shared, weekly: wish.weekly }));
    return { ok: true, id } as const;
  });
}

/** Shares one's own report or has it sent, or neither. */
export async function setReport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: By,
  wish: { id: string; version: number; shared: boolean; weekly: boolean },
): Promise<{ ok: true } | { ok: false; refused: ReportRefusal }> {
  return transact(db, async (tx) => {
    const now = clock.now();
    if (!(await changeReport(tx, now, { ...wish, owner: by.userId }))) return { ok: false, refused: 'gone' } as const;
    await audit(tx, now, entry(by, 'report.changed', wish.id, { shared: wish.shared, weekly: wish.weekly }));
    return { ok: true } as const;
  });
}

export async function dropReport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: By,
  id: string,
): Promise<{ ok: true } | { ok: false; refused: ReportRefusal }> {
  return transact(db, async (tx) => {
    if (!(await deleteReport(tx, { id, owner: by.userId }))) return { ok: false, refused: 'gone' } as const;
    await audit(tx, clock.now(), entry(by, 'report.dropped', id, {}));
    return { ok: true } as const;
  });
}

const entry = (by: By, action: string, id: string, detail: Readonly<Record<string, string | boolean>>) => ({
  actor: `staff:${by.userId}`,
  action,
  subject: `saved_reports:${id}`,
  detail,
  requestId: by.requestId,
});
