import { jobKind } from '#app/platform/jobs.server.ts';

/** A payment or one of its refunds changed. Sent in the transaction of the change; whoever sold the order handles it. */
export const paymentChanged = jobKind<{ paymentId: string; orderId: string }>('payment.changed');

/** Work for this module, to be sent inside the transaction that decides it. */
export const paymentCapture = jobKind<{ paymentId: string }>('payment.capture');
/** Closes a page nobody has paid on; one that was paid meanwhile is left to its own change. */
export const paymentClose = jobKind<{ paymentId: string }>('payment.close');
export const paymentRelease = jobKind<{ paymentId: string }>('payment.release');
export const paymentRefund = jobKind<{ refundId: string }>('payment.refund');

export const paymentEventReceived = jobKind<{ provider: string; eventId: string; says?: string }>('payment.event-received');
export const paymentsCatchUp = jobKind<Record<string, never>>('payments.catch-up', 1);
export const paymentsReconcile = jobKind<Record<string, never>>('payments.reconcile', 1);
