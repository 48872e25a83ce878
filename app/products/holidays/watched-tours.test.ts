import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { favoriteKey } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { listFavoritesOf } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { findAlertsOf, findPriceDays, setAlert, summariseWatching } from '#app/commerce/price-alerts/price-alerts-store.server.ts';
import { stopAlertFor } from '#app/commerce/price-alerts/alert-link.server.ts';
import { checkPrices, watchPrices } from '#app/commerce/price-alerts/watch-prices.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { dayMs, instant } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform, testNow } from '#tests/support/test-platform.ts';
import { openTestHolidays, theTour } from './booking/holiday-testing.ts';
import { lockDeparture, saveDeparture } from './booking/departures-store.server.ts';
import { setWithdrawn } from './tours-store.server.ts';
import { watchedTours } from './watched-tours.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const sale = await openTestHolidays(platform);
const kinds = [watchedTours(platform)];
await watchPrices(platform, kinds);
const app = await openTestApp(platform);

let people = 0;
async function somebody(verified = true): Promise<string> {
  people += 1;
  const id = `watcher-${people}`;
  await db.execute(
    sql`insert into users (id, name, email, email_verified, created_at, updated_at) values (${id}, 'X', ${`${id}@example.com`}, ${verified}, now(), now())`,
  );
  return id;
}
const mailsTo = async (id: string) => (await platform.mail.folder!.list()).filter((mail) => mail.to === `${id}@example.com`);
/** The cheapest departure that is still to be had costs so much, until it is changed again. */
async function cheapest(fils: number) {
  const departure = (await sale.departures()).toSorted((one, other) => one.price.amount - other.price.amount)[0]!;
  await transact(db, async (tx) => {
    const { row } = (await lockDeparture(tx, clock.now(), sale.tour, departure.setsOff, sale.today(), 'update'))!;
    await saveDeparture(tx, clock.now(), row, { priceAmount: fils });
  });
  return departure.setsOff;
}
async function morning(): Promise<void> {
  clock.set(instant(clock.now() + dayMs));
  await checkPrices(platform, kinds);
  await platform.jobs.drain();
}
const lowestNow = async () => Math.min(...(await sale.departures()).map(({ price }) => price.amount));

it('tells who watches a tour when a departure gets cheap enough, with its day and the way to it, and never twice', async () => {
  clock.set(testNow);
  const [patient, hasty, unconfirmed] = [await somebody(), await somebody(), await somebody(false)];
  const before = await lowestNow();
  const watch = (userId: string, below: number) => setAlert(db, clock.now(), { userId, thing: theTour, below, language: 'en' });
  await watch(patient, before - 50_000);
  await watch(hasty, before - 1);
  await watch(unconfirmed, before);
  expect(await summariseWatching(db, theTour)).toEqual({ count: 3, highest: before });
  await morning();
  expect(await mailsTo(patient)).toEqual([]);
  const setsOff = await cheapest(before - 20_000);
  await morning();
  await morning();
  expect([(await mailsTo(patient)).length, (await mailsTo(hasty)).length, (await mailsTo(unconfirmed)).length]).toEqual([0, 1, 0]);
  const [mail] = await mailsTo(hasty);
  expect(mail!.subject).toContain(sale.tour.words.title);
  expect(mail!.text).toContain(`/tour/${theTour}?departure=${setsOff}`);
  const token = /stop\/([^>]+)>/.exec(mail!.headers['List-Unsubscribe']!)![1]!;
  expect(await (await app.send(`/price-alert/stop/${token}`)).text()).toContain('What you keep stays among your favorites.');
  expect(await stopAlertFor(platform, token)).toBe(true);
  await cheapest(before - 60_000);
  await morning();
  expect([(await mailsTo(patient)).length, (await mailsTo(hasty)).length]).toEqual([1, 1]);
  const days = (await findPriceDays(db, [theTour], sale.today())).get(theTour)!;
  expect(days.at(-1)!.lowest).toBe(before - 60_000);
});

it('goes on watching a tour that is off sale for a while', async () => {
  const who = await somebody();
  await setAlert(db, clock.now(), { userId: who, thing: theTour, below: await lowestNow(), language: 'ar' });
  await transact(db, (tx) => setWithdrawn(tx, theTour, new Date(clock.now())));
  await morning();
  expect(await mailsTo(who)).toEqual([]);
  expect(await findAlertsOf(db, who)).toHaveLength(1);
  await transact(db, (tx) => setWithdrawn(tx, theTour, null));
  await morning();
  expect((await mailsTo(who))[0]!.text).toMatch(/\p{Script=Arabic}/u);
});

it('is asked for on a page of its own by who is signed in, and is then among the favourites', async () => {
  clock.set(testNow);
  const page = `/price-alert?thing=${theTour}`;
  expect(await (await app.send(`/tour/${theTour}`)).text()).toContain(page);
  const email = 'traveller@rihla.example';
  const { id } = (await findAccountByEmail(db, email))!;
  const cookie = await app.signIn(email, demoPassword);
  expect(await (await app.send(page, { cookie })).text()).toContain('Watch the price of');
  const set = async (below: string, thing = theTour) =>
    (await app.send('/favorites', { cookie, form: { intent: 'alert-set', thing, below } })).headers.get('location');
  expect(await set('a lot')).toContain('did=amount-wrong');
  expect(await set('4000', 'no-such-tour')).toContain('did=refused');
  expect(await set('90000')).toContain('did=watching');
  expect(await (await app.send(page, { cookie })).text()).toContain('already at or below that');
  expect(await set('4000')).toContain('did=watching');
  expect(await (await app.send(page, { cookie })).text()).not.toContain('already at or below that');
  expect((await findAlertsOf(db, id)).map(({ thing, below }) => [thing, below])).toEqual([[theTour, 400_000]]);
  expect((await listFavoritesOf(db, id)).map(favoriteKey)).toEqual([`tour:${theTour}`]);
  expect(await (await app.send('/favorites', { cookie })).text()).toContain('4,000');
  expect(await (await app.send(`/tour/${theTour}`, { cookie })).text()).toMatch(/Watched: tell me at AED\s4,000.00 or less/);
});

const mailed = async (to: string) => (await platform.mail.folder!.list()).filter((mail) => mail.to === to);
const ask = (form: { email: string; below: string; sure?: string }, thing = theTour) => app.send(`/price-alert?thing=${thing}`, { form });

it('watches for an address without an account once it said yes in its own mailbox, and forgets it when it leaves', async () => {
  clock.set(testNow);
  const email = 'guest@example.com';
  const price = await lowestNow();
  const below = String(price / 100);
  const sure = String(price);
  expect((await ask({ email, below, sure })).headers.get('location')).toContain('asked');
  // Pressed twice, it asks once.
  await ask({ email, below, sure });
  await platform.jobs.drain();
  expect(await mailed(email)).toHaveLength(1);
  await morning();
  expect(await mailed(email)).toHaveLength(1);

  const yes = /\/price-alert\/confirm\/\S+/.exec((await mailed(email))[0]!.text)![0];
  expect(await (await app.send(yes)).text()).toContain('Watch this price?');
  await morning();
  expect(await mailed(email)).toHaveLength(1);
  await app.send(yes, { form: {} });
  await app.send(yes, { form: {} });
  expect(await (await app.send(yes)).text()).toContain('We watch this price');
  await morning();
  await morning();
  expect(await mailed(email)).toHaveLength(2);
  const news = (await mailed(email)).find(({ text }) => text.includes('because you asked us to watch this price'));

  const out = /\/price-alert\/stop\/[^>\s]+/.exec(news!.headers['List-Unsubscribe']!)![0];
  await app.send(out, { form: {} });
  expect(await (await app.send(out)).text()).toContain('We no longer watch this price');
  expect((await app.send(yes)).status).toBe(404);
  const kept = await db.execute(sql`select 1 from price_alerts where user_id is null and (contact is not null or email_index is not null)`);
  expect((kept as unknown as { rows: unknown[] }).rows).toEqual([]);
});

it('lets a later yes of the same address take the place of the one before, and no link of one alert do what another’s may', async () => {
  clock.set(testNow);
  const email = 'second-thoughts@example.com';
  const links = async () => {
    await platform.jobs.drain();
    return (await mailed(email)).map(({ text }) => /\/price-alert\/confirm\/\S+/.exec(text)![0]);
  };
  await ask({ email, below: '100' });
  const [first] = await links();
  await app.send(first!, { form: {} });
  await ask({ email, below: '200' });
  const second = (await links()).find((link) => link !== first);
  expect((await app.send(second!.replace('confirm', 'stop'))).status).toBe(404);
  await app.send(second!, { form: {} });
  expect((await app.send(first!)).status).toBe(404);
  clock.set(instant(clock.now() + 8 * dayMs));
  await ask({ email: 'never@example.com', below: '300' });
  await platform.jobs.drain();
  const late = /\/price-alert\/confirm\/\S+/.exec((await mailed('never@example.com'))[0]!.text)![0];
  clock.set(instant(clock.now() + 8 * dayMs));
  expect((await app.send(late)).status).toBe(404);
  await checkPrices(platform, kinds);
  const left = await db.execute(sql`select below from price_alerts where contact is not null order by below`);
  expect((left as unknown as { rows: { below: string }[] }).rows.map((row) => Number(row.below))).toEqual([20_000]);
});

it('says that an amount is reached already, and watches it for whoever means it or lowers it', async () => {
  clock.set(testNow);
  const email = 'too-high@example.com';
  const price = await lowestNow();
  const above = { email, below: String(price / 100 + 1) };
  const told = await ask(above);
  expect(told.status).toBe(422);
  const html = await told.text();
  expect(html).toContain('which is no more than that');
  expect(html).toContain(`value="${email}"`);
  expect(html).toContain('Watch it all the same');
  await platform.jobs.drain();
  expect(await mailed(email)).toEqual([]);
  // A yes to one amount is none to another.
  expect((await ask({ ...above, sure: '1' })).status).toBe(422);
  expect((await ask({ email, below: String(price / 100 - 1) })).status).toBe(303);
  expect((await ask({ ...above, sure: String(price + 100) })).status).toBe(303);
  await platform.jobs.drain();
  expect(await mailed(email)).not.toEqual([]);
});

it('refuses what is no address, no amount or nothing we sell, and keeps what was typed', async () => {
  const wrong = await ask({ email: 'nobody', below: '1.5' });
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain('Give an e-mail address');
  expect(html).toContain('Give a whole amount of dirhams');
  expect(html).toContain('value="nobody"');
  for (const thing of ['no-such-tour', 'DXB-XXX-2027-05-01', 'DXB-LHR-2020-05-01', ''])
    expect((await ask({ email: 'a@example.com', below: '100' }, thing)).status, thing).toBe(404);
  expect((await app.send('/price-alert/confirm/x')).status).toBe(404);
});
