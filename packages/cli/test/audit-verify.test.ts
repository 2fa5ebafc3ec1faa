import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import {
  appendLeaves,
  consistencyRanges,
  leafHash,
  rootOf,
  rootOfComplete,
  subtreesOf,
} from '@assay/foundation/merkle';
import { describe, expect, test } from 'vitest';
import { checkEvents, checkRoots, type Event, type Root } from '../src/audit/verify-log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-03-02T00:00:00Z');
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function eventAt(day: number, number: number): Event {
  const ms = (START + day * DAY_MS + number).toString(16).padStart(12, '0');
  const data = { type: 't', resource: 'r', resourceId: 'x', subjectId: null, actor: 'a', reason: null };
  const at = new Date(START + day * DAY_MS + number).toISOString();
  return {
    id: `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`,
    data: { ...data, details: { number }, occurredAt: at },
  };
}

const leafOf = ({ id, data }: Event) => leafHash(canonicalJson({ id, resource: 'events', data }));

/** The roots that the service would seal. */
function sealed(days: readonly Event[][], key: KeyObject = privateKey): Root[] {
  const leaves: string[] = [];
  return days.map((events, day) => {
    const previousTreeSize = leaves.length;
    leaves.push(...events.map(leafOf));
    const { size: treeSize, hashes } = appendLeaves({ size: 0, hashes: [] }, leaves);
    const statement = {
      organizationId: 'o',
      mode: 'live',
      treeSize,
      root: rootOf(hashes),
      upTo: new Date(START + (day + 1) * DAY_MS).toISOString(),
      sealedAt: new Date(START + (day + 1) * DAY_MS + 3_600_000).toISOString(),
    };
    const text = canonicalJson({ ...statement, statement: 'assay.audit.root' });
    const nodeOf = (level: number, index: number) =>
      rootOfComplete(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
    const ranges = previousTreeSize === 0 ? [] : consistencyRanges(previousTreeSize, treeSize);
    return {
      ...statement,
      previousTreeSize,
      consistency: ranges.map((range) => rootOf(subtreesOf(range).map(({ level, index }) => nodeOf(level, index)))),
      frontier: [...hashes],
      signature: sign('sha256', Buffer.from(text), key).toString('base64'),
      keyFingerprint: createHash('sha256')
        .update(publicKey.export({ format: 'der', type: 'spki' }))
        .digest('hex'),
    };
  });
}

const DAYS = [5, 1, 12].map((count, day) => Array.from({ length: count }, (_, number) => eventAt(day, number)));
const EVENTS = DAYS.flat();
const ROOTS = sealed(DAYS);

describe('assay audit verify', () => {
  test('roots and events hold as they were sealed, as a whole and by day', () => {
    const after = eventAt(3, 0);
    expect(checkRoots(ROOTS, publicKey).findings).toEqual([]);
    expect(checkEvents(EVENTS, ROOTS, { all: true })).toMatchObject({ findings: [], notes: [] });
    const lastDay = checkEvents([...(DAYS[2] ?? []), after], ROOTS.slice(1), { all: false });
    expect(lastDay.findings).toEqual([]);
    expect(lastDay.verified[0]).toContain('12 of the export');
    expect(lastDay.notes).toEqual(['Events after the last root, not checked: 1.']);
    expect(checkEvents(DAYS[2] ?? [], ROOTS, { all: true }).findings).toHaveLength(2);
  });

  test('an event that is changed, missing, inserted or reordered is found, with the root that shows it', () => {
    const changed = { ...(EVENTS[8] as Event), data: { ...EVENTS[8]?.data, reason: 'Other.' } };
    const found = [
      EVENTS.with(8, changed),
      EVENTS.toSpliced(8, 1),
      EVENTS.toSpliced(9, 0, eventAt(2, 500)),
      EVENTS.with(8, EVENTS[9] as Event).with(9, EVENTS[8] as Event),
    ].map((events) => checkEvents(events, ROOTS, { all: false }).findings.join(' '));
    expect(found[0]).toContain('changed or replaced');
    expect(found[1]).toContain('12 events were sealed, the export has 11');
    expect(found[2]).toContain('Events were added');
    expect(found[3]).toContain('is not behind the event before it');
    expect(checkEvents([], ROOTS, { all: false }).findings).toHaveLength(1);
  });

  test('a root that is forged, missing or does not continue the one before is found', () => {
    const [first, second, third] = ROOTS as [Root, Root, Root];
    const rewritten = sealed([DAYS[0]?.slice(1) ?? [], [...(DAYS[1] ?? []), eventAt(1, 9)], DAYS[2] ?? []]);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const faults = (roots: readonly Root[], key = publicKey) => checkRoots(roots, key).findings.join(' ');

    expect(faults([first, { ...second, treeSize: 7 }, third])).toContain('the signature does not hold');
    expect(faults([first, { ...second, signature: '' }, third])).toContain('the signature does not hold');
    expect(faults([first, third])).toContain('the root of 6 events before it is missing');
    expect(faults([first, { ...(rewritten[1] as Root), previousTreeSize: 5 }, third])).toContain('does not continue');
    expect(faults([first, { ...second, frontier: [] }, third])).toContain('does not lead to `root`');
    expect(faults(sealed(DAYS, other.privateKey))).toContain('the signature does not hold');
    expect(faults(ROOTS, other.publicKey)).toContain(
      `another key, ${sha256Hex(publicKey.export({ format: 'der', type: 'spki' }))}`,
    );
    expect(faults([first, { ...second, mode: 'test' }, third])).toContain('another organization or mode');
  });
});
