/** What the house tells the public of itself beside its name; what is null is not told. */
export interface HouseFacts {
  /** Where anybody may write to. */
  readonly email: string;
  /** With the country code. */
  readonly phone: string | null;
  /** Numbers of the trade and tourism licence, and of the airlines' accreditation. */
  readonly licence: string | null;
  readonly accreditation: string | null;
}

export const houseFactFields = ['email', 'phone', 'licence', 'accreditation'] as const satisfies readonly (keyof HouseFacts)[];

/** What is told before somebody has said it in the settings: no more than where the house's mails come from. */
export const deliveredHouseFacts = (email: string): HouseFacts => ({ email, phone: null, licence: null, accreditation: null });
