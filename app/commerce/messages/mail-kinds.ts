import type { MailConcern } from '#app/platform/mail-rules.ts';

interface Family {
  /** Where its words stand, below `under` and the template's name. */
  readonly catalogue: string;
  readonly under?: string;
  readonly concern: MailConcern;
  readonly templates: readonly string[];
}

/** Every mail that the house sends, by what it is about. A kind is a family and a template: `orders.order-held`. */
export const mailFamilies = {
  orders: {
    catalogue: 'mails',
    concern: 'order',
    templates: [
      'order-held',
      'order-kept',
      'hold-reminder',
      'pay-link',
      'order-ticketed',
      'order-accepted',
      'order-confirmed',
      'balance-reminder',
      'balance-overdue',
      'balance-paid',
      'balance-reduced',
      'balance-cleared',
      'booking-changed',
      'flights-changed',
      'flights-kept',
      'travellers-left',
      'travellers-kept',
      'flights-offered',
      'name-asked',
      'name-offered',
      'name-corrected',
      'name-kept',
      'name-refused',
      'name-ended',
      'extras-added',
      'seats-changed',
      'extras-not-added',
      'extras-offered',
      'schedule-changed',
      'flight-cancelled',
      'schedule-taken',
      'schedule-over',
      'operator-cancelled',
      'credit-given',
      'flights-missed',
      'flights-not-missed',
      'order-on-hold',
      'booking-on-hold',
      'order-evidence',
      'order-price',
      'order-ticketing-failed',
      'order-expired',
      'order-cancelled',
      'order-refunded',
      'order-refunded-credit',
      'order-part-refunded',
      'order-part-refunded-credit',
      'order-released',
      'payment-late-refunded',
      'first-card-reserved',
      'two-cards-released',
      'order-link',
      'requests-answered',
      'money-kept',
      'names-wanted',
    ],
  },
  // What can wait for the morning of a journey that is paid.
  trips: { catalogue: 'mails', under: 'trip', concern: 'courtesy', templates: ['check-in'] },
  baskets: { catalogue: 'mails', under: 'basket', concern: 'order', templates: ['all', 'some', 'none'] },
  invoices: { catalogue: 'mails', under: 'invoice-again', concern: 'order', templates: ['invoice', 'credit-note'] },
  // To whoever is written to about the invoices of a company.
  statements: { catalogue: 'mails', under: 'statement', concern: 'service', templates: ['sent'] },
  evisas: {
    catalogue: 'evisa-mails',
    concern: 'order',
    templates: [
      'link',
      'asked',
      'reminder',
      'authority-asked',
      'authority-reminder',
      'filed',
      'late',
      'delivered',
      'rejected',
      'refusal-letter',
      'closed',
      'withdrawn',
      'copies-sent',
      'invited',
    ],
  },
  'assisted-visas': {
    catalogue: 'assisted-mails',
    concern: 'order',
    templates: [
      'link',
      'opened',
      'asked',
      'file-ready',
      'booked',
      'day-before',
      'hours-before',
      'slot-given-up',
      'missed',
      'lodged',
      'extra',
      'granted',
      'refused',
      'refusal-letter',
      'collected',
      'dispatched',
      'came-back',
      'delivered',
      'file-handed-over',
      'withdrawal-asked',
      'withdrawn',
      'invited',
    ],
  },
  'visa-stays': {
    catalogue: 'visa-stay-mails',
    concern: 'order',
    templates: ['enter-by', 'entered', 'stay-until', 'overstay'],
  },
  experiences: { catalogue: 'experience-letters', concern: 'order', templates: ['asked', 'offered'] },
  operators: { catalogue: 'bookings', under: 'notice', concern: 'service', templates: ['confirmed', 'changed', 'pickup', 'cancelled'] },
  accounts: {
    catalogue: 'account-mails',
    concern: 'account',
    templates: [
      'sign-up',
      'known-address',
      'verify-email',
      'sign-in',
      'reset-password',
      'password-changed',
      'address-changed',
      'second-factor-on',
      'second-factor-off',
      'new-browser',
      'sign-in-stopped',
      'staff-invite',
      'code',
    ],
  },
  privacy: { catalogue: 'privacy-mails', concern: 'account', templates: ['prove', 'copy-ready', 'erase-later', 'refused', 'erased'] },
  inquiries: { catalogue: 'inquiry-mails', concern: 'service', templates: ['received', 'answered'] },
  'inquiry-reminders': { catalogue: 'inquiry-mails', concern: 'courtesy', templates: ['reminded', 'ended'] },
  proposals: { catalogue: 'proposal', under: 'mail', concern: 'service', templates: ['sent', 'replied'] },
  'flight-quotes': { catalogue: 'flight-quote', under: 'mail', concern: 'service', templates: ['sent'] },
  consultations: {
    catalogue: 'consultation-mails',
    concern: 'service',
    templates: [
      'booked',
      'requested',
      'waiting',
      'slot-free',
      'slot-gone',
      'wait-over',
      'invited',
      'moved',
      'released',
      'cancelled',
      'reminder-day',
      'reminder-hour',
      'missed',
      'summary',
    ],
  },
  feedback: { catalogue: 'feedback-mails', concern: 'service', templates: ['answered'] },
  tickets: { catalogue: 'ticket-mails', concern: 'service', templates: ['received', 'answered', 'solved'] },
  points: { catalogue: 'loyalty-mails', concern: 'courtesy', templates: ['ending'] },
  vouchers: { catalogue: 'loyalty-mails', under: 'voucher', concern: 'courtesy', templates: ['given', 'ending', 'withdrawn'] },
  partners: { catalogue: 'partner-mails', concern: 'service', templates: ['received', 'take', 'accept', 'decline', 'reopen'] },
  jobs: {
    catalogue: 'job-mails',
    concern: 'service',
    templates: ['received', 'again', 'more', 'talk', 'rejected', 'kept', 'offer', 'offer-off', 'withdrawn', 'confirm', 'alert'],
  },
  newsletter: { catalogue: 'newsletter-mails', concern: 'service', templates: ['confirm', 'already'] },
  reviews: { catalogue: 'review-mails', concern: 'courtesy', templates: ['invite', 'remind', 'published', 'rejected', 'replied'] },
  'price-alerts': { catalogue: 'price-alerts', concern: 'courtesy', templates: ['mail', 'tour'] },
  // Nobody hears of prices before they say yes to this one.
  'price-alert-asks': { catalogue: 'price-alerts', concern: 'service', templates: ['confirm'] },
  // To a colleague who asked for figures every Monday.
  reports: { catalogue: 'analytics', concern: 'service', templates: ['mail'] },
  assets: { catalogue: 'asset-papers', under: 'mail', concern: 'account', templates: ['paper', 'due', 'charge', 'charge-off'] },
  interviews: {
    catalogue: 'interviews',
    under: 'mail',
    concern: 'service',
    templates: ['invited', 'confirmed', 'reminder', 'cancelled', 'panel', 'panel-off'],
  },
  waitlist: { catalogue: 'tour-booking', under: 'wait', concern: 'courtesy', templates: ['mail'] },
} as const satisfies Record<string, Family>;

export type MailFamily = keyof typeof mailFamilies;
export type MailKind =
  | { [Name in MailFamily]: `${Name}.${(typeof mailFamilies)[Name]['templates'][number]}` }[MailFamily]
  | 'campaigns.letter'
  | 'campaigns.try';

export const mailKinds: readonly MailKind[] = (Object.entries(mailFamilies) as [MailFamily, Family][]).flatMap(([name, { templates }]) =>
  templates.map((template) => `${name}.${template}` as MailKind),
);

export function familyOf(kind: MailKind): Family & { readonly name: MailFamily } {
  const name = kind.split('.')[0] as MailFamily;
  return { ...mailFamilies[name], name };
}

export function concernOf(kind: MailKind): MailConcern {
  // A try goes to the colleague who wrote it, at any hour.
  if (kind === 'campaigns.try') return 'service';
  return kind === 'campaigns.letter' ? 'letter' : familyOf(kind).concern;
}

/** What is owed to its reader: a change of its wording is approved by whoever answers for the operation. */
export function isTransactional(kind: MailKind): boolean {
  return concernOf(kind) === 'order' || concernOf(kind) === 'account';
}

/** The keys of a catalogue that a mail of this kind says, also those that a product has for itself. */
export function keysOf(kind: MailKind, keys: readonly string[]): string[] {
  const { name, under } = familyOf(kind);
  if (name === 'feedback') return [...keys];
  const at = [...(under ? under.split('.') : []), kind.split('.').slice(1).join('.')].join('.');
  return keys.filter((key) => key.startsWith(`${at}.`) || (name === 'orders' && key.split('.').slice(1).join('.').startsWith(`${at}.`)));
}

/** Families of mails to applicants: who may judge them must not find them by an address. */
export const applicantFamilies = ['jobs', 'interviews'] as const satisfies readonly MailFamily[];

export function isApplicants(kind: string): boolean {
  return applicantFamilies.some((family) => kind.startsWith(`${family}.`));
}
