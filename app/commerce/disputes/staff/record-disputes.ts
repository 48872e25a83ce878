/** Open disputes of the money of a record; their ids only for those who may open them. */
export interface RecordDisputes {
  readonly open: boolean;
  readonly ids: readonly string[];
}
