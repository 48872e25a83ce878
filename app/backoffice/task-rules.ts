import { hourMs, minuteMs } from '#app/values/dates.ts';

/*
 * What a kind of staff task needs: who may see it and do it, by when somebody should have looked, and whether it ends by
 * itself once its record is dealt with.
 */

/** The tabs of the list. */
export const taskViews = ['open', 'mine', 'free', 'late', 'done'] as const;
export type TaskView = (typeof taskViews)[number];

export interface TaskRule {
  /** Permissions; `do` is that of claiming and closing it. */
  readonly see: TaskPermission;
  readonly do: TaskPermission;
  readonly withinMs: number;
  /** Its record closes it: nobody ticks it off by hand. */
  readonly endsByItself: boolean;
}

type TaskPermission =
  | 'desk:open'
  | 'flight-orders:view'
  | 'flight-orders:work'
  | 'refunds:approve'
  | 'invoices:view'
  | 'invoices:issue'
  | 'money:view'
  | 'money:work'
  | 'inquiries:view'
  | 'inquiries:work'
  | 'reviews:view'
  | 'reviews:work'
  | 'supply:view'
  | 'supply:edit'
  | 'privacy:view'
  | 'privacy:work'
  | 'currencies:view'
  | 'currencies:edit'
  | 'consultations:view'
  | 'consultations:work'
  | 'visa-orders:view'
  | 'visas:decide'
  | 'staff:view'
  | 'staff:edit'
  | 'audit:view';

const money = (withinMs: number): TaskRule => ({ see: 'flight-orders:view', do: 'refunds:approve', withinMs, endsByItself: false });
const order = (withinMs: number, endsByItself = true): TaskRule => ({
  see: 'flight-orders:view',
  do: 'flight-orders:work',
  withinMs,
  endsByItself,
});

const rules: Readonly<Record<string, TaskRule>> = {
  'order-stuck': order(30 * minuteMs),
  'ticketing-failed': order(hourMs),
  'ticketing-slow': order(hourMs),
  'cancel-refused': order(4 * hourMs),
  'release-refused': order(2 * hourMs, false),
  'booking-difference': order(2 * hourMs, false),
  'job-failed': money(hourMs),
  'payment-unknown': money(hourMs),
  'payment-unexpected': money(2 * hourMs),
  'payment-difference': money(8 * hourMs),
  'capture-refused': money(hourMs),
  'refund-failed': money(8 * hourMs),
  'refund-approval': { see: 'flight-orders:view', do: 'refunds:approve', withinMs: 8 * hourMs, endsByItself: true },
  'credit-approval': { see: 'invoices:view', do: 'invoices:issue', withinMs: 8 * hourMs, endsByItself: true },
  'number-gap': { see: 'money:view', do: 'money:work', withinMs: 4 * hourMs, endsByItself: true },
  inquiry: { see: 'inquiries:view', do: 'inquiries:work', withinMs: 24 * hourMs, endsByItself: true },
  proposal: { see: 'inquiries:view', do: 'inquiries:work', withinMs: 8 * hourMs, endsByItself: true },
  complaint: { see: 'inquiries:view', do: 'inquiries:work', withinMs: 48 * hourMs, endsByItself: true },
  review: { see: 'reviews:view', do: 'reviews:work', withinMs: 48 * hourMs, endsByItself: true },
  partner: { see: 'supply:view', do: 'supply:edit', withinMs: 48 * hourMs, endsByItself: true },
  'passport-count': { see: 'visa-orders:view', do: 'visas:decide', withinMs: hourMs, endsByItself: true },
  'assisted-withdrawal': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 4 * hourMs, endsByItself: false },
  'privacy-late': { see: 'privacy:view', do: 'privacy:work', withinMs: 4 * hourMs, endsByItself: true },
  'rate-jump': { see: 'currencies:view', do: 'currencies:edit', withinMs: 4 * hourMs, endsByItself: true },
  'rate-ended': { see: 'currencies:view', do: 'currencies:edit', withinMs: 4 * hourMs, endsByItself: false },
  'visa-rule-due': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 7 * 24 * hourMs, endsByItself: true },
  'visa-purge': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 7 * 24 * hourMs, endsByItself: true },
  'visa-refusals': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 24 * hourMs, endsByItself: true },
  'visa-overstay': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 4 * hourMs, endsByItself: true },
  'visa-rule-gap': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 2 * 24 * hourMs, endsByItself: false },
  consultation: { see: 'consultations:view', do: 'consultations:work', withinMs: 8 * hourMs, endsByItself: true },
  'consultation-open': { see: 'consultations:view', do: 'consultations:work', withinMs: 2 * hourMs, endsByItself: true },
  'audit-broken': { see: 'audit:view', do: 'audit:view', withinMs: hourMs, endsByItself: false },
  'role-request': { see: 'staff:view', do: 'staff:edit', withinMs: 8 * hourMs, endsByItself: true },
  'review-report': { see: 'reviews:view', do: 'reviews:work', withinMs: 24 * hourMs, endsByItself: true },
};

/** A kind the table does not know yet is seen and closed by everybody of the house: better twice than never. */
const unknownKind: TaskRule = { see: 'desk:open', do: 'desk:open', withinMs: 8 * hourMs, endsByItself: false };

export const taskKinds = Object.keys(rules);

export function taskRuleOf(kind: string): TaskRule {
  return Object.hasOwn(rules, kind) ? rules[kind]! : unknownKind;
}

interface Subject {
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** The staff page on which the matter is dealt with; null when the task names no record. */
export function recordOf({ subject, detail }: Subject): string | null {
  const [table, id] = subject.split(':');
  const named = (key: string) => (typeof detail[key] === 'string' && /^[\w-]{1,64}$/.test(detail[key]) ? detail[key] : null);
  const reference = named('reference');
  switch (table) {
    case 'inquiries':
      return reference && `/admin/inquiries/${reference}`;
    case 'proposals':
      return reference && `/admin/inquiries/${reference}/proposal`;
    case 'visa_sheets':
      return `/admin/visa-compliance?tab=due&find=${id}`;
    case 'visa_authorities':
      return '/admin/visa-compliance/authorities';
    case 'purge_runs':
      return `/admin/visa-compliance/retention/${id}`;
    case 'visa_stays':
      return `/admin/visa-compliance/stays/${id}`;
    case 'visa_rule_gaps':
      return `/admin/visa-compliance?find=${id!.slice(0, 2)}`;
    case 'consultations':
      return reference && `/admin/consultations/${reference}`;
    case 'feedback':
      return '/admin/feedback';
    case 'reviews':
      return reference && `/admin/reviews/${reference}`;
    case 'partner_leads':
      return reference && `/admin/partners/${reference}`;
    case 'privacy_requests':
      return '/admin/privacy-requests';
    case 'role_requests':
      return named('user') && `/admin/users/${named('user')}`;
    case 'audit_checks':
      return '/admin/audit-log';
    case 'rate_changes':
      return '/admin/currency-settings';
    case 'assisted_cases':
      return `/admin/sticker-visa-management/${id}`;
    case 'passport_counts':
      return '/admin/sticker-visa-management/count';
    case 'credit_requests':
      return named('number') && `/admin/invoices/${named('number')}/credit`;
    case 'invoice_series':
      return '/admin/invoices/numbers';
    case 'orders':
      return `/admin/orders/${named('order') ?? id}`;
    default:
      return named('order') && `/admin/orders/${named('order')}`;
  }
}
