import type { OrderDescription, Paper, PaperEntry } from '#app/commerce/orders/order-description.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findHistory, findOrderAsSystem, getQuote, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { findPaymentsOfOrder, isMoneyMoving } from '#app/commerce/payments/payments-store.server.ts';
import { refusedWay } from '#app/commerce/payments/payment-ways.ts';
import type { DraftOutcome, DraftPlaced, DraftToPlace, ProductCounter, TripPart } from '#app/commerce/product-counter.ts';
import { rememberShownQuote } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { answerPromo } from '#app/commerce/pricing/promo-codes.server.ts';
import { changedLines, withCode, type PriceLineKind, type Quote } from '#app/commerce/pricing/quote.ts';
import type { Viewer } from '#app/platform/access.ts';
import { readTogether } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { instant, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { money, sumMoney, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findDraft, joinDraft } from './booking/booking-draft-store.server.ts';
import { resultsPath } from './booking/open-booking.server.ts';
import { missingBefore, stepPaths, type PassengerDetails } from './booking/booking-draft.ts';
import { findOpenAddition } from './addition/additions-store.server.ts';
import { changePurpose } from './change/change-purpose.ts';
import { contractDeparts } from './change/change-flights.server.ts';
import { correctionClosed } from './names/name-correction-rules.ts';
import { findCorrections, isLiving, nameOnTicket } from './names/name-corrections-store.server.ts';
import { changeClosed } from './change/change-rules.ts';
import { additionPurpose, findAdditionClosed } from './addition/choose-additions.server.ts';
import { cityPoster } from './city-poster.ts';
import { describeFlights, printedName, routeOf, type DescriptionNames } from './order/describe-flight-order.ts';
import { brandOf } from './fares/fare-rules.ts';
import { flownNow } from './schedule/flown-now.ts';
import { setEticket, type EticketPaper } from './tickets/eticket-document.server.ts';
import { describedExtra, describedExtras } from './extras/extra-words.server.ts';
import { findExtras } from './extras/extras-store.server.ts';
import { clocksOf, findTickets, flyingOf, getFlightOrder, purchaseOfOrder, type FlightOrder } from './order/flight-store.server.ts';
import { findChanges, findLivingChange } from './change/flight-changes-store.server.ts';
import type { FlightExtra, FlightChange, FlightTicket, TravellerRequest } from './flight.tables.ts';
import type { Flights } from './flights-context.ts';
import { claimOf, mayClaim } from './trip/missed-rules.ts';
import { mayAllowMoves, mayForbidMoves, movesToChoose } from './schedule/moves-allowed-rules.ts';
import { keepFlights, offerToKeep, payLaterFor } from './order/keep-flights.server.ts';
import { placeFlightOrder } from './order/place-flight-order.server.ts';
import { findPricedFlights } from './quotes/find-priced.server.ts';
import { quotedFlightPrices } from './quotes/quoted-prices.server.ts';
import { directionsOf, endOfFirst, joinTickets, passageTo } from './join-tickets.ts';
import { priceDraft } from './booking/price-draft.server.ts';
import { renewFlights } from './order/renew-flights.server.ts';
import { isNumberOnly } from './schedule/schedule-rules.ts';
import { findStop } from './schedule/find-stops.server.ts';
import type { FlightOrderState } from './order/flight-order-status.ts';
import { findOpenSchedules } from './schedule/schedule-store.server.ts';
import { describedRequests, requestWords } from './extras/request-words.server.ts';
import { findRequests } from './extras/traveller-requests-store.server.ts';
import { givenForTicket } from './tickets/ticket-name.ts';
import { ticketDigits } from './tickets/ticket-number.ts';
import { ticketingOffice } from './tickets/ticket-deadline.ts';
import { tripCalendar } from './trip/trip-calendar.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { exitTasksFor } from './world/ground-facts.ts';
import { bagSizesOf, checkInOf, exitRules } from './world/open-ground-facts.server.ts';

const calendarName = 'flights.ics';
const ticketPattern = /^e-ticket-(\d{13})\.pdf$/;

/** While it can be paid. */
const payableStates: ReadonlySet<string> = new Set(['held', 'price_changed', 'payment_pending'] satisfies FlightOrderState[]);
/** Before there are tickets. */
const untoldStates: ReadonlySet<string> = new Set([...payableStates, 'paid', 'on_hold', 'ticketing_failed'] satisfies (
  | string
  | FlightOrderState
)[]);

/** Flights at the counter of commerce: described, put on paper, reviewed and placed. */
export function openFlightCounter(platform: Platform, flights: Flights): ProductCounter {
  const namesIn = (language: LanguageCode): DescriptionNames => ({
    place: (code) => ({ city: flights.geography.city(code, language), airport: flights.geography.airport(code, language) }),
    airline: (code) => flights.geography.airline(code),
    day: (local) => `${formatDate(local, language, 'day')} ${local.slice(11, 16)}`,
    checkIn: checkInOf,
    bagSizes: bagSizesOf,
    date: (day) => formatDate(day, language, 'short'),
    exitTasks: ({ from, to, passports }) =>
      exitTasksFor(exitRules(), { from: flights.geography.country(from), to: flights.geography.country(to), passports }),
    words: (key, values) => textsFor(language).of('orders')(key, values),
    countryOf: (airport) => flights.geography.country(airport),
    country: (code) => countryNames(language).find((country) => country.code === code)?.name ?? code,
  });
  const familyName = (nameKey: string, language: LanguageCode) => textsFor(language).t(nameKey);

  const read = async (orderId: string) => {
    const [flightOrder, order, tickets, people, changed] = await readTogether(platform.db, (db) =>
      Promise.all([
        getFlightOrder(db, orderId),
        findOrderAsSystem(db, orderId),
        findTickets(db, orderId),
        readTravellers<PassengerDetails>(db, platform.crypto, orderId),
        findOpenSchedules(db, orderId),
      ]),
    );
    // Whoever took other flights instead flies those, not what the airline made of the old ones.
    // Of flights without tickets nobody is asked anything: whoever holds them reads what is on record.
    const reads = (toldAt: Date | null) => toldAt !== null || untoldStates.has(order!.status);
    const told = changed.filter(({ toldAt, answer }) => reads(toldAt) && answer !== 'instead');
    return {
      flightOrder,
      order: order!,
      tickets: tickets.filter(({ status }) => status === 'open' || status === 'flown'),
      /** Tickets were written, whatever became of them. */
      written: tickets.length > 0,
      people,
      saidOf: (contract: number) => told.find((one) => one.contract === contract) ?? null,
    };
  };

  /** Whether money for something beside the order itself is there, or a bank decides about it: nobody is asked for it again. */
  const isWithBank = async (orderId: string, purpose: string) =>
    (await findPaymentsOfOrder(platform.db, orderId)).some((payment) => payment.purpose === purpose && isMoneyMoving(payment));

  /** Before the flights other ones are asked for; after them, what goes back of those that were not taken. */
  const linkOf = async (order: Order, flightOrder: FlightOrder, language: LanguageCode) => {
    const now = platform.clock.now();
    const departed = order.travelStarts.getTime() <= now;
    if (departed && mayMiss.has(order.status)) return missedLink(order, await findHistory(platform.db, order.id), language, now);
    const change = await findLivingChange(platform.db, order.id);
    const deciding = change !== null && (await isWithBank(order.id, changePurpose(change)));
    const opened = order.status === 'schedule_change_pending' ? await findOpenSchedules(platform.db, order.id) : [];
    const numberOnly = opened.length > 0 && opened.every(({ kinds }) => isNumberOnly(kinds));
    return changeLink(order, flightOrder, { change, deciding, numberOnly }, language, now);
  };

  /** Where seats, bags and meals are added to flights that have their tickets, or why they cannot be now. */
  const addsOf = async (order: Order, flightOrder: FlightOrder, language: LanguageCode): Promise<OrderDescription['adds']> => {
    if (flightOrder.ticketedAt === null) return undefined;
    const closed = await findAdditionClosed(platform.db, order, flightOrder, platform.clock.now());
    if (closed === 'not-ticketed' || closed === 'over') return undefined;
    const t = textsFor(language).of('add-extras');
    const open = closed === null ? await findOpenAddition(platform.db, order.id) : null;
    const waits = open && ((await isWithBank(order.id, additionPurpose(open))) ? t('deciding') : t('due'));
    return {
      heading: t('heading'),
      words: t('link'),
      to: `/add-extras/${order.reference}`,
      urgent: waits,
      closed: closed && t(`closed.${closed}`),
    };
  };

  /** Where a name is put right, and what of it waits for its holder. */
  const namesOf = async (order: Order, { contracts }: FlightOrder, language: LanguageCode): Promise<OrderDescription['names']> => {
    const corrections = (await findCorrections(platform.db, platform.crypto, order.id)).filter(isLiving);
    const open = correctionClosed(order.status, contracts, platform.clock.now()) === null;
    if (!open && corrections.length === 0) return undefined;
    const t = textsFor(language).of('name-correction');
    const offered = corrections.some(({ status }) => status === 'offered');
    return { heading: t('title'), words: t('link'), to: `/correct-name/${order.reference}`, urgent: offered ? t('due') : null };
  };

  /** Where only some of the travellers leave it, and what of that waits for its holder. */
  const leavesOf = async (order: Order, flightOrder: FlightOrder, language: LanguageCode): Promise<OrderDescription['leaves']> => {
    if (!mayLeave.has(order.status) || flyingOf(flightOrder).length < 2) return undefined;
    const asked = order.status === 'ticketed' ? null : await findLivingChange(platform.db, order.id);
    if (order.status !== 'ticketed' && !asked?.leaves) return undefined;
    if (order.travelStarts.getTime() <= platform.clock.now()) return undefined;
    const t = textsFor(language).of('orders');
    return {
      heading: t('someLeave.heading'),
      words: t('someLeave.link'),
      to: `/leave-flight/${order.reference}`,
      urgent: asked ? t(asked.status === 'quoted' ? 'someLeave.offered' : 'someLeave.pending') : null,
    };
  };

  return {
    kind: 'flight',
    sees: 'flight-orders:view',
    renewals: renewFlights(platform, flights),
    keeping: {
      offer: (orderId) => offerToKeep(platform, flights, orderId),
      keep: (orderId, who) => keepFlights(platform, flights, { orderId, who }),
    },

    findPriced: findPricedFlights(platform, flights),
    quotedPrices: quotedFlightPrices,

    async describe(orderId, language): Promise<OrderDescription> {
      const { flightOrder, order, tickets, people, saidOf } = await read(orderId);
      const { contracts, seats } = purchaseOfOrder(flightOrder);
      return describeFlights(
        {
          contracts: contracts.map((contract, index) => ({
            ...contract,
            locator: flightOrder.contracts[index]!.locator,
            familyName: familyName(contract.brand.nameKey, language),
            said: saidOf(index),
          })),
          people,
          left: new Set(flightOrder.left.map(({ traveller }) => traveller)),
          seats,
          tickets: numbersByTraveller(tickets),
          requests: describedRequests(await findRequests(platform.db, orderId), flightOrder, people, language),
          extras: describedExtras(await findExtras(platform.db, orderId), language),
          posterOf: cityPoster(flightOrder.destination, flights.geography.country(flightOrder.destination)),
          change: await linkOf(order, flightOrder, language),
          adds: await addsOf(order, flightOrder, language),
          names: await namesOf(order, flightOrder, language),
          leaves: await leavesOf(order, flightOrder, language),
          allows: allowsOf(order, flightOrder, language, platform.clock.now()),
          priceUntil: priceUntil(order, flightOrder),
          stop: payableStates.has(order.status) ? await findStop(platform.db, orderId) : null,
        },
        namesIn(language),
      );
    },

    async partOfTrip(orderId): Promise<TripPart> {
      const { slices } = await this.describe(orderId, 'en');
      const { contracts, destination } = await getFlightOrder(platform.db, orderId);
      const offers = contracts.map(({ offer }) => offer);
      // The first ticket of a direction may have come to lie a day before the one that goes on from it.
      const ends = joinTickets(offers).findIndex(({ to }) => to === endOfFirst(offers));
      const [out, last] = [slices[Math.max(ends, 0)]!, slices.at(-1)!];
      const country = flights.geography.country(destination);
      return {
        from: out.segments.at(-1)!.to.local.slice(0, 10) as CalendarDate,
        until: last.segments[0]!.from.local.slice(0, 10) as CalendarDate,
        role: 'carries',
        returns: directionsOf(offers) > 1,
        countries: country ? [country] : [],
        decides: null,
      };
    },

    // By its rules as sold; where the airline has not said, nobody may say it for them.
    async keptAt(orderId): Promise<Money | null> {
      const { contracts, travellers } = await this.describe(orderId, 'en');
      const order = (await findOrderAsSystem(platform.db, orderId))!;
      if (contracts.some(({ refund }) => refund.permission === 'unknown')) return null;
      if (contracts.some(({ refund }) => refund.permission === 'not-allowed')) return money(order.total, order.currency);
      const penalties = contracts.reduce((sum, { refund }) => sum + (refund.penalty?.amount ?? 0) * travellers.length, 0);
      return money(Math.min(order.total, penalties), order.currency);
    },

    // The journeys of an order are one sale, named by its way out.
    async reviewed(orderId, language) {
      const { slices, fromCity, toCity } = await this.describe(orderId, language);
      const [out, last] = [slices[0]!.segments, slices.at(-1)!.segments];
      return {
        id: `${out[0]!.from.code}-${out.at(-1)!.to.code}`,
        subject: `${fromCity} – ${toCity}`,
        completedOn: last.at(-1)!.to.local.slice(0, 10) as CalendarDate,
      };
    },

    async listPapers(orderId): Promise<readonly PaperEntry[]> {
      const { flightOrder, tickets, people } = await read(orderId);
      if (tickets.length === 0) return [];
      const { contracts } = flightOrder;
      return [
        ...tickets.map((ticket): PaperEntry => ({
          name: `e-ticket-${ticket.number}.pdf`,
          kind: 'ticket',
          traveller: printedName(people[ticket.traveller]!),
          ...(contracts.length > 1 ? { flights: routeOf(contracts[ticket.contract]!.offer.slices) } : {}),
        })),
        { name: calendarName, kind: 'calendar', traveller: null },
      ];
    },

    async openPaper(orderId, name, language): Promise<Paper | null> {
      const number = ticketPattern.exec(name)?.[1];
      if (!number && name !== calendarName) return null;
      const { flightOrder, order, tickets, written, people, saidOf } = await read(orderId);
      if (name === calendarName && written) {
        const all = flightOrder.contracts.flatMap((row, contract) =>
          flownNow(row.offer.slices, saidOf(contract)).flown.map((one) => ({ ...one, pnr: row.locator ?? '' })),
        );
        const replaced = (await findChanges(platform.db, orderId)).flatMap(({ contract, was }) =>
          (was ?? []).flatMap(({ segments }) =>
            segments.map((segment) => ({ segment, pnr: flightOrder.contracts[contract]!.locator ?? '' })),
          ),
        );
        // Whose tickets were all given back flies none of it.
        const over = tickets.length === 0;
        const { reference, version, changedAt } = order;
        const host = new URL(platform.env.publicUrl).hostname;
        const trip = { reference, version, changedAt, host, flown: over ? [] : all, former: over ? [...replaced, ...all] : replaced };
        return { name, type: 'text/calendar', content: tripCalendar(trip, namesIn(language), language) };
      }
      if (tickets.length === 0) return null;
      const ticket = tickets.find((each) => each.number === number);
      if (!ticket) return null;
      const quote = await getQuote(platform.db, order);
      const brandName = familyName(purchaseOfOrder(flightOrder).contracts[ticket.contract]!.brand.nameKey, language);
      const requests = await findRequests(platform.db, orderId);
      const own = (await findExtras(platform.db, orderId)).filter(
        ({ traveller, contract }) => traveller === ticket.traveller && contract === ticket.contract,
      );
      const extras = own.map((extra) => describedExtra(extra, language));
      const meals = requests
        .filter(({ kind, traveller, contract }) => kind === 'meal' && traveller === ticket.traveller && contract === ticket.contract)
        .map((request) => ({
          words: requestWords(request, flightOrder, people, language),
          state: textsFor(language).t(`orders:travellers.request.${request.status}`),
        }));
      const flyer = flyerOn(ticket, requests, people[ticket.traveller]!);
      const corrections = await findCorrections(platform.db, platform.crypto, order.id);
      const named = nameOnTicket(people[ticket.traveller]!, corrections, ticket.traveller, ticket.contract);
      const paper = paperOf(ticket, flightOrder, named, {
        orderReference: order.reference,
        brandName,
        quote,
        flyer,
        extras: [...extras, ...meals],
        bags: own.filter(({ kind, status }) => kind === 'bag' && (status === 'issued' || status === 'requested')),
      });
      const head = { names: namesIn(language), brand: await readPaperBrand(platform) };
      return { name, type: 'application/pdf', content: await setEticket(paper, head, language) };
    },

    async reviewDraft(request, viewer, language, promo): Promise<DraftOutcome> {
      const draft = await findDraft(platform, request, viewer);
      if (!draft?.booking.selectedOutboundFlight) return { kind: 'none' };
      const missing = missingBefore(draft.booking, 'checkout');
      if (missing) return { kind: 'incomplete', path: stepPaths[missing] };
      const priced = await priceDraft(platform, flights, draft, { promo, viewer });
      const results = resultsPath(draft.booking);
      if (!priced.ok) {
        if (priced.refused === 'draft-incomplete') return { kind: 'none' };
        return priced.refused === 'offer-gone' ? { kind: 'gone', searchPath: results } : { kind: 'silent' };
      }
      const { contracts, purchase, quote, rules } = priced.value;
      const answer = answerPromo(priced.value.promo, quote);
      const plain = withCode(quote, rules, null);
      await rememberShownQuote(platform.db, platform.clock.now(), `draft:${draft.id}`, quote);
      const later = payLaterFor(flights, contracts, platform.clock.now());
      const sold = { kind: 'flight', total: quote.total.amount } as const;
      const unoffered = refusedWay(await readOfferedWays(platform.db), 'later', sold);
      const destination = joinTickets(contracts.map(({ offer }) => offer))[0]!.to;
      const description = describeFlights(
        {
          contracts: contracts.map((contract) => ({
            ...contract,
            locator: null,
            familyName: familyName(contract.brand.nameKey, language),
          })),
          people: draft.booking.passengerDetails,
          seats: purchase.seats,
          tickets: new Map(),
          requests: new Map(),
          posterOf: cityPoster(destination, flights.geography.country(destination)),
          draftPaths: {
            flights: results,
            travellers: stepPaths.passengers,
            ticket: stepPaths['ticket-type'],
            extras: stepPaths.extras,
            seats: stepPaths.seats,
          },
        },
        namesIn(language),
      );
      return {
        kind: 'ready',
        review: {
          description,
          quote,
          promo: answer && { ...answer, before: plain.total, changes: changedLines(plain.lines, quote.lines) },
          ...(!unoffered && { later: later.allowed ? { until: new Date(later.until).toISOString() } : { because: later.because } }),
          changeTrip: results,
          changeTravellers: stepPaths.passengers,
        },
      };
    },

    joinDraft: (request: Request, userId: string) => joinDraft(platform, request, userId),

    async placeDraft(request: Request, viewer: Viewer, toPlace: DraftToPlace): Promise<DraftPlaced> {
      const draft = await findDraft(platform, request, viewer);
      if (!draft) return { kind: 'refused', reason: 'draft-incomplete', reference: null, seats: [] };
      const placed = await placeFlightOrder(platform, flights, { viewer, draft, ...toPlace });
      if (placed.ok)
        return { kind: 'placed', orderId: placed.value.orderId, reference: placed.value.reference, cookies: [placed.value.cookie] };
      if (placed.refused === 'price-changed')
        return { kind: 'price-changed', total: placed.rise.quote.total, changes: placed.rise.changes };
      return { kind: 'refused', reason: placed.refused, reference: placed.reference ?? null, seats: placed.seats ?? [] };
    },
  };
}

/** States in which somebody can leave, or is leaving. */
const mayLeave = new Set(['ticketed', 'change_quoted', 'change_pending', 'stuck']);

const mayMiss = new Set(['ticketed', 'flown']);

const unpaid = new Set(['held', 'price_changed', 'payment_pending']);

/** Until when the price of what is paid later stands, where that is sooner than the seats go; the earliest of its contracts. */
function priceUntil(order: Order, { contracts }: FlightOrder): string | null {
  if (!order.payLater || !unpaid.has(order.status)) return null;
  const ends = contracts.flatMap((row) => clocksOf(row)?.priceGuaranteedUntil ?? []);
  const first = ends.length > 0 ? Math.min(...ends) : null;
  return first !== null && first < order.heldUntil!.getTime() ? new Date(first).toISOString() : null;
}

/** Where somebody who did not fly asks for what goes back, or reads what became of it. */
function missedLink(
  order: Order,
  history: Parameters<typeof claimOf>[0],
  language: LanguageCode,
  now: Instant,
): OrderDescription['change'] {
  const open = mayClaim({ status: order.status, travelStarts: instant(order.travelStarts.getTime()) }, history, now);
  if (!open && claimOf(history) === 'none') return undefined;
  const t = textsFor(language).of('orders');
  return {
    heading: t('missed.heading'),
    words: t(open ? 'missed.link' : 'missed.answer'),
    to: `/missed-flight/${order.reference}`,
    urgent: null,
  };
}

/** Where other flights are asked for; undefined when nothing can be changed and nothing waits for an answer. */
function changeLink(
  order: Order,
  { contracts }: FlightOrder,
  { change, deciding, numberOnly }: { readonly change: FlightChange | null; readonly deciding: boolean; readonly numberOnly: boolean },
  language: LanguageCode,
  now: Instant,
): OrderDescription['change'] {
  if (order.status === 'schedule_change_pending') {
    const t = textsFor(language).of('orders');
    return {
      heading: t('scheduleChange.heading'),
      words: t('scheduleChange.link'),
      to: `/schedule-change/${order.reference}`,
      urgent: t(numberOnly ? 'scheduleChange.number' : 'scheduleChange.urgent'),
    };
  }
  const open = contracts.some((row) => changeClosed(order.status, brandOf(row.offer, row.brand), contractDeparts(row), now) === null);
  // A name that is written otherwise has a page of its own.
  if (change?.correction || change?.leaves) return undefined;
  if (!change && !open) return undefined;
  const t = textsFor(language).of('orders');
  const unpaid = change?.status === 'accepted' && change.difference > 0 && change.attempt === null;
  const due = unpaid ? t(deciding ? 'flightChange.deciding' : 'flightChange.due') : null;
  const urgent = change?.status === 'quoted' ? t('flightChange.offered') : due;
  return { heading: t('flightChange.heading'), words: t('flightChange.link'), to: `/change-flights/${order.reference}`, urgent };
}

/**
 * By how many minutes an airline may move a flight unasked, to be chosen while all of it is still to come; what was chosen can
 * be taken back for longer.
 */
function allowsOf(
  order: Order,
  { movesAllowed, movesAllowedAt, movesAllowedWay }: FlightOrder,
  language: LanguageCode,
  now: Instant,
): OrderDescription['allows'] {
  const open = mayAllowMoves(order, now);
  if (!open && (movesAllowed === null || !mayForbidMoves(order, now))) return undefined;
  const t = textsFor(language).of('orders');
  const day = movesAllowedAt && formatDate(localTimeIn(ticketingOffice.zone, instant(movesAllowedAt.getTime())), language, 'long');
  return {
    heading: t('allows.heading'),
    text: t('allows.text'),
    label: t('allows.label'),
    field: 'minutes',
    choices: [
      { value: '0', words: t('allows.none') },
      ...movesToChoose
        .filter((n) => open || n === movesAllowed)
        .map((n) => ({ value: String(n), words: t('allows.minutes', { count: n }) })),
    ],
    chosen: String(movesAllowed ?? 0),
    since: day && t(movesAllowedWay === 'account' ? 'allows.sinceAccount' : 'allows.since', { day }),
    to: `/allowed-moves/${order.reference}`,
    save: t('allows.save'),
    saved: t('allows.saved'),
  };
}

/** The frequent-flyer number a ticket carries: "EK 123456789"; null without one, or when its airline refused it. */
function flyerOn(ticket: FlightTicket, requests: readonly TravellerRequest[], person: PassengerDetails): string | null {
  const asked = requests.find(
    ({ kind, contract, traveller }) => kind === 'loyalty' && contract === ticket.contract && traveller === ticket.traveller,
  );
  if (!person.frequentFlyer || !asked || asked.status === 'refused') return null;
  return `${person.frequentFlyer.airline} ${person.frequentFlyer.number}`;
}

function numbersByTraveller(tickets: readonly FlightTicket[]): Map<number, string[]> {
  const numbers = new Map<number, string[]>();
  for (const ticket of tickets) numbers.set(ticket.traveller, [...(numbers.get(ticket.traveller) ?? []), ticketDigits(ticket)]);
  return numbers;
}

/** The receipt of one ticket: its contract's flights, and what this traveller paid on it without our own lines. */
function paperOf(
  ticket: FlightTicket,
  order: FlightOrder,
  person: PassengerDetails,
  sale: {
    readonly orderReference: string;
    readonly brandName: string;
    readonly quote: Quote;
    readonly flyer: string | null;
    readonly extras: EticketPaper['extras'];
    /** Bags that were bought beside the fare and stand. */
    readonly bags: readonly Pick<FlightExtra, 'facts'>[];
  },
): EticketPaper {
  const row = order.contracts[ticket.contract]!;
  const passage = passageTo(order.contracts, ticket.contract);
  const before = order.contracts.slice(0, ticket.contract).flatMap(segmentsOfContract).length;
  const lines = sale.quote.lines.filter(
    (line) => line.facts.contract === String(ticket.contract) && line.travellers.includes(ticket.traveller),
  );
  const paid = (kind: PriceLineKind) =>
    sumMoney(
      lines.filter((line) => line.kind === kind).map((line) => line.each),
      sale.quote.currency,
    );
  return {
    ticketNumber: ticket.number,
    booklets: ticket.booklets,
    pnr: row.locator ?? '',
    orderReference: sale.orderReference,
    issuedAt: ticket.issuedAt.toISOString(),
    passenger: {
      surname: person.surname,
      given: givenForTicket(person, row.nameFiller),
      title: person.title,
      type: person.type,
    },
    slices: row.offer.slices,
    comesFrom: passage && { layover: passage, terminal: segmentsOfContract(order.contracts[ticket.contract - 1]!).at(-1)!.toTerminal },
    brand: purchaseOfOrder(order).contracts[ticket.contract]!.brand,
    brandName: sale.brandName,
    seats: segmentsOfContract(row).map(
      (_, index) =>
        order.choices.seats.find((seat) => seat.segment === before + index && seat.passenger === ticket.traveller)?.designator ?? null,
    ),
    frequentFlyer: sale.flyer,
    extras: sale.extras,
    boughtBags: row.offer.slices.map(({ from, to }) =>
      sale.bags
        .filter(({ facts }) => facts['from'] === from && facts['to'] === to)
        .reduce((sum, { facts }) => sum + Number(facts['pieces'] ?? 1), 0),
    ),
    fare: paid('fare'),
    taxes: paid('tax'),
  };
}

function segmentsOfContract({ offer }: Pick<FlightOrder['contracts'][number], 'offer'>) {
  return offer.slices.flatMap((slice) => slice.segments);
}
