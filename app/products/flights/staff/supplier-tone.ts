import type { SupplierStatus } from '../supply/flight-supplier-status.ts';
import type { ChipTone } from './supply-parts.tsx';

export const supplierTone: Readonly<Record<SupplierStatus, ChipTone>> = {
  lead: 'calm',
  'due-diligence': 'act',
  approved: 'calm',
  active: 'good',
  suspended: 'bad',
  offboarded: 'calm',
};
