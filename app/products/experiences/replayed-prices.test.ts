import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { findOpenPolicy } from '#app/commerce/pricing/policies-store.server.ts';
import { aPolicyRule } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import {
  countOldShownQuotes,
  dropOldShownQuotes,
  markShownSold,
  nextUnsold,
  nothingQuoted,
  rememberShownQuote,
  shownBegun,
  shownPrice,
} from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { askSimulation, workOnPricing } from '#app/commerce/pricing/simulate-policy.server.ts';
import { beginPolicy, editPolicy, type PolicyEdit } from '#app/commerce/pricing/work-policy.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { addMilliseconds, dayMs, hourMs } from '#app/values/dates.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTestExperiences } from './experience-sale-testing.ts';
import { loadExperiences } from './load-experiences.server.ts';
import { openVisit } from './place-experience-order.server.ts';

/* What was shown and not bought is priced again beside what was bought, and nothing in it says who looked. */
const platform = await openTestPlatform();
const kayak = 'abu-dhabi-mangrove-kayak';
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => id === kayak),
  { replace: false },
);
const shop = await openTestExperiences(platform);
const app = await openTestApp(platform);
await workOnPricing(platform, nothingQuoted);
const { clock, db } = platform;
const start = clock.now();
afterEach(() => clock.set(start));
const drafter = 'u-drafter';

/** Visits of different days that can be had. */
async function visits(most: number): Promise<string[]> {
  const times = (await db.execute(sql`select start_times from experiences where id = ${kayak}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  const found: string[] = [];
  for (let ahead = 10; ahead < 60 && found.length < most; ahead += 1) {
    const date = new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10);
    const query = `date=${date}&time=${times.rows[0]!.start_times[0]}&option=standard&adult=2`;
    if (await openVisit(platform, kayak, new URLSearchParams(query), 'en')) found.push(query);
  }
  if (found.length < most) throw new Error('Too few starts');
  return found;
}
const [bought, left, later] = (await visits(3)) as [string, string, string];
const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' };
const look = async (query: string, headers: Record<string, string> = visitor) =>
  expect((await app.send(`/experience/${kayak}/book?${query}`, { headers })).status).toBe(200);
const priceOf = async (query: string) => (await openVisit(platform, kayak, new URLSearchParams(query), 'en'))!.quote.total.amount;
const kept = async () =>
  (
    (await db.execute(
      sql`select subject, quote::text as quote, sold_at is not null as sold from shown_quotes order by shown_at, subject`,
    )) as unknown as {
      rows: { subject: string; quote: string; sold: boolean }[];
    }
  ).rows;
const version = async () => (await findOpenPolicy(db))!.version;
const edit = async (change: PolicyEdit) => editPolicy(platform, { staffId: drafter, version: await version(), edit: change });
async function simulated() {
  expect((await askSimulation(platform, nothingQuoted, { staffId: drafter, version: await version() })).ok).toBe(true);
  const begun = (await findOpenPolicy(db))!.simulation!;
  await platform.jobs.drain();
  return { begun, ended: (await findOpenPolicy(db))!.simulation! };
}

it('keeps a price once, however often it is looked at, and marks it when it is ordered', async () => {
  await look(bought);
  await look(bought);
  await look(left);
  // Programs, pages fetched ahead and whoever asks not to be counted leave nothing.
  await look(later, { 'user-agent': 'Googlebot/2.1' });
  await look(later, { ...visitor, 'sec-purpose': 'prefetch' });
  await look(later, { ...visitor, 'sec-gpc': '1' });
  expect((await kept()).map(({ sold }) => sold)).toEqual([false, false]);
  const placed = await shop.place(kayak, bought, {
    booker: { givenNames: 'Quilla', surname: 'Zorbax', email: 'quilla@example.com', phone: '+971501239876', note: '' },
  });
  expect(placed.ok).toBe(true);
  const rows = await kept();
  expect(rows.filter(({ sold }) => sold)).toHaveLength(1);
  // Looked at once more by somebody, what was ordered stays ordered.
  clock.set(addMilliseconds(start, 2 * hourMs));
  await look(bought);
  expect((await kept()).filter(({ sold }) => sold)).toHaveLength(1);
  const all = JSON.stringify(await kept());
  for (const word of ['Quilla', 'Zorbax', 'quilla@', '1239876']) expect(all).not.toContain(word);
});

it('stays ordered when somebody looks with a code, after midnight, or under another policy', async () => {
  const { quote } = (await openVisit(platform, kayak, new URLSearchParams(bought), 'en'))!;
  const off = { ...quote.lines[0]!, kind: 'discount', facts: { phase: 'promotion' } } as const;
  const other = { ...quote, lines: [...quote.lines, off], facts: { ...quote.facts, promo: 'EID10', lead: '3' } };
  expect(shownPrice(other)).toBe(shownPrice(quote));
  await rememberShownQuote(db, clock.now(), shownPrice(other), other);
  expect((await kept()).filter(({ sold }) => sold)).toHaveLength(1);
  await rememberShownQuote(db, clock.now(), shownPrice(quote), quote);
  // A week later its order is tried no more: what is shown then is as unsold as anything.
  clock.set(addMilliseconds(start, 8 * dayMs));
  await rememberShownQuote(db, clock.now(), shownPrice(quote), quote);
  expect((await kept()).filter(({ sold }) => sold)).toEqual([]);
  await transact(db, (tx) => markShownSold(tx, start, shownPrice(quote)));
  // Ordered again in the week, it is ordered for a week from then on.
  await transact(db, (tx) => markShownSold(tx, addMilliseconds(start, 6 * dayMs), shownPrice(quote)));
  await rememberShownQuote(db, addMilliseconds(start, 9 * dayMs), shownPrice(quote), quote);
  expect((await kept()).filter(({ sold }) => sold)).toHaveLength(1);
  await transact(db, (tx) => markShownSold(tx, start, shownPrice(quote)));
  await db.execute(
    sql`update shown_quotes set shown_at = ${new Date(start).toISOString()}::timestamptz where subject = ${shownPrice(quote)}`,
  );
  clock.set(start);
  // Of a booking that was begun, other lines are something else, which nobody has ordered.
  const begun = shownBegun('visa', 'group-1');
  await rememberShownQuote(db, clock.now(), begun, quote);
  await transact(db, (tx) => markShownSold(tx, clock.now(), begun));
  const soldOf = async () => (await kept()).find(({ subject }) => subject === begun)!.sold;
  await rememberShownQuote(db, clock.now(), begun, quote);
  expect(await soldOf()).toBe(true);
  await rememberShownQuote(db, clock.now(), begun, other);
  expect(await soldOf()).toBe(false);
  expect(begun).not.toContain('group-1');
  await db.execute(sql`delete from shown_quotes where subject = ${begun}`);
});

it('tries a policy on orders and unsold prices, and tells them apart', async () => {
  await beginPolicy(platform, { staffId: drafter, title: 'Ten percent for everybody' });
  await edit({ product: 'experience', guard: { cost: 5_000, floor: 500 } });
  await edit({ put: aPolicyRule({ scope: { ...openScope, words: { product: ['experience'] } } }) });
  const { begun, ended } = await simulated();
  expect([begun.state, begun.done, begun.all, begun.unsold]).toEqual(['running', 0, 2, { all: 1, sampled: false }]);
  const [product] = ended.products;
  const [sold, unsold] = [await priceOf(bought), await priceOf(left)];
  const off = (price: number) => price - Math.round(price / 10);
  expect([ended.state, ended.done, ended.all, ended.products.length]).toEqual(['done', 2, 2, 1]);
  expect(product).toMatchObject({ product: 'experience', orders: 1, changed: 1, total: [sold, off(sold)], held: 0 });
  expect(product!.unsold).toMatchObject({ prices: 1, changed: 1, total: [unsold, off(unsold)], held: 0 });
  const { margin } = product!.unsold!;
  expect(margin[1] - margin[0]).toBe(off(unsold) - unsold);
});

it('says how many prices would be held by the floor, ordered or not', async () => {
  await edit({ product: 'experience', guard: { cost: 5_000, floor: 4_900 } });
  const { ended } = await simulated();
  expect([ended.products[0]!.held, ended.products[0]!.unsold!.held]).toEqual([1, 1]);
});

it('goes by the clock, and a trial has only what is left of the week', async () => {
  clock.set(addMilliseconds(start, 5 * dayMs));
  await look(later);
  clock.set(addMilliseconds(start, 7 * dayMs + 3 * hourMs));
  expect(await countOldShownQuotes(db, clock.now())).toBe(2);
  expect(await dropOldShownQuotes(db, clock.now())).toBe(2);
  expect(await kept()).toHaveLength(1);
  await edit({ put: aPolicyRule({ scope: { ...openScope, words: { product: ['experience'] } }, basisPoints: 500 }) });
  const { ended } = await simulated();
  expect([ended.products[0]!.orders, ended.products[0]!.unsold!.prices]).toEqual([0, 1]);
});

it('takes a sample of more than a trial holds, the same each time, and no price twice', async () => {
  await db.execute(sql`insert into shown_quotes (subject, quote, shown_at)
    select 'draft:sample-' || n, '{"facts":{}}'::jsonb, ${new Date(start).toISOString()}::timestamptz from generate_series(1, 900) n`);
  const since = new Date(start - dayMs).toISOString();
  const until = new Date(start).toISOString();
  const read = async () => {
    const names: string[] = [];
    for (let after = null as Awaited<ReturnType<typeof nextUnsold>>[number] | null; ;) {
      const page = await nextUnsold(db, { since, until, after, all: 900, most: 300, batch: 40 });
      names.push(...page.map(({ subject }) => subject));
      after = page.at(-1) ?? null;
      if (page.length < 40) return names;
    }
  };
  const first = await read();
  expect(first.length).toBeGreaterThan(220);
  expect(first.length).toBeLessThan(380);
  expect(new Set(first).size).toBe(first.length);
  expect(await read()).toEqual(first);
});
