import { listExport } from '#app/commerce/exports/list-export.ts';
import { decimalString, money } from '#app/values/money.ts';
import { listCompanies } from './company-desk-store.server.ts';
import { companyList } from './company-list.ts';

const aed = (fils: number) => decimalString(money(fils, 'AED'));

/** The filtered list of companies as text/csv, amounts in AED: nobody's name or address. */
export const companiesExport = listExport({
  subject: 'companies:list',
  action: 'companies.exported',
  list: companyList,
  read: ({ db }, { view, viewer }, most) => listCompanies(db, view, { me: viewer.user.id, most }),
  head: 'id,company,name_in_arabic,trn,licence,mail_domain,payment_days,members,orders,members_lifetime_aed,members_balance_aed,state,changed_utc',
  line: (row) => [
    row.id,
    row.name,
    row.nameAr,
    row.trn ?? '',
    row.licence,
    row.domain,
    String(row.termsDays),
    String(row.members),
    String(row.orders),
    aed(row.lifetime),
    aed(row.balance),
    row.archived ? 'archived' : 'current',
    row.changedAt,
  ],
});
