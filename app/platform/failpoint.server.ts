/** One for the process: the built application carries its own copy of this file beside that of a drill. */
const armed: Map<string, string> = ((globalThis as { rihlaFailpoints?: Map<string, string> }).rihlaFailpoints ??= new Map());

/** `name:exit,name:throw`; the environment refuses the variable in production. */
export function armFailpoints(text: string | undefined): void {
  armed.clear();
  for (const item of (text ?? '').split(',').filter(Boolean)) {
    const [name, action] = item.split(':') as [string, string];
    armed.set(name, action);
  }
}

/** A named place where a drill may kill the process, throw, or switch a guard off. Nothing unless armed. */
export function failpoint(name: string): void {
  const action = armed.get(name);
  if (action === undefined) return;
  if (action === 'exit') process.kill(process.pid, 'SIGKILL');
  if (action === 'throw') throw new Error(`Failpoint ${name}`);
}

/** True when a drill has switched off the guard of this name: the negative control of a race test. */
export function guardIsOff(name: string): boolean {
  return armed.get(name) === 'off';
}

/** What a drill has set under this name, for a twin that misbehaves for some only; null unless armed. */
export function drillWord(name: string): string | null {
  return armed.get(name) ?? null;
}
