import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { recordSent, wasSent } from '#app/commerce/messages/messages-store.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { linkKey } from '#app/commerce/orders/order-visit.server.ts';
import { findOrderAsSystem, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { printedName } from '../order/describe-flight-order.ts';
import { getFlightOrder, hasLeft } from '../order/flight-store.server.ts';
import { requestWords } from './request-words.server.ts';
import { findUntold, markTold } from './traveller-requests-store.server.ts';

/**
 * Mails what airlines said to a traveller's requests, all that is new in one mail. An answer is told once; one that is
 * changed later is told again. Nothing is written about an order that has ended.
 */
export async function tellAnswers(platform: Platform, orderId: string): Promise<void> {
  const { db, crypto, clock, env } = platform;
  const order = await findOrderAsSystem(db, orderId);
  if (
    !order ||
    ![
      'paid',
      'on_hold',
      'ticketing',
      'ticketing_failed',
      'stuck',
      'ticketed',
      'schedule_change_pending',
      'change_quoted',
      'change_pending',
      'cancel_quoted',
      'held',
    ].includes(order.status)
  )
    return;
  const { left } = await getFlightOrder(db, orderId);
  // Of somebody who left nobody needs to hear.
  const news = (await findUntold(db, orderId)).filter(({ traveller }) => !hasLeft({ left }, traveller));
  if (news.length === 0) return;
  // The same news have the same name, so that a run after a crash is recognised.
  const named = news.map(({ contract, traveller, kind, code, status, answeredAt }) => [
    contract,
    traveller,
    kind,
    code,
    status,
    answeredAt,
  ]);
  const messageId = `${orderId}.requests-answered.${sha256(JSON.stringify(named)).slice(0, 16)}`;
  if (!(await wasSent(db, messageId))) {
    const [flightOrder, people] = await Promise.all([getFlightOrder(db, orderId), readPeople<PassengerDetails>(db, crypto, order)]);
    const { reference } = order;
    const language = await languageOfMail(db, order.language);
    const t = await mailWords(db, language, 'mails');
    const rows = news.map((request) => ({
      head: printedName(people.travellers[request.traveller]!),
      under: requestWords(request, flightOrder, people.travellers, language),
      words: t(`requests-answered.${request.status}`),
    }));
    const letter: Letter = {
      language,
      title: t('requests-answered.title'),
      paragraphs: [
        t('requests-answered.text', { reference }),
        ...(news.some(({ status }) => status === 'refused') ? [t('requests-answered.refusedText')] : []),
      ],
      rows,
      button: t('requests-answered.button'),
      link: `${env.publicUrl}/track?order=${reference}&key=${linkKey(platform, order, clock.now())}`,
      foot: [t('foot.reference', { reference }), t('foot.reply')],
    };
    const subject = t('requests-answered.subject', { reference });
    await postLetter(platform, { kind: 'orders.requests-answered', messageId, to: people.contact.email, subject, orderId, letter });
    const sent = { messageId, orderId, template: 'requests-answered', orderVersion: order.version, language };
    await recordSent(db, { ...sent, sentAt: new Date(clock.now()) });
  }
  await transact(db, (tx) => markTold(tx, news));
}
