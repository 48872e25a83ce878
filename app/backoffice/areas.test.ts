import { expect, it } from 'vitest';
import { staffRoles } from '#app/platform/access.ts';
import { staffPlaces } from '#app/site-map.ts';
import { linesOf } from '#app/ui/catalogues.server.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { areaOf, areas, menuFor } from './areas.ts';

const member = (role: (typeof staffRoles)[number]) => ({ userId: 'x', displayName: 'x', roles: [role] });

it('draws every staff page without a parameter in the menu of the owner, or names the page it is reached from', () => {
  const drawn = new Set(menuFor(member('owner')).flatMap((area) => area.pages.map((page) => page.id)));
  const below = new Set(areas.flatMap((area) => area.below ?? []));
  const all = staffPlaces.filter(
    (place) => place.access.kind === 'staff' && !place.path.includes(':') && place.frame === 'backoffice' && place.id !== 'desk',
  );
  expect(all.map((place) => place.id).filter((id) => !drawn.has(id) && !below.has(id))).toEqual([]);
});

it('draws for each role only what it may open, and something for everyone', () => {
  for (const role of staffRoles) expect(menuFor(member(role)).length).toBeGreaterThan(0);
  const ids = menuFor(member('recruiter')).flatMap((area) => area.pages.map((page) => page.id));
  expect(ids).toContain('job-postings');
  expect(ids).not.toContain('flight-orders');
  expect(ids).not.toContain('invoices');
});

it('finds the area of a record page with its list', () => {
  expect(areaOf('flight-order')).toBe('orders');
  expect(areaOf('consultation')).toBe('orders');
  expect(areaOf('inquiry')).toBe('inquiries');
});

it('has a name for every page and area of the menu, in every language', () => {
  const keys = areas.flatMap((area) => [`areas.${area.id}`, ...area.pages.map((page) => `menu.${page}`)]);
  for (const language of languageCodes)
    expect(
      keys.filter((key) => !linesOf(language, 'staff').has(key)),
      language,
    ).toEqual([]);
});
