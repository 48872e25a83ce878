import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { findSentAgain, listMails, listSuppressions } from '#app/platform/mail-log-list-store.server.ts';
import { findMail, isNumber, mailIndexOf, openRecipient, openSuppressed } from '#app/platform/mail-log-store.server.ts';
import type { LoggedMail } from '#app/platform/mail-log.tables.ts';
import { maskedAddress, type MailChannel, type MailStatus, type SuppressionReason } from '#app/platform/mail-rules.ts';
import { applicantFamilies, isApplicants } from '../mail-kinds.ts';
import { findByReference, findReferences } from '../../orders/orders-store.server.ts';
import type { ListView } from '#app/ui/desk-list/list-address.ts';
import type { ShortPage } from '#app/ui/desk-list/short-list.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { SuppressionColumn, SuppressionQueue } from './suppression-list.ts';
import type { MailView } from './mail-desk-view.ts';

export interface MailRow {
  readonly id: string;
  readonly channel: MailChannel;
  readonly kind: string;
  readonly language: string;
  /** Masked: m•••@example.com, +971•••67; wholly in a mail to an applicant, for who may judge applications. */
  readonly to: string;
  readonly order: string | null;
  readonly status: MailStatus;
  readonly cause: string | null;
  readonly tries: number;
  readonly files: number;
  /** ISO instants. */
  readonly queuedAt: string;
  readonly changedAt: string;
  readonly notBefore: string | null;
}

/** To whom a letter of a campaign went says what kind of customer they are, to whoever chose the kind and sees no customers. */
const hidden = ({ judges, seesCustomers }: MailReader, { kind }: LoggedMail) =>
  (judges && isApplicants(kind)) || (!seesCustomers && kind === 'campaigns.letter');

const shown = (reader: MailReader, mail: LoggedMail, order: string | null): MailRow => ({
  id: mail.id,
  channel: mail.channel,
  kind: mail.kind,
  language: mail.language,
  to: hidden(reader, mail) ? '•••' : maskedAddress(openRecipient(reader.crypto, mail)),
  order,
  status: mail.status,
  cause: mail.cause,
  tries: mail.tries,
  files: mail.files,
  queuedAt: mail.queuedAt.toISOString(),
  changedAt: mail.changedAt.toISOString(),
  notBefore: mail.notBefore?.toISOString() ?? null,
});

/** Who looks at the log. */
export interface MailReader {
  readonly crypto: FieldCrypto;
  /** Whether they may see applications: the log tells them no address of an applicant, and an address finds them no mail to one. */
  readonly judges: boolean;
  /** Whether they may see customers: to whoever may not, letters of campaigns tell no address and are found by none. */
  readonly seesCustomers: boolean;
}

/** Newest first; `most` rows behind `view.after`. */
export async function findMailRows(db: Db, reader: MailReader, view: MailView, most: number): Promise<MailRow[]> {
  const { crypto, judges, seesCustomers } = reader;
  const { find, after, ...rest } = view;
  const without = [...(judges ? applicantFamilies : []), ...(seesCustomers ? [] : ['campaigns'])];
  const isAddress = find.includes('@') || isNumber(find);
  const order = find && !isAddress ? await findByReference(db, find.toUpperCase()) : null;
  const found = await listMails(
    db,
    {
      ...rest,
      ...(isAddress ? { emailIndex: mailIndexOf(crypto, find), without } : order ? { orderId: order.id } : find ? { id: find } : {}),
      after: after ? await findMail(db, after) : null,
    },
    most,
  );
  const references = await referencesOf(db, found);
  return found.map((mail) => shown(reader, mail, references.get(mail.orderId ?? '') ?? null));
}

/** A mail with its row and those that were sent of it once more. */
export async function findMailRecord(db: Db, reader: MailReader, id: string) {
  const mail = await findMail(db, id);
  if (!mail) return null;
  const order = (await referencesOf(db, [mail])).get(mail.orderId ?? '') ?? null;
  return { mail, row: shown(reader, mail, order), again: (await findSentAgain(db, id)).map((one) => shown(reader, one, order)) };
}

const referencesOf = (db: Db, mails: readonly LoggedMail[]) =>
  findReferences(db, [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))]);

export interface SuppressedRow {
  readonly id: string;
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** Null for the mail server. */
  readonly by: string | null;
  readonly at: string;
}

/** A page of the addresses that get no mail as it is asked for; one is found by its whole address. */
export async function findSuppressedRows(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  view: ListView<SuppressionQueue, 'why', SuppressionColumn>,
  most: number,
): Promise<ShortPage<SuppressedRow>> {
  const { queue, descending, after } = view;
  const emailIndex = view.find ? mailIndexOf(crypto, view.find) : null;
  const page = await listSuppressions(db, { queue, emailIndex, reason: view.filters.why, descending, after }, most);
  const names = await findStaffNames(
    db,
    page.rows.flatMap(({ addedBy }) => (addedBy.startsWith('staff:') ? [addedBy.slice(6)] : [])),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      address: maskedAddress(openSuppressed(crypto, row)),
      reason: row.reason,
      note: row.note,
      by: row.addedBy === 'system' ? null : (names.get(row.addedBy.slice(6)) ?? row.addedBy.slice(6)),
      at: row.addedAt.toISOString(),
    })),
  };
}
