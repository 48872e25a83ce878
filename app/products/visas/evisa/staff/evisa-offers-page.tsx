import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { listOffers } from './list-offers.server.ts';
import { offerList, type ListedOffer, type OfferColumn } from './offer-list.ts';
import { OfferStanding } from './offer-standing.tsx';
import type { Route } from './+types/evisa-offers-page.ts';
import './evisa-offers.css';

export const handle = { texts: ['staff-evisa-offers', 'staff-lists'] };

const base = '/admin/visa-management';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const search = url.searchParams;
  const added = search.get('add');
  if (added && /^[A-Z]{2}$/.test(added)) throw redirect(`/admin/visa-management/${added}`);
  const { passport, residence } = readListView(offerList, search).filters;
  const offers = await listOffers(platform, { passport, residence }, language);
  const known = new Set(offers.map(({ code }) => code));
  return {
    list: await openShortList(platform.db, 'visa-offers', offerList, offers, { viewer, search, language }),
    countries: countryNames(language),
    missing: countryNames(language).filter((one) => !known.has(one.code)),
    mayDraft: may(viewer, 'visas:decide'),
  };
}

export default function EvisaOffersPage({ loaderData: page }: Route.ComponentProps) {
  const { list, countries, missing, mayDraft } = page;
  const t = useTexts('staff-evisa-offers');
  const asked = list.view.filters.passport !== '';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: list.counts[list.view.queue] ?? 0 })}</p>
        {mayDraft && (
          <Form method="get" action={base} className="eo-add">
            <label>
              <span className="sr-only">{t('add')}</span>
              <select name="add">
                {missing.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button className="bo-btn" type="submit">
              {t('add')}
            </button>
          </Form>
        )}
      </header>
      <ShortListSheet
        base={base}
        list={offerList}
        open={list}
        columns={offerList.columns.filter((column) => asked || column !== 'answer')}
        queueName={(queue) => t(`view.${queue}`)}
        find={t('find')}
        filters={{
          passport: { label: t('as.passport'), any: t('as.passport'), options: countries.map(({ code, name }) => ({ id: code, name })) },
          residence: { label: t('as.residence'), any: t('as.residence'), options: countries.map(({ code, name }) => ({ id: code, name })) },
        }}
        none={t('none')}
        exports={mayDraft ? `${base}/export` : null}
        name={(column) => t(`column.${column}`)}
        rowKey={({ code }) => code}
        cell={(column, row) => <Cell column={column} row={row} />}
        cellClass={(column, row) =>
          (column === 'asOf' && row.stale) || (column === 'answer' && row.answer === 'not-open') ? 'dl-late' : undefined
        }
        figures={['types', 'from', 'version']}
        plain={['country', 'standing']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: OfferColumn; row: ListedOffer }): ReactNode {
  const t = useTexts('staff-evisa-offers');
  const language = useLanguage();
  switch (column) {
    case 'country':
      return <Link to={`${base}/${row.code}`}>{row.name}</Link>;
    case 'standing':
      return <OfferStanding state={row.status} />;
    case 'types':
    case 'version':
      return formatNumber(row[column], language);
    case 'from':
      return <bdi>{formatMoney(row.from, language)}</bdi>;
    case 'days':
      return (
        <bdi>
          {formatNumber(row.days[0], language)}
          {row.days[1] > row.days[0] && `–${formatNumber(row.days[1], language)}`}
        </bdi>
      );
    case 'took':
      return row.took?.days ? <bdi>{t('took', row.took.days)}</bdi> : '–';
    case 'granted':
      return row.took ? (
        <bdi>
          {formatNumber(row.took.granted, language)} / {formatNumber(row.took.decided, language)}
        </bdi>
      ) : (
        '–'
      );
    case 'asOf':
      return formatDate(row.asOf, language);
    case 'waiting':
      if (!row.waiting) return '–';
      return row.waiting.from ? t('fromDay', { date: formatDate(row.waiting.from, language) }) : t(`edition.${row.waiting.status}`);
    case 'answer':
      return row.answer && t(`answer.${row.answer}`);
  }
}
