import { Form, Link } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { findOffers, openTyped } from '../evisa-store.server.ts';
import { countQueues, findCasesAsStaff, queueCount } from './evisa-desk-store.server.ts';
import { deskAddress, readDeskFilter } from './evisa-desk-view.ts';
import { evisaQueues } from './evisa-queues.ts';
import type { Route } from './+types/evisa-orders-page.ts';

export const handle = { texts: ['staff-evisas', 'evisas'] };

const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const filter = readDeskFilter(url.searchParams);
  const today = dateIn('Asia/Dubai', clock.now());
  const [found, counts, offers] = await Promise.all([
    findCasesAsStaff(db, crypto, filter, viewer.user.id, pageSize + 1),
    countQueues(db, today),
    findOffers(db),
  ]);
  const rows = found.slice(0, pageSize);
  const names = await findStaffNames(
    db,
    rows.flatMap((row) => row.officer ?? []),
  );
  const last = rows.at(-1);
  const over = filter.queue === 'over' || filter.queue === 'all';
  return {
    filter,
    late: counts.late,
    queues: evisaQueues.map((queue) => ({ queue, cases: queueCount(queue, counts.byState) })),
    countries: offers
      .map(({ code }) => ({ code, name: countryName(code, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    next: found.length > pageSize && last ? { due: over ? last.receivedAt!.toISOString() : (last.deliverBy ?? today), id: last.id } : null,
    mayExport: may(viewer, 'visas:decide'),
    rows: rows.map((row) => {
      const typed = openTyped(crypto, row);
      return {
        id: row.id,
        reference: row.reference,
        number: row.position + 1,
        name: `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim(),
        nationality: typed.nationality ? countryName(typed.nationality, language) : '',
        country: countryName(row.country, language),
        express: row.speed === 'express',
        arrival: row.arrival,
        status: row.status,
        due: row.deliverBy,
        late: row.overAt === null && row.deliverBy !== null && row.deliverBy < today,
        officer: row.officer && (names.get(row.officer) ?? null),
      };
    }),
  };
}

export default function EvisaOrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, late, queues, countries, next, rows, mayExport } = loaderData;
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  const language = useLanguage();
  const base = '/admin/orders/evisa';
  const filtered = filter.find !== '' || filter.country !== null || filter.officer !== null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{late > 0 ? <span className="dl-late">{t('late', { count: late })}</span> : t('onTime')}</p>
        {mayExport && (
          <form method="post" action={`${base}/export${deskAddress(filter)}`}>
            <button className="bo-btn" type="submit">
              {t('export')}
            </button>
          </form>
        )}
      </header>
      <nav className="dl-tabs" aria-label={t('queues')}>
        {queues.map(({ queue, cases }) => (
          <Link
            key={queue}
            to={`${base}${deskAddress(filter, { queue, find: '' })}`}
            aria-current={queue === filter.queue ? 'page' : undefined}
          >
            {t(`queue.${queue}`)} <span>{formatNumber(cases, language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={base} role="search" key={deskAddress(filter)}>
        {filter.queue !== 'new' && <input type="hidden" name="queue" value={filter.queue} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={filter.find} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.country')}</span>
          <select name="country" defaultValue={filter.country ?? ''}>
            <option value="">{t('anyCountry')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.officer')}</span>
          <select name="officer" defaultValue={filter.officer ?? ''}>
            <option value="">{t('officer.any')}</option>
            <option value="me">{t('officer.me')}</option>
            <option value="nobody">{t('officer.nobody')}</option>
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {filtered && <Link to={`${base}${deskAddress(filter, { find: '', country: null, officer: null })}`}>{t('clear')}</Link>}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['due', 'applicant', 'reference', 'nationality', 'country', 'arrival', 'state', 'officer'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className={row.late ? 'dl-late' : undefined}>{row.due ? formatDate(row.due, language, 'day') : '–'}</td>
                  <td>
                    <Link to={`${base}/${row.id}`}>
                      <bdi>{row.name}</bdi>
                    </Link>
                  </td>
                  <td>
                    <bdi>
                      {row.reference} / {row.number}
                    </bdi>
                  </td>
                  <td>{row.nationality}</td>
                  <td>
                    {row.country} {row.express && <span className="dl-state dl-state--now">{words('speeds.express')}</span>}
                  </td>
                  <td>{formatDate(row.arrival, language, 'day')}</td>
                  <td>
                    <span
                      className={`dl-state${row.status === 'delivered' ? ' dl-state--good' : row.status === 'delayed' ? ' dl-state--now' : ''}`}
                    >
                      {words(`states.${row.status}.title`)}
                    </span>
                  </td>
                  <td>
                    <bdi>{row.officer ?? '–'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next && (
        <p>
          <Link className="bo-btn" to={`${base}${deskAddress(filter, { after: next })}`}>
            {t('more')}
          </Link>
        </p>
      )}
    </div>
  );
}
