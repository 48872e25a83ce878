import { audit } from '#app/platform/audit.server.ts';
import type { Clerk, Permission } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs } from '#app/values/dates.ts';

interface Door {
  readonly permission: Permission;
  /** The address they were turned away from. */
  readonly from: string;
  readonly requestId: string;
}

/** Being turned away from one right is one line an hour, however often the page is opened again. */
const oneLine: Limit = { name: 'turned-away', most: 1, perMs: hourMs };

const pathOf = (from: string) => from.split('?')[0]!.slice(0, 200);

/** Puts on record that a colleague came to a page that their roles do not open. */
export async function noteTurnedAway(platform: Platform, viewer: Clerk, { permission, from, requestId }: Door): Promise<void> {
  if ((await takeTry(platform.db, platform.clock, oneLine, `${viewer.user.id} ${permission}`)) > 0) return;
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${viewer.user.id}`,
      action: 'staff.turned-away',
      subject: `internal_users:${viewer.user.id}`,
      detail: { permission, page: pathOf(from) },
      requestId,
    }),
  );
}

/** Asks whoever grants rights for one; the same wish twice is one task. */
export async function askForAccess(platform: Platform, viewer: Clerk, { permission, from, requestId }: Door): Promise<void> {
  const { id } = viewer.user;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const page = pathOf(from);
    await openStaffTask(tx, now, {
      kind: 'access-request',
      subject: `access_requests:${id}.${permission}`,
      textKey: 'tasks:access-request',
      detail: { user: id, permission, page },
      askedBy: `staff:${id}`,
    });
    await audit(tx, now, {
      actor: `staff:${id}`,
      action: 'staff.access-asked',
      subject: `internal_users:${id}`,
      detail: { permission, page },
      requestId,
    });
  });
}
