import { positions, type Position } from '#app/commerce/ledger/ledger-postings.ts';
import { refundedPart } from '#app/commerce/orders/shown-state.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { displayCurrencies, type DisplayCurrency } from '#app/values/preferences.ts';
import { flightOrderStates, type FlightOrderState } from '../order/flight-order-status.ts';
import { twinStates } from '../order/twin-rules.ts';
import { areUsual, readColumns, type DeskColumn } from './desk-columns.ts';

/** Groups of states that ask for the same work. Each is a tab with its count. */
export const deskQueues = {
  'ticket-now': ['paid', 'ticketing_failed'],
  'hold-expiring': ['priced', 'price_changed', 'held', 'payment_pending'],
  'failed-stuck': ['ticketing_failed', 'stuck'],
  'price-changed': ['price_changed'],
  checks: ['on_hold'],
  schedule: ['schedule_change_pending'],
  ancillaries: flightOrderStates,
  duplicate: twinStates,
  changes: ['change_quoted', 'change_pending', 'changed'],
  refunds: ['cancel_quoted', 'cancelled', 'voided', 'refund_due'],
  all: flightOrderStates,
} as const satisfies Readonly<Record<string, readonly FlightOrderState[]>>;

export type DeskQueue = keyof typeof deskQueues;
export const deskQueueNames = Object.keys(deskQueues) as DeskQueue[];

/** States as the desk calls them: of what was given back it tells all of it from a part. */
export type ShownFlightState = FlightOrderState | typeof refundedPart;

/** What a list can be narrowed to, in the order of a flight order's life. */
export function shownStates(states: readonly FlightOrderState[]): readonly ShownFlightState[] {
  return states.flatMap((state): ShownFlightState[] => (state === 'refunded' ? [state, refundedPart] : [state]));
}

export const deskSorts = ['limit', 'departs', 'created', 'total'] as const;
export type DeskSort = (typeof deskSorts)[number];

/** What the list's address says. Whatever is malformed in an address is left out. */
export interface DeskView {
  readonly queue: DeskQueue;
  readonly states: readonly ShownFlightState[];
  /** A reference, locator, ticket number, e-mail or surname. */
  readonly find: string;
  readonly from: string;
  readonly to: string;
  /** Local dates of the first departure, YYYY-MM-DD, both included. */
  readonly departsFrom: string;
  readonly departsUntil: string;
  readonly airline: string;
  /** A code of the register. */
  readonly supplier: string;
  /** How its money stands. */
  readonly paid: Position | '';
  /** In which currency its total was shown when somebody pressed pay. */
  readonly shownIn: DisplayCurrency | '';
  /** The id of the company to which whoever ordered belongs. */
  readonly company: string;
  /** `mine` is whoever looks, `nobody` an order without an owner; otherwise a colleague's id, or empty for all. */
  readonly owner: string;
  readonly sort: DeskSort;
  readonly descending: boolean;
  readonly columns: readonly DeskColumn[];
  /** Where the next page begins; null for the first. */
  readonly after: DeskCursor | null;
}

/** Where the last row shown stands: its sort key (seconds or minor units) and id. */
export interface DeskCursor {
  readonly key: string;
  readonly id: string;
  /** Of a list by limit: the row has none, and its key is when it was placed. */
  readonly noLimit: boolean;
}

export function readDeskView(address: URLSearchParams): DeskView {
  const text = (name: string, pattern: RegExp) => {
    const value = (address.get(name) ?? '').trim().toUpperCase();
    return pattern.test(value) ? value : '';
  };
  const date = (name: string) => parseCalendarDate(address.get(name) ?? '') ?? '';
  const queue = address.get('queue') ?? '';
  const owner = address.get('owner') ?? '';
  const sort = address.get('sort') ?? '';
  const bare = sort.replace(/^-/, '') as DeskSort;
  const known = deskSorts.includes(bare);
  return {
    queue: Object.hasOwn(deskQueues, queue) ? (queue as DeskQueue) : 'all',
    states: shownStates(flightOrderStates).filter((state) => address.getAll('state').includes(state)),
    find: (address.get('find') ?? '').trim().slice(0, 80),
    from: text('from', /^[A-Z]{3}$/),
    to: text('to', /^[A-Z]{3}$/),
    departsFrom: date('departs-from'),
    departsUntil: date('departs-until'),
    airline: text('airline', /^[A-Z0-9]{2}$/),
    supplier: /^[\w-]{1,40}$/.test(address.get('supplier') ?? '') ? address.get('supplier')! : '',
    paid: positions.find((one) => one === address.get('paid')) ?? '',
    shownIn: displayCurrencies.find((one) => one === address.get('shown-in')) ?? '',
    company: /^[\w-]{1,64}$/.exec(address.get('company') ?? '')?.[0] ?? '',
    owner: /^[\w-]{1,64}$/.test(owner) ? owner : '',
    sort: known ? bare : 'limit',
    descending: known && sort.startsWith('-'),
    columns: readColumns(address.getAll('column')),
    after: readCursor(address.get('after')),
  };
}

/** Nothing narrows the queue: its count is the tab's. */
export const isWholeQueue = (view: DeskView) =>
  view.states.length === 0 &&
  [
    view.find,
    view.from,
    view.to,
    view.departsFrom,
    view.departsUntil,
    view.airline,
    view.supplier,
    view.paid,
    view.shownIn,
    view.company,
    view.owner,
  ].every((asked) => asked === '');

/** The address of a view, in a fixed order and without what is not asked. */
export function deskAddress(view: DeskView): string {
  const address = new URLSearchParams();
  const set = (name: string, value: string) => value && address.append(name, value);
  set('queue', view.queue === 'all' ? '' : view.queue);
  for (const state of view.states) set('state', state);
  set('find', view.find);
  set('from', view.from);
  set('to', view.to);
  set('departs-from', view.departsFrom);
  set('departs-until', view.departsUntil);
  set('airline', view.airline);
  set('supplier', view.supplier);
  set('paid', view.paid);
  set('shown-in', view.shownIn);
  set('company', view.company);
  set('owner', view.owner);
  if (view.sort !== 'limit' || view.descending) set('sort', `${view.descending ? '-' : ''}${view.sort}`);
  if (!areUsual(view.columns)) for (const column of view.columns) set('column', column);
  if (view.after) set('after', `${view.after.noLimit ? 'none-' : ''}${view.after.key}_${view.after.id}`);
  return address.size > 0 ? `?${address}` : '';
}

function readCursor(text: string | null): DeskCursor | null {
  const [, none, key, id] = /^(none-)?(\d{1,15}(?:\.\d{1,9})?)_([\w-]{1,64})$/.exec(text ?? '') ?? [];
  return key && id ? { key, id, noLimit: none !== undefined } : null;
}
