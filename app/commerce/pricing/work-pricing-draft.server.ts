import { randomBytes } from 'node:crypto';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { compareRules, type KeptRule } from './kept-rules.ts';
import { draftMachine, type DraftEvent } from './pricing-draft-status.ts';
import { changeDraft, findOpenDraft, insertDraft } from './pricing-draft-store.server.ts';
import type { PricingDraft, Simulation } from './pricing-drafts.tables.ts';
import { findKeptVersion, findLiveVersion, insertPricingVersion, type KeptVersion } from './pricing-store.server.ts';

export type DraftRefusal =
  | 'no-draft'
  | 'draft-open'
  | 'changed-meanwhile'
  | 'not-simulated'
  | 'live-moved-on'
  | 'second-person'
  | 'no-reason'
  | 'nothing-changed'
  | 'no-such-version'
  | MoveRefusal;

type Edge = Pick<Platform, 'db' | 'clock'>;

export interface DraftWork {
  readonly product: string;
  readonly staffId: string;
}

/** The draft as the page showed it: what was changed since is not decided unseen. */
export interface SeenDraft extends DraftWork {
  readonly version: number;
}

const actorOf = (staffId: string) => `staff:${staffId}`;
const subjectOf = (id: string) => `pricing_drafts:${id}`;
const approvalOf = (draft: PricingDraft) => ({ kind: 'markup-draft', subject: subjectOf(draft.id), detail: { product: draft.product } });
const isOf = (product: string) => (rule: KeptRule) => rule.scope.product === product;

/** Whether these rules say of their product just what is live. */
function saysTheSame({ product, rules }: Pick<PricingDraft, 'product' | 'rules'>, live: KeptVersion): boolean {
  return compareRules(live.rules.filter(isOf(product)), rules).every(({ change }) => change === 'same');
}

/** Begins the next rules of a product from the live ones, or from an earlier version. */
export async function beginDraft(platform: Edge, work: DraftWork & { readonly from?: number }): Promise<Outcome<string, DraftRefusal>> {
  const { product } = work;
  const live = await findLiveVersion(platform.db, platform.clock.now());
  const source = work.from === undefined ? live : await findKeptVersion(platform.db, work.from);
  if (!source) return refuse('no-such-version');
  const id = randomBytes(9).toString('base64url');
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Promise<Outcome<string, DraftRefusal>> => {
    const now = platform.clock.now();
    const draft = { id, product, basedOn: live.version, rules: source.rules.filter(isOf(product)), touchedBy: [actor] };
    if (!(await insertDraft(tx, draft, now))) return refuse('draft-open');
    const detail = { basedOn: live.version, from: source.version };
    await audit(tx, now, { actor, action: 'pricing-draft.begun', subject: subjectOf(id), detail });
    return done(id);
  });
}

/** What a new rule is called on orders and in audits. */
export function newRuleId(): string {
  return `MK-${randomBytes(3).toString('hex')}`;
}

/** Puts a rule into the open draft, or takes one out. What was simulated before does not count any more. */
export async function changeRule(
  platform: Edge,
  work: SeenDraft & ({ readonly put: KeptRule } | { readonly remove: string }),
): Promise<Outcome<string, DraftRefusal>> {
  const draft = await findOpenDraft(platform.db, work.product);
  if (!draft) return refuse('no-draft');
  if (draft.status !== 'draft') return refuse('not-possible-from-here');
  const actor = actorOf(work.staffId);
  const id = 'put' in work ? work.put.id : work.remove;
  const others = draft.rules.filter((rule) => rule.id !== id);
  const at = draft.rules.findIndex((rule) => rule.id === id);
  const rules = 'put' in work ? (at < 0 ? [...draft.rules, work.put] : draft.rules.with(at, work.put)) : others;
  return transact(platform.db, async (tx): Promise<Outcome<string, DraftRefusal>> => {
    const now = platform.clock.now();
    const change = { rules, simulation: null, touchedBy: [...new Set([...draft.touchedBy, actor])] };
    if (!(await changeDraft(tx, { ...draft, version: work.version }, change, now))) return refuse('changed-meanwhile');
    const detail = 'put' in work ? { put: work.put } : { removed: work.remove };
    await audit(tx, now, { actor, action: 'pricing-draft.changed', subject: subjectOf(draft.id), detail });
    return done(id);
  });
}

/** Puts a paused copy of one of its rules into the open draft; the id of the copy. */
export async function cloneRule(
  platform: Edge,
  work: SeenDraft & { readonly of: string; readonly named: (name: string) => string },
): Promise<Outcome<string, DraftRefusal>> {
  const draft = await findOpenDraft(platform.db, work.product);
  if (!draft) return refuse('no-draft');
  const rule = draft.rules.find(({ id }) => id === work.of);
  if (!rule) return refuse('changed-meanwhile');
  // Beside its like it would only stand in the way until it is changed.
  const put = { ...rule, id: newRuleId(), name: work.named(rule.name).slice(0, 80), paused: true };
  return changeRule(platform, { ...work, put });
}

/** Keeps what the draft would change. Whoever reckons it does not count as having touched it. */
export async function keepSimulation(
  platform: Edge,
  work: { readonly draft: PricingDraft; readonly simulation: Simulation },
): Promise<Outcome<string, DraftRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<string, DraftRefusal>> => {
    const kept = await changeDraft(tx, work.draft, { simulation: work.simulation }, platform.clock.now());
    return kept ? done(work.draft.id) : refuse('changed-meanwhile');
  });
}

/** Sends a draft to its checker, back, or away. Only a simulated draft that changes something is sent. */
export async function moveDraft(
  platform: Edge,
  work: SeenDraft & { readonly event: Exclude<DraftEvent, 'publish'>; readonly by: 'drafter' | 'publisher'; readonly reason: string },
): Promise<Outcome<string, DraftRefusal>> {
  const draft = await findOpenDraft(platform.db, work.product);
  if (!draft) return refuse('no-draft');
  if (draft.version !== work.version) return refuse('changed-meanwhile');
  const move = moveOn(draftMachine, draft.status, work.event, work.by);
  if (!move.ok) return refuse(move.refused);
  const reason = work.reason.trim();
  if (work.event === 'submit') {
    if (saysTheSame(draft, await findLiveVersion(platform.db, platform.clock.now()))) return refuse('nothing-changed');
    if (!draft.simulation) return refuse('not-simulated');
    if (reason.length < 3) return refuse('no-reason');
  }
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Promise<Outcome<string, DraftRefusal>> => {
    const now = platform.clock.now();
    const change = { status: move.to, ...(work.event === 'submit' ? { reason } : {}) };
    if (!(await changeDraft(tx, draft, change, now))) return refuse('changed-meanwhile');
    const why = reason ? { reason } : {};
    await audit(tx, now, { actor, action: `pricing-draft.${work.event}`, subject: subjectOf(draft.id), ...why });
    await followApproval(tx, now, approvalOf(draft), { waits: move.to === 'review', by: actor });
    return done(draft.id);
  });
}

/** Makes the draft the next version: from that moment every new price is made by it. Nobody publishes what they wrote. */
export async function publishDraft(platform: Edge, work: SeenDraft): Promise<Outcome<number, DraftRefusal>> {
  const draft = await findOpenDraft(platform.db, work.product);
  if (!draft) return refuse('no-draft');
  if (draft.version !== work.version) return refuse('changed-meanwhile');
  const move = moveOn(draftMachine, draft.status, 'publish', 'publisher');
  if (!move.ok) return refuse(move.refused);
  const actor = actorOf(work.staffId);
  if (draft.touchedBy.includes(actor)) return refuse('second-person');
  if (!draft.simulation) return refuse('not-simulated');
  return transact(platform.db, async (tx): Promise<Outcome<number, DraftRefusal>> => {
    const now = platform.clock.now();
    const live = await findLiveVersion(tx, now);
    if (live.version !== draft.basedOn) return refuse('live-moved-on');
    if (saysTheSame(draft, live)) return refuse('nothing-changed');
    const rules = [...live.rules.filter((rule) => !isOf(work.product)(rule)), ...draft.rules];
    const version = await addVersion(tx, now, { live, rules, actor, reason: draft.reason });
    if (version === null) return refuse('changed-meanwhile');
    if (!(await changeDraft(tx, draft, { status: move.to, publishedVersion: version }, now))) return refuse('changed-meanwhile');
    const detail = { draft: draft.id, from: live.version };
    await audit(tx, now, { actor, action: 'pricing.published', subject: `pricing_versions:${version}`, reason: draft.reason, detail });
    await followApproval(tx, now, approvalOf(draft), { waits: false, by: actor });
    return done(version);
  });
}

/** Brings the rules of an earlier version back, of one product and at once, as a new version. */
export async function rollBackPricing(
  platform: Edge,
  work: DraftWork & { readonly to: number; readonly reason: string },
): Promise<Outcome<number, DraftRefusal>> {
  const reason = work.reason.trim();
  if (reason.length < 3) return refuse('no-reason');
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Promise<Outcome<number, DraftRefusal>> => {
    const now = platform.clock.now();
    const live = await findLiveVersion(tx, now);
    const old = await findKeptVersion(tx, work.to);
    if (!old) return refuse('no-such-version');
    if (old.version === live.version) return refuse('nothing-changed');
    const mine = isOf(work.product);
    const rules = [...live.rules.filter((rule) => !mine(rule)), ...old.rules.filter(mine)];
    const version = await addVersion(tx, now, { live, rules, actor, reason });
    if (version === null) return refuse('changed-meanwhile');
    const detail = { from: live.version, to: old.version };
    await audit(tx, now, { actor, action: 'pricing.rolled-back', subject: `pricing_versions:${version}`, reason, detail });
    return done(version);
  });
}

async function addVersion(
  tx: Tx,
  now: Instant,
  next: { readonly live: KeptVersion; readonly rules: readonly KeptRule[]; readonly actor: string; readonly reason: string },
): Promise<number | null> {
  const { live, rules, actor, reason } = next;
  const version = live.version + 1;
  const head = { version, currency: live.currency, vat: live.vat, publishedAt: new Date(now), publishedBy: actor, reason };
  return (await insertPricingVersion(tx, head, rules)) ? version : null;
}
