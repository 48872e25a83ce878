import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm, sameFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { LocalClock } from '#app/ui/date-text.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { calendarDate, dayNumber } from '#app/values/dates.ts';
import { flightsContext } from '../flights-context.ts';
import { announceDisruption, findSold } from '../supply/announce-disruption.server.ts';
import { disruptionKinds } from '../supply/disruption-rules.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { flightOfDay, readDisruption, readTyped, type DisruptionField, type TypedDisruption } from './disruption-form.ts';
import { disruptionList, type DisruptionColumn } from './disruption-list.ts';
import { readDisruptions, type ListedDisruption } from './read-disruptions.server.ts';
import { staffWith } from './read-staff.server.ts';
import { Card, Chip, Field, Said, SupplyHead } from './supply-parts.tsx';
import type { Route } from './+types/disruptions-page.ts';
import './schedules.css';

export const handle = { texts: ['staff-supply', 'staff-schedules', 'staff-orders', 'staff-lists'] };

const base = '/admin/flight-supply/disruptions';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const query = url.searchParams;
  const asked = { flight: query.get('flight') ?? '', fromAirport: query.get('fromAirport') ?? '', departsOn: query.get('departsOn') ?? '' };
  const read = flightOfDay.safeParse(asked);
  const looking = query.has('flight') && query.has('departsOn');
  const sold = looking && read.success ? await findSold(db, read.data) : null;
  const list = await openLongList(db, 'disruptions', disruptionList, (view, most) => readDisruptions(db, view, most), {
    viewer,
    search: query,
  });
  return {
    list,
    mayEdit: may(viewer, 'supply:edit'),
    asked,
    looked: looking ? (sold ? 'found' : read.success ? 'nobody' : 'unreadable') : null,
    sold: sold && { segment: sold.segment, orders: sold.orders, seats: sold.seats },
    formKey: newFormKey(),
    announced: query.has('announced') ? Number(query.get('announced')) || 0 : null,
  };
}

interface Answer {
  readonly typed: TypedDisruption;
  readonly wrong: readonly DisruptionField[];
  readonly refused: string | null;
  readonly key: string;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const staffId = staffWith(context.get(viewerContext), 'supply:edit', base);
  const form = await request.formData();
  const typed = readTyped(form);
  const read = readDisruption(typed);
  if (!read.ok) return data<Answer>({ typed, wrong: read.wrong, refused: null, key: sameFormKey(form) }, { status: 400 });
  const announced = await onceForForm<Awaited<ReturnType<typeof announceDisruption>>>(
    platform,
    { actor: `staff:${staffId}`, form, about: base },
    (progress) => announceDisruption(platform, context.get(flightsContext), { ...read.wish, staffId }, progress.answer),
  );
  if (!announced.ok)
    return data<Answer>(
      { typed, wrong: [], refused: announced.refused, key: newFormKey() },
      { status: announced.refused === 'changed-meanwhile' ? 409 : 400 },
    );
  return redirect(`${base}?announced=${announced.value.orders}`, 303);
}

export default function DisruptionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, mayEdit, looked, announced } = loaderData;
  const t = useTexts('staff-schedules');
  const refused = actionData?.refused
    ? t(`disruption.refused.${actionData.refused}`)
    : actionData
      ? t('disruption.wrong')
      : looked === 'nobody' || looked === 'unreadable'
        ? t(`disruption.${looked}`)
        : null;
  return (
    <div className="sd">
      <SupplyHead current="disruptions" sub={t('disruption.sub')} />
      <Said did={announced !== null && t('disruption.did', { n: announced })} refused={refused} />
      <div className="sd-stack">
        <section className="dl" aria-label={t('disruption.list')}>
          <ShortListSheet
            base={base}
            list={disruptionList}
            open={list}
            queueName={(queue) => t(`disruption.queue.${queue}`)}
            find={t('disruption.find')}
            filters={{
              what: {
                label: t('disruption.column.what'),
                any: t('disruption.anyKind'),
                options: disruptionKinds.map((id) => ({ id, name: t(`disruption.kind.${id}`) })),
              },
            }}
            none={
              <>
                <b>{t('disruption.none')}</b> {t('disruption.noneHow')}
              </>
            }
            exports={`${base}/export`}
            name={(column) => t(`disruption.column.${column}`)}
            rowKey={({ id }) => id}
            cell={(column, row) => <Cell column={column} row={row} />}
            cellClass={(column) => (column === 'why' ? 'sd-wrap' : undefined)}
            plain={['flight', 'what']}
          />
        </section>
        {mayEdit && (
          <Card title={t('disruption.begin')}>
            <div className="sd-card__in">
              <Begin {...loaderData} answer={actionData ?? null} />
            </div>
          </Card>
        )}
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Begin({ asked, sold, formKey, answer }: Loaded & { answer: Answer | null }) {
  const t = useTexts('staff-schedules');
  const of = answer?.typed ?? { ...asked };
  return (
    <>
      <Form className="sd-form" method="get">
        <p className="sd-quiet">{t('disruption.how')}</p>
        <Field label={t('disruption.flight')}>
          <input
            name="flight"
            dir="ltr"
            required
            maxLength={6}
            pattern="[A-Za-z0-9]{2}[0-9]{1,4}"
            placeholder="EK332"
            defaultValue={of.flight}
          />
        </Field>
        <Field label={t('disruption.from')}>
          <input
            name="fromAirport"
            dir="ltr"
            required
            maxLength={3}
            pattern="[A-Za-z]{3}"
            placeholder="DXB"
            defaultValue={of.fromAirport}
          />
        </Field>
        <Field label={t('disruption.day')} wide>
          <input name="departsOn" type="date" required defaultValue={of.departsOn} />
        </Field>
        <button className="bo-btn">{t('disruption.look')}</button>
      </Form>
      {sold && <Announce sold={sold} asked={asked} answer={answer} formKey={answer?.key ?? formKey} />}
    </>
  );
}

function Announce({
  sold,
  asked,
  answer,
  formKey,
}: {
  sold: NonNullable<Loaded['sold']>;
  asked: Loaded['asked'];
  answer: Answer | null;
  formKey: string;
}) {
  const t = useTexts('staff-schedules');
  const { segment, orders, seats } = sold;
  const typed = answer?.typed;
  const wrong = (name: DisruptionField) => (answer?.wrong.includes(name) ? t(`disruption.wrongField.${name}`) : undefined);
  return (
    <Form className="sd-form" method="post" action={`${base}?${new URLSearchParams(asked)}`}>
      <p>
        <b>
          <bdi dir="ltr">
            {segment.from}{' '}
            <Times departs={segment.departs.local} arrives={segment.arrives.local} from={segment.departs.local} to={segment.to} />
          </bdi>
        </b>{' '}
        {t('disruption.touches', { n: orders, seats })}
      </p>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="seen" value={orders} />
      <input type="hidden" name="flight" value={asked.flight} />
      <input type="hidden" name="fromAirport" value={asked.fromAirport} />
      <input type="hidden" name="departsOn" value={asked.departsOn} />
      <Field label={t('disruption.what')} wide wrong={wrong('kind')}>
        <select name="kind" defaultValue={typed?.kind ?? 'moved'}>
          {disruptionKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`disruption.kind.${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('disruption.departs', { airport: segment.from })} wide wrong={wrong('departsLocal')}>
        <input name="departsLocal" type="datetime-local" defaultValue={typed?.departsLocal ?? segment.departs.local} />
      </Field>
      <Field label={t('disruption.arrives', { airport: segment.to })} wide wrong={wrong('arrivesLocal')}>
        <input name="arrivesLocal" type="datetime-local" defaultValue={typed?.arrivesLocal ?? segment.arrives.local} />
      </Field>
      <Field label={t('disruption.newFlight')} wrong={wrong('newFlight')}>
        <input name="newFlight" dir="ltr" maxLength={6} defaultValue={typed?.newFlight} autoComplete="off" />
      </Field>
      <Field label={t('disruption.aircraft')} wrong={wrong('aircraft')}>
        <input name="aircraft" dir="ltr" maxLength={3} placeholder="77W" defaultValue={typed?.aircraft} autoComplete="off" />
      </Field>
      <Field label={t('disruption.aircraftName')} wide wrong={wrong('aircraftName')}>
        <input
          name="aircraftName"
          dir="ltr"
          maxLength={60}
          placeholder={segment.aircraftName}
          defaultValue={typed?.aircraftName}
          autoComplete="off"
        />
      </Field>
      <label className="sd-field--wide">
        <input type="checkbox" name="seatsLost" value="yes" defaultChecked={typed?.seatsLost === 'yes'} /> {t('disruption.seatsLost')}
      </label>
      <label className="sd-field--wide">
        <input type="checkbox" name="heldBack" value="yes" defaultChecked={typed?.heldBack === 'yes'} /> {t('disruption.heldBack')}
      </label>
      <Field label={t('disruption.reason')} wide wrong={wrong('reason')}>
        <input name="reason" required minLength={3} maxLength={300} dir="auto" defaultValue={typed?.reason} />
      </Field>
      <p className="sd-quiet">{t('disruption.effect')}</p>
      <button className="bo-btn bo-btn--danger">{t('disruption.go')}</button>
    </Form>
  );
}

/** Clocks at both ends, each with the days that it lies after the one the flight was sold for. */
function Times({ departs, arrives, from, to }: { departs: string; arrives: string; from: string; to?: string }) {
  const daysAfter = (local: string) => dayNumber(dayOf(local)) - dayNumber(dayOf(from));
  return (
    <>
      <LocalClock time={departs} plusDays={daysAfter(departs)} /> – {to} <LocalClock time={arrives} plusDays={daysAfter(arrives)} />
    </>
  );
}

const dayOf = (local: string) => calendarDate(local.slice(0, 10));

function Cell({ column, row }: { column: DisruptionColumn; row: ListedDisruption }): ReactNode {
  const t = useTexts('staff-schedules');
  const language = useLanguage();
  switch (column) {
    case 'flight':
      return (
        <>
          <Link to={`/admin/orders/flights/schedules?queue=all&find=${row.flight}`}>
            <bdi>{row.flight}</bdi>
          </Link>{' '}
          <small className="dl-quiet">
            <bdi>{row.fromAirport}</bdi>
          </small>
        </>
      );
    case 'day':
      return formatDate(row.departsOn, language);
    case 'what':
      return (
        <>
          {t(`disruption.kind.${row.kind}`)}{' '}
          <bdi dir="ltr">
            {row.departsLocal && row.arrivesLocal && (
              <>
                <Times departs={row.departsLocal} arrives={row.arrivesLocal} from={row.departsOn} />{' '}
              </>
            )}
            {[row.newFlight, row.aircraft].filter(Boolean).join(' ')}
          </bdi>{' '}
          {row.heldBack && <Chip tone="act">{t('state.held')}</Chip>}
        </>
      );
    case 'orders':
      return t('disruption.touched', { n: row.orders.all, open: row.orders.open });
    case 'why':
      return <bdi>{row.reason}</bdi>;
    case 'who':
      return <bdi>{row.by}</bdi>;
    case 'when':
      return <DeskMoment at={row.begunAt} />;
  }
}
