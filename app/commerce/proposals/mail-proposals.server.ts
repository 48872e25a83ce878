import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { findInquiryAsSystem, readContact } from '../inquiries/inquiries-store.server.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { proposalMail } from './proposal-jobs.server.ts';
import { proposalAddress } from './proposal-link.server.ts';
import { proposalZone } from './proposal-terms-rules.ts';
import { findProposalAsSystem, findRemarks, findVersions, recordProposalMail, wasProposalMailed } from './proposals-store.server.ts';

/** Starts sending the mails that proposals ask for. */
export async function mailProposals(platform: Platform): Promise<void> {
  await platform.jobs.handle(proposalMail, (mail) => mailProposal(platform, mail));
}

/** Sends one mail unless it has left before, or its person was erased meanwhile. */
async function mailProposal(platform: Platform, letter: { kind: 'sent' | 'replied'; proposalId: string; of: string }): Promise<void> {
  const { db, crypto, clock } = platform;
  const messageId = `proposal-${letter.proposalId}.${letter.kind}.${letter.of}`;
  if (await wasProposalMailed(db, messageId)) return;
  const proposal = await findProposalAsSystem(db, letter.proposalId);
  const inquiry = proposal && (await findInquiryAsSystem(db, proposal.inquiryId));
  if (!inquiry) return;
  const { name, email } = readContact(crypto, inquiry);
  if (email === '') return;
  const remark = letter.kind === 'replied' ? (await findRemarks(db, crypto, proposal.id)).find(({ id }) => id === letter.of) : undefined;
  const number = remark?.number ?? Number(letter.of);
  const version = (await findVersions(db, crypto, proposal.id)).find((one) => one.number === number);
  if (!version) return;
  const language = await languageOfMail(db, inquiry.language);
  const t = await mailWords(db, language, 'proposal');
  const lastDay = dateIn(proposalZone, instant(version.expiresAt.getTime() - 1));
  const values = {
    name,
    title: version.content.title,
    total: formatMoney(money(version.total, 'AED'), language),
    date: formatDate(lastDay, language, 'long'),
    reference: inquiry.reference,
  };
  const of = `mail.${letter.kind}`;
  const quote = remark
    ? { title: t('mail.replied.words'), words: remark.words }
    : version.content.words
      ? { title: t('mail.sent.words'), words: version.content.words }
      : null;
  const written = {
    language,
    title: t(`${of}.title`, values),
    paragraphs: [t(`${of}.text`, values)],
    rows: [],
    quote,
    button: t('mail.button'),
    link: `${platform.env.publicUrl}${proposalAddress(platform.secret, proposal.id)}`,
    foot: [t('mail.reference', values), t('mail.keep')],
  };
  await postLetter(platform, {
    kind: `proposals.${letter.kind}`,
    messageId,
    to: email,
    subject: t(`${of}.subject`, values),
    letter: written,
  });
  await recordProposalMail(db, messageId, proposal.id, clock.now());
}
