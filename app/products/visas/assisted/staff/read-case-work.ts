import { parseCalendarDate } from '#app/values/dates.ts';
import { plainText } from '#app/values/plain-text.ts';
import { documentCodes, fieldCodes, visaEntries } from '../../evisa/evisa-offer.ts';
import { conditions, passportPlaces } from '../custody-rules.ts';
import type { MoveAsk } from '../move-passport.server.ts';
import type { CaseWork } from './case-work.ts';

const fileOf = async (form: FormData, name: string): Promise<Uint8Array | null> => {
  const file = form.get(name);
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
};

/** What a form of the record asks for; null where something is missing that must be said. */
export async function readCaseWork(form: FormData): Promise<CaseWork | null> {
  const text = (name: string, most = 60) => plainText(form.get(name), most).trim();
  const condition = conditions.find((one) => one === text('condition')) ?? 'good';
  const what = text('event');
  switch (what) {
    case 'claim':
    case 'confirm-file':
    case 'hand-over-file':
    case 'hunt':
    case 'hunt-again':
    case 'miss':
    case 'answer-extra':
    case 'close-decision':
    case 'give-up-slot':
      return { do: what };
    case 'ask':
    case 'ask-extra': {
      const chosen = new Set(form.getAll('item').map(String));
      return {
        do: what,
        items: [
          ...documentCodes.filter((code) => chosen.has(`document.${code}`)).map((code) => ({ kind: 'document', code }) as const),
          ...fieldCodes.filter((code) => chosen.has(`field.${code}`)).map((code) => ({ kind: 'field', code }) as const),
        ],
        words: text('words', 1000),
      };
    }
    case 'attempt': {
      const outcome = (['nothing', 'seen', 'lost'] as const).find((one) => one === text('outcome'));
      return outcome ? { do: what, outcome, firstFree: outcome === 'nothing' ? null : parseCalendarDate(text('firstFree')) } : null;
    }
    case 'book':
      return { do: what, at: text('at'), reference: text('reference', 40), letter: await fileOf(form, 'letter') };
    case 'attend':
      return { do: what, biometricsOn: parseCalendarDate(text('biometricsOn')) };
    case 'lodge':
      return { do: what, reference: text('reference', 40), condition };
    case 'decide': {
      const outcome = (['granted', 'refused'] as const).find((one) => one === text('outcome'));
      return outcome ? { do: what, outcome, letter: outcome === 'refused' ? await fileOf(form, 'refusal') : null } : null;
    }
    case 'add-refusal':
      return { do: what, letter: await fileOf(form, 'refusal') };
    case 'collect':
      return { do: what, seal: text('seal', 40), spot: text('spot'), condition, proof: text('proof', 80) };
    case 'read-sticker': {
      const [validFrom, validUntil] = [parseCalendarDate(text('validFrom')), parseCalendarDate(text('validUntil'))];
      const stay = Number(text('stay'));
      const entries = visaEntries.find((one) => one === text('entries'));
      const named = { number: text('number'), surname: text('surname'), givenNames: text('givenNames'), passport: text('passport') };
      if (
        !validFrom ||
        !validUntil ||
        !entries ||
        !Number.isInteger(stay) ||
        stay < 1 ||
        !named.number ||
        !named.surname ||
        !named.passport
      )
        return null;
      return { do: what, sticker: { ...named, validFrom, validUntil, stay, entries }, photo: await fileOf(form, 'photo') };
    }
    case 'dispatch':
      return { do: what, tracking: text('tracking', 40), insured: Math.round(Number(text('insured')) * 100), condition };
    case 'come-back':
      return { do: what, seal: text('seal', 40), spot: text('spot'), condition };
    case 'hand-over':
    case 'deliver':
      return { do: what, proof: text('proof', 80), condition };
    default:
      return null;
  }
}

/** A move of the passport as its form was filled in; null for a place that is none. */
export async function readMove(
  form: FormData,
): Promise<Pick<MoveAsk, 'to' | 'spot' | 'condition' | 'seal' | 'proof' | 'colleague' | 'photo'> | null> {
  const text = (name: string, most = 60) => plainText(form.get(name), most).trim();
  const to = passportPlaces.find((one) => one === text('to'));
  return to
    ? {
        to,
        spot: text('spot'),
        condition: conditions.find((one) => one === text('condition')) ?? 'good',
        seal: text('seal', 40) || null,
        proof: text('proof', 80),
        colleague: text('colleague', 64) || null,
        photo: await fileOf(form, 'photo'),
      }
    : null;
}
