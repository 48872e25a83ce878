import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import { Form } from 'react-router';
import { Icon } from '../icon.tsx';
import { formatWords } from '../number-format.ts';
import { useLanguage, useTexts } from '../texts.tsx';

/** Whether the page that is shown takes no form from its reader, as the site map says (`posts`); told by the frame. */
export const OnlyRead = createContext(false);

/**
 * A form of a page of the desk to itself. Who may not send it has no form: of one that is known to them by its fields
 * (`facts`) these are read like any other words, another is not drawn at all. The frame says above the page who may.
 */
export function DeskForm({
  sends,
  facts = false,
  ...form
}: Omit<ComponentProps<typeof Form>, 'children'> & {
  children: ReactNode;
  /** Where the page asks for more than the site map does, or knows that it is not the time. */
  sends?: boolean;
  /** Its fields are the only place of the page where what they hold is told. */
  facts?: boolean;
}) {
  const onlyRead = use(OnlyRead);
  if (!onlyRead && sends !== false) return <Form {...form} />;
  if (!facts) return null;
  return (
    <fieldset disabled className={`dl-reads ${form.className ?? ''}`}>
      {form.children}
    </fieldset>
  );
}

/** Who may do what the reader may not, in place of its forms. */
export function WhoMay({ roles }: { roles: readonly string[] }) {
  const t = useTexts('staff');
  const language = useLanguage();
  return (
    <p className="dl-said dl-said--calm bo-who" role="note">
      <Icon name="lock" />
      <span>
        {t('frame.whoMay', {
          roles: formatWords(
            roles.map((role) => t(`roles.${role}`)),
            language,
          ),
        })}
      </span>
    </p>
  );
}
