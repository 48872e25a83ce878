import { instant } from '#app/values/dates.ts';
import { asked, circuitState, closedCircuit, failed, mayAsk, restMs, type Circuit, type CircuitState } from './circuit-rules.ts';
import type { FlightShopping, SupplierCall, SupplierOutcome } from './flight-supplier.ts';

export interface ShownCircuit {
  readonly state: CircuitState;
  /** Failures in a row, and the last of them. */
  readonly failures: number;
  readonly reason: string;
  /** When it is asked again; null while it is closed. ISO in UTC. */
  readonly triedAt: string | null;
}

/** Why a source did not answer that was not asked. */
export const leftAlone = 'circuit-open';

/** The circuits of this process, one for each source. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();

  show(code: string, now: number): ShownCircuit {
    const circuit = this.#of(code);
    const { failures, reason, openedAt } = circuit;
    const triedAt = openedAt === null ? null : new Date(openedAt + restMs).toISOString();
    return { state: circuitState(circuit, instant(now)), failures, reason, triedAt };
  }

  /** Which circuits are not closed, as one text: a list that was made without a source stands until that changes. */
  states(now: number): string {
    return [...this.#circuits]
      .map(([code, circuit]) => [code, circuitState(circuit, instant(now))] as const)
      .filter(([, state]) => state !== 'closed')
      .map(([code, state]) => `${code}:${state}`)
      .join(' ');
  }

  /** One of them has rested: it answers one question, and what else is asked meanwhile is not answered. */
  areTrying(now: number): boolean {
    return [...this.#circuits.values()].some((circuit) => circuitState(circuit, instant(now)) === 'half-open');
  }

  /**
   * A source whose lists and calendars are asked for through its circuit. A price, a seat map and everything about an
   * order go past it: somebody waits for exactly that answer, and an order is never left because its source was slow.
   */
  watch(source: FlightShopping): FlightShopping {
    const { code, calendar, revision } = source;
    return {
      code,
      search: (request, call) => this.#through(code, call, () => source.search(request, call)),
      price: (offerId, passengers, call) => source.price(offerId, passengers, call),
      seatMap: (query, call) => source.seatMap(query, call),
      ...(calendar ? { calendar: (request, call) => this.#through(code, call, () => calendar.call(source, request, call)) } : {}),
      ...(revision ? { revision: (call) => revision.call(source, call) } : {}),
    };
  }

  async #through<T>(code: string, call: SupplierCall, ask: () => Promise<SupplierOutcome<T>>): Promise<SupplierOutcome<T>> {
    const now = instant(call.now);
    if (!mayAsk(this.#of(code), now)) return { outcome: 'unknown', reason: leftAlone };
    this.#circuits.set(code, asked(this.#of(code), now));
    let counted = false;
    const count = (reason: string | null) => {
      if (counted) return;
      counted = true;
      this.#circuits.set(code, reason === null ? closedCircuit : failed(this.#of(code), now, reason));
    };
    // Whoever asked stops waiting: that is an answer too.
    call.signal?.addEventListener('abort', () => count('timeout'), { once: true });
    try {
      const answer = await ask();
      count(answer.outcome === 'unknown' ? answer.reason : null);
      return answer;
    } catch (fault) {
      count(fault instanceof Error ? fault.message : 'failed');
      throw fault;
    }
  }

  #of(code: string): Circuit {
    return this.#circuits.get(code) ?? closedCircuit;
  }
}
