import type { SQL } from 'drizzle-orm';
import type { Clerk, Permission } from '#app/platform/access.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';

/** What became of taking something on, or of putting it back. */
export type TakeOutcome = 'done' | 'permission' | 'changed-meanwhile' | 'not-possible' | 'escalated' | 'not-a-colleague';

export interface TakeAsk {
  readonly id: string;
  /** Whose it was on the page, and whose it is to be; a user's id or null. */
  readonly from: string | null;
  readonly to: string | null;
  readonly requestId: string;
}

/** By what the customer of a thing is known: their account, and an address, of which each module keeps a fingerprint of its own. */
export interface DueWho {
  readonly account: SQL;
  readonly mail: SQL;
  readonly fingerprint: (crypto: FieldCrypto, email: string) => string;
  /** Where the address itself is kept, sealed; left out where the fingerprint is the one by which customers are kept. */
  readonly contact?: {
    readonly id: SQL;
    readonly sealed: SQL;
    readonly mailOf: (crypto: FieldCrypto, id: string, sealed: string) => string | null;
  };
}

/**
 * Something of which somebody of the house has the next step, by a time. Its module says where such things stand, in SQL,
 * so that the desk reads what is due first of all modules in one question: each part by an index of its own.
 */
export interface DueSource<Kind extends string = string> {
  readonly kind: Kind;
  /** Who sees it, and who may take it on. */
  readonly see: Permission;
  readonly work: Permission;
  /** Tables and views with their aliases. */
  readonly from: SQL;
  /** Enough of them to count by, where only a row that is shown needs the others. */
  readonly counted?: SQL;
  /** `owner` compared with a colleague, where another wording finds what they have in hand among all that waits sooner. */
  readonly inHand?: (me: string) => SQL;
  /** What is open and waits for us, not for its customer. */
  readonly open: SQL;
  readonly id: SQL;
  readonly reference: SQL;
  /** What of it waits, as a word of its module. */
  readonly state: SQL;
  /** Instants: since when it is ours to do, and by when. */
  readonly opened: SQL;
  readonly due: SQL;
  /** A user's id, or null. */
  readonly owner: SQL;
  /** Minor units and currency, or null where it has none. */
  readonly amount: SQL;
  readonly currency: SQL;
  /** Whose it is; left out where it is of the house itself. */
  readonly who?: DueWho;
  /** Which one of an order it is of, where several of one order wait under one reference: whose name is kept sealed, and how it is read. */
  readonly person?: { readonly sealed: SQL; readonly nameOf: (crypto: FieldCrypto, id: string, sealed: string) => string };
  /** True where a colleague can take it on as it is. */
  readonly takable: SQL;
  /** Which of them this colleague sees, where their role decides that; counts of those who see the same are kept together. */
  readonly sees?: string;
  /** Until when its owner has put it off, where its module keeps that itself. */
  readonly asleepUntil?: SQL;
  /** What its address needs besides the reference, as one JSON value. */
  readonly about?: SQL;
  /** Tasks that are about nothing but that such a thing waits: where it stands in the queue itself, they do not beside it. */
  readonly standsFor?: { readonly tasks: readonly string[]; readonly has: (id: SQL) => SQL };
  /** A column that stands in the order of `due` and has an index, where that one has none; with the bound it sets by `after`. */
  readonly by?: { readonly column: SQL; readonly from: (after: SQL) => SQL };
  readonly take: (platform: Platform, viewer: Clerk, ask: TakeAsk) => Promise<TakeOutcome>;
  /** Whether this colleague may give to others one that this owner has, and so back to whom they took it from: their own, or any. */
  readonly gives: (viewer: Clerk, owner: string | null) => boolean;
  /** Whether an own one can be put back. */
  readonly putsBack: boolean;
}
