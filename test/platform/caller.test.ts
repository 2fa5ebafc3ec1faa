import { expect, test } from 'vitest';
import { isAdmin, type Role, serviceCaller } from '#shared/platform/caller.ts';

const inRole = (role: Role) => ({ ...serviceCaller({ organizationId: 'o', mode: 'test' }, 'w'), role });

test.each<[Role, boolean]>([
  ['client', false],
  ['member', false],
  ['admin', true],
  ['owner', true],
])('caller: whether the role %s administers the organization is %s', (role, expected) => {
  expect(isAdmin(inRole(role))).toBe(expected);
});
