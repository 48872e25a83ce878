import { Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';
import { acceptRequest, declineRequest } from '../answer-request.server.ts';
import { experienceProduct } from '../experience-product.server.ts';
import { experienceSupplyMachine } from '../experience-supply-status.ts';
import { ActivityHead } from './activity-head.tsx';
import { findSupply } from './supply-desk-store.server.ts';
import { openSupplyRecord, type SupplyRecord } from './open-supply.server.ts';
import { readSupplyWork } from './supply-form.ts';
import { workSupply } from './work-supply.server.ts';
import type { Route } from './+types/activity-page.ts';
import '#app/commerce/supply/supply-desk.css';
import './activities.css';

export const handle = { texts: ['staff-activities', 'staff-editions', 'staff-records'] };

const dones = ['publish', 'pause', 'resume', 'archive', 'reopen', 'operator', 'renew-link', 'slots', 'accept', 'decline'];
const refusals = ['second-person', 'asked', 'below-sold', 'bad-range', 'not-possible', 'not-open', 'disputed', 'not-found'];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const record = await openSupplyRecord(platform, params.activity, parseCalendarDate(url.searchParams.get('date') ?? ''), language);
  if (!record) {
    // What the shop never had is only written yet.
    if (await findSupply(platform.db, params.activity))
      throw redirect(`/admin/supply/activities/${encodeURIComponent(params.activity)}/builder`);
    throw new Response('Not found', { status: 404 });
  }
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('activity', { id: record.id, handle: record.id }),
  );
  const names = await findStaffNames(platform.db, record.askedBy ? [record.askedBy] : []);
  const word = url.searchParams.get('refused');
  return {
    notes,
    record,
    asker: record.askedBy && (names.get(record.askedBy) ?? record.askedBy),
    moves: experienceSupplyMachine.moves
      .filter((move) => ([] as readonly string[]).concat(move.from).includes(record.status))
      .map((move) => move.event),
    works: may(viewer, 'products:edit'),
    did: dones.find((one) => one === url.searchParams.get('did')) ?? null,
    starts: Math.max(0, Math.trunc(Number(url.searchParams.get('starts')) || 0)),
    refused: refusals.find((one) => one === word) ?? null,
    order: url.searchParams.get('order'),
    title: record.title,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const here = (answer: Readonly<Record<string, string>>) => {
    const day = parseCalendarDate(String(form.get('day') ?? ''));
    return redirect(
      `/admin/supply/activities/${encodeURIComponent(params.activity)}?${new URLSearchParams({ ...(day ? { date: day } : {}), ...answer })}`,
    );
  };
  const intent = String(form.get('intent') ?? '');
  if (intent === 'accept' || intent === 'decline') {
    const ask = { orderId: String(form.get('order') ?? ''), by: 'staff', who: `staff:${viewer.user.id}` } as const;
    const product = experienceProduct(platform);
    const answered = intent === 'accept' ? await acceptRequest(platform, product, ask) : await declineRequest(platform, product, ask);
    return here(answered.ok ? { did: intent } : { refused: answered.refused });
  }
  const work = readSupplyWork(form);
  if (!work) return here({ refused: 'bad-range' });
  const worked = await workSupply(platform, { experienceId: params.activity, staffId: viewer.user.id, work });
  if (!worked.ok) return here({ refused: worked.refused });
  return here(work.do === 'slots' ? { did: work.do, starts: String(worked.value) } : { did: work.do === 'move' ? work.event : work.do });
}

export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-activities');
  const language = useLanguage();
  const { record, asker, moves, works, did, starts, refused, order } = loaderData;
  return (
    <div className="dl">
      <ActivityHead
        id={record.id}
        title={record.title}
        status={record.status}
        known
        tab="calendar"
        actions={
          works &&
          moves.map((event) => (
            <Form method="post" key={event}>
              <input type="hidden" name="event" value={event} />
              <button className="bo-btn" type="submit" name="intent" value="move">
                {t(`event.${event}`)}
              </button>
            </Form>
          ))
        }
      >
        {record.city} · {t('from', { amount: formatMoney(record.from, language) })}
      </ActivityHead>
      <DeskSaid
        refused={refused && t(`said.${refused}`)}
        did={did && t(`did.${did}`, { count: starts, shown: formatNumber(starts, language) })}
      />
      {asker && <p className="dl-said dl-said--warn">{t('asked', { name: asker })}</p>}
      {order && <p className="dl-said">{t('order', { reference: order })}</p>}
      {record.requests.length > 0 && <Requests record={record} works={works} />}
      <Calendar record={record} works={works} />
      <section className="dl-card">
        <h2>{t('operator.title')}</h2>
        <DeskForm facts method="post" className="sa-form">
          <label>
            {t('operator.name')}
            <input name="name" defaultValue={record.operator.name} maxLength={80} />
          </label>
          <label>
            {t('operator.licence')}
            <input name="licence" defaultValue={record.operator.licence} maxLength={60} />
          </label>
          <label>
            {t('operator.email')}
            <input name="email" type="email" defaultValue={record.operator.email} maxLength={120} />
          </label>
          {works && (
            <button className="bo-btn" type="submit" name="intent" value="operator">
              {t('save')}
            </button>
          )}
        </DeskForm>
        {works && (
          <>
            <p className="dl-quiet">
              {t('operator.link')}{' '}
              <a className="sa-link" href={record.operator.link}>
                <bdi>{record.operator.link}</bdi>
              </a>
            </p>
            <Form method="post">
              <button className="bo-btn" type="submit" name="intent" value="renew-link">
                {t('operator.renew')}
              </button>
            </Form>
          </>
        )}
      </section>
      <RecordNotes desk={loaderData.notes} />
    </div>
  );
}

function Requests({ record, works }: { record: SupplyRecord; works: boolean }) {
  const t = useTexts('staff-activities');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('requests')}</h2>
      <ul className="sa-requests">
        {record.requests.map((request) => (
          <li key={request.orderId}>
            {formatDate(request.date, language, 'day')}
            {comma(language)}
            <bdi>{request.start}</bdi> · {t('places')}: {request.places}
            {works && (
              <Form method="post">
                <input type="hidden" name="order" value={request.orderId} />
                <button className="bo-btn" type="submit" name="intent" value="accept">
                  {t('accept')}
                </button>
                <button className="bo-btn" type="submit" name="intent" value="decline">
                  {t('decline')}
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Two weeks of starts: sold of how many, shut or open; and one form that changes many at once. */
function Calendar({ record, works }: { record: SupplyRecord; works: boolean }) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const language = useLanguage();
  const path = `/admin/supply/activities/${record.id}`;
  const rows = record.options.flatMap((option) => record.startTimes.map((start) => ({ option, start })));
  return (
    <section aria-labelledby="calendar">
      <div className="sa-head">
        <h2 id="calendar">{t('calendar')}</h2>
        <Link to={`${path}?date=${record.before}`}>{t('earlier')}</Link>
        <Link to={`${path}?date=${record.after}`}>{t('later')}</Link>
      </div>
      <ScrollRegion labelledBy="calendar" className="dl-sheet">
        <table className="sa-calendar">
          <thead>
            <tr>
              <th scope="col">{t('start')}</th>
              {record.days.map(({ date }) => (
                <th scope="col" key={date}>
                  {formatDate(date, language, 'day')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ option, start }) => (
              <tr key={`${option.key} ${start}`}>
                <th scope="row">
                  <bdi>{start}</bdi> {t(`option.${option.unit}`)}
                </th>
                {record.days.map(({ date, slots }) => {
                  const slot = slots.find((one) => one.option === option.key && one.start === start);
                  if (!slot) return <td key={date}>–</td>;
                  return (
                    <td key={date} className={slot.stopped ? 'sa-shut' : slot.left === 0 ? 'sa-full' : undefined}>
                      <b>
                        {works ? (
                          <Link className="bo-hit" to={`${path}/session?date=${date}&start=${start}`}>
                            <span className="sr-only">{t('session.of', { date, start })}: </span>
                            {slot.taken}/{slot.capacity}
                          </Link>
                        ) : (
                          `${slot.taken}/${slot.capacity}`
                        )}
                      </b>
                      {slot.pricePercent !== 100 && <small>{slot.pricePercent} %</small>}
                      {record.cancelled.includes(`${date} ${start}`) ? (
                        <small>{t('session.cancelled')}</small>
                      ) : works ? (
                        <Form method="post" preventScrollReset>
                          <input type="hidden" name="intent" value="slots" />
                          <input type="hidden" name="day" value={record.day} />
                          <input type="hidden" name="option" value={option.key} />
                          <input type="hidden" name="from" value={date} />
                          <input type="hidden" name="to" value={date} />
                          <input type="hidden" name="start" value={start} />
                          <button
                            className="sa-toggle"
                            type="submit"
                            name="stop"
                            value={slot.stopped ? 'no' : 'yes'}
                            aria-label={`${t(slot.stopped ? 'open' : 'stop')}: ${date} ${start}`}
                          >
                            {t(slot.stopped ? 'open' : 'stop')}
                          </button>
                        </Form>
                      ) : (
                        slot.stopped && <small>{t('stopped')}</small>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {works && (
        <Form method="post" className="sa-form sa-bulk">
          <h3>{t('bulk.title')}</h3>
          <input type="hidden" name="day" value={record.day} />
          <label>
            {t('bulk.option')}
            <select name="option">
              {record.options.map((option) => (
                <option key={option.key} value={option.key}>
                  {t(`option.${option.unit}`)}
                </option>
              ))}
            </select>
          </label>
          <fieldset className="td-checks">
            <legend>{t('bulk.weekdays')}</legend>
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <label key={day}>
                <input type="checkbox" name="weekday" value={day} /> {editions(`weekday.${day}`)}
              </label>
            ))}
          </fieldset>
          <label>
            {t('bulk.from')}
            <input type="date" name="from" defaultValue={record.day} required />
          </label>
          <label>
            {t('bulk.to')}
            <input type="date" name="to" defaultValue={record.day} required />
          </label>
          <label>
            {t('start')}
            <select name="start">
              <option value="">{t('bulk.every')}</option>
              {record.startTimes.map((start) => (
                <option key={start}>{start}</option>
              ))}
            </select>
          </label>
          <label>
            {t('capacity')}
            <input type="number" name="capacity" min={0} max={500} />
          </label>
          <label>
            {t('percent')}
            <input type="number" name="percent" min={10} max={1000} />
          </label>
          <label>
            {t('bulk.sale')}
            <select name="stop">
              <option value="">{t('bulk.asIs')}</option>
              <option value="yes">{t('stop')}</option>
              <option value="no">{t('open')}</option>
            </select>
          </label>
          <button className="bo-btn" type="submit" name="intent" value="slots">
            {t('bulk.apply')}
          </button>
        </Form>
      )}
    </section>
  );
}
