import { describe, expect, it } from 'vitest';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { getQuote, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { StaffRole } from '#app/platform/access.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { answerCorrection, decideNameFee } from './answer-correction.server.ts';
import type { PassengerDetails } from './booking-draft.ts';
import { agreeToCorrection, askCorrection, refuseCorrection, withdrawCorrection } from './correct-names.server.ts';
import { aDraft, aParty, openTestSale } from './flight-order-testing.ts';
import { findTickets } from './flight-store.server.ts';
import type { Flights } from './flights-context.ts';
import { leaveRest } from './leave-rest.server.ts';
import { findCorrections, findUntold, nameOnTicket } from './name-corrections-store.server.ts';
import type { AirlineAnswer } from './name-correction-rules.ts';
import type { Offer } from './offer.ts';
import { anOffer } from './offer-testing.ts';
import { beginChangePayment } from './pay-change.server.ts';
import { putNameBack } from './put-name-back.server.ts';
import { ScriptedSupplier, type SupplierScript } from './supplier/scripted-supplier.ts';

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
async function placed(): Promise<Order> {
  buyers += 1;
  const [person] = aParty({ adults: 1, children: 0, infants: 0 });
  const named = { ...person!, surname: 'HADAD', givenNames: `LAYLA ${person!.givenNames.split(' ')[1]}` };
  const selected = (offer: Offer) => aDraft(offer, {}, [named]).booking.selectedOutboundFlight!;
  return sale.placed(aDraft(out.offer, { selectedReturnFlight: selected(back.offer) }, [named]), { address: `10.32.${buyers}.1` });
}
async function ticketed(): Promise<Order> {
  out.heard.act = 'ok';
  back.heard.act = 'ok';
  const order = await sale.paid((await placed()).id);
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
const tasksOf = async (order: Order) => {
  const ids = (await corrections(order)).map(({ id }) => `name_corrections:${id}`);
  const mine = (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}` || ids.includes(subject));
  return mine.map(({ kind }) => kind).toSorted();
};
const etihad = 36_725;

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
    const leave = () =>
      leaveRest(platform, { orderId: order.id, correction: id, who: 'staff:somebody', reason: 'flydubai does not do it' });
    const twice = await Promise.all([leave(), leave()]);
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
