import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Booker } from '#app/commerce/bookings/booker-form.server.ts';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { acceptProposal } from '#app/commerce/proposals/accept-proposal.server.ts';
import { mailProposals } from '#app/commerce/proposals/mail-proposals.server.ts';
import { findOffer, showProposal } from '#app/commerce/proposals/open-proposal.server.ts';
import { readVersion } from '#app/commerce/proposals/proposal-form.ts';
import { findProposalOfInquiry } from '#app/commerce/proposals/proposals-store.server.ts';
import { draftVersion, workVersion } from '#app/commerce/proposals/work-proposal.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { addDays, dateIn, minuteMs, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findDraftFor, openForm, saveForm } from './holiday-draft-store.server.ts';
import { tripAddress } from './holiday-form.ts';
import { aPerson, openTestHolidays } from './holiday-testing.ts';
import { placeHolidayOrder } from './place-holiday-order.server.ts';

const platform = await openDemoPlatform();
const { db, clock, crypto } = platform;
const sale = await openTestHolidays(platform);
await mailProposals(platform);
const counters: ProductCounters = { of: () => sale.counter, product: () => sale.product, draft: sale.counter };
const staffId = (await listStaffWith(db, 'inquiries:work'))[0]!.userId;
const guest = { kind: 'anonymous' } as const;
const booker: Booker = { givenNames: 'Mona', surname: 'Karim', email: 'mona@example.com', phone: '+971501234567', note: '' };
const far = (await sale.departures()).filter(({ setsOff, left }) => setsOff > addDays(sale.today(), 120) && left >= 6);
let keys = 0;
const key = () => `a-key-of-a-tour-proposal-${(keys += 1)}`;
const trip = { adults: 2, childAges: [9], rooms: { double: 0, twin: 0, triple: 1, single: 0 }, extras: ['transfer'] as const };
const itemOn = (setsOff: CalendarDate) => `/booking/${sale.tour.id}?${tripAddress(setsOff, trip as never)}`;

/** A proposal with a departure of the tour, sent to somebody who asked. */
async function proposed(setsOff: CalendarDate) {
  const email = `tour-asker${(keys += 1)}@example.com`;
  const contact = { name: 'Mona Karim', email, phone: null };
  const reference = await transact(db, (tx) =>
    takeInquiry(tx, platform, { kind: 'holiday', contact, message: 'Italy, please.', language: 'en', userId: null, country: null }),
  );
  const inquiry = (await findInquiryAsStaff(db, reference))!;
  const found = (await findOffer(counters, itemOn(setsOff), 'en'))!;
  const form = new FormData();
  form.set('item', itemOn(setsOff));
  form.set('validUntil', addDays(dateIn('Asia/Dubai', clock.now()), 5));
  const { version, faults } = readVersion(form, sale.today(), found.offered);
  if (!version) throw new Error(faults.join());
  await draftVersion(platform, { inquiry, version, itemKind: found.kind, total: found.offered.total, staffId });
  const proposal = (await findProposalOfInquiry(db, inquiry.id))!;
  expect((await workVersion(platform, { proposalId: proposal.id, number: 1, work: 'send', staffId })).ok).toBe(true);
  return { proposal, reference, found };
}
type Proposed = Awaited<ReturnType<typeof proposed>>;

async function begun({ proposal, found }: Proposed) {
  const accepted = await acceptProposal(
    platform,
    { viewer: guest, proposal, number: 1, booker, language: 'en', seenTotal: found.offered.total, key: key(), address: '10.4.1.1' },
    sale.counter.offers ?? null,
  );
  if (!accepted.ok || !('to' in accepted.value)) throw new Error(JSON.stringify(accepted));
  const { to, cookie, draftId } = accepted.value;
  const request = new Request('http://test.example', { headers: { cookie: cookie.split(';')[0]! } });
  const draft = (await findDraftFor(platform, guest, request, sale.tour.id, draftId))!;
  return { to, draft };
}
async function placed({ draft }: Awaited<ReturnType<typeof begun>>, seen: number) {
  const form = openForm(crypto, draft);
  const child = { birthDate: addDays(form.setsOff, -9 * 365 - 100) };
  await saveForm(platform, draft.id, { ...form, people: [{ ...form.people[0], ...aPerson() }, aPerson(), aPerson(child)] });
  const order = await placeHolidayOrder(platform, {
    viewer: guest,
    draftId: draft.id,
    language: 'en',
    seenTotal: money(seen, 'AED'),
    agreed: true,
    option: false,
    key: key(),
    address: '10.4.1.2',
  });
  if (!order.ok) throw new Error(order.refused);
  return order.value.orderId;
}
const statusOf = async ({ reference }: Proposed) => (await findInquiryAsStaff(db, reference))!.status;
const shownTo = ({ proposal }: Proposed) => showProposal(platform, counters, proposal, 'en', guest);

describe('a tour in a proposal', () => {
  it('is shown with its rooms, begun with who accepts, and wins the inquiry with its order', async () => {
    const setsOff = far[0]!.setsOff;
    const made = await proposed(setsOff);
    const [version] = (await shownTo(made)).versions;
    expect(version).toMatchObject({ title: sale.tour.words.title, startsOn: setsOff, people: 3, now: null, onForm: true });
    expect(version!.facts.map(({ value }) => value).join(' ')).toContain('triple');

    const form = await begun(made);
    expect(form.to).toBe(`/booking/${sale.tour.id}?draft=${form.draft.id}&step=travellers`);
    expect(openForm(crypto, form.draft)).toMatchObject({
      setsOff,
      trip,
      people: [{ givenNames: 'Mona', surname: 'Karim' }],
      contact: { email: 'mona@example.com', phone: '+971501234567' },
    });
    // Nothing is accepted before an order stands.
    expect([await statusOf(made), (await shownTo(made)).order]).toEqual(['quoted', null]);

    const orderId = await placed(form, version!.total.amount);
    const order = await sale.order(orderId);
    expect([order.status, order.total, await statusOf(made)]).toEqual(['held', version!.total.amount, 'won']);
    expect((await shownTo(made)).order?.reference).toBe(order.reference);
    await sale.pay(orderId);
    expect((await sale.order(orderId)).status).toBe('confirmed');
  });

  it('is accepted once: whoever fills a second form has a booking by itself', async () => {
    const made = await proposed(far[1]!.setsOff);
    const [one, other] = [await begun(made), await begun(made)];
    const first = await placed(one, made.found.offered.total.amount);
    await placed(other, made.found.offered.total.amount);
    expect((await shownTo(made)).order?.reference).toBe((await sale.order(first)).reference);
  });

  it('can be accepted once more when its order was not paid in time', async () => {
    const made = await proposed(far[2]!.setsOff);
    await placed(await begun(made), made.found.offered.total.amount);
    clock.advance(25 * minuteMs);
    await expireOrders(platform, [sale.product]);
    expect((await shownTo(made)).order).toBeNull();
    const again = await placed(await begun(made), made.found.offered.total.amount);
    expect((await shownTo(made)).order?.reference).toBe((await sale.order(again)).reference);
  });

  it('says when it costs something else now or is gone, and begins nothing for it', async () => {
    const { setsOff, price, capacity } = far[3]!;
    const made = await proposed(setsOff);
    const setDay = (to: { price: number; capacity: number }) =>
      db.execute(sql`
        insert into tour_departures (tour_id, sets_off, capacity, price_amount, changed_at)
        values (${sale.tour.id}, ${setsOff}, ${to.capacity}, ${to.price}, now())
        on conflict (tour_id, sets_off) do update set capacity = excluded.capacity, price_amount = excluded.price_amount`);
    const tried = () =>
      acceptProposal(
        platform,
        {
          viewer: guest,
          proposal: made.proposal,
          number: 1,
          booker,
          language: 'en',
          seenTotal: made.found.offered.total,
          key: key(),
          address: '10.4.1.3',
        },
        sale.counter.offers ?? null,
      );
    await setDay({ capacity, price: price.amount + 10_000 });
    expect(((await shownTo(made)).versions[0]!.now as { amount: number }).amount).toBeGreaterThan(made.found.offered.total.amount);
    expect(await tried()).toEqual({ ok: false, refused: 'price-changed' });
    await setDay({ capacity: 1, price: price.amount });
    expect((await shownTo(made)).versions[0]!.now).toBe('gone');
    expect(await tried()).toEqual({ ok: false, refused: 'gone' });
  });

  it('is no address of ours when the party does not fit its rooms', async () => {
    const one = { ...trip, rooms: { double: 0, twin: 0, triple: 0, single: 1 } };
    const wrong = `/booking/${sale.tour.id}?${tripAddress(far[0]!.setsOff, one as never)}`;
    expect(await findOffer(counters, wrong, 'en')).toBeNull();
    expect(await findOffer(counters, `/booking/${sale.tour.id}?departure=${far[0]!.setsOff}`, 'en')).toBeNull();
  });
});
