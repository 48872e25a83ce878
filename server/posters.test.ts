import { describe, expect, it } from 'vitest';
import { posterAddress } from '#app/ui/poster/poster-address.ts';
import { openPosterShelf } from './posters.ts';

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
