import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { listTasks } from './list-tasks.server.ts';
import { readTasksAsk, tasksQuery } from './tasks-address.ts';
import type { Route } from './+types/tasks-export-api.ts';

/** More than a person reads; what is beyond is said in the last line of the file. */
const mostRows = 5_000;

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The list as filtered. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const ask = readTasksAsk(url.searchParams);
  const now = clock.now();
  const { tasks, matching } = await listTasks({ db, clock }, viewer, { ...ask, most: mostRows });
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'staff-tasks.exported',
      subject: 'staff_tasks:list',
      detail: { rows: tasks.length, filtered: tasksQuery({ ...ask, search: '' }), searched: ask.search !== '' },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const lines = [
    ['kind', 'about', 'record', 'opened_utc', 'look_by_utc', 'late', 'escalated', 'with', 'put_off_until_utc', 'closed_utc', 'closed_by'],
    ...tasks.map((task) => [
      task.kind,
      Object.entries(task.detail)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
      task.record ?? '',
      task.openedAt,
      task.due,
      String(task.late),
      String(task.escalated),
      task.claimedBy?.name ?? '',
      task.snoozedUntil ?? '',
      task.closedAt ?? '',
      task.closedBy ?? '',
    ]),
    ...(matching > tasks.length ? [['more', `${matching - tasks.length} further tasks match: narrow the filters`]] : []),
  ].map(csvLine);
  return new Response(`\uFEFF${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="tasks-${new Date(now).toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
