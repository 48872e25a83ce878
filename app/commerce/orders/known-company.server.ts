import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { findCompanyOfAccount } from '../customers/companies/companies-store.server.ts';
import { readProfile } from '../customers/book/profile-store.server.ts';
import type { InvoiceBuyer } from '../invoices/invoice-lines.ts';

/**
 * The company of an account: as its contact page holds it, else the one that it travels for as the desk keeps it. Null for a guest,
 * and where there is none. Papers are in English.
 */
export async function knownCompany(platform: Pick<Platform, 'db' | 'crypto'>, viewer: Viewer): Promise<InvoiceBuyer | null> {
  if (viewer.kind === 'anonymous') return null;
  const { contact } = await readProfile(platform, viewer.user.id);
  if (contact.company === '') return companyTravelledFor(platform, viewer.user.id);
  const country = countryNames('en').find(({ code }) => code === contact.country)?.name ?? '';
  const address = [contact.street, [contact.postcode, contact.city].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
  return { name: contact.company, ...(address && { address }), ...(contact.trn && { trn: contact.trn }) };
}

async function companyTravelledFor({ db }: Pick<Platform, 'db'>, userId: string): Promise<InvoiceBuyer | null> {
  const company = await findCompanyOfAccount(db, userId);
  if (!company) return null;
  const { name, address, trn } = company;
  return { name, ...(address && { address }), ...(trn && { trn }) };
}
