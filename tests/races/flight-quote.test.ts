import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, expect, inject, it } from 'vitest';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { createDraft } from '#app/products/flights/booking/booking-draft-store.server.ts';
import type { FlightDraft } from '#app/products/flights/booking/booking-draft.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { findFlightQuoteAsStaff, tieDraft } from '#app/products/flights/quotes/flight-quotes-store.server.ts';
import { mailFlightQuotes } from '#app/products/flights/quotes/mail-flight-quotes.server.ts';
import { priceOption } from '#app/products/flights/quotes/price-option.server.ts';
import { draftFlightQuote, workFlightQuote } from '#app/products/flights/quotes/work-flight-quote.server.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { hourMs } from '#app/values/dates.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * One quote whose link went round, taken by twelve people in the same moment, each in a browser of their own, on a real
 * PostgreSQL. Without the lock on its row the same rush must make it more than one order.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-quote-'));
const url = await copyDatabase(inject('postgres'), 'flight_quote');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
await mailFlightQuotes(platform, sale.flights);
const takers = 12;
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How many orders say that they came from the quote, and what the others were told. */
async function rush(round: number, meeting = 0) {
  const { db, crypto, clock } = platform;
  const rules = await getPricingRules(db, clock.now());
  const option = await priceOption(sale.flights, rules, { offerId: offer.id, brand: 'light' }, offer.passengers, clock.now());
  if (typeof option === 'string') throw new Error(option);
  const reference = await draftFlightQuote(platform, {
    words: {
      contact: { name: 'Mona', email: 'mona@example.com', phone: '' },
      language: 'en',
      message: '',
      expiresAt: new Date(clock.now() + 48 * hourMs),
    },
    options: [option],
    inquiryId: null,
    customerId: null,
    staffId: 'clerk',
  });
  const quote = (await findFlightQuoteAsStaff(db, crypto, reference))!;
  await workFlightQuote(platform, { quoteId: quote.id, version: quote.version, work: 'send', staffId: 'clerk' });
  const drafts: FlightDraft[] = [];
  for (let taker = 0; taker < takers; taker += 1) {
    const { booking } = aDraft(offer);
    const { draft } = await createDraft(platform, { booking, checkedBags: {} });
    await tieDraft(db, draft.id, quote.id, 1);
    drafts.push(draft);
  }
  const answers = await meetBeforeWriting(url, 'flight_quotes', meeting, () =>
    Promise.all(drafts.map((draft, taker) => sale.place(draft, { address: `10.${round}.${taker}.1` }))),
  );
  const { rows } = (await db.execute(
    sql`select count(*)::int as n from flight_quote_events where quote_id = ${quote.id} and event in ('accept', 'accept-again')`,
  )) as unknown as { rows: { n: number }[] };
  return {
    placed: answers.filter(({ ok }) => ok).length,
    accepted: rows[0]!.n,
    refused: [...new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.refused])))],
  };
}

it('a quote that twelve people take at once becomes one order, and the others are told', async () => {
  expect(await rush(1)).toEqual({ placed: 1, accepted: 1, refused: ['quote-closed'] });
});

it('without its lock more than one of them reads it as open', async () => {
  armFailpoints('quote-lock:off');
  // Whoever is second then fails on the version instead of being told in words.
  await expect(rush(2, 2)).rejects.toThrow(/was not accepted|duplicate key/);
});
