export interface OpenAction {
  id: string;
  name: string;
  status: string;
  revision: number;
  policyKey: string;
  createdAt: string;
}

/** Equal actions of several assessments, which people see and move as one. */
export interface ActionGroup {
  name: string;
  status: string;
  policyKeys: readonly string[];
  since: string;
  actions: readonly OpenAction[];
}

/** Groups actions by name and status, the oldest group first. */
export function groupActions(actions: readonly OpenAction[]): readonly ActionGroup[] {
  const groups = Map.groupBy(actions, ({ name, status }) => `${name}\n${status}`);
  return [...groups.values()]
    .map((members) => ({
      name: members[0]?.name ?? '',
      status: members[0]?.status ?? '',
      policyKeys: [...new Set(members.map(({ policyKey }) => policyKey))].sort(),
      since: members.map(({ createdAt }) => createdAt).sort()[0] ?? '',
      actions: members,
    }))
    .sort((one, other) => (one.since < other.since ? -1 : 1));
}

/** The status an analyst moves an action to next, with the word on the button. */
export const NEXT_MOVE: Record<string, { to: 'acknowledged' | 'completed' | 'requested'; word: string }> = {
  requested: { to: 'acknowledged', word: 'Take' },
  acknowledged: { to: 'completed', word: 'Complete' },
  failed: { to: 'requested', word: 'Retry' },
};
