import { useApiQuery } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Code } from '../../parts/scrolling.tsx';
import { CopyText } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

/** That an event is a leaf of the sealed tree. The service computes the proof; the program of the documentation checks it. */
export function ProofCard({ id }: { id: string }) {
  const proof = useApiQuery(['event-proof', id], (api, signal) => api.risk.readEventProof({ params: { id }, signal }));
  return (
    <Card title="Proof of the event">
      <QueryPart query={proof}>
        {(data) => (
          <div className="card-body stack">
            <dl className="facts">
              <dt>Event</dt>
              <dd className="mono">{data.eventId}</dd>
              <dt>Leaf</dt>
              <dd>
                {(data.leafIndex + 1).toLocaleString('en')} of {data.treeSize.toLocaleString('en')}
              </dd>
              <dt>Hash of the leaf</dt>
              <dd className="mono wrap">{data.leafHash}</dd>
              <dt>Root</dt>
              <dd className="mono wrap">{data.root}</dd>
              <dt>Sealed</dt>
              <dd>
                <Time at={data.sealedAt} style="exact" />
              </dd>
            </dl>
            <Code label="Proof">{JSON.stringify(data, null, 2)}</Code>
            <div>
              <CopyText text={JSON.stringify(data)} label="Copy the proof" />
            </div>
          </div>
        )}
      </QueryPart>
    </Card>
  );
}
