import type { Clerk } from '#app/platform/access.ts';
import { mayReach } from '../may-reach.ts';
import { recordOf } from '../task-rules.ts';
import type { TaskAbout } from './list-work.server.ts';
import type { WorkKind } from './work-view.ts';

/** Where something of the queue is dealt with; a task whose record is closed to a colleague is found among the tasks. */
export function placeOf(
  row: {
    readonly kind: WorkKind;
    readonly id: string;
    readonly reference: string;
    readonly state: string;
    readonly about: TaskAbout | null;
  },
  viewer: Clerk,
): string {
  switch (row.kind) {
    case 'inquiry':
      return `/admin/inquiries/${row.reference}`;
    case 'ticket':
      return `/admin/tickets/${row.reference}`;
    case 'call':
      return `/admin/consultations/${row.reference}`;
    case 'task': {
      const record = row.about && recordOf(row.about);
      return record && mayReach(viewer, record) ? record : `/admin/tasks?kind=${encodeURIComponent(row.state)}`;
    }
    // Several cases of one order wait under its reference: each leads to its own page.
    case 'evisa':
      return `/admin/orders/evisa/${row.id}`;
    case 'assisted-visa':
      return `/admin/sticker-visa-management/${row.id}`;
    default:
      return `/admin/orders/${row.reference}`;
  }
}
