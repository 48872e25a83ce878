import { staffRoles, type StaffRole } from '#app/platform/access.ts';
import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';

export const auditColumns = ['when', 'who', 'role', 'from', 'action', 'record', 'why'] as const;
export type AuditColumn = (typeof auditColumns)[number];

/** What the address of the audit says. */
export interface AuditView {
  /** `staff:<id>`, or one of the actors that are not a person of ours. */
  readonly actor: string;
  /** An action, or a noun that stands for all of its actions: `order` for `order.hold`, `order.pay` ... */
  readonly action: string;
  /** As typed: the reference of an order, or a record as `table:id`. */
  readonly find: string;
  /** In which a colleague did it, at that moment. */
  readonly role: StaffRole | '';
  /** As typed. */
  readonly address: string;
  readonly request: string;
  /** Days in Dubai, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly until: string;
  readonly columns: readonly AuditColumn[];
  /** Only what stands before this row: the next page. */
  readonly before: number | null;
}

/** Actors that are no colleague. */
export const otherActors = ['system', 'provider', 'supplier', 'guest', 'customer'] as const;

export function readAuditView(query: URLSearchParams): AuditView {
  const text = (name: string, most: number) => plainLine(query.get(name), most).slice(0, most);
  const before = Number(query.get('before'));
  // Days before the house stood are no filter, and the first years there are cannot be told in Dubai's time.
  const date = (name: string) => {
    const day = parseCalendarDate(query.get(name) ?? '');
    return day && day >= '2000-01-01' ? day : '';
  };
  return {
    actor: /^(staff:[\w-]{1,64}|[a-z]{3,12})$/.exec(text('actor', 80))?.[0] ?? '',
    action: /^[a-z][\w.-]{0,60}$/.exec(text('action', 61))?.[0] ?? '',
    find: text('find', 80),
    role: staffRoles.find((role) => role === query.get('role')) ?? '',
    address: text('address', 45),
    request: text('request', 80),
    from: date('from'),
    until: date('until'),
    columns: readColumns(query, auditColumns),
    before: Number.isSafeInteger(before) && before > 0 ? before : null,
  };
}

const filterNames = ['actor', 'action', 'find', 'role', 'address', 'request', 'from', 'until'] as const;

export function auditQuery(view: AuditView): string {
  const query = new URLSearchParams();
  for (const name of filterNames) if (view[name]) query.set(name, view[name]);
  writeColumns(query, view.columns, auditColumns);
  if (view.before) query.set('before', String(view.before));
  return query.size > 0 ? `?${query}` : '';
}

/** Everything there is. */
export const noAuditFilters = { actor: '', action: '', find: '', role: '', address: '', request: '', from: '', until: '' } as const;

export const isFiltered = (view: AuditView) => filterNames.some((name) => view[name] !== '');
