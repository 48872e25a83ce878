import { describe, expect, it } from 'vitest';
import { checkGivenNames, checkName, machineReadable } from '#app/commerce/customers/name-rules.ts';
import { ticketName } from './ticket-name.ts';

const layla = { givenNames: 'Layla', surname: 'Haddad', singleName: false, title: 'MS' } as const;

describe('a name on a ticket (rules 8 to 12)', () => {
  it('is written surname, stroke, given names, then the title on its own', () => {
    expect(ticketName(layla, 'EK')).toBe('HADDAD/LAYLA MS');
    expect(ticketName({ ...layla, givenNames: 'Amr', title: 'MR' }, 'EK')).toBe('HADDAD/AMR MR');
  });

  it('has accents, apostrophes and hyphens written as the passport machine zone does', () => {
    expect(machineReadable("D'Ávila-Muñoz")).toBe('DAVILA MUNOZ');
    expect(machineReadable('Jürgen Groß')).toBe('JUERGEN GROSS');
    expect(machineReadable('Ngọc Trâm')).toBe('NGOC TRAM');
    expect(machineReadable('Åse Sørensen')).toBe('AASE SOERENSEN');
  });

  it('in Arabic script is refused with a Latin spelling to choose', () => {
    expect(checkName('ليلى')).toEqual({ problem: 'name-arabic', latin: '', suggestion: 'LAYLA' });
    expect(checkName('عبد الله الحداد').suggestion).toBe('ABDULLAH AL HADDAD');
    expect(checkName('شريف').suggestion).toBe('SHRIF');
  });

  it('in another script is refused without guessing', () => {
    expect(checkName('Иван')).toEqual({ problem: 'name-other-script', latin: '', suggestion: null });
    expect(checkName('李').problem).toBe('name-other-script');
  });

  it('may not be a placeholder', () => {
    for (const name of ['TEST', 'Mr X', 'xxx', 'TBA', 'asdf', 'aaaa', 'Test Test', 'Mr', 'Passenger'])
      expect(checkName(name).problem, name).toBe('name-placeholder');
  });

  it('may not have its title glued on, and offers itself without it', () => {
    expect(checkName('Layla Ms')).toMatchObject({ problem: 'name-has-title', suggestion: 'LAYLA' });
    expect(checkName('Dr Omar')).toMatchObject({ problem: 'name-has-title', suggestion: 'OMAR' });
  });

  it('that only ends like a title is a name', () => {
    for (const name of ['Amr', 'Adams', 'Williams', 'Samr']) expect(checkName(name).problem, name).toBeNull();
  });

  it('holds letters only', () => {
    expect(checkName('Layla2').problem).toBe('name-signs');
    expect(checkName('<script>').problem).toBe('name-signs');
    expect(checkName('Layla 😀').problem).toBe('name-signs');
  });

  it('has at most twenty letters in each part', () => {
    expect(checkName('Maria de los Angeles').problem).toBeNull();
    expect(checkName('Maria de los Angelesa').problem).toBe('name-too-long');
  });

  it('may be one letter as a surname but not as a given name', () => {
    expect(checkName('O').problem).toBeNull();
    expect(checkGivenNames('O').problem).toBe('name-initial-only');
  });

  it('of a single-name passport gets the filler of its airline', () => {
    const single = { ...layla, givenNames: '', surname: 'Suharto', singleName: true, title: 'MR' } as const;
    expect(ticketName(single, 'EK')).toBe('SUHARTO/FNU MR');
    expect(ticketName(single, '6E')).toBe('SUHARTO/SUHARTO MR');
  });
});
