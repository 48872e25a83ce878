/** Digits of Arabic and Persian keyboards as Western ones; everything else stays as it was typed. */
export function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
