import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueFiles } from '#app/commerce/catalogue-files.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { loadJobPostings } from '#app/people/recruitment/load-job-postings.server.ts';
import { loadExperiences } from '#app/products/experiences/load-experiences.server.ts';
import { loadTours } from '#app/products/holidays/load-tours.server.ts';
import { loadStaycations } from '#app/products/staycations/load-staycations.server.ts';
import { loadRegister } from '#app/products/visas/requirements/load-register.server.ts';
import { loadAssisted } from '#app/products/visas/assisted/load-assisted.server.ts';
import { loadEvisas } from '#app/products/visas/evisa/load-evisas.server.ts';
import type { ContentFiles } from '#app/storefront/content/content-files.ts';
import { loadContent } from '#app/storefront/content/load-content.server.ts';
import { assistedCountries } from './visas/assisted-countries.ts';
import { evisaCountries } from './visas/evisa-countries.ts';

export type CatalogueKind = 'tours' | 'experiences' | 'staycations';

/**
 * The files of one kind under seeds/catalogue, item by item in the order of their names; unchecked. An item's files are read
 * when they are asked for: a house that has them all, as at every start but the first, reads none of some two thousand.
 */
export function readCatalogueFiles(kind: CatalogueKind): CatalogueFiles[] {
  const folder = join(process.cwd(), 'seeds/catalogue', kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((id) => {
      const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, id, name), 'utf8'));
      return {
        id,
        get facts() {
          return existsSync(join(folder, id, 'facts.json')) ? read('facts.json') : null;
        },
        get words() {
          const files = readdirSync(join(folder, id)).filter((name) => name.endsWith('.json') && name !== 'facts.json');
          return Object.fromEntries(files.map((name) => [name.slice(0, -5), read(name)]));
        },
      };
    });
}

/** The files of all texts under seeds/content, in the order of their names; unchecked, and read when they are asked for. */
export function readContentFolders(): ContentFiles[] {
  const root = join(process.cwd(), 'seeds/content');
  const foldersIn = (path: string) =>
    existsSync(path)
      ? readdirSync(path, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => entry.name)
          .sort()
      : [];
  return foldersIn(root).flatMap((kind) =>
    foldersIn(join(root, kind)).map((slug) => {
      const folder = join(root, kind, slug);
      return {
        kind,
        slug,
        get meta() {
          return JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as unknown;
        },
        get words() {
          const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
          return Object.fromEntries(names.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]));
        },
      };
    }),
  );
}

function readJobs(): unknown[] {
  const folder = join(process.cwd(), 'seeds/jobs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown);
}

/** The sheets of the register of visa rules under seeds/visas/requirements, file by file; unchecked. */
export function readVisaSheets(): { name: string; text: string }[] {
  const folder = join(process.cwd(), 'seeds/visas/requirements');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Adds what the house catalogue has and the database has not; with `replace`, writes all of it anew. Returns counts by kind. */
export async function loadCatalogue(platform: Platform, options = { replace: false }): Promise<Readonly<Record<string, number>>> {
  return {
    jobs: await loadJobPostings(platform, readJobs()),
    tours: await loadTours(platform, readCatalogueFiles('tours'), options),
    experiences: await loadExperiences(platform, readCatalogueFiles('experiences'), options),
    staycations: await loadStaycations(platform, readCatalogueFiles('staycations'), options),
    visaRules: await loadRegister(platform, readVisaSheets()),
    visas: await loadEvisas(platform, evisaCountries, options),
    assisted: await loadAssisted(platform, assistedCountries, options),
    content: await loadContent(platform, readContentFolders(), options),
  };
}
