/** Steps from a country's page to the payment, of either way to a visa; texts `evisas:steps`. */
export const applicationSteps = ['visa', 'travellers', 'trip', 'review', 'pay'] as const;
