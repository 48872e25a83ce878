import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * Structured lines on standard output. Pino escapes newlines; personal fields are named here so that
 * one slipping into an object is still not printed.
 */
export function openLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: [
        'password',
        '*.password',
        'token',
        '*.token',
        'passportNumber',
        '*.passportNumber',
        'email',
        '*.email',
        'birthDate',
        '*.birthDate',
        'headers.cookie',
        'headers.authorization',
      ],
      censor: '[hidden]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

/** An address as a log may hold it: a part as long as a one-time token is left out. */
export function withoutSecrets(path: string): string {
  return path.replace(/[\w-]{40,}/g, '…');
}
