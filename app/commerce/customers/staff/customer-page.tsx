import { data, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { findLastChange } from '#app/platform/audit.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { openNotes } from '../../record-notes/open-notes.server.ts';
import { deskRecord } from '../../record-notes/record-kinds.ts';
import { RecordWatch } from '../../record-notes/record-watch.tsx';
import { KeptSaid, typedIn } from '../../supply/kept-fields.tsx';
import { CustomerAside } from './customer-aside.tsx';
import { actOnCustomer } from './customer-acts.server.ts';
import { RecordLine } from './customer-line.tsx';
import { lineShows } from './customer-line.ts';
import { customerRefusals, customerSaid } from './customer-said.ts';
import { OrdersTable } from './orders-table.tsx';
import { openCustomer, type OpenCustomer } from './open-customer.server.ts';
import { RiskChip } from './risk-chip.tsx';
import type { Route } from './+types/customer-page.ts';
import '../../supply/supply-desk.css';
import './customer.css';

export const handle = {
  texts: ['staff-customers', 'orders', 'staff-inquiries', 'staff-consultations', 'staff-tickets', 'staff-records', 'staff-editions'],
};

const base = '/admin/customers';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const show = lineShows.find((one) => one === url.searchParams.get('show')) ?? 'all';
  const platform = context.get(platformContext);
  const desk = await openNotes(platform, viewer, deskRecord('customer', { id: params.id, handle: params.id }));
  const customer = await openCustomer(platform, viewer, params.id, show, language);
  if (!customer) throw new Response('Not found', { status: 404 });
  const last = await findLastChange(platform.db, [`customers:${params.id}`]);
  const lastBy = last?.actor.replace(/^staff:/, '') ?? '';
  return {
    customer,
    // Whose change somebody meets who had the page open before it.
    lastBy: last && { mine: lastBy === viewer.user.id, name: (await findStaffNames(platform.db, [lastBy])).get(lastBy) ?? null },
    // Of a duplicate, everything is with the record that stays.
    desk: customer.mergedInto ? { ...desk, writes: false } : desk,
    // What was typed of a company that nobody knows by that name.
    typed: (url.searchParams.get('company') ?? '').slice(0, 160),
    did: customerSaid.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: customerRefusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { requestId } = context.get(requestContext);
  const form = await request.formData();
  const { to, cookie, overtaken } = await actOnCustomer(context.get(platformContext), viewer, params.id, form, requestId);
  if (overtaken) return data({ act: overtaken, kept: { typed: typedIn(form), unread: [], overtaken: true } }, 422);
  return redirect(to, { status: 303, ...(cookie ? { headers: { 'Set-Cookie': cookie } } : {}) });
}

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, desk, typed, did, refused } = loaderData;
  const t = useTexts('staff-customers');
  const language = useLanguage();
  const { block } = customer;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{customer.name}</bdi>
        </h1>
        <p>
          {t(customer.hasAccount ? 'account' : 'guest')} · {t('record.since', { date: formatDate(customer.since, language) })}
          {customer.company && (
            <>
              {' '}
              ·{' '}
              <Link to={`${base}/companies/${customer.company.id}`}>
                <bdi>{customer.company.name}</bdi>
              </Link>
            </>
          )}
        </p>
        <Link className="bo-btn" to={base}>
          {t('record.back')}
        </Link>
      </header>
      {!customer.mergedInto && <RecordWatch desk={desk} />}
      {did && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`did.${did}`)}
        </p>
      )}
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${refused}`)}
        </p>
      )}
      {actionData && <KeptSaid kept={actionData.kept} by={loaderData.lastBy} nameOf={(field) => field} />}
      {customer.mergedInto && (
        <p className="dl-said dl-said--warn">
          <Icon name="info" />
          <span>
            {t('record.mergedInto')} <Link to={`${base}/${customer.mergedInto}`}>{t('record.openKept')}</Link>
          </span>
        </p>
      )}
      {block && (
        <p className="dl-said dl-said--warn">
          <Icon name="lock" />
          {t('record.blocked', {
            date: formatDate(block.on, language),
            name: block.by,
            reason: t(`block.reason.${block.reason}`),
          })}
        </p>
      )}
      <Facts customer={customer} />
      <div className="dl-record">
        <div>
          <Orders customer={customer} />
          <Credit customer={customer} />
          <RecordLine here={`${base}/${customer.id}`} line={customer.line} />
        </div>
        <CustomerAside customer={customer} desk={desk} company={typed} overtaken={actionData ?? null} />
      </div>
    </div>
  );
}

function Facts({ customer }: { customer: OpenCustomer }) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  const owes = customer.balance.amount > 0;
  return (
    <dl className="cu-facts">
      <div>
        <dt>{t('record.orders')}</dt>
        <dd>{formatNumber(customer.orders, language)}</dd>
      </div>
      <div>
        <dt>{t('record.lifetime')}</dt>
        <dd>
          {formatMoney(customer.lifetime, language)}
          <small>{t('record.lifetimeHint')}</small>
        </dd>
      </div>
      <div className={owes ? 'cu-warm' : undefined}>
        <dt>{t('record.balance')}</dt>
        <dd>
          {formatMoney(customer.balance, language)}
          <small>{t(owes ? 'record.due' : 'record.settled')}</small>
        </dd>
      </div>
      <div>
        <dt>{t('record.contact')}</dt>
        <dd>{formatDate(customer.contact, language)}</dd>
      </div>
      <div>
        <dt>{t('record.risk')}</dt>
        <dd>
          <RiskChip risk={customer.risk} />
          {customer.tags.length > 0 && <small>{customer.tags.map((tag) => t(`tag.${tag}`)).join(' · ')}</small>}
        </dd>
      </div>
    </dl>
  );
}

/** What the house owes them as credit; nothing where there is none, as most never had any. */
function Credit({ customer: { credit, may } }: { customer: OpenCustomer }) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  if (credit.lots.length === 0) return null;
  return (
    <section className="cu-card">
      <header>
        <h2 id="credit">{t('credit.title')}</h2>
        <p>
          {credit.balance.length === 0
            ? t('credit.nothing')
            : t('credit.toSpend', { sum: credit.balance.map((sum) => `\u2068${formatMoney(sum, language)}\u2069`).join(' + ') })}
        </p>
        {may.invoices && (
          <span>
            <Link to="/admin/invoices/credit">{t('credit.list')}</Link>
          </span>
        )}
      </header>
      <ScrollRegion labelledBy="credit" className="cu-rows">
        <table>
          <thead>
            <tr>
              {(['from', 'part', 'ends'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`credit.${column}`)}
                </th>
              ))}
              <th scope="col" className="cu-figure">
                {t('credit.left')}
              </th>
            </tr>
          </thead>
          <tbody>
            {credit.lots.map((lot) => (
              <tr key={lot.id}>
                <td>
                  {lot.order === null ? (
                    t('credit.points')
                  ) : (
                    <Link to={`/admin/orders/${lot.order}`}>
                      <bdi>{lot.order}</bdi>
                    </Link>
                  )}
                </td>
                <td>{t(`credit.parts.${lot.part}`)}</td>
                <td>
                  {formatDate(lot.endsOn, language)}
                  {lot.state !== 'open' && <small className="dl-quiet"> {t(`credit.states.${lot.state}`)}</small>}
                </td>
                <td className="cu-figure">
                  <bdi>{formatMoney(lot.left, language)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Orders({ customer }: { customer: OpenCustomer }) {
  const t = useTexts('staff-customers');
  return (
    <section className="cu-card">
      <header>
        <h2 id="orders">{t('orders.title')}</h2>
        {customer.trips.length > 0 && <p>{t('orders.sub', { count: customer.trips.length })}</p>}
        <span>
          {customer.may.invoices && customer.account && (
            <Link to={`/admin/invoices?find=customer:${customer.account}`}>{t('orders.invoices')}</Link>
          )}{' '}
          {customer.may.money && customer.account && (
            <Link to={`/admin/invoices/statement?of=${customer.account}`}>{t('orders.statement')}</Link>
          )}{' '}
          {customer.may.quotes && <Link to={`/admin/orders/flights/quotes?customer=${customer.id}`}>{t('orders.quotes')}</Link>}{' '}
          {customer.may.quote && <Link to={`/admin/orders/flights/quotes/new?customer=${customer.id}`}>{t('orders.newQuote')}</Link>}
        </span>
      </header>
      {customer.trips.length === 0 ? <p className="dl-quiet">{t('orders.none')}</p> : <OrdersTable of={customer.trips} />}
    </section>
  );
}
