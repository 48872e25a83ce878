import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { TaskPlace } from '#app/platform/staff-tasks.server.ts';
import { listTasks, type ListedTask } from './list-tasks.server.ts';
import { readTasksAsk, tasksQuery, type TasksAsk } from './tasks-address.ts';

const head = 'kind,about,record,opened_utc,look_by_utc,late,escalated,with,put_off_until_utc,closed_utc,closed_by';

/** The tasks that a colleague may see, as they have filtered them. */
export const tasksExport = {
  action: 'staff-tasks.exported',
  subject: 'staff_tasks:list',
  head: head.split(','),
  told(query) {
    const ask = readTasksAsk(query);
    return { filtered: tasksQuery({ ...ask, search: '' }), searched: ask.search !== '' };
  },
  pages: (platform, viewer, { query }) => taskPages(platform, viewer, readTasksAsk(query)),
} as const satisfies ExportWriter;

async function* taskPages(platform: Platform, viewer: Clerk, ask: TasksAsk) {
  let next: TaskPlace | null = null;
  const pages = pageThrough<ListedTask, TaskPlace>(
    async (after, most) => {
      const page = await listTasks(platform, viewer, { ...ask, after, most });
      next = page.next;
      return page.tasks;
    },
    () => next,
  );
  for await (const tasks of pages) yield tasks.map(lineOf);
}

const lineOf = (task: ListedTask): string[] => [
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
];
