/** Why a form of a record's notes and files was refused, with what was typed. */
export interface RecordAnswer {
  readonly form: 'note' | 'call' | 'edit' | 'act' | 'file' | 'drop';
  /** Of the note or the file it is about. */
  readonly id: string | null;
  readonly wrong: string;
  readonly names?: readonly string[];
  readonly words?: string;
  readonly tell?: readonly string[];
  /** Of a call, as it was typed. */
  readonly call?: Readonly<Record<'way' | 'outcome' | 'minutes' | 'number', string>>;
  /** For the next press. */
  readonly key: string;
}
