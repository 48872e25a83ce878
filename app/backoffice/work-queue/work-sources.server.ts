import { sql } from 'drizzle-orm';
import { dueBookings } from '#app/commerce/bookings/staff/due-bookings.server.ts';
import { dueCalls } from '#app/commerce/consultations/staff/due-calls.server.ts';
import type { DueSource, TakeOutcome } from '#app/commerce/due-work.server.ts';
import { dueInquiries } from '#app/commerce/inquiries/staff/due-inquiries.server.ts';
import { dueRefunds } from '#app/commerce/orders/staff/due-refunds.server.ts';
import { dueTickets } from '#app/commerce/tickets/staff/due-tickets.server.ts';
import { leads, may, type Clerk } from '#app/platform/access.ts';
import { dueFlights } from '#app/products/flights/staff/due-flights.server.ts';
import { dueCases } from '#app/products/visas/assisted/staff/due-cases.server.ts';
import { dueEvisas } from '#app/products/visas/evisa/staff/due-evisas.server.ts';
import { taskKinds, taskRuleOf } from '../task-rules.ts';
import { workTask } from '../work-task.server.ts';
import type { WorkKind } from './work-view.ts';

/** What the modules know of, without the tasks of the desk. */
export const ofModules: readonly DueSource<WorkKind>[] = [
  dueFlights,
  ...dueBookings,
  dueEvisas,
  dueCases,
  dueRefunds,
  dueInquiries,
  dueTickets,
  dueCalls,
];

/** All that waits and that this colleague may see. */
export function workSources(viewer: Clerk): readonly DueSource<WorkKind>[] {
  const kinds = taskKinds.filter((kind) => may(viewer, taskRuleOf(kind).see));
  return [
    ...ofModules.filter(({ see }) => may(viewer, see)),
    ...(kinds.length > 0 ? [dueTasks(kinds, (kind) => may(viewer, taskRuleOf(kind).do))] : []),
  ];
}

/** All that waits, whoever may see it. */
export const everySource: readonly DueSource<WorkKind>[] = [...ofModules, dueTasks(taskKinds, () => true)];

/** What the queue says of what became of a task. */
export function outcomeOfTask(outcome: Awaited<ReturnType<typeof workTask>>): TakeOutcome {
  if (outcome === 'own-request') return 'not-a-colleague';
  return outcome === 'ends-by-itself' ? 'not-possible' : outcome;
}

/** Tasks are of the desk itself: each kind has its time, and whoever put one off did so in its row. */
function dueTasks(kinds: readonly string[], does: (kind: string) => boolean): DueSource<'task'> {
  const rules = sql.join(
    kinds.map((kind) => sql`(${kind}, ${taskRuleOf(kind).withinMs}::double precision, ${does(kind)}::boolean)`),
    sql`, `,
  );
  const twins = ofModules.flatMap(({ standsFor }) =>
    standsFor
      ? [
          sql`(s.kind in (${sql.join(
            standsFor.tasks.map((kind) => sql`${kind}`),
            sql`, `,
          )}) and ${standsFor.has(sql`split_part(s.subject, ':', 2)`)})`,
        ]
      : [],
  );
  return {
    kind: 'task',
    see: 'desk:open',
    work: 'desk:open',
    from: sql`staff_tasks s join (values ${rules}) rule (kind, within_ms, does) on rule.kind = s.kind`,
    open: sql.join([sql`s.closed_at is null`, ...twins], sql` and not `),
    id: sql`s.id`,
    reference: sql`coalesce(s.detail->>'order', s.detail->>'reference', '')`,
    state: sql`s.kind`,
    opened: sql`s.opened_at`,
    due: sql`(s.opened_at + rule.within_ms * interval '1 millisecond')`,
    owner: sql`substr(s.claimed_by, 7)`,
    amount: sql`null::bigint`,
    currency: sql`null::text`,
    takable: sql`rule.does`,
    asleepUntil: sql`s.snoozed_until`,
    about: sql`jsonb_build_object('subject', s.subject, 'detail', s.detail)`,
    async take(platform, viewer, { id, from, to, requestId }) {
      const move = to === null ? 'release' : to === viewer.user.id ? 'claim' : 'give';
      return outcomeOfTask(await workTask(platform, viewer, { id, move, from: from && `staff:${from}`, to, requestId }));
    },
    gives: (viewer, owner) => leads(viewer) || owner === viewer.user.id,
    putsBack: true,
    sees: `task of ${kinds.join(' ')}`,
  };
}
