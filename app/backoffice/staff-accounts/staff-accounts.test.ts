import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findStaffMember, listStaffWith, saveStaffMember } from '#app/platform/access-store.server.ts';
import { staffRoles, type StaffRole } from '#app/platform/access.ts';
import { findApiKey, insertApiKey } from '#app/platform/api-keys-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { endSessions } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { sessions } from '#app/platform/session.tables.ts';
import { changeStaffAccount, findStaffAccount, listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { claimStaffTask, findStaffTask, listOpenStaffTasks, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { insertInquiry } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { nothingTold } from '#app/commerce/inquiries/inquiry-needs.ts';
import { calendarDate } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { linkIn, newestMailTo } from '#app/commerce/customers/auth-testing.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { employmentEvents, employmentMachine, employmentStates, roleRequestMachine } from './employment-status.ts';
import { decideRoleRequest, insertRoleRequest, listRoleRequests } from './role-requests-store.server.ts';
import { newlyGuarded, readRoles, sameRoles } from './guarded-roles.ts';
import { countInHand } from '../work-queue/list-work.server.ts';
import { pageOfUsers, readUsersView, withOpen } from './users-list.ts';
import type { HandTo } from './hand-over-rules.ts';
import { findHeldWork, mayAllTake } from './hand-over-work.server.ts';
import { openInvitation } from '#app/commerce/customers/open-invitation.server.ts';
import { answerRoleRequest, changeRoles, inviteColleague, moveEmployment } from './work-staff-account.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
let app: TestApp;
const ids = new Map<string, string>();
const idOf = (email: string) => ids.get(`${email}@rihla.example`)!;
const requestId = 'test';

beforeAll(async () => {
  await mailAccounts(platform);
  app = await openTestApp(platform);
  for (const { email, userId } of await listStaffAccounts(db, { status: null, role: null, find: '' }, clock.now())) ids.set(email, userId);
});

describe('rights', () => {
  it.each(['owner', 'finance', 'ops_manager', 'hr_manager'] as const)('of %s move money, prices or rights, and are guarded', (role) => {
    expect(newlyGuarded([], [role]).length).toBeGreaterThan(0);
  });

  it.each(['flight_agent', 'visa_officer', 'support_agent', 'auditor', 'interviewer'] as const)('of %s are given by one person', (role) => {
    expect(newlyGuarded([], [role])).toEqual([]);
  });

  it('that somebody has already are not guarded again', () => {
    expect(newlyGuarded(['owner'], ['owner', 'finance'])).toEqual([]);
    expect(newlyGuarded(['hr_manager'], ['hr_manager', 'finance'])).not.toContain('staff:edit');
  });

  it('come out of a form once, in the order of the house and without strangers', () => {
    expect(readRoles(['auditor', 'root', 'owner', 'owner'])).toEqual(['owner', 'auditor']);
    expect(sameRoles(['owner', 'auditor'], ['auditor', 'owner'])).toBe(true);
    expect(sameRoles(['owner'], ['owner', 'auditor'])).toBe(false);
  });
});

describe('employment', () => {
  const edges = new Map([
    ['active', ['on_leave', 'suspended', 'left']],
    ['on_leave', ['active', 'suspended', 'left']],
    ['suspended', ['active', 'left']],
    ['left', ['active']],
  ]);

  it.each(employmentStates.flatMap((from) => employmentEvents.map((event) => [from, event] as const)))('%s: %s', (from, event) => {
    const move = moveOn(employmentMachine, from, event, 'keeper');
    if (move.ok) expect(edges.get(from)).toContain(move.to);
    const [row] = edgesOf(employmentMachine).filter(([start, to]) => start === from && move.ok && to === move.to);
    expect(Boolean(row)).toBe(move.ok);
  });

  it('goes nowhere else, whoever writes it: the database refuses', async () => {
    await saveStaffMember(db, {
      userId: idOf('auditor'),
      displayName: 'Elena Castro',
      roles: ['auditor'],
      isActive: false,
      employmentStatus: 'left',
    });
    const wrong = transact(db, async (tx) => {
      const read = (await findStaffAccount(tx, idOf('auditor')))!;
      await changeStaffAccount(tx, read, { roles: ['auditor'], employmentStatus: 'on_leave' }, clock.now());
    });
    await expect(wrong).rejects.toMatchObject({
      cause: { message: expect.stringContaining('employment may not go from left to on_leave') },
    });
    await saveStaffMember(db, {
      userId: idOf('auditor'),
      displayName: 'Elena Castro',
      roles: ['auditor'],
      isActive: true,
      employmentStatus: 'active',
    });
  });

  it('of a request for roles ends when it is decided', () => {
    expect(edgesOf(roleRequestMachine)).toEqual([
      ['asked', 'granted'],
      ['asked', 'refused'],
    ]);
  });
});

describe('a colleague', () => {
  const change = async (
    email: string,
    roles: readonly StaffRole[],
    by = 'admin',
    more: Partial<{ reason: string; version: number }> = {},
  ) => {
    const { version } = (await findStaffAccount(db, idOf(email)))!;
    return changeRoles(platform, { userId: idOf(email), staffId: idOf(by), roles, reason: 'new desk', version, requestId, ...more });
  };

  it('gets harmless roles at once and money rights from a second person only, whoever asks', async () => {
    expect(await change('support', ['support_agent', 'visa_officer'])).toEqual({ ok: true, value: 'changed' });
    expect(await change('support', ['support_agent', 'finance'])).toEqual({ ok: true, value: 'asked' });
    expect(await change('support', ['support_agent', 'owner'], 'hr')).toEqual({ ok: false, refused: 'request-open' });
    expect((await findStaffMember(db, idOf('support')))!.roles).toEqual(['support_agent', 'visa_officer']);
    const [asked] = await listRoleRequests(db, idOf('support'));
    const answer = { id: asked!.id, event: 'grant', requestId } as const;
    expect(await answerRoleRequest(platform, { ...answer, staffId: idOf('admin') })).toEqual({ ok: false, refused: 'second-person' });
    expect(await answerRoleRequest(platform, { ...answer, staffId: idOf('support') })).toEqual({ ok: false, refused: 'yourself' });
    const both = await Promise.all([
      answerRoleRequest(platform, { ...answer, staffId: idOf('hr') }),
      answerRoleRequest(platform, { ...answer, staffId: idOf('hr') }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await findStaffMember(db, idOf('support')))!.roles).toEqual(['support_agent', 'finance']);
    expect((await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'role-request')).toEqual([]);
    expect(await change('support', ['support_agent'])).toEqual({ ok: true, value: 'changed' });
  });

  it('is not given roles that were asked for on top of others than they have now', async () => {
    await change('pricing', ['pricing_manager', 'finance']);
    await change('pricing', ['auditor']);
    const [asked] = await listRoleRequests(db, idOf('pricing'));
    const answered = await answerRoleRequest(platform, { id: asked!.id, event: 'grant', staffId: idOf('hr'), requestId });
    expect(answered).toEqual({ ok: false, refused: 'changed-meanwhile' });
    const refused = await answerRoleRequest(platform, { id: asked!.id, event: 'refuse', staffId: idOf('admin'), requestId });
    expect(refused).toEqual({ ok: true, value: 'refused' });
    await change('pricing', ['pricing_manager']);
  });

  it('who leaves or is suspended takes the roles that wait with them; who is on leave gets none until they are back', async () => {
    const invite = { name: 'Tariq Aziz', roles: ['support_agent', 'finance'] as const, reason: 'accounts', language: 'en' as const };
    const waiting = async () =>
      (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'role-request').map(({ detail }) => (detail as { user: string }).user);
    for (const [event, back] of [
      ['leave', 'rejoin'],
      ['suspend', 'reinstate'],
    ] as const) {
      const invited = await inviteColleague(platform, { ...invite, email: `${event}@rihla.example`, staffId: idOf('hr'), requestId });
      if (!invited.ok) throw new Error(invited.refused);
      const { userId } = invited.value;
      const work = async () => {
        const { version } = (await findStaffAccount(db, userId))!;
        return { userId, staffId: idOf('admin'), requestId, reason: 'moves on', version, handTo: {} };
      };
      const open = (await listRoleRequests(db, userId))[0]!;
      const grant = () => answerRoleRequest(platform, { id: open.id, event: 'grant', staffId: idOf('admin'), requestId });
      expect(await waiting()).toContain(userId);
      expect(await moveEmployment(platform, { ...(await work()), event: 'go-on-leave' })).toMatchObject({ ok: true });
      expect(await grant()).toEqual({ ok: false, refused: 'not-active' });
      expect((await listRoleRequests(db, userId))[0]!.status).toBe('asked');
      const cookie = await app.signIn('admin@rihla.example', demoPassword);
      const pressed = await app.send(`/admin/users/${userId}`, { cookie, form: { intent: 'grant', request: open.id } });
      expect(await (await app.send(pressed.headers.get('location')!, { cookie })).text()).toContain('They are not at work just now');
      expect(await moveEmployment(platform, { ...(await work()), event })).toMatchObject({ ok: true });
      expect((await listRoleRequests(db, userId)).map(({ status, decidedBy }) => [status, decidedBy])).toEqual([
        ['refused', `staff:${idOf('admin')}`],
      ]);
      expect(await waiting()).not.toContain(userId);
      expect(
        (await listAuditOf(db, `internal_users:${userId}`, 20)).find(({ action }) => action === 'staff.roles-withdrawn'),
      ).toMatchObject({
        actor: `staff:${idOf('admin')}`,
        reason: 'moves on',
      });
      expect(await grant()).toEqual({ ok: false, refused: 'not-possible-from-here' });
      expect(await changeRoles(platform, { ...(await work()), roles: ['finance'] })).toEqual({ ok: false, refused: 'not-active' });
      expect(await moveEmployment(platform, { ...(await work()), event: back })).toEqual({ ok: true, value: 'active' });
      expect((await findStaffMember(db, userId))!.roles).toEqual(event === 'leave' ? [] : ['support_agent']);
    }
  });

  it('of a grant and a leaving at once the colleague keeps nothing that waits', async () => {
    const invite = { email: 'atonce@rihla.example', name: 'Sami Noor', roles: ['finance'] as const, reason: 'accounts' };
    const invited = await inviteColleague(platform, { ...invite, language: 'en', staffId: idOf('hr'), requestId });
    if (!invited.ok) throw new Error(invited.refused);
    const { userId } = invited.value;
    const [open] = await listRoleRequests(db, userId);
    // What waits for a second person is told on their first page as what it is.
    expect(await openInvitation(platform, invite.email, 'en')).toMatchObject({ waiting: ['Finance'] });
    const { version } = (await findStaffAccount(db, userId))!;
    const work = { userId, staffId: idOf('admin'), requestId, reason: 'moves on', version, handTo: {} };
    const [granted, left] = await Promise.all([
      answerRoleRequest(platform, { id: open!.id, event: 'grant', staffId: idOf('admin'), requestId }),
      moveEmployment(platform, { ...work, event: 'leave' }),
    ]);
    expect([granted.ok, left.ok].filter(Boolean)).toHaveLength(1);
    expect((await listRoleRequests(db, userId))[0]!.status).toBe(granted.ok ? 'granted' : 'refused');
  });

  it('keeps a request waiting whose grant would leave the house without an owner', async () => {
    const { roles } = (await findStaffAccount(db, idOf('admin')))!;
    const id = await transact(db, (tx) =>
      insertRoleRequest(tx, {
        userId: idOf('admin'),
        roles: ['finance'],
        rolesBefore: [...roles],
        reason: 'less to do',
        askedBy: `staff:${idOf('hr')}`,
        askedAt: new Date(platform.clock.now()),
      }),
    );
    const answer = (event: 'grant' | 'refuse') => answerRoleRequest(platform, { id: id!, event, staffId: idOf('support'), requestId });
    expect(await answer('grant')).toEqual({ ok: false, refused: 'last-owner' });
    expect((await listRoleRequests(db, idOf('admin')))[0]!.status).toBe('asked');
    expect(await answer('refuse')).toEqual({ ok: true, value: 'refused' });
    expect(await answer('refuse')).toMatchObject({ ok: false });
  });

  it('does not change their own rights, and says why for others', async () => {
    expect(await change('hr', ['hr_manager', 'auditor'], 'hr')).toEqual({ ok: false, refused: 'yourself' });
    expect(await change('flights', ['flight_agent', 'auditor'], 'admin', { reason: ' ' })).toEqual({ ok: false, refused: 'no-reason' });
    expect(await change('flights', [])).toEqual({ ok: false, refused: 'no-roles' });
    expect(await change('flights', ['flight_agent'])).toEqual({ ok: false, refused: 'same-roles' });
    expect(await change('flights', ['auditor'], 'admin', { version: 99 })).toEqual({ ok: false, refused: 'changed-meanwhile' });
  });

  it('is invited by mail, chooses a password by its link, and comes in', async () => {
    const invite = {
      email: 'new@rihla.example',
      name: 'Amal Said',
      roles: ['flight_agent'] as const,
      reason: '',
      language: 'en' as const,
      staffId: idOf('hr'),
      requestId,
    };
    const invited = await inviteColleague(platform, invite);
    expect(invited).toMatchObject({ ok: true, value: { asked: false } });
    expect(await inviteColleague(platform, invite)).toEqual({ ok: false, refused: 'known-colleague' });
    const hr = await app.signIn('hr@rihla.example', demoPassword);
    const listed = async (query: string) => (await (await app.send(`/admin/users${query}`, { cookie: hr })).text()).includes('Amal Said');
    const told = async () => {
      const file = await (await app.send('/admin/users/export?state=all', { cookie: hr, form: {} })).text();
      const [head, ...rows] = file
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      return rows.find(([name]) => name === 'Amal Said')![head!.indexOf('invited')];
    };
    expect([await listed('?state=invited'), await listed(''), await told()]).toEqual([true, false, 'true']);
    // Until they come in nothing is given to them; what they hold already goes on showing whose it is.
    const { userId } = invited.ok ? invited.value : { userId: '' };
    const offered = async (more?: Parameters<typeof listStaffWith>[2]) =>
      (await listStaffWith(db, 'flight-orders:work', more)).some((one) => one.userId === userId);
    expect([await offered(), await offered({ also: [null, userId] }), await offered({ joiners: true })]).toEqual([false, true, true]);
    const given = { 'flight-orders': userId };
    expect(await mayAllTake(db, idOf('flights'), given)).toBe(false);
    const link = linkIn(await newestMailTo(platform, 'new@rihla.example'));
    // Their first page: who invited them, what they will do, what comes next; nothing of a traveller's account.
    const first = (await (await app.send(link)).text()).replaceAll(/<script.*?<\/script>/gs, '');
    const inviter = (await findStaffMember(db, idOf('hr')))!.displayName;
    for (const words of [`${inviter} has made a staff account for you`, 'Flight desk', 'What comes next']) expect(first).toContain(words);
    for (const words of ['Every device is signed out', 'What an account is for', 'Choose a new password'])
      expect(first).not.toContain(words);
    const chosen = await app.send(link, { form: { password: 'a good long phrase 7' } });
    expect(chosen.headers.get('location')).toBe('/admin/login?chosen');
    expect(chosen.headers.getSetCookie().join()).not.toContain('rihla-greeting');
    expect(await (await app.send('/admin/login?chosen')).text()).toContain('Your password is saved');
    const cookie = await app.signIn('new@rihla.example', 'a good long phrase 7');
    expect((await app.send('/admin/orders/flights', { cookie })).status).toBe(200);
    expect([await offered(), await mayAllTake(db, idOf('flights'), given)]).toEqual([true, true]);
    // Once they have come in they are at work, also when they are signed out.
    await transact(db, (tx) => endSessions(tx, invited.ok ? invited.value.userId : ''));
    expect([await listed('?state=invited'), await listed(''), await told()]).toEqual([false, true, 'false']);
    expect((await app.send(link, { form: { password: 'another long phrase 8' } })).status).toBe(410);
  });

  it('is written to in the language of their invitation until they choose another', async () => {
    const invite = { name: 'Sara Nunes', roles: ['flight_agent'] as const, reason: '', staffId: idOf('hr'), requestId };
    for (const language of ['pt', 'ar'] as const) {
      const invited = await inviteColleague(platform, { ...invite, email: `invited.${language}@rihla.example`, language });
      if (!invited.ok) throw new Error(invited.refused);
      expect((await findStaffAccount(db, invited.value.userId))!.language).toBe(language);
    }
  });

  it('is taken back by an invitation when they left: on the old record, with the roles of the invitation alone, and set up anew', async () => {
    const invite = {
      email: 'again@rihla.example',
      name: 'Lina Haddad',
      roles: ['flight_agent'] as const,
      reason: 'a second time with us',
      language: 'en' as const,
      staffId: idOf('hr'),
      requestId,
    };
    const first = await inviteColleague(platform, invite);
    if (!first.ok) throw new Error(first.refused);
    const { userId } = first.value;
    const move = async (event: 'go-on-leave' | 'leave') => {
      const { version } = (await findStaffAccount(db, userId))!;
      return moveEmployment(platform, { userId, staffId: idOf('hr'), requestId, event, reason: 'their wish', version, handTo: {} });
    };
    await move('go-on-leave');
    expect(await inviteColleague(platform, invite)).toEqual({ ok: false, refused: 'known-colleague' });
    await move('leave');
    await db.execute(
      sql`insert into second_factors (user_id, secret, confirmed_at, created_at) values (${userId}, 'sealed', now(), now())`,
    );
    const openSessions = async () => (await db.select().from(sessions).where(eq(sessions.userId, userId))).length;
    // Meanwhile they shop with us, signed in with the password alone.
    await db.execute(sql`insert into sessions (id, user_id, token, expires_at)
      values ('shopping', ${userId}, 'shopping', ${new Date(clock.now() + 3_600_000)})`);
    const asked = {
      userId,
      roles: ['flight_agent', 'finance'] as StaffRole[],
      rolesBefore: ['flight_agent'] as StaffRole[],
      reason: 'asked for before they left',
      askedBy: `staff:${idOf('admin')}`,
      askedAt: new Date(clock.now()),
    };
    const open = (await transact(db, (tx) => insertRoleRequest(tx, asked)))!;
    const guarded = { ...invite, name: 'Lina H.', roles: ['support_agent', 'finance'] as StaffRole[] };
    expect(await inviteColleague(platform, guarded)).toEqual({ ok: false, refused: 'request-open' });
    expect(await findStaffAccount(db, userId)).toMatchObject({ status: 'left' });
    expect(await openSessions()).toBe(1);
    const decided = { status: 'refused', decidedBy: `staff:${idOf('hr')}`, decidedAt: new Date(clock.now()) } as const;
    await transact(db, (tx) => decideRoleRequest(tx, open, decided));
    const again = await inviteColleague(platform, guarded);
    expect(again).toEqual({ ok: true, value: { userId, asked: true, back: true } });
    expect(await findStaffAccount(db, userId)).toMatchObject({
      name: 'Lina Haddad',
      roles: ['support_agent'],
      status: 'active',
      secondFactor: false,
    });
    expect(await openSessions()).toBe(0);
    expect((await listRoleRequests(db, userId)).filter(({ status }) => status === 'asked').map(({ roles }) => roles)).toEqual([
      ['support_agent', 'finance'],
    ]);
    const link = linkIn(await newestMailTo(platform, 'again@rihla.example'));
    expect((await app.send(link, { form: { password: 'a good long phrase 9' } })).headers.get('location')).toBe('/admin/login?chosen');
    // Whoever saw them as gone a moment ago changes nothing.
    expect(await inviteColleague(platform, invite)).toEqual({ ok: false, refused: 'known-colleague' });
  });

  it('with guarded roles begins with the harmless ones', async () => {
    const invite = {
      email: 'cash@rihla.example',
      name: 'Omar Nasser',
      reason: 'second accountant',
      language: 'ar' as const,
      staffId: idOf('hr'),
      requestId,
    };
    expect(await inviteColleague(platform, { ...invite, roles: [] })).toEqual({ ok: false, refused: 'no-roles' });
    expect(await inviteColleague(platform, { ...invite, roles: ['finance'], reason: '' })).toEqual({ ok: false, refused: 'no-reason' });
    const invited = await inviteColleague(platform, { ...invite, roles: ['finance', 'auditor'] });
    if (!invited.ok) throw new Error(invited.refused);
    expect(invited.value.asked).toBe(true);
    expect((await findStaffMember(db, invited.value.userId))!.roles).toEqual(['auditor']);
  });

  it('what somebody took on is free again when their roles no longer do it, and when they are away', async () => {
    const userId = idOf('products');
    const by = `staff:${userId}`;
    const take = async (kind: string) => {
      const subject = `${kind}:away`;
      await transact(db, (tx) => openStaffTask(tx, clock.now(), { kind, subject, textKey: 'tasks:inquiry-waits' }));
      const task = (await listOpenStaffTasks(db)).find((one) => one.subject === subject)!;
      expect(await transact(db, (tx) => claimStaffTask(tx, clock.now(), { id: task.id, by, from: null }))).toBe(true);
      return async () => (await findStaffTask(db, task.id))!.claimedBy;
    };
    const work = async () => ({
      userId,
      staffId: idOf('admin'),
      requestId,
      reason: 'another desk',
      version: (await findStaffAccount(db, userId))!.version,
    });
    const before = (await findStaffAccount(db, userId))!.roles;
    expect(await changeRoles(platform, { ...(await work()), roles: ['support_agent'] })).toMatchObject({ ok: true });
    const [inquiry, requisition] = [await take('inquiry'), await take('job-requisition')];
    expect(await changeRoles(platform, { ...(await work()), roles: ['support_agent', 'interviewer'] })).toMatchObject({ ok: true });
    expect([await inquiry(), await requisition()]).toEqual([by, null]);
    expect(await moveEmployment(platform, { ...(await work()), event: 'go-on-leave', handTo: {} })).toMatchObject({ ok: true });
    expect(await inquiry()).toBeNull();
    expect(await moveEmployment(platform, { ...(await work()), event: 'return', handTo: {} })).toMatchObject({ ok: true });
    await changeRoles(platform, { ...(await work()), roles: [...before] });
    await db.execute(sql`delete from staff_tasks where subject in ('inquiry:away', 'job-requisition:away')`);
  });

  it('what is with somebody goes to who may hold it when they leave or are on leave, each kind for itself', async () => {
    const userId = idOf('support');
    const give = (id: string, kind: 'holiday' | 'e-visa') =>
      transact(db, (tx) =>
        insertInquiry(tx, platform.crypto, {
          id,
          reference: `HAND0-${id.toUpperCase()}`,
          kind,
          language: 'en',
          contact: { name: 'Layla', email: `${id}@example.com`, phone: null },
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
          answerBy: new Date(clock.now()),
          createdAt: new Date(clock.now()),
        }),
      );
    await give('hand1', 'holiday');
    await give('hand2', 'e-visa');
    await db.execute(sql`update inquiries set owner_id = ${userId} where id = 'hand1'`);
    await db.execute(sql`update inquiries set owner_id = ${userId}, status = 'closed' where id = 'hand2'`);
    const owners = async () => {
      const { rows } = (await db.execute(
        sql`select id, owner_id from inquiries where id in ('hand1', 'hand2') order by id`,
      )) as unknown as {
        rows: { owner_id: string | null }[];
      };
      return rows.map((row) => row.owner_id);
    };
    const held = await findHeldWork(db, userId, clock.now());
    expect(held.find(({ area }) => area === 'inquiries')).toMatchObject({ count: 1 });
    expect(held.find(({ area }) => area === 'inquiries')!.takers.map(({ id }) => id)).not.toContain(userId);
    const page = await (await app.send(`/admin/users/${userId}`, { cookie: await app.signIn('admin@rihla.example', demoPassword) })).text();
    expect(page).toContain('name="hand.inquiries"');
    expect(page).not.toContain('name="hand.partners"');
    const move = async (event: 'go-on-leave' | 'return' | 'leave', handTo: HandTo) => {
      const { version } = (await findStaffAccount(db, userId))!;
      return moveEmployment(platform, { userId, staffId: idOf('admin'), requestId, event, reason: 'their wish', version, handTo });
    };
    // Who keeps the prices works on no inquiries.
    expect(await move('go-on-leave', { inquiries: idOf('pricing') })).toEqual({ ok: false, refused: 'not-a-colleague' });
    expect(await move('go-on-leave', {})).toMatchObject({ ok: true });
    expect(await owners()).toEqual([userId, userId]);
    await move('return', {});
    expect(await move('go-on-leave', { inquiries: idOf('visas') })).toMatchObject({ ok: true });
    expect(await owners()).toEqual([idOf('visas'), userId]);
    await db.execute(sql`update inquiries set owner_id = ${userId} where id = 'hand1'`);
    await move('return', {});
    expect(await move('leave', {})).toMatchObject({ ok: true });
    expect(await owners()).toEqual([null, userId]);
    const { rows } = (await db.execute(
      sql`select detail->'handed' as handed from audit_events where subject = ${`internal_users:${userId}`} and action in ('staff.go-on-leave', 'staff.leave') order by sequence`,
    )) as unknown as { rows: { handed: Record<string, unknown> }[] };
    expect(rows.map(({ handed }) => handed['inquiries'])).toEqual([undefined, { count: 1, to: idOf('visas') }, { count: 1, to: null }]);
  });

  it('who leaves is out with the next request, their work is free, and comes back without roles', async () => {
    const userId = idOf('visas');
    const cookie = await app.signIn('visas@rihla.example', demoPassword);
    expect((await app.send('/admin/orders/evisa', { cookie })).status).toBe(200);
    const now = clock.now();
    await transact(db, (tx) => openStaffTask(tx, now, { kind: 'inquiry', subject: 'inquiries:x', textKey: 'tasks:inquiry-waits' }));
    const task = (await listOpenStaffTasks(db)).find(({ subject }) => subject === 'inquiries:x')!;
    await transact(db, (tx) => claimStaffTask(tx, now, { id: task.id, by: `staff:${userId}`, from: null }));
    const { version } = (await findStaffAccount(db, userId))!;
    const work = {
      userId,
      staffId: idOf('admin'),
      requestId,
      reason: 'end of contract',
      version,
      handTo: { 'flight-orders': idOf('admin'), evisas: idOf('admin') },
    } as const;
    expect(await moveEmployment(platform, { ...work, event: 'return' })).toEqual({ ok: false, refused: 'not-possible-from-here' });
    expect(await moveEmployment(platform, { ...work, event: 'leave', handTo: { tickets: userId } })).toEqual({
      ok: false,
      refused: 'not-a-colleague',
    });
    expect(await moveEmployment(platform, { ...work, event: 'leave' })).toEqual({ ok: true, value: 'left' });
    expect((await app.send('/admin/orders/evisa', { cookie })).status).toBe(302);
    expect((await findStaffTask(db, task.id))!.claimedBy).toBeNull();
    expect(await moveEmployment(platform, { ...work, version: version + 1, event: 'rejoin' })).toEqual({ ok: true, value: 'active' });
    expect((await findStaffMember(db, userId))!.roles).toEqual([]);
  });

  it('is listed with what of the work queue is in hand, by kind of thing, sorted and filtered by it', async () => {
    const [busy, idle] = [idOf('flights'), idOf('products')];
    const before = await countInHand(db);
    await transact(db, async (tx) => {
      await openStaffTask(tx, clock.now(), { kind: 'inquiry', subject: 'inquiries:held', textKey: 'tasks:inquiry-waits' });
      await openStaffTask(tx, clock.now(), { kind: 'inquiry', subject: 'inquiries:free', textKey: 'tasks:inquiry-waits' });
    });
    const task = (await listOpenStaffTasks(db)).find(({ subject }) => subject === 'inquiries:held')!;
    await transact(db, (tx) => claimStaffTask(tx, clock.now(), { id: task.id, by: `staff:${busy}`, from: null }));
    const after = await countInHand(db);
    expect((after.get(busy) ?? 0) - (before.get(busy) ?? 0)).toBe(1);
    expect(after.get(idle)).toBe(before.get(idle));
    const all = await listStaffAccounts(db, { status: null, role: null, find: '' }, clock.now());
    const asked = (query: string) => {
      const view = readUsersView(new URLSearchParams(`state=all&${query}`));
      return pageOfUsers(withOpen(all, after, view), view, 'en').shown;
    };
    expect(asked('open=some').map(({ userId }) => userId)).toContain(busy);
    expect(asked('open=some').every(({ open }) => open > 0)).toBe(true);
    expect(asked('open=none').map(({ userId }) => userId)).not.toContain(busy);
    const sorted = asked('sort=-open').map(({ open }) => open);
    expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
    await db.execute(sql`delete from staff_tasks where subject in ('inquiries:held', 'inquiries:free')`);
  });

  it('who leaves leaves no API key behind: those they made end with them, and only those', async () => {
    const invite = {
      email: 'keys@rihla.example',
      name: 'Dana Aziz',
      roles: ['flight_agent'] as const,
      reason: '',
      language: 'en' as const,
    };
    const invited = await inviteColleague(platform, { ...invite, staffId: idOf('hr'), requestId });
    if (!invited.ok) throw new Error(invited.refused);
    const { userId } = invited.value;
    const key = (id: string, madeBy: string) =>
      transact(db, (tx) =>
        insertApiKey(tx, {
          id,
          name: `Program ${id}`,
          hash: sha256(id),
          lastFour: 'abcd',
          scopes: ['tours:read'],
          endsOn: calendarDate('2027-06-01'),
          madeBy,
          madeAt: new Date(clock.now()),
          revokedBy: null,
          revokedAt: null,
          usedAt: null,
        }),
      );
    await key('theirs-1', userId);
    await key('theirs-2', userId);
    await key('others', idOf('admin'));
    const cookie = await app.signIn('admin@rihla.example', demoPassword);
    const before = await (await app.send(`/admin/users/${userId}`, { cookie })).text();
    expect(before).toContain('Program theirs-1');
    expect(before).not.toContain('Program others');
    const move = async (event: 'go-on-leave' | 'leave') => {
      const { version } = (await findStaffAccount(db, userId))!;
      return moveEmployment(platform, { userId, staffId: idOf('admin'), requestId, event, reason: 'moves on', version, handTo: {} });
    };
    await move('go-on-leave');
    expect((await findApiKey(db, 'theirs-1'))!.revokedAt).toBeNull();
    expect(await move('leave')).toEqual({ ok: true, value: 'left' });
    const revoked = await Promise.all(['theirs-1', 'theirs-2', 'others'].map(async (secret) => (await findApiKey(db, secret))!.revokedBy));
    expect(revoked).toEqual([idOf('admin'), idOf('admin'), null]);
    for (const id of ['theirs-1', 'theirs-2'])
      expect(await listAuditOf(db, `api_keys:${id}`, 5)).toMatchObject([{ action: 'api-key.revoked', reason: 'moves on' }]);
    expect((await app.send(`/admin/users/${userId}`, { cookie })).status).toBe(200);
  });

  it('who is the last owner stays one, and of two who leave at once one stays', async () => {
    const admin = idOf('admin');
    const leave = async (userId: string, staffId: string) => {
      const { version } = (await findStaffAccount(db, userId))!;
      return moveEmployment(platform, { userId, staffId, requestId, reason: 'moves on', version, handTo: {}, event: 'suspend' });
    };
    expect(await leave(admin, idOf('hr'))).toEqual({ ok: false, refused: 'last-owner' });
    await saveStaffMember(db, {
      userId: idOf('products'),
      displayName: 'Yara Darwish',
      roles: ['owner'],
      isActive: true,
      employmentStatus: 'active',
    });
    const left = await Promise.all([leave(admin, idOf('hr')), leave(idOf('products'), idOf('hr'))]);
    expect(left.filter(({ ok }) => ok)).toHaveLength(1);
    expect(left.find(({ ok }) => !ok)).toEqual({ ok: false, refused: 'last-owner' });
    await db.execute(
      sql`update internal_users set employment_status = 'active', is_active = true where user_id in (${admin}, ${idOf('products')})`,
    );
  });
});

describe('the pages', () => {
  it.each([
    ['hr@rihla.example', 200],
    ['auditor@rihla.example', 200],
    ['flights@rihla.example', 302],
  ])('answer %s with %i', async (email, status) => {
    const cookie = await app.signIn(email, demoPassword);
    expect((await app.send('/admin/users', { cookie })).status).toBe(status);
  });

  it('keep what was typed into an invitation that is refused, and say what is wrong', async () => {
    const cookie = await app.signIn('hr@rihla.example', demoPassword);
    const answer = await app.send('/admin/users', {
      cookie,
      form: { email: 'nobody', name: 'Typed Name', role: 'auditor', language: 'en', reason: 'x' },
    });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('Write an e-mail address.');
    expect(page).toContain('value="Typed Name"');
  });

  it('show what each role opens, for every role', async () => {
    const cookie = await app.signIn('hr@rihla.example', demoPassword);
    for (const role of staffRoles) {
      await db.execute(sql`update internal_users set roles = ${sql.raw(`'{${role}}'`)} where user_id = ${idOf('flights')}`);
      const page = await (await app.send(`/admin/users/${idOf('flights')}`, { cookie })).text();
      expect(page).toContain('Dashboard');
    }
  });

  it('refuse forms of who may only look', async () => {
    const cookie = await app.signIn('auditor@rihla.example', demoPassword);
    const answer = await app.send(`/admin/users/${idOf('flights')}`, { cookie, form: { intent: 'sign-out' } });
    expect([302, 303, 403]).toContain(answer.status);
    expect(answer.headers.get('location') ?? '').toMatch(/unauthorized|^$/);
  });
});
