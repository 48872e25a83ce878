import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { BulkColleague, DeskBulk, DeskFilters, DeskFoot, DeskSaid, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { dayMs } from '#app/values/dates.ts';
import { findAssistedCountries, countPassports } from '../assisted-store.server.ts';
import { passportPlaces } from '../custody-rules.ts';
import { countStickers, cursorOfSticker, findStickersAsStaff, isLateCase, stickerName } from './assisted-desk-store.server.ts';
import { stickerBulkActions } from './bulk-rules.ts';
import { stickerColumns, type StickerColumn } from './sticker-columns.ts';
import { openStickerBoard } from './open-sticker-board.server.ts';
import { StickerBoard } from './sticker-board.tsx';
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
  const [board, found, counts, countries, colleagues, places, named] = await Promise.all([
    view.board ? openStickerBoard(context.get(platformContext), viewer, view, language) : null,
    view.board ? [] : findStickersAsStaff(db, crypto, view, { me: viewer.user.id, now, most: pageSize + 1 }),
    countStickers(db, now),
    findAssistedCountries(db),
    listStaffWith(db, 'visas:decide', { also: [view.officer] }),
    countPassports(db),
    listDeskViews(db, 'assisted', viewer.user.id),
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
    board,
    did: url.searchParams.get('did'),
    refused: url.searchParams.get('refused'),
    named,
    said: readViewSaid(url.searchParams),
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
      lodged: row.lodgedReference,
      opened: row.openedAt.toISOString(),
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
  const { view, board, did, refused, late, queues, places, countries, colleagues, next, works, rows } = loaderData;
  const t = useTexts('staff-assisted');
  const lists = useTexts('staff-lists');
  const words = useTexts('assisted');
  const language = useLanguage();
  const here = stickerAddress(view);
  const filtered = stickerAddress(view, noStickerFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 id="list" tabIndex={-1}>
          {t('title')}
        </h1>
        <p>
          {late > 0 ? (
            <Link className="dl-late" to={`${base}?queue=all&late=1`}>
              {t('late', { n: late })}
            </Link>
          ) : (
            t('onTime')
          )}
        </p>
        <Link className="bo-btn" to={`${base}${stickerAddress(view, { board: !view.board })}`}>
          {lists(view.board ? 'board.asList' : 'board.asBoard')}
        </Link>
        {works && (
          <>
            <Link className="bo-btn" to={`${base}/count`}>
              {t('count.title')}
            </Link>
            <ExportMenu to={`${base}/export${stickerAddress(view, { board: false })}`} />
          </>
        )}
      </header>
      <DeskSaid refused={refused && t([`refused.${refused}`, 'refused.not-possible'])} did={did && t([`did.${did}`, 'did.done'])} />
      {!board && (
        <QueueTabs
          label={t('queues')}
          queues={queues.map(({ queue, cases }) => ({
            id: queue,
            name: t(`queue.${queue}`),
            to: `${base}${stickerAddress(view, { queue, find: '' })}`,
            count: cases,
            here: queue === view.queue,
          }))}
        />
      )}
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
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={stickerAddress(view, { ...noStickerFilters, sort: 'due' })}
          find={{ label: t('find'), value: view.find, most: 60 }}
          apply={t('apply')}
          clear={filtered ? { to: `${base}${stickerAddress(view, noStickerFilters)}`, label: t('clear') } : null}
        >
          <FilterChoice
            name="country"
            label={t('column.country')}
            value={view.country}
            any={t('any.country')}
            options={countries.map(({ code, name }) => ({ id: code, name }))}
          />
          <FilterChoice
            name="officer"
            label={t('column.officer')}
            value={view.officer}
            any={t('any.officer')}
            options={[{ id: 'me', name: t('any.me') }, { id: 'nobody', name: t('any.nobody') }, ...colleagues]}
          />
          <FilterChoice
            name="passport"
            label={t('column.passport')}
            value={view.passport}
            any={t('any.passport')}
            options={passportPlaces.map((place) => ({ id: place, name: words(`passportPlaces.${place}`) }))}
          />
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
        </DeskFilters>
        {!board && (
          <ColumnChooser
            base={base}
            here={here}
            columns={stickerColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'applicant' }))}
            shown={view.columns}
          />
        )}
      </div>
      <NamedViews base={base} views={loaderData.named} here={here} said={loaderData.said} />
      {board ? (
        <StickerBoard columns={board} view={view} />
      ) : rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t('none')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} />}
          cellClass={(column, row) => (column === 'due' && row.late ? 'dl-late' : undefined)}
          plain={['applicant', 'reference', 'country', 'state']}
          pick={works ? { name: 'case', value: (row) => row.id, reference: (row) => row.name } : null}
        />
      )}
      {works && rows.length > 0 && (
        <DeskBulk
          to={`${base}/bulk`}
          deeds={stickerBulkActions.map((action) => ({ id: action, name: t(`bulk.${action}`) }))}
          list={here}
          all={t('bulk.tryAll')}
        >
          <BulkColleague label={t('column.officer')} colleagues={colleagues} />
        </DeskBulk>
      )}
      {!board && (
        <DeskFoot
          first={view.after ? `${base}${here}` : null}
          next={next && `${base}${stickerAddress(view, { after: next })}`}
          picks={works}
        />
      )}
    </div>
  );
}

function Cell({ column, row }: { column: StickerColumn; row: Route.ComponentProps['loaderData']['rows'][number] }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('assisted');
  const language = useLanguage();
  const now = row.status === 'missed' || row.outcome === 'refused';
  const cells: Readonly<Record<StickerColumn, () => ReactNode>> = {
    due: () => sayDay(row.due, language, 'day'),
    applicant: () => (
      <Link to={`${base}/${row.id}`}>
        <bdi>{row.name}</bdi>
      </Link>
    ),
    reference: () => (
      <bdi>
        {row.reference} / {row.number}
      </bdi>
    ),
    country: () => (
      <>
        {row.country} <span className="dl-quiet">{words(`cities.${row.place}`)}</span>
      </>
    ),
    package: () => words(`packages.${row.package}.name`),
    state: () => (
      <span className={`dl-state${row.status === 'delivered' ? ' dl-state--good' : now ? ' dl-state--now' : ''}`}>
        {words(`states.${row.status}.title`)}
      </span>
    ),
    appointment: () => (row.appointment ? formatDate(row.appointment, language, 'day') : '–'),
    lodged: () => <bdi>{row.lodged ?? '–'}</bdi>,
    passport: () => (
      <>
        {words(`passportPlaces.${row.passport}`)}{' '}
        {row.passport !== 'with_applicant' && row.passport !== 'returned' && (
          <span className="dl-quiet">{t('daysThere', { n: row.daysThere })}</span>
        )}
      </>
    ),
    travel: () => formatDate(row.travel, language, 'day'),
    opened: () => sayDay(row.opened, language, 'day'),
    officer: () => <bdi>{row.officer ?? '–'}</bdi>,
  };
  return cells[column]();
}
