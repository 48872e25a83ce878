import type { PartnerKind } from './partner-kinds.ts';

export const longestOffers = 3_000;
export const longestNote = 4_000;

export const partnerFields = [
  'kind',
  'company',
  'country',
  'website',
  'licence',
  'trn',
  'offers',
  'name',
  'role',
  'email',
  'phone',
  'documents',
  'mandate',
] as const;
export type PartnerField = (typeof partnerFields)[number];
export type TypedPartner = Readonly<Record<Exclude<PartnerField, 'documents'>, string>>;
/** Codes are keys of the catalogue: `partners:error.<code>`. */
export type PartnerErrors = Partial<Record<PartnerField, string>>;

export interface PartnerContact {
  readonly name: string;
  readonly role: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
}

/** An application, read and cleaned; its papers are judged apart. */
export interface Application {
  readonly kind: PartnerKind;
  readonly company: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly website: string | null;
  readonly licence: string;
  readonly trn: string | null;
  readonly offers: string;
  readonly contact: PartnerContact;
}
