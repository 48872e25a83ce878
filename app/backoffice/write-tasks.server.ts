import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { TaskPlace } from '#app/platform/staff-tasks.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listTasks, type ListedTask } from './list-tasks.server.ts';
import { readTasksAsk, tasksQuery, type TasksAsk } from './tasks-address.ts';
import { tellTasks } from './tell-tasks.server.ts';

const head = 'kind,about,record,opened_utc,look_by_utc,late,escalated,with,put_off_until_utc,closed_utc,closed_by';

/** The tasks that a colleague may see, as they have filtered them and in the words that the list has for them. */
export const tasksExport = {
  action: 'staff-tasks.exported',
  subject: 'staff_tasks:list',
  head: head.split(','),
  told(query) {
    const ask = readTasksAsk(query);
    return { filtered: tasksQuery({ ...ask, search: '' }), searched: ask.search !== '' };
  },
  pages: (platform, viewer, { query, language }) => taskPages(platform, viewer, readTasksAsk(query), language),
} as const satisfies ExportWriter;

async function* taskPages(platform: Platform, viewer: Clerk, ask: TasksAsk, language: LanguageCode) {
  const t = textsFor(language).of('staff-tasks');
  let next: TaskPlace | null = null;
  const pages = pageThrough<ListedTask, TaskPlace>(
    async (after, most) => {
      const page = await listTasks(platform, viewer, { ...ask, after, most });
      next = page.next;
      return page.tasks;
    },
    () => next,
  );
  for await (const tasks of pages) {
    const tell = await tellTasks(platform.db, language, tasks);
    yield tasks.map((task) => [t([`kind.${task.kind}`, 'kind.other']), tell(task), ...factsOf(task, t('system'))]);
  }
}

const factsOf = (task: ListedTask, system: string): string[] => [
  task.record ?? '',
  task.openedAt,
  task.due,
  String(task.late),
  String(task.escalated),
  task.claimedBy?.name ?? '',
  task.snoozedUntil ?? '',
  task.closedAt ?? '',
  task.closedBy === 'system' ? system : (task.closedBy ?? ''),
];
