/** What keeps a mail server from taking a mail, as the desk has words for it under `fault`. */
export type MailFault = 'timeout' | 'unreachable' | 'no-such-server' | 'login' | 'insecure' | 'address' | 'later' | 'refused' | 'other';

const faults: readonly (readonly [RegExp, MailFault])[] = [
  [/TIME(D)?OUT/, 'timeout'],
  [/^(EDNS|ENOTFOUND|EAI_AGAIN|ENODATA)$/, 'no-such-server'],
  [/^(EAUTH|ENOAUTH|EOAUTH2|530|534|535)$/, 'login'],
  [/TLS|SSL|CERT/, 'insecure'],
  [/^(ECONN\w*|ESOCKET|EHOSTUNREACH|ENETUNREACH|EPIPE)$/, 'unreachable'],
  [/^(EENVELOPE|553)$/, 'address'],
  [/^4\d\d$/, 'later'],
  [/^5\d\d$/, 'refused'],
];

/**
 * Tells the code of a network, of a library or of a mail server (`ETIMEDOUT`, `421`) from the house's own word for why a mail did not
 * leave. Of a code there are words for what it means; null: the cause is one of ours.
 */
export function faultOf(cause: string): MailFault | null {
  if (!/^[A-Z0-9_]+$/.test(cause)) return null;
  return faults.find(([pattern]) => pattern.test(cause))?.[1] ?? 'other';
}
