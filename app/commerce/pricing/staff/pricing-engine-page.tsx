import { data, Form, Link, redirect } from 'react-router';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { readExample, readGuard, readPolicyRule, type ExampleField, type PolicyRuleField } from '../policy-form.ts';
import { nothingQuoted } from '../shown-quotes-store.server.ts';
import { askSimulation } from '../simulate-policy.server.ts';
import {
  beginPolicy,
  decidePolicy,
  editPolicy,
  newPolicyId,
  publishPolicy,
  rollBackPolicy,
  switchPolicy,
  switchRule,
  type PolicyEdit,
} from '../work-policy.server.ts';
import type { PolicyExample, PolicyRule } from '../policy.ts';
import { experimentsPage } from '../experiments/staff/experiment-list.ts';
import { CaseForm, CasesPanel } from './cases-panel.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { openPricingEngine } from './open-pricing-engine.server.ts';
import { GuardsPanel, SwitchPanel, VersionsPanel, WayPanel } from './policy-panels.tsx';
import { RuleForm } from './rule-form.tsx';
import { pricingPage, ruleQuery } from './rule-list.ts';
import { RulesTable } from './rules-table.tsx';
import { SimulationPanel } from './simulation-panel.tsx';
import type { Route } from './+types/pricing-engine-page.ts';
import './pricing-engine.css';

export const handle = { texts: ['staff-pricing', 'staff-lists', 'price'] };

const dids = [
  'begun',
  'changed',
  'simulate',
  'approve',
  'send-back',
  'discard',
  'published',
  'rolled-back',
  'pause',
  'resume',
  'stop-rule',
  'allow-rule',
] as const;
const refusals = [
  'no-policy',
  'policy-open',
  'changed-meanwhile',
  'second-person',
  'no-reason',
  'never-in-force',
  'still-running',
  'based-on-old',
  'in-experiment',
  'no-rule',
  'code-twice',
  'no-example',
  'example-broken',
  'below-floor',
  'guard-wrong',
  'not-possible-from-here',
  'not-yours-to-do',
] as const;
type Refusal = (typeof refusals)[number];

/** What the forms of the page ask for; anything else changes nothing. */
const intents: ReadonlySet<string> = new Set([
  'publish',
  'roll-back',
  'approve',
  'resume',
  'pause',
  'stop-rule',
  'allow-rule',
  'send-back',
  'discard',
  'begin',
  'simulate',
  'rule',
  'remove-rule',
  'case',
  'drop-case',
  'guard',
]);

/** Products whose prices stand in orders alone. */
const nothingPriced = async () => [];

export async function loader({ context, url }: Route.LoaderArgs) {
  const findPriced = context.get(productCountersContext).of('flight').findPriced ?? nothingPriced;
  const opened = await openPricingEngine(context.get(platformContext), context.get(viewerContext), url.searchParams, findPriced);
  return {
    ...opened,
    did: dids.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

const none: {
  readonly wrongRule: readonly PolicyRuleField[] | null;
  readonly rule: PolicyRule | null;
  readonly wrongCase: readonly ExampleField[] | null;
  readonly example: PolicyExample | null;
  /** What was typed, where some of it could not be read. */
  readonly typed: Readonly<Record<string, string>> | null;
  /** What the form would put into the draft is not in it yet. */
  readonly isNew: boolean;
  readonly refused: Refusal | null;
} = { wrongRule: null, rule: null, wrongCase: null, example: null, typed: null, isNew: true, refused: null };

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const form = await request.formData();
  // What is ticked comes once for each box.
  const text = (name: string) => form.getAll(name).map(String).join(' ').toWellFormed().replaceAll('\0', '').slice(0, 400);
  const version = /^\d{1,9}$/.test(text('version')) ? Number(text('version')) : 0;
  const intent = text('intent');
  const reason = text('reason');
  const say = (answer: { readonly ok: boolean; readonly refused?: Refusal }, did: (typeof dids)[number]) =>
    redirect(`${pricingPage}?${answer.ok ? `did=${did}` : `refused=${answer.refused}`}`, 303);
  const publisher = may(viewer, 'pricing:publish');
  const by = publisher ? 'publisher' : 'drafter';
  const staffId = viewer.kind === 'staff' ? viewer.user.id : '';
  const refuse = () => redirect(`/admin/unauthorized?from=${pricingPage}`);
  if (!intents.has(intent)) return redirect(pricingPage, 303);

  if (intent === 'publish' || intent === 'roll-back' || intent === 'approve' || intent === 'resume' || intent === 'allow-rule') {
    if (viewer.kind !== 'staff' || !publisher) throw refuse();
    if (intent === 'publish') return say(await publishPolicy(platform, { staffId, version }), 'published');
    if (intent === 'roll-back') return say(await rollBackPolicy(platform, { staffId, to: text('to'), reason }), 'rolled-back');
    if (intent === 'resume') return say(await switchPolicy(platform, { staffId, event: 'resume', by, reason }), 'resume');
    if (intent === 'allow-rule') return say(await switchRule(platform, { staffId, event: intent, ruleId: text('id'), reason }), intent);
    return say(await decidePolicy(platform, { staffId, version, event: 'approve', by, reason }), 'approve');
  }
  // To stop is anybody's who may draft or publish: it only brings back what prices are without the rule.
  if (viewer.kind !== 'staff' || !(publisher || may(viewer, 'pricing:draft'))) throw refuse();
  switch (intent) {
    case 'pause':
      return say(await switchPolicy(platform, { staffId, event: 'pause', by, reason }), 'pause');
    case 'stop-rule':
      return say(await switchRule(platform, { staffId, event: intent, ruleId: text('id'), reason }), intent);
    case 'send-back':
    case 'discard':
      return say(await decidePolicy(platform, { staffId, version, event: intent, by, reason }), intent);
  }
  if (!may(viewer, 'pricing:draft')) throw refuse();
  const isNew = text('id') === '';
  const typed = () => Object.fromEntries([...form.keys()].map((name) => [name, text(name)]));
  const edit = async (change: PolicyEdit) => {
    const answer = await editPolicy(platform, { staffId, version, edit: change });
    // What was typed stands in the form again, for the draft as it is now.
    if (!answer.ok && answer.refused === 'changed-meanwhile' && ('put' in change || 'example' in change)) {
      const kept = 'put' in change ? { rule: change.put } : { example: change.example };
      return data({ ...none, ...kept, isNew, refused: answer.refused }, { status: 409 });
    }
    return say(answer, 'changed');
  };
  switch (intent) {
    case 'begin':
      return say(await beginPolicy(platform, { staffId, title: text('title') }), 'begun');
    case 'simulate':
      return say(
        await askSimulation(platform, context.get(productCountersContext).of('flight').quotedPrices ?? nothingQuoted, { staffId, version }),
        'simulate',
      );
    case 'rule': {
      const { rule, wrong } = readPolicyRule(text, /^PR-[0-9a-f]{6}$/.test(text('id')) ? text('id') : newPolicyId('rule'));
      if (wrong.length > 0) return data({ ...none, wrongRule: wrong, rule, typed: typed(), isNew }, { status: 422 });
      return edit({ put: rule });
    }
    case 'remove-rule':
      return edit({ remove: text('id') });
    case 'case': {
      const { example, wrong } = readExample(text, /^PX-[0-9a-f]{6}$/.test(text('id')) ? text('id') : newPolicyId('case'));
      if (wrong.length > 0) return data({ ...none, wrongCase: wrong, example, typed: typed(), isNew }, { status: 422 });
      return edit({ example });
    }
    case 'drop-case':
      return edit({ dropExample: text('id') });
    default: {
      const read = readGuard(text);
      if (!read) return say({ ok: false, refused: 'guard-wrong' }, 'changed');
      const { product, ...guard } = read;
      return edit({ product, guard });
    }
  }
}

export default function PricingEnginePage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-pricing');
  const { current, open, view, did, mayDraft } = page;
  const refused = actionData?.refused ?? page.refused;
  const drafting =
    open !== null && mayDraft && (open.status === 'draft' || open.status === 'simulated') && open.simulation?.state !== 'running';
  const rule = actionData?.rule ?? page.editing;
  const example = actionData?.example ?? page.testing;
  return (
    <div className="dl pe">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          {current ? t(`head.${current.status === 'paused' ? 'paused' : 'live'}`, { number: current.number }) : t('head.none')}
          {open && ` · ${t('head.open', { number: open.number, n: page.changes })}`}
        </p>
        {mayDraft && !open && (
          <Form method="post" className="pe-begin">
            <label>
              <span className="sr-only">{t('begin.title')}</span>
              <input name="title" required minLength={3} maxLength={80} placeholder={t('begin.title')} dir="auto" />
            </label>
            <button className="bo-btn bo-btn--p" name="intent" value="begin">
              {t('begin.do')}
            </button>
          </Form>
        )}
        <Link className="bo-btn" to={experimentsPage}>
          {t('experiments')}
        </Link>
        {drafting && (
          <Link className="bo-btn bo-btn--p" to={`${pricingPage}?edit=new#editor`}>
            <Icon name="plus" small /> {t('rule.add')}
          </Link>
        )}
      </header>
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      <nav className="pe-phases" aria-label={t('phases.label')}>
        {page.phases.map(({ phase, rules, changed }) => (
          <Link
            key={phase}
            to={`${pricingPage}${ruleQuery({ ...view, phase: view.phase === phase ? null : phase })}`}
            aria-current={view.phase === phase ? 'true' : undefined}
          >
            <b>{t(`phase.${phase}`)}</b>
            <span className={changed > 0 ? 'pe-changed' : undefined}>
              {changed > 0 ? t('phases.changed', { n: changed, all: rules }) : t('phases.rules', { n: rules })}
            </span>
          </Link>
        ))}
      </nav>
      <div className="pe-split">
        <div className="pe-stack">
          {drafting && rule && (
            <RuleForm
              key={rule === 'new' ? `new ${page.copied?.id}` : rule.id}
              rule={rule === 'new' ? page.copied : rule}
              isNew={actionData?.rule ? actionData.isNew : rule === 'new'}
              version={open.version}
              wrong={actionData?.wrongRule ?? []}
              kept={actionData?.rule ? actionData.typed : null}
            />
          )}
          {drafting && example && (
            <CaseForm
              key={example === 'new' ? 'new' : example.id}
              example={example === 'new' ? null : example}
              isNew={actionData?.example ? actionData.isNew : example === 'new'}
              version={open.version}
              today={page.today}
              wrong={actionData?.wrongCase ?? []}
              kept={actionData?.example ? actionData.typed : null}
            />
          )}
          <RulesTable page={page} drafting={drafting} />
          <CasesPanel page={page} drafting={drafting} />
          <ExplainPanel asked={page.explain} explained={page.explained} />
        </div>
        <div className="pe-stack">
          <WayPanel page={page} />
          {open && <SimulationPanel open={open} mayDraft={mayDraft} />}
          <GuardsPanel page={page} drafting={drafting} />
          <SwitchPanel page={page} />
          <VersionsPanel page={page} />
        </div>
      </div>
    </div>
  );
}
