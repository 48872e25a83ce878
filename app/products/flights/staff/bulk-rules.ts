import type { DeskAction } from './desk-action-rules.ts';

/** What may be done to many orders with one press: nothing that gives money back or needs a reason of its own. */
export const bulkActions = ['ticket', 'look-up', 'quote-cancel', 'keep'] as const satisfies readonly DeskAction[];

/** A press waits for its suppliers; more orders than this are done in a second one. */
export const mostAtOnce = 25;

/** What became of one order: a state, or why not. */
export interface BulkOutcome {
  readonly reference: string;
  readonly ok: boolean;
  readonly said: string;
}

const shape = /^([0-9A-Z]{5}-[0-9A-Z]{5})~(ok|no)~([\w-]{1,40})$/;

export function formatOutcome({ reference, ok, said }: BulkOutcome): string {
  return `${reference}~${ok ? 'ok' : 'no'}~${said}`;
}

/** Outcomes as the address of a result says them; whatever is malformed is left out. */
export function readOutcomes(lines: readonly string[]): BulkOutcome[] {
  return lines.slice(0, mostAtOnce).flatMap((line) => {
    const [, reference, how, said] = shape.exec(line) ?? [];
    return reference && said ? [{ reference, ok: how === 'ok', said }] : [];
  });
}
