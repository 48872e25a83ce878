/** What payments of changes begin their purpose with. */
export const changePurposeStart = 'change-';

/** The purpose of what is paid for a change of an order's flights or names, by its number within the order. */
export const changePurpose = ({ number }: { readonly number: number }): string => `${changePurposeStart}${number}`;
