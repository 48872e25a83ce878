import { minuteMs, type Instant } from '#app/values/dates.ts';

export const longestNote = 2_000;
export const longestReason = 300;
/** More than anybody looks through beside one record. */
export const mostFiles = 40;

/** How long what one wrote oneself can be put right or taken away; after that it is what others have read. */
export const changeableMs = 15 * minuteMs;

export function mayChangeNote(
  note: { readonly author: string; readonly at: Date; readonly removedAt: Date | null },
  staffId: string,
  now: Instant,
): boolean {
  return note.author === staffId && note.removedAt === null && now - note.at.getTime() < changeableMs;
}

/** Colleagues whose name stands behind an @ in these words. Of two that begin alike, the longer name is meant. */
export function namedIn<Person extends { readonly displayName: string }>(words: string, people: readonly Person[]): Person[] {
  let left = words.toLowerCase();
  return people
    .toSorted((a, b) => b.displayName.length - a.displayName.length)
    .filter(({ displayName }) => {
      const name = `@${displayName.toLowerCase()}`;
      let found = false;
      for (let at = left.indexOf(name); at >= 0; at = left.indexOf(name, at + 1)) {
        if (/^[\p{L}\p{N}]/u.test(left.slice(at + name.length))) continue;
        left = `${left.slice(0, at)} ${left.slice(at + name.length)}`;
        found = true;
      }
      return found;
    });
}
