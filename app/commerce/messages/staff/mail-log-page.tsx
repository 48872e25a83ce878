import { Form, Link } from 'react-router';
import { may } from '#app/platform/access.ts';
import { mailStates } from '#app/platform/mail-rules.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { mailFamilies } from '../mail-kinds.ts';
import { countMails } from '#app/platform/mail-log-list-store.server.ts';
import { findMailRows, type MailRow } from './read-mail-log.server.ts';
import { isFiltered, mailQuery, readMailView, type MailView } from './mail-desk-view.ts';
import { MailMoment, NotificationTabs, StateChip } from './notification-tabs.tsx';
import type { Route } from './+types/mail-log-page.ts';

export const handle = { texts: ['staff-mails'] };

const here = '/admin/notifications';
const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const view = readMailView(url.searchParams);
  const judges = may(context.get(viewerContext), 'applications:view');
  const [found, counts] = await Promise.all([findMailRows(db, { crypto, judges }, view, pageSize + 1), countMails(db, clock.now())]);
  const rows = found.slice(0, pageSize);
  return {
    view,
    rows,
    counts,
    next: found.length > pageSize ? rows.at(-1)!.id : null,
    mayExport: may(context.get(viewerContext), 'notifications:send'),
  };
}

export default function MailLogPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, counts, next, mayExport } = loaderData;
  const t = useTexts('staff-mails');
  const language = useLanguage();
  const address = (change: Partial<MailView>) => `${here}${mailQuery({ ...view, after: null, ...change })}`;
  const families = [...Object.keys(mailFamilies), 'campaigns'];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('log.lead')}</p>
        {mayExport && (
          <Form method="post" action={`${here}/export${mailQuery({ ...view, after: null })}`} reloadDocument>
            <button className="bo-btn" type="submit">
              <Icon name="download" small /> {t('log.export')}
            </button>
          </Form>
        )}
      </header>
      <NotificationTabs here="log" />
      <nav className="nt-languages" aria-label={t('log.states')}>
        {[null, ...mailStates].map((status) => (
          <Link key={status ?? 'all'} to={address({ status })} aria-current={status === view.status ? 'page' : undefined}>
            {t(`state.${status ?? 'all'}`)} {status && <bdi title={t('log.lastWeek')}>{formatNumber(counts[status], language)}</bdi>}
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={here} role="search" key={mailQuery(view)}>
        {view.status && <input type="hidden" name="state" value={view.status} />}
        <label>
          <span className="sr-only">{t('log.find')}</span>
          <input type="search" name="find" defaultValue={view.find} placeholder={t('log.find')} maxLength={120} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.kind')}</span>
          <select name="kind" defaultValue={view.kind}>
            <option value="">{t('log.anyKind')}</option>
            {view.kind.includes('.') && <option value={view.kind}>{view.kind}</option>}
            {families.map((family) => (
              <option key={family} value={family === 'campaigns' ? 'campaigns.letter' : family}>
                {t(`family.${family}.name`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.language')}</span>
          <select name="language" defaultValue={view.language ?? ''}>
            <option value="">{t('log.anyLanguage')}</option>
            {languageCodes.map((code) => (
              <option key={code} value={code}>
                {t(`language.${code}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="dl-day">
          {t('log.from')} <input type="date" name="from" defaultValue={view.from} />
        </label>
        <label className="dl-day">
          {t('log.until')} <input type="date" name="until" defaultValue={view.until} />
        </label>
        <button className="bo-btn" type="submit">
          {t('log.apply')}
        </button>
        {isFiltered(view) && <Link to={here}>{t('log.clear')}</Link>}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{t(isFiltered(view) || view.after ? 'log.noneMatch' : 'log.none')}</p>
      ) : (
        <MailTable rows={rows} address={address} />
      )}
      {(view.after !== null || next !== null) && (
        <nav className="dl-foot" aria-label={t('log.pages')}>
          {view.after !== null && <Link to={address({})}>{t('log.newest')}</Link>}
          {next !== null && (
            <Link to={address({ after: next })} rel="next">
              {t('log.older')}
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}

function MailTable({ rows, address }: { rows: readonly MailRow[]; address: (change: Partial<MailView>) => string }) {
  const t = useTexts('staff-mails');
  return (
    <div className="dl-sheet dl-sheet--cards">
      <table>
        <thead>
          <tr>
            {(['kind', 'state', 'to', 'order', 'language', 'tries', 'when'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link className="bo-hit" to={`/admin/notifications/mails/${encodeURIComponent(row.id)}`}>
                  {t(`family.${row.kind.split('.')[0]}.name`)}
                </Link>
                <Link className="bo-hit nt-code" to={address({ kind: row.kind })}>
                  <bdi>{row.kind}</bdi>
                </Link>
              </td>
              <td>
                <StateChip state={row.status} of="state" />{' '}
                {row.cause && <span className="dl-quiet">{t(`cause.${row.cause}`, { defaultValue: row.cause })}</span>}
              </td>
              <td data-label={t('column.to')}>
                <bdi>{row.to || '–'}</bdi>
              </td>
              <td data-label={t('column.order')}>
                {row.order ? (
                  <Link to={`/admin/orders/${row.order}`}>
                    <bdi>{row.order}</bdi>
                  </Link>
                ) : (
                  '–'
                )}
              </td>
              <td data-label={t('column.language')}>{t(`language.${row.language}`)}</td>
              <td data-label={t('column.tries')}>{row.tries}</td>
              <td data-label={t('column.when')}>
                <MailMoment at={row.queuedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
