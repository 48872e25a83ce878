import type { ConsultationChannel } from './consultation-kinds.ts';
import type { WishedDays } from './wait-rules.ts';
import type { ConsultationContact } from './consultations-store.server.ts';

export const longestWords = 2_000;
export const longestSummary = 6_000;

export const consultationFields = ['name', 'email', 'phone', 'channel', 'country', 'firstDay', 'lastDay', 'words'] as const;
export type ConsultationField = (typeof consultationFields)[number];
/** Codes are keys of the catalogue: `consultations:error.<code>`. */
export type ConsultationErrors = Partial<Record<ConsultationField, string>>;

export interface AskedCall {
  readonly contact: ConsultationContact;
  readonly channel: ConsultationChannel;
  readonly country: string | null;
  readonly words: string;
  /** Null where a time is chosen. */
  readonly days: WishedDays | null;
}
