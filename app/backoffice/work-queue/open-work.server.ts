import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { findMemberIds } from '#app/commerce/customers/companies/companies-store.server.ts';
import {
  findAtRisk,
  findCustomersBehind,
  findKeysOf,
  type Behind,
  type CustomerBehind,
} from '#app/commerce/customers/records/customers-behind-store.server.ts';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { newestAudit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { sql } from 'drizzle-orm';
import { findCustomerRows } from '#app/commerce/customers/staff/customer-desk-store.server.ts';
import { readCustomerView } from '#app/commerce/customers/staff/customer-list-view.ts';
import { may, permissionsOf, type Clerk, type StaffMember } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countWork, listWork, type WorkOf, type WorkRow } from './list-work.server.ts';
import { placeOf } from './work-place.ts';
import { everySource, workSources } from './work-sources.server.ts';
import type { WorkView } from './work-view.ts';

/** As many customers of one name as are looked for among what waits. */
const mostCalledSo = 50;
/** As many customers at a risk, or of one company. */
const mostAtRisk = 500;
const mostOfCompany = 500;

/** Where there are more customers than work is looked for of: how many it was looked for of. */
export interface WorkCut {
  readonly called: number | null;
  readonly risky: number | null;
  readonly grouped: number | null;
}

export interface ShownWork extends Omit<WorkRow, 'about' | 'ownerId' | 'who'> {
  readonly to: string;
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly mine: boolean;
  /** For whoever may look customers up. */
  readonly customer: CustomerBehind | null;
  /** Whether this colleague's roles work on such things. */
  readonly works: boolean;
}

/**
 * Of whose work somebody asks: of customers who are called so, who are at a risk, or who belong to a company. For whoever may look customers up; to
 * anybody else neither tells who they are.
 */
export async function whoseWork(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  viewer: Clerk,
  { find, risk, company }: Pick<WorkView, 'find' | 'risk' | 'company'>,
): Promise<{ readonly whose: { readonly called?: WorkOf; readonly risky?: WorkOf; readonly grouped?: WorkOf }; readonly cut: WorkCut }> {
  if (!may(viewer, 'customers:view')) return { whose: {}, cut: { called: null, risky: null, grouped: null } };
  const of = async (ids: readonly string[]): Promise<WorkOf> => {
    const { accounts, mails } = await findKeysOf(db, crypto, ids);
    return ({ account, mail, fingerprint }) =>
      sql`(${account} = any(${sql.param([...accounts])}::text[]) or ${mail} = any(${sql.param(mails.map((one) => fingerprint(crypto, one)))}::text[]))`;
  };
  const named = /\p{L}{3}/u.test(find)
    ? await findCustomerRows(db, crypto, readCustomerView(new URLSearchParams({ find })), mostCalledSo + 1)
    : [];
  const atRisk = risk ? await findAtRisk(db, risk, mostAtRisk + 1) : [];
  const members = company ? await findMemberIds(db, company, mostOfCompany + 1) : [];
  return {
    whose: {
      ...(company && { grouped: await of(members.slice(0, mostOfCompany).map(({ customerId }) => customerId)) }),
      ...(named.length > 0 && { called: await of(named.slice(0, mostCalledSo).map(({ id }) => id)) }),
      ...(risk && { risky: await of(atRisk.slice(0, mostAtRisk)) }),
    },
    cut: {
      called: named.length > mostCalledSo ? mostCalledSo : null,
      risky: atRisk.length > mostAtRisk ? mostAtRisk : null,
      grouped: members.length > mostOfCompany ? mostOfCompany : null,
    },
  };
}

/** What stands in a row of whoever it is of, by which customers are kept. */
function behindOf(crypto: FieldCrypto, { kind, who }: Pick<WorkRow, 'kind' | 'who'>): Behind {
  const contact = everySource.find((one) => one.kind === kind)?.who?.contact;
  if (!contact) return who;
  const mail = who.contact && contact.mailOf(crypto, who.contact.id, who.contact.sealed);
  return { account: who.account, mail: mail && emailIndexOf(crypto, mail) };
}

/** Names of whoever has it, whose it is and where it leads, beside each row. */
export async function showWork(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  viewer: Clerk,
  rows: readonly WorkRow[],
): Promise<ShownWork[]> {
  const [names, behind] = await Promise.all([
    findStaffNames(db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]),
    may(viewer, 'customers:view')
      ? findCustomersBehind(
          db,
          crypto,
          rows.map((row) => behindOf(crypto, row)),
        )
      : () => null,
  ]);
  const works = new Set(workSources(viewer).flatMap(({ kind, work }) => (may(viewer, work) ? [kind] : [])));
  return rows.map(({ about, ownerId, who, ...row }) => ({
    ...row,
    to: placeOf({ ...row, about }, viewer),
    owner: ownerId === null ? null : { id: ownerId, name: names.get(ownerId) ?? '–' },
    mine: ownerId === viewer.user.id,
    customer: behind(behindOf(crypto, { kind: row.kind, who })),
    works: works.has(row.kind),
  }));
}

/** Colleagues to whom something that this one works on can be given. */
export function takersOf(viewer: Clerk, colleagues: readonly StaffMember[]) {
  const worked = workSources(viewer).flatMap(({ work }) => (may(viewer, work) ? [work] : []));
  return colleagues.filter(({ roles }) => worked.some((work) => permissionsOf(roles).has(work))).map(named);
}

const named = ({ userId, displayName }: StaffMember) => ({ id: userId, name: displayName });

/** A page of the queue with all that stands around it. */
export async function openWork(platform: Platform, viewer: Clerk, view: WorkView, most: number) {
  const { db, clock } = platform;
  const now = clock.now();
  const stamp = await newestAudit(db);
  const { whose, cut } = await whoseWork(platform, viewer, view);
  const seesCustomers = may(viewer, 'customers:view');
  const [{ rows, next }, counts, colleagues] = await Promise.all([
    listWork(db, viewer, view, { now, most, ...whose }),
    countWork(db, viewer, now),
    listStaffWith(db, 'desk:open'),
  ]);
  return {
    now,
    stamp,
    rows: await showWork(platform, viewer, rows),
    next,
    cut,
    counts,
    kinds: workSources(viewer).map(({ kind }) => kind),
    colleagues: colleagues.map(named),
    /** To whom something of the queue can be given. */
    takers: takersOf(viewer, colleagues),
    seesCustomers,
  };
}
