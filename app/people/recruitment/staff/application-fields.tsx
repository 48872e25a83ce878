import type { ReactNode } from 'react';
import type { FieldFault } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/application-page.ts';

export type Loaded = Route.ComponentProps['loaderData'];
export type Record = Loaded['record'];
/** A form that was not done: why, what is wrong in it, and what was typed. */
export type Sent = Route.ComponentProps['actionData'];

/*
 * Every form of this page is sent to its address without `?cv`: a form that is refused reads no CV anew, and puts no look on
 * record that nobody took.
 */

/** The control of a field, by the form that it stands in. */
const fieldId = (intent: string, which: string, name: string) => `field-${intent}-${which}-${name}`;

const Pointed = ({ name, words }: { name: string; words: string }) => (
  <>
    <bdi>{name}</bdi>: {words}
  </>
);

/** What a person can type wrongly; of a field beside these, the whole form is said to be incomplete. */
const wrongKinds = ['point', 'verdict', 'subject', 'words', 'salary', 'startsOn', 'answerBy'] as const;

/** What is wrong in the form that was sent, each leading to its field. */
export function wrongFields(sent: Sent, criteria: Record['criteria'], t: ReturnType<typeof useTexts>): FieldFault[] {
  const intent = sent?.typed['intent'] ?? '';
  const which = intent === 'mail' ? (sent?.typed['template'] ?? '') : '';
  return (sent?.wrong ?? []).flatMap((name) => {
    const kind = wrongKinds.find((one) => one === (name.startsWith('point-') ? 'point' : name));
    if (!kind) return [];
    // Several points may be missing: each line says which.
    const point = kind === 'point' ? criteria.find(({ id }) => name === `point-${id}`)?.name : null;
    const words = t(`wrong.${kind}`);
    return [{ field: fieldId(intent, which, name), message: point ? <Pointed name={point} words={words} /> : words }];
  });
}

/**
 * The fields of one form: what was typed into it stays when it is not done, and what is wrong is said beside it. `which` tells
 * forms of one intent apart.
 */
export function useFields(sent: Sent, intent: string, which: readonly [string, string] | null = null) {
  const t = useTexts('staff-hiring');
  const mine = sent?.typed['intent'] === intent && (which === null || sent.typed[which[0]] === which[1]) ? sent : null;
  const isWrong = (name: string) => mine?.wrong.includes(name) === true;
  const place = (name: string) => `wrong-${intent}-${which?.[1] ?? ''}-${name}`;
  return {
    open: mine !== null,
    field: (name: string, usual = '') => ({
      name,
      id: fieldId(intent, which?.[1] ?? '', name),
      defaultValue: mine?.typed[name] ?? usual,
      ...(isWrong(name) && { 'aria-invalid': true, 'aria-describedby': place(name) }),
    }),
    said: (name: string, kind: string = name): ReactNode =>
      isWrong(name) && (
        <small className="bo-wrong" id={place(name)}>
          {t(`wrong.${kind}`)}
        </small>
      ),
  };
}

export const Version = ({ record }: { record: Record }) => <input type="hidden" name="version" value={record.version} />;
