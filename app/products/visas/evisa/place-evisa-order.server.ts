import { keepPassport } from './visa-passports-store.server.ts';
import { randomBytes } from 'node:crypto';
import { orderCookie, orderSecret, whoIs } from '#app/commerce/orders/order-access.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findOrdersOfPeople, insertOrder, lockPeople, networkKey, personIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { openPromo, PromoUsedUp, type OpenPromo } from '#app/commerce/pricing/promo-codes.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { markShownSold, shownBegun } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import { fingerprintOf, withIdempotency } from '#app/platform/idempotency.server.ts';
import { networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dayMs, type Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { wantsAddress } from '../delivery/delivery-address.ts';
import { evisaOrderMachine } from './evisa-order-status.ts';
import { quoteEvisa } from './evisa-price.ts';
import { findCountriesOfOrders, lockGroup, openContact, tieOrder } from './evisa-groups-store.server.ts';
import type { EvisaGroup } from './evisa.tables.ts';
import { readGroup, type ReadGroup } from './read-evisa-group.server.ts';

/** An unpaid application and its price are kept for a day: nobody else wants the place. */
const holdMs = dayMs;

/** Sales of the same visa to the same person that are under way. */
const livingStates = ['held', 'payment_pending', 'paid', 'accepted', 'cancel_quoted'];

export type PlaceEvisaRefusal =
  | 'not-ready'
  | 'address-missing'
  | 'contact-missing'
  | 'not-agreed'
  | 'duplicate-application'
  | 'already-placed'
  | 'price-changed'
  | 'promo-used-up'
  | 'in-progress'
  | 'form-reused';
type Refused = { readonly ok: false; readonly refused: PlaceEvisaRefusal };
interface PlacedRef {
  readonly orderId: string;
  readonly reference: string;
}

export interface ToPlaceEvisa {
  readonly viewer: Viewer;
  readonly groupId: string;
  readonly language: LanguageCode;
  readonly seenTotal: Money;
  /** They said that everything is true and that they know what goes back when. */
  readonly agreed: boolean;
  /** A code as it was typed; null without one. */
  readonly promo?: string | null;
  /** An order of the same group that ran out unpaid, and in whose place this one comes. */
  readonly instead?: string;
  readonly key: string;
  readonly address: string;
  readonly requestId?: string;
}

/** What a group costs now, by the offer it was begun under, with what becomes of a code. */
export async function priceGroup(
  platform: Platform,
  read: Pick<ReadGroup, 'group' | 'type' | 'speed' | 'travellers'>,
  code: string | null = null,
  language?: LanguageCode,
): Promise<{ readonly quote: Quote; readonly promo: OpenPromo }> {
  const now = platform.clock.now();
  const rules = await getPricingRules(platform.db, now);
  const promo = await openPromo(platform.db, rules, code);
  const quote = quoteEvisa(
    {
      country: read.group.offer,
      type: read.type,
      speed: read.speed,
      travellers: read.travellers.map(({ person }) => person?.type ?? 'adult'),
      courier: read.group.courier,
    },
    rules,
    { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now + holdMs).toISOString() },
    { travel: read.group.arrival, promo: promo.fact, ...(language ? { language } : {}) },
  );
  return { quote, promo };
}

/** What tells the two routes of a visa apart when they are sold. */
export interface VisaSale {
  readonly kind: 'evisa' | 'assisted-visa';
  readonly machine: typeof evisaOrderMachine;
  readonly price: (platform: Platform, read: ReadGroup, ask: Pick<ToPlaceEvisa, 'promo' | 'language'>) => Promise<Quote>;
  readonly wordsOf: (group: EvisaGroup) => { readonly key: string; readonly values: Readonly<Record<string, string>> };
}

export const evisaSale: VisaSale = {
  kind: 'evisa',
  machine: evisaOrderMachine,
  price: async (platform, read, { promo, language }) => (await priceGroup(platform, read, promo, language)).quote,
  wordsOf: (group) => ({ key: 'orders:item.evisa', values: { country: group.country, type: group.typeCode } }),
};

export const placeEvisaOrder = (platform: Platform, toPlace: ToPlaceEvisa) => placeVisaOrder(platform, evisaSale, toPlace);

/** Turns a whole group into an order that waits a day for its payment. Nothing in the form reaches the total. */
export async function placeVisaOrder(
  platform: Platform,
  sale: VisaSale,
  toPlace: ToPlaceEvisa,
): Promise<{ readonly ok: true; readonly value: PlacedRef & { readonly cookie: string } } | Refused> {
  const { viewer, groupId, key } = toPlace;
  const answer = await withIdempotency<{ readonly ok: true; readonly value: PlacedRef } | Refused>(
    platform,
    {
      actor: viewer.kind === 'anonymous' ? `guest:${groupId}` : `user:${viewer.user.id}`,
      key,
      fingerprint: fingerprintOf({ group: groupId, seen: toPlace.seenTotal.amount }),
    },
    async (progress) => {
      if (progress.reached === 'placed') return { ok: true, value: progress.data as PlacedRef };
      return transact(platform.db, (tx) => write(tx, platform, sale, toPlace, (ref) => progress.reach(tx, 'placed', ref))).catch(
        (fault: unknown): Refused => {
          if (fault instanceof PromoUsedUp) return { ok: false, refused: 'promo-used-up' };
          throw fault;
        },
      );
    },
  );
  if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
  if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
  const { value } = answer;
  return value.ok ? { ok: true, value: { ...value.value, cookie: orderCookie(platform, value.value.orderId) } } : value;
}

async function write(
  tx: Tx,
  platform: Platform,
  sale: VisaSale,
  toPlace: ToPlaceEvisa,
  reach: (ref: PlacedRef) => Promise<void>,
): Promise<{ readonly ok: true; readonly value: PlacedRef } | Refused> {
  const { viewer } = toPlace;
  const { crypto } = platform;
  const now = platform.clock.now();
  const group = await lockGroup(tx, toPlace.groupId);
  if (!group || (group.orderId !== null && group.orderId !== toPlace.instead)) return { ok: false, refused: 'already-placed' };
  if (!toPlace.agreed) return { ok: false, refused: 'not-agreed' };
  const contact = openContact(crypto, group);
  if (!contact) return { ok: false, refused: 'contact-missing' };
  if (wantsAddress(group) && !contact.address) return { ok: false, refused: 'address-missing' };
  const read = await readGroup({ ...platform, db: tx }, group);
  const people = read.travellers.flatMap(({ person }) => (person ? [person] : []));
  if (read.travellers.some(({ ready, application }) => !ready || application.status !== 'pre_checked'))
    return { ok: false, refused: 'not-ready' };
  const indexes = people.map((person) => personIndexOf(crypto, person));
  if (new Set(indexes).size < indexes.length) return { ok: false, refused: 'duplicate-application' };
  await lockPeople(tx, indexes);
  if (await appliedAlready(tx, sale.kind, indexes, group, now, toPlace.instead)) return { ok: false, refused: 'duplicate-application' };
  const quote = await sale.price({ ...platform, db: tx }, read, toPlace);
  if (quote.total.amount > toPlace.seenTotal.amount || quote.currency !== toPlace.seenTotal.currency)
    return { ok: false, refused: 'price-changed' };
  const id = randomBytes(16).toString('base64url');
  const reference = newReference();
  const actor = viewer.kind === 'anonymous' ? `guest:${group.id}` : `user:${viewer.user.id}`;
  const starts = new Date(`${group.arrival}T00:00:00Z`);
  const ends = new Date(`${addDays(group.arrival, read.type.stay)}T00:00:00Z`);
  const until = new Date(now + holdMs);
  const order = await insertOrder(tx, crypto, {
    row: {
      id,
      reference,
      kind: sale.kind,
      status: 'draft',
      userId: viewer.kind === 'customer' ? viewer.user.id : null,
      secretHash: sha256(orderSecret(platform, id)),
      language: toPlace.language,
      heldUntil: until,
      hardUntil: until,
      actor,
      network: networkKey(networkOf(toPlace.address)),
      travelStarts: starts,
      travelEnds: ends,
      createdAt: new Date(now),
      changedAt: new Date(now),
    },
    contact,
    travellers: people,
    items: [
      {
        kind: sale.kind,
        words: sale.wordsOf(group),
        startsAt: starts,
        endsAt: ends,
      },
    ],
    quote,
  });
  await tieOrder(tx, now, group.id, id);
  await markShownSold(tx, now, shownBegun('visa', group.id));
  for (const { application, person } of read.travellers) if (person) await keepPassport(tx, crypto, now, application.id, person.document);
  const who = whoIs(viewer);
  const requestId = toPlace.requestId === undefined ? {} : { requestId: toPlace.requestId };
  await audit(tx, now, {
    actor: who,
    action: 'order.placed',
    subject: `orders:${id}`,
    detail: { reference, total: quote.total.amount },
    ...requestId,
  });
  const held = await mustMoveOrder(tx, sale.machine, now, { order, event: 'hold', by: 'system', who, ...requestId });
  await tellOrder(tx, platform.jobs, held, 'order-held');
  const ref = { orderId: id, reference };
  await reach(ref);
  return { ok: true, value: ref };
}

async function appliedAlready(
  db: Db,
  kind: VisaSale['kind'],
  indexes: readonly string[],
  group: EvisaGroup,
  now: Instant,
  instead?: string,
): Promise<boolean> {
  const living = (await findOrdersOfPeople(db, indexes, livingStates)).filter(
    (order) => order.kind === kind && order.id !== instead && (order.status !== 'held' || (order.heldUntil?.getTime() ?? 0) > now),
  );
  const countries = await findCountriesOfOrders(
    db,
    living.map((order) => order.id),
  );
  return [...countries.values()].includes(group.country);
}
