import { useState } from 'react';
import { usePoliciesInForce } from '../api/policies-in-force.ts';
import { useApi, useApiQuery, useInvalidate } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { exactDuration } from '../parts/duration.ts';
import { SelectField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { QueryPart } from '../parts/query-part.tsx';
import { toast } from '../parts/toast.tsx';
import { NoPolicies } from './assess-dialog.tsx';

/** Starts monitoring of a subject by a policy. */
export function MonitorButton({ subjectId }: { subjectId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Monitor with a policy…</Button>
      {isOpen && <MonitoringDialog subjectId={subjectId} onClose={() => setOpen(false)} />}
    </>
  );
}

function MonitoringDialog({ subjectId, onClose }: { subjectId: string; onClose(): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const policies = usePoliciesInForce();
  const monitored = useApiQuery(['subject', subjectId, 'monitoring'], (client, signal) =>
    client.risk.listMonitoring({ params: { id: subjectId }, signal }),
  );
  const [picked, setPicked] = useState<string>();
  const known = policies.data ?? [];
  const chosen = known.find(({ id }) => id === picked) ?? known[0];
  const now = monitored.data?.find(({ data }) => data.policyKey === chosen?.data.key)?.data;
  const isSame = now?.policyVersionId === chosen?.id;
  const configure = async (idempotencyKey: string) => {
    if (!chosen) return;
    await api.risk.configureMonitoring({
      params: { id: subjectId },
      body: { policyVersionId: chosen.id, enabled: true },
      idempotencyKey,
    });
    toast(`Monitored with ${chosen.data.key} v${chosen.data.version}.`);
    onClose();
    await invalidate(['subject', subjectId]);
  };
  const blocked = !chosen
    ? 'No policy is published.'
    : now?.enabled && isSame
      ? 'This version monitors the subject already.'
      : null;
  return (
    <FormDialog
      title="Monitor with a policy"
      button="Start monitoring"
      blocked={blocked}
      onClose={onClose}
      onSubmit={configure}
    >
      <QueryPart query={policies}>
        {() =>
          chosen ? (
            <>
              <SelectField
                label="Policy in force"
                value={chosen.id}
                options={known.map(({ id, data }) => [id, `${data.key} v${data.version}`])}
                onValue={setPicked}
              />
              <p>
                The subject is assessed when its evidence changes or gets too old, and{' '}
                {exactDuration(chosen.data.definition.reviewAfterSeconds)} after each assessment. Each assessment can
                request actions.
              </p>
              {now && !isSame && (
                <p className="text-warn">
                  Another version of {chosen.data.key} monitors the subject. This one replaces it.
                </p>
              )}
              {now && isSame && !now.enabled && <p>Monitoring is paused and goes on.</p>}
            </>
          ) : (
            <NoPolicies />
          )
        }
      </QueryPart>
    </FormDialog>
  );
}
