import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { drawIcons } from '../../scripts/draw-icons.ts';
import { Icon, type IconName } from './icon.tsx';

it('has a sprite that was drawn from the map', async () => {
  expect(readFileSync('app/ui/icons.svg', 'utf8')).toBe(await drawIcons());
});

it('throws for an icon that is not mapped', () => {
  expect(() => renderToStaticMarkup(<Icon name={'unicorn' as IconName} />)).toThrow('Icon "unicorn" is not mapped');
});

it('is hidden from screen readers unless it has a label', () => {
  expect(renderToStaticMarkup(<Icon name="plane" />)).toContain('aria-hidden="true"');
  expect(renderToStaticMarkup(<Icon name="plane" label="Flight" />)).toContain('role="img" aria-label="Flight"');
});
