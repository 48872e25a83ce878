import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { findSentAgain, listMails, listSuppressions } from '#app/platform/mail-log-list-store.server.ts';
import { findMail, isNumber, mailIndexOf, openRecipient, openSuppressed } from '#app/platform/mail-log-store.server.ts';
import type { LoggedMail } from '#app/platform/mail-log.tables.ts';
import { maskedAddress, type MailChannel, type MailStatus, type SuppressionReason } from '#app/platform/mail-rules.ts';
import { applicantFamilies, isApplicants } from '../mail-kinds.ts';
import { findCampaign, findCampaignsById, listSentCampaigns } from '../../campaigns/campaigns-store.server.ts';
import type { Campaign } from '../../campaigns/campaigns.tables.ts';
import { campaignOf, lettersOf } from '../wanted-letters.server.ts';
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
  /** Whose letter it is, where its reader may be told. */
  readonly campaign: { readonly id: string; readonly name: string } | null;
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

/**
 * How many got a letter, and what became of it, is told in such numbers that nobody is known by it, which a list of them would
 * undo: it is for whoever may see customers anyway. To others not even a letter to customers of a kind says whose it is.
 */
const mayName = ({ seesCustomers }: MailReader, campaign: Pick<Campaign, 'customers'>) => seesCustomers || campaign.customers === null;

interface Beside {
  /** References of orders, by their ids. */
  readonly orders: ReadonlyMap<string, string>;
  readonly campaigns: ReadonlyMap<string, Campaign>;
}

/** What rows of the log are named after. */
async function findBeside(db: Db, mails: readonly LoggedMail[]): Promise<Beside> {
  const [orders, campaigns] = await Promise.all([
    referencesOf(db, mails),
    findCampaignsById(db, [...new Set(mails.flatMap((mail) => campaignOf(mail) ?? []))]),
  ]);
  return { orders, campaigns };
}

function namedCampaign(reader: MailReader, mail: LoggedMail, { campaigns }: Beside): MailRow['campaign'] {
  const campaign = campaigns.get(campaignOf(mail) ?? '');
  return campaign && mayName(reader, campaign) ? { id: campaign.id, name: campaign.name } : null;
}

const shown = (reader: MailReader, mail: LoggedMail, beside: Beside): MailRow => ({
  id: mail.id,
  channel: mail.channel,
  kind: mail.kind,
  campaign: namedCampaign(reader, mail, beside),
  language: mail.language,
  to: hidden(reader, mail) ? '•••' : maskedAddress(openRecipient(reader.crypto, mail)),
  order: beside.orders.get(mail.orderId ?? '') ?? null,
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
  const { find, after, campaign, ...rest } = view;
  const asked = campaign ? await findCampaign(db, campaign) : null;
  if (campaign && !(asked && seesCustomers)) return [];
  const without = [...(judges ? applicantFamilies : []), ...(seesCustomers ? [] : ['campaigns'])];
  const isAddress = find.includes('@') || isNumber(find);
  const order = find && !isAddress ? await findByReference(db, find.toUpperCase()) : null;
  const found = await listMails(
    db,
    {
      ...rest,
      ...(asked ? { lettersOf: lettersOf(asked.id) } : {}),
      ...(isAddress ? { emailIndex: mailIndexOf(crypto, find), without } : order ? { orderId: order.id } : find ? { id: find } : {}),
      after: after ? await findMail(db, after) : null,
    },
    most,
  );
  const beside = await findBeside(db, found);
  return found.map((mail) => shown(reader, mail, beside));
}

/** So many campaigns are offered to choose from; an older one is opened by its own page. */
const mostOffered = 100;

/** The campaigns by which the log can be narrowed, newest first, and the one that is asked for. */
export async function findLetterCampaigns(
  db: Db,
  { seesCustomers }: Pick<MailReader, 'seesCustomers'>,
  asked: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (!seesCustomers) return [];
  const newest = await listSentCampaigns(db, mostOffered);
  const older = asked && !newest.some(({ id }) => id === asked) ? await findCampaign(db, asked) : null;
  return [...newest, ...(older ? [older] : [])].map(({ id, name }) => ({ id, name }));
}

/** A mail with its row and those that were sent of it once more. */
export async function findMailRecord(db: Db, reader: MailReader, id: string) {
  const mail = await findMail(db, id);
  if (!mail) return null;
  const beside = await findBeside(db, [mail]);
  return { mail, row: shown(reader, mail, beside), again: (await findSentAgain(db, id)).map((one) => shown(reader, one, beside)) };
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
