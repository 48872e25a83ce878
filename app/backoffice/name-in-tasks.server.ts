import type { Db } from '#app/platform/database.server.ts';
import type { StaffTask } from '#app/platform/staff-tasks.tables.ts';
import { readSupplierNames } from './analytics/name-member.server.ts';

type Told = Pick<StaffTask, 'kind' | 'detail'>;

const tellsSupplier = ({ kind, detail }: Told) => kind === 'figure-alert' && typeof detail['supplier'] === 'string';

/** What a task tells, with its supplier as the register calls it now: the task itself may hold the code, or a name of before. */
export async function nameInTasks(db: Db, tasks: readonly Told[]): Promise<(task: Told) => StaffTask['detail']> {
  if (!tasks.some(tellsSupplier)) return ({ detail }) => detail;
  const names = await readSupplierNames(db);
  return (task) => {
    if (!tellsSupplier(task)) return task.detail;
    const supplier = String(task.detail['supplier']);
    return { ...task.detail, supplier: names.get(supplier) ?? supplier };
  };
}
