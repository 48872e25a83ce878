import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { findAccountByEmail, findSessions, insertAccount } from '#app/platform/account-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { insertInquiry } from '../../inquiries/inquiries-store.server.ts';
import { nothingTold } from '../../inquiries/inquiry-needs.ts';
import { deskRecord } from '../../record-notes/record-kinds.ts';
import { findFiles, findNotes } from '../../record-notes/record-notes-store.server.ts';
import { keepFile } from '../../record-notes/keep-file.server.ts';
import { writeNote } from '../../record-notes/write-note.server.ts';
import { emailIndexOf } from '../../orders/orders-store.server.ts';
import { insertTicket } from '../../tickets/tickets-store.server.ts';
import { openBrowser } from '../auth-testing.ts';
import { countCustomers, cursorOf, findCustomerRows } from '../staff/customer-desk-store.server.ts';
import { customerAddress, customerQueues, customerSorts, readCustomerView, type CustomerView } from '../staff/customer-list-view.ts';
import { mergeCustomers, undoMerge } from '../staff/merge-customers.server.ts';
import { openCustomer } from '../staff/open-customer.server.ts';
import { blockCustomer, describeCustomer, revealField, unblockCustomer } from '../staff/work-on-customer.server.ts';
import { isBlocked } from './customer-blocks-store.server.ts';
import { maskedEmail, maskedPhone, phoneKey, wordsOfName } from './customer-rules.ts';
import { keepUpCustomers } from './keep-up-customers.server.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;

const clerk = async (email: string, role: StaffRole): Promise<Viewer & { readonly kind: 'staff' }> => {
  const account = (await findAccountByEmail(db, email))!;
  const user = { ...account, fullName: account.name, createdAt: new Date(clock.now()).toISOString() };
  return { kind: 'staff', user, staff: { userId: account.id, displayName: account.name, roles: [role] } };
};
const support = await clerk('support@rihla.example', 'support_agent');
const traveller = (await findAccountByEmail(db, 'traveller@rihla.example'))!;
const visas = await clerk('visas@rihla.example', 'visa_officer');

const recordOf = (id: string) => deskRecord('customer', { id, handle: id });
const noteOn = (id: string, words: string, told: readonly string[] = []) =>
  writeNote(platform, support, recordOf(id), { words, told, requestId: 'r' });
const notesOf = async (id: string) => (await findNotes(db, crypto, recordOf(id))).map(({ words }) => words);

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let number = 0;
/** Somebody without an account writes to us. */
async function guestAsks(name: string, email: string, phone: string | null): Promise<void> {
  const now = new Date(clock.now());
  const [id, reference] = [`guest-${++number}`, `GUEST-0000${number}`];
  await transact(db, (tx) =>
    insertInquiry(tx, crypto, {
      id,
      reference,
      kind: 'other',
      language: 'en',
      contact: { name, email, phone },
      message: 'Hello',
      visa: nothingTold,
      aboutId: null,
      aboutTitle: null,
      startsOn: null,
      endsOn: null,
      adults: null,
      children: null,
      budgetAmount: null,
      budgetCurrency: null,
      fromPlace: null,
      toPlace: null,
      orderReference: null,
      userId: null,
      suspect: false,
      source: 'form',
      answerBy: now,
      createdAt: now,
    }),
  );
  await keepUpCustomers(platform);
}
const find = (words: string) => findCustomerRows(db, crypto, readCustomerView(new URLSearchParams({ find: words })), 10);
const one = async (words: string) => {
  const [row] = await find(words);
  return (await openCustomer(platform, support, row!.id, 'all', 'en'))!;
};

describe('masks', () => {
  it('leave enough to tell two people apart and no more', () => {
    expect(maskedEmail('layla@example.com')).toBe('l…@example.com');
    expect(maskedPhone('+971501234567')).toBe('+971 ••••• 67');
    expect(maskedPhone('12345')).toBe('•••••');
  });

  it('compare numbers and names as people write them', () => {
    expect(phoneKey('00971 50-123 4567')).toBe(phoneKey('+971501234567'));
    expect(wordsOfName('Layla  AL-Haddad, L.')).toEqual(['layla', 'al', 'haddad']);
  });
});

describe('whom the house knows', () => {
  it('knows every account that is no colleague, and no colleague', async () => {
    await keepUpCustomers(platform);
    expect(await find('Haddad')).toMatchObject([{ name: 'Layla Haddad', hasAccount: true }]);
    expect(await find('support@rihla.example')).toEqual([]);
  });

  it('makes one customer of a guest who writes twice, found by a word of the name, the address and the telephone', async () => {
    await guestAsks('Amal Nasser', 'amal@example.com', '+971501112223');
    await guestAsks('Amal Nasser', 'AMAL@example.com ', '+971501112223');
    for (const words of ['nasser', 'amal@example.com', '0501112223', '+971 50 111 2223']) {
      expect((await find(words)).map(({ email }) => email)).toEqual(['amal@example.com']);
    }
    expect(await find('nass')).toEqual([]);
    expect(await one('nasser')).toMatchObject({ country: 'United Arab Emirates', hasAccount: false });
  });

  it('is not kept from one by many that cannot be read', async () => {
    const unreadable = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    for (const word of unreadable) await guestAsks(`Guest ${word}`, `${word}@unreadable.example`, null);
    await db.execute(sql`update inquiries set contact = 'x' where id in (
      select id from inquiries order by created_at desc, id desc limit ${unreadable.length})`);
    await db.execute(sql`delete from customer_changes`);
    await db.execute(sql`insert into customer_changes (kind, ref) select 'inquiry', id from inquiries where contact = 'x'`);
    await db.execute(sql`insert into customer_changes (kind, ref) select 'account', id from users where email = 'traveller@rihla.example'`);
    const left = async () => {
      const { rows } = (await db.execute(sql`select kind from customer_changes order by id`)) as unknown as { rows: { kind: string }[] };
      return rows.map(({ kind }) => kind);
    };
    // A page tries as many as it may do, and leaves the rest to the sweep.
    await keepUpCustomers(platform, 2);
    expect(await left()).toEqual([...unreadable.map(() => 'inquiry'), 'account']);
    await keepUpCustomers(platform, 2, 40);
    expect(await left()).toEqual(unreadable.map(() => 'inquiry'));
    await db.execute(sql`delete from customer_changes`);
  });

  it('gives a guest to the account that proves the address, with what colleagues wrote', async () => {
    await guestAsks('Bilal Aziz', 'bilal@example.com', null);
    const guest = await one('bilal');
    await noteOn(guest.id, 'Prefers mornings', [visas.user.id]);
    await transact(db, (tx) =>
      insertAccount(
        tx,
        { email: 'bilal@example.com', name: 'Bilal Aziz', firstName: null, lastName: null, phone: null },
        new Date(clock.now()),
      ),
    );
    await keepUpCustomers(platform);
    const rows = await find('bilal@example.com');
    expect(rows).toMatchObject([{ hasAccount: true }]);
    const account = (await openCustomer(platform, support, rows[0]!.id, 'all', 'en'))!;
    expect(account.id).not.toBe(guest.id);
    expect(await notesOf(account.id)).toEqual(['Prefers mornings']);
    expect((await openCustomer(platform, support, guest.id, 'all', 'en'))!.mergedInto).toBe(account.id);
    const told = (await listOpenStaffTasks(db, 50)).filter(({ kind }) => kind === 'record-mention');
    expect(told).toMatchObject([{ claimedBy: `staff:${visas.user.id}` }]);
  });

  it('is narrowed by open orders, by the letter that they agreed to and by the days of the last contact', async () => {
    const named = ['Narrow One', 'Narrow Two'];
    for (const name of named) await guestAsks(name, `${name.replace(' ', '')}@example.com`, null);
    const index = emailIndexOf(crypto, 'NarrowOne@example.com');
    const rowsBy = async (asked: Record<string, string>) =>
      (await findCustomerRows(db, crypto, readCustomerView(new URLSearchParams({ find: 'narrow', ...asked })), 10))
        .map(({ name }) => name)
        .toSorted();
    expect(await rowsBy({})).toEqual(named);
    expect(await rowsBy({ orders: 'yes' })).toEqual([]);
    const at = new Date(clock.now()).toISOString();
    await db.execute(sql`
      insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
        values ('narrow', 'NARRO-00000', 'holiday', 'confirmed', 'narrow', '', ${index}, 'en', 'AED', 100, 'guest', '', ${at}, ${at}, ${at}, ${at})`);
    expect([await rowsBy({ orders: 'yes' }), await rowsBy({ orders: 'no' })]).toEqual([['Narrow One'], ['Narrow Two']]);
    await db.execute(sql`update orders set user_id = ${traveller.id} where id = 'narrow'`);
    // The same address, but the order is of an account: it is that account's customer who has it.
    expect(await rowsBy({ orders: 'yes' })).toEqual([]);
    expect((await rowsBy({ find: 'haddad', orders: 'yes' })).length).toBe(1);
    await transact(db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update orders set status = 'cancelled' where id = 'narrow'`);
      await tx.execute(sql`insert into newsletter_readers (id, email, email_index, customer_index, status, language, asked_at, changed_at)
        values ('one', '', 'one', ${index}, 'reading', 'en', ${at}, ${at}), ('two', '', 'two', ${emailIndexOf(crypto, 'NarrowTwo@example.com')}, 'left', 'en', ${at}, ${at})`);
    });
    expect(await rowsBy({ find: 'haddad', orders: 'yes' })).toEqual([]);
    expect([await rowsBy({ letter: 'yes' }), await rowsBy({ letter: 'no' })]).toEqual([['Narrow One'], ['Narrow Two']]);
    // Another address of theirs counts as well.
    const [two] = await findCustomerRows(db, crypto, readCustomerView(new URLSearchParams({ find: 'Narrow Two' })), 1);
    await db.execute(sql`insert into customer_keys (kind, key, customer_id, mail) values ('mail', 'narrow-two-also', ${two!.id}, '')`);
    await db.execute(sql`insert into newsletter_readers (id, email, email_index, customer_index, status, language, asked_at, changed_at)
      values ('also', '', 'also', 'narrow-two-also', 'reading', 'en', ${at}, ${at})`);
    expect([await rowsBy({ letter: 'yes' }), await rowsBy({ letter: 'no' })]).toEqual([named, []]);
    await db.execute(sql`delete from customer_keys where key = 'narrow-two-also'`);
    expect([await rowsBy({ letter: 'yes' }), await rowsBy({ letter: 'no' })]).toEqual([['Narrow One'], ['Narrow Two']]);
    const today = at.slice(0, 10);
    expect(await rowsBy({ from: today, until: today })).toEqual(named);
    expect(await rowsBy({ until: '2020-01-01' })).toEqual([]);
    expect(await rowsBy({ from: '2199-12-31' })).toEqual([]);
    const address = '?orders=no&letter=yes&from=2026-11-01&until=2026-11-30';
    expect(customerAddress(readCustomerView(new URLSearchParams(address)))).toBe(address);
    expect(customerAddress(readCustomerView(new URLSearchParams('orders=maybe&letter=1&from=2026-02-31&until=0001-01-01')))).toBe('');
    await db.execute(sql`delete from newsletter_readers where id in ('one', 'two', 'also')`);
    await db.execute(sql`update orders set user_id = null where id = 'narrow'`);
  });

  it('lists those with a tag as the whole list has them, by every sort, page by page, and counts each tab', async () => {
    for (const name of ['Tag One', 'Tag Two', 'Tag Three']) await guestAsks(name, `${name.replace(' ', '')}@example.com`, null);
    await db.execute(sql`
      update customers set tags = array['press'], orders = 10 - length(email_index) % 3, lifetime = 1000 + length(name), balance = 7
      where id in (${sql.join(
        (await Promise.all(['One', 'Two', 'Three'].map(find))).map(([row]) => sql`${row!.id}`),
        sql`, `,
      )})`);
    const view = (asked: Record<string, string>) => readCustomerView(new URLSearchParams(asked));
    const idsOf = async (asked: Record<string, string>, most = 500) => {
      const ids: string[] = [];
      for (let page: CustomerView = view(asked); ;) {
        const rows = await findCustomerRows(db, crypto, page, most);
        ids.push(...rows.map(({ id }) => id));
        if (rows.length < most) return ids;
        page = { ...page, after: cursorOf(page, rows.at(-1)!) };
      }
    };
    try {
      const whole = await findCustomerRows(db, crypto, view({}), 500);
      const tagged = new Set(whole.filter(({ tags }) => tags.includes('press')).map(({ id }) => id));
      expect(tagged.size).toBe(3);
      for (const sort of customerSorts.flatMap((one) => [one, `-${one}`])) {
        const wanted = (await idsOf({ sort })).filter((id) => tagged.has(id));
        for (const most of [1, 2, 500]) expect(await idsOf({ sort, tag: 'press' }, most)).toEqual(wanted);
        expect(await idsOf({ sort, tag: 'press', queue: 'guests' }, 2)).toEqual(wanted);
      }
      // A place in the list that no customer can have is past all of them.
      for (const sort of ['orders', 'lifetime', 'balance']) expect(await idsOf({ sort, after: '999999999999999~x' })).toEqual([]);
      const nobody: Record<string, string>[] = [
        { tag: 'corporate' },
        { tag: 'press', queue: 'accounts' },
        { tag: 'press', find: 'Haddad' },
      ];
      for (const none of nobody) expect(await idsOf(none)).toEqual([]);
      expect(await idsOf({ tag: 'press', find: 'Two' })).toHaveLength(1);
      const counts = await countCustomers(db, clock.now());
      for (const queue of customerQueues) expect([queue, counts[queue]]).toEqual([queue, (await idsOf({ queue })).length]);
      expect(counts.owing).toBeGreaterThanOrEqual(3);
    } finally {
      await db.execute(sql`update customers set tags = '{}', orders = 0, lifetime = 0, balance = 0 where tags @> array['press']`);
    }
  });
});

describe('what else is with a customer', () => {
  const aTicket = (id: string, whose: { readonly userId: string | null; readonly email: string }) =>
    transact(db, (tx) =>
      insertTicket(tx, crypto, {
        id,
        reference: id.toUpperCase(),
        subject: 'A bag is missing',
        channel: 'mail',
        sourceTable: null,
        sourceId: null,
        contact: { name: 'Somebody', email: whose.email, phone: null },
        email: whose.email,
        words: 'Where is it?',
        actor: 'system',
        language: 'en',
        priority: 'normal',
        orderId: null,
        userId: whose.userId,
        assigneeId: null,
        firstDueAt: new Date(clock.now()),
        solveDueAt: new Date(clock.now()),
        createdAt: new Date(clock.now()),
      }),
    );
  const lines = ({ line }: Awaited<ReturnType<typeof one>>, what: string) => line.entries.filter((entry) => entry.what === what);

  it('tells the tickets of an account and of a guest in their lines, and leads there whoever may open tickets', async () => {
    await aTicket('case-layla', { userId: traveller.id, email: 'elsewhere@example.com' });
    await aTicket('case-amal', { userId: null, email: 'Amal@example.com' });
    await aTicket('case-other', { userId: null, email: 'other@example.com' });
    const layla = await one('haddad');
    expect(lines(layla, 'ticket')).toMatchObject([
      { show: 'words', values: { one: 'CASE-LAYLA', two: 'new' }, to: '/admin/tickets/CASE-LAYLA' },
    ]);
    expect(lines(await one('amal@example.com'), 'ticket').map(({ values }) => values['one'])).toEqual(['CASE-AMAL']);
    const finance = await clerk('finance@rihla.example', 'finance');
    const seen = (await openCustomer(platform, finance, layla.id, 'words', 'en'))!;
    expect(lines(seen, 'ticket').map(({ to }) => to)).toEqual([null]);
  });

  it('shows the store credit of their account, lot by lot, what of it can be spent, and each of its moves', async () => {
    expect((await one('haddad')).credit).toEqual({ balance: [], lots: [] });
    // How credit comes about is tested where it is given.
    await transact(db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into orders (id, reference, kind, status, version, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
        values ('credit-order', 'CRED1-ORDER', 'holiday', 'cancelled', 1, 'credit-order', '', 'x', 'en', 'AED', 100000, 'guest', '', now(), now(), now(), now())`);
      await tx.execute(sql`insert into credit_lots (id, user_id, order_id, points_transfer, part, currency, amount, remaining, ends_on, made_at) values
        ('lot-money', ${traveller.id}, 'credit-order', null, 'money', 'AED', 50000, 30000, '2027-05-01', now()),
        ('lot-bonus', ${traveller.id}, 'credit-order', null, 'bonus', 'AED', 5000, 5000, '2027-04-01', now()),
        ('lot-over', ${traveller.id}, null, 1, 'bonus', 'AED', 700, 700, '2026-01-01', now()),
        ('lot-used', ${traveller.id}, null, 2, 'bonus', 'AED', 900, 0, '2027-04-01', now()),
        ('lot-else', ${support.user.id}, null, 3, 'bonus', 'AED', 900, 900, '2027-04-01', now())`);
      await tx.execute(sql`insert into credit_moves (key, lot_id, kind, amount, at) values
        ('given', 'lot-money', 'given', 50000, '2026-11-20'), ('spent', 'lot-money', 'spent', -20000, '2026-11-21'),
        ('points', 'lot-used', 'given', 900, '2026-11-19'), ('else', 'lot-else', 'given', 900, '2026-11-19')`);
    });
    const layla = await one('haddad');
    expect(layla.credit.balance).toEqual([money(35_000, 'AED')]);
    expect(layla.credit.lots.map(({ id, order, state, left }) => [id, order, state, left.amount])).toEqual([
      ['lot-over', null, 'ended', 700],
      ['lot-bonus', 'CRED1-ORDER', 'open', 5_000],
      ['lot-money', 'CRED1-ORDER', 'open', 30_000],
    ]);
    expect(lines(layla, 'credit').map(({ values, amount, to }) => [values['two'], amount?.amount, to])).toEqual([
      ['spent', 20_000, '/admin/orders/CRED1-ORDER'],
      ['given', 50_000, '/admin/orders/CRED1-ORDER'],
      ['given', 900, null],
    ]);
    const app = await openTestApp(platform);
    const page = await (
      await app.send(`/admin/customers/${layla.id}`, { cookie: await app.signIn('support@rihla.example', demoPassword) })
    ).text();
    expect(page).toContain('Store credit spent on CRED1-ORDER');
    expect(page).toContain('Store credit for points');
  });
});

describe('work on a customer', () => {
  it('opens a field to one colleague for ten minutes, and says so in the audit', async () => {
    const { id, phone } = await one('nasser');
    expect(phone).toEqual({ shown: '+971 ••••• 23', until: null });
    expect(await revealField(platform, visas, { id, field: 'phone', reason: 'call-back' })).toMatchObject({ refused: 'permission' });
    expect((await revealField(platform, support, { id, field: 'phone', reason: 'call-back' })).ok).toBe(true);
    expect((await one('nasser')).phone!.shown).toBe('+971501112223');
    expect((await one('nasser')).email.shown).toBe('a…@example.com');
    expect((await openCustomer(platform, visas, id, 'all', 'en'))!.phone!.shown).toBe('+971 ••••• 23');
    clock.advance(10 * minuteMs + 1);
    expect((await one('nasser')).phone!.shown).toBe('+971 ••••• 23');
    const [said] = await listAuditOf(db, `customers:${id}`, 1);
    expect(said).toMatchObject({ action: 'customer.revealed', reason: 'call-back', detail: { field: 'phone' } });
  });

  it('refuses a change of what somebody else has changed in between', async () => {
    const { id, version } = await one('nasser');
    expect((await describeCustomer(platform, support, { id, version, tags: ['vip'], risk: 'watch' })).ok).toBe(true);
    expect(await describeCustomer(platform, support, { id, version, tags: [], risk: 'none' })).toMatchObject({
      refused: 'changed-meanwhile',
    });
    expect(await one('nasser')).toMatchObject({ tags: ['vip'], risk: 'watch' });
  });

  it('keeps what was chosen by whoever was overtaken, and shows beside it what the colleague wrote', async () => {
    const app = await openTestApp(platform);
    const { id, version } = await one('nasser');
    const path = `/admin/customers/${id}`;
    const cookieOf = (email: string) => app.signIn(email, demoPassword);
    const describes = async (email: string, at: number, tag: string, risk: string) => {
      const form = { act: 'describe', version: String(at), tag, risk };
      const answer = await app.send(path, { cookie: await cookieOf(email), form });
      return { status: answer.status, html: await answer.text() };
    };
    expect((await describes('admin@rihla.example', version, 'press', 'high')).status).toBe(303);
    const { status, html } = await describes('support@rihla.example', version, 'family', 'none');
    expect(status).toBe(422);
    expect(html.includes('Huda Mansour changed this while you were writing.')).toBe(true);
    const ticked = (tag: string) =>
      html
        .match(/<input[^>]*>/g)!
        .find((one) => one.includes(`value="${tag}"`))!
        .includes('checked');
    expect(['family', 'press', 'vip'].map(ticked)).toEqual([true, false, false]);
    expect(html.match(/It says now:<!-- --> <!-- -->(not ticked|ticked)/g)).toEqual([
      'It says now:<!-- --> <!-- -->not ticked',
      'It says now:<!-- --> <!-- -->ticked',
    ]);
    // Sent again from the page as it is now, it is written.
    const now = Number(/name="version" value="(\d+)"/.exec(html)![1]);
    expect((await describes('support@rihla.example', now, 'vip', 'watch')).status).toBe(303);
    expect(await one('nasser')).toMatchObject({ tags: ['vip'], risk: 'watch' });
    const blocks = { act: 'block', version: String(version), reason: 'abuse' };
    const late = await (await app.send(path, { cookie: await cookieOf('admin@rihla.example'), form: blocks })).text();
    expect(/<details open=""><summary>[^]*<option value="abuse" selected="">/.test(late)).toBe(true);
    expect((await one('nasser')).block).toBeNull();
  });

  it('merges two records of one person and takes it back exactly, within thirty days', async () => {
    await guestAsks('A. Nasser', 'amal.n@office.example', '+971501112223');
    const other = await one('amal.n@office.example');
    const tags = ['vip', 'family'] as const;
    await describeCustomer(platform, support, { id: other.id, version: other.version, tags, risk: 'high' });
    const [kept, gone] = [await one('amal@example.com'), await one('amal.n@office.example')];
    await noteOn(kept.id, 'Of the one who stays');
    await noteOn(gone.id, 'Of the one who goes');
    const file = await keepFile(platform, support, recordOf(gone.id), { name: 'id.png', content: pixel, requestId: 'r' });
    expect(file.ok).toBe(true);
    const filesOf = async (id: string) => (await findFiles(db, crypto, recordOf(id))).map(({ name }) => name);
    expect(kept.twins).toMatchObject([{ id: gone.id, why: 'same-phone' }]);
    const ask = { keptId: kept.id, keptVersion: kept.version, goneId: gone.id, goneVersion: gone.version, reason: 'same-phone' } as const;
    expect(await mergeCustomers(platform, visas, ask)).toMatchObject({ refused: 'permission' });
    expect((await mergeCustomers(platform, support, ask)).ok).toBe(true);
    expect(await mergeCustomers(platform, support, ask)).toMatchObject({ refused: 'gone' });
    expect((await find('amal.n@office.example')).map(({ id }) => id)).toEqual([kept.id]);
    const both = await one('amal@example.com');
    expect((await notesOf(kept.id)).toSorted()).toEqual(['Of the one who goes', 'Of the one who stays']);
    expect([await filesOf(kept.id), await filesOf(gone.id), await notesOf(gone.id)]).toEqual([['id.png'], [], []]);
    expect(both.line.entries.filter(({ what }) => what === 'inquiry')).toHaveLength(3);
    expect(both).toMatchObject({ tags: ['vip', 'family'], risk: 'high' });
    await describeCustomer(platform, support, { id: kept.id, version: both.version, tags: ['vip', 'family', 'press'], risk: 'high' });
    await blockCustomer(platform, support, { id: kept.id, version: both.version + 1, reason: 'abuse' });
    const undo = { id: kept.id, merge: both.merges[0]!.id };
    clock.advance(30 * dayMs - minuteMs);
    expect((await undoMerge(platform, support, undo)).ok).toBe(true);
    expect((await find('amal.n@office.example')).map(({ id }) => id)).toEqual([gone.id]);
    expect([await notesOf(kept.id), await notesOf(gone.id)]).toEqual([['Of the one who stays'], ['Of the one who goes']]);
    expect([await filesOf(kept.id), await filesOf(gone.id)]).toEqual([[], ['id.png']]);
    // What was put on since stays; shutting out was meant for both.
    for (const [mail, own] of [
      ['amal@example.com', ['vip', 'press']],
      ['amal.n@office.example', ['vip', 'family']],
    ] as const) {
      const parted = await one(mail);
      expect(parted).toMatchObject({ tags: own, block: { reason: 'abuse' } });
      await unblockCustomer(platform, support, { id: parted.id, version: parted.version });
    }
    expect((await one('amal.n@office.example')).line.entries.filter(({ what }) => what === 'inquiry')).toHaveLength(1);
    expect(await undoMerge(platform, support, undo)).toMatchObject({ refused: 'gone' });
    const again = [await one('amal@example.com'), await one('amal.n@office.example')] as const;
    await mergeCustomers(platform, support, { ...ask, keptVersion: again[0].version, goneVersion: again[1].version });
    clock.advance(30 * dayMs + 1);
    const late = { id: kept.id, merge: (await one('amal@example.com')).merges[0]!.id };
    expect(await undoMerge(platform, support, late)).toMatchObject({ refused: 'too-late' });
  });
});

describe('through the house', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(platform);
  }, 120_000);

  it('shows a colleague the shop as its traveller sees it, takes no form meanwhile, and ends at once', async () => {
    const browser = openBrowser(app);
    browser.jar.take(new Response(null, { headers: { 'set-cookie': await app.signIn('support@rihla.example', demoPassword) } }));
    const { id } = await one('haddad');
    const begun = await browser.post(`/admin/customers/${id}`, { act: 'visit', reason: 'complaint' });
    expect([begun.status, begun.headers.get('location')]).toEqual([303, '/order-management']);
    const page = await (await browser.get('/order-management')).text();
    expect(page).toContain('You see what Layla Haddad sees');
    const closed = ['/add-traveler', '/account', '/account/security', '/account/privacy', '/account/privacy/copy', '/orders.csv'];
    for (const path of closed) expect((await browser.get(path)).headers.get('location')).toBe('/order-management');
    for (const path of ['/sign-out', '/api/favorites', '/contact', '/add-traveler', '/profile-edit'])
      expect((await browser.post(path, { nothing: '1' })).status).toBe(403);
    expect((await browser.get('/profile-edit')).status).toBe(200);
    expect(await (await browser.get('/profile-edit')).text()).not.toContain('traveller@rihla.example');
    const kept = browser.jar.cookie;
    const ended = await browser.post('/admin/customers/visit/end', {});
    expect(ended.headers.get('location')).toBe(`/admin/customers/${id}?did=visited`);
    expect(await (await app.send('/order-management', { cookie: kept })).text()).not.toContain('Layla Haddad');
  });

  it('keeps a blocked traveller out, tells them kindly, and sells them nothing', async () => {
    const traveller = (await findAccountByEmail(db, 'traveller@rihla.example'))!;
    await app.signIn('traveller@rihla.example', demoPassword);
    const { id, version } = await one('haddad');
    expect((await blockCustomer(platform, support, { id, version, reason: 'payment-fraud' })).ok).toBe(true);
    expect(await findSessions(db, traveller.id, new Date(clock.now()))).toEqual([]);
    expect(await isBlocked(db, { userId: traveller.id, emailIndex: null })).toBe(true);
    expect(await isBlocked(db, { userId: null, emailIndex: emailIndexOf(crypto, 'traveller@rihla.example') })).toBe(true);
    expect(await isBlocked(db, { userId: null, emailIndex: emailIndexOf(crypto, 'amal@example.com') })).toBe(false);
    const browser = openBrowser(app);
    await browser.post('/auth', { tab: 'sign-in', email: 'traveller@rihla.example', password: demoPassword });
    expect((await browser.get('/account')).status).toBe(302);
    const { rows } = (await db.execute(sql`select count(*)::int as n from sessions where user_id = ${traveller.id}`)) as unknown as {
      rows: { n: number }[];
    };
    expect(rows[0]!.n).toBe(0);
  });
});
