/** The tabs of the desk, in the order in which a case goes through them. */
export const evisaQueues = ['new', 'review', 'waiting', 'ready', 'authority', 'proof', 'over', 'all'] as const;
/** Those of them that a board shows: what is over is no longer moved. */
export const boardQueues = ['new', 'review', 'waiting', 'ready', 'authority', 'proof'] as const satisfies readonly EvisaQueue[];
export type EvisaQueue = (typeof evisaQueues)[number];
