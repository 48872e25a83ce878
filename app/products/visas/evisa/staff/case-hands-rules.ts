/** Of a case's history: what happened, by whom, and what was noted. */
export interface CaseStep {
  readonly event: string;
  /** As the audit names people. */
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Who has had a case in hand since its review began anew, as ids of staff. Who gave it to a colleague is still the first
 * pair of eyes: otherwise two people who pass a case around would be one.
 */
export function handsOf(steps: readonly CaseStep[]): ReadonlySet<string> {
  const begun = steps.findLastIndex(({ event }) => event === 'claim' || event === 'look-again');
  const hands = new Set<string>();
  for (const { event, actor, detail } of steps.slice(Math.max(begun, 0))) {
    if ((event === 'claim' || event === 'look-again' || event === 'ask-more') && actor.startsWith('staff:')) hands.add(actor.slice(6));
    if (event === 'assigned') for (const id of [detail['from'], detail['to']]) if (typeof id === 'string') hands.add(id);
  }
  return hands;
}
