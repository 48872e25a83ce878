/** How an inquiry reached us: the form of a page, a call that ended with one, a colleague who wrote it down. */
export const inquirySources = ['form', 'call', 'desk'] as const;
export type InquirySource = (typeof inquirySources)[number];

/** Cabins of a plane that a group asks for. */
export const inquiryCabins = ['economy', 'premium', 'business', 'first'] as const;
export type InquiryCabin = (typeof inquiryCabins)[number];

/** Why somebody travels who asks for a visa. */
export const inquiryPurposes = ['tourism', 'family', 'business', 'study', 'transit'] as const;
export type InquiryPurpose = (typeof inquiryPurposes)[number];

/** What a visa is asked for by. Countries are ISO 3166 alpha-2; null is not told yet. */
export interface VisaNeeds {
  readonly nationality: string | null;
  readonly residence: string | null;
  readonly destination: string | null;
  readonly purpose: InquiryPurpose | null;
  readonly refusedBefore: boolean | null;
}

export const nothingTold: VisaNeeds = { nationality: null, residence: null, destination: null, purpose: null, refusedBefore: null };
