import type { ReactNode } from 'react';
import { data, Form, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { flightsContext } from '../flights-context.ts';
import { cabinsInOrder } from '../offer.ts';
import { readAllotment, type AllotmentField } from '../supply/allotment-form.ts';
import { allotmentEvents, type AllotmentStatus } from '../supply/allotment-status.ts';
import { importAllotments, type ImportedLine } from '../supply/import-allotments.server.ts';
import { answerSeats, draftAllotment, moveAllotment, resizeAllotment } from '../supply/keep-allotment.server.ts';
import { allotmentList, type AllotmentColumn, type ListedAllotment } from './allotment-list.ts';
import { readAllotments } from './read-allotments.server.ts';
import { oneOf, staffWith } from './read-staff.server.ts';
import { Card, Chip, Field, Said, SupplyHead, type ChipTone } from './supply-parts.tsx';
import type { Route } from './+types/own-fares-page.ts';

export const handle = { texts: ['staff-supply', 'staff-lists'] };

const here = '/admin/flight-supply/own-fares';

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
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const rows = await readAllotments(platform, viewer);
  return {
    mayEdit: may(viewer, 'supply:edit'),
    list: await openShortList(platform.db, 'own-fares', allotmentList, rows, { viewer, search: url.searchParams, language }),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: oneOf(refusals, url.searchParams.get('refused')),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
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
  const language = useLanguage();
  const t = useTexts('staff-supply');
  const { list, mayEdit, did, refused } = loaderData;
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
                      ? t('own.lineWrong', { fields: line.wrong.map((field) => t(`field.${field}`)).join(comma(language)) })
                      : t(`refused.${line.outcome}`)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="sd-stack">
        <section className="dl" aria-label={t('own.title')}>
          <ShortListSheet
            base={here}
            list={allotmentList}
            open={list}
            queueName={(queue) => (queue === 'all' ? t('status.all') : t(`allotment.${queue}`))}
            find={t('own.find')}
            filters={{
              cabin: {
                label: t('own.cabin'),
                any: t('own.everyCabin'),
                options: cabinsInOrder.map((id) => ({ id, name: t(`cabin.${id}`) })),
              },
            }}
            none={`${t('own.none')} ${t('own.noneHow')}`}
            exports={`${here}/export`}
            name={(column) => (column === 'act' ? t('act') : t(`own.${column}`))}
            rowKey={({ id }) => id}
            cell={(column, row) => <Cell column={column} row={row} mayEdit={mayEdit} />}
            cellClass={(column, { status }) => (column === 'state' && status === 'review' ? 'dl-late' : undefined)}
            figures={['net', 'days', 'held', 'sold']}
            plain={['id', 'flight', 'state', 'act']}
          />
        </section>
        {mayEdit && (
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
        )}
      </div>
    </div>
  );
}

function Cell({ column, row, mayEdit }: { column: AllotmentColumn; row: ListedAllotment; mayEdit: boolean }): ReactNode {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  switch (column) {
    case 'id':
      return <bdi>{row.id}</bdi>;
    case 'flight':
      return (
        <bdi dir="ltr">
          {row.airline}
          {row.number} {row.fromAirport} → {row.toAirport}
        </bdi>
      );
    case 'dates':
      return (
        <>
          {formatDate(row.firstDay, language)} – {formatDate(row.lastDay, language)}{' '}
          <small className="dl-quiet">
            {row.weekdays === 127
              ? t('own.daily')
              : [0, 1, 2, 3, 4, 5, 6]
                  .filter((bit) => row.weekdays & (1 << bit))
                  .map((bit) => t(`weekday.${bit + 1}`))
                  .join(comma(language))}
            {' · '}
            {t('own.releases', { n: row.releaseDays })}
          </small>
        </>
      );
    case 'cabin':
      return (
        <>
          {t(`cabin.${row.cabin}`)} <small className="dl-quiet">{row.withBag ? t('own.bag') : t('own.noBag')}</small>
        </>
      );
    case 'net':
      return <bdi>{formatMoney(money(row.net, 'AED'), language)}</bdi>;
    case 'perFlight':
      return <Seats row={row} mayEdit={mayEdit} />;
    case 'days':
    case 'held':
    case 'sold':
      return <bdi>{formatNumber(row[column], language)}</bdi>;
    case 'state':
      return <Chip tone={tones[row.status]}>{t(`allotment.${row.status}`)}</Chip>;
    case 'act':
      return <Moves row={row} />;
  }
}

/** What it has on each flight; more than it has needs a second person. */
function Seats({ row, mayEdit }: { row: ListedAllotment; mayEdit: boolean }) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  return (
    <>
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
        <bdi>{formatNumber(row.seats, language)}</bdi>
      )}
      {row.seatsAsked !== null && (
        <DeskForm facts method="post" className="sd-acts">
          <input type="hidden" name="id" value={row.id} />
          <input type="hidden" name="version" value={row.version} />
          <small className="sd-up">{t('own.seatsAsked', { count: row.seatsAsked, n: formatNumber(row.seatsAsked, language) })}</small>
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
        </DeskForm>
      )}
    </>
  );
}

function Moves({ row }: { row: ListedAllotment }) {
  const t = useTexts('staff-supply');
  return (
    <DeskForm method="post" className="sd-acts">
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
    </DeskForm>
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
