import { expect, it } from 'vitest';
import { deviceName, networkWords } from './device-name.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Safari/537.36 Edg/153.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ['curl/8.0', null, null],
  ['', null, null],
])('reads %s', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system });
});

it.each([
  ['5.195.12.9', '5.195.12.9'],
  ['2001:0db8:0000:0012:0000:0000:0000:0000', '2001:db8:0:12::/64'],
  ['0000:0000:0000:0000:0000:0000:0000:0000', null],
  ['', null],
  [null, null],
])('shows the network %s as %s', (address, words) => {
  expect(networkWords(address)).toBe(words);
});
