import { globSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/* What the build understands and Node does not, for tests, which are read by Node itself: pages, texts, and what is drawn. */

const module = (source) => ({ format: 'module', source, shortCircuit: true });
const textOf = (file) => readFileSync(fileURLToPath(file), 'utf8');

registerHooks({
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
