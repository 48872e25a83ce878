/** Pages whose last part is a key of their own; the same as in the site map, which a test compares. */
const keyed = [
  'visa-assistance/consultation',
  'operator',
  'auth/confirm',
  'auth/enter',
  'auth/reset-password',
  'privacy/request',
  'shared-list',
  'shared-trip',
  'price-alert/stop',
  'price-alert/confirm',
  'newsletter/confirm',
  'newsletter/preferences',
  'newsletter/leave',
  'reviews/write',
  'reviews/stop',
  'inquiry/stop',
  'proposal',
  'flight-quote',
  'support',
  'interview/confirm',
  'careers/application',
  'careers/alerts',
] as const;
const inPath = new RegExp(`(https?://[^\\s/"'<>]+/(?:${keyed.join('|')})/)[^\\s/?#&"'<>]+`, 'g');
const inQuery = /([?&](?:amp;|#38;)?(?:key|token|code)=)[^\s&"'<>#]+/gi;

/** A mail as staff may see it: whoever reads its links could otherwise act as the one they were written for. */
export function hideKeys(words: string): string {
  return words.replace(inPath, '$1…').replace(inQuery, '$1…');
}
