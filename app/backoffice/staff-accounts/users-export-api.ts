import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { readSecondFactorRule } from '#app/platform/second-factor-rule.server.ts';
import { listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { countInHand } from '../work-queue/list-work.server.ts';
import { csvCell } from '#app/values/csv.ts';
import { pageOfUsers, readUsersView, usersQuery, withFactor, withOpen } from './users-list.ts';
import type { Route } from './+types/users-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The list as filtered, for an access review. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readUsersView(url.searchParams);
  const now = clock.now();
  const { language, requestId } = context.get(requestContext);
  const [all, inHand, rule] = await Promise.all([
    listStaffAccounts(db, { ...view, status: null }, now),
    countInHand(db),
    readSecondFactorRule(db),
  ]);
  const { shown: rows } = pageOfUsers(withFactor(withOpen(all, inHand, view), view.second, rule), { ...view, after: null }, language);
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'staff.exported',
      subject: 'internal_users:list',
      detail: { rows: rows.length, filtered: usersQuery(view, { find: '' }), searched: view.find !== '' },
      requestId,
    }),
  );
  const lines = [
    [
      'name',
      'email',
      'roles',
      'employment_status',
      'is_active',
      'invited',
      'second_factor',
      'open_items',
      'open_sessions',
      'last_seen_utc',
      'since_utc',
    ],
    ...rows.map((row) => [
      row.name,
      row.email,
      row.roles.join(' '),
      row.status,
      String(row.status === 'active'),
      String(row.invited),
      String(row.secondFactor),
      String(row.open),
      String(row.sessions),
      row.seenAt?.toISOString() ?? '',
      row.since.toISOString(),
    ]),
  ].map((line) => line.map(csvCell).join(','));
  return new Response(`\uFEFF${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="staff-${new Date(now).toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
