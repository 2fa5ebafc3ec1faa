import { expect, test } from 'vitest';
import { deliverableAddress, emailFault } from '#shared/documents/email-address.ts';

test.each([
  'ada@example.com',
  'a&b=c@example.com',
  'a/b@example.com',
  '!#$%*?^_`{|}~-@example.com',
  'first.last+tag@sub.example.co.uk',
  'ada@exämple.de',
  'ada@例え.テスト',
  `${'a'.repeat(64)}@example.com`,
  'ada@xn--exmple-cua.de',
  'ADA@EXAMPLE.COM',
  'a@b.museum',
])('email address: %s is accepted', (address) => {
  expect(emailFault(address)).toBeUndefined();
});

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@example',
  'ada@@example.com',
  'a b@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  '"a b"@example.com',
  'ada@-a.com',
  'ada@exa mple.com',
  'ada@example.com,bob@example.com',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada@example.com\r\nBcc: bob@example.com',
  'ünïcode@example.com',
  `${'a'.repeat(65)}@example.com`,
  'Ada <ada@example.com>',
  'ada@exam_ple.com',
  `ada@${'a'.repeat(64)}.com`,
  'ada@example..com',
])('email address: %j is rejected', (address) => {
  expect(emailFault(address)).toBeTypeOf('string');
});

test('email address: a domain in another script is sent in its ASCII form', () => {
  expect(deliverableAddress('ada@exämple.de')).toBe('ada@xn--exmple-cua.de');
  expect(deliverableAddress('Ada@Example.com')).toBe('Ada@example.com');
});

test('email address: the limit of 254 characters holds for the ASCII form', () => {
  const labels = Array.from({ length: 9 }, () => 'üéà'.repeat(8)).join('.');

  expect(`ada@${labels}.de`.length).toBeLessThan(254);
  expect(emailFault(`ada@${labels}.de`)).toMatch(/254|domain/);
});
