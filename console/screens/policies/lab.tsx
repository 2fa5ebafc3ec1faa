import { type ReactNode, useRef } from 'react';
import { useAddressQuery, usePathParam, uuidIn } from '../../address.ts';
import { useMe } from '../../api/me.ts';
import { useRecord } from '../../api/records.ts';
import { isNotFound, useApiQuery, useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { asWritten, draftOf, type LabDraft, NEW_DRAFT } from './lab-draft.ts';
import { LabEditor } from './lab-editor.tsx';
import { useVersions } from './use-versions.ts';

/** Writes the first version of a policy. */
export function NewPolicy() {
  return (
    <WithPerson id="new">
      {(storageKey) => <LabEditor key={storageKey} storageKey={storageKey} initial={NEW_DRAFT} />}
    </WithPerson>
  );
}

/** Writes the next version of a policy beside what it would decide. */
export function PolicyLab() {
  const key = usePathParam('key');
  const from = uuidIn(useAddressQuery().from);
  const versions = useVersions(key, true);
  const inForce = versions.data?.find(({ data }) => data.inForce);
  // The first that was found: what others publish meanwhile does not replace what is typed.
  const chosen = useRef<string>(undefined);
  chosen.current ??= from ?? (inForce ?? versions.data?.[0])?.id;
  const version = useRecord('policies', chosen.current);
  const scenarios = useApiQuery(
    ['records', 'policies', chosen.current, 'scenarios'],
    (api, signal) => api.risk.readPolicyScenarios({ params: { id: chosen.current ?? '' }, signal }),
    { isOn: chosen.current !== undefined },
  );
  const opened = useRef<LabDraft>(undefined);
  if (version.data && scenarios.data && versions.data)
    opened.current ??= draftOf(version.data, scenarios.data.scenarios.map(asWritten), inForce?.id ?? null);
  const initial = opened.current;
  if (initial?.key === key)
    return (
      <WithPerson id={key}>
        {(storageKey) => <LabEditor key={storageKey} storageKey={storageKey} initial={initial} />}
      </WithPerson>
    );
  const failed = [versions, version, scenarios].find(({ isError }) => isError);
  const isNothing = versions.data?.length === 0 || isNotFound(version.error) || version.data !== undefined;
  return (
    <Waiting title={key}>
      {isNothing && (version.data === undefined || version.data.data.key !== key) ? (
        <Empty title="There is no version of this policy to begin with">
          <NextStep to={['policies']}>All policies</NextStep>
        </Empty>
      ) : (
        <QueryPart query={failed ? { ...failed, data: undefined } : versions} lines={8}>
          {() => <Skeleton lines={8} />}
        </QueryPart>
      )}
    </Waiting>
  );
}

const Waiting = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <TopBar title={title} isId crumbs={<Crumbs />} />
    <div className="page">{children}</div>
  </>
);

/** Unsaved text belongs to one person. */
function WithPerson({ id, children }: { id: string; children(storageKey: string): ReactNode }) {
  const me = useMe();
  const mode = useMode();
  if (!me.data)
    return (
      <Waiting title="Lab">
        <QueryPart query={me}>{() => null}</QueryPart>
      </Waiting>
    );
  return children(`assay.draft.${me.data.userId}.${mode}.policy.${id}`);
}
