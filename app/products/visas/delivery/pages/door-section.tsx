import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { TripAnswer } from '../../evisa/take-trip-form.server.ts';
import type { DoorView } from '../read-door.server.ts';
import { AddressFields } from './address-fields.tsx';
import './delivery.css';

/** What came of the last change of the address. */
export interface DoorSaid {
  readonly said: string | null;
  readonly answer: TripAnswer | null;
}

/** Where something is brought once it was paid for, how far it is, and another address while there is time. */
export function DoorSection({ door, traveller, last, busy }: { door: DoorView; traveller: number; last: DoorSaid; busy: boolean }) {
  const t = useTexts('delivery');
  if (!door.wanted) return null;
  const { address, copies } = door;
  const faults = last.answer?.faults ?? [];
  return (
    <section id="door">
      <h2>{t('door.title')}</h2>
      {(last.said === 'saved' || last.said === 'closed') && (
        <Notice tone={last.said === 'saved' ? 'ok' : 'warn'} live>
          {t(`door.${last.said}`)}
        </Notice>
      )}
      {copies && <p>{t(`copies.${copies.state}`, { waybill: copies.waybill ?? '' })}</p>}
      {address ? (
        <>
          <p className="small muted">{t(door.runner ? 'runner.text' : copies ? 'door.copies' : 'door.passports')}</p>
          <address className="dv-address">
            <bdi>{address.name}</bdi>
            <br />
            <bdi>{address.street}</bdi>
            <br />
            <bdi>{address.city}</bdi>
            <br />
            {t(`region.${address.region}`)}
            {address.note && (
              <>
                <br />
                <bdi>{address.note}</bdi>
              </>
            )}
          </address>
        </>
      ) : (
        door.mayChange && (
          <Notice tone="warn" boxed>
            {t('door.missing')}
          </Notice>
        )
      )}
      {door.mayChange && (
        <details open={faults.length > 0 || !address} key={last.said}>
          <summary className="link">{t('door.change')}</summary>
          <Form method="post" className="ev-form" noValidate>
            <input type="hidden" name="traveller" value={traveller} />
            <ErrorSummary faults={faults.map((field) => ({ field, message: t(`fault.${field.slice(5)}`) }))} />
            <fieldset>
              <legend className="sr-only">{t('door.title')}</legend>
              <AddressFields typed={last.answer?.typed.address ?? door.typed} faults={faults} regions={door.regions} />
            </fieldset>
            <p>
              <Button look="go" name="intent" value="address" busy={busy && t('door.save')}>
                {t('door.save')}
              </Button>
            </p>
          </Form>
        </details>
      )}
    </section>
  );
}
