import { Link } from 'react-router';
import { expect, it, vi } from 'vitest';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { partKeeper } from './kept-markup.server.tsx';

const drawing = vi.fn();
function Part({ words }: { words: string }) {
  drawing();
  const t = useTexts('frame');
  return (
    <p>
      {t('nav.flights')}: {words} <Link to="/flights">{words}</Link>
    </p>
  );
}

const keep = partKeeper(textsFor('en'));
const facts = { words: '<b>"said"</b>' };

it('draws a part once for the same things, and anew for others', () => {
  const first = keep('test', ['AED', facts], <Part words={facts.words} />);
  expect(keep('test', ['AED', facts], <Part words="never asked for" />)).toBe(first);
  expect(drawing).toHaveBeenCalledTimes(1);
  keep('test', ['USD', facts], <Part words={facts.words} />);
  keep('test', ['AED', { ...facts }], <Part words={facts.words} />);
  keep('other', ['AED', facts], <Part words={facts.words} />);
  expect(partKeeper(textsFor('ar'))('test', ['AED', facts], <Part words="x" />)).toContain('href="/flights"');
  expect(drawing).toHaveBeenCalledTimes(5);
});

it('escapes what it draws, and marks texts as the browser expects them', () => {
  expect(keep('test', ['AED', facts], null)).toBe(
    '<p>Flights<!-- -->: <!-- -->&lt;b&gt;&quot;said&quot;&lt;/b&gt;<!-- --> <a href="/flights" data-discover="true">&lt;b&gt;&quot;said&quot;&lt;/b&gt;</a></p>',
  );
});
