import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { openDeskViews } from '../../orders/staff/open-desk-views.server.ts';
import { explainSale, type FindPriced } from '../explain-sale.server.ts';
import { findCurrentPolicy, findOpenPolicy, listPolicies, readRuleEffects } from '../policies-store.server.ts';
import { policyPhases, pricedProducts, type PolicyRule } from '../policy.ts';
import { checkExamples, untriedRules } from '../policy-examples.ts';
import { isSimulating } from '../policy-status.ts';
import { findTaxedVersion } from '../pricing-store.server.ts';
import { compareRules, readRuleView, showRules, type RuleRow } from './rule-list.ts';

const versionsShown = 8;

/** The rules with what they did in the last week, the policy that is being worked on, and the price of an order explained. */
export async function openPricingEngine(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Viewer,
  params: URLSearchParams,
  findPriced: FindPriced,
) {
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const explain = (params.get('explain') ?? '').trim().slice(0, 600);
  const [current, open, versions, effects, published, explained, views] = await Promise.all([
    findCurrentPolicy(db),
    findOpenPolicy(db),
    listPolicies(db, versionsShown),
    readRuleEffects(db, addMilliseconds(now, -7 * dayMs)),
    findTaxedVersion(db, now),
    explain === '' ? null : explainSale(db, explain, findPriced),
    viewer.kind === 'staff' ? openDeskViews(db, 'pricing-rules', viewer, params) : { named: [], said: null },
  ]);
  const actors = [...versions, ...(open ? [open] : [])].flatMap((policy) => [
    ...policy.touchedBy,
    policy.approvedBy ?? '',
    policy.publishedBy ?? '',
    policy.simulation?.by ?? '',
  ]);
  const names = await findStaffNames(
    db,
    [...new Set(actors)].map((actor) => actor.replace('staff:', '')),
  );
  const name = (actor: string | null) => (actor === null ? null : (names.get(actor.replace('staff:', '')) ?? actor));
  const view = readRuleView(params);
  const none = { uses: 0, amount: 0, revenue: 0, margin: 0 };
  const rows = compareRules(current, open?.rules ?? null, today).map((row): RuleRow => ({ ...row, ...(effects.get(row.rule.id) ?? none) }));
  const shown = open ?? current;
  const editing = params.get('edit');
  const testing = params.get('case');
  return {
    view,
    views,
    today,
    mayDraft: may(viewer, 'pricing:draft'),
    mayPublish: may(viewer, 'pricing:publish'),
    rules: showRules(rows, view),
    all: rows.length,
    changes: rows.filter(({ change }) => change !== 'same').length,
    phases: policyPhases.map((phase) => ({
      phase,
      rules: rows.filter(({ rule }) => rule.phase === phase).length,
      changed: rows.filter(({ rule, change }) => rule.phase === phase && change !== 'same' && open !== null).length,
    })),
    current: current && { id: current.id, number: current.number, title: current.title, status: current.status, stopped: current.stopped },
    open: open && {
      number: open.number,
      title: open.title,
      status: open.status,
      version: open.version,
      touched: open.touchedBy.map((actor) => name(actor)!),
      mine: viewer.kind === 'staff' && open.touchedBy.includes(`staff:${viewer.user.id}`),
      approvedBy: name(open.approvedBy),
      simulation:
        open.simulation && (open.simulation.state === 'done' || isSimulating(open, now))
          ? { ...open.simulation, by: name(open.simulation.by) }
          : null,
    },
    copied: editing === 'new' ? copyOf(open?.rules.find(({ id }) => id === params.get('of'))) : null,
    editing: editing === 'new' ? ('new' as const) : (open?.rules.find(({ id }) => id === editing) ?? null),
    testing: testing === 'new' ? ('new' as const) : (open?.examples.find(({ id }) => id === testing) ?? null),
    cases: shown ? checkExamples(shown, published) : [],
    untried: shown ? untriedRules(shown, shown.examples) : [],
    guards: pricedProducts.map((product) => ({ product, ...(shown?.guards[product] ?? { cost: 10_000, floor: 0 }) })),
    versions: versions.map((policy) => ({
      id: policy.id,
      number: policy.number,
      title: policy.title,
      status: policy.status,
      rules: policy.rules.length,
      reason: policy.reason,
      at: (policy.publishedAt ?? policy.changedAt).toISOString(),
      by: name(policy.publishedBy ?? policy.touchedBy[0] ?? null),
      returns: policy.status === 'archived' && policy.publishedAt !== null,
    })),
    explain,
    explained,
  };
}

/** What a new rule like another one begins with; a code belongs to one rule. */
function copyOf(rule: PolicyRule | undefined): PolicyRule | null {
  return rule ? { ...rule, scope: { ...rule.scope, promo: null }, limits: { all: null, each: null } } : null;
}
