import type { StaffRole } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { AssetKind } from '../assets/asset-kinds.ts';
import { linkAssetRequest, openAssetRequest, withdrawAssetRequest } from '../assets/work-asset-request.server.ts';
import { readApplicant } from './job-applications-store.server.ts';
import type { JobApplication } from './job-applications.tables.ts';
import type { Department } from './job-posting-kinds.ts';
import { joinerMachine } from './joiner-status.ts';
import { changeJoiner, findJoiner, insertJoiner } from './joiners-store.server.ts';
import type { Joiner } from './joiners.tables.ts';

export type JoinerRefusal = MoveRefusal | 'not-there' | 'changed-meanwhile' | 'no-reason';

const subjectOf = (applicationId: string) => `job_applications:${applicationId}`;
const taskOf = (applicationId: string) => ({ kind: 'onboarding', subject: subjectOf(applicationId) });
const shortestReason = 3;

/**
 * What somebody of a department usually does and is given; a start that is looked through before it is sent. Where the work
 * does not say what the role is, none is proposed.
 */
const usual: Readonly<Record<Department, { readonly roles: readonly StaffRole[]; readonly things: readonly AssetKind[] }>> = {
  travel: { roles: ['flight_agent'], things: ['laptop', 'phone', 'headset', 'access-card'] },
  visas: { roles: ['visa_officer'], things: ['laptop', 'phone', 'headset', 'access-card'] },
  technology: { roles: [], things: ['laptop', 'monitor', 'headset', 'access-card'] },
  product: { roles: ['product_manager'], things: ['laptop', 'monitor', 'headset', 'access-card'] },
  finance: { roles: ['finance'], things: ['laptop', 'monitor', 'access-card'] },
};

/** The same for an open application, which names no department. */
const anywhere = { roles: [], things: ['laptop', 'access-card'] } as const;

export const usualFor = (department: Department | null) => (department ? usual[department] : anywhere);

/** With a hiring: an invitation waits for whoever may send it, and the asset desk hears what is needed by the first day. */
export async function prepareJoiner(
  tx: Tx,
  now: Instant,
  hired: {
    readonly application: Pick<JobApplication, 'id' | 'reference'>;
    readonly department: Department | null;
    readonly job: string;
    readonly startsOn: CalendarDate;
    readonly actor: string;
    readonly requestId: string;
  },
): Promise<void> {
  const { application, job, startsOn, actor, requestId } = hired;
  const { roles, things } = usualFor(hired.department);
  await insertJoiner(tx, now, { applicationId: application.id, startsOn, roles: [...roles], preparedBy: actor });
  await openOnboarding(tx, now, { application, job, startsOn });
  await openAssetRequest(tx, now, {
    applicationId: application.id,
    reference: application.reference,
    kinds: [...things],
    neededBy: startsOn,
    askedBy: actor,
    requestId,
  });
}

function openOnboarding(
  tx: Tx,
  now: Instant,
  { application, job, startsOn }: { application: Pick<JobApplication, 'id' | 'reference'>; job: string; startsOn: CalendarDate },
): Promise<void> {
  const detail = { reference: application.reference, job, day: startsOn };
  return openStaffTask(tx, now, { ...taskOf(application.id), textKey: 'tasks:onboarding', detail });
}

interface Work {
  readonly application: JobApplication;
  /** Of the invitation, as the form was drawn. */
  readonly version: number;
  readonly job: string;
  readonly staffId: string;
  readonly requestId: string;
}

/** Changes the roles that are proposed, does without the invitation, or takes it up again. */
export async function workOnJoiner(
  platform: Platform,
  work: Work &
    (
      | { readonly event: 'change'; readonly roles: readonly StaffRole[] }
      | { readonly event: 'refuse'; readonly reason: string }
      | { readonly event: 'prepare' }
    ),
): Promise<Outcome<null, JoinerRefusal>> {
  const { application, event, version } = work;
  if (event === 'refuse' && work.reason.trim().length < shortestReason) return refuse('no-reason');
  return transact(platform.db, async (tx): Promise<Outcome<null, JoinerRefusal>> => {
    const now = platform.clock.now();
    const joiner = await findJoiner(tx, application.id);
    if (!joiner) return refuse('not-there');
    if (joiner.version !== version) return refuse('changed-meanwhile');
    const actor = `staff:${work.staffId}`;
    let set: Parameters<typeof changeJoiner>[2];
    if (event === 'change') {
      if (joiner.status !== 'prepared') return refuse('not-possible-from-here');
      set = { roles: [...work.roles] };
    } else {
      const move = moveOn(joinerMachine, joiner.status, event, 'keeper');
      if (!move.ok) return move;
      set =
        event === 'refuse'
          ? { status: move.to, reason: work.reason.trim(), decidedBy: actor, decidedAt: new Date(now) }
          : { status: move.to, reason: null, decidedBy: null, decidedAt: null };
    }
    if (!(await changeJoiner(tx, joiner, set))) return refuse('changed-meanwhile');
    if (event === 'refuse') {
      await closeStaffTask(tx, now, { ...taskOf(application.id), by: actor });
      await linkKnownColleague(tx, platform, application, actor);
    }
    if (event === 'prepare') await openOnboarding(tx, now, { application, job: work.job, startsOn: joiner.startsOn });
    await audit(tx, now, {
      actor,
      action: `job.joiner-${event}`,
      subject: subjectOf(application.id),
      ...(event === 'change' ? { detail: { before: joiner.roles, roles: set.roles } } : {}),
      ...(event === 'refuse' ? { reason: work.reason.trim() } : {}),
      requestId: work.requestId,
    });
    return done(null);
  });
}

/** Who is a colleague already is not invited, and gets their things all the same. */
async function linkKnownColleague(tx: Tx, platform: Platform, application: JobApplication, actor: string): Promise<void> {
  const { email } = readApplicant(platform.crypto, application);
  const account = email ? await findAccountByEmail(tx, email) : null;
  if (!account || !(await findStaffAccount(tx, account.id))) return;
  await linkAssetRequest(tx, platform.clock.now(), { applicationId: application.id, userId: account.id, actor });
}

/** Notes that the invitation, locked before, was sent; what was asked for is theirs from now on. */
export async function sentJoiner(
  tx: Tx,
  now: Instant,
  sent: { readonly joiner: Joiner; readonly userId: string; readonly actor: string; readonly requestId: string },
): Promise<void> {
  const { joiner, userId, actor, requestId } = sent;
  await changeJoiner(tx, joiner, { status: 'sent', userId, decidedBy: actor, decidedAt: new Date(now) });
  await closeStaffTask(tx, now, { ...taskOf(joiner.applicationId), by: actor });
  await linkAssetRequest(tx, now, { applicationId: joiner.applicationId, userId, actor });
  await audit(tx, now, {
    actor,
    action: 'job.joiner-send',
    subject: subjectOf(joiner.applicationId),
    detail: { user: userId },
    requestId,
  });
}

/** Whose application is forgotten is not invited any more, and nothing is laid out for them. */
export async function dropJoiner(tx: Tx, now: Instant, applicationId: string): Promise<void> {
  const joiner = await findJoiner(tx, applicationId);
  if (joiner?.status === 'prepared') {
    await changeJoiner(tx, joiner, { status: 'refused', decidedBy: 'system', decidedAt: new Date(now) });
    await closeStaffTask(tx, now, { ...taskOf(applicationId), by: 'system' });
  }
  await withdrawAssetRequest(tx, now, applicationId);
}
