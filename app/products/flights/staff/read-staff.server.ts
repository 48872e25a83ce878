import { redirect } from 'react-router';
import { may, type Permission, type Viewer } from '#app/platform/access.ts';

/** The colleague who sent a form, or the page that says which permission is missing. */
export function staffWith(viewer: Viewer, permission: Permission, from: string): string {
  if (viewer.kind !== 'staff' || !may(viewer, permission)) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(from)}`);
  return viewer.user.id;
}

/** A word of an address when it is one of these; null otherwise. */
export function oneOf<Word extends string>(words: readonly Word[], asked: string | null): Word | null {
  return words.find((word) => word === asked) ?? null;
}
