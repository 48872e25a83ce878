import { parseCalendarDate } from '#app/values/dates.ts';
import type { StayWork } from './stay-supply-store.server.ts';

/** What a form of the desk asks for; null for what no form of ours sends. */
export function readStayWork(form: FormData): StayWork | null {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const number = (name: string) => (/^\d{1,4}$/.test(text(name)) ? Number(text(name)) : null);
  switch (text('intent')) {
    case 'unit':
      return { do: 'unit', unit: text('unit'), outOfUse: text('out') === 'yes' };
    case 'nights': {
      const [from, to] = [parseCalendarDate(text('from')), parseCalendarDate(text('to'))];
      if (!from || !to) return null;
      const [percent, least] = [number('percent'), number('least')];
      const change = {
        ...(percent === null ? {} : { percent }),
        ...(least === null ? {} : { minStay: least }),
        ...(text('stop') === '' ? {} : { stopped: text('stop') === 'yes' }),
        ...(text('arrival') === '' ? {} : { closedToArrival: text('arrival') === 'no' }),
      };
      if (Object.keys(change).length === 0) return null;
      return { do: 'nights', rooms: text('room') === '' ? [] : [text('room')], from, to, weekdays: [], change };
    }
    default:
      return null;
  }
}
