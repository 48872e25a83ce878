import { data, Form, redirect } from 'react-router';
import { compareRules, findOverlaps, findShadowed } from '#app/commerce/pricing/kept-rules.ts';
import { findOpenDraft } from '#app/commerce/pricing/pricing-draft-store.server.ts';
import { readRule, type RuleField } from '#app/commerce/pricing/pricing-rule-form.ts';
import { findKeptVersion, findLiveVersion, listPricingVersions } from '#app/commerce/pricing/pricing-store.server.ts';
import {
  beginDraft,
  changeRule,
  cloneRule,
  moveDraft,
  newRuleId,
  publishDraft,
  rollBackPricing,
} from '#app/commerce/pricing/work-pricing-draft.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { flightsContext } from '../flights-context.ts';
import { explainFlightPrice } from '../markups/explain-flight-price.server.ts';
import { addSample, dropSample } from '../markups/keep-sample.server.ts';
import { listSamples } from '../markups/flight-samples-store.server.ts';
import { countOrdersByVersion, readRuleFigures } from '../markups/rule-figures-store.server.ts';
import { simulateMarkups } from '../markups/simulate-markups.server.ts';
import { MarkupExplain } from './markup-explain.tsx';
import { MarkupGuards, MarkupSamples, MarkupVersions } from './markup-panels.tsx';
import { MarkupRuleForm } from './markup-rule-form.tsx';
import { MarkupRules } from './markup-rules-table.tsx';
import { MarkupSimulation } from './markup-simulation.tsx';
import { MarkupWay } from './markup-way.tsx';
import { oneOf, staffWith } from './read-staff.server.ts';
import { Card, Said } from './supply-parts.tsx';
import type { Route } from './+types/markup-page.ts';

export const handle = { texts: ['staff-markups', 'staff-supply', 'staff-orders'] };

const here = '/admin/supply/flights/markup-management';
const product = 'flight';
/** What somebody with the right to draft may ask for. */
const draftIntents = ['begin', 'simulate', 'submit', 'remove', 'clone', 'add-sample', 'drop-sample', 'rule'] as const;
const dids = [
  'begun',
  'changed',
  'cloned',
  'simulated',
  'submitted',
  'sentBack',
  'discarded',
  'published',
  'rolledBack',
  'samples',
] as const;
const refusals = [
  'no-draft',
  'draft-open',
  'changed-meanwhile',
  'not-simulated',
  'live-moved-on',
  'second-person',
  'no-reason',
  'nothing-changed',
  'no-such-version',
  'not-possible-from-here',
  'not-yours-to-do',
  'sample-wrong',
  'not-there',
] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const now = clock.now();
  const [live, draft, versions, samples, figures, orders] = await Promise.all([
    findLiveVersion(db, now),
    findOpenDraft(db, product),
    listPricingVersions(db, 12),
    listSamples(db),
    readRuleFigures(db, addMilliseconds(now, -30 * dayMs)),
    countOrdersByVersion(db),
  ]);
  const kept = await Promise.all(versions.map(({ version }) => findKeptVersion(db, version)));
  const actors = [...versions.map(({ publishedBy }) => publishedBy), ...(draft?.touchedBy ?? []), draft?.simulation?.by ?? ''];
  const names = await findStaffNames(
    db,
    actors.map((actor) => actor.replace('staff:', '')),
  );
  const name = (actor: string) => names.get(actor.replace('staff:', '')) ?? actor;
  const mine = live.rules.filter((rule) => rule.scope.product === product);
  const compared = compareRules(mine, draft?.rules ?? mine);
  const asked = url.searchParams.get('edit');
  const used = new Set(draft?.simulation?.used);
  const explain = (url.searchParams.get('explain') ?? '').trim().slice(0, 600);
  const adults = /^[1-9]$/.test(url.searchParams.get('adults') ?? '') ? Number(url.searchParams.get('adults')) : 1;
  return {
    explain,
    explained: explain === '' ? null : await explainFlightPrice({ db, clock }, context.get(flightsContext), { of: explain, adults }),
    mayDraft: may(viewer, 'pricing:draft'),
    mayPublish: may(viewer, 'pricing:publish'),
    live: live.version,
    draft: draft && {
      version: draft.version,
      status: draft.status,
      reason: draft.reason,
      basedOn: draft.basedOn,
      touched: draft.touchedBy.map(name),
      mine: viewer.kind === 'staff' && draft.touchedBy.includes(`staff:${viewer.user.id}`),
      changes: compared.filter(({ change }) => change !== 'same').length,
    },
    rules: compared.map((rule) => ({ ...rule, earned: figures.get((rule.after ?? rule.before)!.id) ?? null })),
    countries: Object.fromEntries(
      [...mine, ...(draft?.rules ?? [])]
        .flatMap(({ scope }) => scope.country?.split(' ') ?? [])
        .map((code) => [code, countryName(code, context.get(requestContext).language)]),
    ),
    isNew: asked === 'new',
    editing: (draft?.rules ?? []).find((rule) => rule.id === asked) ?? null,
    simulation: draft?.simulation && { ...draft.simulation, by: name(draft.simulation.by) },
    overlaps: findOverlaps(draft?.rules ?? mine),
    shadowed: findShadowed(draft?.rules ?? mine),
    unused: draft?.simulation ? draft.rules.filter((rule) => !rule.paused && !used.has(rule.id)).map(({ id }) => id) : [],
    samples: samples.map(({ id, fromCode, toCode, daysAhead, nights, cabin, adults, children }) => ({
      id,
      from: fromCode,
      to: toCode,
      daysAhead,
      nights,
      cabin,
      people: adults + children,
    })),
    versions: versions.map(({ version, publishedAt, publishedBy, reason }, at) => ({
      version,
      at: publishedAt.toISOString(),
      by: publishedBy === 'system' ? null : name(publishedBy),
      reason,
      orders: orders.get(version) ?? 0,
      // What laying it in force again would change.
      differs: compareRules(mine, kept[at]?.rules.filter((rule) => rule.scope.product === product) ?? mine).filter(
        ({ change }) => change !== 'same',
      ),
    })),
    sources: context.get(flightsContext).desk.sources.map(({ code }) => code),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: oneOf(refusals, url.searchParams.get('refused')),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const flights = context.get(flightsContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const say = (done: { readonly ok: true } | { readonly ok: false; readonly refused: string }, did: (typeof dids)[number]) =>
    redirect(`${here}?${done.ok ? `did=${did}` : `refused=${done.refused}`}`, 303);
  const intent = text('intent');
  const reason = text('reason').slice(0, 300);
  const version = plainVersion(form.get('version'));
  if (intent === 'publish' || intent === 'roll-back') {
    const staffId = staffWith(viewer, 'pricing:publish', here);
    if (intent === 'publish') return say(await publishDraft(platform, { product, staffId, version }), 'published');
    const to = /^\d{1,6}$/.test(text('to')) ? Number(text('to')) : 0;
    return say(await rollBackPricing(platform, { product, staffId, to, reason }), 'rolledBack');
  }
  if (intent === 'send-back' || intent === 'discard') {
    const publisher = may(viewer, 'pricing:publish');
    const staffId = staffWith(viewer, publisher ? 'pricing:publish' : 'pricing:draft', here);
    const by = publisher ? 'publisher' : 'drafter';
    return say(
      await moveDraft(platform, { product, staffId, version, event: intent, by, reason }),
      intent === 'discard' ? 'discarded' : 'sentBack',
    );
  }
  const wanted = oneOf(draftIntents, intent);
  if (!wanted) return redirect(here, 303);
  const staffId = staffWith(viewer, 'pricing:draft', here);
  switch (wanted) {
    case 'begin':
      return say(await beginDraft(platform, { product, staffId }), 'begun');
    case 'simulate':
      return say(await simulateMarkups(platform, flights, staffId), 'simulated');
    case 'submit':
      return say(await moveDraft(platform, { product, staffId, version, event: 'submit', by: 'drafter', reason }), 'submitted');
    case 'remove':
      return say(await changeRule(platform, { product, staffId, version, remove: text('id') }), 'changed');
    case 'clone': {
      const { t } = textsFor(context.get(requestContext).language);
      const named = (name: string) => t('staff-markups:copyOf', { name });
      const cloned = await cloneRule(platform, { product, staffId, version, of: text('id'), named });
      return cloned.ok ? redirect(`${here}?did=cloned&edit=${cloned.value}`, 303) : say(cloned, 'changed');
    }
    case 'add-sample':
      return say(await addSample(platform, flights, { get: text, staffId }), 'samples');
    case 'drop-sample':
      return say(await dropSample(platform, { id: text('id'), staffId }), 'samples');
    case 'rule': {
      const id = /^[\w-]{2,40}$/.test(text('id')) ? text('id') : newRuleId();
      const { rule, wrong } = readRule(text, product, id);
      if (wrong.length > 0) {
        const typed: Readonly<Record<string, string>> = Object.fromEntries([...form.keys()].map((name) => [name, text(name)]));
        return data({ wrong: wrong as readonly RuleField[], rule, typed, isNew: text('id') === '' }, { status: 422 });
      }
      return say(await changeRule(platform, { product, staffId, version, put: rule }), 'changed');
    }
  }
}

export default function MarkupPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-markups');
  const { draft, live, rules, editing, simulation, did, refused, mayDraft, sources } = loaderData;
  const open = draft?.status === 'draft';
  const isNew = actionData?.isNew ?? loaderData.isNew;
  return (
    <div className="sd">
      <header className="sd-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{draft ? t('subDraft', { live, n: draft.changes }) : t('subLive', { live })}</p>
        {mayDraft && !draft && (
          <Form method="post">
            <button className="bo-btn bo-btn--p" name="intent" value="begin">
              {t('begin')}
            </button>
          </Form>
        )}
        {mayDraft && draft && (
          <Form method="post">
            <button className="bo-btn" name="intent" value="simulate">
              {t('simulate')}
            </button>
          </Form>
        )}
      </header>
      <Said did={did && t(`did.${did}`)} refused={refused && t(`refused.${refused}`)} />
      <div className="sd-split">
        <div className="sd-stack">
          {loaderData.explain !== '' && <MarkupExplain asked={loaderData.explain} price={loaderData.explained} />}
          <MarkupRules rules={rules} version={open && mayDraft ? draft.version : null} countries={loaderData.countries} />
          {simulation && <MarkupSimulation simulation={simulation} samples={loaderData.samples} />}
          <MarkupSamples data={loaderData} />
          {loaderData.explain === '' && <MarkupExplain asked="" price={null} />}
        </div>
        <div className="sd-stack">
          {open && mayDraft && (editing || isNew || actionData) && (
            <Card title={isNew ? t('form.new') : t('form.edit')}>
              <MarkupRuleForm
                key={editing?.id ?? 'new'}
                rule={actionData?.rule ?? editing}
                isNew={isNew}
                version={draft.version}
                wrong={actionData?.wrong ?? []}
                kept={actionData?.typed ?? null}
                sources={sources}
              />
            </Card>
          )}
          <MarkupWay data={loaderData} />
          <MarkupGuards data={loaderData} />
          <MarkupVersions data={loaderData} />
        </div>
      </div>
    </div>
  );
}
