import { useTexts } from '#app/ui/texts.tsx';
import type { ListedTask } from './list-tasks.server.ts';

type Told = Pick<ListedTask, 'textKey' | 'detail'>;

/** Which details of a task are codes, and where their words stand in its catalogue; those of a state only in these sentences. */
const codes: Readonly<Record<string, string>> = { why: 'why', fault: 'fault' };
const states: Readonly<Record<string, 'payment' | 'booking'>> = {
  'payment-difference.status': 'payment',
  'payment-difference.refund-status': 'payment',
  'payment-difference.missing-there': 'payment',
  'booking-difference.status': 'booking',
};

/** The sentence of a task, with its codes in words. What has none stands as it is: a supplier may say what nobody foresaw. */
export function useTaskSentence(): (task: Told) => string {
  const t = useTexts('tasks');
  return ({ textKey, detail }) => {
    // Sentences are stored by their whole key.
    const key = textKey.replace(/^tasks:/, '');
    const groupOf = (name: string) => codes[name] ?? (name === 'ours' || name === 'theirs' ? states[key] : undefined);
    const inWords = Object.entries(detail).map(([name, value]) => {
      const group = groupOf(name);
      return [name, group ? t(`codes.${group}.${value}`, { defaultValue: String(value) }) : value] as const;
    });
    return t(key, Object.fromEntries(inWords));
  };
}
