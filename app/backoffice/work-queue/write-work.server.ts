import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { decimalString } from '#app/values/money.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listWork, type WorkRow } from './list-work.server.ts';
import { showWork, whoseWork } from './open-work.server.ts';
import { readWorkView, type WorkView } from './work-view.ts';

const head = 'kind,reference,what_to_do,opened_utc,due_utc,late,escalated,put_off_until_utc,owner,amount,currency,person,customer'.split(
  ',',
);
const pageSize = 2_000;

/**
 * The queue as a table, with whom of its order something is of, as the page tells it. Names of customers leave the house only
 * with whoever may take out their list.
 */
export const workExport = {
  action: 'work.exported',
  subject: 'work:queue',
  head,
  told(query) {
    const view = readWorkView(query);
    return { tab: view.tab, kind: view.kind ?? 'all', ...(view.company && { company: view.company }), searched: view.find !== '' };
  },
  pages: (platform, viewer, { query, language }) => workPages(platform, viewer, readWorkView(query), language),
} as const satisfies ExportWriter;

async function* workPages(platform: Platform, viewer: Clerk, view: WorkView, language: LanguageCode) {
  const { of } = textsFor(language);
  const t = of('staff-work');
  const tasks = of('staff-tasks');
  // As the page says it: nobody outside the program knows its states by their keys.
  const what = (row: Pick<WorkRow, 'kind' | 'state'>) =>
    row.kind === 'task'
      ? tasks([`kind.${row.state}`, 'kind.other'])
      : t(`what.${row.kind}.${row.state}`, { defaultValue: t('what.other') });
  const { db, clock } = platform;
  const now = clock.now();
  const takesCustomers = may(viewer, 'customers:export');
  const { whose, cut } = await whoseWork(platform, viewer, view);
  for (let after: WorkView['after'] = null; ;) {
    const { rows, next } = await listWork(db, viewer, { ...view, after }, { now, most: pageSize, ...whose });
    const shown = await showWork(platform, viewer, rows);
    if (shown.length > 0)
      yield shown.map((row) => [
        t(`kind.${row.kind}`),
        row.reference,
        what(row),
        row.opened,
        row.due,
        row.late ? 'yes' : '',
        row.escalated ? 'yes' : '',
        row.asleepUntil ?? '',
        row.owner?.name ?? '',
        row.total ? decimalString(row.total) : '',
        row.total?.currency ?? '',
        row.person ?? '',
        takesCustomers ? (row.customer?.name ?? '') : '',
      ]);
    if (!next) break;
    after = next;
  }
  // A table of less than was asked for says so in its last row.
  for (const what of ['called', 'risky', 'grouped'] as const)
    if (cut[what] !== null) yield [head.map((_, at) => (at === 2 ? t(`cut.${what}`, { most: cut[what] }) : ''))];
}
