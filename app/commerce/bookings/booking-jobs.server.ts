import { jobKind } from '#app/platform/jobs.server.ts';

/** Confirms what a paid order books: vouchers, invoice, the operator's notice. */
export const bookingConfirm = jobKind<{ orderId: string }>('booking.confirm');
/** Reminders, what is overdue, what has begun, ended or was never chosen. */
export const bookingsDaily = jobKind<Record<string, never>>('bookings.daily', 1);
/** One order of a run of the desk. */
export const bookingBulkLine = jobKind<{ runId: string; position: number }>('booking.bulk-line');

/** The staff task about a part that was not paid by its day and ends nothing by itself. */
export const partUnpaid = 'part-unpaid';

export const noticeKinds = ['confirmed', 'changed', 'pickup', 'cancelled'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
/** A letter to the operator; `version` is that of the booking, or of where its guests are fetched. */
export const bookingNotice = jobKind<{ readonly kind: NoticeKind; readonly bookingId: string; readonly version: number }>(
  'booking.notice',
  8,
  true,
);
