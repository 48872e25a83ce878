import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { inviteColleague, moveEmployment } from './work-staff-account.server.ts';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { saveStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { seedDemoApplications } from '#seeds/demo-applications.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { assetRequestMachine, askedStates } from '#app/people/assets/asset-request-rules.ts';
import { findRequestOfApplication } from '#app/people/assets/asset-requests-store.server.ts';
import type { AssetKind } from '#app/people/assets/asset-kinds.ts';
import { findPaperAsStaff } from '#app/people/assets/asset-papers-store.server.ts';
import { findAssetsByTag } from '#app/people/assets/assets-store.server.ts';
import { handOver, signPaper } from '#app/people/assets/hand-over.server.ts';
import { workOnAssets } from '#app/people/assets/remind-holders.server.ts';
import { registerAssets } from '#app/people/assets/register-asset.server.ts';
import { eraseApplication } from '#app/people/recruitment/answer-application.server.ts';
import { findApplicationAsSystem, readApplicant } from '#app/people/recruitment/job-applications-store.server.ts';
import { joinerMachine } from '#app/people/recruitment/joiner-status.ts';
import { usualFor } from '#app/people/recruitment/work-joiner.server.ts';
import { findJoiner, listPrepared } from '#app/people/recruitment/joiners-store.server.ts';
import { answerOffer } from '#app/people/recruitment/job-offers-store.server.ts';
import { findPostingAsStaff } from '#app/people/recruitment/job-postings-store.server.ts';
import { workOnRecruitment } from '#app/people/recruitment/work-recruitment.server.ts';
import { decideOffer, hireApplicant, makeOffer, moveOnApplication } from '#app/people/recruitment/staff/work-application.server.ts';

/* Somebody who was hired: their invitation, what they need of the house, and how both end. */

const platform = await openCataloguePlatform();
await seedDemoApplications(platform);
await mailAccounts(platform);
await workOnRecruitment(platform);
await workOnAssets(platform);
const keeper = (await findAccountByEmail(platform.db, 'hr@rihla.example'))!.id;
const hr = { kind: 'staff', user: { id: keeper }, staff: { roles: ['hr_manager'] } } as unknown as Clerk;
const work = { staffId: keeper, requestId: 'test' };
let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp(platform);
  cookie = await app.signIn('hr@rihla.example', demoPassword);
}, 120_000);

const rows = async (query: ReturnType<typeof sql>) =>
  ((await platform.db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;
const openTasks = async (subject: string) =>
  (await rows(sql`select kind from staff_tasks where subject = ${subject} and closed_at is null order by kind`)).map(({ kind }) => kind);
const read = async (id: string) => (await findApplicationAsSystem(platform.db, id))!;
const joinerOf = async (id: string) => (await findJoiner(platform.db, id))!;
const requestOf = async (id: string) => (await findRequestOfApplication(platform.db, id))!;

const words = { viewer: hr, requestId: 'test' };
const second = { ...hr, user: { id: (await findAccountByEmail(platform.db, 'admin@rihla.example'))!.id } } as Clerk;
const unused = (
  await rows(
    sql`select id from job_applications where posting_id is not null and status in ('received', 'screening', 'shortlisted', 'interview') order by id`,
  )
).map(({ id }) => String(id));

/** Takes the next open application of the demo all the way: offered, let out by a second person, accepted, hired. Returns its id. */
async function hired(): Promise<string> {
  const id = unused.shift()!;
  const stage = (await read(id)).status;
  if (stage === 'received' || stage === 'screening')
    expect(await moveOnApplication(platform, { ...words, application: await read(id), event: 'shortlist' })).toMatchObject({ ok: true });
  const offer = { salary: 900_000, currency: 'AED', terms: '', startsOn: '2031-03-01', answerBy: '2031-02-01' } as const;
  expect(await makeOffer(platform, { ...words, application: await read(id), offer })).toMatchObject({ ok: true });
  expect(await decideOffer(platform, { ...words, viewer: second, application: await read(id), say: 'approve' })).toMatchObject({
    ok: true,
  });
  const now = platform.clock.now();
  expect(await transact(platform.db, (tx) => answerOffer(tx, now, id, 'accept'))).toMatchObject({ ok: true });
  expect(await hireApplicant(platform, { ...words, application: await read(id) })).toMatchObject({ ok: true });
  return id;
}

/** Sends the prepared invitation with one role that needs no second person; the new colleague's id. */
async function invited(id: string): Promise<string> {
  const application = await read(id);
  const { name, email } = readApplicant(platform.crypto, application);
  const joiner = { reference: application.reference, version: (await joinerOf(id)).version };
  const sent = await inviteColleague(platform, { ...work, email, name, roles: ['interviewer'], reason: '', language: 'en', joiner });
  if (!sent.ok) throw new Error(sent.refused);
  return sent.value.userId;
}

let number = 0;
/** Hands one thing of each kind to a colleague. Returns the paper, which waits for the signature. */
async function handed(userId: string, kinds: readonly AssetKind[]) {
  const things = kinds.map((kind) => ({
    tag: null,
    kind,
    model: 'Model',
    serial: `JOIN-${(number += 1)}`,
    place: 'store-room' as const,
    boughtOn: calendarDate('2026-01-31'),
    cost: 100_000,
    residual: 0,
    lifeMonths: 24,
    warrantyUntil: null,
  }));
  const made = await registerAssets(platform, { ...work, things });
  if (!made.ok) throw new Error(made.refused);
  const lines = (await findAssetsByTag(platform.db, made.value)).map((one) => ({ assetId: one.id, condition: 'good' as const, note: '' }));
  const paper = await handOver(platform, { ...work, userId, lines, dueBackOn: null, language: 'en' });
  if (!paper.ok) throw new Error(paper.refused);
  return (await findPaperAsStaff(platform.db, paper.value.reference))!;
}
async function signs(userId: string, kinds: readonly AssetKind[]): Promise<void> {
  const paper = await handed(userId, kinds);
  const name = 'Any Name';
  const signed = await signPaper(platform, {
    paper,
    name,
    signature: { name, strokes: null },
    language: 'en',
    staffId: userId,
    requestId: 'test',
  });
  expect(signed).toMatchObject({ ok: true });
}

const post = async (path: string, form: Record<string, string | string[]>, who = cookie) => {
  const answer = await app.send(path, { cookie: who, form });
  return { status: answer.status, html: await answer.text() };
};
const pageOf = async (id: string) => `/admin/job-applications/${(await read(id)).reference}`;

it('the database declares the edges of both machines, and no others', async () => {
  for (const machine of [joinerMachine, assetRequestMachine]) {
    const declared = await rows(sql`select from_status || '>' || to_status as edge from status_edges where machine = ${machine.name}`);
    const edges = edgesOf(machine as typeof joinerMachine).map(([from, to]) => `${from}>${to}`);
    expect(declared.map(({ edge }) => edge).toSorted()).toEqual(edges.toSorted());
  }
});

it('a thing that is asked for is missing, kept, waits for the signature or is signed for, the furthest counts', () => {
  const held = [
    { kind: 'laptop', status: 'assigned' },
    { kind: 'laptop', status: 'pending_acceptance' },
    { kind: 'phone', status: 'pending_acceptance' },
    { kind: 'key', status: 'reserved' },
    { kind: 'sim', status: 'return_requested' },
  ] as const;
  const states = askedStates(['laptop', 'phone', 'key', 'sim', 'uniform'], held).map(({ state }) => state);
  expect(states).toEqual(['signed', 'waiting', 'kept', 'missing', 'missing']);
});

describe('a hiring', () => {
  it('prepares an invitation with the roles of the department, and asks for what is needed by the first day', async () => {
    const id = await hired();
    const { department } = (await findPostingAsStaff(platform.db, (await read(id)).postingId!))!;
    const { roles, things } = usualFor(department);
    expect(await joinerOf(id)).toMatchObject({ status: 'prepared', roles, startsOn: '2031-03-01', userId: null });
    const request = await requestOf(id);
    expect(request).toMatchObject({ status: 'asked', kinds: things, neededBy: '2031-03-01', userId: null });
    expect([await openTasks(`job_applications:${id}`), await openTasks(`asset_requests:${request.id}`)]).toEqual([
      ['onboarding'],
      ['asset-request'],
    ]);
    const page = await (await app.send(await pageOf(id), { cookie })).text();
    expect(page).toContain(`/admin/users?joiner=${(await read(id)).reference}#invite`);
  });

  it('is invited from what is prepared, once, and not as somebody else changed it meanwhile', async () => {
    const id = await hired();
    const application = await read(id);
    const { name, email } = readApplicant(platform.crypto, application);
    const { version } = await joinerOf(id);
    const users = await (await app.send(`/admin/users?joiner=${application.reference}`, { cookie })).text();
    expect(users).toContain(`value="${email}"`);
    expect(await post(await pageOf(id), { intent: 'joiner-change', version: String(version), role: 'interviewer' })).toMatchObject({
      status: 303,
    });
    const form = { name, email, role: 'interviewer', language: 'en', reason: '', joiner: application.reference };
    expect(await post('/admin/users', { ...form, version: String(version) })).toMatchObject({ status: 422 });
    expect(await findAccountByEmail(platform.db, email)).toBeNull();
    expect(await post('/admin/users', { ...form, version: String(version + 1) })).toMatchObject({ status: 303 });
    const account = (await findAccountByEmail(platform.db, email))!;
    expect([await joinerOf(id), await requestOf(id)]).toMatchObject([
      { status: 'sent', userId: account.id },
      { userId: account.id, status: 'asked' },
    ]);
    expect(await openTasks(`job_applications:${id}`)).toEqual([]);
    expect((await listPrepared(platform.db)).map(({ joiner }) => joiner.applicationId)).not.toContain(id);
    // The staff record leads back to the application, and shows what is asked for.
    const record = await (await app.send(`/admin/users/${account.id}`, { cookie })).text();
    expect(record).toContain(`/admin/job-applications/${application.reference}`);
    expect(record).toContain(`hand-over?to=${account.id}`);
  });

  it('ends the request with the signature for the last of what is asked for, and no sooner', async () => {
    const id = await hired();
    const userId = await invited(id);
    const change = { intent: 'assets-change', kind: ['laptop', 'phone'], neededBy: '2031-02-20' };
    expect(await post(`/admin/users/${userId}`, { ...change, version: String((await requestOf(id)).version) })).toMatchObject({
      status: 303,
    });
    expect(await requestOf(id)).toMatchObject({ kinds: ['laptop', 'phone'], neededBy: '2031-02-20' });
    await signs(userId, ['laptop', 'headset']);
    expect(await requestOf(id)).toMatchObject({ status: 'asked' });
    await handed(userId, ['phone']);
    expect(await requestOf(id)).toMatchObject({ status: 'asked' });
    await signs(userId, ['phone']);
    const request = await requestOf(id);
    expect(request).toMatchObject({ status: 'handed', decidedBy: `staff:${userId}` });
    expect(await openTasks(`asset_requests:${request.id}`)).toEqual([]);
  });

  it('does not leave while something of the house is with them, but may be kept out', async () => {
    const userId = await invited(await hired());
    await signs(userId, ['laptop']);
    const move = async (event: 'suspend' | 'leave') => {
      const { version } = (await findStaffAccount(platform.db, userId))!;
      return moveEmployment(platform, { ...work, userId, event, reason: 'the last day', version, handTo: {} });
    };
    expect(await move('leave')).toEqual({ ok: false, refused: 'things-held' });
    expect(await move('suspend')).toEqual({ ok: true, value: 'suspended' });
    expect(await move('leave')).toEqual({ ok: false, refused: 'things-held' });
    await platform.db.execute(sql`update assets set status = 'lost', holder_id = null where holder_id = ${userId}`);
    expect(await move('leave')).toEqual({ ok: true, value: 'left' });
  });

  it('ends the request when what was missing is not asked for any more', async () => {
    const id = await hired();
    const userId = await invited(id);
    await signs(userId, ['laptop']);
    const form = { intent: 'assets-change', kind: 'laptop', neededBy: '2031-03-01', version: String((await requestOf(id)).version) };
    expect(await post(await pageOf(id), form)).toMatchObject({ status: 303 });
    expect(await requestOf(id)).toMatchObject({ status: 'handed', kinds: ['laptop'] });
  });

  it('does without either with a reason, and takes them up again', async () => {
    const id = await hired();
    const path = await pageOf(id);
    const versions = async () => ({ joiner: String((await joinerOf(id)).version), things: String((await requestOf(id)).version) });
    const unsaid = await post(path, { intent: 'joiner-refuse', version: (await versions()).joiner, reason: ' ' });
    expect(unsaid.status).toBe(422);
    expect(unsaid.html).toContain('href="#joiner-reason"');
    const nothing = await post(path, { intent: 'assets-change', version: (await versions()).things, neededBy: '2031-02-30' });
    expect(nothing.status).toBe(422);
    for (const field of ['kind', 'neededBy']) expect(nothing.html).toContain(`href="#asked-${field}"`);
    expect(await post(path, { intent: 'assets-refuse', version: '0', reason: 'Has their own' })).toMatchObject({ status: 409 });
    expect([await joinerOf(id), await requestOf(id)]).toMatchObject([{ status: 'prepared' }, { status: 'asked' }]);

    expect((await post(path, { intent: 'joiner-refuse', version: (await versions()).joiner, reason: 'Comes by an agency' })).status).toBe(
      303,
    );
    expect((await post(path, { intent: 'assets-refuse', version: (await versions()).things, reason: 'Has their own' })).status).toBe(303);
    const request = await requestOf(id);
    expect([await joinerOf(id), request]).toMatchObject([
      { status: 'refused', reason: 'Comes by an agency' },
      { status: 'refused', reason: 'Has their own' },
    ]);
    expect([...(await openTasks(`job_applications:${id}`)), ...(await openTasks(`asset_requests:${request.id}`))]).toEqual([]);
    expect((await post(path, { intent: 'joiner-prepare', version: (await versions()).joiner })).status).toBe(303);
    expect((await post(path, { intent: 'assets-reopen', version: (await versions()).things })).status).toBe(303);
    expect([await joinerOf(id), await requestOf(id)]).toMatchObject([
      { status: 'prepared', reason: null },
      { status: 'asked', reason: null },
    ]);
    expect([...(await openTasks(`job_applications:${id}`)), ...(await openTasks(`asset_requests:${request.id}`))]).toEqual([
      'onboarding',
      'asset-request',
    ]);

    // A recruiter sees both and changes neither.
    const made = await platform.auth.api.signUpEmail({ body: { email: 'reads@joiner.example', password: demoPassword, name: 'Reads' } });
    const staff = { userId: made.user.id, displayName: 'Reads', roles: ['recruiter'] as const, isActive: true, employmentStatus: 'active' };
    await saveStaffMember(platform.db, staff);
    const reader = await app.signIn('reads@joiner.example', demoPassword);
    const seen = await (await app.send(path, { cookie: reader })).text();
    expect(seen).toContain('id="joiner-title"');
    expect(seen).not.toContain('joiner-refuse');
    for (const [intent, version] of [
      ['joiner-refuse', (await versions()).joiner],
      ['assets-refuse', (await versions()).things],
    ] as const)
      expect((await post(path, { intent, version, reason: 'Not mine to do' }, reader)).status).toBe(409);
    expect([await joinerOf(id), await requestOf(id)]).toMatchObject([{ status: 'prepared' }, { status: 'asked' }]);
  });

  it('invites nobody whose application is forgotten, and lays nothing out for them', async () => {
    const id = await hired();
    await eraseApplication(platform, await read(id));
    const request = await requestOf(id);
    expect([await joinerOf(id), request]).toMatchObject([{ status: 'refused' }, { status: 'refused' }]);
    expect([...(await openTasks(`job_applications:${id}`)), ...(await openTasks(`asset_requests:${request.id}`))]).toEqual([]);
  });
});
