import { describe, expect, it } from 'vitest';
import { versionOfMaps } from '../../../scripts/draw-posters.ts';
import { drawLand, drawWorld } from './draw-land.server.ts';
import { landVersion } from './land-version.ts';
import { frameOf, frameSize, inFrame, landAddress, readMapFile, waysOf } from './map-frame.ts';
import { readRing, simplified, writeRing } from './outline.ts';
import { greatCircle, onMercator, onWorld, worldSize } from './projection.ts';

const dubai = { name: 'Dubai', lat: 25.25, lon: 55.36 };
const tokyo = { name: 'Tokyo', lat: 35.55, lon: 139.78 };
const honolulu = { name: 'Honolulu', lat: 21.3, lon: -157.9 };
const saoPaulo = { name: 'São Paulo', lat: -23.4, lon: -46.5 };

describe('an outline', () => {
  it('reads back as it was written, to a hundredth of a degree', () => {
    const ring = [
      [-179.99, -55.5],
      [0, 0],
      [12.34, 56.78],
      [180, 71.07],
    ] as const;
    expect(readRing(writeRing(ring))).toEqual(ring);
  });

  it('loses only points that the line does not miss', () => {
    const line = [
      [0, 0],
      [1, 0.001],
      [2, 0],
      [3, 2],
      [4, 0],
    ] as const;
    expect(simplified(line, 0.1)).toEqual([line[0], line[2], line[3], line[4]]);
  });
});

describe('a route', () => {
  it('bends towards the pole on the long way east', () => {
    const top = Math.max(...greatCircle(dubai, tokyo).map(([, lat]) => lat));
    expect(top).toBeGreaterThan(38);
  });

  it('crosses the date line without a jump', () => {
    const lons = waysOf([tokyo, honolulu])[0]!.map(([x]) => x);
    for (let at = 1; at < lons.length; at += 1) expect(Math.abs(lons[at]! - lons[at - 1]!)).toBeLessThan(10);
    expect(lons.at(-1)).toBeCloseTo(202.1, 1);
  });

  it.each([
    [[dubai, tokyo]],
    [[dubai, saoPaulo]],
    [[tokyo, honolulu]],
    [[dubai]],
    [
      [
        { name: 'Florence', lat: 43.77, lon: 11.25 },
        { name: 'Siena', lat: 43.32, lon: 11.33 },
      ],
    ],
  ])('fits into its frame with its ways: %j', (places) => {
    const frame = frameOf(places);
    for (const spot of waysOf(places).flat()) {
      const [x, y] = inFrame(frame, spot);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(frameSize[0]);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(frameSize[1]);
    }
    expect(readMapFile(landAddress(frame).replace('/maps/', ''))?.frame).toEqual(frame);
  });
});

describe('the drawn land', () => {
  const holds = (svg: string, x: number, y: number) => svg.includes(`M${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}h.1`);

  it.each([
    ['Bahrain', 50.55, 26.05],
    ['Singapore', 103.82, 1.35],
    ['Malta', 14.4, 35.9],
    ['the Maldives', 73.5, 4.2],
  ])('keeps %s as a dot on the world map', (_name, lon, lat) => {
    const [x, y] = onWorld(lon, lat);
    expect(holds(drawWorld(), x, y)).toBe(true);
    expect([x > 0, x < worldSize[0], y > 0, y < worldSize[1]]).toEqual([true, true, true, true]);
  });

  it('shows the outline itself from close by', () => {
    const valletta = { name: 'Valletta', lat: 35.9, lon: 14.5 };
    const svg = drawLand(frameOf([valletta]));
    expect(svg).not.toContain('h.1');
    expect(svg.length).toBeGreaterThan(250);
  });

  it('stays small in every frame around the tours of the house', () => {
    for (const places of [
      [dubai, tokyo],
      [dubai, saoPaulo],
      [tokyo, honolulu],
    ])
      expect(drawLand(frameOf(places)).length).toBeLessThan(60_000);
    expect(onMercator(0, 0)).toEqual([0, expect.closeTo(0)]);
  });

  it.each([
    { zoom: 11, column: -4, row: -4 },
    { zoom: 11, column: 0, row: -4 },
    { zoom: 10, column: -4, row: -4 },
  ])('runs on over the date line without a streak across the Arctic', (frame) => {
    const d = /<path d="([^"]+)"/.exec(drawLand(frame))![1]!;
    const steps = [...d.matchAll(/l([^Mz]+)z/g)].flatMap(([, part]) =>
      [...part!.matchAll(/-?\d*\.?\d+/g)].map(([number]) => Number(number)),
    );
    // The longest honest step is the cut along the foot of the picture.
    const level = steps.filter((dx, at) => at % 2 === 0 && Math.abs(dx) > 150 && Math.abs(steps[at + 1]!) < 2);
    expect(level).toEqual([]);
  });

  it('shows borders close by and only coasts from afar', () => {
    const strokes = (svg: string) => svg.split('stroke-linejoin').length - 1;
    expect(
      strokes(
        drawLand(
          frameOf([
            { name: 'Samarkand', lat: 39.65, lon: 66.97 },
            { name: 'Bukhara', lat: 39.8, lon: 64.4 },
          ]),
        ),
      ),
    ).toBe(1);
    expect(strokes(drawLand(frameOf([dubai, tokyo])))).toBe(0);
  });

  it('names a new version when it changed (npm run posters:sheet writes it)', () => {
    expect(landVersion).toBe(versionOfMaps());
  });
});
