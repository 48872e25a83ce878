import type { Equipment } from '../engine/timetable.ts';
import type { AircraftType, SeedAirline } from './seed-files.ts';

/** Every aircraft in every fitting that flies, numbered as flights come to need them. */
export interface EquipmentCatalogue {
  readonly list: Equipment[];
  indexFor(type: AircraftType, airline: SeedAirline): number;
}

export function equipmentCatalogue(
  types: ReadonlyMap<string, AircraftType>,
  cabins: ReadonlyMap<string, AircraftType['seats']>,
): EquipmentCatalogue {
  const list: Equipment[] = [];
  const indexes = new Map<string, number>();
  return {
    list,
    indexFor(type, airline) {
      const own = cabins.get(`${airline.code} ${type.code}`);
      const lowCost = airline.kind === 'low-cost' && type.lowCostSeats > 0;
      const id = own ? `${type.code}/${airline.code}` : lowCost ? `${type.code}/low-cost` : type.code;
      let index = indexes.get(id);
      if (index === undefined) {
        index = list.length;
        indexes.set(id, index);
        const seats = own ?? (lowCost ? { F: 0, J: 0, W: 0, Y: type.lowCostSeats } : type.seats);
        const { code, name, body, fuelLto, fuelPerKm, layout } = types.get(type.code)!;
        list.push({ id, code, name, body, seats, fuelLto, fuelPerKm, layout });
      }
      return index;
    },
  };
}
