/** The files of one item of the house catalogue as they were read: facts, and words by language. Unchecked. */
export interface CatalogueFiles {
  /** Name of the folder; also the id in addresses. */
  readonly id: string;
  readonly facts: unknown;
  readonly words: Readonly<Record<string, unknown>>;
}
