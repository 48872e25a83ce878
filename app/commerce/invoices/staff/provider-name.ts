import type { Translate } from '#app/ui/translate.ts';
import { houseBank } from '../../ledger/ledger-postings.ts';

/** Companies are called the same in every language. */
const companies: Readonly<Record<string, string>> = { sandbox: 'Sandbox Bank', stripe: 'Stripe' };

/** Where money of ours lies, by the code of its account in the ledger. `t` speaks of invoices. */
export function providerName(t: Translate, code: string): string {
  return code === houseBank ? t('unmatched.bank.name') : (companies[code] ?? code);
}
