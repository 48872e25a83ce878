import { regionOfCountry } from '#app/values/country-regions.ts';

/*
 * What a published markup or fee is limited to, and how that is held against a sale. A scope is words under the names of
 * facts: one word, several with a space between them, or of days a first and a last one.
 */

export type RuleScope = Readonly<Record<string, string>>;

/** Where a sale is made: by travellers themselves, or by a clerk who quotes to a caller. */
export const saleChannels = ['web', 'desk'] as const;
export type SaleChannel = (typeof saleChannels)[number];

/** Fare families by their place in an offer, cheapest first. */
export const familyTypes = ['light', 'standard', 'flex'] as const;

/** The longest anybody sells ahead; an open end stands for it. */
export const mostLead = 400;

/** The days of a scope, both included. */
export function leadDays(value: string): readonly [number, number] {
  const [least, most] = value.split('-');
  return [Number(least), Number(most)];
}

/** Whether one field of a scope is what a sale says of it. What is not known fits no rule that asks for it. */
function fieldFits(field: string, value: string, fact: string | undefined): boolean {
  if (fact === undefined) return false;
  if (field === 'lead') {
    const [least, most] = leadDays(value);
    return Number(fact) >= least && Number(fact) <= most;
  }
  return value === fact || (value.includes(' ') && value.split(' ').includes(fact));
}

export function scopeFits(scope: RuleScope, facts: RuleScope): boolean {
  for (const field in scope) if (!fieldFits(field, scope[field]!, facts[field])) return false;
  return true;
}

/** How narrow a scope is: every field makes it narrower, and an airport is narrower than its country, which is than its region. */
export function narrowness(scope: RuleScope): number {
  let sum = 0;
  for (const field in scope) sum += field === 'region' ? 8 : field === 'country' ? 9 : 10;
  return sum;
}

/** Whether no sale can fit both: one field of theirs has nothing in common. */
export function scopesApart(one: RuleScope, other: RuleScope): boolean {
  if (outsideRegion(one, other) || outsideRegion(other, one)) return true;
  return Object.entries(one).some(([field, value]) => {
    const theirs = other[field];
    if (theirs === undefined) return false;
    if (field === 'lead') {
      const [[a, b], [c, d]] = [leadDays(value), leadDays(theirs)];
      return b < c || d < a;
    }
    const words = theirs.split(' ');
    return !value.split(' ').some((word) => words.includes(word));
  });
}

const outsideRegion = ({ country }: RuleScope, { region }: RuleScope) =>
  country !== undefined && region !== undefined && !country.split(' ').some((code) => regionOfCountry(code) === region);

/** Whether any of the rules asks for a fact: what nobody asks for need not be looked up. */
export function asksFor(rules: readonly { readonly scope: RuleScope }[], field: string): boolean {
  return rules.some(({ scope }) => scope[field] !== undefined);
}

/** What rules may ask of the country somebody travels to. */
export function placeFacts(country: string | null | undefined): RuleScope {
  if (!country) return {};
  const region = regionOfCountry(country);
  return region ? { country, region } : { country };
}
