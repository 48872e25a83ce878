import { Link } from 'react-router';
import { creditSeries, numberOf } from '#app/commerce/invoices/number-series.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

/** The series that documents are numbered in, with the last number of each year. */
export function SeriesPanel({
  series,
}: {
  series: readonly { readonly series: string; readonly prefix: string; readonly year: number; readonly counter: number }[];
}) {
  const t = useTexts('staff-settings');
  const language = useLanguage();
  return (
    <section className="dl-card" aria-labelledby="series">
      <h2 id="series">{t('series.title')}</h2>
      <p className="dl-quiet">{t('series.text')}</p>
      {series.length === 0 ? (
        <p className="dl-quiet">{t('series.none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('series.name')}</th>
                <th scope="col" className="dl-figure">
                  {t('series.last')}
                </th>
                <th scope="col">{t('series.next')}</th>
              </tr>
            </thead>
            <tbody>
              {series.map((one) => (
                <tr key={one.series + one.year}>
                  <td>
                    <bdi>
                      {one.prefix}-{one.year}
                    </bdi>{' '}
                    <span className="dl-quiet">{t(one.series === creditSeries ? 'numbers.creditNote' : 'numbers.invoice')}</span>
                  </td>
                  <td className="dl-figure" data-label={t('series.last')}>
                    {formatNumber(one.counter, language)}
                  </td>
                  <td data-label={t('series.next')}>
                    <bdi>{numberOf(one.prefix, one.year, one.counter + 1)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <Link to="/admin/invoices/numbers">{t('series.check')}</Link> · <Link to="/admin/settings/numbers">{t('series.change')}</Link>
      </p>
    </section>
  );
}
