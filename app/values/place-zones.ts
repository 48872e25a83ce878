/** IANA zone of the countries that have one in common (source: tz database, zone1970.tab). */
const byCountry: Readonly<Record<string, string>> = {
  AE: 'Asia/Dubai',
  BH: 'Asia/Bahrain',
  EG: 'Africa/Cairo',
  ES: 'Europe/Madrid',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GE: 'Asia/Tbilisi',
  GR: 'Europe/Athens',
  IN: 'Asia/Kolkata',
  IT: 'Europe/Rome',
  JO: 'Asia/Amman',
  JP: 'Asia/Tokyo',
  KE: 'Africa/Nairobi',
  KW: 'Asia/Kuwait',
  LK: 'Asia/Colombo',
  MA: 'Africa/Casablanca',
  MV: 'Indian/Maldives',
  MY: 'Asia/Kuala_Lumpur',
  OM: 'Asia/Muscat',
  PH: 'Asia/Manila',
  PT: 'Europe/Lisbon',
  QA: 'Asia/Qatar',
  SA: 'Asia/Riyadh',
  SG: 'Asia/Singapore',
  TH: 'Asia/Bangkok',
  TR: 'Europe/Istanbul',
  TZ: 'Africa/Dar_es_Salaam',
  VN: 'Asia/Ho_Chi_Minh',
  ZA: 'Africa/Johannesburg',
};

/** Places in countries with several zones, and those that differ from the rest of theirs. */
const byPlace: Readonly<Record<string, string>> = {
  'AU sydney': 'Australia/Sydney',
  'AU melbourne': 'Australia/Melbourne',
  'BR rio-de-janeiro': 'America/Sao_Paulo',
  'BR sao-paulo': 'America/Sao_Paulo',
  'ES canary-islands': 'Atlantic/Canary',
  'ID bali': 'Asia/Makassar',
  'MX mexico-city': 'America/Mexico_City',
  'NZ auckland': 'Pacific/Auckland',
  'PT azores': 'Atlantic/Azores',
  'US new-york': 'America/New_York',
};

/** The zone of a place by its ISO country and our code of the city; null when it has to be said. */
export function zoneOfPlace(country: string, city: string): string | null {
  return byPlace[`${country} ${city}`] ?? byCountry[country] ?? null;
}
