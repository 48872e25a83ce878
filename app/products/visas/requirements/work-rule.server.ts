import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import type { Instant } from '#app/values/dates.ts';
import { visaToday } from './find-requirement.server.ts';
import { visaRuleMachine } from './visa-rule-status.ts';
import { forgetRules, insertEdition, listEditions, retireEdition, verifyEdition, type EditionFacts } from './visa-rules-store.server.ts';
import type { VisaRuleEdition } from './visa-rules.tables.ts';

export type RuleRefusal = 'changed-meanwhile' | 'draft-waits' | 'own-draft' | 'no-reason' | 'not-possible-from-here' | 'not-yours-to-do';

interface RuleWork {
  readonly rule: string;
  readonly staffId: string;
}

/** Writes a new edition as a draft; the line goes on answering by its verified one. */
export async function draftEdition(
  platform: Platform,
  work: RuleWork & { readonly facts: EditionFacts },
): Promise<Outcome<string, RuleRefusal>> {
  return change(platform, async (tx, now) => {
    const by = `staff:${work.staffId}`;
    const id = await insertEdition(tx, work.facts, { by, at: now }, null);
    if (!id) return refuse('draft-waits');
    await audit(tx, now, { actor: by, action: 'visa-rule.drafted', subject: `visa_rules:${id}`, detail: { rule: work.rule } });
    return done(id);
  });
}

/** Puts a draft in force and retires the edition before it. Whoever wrote the draft may not. */
export async function verifyDraft(platform: Platform, work: RuleWork & { readonly id: string }): Promise<Outcome<string, RuleRefusal>> {
  const editions = await listEditions(platform.db, work.rule);
  const draft = editions.find(({ id }) => id === work.id);
  const by = `staff:${work.staffId}`;
  if (!draft) return refuse('changed-meanwhile');
  const move = moveOn(visaRuleMachine, draft.status, 'verify', 'staff');
  if (!move.ok) return refuse(move.refused);
  if (draft.draftedBy === by) return refuse('own-draft');
  const before = editions.find(({ status }) => status === 'verified');
  return change(platform, async (tx, now) => {
    if (before && !(await retireEdition(tx, before.id, 'verified', now))) return refuse('changed-meanwhile');
    if (!(await verifyEdition(tx, draft.id, by, now))) throw new Error(`Draft ${draft.id} was moved by somebody else.`);
    const detail = { rule: work.rule, edition: draft.edition, draftedBy: draft.draftedBy };
    await audit(tx, now, { actor: by, action: 'visa-rule.verified', subject: `visa_rules:${draft.id}`, detail });
    return done(draft.id);
  });
}

/** The authority's page was read again and says the same: a new edition with today's date, in force at once. */
export async function checkAgain(platform: Platform, work: RuleWork & { readonly id: string }): Promise<Outcome<string, RuleRefusal>> {
  const current = (await listEditions(platform.db, work.rule)).find(({ id }) => id === work.id);
  if (current?.status !== 'verified') return refuse('changed-meanwhile');
  const by = `staff:${work.staffId}`;
  return change(platform, async (tx, now) => {
    if (!(await retireEdition(tx, current.id, 'verified', now))) return refuse('changed-meanwhile');
    const facts = { ...factsOf(current), checkedOn: visaToday(platform) };
    const id = await insertEdition(tx, facts, { by, at: now }, { by, at: now });
    if (!id) throw new Error(`${work.rule} has two editions in force.`);
    await audit(tx, now, { actor: by, action: 'visa-rule.checked', subject: `visa_rules:${id}`, detail: { rule: work.rule } });
    return done(id);
  });
}

/** Drops a draft, or takes a line out of the register: whom it spoke for is then unknown. */
export async function endEdition(
  platform: Platform,
  work: RuleWork & { readonly id: string; readonly event: 'drop' | 'retire'; readonly reason: string },
): Promise<Outcome<string, RuleRefusal>> {
  const edition = (await listEditions(platform.db, work.rule)).find(({ id }) => id === work.id);
  if (!edition) return refuse('changed-meanwhile');
  const move = moveOn(visaRuleMachine, edition.status, work.event, 'staff');
  if (!move.ok) return refuse(move.refused);
  const reason = work.reason.trim().slice(0, 300);
  if (work.event === 'retire' && reason.length < 3) return refuse('no-reason');
  return change(platform, async (tx, now) => {
    if (!(await retireEdition(tx, edition.id, work.event === 'drop' ? 'draft' : 'verified', now))) return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: `staff:${work.staffId}`,
      action: work.event === 'drop' ? 'visa-rule.dropped' : 'visa-rule.retired',
      subject: `visa_rules:${edition.id}`,
      ...(reason ? { reason } : {}),
      detail: { rule: work.rule },
    });
    return done(edition.id);
  });
}

async function change(
  platform: Platform,
  write: (tx: Tx, now: Instant) => Promise<Outcome<string, RuleRefusal>>,
): Promise<Outcome<string, RuleRefusal>> {
  const outcome = await transact(platform.db, (tx) => write(tx, platform.clock.now()));
  forgetRules(platform.db);
  return outcome;
}

/** What an edition says, for a next one to begin from. */
export function factsOf(edition: VisaRuleEdition): EditionFacts {
  const {
    id: _id,
    edition: _edition,
    status: _status,
    draftedBy: _by,
    draftedAt: _at,
    verifiedBy: _who,
    verifiedAt: _when,
    retiredAt: _end,
    ...facts
  } = edition;
  return facts;
}
