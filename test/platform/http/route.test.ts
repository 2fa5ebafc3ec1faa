import { expect, test } from 'vitest';
import { get, Nothing, post } from '#shared/platform/http/route.ts';

// The type check of `npm test` fails if one of these is not an error.
test('routes: an option that does not exist is a type error', () => {
  const summary = 'Read a record';
  expect(get('/records', 'client', Nothing, { summary, memoryMb: 256 }).memoryMb).toBe(256);
  // @ts-expect-error: the option is memoryMb
  get('/records', 'client', Nothing, { summary, memoryMB: 256 });
  // @ts-expect-error: the option is isModeless
  post('/records', 'client', Nothing, Nothing, { summary, modeless: true });
  // @ts-expect-error: functions use tables
  get('/records', 'client', Nothing, { summary, uses: { table: { risk: ['GetItem'] } } });
  // @ts-expect-error: functions use the master secret, not secrets
  get('/records', 'client', Nothing, { summary, uses: { masterSecret: true, secrets: true } });
});
