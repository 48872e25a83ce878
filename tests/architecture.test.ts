import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Layers from the bottom up. A file may import its own layer's kind and anything below it. */
const layers = ['values', 'ui', 'platform', 'commerce', 'products', 'people', 'storefront', 'backoffice', 'map', 'server'] as const;
type Layer = (typeof layers)[number];

const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  values: [],
  ui: ['values'],
  platform: ['values'],
  commerce: ['values', 'platform', 'ui'],
  products: ['values', 'platform', 'ui', 'commerce'],
  people: ['values', 'platform', 'ui', 'commerce'],
  storefront: ['values', 'platform', 'ui', 'commerce', 'products', 'people', 'map'],
  backoffice: ['values', 'platform', 'ui', 'commerce', 'products', 'people', 'map'],
  map: ['platform'],
  server: layers,
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

export interface Finding {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

function layerOf(file: string): Layer | null {
  const match = /^app\/(values|ui|platform|commerce|products|people|storefront|backoffice)\//.exec(file);
  if (match) return match[1] as Layer;
  if (file === 'app/site-map.ts') return 'map';
  if (/^(server|seeds|sandbox)\//.test(file) || /^app\/(root|routes|entry\.\w+)\.tsx?$/.test(file)) return 'server';
  return null;
}

/** The module inside a layer: app/products/flights, app/commerce/orders. Derived from the folders, so a new one is covered unasked. */
function moduleOf(file: string): string | null {
  const match = /^app\/(products|commerce|people)\/([\w-]+)\//.exec(file);
  return match ? `${match[1]}/${match[2]}` : null;
}

const isPage = (file: string) => /-page\.tsx$|-api\.ts$/.test(file);
const isLeaf = (file: string) => isPage(file) || /(^server\/|-job\.server\.ts$|-jobs\.server\.ts$|-webhook)/.test(file);
const isPure = (file: string) => /-(price|status|eligibility|rules)\.ts$/.test(file);

/** Every broken rule among these imports. */
export function broken(imports: readonly Import[]): Finding[] {
  const found: Finding[] = [];
  for (const { from, to, typeOnly } of imports) {
    const say = (rule: string) => found.push({ rule, from, to });
    const [low, high] = [layerOf(to), layerOf(from)];
    // A leaf may look a product up in the registry, whatever layer it lives in; the map is plain data for pages.
    const leafReads = isLeaf(from) && (to.endsWith('registry.server.ts') || low === 'map');
    if (low && high && low !== high && !mayImport[high].includes(low) && !leafReads) say('layers point downwards');
    const [here, there] = [moduleOf(from), moduleOf(to)];
    if (here?.startsWith('products/') && there?.startsWith('products/') && here !== there && !typeOnly)
      say('products never import products');
    if (isPage(to) && !isPage(from) && layerOf(from) !== 'server') say('nothing imports a page');
    if (/\/staff\//.test(to) && !/\/staff\//.test(from) && !from.startsWith('app/backoffice/'))
      say('the shop never imports from a staff folder');
    if (
      to.endsWith('.tables.ts') &&
      !typeOnly &&
      here !== there &&
      layerOf(from) !== 'server' &&
      !(layerOf(from) === 'platform' && layerOf(to) === 'platform')
    )
      say("a table belongs to its module's store");
    if (to.endsWith('.tables.ts') && isPage(from)) say('a page does not touch tables');
    if (isPure(from) && (/\.server\.ts$|\.tables\.ts$|\.tsx$/.test(to) || low === 'platform')) say('rules are pure');
    if (to.endsWith('registry.server.ts') && !isLeaf(from) && layerOf(from) !== 'server') say('only leaves read the registry');
    if (/\/index\.tsx?$/.test(to)) say('no barrels');
  }
  return found;
}

/** Groups of files that import one another in a circle; type-only imports do not count. */
export function cycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
  const found: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const visit = (file: string): void => {
    state.set(file, 'open');
    trail.push(file);
    for (const to of next.get(file) ?? []) {
      if (state.get(to) === 'open') found.push([...trail.slice(trail.indexOf(to)), to]);
      else if (!state.has(to)) visit(to);
    }
    trail.pop();
    state.set(file, 'done');
  };
  for (const file of next.keys()) if (!state.has(file)) visit(file);
  return found;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$|-testing\.ts$/.test(name) ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found: Import[] = [];
  for (const match of text.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)) {
    const target = match[2]!;
    if (target.includes('+types')) continue;
    const path = target.startsWith('#') ? target.slice(1) : target.startsWith('.') ? normalize(join(dirname(file), target)) : null;
    if (path) found.push({ from: relative('.', file), to: path, typeOnly: match[1] !== undefined });
  }
  return found;
}

const files = ['app', 'server', 'seeds'].flatMap(sourceFiles);
const imports = files.flatMap(importsOf);

describe('the architecture', () => {
  it('is read from real files', () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  it('is kept by every import', () => {
    expect(broken(imports).map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`)).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(cycles(imports).map((cycle) => cycle.join(' -> '))).toEqual([]);
  });

  it('uses names from the closed list only', () => {
    const bad = files.filter(
      (file) => /(^|[/.-])(utils?|helpers?|common|misc|manager|service|v2)([/.-]|$)/.test(file) || /[A-Z]/.test(file.replace(/README/, '')),
    );
    expect(bad).toEqual([]);
  });

  it('reads the clock in one place', () => {
    const readers = files.filter(
      (file) =>
        /\bDate\.now\(\)|new Date\(\)/.test(readFileSync(file, 'utf8').replace(/\/\/.*$/gm, '')) &&
        layerOf(file) !== 'server' &&
        !/\.client\.tsx?$|use-[\w-]+\.tsx?$/.test(file),
    );
    expect(readers.filter((file) => !['app/platform/clock.server.ts', 'app/platform/database.server.ts'].includes(file))).toEqual([]);
  });
});

describe('each rule is seen failing', () => {
  const one = (from: string, to: string, typeOnly = false) => broken([{ from, to, typeOnly }]).map((finding) => finding.rule);
  it.each([
    ['layers point downwards', 'app/values/money.ts', 'app/platform/clock.server.ts'],
    ['layers point downwards', 'app/commerce/orders/place-order.server.ts', 'app/products/flights/offer.ts'],
    ['products never import products', 'app/products/flights/a.ts', 'app/products/visas/b.ts'],
    ['nothing imports a page', 'app/commerce/orders/a.server.ts', 'app/commerce/orders/pages/b-page.tsx'],
    ['the shop never imports from a staff folder', 'app/commerce/orders/pages/a-page.tsx', 'app/commerce/orders/staff/b.tsx'],
    ["a table belongs to its module's store", 'app/commerce/orders/a-store.server.ts', 'app/commerce/payments/payment.tables.ts'],
    ['a page does not touch tables', 'app/commerce/orders/pages/a-page.tsx', 'app/commerce/orders/order.tables.ts'],
    ['rules are pure', 'app/products/flights/seats/seat-price.ts', 'app/products/flights/order/flight-store.server.ts'],
    ['only leaves read the registry', 'app/commerce/orders/a.server.ts', 'app/products/registry.server.ts'],
    ['no barrels', 'app/ui/button.tsx', 'app/ui/index.ts'],
  ])('%s: %s -> %s', (rule, from, to) => {
    expect(one(from, to)).toContain(rule);
  });

  it('a cycle of two files', () => {
    expect(
      cycles([
        { from: 'a', to: 'b', typeOnly: false },
        { from: 'b', to: 'a', typeOnly: false },
      ]),
    ).toHaveLength(1);
    expect(
      cycles([
        { from: 'a', to: 'b', typeOnly: false },
        { from: 'b', to: 'a', typeOnly: true },
      ]),
    ).toHaveLength(0);
  });
});
