import { Link } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { findWaitingWishes } from '#app/platform/retention-store.server.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayMoment } from '#app/ui/say-moment.ts';
import { aheadDays, keptWithoutClock, kindOfPolicy, readKeptData } from './kept-data.server.ts';
import type { Route } from './+types/retention-page.ts';
import './retention.css';

export const handle = { texts: ['staff-retention'] };

const base = '/admin/retention';

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const [lines, wishes] = await Promise.all([readKeptData(platform), findWaitingWishes(platform.db)]);
  const names = await findStaffNames(
    platform.db,
    wishes.map(({ askedBy }) => askedBy),
  );
  return {
    lines,
    aheadDays,
    others: keptWithoutClock,
    readsLog: may(context.get(viewerContext), 'audit:view'),
    waiting: wishes.map(({ id, policy, daysBefore, days, askedBy }) => ({
      id,
      kind: kindOfPolicy(policy),
      daysBefore,
      days,
      by: names.get(askedBy) ?? null,
    })),
  };
}

export default function RetentionPage({ loaderData: { lines, others, waiting, readsLog, aheadDays: ahead } }: Route.ComponentProps) {
  const t = useTexts('staff-retention');
  const language = useLanguage();
  const number = (count: number) => formatNumber(count, language);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        <ExportMenu to={`${base}/export`} />
      </header>
      {waiting.length > 0 && (
        <section className="dl-card" aria-labelledby="waiting">
          <h2 id="waiting">{t('waiting')}</h2>
          <ul>
            {waiting.map((wish) => (
              <li key={wish.id}>
                <Link to={`${base}/${wish.kind}`}>{t(`kind.${wish.kind}.name`)}</Link>:{' '}
                {t('fromTo', { before: wish.daysBefore, count: wish.days, days: wish.days })}{' '}
                <bdi className="dl-quiet">{wish.by ?? '–'}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="dl-card" aria-labelledby="by-clock">
        <h2 id="by-clock">{t('byClock')}</h2>
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('column.data')}</th>
                <th scope="col">{t('column.period')}</th>
                <th scope="col">{t('column.last')}</th>
                <th scope="col" className="dl-figure">
                  {t('column.gone')}
                </th>
                <th scope="col" className="dl-figure">
                  {t('column.due')}
                </th>
                <th scope="col" className="dl-figure">
                  {t('column.soon', { days: ahead })}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.kind}>
                  <td>
                    <Link to={`${base}/${line.kind}`}>{t(`kind.${line.kind}.name`)}</Link>
                    <p className="rt-why">{t(`kind.${line.kind}.why`)}</p>
                  </td>
                  <td data-label={t('column.period')}>
                    {line.days === null ? t('chosen') : t('days', { count: line.days })}
                    <p className="rt-why">{t(`kind.${line.kind}.from`)}</p>
                  </td>
                  <td data-label={t('column.last')}>{line.lastAt ? sayMoment(line.lastAt, language) : t('never')}</td>
                  <td className="dl-figure" data-label={t('column.gone')}>
                    {number(line.gone)}
                  </td>
                  <td className="dl-figure" data-label={t('column.due')}>
                    {number(line.due)}
                  </td>
                  <td className="dl-figure" data-label={t('column.soon', { days: ahead })}>
                    {number(line.soon)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className="dl-card" aria-labelledby="others">
        <h2 id="others">{t('withoutClock')}</h2>
        <p className="dl-quiet">{t('withoutClockText')}</p>
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('column.data')}</th>
                <th scope="col">{t('column.until')}</th>
                <th scope="col">{t('column.why')}</th>
              </tr>
            </thead>
            <tbody>
              {others.map((kind) => (
                <tr key={kind}>
                  <td>
                    <strong>{t(`other.${kind}.name`)}</strong>
                  </td>
                  <td data-label={t('column.until')}>{t(`other.${kind}.until`)}</td>
                  <td data-label={t('column.why')}>{t(`other.${kind}.why`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {readsLog && (
        <p>
          <Link to="/admin/audit-log?action=retention">{t('audit')}</Link>
        </p>
      )}
    </div>
  );
}
