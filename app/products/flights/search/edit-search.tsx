import { useState } from 'react';
import { useTexts } from '#app/ui/texts.tsx';
import { FlightSearchForm } from '../flight-search-form.tsx';
import type { FormFacts } from './search-world.server.ts';

/** A link to the form with everything filled in; with a script the form opens here, and only then is it drawn. */
export function EditSearch({ form, query }: { form: FormFacts; query: string }) {
  const t = useTexts('flights');
  const [open, setOpen] = useState(false);
  return (
    <div className="fr-edit" data-open={open ? '' : undefined}>
      <a
        className="btn"
        href={`/flights?${query}`}
        aria-expanded={open}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          setOpen(!open);
        }}
      >
        {t('edit')}
      </a>
      {open && (
        <div className="fr-edit__form">
          <FlightSearchForm {...form} />
        </div>
      )}
    </div>
  );
}
