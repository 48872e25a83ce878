import type { RequisitionEvent } from '#app/people/recruitment/requisition-status.ts';
import { countRequisitions, findRequisition, type RequisitionContent } from '#app/people/recruitment/requisitions-store.server.ts';
import { workRequisition, writeRequisition } from '#app/people/recruitment/work-requisition.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';

/** What is asked for, whose position it is, in how many days, and what became of it. */
type Sample = readonly [Omit<RequisitionContent, 'neededBy'>, number, readonly RequisitionEvent[]];

const dirhams = (least: number, most: number) => ({ salaryLeast: least * 100, salaryMost: most * 100 });

const samples: readonly Sample[] = [
  [
    {
      title: 'Visa file officer',
      department: 'visas',
      place: 'abu-dhabi',
      employment: 'full-time',
      positions: 2,
      reason: 'Schengen files doubled since September; two officers each keep more than ninety open files.',
      ...dirhams(8_500, 11_000),
    },
    54,
    ['ask', 'approve'],
  ],
  [
    {
      title: 'Night shift flight agent',
      department: 'travel',
      place: 'manila',
      employment: 'full-time',
      positions: 3,
      reason: 'Schedule changes from midnight to six wait for the morning shift in Dubai.',
      salaryLeast: null,
      salaryMost: null,
    },
    40,
    ['ask'],
  ],
  [
    {
      title: 'Arabic content editor',
      department: 'product',
      place: 'dubai',
      employment: 'part-time',
      positions: 1,
      reason: 'Tour descriptions are written in English first and reach the Arabic pages weeks later.',
      ...dirhams(5_000, 6_500),
    },
    75,
    [],
  ],
  [
    {
      title: 'Reconciliation clerk',
      department: 'finance',
      place: 'manila',
      employment: 'contract',
      positions: 1,
      reason: 'Supplier statements of the winter season, for six months.',
      salaryLeast: null,
      salaryMost: null,
    },
    30,
    ['ask', 'approve', 'hold'],
  ],
];

/** A few positions that are wanted, on an empty list: one still written, one to be approved, one approved, one on hold. */
export async function seedRequisitions(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  if (Object.keys(await countRequisitions(db)).length > 0) return;
  const [owner, hr] = await Promise.all(['admin@rihla.example', 'hr@rihla.example'].map((email) => findAccountByEmail(db, email)));
  if (!owner || !hr) return;
  const asker: Clerk = { kind: 'staff', user: { id: owner.id }, staff: { roles: ['owner'] } };
  const approver: Clerk = { kind: 'staff', user: { id: hr.id }, staff: { roles: ['hr_manager'] } };
  const today = dateIn('Asia/Dubai', clock.now());
  for (const [content, days, events] of samples) {
    const written = await writeRequisition(platform, {
      viewer: asker,
      requestId: 'seed',
      content: { ...content, neededBy: addDays(today, days) },
    });
    if (!written.ok) return;
    for (const event of events) {
      const requisition = await findRequisition(db, written.value);
      if (requisition)
        await workRequisition(platform, {
          viewer: event === 'ask' ? asker : approver,
          requestId: 'seed',
          requisition,
          event,
          reason: null,
        });
    }
  }
}
