import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { policyDays } from '#app/platform/retention-rules.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { keptWithoutClock, readKeptData } from './kept-data.server.ts';
import type { Route } from './+types/retention-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The register of what is kept as text/csv, in English as auditors ask for it: counts only, nobody's data. */
export async function action({ context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const t = textsFor('en').of('staff-retention');
  const lines = await readKeptData(platform);
  return exportTable(platform, {
    name: 'retention',
    by: viewer.user.id,
    action: 'retention.exported',
    subject: 'retention_policies:list',
    detail: { rows: lines.length + keptWithoutClock.length },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['data', 'days', 'lowest', 'highest', 'counted_from', 'reason', 'job', 'last_run_utc', 'gone_30_days', 'due_now', 'due_in_7_days'],
      ...lines.map((line) => [
        t(`kind.${line.kind}.name`),
        line.days === null ? t('chosen') : String(line.days),
        line.policy ? String(policyDays[line.policy].least) : '',
        line.policy ? String(policyDays[line.policy].most) : '',
        t(`kind.${line.kind}.from`),
        t(`kind.${line.kind}.why`),
        line.job,
        line.lastAt ?? '',
        String(line.gone),
        String(line.due),
        String(line.soon),
      ]),
      ...keptWithoutClock.map((kind) => [
        t(`other.${kind}.name`),
        t(`other.${kind}.until`),
        '',
        '',
        '',
        t(`other.${kind}.why`),
        '',
        '',
        '',
        '',
        '',
      ]),
    ],
  });
}
