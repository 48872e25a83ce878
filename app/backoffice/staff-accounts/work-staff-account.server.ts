import { inviteByMail } from '#app/commerce/customers/invite-colleague.server.ts';
import { letTryAgain } from '#app/commerce/customers/sign-in-tries.server.ts';
import { SlotTaken } from '#app/commerce/consultations/consultations-store.server.ts';
import {
  changeStaffAccount,
  countOtherOwners,
  findStaffAccount,
  lockOwners,
  type StaffAccount,
} from '#app/platform/staff-accounts-store.server.ts';
import { saveStaffMember } from '#app/platform/access-store.server.ts';
import { permissionsOf, type StaffRole } from '#app/platform/access.ts';
import { endSession, endSessions, findAccountByEmail, insertAccount } from '#app/platform/account-store.server.ts';
import { revokeKeysOf } from '#app/platform/api-keys-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { deleteSecondFactor, oweSecondFactor } from '#app/platform/second-factor-store.server.ts';
import { newTotpSecret } from '#app/platform/totp.server.ts';
import { closeStaffTask, openStaffTask, releaseTasksOf } from '#app/platform/staff-tasks.server.ts';
import { findAssetsOf } from '#app/people/assets/assets-store.server.ts';
import { lockPrepared } from '#app/people/recruitment/joiners-store.server.ts';
import { sentJoiner } from '#app/people/recruitment/work-joiner.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { taskKinds, taskRuleOf } from '../task-rules.ts';
import { employmentMachine, roleRequestMachine, type EmploymentEvent, type EmploymentStatus } from './employment-status.ts';
import {
  decideRoleRequest,
  findRoleRequest,
  insertRoleRequest,
  lockAsked,
  lockAskedOf,
  listRoleRequests,
} from './role-requests-store.server.ts';
import type { RoleRequest } from './role-requests.tables.ts';
import { newlyGuarded, sameRoles } from './guarded-roles.ts';
import type { HandTo } from './hand-over-rules.ts';
import { handOverWork, mayAllTake } from './hand-over-work.server.ts';

export type AccountRefusal =
  | MoveRefusal
  | 'not-there'
  | 'yourself'
  | 'no-reason'
  | 'no-roles'
  | 'same-roles'
  | 'request-open'
  | 'second-person'
  | 'changed-meanwhile'
  | 'last-owner'
  | 'not-active'
  | 'known-colleague'
  | 'not-a-colleague'
  | 'things-held'
  | 'no-second-factor';

interface Invited {
  readonly userId: string;
  /** Some of the roles wait for a second person. */
  readonly asked: boolean;
  /** They were a colleague before. */
  readonly back: boolean;
}

interface Work {
  readonly userId: string;
  /** Who does it. */
  readonly staffId: string;
  readonly requestId: string;
}

const subjectOf = (userId: string) => `internal_users:${userId}`;
const taskOf = (id: string) => ({ kind: 'role-request', subject: `role_requests:${id}` });
const shortestReason = 3;

/** Nobody changes their own rights or state. */
async function mine(platform: Pick<Platform, 'db'>, work: Work): Promise<Outcome<StaffAccount, AccountRefusal>> {
  if (work.userId === work.staffId) return refuse('yourself');
  const account = await findStaffAccount(platform.db, work.userId);
  return account ? done(account) : refuse('not-there');
}

/** Whether the house would be left without anybody who can let people in. Locks what it counts until the transaction ends. */
async function wouldOrphan(
  tx: Tx,
  account: StaffAccount,
  next: { readonly roles: readonly StaffRole[]; readonly active: boolean },
): Promise<boolean> {
  if (!account.roles.includes('owner') || (next.active && next.roles.includes('owner'))) return false;
  await lockOwners(tx);
  return (await countOtherOwners(tx, account.userId)) === 0;
}

/**
 * Makes somebody a colleague and mails them how to begin; who left before is one again, on their old record. Roles with
 * guarded rights are asked for, not given.
 */
export async function inviteColleague(
  platform: Platform,
  invite: {
    readonly email: string;
    readonly name: string;
    readonly roles: readonly StaffRole[];
    readonly reason: string;
    /** Of the invitation, and of the house's mails to somebody new until they choose; who comes back keeps theirs. */
    readonly language: LanguageCode;
    /** Of whom was hired: the reference of the application, and the version of the prepared invitation that was looked through. */
    readonly joiner?: { readonly reference: string; readonly version: number };
    readonly staffId: string;
    readonly requestId: string;
  },
): Promise<Outcome<Invited, AccountRefusal>> {
  if (invite.roles.length === 0) return refuse('no-roles');
  const guarded = newlyGuarded([], invite.roles);
  const reason = invite.reason.trim();
  if (guarded.length > 0 && reason.length < shortestReason) return refuse('no-reason');
  return transact(platform.db, async (tx): Promise<Outcome<Invited, AccountRefusal>> => {
    const now = platform.clock.now();
    const at = new Date(now);
    const joiner = invite.joiner ? await lockPrepared(tx, invite.joiner.reference) : null;
    if (invite.joiner && joiner?.version !== invite.joiner.version) return refuse('changed-meanwhile');
    const [firstName = invite.name, ...rest] = invite.name.split(/\s+/);
    const person = { email: invite.email, name: invite.name, firstName, lastName: rest.join(' ') || null, phone: null };
    const known = await findAccountByEmail(tx, invite.email);
    const userId = known?.id ?? (await insertAccount(tx, person, at));
    const former = userId ? await findStaffAccount(tx, userId) : null;
    const back = former && moveOn(employmentMachine, former.status, 'rejoin', 'keeper');
    if (!userId || back?.ok === false) return refuse('known-colleague');
    // What was asked for before they left is answered first: one request would hide the other.
    if (former && guarded.length > 0 && (await listRoleRequests(tx, userId)).some(({ status }) => status === 'asked'))
      return refuse('request-open');
    // Until somebody else has said yes they begin with what needs no second person, at the least the desk itself.
    const harmless = invite.roles.filter((role) => newlyGuarded([], [role]).length === 0);
    const roles = guarded.length > 0 ? harmless : invite.roles;
    const begins = { roles: [...roles], isActive: true, employmentStatus: 'active' as const, invitedAt: at.toISOString() };
    if (!former) await saveStaffMember(tx, { userId, displayName: invite.name, language: invite.language, ...begins });
    // Somebody else may take them back in the same moment.
    else if (!(await changeStaffAccount(tx, former, begins, now))) return refuse('changed-meanwhile');
    else {
      // The telephone of that time may be gone, and who shops with us is signed in without one.
      await deleteSecondFactor(tx, userId);
      await endSessions(tx, userId);
    }
    const actor = `staff:${invite.staffId}`;
    const { requestId } = invite;
    await audit(tx, now, {
      actor,
      action: former ? 'staff.rejoin' : 'staff.invited',
      subject: subjectOf(userId),
      detail: { roles },
      requestId,
    });
    if (guarded.length > 0) {
      const asked = { userId, roles: [...invite.roles], rolesBefore: [...roles], reason, askedBy: actor, askedAt: at };
      await askForRoles(tx, platform, asked, requestId);
    }
    if (joiner) await sentJoiner(tx, now, { joiner, userId, actor, requestId });
    await inviteByMail(tx, platform, { email: invite.email, language: invite.language });
    return done({ userId, asked: guarded.length > 0, back: former !== null });
  });
}

async function askForRoles(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  request: Parameters<typeof insertRoleRequest>[1],
  requestId: string,
): Promise<boolean> {
  const id = await insertRoleRequest(tx, request);
  if (!id) return false;
  const now = platform.clock.now();
  const { askedBy, roles, rolesBefore, reason, userId } = request;
  const detail = { before: rolesBefore, roles };
  await audit(tx, now, { actor: askedBy, action: 'staff.roles-asked', subject: subjectOf(userId), detail, reason, requestId });
  await openStaffTask(tx, now, { ...taskOf(id), textKey: 'tasks:role-request', detail: { user: userId }, askedBy });
  return true;
}

/** Puts back what somebody has taken on and may no longer do: it is for whoever holds the right now. */
function releaseWhatRolesLack(tx: Tx, userId: string, roles: readonly StaffRole[]): Promise<number> {
  const held = permissionsOf(roles);
  const lacking = taskKinds.filter((kind) => !held.has(taskRuleOf(kind).do) || !held.has(taskRuleOf(kind).see));
  return releaseTasksOf(tx, userId, lacking);
}

/** Gives and takes roles. What adds a guarded right waits for a second person; everything else counts with the next request. */
export async function changeRoles(
  platform: Platform,
  work: Work & { readonly roles: readonly StaffRole[]; readonly reason: string; readonly version: number },
): Promise<Outcome<'changed' | 'asked', AccountRefusal>> {
  const found = await mine(platform, work);
  if (!found.ok) return found;
  const account = found.value;
  const reason = work.reason.trim();
  if (work.roles.length === 0) return refuse('no-roles');
  if (sameRoles(account.roles, work.roles)) return refuse('same-roles');
  if (reason.length < shortestReason) return refuse('no-reason');
  const actor = `staff:${work.staffId}`;
  const roles = [...work.roles];
  return transact(platform.db, async (tx): Promise<Outcome<'changed' | 'asked', AccountRefusal>> => {
    const now = platform.clock.now();
    if (newlyGuarded(account.roles, roles).length > 0) {
      // Whoever is on leave comes back to their desk; who is kept out or has left is asked for anew then.
      if (account.status === 'left' || account.status === 'suspended') return refuse('not-active');
      const { userId } = work;
      const asked = { userId, roles, rolesBefore: [...account.roles], reason, askedBy: actor, askedAt: new Date(now) };
      return (await askForRoles(tx, platform, asked, work.requestId)) ? done('asked') : refuse('request-open');
    }
    if (await wouldOrphan(tx, account, { roles, active: account.status === 'active' })) return refuse('last-owner');
    if (!(await changeStaffAccount(tx, { userId: work.userId, version: work.version }, { roles }, now))) return refuse('changed-meanwhile');
    const tasks = await releaseWhatRolesLack(tx, work.userId, roles);
    const detail = { before: account.roles, roles, tasks };
    await audit(tx, now, {
      actor,
      action: 'staff.roles-changed',
      subject: subjectOf(work.userId),
      detail,
      reason,
      requestId: work.requestId,
    });
    return done('changed');
  });
}

/** Grants what somebody else asked for, or refuses it. */
export async function answerRoleRequest(
  platform: Platform,
  answer: { readonly id: string; readonly event: 'grant' | 'refuse'; readonly staffId: string; readonly requestId: string },
): Promise<Outcome<'granted' | 'refused', AccountRefusal>> {
  const request = await findRoleRequest(platform.db, answer.id);
  if (!request) return refuse('not-there');
  const move = moveOn(roleRequestMachine, request.status, answer.event, 'keeper');
  if (!move.ok) return refuse(move.refused);
  const by = `staff:${answer.staffId}`;
  if (answer.event === 'grant') {
    if (request.askedBy === by) return refuse('second-person');
    if (request.userId === answer.staffId) return refuse('yourself');
  }
  const status = answer.event === 'grant' ? 'granted' : 'refused';
  return transact(platform.db, async (tx): Promise<Outcome<'granted' | 'refused', AccountRefusal>> => {
    const now = platform.clock.now();
    // Whoever answers the same request waits here, and nothing is written before it is certain that all of it can be.
    if (!(await lockAsked(tx, request.id))) return refuse('changed-meanwhile');
    const account = await findStaffAccount(tx, request.userId);
    if (answer.event === 'grant') {
      // Rights of somebody who is not here would wait for them unseen, and count on the day they come back.
      if (account && account.status !== 'active') return refuse('not-active');
      // What was asked for was meant as a step from those roles to these.
      if (!account || !sameRoles(account.roles, request.rolesBefore)) return refuse('changed-meanwhile');
      if (await wouldOrphan(tx, account, { roles: request.roles, active: true })) return refuse('last-owner');
      if (!(await changeStaffAccount(tx, account, { roles: request.roles }, now))) return refuse('changed-meanwhile');
      await releaseWhatRolesLack(tx, request.userId, request.roles);
    }
    await decideRoleRequest(tx, request.id, { status, decidedBy: by, decidedAt: new Date(now) });
    await closeStaffTask(tx, now, { ...taskOf(request.id), by });
    const detail = { before: request.rolesBefore, roles: request.roles };
    const { requestId } = answer;
    await audit(tx, now, { actor: by, action: `staff.roles-${status}`, subject: subjectOf(request.userId), detail, requestId });
    return done(status);
  });
}

/** Takes back what was asked for somebody who goes: no grant of it may wait for them. */
async function withdrawRequest(tx: Tx, now: Instant, request: RoleRequest, work: Work & { readonly reason: string }): Promise<void> {
  const by = `staff:${work.staffId}`;
  await decideRoleRequest(tx, request.id, { status: 'refused', decidedBy: by, decidedAt: new Date(now) });
  await closeStaffTask(tx, now, { ...taskOf(request.id), by });
  const { rolesBefore: before, roles } = request;
  const { reason, requestId } = work;
  await audit(tx, now, {
    actor: by,
    action: 'staff.roles-withdrawn',
    subject: subjectOf(work.userId),
    detail: { before, roles },
    reason,
    requestId,
  });
}

/**
 * Somebody goes on leave, is suspended, leaves or comes back. Whoever is not active is signed out everywhere at once;
 * of who leaves, what is with them goes to colleagues who may have it or becomes free; of who is on leave, what was chosen.
 * Roles that wait for a second person are withdrawn when somebody leaves or is suspended; of who is on leave they wait.
 * The API keys that somebody made end when they leave: their secrets were seen by nobody else of the house.
 */
export async function moveEmployment(
  platform: Platform,
  work: Work & { readonly event: EmploymentEvent; readonly reason: string; readonly version: number; readonly handTo: HandTo },
): Promise<Outcome<EmploymentStatus, AccountRefusal>> {
  const found = await mine(platform, work);
  if (!found.ok) return found;
  const account = found.value;
  const move = moveOn(employmentMachine, account.status, work.event, 'keeper');
  if (!move.ok) return refuse(move.refused);
  const reason = work.reason.trim();
  if (reason.length < shortestReason) return refuse('no-reason');
  const hands = move.to === 'left' || move.to === 'on_leave';
  if (hands && !(await mayAllTake(platform.db, work.userId, work.handTo))) return refuse('not-a-colleague');
  const active = move.to === 'active';
  // Rights are given anew to who comes back.
  const roles: StaffRole[] = work.event === 'rejoin' ? [] : [...account.roles];
  return transact(platform.db, async (tx): Promise<Outcome<EmploymentStatus, AccountRefusal>> => {
    const now = platform.clock.now();
    // Before the account, in the same order as whoever answers the request.
    const asked = move.to === 'left' || move.to === 'suspended' ? await lockAskedOf(tx, work.userId) : null;
    if (await wouldOrphan(tx, account, { roles, active })) return refuse('last-owner');
    // Whoever must be kept out at once is suspended; who has left is asked for nothing any more.
    if (move.to === 'left' && (await findAssetsOf(tx, work.userId)).some(({ status }) => status !== 'reserved'))
      return refuse('things-held');
    const read = { userId: work.userId, version: work.version };
    if (!(await changeStaffAccount(tx, read, { roles, employmentStatus: move.to, isActive: active }, now)))
      return refuse('changed-meanwhile');
    if (!active) await endSessions(tx, work.userId);
    if (asked) await withdrawRequest(tx, now, asked, { ...work, reason });
    // What they took on waits for whoever may do it now: a claim of somebody who cannot act would hide it from them.
    const tasks = active ? 0 : await releaseTasksOf(tx, work.userId);
    const by = `staff:${work.staffId}`;
    const hand = { from: work.userId, to: work.handTo, by, requestId: work.requestId, everything: move.to === 'left' };
    const handed = hands ? await handOverWork(tx, platform, now, hand) : {};
    const keys = move.to === 'left' ? await revokeKeysOf(tx, now, work.userId, work.staffId) : [];
    for (const key of keys)
      await audit(tx, now, {
        actor: by,
        action: 'api-key.revoked',
        subject: `api_keys:${key.id}`,
        detail: { name: key.name, madeBy: work.userId },
        reason,
        requestId: work.requestId,
      });
    await audit(tx, now, {
      actor: `staff:${work.staffId}`,
      action: `staff.${work.event}`,
      subject: subjectOf(work.userId),
      reason,
      requestId: work.requestId,
      ...(active ? {} : { detail: { tasks, handed, ...(keys.length > 0 ? { apiKeys: keys.length } : {}) } }),
    });
    return done(move.to);
  }).catch((fault: unknown) => {
    // A quarter hour of the colleague was booked in the same moment: nothing of this was done.
    if (fault instanceof SlotTaken) return refuse('changed-meanwhile');
    throw fault;
  });
}

/** Signs a colleague out, of one device or of all. */
export async function signOutColleague(
  platform: Platform,
  work: Work & { readonly sessionId: string | null },
): Promise<Outcome<null, AccountRefusal>> {
  const account = await findStaffAccount(platform.db, work.userId);
  if (!account) return refuse('not-there');
  return transact(platform.db, async (tx): Promise<Outcome<null, AccountRefusal>> => {
    if (work.sessionId === null) await endSessions(tx, work.userId);
    else if (!(await endSession(tx, work.userId, work.sessionId))) return refuse('changed-meanwhile');
    const detail = { all: work.sessionId === null };
    const { requestId } = work;
    await audit(tx, platform.clock.now(), {
      actor: `staff:${work.staffId}`,
      action: 'staff.signed-out',
      subject: subjectOf(work.userId),
      detail,
      requestId,
    });
    return done(null);
  });
}

/**
 * Takes away the second factor of who lost their telephone, and signs them out. Whatever their roles, the desk is closed to
 * them until they have set it up again.
 */
export async function resetSecondFactor(
  platform: Platform,
  work: Work & { readonly reason: string },
): Promise<Outcome<null, AccountRefusal>> {
  const found = await mine(platform, work);
  if (!found.ok) return found;
  if (!found.value.secondFactor) return refuse('no-second-factor');
  const reason = work.reason.trim();
  if (reason.length < shortestReason) return refuse('no-reason');
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await oweSecondFactor(tx, platform.crypto, work.userId, newTotpSecret(), new Date(now));
    await endSessions(tx, work.userId);
    await audit(tx, now, {
      actor: `staff:${work.staffId}`,
      action: 'staff.second-factor-reset',
      subject: subjectOf(work.userId),
      reason,
      requestId: work.requestId,
    });
  });
  return done(null);
}

/** Forgives the wrong passwords that strangers tried: the colleague may sign in from any browser at once. */
export async function allowSignIn(platform: Platform, work: Work): Promise<Outcome<null, AccountRefusal>> {
  const found = await mine(platform, work);
  if (!found.ok) return found;
  await transact(platform.db, async (tx) => {
    await letTryAgain(tx, found.value.email);
    const { staffId, requestId } = work;
    const actor = `staff:${staffId}`;
    await audit(tx, platform.clock.now(), { actor, action: 'staff.sign-in-allowed', subject: subjectOf(work.userId), requestId });
  });
  return done(null);
}

/** Mails the way in once more; the link of before ends. */
export async function inviteAgain(
  platform: Platform,
  work: Work & { readonly language: LanguageCode },
): Promise<Outcome<null, AccountRefusal>> {
  const account = await findStaffAccount(platform.db, work.userId);
  if (!account || account.status !== 'active') return refuse('not-there');
  await transact(platform.db, async (tx) => {
    await inviteByMail(tx, platform, { email: account.email, language: work.language });
    const { staffId, requestId } = work;
    const actor = `staff:${staffId}`;
    await audit(tx, platform.clock.now(), { actor, action: 'staff.invited-again', subject: subjectOf(work.userId), requestId });
  });
  return done(null);
}
