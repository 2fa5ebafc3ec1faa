import { uuid } from './filled-base.ts';

const hash = (digit: string) => digit.repeat(64);
const SEAL = { signature: 'MEUCIQDn', keyFingerprint: hash('f') };

const root = (day: number, treeSize: number, previousTreeSize: number) => ({
  id: uuid(61, day),
  organizationId: uuid(1, 1),
  mode: 'test',
  treeSize,
  root: hash(String(day % 10)),
  upTo: `2026-03-${String(day + 1).padStart(2, '0')}T00:00:00.000Z`,
  sealedAt: `2026-03-${String(day + 1).padStart(2, '0')}T01:20:00.000Z`,
  ...SEAL,
  previousTreeSize,
  consistency: [],
  frontier: [],
});

/** Three nights, the newest first. */
export const auditRoots = () => [root(14, 4_512, 4_200), root(13, 4_200, 3_871), root(12, 3_871, 0)];

export const eventProof = (eventId: string) => ({
  eventId,
  leafIndex: 4_210,
  treeSize: 4_512,
  leafHash: hash('a'),
  path: [hash('b'), hash('c')],
  root: hash('4'),
  upTo: '2026-03-15T00:00:00.000Z',
  sealedAt: '2026-03-15T01:20:00.000Z',
  ...SEAL,
});
