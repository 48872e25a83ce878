import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { foldText } from '#app/values/fold-text.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { isTrn } from '../../invoices/trn-rules.ts';
import { domainKey, isPublicPlace, looksLikeDomain } from './mail-domain-rules.ts';

/** Who is written to about the invoices of a company. */
export interface CompanyContact {
  readonly name: string;
  readonly email: string;
}

/** What the desk keeps of a company. */
export interface CompanyFacts {
  readonly name: string;
  readonly nameAr: string;
  readonly licence: string;
  readonly trn: string | null;
  readonly address: string;
  readonly contact: CompanyContact;
  readonly domain: string;
  readonly termsDays: number;
  readonly ownerId: string | null;
}

export const companyFields = [
  'name',
  'nameAr',
  'licence',
  'trn',
  'address',
  'contactName',
  'email',
  'domain',
  'termsDays',
  'owner',
] as const;
export type CompanyField = (typeof companyFields)[number];
export type TypedCompany = Readonly<Record<CompanyField, string>>;
export type CompanyFault =
  | 'name-short'
  | 'too-long'
  | 'trn-wrong'
  | 'address-missing'
  | 'email-wrong'
  | 'email-missing'
  | 'domain-wrong'
  | 'domain-public'
  | 'terms-wrong'
  | 'owner-unknown';
export type CompanyFaults = Readonly<Partial<Record<CompanyField, CompanyFault>>>;

export type ReadCompany =
  | { readonly ok: true; readonly typed: TypedCompany; readonly facts: CompanyFacts }
  | { readonly ok: false; readonly typed: TypedCompany; readonly faults: CompanyFaults };

/** As many days as the house ever waits. */
export const mostTermsDays = 120;
const longest = { name: 120, nameAr: 120, licence: 60, address: 200, contactName: 120 } as const;

/** Reads the form of a company. `owners`: the ids of colleagues who may look after one. */
export function readCompanyForm(form: FormData, owners: readonly string[]): ReadCompany {
  const line = (field: CompanyField) => plainLine(form.get(field), 300);
  const typed: TypedCompany = {
    ...(Object.fromEntries(companyFields.map((field) => [field, line(field)])) as Record<CompanyField, string>),
    email: plainEmail(form.get('email')),
  };
  const faults: Partial<Record<CompanyField, CompanyFault>> = {};
  for (const [field, most] of Object.entries(longest) as [keyof typeof longest, number][])
    if (typed[field].length > most) faults[field] = 'too-long';
  if (typed.name.length < 2) faults.name = 'name-short';
  const trn = typed.trn.replaceAll(/[\s-]/g, '');
  if (trn !== '' && !isTrn(trn)) faults.trn = 'trn-wrong';
  if (trn !== '' && typed.address === '') faults.address = 'address-missing';
  // A name alone would be nobody's: by their address somebody is found who asks what we hold of them.
  if (typed.contactName !== '' && typed.email === '') faults.email = 'email-missing';
  if (typed.email !== '' && !looksLikeEmail(typed.email)) faults.email = 'email-wrong';
  const domain = typed.domain === '' ? '' : domainKey(typed.domain);
  if (typed.domain !== '' && !looksLikeDomain(domain)) faults.domain = 'domain-wrong';
  else if (domain !== '' && isPublicPlace(domain)) faults.domain = 'domain-public';
  const terms = typed.termsDays === '' ? '0' : typed.termsDays;
  if (!/^\d{1,3}$/.test(terms) || Number(terms) > mostTermsDays) faults.termsDays = 'terms-wrong';
  if (typed.owner !== '' && !owners.includes(typed.owner)) faults.owner = 'owner-unknown';
  if (Object.keys(faults).length > 0) return { ok: false, typed, faults };
  return {
    ok: true,
    typed,
    facts: {
      name: typed.name,
      nameAr: typed.nameAr,
      licence: typed.licence,
      trn: trn || null,
      address: typed.address,
      contact: { name: typed.contactName, email: typed.email },
      domain,
      termsDays: Number(terms),
      ownerId: typed.owner || null,
    },
  };
}

/** The fields as they show a company that is known. */
export const companyTyped = (facts: CompanyFacts | null): TypedCompany => ({
  name: facts?.name ?? '',
  nameAr: facts?.nameAr ?? '',
  licence: facts?.licence ?? '',
  trn: facts?.trn ?? '',
  address: facts?.address ?? '',
  contactName: facts?.contact.name ?? '',
  email: facts?.contact.email ?? '',
  domain: facts?.domain ?? '',
  termsDays: String(facts?.termsDays ?? 0),
  owner: facts?.ownerId ?? '',
});

/** Names and numbers in one text, as a search compares them: one spelling for what is typed in several, in either script. */
export function saidOf(facts: Pick<CompanyFacts, 'name' | 'nameAr' | 'licence' | 'trn' | 'domain'>): string {
  const { name, nameAr, licence, trn, domain } = facts;
  return [name, nameAr, licence, trn ?? '', domain].map(foldText).filter(Boolean).join(' | ');
}
