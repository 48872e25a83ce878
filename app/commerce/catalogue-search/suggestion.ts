/** One line under a search field: a thing on sale, and the way to it. */
export interface Suggestion {
  readonly title: string;
  readonly place: string;
  readonly to: string;
}

/** Letters that have to stand in the field before anything is suggested. */
export const fewestTyped = 2;
/** A list under a field is looked over at a glance, on a phone above its keyboard too. */
export const mostSuggestions = 6;
export const longestTyped = 80;
