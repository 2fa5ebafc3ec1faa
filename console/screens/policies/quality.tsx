import type { Api } from '../../api/client.ts';
import { useApiQuery } from '../../app.tsx';
import { wordsOf } from '../../domain/words.ts';
import { Card } from '../../parts/card.tsx';
import { longDuration } from '../../parts/duration.ts';
import { type Column, Table } from '../../parts/record-table.tsx';

type PolicyQuality = Awaited<ReturnType<Api['risk']['readPolicyQuality']>>;
type Version = PolicyQuality['versions'][number];
type Rule = Version['rules'][number];
type Estimate = Version['precision'];

const MINUTE_MS = 60_000;

/** How well a version decides, by what turned out to be true. Nothing before its first assessment of these days. */
export function Quality({ policyKey, version }: { policyKey: string; version: number }) {
  const { data } = useApiQuery(
    ['policy-quality', policyKey],
    (api, signal) => api.risk.readPolicyQuality({ params: { key: policyKey }, signal }),
    { staleMs: MINUTE_MS },
  );
  const found = data?.versions.find((one) => one.version === version);
  if (!data || !found) return null;
  const outcomes = found.positives + found.negatives;
  return (
    <Card title={`Quality of v${version} in 30 days`} end={<span className="figure-s num">{outcomes}</span>}>
      <p className="card-body quiet">
        {outcomes < data.leastCases
          ? `Not enough outcomes: ${outcomes} of ${found.assessed} assessments have one. A share is shown from ${data.leastCases} cases on.`
          : `${outcomes} of ${found.assessed} assessments have an outcome. In brackets: the 95 % interval.`}
      </p>
      {outcomes > 0 && <Figures version={found} />}
    </Card>
  );
}

interface Decided extends Omit<Version, 'version' | 'bands' | 'rules' | 'factors'> {
  key: string | null;
}

function Figures({ version: { bands, rules, factors, ...whole } }: { version: Version }) {
  const sets: Decided[] = [{ key: null, ...whole }, ...bands];
  return (
    <>
      <Table
        caption="Decisions"
        rows={sets}
        idOf={({ key }) => key ?? ''}
        columns={[
          { title: 'Band', cell: ({ key }) => (key === null ? 'All' : wordsOf(key)) },
          { title: 'Assessed', look: 'right num', cell: ({ assessed }) => assessed },
          { title: 'Flagged', look: 'right num', cell: ({ flagged }) => flagged },
          share<Decided>('Labelled', ({ labelled }) => labelled),
          share<Decided>('Precision', ({ precision }) => precision),
          share<Decided>('Recall', ({ recall }) => recall),
          share<Decided>('Overridden', ({ overridden }) => overridden),
          {
            title: 'Median time',
            look: 'right num',
            cell: ({ timeToDecision: { count, p50Seconds } }) =>
              p50Seconds === null ? <TooFew cases={count} /> : longDuration(p50Seconds),
          },
        ]}
      />
      {rules.length > 0 && (
        <Table
          caption="Rules that matched"
          rows={rules}
          idOf={({ key }) => key}
          columns={[
            { title: 'Rule', cell: ({ key }) => wordsOf(key) },
            { title: 'Matched', look: 'right num', cell: ({ matched }) => matched },
            share<Rule>('Labelled', ({ labelled }) => labelled),
            share<Rule>('Precision', ({ precision }) => precision),
            share<Rule>('Recall', ({ recall }) => recall),
          ]}
        />
      )}
      {factors.length > 0 && (
        <Table
          caption="Mean points"
          rows={factors}
          idOf={({ key }) => key}
          columns={[
            { title: 'Factor', cell: ({ key }) => wordsOf(key) },
            { title: 'Of positives', look: 'right num', cell: ({ positives }) => <Mean {...positives} /> },
            { title: 'Of negatives', look: 'right num', cell: ({ negatives }) => <Mean {...negatives} /> },
          ]}
        />
      )}
    </>
  );
}

const share = <Row,>(title: string, of: (row: Row) => Estimate): Column<Row> => ({
  title,
  look: 'right num',
  cell: (row) => <Share estimate={of(row)} />,
});

const points = (part: number | null) => Math.round((part ?? 0) * 100);

function Share({ estimate: { share, low, high, of, absentBecause } }: { estimate: Estimate }) {
  if (absentBecause === 'too_few') return <TooFew cases={of} />;
  if (absentBecause === 'not_sampled') return <span className="quiet">Not sampled</span>;
  if (absentBecause === 'no_positives') return <span className="quiet">No positives</span>;
  return (
    <>
      <span className="one-line">{points(share)} %</span>{' '}
      <span className="quiet one-line">
        ({points(low)}–{points(high)} %)
      </span>
    </>
  );
}

const TooFew = ({ cases }: { cases: number }) => <span className="quiet">Too few ({cases})</span>;

const Mean = ({ count, meanPoints }: { count: number; meanPoints: number | null }) =>
  meanPoints === null ? <TooFew cases={count} /> : meanPoints;
