import type { StatusTable } from '#app/values/status-table.ts';

export const supplierKinds = ['house', 'own', 'ndc', 'gds', 'consolidator', 'lcc'] as const;
export type SupplierKind = (typeof supplierKinds)[number];

export const supplierStates = ['lead', 'due-diligence', 'approved', 'active', 'suspended', 'offboarded'] as const;
export type SupplierStatus = (typeof supplierStates)[number];

export const supplierEvents = ['examine', 'return-to-lead', 'approve', 'activate', 'suspend', 'resume', 'offboard'] as const;
export type SupplierEvent = (typeof supplierEvents)[number];

/** A supplier that sells is suspended before it is offboarded, so that nothing ends while it is being sold. */
export const supplierMachine: StatusTable<SupplierStatus, SupplierEvent, 'staff'> = {
  name: 'flight-supplier',
  states: supplierStates,
  initial: 'lead',
  moves: [
    { from: 'lead', event: 'examine', to: 'due-diligence', by: ['staff'] },
    { from: 'due-diligence', event: 'return-to-lead', to: 'lead', by: ['staff'] },
    { from: 'due-diligence', event: 'approve', to: 'approved', by: ['staff'] },
    { from: 'approved', event: 'activate', to: 'active', by: ['staff'] },
    { from: 'active', event: 'suspend', to: 'suspended', by: ['staff'] },
    { from: 'suspended', event: 'resume', to: 'active', by: ['staff'] },
    { from: ['lead', 'due-diligence', 'approved', 'suspended'], event: 'offboard', to: 'offboarded', by: ['staff'] },
  ],
};
