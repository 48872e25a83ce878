import { Form, Link } from 'react-router';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dayMs } from '#app/values/dates.ts';
import { findAssistedCountries, countPassports } from '../assisted-store.server.ts';
import { passportPlaces } from '../custody-rules.ts';
import { countStickers, cursorOfSticker, findStickersAsStaff, isLateCase, stickerName } from './assisted-desk-store.server.ts';
import { stickerBulkActions } from './bulk-rules.ts';
import { statesOfQueue, stickerQueues } from './sticker-queues.ts';
import { noStickerFilters, readStickerView, stickerAddress, stickerSorts } from './sticker-view.ts';
import type { Route } from './+types/sticker-visas-page.ts';
import './sticker-desk.css';

export const handle = { texts: ['staff-assisted', 'staff-lists', 'assisted'] };

const pageSize = 50;
const base = '/admin/sticker-visa-management';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readStickerView(url.searchParams);
  const now = clock.now();
  const [found, counts, countries, colleagues, places] = await Promise.all([
    findStickersAsStaff(db, crypto, view, { me: viewer.user.id, now, most: pageSize + 1 }),
    countStickers(db, now),
    findAssistedCountries(db),
    listStaffWith(db, 'visas:decide'),
    countPassports(db),
  ]);
  const rows = found.slice(0, pageSize);
  const names = await findStaffNames(
    db,
    rows.flatMap((row) => row.officer ?? []),
  );
  const last = rows.at(-1);
  const inStates = (states: readonly string[]) => states.reduce((sum, state) => sum + (counts.byState[state] ?? 0), 0);
  return {
    view,
    late: counts.late,
    queues: stickerQueues.map((queue) => ({ queue, cases: inStates(statesOfQueue[queue] ?? Object.keys(counts.byState)) })),
    places: [...places].map(([place, number]) => ({ place, number })),
    countries: countries
      .map(({ code }) => ({ code, name: countryName(code, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    next: found.length > pageSize && last ? cursorOfSticker(view, last) : null,
    works: may(viewer, 'visas:decide'),
    rows: rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      number: row.position + 1,
      name: stickerName(crypto, row),
      country: countryName(row.country, language),
      place: row.place,
      package: row.package,
      status: row.status,
      outcome: row.outcome,
      due: row.dueAt.toISOString(),
      late: isLateCase(row, now),
      appointment: row.appointmentAt?.toISOString() ?? null,
      travel: row.travelsOn,
      passport: row.passport,
      daysThere: Math.floor((now - row.passportSince.getTime()) / dayMs),
      officer: row.officer && (names.get(row.officer) ?? '–'),
    })),
  };
}

export default function StickerVisasPage({ loaderData }: Route.ComponentProps) {
  const { view, late, queues, places, countries, colleagues, next, works, rows } = loaderData;
  const t = useTexts('staff-assisted');
  const lists = useTexts('staff-lists');
  const words = useTexts('assisted');
  const language = useLanguage();
  const here = stickerAddress(view);
  const filtered = stickerAddress(view, noStickerFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          {late > 0 ? (
            <Link className="dl-late" to={`${base}?queue=all&late=1`}>
              {t('late', { n: late })}
            </Link>
          ) : (
            t('onTime')
          )}
        </p>
        {works && (
          <>
            <Link className="bo-btn" to={`${base}/count`}>
              {t('count.title')}
            </Link>
            <form method="post" action={`${base}/export${here}`}>
              <button className="bo-btn" type="submit">
                {t('export')}
              </button>
            </form>
          </>
        )}
      </header>
      <nav className="dl-tabs" aria-label={t('queues')}>
        {queues.map(({ queue, cases }) => (
          <Link
            key={queue}
            to={`${base}${stickerAddress(view, { queue, find: '' })}`}
            aria-current={queue === view.queue ? 'page' : undefined}
          >
            {t(`queue.${queue}`)} <span>{formatNumber(cases, language)}</span>
          </Link>
        ))}
      </nav>
      {places.length > 0 && (
        <p className="sv-places">
          <Icon name="passport" small /> {t('passportsOut')}{' '}
          {places.map(({ place, number }) => (
            <Link key={place} to={`${base}?queue=all&passport=${place}`}>
              {words(`passportPlaces.${place}`)} <b>{formatNumber(number, language)}</b>
            </Link>
          ))}
        </p>
      )}
      <Form className="dl-filters" method="get" action={base} role="search" key={here}>
        {view.queue !== 'new' && <input type="hidden" name="queue" value={view.queue} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={view.find} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.country')}</span>
          <select name="country" defaultValue={view.country}>
            <option value="">{t('any.country')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.officer')}</span>
          <select name="officer" defaultValue={view.officer}>
            <option value="">{t('any.officer')}</option>
            <option value="me">{t('any.me')}</option>
            <option value="nobody">{t('any.nobody')}</option>
            {colleagues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.passport')}</span>
          <select name="passport" defaultValue={view.passport}>
            <option value="">{t('any.passport')}</option>
            {passportPlaces.map((place) => (
              <option key={place} value={place}>
                {words(`passportPlaces.${place}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('sort.label')}</span>
          <select name="sort" defaultValue={view.sort}>
            {stickerSorts.map((sort) => (
              <option key={sort} value={sort}>
                {t(`sort.${sort}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {filtered && <Link to={`${base}${stickerAddress(view, noStickerFilters)}`}>{t('clear')}</Link>}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {works && (
                  <th scope="col">
                    <span className="sr-only">{lists('bulk.pick')}</span>
                  </th>
                )}
                {(['due', 'applicant', 'reference', 'country', 'state', 'appointment', 'passport', 'travel', 'officer'] as const).map(
                  (column) => (
                    <th key={column} scope="col">
                      {t(`column.${column}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {works && (
                    <td>
                      <input
                        type="checkbox"
                        name="case"
                        value={row.id}
                        form="bulk"
                        aria-label={lists('bulk.pickOne', { reference: row.name })}
                      />
                    </td>
                  )}
                  <td className={row.late ? 'dl-late' : undefined}>{formatDate(row.due, language, 'day')}</td>
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
                  <td>
                    {row.country} <span className="dl-quiet">{words(`cities.${row.place}`)}</span>
                  </td>
                  <td>
                    <span
                      className={`dl-state${row.status === 'delivered' ? ' dl-state--good' : row.status === 'missed' || row.outcome === 'refused' ? ' dl-state--now' : ''}`}
                    >
                      {words(`states.${row.status}.title`)}
                    </span>
                  </td>
                  <td>{row.appointment ? formatDate(row.appointment, language, 'day') : '–'}</td>
                  <td>
                    {words(`passportPlaces.${row.passport}`)}{' '}
                    {row.passport !== 'with_applicant' && row.passport !== 'returned' && (
                      <span className="dl-quiet">{t('daysThere', { n: row.daysThere })}</span>
                    )}
                  </td>
                  <td>{formatDate(row.travel, language, 'day')}</td>
                  <td>
                    <bdi>{row.officer ?? '–'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {works && rows.length > 0 && (
        <Form id="bulk" className="dl-bulk" method="get" action={`${base}/bulk`}>
          <span>{lists('bulk.with')}</span>
          <select name="action" aria-label={lists('bulk.action')}>
            {stickerBulkActions.map((action) => (
              <option key={action} value={action}>
                {t(`bulk.${action}`)}
              </option>
            ))}
          </select>
          <select name="to" aria-label={t('column.officer')} defaultValue="">
            <option value="">{t('column.officer')}</option>
            {colleagues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <button className="bo-btn" type="submit">
            {lists('bulk.try')}
          </button>
          <input type="hidden" name="list" value={here.slice(1)} />
          <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
            {t('bulk.tryAll')}
          </button>
        </Form>
      )}
      {next && (
        <p>
          <Link className="bo-btn" to={`${base}${stickerAddress(view, { after: next })}`}>
            {t('more')}
          </Link>
        </p>
      )}
    </div>
  );
}
