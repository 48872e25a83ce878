import { recordOf } from '../task-rules.ts';
import type { TaskAbout } from './list-work.server.ts';
import type { WorkKind } from './work-view.ts';

/** Where something of the queue is dealt with. */
export function placeOf(row: {
  readonly kind: WorkKind;
  readonly reference: string;
  readonly state: string;
  readonly about: TaskAbout | null;
}): string {
  switch (row.kind) {
    case 'inquiry':
      return `/admin/inquiries/${row.reference}`;
    case 'ticket':
      return `/admin/tickets/${row.reference}`;
    case 'call':
      return `/admin/consultations/${row.reference}`;
    case 'task':
      return (row.about && recordOf(row.about)) ?? `/admin/tasks?kind=${encodeURIComponent(row.state)}`;
    default:
      return `/admin/orders/${row.reference}`;
  }
}
