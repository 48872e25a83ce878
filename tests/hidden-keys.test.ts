import { expect, it } from 'vitest';
import { hideKeys } from '#app/commerce/messages/staff/hide-keys.ts';
import { shopPlaces } from '#app/site-map.ts';

it('keeps the key of every public page that has one from staff who read a mail', () => {
  const keyed = shopPlaces.filter(({ path }) => /:(?:token|key)\b/.test(path));
  expect(keyed.length).toBeGreaterThan(10);
  for (const { path } of keyed) {
    const address = `https://rihla.example/${path.replace(/:(?:token|key)\b/, 'a1.secret_2')}`;
    expect(hideKeys(`<a href="${address}?lang=en&amp;key=other">`), path).not.toMatch(/secret|other/);
  }
});
