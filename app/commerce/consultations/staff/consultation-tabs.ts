/** The lists of calls; the first is what is ahead. */
export const consultationTabs = ['upcoming', 'requested', 'waiting', 'due', 'over', 'all'] as const;
