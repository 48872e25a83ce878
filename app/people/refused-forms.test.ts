import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { calendarDate } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { registerAssets } from './assets/register-asset.server.ts';
import { readPosting } from './recruitment/posting-form.ts';
import { writePosting } from './recruitment/staff/work-posting.server.ts';
import { writeRequisition } from './recruitment/work-requisition.server.ts';

/* A form that is refused answers on its own page: with what was typed, what is wrong beside its field, and a way there. */

const platform = await openDemoPlatform();
const keeper = (await findAccountByEmail(platform.db, 'hr@rihla.example'))!.id;
const viewer = { kind: 'staff', user: { id: keeper }, staff: { roles: ['hr_manager'] } } as unknown as Clerk;
let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp(platform);
  cookie = await app.signIn('hr@rihla.example', demoPassword);
}, 120_000);

async function sent(path: string, form: Record<string, string | string[]>) {
  const answer = await app.send(path, { cookie, form });
  return { status: answer.status, html: await answer.text() };
}
/** The opening tag of the control with this id. */
const control = (html: string, id: string) => new RegExp(`<[a-z]+[^>]*\\sid="${id}"[^>]*>`).exec(html)?.[0] ?? '';

function expectFault(html: string, id: string, wrong: string) {
  expect(html).toContain(`href="#${id}"`);
  expect(control(html, id)).toContain('aria-invalid="true"');
  expect(control(html, id)).toContain(`aria-describedby="${wrong}"`);
  expect(html).toContain(`id="${wrong}"`);
  // The summary speaks words, not the name of a text.
  expect(html).not.toMatch(/ui\.checkThese|refused\./);
}

describe('a refused form', () => {
  it('of a thing keeps its words, says what is wrong beside the field, and moves nothing', async () => {
    const made = await registerAssets(platform, {
      staffId: keeper,
      requestId: 'test',
      things: [
        {
          tag: null,
          kind: 'laptop',
          model: 'ThinkPad',
          serial: 'REFUSED-1',
          place: 'store-room',
          boughtOn: calendarDate('2026-01-31'),
          cost: 360_000,
          residual: 0,
          lifeMonths: 36,
          warrantyUntil: null,
        },
      ],
    });
    if (!made.ok) throw new Error(made.refused);
    const path = `/admin/hr/asset-management/${made.value[0]}`;
    const noPolice = await sent(path, { act: 'lose', version: '1', police: '', reason: 'Left in a taxi to Sharjah' });
    expect(noPolice.status).toBe(422);
    expectFault(noPolice.html, 'ask-lose-police', 'ask-lose-police-wrong');
    expect(control(noPolice.html, 'ask-lose-reason')).toContain('Left in a taxi to Sharjah');

    const wrongFacts = await sent(path, { act: 'correct', version: '1', model: 'T', serial: 'X-9', place: 'store-room', cost: '1' });
    expect(wrongFacts.status).toBe(422);
    expectFault(wrongFacts.html, 'fact-model', 'wrong-model');
    expect(control(wrongFacts.html, 'fact-serial')).toContain('X-9');

    const overtaken = await sent(path, { act: 'retire', version: '9', way: 'recycled', certificate: 'C-77', wiped: 'on' });
    expect([overtaken.status, overtaken.html.includes('Somebody changed it meanwhile')]).toEqual([409, true]);
    expect(control(overtaken.html, 'ask-retire-certificate')).toContain('C-77');
    const { rows } = (await platform.db.execute(sql`select status, version from assets where tag = ${made.value[0]}`)) as unknown as {
      rows: unknown[];
    };
    expect(rows).toEqual([{ status: 'in_stock', version: 1 }]);
  });

  it('that makes something new leads from its summary to each field', async () => {
    const requisition = await sent('/admin/recruitment/requisitions/new', { title: 'ab', reason: 'The counter is full.' });
    expect(requisition.status).toBe(422);
    expectFault(requisition.html, 'title', 'title-wrong');
    expect(requisition.html).toContain('The counter is full.');

    const thing = await sent('/admin/hr/asset-management/new', { kind: 'laptop', model: 'T', serial: 'NEW-1', cost: '100' });
    expect(thing.status).toBe(422);
    expectFault(thing.html, 'fact-model', 'wrong-model');
    expect(control(thing.html, 'fact-serial')).toContain('NEW-1');

    const posting = await sent('/admin/job-postings/new', { 'title-en': 'ab', 'summary-ar': 'كلمات باقية' });
    expect(posting.status).toBe(422);
    expectFault(posting.html, 'title-en', 'title-en-wrong');
    expectFault(posting.html, 'languages', 'languages-wrong');
    expectFault(posting.html, 'pipeline', 'pipeline-wrong');
    expect(posting.html).toContain('كلمات باقية');

    const interview = await sent('/admin/interview-scheduling/new', { application: 'NNNNN-00000', mode: 'video', minutes: '45' });
    expect(interview.status).toBe(422);
    expectFault(interview.html, 'plan-candidate', 'plan-candidate-wrong');
  });

  it('of a requisition keeps the word on it', async () => {
    const made = await writeRequisition(platform, {
      viewer,
      requestId: 'test',
      content: {
        title: 'Counter officer',
        department: 'visas',
        place: 'dubai',
        employment: 'full-time',
        positions: 1,
        reason: 'The counter is full.',
        salaryLeast: null,
        salaryMost: null,
        neededBy: null,
      },
    });
    if (!made.ok) throw new Error(made.refused);
    const path = `/admin/recruitment/requisitions/${made.value}`;
    const answer = await sent(path, { act: 'ask', version: '7', reason: 'Summer is near' });
    expect([answer.status, answer.html.includes('A colleague changed it meanwhile')]).toEqual([409, true]);
    expect(answer.html).toMatch(/<input[^>]*value="Summer is near"/);
  });

  it('of a posting keeps the time that was typed and leads to it', async () => {
    const form = new FormData();
    const facts = {
      department: 'visas',
      place: 'dubai',
      employment: 'full-time',
      closesOn: '2099-01-31',
      'works-en': 'yes',
      pipeline: 'direct',
    };
    const days = { 'days-look': '5', 'days-talks': '10', 'days-offer': '5' };
    const words = languageCodes.flatMap((language) => [
      [`title-${language}`, 'Counter officer'],
      [`summary-${language}`, 'Meets people at the counter.'],
      [`duties-${language}`, 'Take papers'],
      [`needs-${language}`, 'A steady hand'],
    ]);
    for (const [name, value] of [...Object.entries({ ...facts, ...days }), ...words]) form.set(name!, value!);
    const read = readPosting(form, '2026-11-22');
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const made = await writePosting(platform, { viewer, requestId: 'test', posting: null, version: null, content: read.value });
    if (!made.ok) throw new Error(made.refused);
    const path = `/admin/job-postings/${made.value}`;
    const answer = await sent(path, { act: 'schedule', version: '1', at: '2020-01-01T09:00' });
    expect(answer.status).toBe(422);
    expectFault(answer.html, 'posting-at', 'posting-at-wrong');
    expect(control(answer.html, 'posting-at')).toContain('2020-01-01T09:00');

    // It tells no pay: what the check warns of is on the page, and goes out for a reason alone.
    const unpaid = await sent(path, { act: 'publish', version: '1', reason: 'short' });
    expect(unpaid.status).toBe(422);
    expectFault(unpaid.html, 'posting-reason', 'posting-reason-wrong');
    expect(control(unpaid.html, 'posting-reason')).toContain('value="short"');
    expect(unpaid.html).toContain('No pay is told.');
    const told = await app.send(path, { cookie, form: { act: 'publish', version: '1', reason: 'Pay is told in the first talk' } });
    expect(told.headers.get('location')).toContain('did=publish');

    // A change of what is out already is judged by what it says anew.
    form.set('needs-en', 'A young salesman');
    form.set('version', '2');
    const fields = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const changed = await sent(`${path}/edit`, fields);
    expect(changed.status).toBe(422);
    expectFault(changed.html, 'check-reason', 'check-reason-wrong');
    expect(changed.html).toContain('A young salesman');
    expect(changed.html).toMatch(/“<!-- -->salesman<!-- -->”/);
  });

  it('of a posting is none while it is a draft: half of it is kept, and what is missing leads to its field', async () => {
    const half = {
      department: 'visas',
      place: 'dubai',
      employment: 'full-time',
      'works-es': 'yes',
      pipeline: 'direct',
      'days-look': '5',
      'days-talks': '10',
      'days-offer': '5',
      'title-es': 'Oficial de ventanilla',
    };
    const nameless = await sent('/admin/job-postings/new', { ...half, 'title-es': '' });
    expect(nameless.status).toBe(422);
    expectFault(nameless.html, 'title-en', 'title-en-wrong');
    const loaded = await (await app.send('/admin/job-postings/new', { cookie })).text();
    const key = /name="key" value="([^"]+)"/.exec(loaded)![1]!;
    const made = await app.send('/admin/job-postings/new', { cookie, form: { ...half, key } });
    expect(made.status).toBe(303);
    const path = made.headers.get('location')!.split('?')[0]!;
    const page = await (await app.send(path, { cookie })).text();
    expect(page.includes('Oficial de ventanilla')).toBe(true);
    for (const field of ['title-ar', 'summary-es', 'needs-pt'])
      expect(page.includes(`href="${path}/edit?words=${field.slice(-2)}#${field}"`)).toBe(true);
    expect(page.includes('#title-es"')).toBe(false);
    const editor = await (await app.send(`${path}/edit?words=pt`, { cookie })).text();
    expect(/<details[^>]* open=""[^>]*><summary><h2><bdi lang="pt">/.test(editor)).toBe(true);
    // Two write at once: what the second one typed stays in its field, what the first one wrote is told beside it.
    const writes = (version: string, title: string) => sent(`${path}/edit`, { ...half, version, 'title-es': title });
    expect((await app.send(`${path}/edit`, { cookie, form: { ...half, version: '1', 'title-es': 'Oficial de mañana' } })).status).toBe(303);
    const late = await writes('1', 'Oficial de tarde');
    expect(late.status).toBe(409);
    expect(control(late.html, 'title-es')).toContain('value="Oficial de tarde"');
    expect(late.html).toMatch(/It says now:[^]{0,80}Oficial de mañana/);
    const now = /name="version" value="(\d+)"/.exec(late.html)![1]!;
    expect((await app.send(`${path}/edit`, { cookie, form: { ...half, version: now, 'title-es': 'Oficial de tarde' } })).status).toBe(303);
    const refused = await sent(path, { act: 'publish', version: '3', reason: 'Pay is told in the first talk' });
    expect([refused.status, refused.html.includes('It is not whole in all five languages')]).toEqual([409, true]);
  });

  it('of an interview keeps the times that were picked and leads to them', async () => {
    const contact = platform.crypto.seal(
      JSON.stringify({ name: 'Inés Ortega', email: 'ines@refused.example', phone: null }),
      'job_applications|contact|refused',
    );
    await platform.db.execute(sql`insert into job_applications
      (id, reference, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
      values ('refused', 'FFFFF-00009', 'shortlisted', 'es', 'site', ${contact}, 'refused', 'x', 'x', 'refused', now(), 6, '2027-06-01', now(), now(), now())`);
    await platform.db.execute(sql`insert into interviews
      (id, reference, application_id, round, mode, place, minutes, status, zone, made_by, created_at, changed_at)
      values ('refused', 'FFFFF-00001', 'refused', 'first', 'phone', '', 45, 'proposed', 'Asia/Dubai', 'x', now(), now())`);
    const path = '/admin/interview-scheduling/FFFFF-00001';
    const first = await (await app.send(path, { cookie })).text();
    const [time] = [...first.matchAll(/<input[^>]*type="checkbox"[^>]*name="time"[^>]*value="([^"]+)"/g)].map(([, value]) => value!);
    const version = /name="version" value="(\d+)"/.exec(first)?.[1] ?? '';
    for (const stale of ['', '0', String(Number(version) + 1)]) {
      const overtaken = await sent(path, { act: 'invite', version: stale, time: [time!] });
      expect([overtaken.status, overtaken.html.includes('It changed meanwhile.')], stale).toEqual([409, true]);
    }
    const answer = await sent(path, { act: 'invite', version, time: [time!] });
    expect(answer.status).toBe(422);
    expectFault(answer.html, 'invite-times', 'invite-wrong');
    expect(answer.html).toMatch(
      new RegExp(`<input[^>]*name="time"[^>]*checked=""[^>]*value="${time}"|<input[^>]*value="${time}"[^>]*checked=""`),
    );
    expect((await sent(path, { act: 'no-such-thing', version })).status).toBe(409);
  });

  it('of a return takes its pictures up to a limit together that a request can carry, and says it when they are more', async () => {
    const path = '/admin/hr/asset-management/take-back';
    const send = async (megabytes: readonly number[]) => {
      const body = new FormData();
      body.set('from', keeper);
      for (const [index, size] of megabytes.entries()) {
        body.append('thing', `thing-${index}`);
        body.set(`note-thing-${index}`, 'Scratched');
        body.set(`photo-thing-${index}`, new File([new Uint8Array(size * 1024 * 1024)], 'a.png', { type: 'image/png' }));
      }
      const answer = await app.send(path, { cookie, method: 'POST', body });
      return { status: answer.status, html: await answer.text() };
    };
    const over = await send([6, 6, 6, 6, 5]);
    expect([over.status, over.html.includes('more than 28 MB together')]).toEqual([422, true]);
    expect(over.html).toContain('href="#photo-thing-4"');
    // At the limit each is judged by itself: these are no pictures.
    const within = await send([6, 6, 6, 6, 4]);
    expect([within.status, within.html.includes('more than 28 MB together')]).toEqual([422, false]);
    expect(within.html).toContain('Only JPEG and PNG pictures are taken.');
  });
});

describe('a form that makes something', () => {
  const posting = {
    department: 'visas',
    place: 'dubai',
    employment: 'full-time',
    closesOn: '2099-01-31',
    'works-en': 'yes',
    'days-look': '5',
    'days-talks': '10',
    'days-offer': '5',
    pipeline: 'standard',
    ...Object.fromEntries(
      languageCodes.flatMap((language) => [
        [`title-${language}`, 'Officer pressed twice'],
        [`summary-${language}`, 'Meets people at the counter.'],
        [`duties-${language}`, 'Take papers'],
        [`needs-${language}`, 'A steady hand'],
      ]),
    ),
  };
  const requisition = {
    title: 'Officer pressed twice',
    department: 'visas',
    place: 'dubai',
    employment: 'full-time',
    positions: '1',
    neededBy: '2099-01-31',
    reason: 'The counter is full.',
  };
  const laptop = {
    kind: 'laptop',
    model: 'Pressed twice',
    place: 'store-room',
    boughtOn: '2026-01-31',
    cost: '3600',
    residual: '0',
    lifeMonths: '36',
  };
  const count = async (table: string, where: string) => {
    const { rows } = (await platform.db.execute(sql.raw(`select count(*)::int as n from ${table} where ${where}`))) as unknown as {
      rows: { n: number }[];
    };
    return rows[0]!.n;
  };

  it.each([
    ['/admin/recruitment/requisitions/new', requisition, () => count('job_requisitions', `title = 'Officer pressed twice'`)],
    ['/admin/job-postings/new', posting, () => count('job_posting_words', `language = 'en' and title = 'Officer pressed twice'`)],
    ['/admin/hr/asset-management/new', laptop, () => count('assets', `model = 'Pressed twice'`)],
    ['/admin/supply/holiday-packages', { title: 'A tour pressed twice' }, () => count('tour_desk', `tour_id = 'a-tour-pressed-twice'`)],
  ] as const)('of %s makes one, pressed twice or at once, and is turned away without its key', async (path, fields, made) => {
    const owner = await app.signIn('admin@rihla.example', demoPassword);
    const page = await (await app.send(path, { cookie: owner })).text();
    const key = /name="key" value="([\w-]{16,100})"/.exec(page)?.[1] ?? '';
    expect((await app.send(path, { cookie: owner, form: fields })).status).toBe(400);
    expect(await made()).toBe(0);
    const press = async (change: Record<string, string> = {}) => {
      const answer = await app.send(path, { cookie: owner, form: { ...fields, ...change, key } });
      return { status: answer.status, to: answer.headers.get('location') };
    };
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers[0]).toMatchObject({ status: 303, to: expect.stringMatching(/did=(written|registered)|pressed-twice\?part=facts/) });
    expect(new Set([...answers, await press()].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await made()).toBe(1);
    expect(await press({ positions: '2', 'days-look': '6', cost: '3700', title: 'Another title' })).toMatchObject({ status: 422 });
    expect(await made()).toBe(1);
  });
});
