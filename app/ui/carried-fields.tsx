import { carriedName, useCarried } from './carried-params.ts';

/** Hidden fields for a form of a list, with what the visitor takes along. */
export function CarriedFields() {
  return useCarried().map((value) => <input key={value} type="hidden" name={carriedName} value={value} />);
}
