import { useState } from 'react';
import { useGo } from '../../address.ts';
import { serverNow } from '../../api/clock.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import type { Definition } from '../../domain/policy-sentences.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;
const MOST_CASES = 100_000;

const EVIDENCE = [
  ['as_known', 'as it was known at each assessment'],
  ['as_now', 'as it is known now'],
] as const;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

type Tested =
  | { definition: Definition; policyVersionId?: undefined; version?: undefined }
  | { definition?: undefined; policyVersionId: string; version: number };

/** Starts a backtest of a version or a text against the assessments of a time. */
export function BacktestDialog({
  policyKey,
  tested,
  onClose,
  onStarting,
}: {
  policyKey: string;
  tested: Tested;
  onClose(): void;
  /** Called before its screen opens. */
  onStarting?: () => void;
}) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const [since, setSince] = useState(dayOf(serverNow() - DEFAULT_DAYS * DAY_MS));
  const [until, setUntil] = useState('');
  const [evidence, setEvidence] = useState<(typeof EVIDENCE)[number][0]>('as_known');
  const [limit, setLimit] = useState('10000');
  const most = Number(limit);
  const blocked =
    since === ''
      ? 'Choose the first day.'
      : until !== '' && until < since
        ? 'The last day is before the first one.'
        : Number.isInteger(most) && most >= 1 && most <= MOST_CASES
          ? null
          : 'Write how many assessments to test: 1 to 100,000.';
  return (
    <FormDialog
      title={
        tested.policyVersionId ? `Backtest v${tested.version} of ${policyKey}` : `Backtest the text of ${policyKey}`
      }
      button="Start the backtest"
      blocked={blocked}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        const { id } = await api.risk.createBacktest({
          body: {
            ...whatOf(tested),
            against: {
              policyKey,
              since: `${since}T00:00:00Z`,
              ...(until !== '' && { until: new Date(Date.parse(until) + DAY_MS).toISOString() }),
            },
            evidence,
            limit: most,
          },
          idempotencyKey,
        });
        void invalidate(['backtests']);
        onStarting?.();
        void go('policies', policyKey, 'backtests', id);
      }}
    >
      <p>
        Evaluates the assessments of a time again, and counts other decisions. No assessment is stored and no action
        requested.
      </p>
      <div className="form-grid">
        <TextField label="First day (UTC)" type="date" required value={since} onText={setSince} />
        <TextField label="Last day (UTC)" hint="Empty: until now." type="date" value={until} onText={setUntil} />
      </div>
      <SelectField label="Evidence" value={evidence} options={EVIDENCE} onValue={setEvidence} />
      <TextField
        label="At most this many assessments"
        hint="The newest of each version first."
        inputMode="numeric"
        value={limit}
        onText={setLimit}
      />
    </FormDialog>
  );
}

const whatOf = ({ definition, policyVersionId }: Tested) =>
  definition ? { definition: { ...definition } } : { policyVersionId };
