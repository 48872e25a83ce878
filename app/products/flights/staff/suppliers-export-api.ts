import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { readSuppliers } from './read-suppliers.server.ts';
import { supplierList } from './supplier-list.ts';
import type { Route } from './+types/suppliers-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The register as text/csv; what is owed stands in it for whoever may see it. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'suppliers',
    action: 'suppliers.exported',
    list: supplierList,
    read: readSuppliers,
    head: 'code,name,kind,country,licence,currency,payment_days,credit_limit,contract_until,papers_expired,papers_ending,answered_percent,orders_30_days,owed_this_month,state',
    line: (row) => [
      row.code,
      row.name,
      row.kind,
      row.country,
      row.licence,
      row.currency,
      String(row.paymentDays),
      decimalString(money(row.creditLimit, row.currency)),
      row.contractUntil ?? '',
      String(row.papers.expired),
      String(row.papers.ending),
      row.answered === null ? '' : row.answered.toFixed(1),
      String(row.orders),
      row.owed?.map((sum) => `${decimalString(sum)} ${sum.currency}`).join(' + ') ?? '',
      row.status,
    ],
  });
}
