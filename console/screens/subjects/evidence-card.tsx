import type { RecordOf } from '../../api/records.ts';
import { SourceName } from '../../domain/source-name.tsx';
import { Card } from '../../parts/card.tsx';
import { FreshnessBar } from '../../pictures/freshness.tsx';
import { valueInWords } from '../../domain/words.ts';

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
  sources_disagree: 'sources disagree',
};

/** The facts an assessment used, and until when each of them counts. */
export function EvidenceCard({ assessment: { data } }: { assessment: Assessment }) {
  const resolved = data.inputs.filter(({ status }) => status === 'resolved').length;
  const maxAge = new Map(data.policy.definition.inputs.map(({ key, maxAgeSeconds }) => [key, maxAgeSeconds] as const));
  return (
    <Card
      title="Evidence it uses"
      end={
        <span className="quiet num">
          {resolved} of {data.inputs.length} resolved
        </span>
      }
    >
      <div className="scroll-x">
        <table className="table">
          <thead>
            <tr>
              <th>Fact</th>
              <th className="right">Value</th>
              <th>Source</th>
              <th>Counts until</th>
            </tr>
          </thead>
          <tbody>
            {data.inputs.map(({ key, status, value, reason, receipts }) => {
              const used = receipts.find(({ why }) => why === 'usable') ?? receipts[0];
              return (
                <tr key={key}>
                  <td className="mono">{key}</td>
                  <td className="right num">
                    {status === 'resolved' ? (
                      valueInWords(value)
                    ) : (
                      <span className="text-warn">{REASONS[reason ?? ''] ?? 'unknown'}</span>
                    )}
                  </td>
                  <td>{used ? <SourceName source={used.source} /> : '–'}</td>
                  <td>
                    {used && status === 'resolved' ? (
                      <FreshnessBar
                        observedAt={used.observedAt}
                        expiresAt={used.expiresAt}
                        maxAgeSeconds={maxAge.get(key) ?? null}
                      />
                    ) : (
                      <span className="quiet">–</span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
