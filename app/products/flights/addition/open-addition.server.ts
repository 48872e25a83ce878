import { readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { addedCharges, directionsOf, forSale, seatPlace } from '../addition-rules.ts';
import { findAdditions } from '../additions-store.server.ts';
import { bagKey, choiceKey, type PassengerDetails } from '../booking-draft.ts';
import { additionPurpose, decidedStates, findAdditionClosed } from '../choose-additions.server.ts';
import { describedExtra, extraWords } from '../extra-words.server.ts';
import { extrasOf } from '../extra-rules.ts';
import { bagChoices, fastTrackOffers, insurancePrice, journeyDates, mealPrice, mealService, mealsFor } from '../extras-price.ts';
import { findExtras } from '../extras-store.server.ts';
import { rulesOfDirection } from '../fare-rules.ts';
import { getFlightOrder, purchaseOfOrder, type FlightOrder } from '../flight-store.server.ts';
import type { FlightAddition, FlightExtra } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { freeMeals } from '../meal-wishes.ts';
import { addedSeatPrice, openOrderedCabin, openTo, seatedOn } from '../ordered-seats.server.ts';
import { locateSegment } from '../price-draft.server.ts';
import { viewCabin } from '../seat-view.ts';

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
  const sale = forSale(sold, people, now);
  const additions = await findAdditions(db, order.id);
  const living = additions.find(({ status }) => status === 'open') ?? null;
  const extras = await findExtras(db, order.id);
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
        const key = bagKey(index, traveller);
        if (type === 'infant') return [];
        return [
          {
            traveller,
            key,
            forSale: open && sale.bags.has(key),
            pieces: sold.checkedBags[key] ?? 0,
            state: stateOf('bag', key, traveller),
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
          if (type === 'infant') return [];
          const bought = sold.seats.find((seat) => seat.segment === index && seat.passenger === traveller);
          const chosen = living?.chosen.seats.find((seat) => seat.segment === index && seat.passenger === traveller);
          return [
            {
              traveller,
              bought: bought?.designator ?? null,
              state: bought ? stateOf('seat', bought.key, traveller) : null,
              chosen: chosen?.designator ?? null,
              forSale: open && sale.seats.has(seatPlace(index, traveller)),
            },
          ];
        }),
        service: mealService(segment),
        price: mealPrice(segment),
        meals: people.map(({ type }, traveller) => {
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
    choice: living && (await shownChoice(platform, order, flightOrder, living, language)),
    /** The last one that was paid for and could not be had. */
    failed: additions[0]?.status === 'failed',
    seat: open ? await shownSeat(platform, flights, { order: flightOrder, people, living, address }, sale.seats) : null,
  };
}

export type OpenedAddition = Awaited<ReturnType<typeof openAddition>>;

/** What is chosen, line by line, and what it costs together. */
async function shownChoice(platform: Platform, order: Order, flightOrder: FlightOrder, addition: FlightAddition, language: LanguageCode) {
  const charges = addedCharges(purchaseOfOrder(flightOrder), addition.chosen);
  const codes = new Set(charges.map(({ kind, code }) => `${kind} ${code}`));
  const priced = addition.quote.lines.filter(({ kind, code }) => codes.has(`${kind} ${code}`));
  // What is free of charge has no line of the price.
  const free = charges.filter(({ each }) => each.amount === 0);
  const lines = [
    ...extrasOf(priced).map((extra) => ({ ...extra, amount: money(extra.price, addition.currency) })),
    ...free.flatMap((charge) =>
      charge.travellers.map((traveller) => ({
        kind: charge.kind as FlightExtra['kind'],
        facts: charge.facts ?? {},
        traveller,
        amount: charge.each,
      })),
    ),
  ];
  const sum = lines.reduce((total, { amount }) => total + amount.amount, 0);
  const payments = (await findPaymentsOfOrder(platform.db, order.id)).filter(({ purpose }) => purpose === additionPurpose(addition));
  return {
    number: addition.number,
    lines: lines.map((line) => ({ words: extraWords(line, language), traveller: line.traveller, amount: line.amount })),
    meals: freeMeals(flightOrder.contracts, addition.chosen.meals, purchaseOfOrder(flightOrder).travellers).map(
      ({ traveller, code, flight }) => ({
        traveller,
        meal: code,
        flight,
      }),
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
  },
  places: ReadonlySet<string>,
) {
  const { order, people, living, address } = asked;
  const read = (name: string) => (/^\d{1,2}$/.test(address.get(name) ?? '') ? Number(address.get(name)) : -1);
  const [at, traveller] = [read('segment'), read('traveller')];
  if (!places.has(seatPlace(at, traveller))) return null;
  const { contracts } = purchaseOfOrder(order);
  const place = locateSegment(contracts, at)!;
  const segment = directionsOf(contracts, platform.clock.now()).flatMap(({ segments }) => segments)[at]!.segment;
  const opened = await openOrderedCabin(platform, flights, order, at);
  const chosen = (living?.chosen.seats ?? []).filter((seat) => seat.segment === at);
  const mine = [...order.choices.seats.filter((seat) => seat.segment === at), ...chosen];
  const map = opened && openTo(opened.map, new Set(mine.map(({ designator }) => designator)));
  // What cannot be had here is not shown as if it could.
  const had = map && {
    ...map,
    rows: map.rows.map((row) => ({
      ...row,
      seats: row.seats.map((seat) =>
        seat && addedSeatPrice(order, opened, { segment: at, passenger: traveller, designator: seat.designator }) === null
          ? { ...seat, state: 'blocked' as const }
          : seat,
      ),
    })),
  };
  const cabin =
    had &&
    viewCabin(had, {
      cabin: segment.cabin,
      brand: rulesOfDirection(contracts[place.contract]!.brand, place.slice),
      passenger: seatedOn(people, segment.departs.local)[traveller]!,
      date: calendarDate(segment.departs.local.slice(0, 10)),
      takenBy: new Map(mine.map((seat) => [seat.designator, seat.passenger])),
    });
  return {
    at,
    traveller,
    cabin,
    own: opened?.own ?? false,
    asList: address.get('view') === 'list',
    chosen: chosen.find((seat) => seat.passenger === traveller)?.designator ?? null,
  };
}
