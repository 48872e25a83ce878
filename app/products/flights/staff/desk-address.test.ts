import { expect, it } from 'vitest';
import { deskAddress, deskQueues, readDeskView } from './desk-address.ts';
import { flightOrderStates } from '../order/flight-order-status.ts';

const read = (address: string) => readDeskView(new URLSearchParams(address));

it.each([
  '',
  '?queue=ticket-now&state=paid&find=Al+Mansoori&from=DXB&to=LHR&departs-from=2026-12-01&departs-until=2026-12-31&airline=EK&supplier=house&paid=part-paid&shown-in=EUR&sort=-total',
  '?queue=failed-stuck&owner=mine&column=ref&column=state&column=created',
  '?after=1764000000.5_7f3c',
  '?after=none-1763900000_7f3c',
])('says the same after a round trip: %s', (address) => {
  expect(deskAddress(read(address))).toBe(address);
});

it.each([
  '?queue=__proto__',
  '?state=constructor',
  '?from=DUBAI',
  '?departs-from=2026-02-30',
  '?airline=%27--',
  '?sort=id',
  '?owner=%27--',
  '?column=email',
  '?after=1;drop',
  '?supplier=%27--',
  '?paid=soon',
  '?shown-in=XAU',
])('leaves out what is malformed: %s', (address) => {
  expect(deskAddress(read(address))).toBe('');
});

it('has a place for every state in the queue of all', () => {
  expect([...deskQueues.all]).toEqual([...flightOrderStates]);
});

it('keeps the reference among the columns whatever is asked, in their own order', () => {
  expect(read('?column=paid&column=limit').columns).toEqual(['limit', 'ref', 'paid']);
  expect(read('?column=ref').columns).toEqual(read('').columns);
});
