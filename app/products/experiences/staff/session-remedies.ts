export const remedies = ['choose', 'refund'] as const;
/** What whoever has paid is given: the choice between another start and the money, or the money at once. */
export type Remedy = (typeof remedies)[number];
