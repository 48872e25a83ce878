import { describe, expect, test } from 'vitest';
import { anOffer } from '../offer-testing.ts';
import type { HoldRequest } from './flight-supplier.ts';
import { ScriptedSupplier } from './scripted-supplier.ts';
import type { SupplierScript } from './scripted-supplier.ts';

const call = { now: Date.UTC(2026, 10, 21, 8) };
const offer = anOffer({ supplier: 'scripted', flight: 'EK1', dirhams: 1500 });
const request: HoldRequest = {
  attemptId: 'hold-1',
  offerId: offer.id,
  brand: 'light',
  passengers: offer.passengers,
  travellers: [{ id: 't1', type: 'adult', title: 'MS', givenNames: 'MARIA', surname: 'SANTOS', dateOfBirth: '1990-01-01' }],
  seats: [],
};

async function held(script: SupplierScript) {
  const supplier = new ScriptedSupplier({ offers: [offer], ...script });
  const hold = await supplier.hold(request, call);
  if (hold.outcome !== 'ok') throw new Error('not held');
  return { supplier, locator: hold.value.locator };
}

describe('the scripted supplier', () => {
  test('holds once for one attempt, however often it is asked', async () => {
    const { supplier, locator } = await held({});
    const again = await supplier.hold(request, call);
    expect(again).toMatchObject({ outcome: 'ok', value: { locator } });
  });

  test('raises the price on request, component by component', async () => {
    const supplier = new ScriptedSupplier({ offers: [offer], dearerBy: 100 });
    const priced = await supplier.price(offer.id, offer.passengers, call);
    expect(priced).toMatchObject({ outcome: 'ok', value: { brands: [{ fareTotal: { amount: 165_000 } }] } });
  });

  test('holds behind a lost answer, and look-up finds it by the attempt', async () => {
    const supplier = new ScriptedSupplier({ offers: [offer], hold: 'held-but-unknown' });
    expect((await supplier.hold(request, call)).outcome).toBe('unknown');
    expect(await supplier.lookUp('hold-1', call)).toMatchObject({ outcome: 'ok', value: { state: 'held' } });
  });

  test('answers 202 first and is ticketed when looked up', async () => {
    const { supplier, locator } = await held({ ticket: ['202-ticketed'] });
    expect((await supplier.ticket({ attemptId: 'ticket-1', locator }, call)).outcome).toBe('pending');
    expect(await supplier.lookUp('ticket-1', call)).toMatchObject({ outcome: 'ok', value: { state: 'ticketed' } });
  });

  test('stays undecided for ever on request', async () => {
    const { supplier, locator } = await held({ ticket: ['202-for-ever'] });
    await supplier.ticket({ attemptId: 'ticket-1', locator }, call);
    expect(await supplier.lookUp('ticket-1', call)).toMatchObject({ outcome: 'ok', value: { state: 'ticketing' } });
  });

  test('issues behind a lost answer, and one traveller gets one ticket', async () => {
    const { supplier, locator } = await held({ ticket: ['ticketed-but-unknown'] });
    expect((await supplier.ticket({ attemptId: 'ticket-1', locator }, call)).outcome).toBe('unknown');
    const found = await supplier.lookUp('ticket-1', call);
    expect(found).toMatchObject({ outcome: 'ok', value: { state: 'ticketed', tickets: [{ traveller: 't1' }] } });
  });

  test('fails first and issues on the next attempt when scripted so', async () => {
    const { supplier, locator } = await held({ ticket: ['failed', 'ok'] });
    expect((await supplier.ticket({ attemptId: 'ticket-1', locator }, call)).outcome).toBe('failed');
    expect((await supplier.ticket({ attemptId: 'ticket-2', locator }, call)).outcome).toBe('ticketed');
  });

  test('cancels a hold but not a ticket, and voids a ticket but not a hold', async () => {
    const { supplier, locator } = await held({});
    expect((await supplier.void({ attemptId: 'void-1', locator }, call)).outcome).toBe('refused');
    await supplier.ticket({ attemptId: 'ticket-1', locator }, call);
    expect((await supplier.cancel({ attemptId: 'cancel-1', locator }, call)).outcome).toBe('refused');
    expect(await supplier.void({ attemptId: 'void-2', locator }, call)).toMatchObject({ value: { state: 'voided' } });
  });
});
