import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { drawLand, drawWorld } from '#app/ui/map/draw-land.server.ts';
import { drawPoster } from '#app/ui/poster/draw-poster.server.ts';
import type { PosterName } from '#app/ui/poster/poster-address.ts';
import {
  posterCrops,
  posterLandmarks,
  posterPalettes,
  posterScenes,
  type PosterCrop,
  type PosterPalette,
  type PosterScene,
} from '#app/ui/poster/poster-names.ts';

/**
 * Names the versions of posters and maps and, with `--out FILE.html`, lays every scene and landmark on a contact sheet:
 * `npm run posters:sheet -- --out /tmp/posters.html`.
 */
const home: Readonly<Record<PosterScene, PosterPalette>> = {
  desert: 'dawn',
  skyline: 'dusk',
  beach: 'tropic',
  alpine: 'day',
  mosque: 'dusk',
  fjord: 'day',
  pagoda: 'mist',
  savanna: 'gold',
  'old-town': 'day',
  jungle: 'tropic',
  canal: 'rose',
  vineyard: 'gold',
  island: 'day',
  canyon: 'dawn',
  lake: 'day',
  bazaar: 'gold',
  palace: 'rose',
  aurora: 'night',
  karst: 'mist',
  opera: 'day',
};
const crops = Object.keys(posterCrops) as PosterCrop[];
const one = (scene: PosterScene, more: Partial<PosterName> = {}): PosterName => ({
  scene,
  palette: home[scene],
  landmark: null,
  crop: 'portrait',
  seed: '00',
  ...more,
});

/** Eight hexadecimal digits that change when any line of any drawing changes. */
export function versionOfDrawings(): string {
  const hash = createHash('sha256');
  for (const scene of posterScenes)
    for (const palette of posterPalettes) for (const crop of crops) hash.update(drawPoster(one(scene, { palette, crop })));
  for (const landmark of posterLandmarks)
    for (const scene of ['desert', 'skyline', 'beach'] as const) hash.update(drawPoster(one(scene, { landmark })));
  return hash.digest('hex').slice(0, 8);
}

export function versionOfMaps(): string {
  const hash = createHash('sha256').update(drawWorld());
  for (const frame of [
    { zoom: 3, column: 4, row: -36 },
    { zoom: 5, column: 10, row: -8 },
    { zoom: 9, column: -2, row: -6 },
  ])
    hash.update(drawLand(frame));
  return hash.digest('hex').slice(0, 8);
}

/** Every scene in each crop and palette, then every landmark, as one page. */
export function contactSheet(): string {
  const figure = (poster: PosterName, width: number) => {
    const svg = drawPoster(poster);
    const words = [poster.scene, poster.palette, poster.landmark, `${(svg.length / 1024).toFixed(1)} KB`].filter(Boolean).join(' · ');
    return `<figure><img width="${width}" alt="" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"><figcaption>${words}</figcaption></figure>`;
  };
  const band = (title: string, figures: readonly string[]) => `<h2>${title}</h2><section>${figures.join('')}</section>`;
  return `<!doctype html><meta charset="utf-8"><title>Posters</title><style>body{margin:24px;background:#fbf7ef;font:13px system-ui}section{display:flex;flex-wrap:wrap;gap:14px}figure{margin:0}img{display:block;border:7px solid #fff;outline:1px solid #e6decf}figcaption{margin-top:4px}</style><h1>Posters</h1>${band(
    'Scenes',
    posterScenes.map((scene) => figure(one(scene), 250)),
  )}${band(
    'Landscape and wide',
    posterScenes.flatMap((scene) => [figure(one(scene, { crop: 'landscape' }), 380), figure(one(scene, { crop: 'wide' }), 640)]),
  )}${band(
    'Palettes',
    posterScenes.flatMap((scene) => posterPalettes.map((palette) => figure(one(scene, { palette }), 150))),
  )}${band(
    'Landmarks',
    posterLandmarks.flatMap((landmark) => [
      figure(one('desert', { landmark, palette: 'day' }), 210),
      figure(one('skyline', { landmark }), 210),
    ]),
  )}`;
}

if (import.meta.main) {
  const write = (file: string, name: string, what: string, version: string) =>
    writeFileSync(
      new URL(`../app/ui/${file}`, import.meta.url),
      `/** Changes with every change of a ${what}; \`npm run posters:sheet\` writes it, a test compares it. */\nexport const ${name} = '${version}';\n`,
    );
  write('poster/poster-version.ts', 'posterVersion', 'drawing', versionOfDrawings());
  write('map/land-version.ts', 'landVersion', 'drawn map', versionOfMaps());
  const out = process.argv[process.argv.indexOf('--out') + 1];
  if (process.argv.includes('--out') && out) writeFileSync(out, contactSheet());
}
