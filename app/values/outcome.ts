/** A use case either did its work or refused for a reason that its page can put into words. */
export type Outcome<Value, Refusal extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refused: Refusal };

export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refuse<Refusal extends string>(refused: Refusal): { readonly ok: false; readonly refused: Refusal } {
  return { ok: false, refused };
}

/** What a call to somebody outside came back with. Unknown is an answer of its own, resolved by look-up only. */
export type ExternalOutcome<Value, Refusal extends string> =
  | { readonly outcome: 'ok'; readonly value: Value }
  | { readonly outcome: 'refused'; readonly reason: Refusal }
  | { readonly outcome: 'unknown'; readonly detail: string };
