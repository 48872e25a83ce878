/** Says in the address of an export what the file is to be: nothing for CSV, `xlsx` for a workbook. */
export const formatParameter = 'format';

/** The address that takes the same table as a workbook. */
export function asWorkbook(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${formatParameter}=xlsx`;
}
