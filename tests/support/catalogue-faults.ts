interface CatalogueFiles {
  facts: Record<string, unknown>;
  words: Record<string, Record<string, unknown>>;
}

/** What the reader of a catalogue says of a copy of a good file that was changed; 'none' when it takes it. */
export function faultsOf<Item extends { readonly id: string; readonly facts: unknown; readonly words: unknown }>(
  sample: Item,
  read: (id: string, files: never) => unknown,
) {
  return (change: (files: CatalogueFiles) => void): string => {
    const files = structuredClone({ facts: sample.facts, words: sample.words }) as CatalogueFiles;
    change(files);
    try {
      read(sample.id, files as never);
      return 'none';
    } catch (fault) {
      return (fault as Error).message;
    }
  };
}

/** The keys that are not called alike everywhere, each with the names it goes by. */
export function namedTwice(named: readonly (readonly [key: string, name: string])[]): string[] {
  const names = new Map<string, Set<string>>();
  for (const [key, name] of named) names.set(key, (names.get(key) ?? new Set()).add(name));
  return [...names].filter(([, found]) => found.size > 1).map(([key, found]) => `${key}: ${[...found].join(' / ')}`);
}
