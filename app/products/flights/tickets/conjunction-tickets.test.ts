import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { isNumberTaken } from '../extras/extras-store.server.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import { endTickets, exchangeTickets, findTickets, saveTickets } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import type { Offer, Slice } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

/*
 * Three flights there and three back on one ticket of one airline: two numbers for each of two travellers, from the
 * airline's answer to whatever shows a number.
 */
const platform = await openDemoPlatform();
const day = 86_400_000;
const plain = anOffer({ supplier: 's1' });

/** A direction of three flights, each a day after the one before. */
function direction(firstDay: number, from: string, to: string): Slice {
  const [slice] = plain.slices;
  const ends = [from, 'BAH', 'CAI', to];
  const moved = (moment: { readonly utc: string; readonly zone: string }, days: number) => {
    const utc = new Date(Date.parse(moment.utc) + days * day).toISOString().replace('.000', '');
    return { ...moment, utc, local: utc.slice(0, 16) };
  };
  const segments = [0, 1, 2].map((at) => {
    const [one] = slice!.segments;
    return {
      ...one!,
      flight: `EK${firstDay * 10 + at + 1}`,
      number: firstDay * 10 + at + 1,
      from: ends[at]!,
      to: ends[at + 1]!,
      departs: moved(one!.departs, firstDay + at),
      arrives: moved(one!.arrives, firstDay + at),
    };
  });
  const layover = {
    minutes: 980,
    grade: 'long',
    overnight: true,
    airportChange: false,
    terminalChange: false,
    selfTransfer: false,
  } as const;
  const layovers = ['BAH', 'CAI'].map((airport) => ({ ...layover, airport, departsFrom: airport }));
  return { ...slice!, from, to, segments, layovers, stops: 2 };
}

const offer: Offer = {
  ...plain,
  id: 's1.six',
  brands: [{ ...plain.brands[0]!, fareBasis: ['QHWRLEK', 'QHWRLEK', 'QHXRLEK', 'QKXRLEK', 'QKXRLEK', 'QLXRLEK'] }],
  passengers: { adults: 2, children: 0, infants: 0 },
  slices: [direction(0, 'DXB', 'LHR'), direction(10, 'LHR', 'DXB')],
  expiresAt: '2026-11-24T08:12:00.000Z',
};
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const clerk = await app.signIn('flights@rihla.example', demoPassword);

const order = await sale.paid((await sale.placed(aDraft(offer))).id);
await sale.settle();
const tickets = await findTickets(platform.db, order.id);
const [mine] = tickets;
const second = String(Number(mine!.number) + 1);
const spoken = (number: string) => `${number.slice(0, 3)}-${number.slice(3)}`;
const both = `${spoken(mine!.number)}-${second.slice(-2)}`;

describe('an order of more than four flights', () => {
  it('keeps a ticket with all its numbers for each traveller', () => {
    expect(order.status).toBe('ticketed');
    expect(tickets.map(({ traveller, booklets }) => [traveller, booklets])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(Number(tickets[1]!.number)).toBe(Number(mine!.number) + 2);
  });

  it('shows its owner the numbers in conjunction, and what they are', async () => {
    const theirs = await (
      await app.send(`/track?order=${order.reference}`, { cookie: orderCookie(platform, order.id).split(';')[0]! })
    ).text();
    expect(theirs).toContain(both);
    expect(theirs).toContain('one e-ticket holds four flights');
  });

  it('prints on the receipt which coupon of which number a flight is', async () => {
    const counter = openFlightCounter(platform, sale.flights);
    const [paper] = await counter.listPapers(order.id);
    expect(paper!.name).toBe(`e-ticket-${mine!.number}.pdf`);
    const { content } = (await counter.openPaper(order.id, paper!.name, 'en'))!;
    const { text } = readPdf(content as Buffer);
    expect(text).toContain(both);
    expect(text.replace(/\s+/g, ' ')).toContain(`Coupon 2 of ${spoken(second)}`);
  });

  it('shows the desk which flights are on which number, and is found by each of them, however it is typed', async () => {
    const record = await (await app.send(`/admin/orders/flights/${order.reference}`, { cookie: clerk })).text();
    expect(record).toContain(both);
    expect(record).toContain(`${mine!.number}: flights 1–4`);
    expect(record).toContain(`${second}: flights 5–6`);
    for (const basis of offer.brands[0]!.fareBasis!) expect(record).toContain(basis);
    const foundBy = async (typed: string) =>
      (await (await app.send(`/admin/orders/flights?find=${encodeURIComponent(typed)}`, { cookie: clerk })).text()).includes(
        order.reference,
      );
    for (const typed of [mine!.number, second, spoken(second), both, `${second}3`])
      expect([typed, await foundBy(typed)]).toEqual([typed, true]);
    expect(await foundBy(String(Number(mine!.number) - 1))).toBe(false);
    expect(await foundBy(String(Number(mine!.number) + 4))).toBe(false);
  });

  it('lets no other document have any of the numbers', async () => {
    expect(await isNumberTaken(platform.db, second)).toBe(true);
    expect(await isNumberTaken(platform.db, String(Number(mine!.number) + 4))).toBe(false);
    const other = await sale.placed(aDraft(offer), { address: '10.5.1.1' });
    const now = platform.clock.now();
    const taken = transact(platform.db, (tx) =>
      saveTickets(tx, now, other.id, 0, [{ traveller: 't1', airline: 'EK', number: second }], null),
    );
    await expect(taken).rejects.toThrow();
    expect(await findTickets(platform.db, other.id)).toEqual([]);
  });

  it('has all numbers exchanged, voided and given back together', async () => {
    const now = platform.clock.now();
    const whole = (number: number) =>
      tickets.map(({ airline }, at) => ({ traveller: `t${at + 1}`, airline, number: String(number + at * 3), booklets: 3 }));
    await transact(platform.db, async (tx) => {
      await exchangeTickets(tx, now, order.id, 0, whole(1_769_000_000_001));
      await endTickets(tx, order.id, 'void');
    });
    expect((await findTickets(platform.db, order.id)).map(({ status, booklets }) => [status, booklets]).sort()).toEqual([
      ['exchanged', 2],
      ['exchanged', 2],
      ['void', 3],
      ['void', 3],
    ]);
    const record = await (await app.send(`/admin/orders/flights/${order.reference}`, { cookie: clerk })).text();
    expect(record).toContain('176-9000000001-03');
    expect(record).toContain('exchanged');
  });

  it('leaves tickets of before with the one number that they have', async () => {
    const { rows } = (await platform.db.execute(
      sql`select column_default as before from information_schema.columns where table_name = 'flight_tickets' and column_name = 'booklets'`,
    )) as unknown as { rows: { before: string }[] };
    expect(rows[0]!.before).toBe('1');
  });
});
