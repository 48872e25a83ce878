/** What the e-visas of a country took and how they ended, counted over the last twelve months. */
export interface EvisaRecord {
  readonly decided: number;
  readonly granted: number;
  /** Days from the payment to the visa in hand, over the granted ones: the quickest, half of them, nine in ten. */
  readonly days: { readonly least: number; readonly median: number; readonly most: number } | null;
}

/** Months that are counted, as days; and the fewest decisions of which anything is said to travellers. */
export const recordDays = 365;
export const fewestDecided = 30;

export const recordBands = ['nearly-all', 'most', 'many', 'fewer'] as const;
export type RecordBand = (typeof recordBands)[number];

/** What travellers are told of it; null where too little was decided to mean anything. */
export interface ToldRecord {
  readonly decided: number;
  readonly median: number;
  readonly most: number;
  readonly band: RecordBand;
}

/** A band instead of a share: a figure to the percent would promise what no authority does. */
export function bandOf({ decided, granted }: Pick<EvisaRecord, 'decided' | 'granted'>): RecordBand {
  const share = granted / decided;
  return share >= 0.95 ? 'nearly-all' : share >= 0.85 ? 'most' : share >= 0.7 ? 'many' : 'fewer';
}

export function toldRecord(record: EvisaRecord | null | undefined): ToldRecord | null {
  if (!record?.days || record.decided < fewestDecided) return null;
  return { decided: record.decided, median: record.days.median, most: record.days.most, band: bandOf(record) };
}
