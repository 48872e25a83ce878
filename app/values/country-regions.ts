import type { RegionCode } from './regions.ts';

/** Countries and territories of each region, ISO 3166 alpha-2. */
const members: Readonly<Record<RegionCode, string>> = {
  'africa-middle-east':
    'AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  europe:
    'AD AL AM AT AX AZ BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GE GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  'usa-canada': 'US CA PM',
  'australia-new-zealand': 'AU NZ CX CC NF AS CK FJ FM GU KI MH MP NC NR NU PF PG PN PW SB TK TO TV UM VU WF WS',
  asia: 'AF BD BN BT CN HK ID IN IO JP KG KH KP KR KZ LA LK MM MN MO MV MY NP PH PK SG TH TJ TL TM TW UZ VN',
  'latin-america':
    'AG AI AR AW BB BL BM BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GL GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
};

const regions = new Map(
  Object.entries(members).flatMap(([region, countries]) => countries.split(' ').map((country) => [country, region as RegionCode])),
);

/** Codes of every country and territory that belongs to a region. */
export const countriesOfRegions: readonly string[] = [...regions.keys()];

/** The region that a country belongs to; null for a code of nobody. */
export function regionOfCountry(country: string): RegionCode | null {
  return regions.get(country) ?? null;
}
