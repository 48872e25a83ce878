import type { Instant } from '#app/values/dates.ts';
import { undoMs, type ApplicationStatus } from './job-application-status.ts';

/** Stages before the short list: until then a blind posting covers who somebody is. */
export const unjudgedStages: readonly ApplicationStatus[] = ['received', 'screening'];

/** Whether who somebody is stays covered. A refusal that can be taken back uncovers nothing, or it would be the way round. */
export function isCovered(
  application: { readonly blind: boolean; readonly status: ApplicationStatus; readonly stageSince: Date },
  now: Instant,
): boolean {
  const { blind, status, stageSince } = application;
  return blind && (unjudgedStages.includes(status) || (status === 'rejected' && now - stageSince.getTime() < undoMs));
}

/** Words of an applicant without their name, addresses and numbers: people sign their letters. */
export function withoutIdentity(words: string, name: string): string {
  const parts = name.split(/[\s.,'’-]+/u).filter((part) => part.length > 2);
  const bare = words.replace(/[^\s()<>,;]+@[^\s()<>,;]+/gu, '…').replace(/\+?\p{Nd}[\p{Nd} ().-]{6,}\p{Nd}/gu, '…');
  return parts.reduce(
    (text, part) => text.replace(new RegExp(`(?<!\\p{L})${part.replace(/[^\p{L}\p{N}]/gu, '.')}(?!\\p{L})`, 'giu'), '…'),
    bare,
  );
}
