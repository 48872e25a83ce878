/**
 * A small state machine as data: which move leads from where to where, and who may make it.
 * The same table feeds the rule, the database trigger's edge list and the staff screens.
 */
export interface Move<State extends string, Event extends string, Actor extends string> {
  readonly from: State | readonly State[];
  readonly event: Event;
  readonly to: State;
  readonly by: readonly Actor[];
}

export interface StatusTable<State extends string, Event extends string, Actor extends string> {
  readonly name: string;
  readonly states: readonly State[];
  readonly initial: State;
  readonly moves: readonly Move<State, Event, Actor>[];
}

export type MoveRefusal = 'not-possible-from-here' | 'not-yours-to-do';

/** The state an event leads to, or why it may not happen. Pure; the store applies it with a compare-and-set. */
export function moveOn<State extends string, Event extends string, Actor extends string>(
  table: StatusTable<State, Event, Actor>,
  from: State,
  event: Event,
  actor: Actor,
): { readonly ok: true; readonly to: State } | { readonly ok: false; readonly refused: MoveRefusal } {
  const candidates = table.moves.filter((move) => move.event === event && startsAt(move, from));
  if (candidates.length === 0) return { ok: false, refused: 'not-possible-from-here' };
  const allowed = candidates.find((move) => move.by.includes(actor));
  return allowed ? { ok: true, to: allowed.to } : { ok: false, refused: 'not-yours-to-do' };
}

/** Every event an actor could raise in a state. */
export function movesFrom<State extends string, Event extends string, Actor extends string>(
  table: StatusTable<State, Event, Actor>,
  from: State,
  actor: Actor,
): readonly Event[] {
  return table.moves.filter((move) => startsAt(move, from) && move.by.includes(actor)).map((move) => move.event);
}

/** The declared edges, as the database trigger knows them. */
export function edgesOf<State extends string, Event extends string, Actor extends string>(
  table: StatusTable<State, Event, Actor>,
): readonly (readonly [State, State])[] {
  const seen = new Set<string>();
  const edges: (readonly [State, State])[] = [];
  for (const move of table.moves) {
    for (const from of startsOf(move)) {
      const key = `${from}>${move.to}`;
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push([from, move.to]);
    }
  }
  return edges;
}

function startsOf<State extends string>(move: { readonly from: State | readonly State[] }): readonly State[] {
  return typeof move.from === 'string' ? [move.from] : move.from;
}

function startsAt<State extends string>(move: { readonly from: State | readonly State[] }, state: State): boolean {
  return startsOf(move).includes(state);
}
