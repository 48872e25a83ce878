/** One line of the list under a place field. */
export interface FoundPlace {
  readonly code: string;
  /** What the field shows when it is chosen; ends with the code, so that it is understood again. */
  readonly label: string;
  readonly name: string;
  /** Airport and country, in the visitor's language. */
  readonly detail: string;
  /** An airport listed under its city. */
  readonly within: boolean;
}
