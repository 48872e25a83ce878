/** The tabs of the desk, in the order in which a case goes through them. */
export const evisaQueues = ['new', 'review', 'waiting', 'ready', 'authority', 'proof', 'over', 'all'] as const;
export type EvisaQueue = (typeof evisaQueues)[number];
