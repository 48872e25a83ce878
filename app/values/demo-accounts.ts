/** Of every account that a demo makes, for all to read: it opens nothing where the house is live. */
export const demoPassword = 'Rihla-demo-2026';

/** Whom a demo makes: a traveller, an owner and one colleague for each role. */
export const demoAddresses = [
  'traveller@rihla.example',
  'admin@rihla.example',
  'flights@rihla.example',
  'visas@rihla.example',
  'products@rihla.example',
  'pricing@rihla.example',
  'finance@rihla.example',
  'support@rihla.example',
  'marketing@rihla.example',
  'hr@rihla.example',
  'auditor@rihla.example',
] as const;
export type DemoAddress = (typeof demoAddresses)[number];

export function isDemoAddress(email: string): boolean {
  return (demoAddresses as readonly string[]).includes(email.toLowerCase());
}
