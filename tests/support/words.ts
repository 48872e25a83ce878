import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageCode } from '#app/values/preferences.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Reads what the pages say, so that one journey can be made in every language: `say('booking:extras.skip')`. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export function wordsIn(language: LanguageCode): Say {
  const trees = new Map<string, Tree>();
  return (key, values = {}) => {
    const [catalogue, path] = key.split(':') as [string, string];
    let tree = trees.get(catalogue);
    if (!tree) {
      const file = join(import.meta.dirname, '../../app/catalogues', language, `${catalogue}.json`);
      trees.set(catalogue, (tree = JSON.parse(readFileSync(file, 'utf8')) as Tree));
    }
    let found: string | Tree | undefined = tree;
    for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') throw new Error(`No words ${key} in ${language}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
