import { openLines, type LineOf, type Lines } from './lines.ts';

export type Card =
  | 'approved'
  | 'secure'
  | 'apple-pay'
  | 'google-pay'
  | 'insufficient-funds'
  | 'do-not-honour'
  | 'expired-card'
  | 'suspected-fraud'
  | 'late-seconds'
  | 'late-minutes'
  | 'silent'
  | 'not-agreed';
export type DeclineCode = 'insufficient_funds' | 'do_not_honor' | 'expired_card' | 'fraudulent' | 'authentication_failed' | 'not_agreed';

export const disputeReasons = ['fraudulent', 'product_not_received', 'duplicate', 'credit_not_processed', 'general'] as const;
export type DisputeReason = (typeof disputeReasons)[number];

export interface Terms {
  readonly payment_id: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  /** Paid in four parts that are collected here; with a card where it is absent. */
  readonly method?: 'four';
  readonly language: string;
  readonly success_url: string;
  readonly failure_url: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** How the bank should misbehave; for drills. */
export interface Rules {
  readonly webhooks?: { readonly delay_ms?: number; readonly duplicate?: number; readonly reorder?: boolean; readonly drop?: boolean };
  readonly api?: readonly {
    readonly operation: 'create' | 'capture' | 'cancel' | 'refund' | 'fetch' | 'dispute' | 'file' | 'any';
    readonly fault: 'error-before' | 'error-after' | 'silent-before' | 'silent-after';
    readonly times: number;
  }[];
}

/** What happened, as it is written down before anybody is told. */
export type Fact =
  | {
      readonly type: 'payment.created';
      readonly payment: string;
      readonly terms: Terms;
      readonly key: string;
      readonly fingerprint: string;
    }
  | { readonly type: 'payment.challenged'; readonly payment: string; readonly card: Card }
  | { readonly type: 'payment.code-refused'; readonly payment: string }
  | { readonly type: 'payment.declined'; readonly payment: string; readonly card: Card; readonly code: DeclineCode }
  /** Not agreed to be paid in four: it ends here. */
  | { readonly type: 'payment.refused'; readonly payment: string; readonly card: Card; readonly code: DeclineCode }
  | { readonly type: 'payment.processing'; readonly payment: string; readonly card: Card; readonly settles_at: number }
  | { readonly type: 'payment.authorised'; readonly payment: string; readonly card: Card }
  | {
      readonly type: 'payment.captured';
      readonly payment: string;
      readonly amount: number;
      readonly fee: number;
      readonly key: string;
      readonly fingerprint: string;
    }
  | {
      readonly type: 'payment.canceled';
      readonly payment: string;
      readonly why: 'asked' | 'expired';
      readonly key: string;
      readonly fingerprint: string;
    }
  | {
      readonly type: 'payment.refunded';
      readonly payment: string;
      readonly refund: string;
      readonly refund_id: string;
      readonly amount: number;
      readonly key: string;
      readonly fingerprint: string;
    }
  | {
      readonly type: 'dispute.opened';
      readonly payment: string;
      readonly dispute: string;
      readonly reason: DisputeReason;
      readonly amount: number;
      /** The bank asks first and takes nothing yet. */
      readonly warning: boolean;
      /** Milliseconds since 1970. */
      readonly respond_by: number;
    }
  | { readonly type: 'dispute.charged'; readonly payment: string; readonly dispute: string; readonly respond_by: number }
  | {
      readonly type: 'dispute.answered';
      readonly payment: string;
      readonly dispute: string;
      readonly words: string;
      /** Names of the papers that came with it. */
      readonly files?: readonly string[];
      readonly key: string;
      readonly fingerprint: string;
    }
  | {
      readonly type: 'dispute.accepted';
      readonly payment: string;
      readonly dispute: string;
      readonly key: string;
      readonly fingerprint: string;
    }
  | { readonly type: 'dispute.won' | 'dispute.lost' | 'dispute.prevented'; readonly payment: string; readonly dispute: string }
  /** A paper that an answer may name: of it the bank keeps what it is called and how large it is. */
  | {
      readonly type: 'file.kept';
      readonly file: string;
      readonly name: string;
      readonly bytes: number;
      readonly key: string;
      readonly fingerprint: string;
    }
  | { readonly type: 'webhook.delivered'; readonly event: string }
  | { readonly type: 'control'; readonly payment: string | null; readonly rules: Rules };

export type Line = LineOf<Fact>;
export type Journal = Lines<Fact>;

export const openJournal = (file: string): Journal => openLines<Fact>(file);
