import type { StatusTable } from '#app/values/status-table.ts';
import type { AssetKind } from './asset-kinds.ts';
import type { AssetStatus } from './asset-status.ts';

export type AssetRequestStatus = 'asked' | 'handed' | 'refused';

/** What somebody needs on the first day, until all of it was signed for. */
export const assetRequestMachine: StatusTable<AssetRequestStatus, 'hand-over' | 'refuse' | 'reopen', 'keeper' | 'system'> = {
  name: 'asset-request',
  states: ['asked', 'handed', 'refused'],
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'hand-over', to: 'handed', by: ['system'] },
    { from: 'asked', event: 'refuse', to: 'refused', by: ['keeper', 'system'] },
    { from: 'refused', event: 'reopen', to: 'asked', by: ['keeper'] },
  ],
};

export type AskedState = 'missing' | 'kept' | 'waiting' | 'signed';

/** How far each kind that is asked for has come, by what is with the colleague; a kind is asked for once. */
export function askedStates(
  kinds: readonly AssetKind[],
  held: readonly { readonly kind: AssetKind; readonly status: AssetStatus }[],
): readonly { readonly kind: AssetKind; readonly state: AskedState }[] {
  return kinds.map((kind) => {
    const states = held.filter((one) => one.kind === kind).map(({ status }) => status);
    if (states.includes('assigned')) return { kind, state: 'signed' as const };
    if (states.includes('pending_acceptance')) return { kind, state: 'waiting' as const };
    return { kind, state: states.includes('reserved') ? ('kept' as const) : ('missing' as const) };
  });
}
