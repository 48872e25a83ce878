import type { StatusTable } from '#app/values/status-table.ts';

export const assetStates = [
  'in_stock',
  'reserved',
  'pending_acceptance',
  'assigned',
  'return_requested',
  'inspection',
  'in_repair',
  'retired',
  'lost',
  'written_off',
] as const;
export type AssetStatus = (typeof assetStates)[number];

export const assetEvents = [
  'reserve',
  'release',
  'hand-over',
  'accept',
  'refuse',
  'withdraw',
  'request-return',
  'keep',
  'check-in',
  'pass',
  'break',
  'send-to-repair',
  'repaired',
  'retire',
  'lose',
  'find',
  'write-off',
] as const;
export type AssetEvent = (typeof assetEvents)[number];

/** `holder` is whoever has the thing; `second` a keeper other than the one who asked. */
export type AssetActor = 'keeper' | 'holder' | 'second' | 'clock';

/** Whoever has a thing accepts it themselves; nothing leaves the books without an inspection or a second person. */
export const assetMachine: StatusTable<AssetStatus, AssetEvent, AssetActor> = {
  name: 'asset',
  states: assetStates,
  initial: 'in_stock',
  moves: [
    { from: 'in_stock', event: 'reserve', to: 'reserved', by: ['keeper'] },
    { from: 'reserved', event: 'release', to: 'in_stock', by: ['keeper'] },
    { from: ['in_stock', 'reserved'], event: 'hand-over', to: 'pending_acceptance', by: ['keeper'] },
    { from: 'pending_acceptance', event: 'accept', to: 'assigned', by: ['holder'] },
    { from: 'pending_acceptance', event: 'refuse', to: 'in_stock', by: ['holder'] },
    { from: 'pending_acceptance', event: 'withdraw', to: 'in_stock', by: ['keeper'] },
    { from: 'assigned', event: 'request-return', to: 'return_requested', by: ['keeper', 'holder', 'clock'] },
    { from: 'return_requested', event: 'keep', to: 'assigned', by: ['keeper'] },
    { from: ['assigned', 'return_requested'], event: 'check-in', to: 'inspection', by: ['keeper'] },
    { from: 'inspection', event: 'pass', to: 'in_stock', by: ['keeper'] },
    { from: 'inspection', event: 'break', to: 'in_repair', by: ['keeper'] },
    { from: 'in_stock', event: 'send-to-repair', to: 'in_repair', by: ['keeper'] },
    { from: 'in_repair', event: 'repaired', to: 'inspection', by: ['keeper'] },
    { from: ['in_stock', 'inspection', 'in_repair'], event: 'retire', to: 'retired', by: ['keeper'] },
    { from: ['in_stock', 'assigned', 'return_requested'], event: 'lose', to: 'lost', by: ['keeper', 'holder'] },
    { from: 'lost', event: 'find', to: 'inspection', by: ['keeper'] },
    { from: 'lost', event: 'write-off', to: 'written_off', by: ['second'] },
  ],
};

/** Somebody has it, or is about to. */
export const heldStates: readonly AssetStatus[] = ['reserved', 'pending_acceptance', 'assigned', 'return_requested'];
/** What has to come back when somebody leaves. */
export const outStates: readonly AssetStatus[] = ['pending_acceptance', 'assigned', 'return_requested'];

export const paperStates = ['pending', 'signed', 'refused', 'withdrawn'] as const;
export type PaperStatus = (typeof paperStates)[number];

export const paperMachine: StatusTable<PaperStatus, 'sign' | 'refuse' | 'withdraw', 'keeper' | 'holder'> = {
  name: 'asset-paper',
  states: paperStates,
  initial: 'pending',
  moves: [
    { from: 'pending', event: 'sign', to: 'signed', by: ['holder'] },
    { from: 'pending', event: 'refuse', to: 'refused', by: ['holder'] },
    { from: 'pending', event: 'withdraw', to: 'withdrawn', by: ['keeper'] },
  ],
};

export const writeOffStates = ['asked', 'approved', 'declined'] as const;
export type WriteOffStatus = (typeof writeOffStates)[number];

export const writeOffMachine: StatusTable<WriteOffStatus, 'approve' | 'decline', 'keeper' | 'second'> = {
  name: 'asset-write-off',
  states: writeOffStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'approve', to: 'approved', by: ['second'] },
    // Whoever asked may take it back.
    { from: 'asked', event: 'decline', to: 'declined', by: ['second', 'keeper'] },
  ],
};

export const countStates = ['open', 'closed'] as const;
export const countMachine: StatusTable<(typeof countStates)[number], 'close', 'keeper'> = {
  name: 'asset-count',
  states: countStates,
  initial: 'open',
  moves: [{ from: 'open', event: 'close', to: 'closed', by: ['keeper'] }],
};
