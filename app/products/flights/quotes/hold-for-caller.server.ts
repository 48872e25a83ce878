import { mostKept } from '#app/commerce/availability/hold-rules.ts';
import { countKept, emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { refusedWay, type WayRefusal } from '#app/commerce/payments/payment-ways.ts';
import type { KeepRefusal } from '#app/commerce/product-counter.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Money } from '#app/values/money.ts';
import {
  emptyBooking,
  stepNumbers,
  withFlights,
  type ContactInfo,
  type FlightDraft,
  type PassengerDetails,
} from '../booking/booking-draft.ts';
import type { PlaceRefusal, PriceRise } from '../order/flight-order.ts';
import type { Flights } from '../flights-context.ts';
import { keepFlights, payLaterFor } from '../order/keep-flights.server.ts';
import { placeFlightOrder } from '../order/place-flight-order.server.ts';
import { oneByOne } from '../booking/price-tickets.server.ts';
import type { FlightQuote, PickedOption } from './flight-quotes-store.server.ts';
import { searchOf } from './price-option.server.ts';

export type HoldOutcome =
  /** `until`: pay before; null where the seller kept the flights for minutes only, `because` says why. */
  | { readonly ok: true; readonly reference: string; readonly until: string | null; readonly because: KeepRefusal | null }
  | {
      readonly ok: false;
      readonly refused: PlaceRefusal | 'paid-at-once' | 'too-many-kept' | WayRefusal<'later'>;
      readonly reference?: string;
    }
  | { readonly ok: false; readonly refused: 'price-changed'; readonly rise: PriceRise };

/**
 * Keeps the flights of an option for whoever is on the telephone: the order of a traveller who presses "pay later" on the
 * page of their own, with the same rules, claims, limits and mails. Its key makes it once.
 */
export async function holdForCaller(
  platform: Platform,
  flights: Flights,
  hold: {
    readonly viewer: Extract<Viewer, { kind: 'staff' }>;
    readonly quote: FlightQuote;
    readonly number: number;
    /** By the stock and the prices of this moment. */
    readonly option: PickedOption;
    readonly passengers: readonly PassengerDetails[];
    readonly contact: ContactInfo;
    readonly seenTotal: Money;
    readonly key: string;
    readonly address: string;
    readonly requestId: string;
  },
): Promise<HoldOutcome> {
  const { quote, option, contact, viewer } = hold;
  const { offer } = option;
  const now = platform.clock.now();
  const sold = await oneByOne(flights, offer, option.brand, now);
  if (!sold.ok) return { ok: false, refused: sold.refused === 'supplier-silent' ? 'supplier-silent' : 'offer-gone' };
  const contracts = sold.value;
  if (!payLaterFor(flights, contracts, now).allowed) return { ok: false, refused: 'paid-at-once' };
  const unoffered = refusedWay(await readOfferedWays(platform.db), 'later', { kind: 'flight', total: hold.seenTotal.amount });
  if (unoffered) return { ok: false, refused: unoffered };
  const account = await findAccountByEmail(platform.db, contact.email.toLowerCase());
  const userId = account?.emailVerified ? account.id : null;
  const draft: FlightDraft = {
    id: `desk-${quote.id}-${hold.number}`,
    version: 1,
    checkedBags: {},
    booking: {
      ...withFlights(
        emptyBooking,
        searchOf(offer),
        contracts.map((each) => each.offer),
        ...contracts.map(({ brand }) => brand.code),
      ),
      passengerDetails: hold.passengers,
      contactInfo: contact,
      currentStep: stepNumbers.checkout,
    },
  };
  const placed = await placeFlightOrder(platform, flights, {
    viewer,
    draft,
    language: quote.language,
    seenTotal: hold.seenTotal,
    key: hold.key,
    address: hold.address,
    requestId: hold.requestId,
    onBehalf: { userId, quote: { quoteId: quote.id, option: hold.number } },
  });
  if (!placed.ok) return placed;
  const { orderId, reference } = placed.value;
  const kept = await keepFlights(platform, flights, { orderId, who: `staff:${viewer.user.id}`, by: 'staff' });
  return kept.ok
    ? { ok: true, reference, until: kept.value.heldUntil!.toISOString(), because: null }
    : { ok: true, reference, until: null, because: kept.refused };
}

/** Whether whoever has this address keeps as much as one person may: known before an order is made for it. */
export async function keepsEnough(platform: Platform, email: string): Promise<boolean> {
  const account = await findAccountByEmail(platform.db, email.toLowerCase());
  const userId = account?.emailVerified ? account.id : null;
  const emailIndex = emailIndexOf(platform.crypto, email);
  return transact(platform.db, async (tx) => (await countKept(tx, { emailIndex, userId }, platform.clock.now())) >= mostKept);
}
