/** What the page of a company says after a form, as its address carries it. */
export const companySaid = ['made', 'kept', 'archived', 'brought-back', 'grouped', 'ungrouped', 'statement-sent'] as const;
export type CompanySaid = (typeof companySaid)[number];

export const companyRefusals = [
  'permission',
  'gone',
  'changed-meanwhile',
  'trn-taken',
  'archived',
  'not-archived',
  'company-gone',
  'company-archived',
  'group-already',
  'group-elsewhere',
  'ungroup-already',
] as const;
