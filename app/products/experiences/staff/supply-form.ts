import { parseCalendarDate } from '#app/values/dates.ts';
import { plainEmail } from '#app/values/email.ts';
import { longestOperatorEmail } from '../experience-rules.ts';
import { experienceSupplyMachine } from '../experience-supply-status.ts';
import type { SupplyWork } from './work-supply.server.ts';

/** What a form of the desk asks for; null for what no form of ours sends. */
export function readSupplyWork(form: FormData): SupplyWork | null {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const number = (name: string) => (/^\d{1,4}$/.test(text(name)) ? Number(text(name)) : null);
  switch (text('intent')) {
    case 'move': {
      const event = experienceSupplyMachine.moves.find((move) => move.event === text('event'))?.event;
      return event ? { do: 'move', event } : null;
    }
    case 'operator':
      return {
        do: 'operator',
        name: text('name').slice(0, 80),
        licence: text('licence').slice(0, 60),
        email: plainEmail(form.get('email'), longestOperatorEmail),
      };
    case 'renew-link':
      return { do: 'renew-link' };
    case 'slots': {
      const [from, to] = [parseCalendarDate(text('from')), parseCalendarDate(text('to'))];
      const [capacity, pricePercent] = [number('capacity'), number('percent')];
      if (!from || !to) return null;
      const change = {
        ...(capacity === null ? {} : { capacity }),
        ...(pricePercent === null ? {} : { pricePercent }),
        ...(text('stop') === '' ? {} : { stopped: text('stop') === 'yes' }),
      };
      if (Object.keys(change).length === 0) return null;
      const weekdays = form
        .getAll('weekday')
        .map(Number)
        .filter((day) => day >= 1 && day <= 7);
      return { do: 'slots', option: text('option'), from, to, weekdays, start: text('start') || null, change };
    }
    default:
      return null;
  }
}
