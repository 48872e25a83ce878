import { beforeAll, describe, expect, test } from 'vitest';
import { seedFlightDeals } from '#seeds/flight-deals.ts';
import { openFlights } from '#app/products/flights/flights.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { findDeal } from '#app/products/flights/deals/flight-deal-store.server.ts';
import { publishFlightDeal } from '#app/products/flights/deals/publish-flight-deal.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();
let app: TestApp;
let flights: Flights;
beforeAll(async () => {
  flights = await openFlights(platform);
  await seedFlightDeals(platform, flights);
  app = await openTestApp(platform);
}, 120_000);

const page = async (id: string) => {
  const answer = await app.send(`/flight-deal/${id}`);
  return { status: answer.status, html: await answer.text() };
};

describe('a deal page', () => {
  test('shows days asked just now, some of them at the price', async () => {
    const { status, html } = await page('istanbul-week');
    expect(status).toBe(200);
    expect(html).toContain('Days, asked just now');
    expect(html).toContain('fd-dates__good');
    expect(html).not.toContain('Sold out at this price');
    // What it needs of a passport is asked here; its price is what it is.
    expect(html).toMatch(/href="\/e-visa\?to=TR"[^>]*>Do I need a visa/);
    expect(html).not.toContain('/price-alert?thing=');
  });

  test('tells machines what it offers, in JSON that carries the nonce of the page', async () => {
    const { html } = await page('istanbul-week');
    const [, nonce, json] = /<script type="application\/ld\+json" nonce="([^"]+)"[^>]*>(.*?)<\/script>/.exec(html)!;
    expect(nonce!.length).toBeGreaterThan(10);
    const data = JSON.parse(json!) as Record<string, string>;
    const deal = (await findDeal(platform.db, 'istanbul-week'))!;
    expect(data).toMatchObject({ '@type': 'Offer', priceCurrency: 'AED', price: (deal.price.amount / 100).toFixed(2) });
    expect(data.validThrough!.startsWith(deal.bookBy)).toBe(true);
  });

  test('is a 404 when there never was one, whatever the id looks like', async () => {
    for (const id of ['nowhere', '%3Cscript%3E', '..%2Fadmin', 'x'.repeat(500)]) expect((await page(id)).status, id).toBe(404);
  });

  test('says sold out when no day has the price, and names other deals', async () => {
    const deal = (await findDeal(platform.db, 'istanbul-week'))!;
    const { withdrawn: _withdrawn, ...same } = deal;
    await publishFlightDeal(platform, flights, 'system', { ...same, id: 'too-good', price: money(100, 'AED') });
    const { status, html } = await page('too-good');
    expect(status).toBe(200);
    expect(html).toContain('Sold out at this price');
    expect(html).toContain('/flight-deal/istanbul-week');
    expect(html).toMatch(/\/price-alert\?thing=[A-Z]{3}-[A-Z]{3}-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d/);
    expect(html).not.toContain('application/ld+json');
  });

  test('keeps the page after the last day of sale and says so', async () => {
    platform.clock.set((testNow + 50 * dayMs) as typeof testNow);
    const { status, html } = await page('istanbul-week');
    expect(status).toBe(200);
    expect(html).toContain('This deal ended on');
    platform.clock.set(testNow);
  });
});

describe('publishing a deal', () => {
  test('refuses what cannot be sold', async () => {
    const { withdrawn: _withdrawn, ...good } = (await findDeal(platform.db, 'manila-home'))!;
    const refusal = async (change: Partial<typeof good>) => {
      const answer = await publishFlightDeal(platform, flights, 'system', { ...good, id: 'another', ...change });
      return answer.ok ? 'published' : answer.refused;
    };
    expect(await refusal({ to: 'QQQ' })).toBe('unknown-place');
    expect(await refusal({ bookBy: good.travelUntil.replace('2027', '2029') as typeof good.bookBy })).toBe('dates-do-not-fit');
    expect(await refusal({ nights: 180 })).toBe('nothing-to-sell');
    expect(await refusal({ note: { en: ' ' } })).toBe('no-words');
    expect(await refusal({ id: 'istanbul-week' })).toBe('id-taken');
  });

  test('does nothing when the demo deals are already there', async () => {
    const before = await findDeal(platform.db, 'istanbul-week');
    await seedFlightDeals(platform, flights);
    expect(await findDeal(platform.db, 'istanbul-week')).toEqual(before);
  });
});
