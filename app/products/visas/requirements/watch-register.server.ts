import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, findOpenSubjects, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { visaToday } from './find-requirement.server.ts';
import { isStale } from './requirement-rules.ts';
import { listCurrentEditions } from './visa-rules-store.server.ts';

const registerWatch = jobKind<Record<string, never>>('visa-register.watch', 1);
const kind = 'visa-rule-due';

/** Starts the daily look at what of the register is due to be read again. */
export async function workOnRegister(platform: Platform): Promise<void> {
  await platform.jobs.handle(registerWatch, async () => {
    await watchRegister(platform);
  });
  await platform.jobs.schedule(registerWatch, '23 3 * * *');
}

/** One task for each sheet with lines that are due; it ends when none of the sheet is. Returns the sheets that are due. */
export async function watchRegister(platform: Platform): Promise<string[]> {
  const { db, clock } = platform;
  const today = visaToday(platform);
  const due = Map.groupBy(
    (await listCurrentEditions(db)).filter((edition) => edition.status === 'verified' && isStale(edition, today)),
    ({ destination }) => destination,
  );
  const open = [...(await findOpenSubjects(db, kind))].map((subject) => subject.split(':')[1]!);
  await transact(db, async (tx) => {
    const now = clock.now();
    for (const [sheet, lines] of due)
      await openStaffTask(tx, now, {
        kind,
        subject: `visa_sheets:${sheet}`,
        textKey: 'tasks:visa-rule-due',
        detail: { sheet, lines: lines.length },
      });
    for (const sheet of open.filter((one) => !due.has(one)))
      await closeStaffTask(tx, now, { kind, subject: `visa_sheets:${sheet}`, by: 'clock' });
  });
  return [...due.keys()].toSorted();
}
