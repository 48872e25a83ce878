import { taskKinds, taskViews, type TaskView } from './task-rules.ts';

/** What the address asks of the list of tasks. */
export interface TasksAsk {
  readonly view: TaskView;
  readonly kind: string | null;
  readonly search: string;
  /** `staff:` and an id. */
  readonly holder: string | null;
}

export function readTasksAsk(params: URLSearchParams): TasksAsk {
  return {
    view: taskViews.find((one) => one === params.get('view')) ?? 'open',
    kind: taskKinds.find((one) => one === params.get('kind')) ?? null,
    search: (params.get('find') ?? '').replaceAll('\0', '').trim().slice(0, 60),
    holder: /^staff:[\w-]{1,64}$/.exec(params.get('with') ?? '')?.[0] ?? null,
  };
}

export function tasksQuery({ view, kind, search, holder }: TasksAsk, more: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({
    ...(view === 'open' ? {} : { view }),
    ...(kind ? { kind } : {}),
    ...(search ? { find: search } : {}),
    ...(holder ? { with: holder } : {}),
    ...more,
  }).toString();
}
