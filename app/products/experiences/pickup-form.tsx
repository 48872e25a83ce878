import { Form, useNavigation } from 'react-router';
import { longestPickup } from '#app/commerce/bookings/booker-lengths.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { FetchedAt } from './open-visit.server.ts';

/** Where the guests of a booked visit are fetched, and the way to change it. The page names the `visit` and `booker` catalogues. */
export function PickupForm({
  pickup,
  path,
  refused,
  typed,
  formKey,
}: {
  pickup: FetchedAt;
  path: string;
  refused: string | null;
  /** What was typed and not kept. */
  typed?: string | undefined;
  formKey?: string;
}) {
  const t = useTexts('visit');
  const booker = useTexts('booker');
  const busy = useNavigation().state !== 'idle';
  return (
    <section aria-labelledby="pickup-title">
      <h2 id="pickup-title">{t('pickup.title')}</h2>
      {pickup.at === '' ? (
        <Notice tone="warn" boxed>
          {t('pickup.open')}
        </Notice>
      ) : (
        <p className="muted">{t('pickup.text')}</p>
      )}
      {refused && refused !== 'unread' && (
        <Notice tone="danger" boxed live>
          {t(`pickup.refused.${refused}`)}
        </Notice>
      )}
      <Form method="post" action={path} className="vs-party" noValidate>
        {formKey && <input type="hidden" name="key" value={formKey} />}
        <input type="hidden" name="pickupVersion" value={pickup.version} />
        <TextField
          name="pickup"
          label={booker('pickup')}
          hint={booker('pickupHint')}
          defaultValue={typed ?? pickup.at}
          key={`${pickup.version}-${typed ?? ''}`}
          error={refused === 'unread' ? t('pickup.refused.unread') : undefined}
          autoComplete="street-address"
          maxLength={longestPickup}
          required
        />
        <Button name="intent" value="pickup" busy={busy && t('busy')}>
          {t('pickup.go')}
        </Button>
      </Form>
    </section>
  );
}
