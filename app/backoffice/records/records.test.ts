import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { keepUpCustomers } from '#app/commerce/customers/records/keep-up-customers.server.ts';
import { erasePerson } from '#app/commerce/privacy/erase-person.server.ts';
import { recordRules, seesRecord, writesOnRecord, type RecordKind } from '#app/commerce/record-notes/record-kinds.ts';
import { namedIn } from '#app/commerce/record-notes/note-rules.ts';
import type { RecordNews } from '#app/commerce/record-notes/open-notes.server.ts';
import { personalData } from '#app/personal-data.ts';
import { staffRoles, type Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { flightsOver } from '#app/products/flights/flights.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { calendarDate, minuteMs } from '#app/values/dates.ts';
import { mostPaperBytes } from '#app/values/paper-types.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { beginCampaign } from '#app/commerce/campaigns/staff/work-campaign.server.ts';
import { eraseApplication } from '#app/people/recruitment/answer-application.server.ts';
import { findApplicationAsSystem } from '#app/people/recruitment/job-applications-store.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { loadContent } from '#app/storefront/content/load-content.server.ts';
import { registerAssets } from '#app/people/assets/register-asset.server.ts';
import { loadExperiences } from '#app/products/experiences/load-experiences.server.ts';
import { loadTours } from '#app/products/holidays/load-tours.server.ts';
import { readCatalogueFiles, readContentFolders } from '#seeds/catalogue.ts';
import { recordOf } from '../task-rules.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const offer = anOffer({ flight: 'EK1' });
const supplier = new ScriptedSupplier({ offers: [offer], ticket: ['ok'] });
const app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
const signIn = (who: string) => app.signIn(`${who}@rihla.example`, demoPassword);
const [clerk, finance, visas, auditor, support] = [
  await signIn('flights'),
  await signIn('finance'),
  await signIn('visas'),
  await signIn('auditor'),
  await signIn('support'),
];
const idOf = async (who: string) => (await findAccountByEmail(db, `${who}@rihla.example`))!.id;
const nameOf = async (who: string) => {
  const { rows } = (await db.execute(sql`select display_name from internal_users where user_id = ${await idOf(who)}`)) as unknown as {
    rows: { display_name: string }[];
  };
  return rows[0]!.display_name;
};
const [financeId, visasId] = [await idOf('finance'), await idOf('visas')];

interface Stored {
  id: string;
  words: string;
  version: number;
  told: string[];
  removed_at: string | null;
  pinned_by: string | null;
  stored: string | null;
  action: string;
  detail: Record<string, unknown>;
}
const rowsOf = async (text: ReturnType<typeof sql>) => ((await db.execute(text)) as unknown as { rows: Stored[] }).rows;

async function anOrder(status: 'held' | 'expired' = 'held') {
  const order = await placeDeskOrder(platform, supplier, {
    status,
    offer,
    ...(status === 'held' ? { heldFor: 12 } : { email: 'mara@example.com' }),
  });
  return { id: order.id, home: `/admin/orders/flights/${order.reference}`, at: `/admin/records/flight/${order.reference}` };
}
type Order = Awaited<ReturnType<typeof anOrder>>;

let keys = 0;
const newKey = () => `a-key-of-a-record-form-${(keys += 1)}`;
const send = (of: Order, form: Record<string, string | string[]>, cookie = clerk) => app.send(of.at, { cookie, form });
const note = (of: Order, words: string, more: Record<string, string | string[]> = {}, cookie = clerk) =>
  send(of, { intent: 'note', key: newKey(), words, ...more }, cookie);
const notesOf = ({ id }: Order) => rowsOf(sql`select * from record_notes where record_id = ${id} order by at, id`);
const read = async (path: string, cookie = clerk) => (await app.send(path, { cookie })).text();
const news = async (of: Order, since: number, cookie = clerk) =>
  (await (await app.send(`${of.at}/news?since=${since}`, { cookie })).json()) as RecordNews;
const stampOf = async (of: Order) => (await news(of, 0)).change?.stamp ?? 0;
const mentions = async () => (await listOpenStaffTasks(db, 200)).filter(({ kind }) => kind === 'record-mention');

describe('who may read and write beside a record', () => {
  it.each(Object.keys(recordRules) as RecordKind[])('is, for a %s, who may open it; who only looks things over writes nothing', (kind) => {
    const readers = staffRoles.filter((role) => seesRecord([role], kind));
    expect(readers).toContain('owner');
    expect(readers).toContain('auditor');
    const writers = staffRoles.filter((role) => writesOnRecord([role], kind));
    expect(writers).not.toContain('auditor');
    // Who only looks customers or their companies up, as finance does, reads what colleagues wrote.
    if (kind === 'customer' || kind === 'company') expect(writers).toEqual(['owner', 'ops_manager', 'support_agent']);
    else expect(writers).toEqual(readers.filter((role) => role !== 'auditor'));
    expect(seesRecord(['interviewer'], kind)).toBe(false);
  });

  it('is refused to a colleague without the right to the record, page, file, news and form alike', async () => {
    const of = await anOrder();
    for (const path of [of.at, `${of.at}/news?since=0`, `${of.at}/files/x`])
      expect((await app.send(path, { cookie: visas })).status).toBe(404);
    expect((await note(of, 'Not mine to write', {}, visas)).status).toBe(404);
    expect((await app.send(`${of.at}/news?since=0`)).headers.get('location')).toContain('/admin/login');
    expect(await notesOf(of)).toEqual([]);
  });

  it('lets an auditor read and sends them away when they write', async () => {
    const of = await anOrder();
    await note(of, 'Seen by the auditor');
    const html = await read(of.home, auditor);
    expect(html).toContain('Seen by the auditor');
    expect(html).not.toContain('name="intent" value="note"');
    expect((await note(of, 'Written by the auditor', {}, auditor)).headers.get('location')).toContain('/admin/unauthorized');
    expect(await notesOf(of)).toHaveLength(1);
  });

  it('is told by the kind in the address: an order of flights is no holiday', async () => {
    const of = await anOrder();
    for (const kind of ['holiday', 'customer', 'toString', 'nothing'])
      expect((await app.send(of.at.replace('/flight/', `/${kind}/`), { cookie: clerk })).status).toBe(404);
  });
});

await loadTours(
  platform,
  readCatalogueFiles('tours').filter(({ id }) => id === 'best-of-italy'),
  { replace: false },
);
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => id === 'abu-dhabi-mangrove-kayak'),
  { replace: false },
);
const things = await registerAssets(platform, {
  staffId: await idOf('hr'),
  requestId: 'test',
  things: [
    {
      tag: null,
      kind: 'laptop',
      model: 'ThinkPad',
      serial: 'NOTED-1',
      place: 'store-room',
      boughtOn: calendarDate('2026-01-31'),
      cost: 360_000,
      residual: 0,
      lifeMonths: 36,
      warrantyUntil: null,
    },
  ],
});
const owner = { kind: 'staff', user: { id: await idOf('admin') }, staff: { roles: ['owner'] } } as unknown as Viewer & { kind: 'staff' };
const campaign = await beginCampaign(platform, { viewer: owner, name: 'Eid in the mountains', requestId: 'test' });

await loadContent(
  platform,
  readContentFolders().filter(({ kind, slug }) => kind === 'legal' && slug === 'terms'),
  { replace: false },
);
const applied = newReference();
const sealedFor = (column: string, value: unknown) => platform.crypto.seal(JSON.stringify(value), `job_applications|${column}|applied`);
await db.execute(sql`insert into job_applications
  (id, reference, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
  values ('applied', ${applied}, 'received', 'en', 'referral', ${sealedFor('contact', { name: 'Mona Adel', email: 'mona@example.com', phone: null })},
    'applied', ${sealedFor('profile', {})}, ${sealedFor('answers', {})}, 'applied', now(), 6, '2027-06-01', now(), now(), now())`);

/** One of some kinds, by what its address is made of. */
const kept: Readonly<Partial<Record<RecordKind, string>>> = {
  tour: 'best-of-italy',
  activity: 'abu-dhabi-mangrove-kayak',
  asset: things.ok ? things.value[0]! : '',
  campaign: campaign.ok ? campaign.value : '',
  content: 'legal-terms',
  application: applied,
};

describe('the record of a thing that is sold, owned or asked for', () => {
  it.each(Object.entries(kept) as [RecordKind, string][])('has notes and files beside it: %s', async (kind, handle) => {
    const owner = await signIn('admin');
    const home = recordRules[kind].at(handle);
    expect(await read(home, owner)).toContain(`action="/admin/records/${kind}/${handle}"`);
    const form = { intent: 'note', key: newKey(), words: `About this ${kind}` };
    const sent = await app.send(`/admin/records/${kind}/${handle}`, { cookie: owner, form });
    expect(sent.headers.get('location')).toContain(`${home}#note-`);
    expect(await read(home, owner)).toContain(`About this ${kind}`);
    expect((await app.send(`/admin/records/${kind}/nothing-of-the-kind`, { cookie: owner })).status).toBe(404);
  });
});

describe('a telephone call', () => {
  const call = (of: Order, more: Record<string, string> = {}, cookie = clerk) =>
    send(
      of,
      { intent: 'call', key: newKey(), way: 'out', outcome: 'reached', minutes: '5', number: '+971 50 123 4567', words: '', ...more },
      cookie,
    );

  it('is noted once with the end of its number, and stands among the notes and in the timeline', async () => {
    const of = await anOrder();
    const form = {
      intent: 'call',
      key: newKey(),
      way: 'out',
      outcome: 'reached',
      minutes: '5',
      number: '+971 50 123 4567',
      words: 'Agreed on noon',
    };
    await send(of, form);
    await send(of, form);
    const rows = (await notesOf(of)) as unknown as Record<string, unknown>[];
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ call_way: 'out', call_outcome: 'reached', call_minutes: 5, call_number: '567' });
    expect(JSON.stringify(rows[0])).not.toContain('1234567');
    const html = await read(of.home);
    const said = 'Call to them, 5 min, spoken with, number •••567';
    expect(html.split(said).length - 1).toBeGreaterThanOrEqual(2);
    expect(html).toContain('Agreed on noon');
    expect((await rowsOf(sql`select action from audit_events where subject = ${`orders:${of.id}`}`)).map(({ action }) => action)).toContain(
      'record.call-noted',
    );
  });

  it('needs no further words, and says beside its form what is wrong with what was typed', async () => {
    const of = await anOrder();
    expect((await call(of, { outcome: 'no-answer', minutes: '', number: '' })).status).toBe(302);
    const wrong = await call(of, { minutes: 'five' });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('Minutes from 0 to 600, in figures.');
    expect(html).toContain('value="five"');
    expect((await call(of, { way: 'sideways' })).status).toBe(422);
    expect((await call(of, {}, auditor)).headers.get('location')).toContain('/admin/unauthorized');
    expect(await notesOf(of)).toHaveLength(1);
  });

  it('is put right for a while: who rang, what came of it, how long it took; what was said is not left out again', async () => {
    const of = await anOrder();
    await call(of, { way: 'out', minutes: '5', words: 'Agreed on noon' });
    const [kept] = await notesOf(of);
    const edit = (more: Record<string, string>, version = '1') =>
      send(of, {
        intent: 'edit',
        note: kept!.id,
        version,
        way: 'in',
        outcome: 'voicemail',
        minutes: '12',
        words: 'Agreed on one',
        ...more,
      });
    const emptied = await edit({ words: ' ' });
    expect(emptied.status).toBe(422);
    const html = await emptied.text();
    expect(html).toContain('What was said in a call cannot be left out once it was noted');
    // What was typed stays in its fields.
    expect(html).toMatch(/<option value="in" selected=""/);
    expect(html).toContain('value="12"');
    const wrong = await edit({ minutes: '601' });
    expect([wrong.status, (await wrong.text()).includes('Minutes from 0 to 600, in figures.')]).toEqual([422, true]);
    expect((await edit({ way: 'sideways' })).status).toBe(422);
    expect((await edit({})).status).toBe(303);
    const [now] = (await notesOf(of)) as unknown as Record<string, unknown>[];
    expect(now).toMatchObject({ call_way: 'in', call_outcome: 'voicemail', call_minutes: 12, call_number: '567' });
    expect(await read(of.home)).toContain('Call from them, 12 min, message left, number •••567');
    const told = (await rowsOf(
      sql`select detail from audit_events where action = 'record.note-changed' and subject = ${`orders:${of.id}`}`,
    )) as unknown as { detail: object }[];
    expect(told).toMatchObject([{ detail: { way: 'out', outcome: 'reached', minutes: 5 } }]);
    expect((await edit({}, '1')).status).toBe(409);
    // One that was noted without words needs none, and a note that is no call is never emptied.
    await call(of, { outcome: 'no-answer', minutes: '' });
    const silent = (await notesOf(of)).find(({ id }) => id !== kept!.id)!;
    const form = { intent: 'edit', note: silent.id, version: '1', way: 'in', outcome: 'busy', minutes: '', words: '' };
    expect((await send(of, form)).status).toBe(303);
    await note(of, 'A note');
    const plain = (await notesOf(of)).find(({ id }) => id !== kept!.id && id !== silent.id)!;
    expect((await send(of, { ...form, note: plain.id })).status).toBe(422);
    expect((await notesOf(of)).find(({ id }) => id === plain.id)).toMatchObject({ call_way: null });
  });

  it('stands in the timeline of its customer too', async () => {
    const of = await anOrder('expired');
    await call(of, { way: 'in', minutes: '7' });
    await keepUpCustomers(platform);
    const { rows } = (await db.execute(
      sql`select c.id from customers c join orders o on o.email_index = c.email_index where o.id = ${of.id}`,
    )) as unknown as { rows: { id: string }[] };
    const customer = await read(`/admin/customers/${rows[0]!.id}`, support);
    expect(customer).toContain('Call from them, 7 min, spoken with, noted by');
    expect(await read(`/admin/customers/${rows[0]!.id}?show=money`, support)).not.toContain('Call from them');
  });
});

describe('a note', () => {
  it('is kept sealed, shown on the record with who and when, and counted once for a form that is sent twice', async () => {
    const of = await anOrder();
    const form = { intent: 'note', key: newKey(), words: 'Call back at 11:50, Aisha' };
    const answers = [await send(of, form), await send(of, form)];
    const [kept, ...more] = await notesOf(of);
    expect(more).toEqual([]);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(Array(2).fill(`${of.home}#note-${kept!.id}`));
    expect(kept!.words).not.toContain('Aisha');
    const html = await read(of.home);
    expect(html).toContain('Call back at 11:50, Aisha');
    expect(html).toContain(await nameOf('flights'));
    expect((await send(of, { ...form, words: 'Other words' })).status).toBe(422);
    await expect(db.execute(sql`delete from record_notes`)).rejects.toThrow();
  });

  it.each([
    ['nothing', '   ', 'Write the note first.'],
    ['too much', 'x'.repeat(2_001), 'Keep it under 2,000 characters.'],
  ])('is refused beside its field when it says %s, and what was typed stays', async (_what, words, said) => {
    const of = await anOrder();
    const answer = await note(of, words);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toMatch(new RegExp(`id="rn-words-wrong"[\\s\\S]*${said}`));
    if (words.trim()) expect(html).toContain(words);
    expect(await notesOf(of)).toEqual([]);
  });

  it('rings the bell of whoever it names, by a tick or by @, and tells there which record and nothing of its words', async () => {
    const of = await anOrder();
    await note(of, `@${await nameOf('support')} please look at P8842913`, { tell: financeId });
    const [kept] = await notesOf(of);
    expect(kept!.told.toSorted()).toEqual([financeId, await idOf('support')].toSorted());
    const tasks = (await mentions()).filter(({ subject }) => subject.includes(kept!.id));
    expect(tasks.map(({ claimedBy }) => claimedBy).toSorted()).toEqual(kept!.told.map((id) => `staff:${id}`).toSorted());
    for (const task of tasks) expect(recordOf(task)).toBe(`${of.home}#note-${kept!.id}`);
    expect(JSON.stringify(tasks)).not.toContain('P8842913');
    const alerts = await read('/admin/alerts', finance);
    expect(alerts).toContain('A colleague asks you to look at a note on');
    expect(alerts).not.toContain('P8842913');
    // Whoever answers on the record has looked.
    await note(of, 'Looked at it', {}, finance);
    expect((await mentions()).filter(({ subject }) => subject.includes(kept!.id)).map(({ claimedBy }) => claimedBy)).toEqual([
      `staff:${await idOf('support')}`,
    ]);
  });

  it.each([
    ['by a tick', async () => ({ words: 'Please look', tell: visasId })],
    ['by @', async () => ({ words: `Please look, @${await nameOf('visas')}`, tell: [] })],
    ['by an id that is nobody’s', async () => ({ words: 'Please look', tell: 'nobody' })],
  ])('is refused in words when it names %s somebody who may not open the record', async (how, typed) => {
    const of = await anOrder();
    const { words, tell } = await typed();
    const answer = await note(of, words, { tell });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('Not everybody you named may open this record');
    if (!how.includes('nobody')) expect(html).toContain(await nameOf('visas'));
    expect(html).toContain(words);
    expect(await notesOf(of)).toEqual([]);
    expect((await mentions()).some(({ claimedBy }) => claimedBy === `staff:${visasId}`)).toBe(false);
  });

  it('is put right by its author for fifteen minutes; what it said stays on record, sealed', async () => {
    const of = await anOrder();
    await note(of, 'Call Aisha at noon');
    const [kept] = await notesOf(of);
    const form = { intent: 'edit', note: kept!.id, version: '1', words: 'Call Aisha at one' };
    expect((await send(of, form, finance)).status).toBe(409);
    expect((await send(of, form)).headers.get('location')).toBe(`${of.home}#note-${kept!.id}`);
    const late = await send(of, { ...form, words: 'Call Aisha at two' });
    expect(late.status).toBe(409);
    expect(await late.text()).toMatch(
      /It was changed in between[\s\S]*Call Aisha at two|Call Aisha at two[\s\S]*It was changed in between/,
    );
    const html = await read(of.home);
    expect(html).toContain('Call Aisha at one');
    expect(html).toContain('put right');
    expect(html).not.toContain('at noon');
    const before = await rowsOf(sql`select words from record_note_wordings where note_id = ${kept!.id}`);
    expect(before).toHaveLength(1);
    expect(before[0]!.words).not.toContain('noon');
    clock.advance(15 * minuteMs);
    const over = await send(of, { ...form, version: '2', words: 'Call Aisha at three' });
    expect(over.status).toBe(409);
    expect(await over.text()).toContain('for fifteen minutes');
    expect(await read(of.home)).not.toContain('value="edit"');
  });

  it('is taken away by its author, with the bell that it rang; that it was there is still told', async () => {
    const of = await anOrder();
    await note(of, 'On the wrong record', { tell: financeId });
    const [kept] = await notesOf(of);
    const form = { intent: 'remove', note: kept!.id, version: '1' };
    expect((await send(of, form, finance)).status).toBe(409);
    expect((await send(of, form)).status).toBe(303);
    const html = await read(of.home);
    expect(html).not.toContain('On the wrong record');
    expect(html).toContain('took a note away');
    expect((await mentions()).some(({ subject }) => subject.includes(kept!.id))).toBe(false);
    expect((await send(of, form)).status).toBe(409);
    expect((await rowsOf(sql`select action from audit_events where subject = ${`orders:${of.id}`}`)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['record.noted', 'record.note-removed']),
    );
  });

  it('stands above the others while it is pinned, by anybody who may write', async () => {
    const of = await anOrder();
    await note(of, 'First of two');
    clock.advance(minuteMs);
    await note(of, 'Second of two');
    const [first] = await notesOf(of);
    const order = async () => {
      const html = await read(of.at);
      return html.indexOf('First of two') < html.indexOf('Second of two');
    };
    expect(await order()).toBe(false);
    expect((await send(of, { intent: 'pin', note: first!.id, version: '1' }, finance)).status).toBe(303);
    expect(await order()).toBe(true);
    expect(await read(of.at)).toContain(`pinned by ${await nameOf('finance')}`);
    await send(of, { intent: 'unpin', note: first!.id, version: '2' });
    expect(await order()).toBe(false);
  });

  it('of another record is out of reach through this one', async () => {
    const [mine, other] = [await anOrder(), await anOrder()];
    await note(other, 'Of the other');
    const [kept] = await notesOf(other);
    for (const intent of ['remove', 'pin']) expect((await send(mine, { intent, note: kept!.id, version: '1' })).status).toBe(409);
    expect((await send(mine, { intent: 'edit', note: kept!.id, version: '1', words: 'Mine' })).status).toBe(409);
    expect((await notesOf(other))[0]).toMatchObject({ version: 1, removed_at: null, pinned_by: null });
  });

  it('means, of two colleagues whose names begin alike, the longer one that is written', () => {
    const people = [{ displayName: 'Ali Khan' }, { displayName: 'Ali Khan Noor' }];
    expect(namedIn('ask @ali khan noor today', people)).toEqual([people[1]]);
    expect(namedIn('ask @Ali Khan, then @Ali Khan Noor', people).length).toBe(2);
    expect(namedIn('ask @Ali Khanum', people)).toEqual([]);
    expect(namedIn('ali khan said', people)).toEqual([]);
  });
});

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function upload(of: Order, content: Uint8Array, key = newKey(), cookie = clerk) {
  const body = new FormData();
  body.set('intent', 'file');
  body.set('key', key);
  body.set('file', new File([content as Uint8Array<ArrayBuffer>], 'a screen.png'));
  return app.send(of.at, { method: 'POST', body, cookie });
}
const filesOf = ({ id }: Order) => rowsOf(sql`select * from record_files where record_id = ${id}`);

describe('a file beside a record', () => {
  it('is kept sealed, once for a form sent twice, and saved by whoever may open the record; each reading is on record', async () => {
    const of = await anOrder();
    const key = newKey();
    for (const answer of [await upload(of, pixel, key), await upload(of, pixel, key)])
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${of.home}#files`]);
    const [kept, ...more] = await filesOf(of);
    expect(more).toEqual([]);
    expect((await platform.files.find(kept!.stored!))!.includes('PNG')).toBe(false);
    expect(await read(of.home)).toContain('a screen.png');
    const file = await app.send(`${of.at}/files/${kept!.id}`, { cookie: auditor });
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.png"$/);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect((await app.send(`${of.at}/files/${kept!.id}`, { cookie: visas })).status).toBe(404);
    expect((await app.send(`${(await anOrder()).at}/files/${kept!.id}`, { cookie: clerk })).status).toBe(404);
    const acts = await rowsOf(
      sql`select action, detail from audit_events where subject = ${`orders:${of.id}`} and action like 'record.file%'`,
    );
    expect(acts).toEqual([
      { action: 'record.file-kept', detail: { file: kept!.id } },
      { action: 'record.file-read', detail: { file: kept!.id } },
    ]);
  });

  it.each([
    ['nothing', new Uint8Array(), 'Choose a file first.'],
    ['a page of the web', Buffer.from('<html><script>1</script>'), 'This is no PDF, JPG or PNG'],
    ['half a picture', pixel.subarray(0, 30), 'damaged or incomplete'],
    ['a file of more than four megabytes', Buffer.concat([pixel, Buffer.alloc(mostPaperBytes)]), 'larger than 4 MB'],
  ])('is refused beside its field when it is %s', async (_what, content, words) => {
    const of = await anOrder();
    const answer = await upload(of, content);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(new RegExp(`id="rn-file-wrong"[\\s\\S]*${words}`));
    expect(await filesOf(of)).toEqual([]);
  });

  it('is taken away for a reason; who, when and why stay, its content does not', async () => {
    const of = await anOrder();
    await upload(of, pixel);
    const [kept] = await filesOf(of);
    const unsaid = await send(of, { intent: 'drop', file: kept!.id, words: ' ' });
    expect(unsaid.status).toBe(422);
    expect(await unsaid.text()).toContain('Say why it is taken away.');
    expect((await send(of, { intent: 'drop', file: kept!.id, words: 'Of somebody else' }, auditor)).headers.get('location')).toContain(
      '/admin/unauthorized',
    );
    expect((await send(of, { intent: 'drop', file: kept!.id, words: 'Of somebody else' })).status).toBe(303);
    expect(await platform.files.find(kept!.stored!)).toBeNull();
    expect((await app.send(`${of.at}/files/${kept!.id}`, { cookie: clerk })).status).toBe(404);
    expect(await read(of.home)).toContain('Of somebody else');
    expect((await send(of, { intent: 'drop', file: kept!.id, words: 'Twice' })).status).toBe(422);
  });
});

describe('an open record', () => {
  it('learns that a colleague changed it, who and when; nothing of a mere reading', async () => {
    const of = await anOrder();
    const stamp = await stampOf(of);
    expect((await news(of, stamp)).change).toBeNull();
    await app.send(of.home, { cookie: support, form: { intent: 'reveal', reason: 'call-back' } });
    expect((await news(of, stamp)).change).toBeNull();
    await note(of, 'Changed meanwhile', {}, finance);
    const heard = await news(of, stamp);
    expect(heard.change).toMatchObject({ by: await nameOf('finance'), own: false });
    expect((await news(of, stamp, finance)).change).toMatchObject({ own: true });
    expect((await news(of, heard.change!.stamp)).change).toBeNull();
    // The page that is drawn anew stands where the news ended.
    expect(await read(of.home)).toContain('Changed meanwhile');
    expect((await app.send(`${of.at}/news?since=x`, { cookie: clerk })).status).toBe(404);
  });

  it('learns of a move by the system, too, and names nobody', async () => {
    const of = await anOrder();
    const stamp = await stampOf(of);
    await app.send(of.home, { cookie: clerk, form: { intent: 'assign', from: '', to: await idOf('flights') } });
    expect((await news(of, stamp, finance)).change).toMatchObject({ by: await nameOf('flights') });
    await db.execute(sql`select append_audit(1, array[now()], array['system'], array['order.expire'], array[${`orders:${of.id}`}],
      array[null]::text[], array['{}'], array[null]::text[], array['x'])`);
    expect((await news(of, stamp, finance)).change).toMatchObject({ by: null, own: false });
  });

  it('says who else has it open, for as long as their page asks', async () => {
    const of = await anOrder();
    await news(of, 0, finance);
    expect((await news(of, 0)).others).toEqual([await nameOf('finance')]);
    expect((await news(of, 0, finance)).others).toEqual([await nameOf('flights')]);
    clock.advance(minuteMs);
    expect((await news(of, 0)).others).toEqual([]);
    // Whoever goes on to another record leaves nothing behind.
    clock.advance(2 * minuteMs);
    await news(await anOrder(), 0);
    expect(await rowsOf(sql`select * from record_looks where record_id = ${of.id} and staff_id = ${await idOf('flights')}`)).toEqual([]);
  });
});

describe('a person who is forgotten', () => {
  it('leaves a record whose notes say nothing and beside which no file lies', async () => {
    const of = await anOrder('expired');
    await note(of, 'Asked for Mara');
    const [kept] = await notesOf(of);
    await send(of, { intent: 'edit', note: kept!.id, version: '1', words: 'Asked for Mara Haddad' });
    await upload(of, pixel);
    const [file] = await filesOf(of);
    const erased = await erasePerson(platform, personalData, { userId: null, emails: ['mara@example.com'] }, { actor: 'guest' });
    expect(erased).toMatchObject({ ok: true, value: { files: 1 } });
    expect(await platform.files.find(file!.stored!)).toBeNull();
    expect(await filesOf(of)).toEqual([]);
    const [left] = await notesOf(of);
    expect(platform.crypto.open(left!.words, `record_notes|words|${kept!.id}`)).toBe('-');
    const [before] = await rowsOf(sql`select words from record_note_wordings where note_id = ${kept!.id}`);
    expect(platform.crypto.open(before!.words, `record_note_wordings|words|${kept!.id}:1`)).toBe('-');
  });
});

describe('somebody who applied and is forgotten', () => {
  it('leaves an application whose notes and what they said before say nothing, and beside which no file lies', async () => {
    const owner = await signIn('admin');
    const at = `/admin/records/application/${applied}`;
    const rows = () => rowsOf(sql`select * from record_notes where record_id = 'applied' order by at desc`);
    await app.send(at, { cookie: owner, form: { intent: 'note', key: newKey(), words: 'Mona called twice' } });
    const [kept] = await rows();
    await app.send(at, { cookie: owner, form: { intent: 'edit', note: kept!.id, version: '1', words: 'Mona Adel called twice' } });
    const body = new FormData();
    body.set('intent', 'file');
    body.set('key', newKey());
    body.set('file', new File([pixel], 'mona.png', { type: 'image/png' }));
    expect((await app.send(at, { cookie: owner, method: 'POST', body })).headers.get('location')).toContain('#files');
    const [file] = await rowsOf(sql`select * from record_files where record_id = 'applied'`);
    // Whoever interviews reads nothing of what those who hire write, neither on the page nor beside it.
    expect(seesRecord(['interviewer'], 'application')).toBe(false);
    expect((await app.send(at, { cookie: support })).status).toBe(404);

    await eraseApplication(platform, (await findApplicationAsSystem(db, 'applied'))!);
    expect(await platform.files.find(file!.stored!)).toBeNull();
    expect(await rowsOf(sql`select * from record_files where record_id = 'applied'`)).toEqual([]);
    const words = (await rows()).map((note) => platform.crypto.open(note.words, `record_notes|words|${note.id}`));
    expect(new Set(words)).toEqual(new Set(['-']));
    const [before] = await rowsOf(sql`select words from record_note_wordings where note_id = ${kept!.id}`);
    expect(platform.crypto.open(before!.words, `record_note_wordings|words|${kept!.id}:1`)).toBe('-');
    expect((await app.send(at, { cookie: owner })).status).toBe(404);
  });
});
