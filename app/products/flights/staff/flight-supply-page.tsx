import { Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMilliseconds, dayMs, parseCalendarDate } from '#app/values/dates.ts';
import { flightsContext } from '../flights-context.ts';
import type { ShownCircuit } from '../supplier/circuits.server.ts';
import { listSuppliers } from '../supply/flight-suppliers-store.server.ts';
import { listStops, type StopSaleRow } from '../supply/stop-sale-store.server.ts';
import { stopsSource } from '../supply/stop-sale-rules.ts';
import { beginStop, endStop } from '../supply/stop-selling.server.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { oneOf, staffWith } from './read-staff.server.ts';
import { noFigures, readSourceFigures } from './supply-figures-store.server.ts';
import { Card, Chip, Field, Said, SupplyHead } from './supply-parts.tsx';
import type { Route } from './+types/flight-supply-page.ts';

export const handle = { texts: ['staff-supply', 'staff-orders'] };

const dids = ['stopped', 'lifted'] as const;
const refusals = ['stops-nothing', 'no-reason', 'dates-reversed', 'not-in-force'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const flights = context.get(flightsContext);
  const [suppliers, stops, figures] = await Promise.all([
    listSuppliers(db),
    listStops(db),
    readSourceFigures(db, addMilliseconds(clock.now(), -30 * dayMs)),
  ]);
  const standing = stops.filter((stop) => stop.liftedAt === null);
  const names = await findStaffNames(
    db,
    stops.flatMap(({ begunBy, liftedBy }) => [begunBy, liftedBy ?? '']).map((actor) => actor.replace('staff:', '')),
  );
  const name = (actor: string | null) => names.get((actor ?? '').replace('staff:', '')) ?? '–';
  return {
    mayEdit: may(context.get(viewerContext), 'supply:edit'),
    sources: flights.desk.sources.map(({ code }) => {
      const supplier = suppliers.find((each) => each.code === code);
      const stop = standing.find((each) => stopsSource(each, code)) ?? null;
      return {
        code,
        name: supplier?.name ?? code,
        status: supplier?.status ?? null,
        stop: stop?.id ?? null,
        circuit: flights.desk.circuits.show(code, clock.now()),
        ...(figures.get(code) ?? noFigures),
      };
    }),
    stops: stops.map((stop) => ({ ...stop, by: name(stop.begunBy), lifter: name(stop.liftedBy) })),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: oneOf(refusals, url.searchParams.get('refused')),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
  const staffId = staffWith(context.get(viewerContext), 'supply:edit', '/admin/flight-supply');
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const code = (name: string, pattern: RegExp) => (pattern.test(text(name).toUpperCase()) ? text(name).toUpperCase() : null);
  const lift = text('lift');
  const done = lift
    ? await endStop(platform, flights, { id: lift, staffId })
    : await beginStop(platform, flights, {
        stop: {
          source: flights.desk.sources.find((source) => source.code === text('source'))?.code ?? null,
          airline: code('airline', /^[A-Z0-9]{2}$/),
          fromAirport: code('from', /^[A-Z]{3}$/),
          toAirport: code('to', /^[A-Z]{3}$/),
          travelFrom: parseCalendarDate(text('travelFrom')),
          travelUntil: parseCalendarDate(text('travelUntil')),
          flight: code('flight', /^[A-Z0-9]{2}\d{1,4}$/),
        },
        reason: text('reason').slice(0, 300),
        staffId,
      });
  return redirect(`/admin/flight-supply?${done.ok ? `did=${lift ? 'lifted' : 'stopped'}` : `refused=${done.refused}`}`, 303);
}

export default function FlightSupplyPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const { sources, stops, mayEdit, did, refused } = loaderData;
  const standing = stops.filter((stop) => stop.liftedAt === null);
  const over = stops.filter((stop) => stop.liftedAt !== null);
  const number = (value: number, decimals = 0) => <bdi>{formatNumber(value, language, decimals)}</bdi>;
  return (
    <div className="sd">
      <SupplyHead current="sources" sub={t('sources.sub', { n: standing.length })} />
      <Said did={did && t(`did.${did}`)} refused={refused && t(`refused.${refused}`)} />
      <div className="sd-split">
        <div className="sd-stack">
          <Card title={t('sources.title')} sub={t('sources.since')}>
            <div className="sd-table">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('sources.source')}</th>
                    <th scope="col">{t('sources.selling')}</th>
                    {(['orders', 'ticketed', 'calls', 'refusedCalls', 'silent', 'slow'] as const).map((column) => (
                      <th key={column} scope="col" className="sd-num">
                        {t(`sources.${column}`)}
                      </th>
                    ))}
                    {mayEdit && (
                      <th scope="col">
                        <span className="sr-only">{t('act')}</span>
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {sources.map((source) => (
                    <tr key={source.code}>
                      <th scope="row">
                        {source.status ? (
                          <Link to={`/admin/supply/flights/supplier-register/${source.code}`}>
                            <bdi>{source.name}</bdi>
                          </Link>
                        ) : (
                          <bdi>{source.name}</bdi>
                        )}
                        <small>
                          <bdi>{source.code}</bdi>
                        </small>
                      </th>
                      <td>
                        {source.stop ? (
                          <Chip tone="bad">{t('sources.stopped')}</Chip>
                        ) : source.status !== null && source.status !== 'active' ? (
                          <Chip tone="act">{t('sources.supplierIdle')}</Chip>
                        ) : (
                          <Chip tone="good">{t('sources.sells')}</Chip>
                        )}
                        <small>
                          <CircuitSaid circuit={source.circuit} />
                        </small>
                      </td>
                      <td className="sd-num">{number(source.orders)}</td>
                      <td className="sd-num">{number(source.ticketed)}</td>
                      <td className="sd-num">{number(source.calls)}</td>
                      <td className="sd-num">{number(source.refused)}</td>
                      <td className="sd-num">{number(source.unknown)}</td>
                      <td className="sd-num">{source.slow === null ? '–' : <bdi>{formatNumber(source.slow, language, 1)} s</bdi>}</td>
                      {mayEdit && (
                        <td>
                          <Form method="post">
                            {source.stop ? (
                              <button className="bo-btn" name="lift" value={source.stop}>
                                {t('stops.lift')}
                              </button>
                            ) : (
                              <>
                                <input type="hidden" name="source" value={source.code} />
                                <input type="hidden" name="reason" value={t('sources.switchedOff')} />
                                <button className="bo-btn">{t('sources.stop')}</button>
                              </>
                            )}
                          </Form>
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Card>
          <Card title={t('stops.title')} sub={t('stops.sub')}>
            {standing.length === 0 ? (
              <p className="sd-none">
                <b>{t('stops.none')}</b>
                {t('stops.noneHow')}
              </p>
            ) : (
              <StopTable stops={standing} mayEdit={mayEdit} />
            )}
          </Card>
          {over.length > 0 && (
            <Card title={t('stops.over')}>
              <StopTable stops={over} mayEdit={false} />
            </Card>
          )}
        </div>
        {mayEdit && (
          <Card title={t('stops.begin')}>
            <div className="sd-card__in">
              <StopForm codes={sources.map(({ code }) => code)} />
            </div>
          </Card>
        )}
      </div>
    </div>
  );
}

/** Whether lists are asked of a source at this moment; an open circuit says since what and until when. */
function CircuitSaid({ circuit }: { circuit: ShownCircuit }) {
  const t = useTexts('staff-supply');
  if (circuit.state === 'closed') return t('circuit.closed');
  return (
    <span className="sd-up">
      {t(`circuit.${circuit.state}`)} {circuit.state === 'open' && circuit.triedAt && <DeskMoment at={circuit.triedAt} seconds />} ·{' '}
      <bdi>{circuit.reason}</bdi>
    </span>
  );
}

function StopForm({ codes }: { codes: readonly string[] }) {
  const t = useTexts('staff-supply');
  return (
    <Form className="sd-form" method="post">
      <p className="sd-quiet">{t('stops.how')}</p>
      <Field label={t('stops.source')} wide>
        <select name="source">
          <option value="">{t('stops.any')}</option>
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </Field>
      <Field label={t('stops.airline')} wide>
        <input name="airline" dir="ltr" maxLength={2} pattern="[A-Za-z0-9]{2}" placeholder="EK" autoComplete="off" />
      </Field>
      <Field label={t('stops.flight')} wide>
        <input name="flight" dir="ltr" maxLength={6} pattern="[A-Za-z0-9]{2}[0-9]{1,4}" placeholder="EK332" autoComplete="off" />
      </Field>
      <Field label={t('stops.from')}>
        <input name="from" dir="ltr" maxLength={3} pattern="[A-Za-z]{3}" placeholder="DXB" autoComplete="off" />
      </Field>
      <Field label={t('stops.to')}>
        <input name="to" dir="ltr" maxLength={3} pattern="[A-Za-z]{3}" placeholder="LHR" autoComplete="off" />
      </Field>
      <Field label={t('stops.travelFrom')}>
        <input name="travelFrom" type="date" />
      </Field>
      <Field label={t('stops.travelUntil')}>
        <input name="travelUntil" type="date" />
      </Field>
      <Field label={t('reason')} wide>
        <input name="reason" required minLength={3} maxLength={300} dir="auto" />
      </Field>
      <button className="bo-btn bo-btn--p">{t('stops.go')}</button>
    </Form>
  );
}

function StopTable({ stops, mayEdit }: { stops: readonly (StopSaleRow & { by: string; lifter: string })[]; mayEdit: boolean }) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const day = (date: string | null) => (date ? formatDate(date, language) : t('stops.open'));
  return (
    <div className="sd-table">
      <table>
        <thead>
          <tr>
            {(['what', 'travel', 'why', 'who'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`stops.${column}`)}
              </th>
            ))}
            {mayEdit && (
              <th scope="col">
                <span className="sr-only">{t('act')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {stops.map((stop) => (
            <tr key={stop.id} className={stop.liftedAt ? 'sd-over' : undefined}>
              <td>
                <bdi dir="ltr">
                  {[
                    stop.source,
                    stop.airline,
                    stop.flight,
                    stop.fromAirport || stop.toAirport ? `${stop.fromAirport ?? '*'} → ${stop.toAirport ?? '*'}` : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </bdi>
              </td>
              <td>{stop.travelFrom || stop.travelUntil ? `${day(stop.travelFrom)} – ${day(stop.travelUntil)}` : t('stops.always')}</td>
              <td className="sd-wrap">
                <bdi>{stop.reason}</bdi>
              </td>
              <td>
                <bdi>{stop.by}</bdi>
                <small>
                  <DeskMoment at={new Date(stop.begunAt).toISOString()} />
                </small>
                {stop.liftedAt && <small>{t('stops.liftedBy', { name: stop.lifter })}</small>}
              </td>
              {mayEdit && (
                <td>
                  <Form method="post">
                    <button className="bo-btn" name="lift" value={stop.id}>
                      {t('stops.lift')}
                    </button>
                  </Form>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
