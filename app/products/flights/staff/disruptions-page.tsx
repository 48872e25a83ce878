import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { flightsContext } from '../flights-context.ts';
import { announceDisruption, findSold } from '../supply/announce-disruption.server.ts';
import { disruptionKinds } from '../supply/disruption-rules.ts';
import { countTouched, listDisruptions } from '../supply/disruptions-store.server.ts';
import { DeskMoment } from './desk-time.tsx';
import { flightOfDay, readDisruption, readTyped, type DisruptionField, type TypedDisruption } from './disruption-form.ts';
import { staffWith } from './read-staff.server.ts';
import { Card, Chip, Field, Said, SupplyHead } from './supply-parts.tsx';
import type { Route } from './+types/disruptions-page.ts';
import './schedules.css';

export const handle = { texts: ['staff-supply', 'staff-schedules', 'staff-orders', 'staff-lists'] };

const base = '/admin/flight-supply/disruptions';
const pageSize = 30;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const query = url.searchParams;
  const asked = { flight: query.get('flight') ?? '', fromAirport: query.get('fromAirport') ?? '', departsOn: query.get('departsOn') ?? '' };
  const read = flightOfDay.safeParse(asked);
  const looking = query.has('flight') && query.has('departsOn');
  const sold = looking && read.success ? await findSold(db, read.data) : null;
  const find = (query.get('find') ?? '').trim().toUpperCase().slice(0, 6);
  const [at, id] = (query.get('after') ?? '').split('~');
  const after = at && id && !Number.isNaN(Date.parse(at)) && /^[\w-]{1,64}$/.test(id) ? { at: new Date(at).toISOString(), id } : null;
  const { rows, next } = await listDisruptions(db, { flight: find, after }, pageSize);
  const [touched, names] = await Promise.all([
    countTouched(
      db,
      rows.map((row) => row.id),
    ),
    findStaffNames(
      db,
      rows.map(({ begunBy }) => begunBy.replace('staff:', '')),
    ),
  ]);
  return {
    mayEdit: may(context.get(viewerContext), 'supply:edit'),
    asked,
    looked: looking ? (sold ? 'found' : read.success ? 'nobody' : 'unreadable') : null,
    sold: sold && { segment: sold.segment, orders: sold.orders, seats: sold.seats },
    find,
    after: after !== null,
    next,
    formKey: newFormKey(),
    announced: query.has('announced') ? Number(query.get('announced')) || 0 : null,
    rows: rows.map((row) => ({
      ...row,
      begunAt: row.begunAt.toISOString(),
      by: names.get(row.begunBy.replace('staff:', '')) ?? '–',
      orders: touched.get(row.id) ?? { all: 0, open: 0 },
    })),
  };
}

interface Answer {
  readonly typed: TypedDisruption;
  readonly wrong: readonly DisruptionField[];
  readonly refused: string | null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const staffId = staffWith(context.get(viewerContext), 'supply:edit', base);
  const form = await request.formData();
  const typed = readTyped(form);
  const read = readDisruption(typed);
  if (!read.ok) return data<Answer>({ typed, wrong: read.wrong, refused: null }, { status: 400 });
  const announced = await onceForForm<Awaited<ReturnType<typeof announceDisruption>>>(
    platform,
    { actor: `staff:${staffId}`, form, about: base },
    (progress) => announceDisruption(platform, context.get(flightsContext), { ...read.wish, staffId }, progress.answer),
  );
  if (!announced.ok)
    return data<Answer>(
      { typed, wrong: [], refused: announced.refused },
      { status: announced.refused === 'changed-meanwhile' ? 409 : 400 },
    );
  return redirect(`${base}?announced=${announced.value.orders}`, 303);
}

export default function DisruptionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, find, mayEdit, looked, announced } = loaderData;
  const t = useTexts('staff-schedules');
  const supply = useTexts('staff-supply');
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
      <div className="sd-split">
        <Card
          title={t('disruption.list')}
          sub={t('disruption.listSub')}
          end={
            <Form className="sl-find" method="get" role="search">
              <label>
                <span className="sr-only">{t('disruption.find')}</span>
                <input id="find" name="find" type="search" dir="ltr" size={8} maxLength={6} defaultValue={find} placeholder="EK332" />
              </label>{' '}
              <button className="bo-btn">{t('apply')}</button>
            </Form>
          }
        >
          {rows.length === 0 ? (
            <p className="sd-none">
              <b>{t(find ? 'noneMatch' : 'disruption.none')}</b>
              {find ? <Link to={base}>{t('clear')}</Link> : t('disruption.noneHow')}
            </p>
          ) : (
            <DisruptionTable rows={rows} />
          )}
          {(next || loaderData.after) && (
            <p className="sd-card__in">
              {loaderData.after && <Link to={base}>{t('disruption.first')}</Link>}{' '}
              {next && (
                <Link
                  className="bo-btn"
                  to={`${base}?${new URLSearchParams({ ...(find ? { find } : {}), after: `${next.at}~${next.id}` })}`}
                >
                  {t('disruption.next')}
                </Link>
              )}
            </p>
          )}
        </Card>
        <Card title={t('disruption.begin')}>
          <div className="sd-card__in">
            {mayEdit ? <Begin {...loaderData} answer={actionData ?? null} /> : <p className="sd-locked">{supply('locked')}</p>}
          </div>
        </Card>
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
      {sold && <Announce sold={sold} asked={asked} answer={answer} formKey={formKey} />}
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
  const route = `${segment.from} ${segment.departs.local.slice(11, 16)} – ${segment.to} ${segment.arrives.local.slice(11, 16)}`;
  return (
    <Form className="sd-form" method="post" action={`${base}?${new URLSearchParams(asked)}`}>
      <p>
        <b>
          <bdi dir="ltr">{route}</bdi>
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

function DisruptionTable({ rows }: { rows: Loaded['rows'] }) {
  const t = useTexts('staff-schedules');
  const language = useLanguage();
  return (
    <div className="sd-table">
      <table>
        <thead>
          <tr>
            {(['flight', 'day', 'what', 'orders', 'why', 'who'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`disruption.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{row.flight}</bdi>{' '}
                <small>
                  <bdi>{row.fromAirport}</bdi>
                </small>
              </th>
              <td>{formatDate(row.departsOn, language)}</td>
              <td>
                {t(`disruption.kind.${row.kind}`)}{' '}
                <bdi dir="ltr">
                  {[row.departsLocal && `${row.departsLocal.slice(11)} – ${row.arrivesLocal?.slice(11)}`, row.newFlight, row.aircraft]
                    .filter(Boolean)
                    .join(' ')}
                </bdi>{' '}
                {row.heldBack && <Chip tone="act">{t('state.held')}</Chip>}
              </td>
              <td>
                <Link to={`/admin/orders/flights/schedules?queue=all&find=${row.flight}`}>
                  {t('disruption.touched', { n: row.orders.all, open: row.orders.open })}
                </Link>
              </td>
              <td className="sd-wrap">
                <bdi>{row.reason}</bdi>
              </td>
              <td>
                <bdi>{row.by}</bdi>{' '}
                <small>
                  <DeskMoment at={row.begunAt} />
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
