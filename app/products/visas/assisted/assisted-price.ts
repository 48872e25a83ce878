import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { ageOn, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { governmentFeeAt, type AssistedOffer } from './assisted-country.ts';

/** The passports of a party brought back to a door in the Gulf, insured; fils, VAT included. */
export const returnCourierFee = 4500;

export interface AssistedParty {
  readonly offer: AssistedOffer;
  readonly arrival: CalendarDate;
  /** By position; somebody whose birth date is not known yet counts as grown up. */
  readonly people: readonly { readonly type: string; readonly birthDate: CalendarDate | null }[];
  readonly courier: boolean;
}

/** What the mission, the centre and the courier get and what is ours, each a line of its own. */
export function assistedCharges({ offer, arrival, people, courier }: AssistedParty): Charge[] {
  const { assisted, types } = offer;
  const type = types[0]!;
  const everyone = people.map((_, index) => index);
  const facts = { visa: `${offer.code} ${assisted.purpose} ${assisted.package}`, country: offer.code };
  const code = `${offer.code}/${assisted.purpose}/${assisted.package}`;
  const own: Charge = {
    kind: 'visa-fee',
    code,
    nameKey: 'price:line.visa-fee',
    travellers: everyone,
    each: money(type.serviceFee, 'AED'),
    facts,
  };
  // Who only has the file checked pays the mission and the centre at the counter.
  if (assisted.package === 'check') return [own];
  const byFee = Map.groupBy(everyone, (at) => {
    const born = people[at]!.birthDate;
    return born === null ? type.governmentFee : governmentFeeAt(assisted.childFees, type.governmentFee, ageOn(born, arrival));
  });
  return [
    ...[...byFee]
      .filter(([fee]) => fee > 0)
      .map(([fee, travellers]): Charge => ({
        kind: 'government-fee',
        code: byFee.size > 1 ? `${code}/${fee}` : code,
        nameKey: 'price:line.government-fee',
        travellers,
        each: money(fee, 'AED'),
        facts,
      })),
    ...(assisted.centreFee > 0
      ? [
          {
            kind: 'centre-fee',
            code,
            nameKey: 'price:line.centre-fee',
            travellers: everyone,
            each: money(assisted.centreFee, 'AED'),
            facts,
          } as const,
        ]
      : []),
    own,
    ...(courier
      ? [
          {
            kind: 'courier',
            code: offer.code,
            nameKey: 'price:line.courier',
            travellers: [0],
            each: money(returnCourierFee, 'AED'),
          } as const,
        ]
      : []),
  ];
}

export function quoteAssisted(party: AssistedParty, rules: PricingRules, times: { quotedAt: string; expiresAt: string }): Quote {
  return quote({
    charges: assistedCharges(party),
    travellers: party.people.map(({ type }) => type),
    rules,
    facts: { product: 'assisted-visa', country: party.offer.code },
    ...times,
  });
}
