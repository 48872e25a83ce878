import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { watched } from './alert-rules.ts';
import { listAlerts } from './alerts-store.server.ts';
import { Change, FiguresHead, FiguresNav, Part, PeriodForm, RowsTable, Tiles, useFinding, useSay } from './figure-parts.tsx';
import { questionAddress } from './figure-view.ts';
import { LineChart } from './line-chart.tsx';
import { flightFunnelPage } from './flight-funnel-list.ts';
import { measureOf } from './measure-rules.ts';
import { readSupplierNames } from './name-member.server.ts';
import { openFlightFigures, routeColumns, type FlightFigures } from './open-flight-figures.server.ts';
import { addAlert, setAlert } from './work-alerts.server.ts';
import type { Route } from './+types/analytics-flights-page.ts';
import './analytics.css';

export const handle = { texts: ['analytics'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const [view, alerts, names] = await Promise.all([
    openFlightFigures(platform, url.searchParams),
    listAlerts(platform.db),
    readSupplierNames(platform.db),
  ]);
  return {
    ...view,
    columns: routeColumns,
    supplierNames: Object.fromEntries(names),
    alerts: alerts.map(({ changedAt: _at, changedBy: _by, ...rule }) => rule),
    edits: may(viewer, 'analytics:edit'),
    seesOrders: may(viewer, 'flight-orders:view'),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const platform = context.get(platformContext);
  const by = { userId: viewer.user.id, requestId: context.get(requestContext).requestId };
  const done = await (async () => {
    switch (text('do')) {
      case 'add':
        return addAlert(platform, by, {
          measure: text('measure'),
          supplier: text('supplier'),
          direction: text('direction'),
          threshold: text('threshold'),
          minutes: text('minutes'),
          least: text('least'),
        });
      case 'on':
      case 'off':
        return setAlert(platform, by, {
          id: text('id'),
          version: /^\d{1,9}$/.test(text('version')) ? Number(text('version')) : -1,
          active: text('do') === 'on',
        });
      default:
        throw new Response('Unknown form', { status: 400 });
    }
  })();
  return done.ok ? redirect('/admin/analytics/flights#alerts', 303) : done;
}

type Loaded = Route.ComponentProps['loaderData'];

export default function AnalyticsFlightsPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('analytics');
  const finding = useFinding();
  const say = useSay();
  const { ask, unticketed } = page;
  const success = page.tiles.find(({ measure }) => measure === 'ticketing-success')!;
  const records = (more: Readonly<Record<string, string>>) =>
    `/admin/analytics/records?${questionAddress(ask, { kind: 'flight', ...more })}`;
  const standing = t('flights.unticketed', { count: unticketed.orders, amount: say.value('revenue', unticketed.amount) });
  return (
    <div className="dl an">
      <FiguresHead title={t('flights.title')} head={page}>
        <Link className="bo-btn" to={flightFunnelPage}>
          {t('way.title')}
        </Link>
      </FiguresHead>
      <FiguresNav here="flights" />
      <PeriodForm head={page} kinds={false} />
      <Tiles figures={page.tiles} ask={ask} kind="flight" />
      <p className={`an-standing${unticketed.orders > 0 ? ' an-standing--act' : ''}`}>
        {page.seesOrders ? <Link to="/admin/orders/flights?queue=ticket-now">{standing}</Link> : standing}
      </p>
      <div className="an-grid">
        <Part wide="half" title={finding(success)} lead={t('flights.successLead')}>
          <LineChart series={page.success} measure="ticketing-success" head={page} finding={finding(success)} />
        </Part>
        <Part wide="half" title={t('flights.heat')} lead={t('flights.heatLead')}>
          <Heat page={page} />
        </Part>
        <Part wide="full" title={t('flights.routes')} lead={t('flights.routesLead')}>
          <Routes page={page} />
        </Part>
        <Part wide="half" title={t('flights.suppliers')} lead={t('flights.suppliersLead')}>
          <RowsTable
            rows={page.suppliers}
            measure="ticketing-success"
            by={t('split.supplier')}
            label={t('flights.suppliers')}
            name={(member) => page.supplierNames[member] ?? member}
            toOf={(member) => records({ measure: 'ticketing-success', by: 'supplier', member })}
            extra={{
              head: t('measure.minutes-to-ticket.name'),
              cell: (row) => <bdi>{say.value('minutes-to-ticket', (row as FlightFigures['suppliers'][number]).minutes.value)}</bdi>,
            }}
          />
        </Part>
        <Part wide="half" title={t('flights.airlines')} lead={t('flights.airlinesLead')}>
          <RowsTable
            rows={page.airlines}
            measure="ticketing-success"
            by={t('split.airline')}
            label={t('flights.airlines')}
            name={(member) => member}
            toOf={(member) => records({ measure: 'ticketing-success', by: 'airline', member })}
            extra={{
              head: t('measure.schedule-changes.name'),
              cell: (row) => <bdi>{say.value('schedule-changes', (row as FlightFigures['airlines'][number]).changes.value)}</bdi>,
            }}
          />
        </Part>
        <Part wide="full" title={<span id="alerts">{t('alerts.title')}</span>} lead={t('alerts.lead')}>
          {actionData && !actionData.ok && (
            <p className="dl-said dl-said--warn" role="alert">
              {t(`refused.${actionData.refused}`)}
            </p>
          )}
          <Alerts page={page} />
        </Part>
      </div>
    </div>
  );
}

function Heat({ page: { heat, ask } }: { page: Loaded }) {
  const t = useTexts('analytics');
  const language = useLanguage();
  const most = Math.max(1, ...heat.cells.flat().map((value) => value ?? 0));
  if (heat.origins.length === 0) return <p className="dl-quiet an-none">{t('none')}</p>;
  return (
    <>
      <h3 className="sr-only" id="heat">
        {t('flights.heat')}
      </h3>
      <ScrollRegion labelledBy="heat" className="an-rows">
        <table className="an-heat">
          <thead>
            <tr>
              <th scope="col">{t('flights.fromTo')}</th>
              {heat.destinations.map((to) => (
                <th key={to} scope="col" className="an-num">
                  {to}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heat.origins.map((from, row) => (
              <tr key={from}>
                <th scope="row">{from}</th>
                {heat.destinations.map((to, column) => {
                  const value = heat.cells[row]![column]!;
                  const part = value === null ? 0 : Math.sqrt(value / most);
                  return (
                    <td
                      key={to}
                      className="an-num"
                      style={
                        value === null
                          ? undefined
                          : { background: `color-mix(in srgb, var(--lagoon) ${Math.round(part * 50)}%, var(--surface))` }
                      }
                    >
                      {value === null ? (
                        <span className="an-still">–</span>
                      ) : (
                        <Link
                          to={`/admin/analytics/records?${questionAddress(ask, { kind: 'flight', measure: 'orders', by: 'route', member: `${from}-${to}` })}`}
                        >
                          {formatNumber(value, language)}
                        </Link>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function Routes({ page: { routes, columns, ask } }: { page: Loaded }) {
  const t = useTexts('analytics');
  const say = useSay();
  if (routes.length === 0) return <p className="dl-quiet an-none">{t('none')}</p>;
  return (
    <>
      <h3 className="sr-only" id="routes">
        {t('flights.routes')}
      </h3>
      <ScrollRegion labelledBy="routes" className="an-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('split.route')}</th>
              {columns.map((measure) => (
                <th key={measure} scope="col" className="an-num">
                  {t(`measure.${measure}.name`)}
                </th>
              ))}
              <th scope="col" className="an-num">
                {t('flights.revenueChange')}
              </th>
            </tr>
          </thead>
          <tbody>
            {routes.map(({ route, figures }) => (
              <tr key={route}>
                <th scope="row">
                  <Link
                    to={`/admin/analytics/records?${questionAddress(ask, { kind: 'flight', measure: 'orders', by: 'route', member: route })}`}
                  >
                    <bdi dir="ltr">{route.replace('-', ' → ')}</bdi>
                  </Link>
                </th>
                {figures.map((figure) => (
                  <td key={figure.measure} className="an-num">
                    <bdi>{say.value(figure.measure, figure.value)}</bdi>
                  </td>
                ))}
                <td className="an-num">
                  <Change figure={figures.find(({ measure }) => measure === 'revenue')!} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function Alerts({ page: { alerts, edits, supplierNames } }: { page: Loaded }) {
  const t = useTexts('analytics');
  const say = useSay();
  return (
    <>
      {alerts.length === 0 && <p className="dl-quiet an-none">{t('alerts.none')}</p>}
      {alerts.length > 0 && (
        <ul className="an-alerts">
          {alerts.map((rule) => (
            <li key={rule.id}>
              <span>
                {t(`alerts.${rule.direction}`, {
                  measure: t(`measure.${rule.measure}.name`),
                  limit: say.value(rule.measure, measureOf(rule.measure).unit === 'aed' ? rule.threshold : rule.threshold / 100),
                  minutes: rule.minutes,
                })}
                <small>
                  {t('alerts.least', { n: rule.least })}
                  {rule.supplier !== '' && (
                    <>
                      {' · '}
                      <bdi>{supplierNames[rule.supplier] ?? rule.supplier}</bdi>
                    </>
                  )}
                </small>
              </span>
              <span className={`dl-state${rule.active ? ' dl-state--good' : ''}`}>{t(rule.active ? 'alerts.on' : 'alerts.off')}</span>
              {edits && (
                <Form method="post" className="an-line">
                  <input type="hidden" name="id" value={rule.id} />
                  <input type="hidden" name="version" value={rule.version} />
                  <button className="bo-btn" name="do" value={rule.active ? 'off' : 'on'}>
                    {t(rule.active ? 'alerts.turnOff' : 'alerts.turnOn')}
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {edits ? (
        <Form method="post" className="dl-filters an-ask">
          <label>
            {t('ask.measure')}
            <select name="measure">
              {watched.map((measure) => (
                <option key={measure} value={measure}>
                  {t(`measure.${measure}.name`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('alerts.direction')}
            <select name="direction">
              <option value="below">{t('alerts.isBelow')}</option>
              <option value="above">{t('alerts.isAbove')}</option>
            </select>
          </label>
          <label>
            {t('alerts.threshold')}
            <input name="threshold" inputMode="decimal" required pattern="\d{1,6}(\.\d{1,2})?" defaultValue="97" size={6} />
          </label>
          <label>
            {t('alerts.minutes')}
            <input name="minutes" inputMode="numeric" required pattern="\d{1,4}" defaultValue="15" size={5} />
          </label>
          <label>
            {t('alerts.leastLabel')}
            <input name="least" inputMode="numeric" required pattern="\d{1,4}" defaultValue="5" size={5} />
          </label>
          <label>
            {t('split.supplier')}
            <select name="supplier">
              <option value="">{t('alerts.anySupplier')}</option>
              {Object.entries(supplierNames).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button className="bo-btn" name="do" value="add">
            {t('alerts.add')}
          </button>
        </Form>
      ) : (
        <p className="an-note">{t('alerts.mayNot')}</p>
      )}
    </>
  );
}
