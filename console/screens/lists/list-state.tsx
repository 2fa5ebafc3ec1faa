import { Pill } from '../../parts/pill.tsx';

/** Whether a list is searched and current. */
export function ListState({
  source,
}: {
  source: {
    enabled: boolean;
    versionId: string | null;
    stale: boolean;
    pending: unknown;
    attention: boolean;
  };
}) {
  if (!source.enabled) return <Pill mark="ring">Off</Pill>;
  if (source.pending) return <Pill tone="warn">Waits for approval</Pill>;
  if (!source.versionId) return <Pill tone="bad">Not loaded</Pill>;
  if (source.attention) return <Pill tone="alert">Needs attention</Pill>;
  if (source.stale) return <Pill tone="warn">Out of date</Pill>;
  return <Pill tone="ok">Current</Pill>;
}
