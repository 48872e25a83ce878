/** The calendar, and the lists beside it. */
export const consultationTabs = ['week', 'upcoming', 'requested', 'waiting', 'due', 'over', 'all'] as const;
export type ConsultationTab = (typeof consultationTabs)[number];
