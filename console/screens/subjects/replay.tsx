import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/record-table.tsx';

type Result = Awaited<ReturnType<Api['risk']['replayAssessment']>>;

/** Evaluates an assessment again, to show that the record is what policy, evidence and time give. */
export function Replay({ assessmentId }: { assessmentId: string }) {
  const api = useApi();
  const [result, setResult] = useState<Result>();
  return (
    <div className="stack-s">
      <div>
        <Button
          size="small"
          look="plain"
          onClick={async () => setResult(await api.risk.replayAssessment({ params: { id: assessmentId } }))}
        >
          Evaluate again
        </Button>
      </div>
      <div role="status" className="stack-s">
        {result && (
          <>
            <p className={result.identical ? 'quiet' : 'text-warn'}>
              {result.identical
                ? `${result.evaluatorVersion} gives the recorded result again, and policy and evidence are unchanged.`
                : `${result.evaluatorVersion} gives another result, or policy or evidence were changed.`}
            </p>
            <p className="caption">
              Digest <span className="mono">{result.digest}</span>
            </p>
          </>
        )}
      </div>
      {result?.differences && (
        <Table
          rows={result.differences}
          idOf={({ path }) => path}
          columns={[
            { title: 'Member', look: 'mono', cell: ({ path }) => path },
            { title: 'Recorded', look: 'quiet', cell: ({ recorded }) => textOf(recorded) },
            { title: 'Again', cell: ({ replayed }) => textOf(replayed) },
          ]}
        />
      )}
    </div>
  );
}

const textOf = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));
