/** What may be with a colleague, and the right it takes to have it. */
export const handAreas = {
  'flight-orders': 'flight-orders:work',
  bookings: 'products:edit',
  evisas: 'visas:decide',
  assisted: 'visas:decide',
  inquiries: 'inquiries:work',
  tickets: 'tickets:work',
  calls: 'consultations:work',
  disputes: 'money:work',
  partners: 'supply:edit',
  applications: 'recruitment:work',
} as const;
export type HandArea = keyof typeof handAreas;
export const handAreaNames = Object.keys(handAreas) as HandArea[];

/** Whose something becomes: a colleague's, or nobody's. What is not chosen becomes free when somebody leaves, and stays with who is on leave. */
export type HandTo = Readonly<Partial<Record<HandArea, string>>>;
export const nobody = 'nobody';
