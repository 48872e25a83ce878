/** What a page says after a form, as its address carries it. */
export const customerSaid = [
  'described',
  'revealed',
  'blocked',
  'unblocked',
  'merged',
  'parted',
  'parted-unsure',
  'visited',
  'grouped',
  'ungrouped',
] as const;
export type CustomerSaid = (typeof customerSaid)[number];

export const customerRefusals = [
  'permission',
  'gone',
  'changed-meanwhile',
  'one-blocked',
  'too-late',
  'no-account',
  'too-many',
  'company-unknown',
  'company-gone',
  'company-archived',
  'company-undecided',
  'group-already',
  'group-elsewhere',
  'ungroup-already',
] as const;
