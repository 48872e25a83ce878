import { expect, it } from 'vitest';
import { readLook } from './look-form.ts';

const now = { topic: 'places', poster: { scene: 'desert', palette: 'dawn', landmark: null } } as const;
const read = (query: string, kind: 'blog' | 'help' | 'legal' = 'blog') => readLook(new URLSearchParams(query), kind, now);

it('reads a topic and a poster', () => {
  expect(read('topic=food&scene=lake&palette=mist&landmark=torii')).toEqual({
    topic: 'food',
    poster: { scene: 'lake', palette: 'mist', landmark: 'torii' },
  });
  expect(read('topic=food&scene=lake&palette=mist&landmark=').poster?.landmark).toBeNull();
});

it('takes the poster away when no scene is wanted', () => {
  expect(read('scene=&palette=mist').poster).toBeNull();
});

it('keeps what it does not know, and what the kind does not have', () => {
  expect(read('topic=cars&scene=mall&palette=mist')).toEqual(now);
  expect(read('')).toEqual(now);
  expect(read('topic=paying&scene=lake&palette=mist', 'help')).toEqual({ topic: 'paying', poster: now.poster });
  expect(read('topic=privacy', 'legal')).toEqual(now);
});
