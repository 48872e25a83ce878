import type { LoggedMail } from '#app/platform/mail-log.tables.ts';
import { openRecipient } from '#app/platform/mail-log-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, hourMs, instant } from '#app/values/dates.ts';
import { readProfile } from '../customers/book/profile-store.server.ts';
import { findOrderAsSystem } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { mailKinds } from './mail-kinds.ts';
import { textKinds } from './text-kinds.ts';
import { findTextsOff } from './texts-off-store.server.ts';

type House = Pick<Platform, 'db' | 'crypto' | 'texting'>;

/** What waited for longer is old news; its mail has been there all the time. */
const lateMs = 36 * hourMs;

/**
 * To which number a text about an order goes: the confirmed one of the account that placed it, if its owner ticked that they
 * want it. Null where nobody does, the kind is switched off, or no operator is connected.
 */
export async function findTextReader(
  house: House,
  ask: { readonly kind: string; readonly orderId: string | null },
): Promise<{ readonly number: string; readonly order: Order } | null> {
  const { db, texting } = house;
  const kind = mailKinds.find((one) => one === ask.kind);
  if (!texting || !kind || !textKinds[kind] || !ask.orderId) return null;
  if ((await findTextsOff(db)).has(kind)) return null;
  const order = await findOrderAsSystem(db, ask.orderId);
  if (!order?.userId) return null;
  const { contact } = await readProfile(house, order.userId);
  const { phone, phoneConfirmed, whatsappService } = contact;
  return whatsappService && phone !== '' && phone === phoneConfirmed ? { number: phone, order } : null;
}

/**
 * Whether a text that was noted before may still leave: not after its reader took the wish back or has another number, and not
 * when it is late. One that has been handed over is looked up whatever its reader wishes now.
 */
export async function isTextWanted(
  platform: House & Pick<Platform, 'clock'>,
  text: LoggedMail,
): Promise<'yes' | 'not-wanted' | 'too-late'> {
  if (text.cause === 'unknown') return 'yes';
  if (instant(text.queuedAt.getTime()) < addMilliseconds(platform.clock.now(), -lateMs)) return 'too-late';
  const reader = await findTextReader(platform, text);
  return reader !== null && reader.number === openRecipient(platform.crypto, text) ? 'yes' : 'not-wanted';
}
