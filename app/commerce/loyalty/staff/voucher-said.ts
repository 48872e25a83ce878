/** What the pages of a voucher say of a press that was refused. */
const refusals = [
  'permission',
  'not-a-member',
  'own-voucher',
  'own-request',
  'held',
  'day-over',
  'no-reason',
  'changed-meanwhile',
] as const;
export type SaidRefusal = (typeof refusals)[number];

export const voucherRefusal = (refused: string | null): SaidRefusal => refusals.find((one) => one === refused) ?? 'changed-meanwhile';

const batchRefusals = [...refusals, 'nobody', 'too-many'] as const;
export type SaidBatchRefusal = (typeof batchRefusals)[number];

export const batchRefusal = (refused: string | null): SaidBatchRefusal =>
  batchRefusals.find((one) => one === refused) ?? 'changed-meanwhile';
