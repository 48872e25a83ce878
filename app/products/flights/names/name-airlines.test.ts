import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { correctInvoice } from '#app/commerce/orders/correct-invoice.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { getQuote, lockOrder, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { askOrderRefund } from '#app/commerce/orders/staff/refund-order.server.ts';
import { findInvoiceInForce, findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { answerCorrection, decideNameFee } from './answer-correction.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { agreeToCorrection, askCorrection, endCorrections, refuseCorrection, withdrawCorrection } from './correct-names.server.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { findTickets } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { leaveRest } from '../leave/leave-rest.server.ts';
import { findCorrections, findUntold, nameOnTicket, saveCorrection } from './name-corrections-store.server.ts';
import type { AirlineAnswer } from './name-correction-rules.ts';
import type { Offer } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { beginChangePayment } from '../change/pay-change.server.ts';
import { putNameBack } from './put-name-back.server.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';

/* A wrong name on flights of two airlines, there with one and back with the other: what one of them does, the other may not. */
const platform = await openDemoPlatform();
const legOf = (code: string, airline: string, back: boolean): Offer => {
  const offer = anOffer({ supplier: code, dirhams: 1000 });
  const [slice] = offer.slices;
  const [segment] = slice!.segments;
  const day = '2026-12-15';
  const home = {
    ...segment!,
    from: 'LHR',
    to: 'DXB',
    departs: { local: `${day}T13:00`, utc: `${day}T13:00:00Z`, zone: 'Europe/London' },
    arrives: { local: `${day}T23:40`, utc: `${day}T19:40:00Z`, zone: 'Asia/Dubai' },
  };
  return {
    ...offer,
    id: `${code}.named`,
    validatingAirline: airline,
    slices: back ? [{ ...slice!, from: 'LHR', to: 'DXB', segments: [home] }] : offer.slices,
    expiresAt: '2026-12-24T08:12:00.000Z',
  };
};
const airline = (code: string, name: string, back: boolean, script: SupplierScript = {}) => {
  const heard: { act: SupplierScript['exchange'] } = { act: script.exchange };
  const told = {
    code,
    offers: [legOf(code, name, back)],
    ...script,
    get exchange() {
      return heard.act;
    },
  };
  return { supplier: new ScriptedSupplier(told as SupplierScript), heard, offer: told.offers[0]! };
};
/** Etihad takes a fee, flydubai corrects three letters for nothing and takes the same fee for more. */
const out = airline('t1', 'EY', false);
const back = airline('t2', 'FZ', true);
const sale = await openTestSale(platform, [out.supplier, back.supplier]);
const app = await openTestApp(platform, sale.flights as unknown as Flights, sale.bank.provider);
const [clerk, lead] = [await app.signIn('flights@rihla.example', demoPassword), await app.signIn('admin@rihla.example', demoPassword)];

let buyers = 0;
async function placed(viewer: Viewer = { kind: 'anonymous' }): Promise<Order> {
  buyers += 1;
  const [person] = aParty({ adults: 1, children: 0, infants: 0 });
  const named = { ...person!, surname: 'HADAD', givenNames: `LAYLA ${person!.givenNames.split(' ')[1]}` };
  const selected = (offer: Offer) => aDraft(offer, {}, [named]).booking.selectedOutboundFlight!;
  return sale.placed(aDraft(out.offer, { selectedReturnFlight: selected(back.offer) }, [named]), {
    viewer,
    address: `10.32.${buyers}.1`,
  });
}
async function ticketed(viewer?: Viewer): Promise<Order> {
  out.heard.act = 'ok';
  back.heard.act = 'ok';
  const order = await sale.paid((await placed(viewer)).id);
  expect(order.status).toBe('ticketed');
  return order;
}
const person = async (order: Order) => (await readTravellers<PassengerDetails>(platform.db, platform.crypto, order.id))[0]!;
const asker = (order: Order) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
/** More words than were there: no airline does that for nothing. */
const longer = 'HADAD SALEM';
async function ask(order: Order, surname = longer) {
  const { title, givenNames, singleName } = await person(order);
  const wanted = { title, givenNames, singleName, surname };
  return askCorrection(platform, sale.flights, { ...asker(order), traveller: 0, wanted });
}
const corrections = (order: Order) => findCorrections(platform.db, platform.crypto, order.id);
const newest = async (order: Order) => (await corrections(order))[0]!;
interface Said {
  readonly answers?: Record<number, AirlineAnswer>;
  readonly why?: string;
  readonly roles?: StaffRole[];
  readonly who?: string;
}
const answer = async (order: Order, more: Said = {}) =>
  answerCorrection(platform, sale.flights, {
    orderId: order.id,
    correction: (await newest(order)).id,
    who: more.who ?? 'staff:somebody',
    roles: more.roles ?? ['flight_agent'],
    answers: more.answers ?? {},
    feeReason: more.why ?? '',
    documentSeen: true,
  });
const decide = async (order: Order, who: string, decision: 'agree' | 'decline' | 'take-back', said = '') => {
  const { id, feeAt } = await newest(order);
  return decideNameFee(platform, { orderId: order.id, correction: id, who, decision, seen: feeAt?.toISOString() ?? '', answer: said });
};
async function agreeAndPay(order: Order): Promise<void> {
  const { id, fee } = await newest(order);
  expect((await agreeToCorrection(platform, { ...asker(order), correction: id, seenFee: fee! })).ok).toBe(true);
  const returnTo = { success: '/track', failure: '/track' };
  const begun = await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' });
  if (!begun.ok) throw new Error(begun.refused);
  await sale.bank.pay(begun.value.redirectTo, 'approved');
  await sale.settle();
}
const onTickets = async (order: Order) => {
  const [who, all] = [await person(order), await corrections(order)];
  return [0, 1].map((contract) => nameOnTicket(who, all, 0, contract).surname);
};
const feesOf = async (order: Order) =>
  (await getQuote(platform.db, await sale.order(order.id))).lines
    .filter(({ kind }) => kind === 'change-fee')
    .map(({ code, amount }) => [code, amount.amount]);
const returnedOf = async (order: Order) =>
  (await findRefundsOfOrder(platform.db, order.id)).filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
const mailsTo = (order: Order) => sale.mails.filter((mail) => mail.orderId === order.id).map(({ template }) => template);
const tasksOf = async (order: Order) => {
  const ids = (await corrections(order)).map(({ id }) => `name_corrections:${id}`);
  const mine = (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}` || ids.includes(subject));
  return mine.map(({ kind }) => kind).toSorted();
};
const etihad = 36_725;
/** Both airlines are paid; the first has written its tickets, the second one refused. */
async function halfWritten(viewer?: Viewer): Promise<Order> {
  const order = await ticketed(viewer);
  await ask(order);
  await answer(order);
  back.heard.act = 'traveller-refused';
  await agreeAndPay(order);
  expect(await newest(order)).toMatchObject({ status: 'asked', written: [0] });
  return order;
}
const leave = async (order: Order) =>
  leaveRest(platform, { orderId: order.id, correction: (await newest(order)).id, who: 'staff:somebody', reason: 'It does not do it' });
const move = async (order: Order, event: string, by: 'customer' | 'system') =>
  transact(platform.db, async (tx) => {
    const locked = (await lockOrder(tx, order.id))!;
    return mustMoveOrder(tx, flightOrderMachine, platform.clock.now(), { order: locked, event, by, who: by });
  });
const clerkWith = (id: string, roles: StaffRole[]) =>
  ({ kind: 'staff', user: { id, email: `${id}@rihla.example` }, staff: { roles } }) as unknown as Parameters<
    typeof askOrderRefund
  >[2]['viewer'];
/** What a colleague gives back by hand of what was paid for the second airline. */
async function byHand(order: Order, amount: number, roles: StaffRole[]) {
  const lines = (await getQuote(platform.db, await sale.order(order.id))).lines;
  const position = lines.findIndex(({ kind, code }) => kind === 'change-fee' && code.endsWith('.name.1'));
  const wish = { amount, lines: { [position]: amount }, reason: 'It did not do it' };
  const found = await platform.db.execute(sql`select user_id as id from internal_users order by user_id limit 1`);
  const [somebody] = (found as unknown as { rows: { id: string }[] }).rows;
  const viewer = clerkWith(somebody!.id, roles);
  const given = await askOrderRefund(platform, sale.product, { viewer, orderId: order.id, wish, requestId: 'r' });
  await sale.settle();
  return given;
}
/** Papers, bank and order say the same. */
async function expectBooks(order: Order): Promise<void> {
  const { captured, refunded } = await moneyPosition(platform.db, order.id);
  const papers = await findInvoicesOfOrder(platform.db, order.id);
  expect(papers.reduce((all, { gross }) => all + gross, 0)).toBe(captured.amount - refunded.amount);
}

describe('a name on tickets of two airlines', () => {
  it('is paid airline by airline, and what one of them does not write goes back alone, once', async () => {
    const order = await ticketed();
    await ask(order);
    expect(await answer(order, { answers: { 0: null, 1: 20_000 }, why: 'Half of it by telephone', roles: ['owner'] })).toEqual({
      ok: true,
      value: 'offered',
    });
    expect(await newest(order)).toMatchObject({
      fee: etihad + 20_000,
      takes: [
        { contract: 0, fee: etihad },
        { contract: 1, fee: 20_000 },
      ],
    });
    back.heard.act = 'traveller-refused';
    await agreeAndPay(order);
    expect([(await sale.order(order.id)).status, await tasksOf(order)]).toEqual(['ticketed', ['name-correction']]);
    expect(await newest(order)).toMatchObject({ status: 'asked', written: [0], why: 'traveller-refused' });
    expect(await onTickets(order)).toEqual([longer, 'HADAD']);
    expect((await feesOf(order)).map(([, amount]) => amount)).toEqual([etihad, 20_000]);
    const page = await (
      await app.send(`/correct-name/${order.reference}`, { cookie: orderCookie(platform, order.id).split(';')[0]! })
    ).text();
    for (const words of ['Has the name.', 'Did not do it the last time.']) expect(page).toContain(words);

    const { id } = await newest(order);
    const leaves = () =>
      leaveRest(platform, { orderId: order.id, correction: id, who: 'staff:somebody', reason: 'flydubai does not do it' });
    const twice = await Promise.all([leaves(), leaves()]);
    expect(twice.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    await sale.settle();
    const now = await sale.order(order.id);
    expect([now.total, await returnedOf(order), (await feesOf(order)).map(([, amount]) => amount)]).toEqual([
      order.total + etihad,
      [20_000],
      [etihad],
    ]);
    expect(await newest(order)).toMatchObject({ status: 'done', written: [0], leftOut: [1] });
    expect(await tasksOf(order)).toEqual([]);
    const { captured, refunded } = await moneyPosition(platform.db, order.id);
    expect([captured.amount - refunded.amount, refunded.amount]).toEqual([now.total, 20_000]);
    const papers = await findInvoicesOfOrder(platform.db, order.id);
    const sum = papers.reduce((all, { gross }) => all + gross, 0);
    expect(sum).toBe(now.total);
  });

  it('is asked for again for the tickets that are left, paid anew, and then stands on all of them', async () => {
    const order = await ticketed();
    await ask(order);
    await answer(order, { answers: { 1: 'no' } });
    expect(await newest(order)).toMatchObject({ status: 'offered', fee: etihad, leftOut: [1] });
    const cookie = orderCookie(platform, order.id).split(';')[0]!;
    const here = `/correct-name/${order.reference}`;
    expect(await (await app.send(here, { cookie })).text()).toContain('Does not do it: its tickets keep the name they have.');
    await agreeAndPay(order);
    expect(await newest(order)).toMatchObject({ status: 'done', written: [0], leftOut: [1] });
    expect(await onTickets(order)).toEqual([longer, 'HADAD']);
    const half = await sale.order(order.id);

    platform.clock.advance(60_000);
    const shown = await (await app.send(here, { cookie })).text();
    expect(shown).toContain('Ask again for FZ');
    const { id } = await newest(order);
    const press = () => app.send(here, { cookie, form: { intent: 'ask-rest', correction: id } });
    expect((await press()).headers.get('location')).toBe(`${here}?did=asked`);
    expect((await press()).headers.get('location')).toBe(`${here}?refused=asked-already`);
    expect(await newest(order)).toMatchObject({ status: 'asked', told: [0], written: [], kind: 'completed', fee: etihad });
    // It may be left once more, and be asked for by its name, too.
    const again = (await newest(order)).id;
    expect(
      (await refuseCorrection(platform, { orderId: order.id, correction: again, who: 'staff:somebody', reason: 'Not today' })).ok,
    ).toBe(true);
    platform.clock.advance(60_000);
    expect(await ask(order)).toEqual({ ok: true, value: 'asked' });
    expect(await answer(order)).toEqual({ ok: true, value: 'offered' });
    await agreeAndPay(order);
    expect(await onTickets(order)).toEqual([longer, longer]);
    expect((await sale.order(order.id)).total).toBe(half.total + etihad);
    expect(back.supplier.renamed.at(-1)).toMatch(/^HADAD SALEM\//);
    expect(await ask(order)).toEqual({ ok: false, refused: 'same-name' });
    expect(await (await app.send(here, { cookie })).text()).not.toContain('Ask again');
    const open = (await findTickets(platform.db, order.id)).filter(({ status }) => status === 'open');
    expect(open.map(({ contract }) => contract)).toEqual([0, 1]);
  });

  it('that costs nothing and that one of them does not do is agreed to first, and none does is a refusal', async () => {
    const order = await ticketed();
    await ask(order, 'HADDAD');
    expect(await answer(order, { answers: { 0: 'no', 1: 'no' } })).toEqual({ ok: false, refused: 'none-left' });
    expect(await answer(order, { answers: { 0: 'no' } })).toEqual({ ok: true, value: 'offered' });
    const { id, fee } = await newest(order);
    expect(fee).toBe(0);
    const cookie = orderCookie(platform, order.id).split(';')[0]!;
    const here = `/correct-name/${order.reference}`;
    expect(await (await app.send(here, { cookie })).text()).toContain('Not every airline does it.');
    const agreed = await app.send(here, { cookie, form: { intent: 'agree', correction: id, seen: '0' } });
    expect(agreed.headers.get('location')).toBe(`${here}?did=agreed`);
    await sale.settle();
    expect([await onTickets(order), (await sale.order(order.id)).total]).toEqual([['HADAD', 'HADDAD'], order.total]);
  });
});

describe('what was paid for tickets that are not written', () => {
  it('does not go back while other flights are quoted with it, and does once they are not wanted', async () => {
    const order = await halfWritten();
    await move(order, 'ask-change', 'customer');
    expect(await leave(order)).toEqual({ ok: false, refused: 'under-way' });
    await sale.settle();
    expect([await returnedOf(order), (await feesOf(order)).length]).toEqual([[], 2]);
    await move(order, 'keep-flights', 'customer');
    expect((await leave(order)).ok).toBe(true);
    await sale.settle();
    expect([await returnedOf(order), (await feesOf(order)).length]).toEqual([[etihad], 1]);
    await expectBooks(order);
  });

  it('is not given back a second time where a colleague has given it back by hand', async () => {
    const order = await halfWritten();
    expect(await byHand(order, etihad, ['owner'])).toEqual({ ok: true, value: 'approved' });
    expect(await returnedOf(order)).toEqual([etihad]);
    expect((await leave(order)).ok).toBe(true);
    await sale.settle();
    expect([await returnedOf(order), await tasksOf(order)]).toEqual([[etihad], []]);
    await expectBooks(order);
  });

  it('nor after the invoice was made out anew, which tells lines of the same words apart no more', async () => {
    const account = (await findAccountByEmail(platform.db, 'traveller@rihla.example'))!;
    const viewer = { kind: 'customer', user: { id: account.id, email: account.email } } as Viewer;
    const order = await halfWritten(viewer);
    expect(await byHand(order, etihad, ['owner'])).toEqual({ ok: true, value: 'approved' });
    const { number } = (await transact(platform.db, (tx) => findInvoiceInForce(tx, order.id)))!;
    const buyer = { name: 'Acme Trading LLC', address: 'Al Wasl Road, Dubai', trn: '100123456789012' };
    expect((await correctInvoice(platform, { viewer, number, buyer, requestId: 'r' })).ok).toBe(true);
    expect((await leave(order)).ok).toBe(true);
    await sale.settle();
    expect([await returnedOf(order), await tasksOf(order)]).toEqual([[etihad], ['name-rest']]);
    await expectBooks(order);
  });

  it('is not given out of what was paid for the tickets where the fee was never taken', async () => {
    const order = await halfWritten();
    // As if its bank had taken the promise back: nothing that was taken is of this fee.
    const purpose = (from: string, to: string) =>
      platform.db.execute(
        sql`update payments set purpose = ${to}, version = version + 1 where order_id = ${order.id} and purpose = ${from}`,
      );
    await purpose('change-1', 'change-9');
    expect((await leave(order)).ok).toBe(true);
    await sale.settle();
    expect([await returnedOf(order), await tasksOf(order)]).toEqual([[], ['name-rest']]);
    await purpose('change-9', 'change-1');
  });

  it('is a person’s to give back where only part of it is left', async () => {
    const order = await halfWritten();
    expect(await byHand(order, 10_000, ['owner'])).toEqual({ ok: true, value: 'approved' });
    expect((await leave(order)).ok).toBe(true);
    await sale.settle();
    expect([await returnedOf(order), await tasksOf(order)]).toEqual([[10_000], ['name-rest']]);
    await expectBooks(order);
  });

  it('does not go back beside a refund that waits for its second person', async () => {
    const order = await halfWritten();
    expect(await byHand(order, etihad, ['flight_agent'])).toEqual({ ok: true, value: 'asked' });
    expect(await leave(order)).toEqual({ ok: false, refused: 'refund-waiting' });
    expect([await returnedOf(order), (await newest(order)).status]).toEqual([[], 'asked']);
  });
});

describe('a name that some tickets have when its order is over', () => {
  it('ends with it, and a colleague looks what was paid for the others', async () => {
    const order = await halfWritten();
    expect(mailsTo(order).at(-1)).toBe('name-refused');
    await move(order, 'flown', 'system');
    await endCorrections(platform, order.id);
    expect([(await newest(order)).status, await tasksOf(order)]).toEqual(['ended', ['name-rest']]);
  });
});

describe('what was paid for tickets whose flight came too near meanwhile', () => {
  it('goes back of its own payment, once the bank has taken it', async () => {
    const order = await ticketed();
    await ask(order);
    await answer(order);
    const { id, fee } = await newest(order);
    expect((await agreeToCorrection(platform, { ...asker(order), correction: id, seenFee: fee! })).ok).toBe(true);
    const returnTo = { success: '/track', failure: '/track' };
    const begun = await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' });
    if (!begun.ok) throw new Error(begun.refused);
    const here = `/correct-name/${order.reference}`;
    const shown = await (await app.send(here, { cookie: orderCookie(platform, order.id).split(';')[0]! })).text();
    expect([shown.includes('Waits for the payment.'), shown.includes('Is writing the tickets anew.')]).toEqual([true, false]);
    // Airline 1 is not to be asked any more: as if its flight had come too near.
    await transact(platform.db, (tx) => saveCorrection(tx, id, { leftOut: [1] }));
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
    await sale.settle();
    expect(await newest(order)).toMatchObject({ status: 'done', written: [0], leftOut: [1] });
    const refunds = await findRefundsOfOrder(platform.db, order.id);
    expect(refunds.map(({ paymentId, amount }) => [paymentId, amount])).toEqual([[begun.value.paymentId, etihad]]);
    // Written in one transaction: which of the two goes first is nobody's promise.
    expect(mailsTo(order).slice(-2).toSorted()).toEqual(['name-corrected', 'name-refused']);
    expect((await feesOf(order)).map(([, amount]) => amount)).toEqual([etihad]);
    expect(await tasksOf(order)).toEqual([]);
    await expectBooks(order);
  });
});

describe('what was offered before each airline had its own fee', () => {
  it('is charged as one sum when it is agreed to anew, and what of it goes back is a person’s', async () => {
    const order = await ticketed();
    await ask(order);
    await answer(order);
    const { id, fee } = await newest(order);
    await transact(platform.db, (tx) => saveCorrection(tx, id, { takes: [] }));
    back.heard.act = 'traveller-refused';
    await agreeAndPay(order);
    expect((await feesOf(order)).map(([, amount]) => amount)).toEqual([fee]);
    expect(await newest(order)).toMatchObject({ status: 'asked', written: [0], takes: [{ contract: 0, fee, whole: true }] });
    expect((await leave(order)).ok).toBe(true);
    await sale.settle();
    expect([await returnedOf(order), await tasksOf(order)]).toEqual([[], ['name-rest']]);
  });
});

describe('a fee that is less than the rule of an airline', () => {
  it('wants a reason, and above what somebody may let off alone another person who leads the desk', async () => {
    const order = await ticketed();
    await ask(order);
    const less = { answers: { 0: 0, 1: 0 } };
    expect(await answer(order, less)).toEqual({ ok: false, refused: 'fee-reason-missing' });
    expect(await answer(order, { answers: { 0: etihad - 5_000, 1: etihad + 9_000 }, why: 'no' })).toEqual({
      ok: false,
      refused: 'fee-reason-missing',
    });
    expect(await answer(order, { ...less, why: 'Our own slip' })).toEqual({ ok: true, value: 'fee-asked' });
    expect([await tasksOf(order), (await sale.order(order.id)).status]).toEqual([['name-fee'], 'ticketed']);
    expect(await newest(order)).toMatchObject({ status: 'asked', feeWaits: true, feeBy: 'staff:somebody', feeReason: 'Our own slip' });
    expect(await answer(order, { why: 'Once more', roles: ['owner'] })).toEqual({ ok: false, refused: 'fee-waits' });
    expect(await decide(order, 'staff:somebody', 'agree')).toEqual({ ok: false, refused: 'second-person' });
    expect(await decide(order, 'staff:somebody', 'decline', 'No')).toEqual({ ok: false, refused: 'second-person' });
    expect(await decide(order, 'staff:other', 'take-back')).toEqual({ ok: false, refused: 'second-person' });
    expect(await decide(order, 'staff:other', 'decline')).toEqual({ ok: false, refused: 'fee-reason-missing' });
    // In two tabs at once.
    const both = await Promise.all([decide(order, 'staff:other', 'agree'), decide(order, 'staff:other', 'agree')]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await tasksOf(order)).toEqual([]);
    await sale.settle();
    expect([await onTickets(order), (await sale.order(order.id)).total]).toEqual([[longer, longer], order.total]);
    expect(await newest(order)).toMatchObject({ status: 'done', feeWaits: false, feeBy: 'staff:somebody', feeSeenBy: 'staff:other' });
  });

  it('is taken back by whoever wrote it, declined with words, and ends with the correction', async () => {
    const order = await ticketed();
    await ask(order);
    const less = { answers: { 0: 1_000, 1: 1_000 }, why: 'A regular of ours' };
    await answer(order, less);
    expect(await decide(order, 'staff:somebody', 'take-back')).toEqual({ ok: true, value: 'taken-back' });
    expect([await tasksOf(order), (await newest(order)).feeWaits]).toEqual([['name-correction'], false]);
    await answer(order, less);
    expect(await decide(order, 'staff:other', 'decline', 'Not for them')).toEqual({ ok: true, value: 'declined' });
    expect([await tasksOf(order), (await newest(order)).takes]).toEqual([['name-correction'], []]);
    await answer(order, less);
    expect((await withdrawCorrection(platform, { ...asker(order), correction: (await newest(order)).id })).ok).toBe(true);
    expect([await tasksOf(order), (await newest(order)).feeWaits]).toEqual([[], false]);
  });

  it('within what somebody may let off alone counts at once, and is kept with its reason', async () => {
    const order = await ticketed();
    await ask(order);
    expect(await answer(order, { answers: { 0: etihad - 5_000 }, why: 'The airline said so' })).toEqual({ ok: true, value: 'offered' });
    expect(await newest(order)).toMatchObject({ fee: 2 * etihad - 5_000, feeReason: 'The airline said so', feeSeenBy: null });
    const other = await ticketed();
    await ask(other);
    expect(await answer(other, { answers: { 0: etihad - 5_001 }, why: 'The airline said so' })).toEqual({ ok: true, value: 'fee-asked' });
  });

  it('is decided on its page, where neither its writer nor whoever does not lead has the buttons', async () => {
    const order = await ticketed();
    await ask(order);
    const page = `/admin/orders/flights/${order.reference}/names`;
    const { id } = await newest(order);
    const wrote = await app.send(page, {
      cookie: clerk,
      form: {
        intent: 'answer',
        correction: id,
        'fee-0': '0',
        'fee-1': '',
        'no-1': 'on',
        'fee-reason': 'Our own slip',
        'seen-document': 'on',
      },
    });
    expect(wrote.headers.get('location')).toBe(`${page}?did=fee-asked`);
    const own = await (await app.send(page, { cookie: clerk })).text();
    expect([own.includes('Take it back'), own.includes('Agree to the lower fee')]).toEqual([true, false]);
    const seen = (await newest(order)).feeAt!.toISOString();
    const pressed = async (cookie: string, form: Record<string, string>) =>
      app.send(page, { cookie, form: { correction: id, seen, ...form } });
    expect((await pressed(clerk, { intent: 'fee-agree' })).headers.get('location')).toBe(`${page}?refused=second-person`);
    const shown = await (await app.send(page, { cookie: lead })).text();
    for (const words of ['Our own slip', 'Agree to the lower fee', 'Does not do it: its tickets keep the name they have.'])
      expect(shown).toContain(words);
    const silent = await pressed(lead, { intent: 'fee-decline' });
    expect([silent.status, (await silent.text()).includes('Write why, in three letters or more.')]).toEqual([400, true]);
    expect((await pressed(lead, { intent: 'fee-agree', seen: '2020-01-01T00:00:00.000Z' })).status).toBe(400);
    expect((await pressed(lead, { intent: 'fee-agree' })).headers.get('location')).toBe(`${page}?did=offered`);
    expect((await pressed(lead, { intent: 'fee-agree' })).headers.get('location')).toBe(`${page}?did=offered`);
    expect(await newest(order)).toMatchObject({ status: 'offered', fee: 0, leftOut: [1] });
  });
});

describe('a name before there are tickets that one of two airlines has', () => {
  it('keeps the order from being paid until it is settled', async () => {
    const order = await placed();
    const pay = async () => {
      const by = { orderId: order.id, by: 'customer', who: 'guest', language: 'en' } as const;
      const said = await beginPayment(platform, sale.bank.provider, sale.product, { ...by, returnTo: { success: '/a', failure: '/b' } });
      return said.ok ? 'page' : said.refused;
    };
    out.heard.act = 'ok';
    back.heard.act = 'traveller-refused';
    expect(await ask(order, 'HADDAD')).toEqual({ ok: false, refused: 'supplier-refused' });
    expect(await newest(order)).toMatchObject({ status: 'asked', told: [0], why: 'half-told' });
    expect(await pay()).toBe('name-unsure');
    back.heard.act = 'unknown';
    expect(await answer(order)).toEqual({ ok: false, refused: 'supplier-silent' });
    expect(await pay()).toBe('name-unsure');
    // What is on its way to an airline that says nothing is not put back yet.
    const putBack = async (reason = 'flydubai does not do it') =>
      putNameBack(platform, sale.flights, { orderId: order.id, correction: (await newest(order)).id, who: 'staff:somebody', reason });
    expect(await putBack('no')).toEqual({ ok: false, refused: 'reason-missing' });
    expect(await putBack()).toEqual({ ok: false, refused: 'supplier-silent' });
    expect([await newest(order), await pay()]).toMatchObject([{ status: 'asked', told: [0] }, 'name-unsure']);
    back.heard.act = 'traveller-refused';
    const renamed = out.supplier.renamed.length;
    expect(await putBack()).toEqual({ ok: true, value: null });
    expect(out.supplier.renamed.slice(renamed)).toEqual([expect.stringMatching(/^HADAD\//)]);
    expect(await newest(order)).toMatchObject({ status: 'refused', told: [], reason: 'flydubai does not do it' });
    expect([(await person(order)).surname, await tasksOf(order)]).toEqual(['HADAD', []]);
    expect(await putBack()).toEqual({ ok: false, refused: 'not-possible' });
    expect(await pay()).toBe('page');
  });

  const putBack = async (order: Order) =>
    putNameBack(platform, sale.flights, {
      orderId: order.id,
      correction: (await newest(order)).id,
      who: 'staff:somebody',
      reason: 'Not done',
    });
  const untold = (order: Order) => findUntold(platform.db, order.id);

  it('does not go out again once one of them was told the old name', async () => {
    const order = await placed();
    out.heard.act = 'ok';
    back.heard.act = 'exchanged-but-unknown';
    expect(await ask(order, 'HADDAD')).toEqual({ ok: false, refused: 'supplier-silent' });
    // The second one has it after all, and does not take the old one.
    let heard = 0;
    const { exchange } = back.supplier;
    back.supplier.exchange = async (...said) => {
      back.heard.act = heard++ === 0 ? 'ok' : 'traveller-refused';
      return exchange.apply(back.supplier, said);
    };
    expect(await putBack(order)).toEqual({ ok: false, refused: 'supplier-refused' });
    back.supplier.exchange = exchange;
    expect(await newest(order)).toMatchObject({ status: 'asked', told: [1], why: 'half-told' });
    back.heard.act = 'ok';
    expect(await answer(order)).toEqual({ ok: false, refused: 'back-begun' });
    const page = await (await app.send(`/admin/orders/flights/${order.reference}/names`, { cookie: clerk })).text();
    expect([page.includes('Put the old name back'), page.includes('Tell the airline the name once more')]).toEqual([true, false]);
    expect([await untold(order), (await person(order)).surname]).toEqual(['name-unsure', 'HADAD']);
    expect(await putBack(order)).toEqual({ ok: true, value: null });
    expect([await untold(order), back.supplier.renamed.at(-1)]).toEqual([null, expect.stringMatching(/^HADAD\//)]);
  });

  it('is put back with each of them that has it or may, whatever a later run said', async () => {
    const order = await placed();
    out.heard.act = 'ok';
    back.heard.act = 'exchanged-but-unknown';
    await ask(order, 'HADDAD');
    // The first one says nothing now, and then refuses: it has the name all the same.
    for (const act of ['unknown', 'traveller-refused'] as const) {
      out.heard.act = act;
      expect((await answer(order)).ok).toBe(false);
      expect([await newest(order), await untold(order)]).toMatchObject([{ told: [0], why: 'supplier-silent' }, 'name-unsure']);
    }
    out.heard.act = 'ok';
    back.heard.act = 'ok';
    const had = [out.supplier.renamed.length, back.supplier.renamed.length];
    expect(await putBack(order)).toEqual({ ok: true, value: null });
    for (const [at, { supplier }] of [out, back].entries())
      expect(supplier.renamed.slice(had[at])).toEqual([expect.stringMatching(/^HADAD\//)]);
  });

  it('is put back with all of them where the process ended before it was on record', async () => {
    const order = await placed();
    out.heard.act = 'ok';
    back.heard.act = 'exchanged-but-unknown';
    await ask(order, 'HADDAD');
    const { id } = await newest(order);
    await transact(platform.db, async (tx) =>
      saveCorrection(tx, id, { status: 'writing', told: [], why: null, agreedBy: 'staff:somebody', agreedAt: new Date(0) }),
    );
    await endCorrections(platform, order.id);
    expect([await newest(order), await untold(order)]).toMatchObject([{ status: 'asked', why: 'supplier-silent' }, 'name-unsure']);
    back.heard.act = 'ok';
    expect(await putBack(order)).toEqual({ ok: true, value: null });
    for (const { supplier } of [out, back]) expect(supplier.renamed.at(-1)).toMatch(/^HADAD\//);
  });

  it('keeps the tickets from being written where it was paid on a page that stood open, until it is settled', async () => {
    const order = await placed();
    const page = await sale.pressPay(order.id);
    await sale.bank.pay(page, 'do-not-honour');
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('held');
    out.heard.act = 'ok';
    back.heard.act = 'traveller-refused';
    expect(await ask(order, 'HADDAD')).toEqual({ ok: false, refused: 'supplier-refused' });
    await sale.bank.pay(page, 'approved');
    await sale.settle();
    expect([(await sale.order(order.id)).status, await tasksOf(order)]).toEqual(['paid', ['name-correction']]);
    expect(await putBack(order)).toEqual({ ok: true, value: null });
    await sale.settle();
    expect([(await sale.order(order.id)).status, await onTickets(order)]).toEqual(['ticketed', ['HADAD', 'HADAD']]);
  });

  it('keeps them from being written where the order had expired, its airline was silent and the money came all the same', async () => {
    const order = await placed();
    const page = await sale.pressPay(order.id);
    await sale.bank.pay(page, 'do-not-honour');
    await sale.settle();
    out.heard.act = 'ok';
    back.heard.act = 'exchanged-but-unknown';
    expect(await ask(order, 'HADDAD')).toEqual({ ok: false, refused: 'supplier-silent' });
    // The airlines do not hear that the booking is wanted no more: it stands there, under one name or the other.
    await move(order, 'expire', 'system');
    await endCorrections(platform, order.id);
    expect(await newest(order)).toMatchObject({ status: 'asked', told: [0], why: 'supplier-silent' });
    await sale.bank.pay(page, 'approved');
    await sale.settle();
    expect([(await sale.order(order.id)).status, await onTickets(order), await untold(order)]).toEqual([
      'paid',
      ['HADAD', 'HADAD'],
      'name-unsure',
    ]);
    expect(await findTickets(platform.db, order.id)).toEqual([]);
    expect(await tasksOf(order)).toContain('name-correction');
    back.heard.act = 'ok';
    expect(await putBack(order)).toEqual({ ok: true, value: null });
    await sale.settle();
    expect([(await sale.order(order.id)).status, await onTickets(order)]).toEqual(['ticketed', ['HADAD', 'HADAD']]);
    for (const { supplier } of [out, back]) expect(supplier.renamed.at(-1)).toMatch(/^HADAD\//);
  });

  it('ends with an order that expired and whose airlines let its booking go', async () => {
    const order = await placed();
    out.heard.act = 'ok';
    back.heard.act = 'exchanged-but-unknown';
    await ask(order, 'HADDAD');
    await move(order, 'expire', 'system');
    await platform.db.execute(sql`update flight_contracts set locator = null where order_id = ${order.id}`);
    await endCorrections(platform, order.id);
    expect([await newest(order), await tasksOf(order)]).toMatchObject([{ status: 'ended' }, []]);
  });

  it('that one of them refused and none has is no reason not to pay', async () => {
    const order = await placed();
    out.heard.act = 'traveller-refused';
    expect(await ask(order, 'HADDAD')).toEqual({ ok: false, refused: 'supplier-refused' });
    expect(await newest(order)).toMatchObject({ status: 'asked', told: [], why: 'supplier-refused' });
    expect(await findUntold(platform.db, order.id)).toBeNull();
    out.heard.act = 'unknown';
    expect(await answer(order)).toEqual({ ok: false, refused: 'supplier-silent' });
    expect(await findUntold(platform.db, order.id)).toBe('name-unsure');
  });
});

it('keeps every promise of the books', async () => {
  const question = { holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0, now: platform.clock.now() };
  const findings = await askInvariants(platform.db, question, {}, ['I1', 'I2', 'I3', 'I4', 'I5', 'I7', 'I8', 'I10', 'I11']);
  expect(brokenLines(findings)).toEqual([]);
});
