import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { readProfile } from '../customers/book/profile-store.server.ts';
import type { InvoiceBuyer } from '../invoices/invoice-lines.ts';

/** The company of an account, as its contact page holds it; null for a guest, and where there is none. Papers are in English. */
export async function knownCompany(platform: Pick<Platform, 'db' | 'crypto'>, viewer: Viewer): Promise<InvoiceBuyer | null> {
  if (viewer.kind === 'anonymous') return null;
  const { contact } = await readProfile(platform, viewer.user.id);
  if (contact.company === '') return null;
  const country = countryNames('en').find(({ code }) => code === contact.country)?.name ?? '';
  const address = [contact.street, [contact.postcode, contact.city].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
  return { name: contact.company, ...(address && { address }), ...(contact.trn && { trn: contact.trn }) };
}
