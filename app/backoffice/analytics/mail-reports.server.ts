import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { permissionsOf } from '#app/platform/access.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { addDays, addMilliseconds, dateIn, minuteMs, weekday } from '#app/values/dates.ts';
import { sayChange, sayValue } from './say-figure.ts';
import { openExplorer } from './open-explorer.server.ts';
import { findReport, listWeeklyReports, noteSent, wasSent } from './reports-store.server.ts';
import { nameMember, readSupplierNames } from './name-member.server.ts';

export const weeklyReports = jobKind<Record<string, never>>('analytics.weekly', 5, true);
export const reportMail = jobKind<{ readonly reportId: string }>('analytics.report-mail', 5, true);
/** Monday at seven in Dubai, after the week before has been added up. */
export const mondayMorning = '0 3 * * 1';

const mostRows = 8;
const waitMs = 10 * minuteMs;

/** Sends a letter's job for every report that somebody wants each week. */
export async function sendWeeklyReports({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  const reports = await listWeeklyReports(db);
  await transact(db, async (tx) => {
    for (const { id } of reports) await jobs.send(tx, reportMail, { reportId: id });
  });
}

/** Writes a report to its owner, once a week; to nobody who may not see figures any more. */
export async function mailReport(platform: Platform, reportId: string): Promise<void> {
  const { db, clock, env } = platform;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const week = addDays(today, -weekday(today));
  const report = await findReport(db, reportId);
  if (!report?.weekly || (await wasSent(db, reportId, week))) return;
  const [account, member] = await Promise.all([findStaffAccount(db, report.owner), findStaffMember(db, report.owner)]);
  if (!account || !member || !permissionsOf(member.roles).has('analytics:view')) return;
  const { language } = account;
  const t = await mailWords(db, language, 'analytics');
  const found = await openExplorer(platform, new URLSearchParams(report.query));
  if (found.missing) {
    // Days are being added up: a letter without them would say something else than the page does tomorrow.
    await platform.jobs.send(db, reportMail, { reportId }, { startAfter: new Date(addMilliseconds(now, waitMs)) });
    return;
  }
  const { days } = found.ask;
  const suppliers = await readSupplierNames(platform.db, found.question.by);
  const measure = t(`measure.${found.question.measure}.name`);
  const change = sayChange(t, language, found.whole);
  const letter: Letter = {
    language,
    title: report.name,
    paragraphs: [
      t('mail.lead', {
        measure,
        value: sayValue(t, language, found.question.measure, found.whole.value),
        from: formatDate(days.from, language),
        until: formatDate(days.until, language),
      }),
      ...(change ? [t('mail.change', { change })] : []),
    ],
    rows: found.rows.slice(0, mostRows).map(({ member: of, figure }) => ({
      head: nameMember(t, language, found.question.by, of, suppliers),
      words: [sayValue(t, language, figure.measure, figure.value), sayChange(t, language, figure)].filter(Boolean).join(comma(language)),
    })),
    button: t('mail.button'),
    link: `${env.publicUrl}/admin/analytics/explore?${report.query}`,
    foot: [t('mail.foot')],
  };
  await postLetter(platform, {
    kind: 'reports.mail',
    messageId: `report-${reportId}.${week}`,
    to: account.email,
    subject: t('mail.subject', { name: report.name }),
    letter,
  });
  await noteSent(db, now, reportId, week);
}
