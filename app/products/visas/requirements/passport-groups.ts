/** States of the Schengen area: one law, one visa, one sheet of the register (Regulation (EU) 2018/1806). */
export const schengenStates = [
  'AT',
  'BE',
  'BG',
  'CH',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IS',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;

const gulf = ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'] as const;

/** Names that stand for several countries in a line of the register. */
export const countryGroups = {
  /** Members of the European Union, and those who move as freely: Iceland, Liechtenstein, Norway, Switzerland. */
  EU: [...schengenStates, 'CY', 'IE'],
  /** The Gulf Cooperation Council. */
  GCC: gulf,
  ASEAN: ['BN', 'ID', 'KH', 'LA', 'MM', 'MY', 'PH', 'SG', 'TH', 'TL', 'VN'],
  SCHENGEN: schengenStates,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CountryGroup = keyof typeof countryGroups;

export function isCountryGroup(name: string): name is CountryGroup {
  return Object.hasOwn(countryGroups, name);
}

/** The passports and residences the opening register answers for: what travellers from the Gulf mostly hold. */
export const curatedPassports = [
  'AE',
  'AU',
  'BD',
  'BH',
  'BR',
  'CA',
  'CN',
  'DE',
  'EG',
  'ES',
  'ET',
  'FR',
  'GB',
  'ID',
  'IN',
  'IT',
  'JO',
  'KE',
  'KW',
  'LB',
  'LK',
  'MA',
  'NG',
  'NP',
  'OM',
  'PH',
  'PK',
  'PT',
  'QA',
  'RU',
  'SA',
  'SD',
  'SY',
  'TN',
  'TR',
  'US',
  'ZA',
] as const;
export const gulfResidences = gulf;

/** The sheet of the register a country is on. */
export function sheetOf(country: string): string {
  return (schengenStates as readonly string[]).includes(country) ? 'SCHENGEN' : country;
}

/** How closely a list of countries and groups names a country: 2 by itself, 1 through a group, 0 as everybody, null not at all. */
export function nearness(list: readonly string[], country: string): 0 | 1 | 2 | null {
  if (list.length === 0) return 0;
  if (list.includes(country)) return 2;
  return list.some((name) => isCountryGroup(name) && (countryGroups[name] as readonly string[]).includes(country)) ? 1 : null;
}
