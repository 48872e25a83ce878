import { TextArea, TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { longestPickup } from './booker-lengths.ts';
import type { Booker, BookerField } from './booker-form.server.ts';

/** Name, ways to reach and, where `noteLabel` asks for it, a note of whoever books. The page names the `booker` catalogue. */
export function BookerFields({
  booker,
  faults,
  noteLabel,
  fetched = false,
}: {
  booker: Booker;
  faults: readonly BookerField[];
  noteLabel: string | null;
  /** Guests are fetched, and say where. */
  fetched?: boolean;
}) {
  const t = useTexts('booker');
  const error = (field: BookerField) => (faults.includes(field) ? t(`fault.${field}`) : undefined);
  return (
    <>
      <div className="bk-pair">
        <TextField
          name="givenNames"
          label={t('givenNames')}
          defaultValue={booker.givenNames}
          error={error('givenNames')}
          autoComplete="given-name"
          maxLength={60}
          required
        />
        <TextField
          name="surname"
          label={t('surname')}
          defaultValue={booker.surname}
          error={error('surname')}
          autoComplete="family-name"
          maxLength={60}
          required
        />
      </div>
      <div className="bk-pair">
        <TextField
          name="email"
          type="email"
          label={t('email')}
          hint={t('emailHint')}
          defaultValue={booker.email}
          error={error('email')}
          autoComplete="email"
          maxLength={120}
          required
        />
        <TextField
          name="phone"
          type="tel"
          label={t('phone')}
          hint={t('phoneHint')}
          defaultValue={booker.phone}
          error={error('phone')}
          autoComplete="tel"
          maxLength={30}
          required
        />
      </div>
      {fetched && (
        <TextField
          name="pickup"
          label={t('pickup')}
          hint={t('pickupHint')}
          defaultValue={booker.pickup ?? ''}
          error={error('pickup')}
          autoComplete="street-address"
          maxLength={longestPickup}
          required
        />
      )}
      {noteLabel !== null && (
        <TextArea name="note" rows={3} label={noteLabel} optional={t('optional')} defaultValue={booker.note} maxLength={400} />
      )}
    </>
  );
}
