import type { AssistedCountry, AssistedPurpose, AssistedPurposeCode, Counter } from '#app/products/visas/assisted/assisted-country.ts';
import type { AuthorityCalendar, DocumentCode, FieldCode, RejectionCode } from '#app/products/visas/evisa/evisa-offer.ts';
import { calendarDate } from '#app/values/dates.ts';

/*
 * Countries that give their visas over a counter. Fees are those the missions publish, turned into AED on the day below;
 * waits and processing days are what is usual, until the desk has seen a calendar. Until it has compared a sheet with the
 * mission's page, the pages say of what day they are.
 */
const asOf = calendarDate('2026-11-02');

const dirhams = (amount: number) => Math.round(amount * 100);

/** Counters in the Gulf rest on Saturday and Sunday, and on the holidays of the Emirates; a mission's own days come on top. */
const week = (...holidays: string[]): AuthorityCalendar => ({
  zone: 'Asia/Dubai',
  weekend: [5, 6],
  holidays: ['01-01', '12-02', '12-03', ...holidays],
});

const centre = (city: Counter['city'], ...serves: Counter['serves']): Counter => ({ city, kind: 'centre', serves });
const mission = (city: Counter['city'], ...serves: Counter['serves']): Counter => ({ city, kind: 'mission', serves });
const north = ['AE-DU', 'AE-SH', 'AE-AJ', 'AE-UQ', 'AE-RK', 'AE-FU'] as const;
const emirates = [...north, 'AE-AZ'] as const;

/** Where a country has a counter for each emirate and each Gulf state. */
const everywhere: readonly Counter[] = [
  centre('dubai', ...north),
  centre('abu-dhabi', 'AE-AZ'),
  centre('riyadh', 'SA'),
  centre('doha', 'QA'),
  centre('kuwait', 'KW'),
  centre('manama', 'BH'),
  centre('muscat', 'OM'),
];
/** One counter for all emirates, in the capital or in Dubai. */
const inDubai: readonly Counter[] = [centre('dubai', ...emirates), centre('riyadh', 'SA'), centre('doha', 'QA'), centre('kuwait', 'KW')];
const inAbuDhabi: readonly Counter[] = [mission('abu-dhabi', ...emirates), mission('riyadh', 'SA'), mission('kuwait', 'KW')];

const purpose = (
  code: AssistedPurposeCode,
  entries: AssistedPurpose['entries'],
  stay: number,
  validity: number,
  official: string,
  aed: number,
): AssistedPurpose => ({ code, entries, stay, validity, official, governmentFee: dirhams(aed) });

const papers: readonly DocumentCode[] = ['passport-page', 'photo', 'residence', 'flight', 'bank', 'employment'];
const fields: readonly FieldCode[] = ['occupation', 'employer', 'marital', 'birth-place', 'home-address', 'stay-address', 'refused-before'];
const refusals: readonly RejectionCode[] = ['funds', 'purpose', 'incomplete', 'passport-validity'];

type Brief = Pick<AssistedCountry, 'code' | 'slug' | 'authority' | 'site' | 'calendar' | 'purposes' | 'waitDays' | 'processingDays'> &
  Partial<AssistedCountry>;
const country = (brief: Brief): AssistedCountry => ({
  asOf,
  passportMonths: 6,
  earliest: 180,
  biometrics: 'each-time',
  kept: true,
  interview: false,
  centreFee: dirhams(120),
  fees: { check: dirhams(249), full: dirhams(599), vip: dirhams(1_190) },
  childFees: [],
  rejectedService: 0,
  refusals,
  fields,
  documents: papers,
  counters: everywhere,
  ...brief,
});

/** The common code of the Schengen states: one fee, one form, fingerprints kept for 59 months. */
const schengen = (brief: Omit<Brief, 'purposes'>): AssistedCountry =>
  country({
    passportMonths: 3,
    earliest: 180,
    biometrics: 'months-59',
    documents: [...papers, 'insurance', 'cover-letter'],
    childFees: [
      { under: 6, governmentFee: 0 },
      { under: 12, governmentFee: dirhams(193) },
    ],
    purposes: [
      purpose('tourist', 'multiple', 90, 180, 'EUR 90', 386),
      purpose('business', 'multiple', 90, 180, 'EUR 90', 386),
      purpose('family', 'multiple', 90, 180, 'EUR 90', 386),
    ],
    ...brief,
  });

// prettier-ignore
export const assistedCountries: readonly AssistedCountry[] = [
  schengen({ code: 'FR', slug: 'france', authority: 'Consulate General of France', site: 'https://france-visas.gouv.fr/', calendar: week('05-01', '07-14'), waitDays: 14, processingDays: 10 }),
  schengen({ code: 'DE', slug: 'germany', authority: 'Consulate General of Germany', site: 'https://www.auswaertiges-amt.de/', calendar: week('05-01', '10-03', '12-25'), waitDays: 28, processingDays: 12 }),
  schengen({ code: 'IT', slug: 'italy', authority: 'Consulate General of Italy', site: 'https://vistoperitalia.esteri.it/', calendar: week('06-02', '12-25'), waitDays: 21, processingDays: 12 }),
  schengen({ code: 'ES', slug: 'spain', authority: 'Embassy of Spain', site: 'https://www.exteriores.gob.es/', calendar: week('10-12', '12-25'), waitDays: 21, processingDays: 12 }),
  schengen({ code: 'CH', slug: 'switzerland', authority: 'Consulate General of Switzerland', site: 'https://www.sem.admin.ch/', calendar: week('08-01', '12-25'), waitDays: 14, processingDays: 10 }),
  schengen({ code: 'AT', slug: 'austria', authority: 'Embassy of Austria', site: 'https://www.bmeia.gv.at/', calendar: week('10-26', '12-25'), waitDays: 14, processingDays: 12 }),
  schengen({ code: 'NL', slug: 'netherlands', authority: 'Embassy of the Netherlands', site: 'https://www.netherlandsworldwide.nl/', calendar: week('04-27', '12-25'), waitDays: 28, processingDays: 12 }),
  schengen({ code: 'BE', slug: 'belgium', authority: 'Embassy of Belgium', site: 'https://dofi.ibz.be/', calendar: week('07-21', '12-25'), waitDays: 21, processingDays: 15 }),
  schengen({ code: 'GR', slug: 'greece', authority: 'Embassy of Greece', site: 'https://www.mfa.gr/en/visas/', calendar: week('03-25', '10-28'), waitDays: 14, processingDays: 10 }),
  schengen({ code: 'PT', slug: 'portugal', authority: 'Embassy of Portugal', site: 'https://vistos.mne.gov.pt/', calendar: week('06-10', '12-25'), waitDays: 28, processingDays: 15 }),
  schengen({ code: 'CZ', slug: 'czechia', authority: 'Embassy of the Czech Republic', site: 'https://mzv.gov.cz/', calendar: week('10-28', '12-24', '12-25'), waitDays: 21, processingDays: 12 }),
  schengen({ code: 'HU', slug: 'hungary', authority: 'Embassy of Hungary', site: 'https://konzinfo.mfa.gov.hu/', calendar: week('08-20', '10-23'), waitDays: 10, processingDays: 10 }),
  schengen({ code: 'PL', slug: 'poland', authority: 'Embassy of Poland', site: 'https://www.gov.pl/web/uae-en/', calendar: week('05-03', '11-11'), waitDays: 28, processingDays: 12 }),
  schengen({ code: 'SE', slug: 'sweden', authority: 'Embassy of Sweden', site: 'https://www.migrationsverket.se/', calendar: week('06-06', '12-25'), waitDays: 21, processingDays: 15 }),
  schengen({ code: 'NO', slug: 'norway', authority: 'Embassy of Norway', site: 'https://www.udi.no/', calendar: week('05-17', '12-25'), waitDays: 14, processingDays: 12 }),
  schengen({ code: 'DK', slug: 'denmark', authority: 'Embassy of Denmark', site: 'https://www.nyidanmark.dk/', calendar: week('06-05', '12-25'), waitDays: 14, processingDays: 12 }),
  schengen({ code: 'FI', slug: 'finland', authority: 'Embassy of Finland', site: 'https://um.fi/entering-finland', calendar: week('12-06', '12-25'), waitDays: 14, processingDays: 12 }),
  country({
    code: 'GB', slug: 'united-kingdom', authority: 'UK Visas and Immigration', site: 'https://www.gov.uk/standard-visitor', calendar: week('12-25', '12-26'),
    earliest: 90, waitDays: 7, processingDays: 15, centreFee: dirhams(280), passportMonths: 6,
    purposes: [
      purpose('tourist', 'multiple', 180, 180, 'GBP 127', 620), purpose('business', 'multiple', 180, 180, 'GBP 127', 620),
      purpose('family', 'multiple', 180, 180, 'GBP 127', 620),
    ],
  }),
  country({
    code: 'IE', slug: 'ireland', authority: 'Irish Immigration Service', site: 'https://www.irishimmigration.ie/', calendar: week('03-17', '12-25'),
    earliest: 90, waitDays: 7, processingDays: 30, counters: inDubai,
    purposes: [purpose('tourist', 'single', 90, 90, 'EUR 60', 258), purpose('business', 'single', 90, 90, 'EUR 60', 258), purpose('family', 'single', 90, 90, 'EUR 60', 258)],
  }),
  country({
    code: 'US', slug: 'united-states', authority: 'U.S. Department of State', site: 'https://travel.state.gov/', calendar: week('07-04', '11-26', '12-25'),
    earliest: 365, waitDays: 120, processingDays: 7, biometrics: 'years-10', interview: true, centreFee: 0,
    fees: { check: dirhams(349), full: dirhams(749), vip: dirhams(1_390) }, refusals: ['purpose', 'funds', 'incomplete', 'overstay'],
    counters: [
      mission('dubai', ...north), mission('abu-dhabi', 'AE-AZ'), mission('riyadh', 'SA'), mission('doha', 'QA'),
      mission('kuwait', 'KW'), mission('manama', 'BH'), mission('muscat', 'OM'),
    ],
    purposes: [purpose('tourist', 'multiple', 180, 3650, 'USD 185', 680), purpose('business', 'multiple', 180, 3650, 'USD 185', 680), purpose('student', 'multiple', 365, 1825, 'USD 185', 680)],
  }),
  country({
    code: 'CA', slug: 'canada', authority: 'Immigration, Refugees and Citizenship Canada', site: 'https://www.canada.ca/en/immigration-refugees-citizenship.html', calendar: week('07-01', '12-25'),
    earliest: 180, waitDays: 7, processingDays: 25, biometrics: 'years-10', centreFee: dirhams(150),
    fees: { check: dirhams(299), full: dirhams(699), vip: dirhams(1_290) },
    purposes: [
      purpose('tourist', 'multiple', 180, 3650, 'CAD 185', 490), purpose('business', 'multiple', 180, 3650, 'CAD 185', 490),
      purpose('family', 'multiple', 180, 3650, 'CAD 185', 490), purpose('student', 'multiple', 365, 1460, 'CAD 235', 622),
    ],
  }),
  country({
    code: 'AU', slug: 'australia', authority: 'Department of Home Affairs', site: 'https://immi.homeaffairs.gov.au/', calendar: week('01-26', '04-25', '12-25'),
    earliest: 180, waitDays: 7, processingDays: 22, kept: false, centreFee: dirhams(95), counters: inDubai,
    purposes: [purpose('tourist', 'multiple', 90, 365, 'AUD 200', 480), purpose('business', 'multiple', 90, 365, 'AUD 200', 480), purpose('family', 'multiple', 90, 365, 'AUD 200', 480)],
  }),
  country({
    code: 'JP', slug: 'japan', authority: 'Embassy of Japan', site: 'https://www.mofa.go.jp/j_info/visit/visa/', calendar: week('02-11', '05-03', '11-03'),
    earliest: 90, waitDays: 5, processingDays: 6, biometrics: 'none', counters: inDubai, centreFee: dirhams(85),
    purposes: [purpose('tourist', 'single', 30, 90, 'JPY 3,000', 72), purpose('business', 'single', 90, 90, 'JPY 3,000', 72), purpose('family', 'single', 90, 90, 'JPY 3,000', 72)],
  }),
  country({
    code: 'CN', slug: 'china', authority: 'Embassy of the People’s Republic of China', site: 'https://www.visaforchina.cn/', calendar: week('10-01', '10-02'),
    earliest: 90, waitDays: 4, processingDays: 5, centreFee: dirhams(165), counters: [centre('dubai', ...north), centre('abu-dhabi', 'AE-AZ'), centre('riyadh', 'SA'), centre('kuwait', 'KW')],
    purposes: [purpose('tourist', 'single', 30, 90, 'AED 250', 250), purpose('business', 'single', 30, 90, 'AED 250', 250), purpose('family', 'single', 30, 90, 'AED 250', 250)],
  }),
  country({
    code: 'KR', slug: 'south-korea', authority: 'Embassy of the Republic of Korea', site: 'https://www.visa.go.kr/', calendar: week('03-01', '08-15', '10-03'),
    earliest: 90, waitDays: 3, processingDays: 12, biometrics: 'none', counters: inAbuDhabi, centreFee: 0,
    purposes: [purpose('tourist', 'single', 90, 90, 'USD 40', 147), purpose('business', 'single', 90, 90, 'USD 40', 147)],
  }),
];
