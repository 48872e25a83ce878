import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listsOf, makeList, putInList, shareList } from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { favoriteKey } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { listFavoritesOf } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listDepartures, lockDeparture, saveDeparture } from '#app/products/holidays/booking/departures-store.server.ts';
import { findTour } from '#app/products/holidays/tours-store.server.ts';
import { listAssistedCountries } from '#app/products/visas/assisted/list-assisted-countries.server.ts';
import { listEvisaCountries } from '#app/products/visas/evisa/list-evisa-countries.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { dateIn, dayMs, instant, minuteMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform, testNow } from '#tests/support/test-platform.ts';

const platform = await openCataloguePlatform();
const { db, clock, crypto } = platform;
let app: TestApp;
let cookie: string;
let others: string;
let me: string;
beforeAll(async () => {
  app = await openTestApp(platform);
  const accounts = ['traveller@rihla.example', 'admin@rihla.example'] as const;
  [cookie, others] = (await Promise.all(accounts.map((email) => app.signIn(email, demoPassword)))) as [string, string];
  me = (await findAccountByEmail(db, accounts[0]))!.id;
}, 120_000);

const italy = { kind: 'tour', thing: 'best-of-italy', title: 'Best of Italy' } as const;
const portugal = { kind: 'tour', thing: 'best-of-portugal', title: 'Best of Portugal' } as const;
const london = { kind: 'flight', thing: 'DXB-LHR-2027-03-09-2027-03-16', title: 'Dubai to London' } as const;

/** The cards of lists are read anew after half a minute; nothing else of a test is that quick. */
const cardsGetOld = () => clock.set(instant(clock.now() + minuteMs));
const api = (form: Record<string, string>) => app.send('/api/favorites', { cookie, form });
const keep = (favorite: { kind: string; thing: string; title: string }) => api({ ...favorite, intent: 'keep' });
const merge = (list: readonly unknown[]) => api({ intent: 'merge', list: JSON.stringify(list) });
const html = async (path: string, as = cookie, currency = 'AED') =>
  (await app.send(path, { cookie: `${as}; selectedCurrency=${currency}` })).text();
/** What a row of the page says, by the title of its thing. */
async function rowOf(title: string, path = '/favorites', currency = 'AED'): Promise<string> {
  const rows = (await html(path, cookie, currency)).match(/<li class="kept">.*?<div class="mine__actions">/gs) ?? [];
  return wordsOf(rows.find((row) => wordsOf(/<h3>.*?<\/h3>/s.exec(row)![0]) === title) ?? '');
}
const kept = async (thing: string) => (await listFavoritesOf(db, me)).find((favorite) => favorite.thing === thing);
const post = async (form: Record<string, string>, as = cookie, path = '/favorites') =>
  (await app.send(path, { cookie: as, form })).headers.get('location')!;

beforeEach(async () => {
  cardsGetOld();
  await db.execute(sql`delete from favorites`);
  await db.execute(sql`delete from favorite_lists`);
  await db.execute(sql`delete from tour_departures`);
  await db.execute(sql`update tours set withdrawn_at = null`);
});

describe('a kept thing', () => {
  it.each([
    ['tour', '/holidays', 'per person'],
    ['experience', '/experiences', 'per adult'],
    ['stay', '/staycations', 'a night'],
    ['evisa', '/e-visa', 'per traveller, all fees'],
  ])('of the kind %s costs what its card on %s says', async (kind, list, per) => {
    const page = await html(list, '');
    const form = new RegExp(`name="kind" value="${kind}".*?name="thing" value="(.*?)".*?name="title" value="(.*?)"`, 's').exec(page)!;
    const [, thing, title] = form as unknown as [string, string, string];
    // Words go from one card to the heart of the next.
    const card = wordsOf(page.slice(form.index).split('class="heart')[0]!);
    const price = /from (AED [\d,]+) /i.exec(card)![1]!;
    await keep({ kind, thing, title });
    expect(await rowOf(wordsOf(title))).toContain(`from ${price} ${per}`);
    expect(
      formatMoney((await kept(thing))!.keptPrice!, 'en')
        .replace(/\.00$/, '')
        .replace(/\s/g, ' '),
    ).toBe(price);
  });

  it('that is a flight costs the lowest fare of its days for one adult', async () => {
    await keep(london);
    expect(await rowOf('Dubai to London')).toMatch(/from AED [\d,]+ per adult/);
    expect((await kept(london.thing))!.keptPrice!.amount).toBeGreaterThan(0);
  });

  it('says its price in the currency of the visitor', async () => {
    await keep(italy);
    expect(await rowOf(italy.title, '/favorites', 'USD')).toMatch(/from approx\. (US)?\$ ?[\d,]+ per person/);
  });

  it('is said to be cheaper since, with what it cost then, and nothing of the kind while it is not', async () => {
    await keep(italy);
    expect(await rowOf(italy.title)).not.toContain('Cheaper');
    const { amount } = (await kept(italy.thing))!.keptPrice!;
    await db.execute(sql`update tours set price_amount = price_amount - 50000 where id = ${italy.thing}`);
    cardsGetOld();
    const row = await rowOf(italy.title);
    expect(row).toContain('Cheaper since you kept it');
    expect(row).toContain(`It cost AED ${(amount / 100).toLocaleString('en')}`);
    expect(row).toContain(`from AED ${((amount - 50_000) / 100).toLocaleString('en')}`);
    await db.execute(sql`update tours set price_amount = price_amount + 90000 where id = ${italy.thing}`);
    cardsGetOld();
    expect(await rowOf(italy.title)).not.toContain('Cheaper');
    await db.execute(sql`update tours set price_amount = price_amount - 40000 where id = ${italy.thing}`);
  });

  it('remembers what a browser of a guest saw when it comes with signing in, never what a form says, and nothing that is no price', async () => {
    await merge([
      { ...italy, price: 999_900 },
      { ...portugal, price: '1; drop table' },
    ]);
    expect((await kept(italy.thing))!.keptPrice).toEqual({ amount: 999_900, currency: 'AED' });
    const today = (await findTour(db, portugal.thing, 'en'))!.price;
    expect((await kept(portugal.thing))!.keptPrice).toEqual(today);
    expect(await rowOf(italy.title)).toContain('It cost AED 9,999');
    await db.execute(sql`delete from favorites`);
    await api({ ...portugal, price: '1', intent: 'keep' });
    expect((await kept(portugal.thing))!.keptPrice).toEqual(today);
  });

  it('says how many places its next day has', async () => {
    const tour = (await findTour(db, italy.thing, 'en'))!;
    const today = dateIn('Asia/Dubai', clock.now());
    const [first] = await listDepartures(db, clock.now(), tour, today);
    await keep(italy);
    expect(await rowOf(italy.title)).toContain(`${first!.left} places left on`);
    await transact(db, async (tx) => {
      const { row } = (await lockDeparture(tx, clock.now(), tour, first!.setsOff, today, 'update'))!;
      await saveDeparture(tx, clock.now(), row, { capacity: 1 });
    });
    expect(await rowOf(italy.title)).toContain('1 place left on');
    const { rows } = (await db.execute(
      sql`select experience_id as thing, title from experience_texts where language = 'en' order by 1 limit 1`,
    )) as unknown as { rows: { thing: string; title: string }[] };
    await keep({ kind: 'experience', ...rows[0]! });
    expect(await rowOf(rows[0]!.title)).toMatch(/\d+ places? left on/);
  });
});

describe('a kept visa', () => {
  const [online, italian] = [
    { kind: 'evisa', thing: 'IN', title: 'E-visa for India' },
    { kind: 'assisted', thing: 'IT', title: 'Visa for Italy, with assistance' },
  ] as const;
  /** What the list of a route says of a country. */
  const cards = async () => ({
    IN: (await listEvisaCountries(platform, 'en')).find(({ code }) => code === 'IN')!,
    IT: (await listAssistedCountries(platform, 'en')).cards.find(({ code }) => code === 'IT')!,
  });
  const valueOf = (fields: readonly (readonly [string, string])[], wanted: string) => fields.find(([name]) => name === wanted)?.[1];
  const dirhams = (fils: number) => (fils / 100).toLocaleString('en', { maximumFractionDigits: 0 });
  const pauseIndia = (status: 'paused' | 'live') => db.execute(sql`update evisa_countries set status = ${status} where code = 'IN'`);

  it('online says its price, how long its authority takes and where to apply', async () => {
    await keep(online);
    const { IN } = await cards();
    expect(await rowOf(online.title)).toContain(`from AED ${dirhams(IN.from.amount)} per traveller, all fees`);
    expect(await rowOf(online.title)).toContain(`usually decided in ${IN.days.usual} working days`);
    expect(await rowOf(online.title)).not.toContain('appointment');
    expect(await html('/favorites')).toMatch(/href="\/e-visa\/india#apply"[^>]*>Apply</);
    expect((await kept('IN'))!.keptPrice).toEqual(IN.from);
  });

  it('at a counter says its price and the wait for an appointment beside the decision', async () => {
    await keep(italian);
    const { IT } = await cards();
    expect(await rowOf(italian.title)).toContain(`from AED ${dirhams(IT.from.amount)} per traveller, all fees`);
    expect(await rowOf(italian.title)).toContain(
      `about ${IT.wait.days} days until an appointment · usually decided in ${IT.processingDays} working days`,
    );
    expect(await html('/favorites')).toMatch(/href="\/visa-assistance\/italy#apply"[^>]*>Apply</);
    expect((await kept('IT'))!.keptPrice).toEqual(IT.from);
  });

  it.each([
    ['on its page', '/e-visa/india', online],
    ['on its page', '/visa-assistance/italy', italian],
    ['in its list', '/e-visa', online],
    ['in its list', '/visa-assistance', italian],
  ] as const)('is kept by a heart %s: %s', async (_where, path, { kind, thing, title }) => {
    const form = readForms(await html(path, ''), new URL(`http://localhost${path}`)).find(
      ({ fields }) => valueOf(fields, 'kind') === kind && valueOf(fields, 'thing') === thing,
    )!;
    expect(valueOf(form.fields, 'title')).toBe(title);
    const answer = await app.send(form.action, { cookie, form: { ...Object.fromEntries(form.fields), intent: 'keep' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
    expect(await kept(thing)).toMatchObject({ kind, title });
  });

  it('is called in the language of the page, and is one of the kinds to choose', async () => {
    await merge([italy, portugal, london, online, italian]);
    const arabic = await (await app.send('/favorites?lang=ar', { cookie })).text();
    expect(wordsOf(arabic)).toContain('تأشيرة إلكترونية إلى الهند');
    expect(wordsOf(arabic)).toContain('يُبتّ فيها عادةً');
    const chosen = await html('/favorites?show=assisted');
    expect(wordsOf(chosen)).toContain('Assisted visas 1');
    expect(chosen).toContain('/visa-assistance/italy#apply');
    expect(chosen).not.toContain('/e-visa/india#apply');
  });

  it('is cheaper since it was kept when its fees fell below what a browser remembered', async () => {
    const { IN, IT } = await cards();
    await merge([
      { ...online, price: IN.from.amount + 10_000 },
      { ...italian, price: IT.from.amount - 10_000 },
    ]);
    expect(await rowOf(online.title)).toContain(`Cheaper since you kept it It cost AED ${dirhams(IN.from.amount + 10_000)}`);
    expect(await rowOf(italian.title)).not.toContain('Cheaper');
  });

  it('is said not to be taken while its authority pauses, without a price and a way to apply, and comes back with both', async () => {
    await keep(online);
    await pauseIndia('paused');
    const row = await rowOf(online.title);
    expect(row).toContain('Not taken by its authority just now');
    expect(row).not.toContain('from AED');
    const page = await html('/favorites');
    expect(page).toContain('href="/e-visa/india"');
    expect(page).not.toContain('#apply');
    await pauseIndia('live');
    expect(await rowOf(online.title)).toContain('from AED');
  });

  it('that is taken no more leads to the other way into the same country, unless that is kept anyway', async () => {
    await keep({ kind: 'evisa', thing: 'IT', title: 'E-visa for Italy' });
    expect(await rowOf('E-visa for Italy')).toContain('No longer sold');
    expect(await rowOf('E-visa for Italy')).toMatch(/Like it, and on sale: Visa for Italy, with assistance from AED [\d,]+ per traveller/);
    await keep(italian);
    expect(await rowOf('E-visa for Italy')).not.toContain('Like it');
  });

  it('is in a list that is shared, with the name of its kind', async () => {
    await merge([online, italian]);
    const list = (await makeList(db, clock.now(), me, 'Papers'))!;
    await putInList(db, clock.now(), me, list, online);
    await shareList(db, me, list, true);
    const [shared] = await listsOf(db, crypto, me);
    const words = wordsOf(await html(`/shared-list/${shared!.token}`, ''));
    expect(words).toMatch(/E-visas E-visa for India from AED [\d,]+ per traveller, all fees usually decided in \d+ working days/);
    expect(words).not.toContain('Italy');
  });

  it('is named by the code of a country and by nothing else', async () => {
    for (const thing of ['india', 'in', 'IND', '12'])
      for (const kind of ['evisa', 'assisted']) expect((await api({ kind, thing, title: 'A visa', intent: 'keep' })).status).toBe(400);
  });
});

describe('what cannot be had', () => {
  const alike = /Like it, and on sale: (\S.*?) from AED [\d,]+ per person/;

  it('is said to be sold out while every departure is stopped, beside tours that are not', async () => {
    const tour = (await findTour(db, italy.thing, 'en'))!;
    const today = dateIn('Asia/Dubai', clock.now());
    await keep(italy);
    expect(await rowOf(italy.title)).not.toContain('Like it');
    for (const { setsOff } of await listDepartures(db, clock.now(), tour, today))
      await transact(db, async (tx) => {
        const { row } = (await lockDeparture(tx, clock.now(), tour, setsOff, today, 'update'))!;
        await saveDeparture(tx, clock.now(), row, { stoppedAt: new Date(clock.now()) });
      });
    const row = await rowOf(italy.title);
    expect(row).toContain('Sold out for now');
    expect(row).not.toContain('places left');
    const other = alike.exec(row)![1]!;
    expect(other).not.toBe(italy.title);
    // It can still be opened and watched: it may come back.
    expect(await html('/favorites')).toContain(`href="/tour/${italy.thing}"`);
  });

  it('is said to be sold no longer once it is archived, beside what is most like it and not kept anyway', async () => {
    await keep(italy);
    await db.execute(sql`update tours set withdrawn_at = now() where id = ${italy.thing}`);
    cardsGetOld();
    const row = await rowOf(italy.title);
    expect(row).toContain('No longer sold');
    const first = alike.exec(row)![1]!;
    const { rows } = (await db.execute(
      sql`select t.id, t.region from tours t join tour_texts x on x.tour_id = t.id and x.language = 'en' where x.title = ${first}`,
    )) as unknown as { rows: { id: string; region: string }[] };
    expect(rows[0]!.region).toBe('europe');
    await keep({ kind: 'tour', thing: rows[0]!.id, title: first });
    expect(alike.exec(await rowOf(italy.title))![1]).not.toBe(first);
  });

  it.each([
    ['experience', 'experiences', 'experience_texts', 'experience_id', 'per adult'],
    ['stay', 'staycations', 'staycation_texts', 'staycation_id', 'a night for two'],
  ])('is an archived %s beside others near it', async (kind, table, texts, id, per) => {
    const { rows } = (await db.execute(
      sql`select ${sql.identifier(id)} as thing, title from ${sql.identifier(texts)} where language = 'en' order by 1 limit 1`,
    )) as unknown as { rows: { thing: string; title: string }[] };
    const { thing, title } = rows[0]!;
    await keep({ kind, thing, title });
    const archive = (at: Date | null) => db.execute(sql`update ${sql.identifier(table)} set withdrawn_at = ${at} where id = ${thing}`);
    await archive(new Date(clock.now()));
    cardsGetOld();
    expect(await rowOf(title)).toMatch(new RegExp(`No longer sold .* Like it, and on sale: \\S.* from AED [\\d,]+ ${per}`));
    await archive(null);
  });

  it('is a flight whose days are over, beside deals of the same cities', async () => {
    const deal = { id: 'london-in-winter', from: 'DXB', to: 'LHR' };
    await db.execute(
      sql`insert into flight_deals (id, from_code, to_code, cabin, nights, direct_only, with_bag, travel_from, travel_until, book_by, price_amount, price_currency, note, published_at)
          values (${deal.id}, ${deal.from}, ${deal.to}, 'economy', 7, false, false, '2026-12-01', '2027-02-01', '2027-01-01', 150000, 'AED', '{"en":""}', now())`,
    );
    await keep({ ...london, thing: 'DXB-LHR-2026-10-01' });
    const row = await rowOf('Dubai to London');
    expect(row).toContain('These dates have passed');
    expect(row).toContain('from AED 1,500 per adult');
    expect(await html('/favorites')).toContain(`href="/flight-deal/${deal.id}"`);
    await db.execute(sql`delete from flight_deals where id = ${deal.id}`);
  });

  it('never was, so that nothing is like it, and leads to what is sold now', async () => {
    await keep({ kind: 'tour', thing: 'a-tour-that-was', title: 'A tour that was' });
    expect(await rowOf('A tour that was')).not.toContain('Like it');
    expect(wordsOf(await html('/favorites'))).toContain('See what is sold now');
  });
});

describe('removing', () => {
  it('names what was removed, and one press brings it back as it was, with its list, by forms alone', async () => {
    await keep(italy);
    const before = await kept(italy.thing);
    const list = (await makeList(db, clock.now(), me, 'Spring'))!;
    await putInList(db, clock.now(), me, list, italy);
    const location = await post({ intent: 'remove', kind: 'tour', thing: italy.thing, list });
    const page = await html(location);
    expect(wordsOf(page)).toContain('Best of Italy is no longer among your favorites. Undo');
    expect(await kept(italy.thing)).toBeUndefined();
    expect((await listsOf(db, crypto, me))[0]!.things).toEqual([]);
    expect(await post({ intent: 'remove-undo', kind: 'tour', thing: italy.thing, list })).toBe(`/favorites?list=${list}&did=kept-again`);
    expect(await kept(italy.thing)).toEqual(before);
    expect((await listsOf(db, crypto, me))[0]!.things).toEqual([favoriteKey(italy)]);
    // The address of the removal says nothing once it is undone.
    expect(wordsOf(await html(location))).not.toContain('no longer among');
  });

  it('keeps the kind and the order that were chosen', async () => {
    await keep(italy);
    const form = { intent: 'remove', kind: 'tour', thing: italy.thing };
    expect(await post(form, cookie, '/favorites?show=tour&order=price')).toBe(
      '/favorites?did=removed&kind=tour&thing=best-of-italy&show=tour&order=price',
    );
  });

  it("is nobody else's to do or to undo, is refused for what is not kept, and is for good after a day", async () => {
    await keep(italy);
    const named = { kind: 'tour', thing: italy.thing };
    expect(await post({ intent: 'remove', ...named }, others)).toContain('did=refused');
    expect(await post({ intent: 'remove', kind: 'car', thing: '../x' })).toContain('did=refused');
    await post({ intent: 'remove', ...named });
    expect(await post({ intent: 'remove-undo', ...named }, others)).toContain('did=refused');
    expect(wordsOf(await html(`/favorites?did=removed&kind=tour&thing=${italy.thing}`, others))).not.toContain('no longer among');
    clock.set(instant(clock.now() + dayMs + 1));
    expect(await post({ intent: 'remove-undo', ...named })).toContain('did=refused');
    await keep(portugal);
    const { rows } = (await db.execute(sql`select thing from favorites`)) as unknown as { rows: { thing: string }[] };
    expect(rows.map(({ thing }) => thing)).toEqual([portugal.thing]);
    clock.set(testNow);
  });

  it('by a heart is undone by the same heart within the day', async () => {
    await merge([{ ...italy, price: 999_900 }]);
    const before = await kept(italy.thing);
    await api({ ...italy, intent: 'drop' });
    expect(await kept(italy.thing)).toBeUndefined();
    cardsGetOld();
    await keep(italy);
    expect(await kept(italy.thing)).toEqual(before);
  });
});

describe('a longer list', () => {
  const few = [italy, portugal, { kind: 'tour', thing: 'spanish-wonder', title: 'Spanish Wonder' }, london];

  it('can be narrowed to a kind and put in order, a short one is all seen at once', async () => {
    await merge(few);
    expect(await html('/favorites')).not.toContain('Newest first');
    await keep({ kind: 'tour', thing: 'a-tour-that-was', title: 'A tour that was' });
    const page = await html('/favorites?show=tour&order=price');
    expect(page).toContain('Newest first');
    expect(page).not.toContain('Dubai to London');
    const titles = [...page.matchAll(/<h3>(.*?)<\/h3>/gs)].map(([, title]) => wordsOf(title!));
    const priced = await Promise.all(
      few.slice(0, 3).map(async ({ thing, title }) => ({ title, price: (await findTour(db, thing, 'en'))!.price })),
    );
    const cheapest = priced.toSorted((one, other) => one.price.amount - other.price.amount).map(({ title }) => title);
    expect(titles).toEqual([...cheapest, 'A tour that was']);
  });

  it('shows everything when the kind of its address is not there', async () => {
    await keep(italy);
    expect(await rowOf(italy.title, '/favorites?show=stay')).toContain('from AED');
  });
});
