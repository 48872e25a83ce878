import type { Instant } from '#app/values/dates.ts';
import { undoMs, type ApplicationStatus } from './job-application-status.ts';

/** Stages before the short list: until then a blind posting covers who somebody is. */
export const unjudgedStages: readonly ApplicationStatus[] = ['received', 'screening'];

/** Stages in which it is seen who somebody is. */
export const seenStages: readonly ApplicationStatus[] = ['shortlisted', 'interview', 'offer', 'hired', 'talent_pool'];

/**
 * Whether who somebody is stays covered. A refusal that can be taken back uncovers nothing, or it would be the way round. What was
 * seen once stays uncovered, also when the application goes back to screening: a cover over a name that colleagues know would only
 * pretend that they judge blind.
 */
export function isCovered(
  application: {
    readonly blind: boolean;
    readonly uncovered: boolean;
    readonly status: ApplicationStatus;
    readonly stageSince: Date;
  },
  now: Instant,
): boolean {
  const { blind, uncovered, status, stageSince } = application;
  return blind && !uncovered && (unjudgedStages.includes(status) || (status === 'rejected' && now - stageSince.getTime() < undoMs));
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
