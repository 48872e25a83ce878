import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ShownGroup } from './open-group-people.server.ts';

/** Everybody of a group, and what is missing of whom, by the last day. */
export function GroupPeople({ group }: { group: ShownGroup }) {
  const t = useTexts('staff-proposals');
  const language = useLanguage();
  const date = (day: string) => (day === '' ? '–' : formatDate(day, language));
  const missing = group.places - group.whole;
  return (
    <section className="dl-card" aria-labelledby="group-people">
      <h2 id="group-people">{t('people.title')}</h2>
      <p className={missing > 0 && group.open ? 'dl-late' : undefined}>
        {t(missing > 0 ? 'people.missing' : 'people.all', {
          missing: formatNumber(missing, language),
          places: formatNumber(group.places, language),
          day: formatDate(group.dueOn, language),
        })}
      </p>
      {group.people === null ? (
        <p className="dl-quiet">{t('people.locked')}</p>
      ) : (
        <ScrollRegion className="dl-sheet" label={t('people.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('people.number')}</th>
                {(['surname', 'givenNames', 'birthDate', 'passport', 'passportUntil'] as const).map((field) => (
                  <th key={field} scope="col">
                    {t(`people.${field}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {group.people.map((person) => (
                <tr key={person.number}>
                  <td className={person.whole ? undefined : 'dl-late'}>{formatNumber(person.number, language)}</td>
                  <td>
                    <bdi>{person.surname || '–'}</bdi>
                  </td>
                  <td>
                    <bdi>{person.givenNames || '–'}</bdi>
                  </td>
                  <td>{date(person.birthDate)}</td>
                  <td>
                    <bdi>{person.passport || '–'}</bdi>
                  </td>
                  <td>{date(person.passportUntil)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
