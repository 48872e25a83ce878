import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { belongsTo, emailIndexOf, getQuote, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import type { StaffRole } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, minuteMs } from '#app/values/dates.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { carryOutChange, withdrawChange } from '../change/carry-out-change.server.ts';
import { answerCorrection } from './answer-correction.server.ts';
import {
  agreeToCorrection,
  askCorrection,
  endCorrections,
  judgeWish,
  refuseCorrection,
  reopenCorrection,
  withdrawCorrection,
} from './correct-names.server.ts';
import { findExtras, insertExtras, moveExtras } from '../extras/extras-store.server.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { findTickets } from '../order/flight-store.server.ts';
import { leaveRest } from '../leave/leave-rest.server.ts';
import type { Flights } from '../flights-context.ts';
import { lookUpFlights } from '../order/look-up-flights.server.ts';
import { findCorrections, findOpenNames, nameOnTicket } from './name-corrections-store.server.ts';
import type { AirlineAnswer, Named } from './name-correction-rules.ts';
import type { Offer } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { beginChangePayment } from '../change/pay-change.server.ts';
import { findUnanswered } from '../schedule/schedule-store.server.ts';
import { workExtra } from '../staff/work-extra.server.ts';
import { writeExtras } from '../extras/write-extras.server.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';

/* A wrong name on an order: from asking to the new ticket, and everything that keeps it from being another person's. */
const platform = await openDemoPlatform();
const offerOf = (code: string, airline: string): Offer => ({
  ...anOffer({ supplier: code, dirhams: 1500 }),
  id: `${code}.named`,
  validatingAirline: airline,
  passengers: { adults: 2, children: 0, infants: 0 },
  brands: anOffer({ supplier: code, dirhams: 1500 }).brands.map((brand) => ({
    ...brand,
    fares: brand.fares.map((fare) => ({ ...fare, count: 2 })),
  })),
  expiresAt: '2026-12-24T08:12:00.000Z',
});
const airline = (code: string, name: string, script: SupplierScript = {}) =>
  new ScriptedSupplier({ code, offers: [offerOf(code, name)], ...script });
/** flydubai corrects three letters for nothing, Etihad once for a fee, Emirates has said nothing. */
const airlines = {
  FZ: airline('n1', 'FZ'),
  EY: airline('n2', 'EY'),
  EK: airline('n3', 'EK'),
  refusing: airline('n4', 'FZ', { exchange: 'traveller-refused' }),
  mute: airline('n5', 'FZ', { exchange: 'exchanged-but-unknown' }),
  slow: airline('n6', 'FZ', { extras: ['written-but-unknown', 'ok'] }),
  slower: airline('n7', 'FZ', { extras: ['written-but-unknown', 'ok'] }),
};
const sale = await openTestSale(platform, Object.values(airlines));
const app = await openTestApp(platform, sale.flights as unknown as Flights, sale.bank.provider);
const clerk = await app.signIn('flights@rihla.example', demoPassword);

let buyers = 0;
async function placed(of: keyof typeof airlines): Promise<Order> {
  buyers += 1;
  const [first, second] = aParty({ adults: 2, children: 0, infants: 0 });
  const people = [
    { ...first!, surname: 'HADAD', givenNames: `LAYLA ${first!.givenNames.split(' ')[1]}` },
    { ...second!, surname: 'KHOURY', givenNames: `SAMIR ${second!.givenNames.split(' ')[1]}` },
  ];
  const code = airlines[of].code;
  const offer = offerOf(code, of.length === 2 ? of : 'FZ');
  return sale.placed(aDraft(offer, {}, people), { address: `10.31.${buyers}.1` });
}
const ticketed = async (of: keyof typeof airlines) => {
  const order = await sale.paid((await placed(of)).id);
  expect(order.status).toBe('ticketed');
  return order;
};
const people = (order: Order) => readTravellers<PassengerDetails>(platform.db, platform.crypto, order.id);
const asker = (order: Order) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
async function wish(order: Order, wanted: Partial<Named>, traveller = 0) {
  const { title, surname, givenNames, singleName } = (await people(order))[traveller]!;
  return { traveller, wanted: { title, surname, givenNames, singleName, ...wanted } };
}
const ask = async (order: Order, wanted: Partial<Named> = { surname: 'HADDAD' }, traveller = 0) =>
  askCorrection(platform, sale.flights, { ...asker(order), ...(await wish(order, wanted, traveller)) });
const newest = async (order: Order) => (await findCorrections(platform.db, platform.crypto, order.id))[0]!;
const desk = async (
  order: Order,
  more: { fee?: number; answers?: Record<number, AirlineAnswer>; why?: string; roles?: StaffRole[]; documentSeen?: boolean } = {},
) => ({
  orderId: order.id,
  correction: (await newest(order)).id,
  who: 'staff:somebody',
  roles: more.roles ?? (['owner'] as const),
  answers: more.answers ?? (more.fee === undefined ? {} : { 0: more.fee }),
  feeReason: more.why ?? '',
  documentSeen: more.documentSeen ?? false,
});
const status = async (order: Order) => (await sale.order(order.id)).status;
const ticketsOf = async (order: Order) => {
  const all = await findTickets(platform.db, order.id);
  const of = (traveller: number, state: string) =>
    all.filter((one) => one.traveller === traveller && one.status === state).map(({ number }) => number);
  return { first: of(0, 'open'), second: of(1, 'open'), exchanged: all.filter((one) => one.status === 'exchanged').length };
};
const tasksOf = async (order: Order) =>
  (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}`).map(({ kind }) => kind);
const mailsTo = (order: Order) => sale.mails.filter((mail) => mail.orderId === order.id).map(({ template }) => template);

describe('the pages of names', () => {
  const cookieOf = (order: Order) => orderCookie(platform, order.id).split(';')[0]!;
  const fields = { traveller: '0', title: 'MS', given: 'Layla', surname: 'Haddad' };

  it('a traveller sees old and new beside each other, asks, agrees and pays, and the desk has its step between', async () => {
    const order = await ticketed('EY');
    const cookie = cookieOf(order);
    const here = `/correct-name/${order.reference}`;
    expect(await (await app.send(`/track?order=${order.reference}`, { cookie })).text()).toContain(here);
    const { givenNames } = (await people(order))[0]!;
    const looked = await app.send(here, { cookie, form: { ...fields, given: givenNames, intent: 'look' } });
    const look = (await looked.text()).replaceAll('\u00a0', ' ');
    expect(looked.status).toBe(200);
    for (const words of [
      'On the ticket now',
      `HADAD / ${givenNames} MS`,
      `HADDAD / ${givenNames} MS`,
      'Letters that differ: 1',
      'AED 367.25',
    ])
      expect(look).toContain(words);
    const ready = readForms(look, new URL(`http://localhost${here}`)).find((one) => one.buttons.some(({ value }) => value === 'ask'))!;
    const sent = { ...Object.fromEntries(ready.fields), intent: 'ask' };
    expect((await app.send(here, { cookie, form: sent })).headers.get('location')).toBe(`${here}?did=asked`);
    expect((await app.send(here, { cookie, form: sent })).status).toBe(400);
    const record = `/admin/orders/flights/${order.reference}`;
    const shown = await (await app.send(record, { cookie: clerk })).text();
    expect(shown).toContain(`${record}/names`);
    expect(shown).toContain('Correction asked for');
    const answer = { intent: 'answer', correction: (await newest(order)).id, 'fee-0': '367.25' };
    expect((await app.send(`${record}/names`, { cookie: clerk, form: answer })).headers.get('location')).toBe(
      `${record}/names?did=offered`,
    );
    expect(await (await app.send(here, { cookie })).text()).toContain('Agree and pay');
    const agree = { intent: 'agree', correction: answer.correction, seen: '36725' };
    const bank = (await app.send(here, { cookie, form: agree })).headers.get('location')!;
    await sale.bank.pay(bank, 'approved');
    await sale.settle();
    expect(await (await app.send(here, { cookie })).text()).toContain('Your tickets and papers are written for this name.');
  });

  it('another person, signs and nothing typed get words, with what was typed kept', async () => {
    const order = await ticketed('FZ');
    const cookie = cookieOf(order);
    const here = `/correct-name/${order.reference}`;
    const say = async (form: Record<string, string>) => {
      const answer = await app.send(here, { cookie, form: { intent: 'look', ...form } });
      return [answer.status, await answer.text()] as const;
    };
    const other = await say({ ...fields, given: 'Omar', surname: 'Khoury' });
    expect([other[0], other[1].includes('This is the name of another person.'), other[1].includes('Khoury')]).toEqual([400, true, true]);
    const signs = await say({ ...fields, surname: 'H4ddad' });
    expect([signs[0], signs[1].includes('Letters only: no digits or signs.'), signs[1].includes('H4ddad')]).toEqual([400, true, true]);
    expect((await say({}))[0]).toBe(400);
    expect((await say({ ...fields, traveller: '99' }))[1]).toContain('Choose whose name it is.');
    expect((await app.send(here, { cookie, form: { intent: 'answer' } })).status).toBe(400);
    expect((await app.send(here)).status).toBe(404);
    expect((await app.send(here, { form: { intent: 'look', ...fields } })).status).toBe(404);
    expect((await app.send(`${here}?did=%3Cb%3E&refused=zz`, { cookie })).status).toBe(200);
  });

  it('a colleague begins one for a caller, and has words for a fee that is none', async () => {
    const order = await ticketed('EK');
    const page = `/admin/orders/flights/${order.reference}/names`;
    const { givenNames } = (await people(order))[0]!;
    const asked = await app.send(page, { cookie: clerk, form: { ...fields, given: givenNames, intent: 'ask' } });
    expect(asked.headers.get('location')).toBe(`${page}?did=asked`);
    const { id, askedBy } = await newest(order);
    expect(askedBy).toMatch(/^staff:/);
    const answer = async (form: Record<string, string>) => {
      const said = await app.send(page, { cookie: clerk, form: { correction: id, ...form } });
      return [said.status, await said.text()] as const;
    };
    const wrong = await answer({ intent: 'answer', 'fee-0': 'much' });
    expect([wrong[0], wrong[1].includes('Write the fee as an amount in AED'), wrong[1].includes('value="much"')]).toEqual([
      400,
      true,
      true,
    ]);
    const silent = await answer({ intent: 'refuse', reason: '' });
    expect([silent[0], silent[1].includes('Write the reason in three letters or more')]).toEqual([400, true]);
    expect((await answer({ intent: 'refuse', reason: 'The passport says otherwise' }))[0]).toBe(303);
    expect(await (await app.send(`/correct-name/${order.reference}`, { cookie: cookieOf(order) })).text()).toContain(
      'The passport says otherwise',
    );
    const reader = await app.signIn('auditor@rihla.example', demoPassword);
    const held = await ticketed('EK');
    await ask(held);
    const barred = `/admin/orders/flights/${held.reference}/names`;
    expect(await (await app.send(barred, { cookie: reader })).text()).not.toContain('The airline does it');
    await app.send(barred, { cookie: reader, form: { intent: 'withdraw', correction: (await newest(held)).id } });
    expect((await newest(held)).status).toBe('asked');
  });
});

describe('a correction of a name on a ticket', () => {
  it('within the letters that the airline corrects for nothing is asked for, done by the desk, and has new papers', async () => {
    const order = await ticketed('FZ');
    const before = await ticketsOf(order);
    expect(await ask(order)).toEqual({ ok: true, value: 'asked' });
    expect(await newest(order)).toMatchObject({ status: 'asked', kind: 'spelling', letters: 1, fee: 0 });
    expect(await tasksOf(order)).toEqual(['name-correction']);
    expect(await answerCorrection(platform, sale.flights, await desk(order))).toEqual({ ok: true, value: 'writing' });
    expect([await status(order), await tasksOf(order)]).toEqual(['change_pending', []]);
    await sale.settle();
    const now = await sale.order(order.id);
    expect([now.status, now.total, now.snapshot]).toEqual(['ticketed', order.total, order.snapshot]);
    expect((await people(order)).map(({ surname }) => surname)).toEqual(['HADDAD', 'KHOURY']);
    // Whose name was right keeps the ticket.
    const after = await ticketsOf(order);
    expect([after.first.length, after.second, after.exchanged]).toEqual([1, before.second, 1]);
    expect(after.first).not.toEqual(before.first);
    expect(airlines.FZ.renamed.at(-1)).toMatch(/^HADDAD\/LAYLA/);
    // Found under the new name, and not under the old one any more.
    const found = (name: string) => belongsTo(platform.db, platform.crypto, order.id, emailIndexOf(platform.crypto, 'x@y.zz'), name);
    expect([await found('Haddad'), await found('Hadad')]).toEqual([true, false]);
    expect(await newest(order)).toMatchObject({ status: 'done', written: [0], agreedBy: 'staff:somebody' });
    expect(mailsTo(order)).toContain('name-corrected');
    const acts = (await listAuditOf(platform.db, `orders:${order.id}`, 50)).map(({ action }) => action);
    expect(acts).toEqual(expect.arrayContaining(['order.noted-name-asked', 'order.correct-name', 'order.name-corrected']));
    expect((await findInvoicesOfOrder(platform.db, order.id)).length).toBe(1);
  });

  it('for a fee is offered, agreed to and paid before the airline is asked, and the fee is a line of its own', async () => {
    const order = await ticketed('EY');
    const calls = airlines.EY.calls.filter((call) => call === 'exchange').length;
    await ask(order);
    expect(await answerCorrection(platform, sale.flights, await desk(order))).toEqual({ ok: true, value: 'offered' });
    await sale.settle();
    expect([await status(order), mailsTo(order).slice(-2).toSorted(), await tasksOf(order)]).toEqual([
      'ticketed',
      ['name-asked', 'name-offered'],
      [],
    ]);
    const { id, fee } = await newest(order);
    expect(fee).toBe(36_725);
    expect(await agreeToCorrection(platform, { ...asker(order), correction: id, seenFee: 100 })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    expect((await agreeToCorrection(platform, { ...asker(order), correction: id, seenFee: fee! })).ok).toBe(true);
    const returnTo = { success: '/track', failure: '/track' };
    const begun = await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' });
    if (!begun.ok) throw new Error(begun.refused);
    await sale.settle();
    expect(airlines.EY.calls.filter((call) => call === 'exchange').length).toBe(calls);
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
    const now = await sale.order(order.id);
    expect([now.status, now.total]).toEqual(['ticketed', order.total + 36_725]);
    const quote = await getQuote(platform.db, now);
    expect(
      quote.lines
        .filter(({ kind }) => kind === 'change-fee')
        .map(({ nameKey, amount, travellers }) => [nameKey, amount.amount, travellers]),
    ).toEqual([['price:changeFee.name', 36_725, [0]]]);
    expect((await people(order))[0]!.surname).toBe('HADDAD');
    expect((await findInvoicesOfOrder(platform.db, order.id)).map(({ kind }) => kind).toSorted()).toEqual([
      'credit-note',
      'invoice',
      'invoice',
    ]);
    // This airline does it once.
    expect(await ask(order, { surname: 'HADDADI' })).toEqual({ ok: false, refused: 'corrected-before' });
  });

  it('that is not paid in time, or is stopped, stands as it was offered and takes nothing', async () => {
    const order = await ticketed('EY');
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    const { id, fee } = await newest(order);
    const agree = () => agreeToCorrection(platform, { ...asker(order), correction: id, seenFee: fee! });
    expect((await agree()).ok).toBe(true);
    expect((await withdrawChange(platform, asker(order))).ok).toBe(true);
    expect([await status(order), (await newest(order)).status]).toEqual(['ticketed', 'offered']);
    expect((await agree()).ok).toBe(true);
    platform.clock.advance(31 * minuteMs);
    await carryOutChange(platform, sale.flights, order.id);
    await sale.settle();
    expect([await status(order), (await newest(order)).status]).toEqual(['ticketed', 'offered']);
    expect(mailsTo(order)).toContain('name-kept');
    expect((await people(order))[0]!.surname).toBe('HADAD');
    platform.clock.advance(3 * dayMs);
    expect(await agree()).toEqual({ ok: false, refused: 'offer-over' });
    await endCorrections(platform, order.id);
    await sale.settle();
    expect((await newest(order)).status).toBe('ended');
    expect(mailsTo(order)).toContain('name-ended');
    expect((await ask(order)).ok).toBe(true);
  });

  it('whose airline has not said what it takes waits for its word, and costs what it says', async () => {
    const order = await ticketed('EK');
    await ask(order);
    expect((await newest(order)).fee).toBeNull();
    expect(await answerCorrection(platform, sale.flights, await desk(order))).toEqual({ ok: false, refused: 'fee-missing' });
    expect(await answerCorrection(platform, sale.flights, await desk(order, { fee: 15_000 }))).toEqual({ ok: true, value: 'offered' });
    expect(await newest(order)).toMatchObject({ status: 'offered', fee: 15_000, offeredBy: 'staff:somebody' });
    const free = await ticketed('EK');
    await ask(free);
    expect(await answerCorrection(platform, sale.flights, await desk(free, { fee: 0 }))).toEqual({ ok: true, value: 'writing' });
    await sale.settle();
    expect((await people(free))[0]!.surname).toBe('HADDAD');
  });

  it('leads to nobody else in small steps: what it was sold under counts each time', async () => {
    const order = await ticketed('FZ');
    await ask(order, { surname: 'HADDAD SALEM' });
    await answerCorrection(platform, sale.flights, await desk(order, { fee: 0, why: 'Their own slip', documentSeen: true }));
    await sale.settle();
    expect((await people(order))[0]!.surname).toBe('HADDAD SALEM');
    expect(await ask(order, { surname: 'SALEM', givenNames: 'NOOR' })).toEqual({ ok: false, refused: 'another-person' });
    expect((await ask(order, { surname: 'HADAD' })).ok).toBe(true);
  });

  it('takes the right to have everything back with it, and says so before', async () => {
    const order = await ticketed('FZ');
    const judged = await judgeWish(platform, platform.db, order, await wish(order, { surname: 'HADDAD' }));
    expect(judged.ok && judged.value.voidUntil).toBeTruthy();
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    await sale.settle();
    const after = await judgeWish(platform, platform.db, await sale.order(order.id), await wish(order, { title: 'MRS' }));
    expect(after).toMatchObject({ ok: true, value: { voidUntil: null } });
  });

  it('for nothing is not stopped once the airline is asked', async () => {
    const order = await ticketed('FZ');
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    expect(await withdrawChange(platform, asker(order))).toEqual({ ok: false, refused: 'not-possible' });
    await sale.settle();
    expect((await newest(order)).status).toBe('done');
  });

  it('is offered for what the airline says, and an offer that was wrong is taken back', async () => {
    const order = await ticketed('EY');
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order, { fee: 150_000 }));
    const { id } = await newest(order);
    expect((await reopenCorrection(platform, { orderId: order.id, correction: id, who: 'staff:somebody' })).ok).toBe(true);
    expect(await agreeToCorrection(platform, { ...asker(order), correction: id, seenFee: 150_000 })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    expect([(await newest(order)).status, await tasksOf(order)]).toEqual(['asked', ['name-correction']]);
    await answerCorrection(platform, sale.flights, await desk(order));
    expect(await newest(order)).toMatchObject({ status: 'offered', fee: 36_725 });
  });

  it('leaves what may be moved unasked where it was counted from', async () => {
    const order = await ticketed('FZ');
    const opened = new Date(platform.clock.now());
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    await sale.settle();
    await platform.db
      .execute(sql`insert into schedule_changes (id, source, notice, order_id, contract, status, severity, kinds, was, slices, refundable, acceptable, departs_at, said_at, received_at, told_at)
      values (${`${order.id}-s`}, 'n1', ${`${order.id}-n`}, ${order.id}, 0, 'superseded', 'minor', '{moved}', '[]', '[]', false, true, ${opened.toISOString()}::timestamptz, ${opened.toISOString()}::timestamptz, ${opened.toISOString()}::timestamptz, ${opened.toISOString()}::timestamptz)`);
    platform.clock.advance(minuteMs);
    expect(await transact(platform.db, (tx) => findUnanswered(tx, order.id, 0))).toHaveLength(1);
  });

  it('never makes it another person’s, and is asked for once', async () => {
    const order = await ticketed('FZ');
    expect(await ask(order, { surname: 'KHOURY', givenNames: 'SAMIR' })).toEqual({ ok: false, refused: 'another-person' });
    expect(await ask(order, { givenNames: 'OMAR' })).toEqual({ ok: false, refused: 'another-person' });
    expect(await ask(order, {})).toEqual({ ok: false, refused: 'same-name' });
    expect(await ask(order, {}, 7).catch(() => 'nobody')).toBe('nobody');
    expect((await ask(order)).ok).toBe(true);
    expect(await ask(order, { surname: 'HADDADI' })).toEqual({ ok: false, refused: 'asked-already' });
    expect((await ask(order, { surname: 'KHOURI' }, 1)).ok).toBe(true);
    expect(await findCorrections(platform.db, platform.crypto, order.id)).toHaveLength(2);
  });

  it('of a family name is not done before somebody has seen the paper that shows both', async () => {
    const order = await ticketed('EK');
    expect((await ask(order, { surname: 'MANSOUR' })).ok).toBe(true);
    expect(await answerCorrection(platform, sale.flights, await desk(order, { fee: 0 }))).toEqual({
      ok: false,
      refused: 'document-unseen',
    });
    expect((await answerCorrection(platform, sale.flights, await desk(order, { fee: 0, documentSeen: true }))).ok).toBe(true);
    expect((await newest(order)).documentSeenBy).toBe('staff:somebody');
    await sale.settle();
    expect((await people(order))[0]!.surname).toBe('MANSOUR');
  });

  it('is refused with a reason that its traveller reads, or withdrawn, and nothing changes', async () => {
    const order = await ticketed('FZ');
    await ask(order);
    const refuse = async (reason: string) =>
      refuseCorrection(platform, { orderId: order.id, correction: (await newest(order)).id, who: 'staff:somebody', reason });
    expect(await refuse('no')).toEqual({ ok: false, refused: 'reason-missing' });
    expect((await refuse('The passport says the same')).ok).toBe(true);
    await sale.settle();
    expect(await newest(order)).toMatchObject({ status: 'refused', reason: 'The passport says the same' });
    expect(mailsTo(order)).toContain('name-refused');
    expect(await tasksOf(order)).toEqual([]);
    platform.clock.advance(minuteMs);
    await ask(order);
    expect((await withdrawCorrection(platform, { ...asker(order), correction: (await newest(order)).id })).ok).toBe(true);
    expect([(await newest(order)).status, await tasksOf(order), (await people(order))[0]!.surname]).toEqual(['withdrawn', [], 'HADAD']);
  });

  it('that the airline does not write comes back to the desk with why, and its ticket stays good', async () => {
    const order = await ticketed('refusing');
    const before = await ticketsOf(order);
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    await sale.settle();
    expect([await status(order), await tasksOf(order), await ticketsOf(order)]).toEqual(['ticketed', ['name-correction'], before]);
    expect(await newest(order)).toMatchObject({ status: 'asked', why: 'traveller-refused', agreedAt: null });
    expect((await people(order))[0]!.surname).toBe('HADAD');
    expect(mailsTo(order)).toContain('name-kept');
  });

  it('whose answer was lost is looked up and never asked for twice', async () => {
    const order = await ticketed('mute');
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    await sale.settle();
    for (let turn = 0; turn < 3 && (await status(order)) !== 'ticketed'; turn += 1) {
      platform.clock.advance(minuteMs);
      await lookUpFlights(platform, sale.flights, sale.product, order.id);
      await sale.settle();
    }
    expect([await status(order), (await newest(order)).status, (await people(order))[0]!.surname]).toEqual(['ticketed', 'done', 'HADDAD']);
    expect(airlines.mute.calls.filter((call) => call === 'exchange')).toHaveLength(1);
  });

  it('takes documents for seats, bags and meals along, in the place of those under the old name', async () => {
    const order = await ticketed('FZ');
    const extra = (traveller: number) =>
      ({ contract: 0, traveller, kind: 'bag', code: `0:${traveller}`, facts: { contract: '0' }, price: 5_000 }) as const;
    await transact(platform.db, async (tx) => {
      await insertExtras(
        tx,
        platform.clock.now(),
        order,
        [0, 1].map((traveller) => ({ extra: extra(traveller), after: null })),
      );
      for (const { id, traveller } of await findExtras(tx, order.id))
        await moveExtras(tx, platform.clock.now(), [id], 'requested', { status: 'issued', document: `141880000000${traveller}` });
    });
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    await sale.settle();
    const extras = await findExtras(platform.db, order.id);
    expect(extras.map(({ traveller, status: state, replaces }) => [traveller, state, replaces])).toEqual([
      [0, 'issued', '1418800000000'],
      [1, 'issued', null],
    ]);
    expect(extras[0]!.document).not.toBe('1418800000000');
    expect(extras[1]!.document).toBe('1418800000001');
  });

  it('takes along what was on its way under the old name, whoever hears its number', async () => {
    const order = await ticketed('slow');
    const numberOf = (tail: number) => `141881000${tail}00${buyers}`.padEnd(13, '0').slice(0, 13);
    const bag = { contract: 0, traveller: 0, kind: 'bag', code: '0:0', facts: { contract: '0' }, price: 5_000 } as const;
    const meal = { ...bag, kind: 'meal', code: '0:1' } as const;
    await transact(platform.db, (tx) =>
      insertExtras(
        tx,
        platform.clock.now(),
        order,
        [bag, meal].map((extra) => ({ extra, after: null })),
      ),
    );
    const write = () => writeExtras(platform, sale.flights, order.id);
    const standing = async () =>
      (await findExtras(platform.db, order.id)).map(({ kind, status: state, renamed, replaces }) => [
        kind,
        state,
        renamed,
        replaces !== null,
      ]);
    await write();
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    await sale.settle();
    expect(await standing()).toEqual([
      ['bag', 'requested', true, false],
      ['meal', 'requested', true, false],
    ]);
    const [, sent] = await findExtras(platform.db, order.id);
    await transact(platform.db, (tx) =>
      moveExtras(tx, platform.clock.now(), [sent!.id], 'requested', { status: 'failed', why: 'no-answer' }),
    );
    // The airline answers for one of them, and says the number of the other one to a colleague.
    await write();
    await sale.settle();
    const user = { id: 'somebody', email: 'a@b.cd', emailVerified: true, fullName: null, createdAt: '2026-01-01' };
    const viewer = { kind: 'staff', user, staff: { userId: 'somebody', displayName: 'A', roles: ['owner'] } } as const;
    const by = { viewer, order, extra: sent!.id, reason: '', requestId: 'r', accountingOf: () => null } as const;
    const said = await workExtra(platform, sale.product, { ...by, action: 'extra-issue', number: numberOf(1), key: `extra-${order.id}` });
    expect(said).toMatchObject({ ok: true, did: 'extra-issued' });
    await sale.settle();
    expect(await standing()).toEqual([
      ['bag', 'issued', false, true],
      ['meal', 'issued', false, true],
    ]);
    expect(new Set((await findExtras(platform.db, order.id)).flatMap(({ document, replaces }) => [document, replaces])).size).toBe(4);
  });

  it('takes along what was written without a number that could be read, once a colleague knows it', async () => {
    const order = await ticketed('slower');
    const bag = { contract: 0, traveller: 0, kind: 'bag', code: '0:0', facts: { contract: '0' }, price: 5_000 } as const;
    const now = platform.clock.now();
    await transact(platform.db, (tx) => insertExtras(tx, now, order, [{ extra: bag, after: null }]));
    await writeExtras(platform, sale.flights, order.id);
    const [sent] = await findExtras(platform.db, order.id);
    await transact(platform.db, (tx) => moveExtras(tx, now, [sent!.id], null, { status: 'failed', why: 'no-number', document: null }));
    await ask(order);
    await answerCorrection(platform, sale.flights, await desk(order));
    await sale.settle();
    const standing = async () => (await findExtras(platform.db, order.id)).map(({ status: state, renamed }) => [state, renamed]);
    expect(await standing()).toEqual([['failed', true]]);
    // Asked for anew, under another key, it is written under the name of now.
    const user = { id: 'somebody', email: 'a@b.cd', emailVerified: true, fullName: null, createdAt: '2026-01-01' };
    const viewer = { kind: 'staff', user, staff: { userId: 'somebody', displayName: 'A', roles: ['owner'] } } as const;
    const by = { viewer, order, extra: sent!.id, reason: '', requestId: 'r', accountingOf: () => null, number: '' } as const;
    expect(await workExtra(platform, sale.product, { ...by, action: 'extra-retry', key: `retry-${order.id}` })).toMatchObject({ ok: true });
    expect(await standing()).toEqual([['requested', false]]);
  });

  it('before there are tickets is simply put right, for nothing, and still never another person’s', async () => {
    const order = await placed('EY');
    expect(order.status).toBe('held');
    expect(await ask(order, { givenNames: 'OMAR' })).toEqual({ ok: false, refused: 'another-person' });
    expect(await ask(order)).toEqual({ ok: true, value: 'done' });
    expect(await newest(order)).toMatchObject({ status: 'done', written: [], fee: 0, settledBy: 'guest' });
    // What is more than a slip of the pen somebody looks at, and nobody goes on step by step to another person.
    expect(await ask(order, { surname: 'MANSOUR' })).toEqual({ ok: false, refused: 'paper-first' });
    const byDesk = {
      orderId: order.id,
      by: 'staff',
      who: 'staff:somebody',
      ...(await wish(order, { title: 'MRS', surname: 'HADDADI' })),
    } as const;
    expect(await askCorrection(platform, sale.flights, byDesk)).toEqual({ ok: false, refused: 'document-unseen' });
    expect(airlines.EY.renamed.at(-1)).toMatch(/^HADDAD\//);
    const paid = await sale.paid(order.id);
    expect([paid.status, paid.total, (await people(order))[0]!.surname]).toEqual(['ticketed', order.total, 'HADDAD']);
    // It was no correction of a ticket: this airline still does its one.
    expect((await ask(order, { surname: 'HADDADI' })).ok).toBe(true);
  });

  it('before there are tickets, whose answer was lost, is the desk’s to go on with and not to be left', async () => {
    const order = await placed('mute');
    expect(await ask(order)).toEqual({ ok: false, refused: 'supplier-silent' });
    const { id } = await newest(order);
    expect(await newest(order)).toMatchObject({ status: 'asked', why: 'supplier-silent', written: [] });
    expect([(await people(order))[0]!.surname, await tasksOf(order)]).toEqual(['HADAD', ['name-correction']]);
    expect(await withdrawCorrection(platform, { ...asker(order), correction: id })).toEqual({ ok: false, refused: 'half-written' });
    // The same name goes out under the same key.
    const told = airlines.mute.renamed.length;
    expect(await answerCorrection(platform, sale.flights, await desk(order))).toEqual({ ok: false, refused: 'supplier-silent' });
    expect(airlines.mute.renamed).toHaveLength(told);
    const refusing = await placed('refusing');
    expect(await ask(refusing)).toEqual({ ok: false, refused: 'supplier-refused' });
    expect((await withdrawCorrection(platform, { ...asker(refusing), correction: (await newest(refusing)).id })).ok).toBe(true);
  });

  it('while it is on its way to the airline, no page of a bank is opened for tickets under the name before', async () => {
    const order = await placed('FZ');
    expect(await ask(order)).toEqual({ ok: true, value: 'done' });
    const pay = () =>
      beginPayment(platform, sale.bank.provider, sale.product, {
        orderId: order.id,
        by: 'customer',
        who: 'guest',
        returnTo: { success: '/payment-success', failure: '/payment-failed' },
        language: 'en',
      });
    const standsAs = async (status: string) => {
      await platform.db.execute(sql`alter table name_corrections disable trigger name_corrections_edges`);
      await platform.db.execute(sql`update name_corrections set status = ${status} where order_id = ${order.id}`);
      await platform.db.execute(sql`alter table name_corrections enable trigger name_corrections_edges`);
    };
    await standsAs('writing');
    expect(await pay()).toEqual({ ok: false, refused: 'name-told' });
    expect(await status(order)).toBe('held');
    await standsAs('done');
    expect((await pay()).ok).toBe(true);
  });

  it('that a process left in the middle is the desk’s again', async () => {
    const order = await placed('FZ');
    await ask(order);
    const { id } = await newest(order);
    await platform.db.execute(sql`alter table name_corrections disable trigger name_corrections_edges`);
    await platform.db.execute(sql`update name_corrections set status = 'writing' where id = ${id}`);
    await platform.db.execute(sql`alter table name_corrections enable trigger name_corrections_edges`);
    await endCorrections(platform, order.id);
    expect((await newest(order)).status).toBe('writing');
    platform.clock.advance(platform.env.LEASE_MS + 1_000);
    expect(await findOpenNames(platform.db, null)).toContain(order.id);
    await endCorrections(platform, order.id);
    expect([await newest(order), await tasksOf(order)]).toMatchObject([{ status: 'asked', why: 'supplier-silent' }, ['name-correction']]);
    expect(await answerCorrection(platform, sale.flights, await desk(order))).toEqual({ ok: true, value: 'put-right' });
  });

  it('of which some tickets have the name is gone on with, or the rest left with a reason', async () => {
    const order = await ticketed('FZ');
    await ask(order);
    const { id } = await newest(order);
    await platform.db.execute(sql`update name_corrections set written = '{7}' where id = ${id}`);
    const at = { orderId: order.id, correction: id, who: 'staff:somebody', reason: 'The other airline does not do it' };
    expect(await refuseCorrection(platform, at)).toEqual({ ok: false, refused: 'half-written' });
    expect(await leaveRest(platform, { ...at, reason: '' })).toEqual({ ok: false, refused: 'reason-missing' });
    expect((await leaveRest(platform, at)).ok).toBe(true);
    expect(await newest(order)).toMatchObject({ status: 'done', written: [7], reason: at.reason });
    // For nothing: there is nothing to give back.
    expect(await tasksOf(order)).toEqual([]);
    // A ticket that has the old name is printed with it.
    const [left] = await findCorrections(platform.db, platform.crypto, order.id);
    const [person] = await people(order);
    expect(nameOnTicket({ ...person!, surname: 'HADDAD' }, [left!], 0, 0).surname).toBe('HADAD');
    expect(nameOnTicket({ ...person!, surname: 'HADDAD' }, [left!], 0, 7).surname).toBe('HADDAD');
  });

  it('that is asked for when the flight is near ends by itself, and its task with it', async () => {
    const order = await ticketed('FZ');
    await ask(order);
    await platform.db.execute(sql`update flight_contracts set offer = jsonb_set(offer, '{slices,0,segments,0,departs,utc}',
      to_jsonb(${new Date(platform.clock.now() + 90 * minuteMs).toISOString()}::text)) where order_id = ${order.id}`);
    expect(await answerCorrection(platform, sale.flights, await desk(order))).toEqual({ ok: false, refused: 'too-late' });
    await endCorrections(platform, order.id);
    expect([(await newest(order)).status, await tasksOf(order)]).toEqual(['ended', []]);
  });

  it('keeps every promise of the books, and no name in the clear', async () => {
    const question = { holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0, now: platform.clock.now() };
    const findings = await askInvariants(platform.db, question, {}, ['I1', 'I2', 'I3', 'I4', 'I5', 'I7', 'I8', 'I10', 'I11']);
    expect(brokenLines(findings)).toEqual([]);
    const { rows } = (await platform.db.execute(sql`select was || wanted as sealed from name_corrections`)) as unknown as {
      rows: { sealed: string }[];
    };
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ sealed }) => /LAYLA|HADAD/.test(sealed))).toEqual([]);
  });
});
