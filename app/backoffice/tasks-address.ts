import type { TaskPlace } from '#app/platform/staff-tasks.server.ts';
import { approvalKind, taskKinds, taskViews, type TaskView } from './task-rules.ts';

/** What the address asks of the list of tasks. */
export interface TasksAsk {
  readonly view: TaskView;
  readonly kind: string | null;
  readonly search: string;
  /** `staff:` and an id. */
  readonly holder: string | null;
  /** The last row of the page before. */
  readonly after: TaskPlace | null;
}

export function readTasksAsk(params: URLSearchParams): TasksAsk {
  return {
    view: taskViews.find((one) => one === params.get('view')) ?? 'open',
    kind: [approvalKind, ...taskKinds].find((one) => one === params.get('kind')) ?? null,
    search: (params.get('find') ?? '').replaceAll('\0', '').trim().slice(0, 60),
    holder: /^staff:[\w-]{1,64}$/.exec(params.get('with') ?? '')?.[0] ?? null,
    after: readPlace(params.get('after') ?? ''),
  };
}

function readPlace(text: string): TaskPlace | null {
  const [, at, id] = /^(\d{12,13})_([\w-]{1,64})$/.exec(text) ?? [];
  return at && id ? { at: Number(at), id } : null;
}

export const placeText = ({ at, id }: TaskPlace): string => `${at}_${id}`;

/** The address of the list without its page, unless `more` names one. */
export function tasksQuery({ view, kind, search, holder }: Omit<TasksAsk, 'after'>, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...(view === 'open' ? {} : { view }),
    ...(kind ? { kind } : {}),
    ...(search ? { find: search } : {}),
    ...(holder ? { with: holder } : {}),
    ...more,
  });
  return query.size > 0 ? `?${query}` : '';
}
