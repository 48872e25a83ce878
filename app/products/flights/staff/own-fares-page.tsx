import { data, Form, redirect } from 'react-router';
import { findPools } from '#app/commerce/availability/pools-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { flightsContext } from '../flights-context.ts';
import { cabinsInOrder } from '../offer.ts';
import { readAllotment, type AllotmentField } from '../supply/allotment-form.ts';
import { departuresFrom, isOurs } from '../supply/allotment-rules.ts';
import { allotmentEvents, allotmentMachine, type AllotmentStatus } from '../supply/allotment-status.ts';
import { listAllotments } from '../supply/allotment-store.server.ts';
import { importAllotments, type ImportedLine } from '../supply/import-allotments.server.ts';
import { answerSeats, draftAllotment, moveAllotment, resizeAllotment } from '../supply/keep-allotment.server.ts';
import { oneOf, staffWith } from './read-staff.server.ts';
import { Card, Chip, Field, Said, SupplyHead, type ChipTone } from './supply-parts.tsx';
import type { Route } from './+types/own-fares-page.ts';

export const handle = { texts: ['staff-supply'] };

const dids = ['drafted', 'moved', 'resized', 'seatsAsked', 'seatsDeclined'] as const;
const refusals = [
  'not-found',
  'no-such-flight',
  'changed-meanwhile',
  'not-possible-from-here',
  'not-yours-to-do',
  'second-person',
  'not-waiting',
  'no-days-left',
  'seats-wrong',
  'unclosed',
] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const today = dateIn('Asia/Dubai', clock.now());
  const [all, pools] = await Promise.all([listAllotments(db), findPools(db, 'allotment:')]);
  const taken = (id: string, of: 'held' | 'allocated') =>
    pools.filter(({ key }) => key.startsWith(`allotment:${id}/`)).reduce((sum, pool) => sum + pool[of], 0);
  const mayEdit = may(viewer, 'supply:edit');
  const actor = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  return {
    mayEdit,
    rows: all.map((row) => {
      const days = departuresFrom(row, today).filter((date: CalendarDate) => isOurs(row, date, today)).length;
      return {
        ...row,
        days,
        held: taken(row.id, 'held'),
        sold: taken(row.id, 'allocated'),
        touchedBy: null,
        seatsAskedBy: null,
        mine: row.touchedBy.includes(actor),
        askedByMe: row.seatsAskedBy === actor,
        moves: mayEdit ? movesFrom(allotmentMachine, row.status, 'staff') : [],
      };
    }),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: oneOf(refusals, url.searchParams.get('refused')),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
  const here = '/admin/flight-supply/own-fares';
  const staffId = staffWith(context.get(viewerContext), 'supply:edit', here);
  const form = await request.formData();
  const text = (name: string) => form.getAll(name).map(String).join('');
  const say = (done: { readonly ok: true } | { readonly ok: false; readonly refused: string }, did: (typeof dids)[number]) =>
    redirect(`${here}?${done.ok ? `did=${did}` : `refused=${done.refused}`}`, 303);
  const seen = { id: text('id'), version: plainVersion(form.get('version')), staffId };
  const event = oneOf(allotmentEvents, text('event'));
  if (event) return say(await moveAllotment(platform, { ...seen, event }), 'moved');
  if (text('intent') === 'agree-seats') return say(await answerSeats(platform, { ...seen, agree: true }), 'resized');
  if (text('intent') === 'decline-seats') return say(await answerSeats(platform, { ...seen, agree: false }), 'seatsDeclined');
  if (text('intent') === 'resize') {
    const seats = /^\d{1,3}$/.test(text('seats')) ? Number(text('seats')) : 0;
    if (seats < 1 || seats > 400) return redirect(`${here}?refused=seats-wrong`, 303);
    const resized = await resizeAllotment(platform, { ...seen, seats });
    return say(resized, resized.ok && resized.value === 'asked' ? 'seatsAsked' : 'resized');
  }
  if (text('intent') === 'import') {
    const report = await importAllotments(platform, flights, { text: text('lines').slice(0, 60_000), staffId });
    if (!report) return redirect(`${here}?refused=unclosed`, 303);
    return data({ wrong: [] as readonly AllotmentField[], report: report as readonly ImportedLine[] });
  }
  const { fields, wrong } = readAllotment(text);
  if (wrong.length > 0) return data({ wrong, report: [] as readonly ImportedLine[] }, { status: 422 });
  return say(await draftAllotment(platform, flights, { fields, staffId }), 'drafted');
}

const tones: Readonly<Record<AllotmentStatus, ChipTone>> = { draft: 'calm', review: 'act', live: 'good', paused: 'act', ended: 'calm' };

export default function OwnFaresPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-supply');
  const { rows, mayEdit, did, refused } = loaderData;
  const report = actionData?.report ?? [];
  return (
    <div className="sd">
      <SupplyHead current="own" sub={t('own.sub')} />
      <Said did={did && t(`did.${did}`)} refused={refused && t(`refused.${refused}`)} />
      {report.length > 0 && (
        <Card title={t('own.report', { n: report.filter((line) => line.outcome === 'drafted').length, lines: report.length })}>
          <ul className="sd-list">
            {report.map((line) => (
              <li key={line.line}>
                <b>{t('own.line', { line: line.line })}</b>
                <span>
                  {line.outcome === 'drafted'
                    ? t('own.imported')
                    : line.outcome === 'wrong'
                      ? t('own.lineWrong', { fields: line.wrong.map((field) => t(`field.${field}`)).join(', ') })
                      : t(`refused.${line.outcome}`)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="sd-stack">
        <Card title={t('own.title')} sub={t('own.matching', { n: rows.length })}>
          {rows.length === 0 ? (
            <p className="sd-none">
              <b>{t('own.none')}</b>
              {t('own.noneHow')}
            </p>
          ) : (
            <OwnTable rows={rows} mayEdit={mayEdit} />
          )}
        </Card>
        {mayEdit ? (
          <div className="sd-split">
            <Card title={t('own.draft')} sub={t('own.draftHow')}>
              <div className="sd-card__in">
                <DraftForm wrong={actionData?.wrong ?? []} />
              </div>
            </Card>
            <Card title={t('own.import')}>
              <Form className="sd-form sd-card__in" method="post">
                <p className="sd-quiet">{t('own.importHow')}</p>
                <Field label={t('own.lines')} wide>
                  <textarea
                    name="lines"
                    dir="ltr"
                    rows={7}
                    required
                    defaultValue={'flight,from,to,first,last,days,cabin,seats,net,bag,release\n'}
                  />
                </Field>
                <button className="bo-btn" name="intent" value="import">
                  {t('own.importGo')}
                </button>
              </Form>
            </Card>
          </div>
        ) : (
          <p className="sd-locked">{t('locked')}</p>
        )}
      </div>
    </div>
  );
}

function OwnTable({ rows, mayEdit }: { rows: Route.ComponentProps['loaderData']['rows']; mayEdit: boolean }) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const number = (value: number) => <bdi>{formatNumber(value, language)}</bdi>;
  return (
    <div className="sd-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('own.id')}</th>
            <th scope="col">{t('own.flight')}</th>
            <th scope="col">{t('own.dates')}</th>
            <th scope="col">{t('own.cabin')}</th>
            {(['net', 'perFlight', 'days', 'held', 'sold'] as const).map((column) => (
              <th key={column} scope="col" className="sd-num">
                {t(`own.${column}`)}
              </th>
            ))}
            <th scope="col">{t('own.state')}</th>
            <th scope="col">
              <span className="sr-only">{t('act')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={row.status === 'ended' ? 'sd-over' : row.status === 'review' ? 'sd-mark' : undefined}>
              <td>
                <bdi>{row.id}</bdi>
              </td>
              <td>
                <bdi dir="ltr">
                  {row.airline}
                  {row.number} {row.fromAirport} → {row.toAirport}
                </bdi>
              </td>
              <td>
                {formatDate(row.firstDay, language)} – {formatDate(row.lastDay, language)}
                <small>
                  {row.weekdays === 127
                    ? t('own.daily')
                    : [0, 1, 2, 3, 4, 5, 6]
                        .filter((bit) => row.weekdays & (1 << bit))
                        .map((bit) => t(`weekday.${bit + 1}`))
                        .join(', ')}
                  {' · '}
                  {t('own.releases', { n: row.releaseDays })}
                </small>
              </td>
              <td>
                {t(`cabin.${row.cabin}`)}
                <small>{row.withBag ? t('own.bag') : t('own.noBag')}</small>
              </td>
              <td className="sd-num">
                <bdi>{formatMoney(money(row.net, 'AED'), language)}</bdi>
              </td>
              <td className="sd-num">
                {mayEdit && row.status !== 'ended' ? (
                  <Form method="post" className="sd-inline">
                    <input type="hidden" name="id" value={row.id} />
                    <input type="hidden" name="version" value={row.version} />
                    <input name="seats" aria-label={t('own.perFlight')} defaultValue={row.seats} inputMode="numeric" maxLength={3} />
                    <button className="bo-btn" name="intent" value="resize">
                      {t('own.set')}
                    </button>
                  </Form>
                ) : (
                  number(row.seats)
                )}
                {row.seatsAsked !== null && (
                  <Form method="post" className="sd-acts">
                    <input type="hidden" name="id" value={row.id} />
                    <input type="hidden" name="version" value={row.version} />
                    <small className="sd-up">{t('own.seatsAsked', { n: formatNumber(row.seatsAsked, language) })}</small>
                    {mayEdit && !row.askedByMe && (
                      <button className="bo-btn bo-btn--p" name="intent" value="agree-seats">
                        {t('own.agreeSeats')}
                      </button>
                    )}
                    {mayEdit && (
                      <button className="bo-btn" name="intent" value="decline-seats">
                        {t(row.askedByMe ? 'own.withdrawSeats' : 'own.declineSeats')}
                      </button>
                    )}
                  </Form>
                )}
              </td>
              <td className="sd-num">{number(row.days)}</td>
              <td className="sd-num">{number(row.held)}</td>
              <td className="sd-num">{number(row.sold)}</td>
              <td>
                <Chip tone={tones[row.status]}>{t(`allotment.${row.status}`)}</Chip>
              </td>
              <td>
                <Form method="post" className="sd-acts">
                  <input type="hidden" name="id" value={row.id} />
                  <input type="hidden" name="version" value={row.version} />
                  {row.moves.map((event) =>
                    event === 'go-live' && row.mine ? (
                      <span key={event} className="sd-locked">
                        {t('own.secondPerson')}
                      </span>
                    ) : (
                      <button key={event} className={event === 'go-live' ? 'bo-btn bo-btn--p' : 'bo-btn'} name="event" value={event}>
                        {t(`move.${event}`)}
                      </button>
                    ),
                  )}
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DraftForm({ wrong }: { wrong: readonly AllotmentField[] }) {
  const t = useTexts('staff-supply');
  const fault = (field: AllotmentField) => (wrong.includes(field) ? t(`wrong.${field}`) : undefined);
  return (
    <Form className="sd-form" method="post">
      <Field label={t('field.flight')} wrong={fault('flight')} wide>
        <input name="flight" dir="ltr" maxLength={7} placeholder="EK7" required autoComplete="off" />
      </Field>
      <Field label={t('field.fromAirport')} wrong={fault('fromAirport')}>
        <input name="from" dir="ltr" maxLength={3} placeholder="DXB" required autoComplete="off" />
      </Field>
      <Field label={t('field.toAirport')} wrong={fault('toAirport')}>
        <input name="to" dir="ltr" maxLength={3} placeholder="LHR" required autoComplete="off" />
      </Field>
      <Field label={t('field.firstDay')} wrong={fault('firstDay')}>
        <input name="first" type="date" required />
      </Field>
      <Field label={t('field.lastDay')} wrong={fault('lastDay')}>
        <input name="last" type="date" required />
      </Field>
      <fieldset>
        <legend>{t('field.weekdays')}</legend>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <label key={day} className="sd-tick">
            <input type="checkbox" name="days" value={day} defaultChecked />
            {t(`weekday.${day}`)}
          </label>
        ))}
        {fault('weekdays') && <small role="alert">{fault('weekdays')}</small>}
      </fieldset>
      <Field label={t('own.cabin')}>
        <select name="cabin">
          {cabinsInOrder.map((cabin) => (
            <option key={cabin} value={cabin}>
              {t(`cabin.${cabin}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('field.seats')} wrong={fault('seats')}>
        <input name="seats" inputMode="numeric" maxLength={3} required />
      </Field>
      <Field label={t('field.net')} wrong={fault('net')}>
        <input name="net" inputMode="decimal" maxLength={9} required />
      </Field>
      <Field label={t('field.releaseDays')} wrong={fault('releaseDays')}>
        <input name="release" inputMode="numeric" maxLength={3} defaultValue="7" required />
      </Field>
      <label className="sd-tick sd-field--wide">
        <input type="checkbox" name="bag" value="1" defaultChecked />
        {t('own.bagIn')}
      </label>
      <button className="bo-btn bo-btn--p">{t('own.draftGo')}</button>
    </Form>
  );
}
