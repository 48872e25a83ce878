import { staffRoles, type StaffRole } from '#app/platform/access.ts';
import type { SecondFactorRule } from '#app/platform/second-factor-rule.ts';
import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { cursorText, keysetPage, readCursor, type RowCursor, type RowKey } from '#app/values/keyset-page.ts';
import { plainText } from '#app/values/plain-text.ts';
import type { EmploymentStatus } from './employment-status.ts';

/** Columns in the order they stand; the name leads to the account. */
export const userColumns = ['name', 'email', 'roles', 'state', 'second', 'open', 'seen', 'sessions', 'since'] as const;
export type UserColumn = (typeof userColumns)[number];
const usualColumns: readonly UserColumn[] = userColumns.filter((column) => column !== 'sessions' && column !== 'since');

/** What the address of the list says. Who left is looked for, not shown by default. */
export interface UsersView {
  readonly status: ShownState | null;
  readonly role: StaffRole | null;
  /** Without a second factor; of those, who must have one. */
  readonly second: (typeof secondChoices)[number] | null;
  /** With open items of the work queue in hand, or with none. */
  readonly open: (typeof openChoices)[number] | null;
  readonly find: string;
  readonly sort: (typeof userSorts)[number];
  readonly descending: boolean;
  readonly columns: readonly UserColumn[];
  readonly after: RowCursor | null;
}

/** Who has no second factor, and who has none though a role of theirs must, or theirs was reset. */
export const secondChoices = ['missing', 'owed'] as const;

/** Who has open items of the work queue, and who has none. */
export const openChoices = ['some', 'none'] as const;

/** What a colleague is shown as: their employment, or that they were invited and have not come in yet. */
export const shownStates = ['active', 'invited', 'on_leave', 'suspended', 'left'] as const satisfies readonly (
  | EmploymentStatus
  | 'invited'
)[];
export type ShownState = (typeof shownStates)[number];
export const shownState = ({ status, invited }: { readonly status: EmploymentStatus; readonly invited: boolean }): ShownState =>
  invited ? 'invited' : status;

export const userSorts = ['name', 'open', 'seen', 'since'] as const;

export function readUsersView(query: URLSearchParams): UsersView {
  const state = query.get('state');
  const sort = query.get('sort') ?? '';
  return {
    status: state === 'all' ? null : (shownStates.find((one) => one === state) ?? 'active'),
    role: staffRoles.find((role) => role === query.get('role')) ?? null,
    second: secondChoices.find((one) => one === query.get('second')) ?? null,
    open: openChoices.find((one) => one === query.get('open')) ?? null,
    find: plainText(query.get('find'), 80).trim(),
    sort: userSorts.find((one) => one === sort.replace(/^-/, '')) ?? 'name',
    descending: sort.startsWith('-'),
    columns: readColumns(query, userColumns, usualColumns),
    after: readCursor(query.get('after') ?? ''),
  };
}

/** The address of the list; its page is left out unless it is given. */
export function usersQuery(view: UsersView, change: Partial<UsersView> = {}): string {
  const { status, role, second, open, find, sort, descending, columns, after } = { ...view, after: null, ...change };
  const query = new URLSearchParams();
  if (status !== 'active') query.set('state', status ?? 'all');
  if (role) query.set('role', role);
  if (second) query.set('second', second);
  if (open) query.set('open', open);
  if (find) query.set('find', find);
  if (sort !== 'name' || descending) query.set('sort', descending ? `-${sort}` : sort);
  writeColumns(query, columns, usualColumns);
  if (after) query.set('after', cursorText(after));
  return query.size > 0 ? `?${query}` : '';
}

/** What a list that gets a name keeps: not a search, which may be a colleague's name. */
export const keptQuery = (view: UsersView) => usersQuery(view, { find: '' });

interface SortedUser {
  readonly userId: string;
  readonly name: string;
  readonly open: number;
  readonly seenAt: Date | null;
  readonly since: Date;
}

const keys: Readonly<Record<UsersView['sort'], (row: SortedUser) => RowKey>> = {
  name: ({ name }) => name,
  open: ({ open }) => open,
  seen: ({ seenAt }) => seenAt?.getTime() ?? null,
  since: ({ since }) => since.getTime(),
};

/** The accounts that the filter of the second factor leaves. */
export function withFactor<
  Row extends { readonly secondFactor: boolean; readonly factorReset: boolean; readonly roles: readonly StaffRole[] },
>(rows: readonly Row[], second: UsersView['second'], { roles }: Pick<SecondFactorRule, 'roles'>): readonly Row[] {
  if (second === null) return rows;
  return rows.filter(
    (row) => !row.secondFactor && (second === 'missing' || row.factorReset || row.roles.some((role) => roles.includes(role))),
  );
}

/** The accounts that the filters of state and of open items leave, with how much each has in hand. */
export function withOpen<Row extends { readonly userId: string; readonly status: EmploymentStatus; readonly invited: boolean }>(
  rows: readonly Row[],
  inHand: ReadonlyMap<string, number>,
  { status, open }: Pick<UsersView, 'status' | 'open'>,
): (Row & { readonly open: number })[] {
  return rows
    .map((row) => ({ ...row, open: inHand.get(row.userId) ?? 0 }))
    .filter((row) => (status === null || shownState(row) === status) && (open === null || (open === 'some') === row.open > 0));
}

/** One page of the accounts in the order that is asked for; all of them where no size of a page is given. */
export function pageOfUsers<Row extends SortedUser>(rows: readonly Row[], view: UsersView, language: string, most = rows.length) {
  return keysetPage(rows, {
    key: keys[view.sort],
    id: ({ userId }) => userId,
    descending: view.descending,
    after: view.after,
    most,
    language,
  });
}
