import { describe, expect, it } from 'vitest';
import { artOfPlace } from './art-of-place.ts';

describe('the art of a place', () => {
  it('is what its city is known by, before what its country is known by', () => {
    expect(artOfPlace({ country: 'IT', city: 'VCE' }).scene).toBe('canal');
    expect(artOfPlace({ country: 'IT', city: 'BLQ' }).landmark).toBe('colosseum');
  });

  it('shows the city of an airport', () => {
    expect(artOfPlace({ country: 'GB', city: 'LHR' })).toEqual(artOfPlace({ country: 'GB', city: 'LON' }));
  });

  it('follows the weather where nothing better is known, without a landmark that is not there', () => {
    expect(artOfPlace({ country: 'JM' })).toMatchObject({ landmark: null });
    expect(['island', 'beach']).toContain(artOfPlace({ country: 'JM' }).scene);
    expect(artOfPlace({ country: 'TD' }).scene).not.toBe('beach');
  });

  it('is the same every time, for codes that do not exist too', () => {
    for (const country of ['ZZ', 'XX', '', 'TD', 'PF']) expect(artOfPlace({ country })).toEqual(artOfPlace({ country }));
  });
});
