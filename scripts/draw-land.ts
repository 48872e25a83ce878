import { readFileSync, writeFileSync } from 'node:fs';
import { simplified, writeRing, type Ring } from '#app/ui/map/outline.ts';

/**
 * Writes app/ui/map/land-outline.server.ts from Natural Earth's land at 1:50 million (public domain), as the file
 * `land-50m.json` of the npm package world-atlas 2.0.2 carries it: `node scripts/draw-land.ts path/to/land-50m.json`.
 */
interface Topology {
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly objects: { readonly land: { readonly geometries: readonly { readonly type: string; readonly arcs: unknown }[] } };
}
const file = process.argv[2];
if (!file) throw new Error('Name the file: node scripts/draw-land.ts path/to/land-50m.json');
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

const polygons = topology.objects.land.geometries.flatMap(
  ({ type, arcs: shape }) => (type === 'Polygon' ? [shape] : (shape as unknown[])) as number[][][],
);
// Only outer rings, without Antarctica: lakes and the ice are not on a traveller's map.
const rings = polygons
  .map(([outer]) => ringOf(outer!))
  .filter((ring) => Math.max(...ring.map(([, latitude]) => latitude)) > -60)
  .map((ring) => (ring.length > 8 ? simplified(ring, 0.025) : ring))
  .filter((ring) => ring.length > 3);
const text = rings.map(writeRing).join(' ').replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
writeFileSync(
  new URL('../app/ui/map/land-outline.server.ts', import.meta.url),
  `/** Coastlines of the world: Natural Earth, 1:50 million, public domain. Written by scripts/draw-land.ts. */\nexport const landOutline = \`${text}\`;\n`,
);
console.log(`${rings.length} rings, ${rings.reduce((sum, ring) => sum + ring.length, 0)} points, ${text.length} characters`);
