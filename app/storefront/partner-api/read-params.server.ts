import type { z } from 'zod';
import { problem } from './open-with-key.server.ts';

/** The query of a request by its schema; else the answer 422, which names what is wrong. */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  params: URLSearchParams,
): { readonly ok: true; readonly value: z.infer<Schema> } | { readonly ok: false; readonly answer: Response } {
  const read = schema.safeParse(Object.fromEntries(params));
  if (read.success) return { ok: true, value: read.data };
  const wrong = read.error.issues.map((issue) => `${issue.path.join('.') || 'query'}: ${issue.message}`);
  return { ok: false, answer: problem(422, 'Query not understood', wrong.join('; ')) };
}
