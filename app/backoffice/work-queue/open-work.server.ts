import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import type { DueSource } from '#app/commerce/due-work.server.ts';
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
import { may, permissionsOf, type Clerk, type Permission, type StaffMember } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { taskRuleOf } from '../task-rules.ts';
import { countWork, listWork, type WorkOf, type WorkRow } from './list-work.server.ts';
import { placeOf } from './work-place.ts';
import { everySource, workSources } from './work-sources.server.ts';
import type { WorkKind, WorkView } from './work-view.ts';

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
  /** Which one of its order it is of, where several wait under one reference. */
  readonly person: string | null;
  /** For whoever may look customers up. */
  readonly customer: CustomerBehind | null;
  /** Whether this colleague's roles work on such things. */
  readonly works: boolean;
  /** As what it can be given to others by this colleague; null where it cannot. */
  readonly givenAs: string | null;
}

/** A colleague to whom something on a page can be given, and which things: by what they are given as. */
export interface Taker {
  readonly id: string;
  readonly name: string;
  readonly has: readonly string[];
}

/** As what something is given: each kind of task has its own rights. */
export function givenAs(
  viewer: Clerk,
  source: DueSource<WorkKind> | undefined,
  { state, takable, ownerId }: Pick<WorkRow, 'state' | 'takable' | 'ownerId'>,
): string | null {
  if (!source || !may(viewer, source.work) || !takable || !source.gives(viewer, ownerId)) return null;
  return source.kind === 'task' ? `${source.kind}.${state}` : source.kind;
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

/** Whom of its order something is of, by name. */
export function personOf(crypto: FieldCrypto, { kind, id, who }: Pick<WorkRow, 'kind' | 'id' | 'who'>): string | null {
  const person = everySource.find((one) => one.kind === kind)?.person;
  return (person && who.person && person.nameOf(crypto, id, who.person)) || null;
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
  const sources = new Map(workSources(viewer).map((source) => [source.kind, source]));
  const works = (source: DueSource<WorkKind> | undefined) => source !== undefined && may(viewer, source.work);
  return rows.map(({ about, ownerId, who, ...row }) => ({
    ...row,
    to: placeOf({ ...row, about }, viewer),
    owner: ownerId === null ? null : { id: ownerId, name: names.get(ownerId) ?? '–' },
    mine: ownerId === viewer.user.id,
    person: personOf(crypto, { kind: row.kind, id: row.id, who }),
    customer: behind(behindOf(crypto, { kind: row.kind, who })),
    works: works(sources.get(row.kind)),
    givenAs: givenAs(viewer, sources.get(row.kind), { ...row, ownerId }),
  }));
}

/** Colleagues who can have something of what this one may give: those whose roles see such a thing and work on it. */
export function takersOf(viewer: Clerk, colleagues: readonly StaffMember[], given: readonly (string | null)[]): Taker[] {
  const kinds = [...new Set(given)].filter((one) => one !== null);
  return colleagues.flatMap(({ userId, displayName, roles }) => {
    const rights = permissionsOf(roles);
    const has = kinds.filter((kind) => rightsOf(kind).every((right) => rights.has(right)));
    return userId === viewer.user.id || has.length === 0 ? [] : [{ id: userId, name: displayName, has }];
  });
}

function rightsOf(given: string): readonly Permission[] {
  const [kind, task] = [given.split('.', 1)[0], given.slice(given.indexOf('.') + 1)];
  if (kind === 'task') return [taskRuleOf(task).see, taskRuleOf(task).do];
  const { see, work } = everySource.find((one) => one.kind === kind)!;
  return [see, work];
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
  const shown = await showWork(platform, viewer, rows);
  return {
    now,
    stamp,
    rows: shown,
    next,
    cut,
    counts,
    kinds: workSources(viewer).map(({ kind }) => kind),
    colleagues: colleagues.map(named),
    takers: takersOf(
      viewer,
      colleagues,
      shown.map((row) => row.givenAs),
    ),
    seesCustomers,
  };
}
