import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stayProduct } from './stay-product.server.ts';
import { workOnBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findOrderAsSystem, getQuote, insertSnapshot } from '#app/commerce/orders/orders-store.server.ts';
import { usePromo } from '#app/commerce/orders/use-promo.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import { experimentEvents, experimentMachine } from '#app/commerce/pricing/experiments/experiment-status.ts';
import {
  findExperiment,
  listRunningExperiments,
  readFigures,
  type ExperimentTerms,
} from '#app/commerce/pricing/experiments/experiments-store.server.ts';
import { experimentList } from '#app/commerce/pricing/experiments/staff/experiment-list.ts';
import { readExperiments } from '#app/commerce/pricing/experiments/staff/read-experiments.server.ts';
import { armOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { watchExperiments } from '#app/commerce/pricing/experiments/watch-experiments.server.ts';
import {
  beginExperiment,
  changeExperiment,
  decideExperiment,
  draftExperiment,
  stopExperiment,
} from '#app/commerce/pricing/experiments/work-experiment.server.ts';
import { explainSale } from '#app/commerce/pricing/explain-sale.server.ts';
import { pricingPolicies } from '#app/commerce/pricing/policies.tables.ts';
import { aPolicyRule, anExample } from '#app/commerce/pricing/policy-testing.ts';
import { checkExamples } from '#app/commerce/pricing/policy-examples.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { findLiveVersion } from '#app/commerce/pricing/pricing-store.server.ts';
import { decidePolicy, switchPolicy } from '#app/commerce/pricing/work-policy.server.ts';
import { listAlerts } from '#app/backoffice/alerts/list-alerts.server.ts';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays, dateIn, dayMs, hourMs, minuteMs } from '#app/values/dates.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { cutShortList } from '#app/ui/desk-list/short-list.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { listStaycations, ownNights } from './list-staycations.server.ts';
import { loadStaycations } from './load-staycations.server.ts';
import { openStaycation } from './open-staycation.server.ts';
import { openRooms, placeStayOrder } from './place-stay-order.server.ts';
import { openStayCounter } from './stay-counter.server.ts';
import { stayOffers } from './stay-offers.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const house = readCatalogueFiles('staycations').find(({ facts }) => (facts as { country: string }).country === 'AE')!;
await loadStaycations(platform, [house], { replace: false });
const room = (house.facts as { rooms: { key: string }[] }).rooms[0]!.key;
const bank = await openTestBank(clock);
const product = stayProduct(platform);
const counter = openStayCounter(platform);
await deliverMessages(platform, { of: () => counter, product: () => product, draft: counter });
await workOnPayments(platform, bank.provider);
await workOnOrders(platform, [product]);
await workOnBookings(platform, [product], {});

const drafter = 'u-drafter';
const checker = 'u-checker';
const password = 'a long enough password';
/** What policies add to each order, fils: the one in force, and the one that is offered. */
const fees = { control: 4_000, challenger: 1_000 };

const people: { id: string; email: string }[] = [];
let nights = 0;
let app: TestApp;

/** A policy that adds a fee to every stay, with one promotion by code and one case that it keeps to. */
async function writePolicy(number: number, status: 'live' | 'approved', amount: number): Promise<void> {
  const at = new Date(clock.now());
  const scope = { ...openScope, words: { product: ['staycation'] } };
  const rules = [
    aPolicyRule({ id: `PR-fee00${number}`, name: 'Service fee', phase: 'fee', scope, basisPoints: null, amount }),
    aPolicyRule({ id: `PR-code0${number}`, scope: { ...scope, promo: 'STAY10' }, basisPoints: 100 }),
  ];
  const guards = { staycation: { cost: 8500, floor: 100 } };
  const example = anExample({ product: 'staycation', soldOn: dateIn('Asia/Dubai', clock.now()) });
  const draft = { number, rules, guards, stopped: [], examples: [example] };
  const total = checkExamples(draft, await findLiveVersion(db, clock.now()))[0]!.total;
  await db.insert(pricingPolicies).values({
    ...draft,
    id: `policy-${number}`,
    title: `Policy ${number}`,
    status,
    examples: [{ ...example, total }],
    touchedBy: ['staff:u-pricing'],
    approvedBy: 'staff:u-checker',
    ...(status === 'live' ? { publishedBy: 'staff:u-checker', publishedAt: at } : {}),
    createdAt: at,
    changedAt: at,
  });
}

const terms = (change: Partial<ExperimentTerms> = {}): ExperimentTerms => {
  const today = dateIn('Asia/Dubai', clock.now());
  return {
    question: 'Does a lower service fee sell more stays?',
    products: ['staycation'],
    challenger: 2,
    share: 50,
    startsOn: today,
    endsOn: addDays(today, 20),
    leastSales: 5,
    marginFall: 90,
    conversionFall: 90,
    ...change,
  };
};
/** An id under which the first is offered the challenger and the second is not, and some of the others are on either side. */
function anId(): string {
  for (;;) {
    const id = newFormKey();
    const sides = people.map((person) => armOf(id, person.id, 50));
    const offered = sides.filter((arm) => arm === 'challenger').length;
    if (sides[0] === 'challenger' && sides[1] === 'control' && offered >= 5 && offered <= people.length - 4) return id;
  }
}
const version = async (id: string) => (await findExperiment(db, id))!.version;
const stateOf = async (id: string) => {
  const { status, overBecause } = (await findExperiment(db, id))!;
  return [status, overBecause];
};
async function approved(change: Partial<ExperimentTerms> = {}, id = anId()): Promise<string> {
  expect(await draftExperiment(platform, { id, staffId: drafter, terms: terms(change) })).toEqual({ ok: true, value: id });
  const decided = await decideExperiment(platform, {
    id,
    staffId: checker,
    version: await version(id),
    event: 'approve',
    by: 'publisher',
    reason: '',
  });
  expect(decided).toEqual({ ok: true, value: id });
  return id;
}
/** An experiment whose prices show. */
async function shown(change: Partial<ExperimentTerms> = {}): Promise<string> {
  const id = await approved(change);
  expect(await beginExperiment(platform, { id, staffId: checker, version: await version(id) })).toEqual({ ok: true, value: id });
  clock.advance(31 * minuteMs);
  return id;
}
const stop = (id: string) => stopExperiment(platform, { id, staffId: drafter, by: 'drafter', reason: 'enough' });

const stoppedTasks = async (id: string) =>
  (await listOpenStaffTasks(db))
    .filter(({ kind, subject }) => kind === 'experiment-stopped' && subject === `price_experiments:${id}`)
    .map(({ textKey }) => textKey);

const viewer = (at: number): Viewer => ({
  kind: 'customer',
  user: { id: people[at]!.id, email: people[at]!.email, emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
});
/** Nights that nobody else asks for. */
const query = () => {
  nights += 2;
  return new URLSearchParams({
    date: addDays(dateIn('Asia/Dubai', clock.now()), 20 + nights),
    nights: '1',
    adults: '2',
    room,
    plan: 'flex',
  });
};
const priceFor = async (visit: URLSearchParams, at: number | null) =>
  (await openRooms(platform, house.id, visit, 'en', at === null ? null : people[at]!.id))!.quote;
async function place(visit: URLSearchParams, at: number, seenTotal = 0) {
  const total = (await priceFor(visit, at)).total;
  return placeStayOrder(platform, {
    viewer: viewer(at),
    stayId: house.id,
    visit,
    booker: { givenNames: 'Omar', surname: 'Said', email: people[at]!.email, phone: '+971501234567', note: '' },
    language: 'en',
    seenTotal: seenTotal > 0 ? { ...total, amount: seenTotal } : total,
    key: newFormKey(),
    address: `10.5.${nights % 250}.1`,
  });
}
async function pay(orderId: string): Promise<void> {
  const returnTo = { success: '/payment-success', failure: '/payment-failed' };
  const begun = await beginPayment(platform, bank.provider, product, { orderId, by: 'customer', who: 'guest', returnTo, language: 'en' });
  if (!begun.ok) throw new Error(begun.refused);
  await bank.pay(begun.value.redirectTo, 'approved');
  await platform.jobs.drain();
  await catchUpPayments(platform, bank.provider);
  await platform.jobs.drain();
}

beforeAll(async () => {
  await writePolicy(1, 'live', fees.control);
  await writePolicy(2, 'approved', fees.challenger);
  for (let at = 0; at < 12; at += 1) {
    const email = `traveller-${at}@example.com`;
    const made = await platform.auth.api.signUpEmail({ body: { email, password, name: `Traveller ${at}` } });
    people.push({ id: made.user.id, email });
  }
  app = await openTestApp(platform);
}, 120_000);

/** Nothing of one experiment is kept for anybody any more when the next one is tried. */
afterEach(async () => {
  for (const { id } of await listRunningExperiments(db)) await stop(id);
  clock.advance(hourMs);
});

it('the database knows the moves of an experiment, and no others', async () => {
  const rows = (await db.execute(sql`select from_status, to_status from status_edges where machine = 'price-experiment'`)) as unknown as {
    rows: { from_status: string; to_status: string }[];
  };
  const edges = (all: readonly (readonly string[])[]) => all.map((edge) => edge.join(' > ')).sort();
  expect(edges(rows.rows.map((row) => [row.from_status, row.to_status]))).toEqual(edges(edgesOf(experimentMachine)));
  expect(new Set(experimentMachine.moves.map(({ event }) => event))).toEqual(new Set(experimentEvents));
});

describe('an experiment at the desk', () => {
  it('is drafted once however often its form is sent, and by nobody under the id of another', async () => {
    const id = anId();
    const ask = { id, staffId: drafter, terms: terms() };
    const all = await Promise.all([draftExperiment(platform, ask), draftExperiment(platform, ask), draftExperiment(platform, ask)]);
    expect(all).toEqual([1, 2, 3].map(() => ({ ok: true, value: id })));
    expect(await draftExperiment(platform, { ...ask, staffId: 'u-other' })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect((await listAuditOf(db, `price_experiments:${id}`, 9)).map(({ action }) => action)).toEqual(['price-experiment.drafted']);
  });

  it('is approved and begun by nobody who wrote it, and by no form that saw an older draft', async () => {
    const id = anId();
    await draftExperiment(platform, { id, staffId: drafter, terms: terms() });
    const seen = await version(id);
    const approve = (staffId: string, of: number) =>
      decideExperiment(platform, { id, staffId, version: of, event: 'approve', by: 'publisher', reason: '' });
    expect(await approve(drafter, seen)).toEqual({ ok: false, refused: 'second-person' });
    // The checker has two tabs: in one they change the share, in the other they approve what they saw before, and then again.
    expect((await changeExperiment(platform, { id, staffId: checker, version: seen, terms: terms({ share: 20 }) })).ok).toBe(true);
    expect(await approve(checker, seen)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect(await approve(checker, await version(id))).toEqual({ ok: false, refused: 'second-person' });
    const third = await version(id);
    expect((await approve('u-third', third)).ok).toBe(true);
    expect(await approve('u-third', third)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    const now = await version(id);
    expect(await beginExperiment(platform, { id, staffId: checker, version: now })).toEqual({ ok: false, refused: 'second-person' });
    expect(await changeExperiment(platform, { id, staffId: 'u-third', version: now, terms: terms() })).toEqual({
      ok: false,
      refused: 'not-possible-from-here',
    });
    await expect(db.execute(sql`update price_experiments set share = 49 where id = ${id}`)).rejects.toThrow();
    await expect(db.execute(sql`update price_experiments set touched_by = array['staff:u-third'] where id = ${id}`)).rejects.toThrow();
    const off = { id, staffId: drafter, version: now, event: 'call-off', by: 'drafter' } as const;
    expect(await decideExperiment(platform, { ...off, reason: ' ' })).toEqual({ ok: false, refused: 'no-reason' });
    expect((await decideExperiment(platform, { ...off, reason: 'not now' })).ok).toBe(true);
    expect(await stateOf(id)).toEqual(['stopped', 'called-off']);
  });

  it('runs alone with its product, even when two are begun at once', async () => {
    const ids = [await approved(), await approved()];
    const begun = await Promise.all(ids.map(async (id) => beginExperiment(platform, { id, staffId: checker, version: await version(id) })));
    expect(begun.filter(({ ok }) => ok)).toHaveLength(1);
    expect(begun.find(({ ok }) => !ok)).toEqual({ ok: false, refused: 'product-taken' });
    const [first, second] = begun[0]!.ok ? ids : ids.toReversed();
    await stop(first!);
    expect((await beginExperiment(platform, { id: second!, staffId: checker, version: await version(second!) })).ok).toBe(true);
    await stop(second!);
    expect(await stop(second!)).toEqual({ ok: false, refused: 'not-possible-from-here' });
  });

  it('keeps the rules it offers from being rewritten, and needs a policy in force beside them', async () => {
    const id = await approved();
    const open = (
      await db
        .select()
        .from(pricingPolicies)
        .where(sql`number = 2`)
    )[0]!;
    const back = { staffId: 'u-pricing', version: open.version, event: 'send-back', by: 'drafter', reason: 'again' } as const;
    expect(await decidePolicy(platform, back)).toEqual({ ok: false, refused: 'in-experiment' });
    await switchPolicy(platform, { staffId: checker, event: 'pause', by: 'publisher', reason: 'a test' });
    expect(await beginExperiment(platform, { id, staffId: checker, version: await version(id) })).toEqual({
      ok: false,
      refused: 'no-control',
    });
    await switchPolicy(platform, { staffId: checker, event: 'resume', by: 'publisher', reason: 'a test' });
    expect(await draftExperiment(platform, { id: anId(), staffId: drafter, terms: terms({ challenger: 1 }) })).toEqual({
      ok: false,
      refused: 'no-challenger',
    });
  });
});

describe('the list of experiments', () => {
  it('begins with the newest, and runs the other way when that is asked', async () => {
    const rows = await readExperiments(platform);
    const numbers = rows.map(({ number }) => number).toSorted((a, b) => b - a);
    const asked = (query: string) =>
      cutShortList(experimentList, rows.toReversed(), readListView(experimentList, new URLSearchParams(query)), {
        language: 'en',
      }).rows.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(1);
    expect(asked('')).toEqual(numbers);
    expect(asked('sort=experiment')).toEqual(numbers.toReversed());
  });
});

describe('what a traveller pays', () => {
  it('does not change when an experiment begins: for half an hour everybody has the prices of before', async () => {
    const visit = query();
    const before = (await priceFor(visit, 0)).total.amount;
    const id = await approved();
    await beginExperiment(platform, { id, staffId: checker, version: await version(id) });
    clock.advance(20 * minuteMs);
    expect((await priceFor(visit, 0)).total.amount).toBe(before);
    clock.advance(15 * minuteMs);
    // The look of a quarter of an hour ago still holds; a new look does not make it longer.
    expect((await priceFor(visit, 0)).total.amount).toBe(before);
    clock.advance(16 * minuteMs);
    expect((await priceFor(visit, 0)).total.amount).toBe(before - (fees.control - fees.challenger));
    expect((await priceFor(visit, 1)).total.amount).toBe(before);
    expect((await priceFor(visit, null)).total.amount).toBe(before);
  });

  it('is that of one arm in the list, in a search, on the page, on the form, in the order and by a code, and the desk can say why', async () => {
    const id = await shown();
    const { number } = (await findExperiment(db, id))!;
    const visit = query();
    const of = async (at: number | null) => {
      const shopper = at === null ? null : people[at]!.id;
      const plan = { arrival: null, nights: 1, party: { adults: 2, childAges: [] } };
      const page = (await openStaycation(platform, house.id, visit, 'en', shopper))!;
      return {
        list: (await listStaycations(platform, 'en', plan, shopper))[0]!.best.night.amount,
        near: page.from.amount,
        page: page.offers.find(({ key }) => key === room)!.plans.find(({ key }) => key === 'flex')!.total.amount,
        form: (await priceFor(visit, at)).total.amount,
        offer: (await stayOffers(platform).read(`/staycations/${house.id}/book?${visit}`, 'en', shopper))!.total.amount,
      };
    };
    const [challenger, control, guest] = [await of(0), await of(1), await of(null)];
    const apart = fees.control - fees.challenger;
    for (const step of Object.keys(guest) as (keyof typeof guest)[])
      expect([step, guest[step] - challenger[step], control[step]]).toEqual([step, apart, guest[step]]);
    expect((await ownNights(platform, 'en', people[0]!.id))?.get(house.id)?.amount).toBe(challenger.list);
    expect(await ownNights(platform, 'en', people[1]!.id)).toBeNull();
    const placed = await place(visit, 0, challenger.form);
    if (!placed.ok) throw new Error(placed.refused);
    const order = (await findOrderAsSystem(db, placed.value.orderId))!;
    expect(order.total).toBe(challenger.form);
    const coded = await usePromo(platform, product, { orderId: order.id, who: 'guest', code: 'STAY10' });
    if (!coded.ok) throw new Error(coded.refused);
    const quote = await getQuote(db, coded.value);
    expect([quote.policy?.number, quote.experiment]).toEqual([2, { number, arm: 'challenger' }]);
    expect(quote.lines.some(({ ruleId }) => ruleId === 'PR-fee002')).toBe(true);
    const explained = await explainSale(db, order.reference, async () => []);
    if (!explained.ok) throw new Error(explained.refused);
    expect(explained.value[0]!.experiment).toMatchObject({ id, number, arm: 'challenger', question: terms().question });
    expect((await readFigures(db, [id])).get(id)).toMatchObject({
      control: { visitors: 1, orders: 0 },
      challenger: { visitors: 1, orders: 1, sales: 0 },
    });
  });

  it('stays as it was quoted when the experiment is stopped before the order and before the payment', async () => {
    const id = await shown();
    const [visit, other] = [query(), query()];
    const seen = (await priceFor(visit, 0)).total.amount;
    expect((await priceFor(visit, null)).total.amount - seen).toBe(fees.control - fees.challenger);
    expect((await stop(id)).ok).toBe(true);
    clock.advance(10 * minuteMs);
    const placed = await place(visit, 0, seen);
    if (!placed.ok) throw new Error(placed.refused);
    clock.advance(10 * minuteMs);
    await pay(placed.value.orderId);
    const order = (await findOrderAsSystem(db, placed.value.orderId))!;
    expect([order.status, order.total, (await getQuote(db, order)).experiment?.arm]).toEqual(['confirmed', seen, 'challenger']);
    // Somebody who had not looked is offered what everybody pays, and half an hour later so is whoever had.
    clock.advance(11 * minuteMs);
    expect((await priceFor(other, 0)).total).toEqual((await priceFor(other, null)).total);
    expect((await priceFor(other, 0)).experiment).toBeUndefined();
  });

  it('never reaches anybody else through a kept page', async () => {
    await shown();
    const night = async (at: number | null) => {
      const [card] = await listStaycations(platform, 'en', undefined, at === null ? null : people[at]!.id);
      return formatMoney(card!.best.night, 'en');
    };
    const [own, everybody] = [await night(0), await night(null)];
    expect(own).not.toBe(everybody);
    const page = async (cookie?: string) => {
      const answer = await app.send('/staycations', cookie ? { cookie } : {});
      return { html: (await answer.text()).replaceAll('\u00a0', ' '), etag: answer.headers.get('etag') };
    };
    const cookie = await app.signIn(people[0]!.email, password);
    const has = (html: string, words: string) => html.includes(words.replaceAll('\u00a0', ' '));
    for (const round of [1, 2]) {
      const mine = await page(cookie);
      const kept = await page();
      expect([round, mine.etag, has(mine.html, own), has(mine.html, everybody)]).toEqual([round, null, true, false]);
      expect([round, kept.etag !== null, has(kept.html, everybody), has(kept.html, own)]).toEqual([round, true, true, false]);
    }
  });
});

describe('a guard', () => {
  it('stops an experiment whose challenger sells too little, and nothing before', async () => {
    const id = await shown({ conversionFall: 20 });
    const inArm = (arm: string) => people.flatMap((person, at) => (armOf(id, person.id, 50) === arm ? [at] : []));
    for (const at of inArm('challenger')) await priceFor(query(), at);
    await watchExperiments(platform);
    expect(await stateOf(id)).toEqual(['running', null]);
    // One who buys often is one who buys.
    const buyers = inArm('control').slice(0, 3);
    for (let sale = 0; sale < 5; sale += 1) {
      const placed = await place(query(), buyers[sale % buyers.length]!);
      if (!placed.ok) throw new Error(placed.refused);
      await pay(placed.value.orderId);
    }
    const figures = (await readFigures(db, [id])).get(id)!;
    expect(figures.control).toMatchObject({ visitors: buyers.length, sales: 5, buyers: buyers.length });
    expect(figures.control.margin).toBeGreaterThan(5 * fees.control);
    expect(figures.challenger).toMatchObject({ visitors: inArm('challenger').length, sales: 0 });
    await watchExperiments(platform);
    expect(await stateOf(id)).toEqual(['stopped', 'conversion']);
    const [last] = await listAuditOf(db, `price_experiments:${id}`, 1);
    expect(last).toMatchObject({ actor: 'system', action: 'price-experiment.stop', detail: { because: 'conversion' } });
    expect(await stoppedTasks(id)).toEqual(['tasks:experiment-stopped.conversion']);
  }, 120_000);

  it('stops an experiment at the first order under its floor', async () => {
    const id = await shown();
    const placed = await place(query(), 0);
    if (!placed.ok) throw new Error(placed.refused);
    await watchExperiments(platform);
    expect(await stateOf(id)).toEqual(['running', null]);
    const { snapshot } = (await findOrderAsSystem(db, placed.value.orderId))!;
    const quote = await getQuote(db, (await findOrderAsSystem(db, placed.value.orderId))!);
    const under = { ...quote, policy: { ...quote.policy!, margin: quote.policy!.floor - 1 } };
    await transact(db, (tx) => insertSnapshot(tx, placed.value.orderId, snapshot + 1, under, 'lower', new Date(clock.now())));
    await db.execute(sql`update orders set snapshot = ${snapshot + 1} where id = ${placed.value.orderId}`);
    expect(await stoppedTasks(id)).toEqual([]);
    await watchExperiments(platform);
    expect(await stateOf(id)).toEqual(['stopped', 'floor']);
    await watchExperiments(platform);
    expect(await stoppedTasks(id)).toEqual(['tasks:experiment-stopped.floor']);
    const { number, question } = (await findExperiment(db, id))!;
    const bell = async (role: StaffRole) => {
      const staffId = `bell-${role}`;
      const clerk = { userId: staffId, displayName: staffId, roles: [role] };
      const user = { id: staffId, email: `${staffId}@example.com`, emailVerified: true, fullName: null, createdAt: '' };
      const alerts = await listAlerts(platform, { kind: 'staff', user, staff: clerk });
      return alerts.filter(({ kind, record }) => kind === 'experiment-stopped' && record.endsWith(id));
    };
    expect(await bell('pricing_manager')).toMatchObject([
      { reason: 'figures', record: `/admin/pricing-engine/experiments/${id}`, detail: { number, question }, read: false },
    ]);
    expect([(await bell('owner')).length, (await bell('support_agent')).length]).toEqual([1, 0]);
  });

  it('stops it when another policy comes into force, and offers nothing anew from that moment', async () => {
    const id = await shown();
    await switchPolicy(platform, { staffId: checker, event: 'pause', by: 'publisher', reason: 'a test' });
    expect((await priceFor(query(), 0)).experiment).toBeUndefined();
    await watchExperiments(platform);
    expect(await stateOf(id)).toEqual(['stopped', 'control-changed']);
    await switchPolicy(platform, { staffId: checker, event: 'resume', by: 'publisher', reason: 'a test' });
  });

  it('ends it after its last day', async () => {
    const id = await shown({ endsOn: dateIn('Asia/Dubai', clock.now()) });
    expect((await priceFor(query(), 0)).experiment?.arm).toBe('challenger');
    clock.advance(dayMs);
    expect((await priceFor(query(), 0)).experiment).toBeUndefined();
    await watchExperiments(platform);
    expect(await stateOf(id)).toEqual(['ended', 'time']);
    // Its time was known to everybody: nobody is called.
    expect(await stoppedTasks(id)).toEqual([]);
  });
});
