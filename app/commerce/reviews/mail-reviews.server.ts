import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { zoneOfPhone } from '#app/platform/mail-rules.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { inLanguage, postLetter, type PostedLetter } from '../messages/post-letter.server.ts';
import { findOrderAsSystem, readContact } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import type { ProductCounters } from '../product-counter.ts';
import { keptStates } from './review-eligibility.ts';
import { reviewToken } from './review-link.server.ts';
import {
  findReviewAsSystem,
  findReviewOf,
  isSilent,
  recordInvitationMailed,
  wasInvitationMailed,
  type Invitation,
} from './reviews-store.server.ts';

/** What became of a review, to whoever wrote it. */
export const reviewMail = jobKind<{
  readonly reviewId: string;
  readonly version: number;
  readonly template: 'published' | 'rejected' | 'replied';
}>('review.mail');

/** Asks for a review, or once more. */
export const reviewInvitation = jobKind<Invitation>('review.invitation');

/** Starts the mails about reviews. */
export async function mailReviews(platform: Platform, counters: ProductCounters): Promise<void> {
  await platform.jobs.handle(reviewMail, ({ reviewId, version, template }) => mailAuthor(platform, reviewId, version, template));
  await platform.jobs.handle(reviewInvitation, (invitation) => mailInvitation(platform, counters, invitation));
}

/** Sent again after a crash it is the same mail under the same id. */
async function mailAuthor(platform: Platform, reviewId: string, version: number, template: 'published' | 'rejected' | 'replied') {
  const review = await findReviewAsSystem(platform.db, reviewId);
  // Taken back or written anew meanwhile: the news is old.
  if (review?.version !== version) return;
  const order = await findOrderAsSystem(platform.db, review.orderId);
  if (!order) throw new Error(`Review ${reviewId} has no order`);
  const language = await languageOfMail(platform.db, review.speaks);
  const t = await mailWords(platform.db, language, 'review-mails');
  const words = textsFor(language).of('reviews');
  const values = { subject: review.subject[language], reason: review.rejectReason ? words(`reject.${review.rejectReason}`) : '' };
  const ours = template === 'rejected' ? review.rejectNote : template === 'replied' ? review.reply : null;
  const link =
    template === 'rejected'
      ? `/reviews/write/${reviewToken(platform.secret, 'write', { orderId: review.orderId, item: review.item })}`
      : `/reviews#${review.reference}`;
  await send(platform, order, {
    kind: `reviews.${template}`,
    messageId: `review-${reviewId}.${version}`,
    subject: t(`${template}.subject`, values),
    letter: {
      language,
      title: t(`${template}.title`, values),
      paragraphs: [t(`${template}.text`, values)],
      rows: [],
      quote: ours ? { title: t('ours'), words: ours } : null,
      button: t(`${template}.button`),
      link: platform.env.publicUrl + link,
      foot: [t('foot.reference', { reference: review.reference })],
    },
  });
}

/** Looks once more before it sends: a review may be written, the order refunded, its guests missed or the address silent by now. */
async function mailInvitation(platform: Platform, counters: ProductCounters, invitation: Invitation): Promise<void> {
  const { db, secret, env } = platform;
  const order = await findOrderAsSystem(db, invitation.orderId);
  if (!order || !keptStates[order.kind]?.includes(order.status)) return;
  if ((await wasInvitationMailed(db, invitation)) || (await isSilent(db, order.emailIndex))) return;
  if (await findReviewOf(db, invitation)) return;
  const language = await languageOfMail(db, order.language);
  const thing = await counters.of(order.kind).reviewed(order.id, language);
  if (!thing) return;
  const t = await mailWords(db, language, 'review-mails');
  const values = { subject: thing.subject };
  const template = invitation.number === 1 ? 'invite' : 'remind';
  const stop = `${env.publicUrl}/reviews/stop/${reviewToken(secret, 'stop', invitation)}`;
  await send(platform, order, {
    kind: `reviews.${template}`,
    messageId: `review-invitation-${invitation.orderId}.${invitation.item}.${invitation.number}`,
    subject: t(`${template}.subject`, values),
    oneClickLeave: stop,
    letter: {
      language,
      title: t(`${template}.title`, values),
      paragraphs: [t(`${template}.text`, values), t('invite.promise')],
      rows: [],
      button: t(`${template}.button`),
      link: `${env.publicUrl}/reviews/write/${reviewToken(secret, 'write', invitation)}`,
      foot: [t('foot.order', { reference: order.reference }), `${t('foot.stop')} ${inLanguage(language, stop)}`],
    },
  });
  await recordInvitationMailed(db, platform.clock.now(), invitation);
}

async function send(
  platform: Platform,
  order: Order,
  letter: Pick<PostedLetter, 'kind' | 'messageId' | 'subject' | 'letter' | 'oneClickLeave'>,
): Promise<void> {
  const { email, phone } = readContact(platform.crypto, order);
  await postLetter(platform, { ...letter, to: email, zone: zoneOfPhone(phone), orderId: order.id });
}
