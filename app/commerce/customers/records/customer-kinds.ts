/** What the desk may say of a customer: closed lists, so that they are told in five languages and counted. */
export const customerTags = ['vip', 'corporate', 'family', 'group-leader', 'frequent', 'press', 'slow-payer'] as const;
export type CustomerTag = (typeof customerTags)[number];

export const risks = ['none', 'watch', 'high'] as const;
export type Risk = (typeof risks)[number];

export const blockReasons = ['payment-fraud', 'false-papers', 'abuse', 'law'] as const;
export type BlockReason = (typeof blockReasons)[number];

export const revealFields = ['email', 'phone'] as const;
export type RevealField = (typeof revealFields)[number];

/** Why a colleague needs to see what is masked, or the shop as a traveller sees it. */
export const revealReasons = ['call-back', 'identity', 'complaint', 'delivery', 'fraud'] as const;
export type RevealReason = (typeof revealReasons)[number];

/** What speaks for two rows being one person; the last is the house's own work. */
export const mergeReasons = ['same-mail', 'same-phone', 'same-person', 'they-said', 'address-proved'] as const;
export type MergeReason = (typeof mergeReasons)[number];

/** Memberships that a merge moved to the row that stays, and those that it ended, by their ids. */
export interface MergedCompanies {
  readonly moved: number | null;
  readonly ended: readonly number[];
}

/** Which customers a letter is meant for: what the list of customers can be narrowed by, without what says who somebody is. */
export interface CustomersWanted {
  readonly account: 'with' | 'without' | '';
  /** ISO 3166 alpha-2, or empty. */
  readonly country: string;
  readonly tag: CustomerTag | '';
  /** Whether an order of theirs is not over yet, or empty. */
  readonly orders: 'yes' | 'no' | '';
  /** First and last day in Dubai of their last contact, or empty. */
  readonly from: string;
  readonly until: string;
}
