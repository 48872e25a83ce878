import { randomUUID } from 'node:crypto';
import { insertOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { getPricingVersion } from '#app/commerce/pricing/pricing-store.server.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { brandOf } from '../fares/fare-rules.ts';
import { quoteFlights, type FlightPurchase } from '../flight-price.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';
import { insertFlightOrder, intend, markApplied, recordAnswer, saveHold, travellerId } from '../order/flight-store.server.ts';
import type { Offer } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import type { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

export interface DeskOrderWish {
  readonly status: FlightOrderState;
  readonly offer?: Offer;
  /** GIVEN SURNAME of each adult. */
  readonly people?: readonly (readonly [string, string])[];
  readonly email?: string;
  /** The hold's end, minutes from now. */
  readonly heldFor?: number;
  readonly createdAgo?: number;
}

/** An order in any state, held with the scripted supplier, for tests of the desk. It skips the shop on purpose. */
export async function placeDeskOrder(platform: Platform, supplier: ScriptedSupplier, wish: DeskOrderWish): Promise<Order> {
  const now = platform.clock.now();
  const people = wish.people ?? [['LAYLA', 'HADDAD']];
  const passengers = { adults: people.length, children: 0, infants: 0 };
  const offer = { ...(wish.offer ?? anOffer()), passengers };
  const first = offer.slices[0]!.segments[0]!;
  const last = offer.slices.at(-1)!.segments.at(-1)!;
  const purchase: FlightPurchase = {
    contracts: [{ offer, brand: brandOf(offer, offer.brands[0]!.code) }],
    travellers: people.map(() => 'adult'),
    seats: [],
    checkedBags: {},
    meals: {},
    fastTrack: false,
    insurance: false,
  };
  const rules = await getPricingVersion(platform.db, 1, now);
  const quote = quoteFlights(purchase, rules, {
    quotedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 30 * minuteMs).toISOString(),
  });
  const id = randomUUID();
  const travellers: PassengerDetails[] = people.map(([givenNames, surname]) => ({
    type: 'adult',
    title: 'MS',
    givenNames,
    surname,
    singleName: false,
    nativeName: '',
    birthDate: '1988-04-17',
    nationality: 'AE',
    residence: 'AE',
    document: { number: 'P8842913', expires: '2031-02-01', issuedBy: 'AE' },
    frequentFlyer: null,
    assistance: [],
  }));
  const order = await transact(platform.db, async (tx) => {
    const made = await insertOrder(tx, platform.crypto, {
      row: {
        id,
        reference: newReference(),
        kind: 'flight',
        status: wish.status,
        userId: null,
        secretHash: sha256(id),
        language: 'en',
        actor: 'guest:test',
        network: 'test',
        heldUntil: new Date(now + (wish.heldFor ?? 15) * minuteMs),
        hardUntil: new Date(now + (wish.heldFor ?? 15) * minuteMs + 30 * minuteMs),
        travelStarts: new Date(first.departs.utc),
        travelEnds: new Date(last.arrives.utc),
        createdAt: new Date(now - (wish.createdAgo ?? 0) * minuteMs),
        changedAt: new Date(now - (wish.createdAgo ?? 0) * minuteMs),
      },
      contact: { email: wish.email ?? 'layla@traveller.example', phone: '+971501234567' },
      travellers,
      items: [
        {
          kind: 'flight',
          words: { key: 'orders:item.flight', values: {} },
          startsAt: new Date(first.departs.utc),
          endsAt: new Date(last.arrives.utc),
        },
      ],
      quote,
    });
    await insertFlightOrder(tx, id, purchase, passengers, null);
    return made;
  });
  const attempt = await transact(platform.db, (tx) => intend(tx, now, id, 0, 'hold'));
  const held = await supplier.hold(
    {
      attemptId: attempt.id,
      offerId: offer.id,
      brand: offer.brands[0]!.code,
      passengers,
      travellers: travellers.map((traveller, at) => ({
        id: travellerId(at),
        type: 'adult',
        title: 'MS',
        givenNames: traveller.givenNames,
        surname: traveller.surname,
        dateOfBirth: traveller.birthDate,
      })),
      seats: [],
    },
    { now },
  );
  if (held.outcome !== 'ok') throw new Error(`The scripted supplier does not sell ${offer.id}: ${held.outcome}`);
  await recordAnswer(platform.db, now, attempt.id, 'ok', { locator: held.value.locator });
  await transact(platform.db, async (tx) => {
    await saveHold(tx, id, 0, { ...held.value, offer });
    await markApplied(tx, now, [attempt.id]);
  });
  return order;
}
