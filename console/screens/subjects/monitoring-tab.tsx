import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { MonitorButton } from '../../domain/monitoring-dialog.tsx';
import { wordsOf } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

const ERRORS: Record<string, string> = {
  applicability_unknown: 'Evidence that decides whether the policy covers the subject is missing.',
  applicability_not_matched: 'The policy does not cover this subject.',
  evaluation_failed: 'The evaluation failed.',
};

/** Policies that reassess the subject by themselves when something changes. */
export function MonitoringTab({ subjectId }: { subjectId: string }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const list = useApiQuery(['subject', subjectId, 'monitoring'], (client, signal) =>
    client.risk.listMonitoring({ params: { id: subjectId }, signal }),
  );
  const configure = async (policyVersionId: string, enabled: boolean) => {
    try {
      await api.risk.configureMonitoring({
        params: { id: subjectId },
        body: { policyVersionId, enabled },
      });
      toast(enabled ? 'Monitoring resumed.' : 'Monitoring paused.');
      await invalidate(['subject', subjectId]);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <QueryPart query={list}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="Not monitored">
            <p>A monitored subject is assessed again whenever its evidence changes.</p>
            <MonitorButton subjectId={subjectId} />
          </Empty>
        ) : (
          <Card title="Monitoring" end={<MonitorButton subjectId={subjectId} />}>
            {items.map(({ id, data }) => (
              <div key={id} className="card-row">
                <div className="stack-s">
                  <div className="cluster">
                    <span className="strong">{wordsOf(data.policyKey)}</span>
                    {data.enabled ? <Pill tone="ok">Active</Pill> : <Pill mark="ring">Paused</Pill>}
                  </div>
                  <div className="caption">
                    {data.lastEvaluatedAt ? (
                      <>
                        Last check <Time at={data.lastEvaluatedAt} />
                      </>
                    ) : (
                      'Not checked yet'
                    )}
                    {data.nextCheckAt && (
                      <>
                        {' '}
                        · next check <Time at={data.nextCheckAt} />
                      </>
                    )}
                  </div>
                  {data.reviewDueAt && (
                    <div className="caption">
                      {data.reviewActionIds ? 'Review due since ' : 'Next review '}
                      <Time at={data.reviewDueAt} />
                      {data.reviewReason === 'band' && ', by its band'}
                    </div>
                  )}
                  {data.lastError && <div className="text-warn">{ERRORS[data.lastError]}</div>}
                </div>
                <Button size="small" onClick={() => void configure(data.policyVersionId, !data.enabled)}>
                  {data.enabled ? 'Pause' : 'Resume'}
                </Button>
              </div>
            ))}
          </Card>
        )
      }
    </QueryPart>
  );
}
