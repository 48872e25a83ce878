import type { Offer } from '#app/products/flights/offer.ts';
import type { BookableSupplier } from '#app/products/flights/supplier/own-stock.ts';
import type { SupplierOutcome, Ticket, TicketOutcome } from '#app/products/flights/supplier/flight-supplier.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import type { Dice } from './seeded.ts';

type Call<Name extends 'hold' | 'ticket' | 'cancel' | 'void' | 'lookUp'> = Parameters<ScriptedSupplier[Name]>;

/** An airline that loses requests and answers, refuses some and puts some off, as the dice say; its own books are always right. */
export class FaultyAirline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']>;
  dice: Dice;
  trouble = 0;
  /** A control: every answer to ticketing is lost, and it denies whatever it is asked about, so that nothing can be found out. */
  forgetful = false;
  /** By locator, what the airline has. */
  readonly books = new Map<string, 'held' | 'ticketed' | 'cancelled' | 'voided'>();
  /** Tickets issued by locator: more than once is a fault of the shop. */
  readonly issued = new Map<string, number>();

  constructor(code: string, pool: string, capacity: number, dice: Dice, offer: Offer = FaultyAirline.offerOf(code)) {
    super({ code, offers: [offer] });
    this.dice = dice;
    this.stock = { wishes: (_offer, seats) => [{ key: pool, quantity: seats, capacity, ceiling: capacity }] };
  }

  static offerOf(code: string): Offer {
    return { ...anOffer({ supplier: code }), id: `${code}.one`, expiresAt: '2026-12-04T00:00:00.000Z' };
  }

  #fate(): 'there' | 'back' | 'none' {
    return this.dice.percent(this.trouble) ? this.dice.pick(['there', 'back'] as const) : 'none';
  }

  async #lossy<Value>(work: () => Promise<SupplierOutcome<Value>>): Promise<SupplierOutcome<Value>> {
    const fate = this.#fate();
    if (fate === 'there') return { outcome: 'unknown', reason: 'lost on the way there' };
    const answer = await work();
    return fate === 'back' ? { outcome: 'unknown', reason: 'lost on the way back' } : answer;
  }

  override hold(...given: Call<'hold'>) {
    return this.#lossy(async () => {
      if (this.trouble > 0 && this.dice.percent(5)) return { outcome: 'refused', refused: 'sold-out' } as const;
      const held = await super.hold(...given);
      if (held.outcome === 'ok' && !this.books.has(held.value.locator)) this.books.set(held.value.locator, 'held');
      return held;
    });
  }

  override async ticket(...given: Call<'ticket'>): Promise<TicketOutcome> {
    const fate = this.forgetful ? 'back' : this.#fate();
    if (fate === 'there') return { outcome: 'unknown', reason: 'lost on the way there' };
    if (this.trouble > 0 && this.dice.percent(12)) return { outcome: 'failed', refused: 'traveller-refused' };
    const [{ locator }] = given;
    const answer = await super.ticket(...given);
    if (answer.outcome === 'ticketed' && this.books.get(locator) !== 'ticketed') {
      this.books.set(locator, 'ticketed');
      this.issued.set(locator, (this.issued.get(locator) ?? 0) + 1);
    }
    if (fate === 'back') return { outcome: 'unknown', reason: 'lost on the way back' };
    return answer.outcome === 'ticketed' ? { ...answer, tickets: this.#ownNumbers(locator, answer.tickets) } : answer;
  }

  /** Numbers that no airline of another history has: 13 digits of history, booking and traveller. */
  #ownNumbers(locator: string, tickets: readonly Ticket[]): Ticket[] {
    const history = this.code.replaceAll(/\D/g, '').padStart(8, '0');
    return tickets.map((ticket, index) => ({ ...ticket, number: `${history}${locator.slice(-4)}${index}` }));
  }

  override lookUp(...given: Call<'lookUp'>) {
    if (this.forgetful) return Promise.resolve({ outcome: 'refused', refused: 'not-found' } as const);
    return this.#lossy(async () => {
      const found = await super.lookUp(...given);
      if (found.outcome !== 'ok' || found.value.state !== 'ticketed') return found;
      return { outcome: 'ok', value: { ...found.value, tickets: this.#ownNumbers(found.value.locator, found.value.tickets) } } as const;
    });
  }

  override cancel(...given: Call<'cancel'>) {
    return this.#lossy(async () => this.#end(given[0].locator, 'cancelled', await super.cancel(...given)));
  }

  override void(...given: Call<'void'>) {
    return this.#lossy(async () => this.#end(given[0].locator, 'voided', await super.void(...given)));
  }

  #end<Value>(locator: string, to: 'cancelled' | 'voided', answer: SupplierOutcome<Value>): SupplierOutcome<Value> {
    if (answer.outcome === 'ok') this.books.set(locator, to);
    return answer;
  }
}
