import { randomUUID } from 'node:crypto';
import { findCandidate } from '#app/people/recruitment/candidates-store.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { hmac, newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { interviewMail, panelMail, type PanelTemplate } from './interview-jobs.server.ts';
import { fewestSlots, mostInterviewers, mostSlots, type InterviewMode, type InterviewRound, type Verdict } from './interview-kinds.ts';
import { invitationMs, isOfficeTime } from './interview-slot-rules.ts';
import { interviewMachine } from './interview-status.ts';
import type { Interview } from './interviews.tables.ts';
import {
  changeInterview,
  claimTimes,
  findBusy,
  findPanel,
  freeTimes,
  insertInterview,
  insertScore,
  InterviewChanged,
  saveSlots,
  swapPanel,
  TimeTaken,
} from './interviews-store.server.ts';

export type InterviewRefusal =
  | MoveRefusal
  | 'changed-meanwhile'
  | 'time-taken'
  | 'no-candidate'
  | 'no-round'
  | 'no-panel'
  | 'not-an-interviewer'
  | 'no-place'
  | 'slots'
  | 'not-an-office-time'
  | 'too-early'
  | 'sent-already'
  | 'no-words'
  | 'not-on-panel';

/** Every task that a record of an interview closes. */
const tasks = ['interview-answer', 'interview-score'] as const;
export const interviewTask = (id: string) => `interviews:${id}`;

/** 256 bits that belong to one invitation; only its hash is stored, so that a mail can be made again from the secret alone. */
export function invitationToken(secret: string, interview: Pick<Interview, 'id' | 'invitations'>): string {
  return hmac(secret, `interview ${interview.id} ${interview.invitations}`);
}

async function orRefused<Value>(work: () => Promise<Outcome<Value, InterviewRefusal>>): Promise<Outcome<Value, InterviewRefusal>> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof TimeTaken) return refuse('time-taken');
    if (fault instanceof InterviewChanged) return refuse('changed-meanwhile');
    throw fault;
  }
}

/** Tells those who ask that an interview is agreed, or off. `interview` is as it was before. */
export async function tellPanel(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  interview: Pick<Interview, 'id' | 'version'>,
  panel: readonly string[],
  template: PanelTemplate,
): Promise<void> {
  for (const userId of panel)
    await platform.jobs.send(tx, panelMail, { interviewId: interview.id, userId, template, version: interview.version + 1 });
}

/** Why these times cannot be offered; null when they can. */
function wrongTimes(times: readonly Instant[], minutes: number, now: Instant): InterviewRefusal | null {
  if (new Set(times).size !== times.length || times.length < fewestSlots || times.length > mostSlots) return 'slots';
  return times.every((at) => at > now && isOfficeTime(at, minutes)) ? null : 'not-an-office-time';
}

async function invite(
  tx: Tx,
  platform: Platform,
  interview: Interview,
  panel: readonly string[],
  times: readonly Instant[],
  actor: string,
): Promise<void> {
  const now = platform.clock.now();
  const expires = addMilliseconds(now, invitationMs);
  await freeTimes(tx, interview.id);
  await claimTimes(tx, interview, panel, times, expires, now);
  await saveSlots(tx, interview.id, times);
  const invitations = interview.invitations + 1;
  const token = invitationToken(platform.secret, { id: interview.id, invitations });
  const set = {
    invitations,
    tokenHash: sha256(token),
    expiresAt: new Date(expires),
    answeredHash: null,
    wishes: [],
    startsAt: null,
    endsAt: null,
  };
  await platform.jobs.send(tx, interviewMail, { interviewId: interview.id, template: 'invited', version: invitations });
  await closeStaffTasks(tx, now, { kinds: tasks, subject: interviewTask(interview.id), by: actor });
  await changeInterview(tx, now, { interview, event: 'invite', to: 'invited', actor, set });
}

/** Plans an interview and invites its candidate to choose one of several times, all of which are kept until they do. */
export async function planInterview(
  platform: Platform,
  plan: {
    readonly application: string;
    /** One of the posting's; null: none was chosen. */
    readonly round: InterviewRound | null;
    readonly mode: InterviewMode;
    readonly place: string;
    readonly minutes: number;
    readonly panel: readonly string[];
    readonly zone: string;
    readonly times: readonly Instant[];
    readonly staffId: string;
  },
): Promise<Outcome<{ readonly reference: string }, InterviewRefusal>> {
  const candidate = await findCandidate(platform, { reference: plan.application });
  if (!candidate || !['screening', 'shortlisted', 'interview'].includes(candidate.status)) return refuse('no-candidate');
  const round = candidate.rounds.find(({ kind }) => kind === plan.round);
  if (!round) return refuse('no-round');
  const panel = [...new Set(plan.panel)];
  if (panel.length === 0 || panel.length > mostInterviewers) return refuse('no-panel');
  const able = new Set((await listStaffWith(platform.db, 'interviews:own')).map(({ userId }) => userId));
  if (!panel.every((userId) => able.has(userId))) return refuse('not-an-interviewer');
  if (plan.mode !== 'phone' && plan.place.length < 2) return refuse('no-place');
  const wrong = wrongTimes(plan.times, plan.minutes, platform.clock.now());
  if (wrong) return refuse(wrong);
  const actor = `staff:${plan.staffId}`;
  return orRefused(async () => {
    const taken = await clashes(platform, panel, plan.minutes, plan.times, null);
    if (taken) return refuse('time-taken');
    return transact(platform.db, async (tx) => {
      const made = {
        id: randomUUID(),
        reference: newReference(),
        applicationId: candidate.applicationId,
        round: round.kind,
        roundName: round.name,
        mode: plan.mode,
        place: plan.place,
        minutes: plan.minutes,
        zone: plan.zone,
        madeBy: actor,
      };
      const interview = await insertInterview(tx, platform.clock.now(), made, panel);
      await invite(tx, platform, interview, panel, plan.times, actor);
      return done({ reference: made.reference });
    });
  });
}

/** Whether somebody has an advice call or is away; other interviews are refused by the database itself. */
async function clashes(
  platform: Platform,
  panel: readonly string[],
  minutes: number,
  times: readonly Instant[],
  except: string | null,
): Promise<boolean> {
  const busy = await findBusy(platform.db, panel, platform.clock.now(), except);
  return times.some((at) => busy.some((one) => one.from < at + minutes * minuteMs && at < one.until));
}

/** Sends an invitation with new times. */
export async function inviteAgain(
  platform: Platform,
  work: { readonly interview: Interview; readonly times: readonly Instant[]; readonly staffId: string },
): Promise<Outcome<null, InterviewRefusal>> {
  const { interview, times } = work;
  const move = moveOn(interviewMachine, interview.status, 'invite', 'recruiter');
  if (!move.ok) return move;
  const wrong = wrongTimes(times, interview.minutes, platform.clock.now());
  if (wrong) return refuse(wrong);
  const panel = (await findPanel(platform.db, [interview.id])).get(interview.id) ?? [];
  if (await clashes(platform, panel, interview.minutes, times, interview.id)) return refuse('time-taken');
  return orRefused(() =>
    transact(platform.db, async (tx) => {
      await invite(tx, platform, interview, panel, times, `staff:${work.staffId}`);
      return done(null);
    }),
  );
}

/** Says yes to a time that the candidate asked for. */
export async function agreeToWish(
  platform: Platform,
  work: { readonly interview: Interview; readonly at: Instant; readonly staffId: string },
): Promise<Outcome<null, InterviewRefusal>> {
  const { interview, at } = work;
  const move = moveOn(interviewMachine, interview.status, 'agree', 'recruiter');
  if (!move.ok) return move;
  if (!interview.wishes.some((wish) => wish.getTime() === at)) return refuse('slots');
  if (at < platform.clock.now()) return refuse('not-an-office-time');
  const panel = (await findPanel(platform.db, [interview.id])).get(interview.id) ?? [];
  if (await clashes(platform, panel, interview.minutes, [at], interview.id)) return refuse('time-taken');
  const actor = `staff:${work.staffId}`;
  return orRefused(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      await freeTimes(tx, interview.id);
      await claimTimes(tx, interview, panel, [at], null, now);
      const set = { startsAt: new Date(at), endsAt: new Date(at + interview.minutes * minuteMs) };
      await closeStaffTasks(tx, now, { kinds: tasks, subject: interviewTask(interview.id), by: actor });
      await platform.jobs.send(tx, interviewMail, { interviewId: interview.id, template: 'confirmed', version: interview.version + 1 });
      await tellPanel(tx, platform, interview, panel, 'panel');
      await changeInterview(tx, now, { interview, event: 'agree', to: move.to, actor, set });
      return done(null);
    }),
  );
}

/** Ends an interview: it took place, nobody came, or it is called off. Nobody is missed before the time has come. */
export async function endInterview(
  platform: Platform,
  work: {
    readonly interview: Interview;
    readonly event: 'complete' | 'miss' | 'cancel';
    readonly by: 'recruiter' | 'panel';
    readonly staffId: string;
    readonly reason?: string;
  },
): Promise<Outcome<null, InterviewRefusal>> {
  const { interview, event } = work;
  const move = moveOn(interviewMachine, interview.status, event, work.by);
  if (!move.ok) return move;
  if (event !== 'cancel' && interview.startsAt!.getTime() > platform.clock.now()) return refuse('too-early');
  const actor = `staff:${work.staffId}`;
  return orRefused(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      if (event !== 'complete') await freeTimes(tx, interview.id);
      if (event === 'cancel' && interview.invitations > 0)
        await platform.jobs.send(tx, interviewMail, { interviewId: interview.id, template: 'cancelled', version: interview.version + 1 });
      if (event === 'cancel' && interview.status === 'confirmed')
        await tellPanel(tx, platform, interview, (await findPanel(tx, [interview.id])).get(interview.id) ?? [], 'panel-off');
      await closeStaffTasks(tx, now, { kinds: tasks, subject: interviewTask(interview.id), by: actor });
      const set = interview.tokenHash ? { tokenHash: null, expiresAt: null, answeredHash: interview.tokenHash } : {};
      await changeInterview(tx, now, { interview, event, to: move.to, actor, set, ...(work.reason ? { detail: work.reason } : {}) });
      return done(null);
    }),
  );
}

/** Another colleague takes the place of one on the panel: the times that were the one's become the other's. */
export async function reassign(
  platform: Platform,
  work: {
    readonly interview: Interview;
    readonly from: string;
    readonly to: string;
    readonly times: readonly Instant[];
    readonly staffId: string;
  },
): Promise<Outcome<null, InterviewRefusal>> {
  const { interview, from, to } = work;
  if (!['invited', 'confirmed'].includes(interview.status)) return refuse('not-possible-from-here');
  const panel = (await findPanel(platform.db, [interview.id])).get(interview.id) ?? [];
  if (!panel.includes(from)) return refuse('not-on-panel');
  const able = await listStaffWith(platform.db, 'interviews:own');
  if (panel.includes(to) || !able.some(({ userId }) => userId === to)) return refuse('not-an-interviewer');
  const times = interview.startsAt ? [instant(interview.startsAt.getTime())] : work.times;
  if (await clashes(platform, [to], interview.minutes, times, interview.id)) return refuse('time-taken');
  return orRefused(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      await freeTimes(tx, interview.id, from);
      const until = interview.expiresAt ? instant(interview.expiresAt.getTime()) : null;
      await claimTimes(tx, interview, [to], times, interview.startsAt ? null : until, now);
      await swapPanel(tx, now, interview, { from, to, by: `staff:${work.staffId}` });
      if (interview.status === 'confirmed') {
        await tellPanel(tx, platform, interview, [to], 'panel');
        await tellPanel(tx, platform, interview, [from], 'panel-off');
      }
      await changeInterview(tx, now, { interview, event: 'reassign', to: interview.status, actor: `staff:${work.staffId}` });
      return done(null);
    }),
  );
}

/** A colleague's own score card: once sent it stays, and opens those of the others. */
export async function sendScore(
  platform: Platform,
  work: { readonly interview: Interview; readonly staffId: string; readonly verdict: Verdict; readonly words: string },
): Promise<Outcome<null, InterviewRefusal>> {
  const { interview, staffId, verdict, words } = work;
  if (!['confirmed', 'completed'].includes(interview.status)) return refuse('not-possible-from-here');
  if (interview.startsAt!.getTime() > platform.clock.now()) return refuse('too-early');
  if (words.length < 10) return refuse('no-words');
  const panel = (await findPanel(platform.db, [interview.id])).get(interview.id) ?? [];
  if (!panel.includes(staffId)) return refuse('not-on-panel');
  const actor = `staff:${staffId}`;
  return orRefused(() =>
    transact(platform.db, async (tx): Promise<Outcome<null, InterviewRefusal>> => {
      const now = platform.clock.now();
      const sent = await insertScore(tx, platform.crypto, interview.id, { userId: staffId, verdict, words, sentAt: new Date(now) });
      if (!sent) return refuse('sent-already');
      if (interview.status === 'confirmed') await changeInterview(tx, now, { interview, event: 'complete', to: 'completed', actor });
      await closeStaffTasks(tx, now, { kinds: ['interview-score'], subject: `${interviewTask(interview.id)}:${staffId}`, by: actor });
      return done(null);
    }),
  );
}
