import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays, addMilliseconds, calendarDate, dateIn, instant, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { findCurrentPolicy, lockPolicyByNumber } from '../policies-store.server.ts';
import type { Policy } from '../policies.tables.ts';
import type { PolicyFault } from '../policy-examples.ts';
import { faultNow } from '../work-policy.server.ts';
import { heldMs } from './experiment-rules.ts';
import { experimentMachine, type OverBecause } from './experiment-status.ts';
import type { Experiment } from './experiments.tables.ts';
import {
  findExperiment,
  giveProductsBack,
  insertExperiment,
  lockExperiment,
  saveExperiment,
  takeProducts,
  type ExperimentTerms,
} from './experiments-store.server.ts';

export type ExperimentRefusal =
  | 'not-found'
  | 'changed-meanwhile'
  | 'second-person'
  | 'no-reason'
  | 'no-challenger'
  | 'no-control'
  | 'same-policy'
  | 'product-taken'
  | 'days-over'
  | PolicyFault
  | MoveRefusal;

type Edge = Pick<Platform, 'db' | 'clock'>;
type Answer = Promise<Outcome<string, ExperimentRefusal>>;

interface Work {
  readonly id: string;
  readonly staffId: string;
}
/** The version that whoever asks has seen: a form that is sent again, or from another tab, finds another. */
interface Seen extends Work {
  readonly version: number;
}

const actorOf = (staffId: string) => `staff:${staffId}`;
export const subjectOfExperiment = ({ id }: Pick<Experiment, 'id'>) => `price_experiments:${id}`;

/** Waits for a second person from its draft until it is approved or called off. */
const approvalOf = (experiment: Pick<Experiment, 'id' | 'question'>) => ({
  kind: 'price-experiment',
  subject: subjectOfExperiment(experiment),
  detail: { question: experiment.question },
});

/** Whether a policy may be the challenger: approved by a second person, and not the one in force. */
export const mayChallenge = (policy: Pick<Policy, 'status' | 'publishedAt'>): boolean =>
  policy.status === 'approved' || (policy.status === 'archived' && policy.publishedAt !== null);

/** Raised inside a transaction so that nothing of it stays. */
class Refused extends Error {
  readonly why: ExperimentRefusal;
  constructor(why: ExperimentRefusal) {
    super(why);
    this.why = why;
  }
}

async function inOne(platform: Edge, work: (tx: Tx, now: Instant) => Promise<string>): Answer {
  try {
    return done(await transact(platform.db, (tx) => work(tx, platform.clock.now())));
  } catch (fault) {
    if (fault instanceof Refused) return refuse(fault.why);
    throw fault;
  }
}

async function locked(tx: Tx, work: Seen): Promise<Experiment> {
  const experiment = await lockExperiment(tx, work.id);
  if (!experiment) throw new Refused('not-found');
  if (experiment.version !== work.version) throw new Refused('changed-meanwhile');
  return experiment;
}

async function challengerOf(tx: Tx, number: number): Promise<Policy> {
  const policy = await lockPolicyByNumber(tx, number);
  if (!policy || !mayChallenge(policy)) throw new Refused('no-challenger');
  return policy;
}

/** Writes the draft of an experiment under an id its form was given; sent twice it is drafted once. */
export async function draftExperiment(platform: Edge, work: Work & { readonly terms: ExperimentTerms }): Answer {
  return inOne(platform, async (tx, now) => {
    const { id, terms } = work;
    const actor = actorOf(work.staffId);
    checkDays(terms, now);
    await challengerOf(tx, terms.challenger);
    if (!(await insertExperiment(tx, { id, ...terms, touchedBy: [actor] }, now))) {
      const before = await findExperiment(tx, id);
      // Nobody gets at the draft of a colleague by its id.
      if (!before?.touchedBy.includes(actor)) throw new Refused('changed-meanwhile');
      return id;
    }
    const experiment = (await findExperiment(tx, id))!;
    await audit(tx, now, { actor, action: 'price-experiment.drafted', subject: subjectOfExperiment(experiment), detail: { ...terms } });
    await followApproval(tx, now, approvalOf(experiment), { waits: true, by: actor });
    return id;
  });
}

/** Changes a draft; whoever does so may neither approve nor begin it. */
export async function changeExperiment(platform: Edge, work: Seen & { readonly terms: ExperimentTerms }): Answer {
  return inOne(platform, async (tx, now) => {
    const experiment = await locked(tx, work);
    if (experiment.status !== 'drafted') throw new Refused('not-possible-from-here');
    const { terms } = work;
    const actor = actorOf(work.staffId);
    checkDays(terms, now);
    await challengerOf(tx, terms.challenger);
    await saveExperiment(tx, work.id, { ...terms, touchedBy: [...new Set([...experiment.touchedBy, actor])] }, now);
    await audit(tx, now, { actor, action: 'price-experiment.changed', subject: subjectOfExperiment(experiment), detail: { ...terms } });
    await followApproval(tx, now, approvalOf({ ...experiment, ...terms }), { waits: true, by: actor });
    return work.id;
  });
}

function checkDays({ endsOn }: Pick<ExperimentTerms, 'endsOn'>, now: Instant): void {
  if (endsOn < dateIn('Asia/Dubai', now)) throw new Refused('days-over');
}

/** Approves a draft, sends it back or calls it off. Nobody approves what they had a hand in. */
export async function decideExperiment(
  platform: Edge,
  work: Seen & { readonly event: 'approve' | 'send-back' | 'call-off'; readonly by: 'drafter' | 'publisher'; readonly reason: string },
): Answer {
  const reason = reasonOf(work.reason);
  return inOne(platform, async (tx, now) => {
    const experiment = await locked(tx, work);
    const to = moved(experiment, work.event, work.by);
    const actor = actorOf(work.staffId);
    if (work.event === 'approve') {
      if (experiment.touchedBy.includes(actor)) throw new Refused('second-person');
      checkDays(experiment, now);
      await checkPolicies(platform, tx, experiment);
    } else if (reason === null) throw new Refused('no-reason');
    await saveExperiment(
      tx,
      work.id,
      {
        status: to,
        approvedBy: work.event === 'approve' ? actor : work.event === 'send-back' ? null : experiment.approvedBy,
        ...(work.event === 'call-off' ? { overBecause: 'called-off' as const, overAt: new Date(now) } : {}),
      },
      now,
    );
    await audit(tx, now, {
      actor,
      action: `price-experiment.${work.event}`,
      subject: subjectOfExperiment(experiment),
      ...(reason === null ? {} : { reason }),
    });
    await followApproval(tx, now, approvalOf(experiment), { waits: work.event === 'send-back', by: actor });
    return work.id;
  });
}

/** Begins an approved experiment. For half an hour everybody still sees the prices of before, so that none changes under a traveller. */
export async function beginExperiment(platform: Edge, work: Seen): Answer {
  return inOne(platform, async (tx, now) => {
    const experiment = await locked(tx, work);
    const to = moved(experiment, 'begin', 'publisher');
    const actor = actorOf(work.staffId);
    if (experiment.touchedBy.includes(actor)) throw new Refused('second-person');
    checkDays(experiment, now);
    const control = await checkPolicies(platform, tx, experiment);
    const from = instant(Math.max(addMilliseconds(now, heldMs), startOf(calendarDate(experiment.startsOn))));
    const until = startOf(addDays(calendarDate(experiment.endsOn), 1));
    if (from >= until) throw new Refused('days-over');
    if (!(await takeProducts(tx, experiment.id, experiment.products))) throw new Refused('product-taken');
    await saveExperiment(
      tx,
      work.id,
      {
        status: to,
        begunBy: actor,
        control: control.number,
        controlVersion: control.version,
        pricesFrom: new Date(from),
        pricesUntil: new Date(until),
      },
      now,
    );
    const detail = { control: control.number, challenger: experiment.challenger, share: experiment.share };
    await audit(tx, now, { actor, action: 'price-experiment.begin', subject: subjectOfExperiment(experiment), detail });
    return work.id;
  });
}

const startOf = (day: CalendarDate): Instant => instantOf('Asia/Dubai', localTime(day, '00:00'));

/** The control, which must be in force, beside a challenger that may be offered now. */
async function checkPolicies(platform: Edge, tx: Tx, experiment: Experiment): Promise<Policy> {
  const challenger = await challengerOf(tx, experiment.challenger);
  const control = await findCurrentPolicy(tx);
  if (control?.status !== 'live') throw new Refused('no-control');
  if (control.number === challenger.number) throw new Refused('same-policy');
  const fault = await faultNow({ db: tx, clock: platform.clock }, challenger);
  if (fault) throw new Refused(fault);
  return control;
}

/** The kill switch: from this moment nobody is offered the challenger anew. It needs no version, so that no other tab stands in its way. */
export async function stopExperiment(
  platform: Edge,
  work: Work & { readonly by: 'drafter' | 'publisher'; readonly reason: string },
): Answer {
  const reason = reasonOf(work.reason);
  return inOne(platform, async (tx, now) => {
    const experiment = await lockExperiment(tx, work.id);
    if (!experiment) throw new Refused('not-found');
    moved(experiment, 'stop', work.by);
    if (reason === null) throw new Refused('no-reason');
    await finish(tx, now, experiment, { event: 'stop', because: 'by-hand', actor: actorOf(work.staffId), reason });
    return work.id;
  });
}

/** The guards of figures: what they stop is news to whoever may write one. */
const figureGuards: readonly OverBecause[] = ['margin', 'conversion', 'floor'];

/** What its own guards, or its last day, do to an experiment; nothing where it is over already. */
export async function endByItself(platform: Edge, id: string, because: Exclude<OverBecause, 'by-hand' | 'called-off'>): Promise<void> {
  await transact(platform.db, async (tx) => {
    const experiment = await lockExperiment(tx, id);
    if (experiment?.status !== 'running') return;
    const now = platform.clock.now();
    await finish(tx, now, experiment, { event: because === 'time' ? 'end' : 'stop', because, actor: 'system', reason: null });
    if (figureGuards.includes(because))
      await openStaffTask(tx, now, {
        kind: 'experiment-stopped',
        subject: subjectOfExperiment(experiment),
        textKey: `tasks:experiment-stopped.${because}`,
        detail: { number: experiment.number, question: experiment.question },
      });
  });
}

async function finish(
  tx: Tx,
  now: Instant,
  experiment: Experiment,
  end: { readonly event: 'stop' | 'end'; readonly because: OverBecause; readonly actor: string; readonly reason: string | null },
): Promise<void> {
  const move = moveOn(experimentMachine, experiment.status, end.event, end.actor === 'system' ? 'system' : 'publisher');
  if (!move.ok) throw new Refused(move.refused);
  await saveExperiment(tx, experiment.id, { status: move.to, overBecause: end.because, overAt: new Date(now) }, now);
  await giveProductsBack(tx, experiment.id);
  await audit(tx, now, {
    actor: end.actor,
    action: `price-experiment.${end.event}`,
    subject: subjectOfExperiment(experiment),
    detail: { because: end.because },
    ...(end.reason === null ? {} : { reason: end.reason }),
  });
}

function moved(experiment: Experiment, event: 'approve' | 'send-back' | 'call-off' | 'begin' | 'stop', by: 'drafter' | 'publisher') {
  const move = moveOn(experimentMachine, experiment.status, event, by);
  if (!move.ok) throw new Refused(move.refused);
  return move.to;
}

/** A reason somebody can read later; null for none. */
function reasonOf(text: string): string | null {
  const reason = text.trim().slice(0, 300);
  return reason.length < 3 ? null : reason;
}
