import { describe, expect, it } from 'vitest';
import { FlightDesk } from '../search/ask-flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { FlightSearch } from '../offer.ts';
import { failuresToOpen, restMs } from './circuit-rules.ts';
import { ScriptedSupplier } from './scripted-supplier.ts';
import { searchAllSuppliers } from './search-suppliers.server.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const search: FlightSearch = {
  slices: [{ from: 'DXB', to: 'LHR', date: '2026-12-05' as never }],
  passengers: { adults: 1, children: 0, infants: 0 },
  cabin: 'economy',
  maxStops: 2,
};

/** A source that breaks, hangs or answers as it is told. */
class Moody extends ScriptedSupplier {
  mood: 'well' | 'broken' | 'hanging' | 'refusing' = 'broken';
  asked = 0;
  override async search(...ask: Parameters<ScriptedSupplier['search']>) {
    this.asked += 1;
    if (this.mood === 'broken') throw new Error('HTTP 500');
    if (this.mood === 'hanging') return new Promise<never>(() => undefined);
    if (this.mood === 'refusing') return { outcome: 'refused', refused: 'not-offered' } as const;
    return super.search(...ask);
  }
}

function open() {
  const source = new Moody({ code: 'moody', offers: [anOffer({ flight: 'EK1' })] });
  const desk = new FlightDesk([source]);
  const ask = async (now: number) => (await searchAllSuppliers(desk.sources, { search, chosen: [] }, { now, timeout: 20 })).answered[0]!;
  const breakIt = async () => {
    for (let at = 0; at < failuresToOpen; at += 1) await ask(start + at);
  };
  return { source, desk, ask, breakIt };
}

describe('the circuit of a source', () => {
  it('opens after failures in a row, and nobody waits for the source while it rests', async () => {
    const { source, desk, ask, breakIt } = open();
    await breakIt();
    expect(desk.circuits.show('moody', start + 10)).toMatchObject({ state: 'open', failures: failuresToOpen, reason: 'HTTP 500' });
    expect(await ask(start + 10)).toMatchObject({ outcome: 'unknown', reason: 'circuit-open' });
    expect(source.asked).toBe(failuresToOpen);
  });

  it('counts silence as failure, and a refusal as an answer', async () => {
    const { source, desk, ask, breakIt } = open();
    source.mood = 'hanging';
    await breakIt();
    expect(desk.circuits.show('moody', start + 10)).toMatchObject({ state: 'open', reason: 'timeout' });
    const other = open();
    other.source.mood = 'refusing';
    await other.breakIt();
    expect(other.desk.circuits.show('moody', start + 10)).toMatchObject({ state: 'closed', failures: 0 });
    expect(await ask(start + 10)).toMatchObject({ reason: 'circuit-open' });
  });

  it('forgets failures that others were answered between', async () => {
    const { source, desk, ask } = open();
    for (let at = 0; at < 3 * failuresToOpen; at += 1) {
      source.mood = at % (failuresToOpen - 1) === 0 ? 'well' : 'broken';
      await ask(start + at);
    }
    expect(desk.circuits.show('moody', start + 99).state).toBe('closed');
  });

  it('lets one question through when it has rested, and its answer decides', async () => {
    const { source, desk, ask, breakIt } = open();
    await breakIt();
    const rested = start + failuresToOpen + restMs;
    expect(desk.circuits.show('moody', rested).state).toBe('half-open');
    source.mood = 'hanging';
    const [probe, other] = await Promise.all([ask(rested), ask(rested)]);
    expect([probe.reason, other.reason].toSorted()).toEqual(['circuit-open', 'timeout']);
    expect(desk.circuits.show('moody', rested + 1).state).toBe('open');
    source.mood = 'well';
    expect(await ask(rested + 1)).toMatchObject({ reason: 'circuit-open' });
    expect(await ask(rested + restMs)).toMatchObject({ outcome: 'ok', offers: 1 });
    expect(desk.circuits.show('moody', rested + restMs)).toMatchObject({ state: 'closed', failures: 0, triedAt: null });
  });
});
