export const feedbackKinds = ['bug', 'idea', 'praise', 'complaint'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

export const feedbackFields = ['kind', 'page', 'order', 'rating', 'words', 'email'] as const;
export type FeedbackField = (typeof feedbackFields)[number];
