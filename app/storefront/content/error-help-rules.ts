/**
 * Which articles answer a message that a page shows: `/help-center?error=<code>` puts them first. Codes are the
 * refusals of the booking and payment pages.
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
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const helpErrors = Object.keys(answers) as (keyof typeof answers)[];

/** Slugs of the articles for a code, the most fitting first; none for a code that nobody shows. */
export function articlesFor(code: string | null): readonly string[] {
  return helpErrors.includes(code as keyof typeof answers) ? answers[code as keyof typeof answers] : [];
}
