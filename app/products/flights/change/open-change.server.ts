import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder, isMoneyMoving } from '#app/commerce/payments/payments-store.server.ts';
import type { PriceLine, PriceLineKind } from '#app/commerce/pricing/quote.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, instant, parseCalendarDate, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, sumMoney, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { contractDeparts } from './change-flights.server.ts';
import { changeClosed, notInstead, refusedBy, unfitTimes, type NotInstead } from './change-rules.ts';
import { brandOf, findFamily } from '../fares/fare-rules.ts';
import { findChanges } from './flight-changes-store.server.ts';
import { quoteOffer } from '../flight-price.ts';
import { salesDays } from '../search/flight-search-form.ts';
import { getFlightOrder, type FlightOrder } from '../order/flight-store.server.ts';
import type { FlightContractRow } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { timesAround } from './flown-around.ts';
import { followingOn } from '../join-tickets.ts';
import { parseSliceKey, type FlightSearch, type Offer, type Passengers, type Slice } from '../offer.ts';
import { cancelCaseOf } from '../refunds/cancel-case.ts';
import { freeToCancel } from '../refunds/cancel-rules.ts';
import { changePurpose } from './change-purpose.ts';
import { ticketingOffice } from '../tickets/ticket-deadline.ts';

/** A direction as the page writes it; local times. */
export interface ShownSlice {
  readonly from: string;
  readonly to: string;
  readonly departs: string;
  readonly arrives: string;
  readonly flights: string;
  /** Names of those that fly them, each once. */
  readonly airlines: readonly string[];
  readonly stops: number;
  /** Cities of the stops. */
  readonly via: readonly string[];
  readonly minutes: number;
  readonly dayShift: number;
}

/** What differs of the price, by kind; null where a side has none of it. */
export interface ShownDifference {
  readonly nameKey: string;
  readonly before: Money | null;
  readonly after: Money | null;
}

/** No more than anybody reads through. */
const mostOptions = 40;

/**
 * Everything the page of a change shows: what flies now and what of it may be changed, the flights of the days asked
 * for, and the change that is quoted or under way. The caller has judged access.
 */
export async function openChange(platform: Platform, flights: Flights, order: Order, address: URLSearchParams, language: LanguageCode) {
  const now = platform.clock.now();
  const flightOrder = await getFlightOrder(platform.db, order.id);
  const place = (code: string) => flights.geography.city(code, language);
  const shown = (slices: readonly Slice[]): ShownSlice[] => slices.map((slice) => showSlice(slice, place, flights.geography.airline));
  const contracts = flightOrder.contracts.map((row) => {
    const brand = brandOf(row.offer, row.brand);
    return {
      position: row.position,
      slices: shown(row.offer.slices),
      closed: changeClosed(order.status, brand, contractDeparts(row), now),
      penalty: brand.changeBefore.penalty,
      /** Where the directions are in different families: what changing each of them costs. */
      directions: (brand.directions ?? []).map(({ changeBefore }, slice) => ({
        from: place(row.offer.slices[slice]!.from),
        to: place(row.offer.slices[slice]!.to),
        refused: refusedBy(changeBefore),
        penalty: changeBefore.penalty,
      })),
      returns: brand.refundBefore.permission === 'allowed',
    };
  });
  const asked = Number(address.get('contract') ?? contracts.find(({ closed }) => closed === null)?.position ?? 0);
  const row = flightOrder.contracts[asked] ?? flightOrder.contracts[0]!;
  const open = contracts[row.position]!.closed === null;
  const today = dateIn(ticketingOffice.zone, now);
  const dates = row.offer.slices.map(
    (slice, index) => parseCalendarDate(address.get(`date${index}`) ?? '') ?? slice.segments[0]!.departs.local.slice(0, 10),
  ) as CalendarDate[];
  const wanted = open && address.has('date0');
  const last = addDays(today, salesDays);
  const wrongDates = dates.some((date, index) => date < today || date > last || (index > 0 && date < dates[index - 1]!));
  return {
    reference: order.reference,
    status: order.status,
    contracts,
    contract: row.position,
    open,
    dates,
    first: today,
    last,
    wrongDates: wanted && wrongDates,
    chosen: chosenOf(address, row.offer.slices.length),
    options:
      wanted && !wrongDates
        ? await findOptions(
            platform,
            flights,
            flightOrder.passengers,
            wholeContract(flightOrder, row, now),
            dates,
            chosenOf(address, row.offer.slices.length),
            place,
          )
        : null,
    change: await shownChange(platform, order, flightOrder, shown),
  };
}

export type OpenedChange = Awaited<ReturnType<typeof openChange>>;

export function showSlice(slice: Slice, place: (code: string) => string, airline: (code: string) => string): ShownSlice {
  return {
    from: place(slice.from),
    to: place(slice.to),
    departs: slice.segments[0]!.departs.local,
    arrives: slice.segments.at(-1)!.arrives.local,
    flights: slice.segments.map(({ flight }) => flight).join(', '),
    airlines: [...new Set(slice.segments.map((segment) => airline(segment.airline)))],
    stops: slice.stops,
    via: slice.layovers.map((layover) => place(layover.airport)),
    minutes: slice.minutes,
    dayShift: slice.dayShift,
  };
}

/** What is chosen so far of as many directions: at most all but the last. */
export const chosenOf = (address: URLSearchParams, directions: number) =>
  address
    .getAll('chosen')
    .filter((key) => parseSliceKey(key) !== null)
    .slice(0, directions - 1);

/** The journey for which other flights are looked for: a whole contract, or those directions of it that are chosen anew. */
export interface OtherFlights {
  readonly sold: Offer;
  /** Airports of each direction that is chosen. */
  readonly directions: readonly Pick<Slice, 'from' | 'to'>[];
  /** Code of the family in which it was sold. */
  readonly family: string;
  /** Why flights do not fit; null when they do. `chosen`: how many directions of the offer are, the whole of it or its first ones. */
  unfit(offer: Offer, chosen: number): NotInstead | null;
}

/** Every direction of a contract anew. While directions are open, the later ones are not chosen yet. */
export function wholeContract(order: FlightOrder, row: FlightContractRow, now: Instant): OtherFlights {
  const around = timesAround(order, row.position);
  return {
    sold: row.offer,
    directions: row.offer.slices,
    family: row.brand,
    unfit: (offer, chosen) =>
      chosen === row.offer.slices.length
        ? notInstead(row.offer, followingOn(row.offer, offer), around, now)
        : unfitTimes(
            offer.slices.slice(0, chosen).flatMap(({ segments }) => segments),
            around,
            now,
          ),
  };
}

/** Flights of the same airline from the same source for the direction that is chosen next; null: nobody answered. */
export async function findOptions(
  platform: Platform,
  flights: Flights,
  passengers: Passengers,
  { sold, directions, family, unfit }: OtherFlights,
  dates: readonly CalendarDate[],
  chosen: readonly string[],
  place: (code: string) => string,
) {
  const now = platform.clock.now();
  const { cabin, supplier, validatingAirline } = sold;
  const search: FlightSearch = {
    slices: directions.map(({ from, to }, index) => ({ from, to, date: dates[index]! })),
    passengers,
    cabin,
    maxStops: 2,
  };
  const asked = await flights.desk.ask(search, chosen, now);
  const offers = asked.rest ? await asked.rest : asked.offers;
  const rules = await flights.desk.pricingRules(platform.db, now);
  const at = chosen.length;
  const whole = at === directions.length - 1;
  const sorted = flights.desk
    .priced(offers, search, rules)
    .filter((facts) => facts.supplier === supplier && facts.validatingAirline === validatingAirline)
    // Without a stop first: whoever flies direct looks for the next direct flight.
    .toSorted((a, b) => a.stops - b.stops || a.departsUtc - b.departsUtc);
  const optionOf = (facts: (typeof sorted)[number]) => {
    const offer = offers.offer(facts);
    const brand = findFamily(offer, family);
    if (!brand || offer.tickets > sold.tickets) return null;
    // What would be refused once it is asked for is not offered.
    if (unfit(offer, at + 1)) return null;
    // A list knows what each family of the whole costs; a pair of them is reckoned.
    const total = facts.totals[offer.brands.indexOf(brand)] ?? quoteOffer(offer, brand, rules).total.amount;
    return {
      key: offers.sliceKey(facts),
      slice: showSlice(offer.slices[at]!, place, flights.geography.airline),
      /** What the whole journey would cost everybody today, before the fees of a change. */
      total: money(total, rules.currency),
      /** With the last direction the journey is whole and can be asked for. */
      offerId: whole ? offer.id : null,
    };
  };
  const fitting: NonNullable<ReturnType<typeof optionOf>>[] = [];
  for (const facts of sorted) {
    if (fitting.length === mostOptions) break;
    const option = optionOf(facts);
    if (option) fitting.push(option);
  }
  // Only flights of the source of these tickets count: what the others say is no answer.
  return { at, silent: offers.answered.find((report) => report.supplier === supplier)?.outcome !== 'ok', list: fitting };
}

async function shownChange(platform: Platform, order: Order, flightOrder: FlightOrder, shown: (slices: readonly Slice[]) => ShownSlice[]) {
  const changes = (await findChanges(platform.db, order.id)).filter(({ correction, leaves }) => correction === null && leaves === null);
  const change = changes.find(({ status }) => status === 'quoted' || status === 'accepted') ?? changes[0];
  if (!change || change.status === 'dropped') return null;
  const before = await getQuote(platform.db, order);
  const payments = await findPaymentsOfOrder(platform.db, order.id);
  const paid = payments.some((payment) => payment.purpose === changePurpose(change) && isMoneyMoving(payment));
  const ticketedAt = flightOrder.ticketedAt && instant(flightOrder.ticketedAt.getTime());
  const free = freeToCancel({ contracts: flightOrder.contracts.map(cancelCaseOf), ticketedAt }, platform.clock.now());
  return {
    number: change.number,
    /** Cancelling brings more back now than it will after a change. */
    free: free && { window: free.window, until: new Date(free.until).toISOString() },
    status: change.status,
    why: change.why,
    was: shown(flightOrder.contracts[change.contract]!.offer.slices),
    wanted: shown(change.offer.slices),
    before: before.total,
    after: change.quote.total,
    rows: differences(before.lines, change.quote.lines),
    difference: money(change.difference, change.currency),
    refund: money(change.refund, change.currency),
    expiresAt: change.expiresAt.toISOString(),
    over: change.expiresAt.getTime() <= platform.clock.now(),
    /** The bank has the money, or is deciding. */
    paid,
    asked: change.attempt !== null,
  };
}

/** Kinds of lines whose sums differ; each fee of a change stands by itself. */
function differences(before: readonly PriceLine[], after: readonly PriceLine[]): ShownDifference[] {
  const keyOf = (line: PriceLine) => (line.kind === 'change-fee' ? line.nameKey : `price:line.${line.kind satisfies PriceLineKind}`);
  const sums = (lines: readonly PriceLine[]) => {
    const byKey = new Map<string, Money>();
    for (const line of lines)
      byKey.set(keyOf(line), sumMoney([byKey.get(keyOf(line)) ?? money(0, line.amount.currency), line.amount], line.amount.currency));
    return byKey;
  };
  const [old, fresh] = [sums(before), sums(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((nameKey) => ({ nameKey, before: old.get(nameKey) ?? null, after: fresh.get(nameKey) ?? null }))
    .filter((row) => row.before?.amount !== row.after?.amount);
}
