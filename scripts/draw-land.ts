import { readFileSync, writeFileSync } from 'node:fs';
import { simplified, writeRing, type Ring } from '#app/ui/map/outline.ts';

/**
 * Writes app/ui/map/land-outline.server.ts from Natural Earth's countries at 1:50 million (public domain), as the file
 * `countries-50m.json` of the npm package world-atlas 2.0.2 carries it: `node scripts/draw-land.ts path/to/countries-50m.json`.
 */
interface Topology {
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly objects: Readonly<
    Record<'land' | 'countries', { readonly geometries: readonly { readonly type: string; readonly arcs: unknown }[] }>
  >;
}
const file = process.argv[2];
if (!file) throw new Error('Name the file: node scripts/draw-land.ts path/to/countries-50m.json');
const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology;
const { scale, translate } = topology.transform;
const arcs = topology.arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]): [number, number] => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
});

function ringOf(indexes: readonly number[]): Ring {
  return indexes.flatMap((index, at) => {
    const arc = index < 0 ? arcs[~index]!.toReversed() : arcs[index]!;
    return at === 0 ? arc : arc.slice(1);
  });
}

const polygonsOf = (name: 'land' | 'countries') =>
  topology.objects[name].geometries.flatMap(
    ({ type, arcs: shape }) => (type === 'Polygon' ? [shape] : (shape as unknown[])) as number[][][],
  );
/** Wide enough to be seen on a map of a journey. */
const wide = (ring: Ring, degrees: number) => {
  const lons = ring.map(([lon]) => lon);
  return Math.max(...lons) - Math.min(...lons) > degrees;
};
// Without Antarctica: the ice is not on a traveller's map. Of what lies within the land only inland seas.
const rings = polygonsOf('land')
  .flatMap(([outer, ...holes]) => [ringOf(outer!), ...holes.map((hole) => ringOf(hole)).filter((ring) => wide(ring, 3))])
  .filter((ring) => Math.max(...ring.map(([, latitude]) => latitude)) > -60)
  .map((ring) => (ring.length > 8 ? simplified(ring, 0.025) : ring))
  .filter((ring) => ring.length > 3);

// A line that two countries share is a border between them.
const sharers = new Map<number, number>();
for (const index of polygonsOf('countries').flat(2)) {
  const arc = index < 0 ? ~index : index;
  sharers.set(arc, (sharers.get(arc) ?? 0) + 1);
}
const borders = [...sharers].filter(([, count]) => count > 1).map(([arc]) => simplified(arcs[arc]!, 0.04));

const written = (lines: readonly Ring[]) =>
  lines.map(writeRing).join(' ').replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
writeFileSync(
  new URL('../app/ui/map/land-outline.server.ts', import.meta.url),
  `/** Coastlines and borders of the world: Natural Earth, 1:50 million, public domain. Written by scripts/draw-land.ts. */\nexport const landOutline = \`${written(rings)}\`;\nexport const landBorders = \`${written(borders)}\`;\n`,
);
for (const [name, lines] of Object.entries({ rings, borders }))
  console.log(`${lines.length} ${name}, ${lines.reduce((sum, one) => sum + one.length, 0)} points, ${written(lines).length} characters`);
