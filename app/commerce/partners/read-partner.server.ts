import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { emailKey } from '#app/values/email.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { isTrn } from '../invoices/trn-rules.ts';
import { longestOffers, partnerFields, type Application, type PartnerErrors, type TypedPartner } from './partner-form.ts';
import { partnerKinds } from './partner-kinds.ts';

const address = z.email().max(254);

/** What was typed, to be shown again after an error. */
export function typedPartner(form: FormData): TypedPartner {
  return Object.fromEntries(
    partnerFields
      .filter((field) => field !== 'documents')
      .map((field) => [field, field === 'offers' ? plainText(form.get(field), longestOffers) : plainLine(form.get(field))]),
  ) as unknown as TypedPartner;
}

/** `isCountry` knows the codes of countries. */
export function readPartner(
  form: FormData,
  isCountry: (code: string) => boolean,
): { readonly ok: true; readonly value: Application } | { readonly ok: false; readonly errors: PartnerErrors } {
  const typed = typedPartner(form);
  const errors: PartnerErrors = {};
  const within = (field: 'company' | 'name' | 'role', most: number) => {
    if (typed[field].length < 2 || typed[field].length > most) errors[field] = field;
  };
  const kind = partnerKinds.find((one) => one === typed.kind);
  if (!kind) errors.kind = 'kind';
  within('company', 120);
  within('name', 80);
  within('role', 80);
  if (!isCountry(typed.country)) errors.country = 'country';
  const website = typed.website === '' ? null : readWebsite(typed.website);
  if (typed.website !== '' && website === null) errors.website = 'website';
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ./-]{2,39}$/u.test(typed.licence)) errors.licence = 'licence';
  const trn = typed.trn.replace(/[\s-]/g, '');
  if (trn !== '' && !isTrn(trn)) errors.trn = 'trn';
  if (typed.offers.length < 30) errors.offers = 'offers-short';
  if (typed.offers.length > longestOffers) errors.offers = 'offers-long';
  const email = emailKey(typed.email);
  if (!address.safeParse(email).success) errors.email = 'email';
  const phone = parsePhoneNumberFromString(typed.phone.slice(0, 60), 'AE');
  if (!phone?.isPossible()) errors.phone = 'phone';
  if (typed.mandate === '') errors.mandate = 'mandate';
  if (!kind || !phone || Object.keys(errors).length > 0) return { ok: false, errors };
  const { company, country, licence, offers, name, role } = typed;
  const contact = { name, role, email, phone: phone.number as string };
  return { ok: true, value: { kind, company, country, website, licence, trn: trn || null, offers, contact } };
}

/** A web address with or without its scheme, as its origin and path; null for anything else. */
function readWebsite(typed: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url || !/^[^.]+(\.[^.]+)+$/.test(url.hostname) || url.username !== '') return null;
  return (url.origin + url.pathname).replace(/\/$/, '').slice(0, 200);
}
