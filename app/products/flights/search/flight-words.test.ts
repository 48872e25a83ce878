import { expect, it } from 'vitest';
import { stopPlace, stopWords } from './flight-words.tsx';

it('a stop is named by both airports where one lands at one and goes on from another', () => {
  const porto = { airport: 'OPO', departsFrom: 'OPO', airportChange: false };
  const london = { airport: 'LGW', departsFrom: 'STN', airportChange: true };
  expect(stopPlace(london)).toBe('LGW → STN');
  expect(stopWords([porto, london], 'en')).toBe('OPO, LGW → STN');
  expect(stopWords([porto, london], 'ar')).toBe('OPO، LGW → STN');
});
