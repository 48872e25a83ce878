import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { checkGivenNames, checkName, machineReadable } from '#app/commerce/customers/name-rules.ts';
import { givenForTicket, isShortenedWithInfant, lettersOnTicket, overTogether, sentName, ticketName } from './ticket-name.ts';
import { readNameRules, usualNameRules } from '../world/name-rules.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

const layla = { givenNames: 'Layla', surname: 'Haddad', singleName: false, title: 'MS' } as const;

describe('a name on a ticket (rules 8 to 12)', () => {
  it('is written surname, stroke, given names, then the title on its own', () => {
    expect(ticketName(layla, usualNameRules)).toBe('HADDAD/LAYLA MS');
    expect(ticketName({ ...layla, givenNames: 'Amr', title: 'MR' }, usualNameRules)).toBe('HADDAD/AMR MR');
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
    expect(ticketName(single, usualNameRules)).toBe('SUHARTO/FNU MR');
    expect(ticketName(single, { filler: 'repeat' })).toBe('SUHARTO/SUHARTO MR');
  });
});

describe('what an airline takes of a name (rules 8, 10 and 11)', () => {
  const long = { ...layla, givenNames: 'Maria de los Angeles', surname: 'Fernandez Villanueva' } as const;
  const upTo = (together: number) => ({ ...usualNameRules, together });

  it('is counted in letters and spaces of all names and the title, without the stroke', () => {
    expect(lettersOnTicket(layla, usualNameRules)).toBe('HADDADLAYLA MS'.length);
    expect(lettersOnTicket({ ...layla, singleName: true }, usualNameRules)).toBe('HADDADFNU MS'.length);
  });

  it('goes over the limit of whichever airline writes a ticket, and over none that is not known', () => {
    const letters = lettersOnTicket(long, usualNameRules);
    expect(overTogether(long, [usualNameRules, upTo(letters)])).toBeNull();
    expect(overTogether(long, [upTo(letters), upTo(letters - 1), upTo(letters - 5)])).toBe(letters - 5);
  });

  it('is shortened where a grown-up and the baby on their lap are long together', () => {
    const baby = { ...layla, givenNames: 'Zayd', title: 'MSTR' } as const;
    const both = lettersOnTicket(layla, usualNameRules) + lettersOnTicket(baby, usualNameRules);
    expect(isShortenedWithInfant(layla, baby, [{ ...usualNameRules, withInfant: both }])).toBe(true);
    expect(isShortenedWithInfant(layla, baby, [{ ...usualNameRules, withInfant: both + 1 }, usualNameRules])).toBe(false);
  });

  it('has the filler of its airline in what is sent for a single name', () => {
    const single = { givenNames: '', surname: 'SUHARTO', singleName: true } as const;
    expect(['EK', '6E', 'G9'].map((airline) => givenForTicket(single, nameRulesOf(airline).filler))).toEqual(['FNU', 'SUHARTO', 'FNU']);
    expect(givenForTicket({ ...single, givenNames: 'ADI', singleName: false }, 'repeat')).toBe('ADI');
    // Orders from before were sent without one, and say so.
    expect(givenForTicket(single, null)).toBe('');
    expect(sentName({ ...single, title: 'MR' }, null)).toBe('SUHARTO MR');
    expect(sentName({ ...single, title: 'MR' }, 'FNU')).toBe('SUHARTO / FNU MR');
  });

  it('is data with a source and a day: what each airline of the list corrects, and nothing made up for the others', () => {
    expect(nameRulesOf('EY')).toMatchObject({ together: 59, correction: { freeLetters: 0, fee: money(10_000, 'USD'), once: true } });
    expect(nameRulesOf('FZ').correction).toEqual({ freeLetters: 3, fee: money(10_000, 'USD'), once: false });
    expect(nameRulesOf('EK')).toBe(usualNameRules);
    const head = 'airline,together,with_infant,filler,free_letters,fee_usd,times,source,checked\n';
    for (const row of [
      'EY,59,,FNU,,,,,2026-11-30',
      'EY,59,,FNU,,,,etihad.com,',
      'EY,x,,FNU,,,,etihad.com,2026-11-30',
      'EY,,,XXX,,,,etihad.com,2026-11-30',
    ])
      expect(() => readNameRules(head + row)).toThrow(RangeError);
  });
});
