import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { unknownPlaces } from './macro-rules.ts';
import { insertMacro, saveMacro } from './macros-store.server.ts';
import type { MacroWords } from './tickets.tables.ts';

type MacroRefusal = 'name' | 'words' | 'place' | 'changed-meanwhile';

const longestName = 60;
const longestWords = 4_000;

/** Keeps an answer that is often given, new or written anew; says its id. It needs words in every language. */
export async function keepMacro(
  platform: Platform,
  staffId: string,
  typed: {
    readonly id: string | null;
    readonly version: number;
    readonly name: string;
    readonly words: MacroWords;
    readonly isOn: boolean;
  },
): Promise<Outcome<string, MacroRefusal>> {
  const { name, words, isOn } = typed;
  if (name === '' || name.length > longestName) return refuse('name');
  const texts = languageCodes.map((language) => words[language]);
  if (texts.some((text) => text === '' || text.length > longestWords)) return refuse('words');
  if (texts.some((text) => unknownPlaces(text).length > 0)) return refuse('place');
  const id = typed.id ?? randomUUID();
  const now = platform.clock.now();
  return transact(platform.db, async (tx): Promise<Outcome<string, MacroRefusal>> => {
    const macro = { id, name, words, isOn, by: staffId };
    if (!typed.id) await insertMacro(tx, now, macro);
    else if (!(await saveMacro(tx, now, { ...macro, version: typed.version }))) return refuse('changed-meanwhile');
    await audit(tx, now, { actor: `staff:${staffId}`, action: 'ticket-macro.kept', subject: `ticket_macros:${id}`, detail: { isOn } });
    return done(id);
  });
}
