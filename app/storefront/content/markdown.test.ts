import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';
import { MarkdownText } from './markdown-text.tsx';
import { findMarkdownFaults, readMarkdown, safeAddress } from './markdown.ts';

function drawn(source: string): string {
  const Stub = createRoutesStub([
    { path: '/', Component: () => createElement(MarkdownText, { blocks: readMarkdown(source), language: 'en' }) },
  ]);
  return renderToStaticMarkup(createElement(Stub, { initialEntries: ['/'] }));
}

describe('a text', () => {
  it('knows headings with anchors, lists, bold and links, and nothing else', () => {
    const html = drawn('## Refunds {#refunds}\nA **fixed** rule, see [terms](/terms#refunds).\n- one\n- two\n\n1. first\n2. second');
    expect(html).toContain('<h2 id="refunds">Refunds</h2>');
    expect(html).toContain('<strong>fixed</strong>');
    expect(html).toMatch(/<a class="link" href="\/terms#refunds"[^>]*>terms<\/a>/);
    expect(html).toContain('<ul><li>one</li><li>two</li></ul>');
    expect(html).toContain('<ol><li>first</li><li>second</li></ol>');
  });

  it('shows a tag as the letters it is made of', () => {
    const html = drawn('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n## <b>x</b>');
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain('&lt;script&gt;');
  });

  it('gives two headings of the same words two anchors', () => {
    expect(readMarkdown('## Same\n\n## Same').map((block) => (block.kind === 'heading' ? block.id : ''))).toEqual(['same', 'same-2']);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'http://plain.example',
    'https://us@elsewhere.example',
    '\u202Ehttps://a.example',
  ])('does not link to %j', (address) => {
    expect(safeAddress(address)).toBeNull();
    expect(drawn(`[words](${address})`)).not.toContain('<a');
  });

  it.each(['/terms#refunds', '#refunds', 'https://www.example.com/a', 'mailto:travel@rihla.example'])('links to %s', (address) => {
    expect(safeAddress(address)).toBe(address);
  });

  it('is refused in the editor with HTML or with a link that leads nowhere safe', () => {
    expect(findMarkdownFaults('A <b>word</b>')).toEqual(['html']);
    expect(findMarkdownFaults('[x](javascript:1)')).toEqual(['link']);
    expect(findMarkdownFaults('3 < 5 and [terms](/terms)')).toEqual([]);
  });
});

it('says line by line what changed between two texts', () => {
  expect(diffLines('a\n\nb\n\nc', 'a\n\nx\n\nc\n\nd').map(({ sort, text }) => `${sort} ${text}`)).toEqual([
    'same a',
    'gone b',
    'new x',
    'same c',
    'new d',
  ]);
});
