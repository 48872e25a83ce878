import { describe, expect, it } from 'vitest';
import { otherNameOnTicket } from './ticket-name-rules.ts';

const ticket = { reference: '7K2M9-4QX3D', surname: 'HADDAD', givenNames: 'LAYLA', birthDate: '1990-03-04', isNamed: false };
const form = { surname: 'Haddad', givenNames: 'Layla', birthDate: '1990-03-04' };

describe('a name against the ticket of the same account', () => {
  it('is the same however it is written', () => {
    expect(otherNameOnTicket(form, [ticket])).toBeNull();
    expect(otherNameOnTicket({ ...form, surname: 'Haddád' }, [ticket])).toBeNull();
    expect(otherNameOnTicket(form, [])).toBeNull();
  });

  it('is pointed out where surname or given names differ', () => {
    expect(otherNameOnTicket({ ...form, surname: 'Hadad' }, [ticket])).toEqual(ticket);
    expect(otherNameOnTicket({ ...form, givenNames: 'Layla Maria' }, [ticket])).toEqual(ticket);
  });

  it('says nothing of somebody else, and finds twins by their own tickets', () => {
    expect(otherNameOnTicket({ ...form, birthDate: '1991-03-04', surname: 'Hadad' }, [ticket])).toBeNull();
    expect(otherNameOnTicket({ ...form, surname: 'Cruz', givenNames: 'Ana' }, [ticket])).toBeNull();
    const twin = { ...ticket, givenNames: 'NOUR' };
    expect(otherNameOnTicket({ ...form, givenNames: 'Nour' }, [ticket, twin])).toBeNull();
  });
  it('says of a ticket that was named by its reference the same on every day of birth', () => {
    const named = { ...ticket, isNamed: true };
    for (const birthDate of ['1990-03-04', '1991-03-04']) {
      expect(otherNameOnTicket({ ...form, birthDate, surname: 'Hadad' }, [named])).toEqual(named);
      expect(otherNameOnTicket({ ...form, birthDate }, [named])).toBeNull();
    }
  });
});
