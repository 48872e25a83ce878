import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Block, Inline } from './markdown.ts';
import './content.css';

function words(inlines: readonly Inline[]): ReactNode[] {
  return inlines.map((one, index) => {
    switch (one.kind) {
      case 'text':
        return one.text;
      case 'strong':
        return <strong key={index}>{words(one.of)}</strong>;
      case 'em':
        return <em key={index}>{words(one.of)}</em>;
      case 'link':
        return one.to.startsWith('/') ? (
          <Link key={index} className="link" to={one.to}>
            {words(one.of)}
          </Link>
        ) : (
          <a key={index} className="link" href={one.to} rel={one.to.startsWith('https:') ? 'noreferrer' : undefined}>
            {words(one.of)}
          </a>
        );
    }
  });
}

/** A text as a reader sees it. `language` is that of its words, which may not be the page's. */
export function MarkdownText({ blocks, language }: { blocks: readonly Block[]; language: LanguageCode }) {
  return (
    <div className="prose" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {blocks.map((block, index) => {
        switch (block.kind) {
          case 'heading': {
            const Heading = block.level === 2 ? 'h2' : 'h3';
            return (
              <Heading key={block.id} id={block.id}>
                {words(block.of)}
              </Heading>
            );
          }
          case 'paragraph':
            return <p key={index}>{words(block.of)}</p>;
          case 'quote':
            return (
              <blockquote key={index}>
                <p>{words(block.of)}</p>
              </blockquote>
            );
          case 'list': {
            const List = block.ordered ? 'ol' : 'ul';
            return (
              <List key={index}>
                {block.items.map((item, at) => (
                  <li key={at}>{words(item)}</li>
                ))}
              </List>
            );
          }
        }
      })}
    </div>
  );
}

/** The headings of a text as links to them. */
export function Contents({ headings, label }: { headings: readonly { id: string; text: string }[]; label: string }) {
  if (headings.length < 2) return null;
  return (
    <nav className="contents" aria-label={label}>
      <p className="contents__label">{label}</p>
      <ol>
        {headings.map((heading) => (
          <li key={heading.id}>
            <a href={`#${heading.id}`}>{heading.text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
