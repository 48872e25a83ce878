import { phoneKey } from './customer-rules.ts';

/** Marks that lead to the same mailbox tell nobody apart: a tag behind a plus, dots at one provider. */
export function mailboxOf(email: string): string {
  const [box = '', host = ''] = email.trim().toLowerCase().split('@');
  const name = box.replace(/\+.*$/, '');
  return host === 'gmail.com' || host === 'googlemail.com' ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

/** A number as it is compared; null where it is too short to be anybody's. */
export function ownPhone(phone: string | null): string | null {
  const key = phoneKey(phone ?? '');
  return key.length < 7 ? null : key;
}

interface Reached {
  readonly email: string;
  readonly phone: string | null;
}

/** Whether two are reached in the same place, however they wrote it: one mailbox, or one telephone. */
export function isSameContact(one: Reached, other: Reached): boolean {
  const phone = ownPhone(one.phone);
  return mailboxOf(one.email) === mailboxOf(other.email) || (phone !== null && phone === ownPhone(other.phone));
}
