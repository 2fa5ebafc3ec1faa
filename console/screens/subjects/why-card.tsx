import type { RecordOf } from '../../api/records.ts';
import { useApi } from '../../app.tsx';
import { useAppliedOverride } from '../../domain/applied-override.ts';
import { decidedBy, decidingSteps } from '../../domain/decided-by.ts';
import { DecisionPill } from '../../domain/decision.tsx';
import { shown, wordsOf } from '../../domain/words.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Table } from '../../parts/record-table.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { exactTime } from '../../parts/time.tsx';
import { WaterfallPicture } from '../../pictures/waterfall.tsx';
import { layOutWaterfall } from '../../pictures/waterfall-layout.ts';
import { Replay } from './replay.tsx';

type Assessment = RecordOf<'assessments'>;

/** The score of one assessment factor by factor, with the rules that did and did not match. */
export function WhyCard({
  assessment,
  override,
  isTable,
  onTurn,
}: {
  assessment: Assessment;
  override: Parameters<typeof useAppliedOverride>[0];
  isTable: boolean;
  /** All pictures of the page become tables, or pictures again. */
  onTurn(): void;
}) {
  const { data } = assessment;
  const api = useApi();
  const applied = useAppliedOverride(override);
  useShortcuts('Pictures', [{ keys: 't', label: 'Picture or table', run: onTurn }]);
  const decided = { ...data, definition: data.policy.definition };
  const input = { ...decided, deciding: decidingSteps(decided, applied) };
  const print = async (audience: 'auditor' | 'customer') => {
    const request = { params: { id: assessment.id }, query: { audience } };
    const pdf = await api.risk.readAssessmentExplanationPdf(request);
    saveFile(`assessment-${assessment.id}-${audience}.pdf`, pdf, 'application/pdf');
  };
  return (
    <Card
      title={data.score === null ? 'Why there is no score' : `Why the score is ${shown(data.score)}`}
      end={
        <span className="cluster quiet">
          {exactTime(data.evaluatedAt)} · {data.trigger}
          <Button size="small" look="plain" onClick={() => print('auditor')}>
            Explanation as PDF
          </Button>
          <Button size="small" look="plain" onClick={() => print('customer')}>
            PDF for the customer
          </Button>
          <Button size="small" look="plain" aria-pressed={isTable} shortcut="t" onClick={onTurn}>
            {isTable ? 'Show picture' : 'Show table'}
          </Button>
        </span>
      }
    >
      <div className="card-body stack">
        <p className="strong">{decidedBy(input)}</p>
        {isTable ? <WaterfallTable input={input} /> : <WaterfallPicture {...input} />}
        {data.rules.length > 0 && <Rules rules={data.rules} />}
        {data.reasons.length > 0 && (
          <ul className="stack-s quiet">
            {data.reasons.map(({ code, key, message }) => (
              <li key={code + key + message}>{message}</li>
            ))}
          </ul>
        )}
        <div className="cluster">
          <span className="quiet">Decision of the policy</span>
          <DecisionPill decision={data.decision} />
        </div>
        <Replay key={assessment.id} assessmentId={assessment.id} />
      </div>
    </Card>
  );
}

function WaterfallTable({ input }: { input: Parameters<typeof layOutWaterfall>[0] }) {
  const { steps, deciding } = layOutWaterfall(input);
  const rows = [
    ...steps.map(({ to, ...step }) => ({ ...step, sum: shown(to) })),
    ...deciding.map((step) => ({ ...step, points: '', sum: '' })),
  ];
  return (
    <Table
      rows={rows}
      idOf={({ key }) => key}
      columns={[
        { title: 'Step', cell: ({ label }) => label },
        { title: 'Case or reason', look: 'quiet', cell: ({ note }) => note },
        { title: 'Points', look: 'right num', cell: ({ points }) => points },
        { title: 'Sum', look: 'right num', cell: ({ sum }) => sum },
      ]}
    />
  );
}

const RESULTS = {
  matched: { word: 'Matched', tone: 'bad', mark: 'diamond' },
  not_matched: { word: 'Did not match', tone: 'neutral', mark: 'dot' },
  unknown: { word: 'Unknown', tone: 'warn', mark: 'ring' },
} as const;

function Rules({ rules }: { rules: Assessment['data']['rules'] }) {
  return (
    <ul className="stack-s">
      {rules.map(({ key, result, reason, decidedBy }) => (
        <li key={key} className="cluster">
          <Pill tone={RESULTS[result].tone} mark={RESULTS[result].mark}>
            {RESULTS[result].word}
          </Pill>
          <span className="strong">{wordsOf(key)}</span>
          <span className="quiet">
            {result === 'matched' && reason}
            {result === 'unknown' && decidedBy.length > 0 && ` Missing: ${decidedBy.join(', ')}.`}
          </span>
        </li>
      ))}
    </ul>
  );
}
