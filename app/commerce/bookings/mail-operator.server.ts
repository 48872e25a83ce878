import type { Platform } from '#app/platform/platform.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { findOrderAsSystem, readPeople } from '../orders/orders-store.server.ts';
import type { NoticeKind } from './booking-jobs.server.ts';
import type { BookingKind } from './booking-order-status.ts';
import { findBooking } from './bookings-store.server.ts';

/** What an operator is told of a thing: its name in the trade's language, the page they work at and where guests are fetched, where that is so. */
export type TellItem = (
  item: string,
  orderId: string,
) => Promise<{ readonly title: string; readonly page: string | null; readonly meet?: string } | null>;
/** By kind of booking; what is not here is told by the name that the booking has for it. */
export type TellItems = Partial<Readonly<Record<BookingKind, TellItem>>>;

/** Tells the operator what was booked, changed or cancelled, with the names that its guide needs. In English, the trade's language. */
export async function mailOperator(
  platform: Platform,
  notice: { readonly kind: NoticeKind; readonly bookingId: string; readonly version: number },
  tell: TellItems,
): Promise<void> {
  const { db, crypto } = platform;
  const booking = await findBooking(db, notice.bookingId);
  const order = booking && (await findOrderAsSystem(db, booking.orderId));
  if (!booking || !order) return;
  const { travellers } = await readPeople(db, crypto, order);
  const t = await mailWords(db, 'en', 'bookings');
  const told = await tell[booking.kind]?.(booking.item, booking.orderId);
  const { title: item, page } = told ?? { title: booking.item, page: null };
  const values = { item, date: formatDate(booking.startsLocal.slice(0, 10), 'en', 'long'), voucher: booking.voucher ?? '' };
  const rows = [
    { head: t('notice.item'), words: item },
    { head: t('notice.starts'), words: `${values.date}${comma('en')}${booking.startsLocal.slice(11)} (${booking.zone})` },
    { head: t('notice.places'), words: String(booking.places) },
    { head: t('notice.voucher'), words: values.voucher },
    ...(told?.meet && notice.kind !== 'cancelled' ? [{ head: t('notice.meet'), words: told.meet }] : []),
    ...(notice.kind === 'cancelled'
      ? []
      : travellers.map((person) => ({ head: t('notice.traveller'), words: `${person.givenNames} ${person.surname}`.trim() }))),
  ];
  const title = t(`notice.${notice.kind}.title`, values);
  const paragraphs = [t(`notice.${notice.kind}.text`, values)];
  const foot = [t('notice.foot')];
  await postLetter(platform, {
    kind: `operators.${notice.kind}`,
    messageId: `booking-${booking.id}.${notice.kind}.${notice.version}`,
    to: booking.operatorMail,
    subject: t(`notice.${notice.kind}.subject`, values),
    orderId: order.id,
    letter: { language: 'en', title, paragraphs, rows, button: page && t('notice.button'), link: page, foot },
  });
}
