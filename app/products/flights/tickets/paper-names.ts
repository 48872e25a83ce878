/** A place by its names in the language of the paper. */
export interface NamedPlace {
  readonly city: string;
  readonly airport: string;
}

/** Names that the world knows; papers do not look anything up themselves. */
export interface PaperNames {
  place(code: string): NamedPlace;
  airline(code: string): string;
}
