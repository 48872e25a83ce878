/** A tag is put on many, or taken off them; many are taken into a company, or out of it. */
export const customerDeeds = ['tag', 'untag', 'group', 'ungroup'] as const;
export type CustomerDeed = (typeof customerDeeds)[number];
