import { Form, Link } from 'react-router';
import type { FavoriteList } from '#app/commerce/customers/favorites/favorite-lists-store.server.ts';
import { longestListName } from '#app/commerce/customers/favorites/list-name-rules.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';

export interface ShownList extends Pick<FavoriteList, 'id' | 'name' | 'things'> {
  /** Absolute; null while nobody else may see the list. */
  readonly link: string | null;
}

/** The lists as tabs, and a way to begin one. */
export function ListTabs({ lists, chosen, all }: { lists: readonly ShownList[]; chosen: string | null; all: number }) {
  const t = useTexts('my');
  return (
    <div className="kept-lists">
      <nav aria-label={t('favorites.lists.label')}>
        <Link to="/favorites" className="chip" aria-current={chosen === null ? 'page' : undefined}>
          {t('favorites.lists.all')} <bdi>{all}</bdi>
        </Link>
        {lists.map((list) => (
          <Link key={list.id} to={`/favorites?list=${list.id}`} className="chip" aria-current={chosen === list.id ? 'page' : undefined}>
            <bdi>{list.name}</bdi> <bdi>{list.things.length}</bdi>
          </Link>
        ))}
      </nav>
      <details>
        <summary className="link">{t('favorites.lists.new')}</summary>
        <Form method="post" action="/favorites" className="kept-lists__form">
          <TextField name="name" label={t('favorites.lists.name')} maxLength={longestListName} required />
          <Button name="intent" value="list-make">
            {t('favorites.lists.make')}
          </Button>
        </Form>
      </details>
    </div>
  );
}

/** What can be done with one list. */
export function ListTools({ list }: { list: ShownList }) {
  const t = useTexts('my');
  const hidden = <input type="hidden" name="list" value={list.id} />;
  return (
    <section className="kept-tools" aria-label={t('favorites.lists.tools', { name: list.name })}>
      <Form method="post" action="/favorites" className="kept-lists__form" key={list.name}>
        {hidden}
        <TextField
          id="rename"
          name="name"
          label={t('favorites.lists.name')}
          defaultValue={list.name}
          maxLength={longestListName}
          required
        />
        <Button name="intent" value="list-rename">
          {t('favorites.lists.rename')}
        </Button>
        <Button look="quiet" name="intent" value="list-delete" formNoValidate>
          {t('favorites.lists.delete')}
        </Button>
      </Form>
      <Form method="post" action="/favorites" className="kept-lists__form">
        {hidden}
        {list.link ? (
          <>
            <TextField
              name="link"
              label={t('favorites.lists.link')}
              hint={t('favorites.lists.linkHint')}
              value={list.link}
              readOnly
              dir="ltr"
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button look="quiet" name="intent" value="list-unshare">
              {t('favorites.lists.unshare')}
            </Button>
          </>
        ) : (
          <>
            <p className="small muted">{t('favorites.lists.shareHint')}</p>
            <Button name="intent" value="list-share">
              {t('favorites.lists.share')}
            </Button>
          </>
        )}
      </Form>
    </section>
  );
}
