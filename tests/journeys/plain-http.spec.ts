import { expect, test } from '@playwright/test';
import { bornYearsAgo, inDays } from '#tests/support/browser-traveller.ts';
import { HttpTraveller, type ReadPage } from '#tests/support/http-traveller.ts';

const passenger = {
  'p0.title': 'MR',
  'p0.given': 'Tomas',
  'p0.surname': 'Alvarez',
  'p0.birthDay': '4',
  'p0.birthMonth': '03',
  'p0.birthYear': '1988',
  'p0.nationality': 'PT',
  'p0.number': 'CA100004',
  'p0.expiryDay': '1',
  'p0.expiryMonth': '05',
  'p0.expiryYear': bornYearsAgo(-7),
  'p0.issuedBy': 'PT',
  email: 'tomas.http@example.com',
  phone: '0501234567',
};

test('one adult books and pays with a plain HTTP client: links, forms and cookies, nothing else', async ({ baseURL }) => {
  const traveller = new HttpTraveller(baseURL!);
  const at = (page: ReadPage, path: RegExp) => expect(page.url.pathname, `${page.heading}: ${page.text.slice(0, 400)}`).toMatch(path);

  const search = await traveller.open('/flights');
  const results = await traveller.submit(search, /^Search flights$/, {
    trip: 'one-way',
    from: 'Dubai',
    to: 'London Heathrow',
    depart: inDays(63),
  });
  at(results, /flight-search-results/);
  const travellers = await traveller.submit(results, /^Choose /);
  at(travellers, /flight-passenger-details/);

  // What is missing is said and what was typed stays.
  const asked = await traveller.submit(travellers, /^Continue to ticket type$/, { 'p0.given': 'Tomas' });
  expect(asked.status).toBe(422);
  expect(asked.text).toContain('Choose a title.');
  expect(asked.html).toContain('value="Tomas"');

  const ticket = await traveller.submit(asked, /^Continue to ticket type$/, passenger);
  at(ticket, /flight-ticket-type/);
  const extras = await traveller.submit(ticket, /^Continue to extras$/);
  at(extras, /flight-extras/);
  const seats = await traveller.submit(extras, /^Skip all extras$/);
  at(seats, /flight-seat-selection/);
  const checkout = await traveller.submit(seats, /^Let the airline seat us$/);
  at(checkout, /^\/checkout\/[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const bank = await traveller.submit(checkout, /^Reserve AED/);
  at(bank, /^\/sandbox-bank\/pay\//);
  const outcome = await traveller.submit(bank, /^Pay AED/, { card: 'approved' });
  at(outcome, /^\/payment-success$/);

  await expect(async () =>
    expect((await traveller.open(`${outcome.url.pathname}${outcome.url.search}`)).heading).toBe('Thank you'),
  ).toPass();
  const done = await traveller.open(`${outcome.url.pathname}${outcome.url.search}`);
  expect(done.text).toMatch(/Ticket \d{3}-\d{10}/);
  const papers = [...new Set([...done.html.matchAll(/href="(\/documents\/[^"]+)"/g)].map(([, address]) => address!))];
  const files = await Promise.all(papers.map((paper) => traveller.download(paper)));
  expect(files.map(({ status }) => status)).toEqual(papers.map(() => 200));
  expect(files.filter(({ type }) => type === 'application/pdf').length).toBeGreaterThanOrEqual(3);

  // Another visitor gets nothing of it.
  const stranger = new HttpTraveller(baseURL!);
  expect((await stranger.download(papers[0]!)).status).toBe(404);
  expect((await stranger.open(checkout.url.pathname)).status).toBe(404);
});
