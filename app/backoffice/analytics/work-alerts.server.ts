import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { judge, watched, type Watched } from './alert-rules.ts';
import { countAlerts, insertAlert, listAlerts, sumFacts, switchAlert } from './alerts-store.server.ts';
import { readSupplierNames } from './name-member.server.ts';

export const watchFigures = jobKind<Record<string, never>>('analytics.watch', 3);
export const everyFiveMinutes = '*/5 * * * *';

const taskKind = 'figure-alert';
const subjectOf = (id: string) => `figure_alerts:${id}`;

/** Asks every rule about its last minutes: what is off becomes a task, what is fine again closes it. */
export async function watchAlerts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const until = new Date(now + 1).toISOString();
  const names = await readSupplierNames(db);
  for (const rule of await listAlerts(db)) {
    if (!rule.active) continue;
    const facts = await sumFacts(db, rule.measure, rule.supplier, { from: new Date(now - rule.minutes * minuteMs).toISOString(), until });
    const { verdict, value } = judge(rule, facts);
    if (verdict === 'off')
      await transact(db, (tx) =>
        openStaffTask(tx, now, {
          kind: taskKind,
          subject: subjectOf(rule.id),
          textKey: `tasks:figure-alert.${rule.measure}`,
          detail: {
            value: Math.round(value! * 10) / 10,
            limit: rule.threshold / 100,
            minutes: rule.minutes,
            supplier: rule.supplier === '' ? '*' : (names.get(rule.supplier) ?? rule.supplier),
          },
        }),
      );
    if (verdict === 'fine')
      await transact(db, (tx) => closeStaffTask(tx, now, { kind: taskKind, subject: subjectOf(rule.id), by: 'system' }));
  }
}

export type AlertRefusal = 'form' | 'too-many' | 'gone';

interface By {
  readonly userId: string;
  readonly requestId: string;
}

/** A rule as typed; the threshold in the measure's own unit. */
export interface AlertWish {
  readonly measure: string;
  readonly supplier: string;
  readonly direction: string;
  readonly threshold: string;
  readonly minutes: string;
  readonly least: string;
}

export async function addAlert(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: By,
  wish: AlertWish,
): Promise<{ ok: true; id: string } | { ok: false; refused: AlertRefusal }> {
  const measure = watched.find((one): one is Watched => one === wish.measure);
  const direction = (['below', 'above'] as const).find((one) => one === wish.direction);
  const whole = (text: string, low: number, high: number) =>
    /^\d{1,5}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : null;
  const [minutes, least] = [whole(wish.minutes, 5, 1440), whole(wish.least, 1, 1000)];
  const threshold = /^\d{1,6}(\.\d{1,2})?$/.test(wish.threshold) ? Math.round(Number(wish.threshold) * 100) : null;
  if (!measure || !direction || minutes === null || least === null || threshold === null || !/^[\w-]{0,40}$/.test(wish.supplier))
    return { ok: false, refused: 'form' };
  return transact(db, async (tx) => {
    if ((await countAlerts(tx)) >= 50) return { ok: false, refused: 'too-many' } as const;
    const now = clock.now();
    const rule = { measure, supplier: wish.supplier, direction, threshold, minutes, least };
    const id = await insertAlert(tx, now, { ...rule, changedBy: by.userId });
    await audit(tx, now, {
      actor: `staff:${by.userId}`,
      action: 'alert.added',
      subject: subjectOf(id),
      detail: rule,
      requestId: by.requestId,
    });
    return { ok: true, id } as const;
  });
}

/** Switches a rule on or off; off closes what it opened. */
export async function setAlert(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: By,
  wish: { id: string; version: number; active: boolean },
): Promise<{ ok: true } | { ok: false; refused: AlertRefusal }> {
  return transact(db, async (tx) => {
    const now = clock.now();
    if (!(await switchAlert(tx, now, { ...wish, by: by.userId }))) return { ok: false, refused: 'gone' } as const;
    if (!wish.active) await closeStaffTask(tx, now, { kind: taskKind, subject: subjectOf(wish.id), by: `staff:${by.userId}` });
    await audit(tx, now, {
      actor: `staff:${by.userId}`,
      action: wish.active ? 'alert.on' : 'alert.off',
      subject: subjectOf(wish.id),
      detail: { version: wish.version + 1 },
      requestId: by.requestId,
    });
    return { ok: true } as const;
  });
}
