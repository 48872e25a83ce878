import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, findOpenSubjects, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays, addMonths, calendarDate, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { VisaRoute } from '../evisa/evisa.tables.ts';
import { isRising, quotaState, trendMonths, windowDays, type Decided } from './authority-rules.ts';
import { countAuthorities, findQuotas, setQuota } from './authorities-store.server.ts';

export interface AuthorityState {
  readonly route: VisaRoute;
  readonly country: string;
  readonly typeCode: string;
  readonly filedToday: number;
  /** Applications a day; null where no limit is known. */
  readonly perDay: number | null;
  readonly quota: ReturnType<typeof quotaState>;
  readonly recent: Decided;
  readonly rising: boolean;
  /** Refusals of each month, the oldest first. */
  readonly months: readonly { readonly month: CalendarDate; readonly refused: number }[];
  /** Of the whole time shown, the commonest first; null: no reason on record. */
  readonly reasons: readonly { readonly reason: string | null; readonly cases: number }[];
}

/** Every authority and type with which something was filed or decided in the last months, or that has a limit. */
export async function readAuthorities({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<AuthorityState[]> {
  const today = dateIn('Asia/Dubai', clock.now());
  const firstMonth = addMonths(calendarDate(`${today.slice(0, 7)}-01`), 1 - trendMonths);
  const recentFrom = addDays(today, 1 - windowDays);
  const [counts, quotas] = await Promise.all([countAuthorities(db, firstMonth), findQuotas(db)]);
  const keyOf = (one: { route: VisaRoute; country: string; typeCode: string }) => `${one.route}|${one.country}|${one.typeCode}`;
  const quotaOf = new Map(quotas.map((quota) => [keyOf(quota), quota.perDay]));
  const groups = Map.groupBy(counts, keyOf);
  const named = quotas.filter((quota) => quota.typeCode !== '' && !groups.has(keyOf(quota)));
  const months = Array.from({ length: trendMonths }, (_, at) => addMonths(firstMonth, at));
  return [...[...groups.values()].map((rows) => ({ of: rows[0]!, rows })), ...named.map((of) => ({ of, rows: [] }))]
    .map(({ of: { route, country, typeCode }, rows }): AuthorityState => {
      const sum = (those: typeof rows) => those.reduce((cases, row) => cases + row.cases, 0);
      const refused = rows.filter(({ step }) => step === 'refused');
      const decidedIn = (fits: (day: CalendarDate) => boolean): Decided => ({
        decided: sum(rows.filter((row) => row.step !== 'filed' && fits(row.day))),
        refused: sum(refused.filter((row) => fits(row.day))),
      });
      const filedToday = sum(rows.filter((row) => row.step === 'filed' && row.day === today));
      const perDay = quotaOf.get(keyOf({ route, country, typeCode })) ?? quotaOf.get(keyOf({ route, country, typeCode: '' })) ?? null;
      const recent = decidedIn((day) => day >= recentFrom);
      return {
        route,
        country,
        typeCode,
        filedToday,
        perDay,
        quota: quotaState(filedToday, perDay),
        recent,
        rising: isRising(
          recent,
          decidedIn((day) => day < recentFrom),
        ),
        months: months.map((month) => ({ month, refused: sum(refused.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7))) })),
        reasons: [...Map.groupBy(refused, ({ reason }) => reason)]
          .map(([reason, those]) => ({ reason, cases: sum(those) }))
          .sort((a, b) => b.cases - a.cases || String(a.reason).localeCompare(String(b.reason))),
      };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const kind = 'visa-refusals';

/** One task for each authority and type whose refusals stand out; it ends when they do no longer. Returns how many do. */
export async function watchRefusals(platform: Platform): Promise<number> {
  const { db, clock } = platform;
  const rising = (await readAuthorities(platform)).filter((one) => one.rising);
  const subjectOf = (one: AuthorityState) => `visa_authorities:${one.route}-${one.country}-${one.typeCode}`;
  const open = [...(await findOpenSubjects(db, kind))];
  const now = clock.now();
  await transact(db, async (tx) => {
    for (const one of rising)
      await openStaffTask(tx, now, {
        kind,
        subject: subjectOf(one),
        textKey: 'tasks:visa-refusals',
        detail: { country: one.country, refused: one.recent.refused, decided: one.recent.decided },
      });
    for (const subject of open.filter((each) => !rising.some((one) => subjectOf(one) === each)))
      await closeStaffTask(tx, now, { kind, subject, by: 'clock' });
  });
  return rising.length;
}

/** Writes down what an authority takes in a day. */
export async function writeQuota(
  platform: Platform,
  ask: {
    readonly route: VisaRoute;
    readonly country: string;
    readonly typeCode: string;
    readonly perDay: number | null;
    readonly staffId: string;
    readonly requestId: string;
  },
): Promise<Outcome<null, 'limit-wrong'>> {
  const { perDay, route, country, typeCode } = ask;
  const fits = perDay === null || (Number.isSafeInteger(perDay) && perDay >= 1 && perDay <= 100_000);
  if (!fits || !/^[A-Z]{2}$/.test(country) || !/^[\w-]{0,64}$/.test(typeCode)) return refuse('limit-wrong');
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const by = `staff:${ask.staffId}`;
    await setQuota(tx, now, { route, country, typeCode, perDay, by });
    await audit(tx, now, {
      actor: by,
      action: 'authority-quota.set',
      subject: `authority_quotas:${route}-${country}-${typeCode}`,
      detail: { perDay },
      requestId: ask.requestId,
    });
  });
  return done(null);
}
