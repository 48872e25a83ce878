import { answerInvitation, type Answer } from '#app/people/interviews/answer-invitation.server.ts';
import type { InterviewMode, InterviewRound } from '#app/people/interviews/interview-kinds.ts';
import { openTimes } from '#app/people/interviews/interview-slot-rules.ts';
import { findBusy, findInterviewFor, hasInterviews } from '#app/people/interviews/interviews-store.server.ts';
import { invitationToken, planInterview, sendScore } from '#app/people/interviews/plan-interview.server.ts';
import { listCandidates } from '#app/people/recruitment/candidates-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';

interface Sample {
  readonly email: string;
  readonly round: InterviewRound;
  readonly mode: InterviewMode;
  readonly place: string;
  readonly minutes: 30 | 45 | 60;
  readonly zone: string;
  readonly panel: readonly ('owner' | 'hr')[];
  /** When the invitation left. */
  readonly daysAgo: number;
  /** What the candidate answered, given the times of the invitation and another free one. */
  readonly answer?: (offered: readonly Instant[], other: Instant) => Answer;
  /** The owner's card of a talk that took place. */
  readonly card?: string;
}

const samples: readonly Sample[] = [
  {
    email: 'samir.chowdhury@mail.example',
    round: 'first',
    mode: 'video',
    place: 'https://meet.rihla.example/samir-first',
    minutes: 45,
    zone: 'Asia/Dubai',
    panel: ['owner', 'hr'],
    daysAgo: 8,
    answer: ([first]) => ({ event: 'confirm', at: first! }),
    card: 'Drew the two ways in which one seat is sold twice, and named the constraint that forbids both. Asked good questions back.',
  },
  {
    email: 'samir.chowdhury@mail.example',
    round: 'technical',
    mode: 'room',
    place: 'Dubai office, room Ibn Battuta',
    minutes: 60,
    zone: 'Asia/Dubai',
    panel: ['owner'],
    daysAgo: 1,
    answer: (offered) => ({ event: 'confirm', at: offered.at(-1)! }),
  },
  {
    email: 'khaled.mansoori@mail.example',
    round: 'first',
    mode: 'phone',
    place: '',
    minutes: 30,
    zone: 'Asia/Dubai',
    panel: ['hr'],
    daysAgo: 0,
  },
  {
    email: 'lucia.herrera@mail.example',
    round: 'first',
    mode: 'video',
    place: 'https://meet.rihla.example/lucia-first',
    minutes: 45,
    zone: 'Europe/Madrid',
    panel: ['owner', 'hr'],
    daysAgo: 1,
    answer: (_, other) => ({ event: 'propose', wishes: [other], words: 'Esa semana estoy en Tiflis y la conexión es mala por la mañana.' }),
  },
  {
    email: 'daniela.prieto@mail.example',
    round: 'first',
    mode: 'video',
    place: 'https://meet.rihla.example/daniela-first',
    minutes: 30,
    zone: 'Europe/Madrid',
    panel: ['hr'],
    daysAgo: 2,
    answer: () => ({ event: 'decline', words: 'He aceptado otra oferta; gracias por su tiempo.' }),
  },
];

/** A few talks with the demo's applicants: one over with a card that is missing, one agreed, one invited, one asked to move, one declined. */
export async function seedInterviews(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const [owner, hr] = await Promise.all(['admin@rihla.example', 'hr@rihla.example'].map((email) => findAccountByEmail(db, email)));
  if (!owner || !hr) return;
  const reader = { userId: hr.id, seesAll: true };
  if (await hasInterviews(db)) return;
  const candidates = await listCandidates(platform);
  for (const { email, daysAgo, panel: who, answer, card, ...talk } of samples) {
    const candidate = candidates.find((one) => one.email === email);
    if (!candidate) continue;
    const at = addMilliseconds(clock.now(), -daysAgo * dayMs);
    const then: Platform = { ...platform, clock: { now: () => at } };
    const panel = who.map((one) => (one === 'owner' ? owner.id : hr.id));
    const free = openTimes(await findBusy(db, panel, at, null), talk.minutes, at, 12);
    const times = free.slice(0, 3);
    const planned = await planInterview(then, { ...talk, application: candidate.reference, panel, times, staffId: hr.id });
    if (!planned.ok) continue;
    const interview = (await findInterviewFor(db, reader, planned.value.reference))!;
    if (answer) await answerInvitation(then, invitationToken(platform.secret, interview), answer(times, free.at(-1)!));
    if (!card) continue;
    const talked = (await findInterviewFor(db, reader, interview.reference))!;
    await sendScore(platform, { interview: talked, staffId: owner.id, verdict: 'strong-yes', words: card });
  }
}
