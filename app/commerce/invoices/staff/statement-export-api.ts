import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString, money } from '#app/values/money.ts';
import { exportTable } from '../../exports/staff/export-file.server.ts';
import { openStatement } from './open-statement.server.ts';
import type { Route } from './+types/statement-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** A customer's statement as a text/csv file, amounts in AED; positive is what they owe. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const statement = await openStatement(platform, url.searchParams);
  const aed = (fils: number) => decimalString(money(fils, 'AED'));
  return exportTable(platform, {
    name: 'statement',
    by: viewer.user.id,
    action: 'statement.exported',
    subject: statement ? `statements:${statement.of}` : 'statements:none',
    detail: { from: statement?.from ?? '', until: statement?.until ?? '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['date', 'kind', 'document_or_order', 'amount', 'balance'],
      ...(statement
        ? [
            [statement.from, 'opening', '', '', aed(statement.opening)],
            ...statement.lines.map((line) => [line.on, line.kind, line.about, aed(line.amount), aed(line.balance)]),
            [statement.until, 'closing', '', '', aed(statement.closing)],
          ]
        : []),
    ],
  });
}
