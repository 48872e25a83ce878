import { Form } from 'react-router';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { RetentionSetting } from './read-retention-setting.server.ts';

/** What waits for a second person, and what became of earlier wishes. */
export function RetentionWishes({ setting: { waiting, earlier }, works }: { setting: RetentionSetting; works: boolean }) {
  const t = useTexts('staff-retention');
  const language = useLanguage();
  return (
    <>
      {waiting && (
        <section className="dl-card" aria-labelledby="wish">
          <h2 id="wish">{t('waiting')}</h2>
          <p>
            {t('fromTo', { before: waiting.before, count: waiting.days, days: waiting.days })} <bdi>{waiting.by ?? '–'}</bdi>
          </p>
          <blockquote>
            <bdi>{waiting.reason}</bdi>
          </blockquote>
          <p>{t('wouldGo', { count: waiting.due })}</p>
          {works ? (
            <Form method="post" className="bo-actions">
              <input type="hidden" name="wish" value={waiting.id} />
              {waiting.mine ? (
                <button className="bo-btn" name="intent" value="withdraw">
                  {t('withdraw')}
                </button>
              ) : (
                <>
                  <button className="bo-btn bo-btn--p" name="intent" value="approve">
                    {t('approve')}
                  </button>
                  <button className="bo-btn" name="intent" value="decline">
                    {t('decline')}
                  </button>
                </>
              )}
            </Form>
          ) : (
            <p className="dl-quiet">{t('refused.permission')}</p>
          )}
        </section>
      )}
      {earlier.length > 0 && (
        <section className="dl-card" aria-labelledby="earlier">
          <h2 id="earlier">{t('earlier')}</h2>
          <div className="dl-sheet dl-sheet--cards">
            <table>
              <thead>
                <tr>
                  {(['day', 'change', 'reason', 'by', 'decided'] as const).map((column) => (
                    <th key={column} scope="col">
                      {t(`column.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {earlier.map((one) => (
                  <tr key={one.id}>
                    <td>{sayDay(one.on, language, 'long')}</td>
                    <td data-label={t('column.change')}>{t('fromTo', { before: one.before, count: one.days, days: one.days })}</td>
                    <td data-label={t('column.reason')}>
                      <bdi>{one.reason}</bdi>
                    </td>
                    <td data-label={t('column.by')}>
                      <bdi>{one.by ?? '–'}</bdi>
                    </td>
                    <td data-label={t('column.decided')}>
                      <span className={`dl-state${one.status === 'approved' ? ' dl-state--good' : ''}`}>{t(`status.${one.status}`)}</span>{' '}
                      <bdi>{one.decided ?? '–'}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}
