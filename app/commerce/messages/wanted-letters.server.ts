import type { Db, Tx } from '#app/platform/database.server.ts';
import type { LoggedMail } from '#app/platform/mail-log.tables.ts';
import { findCampaign } from '../campaigns/campaigns-store.server.ts';
import { findReader } from '../newsletter/newsletter-store.server.ts';

/** How the ids of a campaign's letters begin. */
export const letterOf = (campaignId: string) => `campaign-${campaignId}.`;

/**
 * Whether a letter that was noted before may still leave: its reader may have left the list since, or its campaign may be
 * held (`not-now`) or called off. Every other mail may.
 */
export async function isLetterWanted(db: Db | Tx, mail: Pick<LoggedMail, 'id' | 'kind'>): Promise<'yes' | 'not-now' | 'no'> {
  if (mail.kind !== 'campaigns.letter') return 'yes';
  const [, campaignId, readerId] = /^campaign-([\w-]+)\.([\w-]+)/.exec(mail.id) ?? [];
  if (campaignId === undefined || readerId === undefined) return 'no';
  const [campaign, reader] = [await findCampaign(db, campaignId), await findReader(db, readerId)];
  if (reader?.status !== 'reading') return 'no';
  if (campaign?.status === 'paused') return 'not-now';
  return campaign?.status === 'sending' || campaign?.status === 'sent' ? 'yes' : 'no';
}
