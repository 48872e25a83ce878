export const interviewRounds = ['phone', 'first', 'technical', 'task', 'team', 'final'] as const;
export type InterviewRound = (typeof interviewRounds)[number];

export const interviewModes = ['room', 'video', 'phone'] as const;
export type InterviewMode = (typeof interviewModes)[number];

export const interviewLengths = [30, 45, 60, 90] as const;

export const verdicts = ['strong-no', 'no', 'yes', 'strong-yes'] as const;
export type Verdict = (typeof verdicts)[number];

export const fewestSlots = 2;
export const mostSlots = 5;
/** How many other times a candidate may ask for. */
export const mostWishes = 3;
export const mostInterviewers = 5;

/** The tabs of the desk. */
export const interviewTabs = ['upcoming', 'waiting', 'cards', 'over'] as const;
export type InterviewTab = (typeof interviewTabs)[number];
