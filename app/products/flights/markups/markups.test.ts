import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { compareRules, findOverlaps, findShadowed, rulesOn, type KeptRule } from '#app/commerce/pricing/kept-rules.ts';
import { draftMachine } from '#app/commerce/pricing/pricing-draft-status.ts';
import { findOpenDraft } from '#app/commerce/pricing/pricing-draft-store.server.ts';
import { readRule } from '#app/commerce/pricing/pricing-rule-form.ts';
import { findLiveVersion, getPricingRules, getPricingVersion } from '#app/commerce/pricing/pricing-store.server.ts';
import { explainPrice } from '#app/commerce/pricing/explain-price.ts';
import {
  beginDraft,
  changeRule,
  cloneRule,
  moveDraft,
  publishDraft,
  rollBackPricing,
} from '#app/commerce/pricing/work-pricing-draft.server.ts';
import { addMilliseconds, calendarDate, dayMs, type Instant } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import type { Flights } from '../flights-context.ts';
import { quoteFlights, quoteOffer } from '../flight-price.ts';
import { rulesOfQuote } from '../booking/rules-of-quote.server.ts';
import { flightsOver } from '../flights.server.ts';
import { openHouseInventory } from '../supplier/house-inventory.server.ts';
import { theWorld } from '../world/open-world.server.ts';
import { bigRise, simulatedSearch, summedUp } from './simulated-prices.ts';
import { simulateMarkups } from './simulate-markups.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const product = 'flight';
let flights: Flights;

beforeAll(async () => {
  const world = await theWorld();
  flights = flightsOver(world, [openHouseInventory(platform, world)]);
}, 60_000);

const rule = (id: string, more: Partial<KeptRule> = {}): KeptRule => ({
  id,
  kind: 'markup',
  scope: { product },
  priority: 0,
  basisPoints: 300,
  flat: 0,
  floor: null,
  cap: null,
  stacks: false,
  name: id,
  validFrom: null,
  validUntil: null,
  paused: false,
  ...more,
});

describe('kept rules', () => {
  it('count on their days and while they are not paused', () => {
    const rules = [rule('now', { validFrom: '2027-01-01', validUntil: '2027-01-31' }), rule('open'), rule('paused', { paused: true })];
    const on = (day: string) => rulesOn(rules, calendarDate(day)).map(({ id }) => id);
    expect([on('2026-12-31'), on('2027-01-01'), on('2027-01-31'), on('2027-02-01')]).toEqual([
      ['open'],
      ['now', 'open'],
      ['now', 'open'],
      ['open'],
    ]);
  });

  it('are compared by id, whatever the order of their scope fields', () => {
    const before = [rule('same', { scope: { airline: 'EK', product } }), rule('other'), rule('gone')];
    const after = [rule('same', { scope: { product, airline: 'EK' } }), rule('other', { flat: 1 }), rule('fresh')];
    expect(compareRules(before, after).map(({ change, after: now, before: was }) => [change, (now ?? was)!.id])).toEqual([
      ['same', 'same'],
      ['changed', 'other'],
      ['new', 'fresh'],
      ['gone', 'gone'],
    ]);
    expect(compareRules([rule('one', { scope: { airline: 'EK' } })], [rule('one', { scope: { airline: 'QR' } })])[0]!.change).toBe(
      'changed',
    );
  });

  it('overlap when nothing but the order of their ids decides', () => {
    const airline = rule('a', { scope: { product, airline: 'EK' } });
    const cabin = rule('b', { scope: { product, cabin: 'business' } });
    expect(findOverlaps([cabin, airline])).toEqual([{ wins: 'a', loses: 'b' }]);
    expect(findOverlaps([cabin, { ...airline, priority: 1 }])).toEqual([]);
    expect(findOverlaps([airline, rule('c', { scope: { product, airline: 'QR' } })])).toEqual([]);
    expect(
      findOverlaps([
        { ...airline, validUntil: '2026-12-31' },
        { ...cabin, validFrom: '2027-01-01' },
      ]),
    ).toEqual([]);
    expect(
      findOverlaps([
        { ...airline, stacks: true },
        { ...cabin, stacks: true },
      ]),
    ).toEqual([]);
    expect(findShadowed([rule('low'), rule('high', { priority: 5 })])).toEqual([{ wins: 'high', loses: 'low' }]);
  });

  it('are read from a form that names every wrong field', () => {
    const get = (form: Record<string, string>) => (name: string) => form[name] ?? '';
    const good = readRule(
      get({ name: 'Manila', kind: 'markup', to: 'mnl', percent: '4.75', floor: '30', priority: '20' }),
      product,
      'MK-1',
    );
    expect(good).toMatchObject({ wrong: [], rule: { scope: { product, to: 'MNL' }, basisPoints: 475, floor: 3000, cap: null } });
    expect(readRule(get({ name: 'x', airline: 'EKK', floor: '9', cap: '8', priority: 'a' }), product, 'MK-1').wrong.toSorted()).toEqual(
      ['airline', 'cap', 'name', 'priority'].toSorted(),
    );
    expect(readRule(get({ name: 'Nothing', priority: '0' }), product, 'MK-1').wrong).toEqual(['value']);
    // What could not be read is one cause, not two.
    for (const [field, typed] of [
      ['percent', '250'],
      ['flat', 'ten'],
      ['floor', '1.234'],
    ] as const)
      expect(readRule(get({ name: 'A rule', priority: '0', [field]: typed }), product, 'MK-1').wrong).toEqual([field]);
  });
});

it('a simulation counts what changes and what it is worth', () => {
  const prices = [
    { live: 100_000, draft: 100_000, net: 95_000 },
    { live: 120_000, draft: 120_000 + bigRise, net: 110_000 },
  ];
  expect(simulatedSearch('s', prices)).toEqual({
    id: 's',
    prices: 2,
    changed: 1,
    lowest: [100_000, 100_000],
    mean: [110_000, 111_500],
    margin: [7_500, 9_000],
  });
  const all = summedUp(
    [
      { id: 's', prices },
      { id: 'empty', prices: [] },
    ],
    { at: '', by: '', used: [] },
  );
  expect(all).toMatchObject({ prices: 2, changed: 1, risesBig: 1, difference: bigRise });
  expect(all.searches[1]!.lowest).toBeNull();
});

describe('a draft of the rules', () => {
  const version = async () => (await findOpenDraft(db, product))!.version;
  const search = {
    slices: [
      { from: 'DXB', to: 'LON', date: '2027-02-09' },
      { from: 'LON', to: 'DXB', date: '2027-02-16' },
    ],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: 'economy' as const,
    maxStops: 0 as const,
  };

  it('is simulated, checked by another, published whole, and named by every price from then on', async () => {
    const first = await getPricingRules(db, clock.now());
    expect(await beginDraft(platform, { product, staffId: 'maker' })).toMatchObject({ ok: true });
    expect(await beginDraft(platform, { product, staffId: 'maker' })).toEqual({ ok: false, refused: 'draft-open' });
    const put = rule('MK-lhr', { scope: { product, from: 'DXB', to: 'LHR' }, basisPoints: 0, flat: 99_00 });
    expect(await changeRule(platform, { product, staffId: 'maker', version: 99, put })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    expect((await changeRule(platform, { product, staffId: 'maker', version: await version(), put })).ok).toBe(true);
    expect((await getPricingRules(db, clock.now())).version).toBe(first.version);
    const submit = async () =>
      moveDraft(platform, { product, staffId: 'maker', version: await version(), event: 'submit', by: 'drafter', reason: 'London demand' });
    expect(await submit()).toEqual({ ok: false, refused: 'not-simulated' });
    expect((await simulateMarkups(platform, flights, 'checker')).ok).toBe(true);
    const simulated = (await findOpenDraft(db, product))!.simulation!;
    expect(simulated.changed).toBeGreaterThan(0);
    expect(simulated.used).toContain('MK-lhr');
    expect(await publishDraft(platform, { product, staffId: 'checker', version: await version() })).toEqual({
      ok: false,
      refused: 'not-possible-from-here',
    });
    expect((await submit()).ok).toBe(true);
    const calls = async () => (await listOpenStaffTasks(db, 99, ['markup-draft'])).map(({ askedBy }) => askedBy);
    expect(await calls()).toEqual(['staff:maker']);
    expect(await publishDraft(platform, { product, staffId: 'maker', version: await version() })).toEqual({
      ok: false,
      refused: 'second-person',
    });
    expect(await publishDraft(platform, { product, staffId: 'checker', version: await version() })).toEqual({
      ok: true,
      value: first.version + 1,
    });
    expect(await calls()).toEqual([]);
    const next = await getPricingRules(db, clock.now());
    expect(next.version).toBe(first.version + 1);
    expect(next.rules.map(({ id }) => id)).toEqual(expect.arrayContaining(['flight-markup', 'flight-service-fee', 'MK-lhr']));
  }, 60_000);

  it('that changes nothing is neither sent to its checker nor published', async () => {
    await beginDraft(platform, { product, staffId: 'maker' });
    const live = await findLiveVersion(db, clock.now());
    const submit = async () =>
      moveDraft(platform, {
        product,
        staffId: 'maker',
        version: await version(),
        event: 'submit',
        by: 'drafter',
        reason: 'No change at all',
      });
    await simulateMarkups(platform, flights, 'maker');
    expect(await submit()).toEqual({ ok: false, refused: 'nothing-changed' });
    const put = rule('MK-empty', { basisPoints: 7_00 });
    await changeRule(platform, { product, staffId: 'maker', version: await version(), put });
    await changeRule(platform, { product, staffId: 'maker', version: await version(), remove: put.id });
    await simulateMarkups(platform, flights, 'maker');
    expect(await submit()).toEqual({ ok: false, refused: 'nothing-changed' });
    await changeRule(platform, { product, staffId: 'maker', version: await version(), put });
    await simulateMarkups(platform, flights, 'maker');
    expect((await submit()).ok).toBe(true);
    // One that lay with its checker before this was asked says what is live as well.
    await db.execute(
      sql`update pricing_drafts set rules = ${JSON.stringify(live.rules.filter(({ scope }) => scope.product === product))}::text::jsonb where status = 'review'`,
    );
    expect(await publishDraft(platform, { product, staffId: 'checker', version: await version() })).toEqual({
      ok: false,
      refused: 'nothing-changed',
    });
    expect((await findLiveVersion(db, clock.now())).version).toBe(live.version);
    await moveDraft(platform, { product, staffId: 'maker', version: await version(), event: 'discard', by: 'drafter', reason: '' });
  }, 60_000);

  it('is neither published nor sent on by somebody who saw an earlier state of it', async () => {
    await beginDraft(platform, { product, staffId: 'maker' });
    await changeRule(platform, { product, staffId: 'maker', version: await version(), put: rule('MK-seen') });
    await simulateMarkups(platform, flights, 'maker');
    const seen = await version();
    const old = { product, version: seen };
    const submit = { ...old, staffId: 'maker', event: 'submit', by: 'drafter', reason: 'As before' } as const;
    expect((await moveDraft(platform, submit)).ok).toBe(true);
    expect(await publishDraft(platform, { ...old, staffId: 'checker' })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    for (const event of ['send-back', 'discard'] as const)
      expect(await moveDraft(platform, { ...old, staffId: 'checker', event, by: 'publisher', reason: '' })).toMatchObject({
        refused: 'changed-meanwhile',
      });
    expect((await moveDraft(platform, { ...submit, version: seen + 1, event: 'discard' })).ok).toBe(true);
  }, 60_000);

  it('prices a route as its list says, both when the way out and when the way back is chosen', async () => {
    const rules = await getPricingRules(db, clock.now());
    for (const chosen of [[], await firstKey()]) {
      const { offers } = await flights.desk.ask(search, chosen, clock.now(), 5_000);
      const priced = flights.desk.priced(offers, search, rules);
      expect(priced.length).toBeGreaterThan(0);
      for (const facts of priced.slice(0, 20)) {
        const offer = offers.offer(facts);
        const quote = quoteOffer(offer, offer.brands[facts.shown]!, rules);
        expect(quote.total.amount).toBe(facts.price);
        expect(quote.rulesVersion).toBe(rules.version);
        expect(quote.lines.some((line) => line.ruleId === 'MK-lhr')).toBe(offer.slices[0]!.to === 'LHR');
      }
    }
  });

  it('limits markups by country, region, fare family, channel and days ahead, in lists as in quotes', async () => {
    const rules = [
      rule('all'),
      rule('gb', { scope: { product, country: 'FR GB' }, flat: 1_00 }),
      rule('europe', { scope: { product, region: 'europe', family: 'flex' }, flat: 2_00 }),
      rule('desk', { scope: { product, channel: 'desk', country: 'GB' }, flat: 3_00 }),
      rule('late', { scope: { product, lead: '0-30', country: 'GB', family: 'light' }, flat: 4_00 }),
      rule('early', { scope: { product, lead: '60-90', country: 'GB', family: 'light' }, flat: 5_00 }),
    ];
    const live = await getPricingRules(db, clock.now());
    const used = new Set<string>();
    for (const channel of ['web', 'desk'] as const) {
      const limited = { ...live, channel, rules };
      for (const chosen of [[], await firstKey()]) {
        const { offers } = await flights.desk.ask(search, chosen, clock.now(), 5_000);
        for (const facts of flights.desk.priced(offers, search, limited).slice(0, 20)) {
          const offer = offers.offer(facts);
          offer.brands.forEach((brand, index) => {
            const quote = quoteOffer(offer, brand, limited);
            expect(quote.total.amount).toBe(facts.totals[index]);
            const [made] = quote.lines.filter(({ kind }) => kind === 'markup').map(({ ruleId }) => ruleId!);
            used.add(`${channel} ${made}`);
            const [line] = explainPrice(quote.lines, rules, { ...quote.facts, product }).filter(({ line: { kind } }) => kind === 'markup');
            expect(line!.rule!.id).toBe(made);
            expect(line!.beaten.map(({ rule: { id } }) => id)).toContain('all');
          });
        }
      }
    }
    // 9 February is 80 days from the day of the test's clock.
    expect([...used].toSorted()).toEqual(['desk desk', 'desk early', 'web early', 'web europe', 'web gb'].toSorted());
  });

  it('prices an order by the channel and the days ahead of its sale, whenever its price is looked at again', async () => {
    const live = await findLiveVersion(db, clock.now());
    await beginDraft(platform, { product, staffId: 'maker' });
    // 9 February is 78 days from the day of the test's clock.
    const put = rule('MK-desk-early', { scope: { product, channel: 'desk', lead: '78-78' }, flat: 7_00, basisPoints: 0, priority: 900 });
    await changeRule(platform, { product, staffId: 'maker', version: await version(), put });
    await simulateMarkups(platform, flights, 'maker');
    await moveDraft(platform, {
      product,
      staffId: 'maker',
      version: await version(),
      event: 'submit',
      by: 'drafter',
      reason: 'Early callers',
    });
    expect(await publishDraft(platform, { product, staffId: 'checker', version: await version() })).toMatchObject({ ok: true });
    const sale = async (at: Instant, channel: 'web' | 'desk') => {
      const rules = await getPricingRules(db, at, channel);
      const { offers } = await flights.desk.ask(search, [], clock.now(), 5_000);
      const [facts] = flights.desk.priced(offers, search, rules);
      const offer = offers.offer(facts!);
      const brand = offer.brands[facts!.shown]!;
      return { listed: facts!.price, agreed: quoteOffer(offer, brand, rules), contract: { offer, brand } };
    };
    const madeBy = ({ lines }: { lines: readonly { kind: string; ruleId: string | null }[] }) =>
      lines.filter(({ kind }) => kind === 'markup').map(({ ruleId }) => ruleId);
    const now = clock.now();
    const later = addMilliseconds(now, 2 * dayMs);
    const { listed, agreed, contract } = await sale(now, 'desk');
    expect(madeBy(agreed)).toEqual(['MK-desk-early']);
    expect(agreed.total.amount).toBe(listed);
    expect(agreed.facts).toMatchObject({ channel: 'desk', lead: '78' });
    // Two days on, and in the shop, it is another price; the order that was agreed on keeps what it was sold by.
    expect(madeBy((await sale(later, 'desk')).agreed)).not.toContain('MK-desk-early');
    expect(madeBy((await sale(now, 'web')).agreed)).not.toContain('MK-desk-early');
    const { rules } = await rulesOfQuote(db, agreed);
    expect(rules.version).toBe(live.version + 1);
    const purchase = { travellers: ['adult'] as const, seats: [], checkedBags: {}, meals: {}, fastTrack: false, insurance: false };
    const when = { quotedAt: new Date(later).toISOString(), expiresAt: agreed.expiresAt };
    const again = quoteFlights({ ...purchase, contracts: [contract] }, rules, when);
    expect([madeBy(again), again.total, again.facts]).toEqual([['MK-desk-early'], agreed.total, agreed.facts]);
  }, 60_000);

  it('copies a rule into the draft, paused and under a name of its own', async () => {
    await beginDraft(platform, { product, staffId: 'maker' });
    const draft = (await findOpenDraft(db, product))!;
    const [first] = draft.rules;
    const seen = { product, staffId: 'maker', version: draft.version, of: first!.id, named: (name: string) => `Copy of ${name}` };
    const cloned = await cloneRule(platform, seen);
    expect(cloned.ok).toBe(true);
    // The same press once more was made for a draft that is another one by now.
    expect(await cloneRule(platform, seen)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    const after = (await findOpenDraft(db, product))!;
    expect(after.rules).toHaveLength(draft.rules.length + 1);
    const copy = after.rules.find(({ id }) => cloned.ok && id === cloned.value)!;
    expect(copy).toEqual({ ...first, id: copy.id, name: `Copy of ${first!.name}`, paused: true });
    expect((await cloneRule(platform, { ...seen, version: after.version, of: 'MK-none' })).ok).toBe(false);
    await moveDraft(platform, { product, staffId: 'maker', version: after.version, event: 'discard', by: 'drafter', reason: '' });
  });

  it('does not go live over rules that went live meanwhile', async () => {
    await beginDraft(platform, { product, staffId: 'maker' });
    await changeRule(platform, { product, staffId: 'maker', version: await version(), put: rule('MK-overtaken') });
    await simulateMarkups(platform, flights, 'maker');
    await moveDraft(platform, {
      product,
      staffId: 'maker',
      version: await version(),
      event: 'submit',
      by: 'drafter',
      reason: 'Soon overtaken',
    });
    const live = await findLiveVersion(db, clock.now());
    expect(await rollBackPricing(platform, { product, staffId: 'owner', to: 1, reason: 'Wrong fee' })).toEqual({
      ok: true,
      value: live.version + 1,
    });
    expect(await publishDraft(platform, { product, staffId: 'checker', version: await version() })).toEqual({
      ok: false,
      refused: 'live-moved-on',
    });
    expect((await getPricingRules(db, clock.now())).rules.map(({ id }) => id)).not.toContain('MK-lhr');
    await moveDraft(platform, { product, staffId: 'maker', version: await version(), event: 'discard', by: 'drafter', reason: '' });
  }, 60_000);

  it('leaves an order with the rules of the day it was priced on', async () => {
    const live = await findLiveVersion(db, clock.now());
    await beginDraft(platform, { product, staffId: 'maker' });
    const until = new Date(clock.now()).toISOString().slice(0, 10);
    const draft = (await findOpenDraft(db, product))!;
    await changeRule(platform, { product, staffId: 'maker', version: draft.version, put: rule('MK-today', { validUntil: until }) });
    await simulateMarkups(platform, flights, 'maker');
    await moveDraft(platform, {
      product,
      staffId: 'maker',
      version: await version(),
      event: 'submit',
      by: 'drafter',
      reason: 'One day only',
    });
    const published = await publishDraft(platform, { product, staffId: 'checker', version: await version() });
    expect(published).toEqual({ ok: true, value: live.version + 1 });
    const today = clock.now();
    const ids = async (at: typeof today) => (await getPricingVersion(db, live.version + 1, at)).rules.map(({ id }) => id);
    expect(await ids(today)).toContain('MK-today');
    expect(await ids((today + 2 * dayMs) as typeof today)).not.toContain('MK-today');
  }, 60_000);

  it('has the same steps in the database', async () => {
    const { rows } = (await db.execute(
      sql`select from_status as a, to_status as b from status_edges where machine = ${draftMachine.name}`,
    )) as unknown as { rows: { a: string; b: string }[] };
    expect(rows.map(({ a, b }) => `${a}>${b}`).toSorted()).toEqual(
      edgesOf(draftMachine)
        .map((edge) => edge.join('>'))
        .toSorted(),
    );
  });

  async function firstKey(): Promise<string[]> {
    const { offers } = await flights.desk.ask(search, [], clock.now(), 5_000);
    return [offers.sliceKey(offers.facts.find(({ to }) => to === 'LHR') ?? offers.facts[0]!)];
  }
});
