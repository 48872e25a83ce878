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
