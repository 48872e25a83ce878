import { randomUUID } from 'node:crypto';
import { findOpenLine, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { permissionsOf, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { assistedBulkLine } from '../assisted-jobs.server.ts';
import { findCase, findCaseEvents } from '../assisted-store.server.ts';
import type { AssistedCase } from '../assisted.tables.ts';
import { findStickerRows, stickerName, type StickerRow } from './assisted-desk-store.server.ts';
import { bulkLock, stickerBulkActions, type StickerBulkAction } from './bulk-rules.ts';
import { giveCase, workCase } from './work-case.server.ts';

type StaffViewer = Viewer & { readonly kind: 'staff' };

export interface TriedSticker {
  readonly id: string;
  readonly name: string;
  readonly status: StickerRow['status'];
  /** Why it would be skipped; null: it would be done. */
  readonly locked: string | null;
}

/** What one press would do to each case; nothing is done. Ids that are unknown are left out. */
export async function tryStickers(
  platform: Platform,
  viewer: StaffViewer,
  ask: { readonly action: StickerBulkAction; readonly ids: readonly string[]; readonly to: string },
): Promise<TriedSticker[]> {
  const rows = await findStickerRows(platform.db, ask.ids.slice(0, mostAtOnce));
  return rows.map((row) => ({
    id: row.id,
    name: `${stickerName(platform.crypto, row)} · ${row.reference}`,
    status: row.status,
    locked: bulkLock(ask.action, row, { me: viewer.user.id, to: ask.to }),
  }));
}

/**
 * Writes down what is to be done and leaves each case to a job of its own, in one transaction. Each line names the version
 * of its case: what somebody else does meanwhile is not overwritten. The id of the run; null when no case is left.
 */
export async function startStickers(
  platform: Platform,
  viewer: StaffViewer,
  ask: { readonly action: StickerBulkAction; readonly ids: readonly string[]; readonly to: string; readonly requestId: string },
  keep?: Keep<string>,
): Promise<string | null> {
  const rows = await findStickerRows(platform.db, ask.ids.slice(0, mostAtOnce));
  if (rows.length === 0) return null;
  const id = randomUUID();
  const detail: Record<string, string> = ask.action === 'assign' ? { to: ask.to } : {};
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(
      tx,
      { id, action: ask.action, startedBy: viewer.user.id, startedAt: new Date(now), list: 'assisted', detail },
      rows.map((row) => ({
        orderId: row.orderId,
        reference: `${row.reference} / ${row.position + 1}`,
        subject: row.id,
        detail: { version: String(row.version) },
      })),
    );
    for (const position of rows.keys()) await platform.jobs.send(tx, assistedBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'assisted.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action: ask.action, cases: rows.length, ...detail },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/** One case of a run, done as if its clerk had pressed the button now: rights that were taken from them since count. */
export async function workStickerLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenLine(platform.db, at);
  if (!open?.line.subject) return;
  const { run, line } = open;
  const staff = await findStaffMember(platform.db, run.startedBy);
  const action = stickerBulkActions.find((one) => one === run.action);
  const version = Number(line.detail['version']);
  const ask = { caseId: line.subject!, version, staffId: run.startedBy, requestId: `${run.id}-${line.position}` };
  const worked: Outcome<AssistedCase, string> =
    staff && action && permissionsOf(staff.roles).has('visas:decide')
      ? action === 'hunt'
        ? await workCase(platform, { ...ask, work: { do: 'hunt' } })
        : await giveCase(platform, { ...ask, to: action === 'claim' ? run.startedBy : (run.detail['to'] ?? '') })
      : refuse('permission');
  // A job that was cut off before it could say so finds its own step in the history.
  const step = worked.ok ? null : (await findCaseEvents(platform.db, ask.caseId)).find((one) => one.version === version + 1);
  const done = worked.ok || (step?.actor === `staff:${run.startedBy}` && step.event === (action === 'hunt' ? 'hunt' : 'assigned'));
  const said = done ? (await findCase(platform.db, ask.caseId))!.status : worked.ok ? '' : worked.refused;
  await finishLine(platform.db, platform.clock.now(), at, { ok: done, said });
}
