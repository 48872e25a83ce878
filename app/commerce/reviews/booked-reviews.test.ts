import { describe, expect, it } from 'vitest';
import { orderSecret } from '#app/commerce/orders/order-access.server.ts';
import { keepBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { checkIn } from '#app/products/experiences/check-in.server.ts';
import { openTestExperiences } from '#app/products/experiences/experience-sale-testing.ts';
import { loadExperiences } from '#app/products/experiences/load-experiences.server.ts';
import { findKnownExperience } from '#app/products/experiences/experiences-store.server.ts';
import { findOperatorOf } from '#app/products/experiences/operators-store.server.ts';
import { openVisit } from '#app/products/experiences/place-experience-order.server.ts';
import { openTestHolidays } from '#app/products/holidays/booking/holiday-testing.ts';
import { addDays, addMilliseconds, dayMs, hourMs, instant } from '#app/values/dates.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform, testNow, type TestPlatform } from '#tests/support/test-platform.ts';
import type { ProductCounter, ProductCounters } from '../product-counter.ts';
import type { Product } from '../product-contract.ts';
import { mailReviews } from './mail-reviews.server.ts';
import { openProductReviews, type ReviewedProduct } from './open-product-reviews.server.ts';
import { openSoldItem } from './open-sold-item.server.ts';
import { reviewToken } from './review-link.server.ts';
import { findReviewOf } from './reviews-store.server.ts';
import { workReview } from './work-review.server.ts';
import { writeReview } from './write-review.server.ts';

const written = {
  stars: 5,
  scores: { described: 5, value: 4 },
  title: 'As it was told',
  words: 'Everything came as the page had said, at the price that it had said.',
  language: 'en',
  displayName: 'Mona',
  country: 'AE',
} as const;

async function reviewing(platform: TestPlatform, shop: { readonly counter: ProductCounter; readonly product: Product }) {
  const counters: ProductCounters = { of: () => shop.counter, product: () => shop.product, draft: shop.counter };
  await mailReviews(platform, counters);
  const open = (orderId: string) => {
    const key = reviewToken(platform.secret, 'write', { orderId, item: 0 });
    const request = new Request('http://localhost/reviews/write', { headers: { cookie: `x=${orderSecret(platform, orderId)}` } });
    return openSoldItem(platform, counters, { viewer: { kind: 'anonymous' }, request, key, language: 'en' });
  };
  const write = async (orderId: string) =>
    writeReview(platform, counters, { sold: (await open(orderId))!, written, speaks: 'en', who: 'guest' });
  const publish = async (orderId: string) => {
    const { id, version } = (await findReviewOf(platform.db, { orderId, item: 0 }))!;
    return workReview(platform, { id, version, staffId: 'somebody', what: { event: 'publish' } });
  };
  const shown = (product: ReviewedProduct) => openProductReviews(platform.db, product, 'en');
  return { open, write, publish, shown };
}

describe('a tour', () => {
  it('is reviewed by its holder once it is over, and the review stands on its page when staff have read it', async () => {
    const platform = await openTestPlatform();
    const sale = await openTestHolidays(platform);
    const { open, write, publish, shown } = await reviewing(platform, sale);
    const page = { kind: 'holiday', id: sale.tour.id } as const;
    const day = (await sale.departures()).find(({ setsOff }) => setsOff > addDays(sale.today(), 120))!.setsOff;
    const orderId = await sale.sold(sale.form(day));
    expect(await write(orderId)).toMatchObject({ ok: false, refused: 'not-yours-to-write' });
    const { startsAt, endsAt } = await sale.booking(orderId);
    platform.clock.set(instant(startsAt.getTime()));
    await sale.daily();
    expect((await open(orderId))!.may).toBe('not-completed');
    platform.clock.set(instant(endsAt.getTime()));
    await sale.daily();
    expect(await open(orderId)).toMatchObject({ may: 'write', thing: { id: sale.tour.id, subject: sale.tour.words.title } });
    expect(await write(orderId)).toMatchObject({ ok: true, value: { productId: sale.tour.id, kind: 'holiday', status: 'waiting' } });
    expect((await shown(page)).count).toBe(0);
    expect((await publish(orderId)).ok).toBe(true);
    expect(await shown(page)).toMatchObject({ count: 1, average: 5, reviews: [{ title: written.title, subject: sale.tour.words.title }] });
    expect((await findReviewOf(platform.db, { orderId, item: 0 }))!.subject.ar).toMatch(/\p{Script=Arabic}/u);
  });
});

describe('an experience', () => {
  it('is reviewed by who was let in, and never by who was missed', async () => {
    const platform = await openTestPlatform();
    const id = 'abu-dhabi-mangrove-kayak';
    await loadExperiences(
      platform,
      readCatalogueFiles('experiences').filter((each) => each.id === id),
      { replace: false },
    );
    const shop = await openTestExperiences(platform);
    const { open, write, publish, shown } = await reviewing(platform, shop);
    const operator = (await findOperatorOf(platform.db, id, platform.env.operatorsMail)).id;
    platform.clock.set(testNow);
    const { startTimes } = (await findKnownExperience(platform.db, id, 'en'))!.experience;
    const bought = async () => {
      for (let ahead = 4; ahead < 34; ahead += 1) {
        const date = new Date(platform.clock.now() + ahead * dayMs).toISOString().slice(0, 10);
        const query = `date=${date}&time=${startTimes.toSorted()[0]}&option=standard&adult=2`;
        if (await openVisit(platform, id, new URLSearchParams(query), 'en')) return shop.bought(id, query);
      }
      throw new Error('No start');
    };
    const [came, missed] = [await bought(), await bought()];
    const { voucher, startsAt, endsAt } = await shop.booking(came);
    platform.clock.set(instant(startsAt.getTime()));
    expect(await checkIn(platform, { operatorId: operator, code: voucher!, at: platform.clock.now() })).toMatchObject({ ok: true });
    const later = async (by: number) => {
      platform.clock.set(addMilliseconds(instant(endsAt.getTime()), by));
      await keepBookings(platform, [shop.product]);
    };
    await later(hourMs);
    await later(2 * dayMs + 2 * hourMs);
    expect([(await shop.order(came)).status, (await shop.order(missed)).status]).toEqual(['completed', 'completed']);
    expect([(await open(came))!.may, (await open(missed))!.may]).toEqual(['write', 'not-completed']);
    expect(await write(missed)).toMatchObject({ ok: false, refused: 'not-yours-to-write' });
    expect((await write(came)).ok).toBe(true);
    expect((await publish(came)).ok).toBe(true);
    expect(await shown({ kind: 'experience', id })).toMatchObject({ count: 1, average: 5 });
  });
});
