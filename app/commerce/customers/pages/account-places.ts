import type { IconName } from '#app/ui/icon.tsx';

/** The account's own menu: address, words under `menu`, icon. */
export const accountPlaces: readonly (readonly [to: string, words: string, icon: IconName])[] = [
  ['/account', 'overview', 'user'],
  ['/bookings-trips', 'trips', 'trips'],
  ['/order-management', 'orders', 'orders'],
  ['/my-invoices', 'invoices', 'invoice'],
  ['/account/credit', 'credit', 'refund'],
  ['/add-traveler', 'travellers', 'users'],
  ['/favorites', 'favorites', 'heart'],
  ['/profile-edit', 'profile', 'edit'],
  ['/contact-edit', 'contact', 'mail'],
  ['/flight-preferences', 'preferences', 'seat'],
  ['/account/security', 'security', 'lock'],
  ['/account/privacy', 'privacy', 'eye'],
  ['/feedback', 'feedback', 'feedback'],
  ['/help-center', 'help', 'help'],
];

/** The place of the menu that an address is, or lies below. */
export function placeOf(pathname: string): string | null {
  const above = accountPlaces.map(([to]) => to).filter((to) => pathname === to || pathname.startsWith(`${to}/`));
  return above.toSorted((one, other) => other.length - one.length)[0] ?? null;
}
