import type { RecordOf } from '../../api/records.ts';
import { SourceName } from '../../domain/source-name.tsx';
import { valueInWords } from '../../domain/words.ts';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/record-table.tsx';
import { FreshnessBar } from '../../pictures/freshness.tsx';

type Assessment = RecordOf<'assessments'>;

const REASONS: Record<string, string> = {
  no_evidence: 'no evidence',
  unavailable: 'the source could not state it',
  revoked: 'revoked',
  stale: 'too old',
  expired: 'expired',
  not_yet_observed: 'observed later',
  withdrawn: 'withdrawn',
  type_mismatch: 'another type',
  undocumented_value: 'not a declared value',
  sources_disagree: 'sources disagree',
};

/** The facts an assessment used, and until when each of them counts. */
export function EvidenceCard({ assessment: { data } }: { assessment: Assessment }) {
  const required = data.inputs.filter(({ status }) => status !== 'not_required');
  const resolved = required.filter(({ status }) => status === 'resolved').length;
  const maxAge = new Map(data.policy.definition.inputs.map(({ key, maxAgeSeconds }) => [key, maxAgeSeconds] as const));
  return (
    <Card
      title="Evidence it uses"
      end={
        <span className="quiet num">
          {resolved} of {required.length} resolved
        </span>
      }
    >
      <Table
        rows={data.inputs.map((input) => ({
          ...input,
          used:
            input.receipts.find(({ why, source }) => why === 'usable' && source === (input.usedSource ?? source)) ??
            input.receipts[0],
        }))}
        idOf={({ key }) => key}
        columns={[
          { title: 'Fact', look: 'mono', cell: ({ key }) => key },
          {
            title: 'Value',
            look: 'right num',
            cell: ({ status, value, reason }) =>
              status === 'resolved' ? (
                valueInWords(value)
              ) : status === 'not_required' ? (
                <span className="quiet">not required</span>
              ) : (
                <span className="text-warn">{REASONS[reason ?? ''] ?? 'unknown'}</span>
              ),
          },
          { title: 'Source', cell: ({ used }) => (used ? <SourceName source={used.source} /> : '–') },
          {
            title: 'Counts until',
            cell: ({ key, status, used }) =>
              used && status === 'resolved' ? (
                <FreshnessBar
                  observedAt={used.observedAt}
                  expiresAt={used.expiresAt}
                  maxAgeSeconds={maxAge.get(key) ?? null}
                />
              ) : (
                <span className="quiet">–</span>
              ),
          },
        ]}
      />
    </Card>
  );
}
