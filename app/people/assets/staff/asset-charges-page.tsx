import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { chargesQuery, chargeTabs, readChargesView, statesOfChargeTab, type ChargesView } from '../asset-charge-rules.ts';
import { countCharges, listCharges } from '../asset-charges-store.server.ts';
import { decideCharge, deductCharges, type ChargeRefusal } from '../charge-damage.server.ts';
import { officeZone } from '../office-zone.ts';
import { ChargeState } from './charge-state.tsx';
import type { Route } from './+types/asset-charges-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers', 'staff-lists'] };

const base = '/admin/hr/asset-management';
const here = `${base}/charges`;
const pageSize = 50;
const dids = ['approve', 'decline', 'waive', 'deduct'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const view = readChargesView(url.searchParams);
  const [{ rows, next }, { byStatus, due }] = await Promise.all([listCharges(db, crypto, view, pageSize), countCharges(db)]);
  const names = await findStaffNames(db, [...new Set(rows.flatMap(({ userId, askedBy }) => [userId, askedBy.replace('staff:', '')]))]);
  const me = viewer.kind === 'staff' ? viewer.user.id : '';
  return {
    view,
    next,
    mayWork: may(viewer, 'hr:work'),
    month: dateIn(officeZone, clock.now()).slice(0, 7),
    due: money(due, 'AED'),
    counts: Object.fromEntries(chargeTabs.map((tab) => [tab, statesOfChargeTab[tab].reduce((sum, state) => sum + byStatus[state], 0)])),
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      status: row.status,
      tag: row.tag,
      kind: row.kind,
      model: row.model,
      reference: row.reference,
      person: names.get(row.userId) ?? '–',
      by: names.get(row.askedBy.replace('staff:', '')) ?? '–',
      mine: row.askedBy === `staff:${me}`,
      own: row.userId === me,
      amount: money(row.amount, 'AED'),
      reason: row.reason,
      waiver: row.waiver,
      month: row.deductedIn,
      day: dateIn(officeZone, instant(row.askedAt.getTime())),
    })),
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const line = (name: string, most: number) => plainLine(form.get(name), most).slice(0, most);
  const work = { staffId: viewer.user.id, requestId: context.get(requestContext).requestId };
  const act = dids.find((word) => word === form.get('act'));
  if (!act) return data({ refused: 'not-possible-from-here' as ChargeRefusal, of: '', words: '' }, 422);
  const chargeId = line('charge', 40);
  const answered =
    act === 'deduct'
      ? await deductCharges(platform, {
          ...work,
          chargeIds: [...new Set(form.getAll('charge').map((id) => plainLine(id, 40)))].slice(0, pageSize),
          month: line('month', 7),
        })
      : await decideCharge(platform, {
          ...work,
          chargeId,
          version: plainVersion(form.get('version')),
          event: act,
          words: line('words', 300),
        });
  if (!answered.ok) return data({ refused: answered.refused, of: act === 'deduct' ? '' : chargeId, words: line('words', 300) }, 422);
  const back = chargesQuery({ ...readChargesView(url.searchParams), after: null });
  return redirect(`${here}${back}${back ? '&' : '?'}did=${act}`, 303);
}

export default function AssetChargesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, rows, counts, next, due, month, mayWork, did } = loaderData;
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  const address = (change: Partial<ChargesView>) => `${here}${chargesQuery({ ...view, after: null, ...change })}`;
  const unfiltered = { find: '', month: '' };
  const filtered = view.find !== '' || view.month !== '';
  const payable = mayWork && rows.some((row) => row.status === 'due' && !row.own);
  return (
    <div className="dl as-charges">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('charges.title')}</h1>
        <p>
          {t('charges.sum')} <bdi>{formatMoney(due, language)}</bdi>
        </p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
        <Form method="post" action={`${here}/export${chargesQuery({ ...view, after: null })}`} reloadDocument>
          <button className="bo-btn" type="submit">
            <Icon name="download" small /> {t('charges.export')}
          </button>
        </Form>
      </header>
      {did && !actionData && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`charges.did.${did}`)}
        </p>
      )}
      {actionData && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      <QueueTabs
        label={t('charges.tabs')}
        queues={chargeTabs.map((tab) => ({
          id: tab,
          name: t(`charges.tab.${tab}`),
          to: address({ tab, ...unfiltered }),
          count: counts[tab] ?? 0,
          here: tab === view.tab,
        }))}
      />
      <div className="dl-tools" key={chargesQuery(view)}>
        <DeskFilters
          base={here}
          kept={chargesQuery({ ...view, ...unfiltered, after: null })}
          find={{ label: t('charges.find'), value: view.find, most: 60 }}
          apply={t('apply')}
          clear={filtered ? { to: address(unfiltered), label: t('clear') } : null}
        >
          <label>
            <span className="sr-only">{t('charges.month')}</span>
            <input name="month" aria-label={t('charges.month')} placeholder="2026-11" defaultValue={view.month} maxLength={7} dir="ltr" />
          </label>
        </DeskFilters>
      </div>
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('charges.noneMatch') : t(`charges.none.${view.tab}`)}</p>
      ) : (
        <section className="dl-card">
          <ul className="as-list">
            {rows.map((row) => (
              <li key={row.id} className="as-charge">
                {payable && row.status === 'due' && !row.own && (
                  <input
                    type="checkbox"
                    form="deduct"
                    name="charge"
                    value={row.id}
                    aria-label={t('charges.pick', { tag: row.tag, name: `\u2068${row.person}\u2069` })}
                  />
                )}
                <div>
                  <p>
                    <b>
                      <bdi>{formatMoney(row.amount, language)}</bdi>
                    </b>{' '}
                    · <bdi>{row.person}</bdi> ·{' '}
                    <Link to={`${base}/${row.tag}`}>
                      <bdi>{row.tag}</bdi>
                    </Link>{' '}
                    {words(`kind.${row.kind}`)} <bdi>{row.model}</bdi>
                  </p>
                  <p className="dl-quiet">
                    <bdi>{row.reason}</bdi>
                  </p>
                  <small className="dl-quiet">
                    <a href={`${base}/papers/${row.reference}`}>
                      <bdi>{row.reference}</bdi>
                    </a>{' '}
                    · {t('charges.by', { name: `\u2068${row.by}\u2069`, day: formatDate(row.day, language) })}
                    {row.month && <> · {t('charges.in', { month: `\u2068${row.month}\u2069` })}</>}
                    {row.waiver && (
                      <>
                        {' '}
                        · <bdi>{row.waiver}</bdi>
                      </>
                    )}
                  </small>
                  {mayWork && !row.own && row.status === 'asked' && (
                    <Form method="post" className="bo-actions">
                      <input type="hidden" name="charge" value={row.id} />
                      <input type="hidden" name="version" value={row.version} />
                      {!row.mine && (
                        <button className="bo-btn bo-btn--p" name="act" value="approve">
                          {t('charges.approve')}
                        </button>
                      )}
                      <button className="bo-btn" name="act" value="decline">
                        {t(row.mine ? 'charges.takeBack' : 'charges.decline')}
                      </button>
                      {row.mine && <span className="dl-quiet">{t('refused.second-person')}</span>}
                    </Form>
                  )}
                  {mayWork && !row.own && row.status === 'due' && (
                    <details open={actionData?.of === row.id || undefined}>
                      <summary>{t('charges.waive')}</summary>
                      <Form method="post" className="as-form">
                        <input type="hidden" name="charge" value={row.id} />
                        <input type="hidden" name="version" value={row.version} />
                        <label className="as-field">
                          <span>{t('charges.why')}</span>
                          <input
                            name="words"
                            required
                            minLength={3}
                            maxLength={300}
                            autoComplete="off"
                            defaultValue={actionData?.of === row.id ? actionData.words : ''}
                          />
                        </label>
                        <button className="bo-btn bo-btn--danger" name="act" value="waive">
                          {t('charges.waive')}
                        </button>
                      </Form>
                    </details>
                  )}
                </div>
                <ChargeState status={row.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {payable && (
        <Form method="post" id="deduct" className="dl-bulk">
          <label>
            {t('charges.month')} <input name="month" defaultValue={month} required maxLength={7} pattern="\d{4}-\d{2}" dir="ltr" />
          </label>
          <button className="bo-btn bo-btn--p" name="act" value="deduct">
            {t('charges.deduct')}
          </button>
          <span className="dl-quiet">{t('charges.deductHint')}</span>
        </Form>
      )}
      <DeskFoot first={view.after ? address({}) : null} next={next && address({ after: next })} />
    </div>
  );
}
