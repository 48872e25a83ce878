import type { Platform } from '#app/platform/platform.server.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { tellVisaStay, type StayTold } from './tell-visa-stay.server.ts';

/**
 * What a traveller's form tells of their stay, done. The caller has judged that the case is theirs. A query for the page to
 * go back to: what was told, or why not.
 */
export async function takeStayForm(
  platform: Platform,
  form: FormData,
  about: { readonly stayId: string; readonly who: string; readonly requestId: string },
): Promise<string> {
  const intent = String(form.get('intent') ?? '');
  const on = parseCalendarDate(String(form.get('on') ?? ''));
  const file = form.get('proof');
  const proof = file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
  const told: StayTold | null =
    intent === 'stay-enter'
      ? { do: 'enter', on }
      : intent === 'stay-exit'
        ? { do: 'exit', on, proof }
        : intent === 'stay-file-extension'
          ? { do: 'file-extension' }
          : null;
  if (!told) return 'stay=not-possible-from-here';
  const outcome = await tellVisaStay(platform, { ...about, version: null, by: 'customer', told });
  return outcome.ok ? `stay=${told.do}` : `stay=${outcome.refused}`;
}

/** Whether a form of an application page is one of these. */
export const isStayForm = (intent: string): boolean => intent.startsWith('stay-');
