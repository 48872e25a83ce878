import type {
  AuthorityCalendar,
  DocumentCode,
  FieldCode,
  RejectionCode,
  VisaCountry,
  VisaPurpose,
  VisaSpeed,
  VisaType,
} from '#app/products/visas/evisa/evisa-offer.ts';
import { calendarDate } from '#app/values/dates.ts';

/*
 * The house's e-visa catalogue. Fees are those the authorities publish, turned into AED at the fixed dollar rate; our own
 * beside them. Days are working days of the authority. Written from general knowledge on the day below: until the desk has
 * compared them with each authority's page, every page that shows them says so.
 */

const asOf = calendarDate('2026-11-02');

/** A dollar is 3.6725 dirhams. */
const usd = (dollars: number) => ({ official: `USD ${dollars}`, governmentFee: Math.round(dollars * 367.25) });
/** A fee in another currency: what is published, and AED as reckoned on that day. */
const fee = (official: string, dirhams: number) => ({ official, governmentFee: Math.round(dirhams * 100) });
const free = { official: '0', governmentFee: 0 };

const standard = (days: number): VisaSpeed => ({ code: 'standard', days, governmentExtra: 0, serviceExtra: 0 });
const express = (days: number, service: number, government = 0): VisaSpeed => ({
  code: 'express',
  days,
  governmentExtra: Math.round(government * 100),
  serviceExtra: service * 100,
});

const type = (
  purpose: VisaPurpose,
  entries: VisaType['entries'],
  stay: number,
  validity: number,
  government: Pick<VisaType, 'official' | 'governmentFee'>,
  service: number,
  ...speeds: VisaSpeed[]
): VisaType => ({
  code: `${purpose}-${stay}-${entries}`,
  purpose,
  entries,
  stay,
  validity,
  ...government,
  serviceFee: service * 100,
  speeds,
});

const weekend = { satSun: [5, 6], friSat: [4, 5], fri: [4] } as const;
const week = (zone: string, days: readonly number[], ...holidays: string[]): AuthorityCalendar => ({ zone, weekend: days, holidays });

const gulf = ['AE', 'SA', 'QA', 'KW', 'BH', 'OM'];
// prettier-ignore
const west = [
  'US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'JP', 'KR', 'SG', 'MY', 'BN', 'CH', 'NO', 'IS', 'AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES',
  'FI', 'FR', 'GR', 'HR', 'HU', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK',
];

const papers: readonly DocumentCode[] = ['passport-page', 'photo'];
const stayPapers: readonly DocumentCode[] = [...papers, 'hotel', 'flight'];
const basic: readonly FieldCode[] = ['occupation', 'stay-address'];
const family: readonly FieldCode[] = [
  'occupation',
  'father',
  'mother',
  'marital',
  'birth-place',
  'home-address',
  'stay-address',
  'refused-before',
];
const usual: readonly RejectionCode[] = ['photo', 'incomplete', 'passport-validity', 'name-differs'];

type Brief = Pick<VisaCountry, 'code' | 'slug' | 'authority' | 'site' | 'calendar' | 'types'> & Partial<VisaCountry>;
const country = (brief: Brief): VisaCountry => ({
  asOf,
  open: 'all',
  closed: [],
  residents: [],
  passportMonths: 6,
  earliest: 90,
  documents: papers,
  fields: basic,
  shown: 'printed',
  ports: 'all',
  extendable: false,
  rejectedService: 50,
  refusals: usual,
  ...brief,
});

// prettier-ignore
export const evisaCountries: readonly VisaCountry[] = [
  country({
    code: 'IN', slug: 'india', authority: 'Bureau of Immigration', site: 'https://indianvisaonline.gov.in/evisa/',
    calendar: week('Asia/Kolkata', weekend.satSun, '01-26', '08-15', '10-02', '12-25'),
    closed: ['PK'], earliest: 120, fields: family, ports: 'listed', rejectedService: 100,
    refusals: ['photo', 'name-differs', 'incomplete', 'duplicate', 'security'],
    types: [
      type('tourist', 'double', 30, 30, usd(25), 129, standard(3), express(2, 70)),
      type('tourist', 'multiple', 90, 365, usd(40), 149, standard(3), express(2, 70)),
      type('business', 'multiple', 180, 365, usd(80), 199, standard(4), express(2, 90)),
    ],
  }),
  country({
    code: 'LK', slug: 'sri-lanka', authority: 'Department of Immigration and Emigration', site: 'https://eta.gov.lk/',
    calendar: week('Asia/Colombo', weekend.satSun, '02-04', '04-13', '04-14', '05-01', '12-25'),
    shown: 'phone', extendable: true, rejectedService: 100,
    types: [
      type('tourist', 'double', 30, 180, usd(50), 89, standard(2), express(1, 50)),
      type('business', 'double', 30, 90, usd(55), 99, standard(3)),
      type('transit', 'single', 2, 30, usd(25), 69, standard(2)),
    ],
  }),
  country({
    code: 'VN', slug: 'vietnam', authority: 'Vietnam Immigration Department', site: 'https://evisa.gov.vn/',
    calendar: week('Asia/Ho_Chi_Minh', weekend.satSun, '01-01', '04-30', '05-01', '09-02', '09-03', '2027-02-05', '2027-02-08', '2027-02-09', '2027-02-10'),
    ports: 'listed', refusals: ['name-differs', 'photo', 'incomplete', 'overstay'],
    types: [
      type('tourist', 'single', 90, 90, usd(25), 119, standard(5), express(3, 110)),
      type('tourist', 'multiple', 90, 90, usd(50), 139, standard(5), express(3, 110)),
      type('business', 'multiple', 90, 90, usd(50), 179, standard(6)),
    ],
  }),
  country({
    code: 'TR', slug: 'turkiye', authority: 'Ministry of Foreign Affairs', site: 'https://www.evisa.gov.tr/',
    calendar: week('Europe/Istanbul', weekend.satSun, '01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29'),
    open: [...west.filter((code) => !['DE', 'FR', 'IT', 'ES', 'GB', 'NL'].includes(code)), 'AE', 'SA', 'BH', 'OM', 'MX', 'ZA', 'CN'],
    residents: [], passportMonths: 6, earliest: 90, shown: 'phone', rejectedService: 100,
    types: [
      type('tourist', 'multiple', 90, 180, usd(60), 89, standard(1), express(1, 40)),
      type('business', 'multiple', 90, 180, usd(60), 109, standard(1)),
    ],
  }),
  country({
    code: 'AZ', slug: 'azerbaijan', authority: 'State Migration Service (ASAN Visa)', site: 'https://evisa.gov.az/',
    calendar: week('Asia/Baku', weekend.satSun, '01-01', '01-02', '03-08', '03-20', '03-23', '03-24', '05-09', '05-28', '06-15', '06-26', '11-08', '12-31'),
    open: [...west, 'AE', 'SA', 'QA', 'KW', 'BH', 'OM', 'IN', 'PK', 'LK', 'PH', 'ID', 'JO', 'EG', 'MA', 'TN', 'CN', 'BR', 'ZA'],
    residents: gulf, earliest: 60, refusals: ['incomplete', 'name-differs', 'passport-validity', 'no-reason'],
    types: [
      type('tourist', 'single', 30, 90, usd(26), 79, standard(3), express(1, 60, 128)),
      type('business', 'single', 30, 90, usd(26), 99, standard(3)),
    ],
  }),
  country({
    code: 'GE', slug: 'georgia', authority: 'Ministry of Foreign Affairs', site: 'https://www.evisa.gov.ge/',
    calendar: week('Asia/Tbilisi', weekend.satSun, '01-01', '01-02', '01-07', '01-19', '03-03', '03-08', '05-09', '05-12', '05-26', '08-28', '10-14', '11-23'),
    open: ['IN', 'PH', 'LK', 'ID', 'EG', 'MA', 'TN', 'KE', 'NG', 'ZA', 'CN'], residents: gulf,
    documents: [...stayPapers, 'residence', 'insurance', 'bank'], refusals: ['purpose', 'funds', 'no-reason', 'incomplete'],
    types: [
      type('tourist', 'single', 30, 120, usd(20), 149, standard(5)),
      type('tourist', 'multiple', 90, 180, usd(20), 179, standard(5)),
    ],
  }),
  country({
    code: 'AM', slug: 'armenia', authority: 'Ministry of Foreign Affairs', site: 'https://evisa.mfa.am/',
    calendar: week('Asia/Yerevan', weekend.satSun, '01-01', '01-02', '01-06', '01-28', '03-08', '04-24', '05-01', '05-09', '05-28', '07-05', '09-21', '12-31'),
    residents: gulf, documents: [...papers, 'residence', 'hotel'],
    types: [
      type('tourist', 'single', 21, 90, fee('AMD 3,000', 29), 99, standard(3), express(2, 60)),
      type('tourist', 'single', 120, 180, fee('AMD 15,000', 143), 129, standard(3)),
    ],
  }),
  country({
    code: 'UZ', slug: 'uzbekistan', authority: 'Ministry of Foreign Affairs', site: 'https://e-visa.gov.uz/',
    calendar: week('Asia/Tashkent', weekend.satSun, '01-01', '03-08', '03-21', '05-09', '09-01', '10-01', '12-08'),
    passportMonths: 3, ports: 'listed',
    types: [
      type('tourist', 'single', 30, 90, usd(20), 99, standard(3), express(2, 60)),
      type('tourist', 'multiple', 30, 90, usd(50), 119, standard(3)),
    ],
  }),
  country({
    code: 'KZ', slug: 'kazakhstan', authority: 'Visa and Migration Portal', site: 'https://www.vmp.gov.kz/',
    calendar: week('Asia/Almaty', weekend.satSun, '01-01', '01-02', '03-08', '03-21', '03-22', '03-23', '05-01', '05-07', '05-09', '07-06', '08-30', '10-25', '12-16'),
    documents: [...papers, 'invitation'], ports: 'airports', fields: ['occupation', 'employer', 'stay-address'],
    types: [
      type('tourist', 'single', 30, 90, usd(80), 179, standard(5)),
      type('business', 'single', 30, 90, usd(80), 229, standard(5)),
    ],
  }),
  country({
    code: 'KG', slug: 'kyrgyzstan', authority: 'Ministry of Foreign Affairs', site: 'https://www.evisa.e-gov.kg/',
    calendar: week('Asia/Bishkek', weekend.satSun, '01-01', '01-07', '02-23', '03-08', '03-21', '05-01', '05-05', '05-09', '08-31', '11-07', '11-08'),
    ports: 'listed',
    types: [
      type('tourist', 'single', 30, 90, usd(51.5), 109, standard(5)),
      type('tourist', 'multiple', 60, 90, usd(71.5), 139, standard(5)),
    ],
  }),
  country({
    code: 'TJ', slug: 'tajikistan', authority: 'Ministry of Foreign Affairs', site: 'https://www.evisa.tj/',
    calendar: week('Asia/Dushanbe', weekend.satSun, '01-01', '03-08', '03-21', '05-01', '05-09', '06-27', '09-09', '11-06'),
    types: [type('tourist', 'single', 60, 90, usd(30), 119, standard(5))],
  }),
  country({
    code: 'SA', slug: 'saudi-arabia', authority: 'Ministry of Tourism', site: 'https://visa.visitsaudi.com/',
    calendar: week('Asia/Riyadh', weekend.friSat, '02-22', '09-23'),
    open: west, residents: gulf, documents: [...papers, 'residence'], shown: 'phone', rejectedService: 50,
    refusals: ['overstay', 'photo', 'name-differs', 'duplicate'],
    types: [
      type('tourist', 'multiple', 90, 365, fee('SAR 395', 387), 99, standard(2), express(1, 60)),
      type('transit', 'single', 4, 90, fee('SAR 95', 93), 79, standard(1)),
    ],
  }),
  country({
    code: 'OM', slug: 'oman', authority: 'Royal Oman Police', site: 'https://evisa.rop.gov.om/',
    calendar: week('Asia/Muscat', weekend.friSat, '01-11', '11-20', '11-21'),
    open: [...west, 'IN', 'CN', 'BR', 'ZA', 'RU'], residents: gulf, documents: [...stayPapers, 'residence'], shown: 'phone', extendable: true,
    types: [
      type('tourist', 'single', 10, 30, fee('OMR 5', 48), 79, standard(2)),
      type('tourist', 'single', 30, 30, fee('OMR 20', 191), 89, standard(2), express(1, 50)),
      type('tourist', 'multiple', 30, 365, fee('OMR 50', 477), 119, standard(3)),
    ],
  }),
  country({
    code: 'BH', slug: 'bahrain', authority: 'Nationality, Passports and Residence Affairs', site: 'https://www.evisa.gov.bh/',
    calendar: week('Asia/Bahrain', weekend.friSat, '01-01', '05-01', '12-16', '12-17'),
    residents: gulf, documents: [...stayPapers, 'residence', 'bank'], refusals: ['funds', 'purpose', 'incomplete', 'no-reason'],
    types: [
      type('tourist', 'single', 14, 30, fee('BHD 10', 97), 89, standard(3)),
      type('tourist', 'multiple', 30, 90, fee('BHD 17', 166), 109, standard(3)),
    ],
  }),
  country({
    code: 'QA', slug: 'qatar', authority: 'Hayya Platform', site: 'https://hayya.qa/',
    calendar: week('Asia/Qatar', weekend.friSat, '12-18'),
    residents: gulf, documents: [...stayPapers, 'residence'], shown: 'phone', passportMonths: 3,
    types: [type('tourist', 'single', 30, 30, fee('QAR 100', 101), 89, standard(2), express(1, 50)), type('tourist', 'multiple', 60, 60, fee('QAR 100', 101), 119, standard(3))],
  }),
  country({
    code: 'JO', slug: 'jordan', authority: 'Ministry of Interior', site: 'https://www.gateway2jordan.gov.jo/',
    calendar: week('Asia/Amman', weekend.friSat, '01-01', '05-01', '05-25', '12-25'),
    closed: ['SY', 'SD'], documents: [...stayPapers, 'residence'], extendable: true,
    types: [type('tourist', 'single', 30, 60, fee('JOD 40', 207), 109, standard(4)), type('tourist', 'multiple', 30, 180, fee('JOD 120', 622), 139, standard(5))],
  }),
  country({
    code: 'EG', slug: 'egypt', authority: 'Ministry of Interior', site: 'https://visa2egypt.gov.eg/',
    calendar: week('Africa/Cairo', weekend.friSat, '01-07', '01-25', '04-25', '05-01', '06-30', '07-23', '10-06'),
    open: [...west, 'AE', 'SA', 'QA', 'KW', 'BH', 'OM', 'IN', 'PH', 'CN', 'BR', 'ZA', 'RU'], residents: gulf, documents: [...stayPapers, 'residence'], passportMonths: 8,
    types: [type('tourist', 'single', 30, 90, usd(25), 99, standard(5)), type('tourist', 'multiple', 30, 180, usd(60), 119, standard(5))],
  }),
  country({
    code: 'KE', slug: 'kenya', authority: 'Directorate of Immigration Services', site: 'https://www.etakenya.go.ke/',
    calendar: week('Africa/Nairobi', weekend.satSun, '01-01', '05-01', '06-01', '10-10', '10-20', '12-12', '12-25', '12-26'),
    documents: [...stayPapers, 'yellow-fever'], shown: 'phone', extendable: true, rejectedService: 100,
    types: [type('tourist', 'single', 90, 90, fee('USD 32.50', 119.36), 89, standard(3), express(2, 70)), type('transit', 'single', 3, 90, fee('USD 32.50', 119.36), 79, standard(3))],
  }),
  country({
    code: 'TZ', slug: 'tanzania', authority: 'Immigration Services Department', site: 'https://visa.immigration.go.tz/',
    calendar: week('Africa/Dar_es_Salaam', weekend.satSun, '01-01', '01-12', '04-07', '04-26', '05-01', '07-07', '08-08', '10-14', '12-09', '12-25', '12-26'),
    documents: [...stayPapers, 'yellow-fever'],
    types: [type('tourist', 'single', 90, 90, usd(50), 129, standard(8)), type('tourist', 'multiple', 90, 365, usd(100), 149, standard(8)), type('business', 'single', 90, 90, usd(250), 199, standard(10))],
  }),
  country({
    code: 'ET', slug: 'ethiopia', authority: 'Immigration and Citizenship Service', site: 'https://www.evisa.gov.et/',
    calendar: week('Africa/Addis_Ababa', weekend.satSun, '01-07', '01-19', '03-02', '05-01', '05-05', '05-28', '09-11', '09-27'),
    ports: 'airports', documents: [...papers, 'yellow-fever'],
    types: [type('tourist', 'single', 30, 90, usd(82), 109, standard(3)), type('tourist', 'single', 90, 90, usd(202), 119, standard(3))],
  }),
  country({
    code: 'UG', slug: 'uganda', authority: 'Directorate of Citizenship and Immigration Control', site: 'https://visas.immigration.go.ug/',
    calendar: week('Africa/Kampala', weekend.satSun, '01-01', '01-26', '03-08', '05-01', '06-03', '06-09', '10-09', '12-25', '12-26'),
    documents: [...stayPapers, 'yellow-fever'],
    types: [type('tourist', 'single', 90, 90, usd(50), 119, standard(4)), type('transit', 'single', 7, 30, usd(50), 99, standard(4))],
  }),
  country({
    code: 'RW', slug: 'rwanda', authority: 'Directorate General of Immigration and Emigration', site: 'https://irembo.gov.rw/',
    calendar: week('Africa/Kigali', weekend.satSun, '01-01', '01-02', '02-01', '04-07', '05-01', '07-01', '07-04', '12-25', '12-26'),
    documents: stayPapers, rejectedService: 100,
    types: [type('tourist', 'single', 30, 90, usd(50), 99, standard(3)), type('tourist', 'multiple', 90, 90, usd(70), 119, standard(3))],
  }),
  country({
    code: 'ZM', slug: 'zambia', authority: 'Department of Immigration', site: 'https://eservices.zambiaimmigration.gov.zm/',
    calendar: week('Africa/Lusaka', weekend.satSun, '01-01', '03-08', '03-12', '05-01', '05-25', '10-18', '10-24', '12-25'),
    documents: [...stayPapers, 'yellow-fever'],
    types: [type('tourist', 'single', 90, 90, usd(25), 119, standard(4)), type('tourist', 'multiple', 90, 180, usd(40), 139, standard(4))],
  }),
  country({
    code: 'ZW', slug: 'zimbabwe', authority: 'Department of Immigration', site: 'https://www.evisa.gov.zw/',
    calendar: week('Africa/Harare', weekend.satSun, '01-01', '02-21', '04-18', '05-01', '05-25', '12-22', '12-25', '12-26'),
    documents: stayPapers,
    types: [type('tourist', 'single', 30, 90, usd(30), 119, standard(5)), type('tourist', 'double', 30, 90, usd(45), 129, standard(5))],
  }),
  country({
    code: 'MG', slug: 'madagascar', authority: 'Border Police', site: 'https://evisamada-mg.com/',
    calendar: week('Indian/Antananarivo', weekend.satSun, '01-01', '03-08', '03-29', '05-01', '06-26', '08-15', '11-01', '12-25'),
    ports: 'airports', documents: [...papers, 'flight'], extendable: true,
    types: [type('tourist', 'single', 30, 90, usd(40), 109, standard(3)), type('tourist', 'single', 60, 90, usd(50), 119, standard(3))],
  }),
  country({
    code: 'TH', slug: 'thailand', authority: 'Ministry of Foreign Affairs', site: 'https://www.thaievisa.go.th/',
    calendar: week('Asia/Bangkok', weekend.satSun, '01-01', '04-06', '04-13', '04-14', '04-15', '05-04', '07-28', '08-12', '10-13', '10-23', '12-07', '12-10'),
    documents: [...stayPapers, 'bank', 'residence'], extendable: true, refusals: ['funds', 'incomplete', 'purpose', 'photo'],
    types: [type('tourist', 'single', 60, 90, fee('THB 1,000', 108), 149, standard(7)), type('tourist', 'multiple', 60, 180, fee('THB 5,000', 540), 199, standard(7))],
  }),
  country({
    code: 'KH', slug: 'cambodia', authority: 'Ministry of Foreign Affairs', site: 'https://www.evisa.gov.kh/',
    calendar: week('Asia/Phnom_Penh', weekend.satSun, '01-01', '01-07', '03-08', '04-14', '04-15', '04-16', '05-01', '05-14', '09-24', '10-15', '11-09'),
    extendable: true,
    types: [type('tourist', 'single', 30, 90, usd(30), 99, standard(3)), type('business', 'single', 30, 90, usd(35), 119, standard(3))],
  }),
  country({
    code: 'LA', slug: 'laos', authority: 'Ministry of Foreign Affairs', site: 'https://laoevisa.gov.la/',
    calendar: week('Asia/Vientiane', weekend.satSun, '01-01', '03-08', '04-14', '04-15', '04-16', '05-01', '12-02'),
    ports: 'listed', extendable: true,
    types: [type('tourist', 'single', 30, 60, usd(50), 109, standard(4))],
  }),
  country({
    code: 'ID', slug: 'indonesia', authority: 'Directorate General of Immigration', site: 'https://evisa.imigrasi.go.id/',
    calendar: week('Asia/Jakarta', weekend.satSun, '01-01', '05-01', '06-01', '08-17', '12-25'),
    documents: [...papers, 'flight'], shown: 'phone', extendable: true, closed: ['PK', 'NG'],
    types: [type('tourist', 'single', 30, 90, fee('IDR 500,000', 113), 89, standard(2), express(1, 60)), type('tourist', 'single', 60, 90, fee('IDR 1,500,000', 338), 149, standard(5))],
  }),
  country({
    code: 'MY', slug: 'malaysia', authority: 'Immigration Department of Malaysia', site: 'https://malaysiavisa.imi.gov.my/',
    calendar: week('Asia/Kuala_Lumpur', weekend.satSun, '01-01', '02-01', '05-01', '06-01', '08-31', '09-16', '12-25'),
    documents: [...stayPapers, 'bank'], refusals: ['photo', 'funds', 'incomplete'],
    types: [type('tourist', 'single', 30, 90, fee('MYR 105', 88), 109, standard(3), express(2, 70))],
  }),
  country({
    code: 'NP', slug: 'nepal', authority: 'Department of Immigration', site: 'https://nepaliport.immigration.gov.np/',
    calendar: week('Asia/Kathmandu', [5], '01-11', '01-15', '04-14', '05-01', '05-29', '09-19'),
    ports: 'listed', extendable: true, rejectedService: 100,
    types: [type('tourist', 'multiple', 15, 180, usd(30), 79, standard(2)), type('tourist', 'multiple', 30, 180, usd(50), 89, standard(2)), type('tourist', 'multiple', 90, 180, usd(125), 99, standard(2))],
  }),
  country({
    code: 'PK', slug: 'pakistan', authority: 'National Database and Registration Authority', site: 'https://visa.nadra.gov.pk/',
    calendar: week('Asia/Karachi', weekend.satSun, '02-05', '03-23', '05-01', '08-14', '11-09', '12-25'),
    closed: ['IN'], fields: family, refusals: ['incomplete', 'purpose', 'photo', 'security'],
    types: [type('tourist', 'single', 90, 90, free, 149, standard(6)), type('business', 'multiple', 90, 365, free, 229, standard(8)), type('family', 'multiple', 90, 365, free, 199, standard(8))],
  }),
  country({
    code: 'AU', slug: 'australia', authority: 'Department of Home Affairs', site: 'https://immi.homeaffairs.gov.au/',
    calendar: week('Australia/Sydney', weekend.satSun, '01-01', '01-26', '04-25', '12-25', '12-28'),
    documents: [...papers, 'bank', 'flight', 'residence'], fields: family, shown: 'phone', passportMonths: 6, earliest: 180, rejectedService: 0,
    refusals: ['funds', 'purpose', 'overstay', 'incomplete'],
    types: [type('tourist', 'multiple', 90, 365, fee('AUD 200', 482), 349, standard(20))],
  }),
  country({
    code: 'NZ', slug: 'new-zealand', authority: 'Immigration New Zealand', site: 'https://www.immigration.govt.nz/',
    calendar: week('Pacific/Auckland', weekend.satSun, '01-01', '01-02', '02-06', '04-25', '12-25', '12-28'),
    documents: [...papers, 'bank', 'flight', 'residence'], fields: family, shown: 'phone', passportMonths: 3, earliest: 180, rejectedService: 0,
    refusals: ['funds', 'purpose', 'incomplete'],
    types: [type('tourist', 'multiple', 180, 270, fee('NZD 441', 929), 349, standard(20))],
  }),
  country({
    code: 'RU', slug: 'russia', authority: 'Ministry of Foreign Affairs', site: 'https://electronic-visa.kdmid.ru/',
    calendar: week('Europe/Moscow', weekend.satSun, '01-01', '01-02', '01-05', '01-06', '01-07', '01-08', '02-23', '03-09', '05-01', '05-11', '06-12', '11-04'),
    open: ['IN', 'PH', 'CN', 'ID', 'MY', 'VN', 'TR', 'SA', 'BH', 'KW', 'OM', 'EG', 'MA', 'MX', ...west.filter((code) => !['US', 'CA', 'GB', 'AU', 'NZ', 'IE'].includes(code))],
    ports: 'listed', documents: [...papers, 'insurance'],
    types: [type('tourist', 'single', 30, 120, usd(52), 119, standard(4))],
  }),
  country({
    code: 'MA', slug: 'morocco', authority: 'Ministry of Foreign Affairs', site: 'https://www.acces-maroc.ma/',
    calendar: week('Africa/Casablanca', weekend.satSun, '01-01', '01-11', '01-14', '05-01', '07-30', '08-14', '08-20', '08-21', '11-06', '11-18'),
    open: ['IN', 'LK', 'PH', 'ID', 'TH', 'JO', 'EG', 'VN', 'NP', 'BD', 'PK'], documents: [...stayPapers, 'residence'], fields: ['occupation', 'employer', 'stay-address'],
    types: [type('tourist', 'single', 30, 180, fee('MAD 770', 283), 119, standard(3), express(1, 70, 92)), type('business', 'single', 30, 180, fee('MAD 770', 283), 149, standard(3))],
  }),
  country({
    code: 'AL', slug: 'albania', authority: 'Ministry for Europe and Foreign Affairs', site: 'https://e-visa.al/',
    calendar: week('Europe/Tirane', weekend.satSun, '01-01', '01-02', '03-14', '03-22', '05-01', '09-05', '11-28', '11-29', '12-08', '12-25'),
    documents: [...stayPapers, 'bank', 'residence', 'insurance'], passportMonths: 3, refusals: ['purpose', 'funds', 'incomplete'],
    types: [type('tourist', 'multiple', 90, 180, fee('EUR 20', 85), 179, standard(15))],
  }),
];
