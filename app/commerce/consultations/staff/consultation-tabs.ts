/** The calendar, and the lists beside it. */
export const consultationTabs = ['week', 'upcoming', 'requested', 'due', 'over', 'all'] as const;
export type ConsultationTab = (typeof consultationTabs)[number];
