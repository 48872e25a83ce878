import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { listOffers } from './list-offers.server.ts';
import { offerViews, readOfferList } from './offer-list-view.ts';
import { OfferStanding } from './offer-standing.tsx';
import type { Route } from './+types/evisa-offers-page.ts';
import './evisa-offers.css';

export const handle = { texts: ['staff-evisa-offers'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const search = url.searchParams;
  const added = search.get('add');
  if (added && /^[A-Z]{2}$/.test(added)) throw redirect(`/admin/visa-management/${added}`);
  const { view, find, passport, residence } = readOfferList(search);
  const { rows, counts, known } = await listOffers(platform, { view, find, passport, residence }, language);
  return {
    view,
    find,
    passport,
    residence,
    counts,
    rows,
    countries: countryNames(language),
    missing: countryNames(language).filter((one) => !known.includes(one.code)),
    mayDraft: may(context.get(viewerContext), 'visas:decide'),
  };
}

export default function EvisaOffersPage({ loaderData: page }: Route.ComponentProps) {
  const { view, find, passport, residence, counts, rows, countries, missing, mayDraft } = page;
  const t = useTexts('staff-evisa-offers');
  const language = useLanguage();
  const base = '/admin/visa-management';
  const address = (change: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ view: view === 'all' ? '' : view, find, passport, residence, ...change }))
      if (value) search.set(name, value);
    return search.size > 0 ? `${base}?${search}` : base;
  };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: rows.length })}</p>
        {mayDraft && (
          <form method="post" action={address({}).replace(base, `${base}/export`)}>
            <button className="bo-btn" type="submit">
              {t('export')}
            </button>
          </form>
        )}
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
      <nav className="dl-tabs" aria-label={t('views')}>
        {offerViews.map((one) => (
          <Link key={one} to={address({ view: one === 'all' ? '' : one })} aria-current={one === view ? 'page' : undefined}>
            {t(`view.${one}`)} <span>{formatNumber(counts[one], language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={base} role="search" key={address({})}>
        {view !== 'all' && <input type="hidden" name="view" value={view} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={find} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        {(['passport', 'residence'] as const).map((name) => (
          <label key={name}>
            <span className="sr-only">{t(`as.${name}`)}</span>
            <select name={name} defaultValue={name === 'passport' ? passport : residence}>
              <option value="">{t(`as.${name}`)}</option>
              {countries.map((country) => (
                <option key={country.code} value={country.code}>
                  {country.name}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {(find || passport || residence) && <Link to={address({ find: '', passport: '', residence: '' })}>{t('clear')}</Link>}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(
                  [
                    'country',
                    'standing',
                    'types',
                    'from',
                    'days',
                    'took',
                    'granted',
                    'asOf',
                    'waiting',
                    'version',
                    ...(passport ? (['answer'] as const) : []),
                  ] as const
                ).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.code}>
                  <td>
                    <Link to={`${base}/${row.code}`}>{row.name}</Link>
                  </td>
                  <td>
                    <OfferStanding state={row.status} />
                  </td>
                  <td>{formatNumber(row.types, language)}</td>
                  <td>
                    <bdi>{formatMoney(row.from, language)}</bdi>
                  </td>
                  <td>
                    <bdi>
                      {row.days[0]}–{row.days[1]}
                    </bdi>
                  </td>
                  <td>{row.took?.days ? <bdi>{t('took', row.took.days)}</bdi> : '–'}</td>
                  <td>
                    {row.took ? (
                      <bdi>
                        {formatNumber(row.took.granted, language)} / {formatNumber(row.took.decided, language)}
                      </bdi>
                    ) : (
                      '–'
                    )}
                  </td>
                  <td className={row.stale ? 'dl-late' : undefined}>{formatDate(row.asOf, language)}</td>
                  <td>
                    {row.waiting
                      ? row.waiting.from
                        ? t('fromDay', { date: formatDate(row.waiting.from, language) })
                        : t(`edition.${row.waiting.status}`)
                      : '–'}
                  </td>
                  <td>{formatNumber(row.version, language)}</td>
                  {passport && (
                    <td className={row.answer === 'not-open' ? 'dl-late' : undefined}>{row.answer && t(`answer.${row.answer}`)}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
