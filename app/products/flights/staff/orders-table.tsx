import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { currencyDecimals } from '#app/values/money.ts';
import { deskAddress, deskSorts, type DeskSort, type DeskView } from './desk-address.ts';
import type { DeskColumn } from './desk-columns.ts';
import { pressing } from './desk-alert-rules.ts';
import { shownState } from '#app/commerce/orders/shown-state.ts';
import { DeskMoment, dayMonth, TimeLeft } from '#app/commerce/orders/staff/desk-time.tsx';
import type { DeskRow } from './flight-desk-store.server.ts';
import { StateChip } from './state-chip.tsx';

const sortable = deskSorts as readonly DeskColumn[];

type Suppliers = readonly { readonly code: string; readonly name: string }[];

/** The orders of a list in the columns its address asks for. */
export function OrdersTable({
  rows,
  view,
  now,
  pick,
  me,
  suppliers,
}: {
  rows: readonly DeskRow[];
  view: DeskView;
  now: number;
  pick: boolean;
  me: string;
  /** As the register names them. */
  suppliers: Suppliers;
}) {
  const t = useTexts('staff-orders');
  const lists = useTexts('staff-lists');
  const first = { ...view, after: null };
  return (
    <table className="fd-list">
      <thead>
        <tr>
          {pick && (
            <th scope="col" className="dl-pick">
              <span className="sr-only">{lists('bulk.pick')}</span>
            </th>
          )}
          {view.columns.map((column) =>
            sortable.includes(column) ? (
              <SortHead key={column} sort={column as DeskSort} view={first} end={column === 'total'} />
            ) : (
              <th key={column} scope="col">
                {t(`columns.${column}`)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {pick && (
              <td className="dl-pick">
                <input
                  type="checkbox"
                  form="bulk"
                  name="ref"
                  value={row.reference}
                  aria-label={lists('bulk.pickOne', { reference: row.reference })}
                />
              </td>
            )}
            {view.columns.map((column) => (
              <Cell key={column} column={column} row={row} now={now} me={me} suppliers={suppliers} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SortHead({ sort, view, end }: { sort: DeskSort; view: DeskView; end?: boolean }) {
  const t = useTexts('staff-orders');
  const mine = view.sort === sort;
  const address = deskAddress({ ...view, sort, descending: mine && !view.descending });
  return (
    <th scope="col" className={end ? 'fd-num' : undefined} aria-sort={mine ? (view.descending ? 'descending' : 'ascending') : undefined}>
      <Link to={address || '/admin/orders/flights'}>
        {t(`columns.${sort}`)}
        {mine && <Icon name={view.descending ? 'chevron-down' : 'chevron-up'} small />}
      </Link>
    </th>
  );
}

function Cell({ column, row, now, me, suppliers }: { column: DeskColumn; row: DeskRow; now: number; me: string; suppliers: Suppliers }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const decimals = currencyDecimals[row.total.currency];
  const none = <span className="fd-none">–</span>;
  const cells: Readonly<Record<DeskColumn, () => ReactNode>> = {
    limit: () => <TimeLeft until={row.limit} now={now} />,
    ref: () => (
      <Link className="fd-ref" to={`/admin/orders/flights/${row.reference}`}>
        <bdi>{row.reference}</bdi>
      </Link>
    ),
    state: () => (
      <>
        <StateChip state={shownState(row.status, row.paid)} />
        {row.kept && row.limit && (
          <small className="fd-kept">
            {t('keptUntil')} <DeskMoment at={row.limit} />
          </small>
        )}
      </>
    ),
    lead: () => (
      <>
        <bdi>{row.lead?.name ?? '–'}</bdi>
        {row.lead && row.lead.others > 0 && (
          <>
            {' '}
            <bdi dir="ltr" className="fd-more">
              +{row.lead.others}
            </bdi>
          </>
        )}
      </>
    ),
    route: () => (
      <bdi dir="ltr">
        {row.origin} <span aria-hidden="true">→</span>
        <span className="sr-only"> – </span> {row.destination}
      </bdi>
    ),
    departs: () => (
      <time dateTime={row.departsLocal}>
        <span>{dayMonth(row.departsLocal, language)}</span> <bdi>{row.departsLocal.slice(11, 16)}</bdi>
      </time>
    ),
    airline: () => <bdi className="fd-fin">{row.airline}</bdi>,
    pnr: () => (row.locators.length > 0 ? <bdi>{row.locators.join(' ')}</bdi> : none),
    supplier: () =>
      row.supplier === 'house' ? t('house') : <bdi>{suppliers.find(({ code }) => code === row.supplier)?.name ?? row.supplier}</bdi>,
    total: () => (
      <bdi>
        {row.total.currency !== 'AED' && `${row.total.currency} `}
        {formatNumber(row.total.amount / 10 ** decimals, language, decimals)}
      </bdi>
    ),
    paid: () => t(`paid.${row.paid}`),
    owner: () => (row.owner ? <Owner name={row.owner.name} mine={row.owner.id === me} /> : none),
    created: () => <DeskMoment at={row.created} />,
    alerts: () =>
      row.alerts.length === 0
        ? none
        : row.alerts.map((alert) => (
            <span key={alert} className={`dl-state${pressing.includes(alert) ? ' dl-state--now' : ''}`}>
              {t(`alerts.${alert}`)}
            </span>
          )),
  };
  return <td className={`${cellClass[column]}${column === 'paid' ? ` fd-paid--${row.paid}` : ''}`}>{cells[column]()}</td>;
}

const cellClass: Readonly<Record<DeskColumn, string>> = {
  limit: 'fd-c-limit',
  ref: 'fd-c-ref',
  state: 'fd-c-state',
  lead: 'fd-c-lead',
  route: 'fd-c-route',
  departs: 'fd-c-departs',
  airline: 'fd-c-air',
  pnr: 'fd-c-pnr',
  supplier: 'fd-c-supplier',
  total: 'fd-c-total fd-num',
  paid: 'fd-c-paid',
  owner: 'fd-c-owner',
  created: 'fd-c-created',
  alerts: 'fd-c-alerts',
};

/** A colleague by their initials; the whole name for who points at it or hears it. */
function Owner({ name, mine }: { name: string; mine: boolean }) {
  const initials = name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .slice(0, 2)
    .join('');
  return (
    <span className={mine ? 'fd-own fd-own--mine' : 'fd-own'} title={name}>
      <span aria-hidden="true">{initials}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}
