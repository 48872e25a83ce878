import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { endVouchers } from '#app/commerce/loyalty/end-vouchers.server.ts';
import { decideVoucher, draftVoucher, issueVoucher, rewriteVoucher, withdrawVoucher } from '#app/commerce/loyalty/give-voucher.server.ts';
import { joinProgramme } from '#app/commerce/loyalty/join-programme.server.ts';
import { voucherMachine } from '#app/commerce/loyalty/loyalty-status.ts';
import { mailVoucher } from '#app/commerce/loyalty/mail-vouchers.server.ts';
import { openMyPoints } from '#app/commerce/loyalty/open-my-points.server.ts';
import { findMember } from '#app/commerce/loyalty/points-store.server.ts';
import { reckonPoints } from '#app/commerce/loyalty/reckon-points.server.ts';
import { openProgramme } from '#app/commerce/loyalty/staff/open-programme.server.ts';
import { openVoucher, readVouchers } from '#app/commerce/loyalty/staff/open-vouchers.server.ts';
import { workOnLoyalty } from '#app/commerce/loyalty/work-on-loyalty.server.ts';
import { dropVoucher, showVouchers, useVoucher } from '#app/commerce/loyalty/use-voucher.server.ts';
import { readVoucher, typedVoucher, type VoucherValues } from '#app/commerce/loyalty/voucher-form.ts';
import { askedOff, givesBack, misfitOf } from '#app/commerce/loyalty/voucher-rules.ts';
import { findVoucher } from '#app/commerce/loyalty/vouchers-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { dropPromo, usePromo } from '#app/commerce/orders/use-promo.server.ts';
import { explainSale } from '#app/commerce/pricing/explain-sale.server.ts';
import { aPolicyRule, putInForce } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Clerk, Permission } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays, addMilliseconds, calendarDate, dateIn, dayMs, minuteMs } from '#app/values/dates.ts';
import { moveOn } from '#app/values/status-table.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const { clock, db } = platform;
await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
await db.execute(sql`update pricing_policies set status = 'archived' where status = 'live'`);
await db.execute(sql`update pricing_policies set number = number + 500`);
const code = {
  id: 'PR-0000aa',
  basisPoints: null,
  amount: 2_000,
  scope: { ...openScope, words: { product: ['flight'] }, promo: 'TWENTY' },
};
// A fifth of what is charged for flights is the house's own, and nothing has to be left of it.
const whole = { ...code, id: 'PR-0000ab', amount: 500_000, scope: { ...code.scope, promo: 'WHOLE' } };
await putInForce(db, [aPolicyRule(code), aPolicyRule(whole)], { flight: { cost: 8_000, floor: 0 } });
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2027-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
await workOnLoyalty(platform);

const clerk = async (permission: Permission, name: string): Promise<Clerk> => {
  const staff = (await listStaffWith(db, permission)).find(({ displayName }) => displayName === name)!;
  return { kind: 'staff', user: { id: staff.userId }, staff };
};
const jun = await clerk('loyalty:work', 'Jun Villanueva');
const farah = await clerk('loyalty:approve', 'Farah Iqbal');
const layla = (await findAccountByEmail(db, 'traveller@rihla.example'))!.id;
await joinProgramme(platform, layla, 'ar');
let people = 0;
async function aMember(): Promise<string> {
  people += 1;
  const id = `voucher-member-${people}`;
  const now = new Date(clock.now()).toISOString();
  await db.execute(sql`insert into users (id, email, name, email_verified, created_at, updated_at)
    values (${id}, ${`${id}@example.com`}, ${`Member ${people}`}, true, ${now}, ${now})`);
  await joinProgramme(platform, id, 'en');
  return id;
}
const today = () => dateIn('Asia/Dubai', clock.now());
const values = (change: Partial<VoucherValues> = {}): VoucherValues => ({
  occasion: 'apology',
  amount: 10_000,
  basisPoints: null,
  most: change.amount ?? 10_000,
  kinds: [],
  least: 0,
  validUntil: addDays(today(), 30),
  reason: 'Their bag came a day late',
  ...change,
});
async function drafted(userId: string, change: Partial<VoucherValues> = {}): Promise<string> {
  const written = await draftVoucher(platform, jun, { userId, values: values(change) });
  if (!written.ok) throw new Error(written.refused);
  return written.value;
}
const seen = async (id: string) => ({ id, version: (await findVoucher(db, id))!.version });
async function given(userId: string, change: Partial<VoucherValues> = {}): Promise<string> {
  const id = await drafted(userId, change);
  const issued = await issueVoucher(platform, jun, await seen(id));
  if (!issued.ok || issued.value !== 'live') throw new Error(JSON.stringify(issued));
  return id;
}
let buyers = 0;
async function held(userId: string): Promise<Order> {
  buyers += 1;
  const contactInfo = { email: `voucher${buyers}@example.com`, phone: '+971501234567', secondPhone: '' };
  const order = await sale.placed(aDraft(offer, { contactInfo }), { address: `10.9.${buyers}.1` });
  await db.execute(sql`update orders set user_id = ${userId} where id = ${order.id}`);
  return { ...order, userId };
}
const use = (order: Order, userId: string, voucherId: string) =>
  useVoucher(platform, sale.product, { orderId: order.id, userId, voucherId });
const drop = (order: Order, userId: string) => dropVoucher(platform, sale.product, { orderId: order.id, userId });
const stateOf = async (id: string) => (await findVoucher(db, id))!.status;
const auditOf = async (id: string) =>
  (
    (await db.execute(sql`select action from audit_events where subject = ${`loyalty_vouchers:${id}`} order by sequence`)) as unknown as {
      rows: { action: string }[];
    }
  ).rows.map(({ action }) => action.replace('loyalty.voucher-', ''));
const mailsOf = async (userId: string) =>
  (
    (await db.execute(sql`select message_id from loyalty_mails where user_id = ${userId} order by message_id`)) as unknown as {
      rows: { message_id: string }[];
    }
  ).rows.map(({ message_id }) => message_id.split('-').slice(0, 2).join('-'));

describe('the rules of a voucher', () => {
  it('an amount asks for itself, a share for its part and never more than the most', () => {
    expect(askedOff({ amount: 10_000, basisPoints: null, most: 10_000 }, 5_000)).toBe(10_000);
    expect(askedOff({ amount: null, basisPoints: 1_000, most: 15_000 }, 100_000)).toBe(10_000);
    expect(askedOff({ amount: null, basisPoints: 1_000, most: 15_000 }, 900_000)).toBe(15_000);
  });

  it('says why one does not go with an order: held, ended, another product or currency, too small', () => {
    const voucher = { amount: 100, basisPoints: null, most: 100, kinds: ['flight'], least: 50_000, validUntil: '2026-12-01' };
    const order = { kind: 'flight', currency: 'AED', total: 50_000 };
    const known = { today: '2026-12-01', held: false };
    expect(misfitOf(voucher, order, known)).toBeNull();
    expect(misfitOf(voucher, order, { ...known, held: true })).toBe('held');
    expect(misfitOf(voucher, order, { ...known, today: '2026-12-02' })).toBe('ended');
    expect(misfitOf(voucher, { ...order, kind: 'holiday' }, known)).toBe('not-for-this');
    expect(misfitOf({ ...voucher, kinds: [] }, { ...order, kind: 'tailor-made' }, known)).toBe('not-for-this');
    expect(misfitOf(voucher, { ...order, currency: 'EUR' }, known)).toBe('other-currency');
    expect(misfitOf(voucher, { ...order, total: 49_999 }, known)).toBe('too-small');
  });

  it('comes back from what ran out, was voided or never paid, and from what was called off before the travel and refunded whole', () => {
    const travelStarts = new Date('2026-12-10T00:00:00Z');
    const before = new Date('2026-12-09T00:00:00Z');
    const whole = { captured: 1_000, refunded: 1_000 };
    const asked = (status: string, paid: { captured: number; refunded: number }, at: Date | null) =>
      givesBack({ status, travelStarts }, paid, at);
    expect(asked('expired', { captured: 0, refunded: 0 }, before)).toBe(true);
    expect(asked('voided', { captured: 1_000, refunded: 0 }, before)).toBe(true);
    expect(asked('cancelled', { captured: 0, refunded: 0 }, before)).toBe(true);
    expect(asked('refunded', whole, before)).toBe(true);
    expect(asked('refunded', whole, travelStarts)).toBe(false);
    expect(asked('refunded', { captured: 1_000, refunded: 999 }, before)).toBe(false);
    expect(asked('ticketed', whole, before)).toBe(false);
  });

  it('may go only where its table says', () => {
    expect(moveOn(voucherMachine, 'draft', 'issue', 'staff')).toEqual({ ok: true, to: 'live' });
    expect(moveOn(voucherMachine, 'used', 'withdraw', 'staff').ok).toBe(false);
    expect(moveOn(voucherMachine, 'expired', 'use', 'member').ok).toBe(false);
  });

  it('a form is read whole, or names every field that is wrong', () => {
    const day = calendarDate('2026-11-21');
    const form = (fields: Record<string, string>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      return readVoucher(typedVoucher(data), day);
    };
    const right = {
      occasion: 'birthday',
      way: 'share',
      percent: '10',
      most: '150',
      kind: 'flight',
      validUntil: '2027-01-31',
      reason: 'Thirty years',
    };
    expect(form(right)).toMatchObject({
      ok: true,
      values: { amount: null, basisPoints: 1_000, most: 15_000, kinds: ['flight'], least: 0, validUntil: '2027-01-31' },
    });
    expect(form({ way: 'amount', amount: '1e3', least: '-5', validUntil: '2028-01-31', reason: 'no' })).toEqual({
      ok: false,
      faults: ['occasion', 'amount', 'least', 'validUntil', 'reason'],
    });
    expect(form({ ...right, percent: '51', most: '' })).toEqual({ ok: false, faults: ['percent', 'most'] });
  });
});

describe('giving a voucher', () => {
  it('up to the limit one colleague issues it, and parts do not stay under the limit', async () => {
    const userId = await aMember();
    const first = await given(userId, { amount: 15_000 });
    await mailVoucher(platform, first, 'given');
    await mailVoucher(platform, first, 'given');
    expect(await mailsOf(userId)).toEqual(['voucher-given']);
    const second = await drafted(userId, { amount: 6_000 });
    expect(await issueVoucher(platform, jun, await seen(second))).toMatchObject({ value: 'asked' });
    const task = (await listOpenStaffTasks(db)).find(({ subject }) => subject === `loyalty_vouchers:${second}`);
    expect(task?.kind).toBe('points-approval');
    expect((await openMyPoints(platform, userId)).member!.vouchers.map(({ id }) => id)).toEqual([first]);
    expect(await decideVoucher(platform, jun, await seen(second), { agrees: true })).toEqual({ ok: false, refused: 'permission' });
    expect(await decideVoucher(platform, farah, await seen(second), { agrees: true })).toMatchObject({ ok: true });
    expect(await stateOf(second)).toBe('live');
    expect((await listOpenStaffTasks(db)).some(({ subject }) => subject === `loyalty_vouchers:${second}`)).toBe(false);
    expect(await auditOf(second)).toEqual(['drafted', 'asked', 'issued']);
  });

  it('whoever wrote or asked for one never agrees to it, and nobody gives themselves one', async () => {
    const userId = await aMember();
    const owner = await clerk('loyalty:approve', 'Huda Mansour');
    const both: Clerk = { ...owner, staff: jun.staff, user: { id: owner.user.id } };
    const id = await drafted(userId, { amount: 50_000 });
    await rewriteVoucher(platform, both, await seen(id), values({ amount: 60_000 }));
    await issueVoucher(platform, jun, await seen(id));
    expect(await decideVoucher(platform, owner, await seen(id), { agrees: true })).toEqual({ ok: false, refused: 'own-request' });
    expect(await decideVoucher(platform, farah, await seen(id), { agrees: false, why: 'no' })).toEqual({ ok: false, refused: 'no-reason' });
    expect(await decideVoucher(platform, farah, await seen(id), { agrees: false, why: 'Too much for a late bag' })).toMatchObject({
      ok: true,
    });
    expect(await openVoucher(platform, farah, id)).toMatchObject({
      status: 'withdrawn',
      why: 'Too much for a late bag',
      happened: { length: 4 },
    });
    expect((await openMyPoints(platform, userId)).member!.vouchers).toEqual([]);
    expect(await draftVoucher(platform, jun, { userId: jun.user.id, values: values() })).toEqual({ ok: false, refused: 'own-voucher' });
    expect(await draftVoucher(platform, jun, { userId: 'nobody', values: values() })).toEqual({ ok: false, refused: 'not-a-member' });
  });

  it('a page that is old, a held member and a day that is over are refused, and withdrawing asks for a reason', async () => {
    const userId = await aMember();
    const id = await drafted(userId, { validUntil: today() });
    expect(await issueVoucher(platform, jun, { id, version: 7 })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    await db.execute(sql`update loyalty_members set held_at = now() where user_id = ${userId}`);
    expect(await issueVoucher(platform, jun, await seen(id))).toEqual({ ok: false, refused: 'held' });
    await db.execute(sql`update loyalty_members set held_at = null where user_id = ${userId}`);
    expect(await issueVoucher(platform, jun, await seen(id))).toMatchObject({ value: 'live' });
    expect(await withdrawVoucher(platform, jun, await seen(id), { event: 'withdraw', why: '' })).toEqual({
      ok: false,
      refused: 'no-reason',
    });
    expect(await withdrawVoucher(platform, jun, await seen(id), { event: 'withdraw', why: 'Given to the wrong person' })).toMatchObject({
      ok: true,
    });
    await mailVoucher(platform, id, 'withdrawn');
    expect(await mailsOf(userId)).toEqual(['voucher-withdrawn']);
    const late = await drafted(userId, { validUntil: today() });
    clock.advance(dayMs);
    expect(await issueVoucher(platform, jun, await seen(late))).toEqual({ ok: false, refused: 'day-over' });
  });
});

describe('using a voucher', () => {
  it('takes its part off as a line of its own with the right VAT, is told at the checkout and taken off again', async () => {
    const id = await given(layla);
    const order = await held(layla);
    const plain = await getQuote(db, order);
    const offered = (await showVouchers(platform, order, layla))!.offered;
    expect(offered.map(({ id: one, saves, misfit }) => [one, saves?.amount, misfit])).toEqual([[id, 10_000, null]]);
    const used = await use(order, layla, id);
    if (!used.ok) throw new Error(used.refused);
    expect(used.value.total).toBe(order.total - 10_000);
    const quote = await getQuote(db, used.value);
    const own = quote.lines.filter(({ facts }) => facts['voucher'] === id);
    expect(own.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(-10_000);
    for (const line of own) {
      const from = quote.lines.find(({ kind }) => kind === line.facts['on'])!;
      expect([line.vatCategory, line.vatBasisPoints]).toEqual([from.vatCategory, from.vatBasisPoints]);
    }
    expect(quote.lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(quote.total.amount);
    expect(quote.policy!.margin).toBeGreaterThanOrEqual(quote.policy!.floor);
    expect((await showVouchers(platform, used.value, layla))!.used).toMatchObject({ id, saves: { amount: 10_000 } });
    const explained = await explainSale(db, order.reference, async () => []);
    expect(explained.ok && explained.value[0]!.lines.some(({ rule }) => rule?.of === 'voucher')).toBe(true);
    expect(await use(used.value, layla, id)).toMatchObject({ ok: true, value: { version: used.value.version } });
    const off = await drop(order, layla);
    expect(off.ok && off.value.total).toBe(order.total);
    expect((await getQuote(db, await sale.order(order.id))).lines).toEqual(plain.lines);
    expect(await stateOf(id)).toBe('live');
    expect(await auditOf(id)).toEqual(['drafted', 'issued', 'used', 'given-back']);
    await withdrawVoucher(platform, jun, await seen(id), { event: 'withdraw', why: 'Enough for this test' });
  });

  it('a share takes its percent of the price without what goes on to others, and never more than the margin leaves', async () => {
    const userId = await aMember();
    const order = await held(userId);
    const base = (await getQuote(db, order)).lines
      .filter(({ kind }) => !['tax', 'service-fee'].includes(kind))
      .reduce((sum, { amount }) => sum + amount.amount, 0);
    const share = await given(userId, { amount: null, basisPoints: 100, most: 20_000 });
    const used = await use(order, userId, share);
    expect(used.ok && order.total - used.value.total).toBe(Math.round(base / 100));
    await drop(order, userId);
    const large = await drafted(userId, { amount: 500_000 });
    await issueVoucher(platform, jun, await seen(large));
    await decideVoucher(platform, farah, await seen(large), { agrees: true });
    const cut = await use(order, userId, large);
    if (!cut.ok) throw new Error(cut.refused);
    const quote = await getQuote(db, cut.value);
    expect(order.total - cut.value.total).toBeLessThan(500_000);
    expect(quote.policy!.margin).toBe(quote.policy!.floor);
    // What the voucher gave away a code cannot give away once more.
    expect(await usePromo(platform, sale.product, { orderId: order.id, who: 'guest', code: 'TWENTY' })).toEqual({
      ok: false,
      refused: 'beside-voucher',
    });
    // Taken off, it frees the code.
    await drop(order, userId);
    expect((await usePromo(platform, sale.product, { orderId: order.id, who: 'guest', code: 'TWENTY' })).ok).toBe(true);
  });

  it('does not go beside a code that takes all there is, says so, and goes once the code is taken off', async () => {
    const userId = await aMember();
    const order = await held(userId);
    const own = await given(userId, { amount: 1_000 });
    expect((await usePromo(platform, sale.product, { orderId: order.id, who: 'guest', code: 'WHOLE' })).ok).toBe(true);
    const shown = async () => (await showVouchers(platform, await sale.order(order.id), userId))!.offered.find(({ id }) => id === own)!;
    expect(await shown()).toMatchObject({ saves: null, misfit: 'beside-code' });
    await dropPromo(platform, sale.product, { orderId: order.id, who: 'guest' });
    expect((await shown()).misfit).toBeNull();
  });

  it('a voucher of somebody else, of nobody, that is withdrawn or waits is unknown, and so is an order of somebody else', async () => {
    const [mine, theirs] = [await aMember(), await aMember()];
    const order = await held(mine);
    const [foreign, own, draft] = [await given(theirs), await given(mine), await drafted(mine)];
    const unknown = { ok: false, refused: 'voucher-unknown' };
    expect(await use(order, mine, foreign)).toEqual(unknown);
    expect(await use(order, mine, 'no-such-voucher')).toEqual(unknown);
    expect(await use(order, mine, draft)).toEqual(unknown);
    expect(await use(order, theirs, foreign)).toEqual(unknown);
    expect(await showVouchers(platform, order, theirs)).toBeNull();
    await withdrawVoucher(platform, jun, await seen(own), { event: 'withdraw', why: 'Given to the wrong person' });
    expect(await use(order, mine, own)).toEqual(unknown);
    expect((await sale.order(order.id)).total).toBe(order.total);
  });

  it('one for an order, one order for each; what does not go with it says why', async () => {
    const userId = await aMember();
    const [order, other] = [await held(userId), await held(userId)];
    const one = await given(userId, { amount: 1_000 });
    const two = await given(userId, { amount: 1_000 });
    const holidays = await given(userId, { amount: 1_000, kinds: ['holiday'] });
    const dear = await given(userId, { amount: 1_000, least: order.total + 1 });
    expect(await use(order, userId, holidays)).toEqual({ ok: false, refused: 'voucher-misfit' });
    const told = (await showVouchers(platform, order, userId))!.offered;
    expect(new Map(told.map(({ id, misfit }) => [id, misfit]))).toEqual(
      new Map([
        [one, null],
        [two, null],
        [holidays, 'not-for-this'],
        [dear, 'too-small'],
      ]),
    );
    expect(await use(order, userId, one)).toMatchObject({ ok: true });
    expect(await use(order, userId, two)).toEqual({ ok: false, refused: 'one-voucher' });
    expect(await use(other, userId, one)).toEqual({ ok: false, refused: 'voucher-used' });
    expect(await withdrawVoucher(platform, jun, await seen(one), { event: 'withdraw', why: 'Given to the wrong person' })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    await db.execute(sql`update loyalty_members set held_at = now() where user_id = ${userId}`);
    expect(await use(other, userId, two)).toEqual({ ok: false, refused: 'voucher-misfit' });
    await db.execute(sql`update loyalty_members set held_at = null where user_id = ${userId}`);
    await sale.pressPay(other.id);
    expect(await use(other, userId, two)).toEqual({ ok: false, refused: 'page-open' });
  });

  it('nothing of it is there while the programme is off', async () => {
    const userId = await aMember();
    const [order, id] = [await held(userId), await given(userId)];
    await db.execute(sql`update early_access set is_on = false where feature = 'loyalty'`);
    expect(await showVouchers(platform, order, userId)).toBeNull();
    expect(await use(order, userId, id)).toEqual({ ok: false, refused: 'voucher-unknown' });
    await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
  });

  it('counts when the price is looked at again at the payment', async () => {
    const userId = await aMember();
    const [order, id] = [await held(userId), await given(userId)];
    const used = await use(order, userId, id);
    if (!used.ok) throw new Error(used.refused);
    await db.execute(
      sql`update flight_contracts set price_guaranteed_until = ${new Date(clock.now() - 1_000).toISOString()} where order_id = ${order.id}`,
    );
    expect(await sale.product.checkPrice(order.id)).toMatchObject({ kind: 'fresh', quote: { total: { amount: order.total - 10_000 } } });
  });
});

describe('what becomes of a used voucher', () => {
  it('comes back when its order runs out unpaid, and ends where its last day is over by then', async () => {
    const userId = await aMember();
    const [order, id] = [await held(userId), await given(userId)];
    await use(order, userId, id);
    clock.advance(16 * minuteMs);
    await expireOrders(platform, [sale.product]);
    expect(await stateOf(id)).toBe('live');
    expect((await findVoucher(db, id))!.orderId).toBeNull();
    const next = await held(userId);
    await use(next, userId, id);
    await db.execute(sql`update loyalty_vouchers set valid_until = ${addDays(today(), -1)} where id = ${id}`);
    clock.advance(16 * minuteMs);
    await expireOrders(platform, [sale.product]);
    expect(await stateOf(id)).toBe('expired');
  });

  describe('whose order ran out and is paid late all the same', () => {
    /** Ran out while the bank was still deciding, with its voucher; `meanwhile` is what its member does before the money is there. */
    async function paidLate(meanwhile: (userId: string, id: string) => Promise<unknown>) {
      const userId = await aMember();
      const [order, id] = [await held(userId), await given(userId)];
      const used = await use(order, userId, id);
      if (!used.ok) throw new Error(used.refused);
      await sale.bank.pay(await sale.pressPay(order.id), 'late-minutes');
      clock.advance(19 * minuteMs);
      await expireOrders(platform, [sale.product]);
      await sale.settle();
      expect([(await sale.order(order.id)).status, await stateOf(id)]).toEqual(['expired', 'live']);
      await meanwhile(userId, id);
      clock.advance(2 * minuteMs);
      await sale.settle();
      await sale.settle();
      const paid = await sale.order(order.id);
      expect([paid.status, paid.total]).toEqual(['ticketed', order.total - 10_000]);
      return { order, id, voucher: (await findVoucher(db, id))! };
    }
    const lastOf = async (id: string) =>
      (
        (await db.execute(
          sql`select action, detail from audit_events where subject = ${`loyalty_vouchers:${id}`} order by sequence desc limit 1`,
        )) as unknown as { rows: { action: string; detail: unknown }[] }
      ).rows[0]!;

    it('is used by it again', async () => {
      const { order, id, voucher } = await paidLate(async () => undefined);
      expect(voucher).toMatchObject({ status: 'used', orderId: order.id, taken: 10_000 });
      expect(await lastOf(id)).toMatchObject({ action: 'loyalty.voucher-taken-again', detail: { order: order.id, amount: 10_000 } });
    });

    it('stays with the order on which it was used meanwhile; the house carries it here, and the audit says so', async () => {
      let next!: Order;
      const { order, id, voucher } = await paidLate(async (userId, mine) => {
        next = await held(userId);
        expect(await use(next, userId, mine)).toMatchObject({ ok: true });
      });
      expect(voucher).toMatchObject({ status: 'used', orderId: next.id, taken: 10_000 });
      expect((await sale.order(next.id)).total).toBe(next.total - 10_000);
      expect(await lastOf(id)).toMatchObject({ action: 'loyalty.voucher-carried', detail: { order: order.id, amount: 10_000 } });
      // Once: what its order becomes later says nothing new of it.
      await sale.settle();
      expect((await auditOf(id)).filter((action) => action === 'carried')).toHaveLength(1);
    });
  });

  it('earns no points on what it took off, and comes back where everything is refunded before the travel', async () => {
    const userId = await aMember();
    await db.execute(sql`insert into loyalty_rules (id, kind, points, status, made_by, made_at, approved_by, live_at)
      values ('voucher-rule', 'flight', 100, 'live', ${jun.user.id}, now(), ${farah.user.id}, now()) on conflict do nothing`);
    const [order, id] = [await held(userId), await given(userId)];
    const used = await use(order, userId, id);
    if (!used.ok) throw new Error(used.refused);
    const paid = await sale.paid(order.id);
    expect(paid.total).toBe(order.total - 10_000);
    await reckonPoints(platform);
    expect((await findMember(db, userId))!.pending).toBe(Math.floor((order.total - 10_000) / 100));
    const sums = (await openProgramme(platform, farah)).report.vouchers;
    expect(sums.find(({ what }) => what === 'used')!.value.amount).toBeGreaterThanOrEqual(10_000);
    const asked = { orderId: order.id, by: 'customer', who: `user:${userId}` } as const;
    await quoteCancel(platform, sale.product, asked);
    expect(await confirmCancel(platform, sale.product, asked)).toMatchObject({ ok: true });
    await sale.settle();
    await reckonPoints(platform);
    expect(await sale.order(order.id)).toMatchObject({ status: 'refunded' });
    expect(await stateOf(id)).toBe('live');
  });
});

describe('the end of a voucher', () => {
  it('a week before, its member is told once in their language; after its day it ends', async () => {
    const id = await given(layla, { validUntil: addDays(today(), 8) });
    await endVouchers(platform);
    expect(await auditOf(id)).toEqual(['drafted', 'issued']);
    clock.set(addMilliseconds(clock.now(), 2 * dayMs));
    await endVouchers(platform);
    await mailVoucher(platform, id, 'ending');
    expect(await mailsOf(layla)).toContain('voucher-ending');
    clock.set(addMilliseconds(clock.now(), 7 * dayMs));
    expect((await openMyPoints(platform, layla)).member!.vouchers.find((one) => one.id === id)!.state).toBe('expired');
    await endVouchers(platform);
    await endVouchers(platform);
    expect(await stateOf(id)).toBe('expired');
    expect(await auditOf(id)).toEqual(['drafted', 'issued', 'expired']);
    expect((await readVouchers(db)).find((one) => one.id === id)).toMatchObject({ state: 'expired', member: 'Layla Haddad' });
  });
});
