/** A phone and a desk. */
const usual = [390, 1440] as const;
const [narrowest, widest] = [240, 3840];

/** The widths of windows that somebody asks for, as `1280,1920`: each once, as they come. Throws at what is no width. */
export function readWidths(asked: string | undefined): readonly number[] {
  if (asked === undefined) return usual;
  const widths = asked.split(',').map((word) => (/^\s*\d{1,4}\s*$/.test(word) ? Number(word) : 0));
  if (widths.some((width) => width < narrowest || width > widest))
    throw new Error(`--widths takes pixels from ${narrowest} to ${widest} between commas, as 1280,1920`);
  return [...new Set(widths)];
}
