/**
 * Which articles answer a message that a page shows: `/help-center?error=<code>` puts them first. Codes are the
 * refusals of the booking and payment pages, and what an error page can tell of itself.
 */
const answers = {
  'payment-declined': ['payment-failed', 'paying-and-3d-secure'],
  'payment-unknown': ['payment-failed', 'holds-and-charging'],
  'hold-ended': ['holds-and-charging', 'booking-a-flight'],
  'price-changed': ['booking-a-flight', 'holds-and-charging'],
  'order-not-found': ['finding-your-booking'],
  'name-refused': ['names-and-passports', 'single-names'],
  'passport-refused': ['names-and-passports'],
  'cancel-refused': ['changing-and-cancelling', 'refunds'],
  'refund-late': ['refunds'],
  'booking-broke-off': ['booking-a-flight', 'holds-and-charging'],
  'sent-twice': ['holds-and-charging', 'finding-your-booking'],
  'page-broke-off': ['finding-your-booking', 'holds-and-charging'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type HelpError = keyof typeof answers;

export const helpErrors = Object.keys(answers) as HelpError[];

/** Slugs of the articles for a code, the most fitting first; none for a code that nobody shows. */
export function articlesFor(code: string | null): readonly string[] {
  return helpErrors.includes(code as HelpError) ? answers[code as HelpError] : [];
}

/** What an error page can know: something is not there, a form was not worked on, or we failed. */
export type ErrorKind = 'missing' | 'form' | 'fault';

const paying = /^\/(checkout|payment-)/;
const ordered = /^\/(checkout|payment-|track|documents|order-management|bookings-trips|my-invoices)/;
const booking = /^\/flight-/;

/** The code of the question somebody has who meets an error at this path; null where no article would help. */
export function helpErrorOf(kind: ErrorKind, path: string) {
  if (path.startsWith('/admin')) return null;
  switch (kind) {
    case 'missing':
      return ordered.test(path) ? 'order-not-found' : null;
    case 'form':
      return 'sent-twice';
    case 'fault':
      return paying.test(path) ? 'payment-unknown' : booking.test(path) ? 'booking-broke-off' : 'page-broke-off';
  }
}
