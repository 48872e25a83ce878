/*
 * The form of the register of personal data (app/personal-data.ts): every column of the database, whose it is, and what
 * becomes of it when a person asks for a copy or to be forgotten. Plain data; the SQL is made from it in one place.
 */

/** Ids by which rows of one table lead to those of another. The first three are known before any table is read. */
export type Thread =
  | 'account'
  | 'emails'
  | 'actors'
  | 'hashes'
  | 'orders'
  | 'locators'
  | 'customers'
  | 'inquiries'
  | 'flightQuotes'
  | 'tickets'
  | 'proposals'
  | 'consultations'
  | 'readers'
  | 'travellers'
  | 'payments'
  | 'disputes'
  | 'invoices'
  | 'reviews'
  | 'bankLines'
  | 'applications'
  | 'visaGroups'
  | 'visas'
  | 'jobApplications'
  | 'interviews'
  | 'recordNotes';

/** Where in the readable copy the rows stand; each has a heading in the catalogue `privacy`. */
export type Chapter = 'account' | 'travellers' | 'favourites' | 'orders' | 'payments' | 'words' | 'letter' | 'requests' | 'record';

/** One way to tell that a row is somebody's. */
export type Find =
  | { readonly column: string; readonly of: Thread }
  /** A keyed fingerprint of their address, or of their `numbers` too; `guests` leaves out rows that an account has in that column. */
  | { readonly column: string; readonly fingerprint: string; readonly guests?: string; readonly numbers?: true }
  /** Every row is opened and compared: only where no fingerprint is kept. */
  | { readonly sealed: string; readonly guests: string }
  /** The text ends with it. */
  | { readonly column: string; readonly endsWith: Thread };

/** A text in which `{column}` is filled from the row; an object is written as JSON. */
export type Blank = null | string | readonly unknown[] | Readonly<Record<string, unknown>>;

export interface PersonalColumn {
  /**
   * `sensitive`: identity papers, birth, health, free words; encrypted. `secret`: passwords, tokens and fingerprints, which
   * are of no use to anybody in a copy.
   */
  readonly is: 'personal' | 'sensitive' | 'secret';
  /** Encrypted for this place. */
  readonly sealed?: string;
  /** What stands there afterwards, where the row stays. */
  readonly becomes?: Blank;
  /** One of a few values, such as a title: says something of somebody only beside the rest of its row. */
  readonly choice?: true;
  /** Stays as it is, by this duty. */
  readonly kept?: 'tax';
}

export interface CensusTable {
  /** Absent: nothing in it is about a customer. */
  readonly chapter?: Chapter;
  readonly find?: readonly Find[];
  readonly leadsTo?: Partial<Record<Thread, string>>;
  /** The sealed column in which the number that texts go to stands as `phone`. */
  readonly numberIn?: string;
  /** `delete`: the rows go. `blank`: they stay as the house's record, and the columns below lose what was in them. */
  readonly rows?: 'delete' | 'blank';
  readonly personal?: Readonly<Record<string, PersonalColumn>>;
  /** About the house's own people and those of its partners, kept under the rules of employment and of contracts. */
  readonly staff?: string;
  /** Neither personal nor secret: numbers, states, times, ids. */
  readonly plain: string;
  /** Values of plain columns that end what was still open. */
  readonly ends?: Readonly<Record<string, string | null>>;
}

/** By table; parents before what they lead to. */
export type Census = Readonly<Record<string, CensusTable>>;
