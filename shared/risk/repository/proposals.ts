import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';
import { type ProposalsRow, proposalsIn, readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { OverrideProposal, PolicyProposal, RevocationProposal } from '../proposal.ts';

/** The partition of the proposals about a policy version, an assessment or an override. */
export const proposalsPartition = (scope: Scope, aboutId: string) => `${scopeKey(scope)}#proposals#${aboutId}`;

const openPartition = (scope: Scope) => `${scopeKey(scope)}#open-proposals`;
const closedPartition = (scope: Scope) => `${scopeKey(scope)}#closed-proposals`;

/** Partitions with pointers to proposals. People make too few of them to exceed one. */
export const proposalIndexPartitions = (scope: Scope): string[] => [openPartition(scope), closedPartition(scope)];

const SHAPES = { policy: PolicyProposal, override: OverrideProposal, revocation: RevocationProposal };
export type RiskProposalKind = keyof typeof SHAPES;

const keyOf = (scope: Scope, aboutId: string) => ({ pk: proposalsPartition(scope, aboutId), sk: 'all' });

const rowOf = (scope: Scope, kind: RiskProposalKind, aboutId: string): ProposalsRow => ({
  table: 'risk',
  key: keyOf(scope, aboutId),
  index: { open: openPartition(scope), closed: closedPartition(scope), about: { kind, aboutId } },
});

export const readPolicyProposals = ({ store, caller }: Context, policyVersionId: string) =>
  readStoredProposals<PolicyProposal>(store, rowOf(caller, 'policy', policyVersionId), PolicyProposal);

export const readOverrideProposals = ({ store, caller }: Context, assessmentId: string) =>
  readStoredProposals<OverrideProposal>(store, rowOf(caller, 'override', assessmentId), OverrideProposal);

export const readRevocationProposals = ({ store, caller }: Context, overrideId: string) =>
  readStoredProposals<RevocationProposal>(store, rowOf(caller, 'revocation', overrideId), RevocationProposal);

export type RiskProposal =
  | { kind: 'policy'; proposal: PolicyProposal }
  | { kind: 'override'; proposal: OverrideProposal }
  | { kind: 'revocation'; proposal: RevocationProposal };

/** The open proposals of an organization and mode, oldest first. */
export async function openRiskProposals(store: Store, scope: Scope, limit: number): Promise<RiskProposal[]> {
  const { items } = await store.query('risk', { pk: openPartition(scope), limit });
  return proposalsAt(store, scope, items, ({ sk }) => sk);
}

/** The latest proposals of a person that another one closed. */
export async function closedRiskProposals(
  store: Store,
  scope: Scope,
  { person, limit }: { person: string; limit: number },
): Promise<RiskProposal[]> {
  const range = { from: `${person}#`, upTo: `${person}#~`, descending: true, limit };
  const { items } = await store.query('risk', { pk: closedPartition(scope), ...range });
  return proposalsAt(store, scope, items, ({ sk }) => sk.slice(person.length + 1));
}

async function proposalsAt(
  store: Store,
  scope: Scope,
  pointers: readonly Item[],
  idOf: (pointer: Item) => string,
): Promise<RiskProposal[]> {
  const aboutIds = [...new Set(pointers.map(({ aboutId }) => String(aboutId)))];
  const rows = await store.getMany(aboutIds.map((id) => ({ table: 'risk', key: keyOf(scope, id) })));
  const rowAbout = new Map(aboutIds.map((id, index) => [id, rows[index]]));
  return pointers.flatMap((pointer): RiskProposal[] => {
    const kind = pointer.kind as RiskProposalKind;
    // Of more than 20 proposals about one thing, only the latest are stored.
    const found = (proposalsIn(rowAbout.get(String(pointer.aboutId))) as { id: string }[]).find(
      ({ id }) => id === idOf(pointer),
    );
    return found ? [{ kind, proposal: SHAPES[kind].parse(found) } as RiskProposal] : [];
  });
}
