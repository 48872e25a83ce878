import { useState, type MouseEvent } from 'react';
import { later } from '#app/ui/later.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { FormFacts } from './search-world.server.ts';

/** The search form where it is not what somebody came for. */
export const LaterSearchForm = later(async () => (await import('./flight-search-form.tsx')).FlightSearchForm);

const fetchForm = () => void LaterSearchForm.fetch().catch(() => undefined);

/** A link to the form with everything filled in; with a script the form opens here, and only then is it fetched and drawn. */
export function EditSearch({ form, query }: { form: FormFacts; query: string }) {
  const t = useTexts('flights');
  const [open, setOpen] = useState(false);
  async function toggle(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
      await LaterSearchForm.fetch();
      setOpen(!open);
    } catch {
      // The form did not come; its page may.
      location.assign(href);
    }
  }
  return (
    <div className="fr-edit" data-open={open ? '' : undefined}>
      <a className="btn" href={`/flights?${query}`} aria-expanded={open} onPointerEnter={fetchForm} onFocus={fetchForm} onClick={toggle}>
        {t('edit')}
      </a>
      {open && (
        <div className="fr-edit__form">
          <LaterSearchForm {...form} />
        </div>
      )}
    </div>
  );
}
