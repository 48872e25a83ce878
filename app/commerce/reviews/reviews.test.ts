import { openProductReviews } from './open-product-reviews.server.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCounters } from '#app/products/registry.server.ts';
import { flightsOver } from '#app/products/flights/flights.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { orderSecret } from '#app/commerce/orders/order-access.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, instant } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform, testNow } from '#tests/support/test-platform.ts';
import { inviteReviewers, workOnReviews } from './invite-reviewers.server.ts';
import { mailReviews } from './mail-reviews.server.ts';
import { reviewToken } from './review-link.server.ts';
import { reviewMachine } from './review-status.ts';
import { countReviews, findReviewOf, listPublishedReviews, summariseReviews } from './reviews-store.server.ts';

const platform = await openDemoPlatform();
const supplier = new ScriptedSupplier({ offers: [anOffer()], ticket: ['ok'] });
const flights = { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier };
await mailReviews(platform, openCounters(platform, flights));
await workOnReviews(platform);
const app: TestApp = await openTestApp(platform, flights);

/** The offer lands in London on 5 December 2026 at 11:25. */
const landed = instant(Date.parse('2026-12-05T11:25:00Z'));
const travelled = async (email: string, status: 'ticketed' | 'refunded' = 'ticketed') => {
  platform.clock.set(testNow);
  const order = await placeDeskOrder(platform, supplier, { status, email, people: [['LAYLA MARIAM', 'HADDAD']] });
  platform.clock.set(addMilliseconds(landed, 2 * dayMs));
  return order;
};
const tokenOf = (orderId: string) => reviewToken(platform.secret, 'write', { orderId, item: 0 });
const good = {
  stars: '4',
  clarity: '5',
  title: 'Changed twice, told both times',
  words: 'The flight moved twice and I heard of it before the airline wrote.',
  language: 'en',
  sign: 'name',
  name: 'Layla',
  country: 'AE',
};
const keyIn = (html: string) => /name="key" value="([\w-]{16,})"/.exec(html)?.[1] ?? '';
async function write(orderId: string, fields: Record<string, string> = {}) {
  const path = `/reviews/write/${tokenOf(orderId)}`;
  const key = keyIn(await (await app.send(path)).text());
  return app.send(path, { form: { ...good, ...fields, key } });
}
const reviewOf = async (orderId: string) => (await findReviewOf(platform.db, { orderId, item: 0 }))!;
const desk = (email = 'support@rihla.example') => app.signIn(email, demoPassword);
async function work(reference: string, fields: Record<string, string>, cookie: string) {
  const path = `/admin/reviews/${reference}`;
  const html = await (await app.send(path, { cookie })).text();
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
  return app.send(path, { cookie, form: { key: keyIn(html), version, ...fields } });
}
const published = async (email: string, fields: Record<string, string> = {}) => {
  const order = await travelled(email);
  await write(order.id, fields);
  const review = await reviewOf(order.id);
  const answer = await work(review.reference, { event: 'publish' }, await desk());
  expect(answer.headers.get('location')).toContain('did=publish');
  await platform.jobs.drain();
  return { order, review: await reviewOf(order.id) };
};
const mailsTo = async (to: string) => {
  await platform.jobs.drain();
  return (await platform.mail.folder!.list()).filter((mail) => mail.to === to);
};

describe('before the first review', () => {
  test('home and the page of reviews say so, show no figure and tell search engines of none', async () => {
    for (const path of ['/', '/reviews']) {
      const html = await (await app.send(path)).text();
      expect(html).not.toContain('AggregateRating');
      expect(html).not.toContain('class="rvf"');
    }
    expect(await (await app.send('/reviews')).text()).toContain('No review has come in yet');
  });
});

describe('writing', () => {
  test('is open to the holder of a mailed link without an account, and waits to be read', async () => {
    const order = await travelled('one@example.com');
    const page = await (await app.send(`/reviews/write/${tokenOf(order.id)}`)).text();
    expect(page).toContain('How was Dubai – London?');
    expect(page).toContain('value="Layla"');
    expect((await write(order.id)).status).toBe(303);
    expect(await reviewOf(order.id)).toMatchObject({
      status: 'waiting',
      stars: 4,
      scores: { clarity: 5 },
      productId: 'DXB-LHR',
      completedOn: '2026-12-05',
      displayName: 'Layla',
      country: 'AE',
    });
    expect((await reviewOf(order.id)).subject.ar).toContain('لندن');
    expect(await (await app.send('/reviews')).text()).not.toContain(good.title);
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.textKey)).toContain('tasks:review-waits');
  });

  test('is closed before the landing, to what was refunded, and half a year later', async () => {
    const order = await travelled('two@example.com');
    for (const [at, words] of [
      [addMilliseconds(landed, -1), 'can be written when the trip is over'],
      [addMilliseconds(landed, 181 * dayMs), 'ended more than 180 days ago'],
    ] as const) {
      platform.clock.set(at);
      expect(await (await app.send(`/reviews/write/${tokenOf(order.id)}`)).text()).toContain(words);
      await app.send(`/reviews/write/${tokenOf(order.id)}`, { form: { ...good, key: 'a-key-made-by-nobody' } });
    }
    const refunded = await travelled('three@example.com', 'refunded');
    await app.send(`/reviews/write/${tokenOf(refunded.id)}`, { form: { ...good, key: 'another-key-of-nobody' } });
    expect(await findReviewOf(platform.db, { orderId: order.id, item: 0 })).toBeNull();
    expect(await findReviewOf(platform.db, { orderId: refunded.id, item: 0 })).toBeNull();
  });

  test('is 404 for a forged link, a link made to stop, and a reference without its order', async () => {
    const order = await travelled('four@example.com');
    const forged = tokenOf(order.id).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const key of [forged, reviewToken(platform.secret, 'stop', { orderId: order.id, item: 0 }), order.reference, 'x.0.y'])
      expect((await app.send(`/reviews/write/${key}`)).status).toBe(404);
    // The guest who placed it holds its capability.
    await platform.db.execute(sql`update orders set secret_hash = ${sha256(orderSecret(platform, order.id))} where id = ${order.id}`);
    const cookie = `rihla-order-${order.id}=${orderSecret(platform, order.id)}`;
    expect((await app.send(`/reviews/write/${order.reference}`, { cookie })).status).toBe(200);
  });

  test('keeps what was typed and says what is missing', async () => {
    const order = await travelled('five@example.com');
    const answer = await write(order.id, { stars: '6', title: 'x', words: 'too short', name: 'http://spam', country: 'ZZ' });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const field of ['stars-5', 'title', 'words', 'name', 'country']) expect(html).toContain(`href="#${field}"`);
    expect(html).toContain('too short');
  });

  test('may be changed within 14 days and is then read again; later it stays as it is', async () => {
    const { order, review } = await published('six@example.com');
    expect(review.status).toBe('published');
    await write(order.id, { title: 'On reflection, five', stars: '5' });
    expect(await reviewOf(order.id)).toMatchObject({ status: 'waiting', stars: 5, publishedAt: null });
    platform.clock.set(addMilliseconds(landed, 17 * dayMs));
    await write(order.id, { title: 'Much too late' });
    expect((await reviewOf(order.id)).title).toBe('On reflection, five');
  });

  test('stands on the page of what it is about, and of nothing else', async () => {
    const { review } = await published('of-product@example.com');
    const all = await openProductReviews(platform.db, { kind: review.kind as 'holiday', id: review.productId }, 'en');
    expect(all.reviews.map(({ reference }) => reference)).toContain(review.reference);
    expect(all.average).toBeGreaterThan(0);
    const other = await openProductReviews(platform.db, { kind: 'holiday', id: review.productId }, 'en');
    expect(other).toMatchObject({ count: 0, average: null, reviews: [] });
  });

  test('is taken back for good by whoever wrote it', async () => {
    const { order, review } = await published('seven@example.com', { title: 'Soon to be gone' });
    const path = `/reviews/write/${tokenOf(order.id)}`;
    const form = { key: `${keyIn(await (await app.send(path)).text())}-withdraw`, intent: 'withdraw' };
    expect((await app.send(path, { form })).headers.get('location')).toContain('?withdrawn');
    expect(await (await app.send('/reviews')).text()).not.toContain('Soon to be gone');
    await write(order.id, { title: 'And again' });
    expect(await reviewOf(order.id)).toMatchObject({ id: review.id, status: 'withdrawn', title: 'Soon to be gone' });
  });

  test('cannot bring markup or turned text to a page', async () => {
    const nasty = `<img src=x onerror=alert(1)> \u202Egnp.exe </script><script>alert(2)</script> and so on and on`;
    await published('eight@example.com', { title: '</script><script>alert(3)</script>', words: nasty });
    const html = await (await app.send('/reviews')).text();
    expect(html).not.toMatch(/<img src=x|<script>alert/);
    expect(html).not.toContain('\u202E');
    expect(html).toContain('&lt;img src=x');
  });
});

describe('reading', () => {
  beforeAll(async () => {
    await published('ar@example.com', {
      language: 'ar',
      title: 'رحلة مريحة',
      words: 'كل شيء كما قيل لنا، والسعر هو السعر الذي رأيناه.',
      stars: '5',
    });
    await published('low@example.com', { stars: '1', title: 'Nobody answered', sign: 'nobody' });
  });

  test('gives the mean, the count and the spread of what is published, and holds nothing back for its stars', async () => {
    const { rows } = await listPublishedReviews(
      platform.db,
      { stars: null, language: null, kind: null, product: null },
      { size: 100, number: 1 },
    );
    const summary = await summariseReviews(platform.db);
    expect(summary.count).toBe(rows.length);
    expect(summary.average).toBeCloseTo(rows.reduce((sum, row) => sum + row.stars, 0) / rows.length, 10);
    expect(summary.byStars[4]).toBe(1);
    const html = await (await app.send('/reviews')).text();
    expect(html).toContain('Nobody answered');
    expect(html).toContain('"@type":"AggregateRating"');
    expect(html).toContain(`"reviewCount":${summary.count}`);
    expect(await (await app.send('/')).text()).toContain('reviews of completed bookings');
  });

  test('says which language a review is in, and filters by it and by stars', async () => {
    const html = await (await app.send('/reviews')).text();
    expect(html).toMatch(/<p class="rv-card__words" lang="ar" dir="auto">كل شيء/);
    expect(html).toContain('In Arabic');
    const arabic = await (await app.send('/reviews?language=ar')).text();
    expect(arabic).toContain('رحلة مريحة');
    expect(arabic).not.toContain('Nobody answered');
    expect(await (await app.send('/reviews?stars=1')).text()).toContain('Nobody answered');
    expect((await app.send('/reviews?stars=9&language=xx&page=-4')).status).toBe(200);
  });

  test('lets anybody report a review once a day, without taking it off the page', async () => {
    const { rows } = await listPublishedReviews(
      platform.db,
      { stars: 1, language: null, kind: null, product: null },
      { size: 1, number: 1 },
    );
    const review = rows[0]!;
    const path = `/reviews?report=${review.reference}`;
    const send = async (fields: Record<string, string>) =>
      app.send(path, { form: { key: keyIn(await (await app.send(path)).text()), review: review.reference, ...fields } });
    expect((await send({})).status).toBe(422);
    for (const words of ['Not my words', 'Again'])
      expect((await send({ reason: 'insult', words })).headers.get('location')).toBe('/reviews?reported');
    expect((await countReviews(platform.db)).reported).toBe(1);
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.textKey)).toContain('tasks:review-reported');
    expect(await (await app.send('/reviews')).text()).toContain('Nobody answered');
    const cookie = await desk();
    expect(await (await app.send('/admin/reviews?state=reported', { cookie })).text()).toContain(review.reference);
    await work(review.reference, { event: 'keep' }, cookie);
    expect((await countReviews(platform.db)).reported).toBe(0);
    expect((await app.send(path, { form: { key: 'a-key-of-a-test-form', review: 'AAAAA-AAAAA', reason: 'insult' } })).status).toBe(404);
  });
});

describe('the desk', () => {
  test('rejects on a ground only, tells the author why, and may publish what was changed', async () => {
    const order = await travelled('nine@example.com');
    await write(order.id, { title: 'Call me on 050', words: 'My number is 050 123 4567 if anybody wants to know more.' });
    const { reference } = await reviewOf(order.id);
    const cookie = await desk();
    expect((await work(reference, { event: 'reject', reason: 'too-few-stars' }, cookie)).status).toBe(422);
    await work(reference, { event: 'reject', reason: 'personal-data', note: 'Take your number out.' }, cookie);
    expect(await reviewOf(order.id)).toMatchObject({ status: 'rejected', rejectReason: 'personal-data' });
    const [mail] = await mailsTo('nine@example.com');
    expect(mail!.text).toContain('it names private facts of somebody');
    expect(mail!.text).toContain('Take your number out.');
    await write(order.id, { title: 'Without a number' });
    await work(reference, { event: 'publish' }, cookie);
    expect(await (await app.send('/reviews')).text()).toContain('Without a number');
  });

  test('does nothing to words that changed after they were read', async () => {
    const order = await travelled('ten@example.com');
    await write(order.id);
    const { reference } = await reviewOf(order.id);
    const cookie = await desk();
    const read = await (await app.send(`/admin/reviews/${reference}`, { cookie })).text();
    await write(order.id, { title: 'Something quite different' });
    const form = { key: keyIn(read), version: '1', event: 'publish' };
    expect((await app.send(`/admin/reviews/${reference}`, { cookie, form })).headers.get('location')).toContain('?refused');
    expect((await reviewOf(order.id)).status).toBe('waiting');
  });

  test('answers under a published review, once mailed and audited', async () => {
    const { order, review } = await published('eleven@example.com', { title: 'An answer is due' });
    await work(review.reference, { event: 'reply', words: 'Thank you.\nWe have changed it.' }, await desk());
    expect(await (await app.send('/reviews')).text()).toContain('We have changed it.');
    const mails = await mailsTo('eleven@example.com');
    expect(mails.map((mail) => mail.subject).toSorted()).toEqual(['We answered your review', 'Your review is published']);
    const { rows } = (await platform.db.execute(
      sql`select action from audit_events where subject = ${`reviews:${review.id}`} order by sequence`,
    )) as unknown as { rows: { action: string }[] };
    expect(rows.map((row) => row.action)).toEqual(['review.written', 'review.publish', 'review.reply']);
    await write(order.id, { title: 'New words' });
    expect((await reviewOf(order.id)).reply).toBeNull();
  });

  test('is read by an auditor who may not work, and closed to the people desk', async () => {
    const { review } = await published('twelve@example.com');
    const auditor = await desk('auditor@rihla.example');
    const html = await (await app.send(`/admin/reviews/${review.reference}`, { cookie: auditor })).text();
    expect(html).toContain(review.title);
    expect(html).not.toContain('value="reject"');
    const form = { key: 'a-key-of-a-test-form', version: '2', event: 'reject', reason: 'insult' };
    const refused = await app.send(`/admin/reviews/${review.reference}`, { cookie: auditor, form });
    expect(refused.headers.get('location')).toContain('/admin/unauthorized');
    const hr = await desk('hr@rihla.example');
    expect((await app.send('/admin/reviews', { cookie: hr })).headers.get('location')).toContain('/admin/unauthorized');
  });

  test('finds, filters and exports; an export is audited and runs no formula', async () => {
    await published('thirteen@example.com', { title: '=HYPERLINK("x")', stars: '2' });
    const cookie = await desk('auditor@rihla.example');
    const list = await (await app.send('/admin/reviews?state=published&stars=2', { cookie })).text();
    expect(list).toContain('HYPERLINK');
    expect(await (await app.send('/admin/reviews?find=100%25_nothing', { cookie })).text()).toContain('Nothing matches');
    const file = await app.send('/admin/reviews/export?state=published&stars=2', { cookie, form: {} });
    const csv = await file.text();
    // A head, the review, and who took it: an auditor did.
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
    expect(csv).toContain('For audit only.');
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    const support = await app.send('/admin/reviews/export', { cookie: await desk(), form: {} });
    expect(support.headers.get('location')).toContain('/admin/unauthorized');
    const { rows } = (await platform.db.execute(sql`select detail from audit_events where action = 'reviews.exported'`)) as unknown as {
      rows: { detail: { rows: number } }[];
    };
    expect(rows).toHaveLength(1);
    expect(rows[0]!.detail.rows).toBe(1);
  });

  test('moves as the database allows', async () => {
    const { rows } = (await platform.db.execute(
      sql`select from_status, to_status from status_edges where machine = 'review'`,
    )) as unknown as { rows: { from_status: string; to_status: string }[] };
    expect(rows.map((row) => `${row.from_status}>${row.to_status}`).toSorted()).toEqual(
      edgesOf(reviewMachine)
        .map(([from, to]) => `${from}>${to}`)
        .toSorted(),
    );
  });
});

describe('asking', () => {
  const ask = async (afterLanding: number) => {
    platform.clock.set(addMilliseconds(landed, afterLanding));
    await inviteReviewers(platform);
    await platform.jobs.drain();
  };

  test('happens a day after the landing, once more a week later, and never again', async () => {
    const { id } = await travelled('asked@example.com');
    await ask(dayMs - 1);
    expect(await mailsTo('asked@example.com')).toHaveLength(0);
    for (const days of [1.1, 2, 3]) await ask(days * dayMs);
    const [first] = await mailsTo('asked@example.com');
    expect(await mailsTo('asked@example.com')).toHaveLength(1);
    expect(first!.subject).toBe('How was Dubai – London?');
    expect(first!.text).toContain(`/reviews/write/${tokenOf(id)}`);
    expect(first!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    for (const days of [9, 10, 30, 60]) await ask(days * dayMs);
    expect((await mailsTo('asked@example.com')).map((mail) => mail.subject).toSorted()).toEqual([
      'How was Dubai – London?',
      'Once more: how was Dubai – London?',
    ]);
  });

  test('leaves out who has written, what was refunded and trips of long ago', async () => {
    const written = await travelled('written@example.com');
    await write(written.id);
    await travelled('refunded@example.com', 'refunded');
    await travelled('longago@example.com');
    await ask(8.5 * dayMs);
    for (const name of ['written', 'refunded', 'longago']) expect(await mailsTo(`${name}@example.com`)).toHaveLength(0);
  });

  test('ends with one press from anywhere, for every trip of that address', async () => {
    await travelled('quiet@example.com');
    await ask(1.2 * dayMs);
    const [mail] = await mailsTo('quiet@example.com');
    const path = new URL(mail!.headers['List-Unsubscribe']!.slice(1, -1)).pathname;
    expect(await (await app.send(path)).text()).toContain('Shall we stop asking?');
    expect((await app.send(path, { method: 'POST', headers: { Origin: 'https://mail.example' } })).status).toBe(200);
    expect(await (await app.send(path)).text()).toContain('We will not ask again');
    expect((await app.send(`${path}0`, { method: 'POST' })).status).toBe(404);
    await travelled('quiet@example.com');
    await ask(1.6 * dayMs);
    await ask(9 * dayMs);
    expect(await mailsTo('quiet@example.com')).toHaveLength(1);
  });
});
