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
