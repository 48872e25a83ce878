import { useEffect, useRef } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { directionField, eachDirection, familyField } from './choose-family.ts';
import type { FareRow } from '../fares/fare-rules.ts';
import { FamilyTable, FeatureList, type FamilyView } from './family-table.tsx';

export interface ApartView {
  readonly chosen: boolean;
  readonly together: readonly FareRow[];
  readonly directions: readonly {
    readonly from: string;
    readonly to: string;
    readonly rows: readonly FareRow[];
    readonly families: readonly FamilyView[];
    readonly chosen: string;
  }[];
}

/** Light there and Flex home: a family for each direction of a return, under the families of the whole. */
export function FamiliesApart({ contract, apart, onChoose }: { contract: number; apart: ApartView; onChoose: () => void }) {
  const t = useTexts('booking');
  const each = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDetailsElement>(null);
  const codes = apart.directions.map(({ chosen }) => chosen).join(' ');
  // A family for the whole is that of each direction: they show it, so that whoever turns to them goes on from it.
  useEffect(() => {
    if (apart.chosen || !box.current) return;
    for (const [slice, code] of codes.split(' ').entries())
      for (const one of box.current.querySelectorAll<HTMLInputElement>(`input[name="${directionField(contract, slice)}"]`))
        one.checked = one.value === code;
  }, [apart.chosen, codes, contract]);
  // Whoever picks something for a direction means it.
  const chooseApart = () => {
    if (each.current) each.current.checked = true;
    onChoose();
  };
  return (
    <details ref={box} className="families-apart" open={apart.chosen}>
      <summary>
        {t('families.each')}
        <Icon name="chevron-down" />
      </summary>
      <p className="muted">{t('families.eachLede')}</p>
      <label className="families-apart__take">
        <input
          ref={each}
          type="radio"
          name={familyField(contract)}
          value={eachDirection}
          defaultChecked={apart.chosen}
          onChange={onChoose}
        />
        <span>{t('families.eachTake')}</span>
      </label>
      {apart.directions.map((direction, slice) => (
        <section key={slice}>
          <h3>{t('journey.route', { from: direction.from, to: direction.to })}</h3>
          <FamilyTable
            name={directionField(contract, slice)}
            families={direction.families}
            rows={direction.rows}
            chosen={direction.chosen}
            onChoose={chooseApart}
          />
        </section>
      ))}
      {apart.together.length > 0 && (
        <section className="families__same">
          <h3>{t('families.wholeTicket')}</h3>
          <FeatureList rows={apart.together} />
        </section>
      )}
      <p className="muted small">{t('families.eachRule')}</p>
    </details>
  );
}
