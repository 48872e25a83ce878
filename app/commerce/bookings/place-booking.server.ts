import { randomBytes } from 'node:crypto';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { fingerprintOf, withIdempotency } from '#app/platform/idempotency.server.ts';
import { networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instantOf, type LocalTime } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { capOf, ClaimRefused, type Wishes } from '../availability/claim-wishes.ts';
import { holdClaims } from '../availability/claims-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { orderCookie, orderSecret, whoIs } from '../orders/order-access.server.ts';
import { insertOrder, networkKey } from '../orders/orders-store.server.ts';
import { PromoUsedUp } from '../pricing/promo-codes.server.ts';
import type { Quote } from '../pricing/quote.ts';
import { markShownSold, shownPrice } from '../pricing/shown-quotes-store.server.ts';
import type { Booker } from './booker-form.server.ts';
import { bookingOrderMachine, type BookingKind } from './booking-order-status.ts';
import { insertBooking, insertInstalments } from './bookings-store.server.ts';
import type { CancellationLadder } from './cancellation-ladder-rules.ts';
import type { PlannedInstalment } from './payment-plan-rules.ts';

export type PlaceRefusal =
  | 'gone'
  | 'sold-out'
  | 'price-changed'
  | 'promo-used-up'
  | 'too-many-holds'
  | 'network-full'
  | 'in-progress'
  | 'form-reused';
type Refused = { readonly ok: false; readonly refused: PlaceRefusal };
interface PlacedRef {
  readonly orderId: string;
  readonly reference: string;
}
export type Placed = { readonly ok: true; readonly value: PlacedRef & { readonly cookie: string } } | Refused;

/** What whoever books one thing on one page sends. */
export interface ToPlaceBooking {
  readonly viewer: Viewer;
  /** What was chosen, as the page's address says it. */
  readonly visit: URLSearchParams;
  readonly booker: Booker;
  readonly language: LanguageCode;
  readonly seenTotal: Money;
  readonly key: string;
  readonly address: string;
  readonly requestId?: string;
}

/** What is sold, as it is when the order is written: nothing of it comes from the form. */
export interface BookingToSell {
  /** Of the catalogue. */
  readonly item: string;
  readonly title: string;
  readonly quote: Quote;
  readonly wishes: Wishes;
  /** How long it is kept from now, milliseconds. */
  readonly holdMs: number;
  readonly places: number;
  readonly zone: string;
  readonly starts: LocalTime;
  readonly ends: LocalTime;
  readonly ladder: CancellationLadder;
  readonly operator: { readonly name: string; readonly mail: string };
  /** Empty where it is paid whole. */
  readonly instalments: readonly PlannedInstalment[];
  /** Writes what the product itself keeps of the order. */
  readonly keep: (orderId: string) => Promise<void>;
}

/**
 * Turns what was chosen into an order that keeps it for a while: once for each key, whoever presses how often. `open` is
 * asked inside the transaction and says null where it is not for sale any more.
 */
export async function placeBooking(
  platform: Platform,
  kind: BookingKind,
  item: string,
  toPlace: ToPlaceBooking,
  open: (tx: Tx) => Promise<BookingToSell | null>,
): Promise<Placed> {
  const { viewer, key, booker } = toPlace;
  const network = networkKey(networkOf(toPlace.address));
  // A guest is told apart by the network and the mail given: the same person pressing twice is one actor.
  const actor = viewer.kind === 'anonymous' ? `guest:${sha256(`${network}|${booker.email.toLowerCase()}`)}` : `user:${viewer.user.id}`;
  const fingerprint = fingerprintOf({ [kind]: item, visit: toPlace.visit.toString(), seen: toPlace.seenTotal.amount });
  try {
    const answer = await withIdempotency<{ readonly ok: true; readonly value: PlacedRef } | Refused>(
      platform,
      { actor, key, fingerprint },
      async (progress) => {
        if (progress.reached === 'placed') return { ok: true, value: progress.data as PlacedRef };
        return transact(platform.db, async (tx) => {
          const sale = await open(tx);
          if (!sale) return { ok: false, refused: 'gone' };
          const { total } = sale.quote;
          if (total.amount !== toPlace.seenTotal.amount || total.currency !== toPlace.seenTotal.currency)
            return { ok: false, refused: 'price-changed' };
          const ref = await write(tx, platform, { kind, sale, toPlace, by: { actor, network } });
          await progress.reach(tx, 'placed', ref);
          return { ok: true, value: ref };
        });
      },
    );
    if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
    if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
    const { value } = answer;
    return value.ok ? { ok: true, value: { ...value.value, cookie: orderCookie(platform, value.value.orderId) } } : value;
  } catch (fault) {
    if (fault instanceof PromoUsedUp) return { ok: false, refused: 'promo-used-up' };
    if (fault instanceof ClaimRefused) return { ok: false, refused: capOf(fault) ?? 'sold-out' };
    throw fault;
  }
}

async function write(
  tx: Tx,
  platform: Platform,
  what: {
    readonly kind: BookingKind;
    readonly sale: BookingToSell;
    readonly toPlace: ToPlaceBooking;
    readonly by: { readonly actor: string; readonly network: string };
  },
): Promise<PlacedRef> {
  const { kind, sale, toPlace, by } = what;
  const { viewer, booker } = toPlace;
  const now = platform.clock.now();
  const id = randomBytes(16).toString('base64url');
  const reference = newReference();
  const { until, hardUntil } = await holdClaims(tx, { orderId: id, ...by }, sale.wishes, now, sale.holdMs);
  const startsAt = new Date(instantOf(sale.zone, sale.starts));
  const endsAt = new Date(instantOf(sale.zone, sale.ends));
  const order = await insertOrder(tx, platform.crypto, {
    row: {
      id,
      reference,
      kind,
      status: 'draft',
      userId: viewer.kind === 'customer' ? viewer.user.id : null,
      secretHash: sha256(orderSecret(platform, id)),
      language: toPlace.language,
      heldUntil: new Date(until),
      hardUntil: new Date(hardUntil),
      ...by,
      travelStarts: startsAt,
      travelEnds: endsAt,
      createdAt: new Date(now),
      changedAt: new Date(now),
    },
    contact: { email: booker.email, phone: booker.phone },
    travellers: [{ type: 'adult', givenNames: booker.givenNames, surname: booker.surname, birthDate: '' }],
    items: [{ kind, words: { key: `orders:item.${kind}`, values: { title: sale.title } }, startsAt, endsAt }],
    quote: sale.quote,
  });
  await insertBooking(tx, {
    orderId: id,
    position: 0,
    kind,
    item: sale.item,
    places: sale.places,
    startsLocal: sale.starts,
    zone: sale.zone,
    startsAt,
    endsAt,
    ladder: sale.ladder,
    operator: sale.operator.name,
    operatorMail: sale.operator.mail,
    optionUntil: null,
    createdAt: new Date(now),
  });
  if (sale.instalments.length > 0) await insertInstalments(tx, now, id, sale.instalments);
  await sale.keep(id);
  await markShownSold(tx, now, shownPrice(sale.quote));
  const who = whoIs(viewer);
  const requestId = toPlace.requestId === undefined ? {} : { requestId: toPlace.requestId };
  await audit(tx, now, {
    actor: who,
    action: 'order.placed',
    subject: `orders:${id}`,
    detail: { reference, total: sale.quote.total.amount },
    ...requestId,
  });
  const held = await mustMoveOrder(tx, bookingOrderMachine(kind), now, { order, event: 'hold', by: 'system', who, ...requestId });
  await tellOrder(tx, platform.jobs, held, 'order-held');
  return { orderId: id, reference };
}
