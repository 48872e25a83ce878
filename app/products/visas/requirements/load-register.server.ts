import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readRegister } from './read-register.ts';
import { factsOfLine, forgetRules, insertFirstEditions, listRuleNames } from './visa-rules-store.server.ts';

/**
 * Adds the lines of the opening register that the database does not have, in one transaction, and returns how many. A line
 * that was ever there is left alone, also a retired one: it belongs to the desk. Throws on a file that is not right.
 */
export async function loadRegister(
  platform: Platform,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<number> {
  const lines = files.flatMap(({ name, text }) => readRegister(name, text));
  const known = await listRuleNames(platform.db);
  const missing = lines.filter(({ rule }) => !known.has(rule));
  if (missing.length > 0) await transact(platform.db, (tx) => insertFirstEditions(tx, missing.map(factsOfLine), platform.clock.now()));
  forgetRules(platform.db);
  return missing.length;
}
