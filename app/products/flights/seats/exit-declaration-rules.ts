/*
 * Who sits in an exit row declares to be fit and willing to help. The order keeps who declared it, when, for which seat
 * and in which words.
 */

/** Changes with the words of `booking:seats.declare` and its hint; a test holds the two together. */
export const exitWording = '2026-11';

export interface DraftDeclaration {
  readonly seat: string;
  readonly wording: string;
  /** ISO instant. */
  readonly at: string;
}

/** A declaration holds for the seat it was made for, in the words in force. */
export function isDeclared(declaration: DraftDeclaration | undefined, seat: string): boolean {
  return declaration?.seat === seat && declaration.wording === exitWording;
}
