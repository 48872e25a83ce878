import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { countOldShares, deleteOldShares, findSharesOf } from '#app/commerce/trip-pack/trip-shares-store.server.ts';
import { shareTrip, withdrawShare } from '#app/commerce/trip-pack/share-trip.server.ts';
import { firstNameOf, mostShares, readShareName, sharedStateOf } from '#app/commerce/trip-pack/trip-share-rules.ts';
import { timelineOf } from '#app/commerce/trip-pack/trip-timeline.ts';
import { addMilliseconds, dayMs, hourMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform, testNow } from '#tests/support/test-platform.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { Segment, Slice } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { askScheduleNews } from '../schedule/receive-schedules.server.ts';
import { sliceOf } from '../schedule/schedule-rules.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const passengers = { adults: 2, children: 0, infants: 0 };
const offer = { ...anOffer({ supplier: 's1' }), passengers, id: 's1.one', expiresAt: '2026-11-24T08:12:00.000Z' };
/** There and back, of which the airline will change the way out. */
const out = offer.slices[0]!.segments[0]!;
const home: Segment = {
  ...out,
  flight: 'EK7',
  number: 7,
  from: 'LHR',
  to: 'DXB',
  departs: { local: '2026-12-12T14:20', utc: '2026-12-12T14:20:00Z', zone: 'Europe/London' },
  arrives: { local: '2026-12-13T01:10', utc: '2026-12-12T21:10:00Z', zone: 'Asia/Dubai' },
};
const both = { ...offer, id: 's1.both', passengers: { ...passengers, adults: 1 }, slices: [sliceOf([out]), sliceOf([home])] };
const supplier = new ScriptedSupplier({ code: 's1', offers: [offer, both] });
const sale = await openTestSale(platform, [supplier]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const cookie = await app.signIn('traveller@rihla.example', demoPassword);
const other = await app.signIn('finance@rihla.example', demoPassword);
const idOf = async (email: string) =>
  ((await db.execute(sql`select id from users where email = ${email}`)) as unknown as { rows: { id: string }[] }).rows[0]!.id;
const [me, them] = [await idOf('traveller@rihla.example'), await idOf('finance@rihla.example')];

const people = aParty(passengers).map((person, index) => ({
  ...person,
  givenNames: ['AMINA SOFIA', 'KARIM'][index]!,
  surname: 'BELHAJVIDAL',
  document: { number: `ZX77001${index}`, expires: '2034-01-01', issuedBy: 'PT' },
}));
let order: Order;
beforeAll(async () => {
  order = await sale.paid((await sale.placed(aDraft(offer, {}, people), { address: '10.9.1.1' })).id);
  await sale.settle();
  await db.execute(sql`update orders set user_id = ${me} where id = ${order.id}`);
  order = await sale.order(order.id);
});
beforeEach(async () => {
  clock.set(testNow);
  await db.execute(sql`delete from trip_shares`);
  await db.execute(sql`delete from rate_limits`);
});

const share = (name: unknown) => shareTrip(platform, { userId: me, orderIds: [order.id], endsAt: order.travelEnds.toISOString(), name });
async function tokenFor(name: string): Promise<string> {
  const made = await share(name);
  if (!made.ok) throw new Error(made.refused);
  return made.value.token;
}
const open = (token: string, init: Parameters<typeof app.send>[1] = {}) => app.send(`/shared-trip/${token}`, init);
const here = () => `/bookings-trips/${order.reference}`;
const mine = async () => findSharesOf(db, clock.now(), me);
const idNamed = async (name: string) => (await mine()).find((each) => each.name === name)!.id;
const audits = async (action: string) =>
  (
    (await db.execute(sql`select subject, actor from audit_events where action = ${action}`)) as unknown as {
      rows: Record<string, string>[];
    }
  ).rows;

describe('the pages of trips', () => {
  it('tell of a trip how many go, and under which place of the account it stands', async () => {
    const html = await (await app.send(here(), { cookie })).text();
    const menu = /<nav class="mine__menu"[\s\S]*?<\/nav>/.exec(html)![0];
    expect(menu).toMatch(/<a aria-current="true"[^>]*href="\/bookings-trips"/);
    expect(menu.match(/aria-current/g)).toHaveLength(1);
    expect(wordsOf(html)).toContain('2 travellers');
  });

  it('tell before the first one that everything sold comes there, not tickets alone', async () => {
    const words = wordsOf(await (await app.send('/bookings-trips', { cookie: other })).text());
    expect(words).toContain('What you book stands here once it is confirmed: flights, holidays, activities, staycations and visas.');
  });
});

describe('a link to a trip', () => {
  it('opens flights with their local times and first names, and nothing else of the order', async () => {
    const answer = await open(await tokenFor('Mum'));
    expect(answer.status).toBe(200);
    const html = await answer.text();
    for (const segment of offer.slices.flatMap(({ segments }) => segments)) {
      expect(html).toContain(segment.departs.local.slice(11, 16));
      expect(html).toContain(segment.flight.replace(/^../, '$& '));
    }
    expect(html).toContain('Amina, Karim');
    const { rows } = (await db.execute(
      sql`select locator from flight_contracts where order_id = ${order.id} and locator is not null`,
    )) as unknown as { rows: { locator: string }[] };
    expect(rows.length).toBeGreaterThan(0);
    expect(/<main[\s\S]*<\/main>/.exec(html)![0]).not.toContain('AED');
    const hidden = [
      'BELHAJVIDAL',
      'Belhajvidal',
      'SOFIA',
      'ZX77',
      'layla@example.com',
      '501234567',
      order.reference,
      order.id,
      me,
      'Mum',
      String(order.total),
    ];
    for (const secret of [...hidden, ...rows.map(({ locator }) => locator)]) expect(html, secret).not.toContain(secret);
  });

  it('is told to no search engine, kept by nobody and passed on by no page', async () => {
    const answer = await open(await tokenFor('Mum'));
    expect(
      Object.fromEntries(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => [name, answer.headers.get(name)])),
    ).toEqual({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(await answer.text()).toContain('name="robots" content="noindex');
  });

  it('is read in the language of its reader', async () => {
    const html = await (await open(await tokenFor('Mum'), { cookie: 'language=ar' })).text();
    expect(html).toContain('dir="rtl"');
    expect(html).toContain('المسافرون');
  });

  it('gives one answer for wrong, withdrawn and over', async () => {
    const [withdrawn, over] = [await tokenFor('Mum'), await tokenFor('Dad')];
    expect(await withdrawShare(platform, me, await idNamed('Mum'))).toBe(true);
    const plain = async (token: string) => {
      const answer = await open(token);
      const html = (await answer.text())
        .replaceAll(/nonce="[^"]*"|[0-9a-f]{12}/g, '')
        .replaceAll(token, '')
        .replaceAll(/"[\w-]{43}"/g, '');
      return [answer.status, html.match(/<main[\s\S]*<\/main>/)?.[0]];
    };
    const wrong = await plain('A'.repeat(43));
    expect(wrong[0]).toBe(404);
    expect(wrong[1]).toBeTruthy();
    expect(await plain(withdrawn)).toEqual(wrong);
    expect((await open(over)).status).toBe(200);
    clock.set(addMilliseconds(testNow, order.travelEnds.getTime() - testNow + 7 * dayMs - 1000));
    expect((await open(over)).status).toBe(200);
    clock.set(addMilliseconds(clock.now(), 1000));
    expect(await plain(over)).toEqual(wrong);
    expect(await plain('short')).toEqual(wrong);
  });

  it('lets nobody go on guessing, and asks nobody to wait who holds a good one', async () => {
    const token = await tokenFor('Mum');
    for (let look = 0; look < 35; look += 1) expect((await open(token)).status).toBe(200);
    for (let guess = 0; guess < 30; guess += 1) expect((await open(`${guess}`.padStart(43, 'x'))).status).toBe(404);
    expect((await open('y'.repeat(43))).status).toBe(429);
    expect((await open(token)).status).toBe(429);
    clock.set(addMilliseconds(testNow, hourMs));
    expect((await open(token)).status).toBe(200);
  });

  it('is kept by its sum alone, with who made it and who ended it on record', async () => {
    const token = await tokenFor('Mum');
    const [row] = await mine();
    expect(JSON.stringify(row)).not.toContain(token);
    await withdrawShare(platform, me, row!.id);
    const by = { subject: `trip_shares:${row!.id}`, actor: `user:${me}` };
    expect(await audits('trip-share.made')).toContainEqual(by);
    expect(await audits('trip-share.withdrawn')).toContainEqual(by);
  });

  it("is nobody else's to see in a list or to withdraw", async () => {
    await tokenFor('Mum');
    const [row] = await mine();
    expect(await findSharesOf(db, clock.now(), them)).toEqual([]);
    expect(await withdrawShare(platform, them, row!.id)).toBe(false);
    await app.send('/bookings-trips/links/end', { cookie: other, form: { id: row!.id } });
    expect(await mine()).toHaveLength(1);
    const answer = await app.send('/bookings-trips/links/end', { cookie, form: { id: row!.id, next: `${here()}#share` } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${here()}#share`]);
    expect(await mine()).toEqual([]);
  });

  it('has a name of its own and few beside it, however many are asked for at once', async () => {
    await tokenFor('Mum');
    expect(await share(' mum ')).toEqual({ ok: false, refused: 'name-taken' });
    expect(await share(' \u202e ')).toEqual({ ok: false, refused: 'name' });
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => share(`Aunt ${index}`)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(mostShares - 1);
    expect(await mine()).toHaveLength(mostShares);
    await withdrawShare(platform, me, await idNamed('Mum'));
    expect((await share('Mum')).ok).toBe(true);
  });

  it('tells its owner when it was last opened, not counting their own looks', async () => {
    const token = await tokenFor('Mum');
    await open(token, { cookie });
    expect((await mine())[0]!.openedAt).toBeNull();
    await open(token);
    expect((await mine())[0]!.openedAt).toEqual(new Date(testNow));
    clock.set(addMilliseconds(testNow, hourMs));
    await open(token, { cookie: other });
    expect((await mine())[0]!.openedAt).toEqual(new Date(testNow + hourMs));
  });

  it('shows no order that has another owner by now', async () => {
    const token = await tokenFor('Mum');
    await db.execute(sql`update orders set user_id = ${them} where id = ${order.id}`);
    try {
      expect((await open(token)).status).toBe(404);
    } finally {
      await db.execute(sql`update orders set user_id = ${me} where id = ${order.id}`);
    }
  });

  it('goes a day after its end', async () => {
    await tokenFor('Mum');
    await tokenFor('Dad');
    await withdrawShare(platform, me, await idNamed('Mum'));
    const after = (ms: number) => new Date(testNow + ms);
    expect(await countOldShares(db, after(0))).toBe(0);
    expect(await countOldShares(db, after(1))).toBe(1);
    expect(await deleteOldShares(db, after(1))).toBe(1);
    expect((await mine()).map(({ name }) => name)).toEqual(['Dad']);
    expect(await deleteOldShares(db, new Date(order.travelEnds.getTime() + 7 * dayMs + 1))).toBe(1);
  });
});

describe('the page of a trip', () => {
  it('makes a link, shows it once and lists it afterwards without its address', async () => {
    const made = await (await app.send(here(), { cookie, form: { name: 'Grandma' } })).text();
    const token = /\/shared-trip\/([\w-]{43})/.exec(made)?.[1];
    expect(token).toBeTruthy();
    expect((await open(token!)).status).toBe(200);
    const later = await (await app.send(here(), { cookie })).text();
    expect(later).toContain('Grandma');
    expect(later).not.toContain(token);
    expect(await (await app.send('/bookings-trips', { cookie })).text()).toContain('Grandma');
  });

  it('says beside the field what is wrong with a name, and keeps what was typed', async () => {
    const answer = await app.send(here(), { cookie, form: { name: 'x'.repeat(41) } });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('Say who the link is for');
    expect(html).toContain('x'.repeat(41));
    expect((await app.send(here(), { cookie, form: {} })).status).toBe(400);
  });

  it('does not exist for anybody else, nor do its pack and its papers', async () => {
    const paper = /\/documents\/[^"]*?\/(e-ticket[^"]+)"/.exec(await (await app.send(here(), { cookie })).text())![1]!;
    for (const path of [here(), `${here()}/pack`, `${here()}/papers/${paper}`]) {
      expect((await app.send(path, { cookie })).status, path).toBe(200);
      expect((await app.send(path, { cookie: other })).status, path).toBe(404);
      expect((await app.send(path)).headers.get('location'), path).toMatch(/^\/auth\?next=/);
    }
  });
});

describe('what a device keeps', () => {
  it('is a page in one file that runs nothing, with codes and papers and without prices and passports', async () => {
    const answer = await app.send(`${here()}/pack`, { cookie });
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'/);
    expect(html).not.toMatch(/<script|<link|<img/);
    expect(html).toContain('You are offline, as of');
    expect(html).toMatch(/<title>[^<]* · Rihla<\/title>/);
    const arabic = await (await app.send(`${here()}/pack`, { cookie: `${cookie}; language=ar` })).text();
    expect(arabic).toMatch(/<title>[^<]* · رحلة<\/title>/);
    expect(html).toContain(`${here()}/papers/`);
    for (const secret of ['ZX77', 'AED', 'layla@example.com']) expect(html, secret).not.toContain(secret);
  });

  it('is never an invoice', async () => {
    const { rows } = (await db.execute(sql`select number from invoices where order_id = ${order.id}`)) as unknown as {
      rows: { number: string }[];
    };
    expect(rows.length).toBeGreaterThan(0);
    expect((await app.send(`/documents/${order.reference}/${rows[0]!.number}-en.pdf`, { cookie })).status).toBe(200);
    expect((await app.send(`${here()}/papers/${rows[0]!.number}-en.pdf`, { cookie })).status).toBe(404);
  });

  it('is let go of before a page is drawn for anybody else on that device', async () => {
    const [hint] = (await app.send(`${here()}/pack?keep`, { cookie })).headers.getSetCookie();
    const kept = hint!.split(';')[0]!;
    expect(kept).toMatch(/^rihla-kept-trips=[0-9a-f]{32}$/);
    expect((await app.send('/bookings-trips', { cookie: `${cookie}; ${kept}` })).status).toBe(200);
    // Signed out, also on pages that are kept for everybody; and signed in as somebody else, in the shop and at the desk.
    for (const [path, cookies] of [
      ['/', kept],
      ['/flights?trip=one-way', kept],
      ['/bookings-trips', `${other}; ${kept}`],
      ['/admin', `${other}; ${kept}`],
    ] as const) {
      const answer = await app.send(path, { cookie: cookies });
      expect(answer.headers.get('location'), path).toBe(`/bookings-trips/left?next=${encodeURIComponent(path)}`);
      expect(answer.headers.get('x-remix-reload-document'), path).toBe('true');
    }
    const left = await app.send(`/bookings-trips/left?next=${encodeURIComponent('/flights')}`, { cookie: kept });
    expect(left.headers.getSetCookie()[0]).toMatch(/^rihla-kept-trips=; .*Max-Age=0/);
    const html = await left.text();
    expect(html).toContain('data-next="/flights"');
    expect(html).toContain('src="/trip-leave.js"');
    expect(await (await app.send('/bookings-trips/left?next=https://elsewhere.example')).text()).toContain('data-next="/"');
  });
});

describe('what those at home are told', () => {
  it('follows what becomes of a trip, without a word of money', () => {
    expect(['ticketed', 'schedule_change_pending', 'changed', 'flown', 'no_show', 'cancelled', 'refund_due'].map(sharedStateOf)).toEqual([
      'planned',
      'changed',
      'moving',
      'over',
      'over',
      'off',
      'off',
    ]);
  });

  it('is read at every look', async () => {
    const token = await tokenFor('Mum');
    expect(await (await open(token)).text()).not.toContain('Being changed');
    await db.execute(sql`update orders set status = 'change_pending', version = version + 1 where id = ${order.id}`);
    expect(await (await open(token)).text()).toContain('Being changed');
  });

  describe('of a flight that its airline changed, until its traveller answers', () => {
    const moved: Segment = {
      ...out,
      departs: { ...out.departs, local: '2026-12-05T20:40', utc: '2026-12-05T16:40:00Z' },
      arrives: { ...out.arrives, local: '2026-12-06T00:20', utc: '2026-12-06T00:20:00Z' },
    };
    let notices = 0;
    let bought: Order;
    let token: string;
    async function say(slices: readonly Slice[] | null) {
      notices += 1;
      const { contracts } = await getFlightOrder(db, bought.id);
      clock.advance(1_000);
      const at = new Date(clock.now()).toISOString();
      supplier.announce({ id: `t${notices}`, at, locator: contracts[0]!.locator!, slices, seatsLost: [], heldBack: false });
      await askScheduleNews(platform, sale.flights);
      await sale.settle();
    }
    beforeEach(async () => {
      if (!bought) {
        bought = await sale.paid((await sale.placed(aDraft(both), { address: '10.9.1.2' })).id);
        await sale.settle();
        await db.execute(sql`update orders set user_id = ${me} where id = ${bought.id}`);
        bought = await sale.order(bought.id);
      }
      const made = await shareTrip(platform, { userId: me, orderIds: [bought.id], endsAt: bought.travelEnds.toISOString(), name: 'Mum' });
      if (!made.ok) throw new Error(made.refused);
      token = made.value.token;
    });
    const pages = () => [`/shared-trip/${token}`, `/bookings-trips/${bought.reference}/pack`, `/bookings-trips/${bought.reference}`];
    const wordsAt = async (path: string) => {
      const html = await (await app.send(path, { cookie })).text();
      return wordsOf(/<main[\s\S]*<\/main>/.exec(html)![0]).replaceAll(/\s+/g, ' ');
    };
    const calendar = async () =>
      (await (await app.send(`/documents/${bought.reference}/flights.ics`, { cookie })).text()).replaceAll(/\r\n[ \t]/g, '');

    it('is the new hour beside the one that was sold, and that of no other flight', async () => {
      expect(await wordsAt(pages()[0]!)).not.toContain('The airline changed it');
      const certain = await calendar();
      await say([sliceOf([moved]), sliceOf([home])]);
      expect((await sale.order(bought.id)).status).toBe('schedule_change_pending');
      for (const page of [...pages(), '/bookings-trips', `/track?order=${bought.reference}`]) {
        const [words = ''] = (await wordsAt(page)).split('What happened');
        expect(words.match(/The airline changed it/g), page).toHaveLength(1);
        expect(words, page).toMatch(/20:40.{1,130}was (Sat 5 Dec )?07:45/);
        // The way home stands as it was sold, and so do its hours.
        expect(words.slice(words.indexOf('EK 7')), page).not.toMatch(/EK 7.{0,200}was /);
      }
      expect((await wordsAt(pages()[0]!)).match(/As planned/g)).toHaveLength(1);
      const file = await calendar();
      expect(file).toContain('DTSTART:20261205T164000Z');
      expect(file).toContain('It was to leave at 07:45.');
      expect(file.match(/^STATUS:\w+/gm)).toEqual(['STATUS:TENTATIVE', 'STATUS:CONFIRMED']);
      // The same event in a calendar that had it before.
      expect(file.match(/UID:.*/g)).toEqual(certain.match(/UID:.*/g));
    });

    it('is when check-in opens for the hour at which it flies', async () => {
      // Emirates opens it 48 hours before.
      for (const page of pages().slice(1)) expect(await wordsAt(page)).toMatch(/check-in[^.]{0,80}Thu 3 Dec 20:40/i);
    });

    it('is that it is not flown any more, where nobody checks in for it', async () => {
      await say(null);
      for (const page of pages()) expect((await wordsAt(page)).match(/The airline cancelled it/g), page).toHaveLength(2);
      for (const page of pages().slice(1)) expect(await wordsAt(page)).not.toMatch(/check-in (opens|with)/i);
      expect((await calendar()).match(/^STATUS:\w+/gm)).toEqual(['STATUS:CANCELLED', 'STATUS:CANCELLED']);
    });
  });

  it('is of names and other facts only what may be told', () => {
    expect(['AMINA SOFIA', 'Jean-Luc', ' ', 'أمينة محمد'].map(firstNameOf)).toEqual(['Amina', 'Jean-Luc', '', 'أمينة']);
    expect([readShareName(' Mum \u0000 & Dad '), readShareName('x'.repeat(41)), readShareName(null)]).toEqual(['Mum & Dad', null, null]);
    const part = (facts: { name: string; value: string; told?: true }[]) => ({
      title: 'Room',
      icon: 'staycations' as const,
      facts,
      members: [],
      table: null,
    });
    const [stay, ...none] = timelineOf([
      {
        status: 'confirmed',
        departsAt: '2027-01-01T10:00:00Z',
        description: {
          title: 'Palm hotel',
          starts: '2027-01-01',
          slices: [],
          parts: [
            part([
              { name: 'Where', value: 'Dubai', told: true },
              { name: 'Voucher', value: 'V-1' },
            ]),
          ],
        },
      },
      {
        status: 'accepted',
        departsAt: '2027-01-01T10:00:00Z',
        description: { title: 'Visa', starts: '2027-01-01', slices: [], parts: [part([{ name: 'Passport', value: 'P1' }])] },
      },
    ]);
    expect(none).toEqual([]);
    expect(stay).toEqual({
      kind: 'thing',
      day: '2027-01-01',
      state: 'planned',
      title: 'Palm hotel',
      icon: 'staycations',
      facts: [{ name: 'Where', value: 'Dubai' }],
    });
  });
});
