import { sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DescribedTask } from '#app/commerce/orders/order-description.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { checkInWindow, isOpenAt } from './check-in-rules.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import { findOrderLeaving } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { tellCheckIn } from './tell-check-in.server.ts';
import { exitTasksFor, readCheckIn, readExitRules } from '../world/ground-facts.ts';
import { checkInOf, earliestCheckInHours } from '../world/open-ground-facts.server.ts';

const seed = (name: string) => readFileSync(`seeds/world/${name}`, 'utf8');

describe('facts of the ground', () => {
  it('have hours for the airlines of the house and say nothing of others', () => {
    expect(checkInOf('EK')).toEqual({ opensHours: 48, closesMinutes: 90 });
    expect(checkInOf('EY')?.opensHours).toBe(30);
    expect(checkInOf('ZZ')).toBeNull();
    expect(earliestCheckInHours()).toBe(72);
    const airlines = new Set(
      seed('airlines.csv')
        .split('\n')
        .map((line) => line.split(',')[0]),
    );
    expect([...readCheckIn(seed('check-in.csv')).keys()].filter((code) => !airlines.has(code))).toEqual([]);
  });
  it('refuse hours that no check-in has, and rules that nobody said on a day', () => {
    expect(() => readCheckIn('airline,opens,closes\nEK,0,90')).toThrow('no such hours');
    expect(() => readExitRules('leaves,passport,task,link,source,checked\nPH,PH,x,https://x.example,Somebody,soon')).toThrow('on a day');
  });
  it('ask Filipinos who leave the Philippines for eTravel and an OFW Pass, and nobody else', () => {
    const rules = readExitRules(seed('exit-tasks.csv'));
    const tasks = (from: string, to: string, ...passports: string[]) =>
      exitTasksFor(rules, { from, to, passports }).map(({ task }) => task);
    expect(tasks('PH', 'AE', 'IN', 'PH')).toEqual(['etravel', 'ofw-pass']);
    expect(tasks('PH', 'AE', 'IN')).toEqual([]);
    expect(tasks('PH', 'PH', 'PH')).toEqual([]);
    expect(tasks('AE', 'PH', 'PH')).toEqual([]);
    expect(rules.every(({ checked, link }) => checked > '2026-01-01' && link.startsWith('https://'))).toBe(true);
  });
});

it('opens by hours that pass, in the time of the airport, also over a change of its clocks', () => {
  const departs = { local: '2027-03-28T20:00', utc: '2027-03-28T19:00:00Z', zone: 'Europe/London' };
  const window = checkInWindow(departs, { opensHours: 24, closesMinutes: 60 });
  expect(window.opens).toEqual({ local: '2027-03-27T19:00', utc: '2027-03-27T19:00:00Z', zone: 'Europe/London' });
  expect(window.closes.local).toBe('2027-03-28T19:00');
  expect(isOpenAt(window, instant(Date.parse('2027-03-27T18:59:00Z')))).toBe(false);
  expect(isOpenAt(window, instant(Date.parse('2027-03-27T19:00:00Z')))).toBe(true);
  expect(isOpenAt(window, instant(Date.parse('2027-03-28T18:00:00Z')))).toBe(false);
});

describe('the mail when check-in opens', async () => {
  const platform = await openTestPlatform();
  const { db, clock } = platform;
  const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-24T08:12:00.000Z' };
  const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
  const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
  const counter = openFlightCounter(platform, flights);
  const first = offer.slices[0]!.segments[0]!;
  const departs = Date.parse(first.departs.utc);
  const say = async () => ({ text: 'No visa needed', tone: 'ok' as const, href: '/e-visa' });
  const span = () => ({ now: clock.now(), until: instant(clock.now() + 72 * hourMs) });
  const leaving = async () => findOrderLeaving(db, span(), null);
  const written = async () =>
    ((await db.execute(sql`select message_id from sent_messages where template = 'check-in'`)) as unknown as { rows: unknown[] }).rows
      .length;

  it('is written once, with what to bring, when it is open and not before; in the night it waits for the morning', async () => {
    const order = await sale.placed(aDraft(offer), { address: '10.7.0.1' });
    await sale.paid(order.id);
    clock.set(instant(departs - 60 * hourMs));
    const [early] = await leaving();
    expect(early).toMatchObject({ id: order.id, position: 0 });
    await tellCheckIn(platform, counter, say, early!);
    expect(await written()).toBe(0);
    clock.set(instant(departs - 30 * hourMs));
    const [due] = await leaving();
    await tellCheckIn(platform, counter, say, due!);
    await tellCheckIn(platform, counter, say, due!);
    expect(await written()).toBe(1);
    expect(await leaving()).toEqual([]);
    const { rows } = (await db.execute(sql`select concern, status, cause from mail_log where kind = 'trips.check-in'`)) as unknown as {
      rows: unknown[];
    };
    // At a quarter to two in Dubai.
    expect(rows).toEqual([{ concern: 'courtesy', status: 'queued', cause: 'quiet-hours' }]);
  });

  it('is not written of an order that is not ticketed, nor when check-in has closed', async () => {
    clock.set(instant(departs - 20 * hourMs));
    const order = await sale.placed(aDraft(offer), { address: '10.7.0.2' });
    expect(await leaving()).toEqual([]);
    await sale.paid(order.id);
    const [late] = await leaving();
    clock.set(instant(departs - hourMs));
    await tellCheckIn(platform, counter, say, late!);
    expect(await written()).toBe(1);
  });

  it('is announced with the order, which asks nothing of who leaves Dubai', async () => {
    const { rows } = (await db.execute(sql`select id from orders where status = 'ticketed' limit 1`)) as unknown as {
      rows: { id: string }[];
    };
    const description = await counter.describe(rows[0]!.id, 'en');
    const times = checkInOf(first.operator)!;
    expect(description.slices[0]!.checkIn?.opens.utc).toBe(
      new Date(departs - times.opensHours * hourMs).toISOString().slice(0, 16) + ':00Z',
    );
    expect(description.next.map(({ words }) => words).join(' ')).toContain('opens');
    expect(description.tasks satisfies readonly DescribedTask[] | undefined).toEqual([]);
  });
});
