import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findBookings, findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import { workOnBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import type { Booker } from '#app/commerce/bookings/booker-form.server.ts';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { beginFirstCard, offerTwoCards } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { loadStaycations } from '#app/products/staycations/load-staycations.server.ts';
import { openRooms } from '#app/products/staycations/place-stay-order.server.ts';
import { openStayCounter } from '#app/products/staycations/stay-counter.server.ts';
import { calendarDate, dateIn, dayMs, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { acceptProposal } from './accept-proposal.server.ts';
import { answerProposal } from './answer-proposal.server.ts';
import { mailProposals } from './mail-proposals.server.ts';
import { findOffer, showProposal } from './open-proposal.server.ts';
import { readVersion, type ReadVersion } from './proposal-form.ts';
import { proposalToken, readProposalToken } from './proposal-link.server.ts';
import { aPolicy, aPolicyRule } from '#app/commerce/pricing/policy-testing.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { priceOfLine, quoteLines, sumOfLines, totalOfLines, type ProposedLine } from './proposal-price.ts';
import { findProposalOfInquiry, findVersions } from './proposals-store.server.ts';
import { openTailorMadeCounter } from './tailor-made-counter.server.ts';
import { giveTripPeople, readTripGroup, watchTripPeople } from './trip-people.server.ts';
import { namesDueOn, nobodyYet, personFaults, type TripPerson } from './trip-people-rules.ts';
import { draftVersion, replyToCustomer, workVersion } from './work-proposal.server.ts';
import { tailorMadeLadder } from './proposal-terms-rules.ts';

const platform = await openDemoPlatform();
const { db, clock, crypto } = platform;
const staffId = (await listStaffWith(db, 'inquiries:work'))[0]!.userId;
const bank = await openTestBank(clock);
const [tailorMade, stays] = [openTailorMadeCounter(platform), openStayCounter(platform)];
const products = [bookingProduct(platform, 'tailor-made'), bookingProduct(platform, 'staycation')];
const counters: ProductCounters = {
  of: (kind) => (kind === 'staycation' ? stays : tailorMade),
  product: (kind) => products[kind === 'staycation' ? 1 : 0]!,
  draft: tailorMade,
};
await deliverMessages(platform, counters);
await mailProposals(platform);
await workOnPayments(platform, bank.provider);
await workOnOrders(platform, products);
await workOnBookings(platform, products, {});
const houses = readCatalogueFiles('staycations').slice(0, 3);
await loadStaycations(platform, houses, { replace: false });

const booker: Booker = { givenNames: 'Mona', surname: 'Karim', email: 'mona@example.com', phone: '+971501234567', note: '' };
const lines: readonly ProposedLine[] = [
  { words: 'A car with a driver for four days', quantity: 1, net: 200_000, marginBasisPoints: 1500, vat: 'standard' },
  { words: 'A night in the mountains', quantity: 3, net: 45_050, marginBasisPoints: 1000, vat: 'out-of-scope' },
];
const ours: ReadVersion = {
  content: { title: 'Four days in Musandam', words: 'As we spoke.', lines },
  item: null,
  startsOn: calendarDate('2027-03-01'),
  endsOn: calendarDate('2027-03-04'),
  adults: 2,
  children: 1,
  depositPercent: 20,
  balanceDays: 30,
  freeDays: 14,
  validUntil: calendarDate('2026-12-24'),
};
const total = totalOfLines(lines);
let keys = 0;

async function inquiryOf(email: string, kind: 'holiday' | 'flight-group' = 'holiday') {
  const reference = await transact(db, (tx) =>
    takeInquiry(tx, platform, {
      kind,
      contact: { name: 'Mona Karim', email, phone: null },
      message: 'A few quiet days, please.',
      language: 'en',
      userId: null,
      country: null,
    }),
  );
  return (await findInquiryAsStaff(db, reference))!;
}
async function sent(version: ReadVersion = ours, count = 1, kind: 'holiday' | 'flight-group' = 'holiday') {
  const inquiry = await inquiryOf(`asker${(keys += 1)}@example.com`, kind);
  for (let number = 1; number <= count; number += 1) {
    expect(await draftVersion(platform, { inquiry, version, itemKind: null, total, staffId })).toEqual({
      ok: true,
      value: number,
    });
    const proposal = (await findProposalOfInquiry(db, inquiry.id))!;
    expect((await workVersion(platform, { proposalId: proposal.id, number, work: 'send', staffId })).ok).toBe(true);
  }
  await platform.jobs.drain();
  return { inquiry, proposal: (await findProposalOfInquiry(db, inquiry.id))! };
}
const accept = async (
  proposal: Awaited<ReturnType<typeof sent>>['proposal'],
  number = 1,
  more: { seenTotal?: typeof total; key?: string } = {},
) => {
  const accepted = await acceptProposal(
    platform,
    {
      viewer: { kind: 'anonymous' },
      proposal,
      number,
      booker,
      language: 'en',
      seenTotal: total,
      key: `a-key-of-an-acceptance-${(keys += 1)}`,
      address: `10.9.${keys % 250}.1`,
      ...more,
    },
    stays.offers ?? null,
  );
  if (!accepted.ok) return accepted;
  if (!('orderId' in accepted.value)) throw new Error('A form was begun');
  return { ok: true, value: accepted.value } as const;
};
async function paid(orderId: string) {
  const begun = await beginPayment(platform, bank.provider, products[0]!, {
    orderId,
    by: 'customer',
    who: 'guest',
    returnTo: { success: '/payment-success', failure: '/payment-failed' },
    language: 'en',
  });
  if (!begun.ok) throw new Error(begun.refused);
  await bank.pay(begun.value.redirectTo, 'approved');
  await platform.jobs.drain();
  await catchUpPayments(platform, bank.provider);
  await platform.jobs.drain();
}

describe('the price of a line', () => {
  it('is what was proposed, whatever policy is in force', async () => {
    const rules = { ...(await getPricingRules(db, clock.now())), policy: aPolicy([aPolicyRule()]) };
    const at = '2026-11-22T08:00:00Z';
    const quote = quoteLines(lines, rules, { quotedAt: at, expiresAt: at });
    expect([quote.total, quote.policy]).toEqual([total, undefined]);
  });

  it('is cost, margin and VAT on both, each rounded once for a piece', () => {
    expect(priceOfLine({ quantity: 3, net: 333, marginBasisPoints: 1500, vat: 'standard' })).toEqual({
      net: 999,
      margin: 150,
      vat: 57,
      gross: 1206,
    });
    expect(priceOfLine({ quantity: 1, net: 10_000, marginBasisPoints: 0, vat: 'zero-rated' }).gross).toBe(10_000);
    const { net, margin, vat, gross } = sumOfLines(lines);
    expect(net + margin + vat).toBe(gross);
  });
});

it('costs nothing to cancel until the trip begins, where its days are free to the last, and not a minute longer', () => {
  expect(tailorMadeLadder(0).rungs).toEqual([{ until: { days: 0, clock: '08:00' }, keeps: 0 }]);
  expect(tailorMadeLadder(3).rungs).toEqual([{ until: { days: 3, clock: '24:00' }, keeps: 0 }]);
});

describe('the form of a version', () => {
  const form = (fields: Record<string, string>) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.set(name, value);
    return made;
  };
  const whole = { title: 'A trip', startsOn: '2027-03-01', endsOn: '2027-03-04', validUntil: '2026-12-24', adults: '2' };
  const line = { 'words.0': 'A car', 'net.0': '1,250.50', 'margin.0': '12.5', 'vat.0': 'standard' };
  const today = calendarDate('2026-12-01');

  it('reads amounts in dirhams and margins in per cent', () => {
    const { version } = readVersion(form({ ...whole, ...line }), today, null);
    expect(version!.content.lines).toEqual([{ words: 'A car', quantity: 1, net: 125_050, marginBasisPoints: 1250, vat: 'standard' }]);
  });

  it('names what is missing: lines, days after today, an end before the start of the trip', () => {
    expect(readVersion(form(whole), today, null).faults).toEqual(['lines']);
    expect(readVersion(form({ ...whole, ...line, startsOn: '2026-12-01' }), today, null).faults).toContain('startsOn');
    expect(readVersion(form({ ...whole, ...line, validUntil: '2027-03-01' }), today, null).faults).toEqual(['validUntil']);
    expect(readVersion(form({ ...whole, ...line, 'net.0': 'much' }), today, null).faults).toEqual(['line']);
    expect(readVersion(form({ item: 'https://elsewhere.example/', validUntil: '2026-12-24' }), today, null).faults).toEqual(['item']);
  });
});

describe('a proposal', () => {
  it('is mailed with a link that only its own secret opens', async () => {
    const { proposal } = await sent();
    const mail = (await platform.mail.folder!.list()).find(({ text }) => text.includes(proposalToken(platform.secret, proposal.id)));
    expect(mail?.subject).toBe('Your proposal: Four days in Musandam');
    expect(readProposalToken(platform.secret, proposalToken(platform.secret, proposal.id))).toBe(proposal.id);
    expect(readProposalToken(platform.secret, proposalToken('another', proposal.id))).toBeNull();
  });

  it('becomes an order with a deposit, is confirmed by its payment, and invoices each line with its own VAT', async () => {
    const { proposal, inquiry } = await sent();
    expect((await findInquiryAsStaff(db, inquiry.reference))!.status).toBe('quoted');
    const placed = await accept(proposal);
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    expect((await findOrderAsSystem(db, orderId))!.total).toBe(total.amount);
    expect((await findInstalments(db, orderId)).map(({ dueOn }) => dueOn)).toEqual([null, '2027-01-30']);
    expect((await findInquiryAsStaff(db, inquiry.reference))!.status).toBe('won');
    await paid(orderId);
    expect((await findOrderAsSystem(db, orderId))!.status).toBe('confirmed');
    const [booking] = await findBookings(db, orderId);
    expect([booking!.status, booking!.places, booking!.voucher === null]).toEqual(['confirmed', 3, false]);
    const [invoice] = await findInvoicesOfOrder(db, orderId);
    expect([invoice!.gross, invoice!.vat]).toEqual([total.amount, sumOfLines(lines).vat]);
    expect((await tailorMade.describe(orderId, 'ar')).title).toBe('Four days in Musandam');
    expect((await tailorMade.listPapers(orderId)).map(({ name }) => name)).toEqual(['voucher.pdf', 'trip.ics']);
    // Nothing is free of charge any more: half of the price is more than the deposit, which is kept.
    const before = clock.now();
    clock.set(instant(booking!.startsAt.getTime() - 10 * dayMs));
    const terms = await quoteCancel(platform, products[0]!, { orderId, by: 'customer', who: 'guest' });
    expect(terms.ok && terms.value.refund).toEqual(money(0, 'AED'));
    expect((await confirmCancel(platform, products[0]!, { orderId, by: 'customer', who: 'guest' })).ok).toBe(true);
    clock.set(before);
  });

  describe('that is paid with two cards', () => {
    const first = 60_000;
    const order = async (accepted: Awaited<ReturnType<typeof accept>>) =>
      (await findOrderAsSystem(db, accepted.ok ? accepted.value.orderId : ''))!;
    const begin = (orderId: string) =>
      beginFirstCard(platform, bank.provider, products[0]!, {
        orderId,
        by: 'customer',
        who: 'guest',
        returnTo: { success: '/payment-success', failure: '/payment-failed' },
        language: 'en',
        first,
      });
    async function withFirst(proposal: Awaited<ReturnType<typeof sent>>['proposal']) {
      const { id } = await order(await accept(proposal));
      const begun = await begin(id);
      if (!begun.ok) throw new Error(begun.refused);
      await bank.pay(begun.value.redirectTo, 'approved');
      await platform.jobs.drain();
      await catchUpPayments(platform, bank.provider);
      await platform.jobs.drain();
      return id;
    }
    const stands = async (id: string) => [
      (await findOrderAsSystem(db, id))!.status,
      (await findPaymentsOfOrder(db, id)).map(({ purpose, status }) => `${purpose} ${status}`).toSorted(),
    ];

    it('is charged to both together when it is confirmed, and says by mail until when it is kept', async () => {
      const id = await withFirst((await sent({ ...ours, depositPercent: 0 })).proposal);
      expect(await stands(id)).toEqual(['held', ['first-card requires_capture']]);
      const { reference } = (await findOrderAsSystem(db, id))!;
      const letter = (await platform.mail.folder!.list()).find(
        ({ text }) => text.includes(reference) && text.includes('reserved on your first card'),
      );
      expect(letter?.text).toContain('we let go of the first card and no longer keep the proposal for you.');
      await paid(id);
      expect(await stands(id)).toEqual(['confirmed', ['first-card succeeded', 'order succeeded']]);
    });

    it('is let go with what the first card held when nobody pays the rest, and can be accepted again', async () => {
      const { proposal } = await sent({ ...ours, depositPercent: 0 });
      const id = await withFirst(proposal);
      clock.advance(25 * 3_600_000);
      await platform.jobs.drain();
      await expireOrders(platform, [products[0]!]);
      await platform.jobs.drain();
      expect(await stands(id)).toEqual(['expired', ['first-card canceled']]);
      expect((await accept(proposal)).ok).toBe(true);
    });

    it('is refused where a deposit begins it', async () => {
      const inParts = await order(await accept((await sent()).proposal));
      expect([await offerTwoCards(platform, inParts), await begin(inParts.id)]).toEqual([
        null,
        { ok: false, refused: 'two-cards-not-here' },
      ]);
      const whole = await order(await accept((await sent({ ...ours, depositPercent: 0 })).proposal));
      expect(await offerTwoCards(platform, whole)).toEqual({ due: total, least: money(Math.ceil(total.amount / 10), 'AED') });
    });
  });

  it('is accepted once, in one version, and again when its order was not paid in time', async () => {
    const { proposal } = await sent(ours, 2);
    const key = 'the-same-key-pressed-twice-here';
    const [first, second] = [await accept(proposal, 1, { key }), await accept(proposal, 1, { key })];
    expect(first.ok && second.ok && second.value.orderId).toBe(first.ok && first.value.orderId);
    expect(await accept(proposal, 1)).toEqual({ ok: false, refused: 'accepted-already' });
    expect(await accept(proposal, 2)).toEqual({ ok: false, refused: 'accepted-already' });
    clock.advance(25 * 3_600_000);
    await platform.jobs.drain();
    await expireOrders(platform, [products[0]!]);
    const shown = await showProposal(platform, counters, proposal, 'en', { kind: 'anonymous' });
    expect(shown.versions.map(({ standing }) => standing)).toEqual(['open', 'open']);
    expect((await accept(proposal, 1)).ok).toBe(true);
  });

  it('is not accepted at another price, after its day, when it was taken back or replaced', async () => {
    const { proposal } = await sent(ours, 3);
    expect(await accept(proposal, 1, { seenTotal: money(total.amount - 1, 'AED') })).toEqual({ ok: false, refused: 'price-changed' });
    const staff = { proposalId: proposal.id, staffId };
    expect((await workVersion(platform, { ...staff, number: 1, work: 'withdraw' })).ok).toBe(true);
    expect(await accept(proposal, 1)).toEqual({ ok: false, refused: 'not-open' });
    const before = clock.now();
    clock.set(instant(Date.parse('2026-12-24T20:00:00Z')));
    expect(await accept(proposal, 2)).toEqual({ ok: false, refused: 'not-open' });
    clock.set(before);
  });

  it('is talked about line by line: the desk gets a task, the customer a mail', async () => {
    const { proposal, inquiry } = await sent();
    const about = { proposal, number: 1, line: 1, declines: false };
    expect((await answerProposal(platform, { ...about, words: 'With a balcony?' })).ok).toBe(true);
    expect((await answerProposal(platform, { ...about, line: 7, words: 'What?' })).ok).toBe(false);
    const task = (await listOpenStaffTasks(db)).find(({ subject }) => subject === `proposals:${proposal.id}`);
    expect(task?.detail).toEqual({ reference: inquiry.reference, version: 1 });
    clock.advance(1_000);
    await replyToCustomer(platform, { proposalId: proposal.id, number: 1, line: 1, words: 'Yes, with one.', staffId });
    await platform.jobs.drain();
    expect((await listOpenStaffTasks(db)).some(({ subject }) => subject === `proposals:${proposal.id}`)).toBe(false);
    const [version] = (await showProposal(platform, counters, proposal, 'en', { kind: 'anonymous' })).versions;
    expect(version!.remarks.map(({ line, ours: house, words }) => [line, house, words])).toEqual([
      [1, false, 'With a balcony?'],
      [1, true, 'Yes, with one.'],
    ]);
    expect(
      (await platform.mail.folder!.list()).some(({ subject }) => subject === 'An answer on your proposal: Four days in Musandam'),
    ).toBe(true);
    expect((await answerProposal(platform, { ...about, line: null, words: 'Too dear.', declines: true })).ok).toBe(true);
    expect((await findVersions(db, crypto, proposal.id))[0]!.status).toBe('declined');
  });

  it('places what the shop sells by its own product, with its stock held and its price asked anew', async () => {
    const facts = houses[0]!.facts as { id: string; rooms: readonly { key: string }[] };
    const item = `/staycations/${houses[0]!.id}/book?date=2027-04-06&nights=2&room=${facts.rooms[0]!.key}&plan=flex`;
    const found = (await findOffer(counters, item, 'en'))!;
    expect(found.kind).toBe('staycation');
    const inquiry = await inquiryOf('stay@example.com');
    const version = { ...ours, item, content: { title: found.offered.title, words: '', lines: [] }, depositPercent: 0, freeDays: null };
    await draftVersion(platform, {
      inquiry,
      version,
      itemKind: found.kind,
      total: money(found.offered.total.amount + 100, 'AED'),
      staffId,
    });
    const proposal = (await findProposalOfInquiry(db, inquiry.id))!;
    await workVersion(platform, { proposalId: proposal.id, number: 1, work: 'send', staffId });
    const [shown] = (await showProposal(platform, counters, proposal, 'en', { kind: 'anonymous' })).versions;
    expect(shown!.now).toEqual(found.offered.total);
    expect(await accept(proposal, 1, { seenTotal: money(found.offered.total.amount + 100, 'AED') })).toEqual({
      ok: false,
      refused: 'price-changed',
    });
    const placed = await accept(proposal, 1, { seenTotal: found.offered.total });
    if (!placed.ok) throw new Error(placed.refused);
    expect((await findOrderAsSystem(db, placed.value.orderId))!.kind).toBe('staycation');
    expect((await findVersions(db, crypto, proposal.id))[0]!.orderId).toBe(placed.value.orderId);
    expect(dateIn('Asia/Dubai', clock.now()) < '2027-01-01').toBe(true);
    expect(await openRooms(platform, 'nowhere', new URLSearchParams(), 'en')).toBeNull();
  });
});

describe('who travels in a group whose flights were sold by proposal', () => {
  const person = (more: Partial<TripPerson> = {}): TripPerson => ({
    givenNames: 'Mona',
    surname: 'Karim',
    birthDate: '1990-02-03',
    passport: 'N1234567',
    passportUntil: '2030-01-01',
    ...more,
  });
  async function group() {
    const { proposal } = await sent(ours, 1, 'flight-group');
    const placed = await accept(proposal);
    if (!placed.ok) throw new Error(placed.refused);
    await paid(placed.value.orderId);
    return (await findOrderAsSystem(db, placed.value.orderId))!;
  }
  const read = async (id: string) => (await readTripGroup(platform, (await findOrderAsSystem(db, id))!))!;
  const tasks = async (id: string) =>
    (await listOpenStaffTasks(db, 99, ['trip-people'])).filter(({ subject }) => subject === `orders:${id}`).length;
  const mails = async (reference: string) =>
    (await platform.mail.folder!.list()).filter(({ subject }) => subject.includes(reference) && subject.startsWith('Who travels'));

  it('is wanted some weeks before it leaves, some days after it was booked, and the day before at the latest', () => {
    const day = calendarDate;
    expect([
      namesDueOn(day('2027-03-01'), day('2026-11-22')),
      namesDueOn(day('2026-12-10'), day('2026-11-22')),
      namesDueOn(day('2026-11-24'), day('2026-11-22')),
    ]).toEqual(['2027-01-30', '2026-11-25', '2026-11-23']);
    const within = { today: day('2026-11-22'), endsOn: day('2027-03-04') };
    expect(personFaults(person(), within)).toEqual([]);
    expect(personFaults(nobodyYet, within)).toEqual([]);
    const wrong = { givenNames: 'M0na', surname: '<b>', birthDate: '2030-01-01', passport: 'N1', passportUntil: '2027-03-03' };
    expect(personFaults(wrong, within)).toEqual(['givenNames', 'surname', 'birthDate', 'passport', 'passportUntil']);
  });

  it('is asked for by mail once, told by its holder in parts, kept sealed, and a colleague is called in the last week', async () => {
    const order = await group();
    const said = async () => (await tailorMade.describe(order.id, 'en')).next?.map(({ words }) => words).join(' ');
    expect(await read(order.id)).toMatchObject({ places: 3, whole: 0, dueOn: '2027-01-30', open: true, seen: '' });
    expect(await said()).toContain('the tickets are not written yet');
    await watchTripPeople(platform);
    await watchTripPeople(platform);
    expect([(await mails(order.reference)).length, await tasks(order.id)]).toEqual([1, 0]);
    expect((await mails(order.reference))[0]!.text).toContain('Still missing: 3 of 3 travellers.');

    const give = async (people: readonly TripPerson[], seen: string) =>
      giveTripPeople(platform, { orderId: order.id, people, seen, who: 'guest' });
    expect(await give([person(), nobodyYet, nobodyYet], '')).toEqual({ ok: true, value: 1 });
    expect(await give([nobodyYet, nobodyYet, nobodyYet], '')).toEqual({ ok: false, refused: 'changed-meanwhile' });
    const { rows } = (await db.execute(sql`select personal from trip_people where order_id = ${order.id}`)) as unknown as {
      rows: { personal: string }[];
    };
    expect([rows.length, JSON.stringify(rows).includes('Karim'), JSON.stringify(rows).includes('N1234567')]).toEqual([3, false, false]);

    const before = clock.now();
    clock.set(instant(Date.parse('2027-01-25T08:00:00Z')));
    await watchTripPeople(platform);
    await watchTripPeople(platform);
    expect([(await mails(order.reference)).length, await tasks(order.id)]).toEqual([2, 1]);
    const { seen } = await read(order.id);
    const all = [person(), person({ givenNames: 'Omar' }), person({ givenNames: 'Sara', birthDate: '2018-05-06' })];
    expect(await give(all, seen)).toEqual({ ok: true, value: 3 });
    expect([await tasks(order.id), (await read(order.id)).whole]).toEqual([0, 3]);
    expect(await said()).not.toContain('not written yet');
    await watchTripPeople(platform);
    expect((await mails(order.reference)).length).toBe(2);
    clock.set(instant(Date.parse('2027-03-02T08:00:00Z')));
    expect(await give(all, (await read(order.id)).seen)).toEqual({ ok: false, refused: 'not-open' });
    clock.set(before);
  });

  it('has its page for whoever holds the order and nobody else, keeps what was typed, and is read at the desk by who works on it', async () => {
    const app = await openTestApp(platform);
    const order = await group();
    const here = `/trip-people/${order.reference}`;
    const cookie = orderCookie(platform, order.id).split(';')[0]!;
    expect((await app.send(here)).status).toBe(404);
    const other = await group();
    expect((await app.send(here, { cookie: orderCookie(platform, other.id).split(';')[0]! })).status).toBe(404);
    const { proposal } = await sent();
    const holiday = await accept(proposal);
    if (!holiday.ok) throw new Error(holiday.refused);
    const { orderId, reference } = holiday.value;
    expect((await app.send(`/trip-people/${reference}`, { cookie: orderCookie(platform, orderId).split(';')[0]! })).status).toBe(404);

    // The order itself says that the tickets wait for names, and leads to where they are given.
    const shownOrder = await (await app.send(`/track?order=${order.reference}`, { cookie })).text();
    for (const words of ['the tickets are not written yet', `href="${here}"`]) expect(shownOrder).toContain(words);
    const html = await (await app.send(here, { cookie })).text();
    expect(html).toContain('30 January 2027');
    const form = readForms(html, new URL(`http://localhost${here}`)).find(({ fields }) => fields.some(([name]) => name === 'seen'))!;
    const typed = { ...Object.fromEntries(form.fields), 'surname.0': 'Karim', 'givenNames.0': 'M0na' };
    const wrong = await app.send(here, { cookie, form: typed });
    const shown = await wrong.text();
    expect([wrong.status, shown.includes('value="M0na"'), shown.includes('Write the given names with letters')]).toEqual([422, true, true]);
    const kept = await app.send(here, { cookie, form: { ...typed, 'givenNames.0': 'Mona' } });
    expect(kept.headers.get('location')).toBe(`${here}?kept=1`);
    expect((await read(order.id)).people[0]).toMatchObject({ surname: 'Karim', givenNames: 'Mona', passport: '' });
    // Another browser that had read it before: what it typed stays, beside what the first one kept.
    const behind = { ...typed, key: newFormKey(), 'givenNames.0': '', 'givenNames.1': 'Omar' };
    const stale = await app.send(here, { cookie, form: behind });
    const both = await stale.text();
    expect([stale.status, both.includes('value="Mona"'), both.includes('value="Omar"')]).toEqual([409, true, true]);

    const record = `/admin/orders/tailor-made/${order.reference}`;
    const desk = async (email: string) => (await app.send(record, { cookie: await app.signIn(email, demoPassword) })).text();
    expect(await desk('admin@rihla.example')).toContain('<bdi>Karim</bdi>');
    const auditor = await desk('auditor@rihla.example');
    expect([auditor.includes('Still missing: 3 of 3'), auditor.includes('<bdi>Karim</bdi>')]).toEqual([true, false]);
  });
});
