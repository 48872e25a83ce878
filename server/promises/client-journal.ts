import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Broken } from './invariants.ts';

/** One answer that a client got, as a load driver writes it down: a form's key, what came back, and the order it named. */
export interface ClientAnswer {
  readonly key: string;
  /** `unknown`: the connection broke or nobody answered; anything may have happened. */
  readonly outcome: 'ok' | 'fail' | 'unknown';
  /** Of the order that an `ok` named. */
  readonly reference?: string;
}

/** Answers of success without their order, and definite failures that made one all the same. */
export async function brokenAnswers(db: Db, file: string): Promise<{ lost: Broken[]; unwanted: Broken[] }> {
  const answers = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ClientAnswer);
  const result = (await db.execute(
    sql`select k.key, o.reference from idempotency_keys k join orders o on o.id = k.recovery_data ->> 'orderId' where k.recovery_point = 'placed'`,
  )) as unknown as { rows: { key: string; reference: string }[] };
  const placed = new Map(result.rows.map((row) => [row.key, row.reference]));
  const known = new Set(
    ((await db.execute(sql`select reference from orders`)) as unknown as { rows: { reference: string }[] }).rows.map(
      (row) => row.reference,
    ),
  );
  // A key that failed once and was sent again with success has its effect.
  const succeeded = new Set(answers.filter((answer) => answer.outcome === 'ok').map((answer) => answer.key));
  const lost = answers.filter((answer) => answer.outcome === 'ok' && answer.reference !== undefined && !known.has(answer.reference));
  const unwanted = answers.filter((answer) => answer.outcome === 'fail' && placed.has(answer.key) && !succeeded.has(answer.key));
  return {
    lost: lost.map((answer) => ({ subject: `keys:${answer.key}`, what: `was told of order ${answer.reference}, which is not there` })),
    unwanted: unwanted.map((answer) => ({
      subject: `keys:${answer.key}`,
      what: `was told no, and order ${placed.get(answer.key)} exists`,
    })),
  };
}
