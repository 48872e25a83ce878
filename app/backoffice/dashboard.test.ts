import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { keepUpCustomers } from '#app/commerce/customers/records/keep-up-customers.server.ts';
import { nothingTold } from '#app/commerce/inquiries/inquiry-needs.ts';
import { insertInquiry } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { flightsOver } from '#app/products/flights/flights.server.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { openRecords } from './analytics/open-records.server.ts';
import { openDashboard } from './open-dashboard.server.ts';

const platform = await openDemoPlatform();
const supplier = new ScriptedSupplier({ offers: [anOffer({ flight: 'EK1' })], ticket: ['ok'] });
const app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
const failed = await placeDeskOrder(platform, supplier, { status: 'ticketing_failed', people: [['OMAR', 'AL MANSOORI']] });
const held = await placeDeskOrder(platform, supplier, { status: 'held', heldFor: 12 });

const read = async (email: string) => {
  const answer = await app.send('/admin/dashboard', { cookie: await app.signIn(email, demoPassword) });
  return { status: answer.status, html: await answer.text() };
};

it('leads with what is due first, each line to its record', async () => {
  const { status, html } = await read('flights@rihla.example');
  expect(status).toBe(200);
  const [first, second] = [html.indexOf(`href="/admin/orders/flights/${held.reference}"`), html.indexOf('AL MANSOORI')];
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
  expect(html).toContain(`/admin/orders/flights/${failed.reference}`);
  expect(html).toContain('href="/admin/orders/flights?queue=ticket-now"');
});

it('opens any order by one address, at the desk of its kind, for those who may see that desk', async () => {
  const door = async (email: string, order: string) => {
    const answer = await app.send(`/admin/orders/${order}`, { cookie: await app.signIn(email, demoPassword) });
    return answer.headers.get('location') ?? answer.status;
  };
  expect(await door('flights@rihla.example', held.reference)).toBe(`/admin/orders/flights/${held.reference}`);
  expect(await door('visas@rihla.example', held.reference)).toBe(404);
  expect(await door('hr@rihla.example', held.reference)).toBe(404);
  expect(await door('flights@rihla.example', 'AAAAA-AAAAA')).toBe(404);
});

it('draws only what a role may open', async () => {
  const visas = await read('visas@rihla.example');
  expect(visas.status).toBe(200);
  expect(visas.html).not.toContain(held.reference);
  expect(visas.html).not.toContain('Money today');
  expect(visas.html).not.toContain('Supplier health');
  const finance = await read('finance@rihla.example');
  expect(finance.html).toContain('Money today');
  const hr = await read('hr@rihla.example');
  expect(hr.html).toContain('Nothing is due.');
});

it('tells age and risk of what is due first; what somebody has in hand is put off from there, and comes back', async () => {
  const cookie = await app.signIn('admin@rihla.example', demoPassword);
  const page = async () => (await app.send('/admin/dashboard', { cookie })).text();
  const press = async (form: Record<string, string>) =>
    (await app.send('/admin/work', { cookie, form })).headers.get('location')!.replace('/admin/work?', '');
  await keepUpCustomers(platform);
  await platform.db.execute(sql`update customers set risk = 'high' where id in (
    select k.customer_id from customer_keys k join orders o on k.kind = 'mail' and k.key = o.email_index where o.id = ${failed.id})`);
  const row = (html: string) => html.split('<tr').find((one) => one.includes(failed.reference) && one.includes('AL MANSOORI')) ?? '';
  const thing = (html: string) => /name="thing" value="(flight~[^"]+)"/.exec(row(html))![1]!;
  const before = await page();
  expect(row(before)).toContain(textsFor('en').of('staff-customers')('risk.high'));
  expect(row((await read('flights@rihla.example')).html)).toContain('0 m');
  expect(await press({ move: 'take', thing: thing(before) })).toContain('did=take');
  const mine = await page();
  expect(row(mine)).toMatch(new RegExp(`aria-label="Put off: ${failed.reference}"`));
  const own = thing(mine);
  expect(await press({ move: 'put-off', snooze: 'hour', thing: own })).toContain('did=put-off');
  expect(row(await page())).toBe('');
  await press({ move: 'wake', thing: own });
  expect(row(await page())).not.toBe('');
  await press({ move: 'put-back', thing: own });
});

it('says who has what, and lets a free order be taken on; a big screen names no customers and offers nothing to press', async () => {
  const cookie = await app.signIn('flights@rihla.example', demoPassword);
  const page = async (path: string) => (await app.send(path, { cookie })).text();
  const before = await page('/admin/dashboard');
  expect(before).toContain(`aria-label="Take it on: ${failed.reference}"`);
  // What waits for its traveller is not in the queue, and nothing of the queue is done with it.
  expect(before).toContain(held.reference);
  expect(before).not.toContain(`: ${held.reference}"`);
  const wall = await page('/admin/dashboard?screen=wall');
  expect(wall).toContain(failed.reference);
  expect(wall).not.toContain('AL MANSOORI');
  expect(wall).not.toContain('Take it on');
  const [, thing] = new RegExp(`name="thing" value="([^"]+)"[^>]*/?><button[^>]*aria-label="Take it on: ${failed.reference}"`).exec(
    before,
  )!;
  const taken = await app.send('/admin/work', { cookie, form: { move: 'take', thing: thing! } });
  expect(taken.headers.get('location')).toMatch(/^\/admin\/work\?did=take&undo=/);
  const after = await page('/admin/dashboard');
  expect(after).not.toContain(`Take it on: ${failed.reference}`);
  expect((await read('auditor@rihla.example')).html).not.toContain('Take it on');
});

it('tells whoever leads how much each colleague has, and leads to just that', async () => {
  const [task] = await transact(platform.db, async (tx) => {
    await openStaffTask(tx, platform.clock.now(), {
      kind: 'ticketing-failed',
      subject: 'orders:of-the-load',
      textKey: 'tasks:ticketing-failed',
      detail: { order: failed.reference },
    });
    const found = await tx.execute(sql`select id from staff_tasks where subject = 'orders:of-the-load'`);
    return (found as unknown as { rows: { id: string }[] }).rows;
  });
  const cookie = await app.signIn('flights@rihla.example', demoPassword);
  await app.send('/admin/tasks', { cookie, form: { move: 'claim', task: task!.id, from: '' } });
  const { html } = await read('admin@rihla.example');
  const [, holder] = /href="\/admin\/tasks\?with=(staff%3A[\w-]+)"/.exec(html)!;
  expect((await read('flights@rihla.example')).html).not.toContain('/admin/tasks?with=');
  const boss = await app.signIn('admin@rihla.example', demoPassword);
  const theirs = await (await app.send(`/admin/tasks?with=${holder}`, { cookie: boss })).text();
  expect(theirs).toContain(failed.reference);
  const nobodys = await (await app.send('/admin/tasks?with=staff:nobody', { cookie: boss })).text();
  expect(nobodys).not.toContain(failed.reference);
});

it('counts every inquiry that is late, each in the list in which it is worked on', async () => {
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    for (let at = 0; at < 25; at += 1)
      await insertInquiry(tx, platform.crypto, {
        id: `late-${at}`,
        reference: `LATE0-000${String(at).padStart(2, '0')}`,
        kind: at < 23 ? 'holiday' : 'e-visa',
        language: 'en',
        contact: { name: 'Layla', email: `layla${at}@example.com`, phone: null },
        message: 'When?',
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
        answerBy: new Date(now + (at < 22 ? -1 : 1) * 60_000),
        createdAt: new Date(now),
      });
  });
  const { html } = await read('admin@rihla.example');
  const tiles = [...html.matchAll(/href="\/admin\/inquiries\/([\w-]+)"[^>]*>(.*?)<\/a>/g)].map(([, list, tile]) => [
    list,
    tile!.replaceAll(/<[^>]*>/g, ' '),
  ]);
  const of = (list: string) => tiles.find(([one]) => one === list)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
  expect(of('holidays')).toContain('23 holiday inquiries waiting late: 22');
  expect(of('evisa')).toContain('2 e-visa inquiries waiting late: 0');
  expect(of('flights')).not.toContain('waiting');
});

it('does one thing with every task that is picked, says what became of each, and gives the list as a file', async () => {
  const ids = await transact(platform.db, async (tx) => {
    for (const at of [1, 2])
      await openStaffTask(tx, platform.clock.now(), {
        kind: 'ticketing-failed',
        subject: `orders:picked-${at}`,
        textKey: 'tasks:ticketing-failed',
        detail: { order: `=PICKED-${at}`, why: 'sold-out' },
      });
    const found = await tx.execute(sql`select id from staff_tasks where subject like 'orders:picked-%' order by subject`);
    return (found as unknown as { rows: { id: string }[] }).rows.map(({ id }) => id);
  });
  const boss = await app.signIn('admin@rihla.example', demoPassword);
  const clerk = await app.signIn('flights@rihla.example', demoPassword);
  const page = await (await app.send('/admin/tasks?find=PICKED', { cookie: boss })).text();
  for (const id of ids) expect(page).toContain(`value="${id}|"`);
  const { rows } = (await platform.db.execute(sql`select id from users where email = 'flights@rihla.example'`)) as unknown as {
    rows: { id: string }[];
  };
  const pick = ids.map((id) => `${id}|`);
  const bulk = async (cookie: string, form: Record<string, string | string[]>) =>
    (await app.send('/admin/tasks', { cookie, form: { bulk: '1', ...form } })).text();
  // What one does not have is given by whoever leads.
  expect(await bulk(clerk, { move: 'give', to: rows[0]!.id, pick })).toContain('Your role may not do this.');
  const given = await bulk(boss, { move: 'give', to: rows[0]!.id, pick: [...pick, 'no-such|'] });
  expect(given.match(/<b>done<\/b>/g)).toHaveLength(2);
  expect(await bulk(boss, { move: 'claim', pick })).toContain('Somebody was faster');
  expect(await bulk(clerk, { move: 'snooze', snooze: 'hour', pick: pick.map((one) => `${one}staff:${rows[0]!.id}`) })).toContain(
    '<b>done</b>',
  );
  expect(await bulk(clerk, { move: 'claim' })).toContain('Pick at least one task.');
  // Everything that matches, on whatever page: tried first, by what each would come to, and done by the press that follows.
  const tried = await (await app.send('/admin/tasks?view=snoozed&find=PICKED&all=1&move=release&bulk=1', { cookie: clerk })).text();
  expect(tried).toContain('Nothing is done yet.');
  expect(tried.match(/<b>Will be done<\/b>/g)).toHaveLength(2);
  const put = [...tried.matchAll(/type="hidden" name="pick" value="([^"]+)"/g)].map(([, one]) => one!);
  expect(put.map((one) => one.split('|')[0]).toSorted()).toEqual(ids.toSorted());
  expect(await (await app.send('/admin/tasks?view=snoozed&find=PICKED&all=1&move=snooze', { cookie: boss })).text()).toContain(
    '<b>A colleague has it.</b>',
  );
  expect((await bulk(clerk, { move: 'release', pick: put })).match(/<b>done<\/b>/g)).toHaveLength(2);
  const nobody = await (await app.send('/admin/tasks?find=PICKED&all=1&move=release', { cookie: clerk })).text();
  expect(nobody.match(/<b>It stands so already\.<\/b>/g)).toHaveLength(2);
  expect((await bulk(clerk, { move: 'snooze', snooze: 'hour', pick })).match(/<b>done<\/b>/g)).toHaveLength(2);
  // What colleagues have does not stand in the place of what can be taken on, however much of it is older.
  await platform.db.execute(sql`
    insert into staff_tasks (id, kind, subject, text_key, detail, opened_at, claimed_by, claimed_at)
    select 'cut-' || n, 'ticketing-failed', 'orders:cut-' || n, 'tasks:ticketing-failed', '{"order": "CUT-ALL", "why": "sold-out"}',
      now() - interval '9 days' + n * interval '1 second', case when n <= 205 then ${`staff:${rows[0]!.id}`} end, case when n <= 205 then now() end
    from generate_series(1, 207) n`);
  const cut = await (await app.send('/admin/tasks?find=CUTALL&all=1&move=claim', { cookie: boss })).text();
  expect(cut.match(/<b>Will be done<\/b>/g)).toHaveLength(2);
  expect(cut.match(/<b>A colleague has it\.<\/b>/g)).toHaveLength(200);
  await platform.db.execute(sql`delete from staff_tasks where id like 'cut-%'`);
  // Of an act that nobody did nothing is said.
  expect(await (await app.send('/admin/tasks?did=claim', { cookie: clerk })).text()).not.toContain('The task is yours.');
  const file = await app.send('/admin/tasks/export?view=snoozed&find=PICKED', { cookie: clerk, form: {} });
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  // In the words of the list, and of whoever asks for it.
  expect(lines[1]).toMatch(/^Ticketing failed,"Tickets of order =PICKED-\d could not be issued \(sold out\)/);
  const spanish = await app.send('/admin/tasks/export?view=snoozed&find=PICKED', { cookie: `${clerk}; language=es`, form: {} });
  const [, ofSpain] = (await spanish.text()).trim().split('\r\n');
  expect(ofSpain).toContain(textsFor('es').of('staff-tasks')('kind.ticketing-failed'));
  expect(ofSpain).toContain(`(${textsFor('es').of('tasks')('codes.why.sold-out')})`);
  expect((await app.send('/admin/tasks/export', { cookie: clerk })).status).toBe(405);
});

it('shows every kind of approval to whoever may give it, and not to who asked', async () => {
  const boss = (await read('admin@rihla.example')).html;
  const { rows } = (await platform.db.execute(sql`select id from users where email = 'admin@rihla.example'`)) as unknown as {
    rows: { id: string }[];
  };
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    for (const [kind, subject, by] of [
      ['evisa-offer', 'evisa_countries:TR', 'staff:somebody'],
      ['content-edition', 'content_items:legal-terms', `staff:${rows[0]!.id}`],
    ] as const)
      await followApproval(tx, now, { kind, subject, detail: { country: 'TR', text: 'legal-terms' } }, { waits: true, by });
  });
  expect(boss).not.toContain('/admin/visa-management/TR');
  const { html } = await read('admin@rihla.example');
  expect(html).toContain('href="/admin/visa-management/TR"');
  expect(html).toContain('E-visa offer to approve');
  expect(html).not.toContain('href="/admin/content/legal-terms"');
  expect((await read('visas@rihla.example')).html).not.toContain('href="/admin/visa-management/TR"');
});

/** How many rows the list at an address of the desk shows: of its table, or of its cards. */
async function rowsAt(cookie: string, path: string): Promise<number> {
  const html = await (await app.send(path, { cookie })).text();
  const table = /<tbody[\s\S]*?<\/tbody>/.exec(html)?.[0];
  return table ? table.match(/<tr/g)!.length : (html.match(/<li class="dl-card/g) ?? []).length;
}

it('leads from every figure of its strip to the list that has as many rows', async () => {
  const cookie = await app.signIn('admin@rihla.example', demoPassword);
  const strip = /<nav class="db-strip"[\s\S]*?<\/nav>/.exec(await (await app.send('/admin/dashboard', { cookie })).text())![0];
  const figures = [...strip.matchAll(/href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, to, cell]) => ({
    to: to!.replaceAll('&amp;', '&'),
    n: Number(/<bdi>([\d,]+)<\/bdi>/.exec(cell!)![1]!.replaceAll(',', '')),
  }));
  expect(figures.length).toBeGreaterThan(9);
  expect(figures.filter(({ n }) => n > 0).length).toBeGreaterThan(4);
  // Lists turn their pages at thirty rows or more: what is counted here fits on one.
  for (const { to, n } of figures) expect({ to, rows: await rowsAt(cookie, to) }).toEqual({ to, rows: n });
});

it('tells the margin of everything that is sold, as the records behind it add up', async () => {
  const { db, clock } = platform;
  const at = new Date(clock.now()).toISOString();
  const [flight, tour, visa] = [failed.id, `${failed.id.slice(0, 30)}-tour`, `${failed.id.slice(0, 30)}-visa`];
  for (const [id, reference, kind] of [
    [tour, 'T0URS-00001', 'holiday'],
    [visa, 'V1SAS-00001', 'evisa'],
  ]) {
    const also = JSON.stringify({ id, order_id: id, reference, kind, secret_hash: kind });
    await db.execute(sql`insert into orders select (jsonb_populate_record(o, ${also}::jsonb)).* from orders o where id = ${flight}`);
    // What we take for a visa has a kind of its own.
    const fee = kind === 'evisa' ? '"visa-fee"' : '"service-fee"';
    await db.execute(sql`
      insert into price_snapshots select (jsonb_populate_record(p,
        jsonb_build_object('order_id', ${id}::text, 'quote', replace(p.quote::text, '"service-fee"', ${fee})::jsonb))).*
      from price_snapshots p where order_id = ${flight}`);
  }
  for (const id of [flight, tour, visa])
    await db.execute(sql`
      insert into order_events (order_id, version, event, from_status, to_status, actor, at)
      values (${id}, 900, 'authorised', 'draft', 'draft', 'system', ${at}::timestamptz)`);
  const viewer = {
    kind: 'staff',
    user: { id: 'u' },
    staff: { userId: 'u', displayName: 'U', roles: ['owner'] },
  } as unknown as Parameters<typeof openDashboard>[2];
  const behind = await openRecords(platform, viewer, new URLSearchParams('measure=margin&period=today'));
  expect(behind.rows.map(({ kind }) => kind).toSorted()).toEqual(['evisa', 'flight', 'holiday']);
  expect(new Set(behind.rows.map(({ amount }) => amount)).size).toBe(1);
  const { money } = await openDashboard(platform, { show: () => ({ state: 'closed' }) as never }, viewer, 'en');
  expect(money!.margin).toBe(behind.rows.reduce((sum, { amount }) => sum + amount, 0));
  expect(money!.margin).toBeGreaterThan(0);
});
