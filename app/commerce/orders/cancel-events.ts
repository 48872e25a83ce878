import type { CancelTerms, OrderMachine } from '../product-contract.ts';
import { movesFrom } from '#app/values/status-table.ts';

/** The event by which an order goes back to what it was when its holder asked about cancelling and keeps it. */
export const keepEvents: Readonly<Record<CancelTerms['window'], string>> = {
  unpaid: 'keep-hold',
  regret: 'keep-tickets',
  void: 'keep-tickets',
  'fare-rules': 'keep-tickets',
  'airline-changed': 'keep-tickets',
  'no-show': 'keep-no-show',
  'by-stage': 'keep-application',
  ladder: 'keep-booking',
};

/** Whether its holder may ask in this state what cancelling would bring: the product's own table says. */
export function mayAskToCancel(machine: OrderMachine, status: string): boolean {
  return status === 'cancel_quoted' || movesFrom(machine, status, 'customer').includes('ask-cancel');
}
