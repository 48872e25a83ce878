import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStaffMember, saveStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { seedDemoApplications } from '#seeds/demo-applications.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform, testNow } from '#tests/support/test-platform.ts';
import { openCv } from '../apply.server.ts';
import { isCovered, withoutIdentity } from '../blind-rules.ts';
import { checkCv, endReading, readCv } from '../read-cv.server.ts';
import { findApplicationIds } from '../candidates-store.server.ts';
import { findApplicationAsSystem, findApplicationFor, readApplicant } from '../job-applications-store.server.ts';
import { findMessages } from '../job-messages-store.server.ts';
import { answerOffer, findOffers } from '../job-offers-store.server.ts';
import { workOnRecruitment } from '../work-recruitment.server.ts';
import { findPostingAsStaff } from '../job-postings-store.server.ts';
import { openApplicationRecord } from './open-application-record.server.ts';
import { readApplicationView, readerOf } from '../application-view.server.ts';
import { openApplications } from './open-applications.server.ts';
import {
  decideOffer,
  makeOffer,
  moveOnApplication,
  noteOnApplication,
  rejectApplication,
  sendScoreCard,
  undoRejection,
} from './work-application.server.ts';
import { readContent, writePosting } from './work-posting.server.ts';

const platform = await openCataloguePlatform();
await seedDemoApplications(platform);
await workOnRecruitment(platform);

async function colleague(email: string, role: StaffRole): Promise<Clerk> {
  const made = await platform.auth.api.signUpEmail({ body: { email, password: demoPassword, name: role } });
  const staff = { userId: made.user.id, displayName: role, roles: [role] as const };
  await saveStaffMember(platform.db, { ...staff, isActive: true, employmentStatus: 'active' });
  const user = { id: staff.userId, email, emailVerified: true, fullName: role, createdAt: '' };
  return { kind: 'staff', user, staff } as unknown as Clerk;
}
const recruiter = await colleague('recruiter@judging.example', 'recruiter');
const judge = await colleague('judge@judging.example', 'interviewer');
const [omar, daniela, samir, khaled] = ['demo-application-4', 'demo-application-5', 'demo-application-6', 'demo-application-2'];
const read = async (id: string | undefined) => (await findApplicationAsSystem(platform.db, id!))!;
const ask = (id: string | undefined, text = '') =>
  openApplications(platform, recruiter, readApplicationView(new URLSearchParams(text)), 'en').then(({ rows }) =>
    rows.find((row) => row.id === id),
  );
const invite = (id: string | undefined, { user }: Clerk) =>
  platform.db.execute(sql`insert into job_reviewers (application_id, user_id, added_by, added_at) values (${id}, ${user.id}, 'x', now())`);
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform);
}, 120_000);
afterAll(endReading);

describe('blind review', () => {
  const one = { blind: true, uncovered: false, status: 'screening', stageSince: new Date(testNow) } as const;

  it('covers who somebody is until the short list, and while a refusal can be taken back', () => {
    expect(isCovered(one, testNow)).toBe(true);
    expect(isCovered({ ...one, blind: false }, testNow)).toBe(false);
    expect(isCovered({ ...one, status: 'shortlisted' }, testNow)).toBe(false);
    expect(isCovered({ ...one, status: 'rejected' }, testNow)).toBe(true);
    expect(isCovered({ ...one, status: 'rejected', stageSince: new Date(testNow - dayMs) }, testNow)).toBe(false);
    expect(isCovered({ ...one, uncovered: true }, testNow)).toBe(false);
  });

  it('takes names, addresses and numbers out of what people wrote, and leaves other words whole', () => {
    expect(withoutIdentity('Yours, OMAR Benhaddou (omar@x.example, +971 50 112 8834)', 'Omar Benhaddou')).toBe('Yours, … … (…, …)');
    expect(withoutIdentity('2019 – 2026: Marina, Romario', 'Mari Omar')).toBe('2019 – 2026: Marina, Romario');
  });

  it('shows neither name, address, mails, CV nor a signature, in list, record, page and file', async () => {
    const application = await read(omar);
    expect((await ask(omar))!.name).toBeNull();
    const record = await openApplicationRecord(platform, recruiter, application, 'en');
    expect(record).toMatchObject({ blind: true, name: null, contact: null, cv: null, messages: [], hiddenMails: 1, rejection: '' });
    const cookie = await app.signIn('recruiter@judging.example', demoPassword);
    const path = `/admin/job-applications/${application.reference}`;
    for (const address of [path, `${path}.data`, '/admin/job-applications', '/admin/job-applications?view=board'])
      expect(await (await app.send(address, { cookie })).text(), address).not.toMatch(/Omar|Benhaddou/);
    const file = await app.send('/admin/job-applications/export', { cookie, form: {} });
    expect(await file.text()).not.toMatch(/Omar|Benhaddou/);
    expect((await app.send(`${path}/cv`, { cookie })).status).toBe(404);
  });

  it('is not got round by an interview: its list, its file, its page and its plan say the reference', async () => {
    const { reference } = await read(omar);
    await platform.db.execute(sql`insert into interviews
      (id, reference, application_id, round, mode, place, minutes, status, zone, made_by, created_at, changed_at)
      values ('blind', 'BBBBB-00001', ${omar}, 'first', 'phone', '', 45, 'proposed', 'Asia/Dubai', 'x', now(), now())`);
    const cookie = await app.signIn('recruiter@judging.example', demoPassword);
    const here = '/admin/interview-scheduling';
    const told: string[] = [];
    for (const path of [`${here}?tab=waiting`, `${here}/BBBBB-00001`, `${here}/new`])
      told.push(await (await app.send(path, { cookie })).text());
    told.push(await (await app.send(`${here}/export?tab=waiting`, { cookie, form: {} })).text());
    for (const text of told) expect(text).not.toMatch(/Omar|Benhaddou/);
    expect([told[0], told[1], told[3]].every((text) => text!.includes(reference))).toBe(true);
    await platform.db.execute(sql`delete from interviews where id = 'blind'`);
  });

  it('that begins later covers who applies from then on, and leaves those named whose names could be seen', async () => {
    const before = await read(daniela);
    const posting = (await findPostingAsStaff(platform.db, before.postingId!))!;
    const content = await readContent(platform, posting);
    const { rows: covered } = (await platform.db.execute(
      sql`select id from job_applications where posting_id = ${posting.id} and not uncovered`,
    )) as unknown as { rows: { id: string }[] };
    const manager = await colleague('blind-later@judging.example', 'hr_manager');
    const write = async (blind: boolean) => {
      const now = (await findPostingAsStaff(platform.db, posting.id))!;
      const reason = 'The words stay as they are';
      const ask = { viewer: manager, requestId: 'test', posting: now, version: now.version, content: { ...content, blind }, reason };
      expect(await writePosting(platform, ask)).toMatchObject({ ok: true });
    };
    await write(false);
    await platform.db.execute(sql`update job_applications set uncovered = false where id = ${daniela}`);
    await write(true);
    expect(await read(daniela)).toMatchObject({ uncovered: true, version: before.version });
    const { rows } = (await platform.db.execute(
      sql`select detail->>'named' as named from audit_events where subject = ${`job_postings:${posting.id}`} and detail ? 'named'`,
    )) as unknown as { rows: { named: string }[] };
    expect(rows).toHaveLength(1);
    expect(Number(rows[0]!.named)).toBeGreaterThan(0);
    // Saved again while it is blind, it uncovers nobody.
    await platform.db.execute(sql`update job_applications set uncovered = false where id = ${daniela}`);
    await write(true);
    expect(await read(daniela)).toMatchObject({ uncovered: false });
    await write(posting.blind);
    await platform.db.execute(sql`update job_applications set uncovered = true where posting_id = ${posting.id}`);
    for (const { id } of covered) await platform.db.execute(sql`update job_applications set uncovered = false where id = ${id}`);
  });

  it('is not got round by a refusal that is taken back', async () => {
    const words = { viewer: recruiter, requestId: 'test' };
    const refused = await rejectApplication(platform, {
      ...words,
      application: await read(omar),
      reason: 'other',
      wait: 'soon',
      words: null,
    });
    expect(refused.ok).toBe(true);
    expect((await ask(omar, 'stage=rejected'))!.name).toBeNull();
    expect((await undoRejection(platform, { ...words, application: await read(omar) })).ok).toBe(true);
    expect(await read(omar)).toMatchObject({ status: 'received', rejectReason: null });
  });

  it('is not got round by an address: no list, file or interview is found by it, nor named as the same person elsewhere', async () => {
    const { emailIndex } = await read(omar);
    const email = readApplicant(platform.crypto, await read(omar)).email;
    const { reference } = await read(omar);
    const found = { stage: 'all', find: email };
    const listed = () => openApplications(platform, recruiter, readApplicationView(new URLSearchParams(found)), 'en');
    expect(await listed()).toMatchObject({ rows: [], counts: { received: 0 } });
    const cookie = await app.signIn('recruiter@judging.example', demoPassword);
    const file = await app.send(`/admin/job-applications/export?${new URLSearchParams(found)}`, { cookie, form: {} });
    expect(await file.text()).not.toContain(reference);
    expect(await findApplicationIds(platform.db, platform.crypto, { email, at: testNow })).toEqual([]);
    expect((await ask(omar, `stage=all&find=${reference}`))!.name).toBeNull();

    // The same person applied elsewhere, where nobody is covered.
    const { emailIndex: own } = await read(khaled);
    const setIndex = (index: string) => platform.db.execute(sql`update job_applications set email_index = ${index} where id = ${khaled}`);
    await setIndex(emailIndex);
    const twinsOf = async (id: string | undefined) =>
      (await openApplicationRecord(platform, recruiter, await read(id), 'en')).twins.map((twin) => twin.reference);
    expect(await twinsOf(khaled)).toEqual([]);
    await platform.db.execute(
      sql`update job_postings set blind = false where id = (select posting_id from job_applications where id = ${omar})`,
    );
    expect(await twinsOf(khaled)).toEqual([reference]);
    expect((await listed()).rows.map(({ id }) => id)).toContain(omar);
    await platform.db.execute(
      sql`update job_postings set blind = true where id = (select posting_id from job_applications where id = ${omar})`,
    );
    await setIndex(own);
  });

  it('is not got round by the talent pool, which shows who somebody is and leads back to screening', async () => {
    await platform.db.execute(sql`update job_applications set keep_months = 12 where id = ${omar}`);
    const keep = async () =>
      moveOnApplication(platform, { viewer: recruiter, requestId: 'test', application: await read(omar), event: 'keep' });
    expect(await keep()).toMatchObject({ refused: 'covered' });
    expect(await openApplicationRecord(platform, recruiter, await read(omar), 'en')).toMatchObject({ keepStop: 'covered' });
    expect((await read(omar)).status).toBe('received');
  });
});

describe('what was written while somebody is covered', () => {
  const words = { viewer: recruiter, requestId: 'test' };

  it('shows a colleague their own notes and of others that there are some', async () => {
    const other = await colleague('notes@judging.example', 'recruiter');
    await noteOnApplication(platform, { ...words, viewer: other, application: await read(omar), words: 'The cousin of Yassir' });
    await noteOnApplication(platform, { ...words, application: await read(omar), words: 'Asks for a desk by the window' });
    const record = await openApplicationRecord(platform, recruiter, await read(omar), 'en');
    expect(record).toMatchObject({ hiddenNotes: 1, messages: [{ words: 'Asks for a desk by the window' }] });
    expect(await openApplicationRecord(platform, other, await read(omar), 'en')).toMatchObject({
      messages: [{ words: 'The cousin of Yassir' }],
    });
    await platform.db.execute(sql`delete from job_messages where application_id = ${omar} and kind = 'note'`);
  });

  it('a name that was seen stays uncovered on the way back to screening', async () => {
    const move = async (event: 'shortlist' | 'screen') =>
      moveOnApplication(platform, { ...words, application: await read(daniela), event });
    const nameOn = async () => (await openApplicationRecord(platform, recruiter, await read(daniela), 'en')).name;
    expect(await nameOn()).toBeNull();
    expect(await move('shortlist')).toMatchObject({ ok: true });
    expect(await nameOn()).not.toBeNull();
    expect(await move('screen')).toMatchObject({ ok: true });
    expect(await nameOn()).not.toBeNull();
    expect((await ask(daniela))!.name).not.toBeNull();
  });
});

describe('an interviewer', () => {
  it('sees the applications that they were asked to judge, and is told nothing of any other', async () => {
    await invite(samir, judge);
    const { reference } = await read(khaled);
    expect(
      (await openApplications(platform, judge, readApplicationView(new URLSearchParams('stage=all')), 'en')).rows.map(({ id }) => id),
    ).toEqual([samir]);
    expect(await findApplicationFor(platform.db, readerOf(judge), reference)).toBeNull();
    const cookie = await app.signIn('judge@judging.example', demoPassword);
    for (const path of [reference, `${reference}/cv`])
      expect((await app.send(`/admin/job-applications/${path}`, { cookie })).status, path).toBe(404);
    const answer = await app.send(`/admin/job-applications/${reference}`, { cookie, form: { intent: 'score', verdict: 'yes' } });
    expect(answer.status).toBe(404);
    const refused = await app.send('/admin/job-applications/export', { cookie, form: {} });
    expect(refused.headers.get('location') ?? '').toContain('/admin/unauthorized');
  });

  it('finds nobody by an address', async () => {
    const view = readApplicationView(new URLSearchParams({ stage: 'all', find: 'samir.chowdhury@mail.example' }));
    expect((await openApplications(platform, judge, view, 'en')).rows).toEqual([]);
    expect((await openApplications(platform, recruiter, view, 'en')).rows).toHaveLength(1);
  });

  it('sees the cards of others when their own is sent, once', async () => {
    const application = await read(samir);
    const before = await openApplicationRecord(platform, judge, application, 'en');
    expect(before).toMatchObject({ cards: [], hiddenCards: 1, messages: [], offers: [], contact: null });
    const points = Object.fromEntries(before.criteria.map(({ id }) => [id, 3]));
    const card = { viewer: judge, application, requestId: 'test', card: { points, verdict: 'no', words: '' } } as const;
    expect((await sendScoreCard(platform, card)).ok).toBe(true);
    expect(await sendScoreCard(platform, { ...card, application: await read(samir) })).toMatchObject({ refused: 'sent-before' });
    const after = await openApplicationRecord(platform, judge, await read(samir), 'en');
    expect(after).toMatchObject({ hiddenCards: 0, scoring: { mine: true } });
    expect(after.cards.map(({ score }) => score)).toEqual([41, 30]);
  });

  it('has a card taken from nobody who only reads', async () => {
    const auditor = await colleague('auditor@judging.example', 'auditor');
    const card = { points: {}, verdict: 'yes', words: '' } as const;
    expect(await sendScoreCard(platform, { viewer: auditor, application: await read(khaled), requestId: 'test', card })).toMatchObject({
      refused: 'not-allowed',
    });
  });
});

describe('a CV', () => {
  it('is saved and never shown, and the look at it is in the audit', async () => {
    const { id, reference, cvStored } = await read(khaled);
    const cookie = await app.signIn('recruiter@judging.example', demoPassword);
    const answer = await app.send(`/admin/job-applications/${reference}/cv`, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="cv-${reference}.docx"`);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const content = Buffer.from(await answer.arrayBuffer());
    expect(content.equals((await openCv(platform, cvStored!))!)).toBe(true);
    expect(await checkCv(content)).toMatchObject({ ok: true });
    const { rows } = (await platform.db.execute(
      sql`select actor from audit_events where action = 'job.cv-viewed' and subject = ${`job_applications:${id}`}`,
    )) as unknown as { rows: { actor: string }[] };
    expect(rows).toEqual([{ actor: `staff:${recruiter.user.id}` }]);
  });

  it('is read beside the score card when that is asked for, which is a look as well, and not while it is covered', async () => {
    const looks = async (id: string) => {
      const { rows } = (await platform.db.execute(
        sql`select count(*)::int as n from audit_events where action = 'job.cv-viewed' and subject = ${`job_applications:${id}`}`,
      )) as unknown as { rows: { n: number }[] };
      return rows[0]!.n;
    };
    const cookie = await app.signIn('recruiter@judging.example', demoPassword);
    const { id, reference, cvStored, cvType } = await read(khaled);
    const before = await looks(id);
    const path = `/admin/job-applications/${reference}`;
    const [first] = (await readCv((await openCv(platform, cvStored!))!, cvType!))!.split('\n').filter((line) => line.trim().length > 3);
    expect(await (await app.send(path, { cookie })).text()).not.toContain('hr-cv__words');
    expect(await looks(id)).toBe(before);
    const page = await (await app.send(`${path}?cv`, { cookie })).text();
    expect(page).toMatch(/hr-cv__words/);
    // No form leads back to the open CV: one that is refused is no look.
    const forms = [...page.matchAll(/<form[^>]*method="post"[^>]*>/g)].map(([form]) => /action="([^"]*)"/.exec(form)?.[1]);
    expect(forms.filter((action) => action?.startsWith('/admin/job-applications')).length).toBeGreaterThan(3);
    expect(forms.filter((action) => action?.includes('cv'))).toEqual([]);
    const refused = await app.send(path, { cookie, form: { intent: 'note', words: '' } });
    expect([refused.status, await looks(id)]).toEqual([422, before + 1]);
    expect(page).toContain(first!.trim().split(/[&<>"']/)[0]);
    expect(await looks(id)).toBe(before + 1);
    const covered = await read(omar);
    expect(await (await app.send(`/admin/job-applications/${covered.reference}?cv`, { cookie })).text()).not.toContain('hr-cv__words');
    expect(await looks(covered.id)).toBe(0);
  });
});

describe('the record', () => {
  it('keeps what was typed into a form that is not done, and says what is wrong beside the field', async () => {
    const { reference, version } = await read(samir);
    const cookie = await app.signIn('recruiter@judging.example', demoPassword);
    const path = `/admin/job-applications/${reference}`;
    const offer = { intent: 'offer', version: String(version), salary: '9500', currency: 'PHP', terms: 'A parking place in Deira.' };
    const answer = await app.send(path, { cookie, form: { ...offer, startsOn: '2031-01-01', answerBy: '2031-02-01' } });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('A parking place in Deira.');
    expect(page).toMatch(/<input[^>]*name="salary"[^>]*value="9500"|<input[^>]*value="9500"[^>]*name="salary"/);
    expect(page).toMatch(/aria-describedby="wrong-offer--startsOn"/);
    expect(page).toContain('id="wrong-offer--startsOn"');
    expect(page).toContain('href="#field-offer--startsOn"');
    expect(page).toContain('id="field-offer--startsOn"');
    expect(page).not.toContain('id="wrong-offer--salary"');
    const stale = await app.send(path, {
      cookie,
      form: { intent: 'reject', version: '1', reason: 'skills', wait: 'day', words: 'Kept words' },
    });
    expect([stale.status, (await stale.text()).includes('Kept words')]).toEqual([409, true]);
    expect((await app.send(path, { cookie, form: { intent: 'nothing-known' } })).status).toBe(422);
    const card = await app.send(path, { cookie, form: { intent: 'score', verdict: 'yes', words: 'Calm at the counter' } });
    const cardPage = await card.text();
    expect([card.status, cardPage.includes('Calm at the counter')]).toEqual([422, true]);
    // The summary says which of the points are missing.
    expect(cardPage).toMatch(/<a href="#field-score--point-[^"]+"><bdi>[^<]+<\/bdi>/);
    expect(await read(samir)).toMatchObject({ version });
  });

  it('withdraws an offer until it is accepted, and not as somebody else looked at it', async () => {
    const words = { viewer: recruiter, requestId: 'test' };
    const days = { startsOn: '2031-03-01', answerBy: '2031-02-01' } as const;
    const before = await read(samir);
    if (before.status === 'screening') await moveOnApplication(platform, { ...words, application: before, event: 'shortlist' });
    const offer = { salary: 900_000, currency: 'AED', terms: '', ...days } as const;
    expect(await makeOffer(platform, { ...words, application: await read(samir), offer })).toMatchObject({ ok: true });
    expect(await decideOffer(platform, { ...words, application: before, say: 'withdraw' })).toMatchObject({ refused: 'changed-meanwhile' });
    expect(await decideOffer(platform, { ...words, application: await read(samir), say: 'withdraw' })).toMatchObject({ ok: true });
    const told = async () =>
      (await findMessages(platform.db, platform.crypto, samir!)).filter(({ template }) => template === 'offer-off').length;
    // A draft that nobody has seen is told nobody.
    expect(await told()).toBe(0);
    const states = async () => (await findOffers(platform.db, platform.crypto, samir!)).map(({ status }) => status);
    expect((await states())[0]).toBe('withdrawn');
    expect(await makeOffer(platform, { ...words, application: await read(samir), offer })).toMatchObject({ ok: true });
    const manager = await colleague('manager@judging.example', 'hr_manager');
    // Whoever wrote it does not let it go, whatever their rights.
    const writer = await findStaffMember(platform.db, recruiter.user.id);
    const promoted = { ...recruiter, staff: { ...writer!, roles: [...writer!.roles, 'hr_manager'] } } as const;
    expect(await decideOffer(platform, { ...words, viewer: promoted, application: await read(samir), say: 'approve' })).toMatchObject({
      refused: 'same-person',
    });
    const approved = await decideOffer(platform, { ...words, viewer: manager, application: await read(samir), say: 'approve' });
    expect(approved).toMatchObject({ ok: true });
    expect(await transact(platform.db, (tx) => answerOffer(tx, testNow, samir!, 'accept'))).toMatchObject({ ok: true });
    expect(await decideOffer(platform, { ...words, application: await read(samir), say: 'withdraw' })).toMatchObject({
      refused: 'no-offer',
    });
    expect([(await states())[0], await told()]).toEqual(['accepted', 0]);

    // Sent and read: whoever has it hears that it is gone, once, in their language, and can accept it no more.
    const anew = async () => {
      platform.clock.advance(1000);
      expect(await makeOffer(platform, { ...words, application: await read(samir), offer })).toMatchObject({ ok: true });
      const sent = await decideOffer(platform, { ...words, viewer: manager, application: await read(samir), say: 'approve' });
      expect(sent).toMatchObject({ ok: true });
    };
    await anew();
    // Another one was written in its place.
    expect(await told()).toBe(1);
    expect(await decideOffer(platform, { ...words, application: await read(samir), say: 'withdraw' })).toMatchObject({ ok: true });
    expect(await decideOffer(platform, { ...words, application: await read(samir), say: 'withdraw' })).toMatchObject({ ok: false });
    expect(await told()).toBe(2);
    await platform.jobs.drain();
    const left = (await findMessages(platform.db, platform.crypto, samir!)).find(({ template }) => template === 'offer-off');
    expect(left?.sentAt).not.toBeNull();
    expect(await transact(platform.db, (tx) => answerOffer(tx, testNow, samir!, 'accept'))).toMatchObject({ refused: 'no-offer' });

    // A refusal tells it too; taken back, or made without a word, it leaves nobody with an offer that is none.
    const reject = async (wait: 'soon' | 'none') =>
      rejectApplication(platform, { ...words, application: await read(samir), reason: 'other-candidate', wait, words: null });
    await anew();
    expect([(await reject('soon')).ok, await told()]).toEqual([true, 2]);
    expect(await undoRejection(platform, { ...words, application: await read(samir) })).toMatchObject({ ok: true });
    expect(await told()).toBe(3);
    await anew();
    expect([(await reject('none')).ok, await told()]).toEqual([true, 4]);
    expect(await undoRejection(platform, { ...words, application: await read(samir) })).toMatchObject({ ok: true });
    expect(await told()).toBe(4);
  });
});

it('the board has its cards column by column: many that are new hide nobody who is further on', async () => {
  const copies = 60;
  await platform.db.execute(sql`insert into job_applications
    select (jsonb_populate_record(j, jsonb_build_object('id', 'many-' || n, 'reference', 'MMMMM-' || lpad(n::text, 5, '0'),
      'secret_hash', 'many-' || n, 'created_at', j.created_at + make_interval(days => 400)))).*
    from job_applications j, generate_series(1, ${copies}::int) n where j.id = ${omar}`);
  const { rows, counts } = await openApplications(platform, recruiter, readApplicationView(new URLSearchParams('view=board')), 'en');
  expect(counts.received).toBeGreaterThanOrEqual(copies);
  expect(rows.filter(({ stage }) => stage === 'received')).toHaveLength(40);
  for (const stage of ['screening', 'shortlisted', 'interview', 'offer'] as const)
    expect(
      rows.filter((row) => row.stage === stage),
      stage,
    ).toHaveLength(counts[stage]);
  await platform.db.execute(sql`delete from job_applications where id like 'many-%'`);
});
