import { evisaOrderMachine } from '../evisa/evisa-order-status.ts';

/** The sale of a party's cases goes the way of every visa order; the cases have their own machine. */
export const assistedOrderMachine: typeof evisaOrderMachine = { ...evisaOrderMachine, name: 'assisted-visa-order' };
