import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { closePeriod } from './close-period.server.ts';
import { findClosedPeriods, findMonthsWithDocuments } from '../closed-periods-store.server.ts';
import { MoneyNav } from './money-nav.tsx';
import {
  besideBoxes,
  closeRefusal,
  recentPeriods,
  vatBoxes,
  vatReturnOf,
  type BesideBox,
  type BoxFigures,
  type VatBox,
} from './vat-return-rules.ts';
import { findBoxDocuments, sumVat } from './vat-store.server.ts';
import { periodAsked } from './write-vat-return.server.ts';
import type { Route } from './+types/vat-return-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices'] };

const here = '/admin/invoices/vat';
const mostShown = 200;
const allBoxes: readonly (VatBox | BesideBox)[] = [...vatBoxes, ...besideBoxes];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const period = periodAsked(url.searchParams, now);
  const box = allBoxes.find((one) => one === url.searchParams.get('box')) ?? null;
  const [sums, documents, closed, months] = await Promise.all([
    sumVat(db, period),
    box ? findBoxDocuments(db, period, box, mostShown + 1) : [],
    findClosedPeriods(db),
    findMonthsWithDocuments(db),
  ]);
  const names = await findStaffNames(
    db,
    closed.map(({ closedBy }) => closedBy),
  );
  const viewer = context.get(viewerContext);
  const shut = closed.map(({ month }) => month);
  return {
    period,
    box,
    figures: vatReturnOf(sums),
    documents: documents.slice(0, mostShown),
    more: documents.length > mostShown,
    ...recentPeriods(today),
    months: months.toReversed().map((month) => {
      const one = closed.find((each) => each.month === month);
      return {
        month,
        closed: one ? { by: names.get(one.closedBy) ?? '–', on: one.closedAt.toISOString() } : null,
        mayClose: closeRefusal(month, today, months, shut) === null,
      };
    }),
    works: may(viewer, 'money:work'),
    exports: may(viewer, 'invoices:export'),
    did: url.searchParams.get('closed'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const month = String((await request.formData()).get('month') ?? '');
  const closed = await closePeriod(context.get(platformContext), { viewer, month, requestId: context.get(requestContext).requestId });
  return closed.ok ? redirect(`${here}?period=${month}&closed=${month}`, 303) : data({ refused: closed.refused }, { status: 422 });
}

export default function VatReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  const { period, figures, box, documents } = loaderData;
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const query = `?period=${period.id}`;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('vatReturn.title')}</h1>
        <p>
          {formatDate(period.from, language)} – {formatDate(period.until, language)}
        </p>
        {loaderData.exports && <ExportMenu to={`${here}/export${query}`} />}
      </header>
      <MoneyNav here="vat" />
      <DeskSaid
        refused={actionData && t([`vatReturn.refused.${actionData.refused}`, 'refused.not-possible'])}
        did={loaderData.did && t('vatReturn.didClose', { month: loaderData.did })}
      />
      <Form className="dl-filters" method="get" action={here} key={period.id}>
        <label>
          <span className="sr-only">{t('vatReturn.period')}</span>
          <select name="period" defaultValue={period.id}>
            <optgroup label={t('vatReturn.quarters')}>
              {loaderData.quarters.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </optgroup>
            <optgroup label={t('vatReturn.months')}>
              {loaderData.months.map(({ month }) => (
                <option key={month}>{month}</option>
              ))}
              {!loaderData.months.some(({ month }) => month === period.id) && !period.id.includes('Q') && <option>{period.id}</option>}
            </optgroup>
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
      </Form>
      <div className="dl-record">
        <div>
          <section className="iv-card">
            <header>
              <h2 id="boxes">{t('vatReturn.boxes')}</h2>
              <p>{t('vatReturn.boxesSub')}</p>
            </header>
            <ScrollRegion labelledBy="boxes" className="iv-rows iv-boxes">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('vatReturn.box')}</th>
                    <th scope="col">{t('lines.what')}</th>
                    <th scope="col" className="iv-figure">
                      {t('column.net')}
                    </th>
                    <th scope="col" className="iv-figure">
                      {t('column.vat')}
                    </th>
                    <th scope="col" className="iv-figure">
                      {t('vatReturn.credited')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {vatBoxes.map((one) => (
                    <BoxRow key={one} box={one} figures={figures.boxes[one]} query={query} chosen={one === box} />
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">8</th>
                    <th scope="row">{t('vatReturn.total')}</th>
                    <td className="iv-figure">{formatNumber(figures.total.net / 100, language, 2)}</td>
                    <td className="iv-figure">{formatNumber(figures.total.vat / 100, language, 2)}</td>
                    <td className="iv-figure">{formatNumber(figures.total.creditedNet / 100, language, 2)}</td>
                  </tr>
                </tfoot>
              </table>
            </ScrollRegion>
          </section>
          <section className="iv-card">
            <header>
              <h2 id="beside">{t('vatReturn.beside')}</h2>
              <p>{t('vatReturn.besideSub')}</p>
            </header>
            <ScrollRegion labelledBy="beside" className="iv-rows iv-boxes">
              <table>
                <tbody>
                  {besideBoxes.map((one) => (
                    <BoxRow key={one} box={one} figures={figures.boxes[one]} query={query} chosen={one === box} />
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          </section>
          {box && (
            <section className="iv-card">
              <header>
                <h2 id="documents">{t('vatReturn.documents', { box: t(`vatReturn.name.${box}`) })}</h2>
              </header>
              {documents.length === 0 ? (
                <p className="dl-quiet">{t('vatReturn.noDocuments')}</p>
              ) : (
                <ScrollRegion labelledBy="documents" className="iv-rows">
                  <table>
                    <tbody>
                      {documents.map((one) => (
                        <tr key={one.number + one.net}>
                          <td>
                            <Link to={`/admin/invoices/${one.number}`}>
                              <bdi>{one.number}</bdi>
                            </Link>
                          </td>
                          <td>{formatDate(one.issuedOn, language)}</td>
                          <td>
                            <bdi>{one.buyer}</bdi>
                          </td>
                          <td className="iv-figure">{formatNumber(one.net / 100, language, 2)}</td>
                          <td className="iv-figure">{formatNumber(one.vat / 100, language, 2)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </ScrollRegion>
              )}
              {loaderData.more && <p className="dl-quiet">{t('vatReturn.moreDocuments', { most: mostShown })}</p>}
            </section>
          )}
        </div>
        <aside>
          <section className="iv-card">
            <header>
              <h2>{t('vatReturn.closing')}</h2>
            </header>
            <p className="dl-quiet">{t('vatReturn.closingHint')}</p>
            {loaderData.months.length > 0 && (
              <ol className="iv-events">
                {loaderData.months.map(({ month, closed, mayClose }) => (
                  <li key={month}>
                    <Icon name={closed ? 'lock' : 'calendar'} small />
                    <Link to={`?period=${month}`}>
                      <bdi>{month}</bdi>
                    </Link>
                    {mayClose && loaderData.works ? (
                      <Form method="post">
                        <button className="bo-btn" name="month" value={month}>
                          {t('vatReturn.close', { month })}
                        </button>
                      </Form>
                    ) : (
                      <span className="dl-quiet">{t(closed ? 'vatReturn.isClosed' : 'vatReturn.isOpen')}</span>
                    )}
                    {closed && <small>{t('vatReturn.closedBy', { name: closed.by, date: formatDate(closed.on, language) })}</small>}
                  </li>
                ))}
              </ol>
            )}
          </section>
        </aside>
      </div>
    </div>
  );
}

function BoxRow({ box, figures, query, chosen }: { box: VatBox | BesideBox; figures: BoxFigures; query: string; chosen: boolean }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const figure = (fils: number) => (fils === 0 ? '–' : <bdi>{formatNumber(fils / 100, language, 2)}</bdi>);
  const empty = figures.net === 0 && figures.creditedNet === 0;
  return (
    <tr aria-current={chosen ? 'true' : undefined}>
      <td>{(vatBoxes as readonly string[]).includes(box) ? box : ''}</td>
      <td>{empty ? t(`vatReturn.name.${box}`) : <Link to={`${query}&box=${box}`}>{t(`vatReturn.name.${box}`)}</Link>}</td>
      <td className="iv-figure">{figure(figures.net)}</td>
      <td className="iv-figure">{figure(figures.vat)}</td>
      <td className="iv-figure">{figure(figures.creditedNet)}</td>
    </tr>
  );
}
