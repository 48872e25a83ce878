/** What is done to many at once: travellers told of what was held back, and small changes taken for those who agreed. */
export const scheduleBulks = ['tell', 'accept'] as const;
export type ScheduleBulk = (typeof scheduleBulks)[number];

export const mostAtOnce = 100;
