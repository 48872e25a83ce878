import type { Tx } from '#app/platform/database.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { endOfPoints, takeFromLots } from './points-rules.ts';
import { findLots, takeFromLot } from './points-store.server.ts';

/** Points come after the day of the last travel in Dubai and stand for their months. */
export const endFrom = (now: Instant) => endOfPoints(dateIn('Asia/Dubai', now));

/** Takes points that there are, those that end first before the others; how many could be taken. The member is locked. */
export async function takeAvailable(tx: Tx, userId: string, wanted: number): Promise<number> {
  const { taken, short } = takeFromLots(await findLots(tx, userId), wanted);
  for (const { transferId, points } of taken) await takeFromLot(tx, transferId, points);
  return wanted - short;
}

/** Takes back what came in these lots: first from them, of others only what has not ended; how many could be taken. */
export async function takeBack(tx: Tx, userId: string, own: ReadonlySet<number>, wanted: number, now: Instant): Promise<number> {
  if (wanted <= 0) return 0;
  const lots = await findLots(tx, userId);
  const today = dateIn('Asia/Dubai', now);
  const first = takeFromLots(
    lots.filter(({ transferId }) => own.has(transferId)),
    wanted,
  );
  const rest = takeFromLots(
    lots.filter(({ transferId, expiresOn }) => !own.has(transferId) && expiresOn > today),
    first.short,
  );
  for (const { transferId, points } of [...first.taken, ...rest.taken]) await takeFromLot(tx, transferId, points);
  return wanted - rest.short;
}
