import type { OrderDescription } from '#app/commerce/orders/order-description.ts';
import type { EvisaPerson } from './evisa-form.ts';

/** Who of an order has no visa where others on it have theirs, as people are called; `refused`: by their place on it. */
export function leftWithout(people: readonly EvisaPerson[], refused: (position: number) => boolean): Pick<OrderDescription, 'without'> {
  const without = people.filter((_, position) => refused(position));
  if (without.length === 0 || without.length === people.length) return {};
  return { without: without.map(({ givenNames, surname }) => `${givenNames} ${surname}`.trim()) };
}
