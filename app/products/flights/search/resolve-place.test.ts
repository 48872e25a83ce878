import { beforeAll, describe, expect, test } from 'vitest';
import { theWorld, type World } from '../world/open-world.server.ts';
import { placeLabel, resolvePlace, suggestPlaces } from './resolve-place.ts';

let world: World;
beforeAll(async () => {
  world = await theWorld();
});

const codeOf = (typed: string) => {
  const answer = resolvePlace(world.places, typed, 'en');
  return answer.kind === 'found' ? answer.place.code : answer.kind;
};

describe('whom a typed place means', () => {
  test.each([
    ['DXB', 'DXB'],
    ['dxb', 'DXB'],
    ['Dubai', 'DXB'],
    ['دبي', 'DXB'],
    ['Dubai (DXB)', 'DXB'],
    ['London', 'LON'],
    ['Londres', 'LON'],
    ['لندن', 'LON'],
    ['LHR', 'LHR'],
    ['Heathrow', 'LHR'],
    ['São Paulo', 'SAO'],
    ['sao paulo', 'SAO'],
    ['Maynila', 'MNL'],
    ['istan', 'IST'],
  ])('understands %s', (typed, code) => {
    expect(codeOf(typed)).toBe(code);
  });

  test('knows a country for what it is, in the reader’s language, and offers where people fly to in it', () => {
    const egypt = resolvePlace(world.places, 'egypt', 'en');
    expect(egypt).toEqual({ kind: 'country', options: expect.arrayContaining(['CAI']) });
    expect(resolvePlace(world.places, 'مصر', 'ar').kind).toBe('country');
    // A state that is a city is a place.
    expect(codeOf('Singapore')).toBe('SIN');
  });

  test('asks which one where cities share a name', () => {
    const answer = resolvePlace(world.places, 'San Jose', 'en');
    expect(answer.kind).toBe('ambiguous');
    expect(answer.kind === 'ambiguous' && answer.options).toEqual(expect.arrayContaining(['SJO', 'SJC']));
  });

  test('never takes a mistyped name for sure, but says what may be meant', () => {
    const answer = resolvePlace(world.places, 'Manlia', 'en');
    expect(answer.kind === 'unknown' && answer.options?.[0]).toBe('MNL');
  });

  test.each(['', 'Atlantisville', '(QQQ)', '<script>', '...', '\u202e', 'ا'.repeat(80)])('does not know %j', (typed) => {
    expect(['unknown', 'ambiguous']).toContain(codeOf(typed));
  });

  test('reads back every label it writes, in every language', () => {
    for (const code of ['DXB', 'LHR', 'LON', 'SAO', 'MNL']) {
      for (const language of ['en', 'ar', 'tl', 'es', 'pt'] as const) {
        const answer = resolvePlace(world.places, placeLabel(world.places, code, language), language);
        expect(answer.kind === 'found' && answer.place.code).toBe(code);
      }
    }
  });

  test.each(['!!!', '✈️🌍', '...'])('finds nothing in signs alone: %s', (typed) => {
    expect(resolvePlace(world.places, typed, 'en')).toEqual({ kind: 'unknown', options: [] });
    expect(suggestPlaces(world.places, typed, 'en', 'All airports')).toEqual([]);
    expect(suggestPlaces(world.places, '', 'en', 'All airports')).not.toEqual([]);
  });

  test('lists the airports of a city under it', () => {
    const lines = suggestPlaces(world.places, 'lond', 'en', 'All airports');
    expect(lines[0]).toMatchObject({ code: 'LON', within: false });
    expect(lines[1]).toMatchObject({ code: 'LHR', within: true });
    expect(new Set(lines.map((line) => line.code)).size).toBe(lines.length);
  });
});
