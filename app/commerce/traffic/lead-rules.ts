/** The last day of each span of days between asking or buying and flying. */
const ends = [3, 7, 14, 30, 60, 90] as const;

/** How far ahead, in spans of days; the last has no end. */
export const leads = ['0-3', '4-7', '8-14', '15-30', '31-60', '61-90', '91'] as const;
export type Lead = (typeof leads)[number];

export const isLead = (word: string): word is Lead => leads.some((lead) => lead === word);

/** Of a number of days; a day that is over counts as the nearest. */
export function leadOf(days: number): Lead {
  const at = ends.findIndex((end) => days <= end);
  return leads[at < 0 ? leads.length - 1 : at]!;
}

/** The spans with their last day, for whoever tells days apart where they lie. */
export const leadEnds: readonly (readonly [end: number, lead: Lead])[] = ends.map((end, at) => [end, leads[at]!]);
