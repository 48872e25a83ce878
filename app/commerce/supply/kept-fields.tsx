import { Children, createContext, isValidElement, use, type ComponentProps, type ReactNode } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';

// Fields of a form that was refused: they hold what was typed, say what of it could not be read and, where somebody else wrote
// meanwhile, what stands there now. Their pages name the catalogue `staff-editions`.

/** What a form was sent with, and why nothing of it was kept. */
export interface Kept {
  readonly typed: readonly (readonly [string, string])[];
  /** Names of fields that could not be read. */
  readonly unread: readonly string[];
  /** Somebody else wrote meanwhile: beside what was typed stands what they wrote. */
  readonly overtaken: boolean;
}

export const KeptForm = createContext<Kept | null>(null);

/** What a form sends, but for its files. */
export function typedIn(form: FormData): [string, string][] {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** A page whose form was refused is loaded anew: what stands there now is shown beside what was typed. */
export function reloadRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 422 || defaultShouldRevalidate;
}

/** As many rows as stand there, with some to fill in, and never fewer than were typed. */
export function useRows<Row>(stands: readonly Row[], more: number, name: string): (Row | null)[] {
  const kept = use(KeptForm);
  const last = Math.max(
    -1,
    ...(kept?.typed ?? []).map(([field, value]) =>
      field.startsWith(`${name}-`) && value !== '' ? Number(field.slice(name.length + 1)) : -1,
    ),
  );
  return Array.from({ length: Math.max(stands.length + more, Number.isInteger(last) ? last + 1 : 0) }, (_, at) => stands[at] ?? null);
}

/** What was sent of the part that is shown, where the words are of the language that is shown. */
export function keptOf(answer: { part: string; refused: string; kept: Kept } | undefined, part: string, lang: string): Kept | null {
  if (!answer || answer.part !== part || (answer.refused !== 'unread' && answer.refused !== 'changed-meanwhile')) return null;
  const language = answer.kept.typed.find(([name]) => name === 'language')?.[1];
  return language === undefined || language === lang ? answer.kept : null;
}

/** The id of a field, for a summary that leads to it. */
export const fieldId = (name: string) => `field-${name}`;

function useKept(name: string) {
  const kept = use(KeptForm);
  const typed = kept?.typed.filter(([field]) => field === name).map(([, value]) => value) ?? null;
  return { typed, unread: kept?.unread.includes(name) ?? false, overtaken: kept?.overtaken ?? false };
}

function Notes({ name, unread, stands }: { name: string; unread: boolean; stands: ReactNode }) {
  const t = useTexts('staff-editions');
  if (!unread && stands === null) return null;
  return (
    <span id={`${fieldId(name)}-said`} className="td-said">
      {unread && <strong>{t('kept.unread')}</strong>}
      {stands !== null && (
        <span>
          {t('kept.stands')} <span dir="auto">{stands === '' ? t('kept.empty') : stands}</span>
        </span>
      )}
    </span>
  );
}

const described = (name: string, said: boolean, unread: boolean) => ({
  id: fieldId(name),
  'aria-invalid': unread || undefined,
  ...(said ? { 'aria-describedby': `${fieldId(name)}-said` } : {}),
});

/** An `input` of text that keeps what was typed. */
export function KeptInput({ defaultValue, ...field }: Omit<ComponentProps<'input'>, 'name'> & { name: string }) {
  const { typed, unread, overtaken } = useKept(field.name);
  const stands = String(defaultValue ?? '');
  const holds = typed?.[0] ?? stands;
  if (field.type === 'hidden') return <input {...field} defaultValue={holds} />;
  const other = overtaken && holds !== stands ? stands : null;
  return (
    <>
      <input {...field} {...described(field.name, unread || other !== null, unread)} defaultValue={holds} />
      <Notes name={field.name} unread={unread} stands={other} />
    </>
  );
}

/** A `textarea` that keeps what was typed. */
export function KeptText({ defaultValue, ...field }: Omit<ComponentProps<'textarea'>, 'name'> & { name: string }) {
  const { typed, unread, overtaken } = useKept(field.name);
  const stands = String(defaultValue ?? '');
  const holds = typed?.[0]?.replaceAll('\r\n', '\n') ?? stands;
  const other = overtaken && holds !== stands ? stands : null;
  return (
    <>
      <textarea {...field} {...described(field.name, unread || other !== null, unread)} defaultValue={holds} />
      <Notes name={field.name} unread={unread} stands={other} />
    </>
  );
}

/** A `select` that keeps what was chosen. */
export function KeptSelect({ defaultValue, children, ...field }: Omit<ComponentProps<'select'>, 'name'> & { name: string }) {
  const { typed, unread, overtaken } = useKept(field.name);
  const stands = String(defaultValue ?? '');
  const holds = typed?.[0] ?? stands;
  const chosen = Children.toArray(children)
    .filter((one) => isValidElement<ComponentProps<'option'>>(one))
    .find(({ props }) => String(props.value ?? props.children) === stands);
  const other = overtaken && holds !== stands ? (chosen?.props.children ?? stands) : null;
  return (
    <>
      <select {...field} {...described(field.name, unread || other !== null, unread)} defaultValue={holds}>
        {children}
      </select>
      <Notes name={field.name} unread={unread} stands={other} />
    </>
  );
}

/** A box to tick that keeps its tick, with what it is called. */
export function KeptTick({
  defaultChecked = false,
  children,
  ...field
}: Omit<ComponentProps<'input'>, 'name' | 'type'> & { name: string }) {
  const t = useTexts('staff-editions');
  const { typed, overtaken } = useKept(field.name);
  const holds = typed ? typed.includes(String(field.value ?? 'on')) : defaultChecked;
  return (
    <>
      <input {...field} type="checkbox" defaultChecked={holds} /> {children}
      {overtaken && holds !== defaultChecked && (
        <span className="td-said">
          {t('kept.stands')} {t(defaultChecked ? 'kept.ticked' : 'kept.notTicked')}
        </span>
      )}
    </>
  );
}

/** What was typed in fields that are no longer there, to be taken from here. */
export function KeptLeft({ gone }: { gone: (name: string) => boolean }) {
  const t = useTexts('staff-editions');
  const left = (use(KeptForm)?.typed ?? []).filter(([name, value]) => gone(name) && value.trim() !== '');
  if (left.length === 0) return null;
  return (
    <section className="dl-card td-words">
      <label>
        <span>{t('kept.gone')}</span>
        <textarea readOnly rows={Math.min(12, left.length * 2)} defaultValue={left.map(([, value]) => value).join('\n')} dir="auto" />
      </label>
    </section>
  );
}

/** Above a form that was refused: what could not be read, each leading to its field, or who wrote meanwhile. */
export function KeptSaid({
  kept,
  by,
  nameOf,
}: {
  kept: Kept;
  /** Who wrote it last: oneself in another window, a colleague, or nobody who is known. */
  by: { readonly mine: boolean; readonly name: string | null } | null;
  nameOf: (field: string) => string;
}) {
  const t = useTexts('staff-editions');
  return (
    <div className="dl-said dl-said--warn" role="alert">
      <div>
        {kept.overtaken ? (
          <p>{by?.mine ? t('kept.byMe') : by?.name ? t('kept.by', { name: by.name }) : t('kept.bySomebody')}</p>
        ) : (
          <>
            <p>{t('kept.nothing')}</p>
            <ul>
              {kept.unread.map((field) => (
                <li key={field}>
                  <a href={`#${fieldId(field)}`}>{nameOf(field)}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
