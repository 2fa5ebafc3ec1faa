import { expect, test } from 'vitest';
import { destinationFault } from '#shared/platform/destination/parse-destination.ts';

/** What a deployed service and the local cloud say about a URL. */
test.each<[url: string, deployed: string | null, local: string | null]>([
  ['https://example.com/hook', null, null],
  ['https://example.com:8443/', null, null],
  ['https://8.8.8.8/', null, null],
  ['https://[2606:4700:4700::1111]/', null, null],
  ['hook', 'is not a URL', 'is not a URL'],
  ['https://user@example.com/', 'must not carry a user name or password', 'must not carry a user name or password'],
  ['https://:secret@example.com/', 'must not carry a user name or password', 'must not carry a user name or password'],
  ['http://user@127.0.0.1/', 'must not carry a user name or password', 'must not carry a user name or password'],
  ['http://example.com/', 'must begin with https://', 'must begin with https://'],
  ['https://example.com:444/', 'must use port 443 or 8443', 'must use port 443 or 8443'],
  ['https://10.0.0.1/', 'leads to an address that is not public', 'leads to an address that is not public'],
  ['https://[fd00::1]/', 'leads to an address that is not public', 'leads to an address that is not public'],
  ['https://printer.local/', 'must name a public host', 'must name a public host'],
  ['https://printer/', 'must name a public host', 'must name a public host'],
  ['https://localhost/', 'must name a public host', null],
  ['https://127.0.0.1/', 'leads to an address that is not public', null],
  ['https://[::1]:9000/', 'must use port 443 or 8443', null],
  ['http://127.1:9000/', 'must begin with https://', null],
  ['http://localhost.example.com/', 'must begin with https://', 'must begin with https://'],
  ['ftp://localhost/', 'must begin with https://', 'must be http(s)'],
])('destination %s: deployed %s, local %s', (url, deployed, local) => {
  expect(destinationFault(url, { isLocal: false })).toBe(deployed);
  expect(destinationFault(url, { isLocal: true })).toBe(local);
});
