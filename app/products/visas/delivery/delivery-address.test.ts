import { describe, expect, it } from 'vitest';
import { addressFaults, addressOf, noAddress, readAddress, regionsFor, wantsAddress, type TypedAddress } from './delivery-address.ts';

const typed: TypedAddress = { name: 'Mona Sabbagh', street: '12 Al Rigga Road, flat 5', city: 'Deira', region: 'AE-DU', note: '' };

describe('the address at which a courier rings', () => {
  it('is taken when a courier would find the door, in any script', () => {
    expect(addressOf(typed, regionsFor('evisa'))).toEqual(typed);
    const arabic = { ...typed, name: 'منى الصباغ', street: 'شارع الرقة ١٢، شقة ٥', city: 'ديرة' };
    expect(addressOf(arabic, regionsFor('evisa'))).toEqual(arabic);
  });

  it('says every field that a courier would miss, and never the note', () => {
    expect(addressFaults(noAddress, regionsFor('assisted'))).toEqual(['name', 'region', 'city', 'street']);
    expect(addressFaults({ ...typed, street: '12345', note: '' }, regionsFor('evisa'))).toEqual(['street']);
    expect(addressOf({ ...typed, name: '-' }, regionsFor('evisa'))).toBeNull();
  });

  it('brings printed visas within the Emirates only, passports to the Gulf states beside them too', () => {
    expect(addressFaults({ ...typed, region: 'OM' }, regionsFor('evisa'))).toEqual(['region']);
    expect(addressFaults({ ...typed, region: 'OM' }, regionsFor('assisted'))).toEqual([]);
    expect(addressFaults({ ...typed, region: 'FR' }, regionsFor('assisted'))).toEqual(['region']);
  });

  it('reads its own fields of a form and asks for each no more than it may hold', () => {
    const asked: [string, number][] = [];
    const read = readAddress((name, most) => (asked.push([name, most]), name === 'door-city' ? 'Deira' : ''));
    expect(read).toEqual({ ...noAddress, city: 'Deira' });
    expect(asked.map(([name]) => name)).toEqual(['door-name', 'door-region', 'door-city', 'door-street', 'door-note']);
    expect(asked.every(([, most]) => most <= 140)).toBe(true);
  });

  it('is asked for where somebody rings: with a courier, and with a runner who comes to the door', () => {
    const assisted = (code: string) => ({ assisted: { package: code } }) as never;
    expect(wantsAddress({ route: 'evisa', offer: {} as never, courier: true })).toBe(true);
    expect(wantsAddress({ route: 'evisa', offer: {} as never, courier: false })).toBe(false);
    expect(wantsAddress({ route: 'assisted', offer: assisted('vip'), courier: false })).toBe(true);
    expect(wantsAddress({ route: 'assisted', offer: assisted('full'), courier: false })).toBe(false);
  });
});
