import { z } from 'zod';
import { ask } from '#app/commerce/payments/provider-call.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';
import { nextDeparture } from '../change/change-rules.ts';
import type { Offer } from '../offer.ts';
import { flightsIn, mostBooklets } from '../tickets/ticket-number.ts';
import {
  requestKinds,
  type BookingJournal,
  type BookingState,
  type DivideRequest,
  type ExchangeRequest,
  type ExtrasRequest,
  type Hold,
  type HoldRequest,
  type ListedBooking,
  type SupplierCall,
  type SupplierOutcome,
  type SupplierRefusal,
  type TicketOutcome,
  type TicketRequest,
  type WrittenExtra,
} from './flight-supplier.ts';

/** Nobody waits longer for a supplier; what it did by then is found out by asking. Milliseconds. */
export const supplierCallMs = 8_000;

const wireBooking = z.object({
  locator: z.string().regex(/^[A-Z0-9]{5,8}$/),
  status: z.enum(['held', 'ticketing', 'ticketed', 'cancelled', 'voided']),
  airline: z.string().regex(/^[A-Z0-9]{2}$/),
  terms: z.string().min(1),
  pay_by: z.int().positive(),
  ticket_by: z.int().positive(),
  tickets: z.array(
    z.object({
      traveller: z.string().regex(/^t[1-9]$/),
      number: z.string().regex(/^\d{13}$/),
      booklets: z.int().min(1).max(mostBooklets).optional(),
      airline: z.string(),
    }),
  ),
  documents: z.array(z.object({ attempt: z.string(), extra: z.string(), number: z.string().regex(/^\d{13}$/) })),
  void_until: z.int().positive().nullable(),
  answers: z.array(
    z.object({
      traveller: z.string(),
      kind: z.enum(requestKinds),
      code: z.string().max(12),
      state: z.enum(['requested', 'confirmed', 'refused']),
    }),
  ),
});
const refusals = [
  'not-offered',
  'bad-request',
  'offer-expired',
  'sold-out',
  'departed',
  'seat-taken',
  'hold-not-allowed',
  'hold-expired',
  'not-found',
  'already-ticketed',
  'already-cancelled',
  'void-window-closed',
  'traveller-refused',
] as const satisfies readonly SupplierRefusal[];
const wireAnswer = z.union([
  z.object({ attempt: z.string(), booking: wireBooking, ask_again_after: z.int().positive().max(3_600).optional() }),
  z.object({ attempt: z.string(), refused: z.enum(refusals) }),
]);
const wireList = z.object({
  bookings: z.array(
    wireBooking
      .pick({ locator: true, status: true, pay_by: true })
      .extend({ attempts: z.array(z.string()), changed_at: z.int().positive() }),
  ),
});
type Wire = z.infer<typeof wireBooking>;
type Heard = SupplierOutcome<{ readonly booking: Wire; readonly askAgainAfterSeconds: number | null }>;

/** Terms of one attempt do not open in the answer to another. */
const whereSealed = (attempt: string) => `supplier|terms|${attempt}`;
const isoOf = (time: number) => new Date(time).toISOString();

/**
 * The airline's side of our bookings as a process of its own, over HTTP. Everything it says is read as a stranger's words:
 * an answer that is not whole, or is about another attempt, is no answer. What we priced travels sealed and comes back as
 * it went, so that nobody on the way can change it.
 */
export class RemoteBookings implements BookingJournal {
  readonly #url: string;
  readonly #crypto: Platform['crypto'];
  readonly #accounting: (airline: string) => string;
  readonly #timeoutMs: number;

  /** `accounting` gives the three-digit code with which an airline's ticket numbers begin. */
  constructor(
    { url, crypto, timeoutMs = supplierCallMs }: { url: string; crypto: Platform['crypto']; timeoutMs?: number },
    accounting: (airline: string) => string,
  ) {
    this.#url = url.replace(/\/$/, '');
    this.#crypto = crypto;
    this.#accounting = accounting;
    this.#timeoutMs = timeoutMs;
  }

  async hold(request: HoldRequest, _call: SupplierCall): Promise<SupplierOutcome<Hold>> {
    const { priced, attemptId } = request;
    if (!priced || priced.id !== request.offerId) return { outcome: 'refused', refused: 'bad-request' };
    const heard = await this.#ask(attemptId, '/v1/bookings', {
      attempt: attemptId,
      airline: priced.validatingAirline,
      accounting: this.#accounting(priced.validatingAirline),
      offer_id: request.offerId,
      brand: request.brand,
      departs: Date.parse(priced.slices[0]!.segments[0]!.departs.utc),
      flights: flightsIn(priced.slices),
      travellers: request.travellers.map((traveller) => ({
        id: traveller.id,
        type: traveller.type,
        title: traveller.title,
        given_names: traveller.givenNames,
        surname: traveller.surname,
        date_of_birth: traveller.dateOfBirth,
        with_adult: traveller.withAdult ?? null,
        frequent_flyer: traveller.frequentFlyer ?? null,
        assistance: traveller.assistance ?? [],
        meals: traveller.meals ?? [],
      })),
      seats: request.seats,
      terms: this.#crypto.seal(JSON.stringify(priced), whereSealed(attemptId)),
    });
    if (heard.outcome !== 'ok') return heard;
    const { booking } = heard.value;
    return booking.status === 'held' ? this.#holdOf(booking, attemptId) : { outcome: 'refused', refused: 'already-cancelled' };
  }

  async ticket(request: TicketRequest, _call: SupplierCall): Promise<TicketOutcome> {
    const heard = await this.#act(request, 'ticket');
    if (heard.outcome === 'refused') return { outcome: 'failed', refused: heard.refused };
    if (heard.outcome === 'unknown') return heard;
    const { booking, askAgainAfterSeconds } = heard.value;
    if (booking.status === 'ticketing') return { outcome: 'pending', askAgainAfterSeconds: askAgainAfterSeconds ?? 5 };
    if (booking.status !== 'ticketed' || booking.tickets.length === 0)
      return { outcome: 'unknown', reason: `a booking that is ${booking.status} in answer to ticketing` };
    return { outcome: 'ticketed', tickets: booking.tickets, voidUntil: booking.void_until === null ? null : isoOf(booking.void_until) };
  }

  async lookUp(attemptId: string, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    return this.#stateOf(await this.#ask(attemptId, `/v1/attempts/${encodeURIComponent(attemptId)}`), attemptId);
  }

  async cancel(request: TicketRequest, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    return this.#stateOf(await this.#act(request, 'cancel'), request.attemptId);
  }

  async exchange(request: ExchangeRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    const { priced, attemptId, locator } = request;
    if (!priced || priced.id !== request.offerId) return { outcome: 'refused', refused: 'bad-request' };
    // Of a journey that has begun, what is still to be flown says whether it may be written anew.
    const departs = nextDeparture(priced, instant(call.now));
    if (departs === null) return { outcome: 'refused', refused: 'departed' };
    const named = request.travellers.find(({ id }) => id === request.only);
    const heard = await this.#ask(attemptId, `/v1/bookings/${encodeURIComponent(locator)}/exchange`, {
      attempt: attemptId,
      offer_id: request.offerId,
      brand: request.brand,
      departs,
      flights: flightsIn(priced.slices),
      ...(named && { only: { id: named.id, title: named.title, given_names: named.givenNames, surname: named.surname } }),
      terms: this.#crypto.seal(JSON.stringify(priced), whereSealed(attemptId)),
    });
    if (heard.outcome === 'ok' && heard.value.booking.locator !== locator) return { outcome: 'unknown', reason: 'another booking' };
    // What is held stays sealed under the attempt that held it.
    if (named && heard.outcome === 'ok' && heard.value.booking.status === 'held')
      return { outcome: 'ok', value: { state: 'held', hold: heldAs(heard.value.booking, priced) } };
    return this.#stateOf(heard, attemptId);
  }

  async divide({ attemptId, locator, travellers, as }: DivideRequest, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    const heard = await this.#ask(attemptId, `/v1/bookings/${encodeURIComponent(locator)}/divide`, { attempt: attemptId, travellers, as });
    if (heard.outcome === 'ok' && heard.value.booking.locator !== locator) return { outcome: 'unknown', reason: 'another booking' };
    return this.#stateOf(heard, attemptId);
  }

  async writeExtras(request: ExtrasRequest, _call: SupplierCall): Promise<SupplierOutcome<readonly WrittenExtra[]>> {
    const { attemptId, locator, extras } = request;
    const heard = await this.#ask(attemptId, `/v1/bookings/${encodeURIComponent(locator)}/extras`, { attempt: attemptId, extras });
    if (heard.outcome !== 'ok') return heard;
    if (heard.value.booking.locator !== locator) return { outcome: 'unknown', reason: 'another booking' };
    const written = heard.value.booking.documents.filter(({ attempt }) => attempt === attemptId);
    return { outcome: 'ok', value: written.map(({ extra, number }) => ({ extra, number })) };
  }

  async void(request: TicketRequest, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    return this.#stateOf(await this.#act(request, 'void'), request.attemptId);
  }

  async list(since: number, _call: SupplierCall): Promise<SupplierOutcome<readonly ListedBooking[]>> {
    const reply = await ask(`${this.#url}/v1/bookings?since=${since}`, {}, this.#timeoutMs);
    if (reply.kind === 'silent') return { outcome: 'unknown', reason: reply.detail };
    const parsed = reply.status === 200 ? wireList.safeParse(reply.body) : null;
    if (!parsed?.success) return { outcome: 'unknown', reason: `answer ${reply.status}` };
    const listed = parsed.data.bookings.map(({ locator, status, attempts, pay_by, changed_at }) => ({
      locator,
      state: status,
      attempts,
      payBy: isoOf(pay_by),
      changedAt: isoOf(changed_at),
    }));
    return { outcome: 'ok', value: listed };
  }

  async #act({ attemptId, locator }: TicketRequest, operation: 'ticket' | 'cancel' | 'void'): Promise<Heard> {
    const heard = await this.#ask(attemptId, `/v1/bookings/${encodeURIComponent(locator)}/${operation}`, { attempt: attemptId });
    return heard.outcome === 'ok' && heard.value.booking.locator !== locator ? { outcome: 'unknown', reason: 'another booking' } : heard;
  }

  async #ask(attempt: string, path: string, body?: object): Promise<Heard> {
    const init = body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {};
    const reply = await ask(this.#url + path, init, this.#timeoutMs);
    if (reply.kind === 'silent') return { outcome: 'unknown', reason: reply.detail };
    const parsed = wireAnswer.safeParse(reply.body);
    // A status alone decides nothing: whatever stands between us and the supplier may have made it.
    if (!parsed.success || reply.status >= 500) return { outcome: 'unknown', reason: `answer ${reply.status}` };
    const { data } = parsed;
    if (data.attempt !== attempt) return { outcome: 'unknown', reason: 'an answer to another attempt' };
    if ('refused' in data) return { outcome: 'refused', refused: data.refused };
    return { outcome: 'ok', value: { booking: data.booking, askAgainAfterSeconds: data.ask_again_after ?? null } };
  }

  #stateOf(heard: Heard, attempt: string): SupplierOutcome<BookingState> {
    if (heard.outcome !== 'ok') return heard;
    const { booking } = heard.value;
    const { locator, status } = booking;
    if (status === 'held') {
      const held = this.#holdOf(booking, attempt);
      return held.outcome === 'ok' ? { outcome: 'ok', value: { state: 'held', hold: held.value } } : held;
    }
    if (status !== 'ticketed') return { outcome: 'ok', value: { state: status, locator } };
    if (booking.tickets.length === 0) return { outcome: 'unknown', reason: 'a ticketed booking without a ticket' };
    const voidUntil = booking.void_until === null ? null : isoOf(booking.void_until);
    return { outcome: 'ok', value: { state: 'ticketed', locator, tickets: booking.tickets, voidUntil } };
  }

  /** Unknown when what we sealed does not come back whole. */
  #holdOf(booking: Wire, attempt: string): SupplierOutcome<Hold> {
    let offer: Offer;
    try {
      offer = JSON.parse(this.#crypto.open(booking.terms, whereSealed(attempt))) as Offer;
    } catch {
      return { outcome: 'unknown', reason: 'terms that are not ours' };
    }
    return { outcome: 'ok', value: heldAs(booking, offer) };
  }
}

function heldAs(booking: Wire, offer: Offer): Hold {
  const payBy = isoOf(booking.pay_by);
  return {
    locator: booking.locator,
    airlineLocators: { [offer.validatingAirline]: booking.locator },
    payBy,
    priceGuaranteedUntil: payBy,
    ticketBy: isoOf(booking.ticket_by),
    offer,
    answers: booking.answers,
  };
}
