import { platformContext } from '#app/platform/request-context.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { BeingAddedUp, FiguresNav, useSay } from './figure-parts.tsx';
import { openCohorts } from './open-cohorts.server.ts';
import { readState } from './read-figures.server.ts';
import type { Route } from './+types/cohorts-page.ts';
import './analytics.css';

export const handle = { texts: ['analytics'] };

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const [view, { sample, missing }] = await Promise.all([openCohorts(platform), readState(platform)]);
  return { ...view, sample, missing };
}

/** Who came back: buyers by their first month. */
export default function CohortsPage({ loaderData: { cohorts, hidden, sample, missing } }: Route.ComponentProps) {
  const t = useTexts('analytics');
  const language = useLanguage();
  const say = useSay();
  const values = cohorts.flatMap(({ returned }) => returned).filter((value): value is number => typeof value === 'number');
  const most = Math.max(1, ...values);
  const months = Math.max(0, ...cohorts.map(({ returned }) => returned.findLastIndex((value) => value !== null) + 1));
  return (
    <div className="dl an">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('cohorts.title')}</h1>
        <p>{t('cohorts.lead')}</p>
      </header>
      {sample !== null && <p className="an-sample">{t('sample', { date: formatDate(sample, language) })}</p>}
      {missing && <BeingAddedUp missing={missing} />}
      <FiguresNav here="cohorts" />
      {cohorts.length === 0 ? (
        <p className="dl-none">{t('cohorts.none')}</p>
      ) : (
        <section className="an-part an-part--full">
          <header>
            <h2 id="cohorts">{t('cohorts.grid')}</h2>
            <p>{t('cohorts.sub')}</p>
          </header>
          <ScrollRegion labelledBy="cohorts" className="an-rows">
            <table className="an-heat">
              <thead>
                <tr>
                  <th scope="col">{t('cohorts.month')}</th>
                  <th scope="col" className="an-num">
                    {t('cohorts.buyers')}
                  </th>
                  {Array.from({ length: months }, (_, index) => (
                    <th key={index} scope="col" className="an-num">
                      {t('cohorts.later', { n: formatNumber(index + 1, language) })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {cohorts.map(({ month, buyers, returned }) => (
                  <tr key={month}>
                    <th scope="row">{formatDate(month, language, 'month')}</th>
                    <td className="an-num">{formatNumber(buyers, language)}</td>
                    {returned.slice(0, months).map((value, index) => (
                      <td
                        key={index}
                        className="an-num"
                        style={typeof value === 'number' ? { background: shade(value / most) } : undefined}
                      >
                        {value === null ? '' : value === 'few' ? t('cohorts.few') : <bdi>{say.value('margin-share', value)}</bdi>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </section>
      )}
      {hidden && <p className="an-note">{t('hidden')}</p>}
    </div>
  );
}

const shade = (part: number) => `color-mix(in srgb, var(--lagoon) ${Math.round(part * 48)}%, var(--surface))`;
