import { plainLine } from '#app/values/plain-text.ts';
import type { InvoiceBuyer } from './invoice-lines.ts';
import { isTrn } from './trn-rules.ts';

/*
 * Whom an invoice is made out to when it is not the first traveller. Article 59 of Cabinet Decision 52 of 2017 asks for name,
 * address and number of a buyer who is registered; without a number the name is enough.
 */

export const buyerFields = ['company', 'trn', 'companyAddress'] as const;
export type BuyerField = (typeof buyerFields)[number];
export type BuyerTyped = Readonly<Record<BuyerField, string>>;
export type BuyerProblem = 'company-missing' | 'too-long' | 'trn-wrong' | 'address-missing';
export type BuyerProblems = Readonly<Partial<Record<BuyerField, BuyerProblem>>>;

/** Letters that fit on an invoice. */
export const longestOfBuyer: Readonly<Record<BuyerField, number>> = { company: 120, trn: 15, companyAddress: 200 };

/** What was sent of a company, to be shown again; `buyer` is null while something is wrong with it. */
export interface BuyerAnswer {
  readonly typed: BuyerTyped;
  readonly problems: BuyerProblems;
  readonly buyer: InvoiceBuyer | null;
}

export function readBuyer(form: FormData): BuyerAnswer {
  const read = (field: BuyerField) => plainLine(form.get(field));
  const typed = { company: read('company'), trn: read('trn'), companyAddress: read('companyAddress') };
  const problems: Partial<Record<BuyerField, BuyerProblem>> = {};
  const trn = typed.trn.replace(/[\s-]/g, '');
  if (typed.company === '') problems.company = 'company-missing';
  else if (typed.company.length > longestOfBuyer.company) problems.company = 'too-long';
  if (trn !== '' && !isTrn(trn)) problems.trn = 'trn-wrong';
  if (typed.companyAddress.length > longestOfBuyer.companyAddress) problems.companyAddress = 'too-long';
  else if (trn !== '' && typed.companyAddress === '') problems.companyAddress = 'address-missing';
  const right = Object.keys(problems).length === 0;
  const { company, companyAddress: address } = typed;
  return { typed, problems, buyer: right ? { name: company, ...(address && { address }), ...(trn && { trn }) } : null };
}

/** The fields as they show somebody who is known. */
export const buyerTyped = (buyer: InvoiceBuyer | null): BuyerTyped => ({
  company: buyer?.name ?? '',
  trn: buyer?.trn ?? '',
  companyAddress: buyer?.address ?? '',
});

export const isSameBuyer = (one: InvoiceBuyer, other: InvoiceBuyer): boolean =>
  one.name === other.name && (one.trn ?? '') === (other.trn ?? '') && (one.address ?? '') === (other.address ?? '');
