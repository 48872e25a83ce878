import { findOrderAsSystem, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow } from '#app/platform/each-row.server.ts';
import { isEarlyOn } from '#app/platform/early-access.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, findOpenSubjects, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import type { Order } from '../orders/orders.tables.ts';
import { isTravelled, netOf, restMs } from './earning-rules.ts';
import { followVoucher } from './follow-voucher.server.ts';
import { holdByRule } from './hold-member.server.ts';
import type { Member } from './loyalty.tables.ts';
import { postings } from './points-postings.ts';
import { pointsOf } from './points-rules.ts';
import {
  changeMember,
  earnedSince,
  findAboveFirstTier,
  findLotsOfOrder,
  findLoyaltyOrder,
  findToReckon,
  hasBurned,
  insertLot,
  lockMember,
  pointsOfOrder,
  postPoints,
  readReckoned,
  saveLoyaltyOrder,
  saveReckoned,
} from './points-store.server.ts';
import { findLiveRule } from './programme-store.server.ts';
import { reckonInvitations } from './reckon-invitations.server.ts';
import { endFrom, takeBack } from './take-points.server.ts';
import { tierOf } from './tier-rules.ts';

const mostAtOnce = 500;
/** Money that moved while the last run was under way is looked at again. */
const overlapMs = 15 * minuteMs;
/** An order that could not be reckoned is tried with every run for so long. */
const triedMs = dayMs;
const tierMs = 365 * dayMs;

export const isLoyaltyOn = (platform: Pick<Platform, 'db'>) => isEarlyOn(platform.db, 'loyalty');

/**
 * Brings an order's points to what its money says: earned by what is paid and not given back, waiting until the travel is
 * over, reversed pro rata with every refund; and its voucher to where everything went back. Said twice it changes nothing.
 */
export async function reckonOrder(platform: Platform, orderId: string): Promise<void> {
  const { db, clock } = platform;
  const seen = await findOrderAsSystem(db, orderId);
  if (!seen?.userId) return;
  const userId = seen.userId;
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order) await followVoucher(tx, clock.now(), order);
    const member = await lockMember(tx, userId);
    if (!order || !member || order.createdAt < member.joinedAt) return;
    await reckon(tx, order, member, clock.now());
  });
}

async function reckon(tx: Tx, order: Order, member: Member, now: Instant): Promise<void> {
  const [position, known, rule] = await Promise.all([
    moneyPosition(tx, order.id),
    findLoyaltyOrder(tx, order.id),
    findLiveRule(tx, order.kind),
  ]);
  const net = netOf(order, position);
  // Money that came while nothing was earned earns nothing later either: a rule is not for what was bought before it.
  const perHundred = known?.pointsPerHundred ?? rule?.points ?? 0;
  if (!known && net <= 0) return;
  const target = pointsOf(net, perHundred);
  const { userId } = member;
  let { pending, moves } = await pointsOfOrder(tx, order.id);
  const post = async (kind: 'earn' | 'release' | 'reverse', entries: Parameters<typeof postPoints>[2]['entries']) => {
    moves += 1;
    return (await postPoints(tx, now, { key: `order:${order.id}:${moves}`, kind, userId, orderId: order.id, entries }))!;
  };
  const delta = target - (known?.points ?? 0);
  let released = known?.released ?? false;
  if (delta > 0) {
    await post('earn', postings.earn(delta));
    pending += delta;
    released = false;
  }
  if (delta < 0) {
    const waiting = Math.min(pending, -delta);
    if (waiting > 0) await post('reverse', postings.reversePending(waiting));
    pending -= waiting;
    // What was used or has ended meanwhile is not taken twice.
    const wanted = -delta - waiting;
    const taken = await takeBack(tx, userId, await findLotsOfOrder(tx, order.id), wanted, now);
    if (taken > 0) await post('reverse', postings.reverseAvailable(taken));
    if (taken < wanted && (await hasBurned(tx, userId))) await holdByRule(tx, now, member, 'short-reversal');
  }
  const travelled = isTravelled(order, now);
  if (travelled && !released && member.heldAt === null) {
    if (pending > 0) {
      const transferId = await post('release', postings.release(pending));
      await insertLot(tx, { transferId, userId, points: pending, expiresOn: endFrom(now) });
    }
    released = true;
  }
  if (known && delta === 0 && released === known.released) return;
  await saveLoyaltyOrder(tx, {
    orderId: order.id,
    userId,
    pointsPerHundred: perHundred,
    points: target,
    released,
    changedAt: new Date(now),
  });
  await setTier(tx, member, now);
  await audit(tx, now, {
    actor: 'system',
    action: 'loyalty.reckoned',
    subject: `orders:${order.id}`,
    detail: { points: target, released },
  });
}

/** The tier by the last twelve months. The member is locked. */
async function setTier(tx: Tx, member: Member, now: Instant): Promise<void> {
  const tier = tierOf(await earnedSince(tx, member.userId, addMilliseconds(now, -tierMs)));
  if (tier !== member.tier) await changeMember(tx, now, member.userId, { tier });
}

export const tierSince = (now: Instant) => addMilliseconds(now, -tierMs);

/** What a colleague is told of an order that earns nothing because it cannot be reckoned. */
const pointsTask = (orderId: string) => ({ kind: 'points-fault', subject: `orders:${orderId}` });

/** While the programme is on: every order whose money moved since the last run, and every travel that is over; how many. */
export async function reckonPoints(platform: Platform): Promise<number> {
  const { db, clock, log } = platform;
  if (!(await isLoyaltyOn(platform))) return 0;
  const now = clock.now();
  const last = await readReckoned(db);
  const since = addMilliseconds(last ? instant(last.getTime()) : now, -overlapMs);
  let reckoned = 0;
  let failed = 0;
  const open = await findOpenSubjects(db, 'points-fault');
  for (let after = ''; ;) {
    const found = await findToReckon(db, { since, ended: addMilliseconds(now, -restMs), after, most: mostAtOnce });
    for (const id of found)
      try {
        await reckonOrder(platform, id);
        reckoned += 1;
        if (open.has(pointsTask(id).subject)) await transact(db, (tx) => closeStaffTask(tx, now, { ...pointsTask(id), by: 'system' }));
      } catch (fault) {
        // One order that cannot be reckoned does not keep the others from earning.
        failed += 1;
        log.error({ orderId: id, fault: (fault as Error).stack }, 'points not reckoned');
        const reference = (await findOrderAsSystem(db, id))?.reference ?? '';
        await transact(db, (tx) =>
          openStaffTask(tx, now, { ...pointsTask(id), textKey: 'tasks:points-not-reckoned', detail: { reference } }),
        );
      }
    after = found.at(-1) ?? '';
    if (found.length < mostAtOnce) break;
  }
  failed += await reckonInvitations(platform, since);
  // What failed lies behind the mark, so the mark waits for it, a day at the most.
  const waits = Math.min(now, Math.max(last?.getTime() ?? now, addMilliseconds(now, -triedMs)));
  await saveReckoned(db, failed === 0 ? now : instant(waits));
  return reckoned;
}

/** Tiers that ended because their points are older than twelve months; nightly. Returns of how many that could not be said. */
export async function renewTiers(platform: Platform): Promise<number> {
  const now = platform.clock.now();
  return eachRow(platform, 'member', await findAboveFirstTier(platform.db), (userId) =>
    transact(platform.db, async (tx) => {
      const member = await lockMember(tx, userId);
      if (member) await setTier(tx, member, now);
    }),
  );
}
