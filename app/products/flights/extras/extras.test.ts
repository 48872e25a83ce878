import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, test } from 'vitest';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { transact } from '#app/platform/database.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { airlineExtras, extrasAfterChange, extrasOf, houseNumber, readDocumentNumber, type PaidExtra } from './extra-rules.ts';
import { extraMachine, extraStates } from './extra-status.ts';
import { describedExtra } from './extra-words.server.ts';
import { countExtrasQueue, findExtras, findToIssue } from './extras-store.server.ts';
import { choiceKey, type FlightDraft } from '../booking/booking-draft.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import type { FlightExtra } from '../flight.tables.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';
import { writeExtras } from './write-extras.server.ts';

const platform = await openTestPlatform();
const codes = ['s1', 's2', 's3', 's4', 's5'] as const;
type Code = (typeof codes)[number];
const scripts: Readonly<Record<Code, SupplierScript['extras']>> = {
  s1: ['ok'],
  s2: ['not-offered', 'ok'],
  s3: ['written-but-unknown', 'unknown'],
  s4: ['written-but-unknown', 'ok'],
  s5: undefined,
};
const passengers = { adults: 2, children: 0, infants: 0 };
const offerOf = (code: Code) => ({ ...anOffer({ supplier: code }), passengers, id: `${code}.one`, expiresAt: '2026-11-24T08:12:00.000Z' });
const suppliers = codes.map((code) => {
  const supplier = new ScriptedSupplier({ code, offers: [offerOf(code)], ...(scripts[code] ? { extras: scripts[code] } : {}) });
  // A source that writes no documents at all.
  return code === 's5' ? Object.assign(supplier, { writeExtras: undefined }) : supplier;
});
const sale = await openTestSale(platform, suppliers);
const began = platform.clock.now();
afterEach(() => platform.clock.advance(began - platform.clock.now()));

let buyers = 0;
/** A bag each, a meal and a fast lane for two. */
function draftOf(code: Code): FlightDraft {
  const offer = offerOf(code);
  const draft = aDraft(offer);
  const meals = { [choiceKey(offer.slices[0]!.segments[0]!, 0)]: 'VGML' };
  return {
    ...draft,
    checkedBags: { '0:0': 1, '0:1': 2 },
    booking: { ...draft.booking, extras: { mealPreferences: meals, fastTrack: true, insurance: false } },
  };
}
async function bought(code: Code): Promise<Order> {
  buyers += 1;
  return sale.paid((await sale.placed(draftOf(code), { address: `10.3.${buyers}.1` })).id);
}
const extras = (order: Order) => findExtras(platform.db, order.id);
const brief = async (order: Order) => (await extras(order)).map(({ kind, traveller, status }) => `${kind} ${traveller} ${status}`);

test('a page asks again for what is being issued, and no more once its document is there', async () => {
  const coming = async (code: Code) => {
    const rows = await extras(await bought(code));
    return rows.map((row) => [row.status, describedExtra(row, 'en').coming] as const);
  };
  expect(new Set(await coming('s1'))).toContainEqual(['issued', false]);
  expect((await coming('s1')).filter(([, more]) => more)).toEqual([]);
  const unknown = await coming('s3');
  expect(unknown).toContainEqual(['requested', true]);
  expect(unknown.filter(([status, more]) => more !== (status === 'requested'))).toEqual([]);
});

describe('the machine of an extra', () => {
  const events = [...new Set(extraMachine.moves.map(({ event }) => event))];
  const actors = ['customer', 'staff', 'system', 'supplier', 'provider'] as const;

  test('answers every state, event and actor as its table says', () => {
    for (const state of extraStates)
      for (const event of events)
        for (const actor of actors) {
          const moves = extraMachine.moves.filter(
            (one) => one.event === event && [one.from].flat().includes(state) && (one.by as readonly string[]).includes(actor),
          );
          expect(moveOn(extraMachine, state, event, actor).ok, `${state} ${event} ${actor}`).toBe(moves.length > 0);
        }
  });

  test('has the edges that the database knows, every one of them and no other', async () => {
    const { rows } = (await platform.db.execute(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = 'flight-extra'`,
    )) as unknown as { rows: { edge: string }[] };
    const edges = edgesOf(extraMachine).map((edge) => edge.join('>'));
    expect(rows.map(({ edge }) => edge).sort()).toEqual([...new Set(edges)].sort());
    expect(edges.some((edge) => edge.startsWith('exchanged>'))).toBe(false);
  });

  test('is kept by the database between any two states', async () => {
    const order = await bought('s1');
    const edges = new Set(edgesOf(extraMachine).map((edge) => edge.join('>')));
    const [one] = await extras(order);
    class Back extends Error {}
    for (const from of extraStates)
      for (const to of extraStates) {
        if (from === to) continue;
        const tried = await transact(platform.db, async (tx) => {
          await tx.execute(sql`alter table flight_extras disable trigger flight_extras_edges`);
          await tx.execute(sql`update flight_extras set status = ${from} where id = ${one!.id}`);
          await tx.execute(sql`alter table flight_extras enable trigger flight_extras_edges`);
          await tx.execute(sql`update flight_extras set status = ${to} where id = ${one!.id}`);
          throw new Back();
        }).catch((fault: unknown) => fault instanceof Back);
        expect(tried, `${from} > ${to}`).toBe(edges.has(`${from}>${to}`));
      }
  });
});

describe('what was paid beside the fare', () => {
  it('has a row for each traveller, kind and flight, at the price that was paid', async () => {
    const order = await bought('s1');
    const { lines } = await getQuote(platform.db, order);
    const rows = await extras(order);
    expect(rows.map(({ kind, traveller }) => [kind, traveller]).sort()).toEqual(
      extrasOf(lines)
        .map(({ kind, traveller }) => [kind, traveller])
        .sort(),
    );
    expect(rows.map(({ kind }) => kind).filter((kind) => kind === 'bag')).toHaveLength(2);
    const paid = lines.filter(({ kind }) => kind === 'bag' || kind === 'meal' || kind === 'fast-track' || kind === 'seat');
    expect(rows.reduce((sum, { price }) => sum + price, 0)).toBe(paid.reduce((sum, { amount }) => sum + amount.amount, 0));
  });

  it('is issued with the tickets: on documents of the airline, and on numbers of the house for what is its own', async () => {
    const order = await bought('s1');
    for (const extra of await extras(order)) {
      expect(extra.status).toBe('issued');
      if (airlineExtras.includes(extra.kind)) expect(extra.document).toMatch(/^\d{13}$/);
      else expect(extra.document).toBe(houseNumber(extra, order.reference));
    }
    const numbers = (await extras(order)).map(({ document }) => document);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('waits at the desk when the airline refuses, and where a source writes no documents', async () => {
    const before = await countExtrasQueue(platform.db, platform.clock.now());
    for (const code of ['s2', 's5'] as const) {
      const order = await bought(code);
      const airline = (await extras(order)).filter(({ kind }) => airlineExtras.includes(kind));
      expect(airline.map(({ status, why }) => [status, why])).toEqual(airline.map(() => ['failed', 'not-offered']));
    }
    expect((await countExtrasQueue(platform.db, platform.clock.now())).all).toBe(before.all + 2);
  });

  it('that no answer came for is asked for under the same key, and has one document', async () => {
    const order = await bought('s4');
    const first = (await extras(order)).filter(({ kind }) => airlineExtras.includes(kind));
    // Drained at once: the second request is due in a minute.
    platform.clock.advance(2 * minuteMs);
    expect(await findToIssue(platform.db, platform.clock.now(), null)).toContain(order.id);
    await writeExtras(platform, sale.flights, order.id);
    const after = (await extras(order)).filter(({ kind }) => airlineExtras.includes(kind));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 'issued'));
    expect(after.map(({ attempt }) => attempt)).toEqual(first.map(({ attempt }) => attempt));
  });

  it('that hangs goes to the desk after a quarter of an hour', async () => {
    const order = await bought('s3');
    const airline = async () =>
      (await extras(order)).filter(({ kind }) => airlineExtras.includes(kind)).map(({ status, why }) => [status, why]);
    expect(new Set((await airline()).map(String))).toEqual(new Set([['requested', null].toString()]));
    platform.clock.advance(16 * minuteMs);
    await writeExtras(platform, sale.flights, order.id);
    expect(new Set((await airline()).map(String))).toEqual(new Set([['failed', 'no-answer'].toString()]));
  });

  it('ends with the tickets', async () => {
    const order = await bought('s1');
    const who = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    await quoteCancel(platform, sale.product, who);
    await confirmCancel(platform, sale.product, who);
    await sale.settle();
    for (const line of await brief(order)) expect(line).toMatch(/ (void|refunded)$/);
  });
});

describe('a change of flights', () => {
  const paid = (kind: PaidExtra['kind'], code: string, more: Partial<PaidExtra> = {}): PaidExtra => ({
    contract: 0,
    traveller: 0,
    kind,
    code,
    facts: {},
    price: 5_000,
    ...more,
  });
  const known = (extra: PaidExtra, status: FlightExtra['status'] = 'issued') => ({ ...extra, id: extra.code, status, refundRequest: null });

  it('makes the airline’s documents of the changed contract anew, and leaves the rest', () => {
    const [seat, bag, lane, other] = [
      known(paid('seat', 'EK1-20270209:0')),
      known(paid('bag', '0:0')),
      known(paid('fast-track', 'DXB')),
      known(paid('bag', '1:0', { contract: 1 })),
    ];
    const next = [
      paid('seat', 'EK3-20270210:0'),
      paid('bag', '0:0'),
      paid('fast-track', 'DXB', { price: 6_000 }),
      paid('bag', '1:0', { contract: 1 }),
    ];
    const after = extrasAfterChange([seat!, bag!, lane!, other!], next, 0);
    expect(after.gone).toEqual([seat, bag]);
    expect(after.fresh).toEqual([
      { extra: next[0], after: null },
      { extra: next[1], after: null },
    ]);
    expect(after.repriced).toEqual([[lane, next[2]]]);
  });

  it('sells nothing a second time that was given back before', () => {
    const back = known(paid('seat', 'EK1-20270209:0'), 'refunded');
    const after = extrasAfterChange([back], [paid('seat', 'EK3-20270210:0')], 0);
    expect(after.fresh.map((one) => one.after)).toEqual([back]);
  });

  it('ends what the new flights do not have', () => {
    const lost = known(paid('seat', 'EK1-20270209:0'));
    expect(extrasAfterChange([lost], [], 0)).toEqual({ gone: [lost], fresh: [], repriced: [] });
  });
});

test('a number is read however it was typed, and nothing else is one', () => {
  expect(readDocumentNumber('176-2400 000 001')).toBe('1762400000001');
  for (const typed of ['', '176240000000', '17624000000012', '176-24000O0001', '١٧٦٢٤٠٠٠٠٠٠٠١'])
    expect(readDocumentNumber(typed)).toBeNull();
});
