import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

type Catalogue = { readonly [key: string]: string | Catalogue };

const folder = resolve('app', 'catalogues');
const readingFile = resolve('app', 'ui', 'catalogue-files.server.ts');

/** The English catalogue laid underneath another language's: a missing key is English, at no cost when none is missing. */
function over(base: Catalogue, top: Catalogue): Catalogue {
  const laid: Record<string, string | Catalogue> = { ...base };
  for (const [key, value] of Object.entries(top)) {
    const under = base[key];
    laid[key] = typeof value === 'object' && typeof under === 'object' ? over(under, value) : value;
  }
  return laid;
}

function textsIn(catalogue: Catalogue, under = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' ? textsIn(value, `${under}${key}.`) : value.trim() === '' ? [] : [under + key],
  );
}

/** How many texts there are, and how many of each catalogue a language lacks; catalogues without gaps are left out. */
export function coverageOf(read: (language: string, name: string) => Catalogue, languages: readonly string[], names: readonly string[]) {
  const missing: Record<string, Record<string, number>> = {};
  let total = 0;
  for (const name of names) {
    const all = textsIn(read('en', name));
    total += all.length;
    for (const language of languages) {
      const own = new Set(textsIn(read(language, name)));
      const gaps = all.filter((key) => !own.has(key)).length;
      if (gaps > 0) (missing[language] ??= {})[name] = gaps;
    }
  }
  return { total, missing };
}

/** A catalogue as a language has it; empty where it has none. */
function ownCatalogue(code: string, name: string): Catalogue {
  const file = join(folder, code, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

/** A catalogue as its readers get it; one that a language does not have is English throughout. */
function read(language: string, name: string): Catalogue {
  return language === 'en' ? ownCatalogue('en', name) : over(ownCatalogue('en', name), ownCatalogue(language, name));
}

/** What stands in a build where a program at work has `readCatalogues`: the texts of a language are understood when it is asked for. */
export function readingModule(folder: string, languages: readonly string[]): string {
  return `
import { readFileSync } from 'node:fs';
// Read at the start: a build that is made meanwhile does not mix with this one.
const files = new Map(${JSON.stringify(languages)}.map((language) => [language, readFileSync(${JSON.stringify(folder)} + '/' + language + '.json')]));
export const readCatalogues = (language) => JSON.parse(files.get(language).toString());
`;
}

/** All catalogues of each language as one file, by its name. */
export function filesOfLanguages(): Map<string, string> {
  const names = readdirSync(join(folder, 'en')).map((file) => file.replace(/\.json$/, ''));
  return new Map(
    readdirSync(folder).map((language) => [
      `${language}.json`,
      JSON.stringify(Object.fromEntries(names.map((name) => [name, read(language, name)]))),
    ]),
  );
}

/** Every catalogue of every language, by its path under the address of all. */
function everyFile(): Map<string, string> {
  const names = readdirSync(join(folder, 'en'));
  const files = new Map<string, string>();
  for (const language of readdirSync(folder))
    for (const name of names) files.set(`${language}/${name}`, JSON.stringify(read(language, name.replace(/\.json$/, ''))));
  return files;
}

/**
 * Catalogues for the server, and as files of their own for browsers: `<address>/<language>/<name>.json`, where the address
 * holds a sum of all their words. A page can so tell where each of its catalogues lies: naming all of them, each with a sum
 * of its own, weighed 13 KB in every first visit. `import.meta.env.TEXTS_AT` is that address; `TEXTS_COVERED` tells how
 * many texts each language has of its own.
 */
export function catalogueFiles(): Plugin[] {
  let files = new Map<string, string>();
  let at = '/texts-at-work';
  return [
    {
      name: 'catalogues',
      enforce: 'pre',
      config(_, { command }) {
        if (command === 'build') {
          files = everyFile();
          const sum = createHash('sha256');
          for (const [path, words] of files) sum.update(path).update(words);
          at = `/assets/texts-${sum.digest('base64url').slice(0, 8)}`;
        }
        const names = readdirSync(join(folder, 'en')).map((file) => file.replace(/\.json$/, ''));
        const covered = JSON.stringify(coverageOf(ownCatalogue, readdirSync(folder), names));
        return { define: { 'import.meta.env.TEXTS_AT': JSON.stringify(at), 'import.meta.env.TEXTS_COVERED': JSON.stringify(covered) } };
      },
      transform(code, id) {
        if (!id.startsWith(folder + sep) || !id.endsWith('.json')) return null;
        const [language, name] = id.slice(folder.length + 1, -'.json'.length).split(sep) as [string, string];
        if (language === 'en') return null;
        this.addWatchFile(join(folder, 'en', `${name}.json`));
        return { code: JSON.stringify(over(read('en', name), JSON.parse(code) as Catalogue)), map: null };
      },
      // While developing a catalogue is read anew at every request.
      configureServer({ middlewares }) {
        middlewares.use(at, (request, response, next) => {
          const [, language, name] = /^\/(\w\w)\/([\w-]+)\.json$/.exec(request.url ?? '') ?? [];
          if (!language || !name || !existsSync(join(folder, 'en', `${name}.json`))) return next();
          response.setHeader('Content-Type', 'application/json');
          response.setHeader('Cache-Control', 'no-store');
          response.end(JSON.stringify(read(language, name)));
        });
      },
    },
    {
      name: 'catalogues-for-browsers',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle() {
        for (const [path, source] of files) this.emitFile({ type: 'asset', fileName: `${at.slice(1)}/${path}`, source });
      },
    },
    {
      name: 'catalogues-for-the-server',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'ssr',
      load(id) {
        return id === readingFile ? readingModule('build/server/texts', readdirSync(folder)) : null;
      },
      // Not as assets of the build, which are moved to where browsers ask for them.
      writeBundle({ dir }) {
        const texts = join(dir!, 'texts');
        mkdirSync(texts, { recursive: true });
        for (const [name, words] of filesOfLanguages()) writeFileSync(join(texts, name), words);
      },
    },
  ];
}
