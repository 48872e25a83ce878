import type { Db, Tx } from '#app/platform/database.server.ts';
import type { LoggedMail } from '#app/platform/mail-log.tables.ts';
import type { Instant } from '#app/values/dates.ts';
import { findCampaign, findLetter, noteLetter } from '../campaigns/campaigns-store.server.ts';
import type { LetterStatus } from '../campaigns/campaign-status.ts';
import { findReader } from '../newsletter/newsletter-store.server.ts';

/** How the ids of a campaign's letters begin. */
export const letterOf = (campaignId: string) => `${lettersOf(campaignId)}.`;

/** What stands before the dot in those ids. */
export const lettersOf = (campaignId: string) => `campaign-${campaignId}`;

/** The campaign whose letter a mail is; null of every other. */
export const campaignOf = (mail: Pick<LoggedMail, 'id' | 'kind'>): string | null =>
  mail.kind === 'campaigns.letter' ? (namedIn(mail.id)?.campaignId ?? null) : null;

/**
 * Whether a letter that was noted before may still leave: its reader may have left the list since, or its campaign may be
 * held (`not-now`) or called off. Every other mail may.
 */
export async function isLetterWanted(db: Db | Tx, mail: Pick<LoggedMail, 'id' | 'kind'>): Promise<'yes' | 'not-now' | 'no'> {
  if (mail.kind !== 'campaigns.letter') return 'yes';
  const named = namedIn(mail.id);
  if (!named) return 'no';
  const [campaign, reader] = [await findCampaign(db, named.campaignId), await findReader(db, named.readerId)];
  if (reader?.status !== 'reading') return 'no';
  // Whoever was left out at their turn stays so, whatever lies in the log of mails.
  const counted = named.again ? null : await findLetter(db, named.campaignId, named.readerId);
  if (counted === 'suppressed' || counted === 'left') return 'no';
  if (campaign?.status === 'paused') return 'not-now';
  return campaign?.status === 'sending' || campaign?.status === 'sent' ? 'yes' : 'no';
}

/** The campaign and the reader that the id of a letter names. */
function namedIn(mailId: string): { readonly campaignId: string; readonly readerId: string; readonly again: boolean } | null {
  const [, campaignId, readerId, again] = /^campaign-([\w-]+)\.([\w-]+)(\..*)?$/.exec(mailId) ?? [];
  return campaignId === undefined || readerId === undefined ? null : { campaignId, readerId, again: again !== undefined };
}

/** No mail server is waited for so long. */
const inHandMs = 120_000;

/** Somebody is handing this letter over at this moment. */
export const isInHand = (mail: Pick<LoggedMail, 'status' | 'cause' | 'tries' | 'changedAt'>, now: Instant) =>
  isInTheDark(mail) && mail.changedAt.getTime() > now - inHandMs;

/** Whether its reader has left the list, which keeps a letter from them for good. */
export async function hasLeft(db: Db, mail: Pick<LoggedMail, 'id'>): Promise<boolean> {
  const named = namedIn(mail.id);
  return named !== null && (await findReader(db, named.readerId))?.status !== 'reading';
}

/**
 * Somebody took this letter up and never said what became of it. It may have left, and nobody is written to twice for a
 * letter that can be missed; whoever does have it in hand still says so.
 */
export const isInTheDark = (mail: Pick<LoggedMail, 'status' | 'cause' | 'tries'>) =>
  mail.status === 'queued' && mail.cause === null && mail.tries > 0;

/** What became of a letter, as its campaign counts it. */
export function becameOf({ status }: Pick<LoggedMail, 'status'>): LetterStatus {
  return status === 'queued' ? 'later' : status;
}

/** Tells its campaign what became of a letter that was put off. */
export async function tellCampaign(
  db: Db,
  now: Instant,
  mail: Pick<LoggedMail, 'id' | 'kind' | 'notBefore'>,
  became: LetterStatus,
): Promise<void> {
  // One that staff sent once more is a mail of its own.
  const named = mail.kind === 'campaigns.letter' && mail.id.split('.').length === 2 ? namedIn(mail.id) : null;
  if (named) await noteLetter(db, now, named, became, { notBefore: became === 'later' ? mail.notBefore : null });
}
