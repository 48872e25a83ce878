import { Link } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { fewestAnswers, smallestGroup, tellEquality } from '../equality-rules.ts';
import { readEqualityYear } from '../equality-view.ts';
import { findEqualityYears, sumEquality } from '../job-papers-store.server.ts';
import type { Route } from './+types/equality-page.ts';
import './postings.css';

export const handle = { texts: ['staff-recruitment', 'job-apply'] };

const here = '/admin/recruitment/equality';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const now = clock.now();
  const years = await findEqualityYears(db, now);
  const year = readEqualityYear(url.searchParams, years);
  return { years, year, told: year === null ? [] : tellEquality(await sumEquality(db, year, now)) };
}

export default function EqualityPage({ loaderData }: Route.ComponentProps) {
  const { years, year, told } = loaderData;
  const t = useTexts('staff-recruitment');
  const words = useTexts('job-apply');
  const language = useLanguage();
  const number = (value: number) => <bdi>{formatNumber(value, language)}</bdi>;
  return (
    <div className="dl po-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('equality.title')}</h1>
        <p>{t('equality.lead', { least: smallestGroup })}</p>
        {year !== null && <ExportMenu to={`${here}/export?year=${year}`} />}
        <Link className="bo-btn" to="/admin/recruitment">
          {t('back')}
        </Link>
      </header>
      {years.length > 0 && (
        <nav className="dl-tabs" aria-label={t('equality.years')}>
          {years.map((one) => (
            <Link key={one} to={`${here}?year=${one}`} aria-current={one === year ? 'page' : undefined}>
              {one}
            </Link>
          ))}
        </nav>
      )}
      {years.length === 0 && <p className="dl-none">{t('equality.none')}</p>}
      <div className="po-equality">
        {told.map(({ question, people, rows }) => (
          <section key={question} className="dl-card" aria-labelledby={`equality-${question}`}>
            <h2 id={`equality-${question}`}>{words(`equality.${question}.label`)}</h2>
            {people === null ? (
              <p className="dl-quiet">{t('equality.tooFew', { least: fewestAnswers })}</p>
            ) : (
              <>
                <p className="dl-quiet">{t('equality.answered', { n: formatNumber(people, language) })}</p>
                <ul className="po-bars">
                  {rows.map((row) => (
                    <li key={row.answer}>
                      <span>{words(`equality.${question}.${row.answer}`)}</span>
                      <span className="po-bar" aria-hidden="true">
                        <i style={{ inlineSize: `${row.percent ?? 0}%` }} />
                      </span>
                      <b>{row.people === null ? '–' : number(row.people)}</b>
                      <small className="dl-quiet">{row.percent === null ? t('equality.covered') : <bdi>{row.percent} %</bdi>}</small>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        ))}
      </div>
      <p className="dl-quiet">{t('equality.how')}</p>
    </div>
  );
}
