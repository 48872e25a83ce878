import { randomBytes } from 'node:crypto';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { fingerprintOf, withIdempotency } from '#app/platform/idempotency.server.ts';
import { networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { capOf, ClaimRefused } from '../availability/claim-wishes.ts';
import { holdClaims } from '../availability/claims-store.server.ts';
import type { Booker } from '../bookings/booker-form.server.ts';
import { bookingOrderMachine } from '../bookings/booking-order-status.ts';
import { insertBooking, insertInstalments } from '../bookings/bookings-store.server.ts';
import { planOf } from '../bookings/payment-plan-rules.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { orderCookie, orderSecret, whoIs } from '../orders/order-access.server.ts';
import { findOrderAsSystem, insertOrder, networkKey } from '../orders/orders-store.server.ts';
import { getPricingRules } from '../pricing/pricing-store.server.ts';
import type { OfferedForms, OfferedItems, OfferRefusal, ProposedVersion } from '../product-counter.ts';
import { moveInquiryOfProposal } from './move-inquiry.server.ts';
import { quoteLines } from './proposal-price.ts';
import { standingOf } from './proposal-status.ts';
import { acceptedMs, planOfVersion, proposalZone, tailorMadeLadder, tripClocks } from './proposal-terms-rules.ts';
import { findVersions, lockProposal, lockVersion, moveVersion, replaceOrder, type ProposalVersion } from './proposals-store.server.ts';
import type { Proposal } from './proposals.tables.ts';
import { proposalSubject } from './work-proposal.server.ts';

export type AcceptRefusal = OfferRefusal | 'not-open' | 'accepted-already';
type Refused = { readonly ok: false; readonly refused: AcceptRefusal };
interface PlacedRef {
  readonly orderId: string;
  readonly reference: string;
}

/** An order that was placed, or the form that was begun and on which it is. */
export type Accepted = PlacedRef | { readonly draftId: string; readonly to: string };

export interface ToAccept {
  readonly viewer: Viewer;
  readonly proposal: Proposal;
  readonly number: number;
  readonly booker: Booker;
  readonly language: LanguageCode;
  readonly seenTotal: Money;
  readonly key: string;
  readonly address: string;
  readonly requestId?: string;
}

/** States of an order that gives nothing to its version any more: it can be accepted once more. */
const overStates = ['expired', 'cancelled', 'refund_due', 'refunded'];

/** Whether an order still stands for the version it came from. */
export async function orderStands(db: Tx, orderId: string | null): Promise<boolean> {
  const order = orderId === null ? null : await findOrderAsSystem(db, orderId);
  return order !== null && !overStates.includes(order.status);
}

/** Raised inside the transaction so that the claim does not stay. */
class ProposalClosed extends Error {
  readonly refused: AcceptRefusal;
  constructor(refused: AcceptRefusal) {
    super(`Accepting refused: ${refused}`);
    this.refused = refused;
  }
}

/**
 * Turns a version of a proposal into an order. What the shop sells is placed by its own product, with its stock held and
 * its price checked; lines of our own become a tailor-made trip at the proposed price. Nothing in the form reaches the total.
 */
export async function acceptProposal(
  platform: Platform,
  toAccept: ToAccept,
  offers: OfferedItems | OfferedForms | null,
): Promise<{ readonly ok: true; readonly value: Accepted & { readonly cookie: string } } | Refused> {
  const { proposal, number } = toAccept;
  const version = (await findVersions(platform.db, platform.crypto, proposal.id)).find((one) => one.number === number);
  if (!version) return { ok: false, refused: 'not-open' };
  try {
    const answer = await withIdempotency<{ readonly ok: true; readonly value: Accepted } | Refused>(
      platform,
      {
        actor: `proposal:${proposal.id}`,
        key: toAccept.key,
        fingerprint: fingerprintOf({ number, seen: toAccept.seenTotal.amount, email: toAccept.booker.email }),
      },
      async (progress) => {
        if (progress.reached === 'placed') return { ok: true, value: progress.data as PlacedRef };
        const { item } = version;
        if (item !== null && offers && 'begin' in offers) return beginItem(platform, toAccept, version, item, offers);
        if (item !== null) return acceptItem(platform, toAccept, version, item, offers && 'place' in offers ? offers : null);
        return transact(platform.db, (tx) => acceptLines(tx, platform, toAccept, (ref) => progress.reach(tx, 'placed', ref)));
      },
    );
    if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
    if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
    const { value } = answer;
    if (!value.ok) return value;
    const accepted = value.value;
    if ('orderId' in accepted) return { ok: true, value: { ...accepted, cookie: orderCookie(platform, accepted.orderId) } };
    return offers && 'begin' in offers
      ? { ok: true, value: { ...accepted, cookie: offers.cookieOf(accepted.draftId) } }
      : { ok: false, refused: 'gone' };
  } catch (fault) {
    if (fault instanceof ProposalClosed) return { ok: false, refused: fault.refused };
    if (fault instanceof ClaimRefused) return { ok: false, refused: capOf(fault) ?? 'accepted-already' };
    throw fault;
  }
}

/** Why a version cannot be accepted now; null when it can. An order of another version that still stands is in the way too. */
async function closedBecause(tx: Tx, platform: Platform, version: ProposalVersion, now: Instant): Promise<AcceptRefusal | null> {
  for (const other of await findVersions(tx, platform.crypto, version.proposalId))
    if (await orderStands(tx, other.orderId)) return 'accepted-already';
  const standing = standingOf(version, now);
  const again = standing === 'accepted' && version.expiresAt.getTime() > now;
  return standing === 'open' || again ? null : 'not-open';
}

/** The version has its order, and the inquiry is won. */
async function tieOrder(tx: Tx, platform: Platform, version: ProposalVersion, order: PlacedRef, who: string): Promise<void> {
  const now = platform.clock.now();
  const { orderId } = order;
  if (version.status === 'accepted') await replaceOrder(tx, version, orderId);
  else {
    const moved = await moveVersion(tx, now, { version, event: 'accept', by: 'customer', who, with: { orderId } });
    if (!moved.ok) throw new Error(`Version ${version.number} of proposal ${version.proposalId} refused to be accepted: ${moved.refused}`);
  }
  await closeStaffTask(tx, now, { kind: 'proposal', subject: proposalSubject(version.proposalId), by: who });
  await moveInquiryOfProposal(tx, platform, {
    proposalId: version.proposalId,
    event: 'win',
    by: 'customer',
    actor: who,
    detail: order.reference,
  });
}

/** Begins the form of what the shop sells by one. Nothing is accepted yet: the version is, with the order that is placed there. */
async function beginItem(
  platform: Platform,
  { proposal, number, viewer, booker, seenTotal, language }: ToAccept,
  seen: ProposalVersion,
  item: string,
  offers: OfferedForms,
): Promise<{ readonly ok: true; readonly value: Accepted } | Refused> {
  const closed = await transact(platform.db, (tx) => closedBecause(tx, platform, seen, platform.clock.now()));
  if (closed) return { ok: false, refused: closed };
  const offered = await offers.read(item, language);
  if (!offered) return { ok: false, refused: 'gone' };
  if (offered.total.amount > seenTotal.amount || offered.total.currency !== seenTotal.currency)
    return { ok: false, refused: 'price-changed' };
  return offers.begin({ item, viewer, booker, from: { proposalId: proposal.id, number } });
}

/**
 * Ties an order that was placed on a form to the version it was begun from, and the inquiry is won. Where the version is
 * not open any more, or another order of the proposal stands, the order is one by itself. In the transaction that places it.
 */
export async function tieFromForm(
  tx: Tx,
  platform: Platform,
  from: ProposedVersion,
  order: PlacedRef & { readonly who: string },
): Promise<void> {
  await lockProposal(tx, from.proposalId);
  const version = await lockVersion(tx, platform.crypto, from.proposalId, from.number);
  if (!version || (await closedBecause(tx, platform, version, platform.clock.now()))) return;
  await tieOrder(tx, platform, version, order, order.who);
}

/** Places what the shop sells by its own product; the same key placed twice is placed once, so a crash between leaves nothing loose. */
async function acceptItem(
  platform: Platform,
  toAccept: ToAccept,
  seen: ProposalVersion,
  item: string,
  offers: OfferedItems | null,
): Promise<{ readonly ok: true; readonly value: PlacedRef } | Refused> {
  const { proposal, number, key, ...rest } = toAccept;
  const closed = await transact(platform.db, (tx) => closedBecause(tx, platform, seen, platform.clock.now()));
  if (closed) return { ok: false, refused: closed };
  if (!offers) return { ok: false, refused: 'gone' };
  const placed = await offers.place({ ...rest, item, key });
  if (!placed.ok) return placed;
  const { orderId, reference } = placed.value;
  const late = await transact(platform.db, async (tx): Promise<AcceptRefusal | null> => {
    await lockProposal(tx, proposal.id);
    const version = await lockVersion(tx, platform.crypto, proposal.id, number);
    if (version?.orderId === orderId) return null;
    const why = version ? await closedBecause(tx, platform, version, platform.clock.now()) : 'not-open';
    if (version && !why) await tieOrder(tx, platform, version, { orderId, reference }, whoIs(toAccept.viewer));
    return why;
  });
  // Somebody was faster: what was held meanwhile belongs to no proposal, and its hold ends by itself.
  if (late) return { ok: false, refused: late };
  return { ok: true, value: { orderId, reference } };
}

async function acceptLines(
  tx: Tx,
  platform: Platform,
  toAccept: ToAccept,
  reach: (ref: PlacedRef) => Promise<void>,
): Promise<{ readonly ok: true; readonly value: PlacedRef } | Refused> {
  const { viewer, booker, proposal } = toAccept;
  const { crypto, env } = platform;
  const now = platform.clock.now();
  const id = randomBytes(16).toString('base64url');
  const reference = newReference();
  const actor = viewer.kind === 'anonymous' ? `guest:${sha256(`proposal|${proposal.id}`)}` : `user:${viewer.user.id}`;
  const network = networkKey(networkOf(toAccept.address));
  await lockProposal(tx, proposal.id);
  // A version is one piece of stock of its own: whoever holds it keeps a second acceptance out.
  const key = `proposal:${proposal.id}/${toAccept.number}`;
  const { until, hardUntil } = await holdClaims(
    tx,
    { orderId: id, actor, network },
    { pools: [{ key, quantity: 1, capacity: 1, ceiling: 1 }], units: [] },
    now,
    acceptedMs,
    acceptedMs,
  );
  const version = await lockVersion(tx, crypto, proposal.id, toAccept.number);
  if (!version) throw new Error(`Proposal ${proposal.id} lost version ${toAccept.number}`);
  const closed = await closedBecause(tx, platform, version, now);
  if (closed) throw new ProposalClosed(closed);
  const quote = quoteLines(version.content.lines, await getPricingRules(tx, now), {
    quotedAt: new Date(now).toISOString(),
    expiresAt: new Date(until).toISOString(),
  });
  if (quote.total.amount !== toAccept.seenTotal.amount || quote.currency !== toAccept.seenTotal.currency)
    throw new ProposalClosed('price-changed');
  const [startsLocal, endsLocal] = [localTime(version.startsOn, tripClocks.starts), localTime(version.endsOn, tripClocks.ends)];
  const [startsAt, endsAt] = [new Date(instantOf(proposalZone, startsLocal)), new Date(instantOf(proposalZone, endsLocal))];
  const order = await insertOrder(tx, crypto, {
    row: {
      id,
      reference,
      kind: 'tailor-made',
      status: 'draft',
      userId: viewer.kind === 'customer' ? viewer.user.id : null,
      secretHash: sha256(orderSecret(platform, id)),
      language: toAccept.language,
      heldUntil: new Date(until),
      hardUntil: new Date(hardUntil),
      actor,
      network,
      travelStarts: startsAt,
      travelEnds: endsAt,
      createdAt: new Date(now),
      changedAt: new Date(now),
    },
    contact: { email: booker.email, phone: booker.phone },
    travellers: [{ type: 'adult', givenNames: booker.givenNames, surname: booker.surname, birthDate: '' }],
    items: [
      { kind: 'tailor-made', words: { key: 'orders:item.tailor-made', values: { reference: proposal.reference } }, startsAt, endsAt },
    ],
    quote,
  });
  await insertBooking(tx, {
    orderId: id,
    position: 0,
    kind: 'tailor-made',
    item: `${proposal.reference}/${version.number}`,
    places: version.adults + version.children,
    startsLocal,
    zone: proposalZone,
    startsAt,
    endsAt,
    ladder: tailorMadeLadder(version.freeDays),
    operator: 'Rihla',
    operatorMail: env.reservationsMail,
    optionUntil: null,
    createdAt: new Date(now),
  });
  if (version.depositPercent > 0)
    await insertInstalments(
      tx,
      now,
      id,
      planOf('deposit', quote.total, planOfVersion(version), version.startsOn, dateIn(proposalZone, now)),
    );
  const who = whoIs(viewer);
  await tieOrder(tx, platform, version, { orderId: id, reference }, who);
  const requestId = toAccept.requestId === undefined ? {} : { requestId: toAccept.requestId };
  await audit(tx, now, {
    actor: who,
    action: 'order.placed',
    subject: `orders:${id}`,
    detail: { reference, total: quote.total.amount, proposal: proposal.reference },
    ...requestId,
  });
  const held = await mustMoveOrder(tx, bookingOrderMachine('tailor-made'), now, { order, event: 'hold', by: 'system', who, ...requestId });
  await tellOrder(tx, platform.jobs, held, 'order-held');
  const ref = { orderId: id, reference };
  await reach(ref);
  return { ok: true, value: ref };
}
