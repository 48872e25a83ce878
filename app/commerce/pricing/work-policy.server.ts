import { randomBytes } from 'node:crypto';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { isInExperiment } from './experiments/experiments-store.server.ts';
import { changePolicy, findOpenPolicy, findPolicy, insertPolicy, lockCurrentPolicy } from './policies-store.server.ts';
import type { Policy } from './policies.tables.ts';
import type { Guard, Guards, PolicyExample, PolicyRule } from './policy.ts';
import { checkExamples, faultOf, type PolicyFault } from './policy-examples.ts';
import { isSimulating, policyMachine, type PolicyEvent } from './policy-status.ts';
import { findTaxedVersion } from './pricing-store.server.ts';

export type PolicyRefusal =
  | 'no-policy'
  | 'policy-open'
  | 'changed-meanwhile'
  | 'second-person'
  | 'no-reason'
  | 'never-in-force'
  | 'still-running'
  | 'based-on-old'
  | 'in-experiment'
  | PolicyFault
  | MoveRefusal;

type Edge = Pick<Platform, 'db' | 'clock'>;
type Answer = Promise<Outcome<string, PolicyRefusal>>;

interface Work {
  readonly staffId: string;
}
/** The version that whoever asks has seen. */
interface Seen extends Work {
  readonly version: number;
}

const actorOf = (staffId: string) => `staff:${staffId}`;
const subjectOf = (policy: Pick<Policy, 'number'>) => `pricing_policies:${policy.number}`;

/** Waits for a second person once it has been tried, until it is approved or is a draft again. */
export const approvalOfPolicy = (policy: Pick<Policy, 'number' | 'title'>) => ({
  kind: 'price-policy',
  subject: subjectOf(policy),
  detail: { policy: policy.title },
});

/** What a first policy keeps to, until somebody says otherwise: what usually goes to suppliers, and what must be left. */
export const openingGuards: Guards = {
  flight: { cost: 10_000, floor: 0 },
  holiday: { cost: 8600, floor: 400 },
  experience: { cost: 8000, floor: 500 },
  staycation: { cost: 8500, floor: 500 },
  evisa: { cost: 2000, floor: 3000 },
  'assisted-visa': { cost: 2500, floor: 3000 },
};

/** Begins the next policy from the one in force, or from nothing. */
export async function beginPolicy(platform: Edge, work: Work & { readonly title: string }): Answer {
  const title = work.title.trim().slice(0, 80);
  if (title.length < 3) return refuse('no-reason');
  const id = randomBytes(9).toString('base64url');
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Answer => {
    const now = platform.clock.now();
    const current = await lockCurrentPolicy(tx);
    const made = await insertPolicy(
      tx,
      {
        id,
        title,
        basedOn: current?.number ?? null,
        // What was stopped is not carried on.
        rules: (current?.rules ?? []).filter((rule) => !current?.stopped.includes(rule.id)),
        examples: current?.examples ?? [],
        guards: current?.guards ?? openingGuards,
        touchedBy: [actor],
      },
      now,
    );
    if (!made) return refuse('policy-open');
    const policy = (await findPolicy(tx, id))!;
    await audit(tx, now, { actor, action: 'pricing-policy.begun', subject: subjectOf(policy), detail: { title, basedOn: policy.basedOn } });
    return done(id);
  });
}

export type PolicyEdit =
  | { readonly put: PolicyRule }
  | { readonly remove: string }
  | { readonly example: PolicyExample }
  | { readonly dropExample: string }
  | { readonly product: string; readonly guard: Guard };

/** Changes what is being drafted. What was tried before does not count any more. */
export async function editPolicy(platform: Edge, work: Seen & { readonly edit: PolicyEdit }): Answer {
  const policy = await findOpenPolicy(platform.db);
  if (!policy) return refuse('no-policy');
  if (isSimulating(policy, platform.clock.now())) return refuse('still-running');
  const move = policy.status === 'draft' ? null : moveOn(policyMachine, policy.status, 'change', 'drafter');
  if (move && !move.ok) return refuse(move.refused);
  const actor = actorOf(work.staffId);
  const change = {
    ...edited(policy, work.edit),
    status: 'draft' as const,
    simulation: null,
    touchedBy: [...new Set([...policy.touchedBy, actor])],
  };
  return transact(platform.db, async (tx): Answer => {
    const now = platform.clock.now();
    if (!(await changePolicy(tx, { id: policy.id, version: work.version }, change, now))) return refuse('changed-meanwhile');
    await audit(tx, now, { actor, action: 'pricing-policy.changed', subject: subjectOf(policy), detail: { ...work.edit } });
    await followApproval(tx, now, approvalOfPolicy(policy), { waits: false, by: actor });
    return done(policy.id);
  });
}

function edited(policy: Policy, edit: PolicyEdit): Partial<Policy> {
  if ('put' in edit) return { rules: put(policy.rules, edit.put) };
  if ('remove' in edit) return { rules: policy.rules.filter(({ id }) => id !== edit.remove) };
  if ('example' in edit) return { examples: put(policy.examples, edit.example) };
  if ('dropExample' in edit) return { examples: policy.examples.filter(({ id }) => id !== edit.dropExample) };
  return { guards: { ...policy.guards, [edit.product]: edit.guard } };
}

function put<Thing extends { readonly id: string }>(all: readonly Thing[], one: Thing): Thing[] {
  const at = all.findIndex(({ id }) => id === one.id);
  return at < 0 ? [...all, one] : all.with(at, one);
}

/** What a new rule or case is called on orders and in audits. */
export function newPolicyId(of: 'rule' | 'case'): string {
  return `${of === 'rule' ? 'PR' : 'PX'}-${randomBytes(3).toString('hex')}`;
}

/** Approves, sends back or throws away what is open. Nobody approves what they had a hand in, and nothing that breaks a case. */
export async function decidePolicy(
  platform: Edge,
  work: Seen & { readonly event: 'approve' | 'send-back' | 'discard'; readonly by: 'drafter' | 'publisher'; readonly reason: string },
): Answer {
  const policy = await findOpenPolicy(platform.db);
  if (!policy) return refuse('no-policy');
  const move = moveOn(policyMachine, policy.status, work.event, work.by);
  if (!move.ok) return refuse(move.refused);
  const actor = actorOf(work.staffId);
  const reason = work.reason.trim().slice(0, 300);
  if (work.event === 'approve') {
    if (policy.touchedBy.includes(actor)) return refuse('second-person');
    if (reason.length < 3) return refuse('no-reason');
    const fault = await faultNow(platform, policy);
    if (fault) return refuse(fault);
  }
  return transact(platform.db, async (tx): Answer => {
    const now = platform.clock.now();
    const change =
      work.event === 'approve'
        ? { status: move.to, approvedBy: actor, reason }
        : { status: move.to, approvedBy: null, ...(work.event === 'send-back' ? { simulation: null } : {}) };
    if (!(await changePolicy(tx, { id: policy.id, version: work.version }, change, now))) return refuse('changed-meanwhile');
    // Asked behind its lock. What an experiment offers, or has offered, is not rewritten: prices are explained by it.
    if (work.event === 'send-back' && (await isInExperiment(tx, policy.number))) throw new InExperiment();
    const why = reason ? { reason } : {};
    await audit(tx, now, { actor, action: `pricing-policy.${work.event}`, subject: subjectOf(policy), ...why });
    await followApproval(tx, now, approvalOfPolicy(policy), { waits: false, by: actor });
    return done(policy.id);
  }).catch((fault: unknown) => {
    if (fault instanceof InExperiment) return refuse('in-experiment');
    throw fault;
  });
}

/** What stands in the way of a policy by the rules published now; null for nothing. */
export async function faultNow(platform: Edge, policy: Policy): Promise<PolicyFault | null> {
  const published = await findTaxedVersion(platform.db, platform.clock.now());
  const held = policy.simulation?.products.reduce((sum, product) => sum + product.held, 0) ?? 0;
  return faultOf(policy, checkExamples(policy, published), held);
}

/** Puts the approved policy in force, in place of the one before: every price is made by it from that moment. */
export async function publishPolicy(platform: Edge, work: Seen): Answer {
  const policy = await findOpenPolicy(platform.db);
  if (!policy) return refuse('no-policy');
  const move = moveOn(policyMachine, policy.status, 'publish', 'publisher');
  if (!move.ok) return refuse(move.refused);
  const actor = actorOf(work.staffId);
  if (policy.touchedBy.includes(actor)) return refuse('second-person');
  const fault = await faultNow(platform, policy);
  if (fault) return refuse(fault);
  return transact(platform.db, async (tx): Answer => {
    const now = platform.clock.now();
    const before = await lockCurrentPolicy(tx);
    // Somebody brought another one back meanwhile: the difference that was approved is not this one.
    if ((before?.number ?? null) !== policy.basedOn) return refuse('based-on-old');
    if (before) await mustChange(tx, before, { status: 'archived' }, now);
    // A rule that was stopped while this was drafted stays stopped, unless the draft made another one of it.
    const asItWas = (id: string) => {
      const [drafted, then] = [policy, before].map((one) => one?.rules.find((rule) => rule.id === id));
      return drafted !== undefined && JSON.stringify(drafted) === JSON.stringify(then);
    };
    const stopped = (before?.stopped ?? []).filter(asItWas);
    const change = { status: move.to, stopped, publishedBy: actor, publishedAt: new Date(now) };
    if (!(await changePolicy(tx, { id: policy.id, version: work.version }, change, now))) throw new ChangedMeanwhile();
    const detail = { instead: before?.number ?? null };
    await audit(tx, now, { actor, action: 'pricing-policy.published', subject: subjectOf(policy), reason: policy.reason, detail });
    return done(policy.id);
  }).catch(refusedIfChanged);
}

/** Brings back a policy that was in force before, at once. */
export async function rollBackPolicy(platform: Edge, work: Work & { readonly to: string; readonly reason: string }): Answer {
  const reason = work.reason.trim().slice(0, 300);
  if (reason.length < 3) return refuse('no-reason');
  const target = await findPolicy(platform.db, work.to);
  if (!target) return refuse('no-policy');
  if (!target.publishedAt) return refuse('never-in-force');
  const move = moveOn(policyMachine, target.status, 'roll-back', 'publisher');
  if (!move.ok) return refuse(move.refused);
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Answer => {
    const now = platform.clock.now();
    const before = await lockCurrentPolicy(tx);
    if (before) await mustChange(tx, before, { status: 'archived' }, now);
    await mustChange(tx, target, { status: move.to, publishedBy: actor, publishedAt: new Date(now) }, now);
    const detail = { instead: before?.number ?? null };
    await audit(tx, now, { actor, action: 'pricing-policy.rolled-back', subject: subjectOf(target), reason, detail });
    return done(target.id);
  }).catch(refusedIfChanged);
}

/** The switch of the whole policy: paused, prices are as published without it. */
export async function switchPolicy(
  platform: Edge,
  work: Work & { readonly event: Extract<PolicyEvent, 'pause' | 'resume'>; readonly by: 'drafter' | 'publisher'; readonly reason: string },
): Answer {
  return onCurrent(platform, work, (policy) => {
    const move = moveOn(policyMachine, policy.status, work.event, work.by);
    return move.ok ? done({ status: move.to }) : refuse(move.refused);
  });
}

/** Stops one rule of the policy in force, or lets it go on. */
export async function switchRule(
  platform: Edge,
  work: Work & { readonly event: 'stop-rule' | 'allow-rule'; readonly ruleId: string; readonly reason: string },
): Answer {
  return onCurrent(platform, work, (policy) => {
    if (!policy.rules.some(({ id }) => id === work.ruleId)) return refuse('no-policy');
    const others = policy.stopped.filter((id) => id !== work.ruleId);
    return done({ stopped: work.event === 'stop-rule' ? [...others, work.ruleId] : others });
  });
}

async function onCurrent(
  platform: Edge,
  work: Work & { readonly event: string; readonly reason: string; readonly ruleId?: string },
  change: (policy: Policy) => Outcome<Partial<Policy>, PolicyRefusal>,
): Answer {
  const reason = work.reason.trim().slice(0, 300);
  if (reason.length < 3) return refuse('no-reason');
  return transact(platform.db, async (tx): Answer => {
    const now = platform.clock.now();
    const policy = await lockCurrentPolicy(tx);
    if (!policy) return refuse('no-policy');
    const changed = change(policy);
    if (!changed.ok) return changed;
    await mustChange(tx, policy, changed.value, now);
    const detail = work.ruleId ? { rule: work.ruleId } : {};
    const action = `pricing-policy.${work.event}`;
    await audit(tx, now, { actor: actorOf(work.staffId), action, subject: subjectOf(policy), reason, detail });
    return done(policy.id);
  });
}

/** Raised inside the transaction so that nothing of it stays. */
class ChangedMeanwhile extends Error {}
class InExperiment extends Error {}

async function mustChange(tx: Tx, read: Policy, change: Partial<Policy>, now: Instant): Promise<void> {
  if (!(await changePolicy(tx, read, change, now))) throw new ChangedMeanwhile();
}

function refusedIfChanged(fault: unknown): Outcome<string, PolicyRefusal> {
  if (fault instanceof ChangedMeanwhile) return refuse('changed-meanwhile');
  throw fault;
}
