import { data, Form, Link, redirect } from 'react-router';
import { compareRules, findOverlaps, findShadowed } from '#app/commerce/pricing/kept-rules.ts';
import { findOpenDraft } from '#app/commerce/pricing/pricing-draft-store.server.ts';
import { readRule, type RuleField } from '#app/commerce/pricing/pricing-rule-form.ts';
import { findLiveVersion, listPricingVersions } from '#app/commerce/pricing/pricing-store.server.ts';
import {
  beginDraft,
  changeRule,
  moveDraft,
  newRuleId,
  publishDraft,
  rollBackPricing,
} from '#app/commerce/pricing/work-pricing-draft.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { flightsContext } from '../flights-context.ts';
import { addSample, dropSample } from '../markups/keep-sample.server.ts';
import { listSamples } from '../markups/flight-samples-store.server.ts';
import { countOrdersByVersion, readRuleFigures } from '../markups/rule-figures-store.server.ts';
import { simulateMarkups } from '../markups/simulate-markups.server.ts';
import { DeskMoment } from './desk-time.tsx';
import { MarkupRuleForm } from './markup-rule-form.tsx';
import { MarkupRules } from './markup-rules-table.tsx';
import { MarkupSimulation } from './markup-simulation.tsx';
import { oneOf, staffWith } from './read-staff.server.ts';
import { Card, Chip, Field, Said } from './supply-parts.tsx';
import type { Route } from './+types/markup-page.ts';

export const handle = { texts: ['staff-markups', 'staff-supply', 'staff-orders'] };

const here = '/admin/supply/flights/markup-management';
const product = 'flight';
/** What somebody with the right to draft may ask for. */
const draftIntents = ['begin', 'simulate', 'submit', 'remove', 'add-sample', 'drop-sample', 'rule'] as const;
const dids = ['begun', 'changed', 'simulated', 'submitted', 'sentBack', 'discarded', 'published', 'rolledBack', 'samples'] as const;
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
  return {
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
    versions: versions.map(({ version, publishedAt, publishedBy, reason }) => ({
      version,
      at: publishedAt.toISOString(),
      by: publishedBy === 'system' ? null : name(publishedBy),
      reason,
      orders: orders.get(version) ?? 0,
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
  if (intent === 'publish' || intent === 'roll-back') {
    const staffId = staffWith(viewer, 'pricing:publish', here);
    if (intent === 'publish') return say(await publishDraft(platform, { product, staffId }), 'published');
    const to = /^\d{1,6}$/.test(text('to')) ? Number(text('to')) : 0;
    return say(await rollBackPricing(platform, { product, staffId, to, reason }), 'rolledBack');
  }
  if (intent === 'send-back' || intent === 'discard') {
    const publisher = may(viewer, 'pricing:publish');
    const staffId = staffWith(viewer, publisher ? 'pricing:publish' : 'pricing:draft', here);
    const by = publisher ? 'publisher' : 'drafter';
    return say(await moveDraft(platform, { product, staffId, event: intent, by, reason }), intent === 'discard' ? 'discarded' : 'sentBack');
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
      return say(await moveDraft(platform, { product, staffId, event: 'submit', by: 'drafter', reason }), 'submitted');
    case 'remove':
      return say(await changeRule(platform, { product, staffId, version: Number(text('version')), remove: text('id') }), 'changed');
    case 'add-sample':
      return say(await addSample(platform, flights, { get: text, staffId }), 'samples');
    case 'drop-sample':
      return say(await dropSample(platform, { id: text('id'), staffId }), 'samples');
    case 'rule': {
      const id = /^[\w-]{2,40}$/.test(text('id')) ? text('id') : newRuleId();
      const { rule, wrong } = readRule(text, product, id);
      if (wrong.length > 0) return data({ wrong: wrong as readonly RuleField[], rule, isNew: text('id') === '' }, { status: 422 });
      return say(await changeRule(platform, { product, staffId, version: Number(text('version')), put: rule }), 'changed');
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
          <MarkupRules rules={rules} version={open && mayDraft ? draft.version : null} />
          {simulation && <MarkupSimulation simulation={simulation} samples={loaderData.samples} />}
          <Samples data={loaderData} />
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
                sources={sources}
              />
            </Card>
          )}
          <Way data={loaderData} />
          <Guards data={loaderData} />
          <Versions data={loaderData} />
        </div>
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** What has to happen before the draft is live, and who may do it. */
function Way({ data: { draft, simulation, mayDraft, mayPublish } }: { data: Loaded }) {
  const t = useTexts('staff-markups');
  return (
    <Card title={t('way.title')}>
      <div className="sd-card__in">
        {!draft ? (
          <p className="sd-quiet">{mayDraft ? t('way.none') : t('way.noneLocked')}</p>
        ) : (
          <>
            <ul className="sd-list" style={{ padding: 0, marginBlockEnd: 12 }}>
              <li>
                <Chip tone="good">{t('way.drafted')}</Chip>
                <bdi>{draft.touched.join(', ')}</bdi>
              </li>
              <li>
                <Chip tone={simulation ? 'good' : 'act'}>{simulation ? t('way.simulated') : t('way.notSimulated')}</Chip>
                {simulation && <DeskMoment at={simulation.at} />}
              </li>
              <li>
                <Chip tone={draft.status === 'review' ? 'act' : 'calm'}>
                  {draft.status === 'review' ? t('way.checking') : t('way.toCheck')}
                </Chip>
                <bdi>{draft.reason}</bdi>
              </li>
            </ul>
            {draft.status === 'draft' && mayDraft && (
              <Form className="sd-form" method="post">
                <Field label={t('way.reason')} wide>
                  <input name="reason" required minLength={3} maxLength={300} dir="auto" defaultValue={draft.reason} />
                </Field>
                <button className="bo-btn bo-btn--p" name="intent" value="submit" disabled={!simulation}>
                  {t('way.submit')}
                </button>
                {!simulation && <p className="sd-locked">{t('refused.not-simulated')}</p>}
              </Form>
            )}
            {draft.status === 'review' && (
              <Form className="sd-form" method="post">
                <button className="bo-btn bo-btn--p" name="intent" value="publish" disabled={!mayPublish || draft.mine}>
                  {t('way.publish', { n: draft.changes })}
                </button>
                {(!mayPublish || draft.mine) && <p className="sd-locked">{draft.mine ? t('refused.second-person') : t('way.who')}</p>}
              </Form>
            )}
            {(mayDraft || mayPublish) && (
              <Form className="sd-acts" method="post" style={{ marginBlockStart: 10 }}>
                {draft.status === 'review' && (
                  <button className="bo-btn" name="intent" value="send-back">
                    {t('way.sendBack')}
                  </button>
                )}
                <button className="bo-btn" name="intent" value="discard">
                  {t('way.discard')}
                </button>
              </Form>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function Guards({ data: { overlaps, shadowed, unused, simulation } }: { data: Loaded }) {
  const t = useTexts('staff-markups');
  return (
    <Card title={t('guards.title')}>
      <ul className="sd-list">
        {overlaps.length === 0 && shadowed.length === 0 && (
          <li>
            <Chip tone="good">{t('guards.clear')}</Chip>
          </li>
        )}
        {overlaps.map(({ wins, loses }) => (
          <li key={wins + loses}>
            <Chip tone="act">{t('guards.overlap')}</Chip>
            <span>
              <bdi>{wins}</bdi> {t('guards.beats')} <bdi>{loses}</bdi>
            </span>
          </li>
        ))}
        {shadowed.map(({ wins, loses }) => (
          <li key={`s${wins}${loses}`}>
            <Chip tone="act">{t('guards.never')}</Chip>
            <span>
              <bdi>{wins}</bdi> {t('guards.beats')} <bdi>{loses}</bdi>
            </span>
          </li>
        ))}
        {unused.length > 0 && (
          <li>
            <span>{t('guards.unused')}</span>
            <bdi>{unused.join(', ')}</bdi>
          </li>
        )}
        {simulation && simulation.risesBig > 0 && (
          <li>
            <Chip tone="act">{t('guards.rises', { n: simulation.risesBig })}</Chip>
          </li>
        )}
        <li className="sd-quiet">{t('guards.kept')}</li>
      </ul>
    </Card>
  );
}

function Versions({ data: { versions, live, mayPublish } }: { data: Loaded }) {
  const t = useTexts('staff-markups');
  const language = useLanguage();
  return (
    <Card title={t('versions.title')} sub={t('versions.sub')}>
      <ul className="sd-list">
        {versions.map((version) => (
          <li key={version.version}>
            <span>
              <b>{t('versions.version', { version: version.version })}</b>{' '}
              {version.version === live && <Chip tone="good">{t('versions.live')}</Chip>}
              <br />
              <bdi>{version.reason}</bdi>
              <br />
              <small className="sd-quiet">
                <bdi>{version.by ?? t('versions.system')}</bdi> · <DeskMoment at={version.at} /> ·{' '}
                {t('versions.orders', { n: formatNumber(version.orders, language) })}
              </small>
            </span>
            {mayPublish && version.version !== live && (
              <Form method="post">
                <input type="hidden" name="to" value={version.version} />
                <input type="hidden" name="reason" value={t('versions.backTo', { version: version.version })} />
                <button className="bo-btn" name="intent" value="roll-back">
                  {t('versions.rollBack')}
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Samples({ data: { samples, mayDraft } }: { data: Loaded }) {
  const t = useTexts('staff-markups');
  const s = useTexts('staff-supply');
  return (
    <Card title={t('samples.title')} sub={t('samples.sub')}>
      {samples.length === 0 ? (
        <p className="sd-none">{t('samples.none')}</p>
      ) : (
        <div className="sd-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{s('deals.route')}</th>
                <th scope="col">{t('samples.when')}</th>
                <th scope="col">{s('own.cabin')}</th>
                <th scope="col" className="sd-num">
                  {t('samples.people')}
                </th>
                <th scope="col">
                  <span className="sr-only">{s('act')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {samples.map((sample) => (
                <tr key={sample.id}>
                  <td>
                    <Link to={`/admin/flight-supply/test?from=${sample.from}&to=${sample.to}`}>
                      <bdi dir="ltr">
                        {sample.from} → {sample.to}
                      </bdi>
                    </Link>
                  </td>
                  <td>
                    {t('samples.ahead', { n: sample.daysAhead })} ·{' '}
                    {sample.nights === null ? s('deals.oneWay') : s('deals.nights', { n: sample.nights })}
                  </td>
                  <td>{s(`cabin.${sample.cabin}`)}</td>
                  <td className="sd-num">
                    <bdi>{sample.people}</bdi>
                  </td>
                  <td>
                    {mayDraft && (
                      <Form method="post">
                        <input type="hidden" name="id" value={sample.id} />
                        <button className="bo-btn" name="intent" value="drop-sample">
                          {s('paper.remove')}
                        </button>
                      </Form>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayDraft && (
        <Form className="sd-form sd-form--row sd-card__in" method="post" style={{ paddingBlockStart: 12 }}>
          <Field label={s('field.fromAirport')}>
            <input name="from" dir="ltr" maxLength={3} placeholder="DXB" required autoComplete="off" />
          </Field>
          <Field label={s('field.toAirport')}>
            <input name="to" dir="ltr" maxLength={3} placeholder="LHR" required autoComplete="off" />
          </Field>
          <Field label={t('samples.daysAhead')}>
            <input name="daysAhead" inputMode="numeric" maxLength={3} defaultValue="30" required />
          </Field>
          <Field label={s('deals.nightsField')}>
            <input name="nights" inputMode="numeric" maxLength={3} />
          </Field>
          <Field label={s('test.adults')}>
            <input name="adults" inputMode="numeric" maxLength={1} defaultValue="1" required />
          </Field>
          <button className="bo-btn" name="intent" value="add-sample">
            {t('samples.add')}
          </button>
        </Form>
      )}
    </Card>
  );
}
