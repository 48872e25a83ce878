import { decimalString, money } from '#app/values/money.ts';
import type { JobPosting } from './job-postings-store.server.ts';

export const towns = {
  dubai: { addressLocality: 'Dubai', addressCountry: 'AE' },
  'abu-dhabi': { addressLocality: 'Abu Dhabi', addressCountry: 'AE' },
  manila: { addressLocality: 'Manila', addressCountry: 'PH' },
} as const;
const types = { 'full-time': 'FULL_TIME', 'part-time': 'PART_TIME', contract: 'CONTRACTOR' } as const;

/** A posting as schema.org JobPosting. Open through its last day on the clock of Dubai. */
export function postingAsData(posting: JobPosting, publicUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: posting.title,
    description: [posting.summary, ...posting.duties, ...posting.needs].join('\n'),
    identifier: { '@type': 'PropertyValue', name: 'Rihla', value: posting.id },
    datePosted: posting.openedOn,
    validThrough: `${posting.closesOn}T23:59:59+04:00`,
    employmentType: types[posting.employment],
    hiringOrganization: { '@type': 'Organization', name: 'Rihla', sameAs: publicUrl },
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', ...towns[posting.place] } },
    ...(posting.remote && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: towns[posting.place].addressCountry },
    }),
    ...(posting.salaryLeast !== null &&
      posting.salaryMost !== null &&
      posting.salaryCurrency && {
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: posting.salaryCurrency,
          value: {
            '@type': 'QuantitativeValue',
            minValue: decimalString(money(posting.salaryLeast, posting.salaryCurrency)),
            maxValue: decimalString(money(posting.salaryMost, posting.salaryCurrency)),
            unitText: posting.salaryPeriod === 'year' ? 'YEAR' : 'MONTH',
          },
        },
      }),
    directApply: true,
  };
}
