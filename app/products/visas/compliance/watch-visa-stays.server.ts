import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { lockApplication, mustMoveApplication, openIssued } from '../evisa/evisa-applications-store.server.ts';
import { openSticker } from '../assisted/assisted-store.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { openVisaStay } from './open-visa-stay.server.ts';
import { overstayTask } from './tell-visa-stay.server.ts';
import { stayMail, type StayTemplate } from './visa-stay-jobs.server.ts';
import { stepOfClock, type ClockStep } from './visa-stay-rules.ts';
import { findStaysForClock, findUnwatchedCases, findUnwatchedVisas, lockStay, moveStay, noteStay } from './visa-stays-store.server.ts';
import type { VisaStay } from './visa-stays.tables.ts';

/** No reminder is sent earlier than this many days before its day. */
const horizonDays = 14;

/** Stays that are looked at in one go. */
const mostStays = 500;

type ClockDone = Partial<Record<ClockStep, number>>;

/**
 * What time brings about. Each step is judged again under the lock of its stay, so it happens once. A stay that cannot be
 * stepped on, or a visa that cannot be read, holds up none behind it: the run fails when all had their turn. Returns what was done.
 */
export async function watchVisaStays(platform: Platform): Promise<Readonly<ClockDone>> {
  let failed = await watchDelivered(platform);
  const { db, clock } = platform;
  const today = dateIn('Asia/Dubai', clock.now());
  const done: ClockDone = {};
  const stays = everyRow<VisaStay>((after) => findStaysForClock(db, addDays(today, horizonDays), after, mostStays));
  failed += await eachRow(platform, 'stay', stays, async (stay) => {
    const step = await stepStay(platform, stay, today);
    if (step) done[step] = (done[step] ?? 0) + 1;
  });
  mustAllBeTaken(failed);
  return done;
}

async function stepStay(platform: Platform, { id, orderId }: VisaStay, today: CalendarDate): Promise<ClockStep | null> {
  const { db, clock } = platform;
  const now = clock.now();
  const order = await findOrderAsSystem(db, orderId);
  return transact(db, async (tx) => {
    const application = await lockApplication(tx, id);
    const stay = await lockStay(tx, id);
    const due = stay && stepOfClock(stay, today);
    if (!application || !stay || !due) return null;
    const by = { stay, by: 'system', who: 'clock' } as const;
    const send = (template: StayTemplate, number: number) => platform.jobs.send(tx, stayMail, { template, stayId: id, number });
    if (due === 'remind-entry') {
      const noted = await noteStay(tx, now, { ...by, event: 'reminded', with: { enterRemindedOn: today } });
      if (noted.ok) await send('enter-by', noted.value.version);
    } else if (due === 'remind-exit') {
      const moved = await moveStay(tx, now, { ...by, event: 'remind', with: { leaveRemindedOn: today } });
      if (moved.ok) await send('stay-until', moved.value.version);
    } else if (due === 'overrun') {
      await openStaffTask(tx, now, {
        kind: overstayTask,
        subject: `visa_stays:${id}`,
        textKey: 'tasks:visa-overstay',
        detail: { reference: order?.reference ?? '', country: stay.country },
      });
      const moved = await moveStay(tx, now, { ...by, event: 'overrun' });
      if (moved.ok) await send('overstay', moved.value.version);
    } else {
      await moveStay(tx, now, { ...by, event: due });
      if (stay.route === 'evisa' && application.status === 'delivered')
        await mustMoveApplication(tx, now, {
          application,
          event: due === 'lapse' ? 'run-out' : 'travelled',
          by: 'system',
          who: 'clock',
        });
    }
    return due;
  });
}

/** Visas that were delivered before anybody watched, or by a process that fell between the two. Returns how many could not be. */
async function watchDelivered(platform: Platform): Promise<number> {
  const { db, crypto } = platform;
  const evisas = everyRow<Unwatched<'evisa'>>(async (after) =>
    (await findUnwatchedVisas(db, after?.id ?? '', mostStays)).map((row) => ({ ...row, id: row.application.id })),
  );
  const failed = await eachRow(
    platform,
    'visa',
    evisas,
    async ({ application, group, orderId }) => {
      const printed = openIssued(crypto, application);
      if (!printed) return;
      const visa = { id: application.id, orderId, route: 'evisa', country: group.country, printed, group } as const;
      await transact(db, (tx) => openVisaStay(tx, platform, { ...visa, deliveredAt: application.overAt }));
    },
    stepMs,
  );
  const stickers = everyRow<Unwatched<'assisted'>>(async (after) =>
    (await findUnwatchedCases(db, after?.id ?? '', mostStays)).map((row) => ({ ...row, id: row.one.id })),
  );
  const others = await eachRow(
    platform,
    'visa',
    stickers,
    async ({ one, group }) => {
      const printed = openSticker(crypto, one);
      if (!printed) return;
      const visa = { id: one.id, orderId: one.orderId, route: 'assisted', country: one.country, printed, group } as const;
      await transact(db, (tx) => openVisaStay(tx, platform, { ...visa, deliveredAt: one.overAt }));
    },
    stepMs,
  );
  return failed + others;
}

type Unwatched<Route extends 'evisa' | 'assisted'> = { readonly id: string } & Awaited<
  ReturnType<Route extends 'evisa' ? typeof findUnwatchedVisas : typeof findUnwatchedCases>
>[number];
