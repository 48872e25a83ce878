import { beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { mailInquiries } from '#app/commerce/inquiries/mail-inquiries.server.ts';
import { listInquiriesAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { messageSend } from '#app/commerce/messages/message-jobs.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { tours } from '../holidays.tables.ts';
import { listTours } from '../list-tours.server.ts';
import { loadTours } from '../load-tours.server.ts';

const platform = await openCataloguePlatform();
let app: TestApp;
beforeAll(async () => {
  await mailInquiries(platform);
  // Mails about orders are somebody else's test.
  await platform.jobs.handle(messageSend, async () => undefined);
  app = await openTestApp(platform);
}, 120_000);

async function page(path: string, language = 'en') {
  const response = await app.send(path, { cookie: `language=${language}; selectedCurrency=AED` });
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ') };
}

test('a tour says of its reviews that there are none yet, and who may write the first', async () => {
  const { html } = await page('/tour/best-of-italy');
  expect(html).toContain('What travellers say');
  expect(html).toContain('Nobody has reviewed this yet.');
  expect(html).not.toContain('aggregateRating');
});

describe('the catalogue', () => {
  test('is loaded once: a second time adds nothing and leaves what staff changed, unless told to replace', async () => {
    const files = readCatalogueFiles('tours');
    await platform.db.update(tours).set({ isTop: false }).where(eq(tours.id, 'best-of-italy'));
    expect(await loadTours(platform, files, { replace: false })).toBe(0);
    expect((await listTours(platform, 'en', { top: true })).map((tour) => tour.id)).not.toContain('best-of-italy');
    expect(await loadTours(platform, files, { replace: true })).toBe(files.length);
    expect((await listTours(platform, 'en', { top: true })).map((tour) => tour.id)).toContain('best-of-italy');
  });

  test('leaves the database as it was when one file is wrong', async () => {
    const [file] = readCatalogueFiles('tours');
    const wrong = { ...file!, id: 'wrong' };
    await expect(loadTours(platform, [wrong], { replace: false })).rejects.toThrow('in the folder "wrong"');
    expect((await listTours(platform, 'en')).map((tour) => tour.id)).not.toContain('wrong');
  });

  test('has the three top trips of the specification, and tours in every region with at least 24 in all', async () => {
    const all = await listTours(platform, 'en');
    const top = all.filter((tour) => tour.isTop).map((tour) => tour.title);
    expect(top).toEqual(expect.arrayContaining(['Best of Italy', 'Best of Portugal', 'Spanish Wonder']));
    expect(new Set(all.map((tour) => tour.region)).size).toBe(6);
    expect(all.length).toBeGreaterThanOrEqual(24);
  });
});

describe('the page of holidays', () => {
  test('shows tours with their price per person in each language', async () => {
    for (const [language, suffix] of [
      ['en', 'per person'],
      ['ar', 'للشخص'],
      ['tl', 'bawat tao'],
      ['es', 'por persona'],
      ['pt', 'por pessoa'],
    ] as const) {
      const { html } = await page('/holidays', language);
      expect(html, language).toContain(suffix);
      expect(html, language).toContain('href="/tour/best-of-portugal"');
    }
  });

  test('finds by filters and words in the address, with the count and the way back to each', async () => {
    const { html } = await page('/holidays?region=europe&q=LISBOA');
    expect(html).toContain('/tour/best-of-portugal');
    expect(html).not.toContain('/tour/best-of-italy');
    expect(html).toMatch(/1 of \d+ tours/);
    expect(html).toContain('href="/holidays?region=europe"');
    expect((await page('/holidays?q=%D9%84%D8%B4%D8%A8%D9%88%D9%86%D8%A9', 'ar')).html).toContain('/tour/best-of-portugal');
  });

  test('finds a theme by its name in the language of the page', async () => {
    expect((await page('/holidays?q=tren', 'es')).html).toContain('/tour/best-of-italy');
    expect((await page('/holidays?q=tren', 'ar')).html).not.toContain('/tour/oman-sea-and-sand');
    expect((await page('/holidays?q=%D8%A3%D9%88%D8%B1%D9%88%D8%A8%D8%A7', 'ar')).html).toContain('/tour/best-of-italy');
  });

  test('offers to take one choice off, and to plan the trip, when nothing fits', async () => {
    const path = '/holidays?region=europe&budget=100';
    const { html } = await page(path);
    expect(html).toContain('No tour fits all of this');
    expect(html).toContain('Without “Up to AED 100”');
    expect(html).toContain('I am looking for: Europe, Up to AED 100.');
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const sent = await app.send(path, {
      form: {
        key: value('key'),
        stamp: value('stamp'),
        name: 'Layla',
        email: 'plan@example.com',
        message: 'A week in Europe for little money, please.',
      },
    });
    expect(sent.status).toBe(303);
    const after = await page(sent.headers.get('location')!.replace('#inquiry', ''));
    expect(after.html).toContain('Your message is with us');
  });

  test('stands the pages of a list that are not there', async () => {
    const { status, html } = await page('/holidays?page=999');
    expect(status).toBe(200);
    expect(html).toContain('aria-current="page"');
  });
});

describe('the page of a tour', () => {
  test('tells the days with dates of the next departure, and the price per person', async () => {
    const { status, html } = await page('/tour/best-of-italy');
    expect(status).toBe(200);
    expect(html).toContain('<h1 tabindex="-1">Best of Italy</h1>');
    // Saturdays of March: the first is the 6th.
    expect(html).toContain('Dates are those of the departure on Saturday 6 March 2027.');
    expect(html).toMatch(/AED 6,450.*per person/s);
    expect(html).toContain('AED 1,290.00');
    expect((html.match(/<h3>/g) ?? []).length).toBeGreaterThanOrEqual(8);
  });

  test('shows another departure when asked, and the next one when the day asked for is none', async () => {
    expect((await page('/tour/best-of-italy?departure=2027-03-20')).html).toContain('departure on Saturday 20 March 2027');
    for (const wrong of ['2027-03-21', 'soon', '1999-01-01']) {
      expect((await page(`/tour/best-of-italy?departure=${wrong}`)).html).toMatch(
        /The departure you came for is not sold.*departure on Saturday 6 March 2027/s,
      );
    }
    expect((await page('/tour/best-of-italy?departure=2027-03-20')).html).not.toContain('The departure you came for');
  });

  test('leads a phone to the booking of the departure that is shown, at its price', async () => {
    const { html } = await page('/tour/best-of-italy?departure=2027-03-20');
    const bar = /<div class="tour-bar">.*?<\/div>/s.exec(html)![0];
    expect(bar).toContain('href="/booking/best-of-italy?departure=2027-03-20"');
    expect(bar).toContain('Book this tour');
    expect(bar.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(/Sat 20 Mar AED 6,450/);
  });

  test('tells machines what it is and costs, in JSON that carries the nonce of the page', async () => {
    const { html } = await page('/tour/best-of-italy');
    const [, nonce, json] = /<script type="application\/ld\+json" nonce="([^"]+)"[^>]*>(.*?)<\/script>/.exec(html)!;
    expect(nonce!.length).toBeGreaterThan(10);
    const [product, trail] = JSON.parse(json!) as Record<string, never>[];
    expect(product).toMatchObject({ '@type': ['Product', 'TouristTrip'], offers: { price: '6450.00', priceCurrency: 'AED' } });
    expect(trail).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { position: 2 }, { position: 3 }] });
    expect(html).toContain('<meta name="description"');
  });

  test('takes a question about itself, with the departure it was asked from', async () => {
    const path = '/tour/best-of-italy?departure=2027-03-20';
    const { html } = await page(path, 'es');
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const sent = await app.send(path, {
      cookie: 'language=es',
      form: {
        key: value('key'),
        stamp: value('stamp'),
        name: 'Lucía',
        email: 'lucia@example.com',
        message: '¿Quedan dos plazas?',
        startsOn: '2027-03-20',
        adults: '2',
      },
    });
    expect(sent.headers.get('location')).toMatch(/^\/tour\/best-of-italy\?departure=2027-03-20&asked=/);
    const rows = await listInquiriesAsStaff(
      platform.db,
      platform.crypto,
      { kinds: ['holiday'], status: 'new', reference: null, email: 'lucia@example.com' },
      { size: 10, after: null },
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ aboutId: 'best-of-italy', startsOn: '2027-03-20', adults: 2, language: 'es' });
  });

  test('is a 404 with other tours when there is none of this id, whatever the id looks like', async () => {
    for (const id of ['nowhere', '%3Cscript%3E', 'x'.repeat(500), '%E2%80%AEabc']) {
      const { status, html } = await page(`/tour/${id}`);
      expect(status, id).toBe(404);
      expect(html).toContain('This tour is not on sale');
      expect(html).toContain('/tour/best-of-portugal');
      expect((await page(`/booking/${id}`)).status, id).toBe(404);
    }
  });

  test('is a 404 once it is taken off sale, and out of the list', async () => {
    await transact(platform.db, (tx) =>
      tx
        .update(tours)
        .set({ withdrawnAt: new Date(0) })
        .where(eq(tours.id, 'spanish-wonder')),
    );
    // The list is read at most twice a minute.
    platform.clock.advance(30_000);
    expect((await page('/tour/spanish-wonder')).status).toBe(404);
    expect((await page('/holidays?country=ES')).html).not.toContain('/tour/spanish-wonder');
  });
});

describe('booking a tour', () => {
  test.each(['2020-01-01', 'soon'])('chooses no other departure in the place of %s', async (gone) => {
    const { html } = await page(`/booking/best-of-italy?departure=${gone}&adults=3&room-double=1&room-single=1`);
    expect(html).toContain('This departure is no longer sold. Choose another date.');
    expect(html).toMatch(/<option value="" selected="">Choose a departure<\/option>/);
    expect(html).not.toContain('class="money"');
    const sent = await app.send('/booking/best-of-italy', { form: { setsOff: '', adults: '3', 'room-double': '1', intent: 'trip' } });
    expect(sent.headers.get('location')).toMatch(/^\/booking\/best-of-italy\?departure=[\d-]+&adults=3&room-double=1$/);
  });

  test('goes from the departures table to a held order without a script, and keeps what was typed', async () => {
    const { html } = await page('/tour/best-of-italy');
    expect(html).toContain('href="/booking/best-of-italy?departure=2027-03-06"');
    const first = await page('/booking/best-of-italy?departure=2027-03-06');
    expect(first.html).toContain('When, who and how you sleep');
    const jar = new Map<string, string>([['language', 'en']]);
    const send = async (path: string, form: Record<string, string>) => {
      const answer = await app.send(path, { cookie: [...jar].map((pair) => pair.join('=')).join('; '), form });
      for (const line of answer.headers.getSetCookie()) {
        const [name, value] = line.split(';')[0]!.split('=', 2);
        jar.set(name!, value!);
      }
      return answer.headers.get('location') ?? '';
    };
    const trip = { setsOff: '2027-03-06', adults: '2', 'room-double': '1', intent: 'trip' };
    const wrong = await send('/booking/best-of-italy', { ...trip, 'room-double': '2' });
    expect(wrong).toContain('told=1');
    const draft = /draft=([\w-]{16})/.exec(wrong)![1]!;
    const here = `/booking/best-of-italy?draft=${draft}`;
    const seen = async (path: string) =>
      (await (await app.send(path, { cookie: [...jar].map((pair) => pair.join('=')).join('; ') })).text()).replaceAll('<!-- -->', '');
    expect(await seen(wrong)).toContain('2 people need a bed');
    // Whoever has only the address starts anew.
    expect((await app.send(here, { cookie: 'language=en' })).headers.get('location')).toBe('/booking/best-of-italy?lost=1');
    // Without a script the trip can be seen with its price before anything else is asked.
    const twin = { ...trip, child1: '8', 'room-double': '0', 'room-triple': '1', extra: 'transfer', intent: 'see' };
    const kept = await send(here, twin);
    expect(kept).toBe(`${here}&step=trip`);
    expect(await seen(kept)).toContain('1 triple room');
    expect(await seen(kept)).toMatch(/<noscript><p[^>]*>This is the trip as it was last kept/);
    expect(await send(here, trip)).toContain('step=travellers');
    const people = {
      intent: 'people',
      givenNames1: 'Layla',
      surname1: 'Haddad',
      birthDate1: '1990-01-02',
      nationality1: 'PH',
      givenNames2: 'Omar',
      surname2: 'Haddad',
      birthDate2: '1988-05-06',
      nationality2: 'PH',
      email: 'layla@example.com',
      phone: '+971501234567',
    };
    const told = await send(here, { ...people, birthDate2: '2020-01-01', givenNames1: 'ليلى' });
    const faulty = await seen(told);
    expect(faulty).toContain('This age does not match the trip.');
    expect(faulty).toContain('Use Latin letters only');
    expect(faulty).toContain('value="Haddad"');
    const review = await send(here, people);
    expect(review).toContain('step=review');
    const shown = await seen(review);
    expect(shown).toContain('Deposit now, the rest later');
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown)?.[1] ?? '';
    const place = { key: value('key'), seen: value('seen'), currency: 'AED', plan: 'deposit', intent: 'place' };
    expect(await send(here, place)).toContain('refused=not-agreed');
    const again = /name="key" value="([^"]*)"/.exec(await seen(review))![1]!;
    const checkout = await send(here, { ...place, key: again, agree: 'yes' });
    expect(checkout).toMatch(/^\/checkout\/[\w-]{11}$/);
    const order = await seen(checkout);
    expect(order).toContain('Best of Italy');
    expect(order).toContain('When you pay');
  });

  test('takes an address for a full departure, and tells nobody who is on the list', async () => {
    const form = { intent: 'wait', setsOff: '2027-03-06', places: '2', email: 'waits@example.com' };
    const asked = async (more = {}) => (await app.send('/booking/best-of-italy', { form: { ...form, ...more } })).headers.get('location');
    expect(await asked()).toContain('waits=yes');
    expect(await asked()).toContain('waits=yes');
    expect(await asked({ email: 'nobody' })).toContain('waits=email');
    // What no page of ours sends leads back to the page, and puts nobody on a list.
    for (const odd of [{ places: '1.5' }, { places: '-1' }, { places: 'two' }, { setsOff: '2027-03-07' }, { setsOff: '9999-12-31' }])
      expect([odd, await asked(odd)]).toEqual([odd, '/booking/best-of-italy']);
  });
});
