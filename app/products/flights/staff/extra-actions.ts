/** What a clerk may do about an extra that could not be issued. */
export const extraActions = ['extra-issue', 'extra-retry', 'extra-void'] as const;
export type ExtraAction = (typeof extraActions)[number];
