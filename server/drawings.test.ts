import { describe, expect, it } from 'vitest';
import { posterAddress } from '#app/ui/poster/poster-address.ts';
import { frameOf, landAddress, worldAddress } from '#app/ui/map/map-frame.ts';
import { openMapShelf, openPosterShelf } from './drawings.ts';

const file = (place: string) =>
  posterAddress({ place, scene: 'desert', palette: 'dawn', landmark: null, crop: 'landscape' }).replace('/posters/', '');
const ask = (encoding = 'gzip') => new Request('http://localhost/', { headers: { 'accept-encoding': encoding } });

describe('the shelf of posters', () => {
  it('gives an SVG that may be kept for ever, compressed for whoever takes it', async () => {
    const shelf = openPosterShelf(10);
    const packed = shelf.answer(ask(), file('liwa'));
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('cache-control')).toContain('immutable');
    const plain = shelf.answer(ask('identity'), file('liwa'));
    expect(plain.headers.get('content-type')).toBe('image/svg+xml');
    expect(await plain.text()).toMatch(/^<svg xmlns/);
    expect(shelf.kept).toBe(1);
  });

  it('answers 404 for a name that is not ours and draws nothing', () => {
    const shelf = openPosterShelf(10);
    expect(shelf.answer(ask(), 'desert-dawn-none-landscape-zz-00000000.svg').status).toBe(404);
    expect(shelf.kept).toBe(0);
  });

  it('leads a name of an earlier drawing to the one of today', () => {
    const old = openPosterShelf(10).answer(ask(), file('liwa').replace(/[0-9a-f]{8}\.svg$/, '0badf00d.svg'));
    expect([old.status, old.headers.get('location')]).toEqual([302, `/posters/${file('liwa')}`]);
  });

  it('never keeps more than it may', () => {
    const shelf = openPosterShelf(5);
    for (let place = 0; place < 40; place += 1) shelf.answer(ask(), file(`place-${place}`));
    expect(shelf.kept).toBe(5);
  });
});

describe('the shelf of maps', () => {
  const maps = openMapShelf(5);

  it('gives the world in under 40 KB on the wire, small states included', async () => {
    const packed = await maps.answer(ask(), worldAddress.replace('/maps/', '')).arrayBuffer();
    expect(packed.byteLength).toBeLessThan(40 * 1024);
  });

  it('gives the land behind any route, and refuses frames beyond the grid', () => {
    const frame = frameOf([
      { name: 'Rome', lat: 41.9, lon: 12.5 },
      { name: 'Venice', lat: 45.4, lon: 12.3 },
    ]);
    const file = landAddress(frame).replace('/maps/', '');
    expect(maps.answer(ask(), file).status).toBe(200);
    for (const wrong of [
      file.replace('land_', 'sea_'),
      file.replace(/land_\d+/, 'land_12'),
      file.replace(/land_(\d+)_-?\d+/, 'land_$1_999'),
      '../x.svg',
    ])
      expect(maps.answer(ask(), wrong).status, wrong).toBe(404);
  });
});
