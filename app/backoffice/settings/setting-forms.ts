import type { DeskHours } from '#app/commerce/inquiries/answer-time-rules.ts';
import type { InvoiceSeller } from '#app/commerce/invoices/invoice-lines.ts';
import type { NumberSeries } from '#app/commerce/invoices/number-series.ts';
import { readSellerForm, sellerExtras, sellerFields, type SellerField } from '#app/commerce/invoices/seller-form.ts';
import type { LetterLimits } from '#app/commerce/campaigns/letter-limits.server.ts';
import type { OfferedWays } from '#app/commerce/payments/payment-ways.ts';
import type { TaxSetting } from '#app/commerce/pricing/tax-rules.ts';
import type { Branding } from '#app/platform/branding.ts';
import type { HouseFacts } from '#app/platform/house-facts.ts';
import { mostRefundLimit, rolesWithLimits, type RefundLimits } from '#app/platform/refund-limits.ts';
import type { SecondFactorRule } from '#app/platform/second-factor-rule.ts';
import type { ShopLanguages } from '#app/platform/shop-languages.ts';
import type { SettingSection } from '#app/platform/setting-status.ts';
import { mostDiscountAlone, rolesWithDiscounts, type DiscountLimits } from '#app/products/flights/quotes/discount-limits.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { linesOfBranding, readBrandingForm, typedBranding } from './branding-setting.ts';
import { linesOfHours, readHours, typedHours } from './hours-setting.ts';
import { linesOfLanguages, readLanguages, typedLanguages } from './languages-setting.ts';
import { linesOfLetters, readLetters, typedLetters } from './letters-setting.ts';
import { linesOfNumbers, readNumbers, typedNumbers } from './numbers-setting.ts';
import { linesOfPayments, readPayments, typedPayments } from './payments-setting.ts';
import { linesOfPublic, readPublic, typedPublic } from './public-setting.ts';
import { linesOfRoleLimits, readRoleLimits, typedRoleLimits } from './role-limits.ts';
import { linesOfSecondFactor, readSecondFactor, typedSecondFactor } from './second-factor-setting.ts';
import { linesOfTaxes, readTaxes, typedTaxes } from './taxes-setting.ts';
import type { FaultyField, ReadSetting, SettingFault, SettingLine, TypedSetting } from './setting-values.ts';

export interface SettingValues {
  readonly company: InvoiceSeller;
  readonly public: HouseFacts;
  readonly languages: ShopLanguages;
  readonly branding: Branding;
  readonly hours: DeskHours;
  readonly limits: RefundLimits;
  readonly discounts: DiscountLimits;
  readonly letters: LetterLimits;
  readonly payments: OfferedWays;
  readonly taxes: TaxSetting;
  readonly 'second-factor': SecondFactorRule;
  readonly numbers: NumberSeries;
}

function readCompany(form: FormData): ReadSetting<InvoiceSeller> {
  const read = readSellerForm(form);
  if (read.ok) return { ok: true, value: read.seller };
  const faultOf = (field: SellerField): SettingFault =>
    field === 'trn' || field === 'emirate' ? field : sellerExtras.includes(field) ? 'too-long' : 'text';
  return { ok: false, typed: read.typed, wrong: read.wrong.map((field) => ({ field, fault: faultOf(field) })) };
}

const readers: { readonly [Section in SettingSection]: (form: FormData) => ReadSetting<SettingValues[Section]> } = {
  company: readCompany,
  public: readPublic,
  languages: readLanguages,
  branding: readBrandingForm,
  hours: readHours,
  limits: (form) => readRoleLimits(form, { roles: rolesWithLimits, most: mostRefundLimit, fault: 'amount' }),
  discounts: (form) => readRoleLimits(form, { roles: rolesWithDiscounts, most: mostDiscountAlone, fault: 'discount' }),
  letters: readLetters,
  payments: readPayments,
  taxes: readTaxes,
  'second-factor': readSecondFactor,
  numbers: readNumbers,
};

/** Reads a section's form with the reason for the change; all that is wrong is told at once. */
export function readSettingForm(
  section: SettingSection,
  form: FormData,
): ReadSetting<{ readonly value: SettingValues[SettingSection]; readonly reason: string }> {
  const read: ReadSetting<SettingValues[SettingSection]> = readers[section](form);
  const reason = plainLine(form.get('reason'), 200);
  const unreasoned: readonly FaultyField[] = reason.length < 3 ? [{ field: 'reason', fault: 'reason' }] : [];
  if (read.ok && unreasoned.length === 0) return { ok: true, value: { value: read.value, reason } };
  const typed = read.ok ? typedOf(section, read.value) : read.typed;
  return { ok: false, typed: { ...typed, reason }, wrong: [...(read.ok ? [] : read.wrong), ...unreasoned] };
}

/** A section's value as its form shows it. */
export function typedOf(section: SettingSection, value: SettingValues[SettingSection]): TypedSetting {
  if (section === 'company') {
    const seller = value as InvoiceSeller;
    return Object.fromEntries(sellerFields.map((field) => [field, seller[field] ?? '']));
  }
  if (section === 'public') return typedPublic(value as HouseFacts);
  if (section === 'languages') return typedLanguages(value as ShopLanguages);
  if (section === 'branding') return typedBranding(value as Branding);
  if (section === 'limits') return typedRoleLimits(value as RefundLimits, rolesWithLimits);
  if (section === 'discounts') return typedRoleLimits(value as DiscountLimits, rolesWithDiscounts);
  if (section === 'letters') return typedLetters(value as LetterLimits);
  if (section === 'payments') return typedPayments(value as OfferedWays);
  if (section === 'taxes') return typedTaxes(value as TaxSetting);
  if (section === 'second-factor') return typedSecondFactor(value as SecondFactorRule);
  if (section === 'numbers') return typedNumbers(value as NumberSeries);
  return typedHours(value as DeskHours);
}

/** All that a section says, in the order of its form. */
export function linesOf(section: SettingSection, value: SettingValues[SettingSection]): readonly SettingLine[] {
  if (section === 'company') {
    const seller = value as InvoiceSeller;
    return sellerFields.map((field) => ({
      key: field,
      name: { text: `company.${field}` },
      says:
        field === 'emirate'
          ? { kind: 'key', text: `company.emirates.${seller.emirate}` }
          : seller[field]
            ? { kind: 'text', text: seller[field] }
            : { kind: 'key', text: 'none' },
    }));
  }
  if (section === 'public') return linesOfPublic(value as HouseFacts);
  if (section === 'languages') return linesOfLanguages(value as ShopLanguages);
  if (section === 'branding') return linesOfBranding(value as Branding);
  if (section === 'limits') return linesOfRoleLimits(value as RefundLimits, rolesWithLimits);
  if (section === 'discounts') return linesOfRoleLimits(value as DiscountLimits, rolesWithDiscounts);
  if (section === 'letters') return linesOfLetters(value as LetterLimits);
  if (section === 'payments') return linesOfPayments(value as OfferedWays);
  if (section === 'taxes') return linesOfTaxes(value as TaxSetting);
  if (section === 'second-factor') return linesOfSecondFactor(value as SecondFactorRule);
  if (section === 'numbers') return linesOfNumbers(value as NumberSeries);
  return linesOfHours(value as DeskHours);
}

export interface SettingDifference {
  readonly name: SettingLine['name'];
  readonly before: SettingLine['says'] | null;
  readonly after: SettingLine['says'] | null;
}

/** What one value says that another does not, line by line. */
export function differences(before: readonly SettingLine[], after: readonly SettingLine[]): readonly SettingDifference[] {
  const said = new Map(before.map((line) => [line.key, line]));
  const stays = new Map(after.map((line) => [line.key, line]));
  const same = (one: SettingLine['says'], other: SettingLine['says']) => JSON.stringify(one) === JSON.stringify(other);
  return [
    ...after.flatMap((line) => {
      const old = said.get(line.key)?.says ?? null;
      return old && same(old, line.says) ? [] : [{ name: line.name, before: old, after: line.says }];
    }),
    ...before.filter((line) => !stays.has(line.key)).map((line) => ({ name: line.name, before: line.says, after: null })),
  ];
}

/** Fields of the company that stand on tax documents: finance agrees to them. */
const taxFields = ['legalName', 'legalNameAr', 'trn', 'emirate', 'licence'] as const;

/** What an owner changes without a second person. */
const alone: readonly SettingSection[] = ['hours', 'public', 'languages', 'branding', 'second-factor'];

/** Sections to which only finance agrees: another owner is no second person there. */
export const needsFinance = (section: SettingSection): boolean => section === 'taxes' || section === 'numbers';

/** Whether a change counts only when a second person has agreed: money, and what tax documents say. */
export function needsSecond(section: SettingSection, before: SettingValues[SettingSection], after: SettingValues[SettingSection]): boolean {
  if (alone.includes(section)) return false;
  if (section !== 'company') return true;
  return taxFields.some((field) => ((before as InvoiceSeller)[field] ?? '') !== ((after as InvoiceSeller)[field] ?? ''));
}
