import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { partnerToken } from './partner-link.server.ts';
import { findLeadAsSystem, findLeadEvents, readPartnerContact } from './partners-store.server.ts';

/** How an application stands, to whoever sent it. */
export const partnerMail = jobKind<{
  readonly leadId: string;
  readonly version: number;
  readonly template: 'received' | 'take' | 'accept' | 'decline' | 'reopen';
}>('partner.mail');

/** Starts mailing companies. A mail made again after a crash is the same under the same id. */
export async function mailPartners(platform: Platform): Promise<void> {
  await platform.jobs.handle(partnerMail, async ({ leadId, version, template }) => {
    const { db, crypto, env, secret } = platform;
    const lead = await findLeadAsSystem(db, leadId);
    if (!lead) throw new Error(`Mail for application ${leadId}, which does not exist`);
    const { email } = readPartnerContact(crypto, lead);
    const event = (await findLeadEvents(db, crypto, leadId)).find((one) => one.version === version);
    const language = await languageOfMail(db, lead.language);
    const t = await mailWords(db, language, 'partner-mails');
    const values = { reference: lead.reference, company: lead.company };
    const words = template === 'received' ? null : (event?.words ?? null);
    const letter: Letter = {
      language,
      title: t(`${template}.title`),
      paragraphs: [t(`${template}.text`, values)],
      rows: [],
      quote: words ? { title: t('words'), words } : null,
      button: t('button'),
      link: `${env.publicUrl}/partners/status?key=${partnerToken(secret, lead.id)}`,
      foot: [t('foot', values)],
    };
    await postLetter(platform, {
      kind: `partners.${template}`,
      messageId: `partner-${leadId}.${version}`,
      to: email,
      subject: t(`${template}.subject`, values),
      letter,
    });
  });
}
