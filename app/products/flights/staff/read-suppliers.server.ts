import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { paperState } from '../supply/flight-supplier-rules.ts';
import { listPapers, listSuppliers } from '../supply/flight-suppliers-store.server.ts';
import { readStatements } from '../supply/supplier-statement-store.server.ts';
import { owedOf, statementMonth } from '../supply/supplier-statement.ts';
import type { ListedSupplier } from './supplier-list.ts';
import { noFigures, readSourceFigures } from './supply-figures-store.server.ts';

/** Every supplier with its papers, its last thirty days, and, for whoever may know, what it is owed this month. */
export async function readSuppliers({ db, clock }: Platform, viewer: Clerk): Promise<ListedSupplier[]> {
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const month = statementMonth(null, today);
  const [all, papers, figures, statements] = await Promise.all([
    listSuppliers(db),
    listPapers(db),
    readSourceFigures(db, addMilliseconds(now, -30 * dayMs)),
    may(viewer, 'invoices:view') ? readStatements(db, month.from, month.until) : null,
  ]);
  return all.map((row) => {
    const states = papers.filter((paper) => paper.supplier === row.code).map((paper) => paperState(paper.expiresOn, today));
    const { calls, unknown, orders } = figures.get(row.code) ?? noFigures;
    return {
      code: row.code,
      name: row.name,
      kind: row.kind,
      country: row.country,
      licence: row.licence,
      currency: row.currency,
      paymentDays: row.paymentDays,
      creditLimit: row.creditLimit,
      contractUntil: row.contractUntil,
      contract: row.contractUntil ? paperState(row.contractUntil, today) : null,
      status: row.status,
      papers: { expired: states.filter((one) => one === 'expired').length, ending: states.filter((one) => one === 'ending').length },
      orders,
      owed: statements && owedOf(statements.get(row.code) ?? []),
      answered: calls > 0 ? ((calls - unknown) * 100) / calls : null,
    };
  });
}
