import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { findAnyOrder } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { may } from '#app/platform/access.ts';
import { isEarlyOn } from '#app/platform/early-access.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { ComingSoon } from '#app/ui/coming-soon.tsx';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { findStayBooking } from '../stay-bookings-store.server.ts';
import { stayCountries } from '../staycation.ts';
import { startStay } from './edit-stay.server.ts';
import { HouseHead, HouseState } from './house-head.tsx';
import { findSupply } from './stay-desk-store.server.ts';
import { stayList, stayStars, type ListedStay, type StayColumn } from './stay-list.ts';
import { readStayWork } from './stay-supply-form.ts';
import { listStaysAsStaff, openStayRecord, workStay, type StayRecord } from './stay-supply-store.server.ts';
import type { Route } from './+types/stay-supply-page.ts';
import '#app/commerce/supply/supply-desk.css';
import './stay-supply.css';

export const handle = { texts: ['staff-stays', 'staff-editions', 'staff-lists'] };

const base = '/admin/supply/staycations';

/** The specification's placeholder, word for word and in English only, until an owner switches the page on. */
const specified = 'Staycations Management - Coming Soon';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  if (!(await isEarlyOn(platform.db, 'staycations'))) return { kind: 'soon' } as const;
  const { language } = context.get(requestContext);
  const reference = url.searchParams.get('order');
  const order = reference ? await findAnyOrder(platform.db, reference) : null;
  const own = order && (await findStayBooking(platform.db, platform.crypto, order.id));
  const house = own?.staycationId ?? url.searchParams.get('house');
  const day = own?.arrival ?? parseCalendarDate(url.searchParams.get('date') ?? '');
  const record = house ? await openStayRecord(platform, house, day, language) : null;
  // What the shop never had is only written yet.
  if (house && !record && (await findSupply(platform.db, house))) throw redirect(`${base}/${encodeURIComponent(house)}`);
  return {
    kind: 'page',
    list: record
      ? null
      : await openShortList(platform.db, 'houses', stayList, await listStaysAsStaff(platform.db, language), {
          viewer,
          search: url.searchParams,
          language,
        }),
    record,
    works: may(viewer, 'products:edit'),
    refused: url.searchParams.get('refused'),
    countries: stayCountries.map((id) => ({ id, name: countryName(id, language) })),
    said: ['done', 'bad-range', 'not-found'].find((word) => word === url.searchParams.get('said')) ?? null,
  } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isEarlyOn(platform.db, 'staycations'))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  if (form.get('intent') === 'begin') {
    const begun = await startStay(platform, { title: plainLine(form.get('title'), 120), staffId: viewer.user.id });
    return redirect(begun.ok ? `${base}/${begun.value}?part=facts` : `${base}?refused=${begun.refused}`, 303);
  }
  const stayId = String(form.get('house') ?? '');
  const day = parseCalendarDate(String(form.get('day') ?? ''));
  const work = readStayWork(form);
  const worked = work && (await workStay(platform, { stayId, staffId: viewer.user.id, work }));
  const said = !worked ? 'bad-range' : worked.ok ? 'done' : worked.refused;
  return redirect(`/admin/supply/staycations?${new URLSearchParams({ house: stayId, ...(day ? { date: day } : {}), said })}`);
}

export default function StaySupplyPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-stays');
  const editions = useTexts('staff-editions');
  if (loaderData.kind === 'soon') return <ComingSoon words={specified} />;
  const { list, record, works, said, refused, countries } = loaderData;
  return (
    <div className="dl">
      {record ? (
        <HouseHead id={record.id} title={record.title} status={record.status} known tab="nights" />
      ) : (
        <header className="dl-head">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p>{t('lede')}</p>
          {works && (
            <details className="td-new">
              <summary className="bo-btn bo-btn--p">{t('new')}</summary>
              <Form method="post" className="td-new__form">
                <label>
                  {t('newTitle')}
                  <input name="title" required minLength={3} maxLength={120} autoComplete="off" />
                </label>
                <button className="bo-btn bo-btn--p" name="intent" value="begin">
                  {t('begin')}
                </button>
              </Form>
            </details>
          )}
        </header>
      )}
      <DeskSaid refused={refused && t(`refused.${refused}`, { defaultValue: t('refused.not-possible') })} did={null} />
      {said && (
        <p className={`dl-said${said === 'done' ? '' : ' dl-said--warn'}`} role="status">
          {t(`said.${said}`)}
        </p>
      )}
      {record && <Record record={record} works={works} base={base} />}
      {list && (
        <ShortListSheet
          base={base}
          list={stayList}
          open={list}
          queueName={(queue) =>
            queue === 'all' ? t('every') : queue === 'in_review' ? editions('edition.in_review') : t(`state.${queue}`)
          }
          find={t('find')}
          filters={{
            stars: {
              label: t('column.stars'),
              any: t('anyStars'),
              options: stayStars.map((id) => ({ id, name: t('stars', { count: Number(id), stars: id }) })),
            },
            country: { label: t('column.country'), any: t('anyCountry'), options: countries },
          }}
          none={t('none')}
          exports={`${base}/export`}
          name={(column) => t(`column.${column}`)}
          rowKey={({ id }) => id}
          cell={(column, row) => <Cell column={column} row={row} />}
          figures={['stars', 'rooms', 'from']}
          plain={['house', 'state']}
        />
      )}
    </div>
  );
}

function Cell({ column, row }: { column: StayColumn; row: ListedStay }): ReactNode {
  const editions = useTexts('staff-editions');
  const language = useLanguage();
  switch (column) {
    case 'house':
      return (
        <Link to={row.known ? `${base}?house=${row.id}` : `${base}/${row.id}`}>
          <bdi>{row.title}</bdi>
        </Link>
      );
    case 'area':
      return row.area;
    case 'country':
      return <bdi>{row.country}</bdi>;
    case 'stars':
    case 'rooms':
      return formatNumber(row[column], language);
    case 'from':
      return row.from === null ? '–' : <bdi>{formatMoney(row.from, language)}</bdi>;
    case 'state':
      return (
        <span className="td-states">
          <HouseState status={row.status} />
          {row.edition && <span className="dl-state dl-state--now">{editions(`edition.${row.edition}`)}</span>}
        </span>
      );
  }
}

function Record({ record, works, base }: { record: StayRecord; works: boolean; base: string }) {
  const t = useTexts('staff-stays');
  const language = useLanguage();
  return (
    <>
      <div className="st-head">
        <h2 id="grid">{t('grid')}</h2>
        <Link to={`${base}?house=${record.id}&date=${record.before}`}>{t('earlier')}</Link>
        <Link to={`${base}?house=${record.id}&date=${record.after}`}>{t('later')}</Link>
      </div>
      <ScrollRegion labelledBy="grid" className="dl-sheet">
        <table className="st-grid">
          <thead>
            <tr>
              <th scope="col">{t('room')}</th>
              {record.rooms[0]?.nights.map(({ night }) => (
                <th scope="col" key={night}>
                  {formatDate(night, language, 'day')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {record.rooms.map((room) => (
              <tr key={room.key}>
                <th scope="row">{room.name}</th>
                {room.nights.map((cell) => (
                  <td key={cell.night} className={cell.stopped ? 'st-shut' : cell.free === 0 ? 'st-full' : undefined}>
                    <b>
                      {cell.free}/{cell.of}
                    </b>
                    <small>{formatMoney(cell.price, language)}</small>
                    {cell.stopped && <small>{t('stopped')}</small>}
                    {cell.closedToArrival && <small>{t('noArrival')}</small>}
                    {cell.minStay !== null && (
                      <small>{t('least', { count: cell.minStay, number: formatNumber(cell.minStay, language) })}</small>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {works && <Bulk record={record} />}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('doors')}</h2>
            {record.rooms.map((room) => (
              <div key={room.key} className="st-room">
                <h3>{room.name}</h3>
                <ul className="st-doors">
                  {room.units.map((unit) => (
                    <li key={unit.key}>
                      {works ? (
                        <Form method="post" preventScrollReset>
                          <Where record={record} />
                          <input type="hidden" name="unit" value={unit.key} />
                          <input type="hidden" name="out" value={unit.outOfUse ? 'no' : 'yes'} />
                          <button
                            className={`bo-btn${unit.outOfUse ? ' st-shut' : ''}`}
                            type="submit"
                            name="intent"
                            value="unit"
                            aria-label={`${unit.name}: ${t(unit.outOfUse ? 'back-in-use' : 'out-of-use')}`}
                            aria-pressed={unit.outOfUse}
                          >
                            {unit.name}
                          </button>
                        </Form>
                      ) : (
                        <span className={unit.outOfUse ? 'st-shut' : undefined}>
                          {unit.name}
                          {unit.outOfUse && <small> {t('out-of-use')}</small>}
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
            <p className="dl-quiet">{t('doorsText')}</p>
          </section>
        </div>
        <aside>
          <section className="dl-card">
            <h2>{t('plans.title')}</h2>
            <p className="dl-quiet">{t('depositText')}</p>
            <ul>
              {record.plans.map((plan) => (
                <li key={plan.key}>
                  {[
                    t(`board.${plan.board}`),
                    plan.refundableDays === null
                      ? t('fixed')
                      : t('free', { count: plan.refundableDays, number: formatNumber(plan.refundableDays, language) }),
                  ].join(comma(language))}{' '}
                  <bdi>{formatNumber(plan.percent, language)} %</bdi>
                  {plan.deposit < 100 && ` · ${t('plans.deposit', { percent: formatNumber(plan.deposit, language) })}`}
                </li>
              ))}
            </ul>
            {works && (
              <p>
                <Link to={`${base}/${record.id}?part=plans`}>{t('plans.write')}</Link>
              </p>
            )}
          </section>
        </aside>
      </div>
    </>
  );
}

function Where({ record }: { record: StayRecord }) {
  return (
    <>
      <input type="hidden" name="house" value={record.id} />
      <input type="hidden" name="day" value={record.day} />
    </>
  );
}

/** Many nights at once. */
function Bulk({ record }: { record: StayRecord }) {
  const t = useTexts('staff-stays');
  return (
    <Form method="post" className="st-form st-bulk">
      <h3>{t('bulk.title')}</h3>
      <Where record={record} />
      <label>
        {t('room')}
        <select name="room">
          <option value="">{t('bulk.every')}</option>
          {record.rooms.map((room) => (
            <option key={room.key} value={room.key}>
              {room.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('bulk.from')}
        <input type="date" name="from" defaultValue={record.day} required />
      </label>
      <label>
        {t('bulk.to')}
        <input type="date" name="to" defaultValue={record.day} required />
      </label>
      <label>
        {t('percent')}
        <input type="number" name="percent" min={50} max={400} />
      </label>
      <label>
        {t('bulk.least')}
        <input type="number" name="least" min={1} max={30} />
      </label>
      <label>
        {t('bulk.sale')}
        <select name="stop">
          <option value="">{t('bulk.asIs')}</option>
          <option value="yes">{t('bulk.stop')}</option>
          <option value="no">{t('bulk.open')}</option>
        </select>
      </label>
      <label>
        {t('bulk.arrival')}
        <select name="arrival">
          <option value="">{t('bulk.asIs')}</option>
          <option value="no">{t('noArrival')}</option>
          <option value="yes">{t('bulk.arrivalOpen')}</option>
        </select>
      </label>
      <button className="bo-btn" type="submit" name="intent" value="nights">
        {t('bulk.apply')}
      </button>
    </Form>
  );
}
