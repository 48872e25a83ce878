import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';
import { PlacesMap } from './map/places-map.tsx';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './notice.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PosterArt } from './poster/poster-names.ts';
import { Poster } from './poster/poster.tsx';
import './product-page.css';

/*
 * What the pages of products that are found in a list and asked for by inquiry have in common. Words come from the page.
 */

/** Lines with one icon before each. */
/** Marks words that stand in another language than the page does; nothing for those in its own. */
export interface WordScript {
  readonly lang?: LanguageCode;
  readonly dir?: 'ltr' | 'rtl';
}

export const scriptOf = (words: LanguageCode, page: LanguageCode): WordScript =>
  words === page ? {} : { lang: words, dir: words === 'ar' ? 'rtl' : 'ltr' };

export function IconLines({ lines, icon, script }: { lines: readonly string[]; icon: IconName; script?: WordScript }) {
  return (
    <ul className="pp-lines">
      {lines.map((line) => (
        <li key={line}>
          <Icon name={icon} small />
          <span {...script}>{line}</span>
        </li>
      ))}
    </ul>
  );
}

/** Way back, name, tagline, and what stands beside them. */
export function ProductTop({
  label,
  crumbs,
  title,
  tagline,
  script,
  children,
}: {
  label: string;
  crumbs: readonly { readonly to: string; readonly words: string }[];
  title: string;
  tagline: string;
  script?: WordScript;
  children: ReactNode;
}) {
  return (
    <div className="page-head pp-top">
      <nav className="pp-crumbs" aria-label={label}>
        <ol>
          {crumbs.map(({ to, words }) => (
            <li key={to}>
              <Link to={to}>{words}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <h1 tabIndex={-1} {...script}>
        {title}
      </h1>
      <p className="lede" {...script}>
        {tagline}
      </p>
      {children}
    </div>
  );
}

/** The first picture wide, with its words; the others beside it, for the eye alone. */
export function ProductGallery({
  pictures,
  alt,
}: {
  pictures: readonly { readonly place: string; readonly art: PosterArt }[];
  alt: string;
}) {
  return (
    <div className="pp-gallery">
      {pictures.map(({ place, art }, at) => (
        <Poster
          key={place}
          place={place}
          art={art}
          crop={at === 0 ? 'wide' : 'landscape'}
          alt={at === 0 || art.photo ? alt : ''}
          eager={at === 0}
        />
      ))}
    </div>
  );
}

/** Facts in a row: a small line and the fact under it. */
export function ProductStrip({ facts }: { facts: readonly { readonly name: ReactNode; readonly value: ReactNode }[] }) {
  return (
    <dl className="pp-strip">
      {facts.map(({ name, value }, at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A link to an open map of the world, `zoom` as there. Degrees, north and east positive. */
export function OpenMapLink({
  latitude,
  longitude,
  zoom,
  children,
}: {
  latitude: number;
  longitude: number;
  zoom: number;
  children: ReactNode;
}) {
  return (
    <a
      className="link"
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`}
      rel="noreferrer"
    >
      {children}
    </a>
  );
}

/** The question about this product: heading and words beside the form. */
export function InquiryBand({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section id="inquiry" className="pp-band pp-inquiry" aria-labelledby="ask">
      <div>
        <h2 id="ask">{title}</h2>
        <p className="muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

/** In place of a product that is not there, or was not named: words, some that are, and the way to all. */
export function NoProduct({
  title,
  text,
  all,
  children,
}: {
  title: string;
  text: string;
  all: { readonly to: string; readonly words: string };
  children: ReactNode;
}) {
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        <p className="lede">{text}</p>
      </div>
      {children}
      <p className="pp-else">
        <Link className="link" to={all.to}>
          {all.words}
        </Link>
      </p>
    </main>
  );
}

/** Where the things of a list are, behind a line that opens it. */
export function ListMap({ show, ...map }: { show: string } & Parameters<typeof PlacesMap>[0]) {
  if (map.places.length === 0) return null;
  return (
    <details className="pp-map">
      <summary>
        <Icon name="route" small />
        {show}
      </summary>
      <PlacesMap {...map} />
    </details>
  );
}

/** Nothing found: which filter to leave out and what that would bring, or to ask a person. */
export function EmptyList({
  art,
  title,
  text,
  ways,
  ask,
}: {
  art: PosterArt;
  title: string;
  text: string;
  ways: readonly { readonly to: string; readonly words: string }[];
  ask: { readonly to: string; readonly words: string };
}) {
  return (
    <EmptyState
      art={<Poster place="empty" art={art} crop="landscape" alt="" className="pp-empty" />}
      title={title}
      action={
        <>
          {ways.map(({ to, words }) => (
            <ButtonLink key={to} to={to} preventScrollReset>
              {words}
            </ButtonLink>
          ))}
          <ButtonLink to={ask.to} look="quiet">
            {ask.words}
          </ButtonLink>
        </>
      }
    >
      {text}
    </EmptyState>
  );
}
