import { getQuote, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { addedCharges, directionsOf, forSale, isSwapOnly, paidForSeats, seatOf, seatPlace, swapsOf } from './addition-rules.ts';
import { findAdditions } from './additions-store.server.ts';
import { bagsUnder, choiceKey, nextBagKey, type PassengerDetails } from '../booking/booking-draft.ts';
import { additionPurpose, decidedStates, findAdditionClosed } from './choose-additions.server.ts';
import { describedExtra, extraWords } from '../extras/extra-words.server.ts';
import { extrasOf } from '../extras/extra-rules.ts';
import { bagChoices, fastTrackOffers, insurancePrice, journeyDates, mealPrice, mealService, mealsFor } from '../extras/extras-price.ts';
import { findExtras } from '../extras/extras-store.server.ts';
import { rulesOfDirection } from '../fares/fare-rules.ts';
import { flyingOf, getFlightOrder, hasLeft, purchaseOfOrder, type FlightOrder } from '../order/flight-store.server.ts';
import type { FlightAddition, FlightExtra } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { freeMeals } from '../extras/meal-wishes.ts';
import { addedSeatPrice, openOrderedCabin, openTo, seatedOn } from '../seats/ordered-seats.server.ts';
import { locateSegment } from '../booking/price-draft.server.ts';
import { viewCabin } from '../seats/seat-view.ts';

/**
 * Everything the page that adds to a ticketed order shows: what is bought, what can be, what is chosen and waits for its
 * payment, and the seats of the flight that is asked for. The caller has judged access.
 */
export async function openAddition(platform: Platform, flights: Flights, order: Order, address: URLSearchParams, language: LanguageCode) {
  const { db, clock, crypto } = platform;
  const now = clock.now();
  const flightOrder = await getFlightOrder(db, order.id);
  const sold = purchaseOfOrder(flightOrder);
  const people = await readTravellers<PassengerDetails>(db, crypto, order.id);
  const closed = await findAdditionClosed(db, order, flightOrder, now);
  const extras = await findExtras(db, order.id);
  const sale = forSale(sold, people, extras, now);
  const paid = paidForSeats(await getQuote(db, order));
  const additions = await findAdditions(db, order.id);
  const living = additions.find(({ status }) => status === 'open') ?? null;
  const stateOf = (kind: FlightExtra['kind'], code: string, traveller: number) => {
    const extra = extras.find((one) => one.kind === kind && one.code === code && one.traveller === traveller);
    return extra ? describedExtra(extra, language).state : null;
  };
  const city = (code: string) => flights.geography.city(code, language);
  const offers = sold.contracts.map(({ offer }) => offer);
  const fastTrack = fastTrackOffers(offers);
  const { first, last } = journeyDates(offers);
  const open = closed === null;
  const travellers = people.map((person, index) => ({
    index,
    type: person.type,
    name: person.singleName ? person.surname : `${person.givenNames} ${person.surname}`,
    initials: `${(person.givenNames || person.surname).slice(0, 1)}${person.surname.slice(0, 1)}`,
  }));
  const directions = directionsOf(sold.contracts, now);
  return {
    reference: order.reference,
    closed,
    travellers,
    directions: directions.map(({ index, slice, open: ahead }) => ({
      from: city(slice.from),
      to: city(slice.to),
      open: open && ahead,
      choices: bagChoices(slice),
      bags: people.flatMap(({ type }, traveller) => {
        if (type === 'infant' || hasLeft(flightOrder, traveller)) return [];
        const has = bagsUnder(sold.checkedBags, index, traveller);
        const pieces = has.reduce((sum, bags) => sum + bags.pieces, 0);
        const key = nextBagKey(index, traveller, pieces);
        return [
          {
            traveller,
            key,
            /** How many more there can be. */
            left: open ? (sale.bags.get(key) ?? 0) : 0,
            pieces,
            states: has.flatMap((bags) => stateOf('bag', bags.key, traveller) ?? []),
            chosen: living?.chosen.checkedBags[key] ?? 0,
          },
        ];
      }),
    })),
    segments: directions.flatMap(({ segments, open: ahead }) =>
      segments.map(({ index, segment }) => ({
        index,
        flight: segment.flight,
        from: city(segment.from),
        to: city(segment.to),
        departs: segment.departs.local,
        airline: flights.geography.airline(segment.operator),
        open: open && ahead,
        seats: people.flatMap(({ type }, traveller) => {
          if (type === 'infant' || hasLeft(flightOrder, traveller)) return [];
          const bought = seatOf(sold.seats, index, traveller);
          const chosen = seatOf(living?.chosen.seats ?? [], index, traveller);
          return [
            {
              traveller,
              bought: bought?.designator ?? null,
              state: bought ? stateOf('seat', bought.key, traveller) : null,
              chosen: chosen?.designator ?? null,
              forSale: open && (sale.seats.has(seatPlace(index, traveller)) || sale.swaps.has(seatPlace(index, traveller))),
            },
          ];
        }),
        service: mealService(segment),
        price: mealPrice(segment),
        meals: flyingOf(flightOrder).map((traveller) => {
          const { type } = people[traveller]!;
          const key = choiceKey(segment, traveller);
          return {
            traveller,
            key,
            forSale: open && sale.meals.has(key),
            bought: sold.meals[key] ?? null,
            state: stateOf('meal', key, traveller),
            chosen: living?.chosen.meals[key] ?? '',
            codes: mealsFor({ type }),
          };
        }),
      })),
    ),
    fastTrack: {
      bought: sold.fastTrack && fastTrack.offered.length > 0,
      forSale: open && sale.fastTrack,
      chosen: living?.chosen.fastTrack ?? false,
      offered: fastTrack.offered.map(({ airport, each }) => ({ airport, city: city(airport), each })),
      missing: fastTrack.missing.map(city),
    },
    insurance: {
      bought: sold.insurance,
      forSale: open && sale.insurance,
      chosen: living?.chosen.insurance ?? false,
      each: insurancePrice(first, last),
      refusal: sale.uninsured,
    },
    choice: living && (await shownChoice(platform, order, flightOrder, { addition: living, paid, language })),
    /** The last one that was paid for and could not be had. */
    failed: additions[0]?.status === 'failed',
    seat: open
      ? await shownSeat(platform, flights, { order: flightOrder, people, living, address, paid }, new Set([...sale.seats, ...sale.swaps]))
      : null,
  };
}

export type OpenedAddition = Awaited<ReturnType<typeof openAddition>>;

/** What is chosen, line by line, and what it costs together. */
async function shownChoice(
  platform: Platform,
  order: Order,
  flightOrder: FlightOrder,
  shown: { readonly addition: FlightAddition; readonly paid: ReadonlyMap<string, Money>; readonly language: LanguageCode },
) {
  const { addition, paid, language } = shown;
  const charges = addedCharges(purchaseOfOrder(flightOrder), addition.chosen);
  const swaps = swapsOf(addition.chosen);
  const codes = new Set(charges.map(({ kind, code }) => `${kind} ${code}`));
  const priced = addition.quote.lines.filter(({ kind, code }) => codes.has(`${kind} ${code}`));
  // What is free of charge has no line of the price.
  const free = charges.filter(({ each }) => each.amount === 0);
  const lines = [
    ...extrasOf(priced).map((extra) => {
      const swap = extra.kind === 'seat' ? swaps.find(({ key }) => key === extra.code) : undefined;
      const had = swap ? (paid.get(swap.key)?.amount ?? 0) : 0;
      return { ...extra, instead: swap?.instead ?? null, amount: money(extra.price - had, addition.currency) };
    }),
    ...free.flatMap((charge) =>
      charge.travellers.map((traveller) => ({
        kind: charge.kind as FlightExtra['kind'],
        facts: charge.facts ?? {},
        traveller,
        instead: (charge.kind === 'seat' && swaps.find(({ key }) => key === charge.code)?.instead) || null,
        amount: charge.each,
      })),
    ),
  ];
  const sum = lines.reduce((total, { amount }) => total + amount.amount, 0);
  const payments = (await findPaymentsOfOrder(platform.db, order.id)).filter(({ purpose }) => purpose === additionPurpose(addition));
  return {
    number: addition.number,
    lines: lines.map((line) => ({
      words: extraWords(line, language),
      traveller: line.traveller,
      amount: line.amount,
      /** The seat that is given up for it. */
      instead: line.instead,
    })),
    swapOnly: isSwapOnly(addition.chosen),
    meals: freeMeals(flightOrder.contracts, addition.chosen.meals, purchaseOfOrder(flightOrder).travellers).map(
      ({ traveller, code, flight }) => ({ traveller, meal: code, flight }),
    ),
    /** What our own rules add or take off besides; null where they do not. */
    rest: addition.difference === sum ? null : money(addition.difference - sum, addition.currency),
    difference: money(addition.difference, addition.currency),
    seen: addition.quote.total.amount,
    expiresAt: addition.expiresAt.toISOString(),
    over: addition.expiresAt.getTime() <= platform.clock.now(),
    /** The bank has the money, or is deciding. */
    paid: payments.some(({ status }) => decidedStates.includes(status)),
  };
}

/** The cabin of the flight that is asked for, as one traveller sees it; null where none is asked for. */
async function shownSeat(
  platform: Platform,
  flights: Flights,
  asked: {
    readonly order: FlightOrder;
    readonly people: readonly PassengerDetails[];
    readonly living: FlightAddition | null;
    readonly address: URLSearchParams;
    readonly paid: ReadonlyMap<string, Money>;
  },
  places: ReadonlySet<string>,
) {
  const { order, people, living, address, paid } = asked;
  const read = (name: string) => (/^\d{1,2}$/.test(address.get(name) ?? '') ? Number(address.get(name)) : -1);
  const [at, traveller] = [read('segment'), read('traveller')];
  if (!places.has(seatPlace(at, traveller))) return null;
  const { contracts } = purchaseOfOrder(order);
  const place = locateSegment(contracts, at)!;
  const segment = directionsOf(contracts, platform.clock.now()).flatMap(({ segments }) => segments)[at]!.segment;
  const opened = await openOrderedCabin(platform, flights, order, at);
  const chosen = (living?.chosen.seats ?? []).filter((seat) => seat.segment === at);
  const had = order.choices.seats.filter((seat) => seat.segment === at);
  const mine = [...had, ...chosen];
  const held = seatOf(had, at, traveller) ?? null;
  const heldPaid = held && (paid.get(held.key) ?? null);
  const map = opened && openTo(opened.map, new Set(mine.map(({ designator }) => designator)));
  // What cannot be had here is not shown as if it could.
  const offered = map && {
    ...map,
    rows: map.rows.map((row) => ({
      ...row,
      seats: row.seats.map((seat) =>
        seat && addedSeatPrice(order, opened, { segment: at, passenger: traveller, designator: seat.designator }, heldPaid) === null
          ? { ...seat, state: 'blocked' as const }
          : seat,
      ),
    })),
  };
  const cabin =
    offered &&
    viewCabin(offered, {
      cabin: segment.cabin,
      brand: rulesOfDirection(contracts[place.contract]!.brand, place.slice),
      passenger: seatedOn(people, order, segment.departs.local).find(({ index }) => index === traveller)!,
      date: calendarDate(segment.departs.local.slice(0, 10)),
      // Whoever has chosen another seat sits there, and not where they sat.
      takenBy: new Map(
        [...had.filter((seat) => !seatOf(chosen, at, seat.passenger)), ...chosen].map((seat) => [seat.designator, seat.passenger]),
      ),
    });
  return {
    at,
    traveller,
    cabin,
    own: opened?.own ?? false,
    asList: address.get('view') === 'list',
    chosen: seatOf(chosen, at, traveller)?.designator ?? null,
    /** The seat that is given up for another one, and what was paid for it; null where there is none. */
    held: held && { designator: held.designator, paid: heldPaid },
  };
}
