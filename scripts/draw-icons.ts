import { writeFileSync } from 'node:fs';
import { iconDrawings } from '#app/ui/icon-names.ts';

type Node = readonly [tag: string, attributes: Record<string, string>];

/** The sprite as text: one symbol per name of ours, so a page carries no icon in its scripts and the browser keeps one file. */
export async function drawIcons(): Promise<string> {
  const symbols: string[] = [];
  for (const [name, drawing] of Object.entries(iconDrawings)) {
    const { __iconData } = (await import(`lucide-react/icons/${drawing}`)) as { __iconData: { node: readonly Node[] } };
    const shapes = __iconData.node.map(
      ([tag, { key: _key, ...attributes }]) =>
        `<${tag}${Object.entries(attributes)
          .map(([key, value]) => ` ${key}="${value}"`)
          .join('')}/>`,
    );
    symbols.push(`<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Shapes: Lucide, ISC licence. -->\n${symbols.join('\n')}\n</svg>\n`;
}

if (import.meta.main) writeFileSync(new URL('../app/ui/icons.svg', import.meta.url), await drawIcons());
