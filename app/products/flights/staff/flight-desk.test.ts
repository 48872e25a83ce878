import { and, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { erasePerson } from '#app/commerce/privacy/erase-person.server.ts';
import { messageSend } from '#app/commerce/messages/message-jobs.server.ts';
import { surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { orders, orderTravellers } from '#app/commerce/orders/orders.tables.ts';
import { personalData } from '#app/personal-data.ts';
import { transact } from '#app/platform/database.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { flightOrderStates, type FlightOrderState } from '../order/flight-order-status.ts';
import { answersTell } from '../flight-jobs.server.ts';
import { flightsOver } from '../flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { findRequests, insertRequests } from '../extras/traveller-requests-store.server.ts';
import { aParty, limitsNotKept } from '../order/flight-order-testing.ts';
import { theWorld } from '../world/open-world.server.ts';
import { deskAddress, deskQueues, deskSorts, readDeskView } from './desk-address.ts';
import { commonStates, findFlightOrdersAsStaff } from './flight-desk-store.server.ts';
import { placeDeskOrder, type DeskOrderWish } from './desk-orders-testing.ts';

const platform = await openDemoPlatform();
// Mails are sent by others; here they only have to be taken.
await platform.jobs.handle(messageSend, async () => undefined);
await platform.jobs.handle(answersTell, async () => undefined);
const london = anOffer({ flight: 'EK1' });
const manila = anOffer({ flight: 'PR659', dirhams: 900 });
const supplier = new ScriptedSupplier({ offers: [london, manila], ticket: ['ok'] });
const app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
const clerk = await app.signIn('flights@rihla.example', demoPassword);
const auditor = await app.signIn('auditor@rihla.example', demoPassword);
const finance = await app.signIn('finance@rihla.example', demoPassword);
const visas = await app.signIn('visas@rihla.example', demoPassword);

const place = (wish: DeskOrderWish) => placeDeskOrder(platform, supplier, { offer: london, ...wish });
const failed = await place({ status: 'ticketing_failed', people: [['OMAR', 'AL MANSOORI']] });
const held = await place({ status: 'held', heldFor: 12 });
const late = await place({ status: 'held', heldFor: -4, people: [['IMRAN', 'SIDDIQUI']] });
const ticketed = await place({
  status: 'ticketed',
  offer: manila,
  people: [
    ['JOY', 'VILLANUEVA'],
    ['LITO', 'VILLANUEVA'],
  ],
});

const read = async (path: string, cookie = clerk) => (await app.send(path, { cookie })).text();
const rowsOf = (html: string) => [...html.matchAll(/class="fd-ref"[^>]*><bdi>([\w-]+)<\/bdi>/g)].map(([, reference]) => reference);
const statusOf = async (id: string): Promise<FlightOrderState> => {
  const [row] = await platform.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id));
  return row!.status as FlightOrderState;
};
const keyIn = (html: string, action: string) => new RegExp(`name="key" value="([\\w-]+-${action})"`).exec(html)?.[1] ?? '';
const auditsOf = async (action: string) =>
  (
    (await platform.db.execute(sql`select subject, detail, actor, reason from audit_events where action = ${action}`)) as unknown as {
      rows: Record<string, unknown>[];
    }
  ).rows;

describe('the list of flight orders', () => {
  it('puts the shortest limit first and orders without a limit last', async () => {
    expect(rowsOf(await read('/admin/orders/flights'))).toEqual([late, held, failed, ticketed].map((order) => order.reference));
  });

  it.each([
    ['queue=ticket-now', [failed]],
    ['queue=failed-stuck', [failed]],
    ['queue=hold-expiring', [late, held]],
    ['state=ticketed', [ticketed]],
    ['airline=pr', [ticketed]],
    ['find=villanueva', [ticketed]],
    ['find=Omar Al Mansoori', [failed]],
    ['find=LAYLA%40TRAVELLER.example&queue=ticket-now', [failed]],
    ['from=DXB&to=LHR&state=held', [late, held]],
    ['departs-from=2026-12-06', []],
    ['departs-from=2026-12-05&departs-until=2026-12-05&sort=-limit', [ticketed, failed, held, late]],
    ['queue=nonsense&sort=nonsense&state=nonsense&after=x&departs-from=2026-13-45&airline=%27;--', [late, held, failed, ticketed]],
  ])('answers %s', async (address, expected) => {
    expect(rowsOf(await read(`/admin/orders/flights?${address}`))).toEqual(expected.map((order) => order.reference));
  });

  it('is narrowed to the currency that totals were shown in, from the number on the page of exchange rates', async () => {
    await platform.db
      .update(orders)
      .set({ shownCurrency: 'BRL', shownRate: '1.5' })
      .where(inArray(orders.id, [held.id, ticketed.id, late.id]));
    const rates = await read('/admin/currency-settings', finance);
    const [, link, words] = /<a[^>]*href="([^"]*shown-in=BRL)"[^>]*>([^<]*)<\/a>/.exec(rates)!;
    expect([link, words]).toEqual(['/admin/orders/flights?shown-in=BRL', 'Flights 3']);
    const list = await read(link!, finance);
    expect(rowsOf(list)).toEqual([late, held, ticketed].map((order) => order.reference));
    expect(list).toContain('Remove Shown in BRL');
    expect(rowsOf(await read(`${link}&queue=hold-expiring&sort=-limit`))).toEqual([held, late].map((order) => order.reference));
    expect(rowsOf(await read('/admin/orders/flights?shown-in=SAR'))).toEqual([]);
    expect(await inPages({ 'shown-in': 'BRL' }, 1)).toEqual([late, held, ticketed].map(({ id }) => id));
    const file = await app.send('/admin/orders/flights/export?shown-in=BRL', { cookie: finance, form: {} });
    expect((await file.text()).trim().split('\r\n')).toHaveLength(4);
  });

  /** The ids of a view, read in pages of so many. */
  const inPages = async (asked: Record<string, string>, most: number) => {
    const view = readDeskView(new URLSearchParams(asked));
    const seen: string[] = [];
    for (let page = view; ;) {
      const { rows, next } = await findFlightOrdersAsStaff(platform.db, platform.crypto, page, { now: platform.clock.now(), most });
      seen.push(...rows.map(({ id }) => id));
      if (!next) return seen;
      page = readDeskView(new URLSearchParams(deskAddress({ ...view, after: next })));
    }
  };

  it.each(['limit', '-limit', 'departs', '-departs', '-created', 'total'])('pages by %s go on where the last one ended', async (sort) => {
    const whole = await inPages({ sort }, 50);
    expect(whole.length).toBeGreaterThan(3);
    for (const most of [1, 3]) expect(await inPages({ sort }, most)).toEqual(whole);
  });

  /** Gives the first traveller of each of these orders this surname while something is asked. */
  const called = async (surname: string, ids: readonly string[] | null, ask: () => Promise<void>) => {
    const first = and(eq(orderTravellers.position, 0), ids ? inArray(orderTravellers.orderId, [...ids]) : undefined);
    const kept = await platform.db.select().from(orderTravellers).where(first);
    await platform.db
      .update(orderTravellers)
      .set({ surnameIndex: surnameIndexOf(platform.crypto, surname) })
      .where(first);
    try {
      await ask();
    } finally {
      for (const { orderId, surnameIndex } of kept)
        await platform.db
          .update(orderTravellers)
          .set({ surnameIndex })
          .where(and(eq(orderTravellers.orderId, orderId), eq(orderTravellers.position, 0)));
    }
  };
  const unkept = async () =>
    brokenLines(await askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I35'])).filter((line) =>
      line.includes('surname'),
    );

  it.each(deskSorts.flatMap((sort) => [sort, `-${sort}`]))(
    'orders of a common name by %s stand as in the whole list, page by page, and narrowed as it is',
    async (sort) => {
      await called('Common', null, async () => {
        const whole = await inPages({ sort }, 50);
        for (const most of [1, 3, 50]) expect(await inPages({ sort, find: 'Common' }, most)).toEqual(whole);
        const filters: Record<string, string>[] = [
          { state: 'held' },
          { from: 'DXB', to: 'LHR' },
          { airline: 'PR' },
          { paid: 'unpaid', owner: 'nobody' },
        ];
        for (const narrowed of filters)
          expect(await inPages({ sort, ...narrowed, find: 'Common' }, 1)).toEqual(await inPages({ sort, ...narrowed }, 50));
        expect(await unkept()).toEqual([]);
      });
    },
  );

  it('an order is found once by two of its surnames, and counted once', async () => {
    await called('Villanueva Santos', [ticketed.id], async () => {
      const view = readDeskView(new URLSearchParams({ find: 'Lito Villanueva Santos' }));
      await platform.db
        .update(orderTravellers)
        .set({ surnameIndex: surnameIndexOf(platform.crypto, 'Santos') })
        .where(and(eq(orderTravellers.orderId, ticketed.id), eq(orderTravellers.position, 1)));
      const found = await findFlightOrdersAsStaff(platform.db, platform.crypto, view, { now: platform.clock.now() });
      expect([found.rows.map(({ id }) => id), found.matching]).toEqual([[ticketed.id], { count: 1, more: false }]);
    });
    await platform.db
      .update(orderTravellers)
      .set({ surnameIndex: surnameIndexOf(platform.crypto, 'Villanueva') })
      .where(and(eq(orderTravellers.orderId, ticketed.id), eq(orderTravellers.position, 1)));
  });

  it('finds nobody by a surname they have no more, and everybody by the one they have', async () => {
    const found = (find: string) => inPages({ find }, 50);
    await called('Renamed', [late.id, ticketed.id], async () => {
      expect(await found('Renamed')).toEqual([late.id, ticketed.id]);
      expect(await found('Siddiqui')).toEqual([]);
      // The other traveller of that order is called so still.
      expect(await found('Villanueva')).toEqual([ticketed.id]);
      expect(await unkept()).toEqual([]);
    });
    expect([await found('Renamed'), await found('Siddiqui')]).toEqual([[], [late.id]]);
    // As it is written when who travels is written anew.
    const people = await platform.db.delete(orderTravellers).where(eq(orderTravellers.orderId, late.id)).returning();
    expect([await found('Siddiqui'), await unkept()]).toEqual([[], []]);
    await platform.db.insert(orderTravellers).values(people);
    expect([await found('Siddiqui'), await unkept()]).toEqual([[late.id], []]);
  });

  it('a limit, a departure and a total that change are sorted by anew among the orders of a name', async () => {
    await called('Moving', [held.id, late.id], async () => {
      const found = (sort: string) => inPages({ sort, find: 'Moving' }, 1);
      const moved = async (hours: number, more: number) => {
        await platform.db.execute(
          sql`update orders set held_until = held_until + ${hours} * interval '1 hour', total = total + ${more}, version = version + 1 where id = ${late.id}`,
        );
        await platform.db.execute(
          sql`update flight_orders set departs_at = departs_at + ${hours} * interval '1 hour' where order_id = ${late.id}`,
        );
      };
      expect(await found('limit')).toEqual([late.id, held.id]);
      await moved(5, 100);
      try {
        for (const sort of ['limit', 'departs', 'total']) expect(await found(sort)).toEqual([held.id, late.id]);
        expect(await unkept()).toEqual([]);
      } finally {
        await moved(-5, -100);
      }
      expect([await found('limit'), await unkept()]).toEqual([[late.id, held.id], []]);
    });
  });

  it.each(['departs', '-departs'])('orders of a few states by %s are those of the whole list, in its order, page by page', async (sort) => {
    const leave = (id: string, hours: number) =>
      platform.db.execute(sql`update flight_orders set departs_at = departs_at + ${hours} * interval '1 hour' where order_id = ${id}`);
    const ofQueues = async (queue: 'hold-expiring' | 'failed-stuck') => {
      const whole = await findFlightOrdersAsStaff(platform.db, platform.crypto, readDeskView(new URLSearchParams({ sort })), {
        now: platform.clock.now(),
      });
      const among: readonly string[] = deskQueues[queue];
      const wanted = whole.rows.filter(({ status }) => among.includes(status)).map(({ id }) => id);
      for (const most of [1, 2, 50]) expect(await inPages({ sort, queue }, most)).toEqual(wanted);
      return wanted;
    };
    const turned = (ids: readonly string[]) => (sort === 'departs' ? ids : ids.toReversed());
    await leave(late.id, 3);
    try {
      expect(await ofQueues('hold-expiring')).toEqual(turned([held.id, late.id]));
      expect(await ofQueues('failed-stuck')).toEqual([failed.id]);
      await leave(held.id, 5);
      expect(await ofQueues('hold-expiring')).toEqual(turned([late.id, held.id]));
      // A state and an airline are asked of each order.
      expect(await inPages({ sort, queue: 'hold-expiring', airline: 'PR' }, 50)).toEqual([]);
    } finally {
      await leave(late.id, -3);
      await leave(held.id, -5);
    }
  });

  it('the database keeps every state beside the departure but those that the list takes for common', async () => {
    const undone = new Error('undone');
    const kept: string[] = [];
    const trying = transact(platform.db, async (tx) => {
      for (const state of flightOrderStates) {
        await tx.execute(sql`
          insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
            travel_starts, travel_ends, created_at, changed_at)
          values (${`in-${state}`}, ${`in-${state}`}, 'flight', ${state}, '', '', '', 'en', 'AED', 100, 'guest', '', now(), now(), now(), now())`);
        await tx.execute(sql`
          insert into flight_orders (order_id, origin, destination, departs_on, departs_at, airline, supplier, seats, passengers, choices)
          values (${`in-${state}`}, 'DXB', 'LHR', '2027-01-20', now(), 'EK', 'house', 1, '[]', '{}')`);
      }
      const { rows } = (await tx.execute(sql`
        select rare_state as state from flight_orders where order_id like 'in-%' and rare_state is not null`)) as unknown as {
        rows: { state: string }[];
      };
      kept.push(...rows.map(({ state }) => state));
      throw undone;
    });
    await expect(trying).rejects.toBe(undone);
    expect(new Set(kept)).toEqual(new Set(flightOrderStates.filter((state) => !commonStates.includes(state))));
  });

  it('nobody is found by the surname of a person who was erased', async () => {
    const order = await place({ status: 'expired', people: [['NADIA', 'FORGOTTEN']], email: 'nadia@traveller.example' });
    expect(await inPages({ find: 'Forgotten' }, 50)).toEqual([order.id]);
    const mine = { userId: null, emails: ['nadia@traveller.example'] };
    expect((await erasePerson(platform, personalData, mine, { actor: 'system' })).ok).toBe(true);
    expect([await inPages({ find: 'Forgotten' }, 50), await inPages({ find: order.reference }, 50)]).toEqual([[], [order.id]]);
    const { rows } = (await platform.db.execute(sql`select from flight_surnames where order_id = ${order.id}`)) as unknown as {
      rows: unknown[];
    };
    expect([rows, await unkept()]).toEqual([[], []]);
  });

  it.each(['created', '-created', 'departs', 'limit'])('pages of one state of money by %s go on where the last one ended', async (sort) => {
    for (const { id } of [ticketed, failed])
      await platform.db.execute(sql`update order_money_states set state = 'part-refunded' where order_id = ${id}`);
    try {
      const view = readDeskView(new URLSearchParams({ sort, paid: 'part-refunded' }));
      const ask = { now: platform.clock.now(), most: 1 };
      const first = await findFlightOrdersAsStaff(platform.db, platform.crypto, view, ask);
      const second = await findFlightOrdersAsStaff(platform.db, platform.crypto, { ...view, after: first.next }, ask);
      expect(new Set([...first.rows, ...second.rows].map(({ id }) => id))).toEqual(new Set([ticketed.id, failed.id]));
      expect(second.next).toBeNull();
    } finally {
      await platform.db.execute(sql`update order_money_states set state = 'unpaid'`);
    }
  });

  it('tells what went back whole from what went back in part, in its filter and in its table', async () => {
    const [whole, part] = [await place({ status: 'refunded' }), await place({ status: 'refunded' })];
    const money = (id: string, state: string) =>
      platform.db.execute(sql`update order_money_states set state = ${state} where order_id = ${id}`);
    await money(whole.id, 'refunded');
    await money(part.id, 'part-refunded');
    // A part of what is still flown went back as well: its order is not over.
    await money(ticketed.id, 'part-refunded');
    const listed = async (query: string) => rowsOf(await read(`/admin/orders/flights?queue=all&${query}`)).toSorted();
    const exported = async (query: string) => {
      const answer = await app.send(`/admin/orders/flights/export?queue=all&${query}`, { cookie: finance, form: {} });
      const lines = (await answer.text()).trim().split('\r\n').slice(1);
      return lines.map((line) => line.split(',').slice(1, 3)).toSorted();
    };
    try {
      expect(await listed('state=refunded_part')).toEqual([part.reference]);
      expect(await listed('state=refunded')).toEqual([whole.reference]);
      expect(await listed('state=refunded&state=refunded_part')).toEqual([whole.reference, part.reference].toSorted());
      expect(await listed('state=ticketed&state=refunded_part')).toEqual([ticketed.reference, part.reference].toSorted());
      expect(await exported('state=refunded_part')).toEqual([[part.reference, 'refunded_part']]);
      expect(await exported('state=refunded')).toEqual([[whole.reference, 'refunded']]);
      expect(await exported('state=ticketed')).toEqual([[ticketed.reference, 'ticketed']]);
    } finally {
      await platform.db.execute(sql`update order_money_states set state = 'unpaid'`);
    }
  });

  it.each(['limit', 'departs', 'total'])('answers a page by %s after a place that cannot be', async (sort) => {
    expect((await app.send(`/admin/orders/flights?sort=${sort}&after=999999999999999_x`, { cookie: clerk })).status).toBe(200);
    expect((await app.send(`/admin/orders/flights?sort=${sort}&after=none-999999999999999_x`, { cookie: clerk })).status).toBe(200);
  });

  it('finds an order by its reference however it is typed, and by its locator', async () => {
    const typed = held.reference.toLowerCase().replace('-', ' ');
    expect(rowsOf(await read(`/admin/orders/flights?find=${encodeURIComponent(typed)}`))).toEqual([held.reference]);
    expect(rowsOf(await read('/admin/orders/flights?find=sc0001'))).toEqual([failed.reference]);
  });

  it('says what to do when nothing matches', async () => {
    expect(await read('/admin/orders/flights?airline=ZZ')).toContain('No order matches');
  });

  it('does not open for a role without the permission', async () => {
    const answer = await app.send('/admin/orders/flights', { cookie: visas });
    expect(answer.headers.get('location')).toContain('/admin/unauthorized?from=');
  });

  it('exports what is filtered, writes it into the audit, and never a formula', async () => {
    await place({ status: 'expired', people: [['=HYPERLINK("http://evil.example")', 'DDE']] });
    const answer = await app.send('/admin/orders/flights/export?state=expired&find=DDE', { cookie: finance, form: {} });
    const lines = (await answer.text()).trim().split('\r\n');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"") DDE"`);
    expect((await auditsOf('flight-orders.exported')).at(-1)).toMatchObject({ detail: { rows: 1, searched: true } });
    expect((await app.send('/admin/orders/flights/export', { cookie: clerk, form: {} })).headers.get('location')).toContain(
      '/admin/unauthorized',
    );
    expect((await app.send('/admin/orders/flights/export', { cookie: finance })).status).toBe(405);
  });
});

describe('the record of a flight order', () => {
  const at = (order: { reference: string }) => `/admin/orders/flights/${order.reference}`;

  it('masks personal data until it is asked for, and writes the asking down', async () => {
    const page = await read(at(held));
    expect(page).toContain('HADDAD / LAYLA');
    expect(page).not.toContain('P8842913');
    expect(page).not.toContain('layla@traveller.example');
    expect(page).not.toContain('971501234567');
    for (const reason of ['', 'curious']) {
      const asked = await app.send(at(held), { cookie: clerk, form: { intent: 'reveal', reason } });
      expect(asked.status).toBe(400);
      const page = await asked.text();
      expect(page).toContain('Say why you need it.');
      expect(page).not.toContain('P8842913');
    }
    expect(await auditsOf('order.people-revealed')).toEqual([]);
    const shown = await (await app.send(at(held), { cookie: clerk, form: { intent: 'reveal', reason: 'call-back' } })).text();
    expect(shown).toContain('P8842913');
    expect(shown).toContain('layla@traveller.example');
    expect((await auditsOf('order.people-revealed')).map((row) => [row['subject'], row['reason']])).toEqual([
      [`orders:${held.id}`, 'call-back'],
    ]);
    const refused = await app.send(at(held), { cookie: auditor, form: { intent: 'reveal', reason: 'call-back' } });
    expect(refused.headers.get('location')).toContain('/admin/unauthorized');
    expect(await auditsOf('order.people-revealed')).toHaveLength(1);
  });

  it('tells in its timeline what colleagues wrote, alone when that is asked for', async () => {
    const form = { intent: 'note', words: 'Call back at 11:50, Aisha', key: 'a-key-of-the-note-box' };
    await app.send(`/admin/records/flight/${held.reference}`, { cookie: clerk, form });
    const lineOf = async (show: string) =>
      (await read(`${at(held)}?timeline=${show}`)).split('aria-labelledby="timeline"')[1]!.split('</section>')[0]!;
    expect(await lineOf('note')).toContain('Call back at 11:50, Aisha');
    expect(await lineOf('money')).not.toContain('Call back at 11:50, Aisha');
  });

  it('says why an action is locked', async () => {
    expect(await read(at(held))).toContain('Not paid yet.');
    expect(await read(at(ticketed))).toContain('The tickets are issued.');
    // The airline would wait for days; the money goes back two hours after the failure.
    const waits = (days: number) =>
      platform.db.execute(
        sql`update flight_contracts set ticket_by = ticket_by + make_interval(days => ${days}) where order_id = ${failed.id}`,
      );
    await waits(3);
    const shown = /Given back from<\/dt><dd>[\s\S]{0,120}?2 h 0 m/.test(await read(at(failed)));
    await waits(-3);
    expect(shown).toBe(true);
    expect(await read(at(failed), auditor)).toContain('Needs the right “Work on flight orders”');
  });

  it('refuses an action whose permission is missing, whatever the form says', async () => {
    const key = 'a-key-that-somebody-made-up-ticket';
    const answer = await app.send(at(failed), { cookie: auditor, form: { intent: 'ticket', key } });
    expect(answer.headers.get('location')).toContain('refused=permission');
    expect(await statusOf(failed.id)).toBe('ticketing_failed');
    const held2 = await app.send(at(held), { cookie: clerk, form: { intent: 'ticket', key: `${key}-2` } });
    expect(held2.headers.get('location')).toContain('refused=not-paid');
    expect(supplier.calls).not.toContain('ticket');
  });

  it('asks for a reason before money goes back', async () => {
    const key = keyIn(await read(at(failed)), 'give-up');
    const answer = await app.send(at(failed), { cookie: clerk, form: { intent: 'give-up', key, reason: ' ' } });
    expect(answer.headers.get('location')).toContain('refused=reason-missing');
    expect(await statusOf(failed.id)).toBe('ticketing_failed');
  });

  it('issues the tickets that the automatic path did not, once for a form sent twice', async () => {
    const key = keyIn(await read(at(failed)), 'ticket');
    expect(key).not.toBe('');
    const press = () => app.send(at(failed), { cookie: clerk, form: { intent: 'ticket', key } });
    const answers = [await press(), await press()];
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([`${at(failed)}?did=ticket`, `${at(failed)}?did=ticket`]);
    expect(await statusOf(failed.id)).toBe('ticketed');
    expect(supplier.calls.filter((call) => call === 'ticket')).toHaveLength(1);
    const page = await read(`${at(failed)}?did=ticket`);
    expect(page).toContain('Tickets issued.');
    expect(page).toMatch(/\b\d{3}-?\d{10}\b/);
    expect(page).toContain('Tax invoice');
    expect(page).toContain('Basil Qasim');
  });

  it('answers an order that does not exist with 404', async () => {
    expect((await app.send('/admin/orders/flights/AAAAA-AAAAA', { cookie: clerk })).status).toBe(404);
  });
});

describe('what a traveller asked of the airline', () => {
  const path = `/admin/orders/flights/${ticketed.reference}`;
  const row = async () =>
    (await findRequests(platform.db, ticketed.id)).find((request) => request.code === 'WCHR' && request.traveller === 1)!.status;

  it('stands on the record, and a clerk passes on what the airline says; who only reads may not', async () => {
    const [person] = aParty({ adults: 1, children: 0, infants: 0 });
    const people = [person!, { ...person!, assistance: ['WCHR' as const] }];
    const meals = [{ contract: 0, flight: 'EK1', traveller: 1, code: 'VGML' }];
    await platform.db.transaction((tx) => insertRequests(tx, ticketed.id, 1, people, meals));
    const html = await read(path);
    expect(html).toContain('WCHR');
    expect(await read(path, auditor)).not.toContain('answer-request');
    const form = (key: string, answer: string) => ({ intent: 'answer-request', request: '0.1.assistance.WCHR', key, answer });
    const key = /name="key" value="([\w-]+-1-0-WCHR)"/.exec(html)![1]!;
    const refused = await app.send(path, { cookie: auditor, form: form('auditor-key-000000001', 'confirmed') });
    expect(refused.headers.get('location') ?? '').not.toContain('did=');
    expect(await row()).toBe('requested');
    const done = await app.send(path, { cookie: clerk, form: form(key, 'confirmed') });
    expect(done.headers.get('location')).toContain('did=answer-request');
    expect(await row()).toBe('confirmed');
    expect(await auditsOf('order.request-confirmed')).toMatchObject([{ subject: `orders:${ticketed.id}` }]);
    const ofMeal = /name="key" value="([\w-]+-1-0-VGML-EK1)"/.exec(html)![1]!;
    const meal = { intent: 'answer-request', request: '0.1.meal.VGML.EK1', key: ofMeal, answer: 'confirmed' };
    expect((await app.send(path, { cookie: clerk, form: meal })).headers.get('location')).toContain('did=answer-request');
    expect((await findRequests(platform.db, ticketed.id)).find(({ kind }) => kind === 'meal')).toMatchObject({ status: 'confirmed' });
    const nonsense = await app.send(path, { cookie: clerk, form: form('another-key-000000001', 'perhaps') });
    expect(nonsense.status).toBe(400);
  });
});

describe('a price explained', () => {
  const explain = (of: string) => read(`/admin/supply/flights/markup-management?explain=${encodeURIComponent(of)}`, finance);

  it('names the rule, its version and its sum for an order, whoever may not open the order itself', async () => {
    const html = await explain(held.reference.toLowerCase());
    expect(html).toContain('Opening markup');
    expect(html).toContain('Version 1');
    expect(html).toMatch(/ % of .*=/);
  });

  it('asks the source for an offer now, and says when nobody offers it', async () => {
    expect(await explain(london.id)).toContain('Offer, in its cheapest fare family');
    expect(await explain('AAAAA-AAAAA')).toContain('No order has this reference');
    expect(await explain('h1.nothing')).toContain('No order has this reference');
  });
});

describe('the limit that is kept beside each order', () => {
  it('is the one that its facts give, whatever became of the orders above', async () => {
    expect(await limitsNotKept(platform.db)).toEqual([]);
  });

  it('is kept by the database itself: without its trigger it would be wrong', async () => {
    const [before] = await platform.db.select({ until: orders.heldUntil }).from(orders).where(eq(orders.id, held.id));
    const later = new Date(before!.until!.getTime() + 60_000);
    const change = (kept: boolean) =>
      platform.db
        .transaction(async (tx) => {
          if (!kept) await tx.execute(sql`alter table orders disable trigger orders_keep_flight_limit`);
          await tx.update(orders).set({ heldUntil: later }).where(eq(orders.id, held.id));
          const wrong = await limitsNotKept(tx);
          throw new Undone(wrong);
        })
        .catch((fault: unknown) => (fault as Undone).wrong);
    expect(await change(true)).toEqual([]);
    expect(await change(false)).toEqual([held.reference]);
  });
});

/** Takes a transaction back, with what it saw. */
class Undone extends Error {
  readonly wrong: readonly string[];
  constructor(wrong: readonly string[]) {
    super('undone');
    this.wrong = wrong;
  }
}
