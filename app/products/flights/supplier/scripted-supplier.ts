import { addMoney, scaleMoney } from '#app/values/money.ts';
import { factsOfOffer } from '../search/facts-of-offer.ts';
import { formatSliceKey } from '../offer.ts';
import type { Offer, Passengers } from '../offer.ts';
import { bookletsFor, flightsIn } from '../tickets/ticket-number.ts';
import type {
  BookingState,
  ExchangeRequest,
  DivideRequest,
  ExtrasRequest,
  FlightSupplier,
  Hold,
  HoldRequest,
  KeepRequest,
  OfferSet,
  ScheduleNews,
  ScheduleNotice,
  SeatMap,
  SeatMapQuery,
  SupplierCall,
  SupplierOutcome,
  SupplierRefusal,
  SupplierSearch,
  Ticket,
  TicketOutcome,
  TicketRequest,
  WrittenExtra,
} from './flight-supplier.ts';

/** What the test supplier does, act by act; what is not scripted goes well. */
export interface SupplierScript {
  readonly code?: string;
  readonly offers?: readonly Offer[];
  /** `never` waits until the caller gives up; a number waits that many milliseconds. */
  readonly searchAfter?: number | 'never';
  readonly search?: 'ok' | 'throws' | 'garbage' | SupplierRefusal;
  /** Permille added to every fare when an offer is priced or held. */
  readonly dearerBy?: number;
  readonly price?: 'ok' | 'unknown' | SupplierRefusal;
  readonly hold?: 'ok' | 'unknown' | 'held-but-unknown' | SupplierRefusal;
  /** Hours for which it keeps what is paid later; absent: minutes only. Its price stands for 24 of them. */
  readonly keepsHours?: number;
  readonly keep?: 'ok' | 'unknown' | SupplierRefusal;
  /** One entry for each call of `ticket`; the last one repeats. `202-...` says what it turns into when looked up; `partly` writes all tickets but the last. */
  readonly ticket?: readonly ('ok' | 'partly' | 'failed' | 'unknown' | 'ticketed-but-unknown' | '202-ticketed' | '202-for-ever')[];
  readonly cancel?: 'ok' | 'unknown' | SupplierRefusal;
  /** It takes tickets back after its void window too, as most do. */
  readonly cancelsTickets?: true;
  readonly exchange?: 'ok' | 'unknown' | 'exchanged-but-unknown' | SupplierRefusal;
  /** `cannot`: its system does not know how; a person asks. `partly`: only the first of those named has left. */
  readonly divide?: 'ok' | 'cannot' | 'partly' | 'unknown' | 'divided-but-unknown' | SupplierRefusal;
  readonly void?: 'ok' | 'unknown' | SupplierRefusal;
  /** One entry for each call of `writeExtras`; the last one repeats. */
  readonly extras?: readonly ('ok' | 'unknown' | 'written-but-unknown' | SupplierRefusal)[];
  readonly seatMap?: SeatMap;
  /** What it says to frequent-flyer numbers; they are confirmed unless it refuses them. */
  readonly loyalty?: 'confirmed' | 'refused';
  /** What it says when it is asked for changed schedules; `announce` adds to it. */
  readonly notices?: 'ok' | 'unknown' | SupplierRefusal;
}

interface Booking {
  hold: Hold;
  exchanges: number;
  /** With which exchange somebody's ticket was written; absent: with none. */
  readonly written: Map<string, number>;
  /** Travellers at the end of the list who have no ticket yet. */
  without: number;
  readonly attempts: Set<string>;
  travellers: readonly string[];
  readonly documents: Map<string, readonly WrittenExtra[]>;
  /** Of those who stayed when somebody left it; they keep their numbers until it is exchanged. */
  tickets?: readonly Ticket[];
  state: BookingState['state'];
}

/** A second supplier for tests and development: slow, failing, sold out, dearer, undecided or confused on request. */
export class ScriptedSupplier implements FlightSupplier, ScheduleNews {
  readonly code: string;
  readonly keepsMs?: number;
  readonly #script: SupplierScript;
  readonly #bookings = new Map<string, Booking>();
  readonly #notices: ScheduleNotice[] = [];
  #ticketCalls = 0;
  #extrasCalls = 0;
  /** Names of the calls made, in order. */
  readonly calls: string[] = [];
  /** Names that it was told to write otherwise, as it heard them. */
  readonly renamed: string[] = [];

  readonly divide?: NonNullable<FlightSupplier['divide']>;

  constructor(script: SupplierScript) {
    this.#script = script;
    if (script.divide !== 'cannot') this.divide = async (request) => this.#divide(request);
    this.code = script.code ?? 'scripted';
    if (script.keepsHours !== undefined) this.keepsMs = script.keepsHours * 3_600_000;
  }

  async search(_request: SupplierSearch, call: SupplierCall): Promise<SupplierOutcome<OfferSet>> {
    this.calls.push('search');
    const { searchAfter = 0, search = 'ok', offers = [] } = this.#script;
    if (searchAfter !== 0) await waitFor(searchAfter, call.signal);
    if (search === 'throws') throw new Error('connection reset');
    if (search !== 'ok' && search !== 'garbage') return { outcome: 'refused', refused: search };
    const facts = offers.map((offer, at) => factsOfOffer(offer, at));
    return {
      outcome: 'ok',
      value: {
        facts: search === 'garbage' ? facts.map((fact) => ({ ...fact, price: Number.NaN })) : facts,
        offer: (at) => offers[at]!,
        sliceKey: (at) =>
          formatSliceKey(
            offers[at]!.slices[0]!.segments.map(({ airline, number, departs }) => ({
              airline,
              number,
              date: departs.local.slice(0, 10),
            })),
          ),
      },
    };
  }

  async price(offerId: string, _passengers: Passengers, _call: SupplierCall): Promise<SupplierOutcome<Offer>> {
    this.calls.push('price');
    const refusal = failure(this.#script.price);
    if (refusal) return refusal;
    const offer = this.#script.offers?.find(({ id }) => id === offerId);
    if (!offer) return { outcome: 'refused', refused: 'not-offered' };
    return { outcome: 'ok', value: dearer(offer, this.#script.dearerBy ?? 0) };
  }

  async hold(request: HoldRequest, call: SupplierCall): Promise<SupplierOutcome<Hold>> {
    this.calls.push('hold');
    const known = [...this.#bookings.values()].find(({ attempts }) => attempts.has(request.attemptId));
    if (known) return { outcome: 'ok', value: known.hold };
    const { hold: act } = this.#script;
    if (act !== 'held-but-unknown') {
      const refusal = failure(act);
      if (refusal) return refusal;
    }
    const priced = await this.price(request.offerId, request.passengers, call);
    if (priced.outcome !== 'ok') return priced;
    const later = (minutes: number) => new Date(call.now + minutes * 60_000).toISOString();
    const locator = `SC${String(this.#bookings.size + 1).padStart(4, '0')}`;
    const hold: Hold = {
      locator,
      airlineLocators: { [priced.value.validatingAirline]: locator },
      payBy: later(30),
      priceGuaranteedUntil: later(30),
      ticketBy: later(60),
      offer: priced.value,
      answers: request.travellers.flatMap(({ id, frequentFlyer }) =>
        frequentFlyer
          ? [{ traveller: id, kind: 'loyalty' as const, code: frequentFlyer.airline, state: this.#script.loyalty ?? 'confirmed' }]
          : [],
      ),
    };
    this.#bookings.set(locator, {
      hold,
      exchanges: 0,
      written: new Map(),
      without: 0,
      attempts: new Set([request.attemptId]),
      travellers: request.travellers.map(({ id }) => id),
      documents: new Map(),
      state: 'held',
    });
    return act === 'held-but-unknown' ? { outcome: 'unknown', reason: 'connection lost' } : { outcome: 'ok', value: hold };
  }

  async keep({ locator, until }: KeepRequest, call: SupplierCall): Promise<SupplierOutcome<Hold>> {
    this.calls.push('keep');
    const refusal = failure(this.#script.keep);
    if (refusal) return refusal;
    const booking = this.#bookings.get(locator);
    if (!booking || this.keepsMs === undefined) return { outcome: 'refused', refused: 'hold-not-allowed' };
    const later = (hours: number) => new Date(call.now + hours * 3_600_000).toISOString();
    booking.hold = { ...booking.hold, payBy: until, priceGuaranteedUntil: later(24), ticketBy: later(this.#script.keepsHours!) };
    return { outcome: 'ok', value: booking.hold };
  }

  async ticket(request: TicketRequest, _call: SupplierCall): Promise<TicketOutcome> {
    this.calls.push('ticket');
    const booking = this.#bookings.get(request.locator);
    if (!booking) return { outcome: 'failed', refused: 'not-found' };
    booking.attempts.add(request.attemptId);
    if (booking.state === 'ticketed' && booking.without === 0) return this.#ticketed(booking);
    if (booking.state !== 'held' && booking.state !== 'ticketed') return { outcome: 'failed', refused: 'hold-expired' };
    const acts = this.#script.ticket ?? ['ok'];
    const act = acts[Math.min(this.#ticketCalls++, acts.length - 1)] ?? 'ok';
    if (act === 'failed') return { outcome: 'failed', refused: 'sold-out' };
    if (act === 'unknown') return { outcome: 'unknown', reason: 'connection lost' };
    if (act === '202-ticketed' || act === '202-for-ever') {
      booking.state = 'ticketing';
      return { outcome: 'pending', askAgainAfterSeconds: 1 };
    }
    booking.state = 'ticketed';
    booking.without = act === 'partly' ? 1 : 0;
    return act === 'ticketed-but-unknown' ? { outcome: 'unknown', reason: 'connection lost' } : this.#ticketed(booking);
  }

  async lookUp(attemptId: string, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    this.calls.push('lookUp');
    const booking = [...this.#bookings.values()].find(({ attempts }) => attempts.has(attemptId));
    if (!booking) return { outcome: 'refused', refused: 'not-found' };
    if (booking.state === 'ticketing' && this.#script.ticket?.includes('202-ticketed')) booking.state = 'ticketed';
    return { outcome: 'ok', value: this.#stateOf(booking) };
  }

  async cancel(request: TicketRequest, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    this.calls.push('cancel');
    // What it changed itself may be given back after the tickets are written.
    const changed = this.#notices.some(({ locator }) => locator === request.locator);
    const ticketed = this.#bookings.get(request.locator)?.state === 'ticketed';
    const taken = ticketed && (changed || this.#script.cancelsTickets === true);
    return this.#end(request, this.#script.cancel, taken ? 'ticketed' : 'held', 'cancelled');
  }

  async exchange(request: ExchangeRequest, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    this.calls.push('exchange');
    const booking = this.#bookings.get(request.locator);
    if (!booking) return { outcome: 'refused', refused: 'not-found' };
    const { exchange: act } = this.#script;
    const refusal = act === 'exchanged-but-unknown' ? null : failure(act);
    if (refusal) return refusal;
    const named = request.travellers.find(({ id }) => id === request.only);
    if (booking.state !== 'ticketed' && !(named && booking.state === 'held')) return { outcome: 'refused', refused: 'already-cancelled' };
    if (!booking.attempts.has(request.attemptId)) {
      booking.attempts.add(request.attemptId);
      if (named) this.renamed.push(`${named.surname}/${named.givenNames}`);
      if (booking.state === 'ticketed') {
        booking.exchanges += 1;
        delete booking.tickets;
        for (const id of named ? [named.id] : booking.travellers) booking.written.set(id, booking.exchanges);
      }
      booking.hold = { ...booking.hold, offer: request.priced ?? booking.hold.offer };
    }
    return act === 'exchanged-but-unknown'
      ? { outcome: 'unknown', reason: 'connection lost' }
      : { outcome: 'ok', value: this.#stateOf(booking) };
  }

  #divide(request: DivideRequest): SupplierOutcome<BookingState> {
    this.calls.push('divide');
    const booking = this.#bookings.get(request.locator);
    if (!booking) return { outcome: 'refused', refused: 'not-found' };
    const { divide: act = 'ok' } = this.#script;
    const done = act === 'ok' || act === 'cannot' || act === 'partly' || act === 'divided-but-unknown';
    const refusal = done ? null : failure(act);
    if (refusal) return refusal;
    if (booking.state !== 'ticketed') return { outcome: 'refused', refused: 'already-cancelled' };
    if (!booking.attempts.has(request.attemptId)) {
      booking.attempts.add(request.attemptId);
      const leave = act === 'partly' ? request.travellers.slice(0, 1) : request.travellers;
      booking.tickets = this.#ticketsOf(booking).filter(({ traveller }) => !leave.includes(traveller));
      booking.travellers = booking.travellers.filter((traveller) => !leave.includes(traveller));
    }
    return act === 'divided-but-unknown'
      ? { outcome: 'unknown', reason: 'connection lost' }
      : { outcome: 'ok', value: this.#stateOf(booking) };
  }

  async writeExtras(request: ExtrasRequest, _call: SupplierCall): Promise<SupplierOutcome<readonly WrittenExtra[]>> {
    this.calls.push('writeExtras');
    const booking = this.#bookings.get(request.locator);
    if (booking?.state !== 'ticketed') return { outcome: 'refused', refused: 'not-found' };
    const acts = this.#script.extras ?? ['ok'];
    const act = acts[Math.min(this.#extrasCalls++, acts.length - 1)] ?? 'ok';
    const refusal = act === 'written-but-unknown' ? null : failure(act);
    if (refusal) return refusal;
    const before = [...booking.documents.values()].flat().length;
    const written =
      booking.documents.get(request.attemptId) ??
      request.extras.map(({ extra }, at) => ({
        extra,
        number: `${this.#accounting()}9${booking.hold.locator.slice(2).padStart(6, '0')}${String(before + at).padStart(3, '0')}`,
      }));
    booking.documents.set(request.attemptId, written);
    return act === 'written-but-unknown' ? { outcome: 'unknown', reason: 'connection lost' } : { outcome: 'ok', value: written };
  }

  async void(request: TicketRequest, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    this.calls.push('void');
    return this.#end(request, this.#script.void, 'ticketed', 'voided');
  }

  get sources(): readonly string[] {
    return [this.code];
  }

  /** From now on it tells this to whoever asks. */
  announce(...notices: readonly ScheduleNotice[]): void {
    this.#notices.push(...notices);
  }

  async notices(since: number, _call: SupplierCall): Promise<SupplierOutcome<readonly ScheduleNotice[]>> {
    this.calls.push('notices');
    const refusal = failure(this.#script.notices);
    return refusal ?? { outcome: 'ok', value: this.#notices.filter(({ at }) => Date.parse(at) >= since) };
  }

  async seatMap(_query: SeatMapQuery, _call: SupplierCall): Promise<SupplierOutcome<SeatMap>> {
    this.calls.push('seatMap');
    const { seatMap } = this.#script;
    return seatMap ? { outcome: 'ok', value: seatMap } : { outcome: 'refused', refused: 'not-offered' };
  }

  #end(
    request: TicketRequest,
    act: 'ok' | 'unknown' | SupplierRefusal | undefined,
    from: BookingState['state'],
    to: 'cancelled' | 'voided',
  ): SupplierOutcome<BookingState> {
    const booking = this.#bookings.get(request.locator);
    if (!booking) return { outcome: 'refused', refused: 'not-found' };
    booking.attempts.add(request.attemptId);
    const refusal = failure(act);
    if (refusal) return refusal;
    if (booking.state !== to && booking.state !== from) return { outcome: 'refused', refused: 'already-ticketed' };
    booking.state = to;
    return { outcome: 'ok', value: this.#stateOf(booking) };
  }

  #ticketed(booking: Booking): Extract<TicketOutcome, { outcome: 'ticketed' }> {
    return { outcome: 'ticketed', tickets: this.#ticketsOf(booking), voidUntil: booking.hold.ticketBy };
  }

  #ticketsOf(booking: Booking): readonly Ticket[] {
    if (booking.tickets) return booking.tickets;
    const { validatingAirline, slices } = booking.hold.offer;
    const booklets = bookletsFor(flightsIn(slices));
    return booking.travellers.slice(0, booking.travellers.length - booking.without).map((traveller, at) => ({
      traveller,
      number: `${this.#accounting()}${booking.hold.locator.slice(2).padStart(7, '0')}${String((booking.written.get(traveller) ?? 0) * 100 + at * booklets).padStart(3, '0')}`,
      airline: validatingAirline,
      ...(booklets > 1 && { booklets }),
    }));
  }

  /** Each scripted supplier numbers its tickets apart from the others. */
  #accounting(): number {
    return 100 + ([...this.code].reduce((sum, letter, at) => sum + letter.charCodeAt(0) * (at + 1), 0) % 900);
  }

  #stateOf(booking: Booking): BookingState {
    const { locator } = booking.hold;
    if (booking.state === 'held') return { state: 'held', hold: booking.hold };
    if (booking.state === 'ticketed') {
      return { state: 'ticketed', locator, tickets: this.#ticketsOf(booking), voidUntil: booking.hold.ticketBy };
    }
    return { state: booking.state, locator };
  }
}

function failure(act: 'ok' | 'unknown' | SupplierRefusal | undefined) {
  if (act === undefined || act === 'ok') return null;
  if (act === 'unknown') return { outcome: 'unknown', reason: 'connection lost' } as const;
  return { outcome: 'refused', refused: act } as const;
}

function dearer(offer: Offer, permille: number): Offer {
  if (permille === 0) return offer;
  const raised = (brands: Offer['brands']) =>
    brands.map((brand) => {
      const fares = brand.fares.map((fare) => ({ ...fare, base: scaleMoney(fare.base, 1 + permille / 1000) }));
      const more = fares.map((fare, at) =>
        scaleMoney({ amount: fare.base.amount - brand.fares[at]!.base.amount, currency: fare.base.currency }, fare.count),
      );
      return { ...brand, fares, fareTotal: addMoney(brand.fareTotal, ...more) };
    });
  const { byDirection } = offer;
  return {
    ...offer,
    brands: raised(offer.brands),
    ...(byDirection ? { byDirection: { ...byDirection, brands: raised(byDirection.brands) } } : {}),
  };
}

function waitFor(milliseconds: number | 'never', signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = milliseconds === 'never' ? undefined : setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('given up'));
    });
  });
}
