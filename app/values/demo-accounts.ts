/** Of every account that a demo makes, for all to read: it opens nothing where the house is not a demo. */
export const demoPassword = 'Rihla-demo-2026';

/** Nobody can have a mailbox under the reserved name `.example` (RFC 2606): an account under it is one of a demo. */
export function isDemoAddress(email: string): boolean {
  return /[@.]example$/i.test(email);
}
