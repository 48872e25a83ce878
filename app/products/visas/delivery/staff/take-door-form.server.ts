import type { Platform } from '#app/platform/platform.server.ts';
import { plainText } from '#app/values/plain-text.ts';
import type { EvisaGroup } from '../../evisa/evisa.tables.ts';
import { changeAddress } from '../change-address.server.ts';
import { readAddress } from '../delivery-address.ts';
import { sendCopies, takeCopiesBack } from '../work-copies.server.ts';

const events = ['address', 'copies-sent', 'copies-back'];
export const isDoorForm = (event: unknown): boolean => typeof event === 'string' && events.includes(event);

/** Does what a form of the door's card asks for. */
export async function takeDoorForm(
  platform: Platform,
  form: FormData,
  ask: { readonly group: EvisaGroup; readonly staffId: string; readonly requestId: string },
): Promise<{ readonly ok: true } | { readonly ok: false; readonly refused: string }> {
  const { group, staffId, requestId } = ask;
  const text = (name: string, most: number) => plainText(form.get(name), most).trim();
  const copies = { groupId: group.id, staffId, requestId };
  switch (form.get('event')) {
    case 'address':
      return changeAddress(platform, { groupId: group.id, typed: readAddress(text), who: `staff:${staffId}`, requestId });
    case 'copies-sent':
      return sendCopies(platform, { ...copies, waybill: text('waybill', 40) });
    default:
      return takeCopiesBack(platform, copies);
  }
}
