import { use, useState } from 'react';
import { KeptForm, KeptSelect, KeptTick, useRows } from './kept-fields.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { posterLandmarks, posterPalettes, posterScenes, type PosterArt } from '#app/ui/poster/poster-names.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

// Fields that the forms of everything with editions share. Their pages name the catalogue `staff-editions`.

/** The months of the year in which something is sold. */
export function MonthTicks({ months }: { months: readonly number[] }) {
  const t = useTexts('staff-editions');
  return (
    <fieldset className="td-checks">
      <legend>{t('months')}</legend>
      {Array.from({ length: 12 }, (_, at) => at + 1).map((month) => (
        <label key={month}>
          <KeptTick name="month" value={month} defaultChecked={months.includes(month)}>
            {t(`month.${month}`)}
          </KeptTick>
        </label>
      ))}
    </fieldset>
  );
}

/** ISO weekdays, Monday first. */
export function WeekdayTicks({ legend, weekdays }: { legend: string; weekdays: readonly number[] }) {
  const t = useTexts('staff-editions');
  return (
    <fieldset className="td-checks">
      <legend>{legend}</legend>
      {[1, 2, 3, 4, 5, 6, 7].map((day) => (
        <label key={day}>
          <KeptTick name="weekday" value={day} defaultChecked={weekdays.includes(day)}>
            {t(`weekday.${day}`)}
          </KeptTick>
        </label>
      ))}
    </fieldset>
  );
}

const posterParts = [
  ['scene', 'scenes', posterScenes],
  ['palette', 'palettes', posterPalettes],
  ['landmark', 'landmarks', ['', ...posterLandmarks]],
] as const;

/** How the poster of a thing looks that has no photograph, with a picture of what is chosen. Their pages name `staff-posters` too. */
export function PosterFields({ place, art }: { place: string; art: PosterArt }) {
  const t = useTexts('staff-editions');
  const names = useTexts('staff-posters');
  const typed = use(KeptForm)?.typed ?? [];
  const stands = { scene: art.scene, palette: art.palette, landmark: art.landmark ?? '' };
  const [chosen, setChosen] = useState({ ...stands, ...Object.fromEntries(typed.filter(([name]) => Object.hasOwn(stands, name))) });
  const shown: PosterArt = {
    scene: posterScenes.find((one) => one === chosen.scene) ?? art.scene,
    palette: posterPalettes.find((one) => one === chosen.palette) ?? art.palette,
    landmark: posterLandmarks.find((one) => one === chosen.landmark) ?? null,
  };
  return (
    <section className="dl-card td-poster">
      <div>
        <h2>{t('poster.title')}</h2>
        <div className="td-grid">
          {posterParts.map(([name, group, values]) => (
            <label key={name}>
              {t(`poster.${name}`)}
              <KeptSelect
                name={name}
                defaultValue={stands[name]}
                onChange={({ currentTarget }) => setChosen((before) => ({ ...before, [name]: currentTarget.value }))}
              >
                {values.map((one) => (
                  <option key={one} value={one}>
                    {one === '' ? t('poster.noLandmark') : names(`${group}.${one}`)}
                  </option>
                ))}
              </KeptSelect>
            </label>
          ))}
        </div>
      </div>
      <Poster place={place} art={shown} crop="landscape" alt="" />
    </section>
  );
}

/** A country by its name. One that is no longer known by its code stays chosen until another one is. */
export function CountryField({
  name,
  label,
  code,
  countries,
  none,
}: {
  name: string;
  label: string;
  code: string;
  countries: readonly CountryName[];
  /** What stands for no country, where that may be. */
  none?: string;
}) {
  const choice = countries.some((one) => one.code === code) || code === '' ? countries : [{ code, name: code }, ...countries];
  return (
    <label>
      {label}
      <KeptSelect name={name} defaultValue={code}>
        {none !== undefined && <option value="">{none}</option>}
        {choice.map((one) => (
          <option key={one.code} value={one.code}>
            {one.name}
          </option>
        ))}
      </KeptSelect>
    </label>
  );
}

/** The countries that something leads through, in their order, with room for one or two more. */
export function CountryFields({ codes, countries, more }: { codes: readonly string[]; countries: readonly CountryName[]; more: number }) {
  const t = useTexts('staff-editions');
  const language = useLanguage();
  const rows = useRows(codes, more, 'country');
  return rows.map((code, at) => (
    <CountryField
      key={`${code}-${at}`}
      name={`country-${at}`}
      label={t('country', { number: formatNumber(at + 1, language) })}
      code={code ?? ''}
      countries={countries}
      none={t('noCountry')}
    />
  ));
}
