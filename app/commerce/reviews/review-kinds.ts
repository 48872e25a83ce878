/** Kinds of product that are reviewed. */
export const reviewedKinds = ['flight', 'holiday', 'experience', 'staycation', 'tailor-made'] as const;
export type ReviewedKind = (typeof reviewedKinds)[number];

const ofBooked = ['described', 'value', 'help'] as const;

/** Questions beside the overall stars, by what was sold. Of flights they ask about our work, not about the airline's. */
const scoresOf = {
  flight: ['booking', 'clarity', 'help'],
  holiday: ofBooked,
  experience: ofBooked,
  staycation: ofBooked,
  'tailor-made': ofBooked,
} as const satisfies Readonly<Record<ReviewedKind, readonly string[]>>;

export type ScoreName = (typeof scoresOf)[keyof typeof scoresOf][number];

/** The questions about a kind of thing, in the order they are asked. */
export function questionsOf(kind: string): readonly ScoreName[] {
  return (scoresOf as Readonly<Record<string, readonly ScoreName[]>>)[kind] ?? [];
}

/** Stars by question; what was not answered is not there. */
export type Scores = Partial<Record<ScoreName, number>>;

/** The only grounds on which a review may stay unseen. How many stars it gives is none of them. */
export const rejectReasons = ['personal-data', 'insult', 'another-trip', 'advert', 'unlawful', 'unreadable'] as const;
export type RejectReason = (typeof rejectReasons)[number];

export const reportReasons = ['personal-data', 'insult', 'not-true', 'advert', 'unlawful'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Ours, and `und` for any other. */
export const reviewLanguages = ['en', 'ar', 'tl', 'es', 'pt', 'und'] as const;
export type ReviewLanguage = (typeof reviewLanguages)[number];

export const starValues = [5, 4, 3, 2, 1] as const;
