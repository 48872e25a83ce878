import { Form, Link } from 'react-router';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { CurrencySettings } from './open-currency-settings.server.ts';
import { Moved } from './rate-words.tsx';
import { ratesPage } from './rates-list.ts';

/** What the file that was read would change, before anything does. */
export function FeedDiff({ feed, mayEdit }: { readonly feed: NonNullable<CurrencySettings['feed']>; readonly mayEdit: boolean }) {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  const any = feed.lines.some((line) => line.becomes === 'live' || line.becomes === 'waits');
  return (
    <section className="dl-card">
      <h2 id="cs-feed">{t('feed.title', { day: formatDate(feed.day, language) })}</h2>
      <ScrollRegion className="dl-sheet" labelledBy="cs-feed">
        <table>
          <thead>
            <tr>
              {(['currency', 'live', 'next', 'moved', 'becomes'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {feed.lines.map((line) => (
              <tr key={line.target}>
                <th scope="row">{line.target}</th>
                <td>
                  <bdi>{formatNumber(line.live, language, 6)}</bdi>
                </td>
                <td>
                  <bdi>{formatNumber(line.next, language, 6)}</bdi>
                </td>
                <td>
                  <Moved value={line.moved} />
                </td>
                <td>{t(`becomes.${line.becomes}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {feed.old && <p className="dl-late">{t('feed.old')}</p>}
      {mayEdit && (
        <Form method="post" className="bo-actions">
          <input type="hidden" name="feed" value={feed.id} />
          <button className="bo-btn bo-btn--p" name="intent" value="apply" aria-disabled={!any || feed.old || undefined}>
            {t('feed.apply')}
          </button>
          <Link className="bo-btn" to={ratesPage}>
            {t('feed.leave')}
          </Link>
        </Form>
      )}
    </section>
  );
}
