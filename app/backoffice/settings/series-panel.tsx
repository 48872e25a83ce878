import { Link } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

/** The series that documents are numbered in, with the last number of each year. */
export function SeriesPanel({
  series,
}: {
  series: readonly { readonly series: string; readonly year: number; readonly counter: number }[];
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
                      {one.series}-{one.year}
                    </bdi>
                  </td>
                  <td className="dl-figure" data-label={t('series.last')}>
                    {formatNumber(one.counter, language)}
                  </td>
                  <td data-label={t('series.next')}>
                    <bdi>
                      {one.series}-{one.year}-{String(one.counter + 1).padStart(6, '0')}
                    </bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <Link to="/admin/invoices/numbers">{t('series.check')}</Link>
      </p>
    </section>
  );
}
