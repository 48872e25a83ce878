import type { Timetable } from '../engine/timetable.ts';

/** Three flights by hand: EK 1 DXB-LHR on an A380 with four cabins, FZ 445 and EK 500 DXB-BOM. */
export function buildTestWorld(): Timetable {
  const place = (iata: string, country: string, latitude: number, longitude: number, zone: string) => ({
    iata,
    icao: '',
    name: iata,
    city: iata,
    metro: iata,
    country,
    latitude,
    longitude,
    zone,
    weekly: 7,
  });
  const layout = { F: '1-2-1', J: '1-2-1', W: '2-4-2', Y: '3-4-3' };
  return {
    version: 'fares',
    airports: [
      place('DXB', 'AE', 25.25, 55.36, 'Asia/Dubai'),
      place('LHR', 'GB', 51.47, -0.45, 'Europe/London'),
      place('BOM', 'IN', 19.09, 72.87, 'Asia/Kolkata'),
    ],
    airlines: [
      { code: 'EK', name: 'Emirates', country: 'AE', kind: 'full', alliance: null, interline: ['FZ'], accounting: '176' },
      { code: 'FZ', name: 'flydubai', country: 'AE', kind: 'low-cost', alliance: null, interline: ['EK'], accounting: '141' },
    ],
    equipment: [
      {
        id: '388/EK',
        code: '388',
        name: 'Airbus A380-800',
        body: 'wide',
        seats: { F: 14, J: 76, W: 56, Y: 338 },
        fuelLto: 4200,
        fuelPerKm: 12.6,
        layout,
      },
      {
        id: '7M8/low-cost',
        code: '7M8',
        name: 'Boeing 737 MAX 8',
        body: 'narrow',
        seats: { F: 0, J: 0, W: 0, Y: 189 },
        fuelLto: 780,
        fuelPerKm: 2.5,
        layout,
      },
    ],
    count: 3,
    airline: Uint16Array.of(0, 1, 0),
    number: Uint16Array.of(1, 445, 500),
    operator: Uint16Array.of(0, 1, 0),
    from: Uint16Array.of(0, 0, 0),
    to: Uint16Array.of(1, 2, 2),
    departMinutes: Uint16Array.of(465, 600, 815),
    blockMinutes: Uint16Array.of(460, 195, 190),
    days: Uint8Array.of(127, 127, 127),
    equipmentOf: Uint8Array.of(0, 1, 0),
  };
}
