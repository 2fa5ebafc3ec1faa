import { canonicalJson } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { Mode, type Scope, scopeKey } from '#shared/platform/caller.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { PAGE_ROWS, type Page } from '#shared/platform/store/paging.ts';
import type { Item, Key, Store } from '#shared/platform/store/store.ts';

export const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] });

/** What the signature covers, with the kind of statement, so that it can pass for nothing else that the key signs. */
const Sealed = z.object({
  organizationId: z.string(),
  mode: Mode,
  treeSize: z.int().describe('The number of leaves: the events of the organization and mode from the first on.'),
  root: Hash.describe('Root of the Merkle tree (RFC 9162) over these leaves.'),
  upTo: Timestamp.describe('The leaves are the events whose ids have a time before this.'),
  sealedAt: Timestamp,
});

export const AuditRoot = z
  .object({
    id: z.uuid(),
    ...Sealed.shape,
    signature: z
      .string()
      .describe(
        'In Base64, by the sealing key (`GET /documents/seal-key`) with SHA-256, ECDSA (DER) or RSA (PKCS #1 v1.5) by its kind, of the ' +
          'canonical JSON of `{ mode, organizationId, root, sealedAt, statement: "assay.audit.root", treeSize, upTo }`.',
      )
      .meta({
        examples: ['MEUCIQDn1cYQ0l3Jk8p5mZs2o7b1kq0f6T9cB1e4q2H8xWmJ6gIgVbq3m0r7yq2m9oX5n1uS8dZl4Kf0cW6tP3hY7aE2bN8='],
      }),
    keyFingerprint: Hash.describe('SHA-256 of that public key.'),
    previousTreeSize: z.int().describe('Of the root before; 0 for the first.'),
    consistency: z.array(Hash).describe('Proof that the tree of the root before is the beginning of this one.'),
    frontier: z
      .array(Hash)
      .describe('Roots of the complete subtrees, largest first. They hash to `root`, and leaves can be added to them.'),
  })
  .meta({ id: 'AuditRoot' });
export type AuditRoot = z.infer<typeof AuditRoot>;

/** The text that is signed. Its members are part of what readers verify: they cannot change. */
export function statementOf({ organizationId, mode, treeSize, root, upTo, sealedAt }: z.infer<typeof Sealed>): string {
  return canonicalJson({ statement: 'assay.audit.root', organizationId, mode, treeSize, root, upTo, sealedAt });
}

const SIZE_DIGITS = 16;
const digitsOf = (size: number) => String(size).padStart(SIZE_DIGITS, '0');

const rootsPartition = (scope: Scope) => `${scopeKey(scope)}#audit-roots`;
const rootKey = (scope: Scope, treeSize: number): Key => ({
  pk: rootsPartition(scope),
  sk: digitsOf(treeSize),
});

export const rootRow = (root: AuditRoot): Item => ({ ...rootKey(root, root.treeSize), ...root });

export async function findRoot(store: Store, scope: Scope, treeSize: number): Promise<AuditRoot | undefined> {
  const row = await store.get('journal', rootKey(scope, treeSize));
  return row && AuditRoot.parse(row);
}

/** The first root with more than this many leaves. */
export async function findRootOver(store: Store, scope: Scope, leaves: number): Promise<AuditRoot | undefined> {
  const query = { pk: rootsPartition(scope), after: digitsOf(leaves), limit: 1 };
  const [row] = (await store.query('journal', query)).items;
  return row && AuditRoot.parse(row);
}

/** Pages end behind a root, and are numbered by its size. */
export async function listRoots(
  store: Store,
  scope: Scope,
  { offset, order }: { offset: number; order: 'oldest' | 'newest' },
): Promise<Page<AuditRoot>> {
  const isNewest = order === 'newest';
  const range = offset === 0 ? {} : isNewest ? { before: digitsOf(offset) } : { after: digitsOf(offset) };
  const query = { pk: rootsPartition(scope), descending: isNewest, limit: PAGE_ROWS, ...range };
  const { items, more } = await store.query('journal', query);
  const roots = items.map((row) => AuditRoot.parse(row));
  return { items: roots, nextOffset: more ? (roots.at(-1)?.treeSize ?? null) : null };
}
