import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { explainSale } from '#app/commerce/pricing/explain-sale.server.ts';
import { findCurrentPolicy, findOpenPolicy, readRuleEffects } from '#app/commerce/pricing/policies-store.server.ts';
import { aPolicyRule, anExample } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { nothingQuoted } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { askSimulation, workOnPricing } from '#app/commerce/pricing/simulate-policy.server.ts';
import {
  beginPolicy,
  decidePolicy,
  editPolicy,
  publishPolicy,
  rollBackPolicy,
  switchPolicy,
  switchRule,
  type PolicyEdit,
} from '#app/commerce/pricing/work-policy.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTestExperiences } from './experience-sale-testing.ts';
import { loadExperiences } from './load-experiences.server.ts';
import { openVisit } from './place-experience-order.server.ts';

const platform = await openTestPlatform();
const kayak = 'abu-dhabi-mangrove-kayak';
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => id === kayak),
  { replace: false },
);
const shop = await openTestExperiences(platform);
await workOnPricing(platform, nothingQuoted);
const { clock, db } = platform;
const drafter = 'u-drafter';
const checker = 'u-checker';
const publisher = { staffId: checker, by: 'publisher' } as const;

async function start(days: number): Promise<string> {
  const times = (await db.execute(sql`select start_times from experiences where id = ${kayak}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  for (let ahead = days; ahead < days + 20; ahead += 1)
    for (const time of times.rows[0]!.start_times) {
      const date = new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10);
      const query = `date=${date}&time=${time}&option=standard&adult=2`;
      if (await openVisit(platform, kayak, new URLSearchParams(query), 'en')) return query;
    }
  throw new Error('No start');
}
const priced = async (query: string) => (await openVisit(platform, kayak, new URLSearchParams(query), 'en'))!;
const version = async () => (await findOpenPolicy(db))!.version;
const edit = async (change: PolicyEdit) => editPolicy(platform, { staffId: drafter, version: await version(), edit: change });
async function simulated() {
  const asked = await askSimulation(platform, nothingQuoted, { staffId: drafter, version: await version() });
  await platform.jobs.drain();
  return asked;
}
const approve = async (staffId: string) =>
  decidePolicy(platform, { staffId, version: await version(), event: 'approve', by: 'publisher', reason: 'Eid' });
const publish = async () => publishPolicy(platform, { staffId: checker, version: await version() });

const ten = aPolicyRule({
  id: 'PR-0000aa',
  scope: { ...openScope, words: { product: ['experience'] }, promo: 'EID10' },
  limits: { all: 2, each: 1 },
});
const soldOn = dateIn('Asia/Dubai', clock.now());
let query = '';
let plain = 0;

beforeAll(async () => {
  query = await start(10);
  plain = (await priced(query)).quote.total.amount;
});

describe('a promotion, from its draft to the order', () => {
  it('is drafted, tried on the orders of the week, and approved by nobody who had a hand in it', async () => {
    await shop.place(kayak, query);
    expect((await beginPolicy(platform, { staffId: drafter, title: 'Eid codes' })).ok).toBe(true);
    expect(await beginPolicy(platform, { staffId: checker, title: 'Another' })).toEqual({ ok: false, refused: 'policy-open' });
    await edit({ put: ten });
    await edit({ example: anExample({ promo: 'EID10', soldOn, total: 36_001 }) });
    expect(await approve(checker)).toEqual({ ok: false, refused: 'not-possible-from-here' });
    // A trial whose process died does not keep the draft locked.
    await askSimulation(platform, nothingQuoted, { staffId: drafter, version: await version() });
    expect(await edit({ put: ten })).toEqual({ ok: false, refused: 'still-running' });
    await db.execute(
      sql`update pricing_policies set changed_at = ${new Date(clock.now() - 11 * 60_000).toISOString()} where status = 'draft'`,
    );
    await edit({ put: { ...ten, id: 'PR-0000bb' } });
    await simulated();
    expect(await approve(checker)).toEqual({ ok: false, refused: 'code-twice' });
    await edit({ remove: 'PR-0000bb' });
    await simulated();
    const calls = async () => (await listOpenStaffTasks(db, 99, ['price-policy'])).map(({ askedBy }) => askedBy);
    expect(await calls()).toEqual([`staff:${drafter}`]);
    const { simulation, status } = (await findOpenPolicy(db))!;
    expect([status, simulation?.state, simulation?.products[0]?.product, simulation?.products[0]?.changed]).toEqual([
      'simulated',
      'done',
      'experience',
      0,
    ]);
    expect(await approve(drafter)).toEqual({ ok: false, refused: 'second-person' });
    expect(await approve(checker)).toEqual({ ok: false, refused: 'example-broken' });
    await edit({ example: anExample({ promo: 'EID10', soldOn }) });
    expect((await findOpenPolicy(db))!.status).toBe('draft');
    await simulated();
    expect((await approve(checker)).ok).toBe(true);
    expect(await edit({ remove: ten.id })).toEqual({ ok: false, refused: 'not-possible-from-here' });
    expect((await priced(`${query}&promo=EID10`)).promo?.state).toBe('unknown');
    expect((await publish()).ok).toBe(true);
  });

  it('takes its part off for the code and leaves everybody else’s price as it was', async () => {
    const { quote, promo } = await priced(`${query}&promo=eid-10`);
    expect([promo?.state, quote.total.amount]).toEqual(['applies', plain - Math.round(plain / 10)]);
    expect((await priced(query)).quote.total.amount).toBe(plain);
    expect((await priced(`${query}&promo=EID11`)).promo?.state).toBe('unknown');
  });

  it('is kept with the order, explained line by line and counted', async () => {
    const placed = await shop.place(kayak, `${query}&promo=EID10`);
    if (!placed.ok) throw new Error(placed.refused);
    const explained = await explainSale(db, placed.value.reference.toLowerCase(), async () => []);
    if (!explained.ok) throw new Error(explained.refused);
    const told = explained.value[0]!;
    expect(told.lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(told.total.amount);
    expect(told.lines.find(({ rule }) => rule?.id === ten.id)!.amount.amount).toBe(-Math.round(plain / 10));
    expect(told.policy).toEqual({ number: 1, title: 'Eid codes' });
    const effect = async () => (await readRuleEffects(db, addMilliseconds(clock.now(), -dayMs))).get(ten.id);
    expect(await effect()).toBeUndefined();
    await shop.pay(placed.value.orderId);
    expect(await effect()).toMatchObject({ uses: 1 });
  });

  it('is given out as often as it may be, once to a customer, however many ask at once', async () => {
    const twice = { givenNames: 'Mona', surname: 'Sabbagh', email: 'MONA2@example.com', phone: '+971501234567', note: '' };
    expect(await shop.place(kayak, `${query}&promo=EID10`, { booker: twice })).toEqual({ ok: false, refused: 'promo-used-up' });
    // Another spelling of the address is the same person, and so is who answers the same telephone.
    const spelled = { ...twice, email: 'mona2+again@example.com', phone: '+971509999999' };
    const called = { ...twice, email: 'somebody@example.com', phone: '00971 50 123 4567' };
    for (const booker of [spelled, called])
      expect(await shop.place(kayak, `${query}&promo=EID10`, { booker, key: `a-key-of-${booker.email}` })).toEqual({
        ok: false,
        refused: 'promo-used-up',
      });
    expect((await shop.place(kayak, query, { booker: twice, key: 'a-key-without-a-code' })).ok).toBe(true);
    const seenTotal = (await priced(`${query}&promo=EID10`)).quote.total;
    const asked = await Promise.all(
      [1, 2, 3].map((who) =>
        shop.place(kayak, `${query}&promo=EID10`, {
          seenTotal,
          key: `a-key-of-a-code-${who}`,
          booker: { ...twice, email: `quick${who}@example.com`, phone: `+97150222000${who}` },
        }),
      ),
    );
    expect(asked.map((one) => (one.ok ? 'placed' : one.refused)).toSorted()).toEqual(['placed', 'price-changed', 'price-changed']);
    expect((await priced(`${query}&promo=EID10`)).promo?.state).toBe('used-up');
    // An order that lapsed gives its use back.
    clock.advance(11 * 60_000);
    await expireOrders(platform, [shop.product]);
    expect((await priced(`${query}&promo=EID10`)).promo?.state).toBe('applies');
  });

  it('stops at once by its own switch and by that of the policy', async () => {
    const total = async () => (await priced(`${query}&promo=EID10`)).quote.total.amount;
    const reason = 'It was shared';
    await switchRule(platform, { staffId: drafter, event: 'stop-rule', ruleId: ten.id, reason });
    expect(await total()).toBe(plain);
    await switchRule(platform, { staffId: drafter, event: 'allow-rule', ruleId: ten.id, reason });
    expect(await total()).toBeLessThan(plain);
    await switchPolicy(platform, { ...publisher, event: 'pause', reason });
    expect(await total()).toBe(plain);
    expect(await switchPolicy(platform, { staffId: drafter, by: 'drafter', event: 'resume', reason })).toMatchObject({ ok: false });
    await switchPolicy(platform, { ...publisher, event: 'resume', reason });
    expect(await total()).toBeLessThan(plain);
  });

  it('comes back with the policy before, and never below the floor of the margin', async () => {
    const first = (await findCurrentPolicy(db))!.id;
    await beginPolicy(platform, { staffId: drafter, title: 'Half price' });
    await edit({ put: { ...ten, basisPoints: 5000 } });
    await edit({ example: anExample({ promo: 'EID10', soldOn, total: 20_000 }) });
    await simulated();
    expect(await approve(checker)).toEqual({ ok: false, refused: 'example-broken' });
    const held = (await priced(query)).quote.policy!;
    expect(held.margin).toBeGreaterThanOrEqual(held.floor);
    await edit({ put: { ...ten, basisPoints: 500 } });
    await edit({ example: anExample({ promo: 'EID10', soldOn, total: 38_000 }) });
    await simulated();
    await approve(checker);
    expect((await publish()).ok).toBe(true);
    expect((await priced(`${query}&promo=EID10`)).quote.total.amount).toBe(plain - Math.round(plain / 20));
    expect((await rollBackPolicy(platform, { staffId: checker, to: first, reason: 'Too little' })).ok).toBe(true);
    expect((await priced(`${query}&promo=EID10`)).quote.total.amount).toBe(plain - Math.round(plain / 10));
  });

  it('leaves a rule stopped that was stopped while the next policy was drafted', async () => {
    await beginPolicy(platform, { staffId: drafter, title: 'Another case' });
    await switchRule(platform, { staffId: drafter, event: 'stop-rule', ruleId: ten.id, reason: 'It was shared' });
    await edit({ example: anExample({ id: 'PX-0000cc', soldOn, total: 40_000 }) });
    await simulated();
    await approve(checker);
    expect((await publish()).ok).toBe(true);
    expect(await findCurrentPolicy(db)).toMatchObject({ title: 'Another case', stopped: [ten.id] });
    expect((await priced(`${query}&promo=EID10`)).quote.total.amount).toBe(plain);
  });

  it('stays as it was approved, whatever writes to the table', async () => {
    await expect(db.execute(sql`update pricing_policies set rules = '[]' where status = 'live'`).then(() => 'changed')).rejects.toThrow();
  });
});
