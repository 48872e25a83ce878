import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { findReferences } from '../../orders/orders-store.server.ts';
import { awaitsAnswer } from '../dispute-status.ts';
import { answersInHand, listDisputes, partsOfDisputes } from '../disputes-store.server.ts';
import type { Dispute } from '../disputes.tables.ts';
import type { ListedDispute } from './dispute-list.ts';

/** More than a house of this size can have and live. */
const most = 5_000;

/** Every dispute that a bank told of. For pages behind a permission. */
export async function readDisputes({ db, clock }: Platform, viewer: Clerk): Promise<ListedDispute[]> {
  const now = clock.now();
  const disputes = await listDisputes(db, most);
  const [parts, answers, names] = await Promise.all([
    partsOfDisputes(
      db,
      disputes.map(({ id }) => id),
    ),
    answersInHand(db),
    findStaffNames(db, [...new Set(disputes.flatMap(({ ownerId }) => ownerId ?? []))]),
  ]);
  const references = await findReferences(db, [...new Set(parts.map(({ orderId }) => orderId))]);
  const ofDispute = Map.groupBy(parts, ({ disputeId }) => disputeId);
  return disputes.map((dispute) => ({
    id: dispute.id,
    references: (ofDispute.get(dispute.id) ?? []).flatMap(({ orderId }) => references.get(orderId) ?? []).toSorted(),
    status: dispute.status,
    answer: answers.get(dispute.id) ?? null,
    reason: dispute.reason,
    amount: money(dispute.amount, dispute.currency),
    lost: money(dispute.writtenOff, dispute.currency),
    respondBy: dispute.respondBy?.toISOString() ?? null,
    opened: dispute.openedAt.toISOString(),
    closed: dispute.closedAt?.toISOString() ?? null,
    provider: dispute.provider,
    providerRef: dispute.providerRef,
    owner: dispute.ownerId && (names.get(dispute.ownerId) ?? '–'),
    mine: dispute.ownerId === viewer.user.id,
    hoursLeft: hoursLeft(dispute, now),
  }));
}

/** Null when the bank does not wait for us, or names no day. */
export function hoursLeft({ status, respondBy }: Pick<Dispute, 'status' | 'respondBy'>, now: Instant): number | null {
  return respondBy && awaitsAnswer(status) ? Math.max(0, Math.floor((respondBy.getTime() - now) / hourMs)) : null;
}
