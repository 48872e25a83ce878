import { describe, expect, it } from 'vitest';
import { choiceKey } from '../booking/booking-draft.ts';
import { mealPrice } from './extras-price.ts';
import { freeMeals, mealRequest, readMealRequest } from './meal-wishes.ts';
import { anOffer } from '../offer-testing.ts';

describe('special meals that cost nothing', () => {
  const served = anOffer({ flight: 'EK1' });
  const sold = anOffer({ flight: 'FZ2' });
  const [own, other] = [served, sold].map((offer) => offer.slices[0]!.segments[0]!);
  const chosen = { [choiceKey(own!, 0)]: 'VGML', [choiceKey(own!, 1)]: 'BBML', [choiceKey(other!, 0)]: 'VGML' };

  it('are those of flights that serve meals, for whom they are meant; what is sold on board is not among them', () => {
    expect([mealPrice(own!)!.amount, mealPrice(other!)!.amount > 0]).toEqual([0, true]);
    const contracts = [{ offer: served }, { offer: sold }];
    expect(freeMeals(contracts, chosen, ['adult', 'adult'])).toEqual([{ contract: 0, flight: 'EK1', traveller: 0, code: 'VGML' }]);
    expect(freeMeals(contracts, chosen, ['adult', 'infant'])).toHaveLength(2);
    expect(freeMeals(contracts, {}, ['adult'])).toEqual([]);
  });

  it('are named with their flight', () => {
    expect(readMealRequest(mealRequest({ code: 'VGML', flight: 'EK1' }))).toEqual({ code: 'VGML', flight: 'EK1' });
  });
});
