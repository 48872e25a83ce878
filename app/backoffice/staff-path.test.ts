import { expect, it } from 'vitest';
import { staffPath } from './staff-path.ts';

it('goes back to the staff page that was asked for', () => {
  for (const path of ['/admin', '/admin/orders/flights?status=held&sort=limit', '/admin/consultations/12'])
    expect(staffPath(path)).toBe(path);
});

it.each([
  null,
  '',
  '/',
  '/flights',
  '//evil.example',
  '/admin//evil.example',
  'https://evil.example/admin',
  '/admin/../auth',
  '/adminx',
  '/admin/\\evil',
  '/admin/login?next=/admin',
  'javascript:alert(1)',
  '/admin/\nx',
])('goes to the door instead of %s', (path) => {
  expect(staffPath(path)).toBe('/admin');
});
