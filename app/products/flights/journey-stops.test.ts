import { expect, it } from 'vitest';
import { joinStops, journeyStops } from './journey-stops.ts';

const trip = (...places: string[]) => places.slice(1).map((to, index) => ({ from: places[index]!, to }));

it('names where one direction and a return lead to', () => {
  expect(journeyStops(trip('DXB', 'LON'))).toEqual(['LON']);
  expect(journeyStops(trip('DXB', 'LON', 'DXB'))).toEqual(['LON']);
});

it('names every city of a trip through several, each once, and not the home it ends at', () => {
  expect(journeyStops(trip('DXB', 'LON', 'PAR', 'LON', 'DXB'))).toEqual(['LON', 'PAR']);
  expect(joinStops(journeyStops(trip('DXB', 'LON', 'CAI')))).toBe('LON\u00A0· CAI');
});

it('names the city that one flies to where the way home begins in another', () => {
  expect(journeyStops([...trip('DXB', 'LON'), { from: 'PAR', to: 'DXB' }])).toEqual(['LON']);
});
