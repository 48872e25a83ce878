import { plainName } from '#app/values/plain-text.ts';

/** More lists than anybody keeps apart. */
export const mostLists = 20;
export const longestListName = 60;

/** A list's name as it was typed. */
export const readListName = (typed: unknown): string | null => plainName(typed, longestListName);
