import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { ATTESTATIONS_PER_PAGE, Attestation } from '../attestation.ts';
import { CoveredLists, coveredLists } from '../lists/coverage.ts';

export const attestationsPartition = (scope: Scope) => `${scopeKey(scope)}#attestations`;

const keyOf = (scope: Scope, date: string): Key => ({ pk: attestationsPartition(scope), sk: date });

/** Fails if the day is attested. */
export const storeAttestation = (scope: Scope, attestation: Attestation): Write => ({
  table: 'screening',
  put: { ...keyOf(scope, attestation.date), packed: pack(attestation)[0] },
  when: 'absent',
});

/** A year of attestations is a megabyte, and a calendar needs a word and a number of each. */
export const coveragePartition = (scope: Scope) => `${scopeKey(scope)}#coverage`;

/** Written with the attestation. */
export const storeCoverage = (scope: Scope, { date, lists }: Pick<Attestation, 'date' | 'lists'>): Write => ({
  table: 'screening',
  put: { pk: coveragePartition(scope), sk: date, packed: pack(coveredLists(lists))[0] },
});

/** Of each attested day of a range, what its lists were. */
export async function coveredDays(store: Store, scope: Scope, { from, until }: { from: string; until: string }) {
  const days = new Map<string, CoveredLists>();
  for await (const rows of rowsOf(store, 'screening', coveragePartition(scope), { from, upTo: until }))
    for (const { sk, packed } of rows) days.set(sk, CoveredLists.parse(unpack([packed as Uint8Array])));
  return days;
}

const attestationIn = ({ packed }: Item) => Attestation.parse(unpack([packed as Uint8Array]));

export async function findAttestation(store: Store, scope: Scope, date: string): Promise<Attestation | undefined> {
  const row = await store.get('screening', keyOf(scope, date));
  return row && attestationIn(row);
}

/** The oldest first. */
export async function listAttestations(store: Store, scope: Scope, { from, to }: { from: string; to: string }) {
  if (from > to) return { items: [], nextFrom: null };
  const query = { pk: attestationsPartition(scope), from, upTo: to, limit: ATTESTATIONS_PER_PAGE };
  const { items, more } = await store.query('screening', query);
  const found = items.map(attestationIn);
  const last = found.at(-1);
  return { items: found, nextFrom: more && last ? dayAfter(last.date) : null };
}

export const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** The last day of which every organization has its attestation. */
const progressKey: Key = { pk: 'attestations', sk: 'through' };

export const findAttestedThrough = async (store: Store): Promise<string | undefined> => {
  const row = await store.get('screening', progressKey);
  return row && String(row.date);
};

export const storeAttestedThrough = (date: string): Write => ({ table: 'screening', put: { ...progressKey, date } });
