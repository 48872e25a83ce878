import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { minuteMs, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { interviewMail } from './interview-jobs.server.ts';
import { mostWishes } from './interview-kinds.ts';
import { isOfficeTime } from './interview-slot-rules.ts';
import { interviewMachine } from './interview-status.ts';
import type { Interview } from './interviews.tables.ts';
import {
  changeInterview,
  claimTimes,
  findByToken,
  findPanel,
  findSlots,
  freeTimes,
  InterviewChanged,
  saveSlots,
  sealWords,
  TimeTaken,
} from './interviews-store.server.ts';
import { interviewTask, tellPanel } from './plan-interview.server.ts';

export type AnswerRefusal = 'no-invitation' | 'choose-a-time' | 'other-times' | 'say-why';

export type Answer =
  | { readonly event: 'confirm'; readonly at: Instant | null }
  | { readonly event: 'propose'; readonly wishes: readonly Instant[]; readonly words: string }
  | { readonly event: 'decline'; readonly words: string };

/** An invitation that can still be answered; null for one that ended, was answered, or never was: all three are told alike. */
export async function findInvitation(platform: Pick<Platform, 'db' | 'clock'>, token: string): Promise<Interview | null> {
  if (!/^[0-9a-f]{64}$/.test(token)) return null;
  const interview = await findByToken(platform.db, token);
  if (!interview || interview.status !== 'invited' || interview.tokenHash !== sha256(token)) return null;
  return interview.expiresAt!.getTime() > platform.clock.now() ? interview : null;
}

/**
 * Answers an invitation, once. The same yes sent twice is told the same; every other second answer finds no invitation.
 */
export async function answerInvitation(platform: Platform, token: string, answer: Answer): Promise<Outcome<Interview, AnswerRefusal>> {
  const interview = await findInvitation(platform, token);
  if (!interview) return repeated(platform, token, answer);
  const move = moveOn(interviewMachine, interview.status, answer.event, 'candidate');
  if (!move.ok) return refuse('no-invitation');
  const now = platform.clock.now();
  const actor = `candidate:${interview.applicationId}`;
  const over = { tokenHash: null, expiresAt: null, answeredHash: interview.tokenHash };
  const slots = await findSlots(platform.db, interview.id);
  if (answer.event === 'confirm' && (answer.at === null || answer.at < now || !slots.includes(answer.at))) return refuse('choose-a-time');
  if (answer.event === 'propose') {
    const { wishes } = answer;
    const fits = wishes.every((at) => at > now && isOfficeTime(at, interview.minutes));
    if (wishes.length === 0 || wishes.length > mostWishes || !fits) return refuse('other-times');
  }
  if (answer.event === 'decline' && answer.words.length < 2) return refuse('say-why');
  try {
    await transact(platform.db, async (tx) => {
      await freeTimes(tx, interview.id);
      await saveSlots(tx, interview.id, []);
      const words = 'words' in answer && answer.words ? sealWords(platform.crypto, interview.id, answer.words) : null;
      if (answer.event === 'confirm') {
        const at = answer.at!;
        const panel = (await findPanel(tx, [interview.id])).get(interview.id) ?? [];
        await claimTimes(tx, interview, panel, [at], null, now);
        await platform.jobs.send(tx, interviewMail, { interviewId: interview.id, template: 'confirmed', version: interview.version + 1 });
        await tellPanel(tx, platform, interview, panel, 'panel');
        const set = { ...over, startsAt: new Date(at), endsAt: new Date(at + interview.minutes * minuteMs) };
        return changeInterview(tx, now, { interview, event: 'confirm', to: move.to, actor, set });
      }
      await openStaffTask(tx, now, {
        kind: 'interview-answer',
        subject: interviewTask(interview.id),
        textKey: `tasks:interview-${answer.event}`,
        detail: { reference: interview.reference },
      });
      const wishes = answer.event === 'propose' ? answer.wishes.map((at) => new Date(at)) : [];
      return changeInterview(tx, now, { interview, event: answer.event, to: move.to, actor, set: { ...over, wishes, words } });
    });
  } catch (fault) {
    if (fault instanceof InterviewChanged) return repeated(platform, token, answer);
    // What was kept for this invitation cannot be another's; it can only have ended a moment ago.
    if (fault instanceof TimeTaken) return refuse('choose-a-time');
    throw fault;
  }
  return done((await findByToken(platform.db, token))!);
}

async function repeated(platform: Pick<Platform, 'db'>, token: string, answer: Answer): Promise<Outcome<Interview, AnswerRefusal>> {
  const answered = /^[0-9a-f]{64}$/.test(token) ? await findByToken(platform.db, token) : null;
  const same =
    answered?.answeredHash === sha256(token) &&
    answer.event === 'confirm' &&
    answered.status === 'confirmed' &&
    answered.startsAt?.getTime() === answer.at;
  return same ? done(answered) : refuse('no-invitation');
}
