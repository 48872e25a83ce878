import { recordAt, recordKinds } from '#app/commerce/record-notes/record-kinds.ts';
import { importKinds, type ImportKind } from '#app/commerce/supply/import-rules.ts';
import { addDays, addMilliseconds, dateIn, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';

/*
 * What a kind of staff task needs: who may see it and do it, by when somebody should have looked, and whether it ends by
 * itself once its record is dealt with.
 */

/** As a kind of the list: whatever waits for this person as the second one, of whichever kind, and was not asked for by them. */
export const approvalKind = 'approvals';

/** The tabs of the list. */
export const taskViews = ['open', 'mine', 'free', 'late', 'escalated', 'snoozed', 'done'] as const;
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
  | 'flight-orders:override'
  | 'booking-orders:view'
  | 'products:edit'
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
  | 'pricing:view'
  | 'pricing:draft'
  | 'pricing:publish'
  | 'content:view'
  | 'content:edit'
  | 'visas:publish'
  | 'notifications:view'
  | 'notifications:send'
  | 'notifications:approve'
  | 'privacy:view'
  | 'privacy:work'
  | 'currencies:view'
  | 'currencies:edit'
  | 'consultations:view'
  | 'consultations:work'
  | 'visa-orders:view'
  | 'visas:decide'
  | 'recruitment:view'
  | 'recruitment:work'
  | 'recruitment:publish'
  | 'settings:view'
  | 'settings:edit'
  | 'settings:agree'
  | 'staff:view'
  | 'staff:edit'
  | 'customers:view'
  | 'recruitment:view'
  | 'recruitment:work'
  | 'interviews:own'
  | 'hr:view'
  | 'hr:work'
  | 'audit:view'
  | 'analytics:view'
  | 'analytics:edit'
  | 'tickets:view'
  | 'tickets:work'
  | 'loyalty:view'
  | 'loyalty:work'
  | 'loyalty:approve';

const money = (withinMs: number): TaskRule => ({ see: 'flight-orders:view', do: 'refunds:approve', withinMs, endsByItself: false });
const order = (withinMs: number, endsByItself = true): TaskRule => ({
  see: 'flight-orders:view',
  do: 'flight-orders:work',
  withinMs,
  endsByItself,
});

const second = (see: TaskPermission, decide: TaskPermission): TaskRule => ({
  see,
  do: decide,
  withinMs: 24 * hourMs,
  endsByItself: true,
});

const rules: Readonly<Record<string, TaskRule>> = {
  'job-message': { see: 'recruitment:view', do: 'recruitment:work', withinMs: 24 * hourMs, endsByItself: true },
  'job-offer': { see: 'recruitment:view', do: 'recruitment:work', withinMs: 8 * hourMs, endsByItself: true },
  'job-offer-approval': { see: 'recruitment:view', do: 'recruitment:publish', withinMs: 8 * hourMs, endsByItself: true },
  'job-requisition': { see: 'recruitment:view', do: 'recruitment:publish', withinMs: 24 * hourMs, endsByItself: true },
  onboarding: { see: 'recruitment:view', do: 'staff:edit', withinMs: 3 * 24 * hourMs, endsByItself: false },
  'order-stuck': order(30 * minuteMs),
  'ticketing-failed': order(hourMs),
  'ticketing-slow': order(hourMs),
  'cancel-refused': order(4 * hourMs),
  'release-refused': order(2 * hourMs, false),
  'booking-difference': order(2 * hourMs, false),
  'job-failed': money(hourMs),
  'payment-unknown': money(hourMs),
  'payment-unexpected': money(2 * hourMs),
  // Ends when the part is paid; a colleague may also settle it otherwise.
  'part-unpaid': { see: 'booking-orders:view', do: 'products:edit', withinMs: 8 * hourMs, endsByItself: false },
  'payment-difference': money(8 * hourMs),
  'capture-refused': money(hourMs),
  'refund-failed': money(8 * hourMs),
  'change-unpaid': money(8 * hourMs),
  'extras-unpaid': money(8 * hourMs),
  'schedule-unanswered': order(4 * hourMs),
  // Ticked off by whoever wrote to the supplier; it comes again until the money is there.
  'supplier-money': order(24 * hourMs, false),
  // The airline is asked; its closing time is on the page.
  'name-correction': order(8 * hourMs),
  // Ticked off by whoever asked the airline and wrote to the traveller.
  'leave-by-hand': order(4 * hourMs, false),
  'name-rest': money(24 * hourMs),
  'no-show-claim': order(3 * 24 * hourMs),
  'payment-check': { see: 'flight-orders:view', do: 'refunds:approve', withinMs: 2 * hourMs, endsByItself: true },
  'schedule-failed': order(2 * hourMs),
  // Ends with the line of a statement that shows it leaving.
  'refund-by-bank': { see: 'money:view', do: 'money:work', withinMs: 24 * hourMs, endsByItself: true },
  // A group's last day is that long after its task begins. It ends with the last name, or with the booking.
  'trip-people': { see: 'inquiries:view', do: 'inquiries:work', withinMs: 7 * 24 * hourMs, endsByItself: true },
  // As above, of money that was kept for its payer because it fits nothing.
  'money-to-return': { see: 'money:view', do: 'money:work', withinMs: 24 * hourMs, endsByItself: true },
  // The bank names its own last day on the record; two days are what looking things up takes. It ends when the bank does not wait any more.
  dispute: { see: 'money:view', do: 'money:work', withinMs: 48 * hourMs, endsByItself: true },
  // Their guests stand at the door on a day that nobody moves. Ends when they are let in; ticked off where the booking is cancelled.
  'dispute-door': { see: 'money:view', do: 'money:work', withinMs: 4 * hourMs, endsByItself: false },
  'dispute-approval': { see: 'money:view', do: 'money:work', withinMs: 8 * hourMs, endsByItself: true },
  'bank-approval': { see: 'money:view', do: 'money:work', withinMs: 8 * hourMs, endsByItself: true },
  'return-approval': { see: 'flight-orders:view', do: 'refunds:approve', withinMs: hourMs, endsByItself: true },
  // Handed in by one colleague, decided by another: a day of work is what that may wait.
  'own-fare': second('supply:view', 'supply:edit'),
  'markup-draft': second('pricing:view', 'pricing:publish'),
  'price-policy': second('pricing:view', 'pricing:publish'),
  'price-experiment': second('pricing:view', 'pricing:publish'),
  // It is over already and costs nothing more; whoever may write the next one looks at what it says, and ticks it off.
  'experiment-stopped': { see: 'pricing:view', do: 'pricing:draft', withinMs: 4 * hourMs, endsByItself: false },
  // A caller waits on the telephone or for the mail that was promised.
  'name-fee': { see: 'flight-orders:view', do: 'flight-orders:override', withinMs: hourMs, endsByItself: true },
  'flight-discount': { see: 'flight-orders:view', do: 'pricing:publish', withinMs: hourMs, endsByItself: true },
  campaign: second('notifications:view', 'notifications:approve'),
  'tour-edition': second('supply:view', 'products:edit'),
  'activity-edition': second('supply:view', 'products:edit'),
  'stay-edition': second('supply:view', 'products:edit'),
  'supply-import': second('supply:view', 'products:edit'),
  'activity-sale': second('supply:view', 'products:edit'),
  'evisa-offer': second('visa-orders:view', 'visas:publish'),
  'content-edition': second('content:view', 'content:edit'),
  'setting-change': second('settings:view', 'settings:agree'),
  'supplier-bank': second('supply:view', 'invoices:issue'),
  'own-fare-seats': second('supply:view', 'supply:edit'),
  'mail-wording': second('notifications:view', 'notifications:approve'),
  'letter-wording': second('notifications:view', 'notifications:send'),
  'refund-approval': { see: 'flight-orders:view', do: 'refunds:approve', withinMs: 8 * hourMs, endsByItself: true },
  'credit-approval': { see: 'invoices:view', do: 'invoices:issue', withinMs: 8 * hourMs, endsByItself: true },
  'invoice-correction': { see: 'invoices:view', do: 'invoices:issue', withinMs: 24 * hourMs, endsByItself: false },
  'number-gap': { see: 'money:view', do: 'money:work', withinMs: 4 * hourMs, endsByItself: true },
  inquiry: { see: 'inquiries:view', do: 'inquiries:work', withinMs: 24 * hourMs, endsByItself: true },
  'flight-quote': { see: 'flight-orders:view', do: 'flight-orders:work', withinMs: 4 * hourMs, endsByItself: false },
  proposal: { see: 'inquiries:view', do: 'inquiries:work', withinMs: 8 * hourMs, endsByItself: true },
  complaint: { see: 'inquiries:view', do: 'inquiries:work', withinMs: 48 * hourMs, endsByItself: true },
  review: { see: 'reviews:view', do: 'reviews:work', withinMs: 48 * hourMs, endsByItself: true },
  partner: { see: 'supply:view', do: 'supply:edit', withinMs: 48 * hourMs, endsByItself: true },
  'passport-count': { see: 'visa-orders:view', do: 'visas:decide', withinMs: hourMs, endsByItself: true },
  'authority-query': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 8 * hourMs, endsByItself: true },
  'visa-copies': { see: 'visa-orders:view', do: 'visas:decide', withinMs: 24 * hourMs, endsByItself: true },
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
  // Of whoever leads; it ends when nothing in the work queue is late for twice its time.
  'work-escalated': { see: 'flight-orders:override', do: 'flight-orders:override', withinMs: 4 * hourMs, endsByItself: true },
  // Of whoever sets the addresses; it ends when they have let it go on, stopped it or ended it.
  'webhook-paused': { see: 'settings:view', do: 'settings:edit', withinMs: 8 * hourMs, endsByItself: true },
  'audit-broken': { see: 'audit:view', do: 'audit:view', withinMs: hourMs, endsByItself: false },
  // Ticked off by whoever gave the role, or told why not.
  'access-request': { see: 'staff:view', do: 'staff:edit', withinMs: 24 * hourMs, endsByItself: false },
  'role-request': { see: 'staff:view', do: 'staff:edit', withinMs: 8 * hourMs, endsByItself: true },
  // Ticked off by whoever was asked to look.
  'record-mention': { see: 'desk:open', do: 'desk:open', withinMs: 24 * hourMs, endsByItself: false },
  'figure-alert': { see: 'analytics:view', do: 'analytics:edit', withinMs: 30 * minuteMs, endsByItself: true },
  'interview-answer': { see: 'recruitment:view', do: 'recruitment:work', withinMs: 24 * hourMs, endsByItself: true },
  'interview-score': { see: 'interviews:own', do: 'interviews:own', withinMs: 8 * hourMs, endsByItself: true },
  // Of whoever asked for the file, who is told by the bell; it ends with the taking, or with the file.
  'export-ready': { see: 'desk:open', do: 'desk:open', withinMs: 24 * hourMs, endsByItself: true },
  'asset-request': { see: 'hr:view', do: 'hr:work', withinMs: 3 * 24 * hourMs, endsByItself: true },
  'asset-wipe': { see: 'hr:view', do: 'hr:work', withinMs: 4 * hourMs, endsByItself: false },
  'asset-charge': { see: 'hr:view', do: 'hr:work', withinMs: 48 * hourMs, endsByItself: true },
  'asset-write-off': { see: 'hr:view', do: 'hr:work', withinMs: 48 * hourMs, endsByItself: true },
  'ticket-late': { see: 'tickets:view', do: 'tickets:work', withinMs: 2 * hourMs, endsByItself: true },
  'ticket-mention': { see: 'tickets:view', do: 'tickets:work', withinMs: 8 * hourMs, endsByItself: false },
  'points-fault': { see: 'loyalty:view', do: 'loyalty:work', withinMs: 24 * hourMs, endsByItself: false },
  'credit-terms-approval': { see: 'money:view', do: 'money:work', withinMs: 8 * hourMs, endsByItself: true },
  'retention-approval': { see: 'settings:view', do: 'settings:edit', withinMs: 2 * 24 * hourMs, endsByItself: true },
  'points-approval': { see: 'loyalty:view', do: 'loyalty:approve', withinMs: 8 * hourMs, endsByItself: true },
  'points-held': { see: 'loyalty:view', do: 'loyalty:approve', withinMs: 24 * hourMs, endsByItself: true },
  'review-report': { see: 'reviews:view', do: 'reviews:work', withinMs: 24 * hourMs, endsByItself: true },
};

/** A kind the table does not know yet is seen and closed by everybody of the house: better twice than never. */
const unknownKind: TaskRule = { see: 'desk:open', do: 'desk:open', withinMs: 8 * hourMs, endsByItself: false };

export const taskKinds = Object.keys(rules);

export function taskRuleOf(kind: string): TaskRule {
  return Object.hasOwn(rules, kind) ? rules[kind]! : unknownKind;
}

/** The kinds that somebody may see, with their times; the one without a name stands for those that the table does not know yet. */
export function listedKinds(may: (permission: TaskPermission) => boolean) {
  return ['', ...taskKinds].flatMap((kind) => {
    const { see, withinMs } = taskRuleOf(kind);
    return may(see) ? [{ kind, withinMs, escalatesMs: escalatesAfter * withinMs }] : [];
  });
}

/** Late for as long again as it had time, a task concerns whoever leads, and cannot be put off any more. */
const escalatesAfter = 2;

/** Where a task stands beside its deadline. */
export function standingOf(task: {
  readonly kind: string;
  readonly openedAt: Date;
  readonly claimedBy: string | null;
  readonly snoozedUntil: Date | null;
}) {
  return {
    escalates: instant(task.openedAt.getTime() + escalatesAfter * taskRuleOf(task.kind).withinMs),
    claimedBy: task.claimedBy,
    snoozedUntil: task.snoozedUntil && instant(task.snoozedUntil.getTime()),
  };
}

/** How long a task may be put off. */
export const snoozes = ['hour', 'four-hours', 'tomorrow', 'monday'] as const;
export type Snooze = (typeof snoozes)[number];

/** When a task comes back: after so many hours, or at nine in Dubai. */
export function wakesAt(snooze: Snooze, now: Instant): Instant {
  if (snooze === 'hour') return addMilliseconds(now, hourMs);
  if (snooze === 'four-hours') return addMilliseconds(now, 4 * hourMs);
  const today = dateIn('Asia/Dubai', now);
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  const days = snooze === 'tomorrow' ? 1 : (8 - weekday) % 7 || 7;
  return instant(Date.parse(`${addDays(today, days)}T09:00:00+04:00`));
}

/** Under which list of the supply a table is uploaded. */
const importPlaces: Readonly<Record<ImportKind, string>> = {
  sessions: 'activities',
  departures: 'holiday-packages',
  'room-rates': 'staycations',
};

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
    case 'flight_quotes':
      return reference && `/admin/orders/flights/quotes/${reference}`;
    case 'flight_quote_discounts':
      return reference && `/admin/orders/flights/quotes/${reference}/discounts/${id}`;
    case 'name_corrections':
      return reference && `/admin/orders/flights/${reference}/names`;
    case 'visa_sheets':
      return `/admin/visa-compliance?tab=due&find=${id}`;
    case 'work':
      return '/admin/work?tab=escalated';
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
    case 'tickets':
    case 'ticket_mentions':
      return reference && `/admin/tickets/${reference}`;
    case 'loyalty_members':
      return `/admin/loyalty/${id}`;
    case 'loyalty_voucher_batches':
      return `/admin/loyalty/vouchers/bulk/${id}`;
    case 'loyalty_vouchers':
      return `/admin/loyalty/vouchers/${id}`;
    case 'loyalty_adjustments':
    case 'loyalty_terms':
    case 'loyalty_rules':
      return '/admin/loyalty/programme';
    case 'credit_terms_wishes':
      return '/admin/invoices/credit#terms';
    case 'webhook_endpoints':
      return '/admin/webhooks';
    case 'retention_wishes':
      return named('data') && `/admin/retention/${named('data')}`;
    case 'feedback':
      return '/admin/feedback';
    case 'reviews':
      return reference && `/admin/reviews/${reference}`;
    case 'partner_leads':
      return reference && `/admin/partners/${reference}`;
    case 'record_notes': {
      const kind = recordKinds.find((one) => one === detail['record']);
      const handle = named('handle');
      // The id of a note, and behind it that of the colleague who is asked.
      return kind && handle ? `${recordAt({ kind, handle })}#note-${id!.slice(0, 36)}` : null;
    }
    case 'privacy_requests':
      return '/admin/privacy-requests';
    case 'job_applications':
    case 'asset_requests':
      return reference && `/admin/job-applications/${reference}`;
    case 'export_files':
      return '/admin/exports';
    case 'job_requisitions':
      return `/admin/recruitment/requisitions/${id}`;
    case 'access_requests':
    case 'role_requests':
      return named('user') && `/admin/users/${named('user')}`;
    case 'pricing_drafts':
      return '/admin/supply/flights/markup-management';
    case 'pricing_policies':
      return '/admin/pricing-engine';
    case 'price_experiments':
      return `/admin/pricing-engine/experiments/${id}`;
    case 'campaigns':
      return `/admin/notifications/campaigns/${id}`;
    case 'tours':
      return `/admin/supply/holiday-packages/${id}`;
    case 'experiences':
      return `/admin/supply/activities/${id}`;
    case 'staycations':
      return `/admin/supply/staycations/${id}`;
    case 'supply_imports': {
      const kind = importKinds.find((one) => one === detail['table']);
      return kind && named('thing') ? `/admin/supply/${importPlaces[kind]}/${named('thing')}/import?report=${id}` : null;
    }
    case 'evisa_countries':
      return `/admin/visa-management/${id}`;
    case 'content_items':
      return `/admin/content/${id}`;
    case 'flight_suppliers':
      return `/admin/supply/flights/supplier-register/${id}`;
    case 'flight_allotments':
      return '/admin/flight-supply/own-fares';
    case 'mail_wordings':
      return `/admin/notifications/templates/${id}`;
    case 'audit_checks':
      return '/admin/audit-log';
    case 'setting_changes':
      return named('section') && `/admin/settings/${named('section')}`;
    case 'rate_changes':
      return '/admin/currency-settings';
    case 'evisa_applications':
      return `/admin/orders/evisa/${id}`;
    case 'assisted_cases':
      return `/admin/sticker-visa-management/${id}`;
    case 'passport_counts':
      return '/admin/sticker-visa-management/count';
    case 'interviews':
      return reference && `/admin/interview-scheduling/${reference}`;
    case 'assets':
    case 'asset_write_offs':
      return named('tag') && `/admin/hr/asset-management/${named('tag')}`;
    case 'asset_charges':
      return '/admin/hr/asset-management/charges';
    case 'credit_requests':
      return named('number') && `/admin/invoices/${named('number')}/credit`;
    case 'invoices':
      return named('number') && `/admin/invoices/${named('number')}`;
    case 'disputes':
      return `/admin/invoices/disputes/${id}`;
    case 'bank_lines':
      return `/admin/invoices/bank/${id}`;
    case 'invoice_series':
      return '/admin/invoices/numbers';
    case 'figure_alerts':
      return '/admin/analytics/flights#alerts';
    case 'orders':
      return `/admin/orders/${named('order') ?? id}`;
    default:
      return named('order') && `/admin/orders/${named('order')}`;
  }
}
