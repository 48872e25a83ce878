import { staffRoles, type StaffRole } from '#app/platform/access.ts';
import { plainText } from '#app/values/plain-text.ts';
import { employmentStates, type EmploymentStatus } from './employment-status.ts';

/** What the address of the list says. Who left is looked for, not shown by default. */
export interface UsersView {
  readonly status: EmploymentStatus | null;
  readonly role: StaffRole | null;
  readonly find: string;
  readonly sort: (typeof userSorts)[number];
}

export const userSorts = ['name', 'seen', 'since'] as const;

export function readUsersView(query: URLSearchParams): UsersView {
  const state = query.get('state');
  return {
    status: state === 'all' ? null : (employmentStates.find((one) => one === state) ?? 'active'),
    role: staffRoles.find((role) => role === query.get('role')) ?? null,
    find: plainText(query.get('find'), 80).trim(),
    sort: userSorts.find((sort) => sort === query.get('sort')) ?? 'name',
  };
}

export function usersQuery({ status, role, find, sort }: UsersView): string {
  const query = new URLSearchParams();
  if (status !== 'active') query.set('state', status ?? 'all');
  if (role) query.set('role', role);
  if (find) query.set('find', find);
  if (sort !== 'name') query.set('sort', sort);
  return query.size > 0 ? `?${query}` : '';
}

/** What a list that gets a name keeps: not a search, which may be a colleague's name. */
export const keptQuery = (view: UsersView) => usersQuery({ ...view, find: '' });
