import { globSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/* What the build understands and Node does not, for tests, which are read by Node itself: pages, texts, and what is drawn. */

const module = (source) => ({ format: 'module', source, shortCircuit: true });
const textOf = (file) => readFileSync(fileURLToPath(file), 'utf8');

/*
 * For every import Node asks the package of the file what it is, which copies its package.json: of drizzle-orm, which is
 * imported nearly everywhere and has four hundred files, that is 180 KB each time, and was half of what importing costs. Who
 * is asked for by a name is looked up once for all of our files, and a file by its path is where the path says.
 */
const root = new URL('../../', import.meta.url).href;
const packages = `${root}node_modules/`;
const drizzle = `${packages}drizzle-orm/`;
const packagesByName = new Map();

function resolve(specifier, context, next) {
  const from = context.parentURL ?? '';
  const at = (url, format) => ({ url, format, shortCircuit: true });
  const isPath = /^\.\.?\//.test(specifier);
  if (from.startsWith(drizzle) && isPath && specifier.endsWith('.js')) return at(new URL(specifier, from).href, 'module');
  if (!from.startsWith(root) || from.startsWith(packages)) return next(specifier, context);
  if (/\.tsx?$/.test(specifier)) {
    if (isPath) return at(new URL(specifier, from).href, 'module-typescript');
    const [, inside] = /^#((?:app|server|seeds|tests)\/.*)$/.exec(specifier) ?? [];
    if (inside) return at(root + inside, 'module-typescript');
  }
  if (!/^[@a-z]/.test(specifier) || specifier.includes(':') || !context.conditions.includes('import')) return next(specifier, context);
  if (!packagesByName.has(specifier)) packagesByName.set(specifier, next(specifier, context));
  return { ...packagesByName.get(specifier), shortCircuit: true };
}

registerHooks({
  resolve,
  load(url, context, next) {
    const [file, query] = url.split('?');
    if (query === 'raw') return module(`export default ${JSON.stringify(textOf(file))}`);
    if (/\.(css|svg)$/.test(file)) return module(`export default ${JSON.stringify(file)}`);
    if (file.endsWith('.tsx')) return module(transformSync(fileURLToPath(file), textOf(file), { jsx: { runtime: 'automatic' } }).code);
    if (file.endsWith('/catalogue-files.server.ts')) return module(withCatalogues(file));
    return next(url, context);
  },
});

/** The module with the texts that the build would put in the place of its one `import.meta.glob`. */
function withCatalogues(file) {
  const [before, after] = stripTypeScriptTypes(textOf(file)).split('import.meta.glob');
  const catalogues = globSync('../catalogues/*/*.json', { cwd: new URL('.', file) }).map((name) => [
    name.replaceAll('\\', '/'),
    JSON.parse(textOf(new URL(name, file))),
  ]);
  return `${before}(() => (${JSON.stringify(Object.fromEntries(catalogues))}))${after}`;
}
