import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { regionCodes } from '#app/values/regions.ts';
import { tourStates } from '../tour-supply-status.ts';
import { startTour } from './edit-tour.server.ts';
import { openTourList } from './open-tour-desk.server.ts';
import type { Route } from './+types/tours-page.ts';
import '#app/commerce/orders/staff/desk-tools.css';
import './tour-desk.css';

export const handle = { texts: ['staff-tours', 'holidays'] };

const base = '/admin/supply/holiday-packages';

/** Every tour of the house, on sale or not. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const asked = url.searchParams;
  // Where the departures of a tour stood before tours had records.
  const departuresOf = asked.get('tour');
  if (departuresOf) {
    const day = asked.get('departure');
    throw redirect(`${base}/${encodeURIComponent(departuresOf)}/departures${day ? `?departure=${encodeURIComponent(day)}` : ''}`);
  }
  const ask = {
    find: (asked.get('find') ?? '').trim().slice(0, 60),
    state: tourStates.find((one) => one === asked.get('state')) ?? null,
    region: regionCodes.find((one) => one === asked.get('region')) ?? null,
  };
  return {
    ...(await openTourList(platform, ask, language)),
    ask,
    works: may(context.get(viewerContext), 'products:edit'),
    refused: asked.get('refused'),
  };
}

/** Begins a tour. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const started = await startTour(context.get(platformContext), { title: plainLine(form.get('title'), 120), staffId: viewer.user.id });
  return redirect(started.ok ? `${base}/${started.value}?part=facts` : `${base}?refused=${started.refused}`, 303);
}

export default function ToursPage({ loaderData }: Route.ComponentProps) {
  const { rows, counts, all, ask, works, refused } = loaderData;
  const t = useTexts('staff-tours');
  const words = useTexts('holidays');
  const language = useLanguage();
  const address = (change: Readonly<Record<string, string | null>>) => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ find: ask.find, state: ask.state, region: ask.region, ...change }))
      if (value) params.set(name, value);
    return params.size > 0 ? `${base}?${params}` : base;
  };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 id="tours" tabIndex={-1}>
          {t('title')}
        </h1>
        <p>{t('lede')}</p>
        {works && (
          <details className="td-new">
            <summary className="bo-btn bo-btn--p">{t('new')}</summary>
            <Form method="post" className="td-new__form">
              <label>
                {t('newTitle')}
                <input name="title" required minLength={3} maxLength={120} autoComplete="off" />
              </label>
              <button className="bo-btn bo-btn--p">{t('begin')}</button>
            </Form>
          </details>
        )}
      </header>
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${refused}`, { defaultValue: t('refused.not-possible') })}
        </p>
      )}
      <nav className="dl-tabs" aria-label={t('states')}>
        <Link to={address({ state: null })} aria-current={ask.state === null ? 'page' : undefined}>
          {t('all')} <span>{formatNumber(all, language)}</span>
        </Link>
        {counts.map(({ state, tours }) => (
          <Link key={state} to={address({ state })} aria-current={state === ask.state ? 'page' : undefined}>
            {t(`state.${state}`)} <span>{formatNumber(tours, language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={base} role="search" key={address({})}>
        {ask.state && <input type="hidden" name="state" value={ask.state} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={ask.find} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.region')}</span>
          <select name="region" defaultValue={ask.region ?? ''}>
            <option value="">{t('anyRegion')}</option>
            {regionCodes.map((region) => (
              <option key={region} value={region}>
                {words(`regions.${region}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <ScrollRegion labelledBy="tours" className="dl-sheet dl-sheet--cards">
          <table className="td-list">
            <thead>
              <tr>
                {works && (
                  <th scope="col" className="dl-pick">
                    <span className="sr-only">{t('pick')}</span>
                  </th>
                )}
                {(['code', 'title', 'state', 'region', 'nights', 'next', 'sold', 'price', 'margin', 'languages'] as const).map((column) => (
                  <th key={column} scope="col" className={numeric.includes(column) ? 'td-number' : undefined}>
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {works && (
                    <td className="dl-pick">
                      <input type="checkbox" form="prices" name="tour" value={row.id} aria-label={t('pickOne', { title: row.title })} />
                    </td>
                  )}
                  <td>
                    <bdi className="td-code">{row.code}</bdi>
                  </td>
                  <td className="td-title">
                    <Link to={`${base}/${row.id}`}>{row.title}</Link>
                  </td>
                  <td>
                    <span
                      className={`dl-state ${row.status === 'published' ? 'dl-state--good' : row.status === 'in_review' ? 'dl-state--now' : ''}`}
                    >
                      {t(`state.${row.status}`)}
                    </span>
                    {row.edition && row.status !== row.edition && (
                      <span className={`dl-state ${row.edition === 'in_review' ? 'dl-state--now' : ''}`}>
                        {t(`edition.${row.edition}`)}
                      </span>
                    )}
                  </td>
                  <td>{words(`regions.${row.region}`)}</td>
                  <td className="td-number">{formatNumber(row.nights, language)}</td>
                  <td>{row.next ? <Link to={`${base}/${row.id}/departures`}>{formatDate(row.next, language)}</Link> : '–'}</td>
                  <td className="td-number">
                    <bdi>
                      {formatNumber(row.sold, language)}/{formatNumber(row.capacity, language)}
                    </bdi>
                  </td>
                  <td className="td-number">{formatMoney(row.price, language)}</td>
                  <td className={`td-number${row.margin !== null && row.margin < 0 ? ' dl-late' : ''}`}>
                    {row.margin === null ? '–' : `${formatNumber(row.margin / 100, language, 1)} %`}
                  </td>
                  <td title={languageCodes.filter((code) => !row.languages.includes(code)).join(', ')}>
                    <bdi>
                      {formatNumber(row.languages.length, language)}/{languageCodes.length}
                    </bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {works && rows.length > 0 && (
        <Form id="prices" className="dl-bulk" method="get" action={`${base}/prices`}>
          <label className="td-inline">
            {t('bulk.percent')}
            <input name="percent" inputMode="decimal" required pattern="-?[0-9]{1,2}([.,][0-9]{1,2})?" size={6} placeholder="5" />
          </label>
          <button className="bo-btn" type="submit">
            {t('bulk.try')}
          </button>
          <span className="dl-quiet">{t('bulk.hint')}</span>
        </Form>
      )}
    </div>
  );
}

const numeric: readonly string[] = ['nights', 'sold', 'price', 'margin'];
