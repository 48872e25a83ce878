import type { IconName } from '#app/ui/icon-names.ts';

export const partnerKinds = ['hotel', 'activity', 'dmc', 'corporate', 'affiliate'] as const;
export type PartnerKind = (typeof partnerKinds)[number];

export const partnerIcons: Readonly<Record<PartnerKind, IconName>> = {
  hotel: 'staycations',
  activity: 'experiences',
  dmc: 'route',
  corporate: 'trips',
  affiliate: 'share',
};
