import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { alertReasons, type AlertReason } from './alert-rules.ts';
import { deleteRead, insertReads, saveChoices } from './alerts-store.server.ts';
import { listAlerts, type Alert, type Clerk } from './list-alerts.server.ts';

type Tools = Pick<Platform, 'db' | 'clock'>;

/** Marks one alert as read or unread; null when it concerns this colleague no longer, or never did. */
export async function markAlert(
  platform: Tools,
  viewer: Clerk,
  ask: { readonly taskId: string; readonly reason: string; readonly read: boolean },
): Promise<Alert | null> {
  const alert = (await listAlerts(platform, viewer)).find(({ taskId, reason }) => taskId === ask.taskId && reason === ask.reason);
  if (!alert) return null;
  const { taskId, reason } = alert;
  await transact(platform.db, (tx) =>
    ask.read
      ? insertReads(tx, platform.clock.now(), viewer.user.id, [{ taskId, reason }])
      : deleteRead(tx, viewer.user.id, { taskId, reason }),
  );
  return alert;
}

/** Marks as read what a page of that instant showed, and nothing that came since; how many that were. */
export async function markAllRead(
  platform: Tools,
  viewer: Clerk,
  ask: { readonly asOf: Instant; readonly shows: (alert: Alert) => boolean },
): Promise<number> {
  const unread = (await listAlerts(platform, viewer)).filter(
    (alert) => !alert.read && Date.parse(alert.since) <= ask.asOf && ask.shows(alert),
  );
  await transact(platform.db, (tx) =>
    insertReads(
      tx,
      platform.clock.now(),
      viewer.user.id,
      unread.map(({ taskId, reason }) => ({ taskId, reason })),
    ),
  );
  return unread.length;
}

/** Keeps of what a colleague wants to be told; false when they changed it elsewhere since the page was opened. */
export function chooseAlerts(
  { db, clock }: Tools,
  viewer: Clerk,
  ask: { readonly wanted: readonly AlertReason[]; readonly version: number },
): Promise<boolean> {
  const without = alertReasons.filter((reason) => !ask.wanted.includes(reason));
  return transact(db, (tx) => saveChoices(tx, clock.now(), viewer.user.id, { without, version: ask.version }));
}
