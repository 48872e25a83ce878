import { rolePermissions, type Permission, type StaffRole } from '#app/platform/access.ts';

/*
 * Records of money, people and of what is sold that colleagues write notes on and keep files beside. Who may open a record may read them; nobody
 * else may, whatever they were named in.
 */

interface RecordRule {
  /** Of the audit: `table:id`. */
  readonly table: string;
  readonly sees: Permission;
  /** What writing on it asks for beside seeing it. */
  readonly writes?: Permission;
  /** The page of the record by its handle: what its address is made of. */
  readonly at: (handle: string) => string;
  /** Its notes are asked for by words that name the record; a customer is never named outside their own page. */
  readonly nameless?: true;
  /** Its page has notes of its own among what was said: here only files are kept beside it. */
  readonly filesOnly?: true;
}

const order = (sees: Permission, path: string): RecordRule => ({
  table: 'orders',
  sees,
  at: (reference) => `/admin/orders/${path}/${reference}`,
});

export const recordRules = {
  flight: order('flight-orders:view', 'flights'),
  'flight-quote': {
    table: 'flight_quotes',
    sees: 'flight-orders:view',
    at: (reference) => `/admin/orders/flights/quotes/${reference}`,
  },
  holiday: order('booking-orders:view', 'holidays'),
  experience: order('booking-orders:view', 'experiences'),
  staycation: order('booking-orders:view', 'staycations'),
  'tailor-made': order('inquiries:view', 'tailor-made'),
  evisa: { table: 'evisa_applications', sees: 'visa-orders:view', at: (id) => `/admin/orders/evisa/${id}` },
  assisted: { table: 'assisted_cases', sees: 'visa-orders:view', at: (id) => `/admin/sticker-visa-management/${id}` },
  customer: { table: 'customers', sees: 'customers:view', writes: 'customers:work', at: (id) => `/admin/customers/${id}`, nameless: true },
  company: { table: 'companies', sees: 'customers:view', writes: 'customers:work', at: (id) => `/admin/customers/companies/${id}` },
  invoice: { table: 'invoices', sees: 'invoices:view', at: (number) => `/admin/invoices/${number}` },
  inquiry: { table: 'inquiries', sees: 'inquiries:view', at: (reference) => `/admin/inquiries/${reference}` },
  ticket: {
    table: 'tickets',
    sees: 'tickets:view',
    writes: 'tickets:work',
    at: (reference) => `/admin/tickets/${reference}`,
    filesOnly: true,
  },
  consultation: { table: 'consultations', sees: 'consultations:view', at: (reference) => `/admin/consultations/${reference}` },
  review: { table: 'reviews', sees: 'reviews:view', at: (reference) => `/admin/reviews/${reference}` },
  partner: { table: 'partner_leads', sees: 'supply:view', at: (reference) => `/admin/partners/${reference}` },
  dispute: { table: 'disputes', sees: 'money:view', at: (id) => `/admin/invoices/disputes/${id}` },
  'bank-line': { table: 'bank_lines', sees: 'money:view', at: (id) => `/admin/invoices/bank/${id}` },
  campaign: { table: 'campaigns', sees: 'notifications:view', at: (id) => `/admin/notifications/campaigns/${id}` },
  content: { table: 'content_items', sees: 'content:view', at: (id) => `/admin/content/${id}` },
  tour: { table: 'tours', sees: 'supply:view', at: (id) => `/admin/supply/holiday-packages/${id}` },
  activity: { table: 'experiences', sees: 'supply:view', at: (id) => `/admin/supply/activities/${id}` },
  house: { table: 'staycations', sees: 'supply:view', at: (id) => `/admin/supply/staycations/${id}` },
  'evisa-offer': { table: 'evisa_countries', sees: 'visa-orders:view', at: (code) => `/admin/visa-management/${code}` },
  requisition: { table: 'job_requisitions', sees: 'recruitment:view', at: (id) => `/admin/recruitment/requisitions/${id}` },
  // Of those who hire: whoever interviews judges by themselves, and reads no more of others than their page shows.
  application: { table: 'job_applications', sees: 'recruitment:view', at: (reference) => `/admin/job-applications/${reference}` },
  posting: { table: 'job_postings', sees: 'recruitment:view', at: (id) => `/admin/job-postings/${id}` },
  asset: { table: 'assets', sees: 'hr:view', at: (tag) => `/admin/hr/asset-management/${tag}` },
  supplier: { table: 'flight_suppliers', sees: 'supply:view', at: (code) => `/admin/supply/flights/supplier-register/${code}` },
} satisfies Readonly<Record<string, RecordRule>>;

export type RecordKind = keyof typeof recordRules;

export const recordKinds = Object.keys(recordRules) as RecordKind[];

export const ruleOf = (kind: RecordKind): RecordRule => recordRules[kind];

/** One record, as its page or a search for it found it. */
export interface DeskRecord {
  readonly kind: RecordKind;
  readonly id: string;
  /** What its address is made of. */
  readonly handle: string;
  /** What colleagues call it: a reference or a number, never a person. */
  readonly name: string;
  /** What of the audit is about it, as `table:id`. */
  readonly subjects: readonly string[];
}

export function deskRecord(
  kind: RecordKind,
  record: { readonly id: string; readonly handle: string; readonly name?: string; readonly parts?: readonly string[] },
): DeskRecord {
  const { id, handle, name = handle, parts = [] } = record;
  return { kind, id, handle, name, subjects: [`${ruleOf(kind).table}:${id}`, ...parts] };
}

/** What of the audit is about one traveller's visa beside its own row: papers and addresses are its party's. */
export const visaParts = (id: string, group: { readonly id: string }) => [`evisa_applications:${id}`, `evisa_groups:${group.id}`];

export const recordAt = ({ kind, handle }: Pick<DeskRecord, 'kind' | 'handle'>) => ruleOf(kind).at(handle);

/** Where the forms of a record's notes and files are sent, and what is asked of it. */
export const notesAt = ({ kind, handle }: Pick<DeskRecord, 'kind' | 'handle'>) => `/admin/records/${kind}/${encodeURIComponent(handle)}`;

/** Whether somebody of these roles opens records of this kind. */
export const seesRecord = (roles: readonly StaffRole[], kind: RecordKind) =>
  roles.some((role) => rolePermissions[role].includes(ruleOf(kind).sees));

/** Whoever sees a record may write on it where nothing more is asked, but for those who only look things over. */
export const writesOnRecord = (roles: readonly StaffRole[], kind: RecordKind) => {
  const { sees, writes = sees } = ruleOf(kind);
  return seesRecord(roles, kind) && roles.some((role) => role !== 'auditor' && rolePermissions[role].includes(writes));
};
