import { describe, expect, it } from 'vitest';
import { findInvoiceInForce } from '#app/commerce/invoices/invoices-store.server.ts';
import { findSnapshots, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { rulesOfSale } from '#app/commerce/orders/reprice-unpaid.server.ts';
import { getPricingRules, readTaxes } from '#app/commerce/pricing/pricing-store.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { changeParty } from './change-party.server.ts';
import { openTestExperiences } from './experience-sale-testing.ts';
import { loadExperiences } from './load-experiences.server.ts';
import { openVisit } from './place-experience-order.server.ts';

const platform = await openTestPlatform();
const { clock, db } = platform;
const kayak = 'abu-dhabi-mangrove-kayak';
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => id === kayak),
  { replace: false },
);
const shop = await openTestExperiences(platform);
async function start(): Promise<string> {
  for (let ahead = 30; ahead < 60; ahead += 1)
    for (const time of ['06:30', '07:00', '08:00', '09:00', '15:00', '15:30', '16:00']) {
      const date = new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10);
      const query = `date=${date}&time=${time}&option=standard&adult=2`;
      if (await openVisit(platform, kayak, new URLSearchParams(query), 'en')) return query;
    }
  throw new Error('No start');
}
const rates = async (orderId: string) =>
  Object.fromEntries(
    (await getQuote(db, await shop.order(orderId))).lines
      .filter(({ kind }) => kind === 'activity')
      .map(({ code, vatBasisPoints }) => [code, vatBasisPoints]),
  );
const invoiced = async (orderId: string) =>
  (await findInvoiceInForce(db, orderId))!.lines.filter(({ vatCategory }) => vatCategory === 'standard').map((line) => line.vatBasisPoints);
const delivered = await readTaxes(db, clock.now());
/** From now on, as an owner and finance set it. */
const tax = (standard: number) => applySetting(db, 'taxes', { ...delivered, now: { ...delivered.now, standard } });

describe('an order under taxes that change', () => {
  it('keeps how its lines were taxed when it is changed, and what is added is taxed by the day it is added', async () => {
    const orderId = await shop.bought(kayak, await start());
    const { total } = await shop.order(orderId);
    expect(await rates(orderId)).toEqual({ adult: 500 });
    await tax(600);
    const change = (party: Record<string, number>) =>
      changeParty(platform, shop.product, { orderId, party, by: 'customer', who: 'guest', seenTotal: total * 3 });
    expect((await change({ adult: 2, child: 1 })).ok).toBe(true);
    expect(await rates(orderId)).toEqual({ adult: 500, child: 600 });
    expect((await invoiced(orderId)).toSorted()).toEqual([500, 600]);
    // Later changes move neither of them.
    await tax(700);
    expect((await change({ adult: 3, child: 1 })).ok).toBe(true);
    expect(await rates(orderId)).toEqual({ adult: 500, child: 600 });
  });

  it('is taxed by the day it is paid for first, at the total that was agreed', async () => {
    await tax(500);
    const placed = await shop.place(kayak, await start());
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    const before = await shop.order(orderId);
    await tax(600);
    await shop.pay(orderId);
    const after = await shop.order(orderId);
    expect([after.status, after.total]).toEqual(['confirmed', before.total]);
    expect(await rates(orderId)).toEqual({ adult: 600 });
    expect(await invoiced(orderId)).toEqual([600]);
    expect((await findSnapshots(db, orderId)).map(({ cause, total }) => [cause, total])).toEqual([
      ['placed', before.total],
      ['taxed', before.total],
    ]);
    // The record of an order says why it has another price on it.
    for (const language of languageCodes) expect(textsFor(language).of('staff-orders')('causes.taxed')).not.toContain('causes');
    const quote = await getQuote(db, after);
    expect(quote.vatTotal.amount).toBe(quote.lines.reduce((sum, { vat }) => sum + vat.amount, 0));
  });

  it('is not put on record anew where the day it is paid treats it no otherwise', async () => {
    const orderId = await shop.bought(kayak, await start());
    expect((await findSnapshots(db, orderId)).map(({ cause }) => cause)).toEqual(['placed']);
  });

  it('that is not paid is worked on by the taxes that were set when it was placed', async () => {
    const placed = await shop.place(kayak, await start());
    if (!placed.ok) throw new Error(placed.refused);
    const order = await shop.order(placed.value.orderId);
    await tax(900);
    expect((await getPricingRules(db, clock.now())).vat['service-fee'].basisPoints).toBe(900);
    expect((await rulesOfSale(db, order, await getQuote(db, order))).vat['service-fee'].basisPoints).toBe(500);
  });
});
