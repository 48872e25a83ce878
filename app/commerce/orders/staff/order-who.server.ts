import { sql } from 'drizzle-orm';
import type { DueWho } from '../../due-work.server.ts';
import { emailIndexOf } from '../orders-store.server.ts';

/** Whose an order `o` is: customers are kept by the same fingerprint. */
export const orderWho: DueWho = { account: sql`o.user_id`, mail: sql`o.email_index`, fingerprint: emailIndexOf };
