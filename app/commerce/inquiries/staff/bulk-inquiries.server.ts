import { randomUUID } from 'node:crypto';
import { findOpenThing, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { moveOn } from '#app/values/status-table.ts';
import { findInquiriesByReferences, findInquiryAsSystem } from '../inquiries-store.server.ts';
import type { Inquiry } from '../inquiries.tables.ts';
import { inquiryBulkLine } from '../inquiry-jobs.server.ts';
import type { InquiryQueue } from '../inquiry-kinds.ts';
import { inquiryMachine, lostReasons, type LostReason } from '../inquiry-status.ts';
import { assignInquiry, workInquiry } from '../work-inquiry.server.ts';

export const inquiryDeeds = ['assign', 'lose'] as const;

export type InquiryWish = { readonly deed: 'assign'; readonly to: string } | { readonly deed: 'lose'; readonly why: LostReason };

/** The deed with its colleague or its reason; null as long as that is missing. */
export function readInquiryWish(deed: (typeof inquiryDeeds)[number], aim: string): InquiryWish | null {
  if (deed === 'assign') return /^[\w-]{1,64}$/.test(aim) ? { deed, to: aim } : null;
  const why = lostReasons.find((one) => one === aim);
  return why ? { deed, why } : null;
}

const aimOf = (wish: InquiryWish) => (wish.deed === 'assign' ? wish.to : wish.why);

function lockedBecause(inquiry: Inquiry, wish: InquiryWish): string | null {
  if (wish.deed === 'assign') return inquiry.ownerId === wish.to ? 'already-theirs' : null;
  return moveOn(inquiryMachine, inquiry.status, 'lose', 'staff').ok ? null : 'not-open-any-more';
}

/** What one press would do to each; nothing is done. References that are unknown are left out. */
export async function tryInquiries({ db }: Pick<Platform, 'db'>, references: readonly string[], wish: InquiryWish) {
  return (await findInquiriesByReferences(db, references.slice(0, mostAtOnce))).map((inquiry) => ({
    reference: inquiry.reference,
    version: inquiry.version,
    status: inquiry.status,
    locked: lockedBecause(inquiry, wish),
  }));
}

/** Writes down what is to be done and leaves each to a job of its own, as it was looked at. The id of the run; null when none is left. */
export async function startInquiries(
  platform: Platform,
  clerk: Clerk,
  ask: {
    readonly queue: InquiryQueue;
    readonly wish: InquiryWish;
    readonly lines: readonly { readonly reference: string; readonly version: number }[];
    readonly requestId: string;
  },
  keep?: Keep<string>,
): Promise<string | null> {
  const seen = new Map(ask.lines.slice(0, mostAtOnce).map(({ reference, version }) => [reference, version]));
  const found = await findInquiriesByReferences(platform.db, [...seen.keys()]);
  if (found.length === 0) return null;
  const id = randomUUID();
  const { deed } = ask.wish;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(
      tx,
      {
        id,
        action: deed,
        startedBy: clerk.user.id,
        startedAt: new Date(now),
        list: `inquiries-${ask.queue}`,
        detail: { aim: aimOf(ask.wish) },
      },
      found.map(({ id: subject, reference }) => ({
        orderId: null,
        reference,
        subject,
        detail: { version: String(seen.get(reference)) },
      })),
    );
    for (const position of found.keys()) await platform.jobs.send(tx, inquiryBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'inquiries.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { deed, rows: found.length, with: aimOf(ask.wish) },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/** One inquiry of a run, judged as if its clerk pressed now; one that has moved on since it was looked at is left alone. */
export async function workInquiryLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenThing(platform.db, at);
  if (!open) return;
  const { run, line, subject } = open;
  const finish = (ok: boolean, said: string) => finishLine(platform.db, platform.clock.now(), at, { ok, said });
  const staff = await findStaffMember(platform.db, run.startedBy);
  const clerk: Clerk | null = staff && { kind: 'staff', user: { id: run.startedBy }, staff };
  const wish = readInquiryWish(
    inquiryDeeds.find((one) => one === run.action)!,
    run.detail['aim'] ?? '',
  );
  if (!clerk || !wish || !may(clerk, 'inquiries:work')) return finish(false, 'permission');
  const inquiry = await findInquiryAsSystem(platform.db, subject);
  const seen = Number(line.detail['version']);
  // A job that comes again after its work was done finds it done.
  const isDone = inquiry?.version === seen + 1 && (wish.deed === 'assign' ? inquiry.ownerId === wish.to : inquiry.lostReason === wish.why);
  if (isDone) return finish(true, wish.deed);
  if (!inquiry || inquiry.version !== seen) return finish(false, 'changed-meanwhile');
  const locked = lockedBecause(inquiry, wish);
  if (locked) return finish(false, locked);
  const did =
    wish.deed === 'assign'
      ? await assignInquiry(platform, clerk, { inquiryId: inquiry.id, from: inquiry.ownerId, to: wish.to })
      : await workInquiry(platform, { inquiry, event: 'lose', staffId: clerk.user.id, lostReason: wish.why });
  return did.ok ? finish(true, wish.deed) : finish(false, did.refused);
}
