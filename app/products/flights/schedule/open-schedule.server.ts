import type { LinkedOrder } from '#app/commerce/orders/find-linked.server.ts';
import type { Span } from '#app/commerce/orders/linked-rules.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { addDays, dateIn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { timesAround } from '../change/flown-around.ts';
import { chosenOf, findOptions, showSlice, wholeContract, type OtherFlights } from '../change/open-change.server.ts';
import type { ScheduleChange } from '../flight.tables.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from '../order/hold-flights.server.ts';
import { hasLeft, journeyWith, keepingOf, unfitBeside, type Keeping } from './keep-directions.ts';
import { directionsNow, insteadDays, isNumberOnly, silenceOf } from './schedule-rules.ts';
import { keepOfAsked } from './only-asked.server.ts';
import { findOpenSchedules, findSchedules, lastTakenBack } from './schedule-store.server.ts';
import { ticketingOffice } from '../tickets/ticket-deadline.ts';
import { findTouched, spanWith, type Touched } from './find-touched.ts';

/**
 * Everything the decision page shows: the flights of before and of now, what is broken, what else of the trip is touched, what
 * may be answered and until when, and the flights of other days when they are asked for. The caller has judged access, of
 * `linked` too.
 */
export async function openSchedule(
  platform: Platform,
  flights: Flights,
  { order, linked }: { readonly order: Order; readonly linked: readonly LinkedOrder[] },
  address: URLSearchParams,
  language: LanguageCode,
) {
  const { db, clock } = platform;
  const now = clock.now();
  const place = (code: string) => flights.geography.city(code, language);
  const [flightOrder, all, opened] = await Promise.all([
    getFlightOrder(db, order.id),
    findSchedules(db, order.id),
    findOpenSchedules(db, order.id),
  ]);
  const told = opened.filter(({ toldAt }) => toldAt !== null);
  // A cancellation that was only asked about keeps nobody from answering.
  const asked = (await keepOfAsked(db as unknown as Tx, order)) === 'keep-tickets';
  const open = order.status === 'schedule_change_pending' || asked ? (told[0] ?? null) : null;
  const busy = all.find(({ status, answer }) => status === 'open' && answer !== null);
  const shown = open ?? busy ?? all.find(({ toldAt }) => toldAt !== null) ?? null;
  const base = {
    reference: order.reference,
    status: order.status,
    version: order.version,
    total: money(order.total, order.currency),
    /** Of other contracts of the order; they come one after another. */
    more: Math.max(0, told.length - 1),
  };
  if (!shown) return { ...base, schedule: null, days: null };
  const { id, severity, kinds, was, slices, broken, refundable, acceptable, seatsLost, answer, status } = shown;
  const segments = was.flatMap((slice) => slice.segments);
  return {
    ...base,
    schedule: {
      id,
      open: open !== null,
      /** An answer to what cancelling gives back stands open beside it. */
      asked: open !== null && asked,
      status,
      severity,
      kinds,
      numberOnly: isNumberOnly(kinds),
      was: was.map((slice) => showSlice(slice, place, flights.geography.airline)),
      cancelled: slices === null,
      now: directionsNow(was, shown).map((slice) => slice && showSlice(slice, place, flights.geography.airline)),
      broken: broken.map((one) => ({ ...one, airport: flights.geography.airport(one.airport, language) })),
      touched: status === 'open' ? findTouched(shown, flightOrder, linked, ownFlights(order, language), namesIn(flights, language)) : [],
      seatsLost: seatsLost.flatMap((at) => segments[at]?.flight ?? []),
      refundable,
      acceptable,
      answer,
      /** The airline flies again what was sold. */
      takenBack: status === 'superseded' && shown.saidAt.getTime() < (await lastTakenBack(db, order.id, shown.contract)),
      answerBy: shown.answerBy?.toISOString() ?? null,
      silence: silenceOf({ severity, acceptable }),
      /** Minutes that were allowed beforehand and by which it was accepted; null where somebody answered. */
      allowed: shown.allowedMinutes,
    },
    days: open ? await daysOf(open) : null,
  };

  /** What else may be flown; null: part of the journey is behind them, and a person finds the rest of it with them. */
  async function daysOf(open: ScheduleChange) {
    const row = flightOrder.contracts[open.contract]!;
    const mayKeep = keepingOf(row.offer, row.brand, open);
    const begun = hasLeft(was[0]!, now);
    // What is left of a journey goes on from what was flown of it.
    const keeping = address.has('both') && !begun ? null : mayKeep;
    if (begun && !keeping) return null;
    const positions = keeping?.lost ?? was.map((_, at) => at);
    const today = dateIn(ticketingOffice.zone, now);
    const days = positions.map((at) => was[at]!.segments[0]!.departs.local.slice(0, 10) as CalendarDate);
    const limits = days.map((day) => ({
      first: addDays(day, -insteadDays) < today ? today : addDays(day, -insteadDays),
      last: addDays(day, insteadDays),
    }));
    const dates = days.map((day, at) => {
      const wanted = parseCalendarDate(address.get(`date${at}`) ?? '') ?? day;
      return address.has(`date${at}`) || wanted >= limits[at]!.first ? wanted : limits[at]!.first;
    });
    const wrong = dates.some((date, at) => date < limits[at]!.first || date > limits[at]!.last || (at > 0 && date < dates[at - 1]!));
    const asked = address.has('date0');
    const chosen = chosenOf(address, positions.length);
    const others = keeping ? besideKept(keeping, open.contract) : wholeContract(flightOrder, row, now);
    return {
      /** Positions of the directions that are chosen anew. */
      positions,
      /** The others stay as they fly. */
      keeps: keeping !== null,
      /** What flies may be kept or given up, as they like. */
      either: mayKeep !== null && !begun,
      dates,
      limits,
      wrong: asked && wrong,
      chosen,
      options: asked && !wrong ? await findOptions(platform, flights, flightOrder.passengers, others, dates, chosen, place) : null,
      wanted: await wantedOf(address.get('offer'), keeping),
    };
  }

  function besideKept(keeping: Keeping, contract: number): OtherFlights {
    const around = timesAround(flightOrder, contract);
    return {
      sold: keeping.sold,
      directions: keeping.lost.map((at) => keeping.sold.slices[at]!),
      family: keeping.family,
      unfit: (offer, chosen) => unfitBeside(keeping, offer.slices.slice(0, chosen), around, now),
    };
  }

  /** The flights that were picked, to be read once more before they are taken: the whole journey, with what stays of it. */
  async function wantedOf(offerId: string | null, keeping: Keeping | null) {
    const supplier = offerId ? flights.supplierOf(offerId.slice(0, 400)) : null;
    if (!supplier || !offerId) return null;
    const priced = await safely(() => supplier.price(offerId, flightOrder.passengers, { now }));
    if (priced.outcome !== 'ok' || priced.value.slices.length !== (keeping?.lost ?? was).length) return null;
    const journey = keeping ? journeyWith(keeping, priced.value.slices) : priced.value.slices;
    return {
      offerId,
      slices: journey.flatMap((slice, at) =>
        slice ? [{ ...showSlice(slice, place, flights.geography.airline), stays: keeping !== null && !keeping.lost.includes(at) }] : [],
      ),
    };
  }
}

const namesIn = ({ geography }: Flights, language: LanguageCode) => ({
  country: (airport: string) => geography.country(airport),
  city: (airport: string) => geography.city(airport, language),
});

/** The other tickets of the order itself are changed on its own page. */
const ownFlights = ({ reference }: Order, language: LanguageCode) => ({
  reference,
  change: { words: textsFor(language).of('orders')('flightChange.link'), to: `/change-flights/${reference}` },
});

/**
 * The days for which something else may be touched: those of the order, with those to which its airline moves it. Null where
 * nothing lies before anybody.
 */
export async function findDaysTouched(db: Db, order: Order): Promise<Span | null> {
  const living = (await findSchedules(db, order.id)).filter(isLiving);
  return living.length === 0
    ? null
    : spanWith(
        order,
        living.map(({ slices, flies }) => slices ?? flies ?? []),
      );
}

const isLiving = ({ status }: { readonly status: string }) => status === 'open' || status === 'held';

/** What of the trip is touched by anything that its airline changed and nobody has settled; for the record of the desk. */
export async function findTouchedOf(
  platform: Pick<Platform, 'db'>,
  flights: Flights,
  { order, linked }: { readonly order: Order; readonly linked: readonly LinkedOrder[] },
  language: LanguageCode,
): Promise<Touched[]> {
  const living = (await findSchedules(platform.db, order.id)).filter(isLiving);
  if (living.length === 0) return [];
  const flightOrder = await getFlightOrder(platform.db, order.id);
  return living.flatMap((schedule) => findTouched(schedule, flightOrder, linked, ownFlights(order, language), namesIn(flights, language)));
}

export type OpenedSchedule = Awaited<ReturnType<typeof openSchedule>>;
