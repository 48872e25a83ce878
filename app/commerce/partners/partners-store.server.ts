import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery, type SortedBy } from '#app/platform/keyset-query.server.ts';
import { emailKey } from '#app/values/email.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import type { PaperType } from '#app/values/paper-types.ts';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Application, PartnerContact } from './partner-form.ts';
import { partnerStates, type PartnerStatus } from './partner-status.ts';
import {
  partnerDocuments,
  partnerLeadEvents,
  partnerLeads,
  type PartnerDocument,
  type PartnerLead,
  type PartnerLeadEvent,
} from './partners.tables.ts';

const where = (id: string, field: string) => `partner_leads|${field}|${id}`;

export function partnerEmailIndex(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(emailKey(email), 'partner-email');
}

export interface StoredDocument {
  readonly name: string;
  readonly type: PaperType;
  readonly bytes: number;
  /** Its name among the stored files. */
  readonly stored: string;
}

export interface NewLead extends Application {
  readonly id: string;
  readonly reference: string;
  readonly language: LanguageCode;
  readonly actor: string;
  readonly documents: readonly StoredDocument[];
}

export async function insertLead(tx: Tx, crypto: FieldCrypto, now: Instant, lead: NewLead): Promise<void> {
  const { contact, documents, actor, ...row } = lead;
  const at = new Date(now);
  await tx.insert(partnerLeads).values({
    ...row,
    status: 'received',
    contact: crypto.seal(JSON.stringify(contact), where(row.id, 'contact')),
    emailIndex: partnerEmailIndex(crypto, contact.email),
    createdAt: at,
    changedAt: at,
  });
  await tx.insert(partnerLeadEvents).values({ leadId: row.id, version: 1, event: 'apply', actor, words: null, at });
  if (documents.length > 0)
    await tx
      .insert(partnerDocuments)
      .values(documents.map((document, position) => ({ id: randomUUID(), leadId: row.id, position, ...document, at })));
}

export function readPartnerContact(crypto: FieldCrypto, lead: Pick<PartnerLead, 'id' | 'contact'>): PartnerContact {
  return JSON.parse(crypto.open(lead.contact, where(lead.id, 'contact'))) as PartnerContact;
}

export async function findLeadAsSystem(db: Db | Tx, id: string): Promise<PartnerLead | null> {
  const [row] = await db.select().from(partnerLeads).where(eq(partnerLeads.id, id));
  return row ?? null;
}

/** By reference; the caller judges access. */
export async function findLeadByReference(db: Db, reference: string): Promise<PartnerLead | null> {
  const [row] = await db.select().from(partnerLeads).where(eq(partnerLeads.reference, reference));
  return row ?? null;
}

const sortedBy: Readonly<Record<'came' | 'company', SortedBy>> = {
  came: { key: sql`${partnerLeads.createdAt}`, type: 'time' },
  company: { key: sql`lower(${partnerLeads.company})`, type: 'text' },
};

/** A page of the desk's list as it is asked for, with how many each state has. The caller has judged access. */
export async function listLeadsAsStaff(
  db: Db,
  view: {
    readonly queue: PartnerStatus | 'all';
    /** A reference, a licence or part of a company's name. */
    readonly find: string;
    readonly filters: Readonly<Record<'kind' | 'owner', string>>;
    readonly sort: string;
    readonly descending: boolean;
    readonly after: RowCursor | null;
  },
  { me, most }: { readonly me: string; readonly most: number },
): Promise<{
  readonly rows: readonly PartnerLead[];
  readonly next: RowCursor | null;
  readonly counts: Readonly<Record<PartnerStatus | 'all', number>>;
}> {
  const { kind, owner } = view.filters;
  const part = `%${view.find.replace(/[\\%_]/g, '\\$&')}%`;
  const wanted = and(
    kind === '' ? undefined : sql`${partnerLeads.kind} = ${kind}`,
    owner === '' ? undefined : owner === 'nobody' ? isNull(partnerLeads.assignedTo) : eq(partnerLeads.assignedTo, me),
    view.find === ''
      ? undefined
      : or(
          eq(partnerLeads.reference, view.find.toUpperCase()),
          eq(partnerLeads.licence, view.find),
          sql`${partnerLeads.company} ilike ${part}`,
        ),
  );
  const { past, order, told } = keysetQuery(view.sort === 'company' ? sortedBy.company : sortedBy.came, sql`${partnerLeads.id}`, view);
  const [rows, counted] = await Promise.all([
    db
      .select({ lead: partnerLeads, key: told })
      .from(partnerLeads)
      .where(and(wanted, view.queue === 'all' ? undefined : eq(partnerLeads.status, view.queue), past))
      .orderBy(order)
      .limit(most + 1),
    db.select({ status: partnerLeads.status, all: count() }).from(partnerLeads).where(wanted).groupBy(partnerLeads.status),
  ]);
  const { shown, next } = cutPage(rows, most, ({ lead, key }) => ({ key, id: lead.id }));
  const counts = Object.fromEntries(partnerStates.map((state) => [state, counted.find(({ status }) => status === state)?.all ?? 0]));
  return {
    rows: shown.map(({ lead }) => lead),
    next,
    counts: { ...(counts as Record<PartnerStatus, number>), all: counted.reduce((sum, one) => sum + one.all, 0) },
  };
}

/** What happened to an application, oldest first, with the words of notes and answers. */
export async function findLeadEvents(db: Db, crypto: FieldCrypto, leadId: string): Promise<PartnerLeadEvent[]> {
  const rows = await db
    .select()
    .from(partnerLeadEvents)
    .where(eq(partnerLeadEvents.leadId, leadId))
    .orderBy(asc(partnerLeadEvents.version));
  return rows.map((row) => ({ ...row, words: row.words === null ? null : crypto.open(row.words, where(leadId, `words-${row.version}`)) }));
}

/** Changes a lead that is still as it was read, with its line in the record; null when somebody was faster. */
export async function changeLead(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  lead: Pick<PartnerLead, 'id' | 'version'>,
  change: {
    readonly event: PartnerLeadEvent['event'];
    readonly actor: string;
    readonly words?: string | null;
    readonly to: Partial<Pick<PartnerLead, 'status' | 'assignedTo'>>;
  },
): Promise<PartnerLead | null> {
  const version = lead.version + 1;
  const [row] = await tx
    .update(partnerLeads)
    .set({ ...change.to, version, changedAt: new Date(now) })
    .where(and(eq(partnerLeads.id, lead.id), eq(partnerLeads.version, lead.version)))
    .returning();
  if (!row) return null;
  const words = change.words ? crypto.seal(change.words, where(lead.id, `words-${version}`)) : null;
  await tx
    .insert(partnerLeadEvents)
    .values({ leadId: lead.id, version, event: change.event, actor: change.actor, words, at: new Date(now) });
  return row;
}

export async function findDocuments(db: Db, leadId: string): Promise<PartnerDocument[]> {
  return db.select().from(partnerDocuments).where(eq(partnerDocuments.leadId, leadId)).orderBy(asc(partnerDocuments.position));
}
