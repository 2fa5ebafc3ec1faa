import { shown, wordsOf } from '../../domain/words.ts';
import { Table } from '../../parts/record-table.tsx';
import { Time } from '../../parts/time.tsx';
import type { StoryInput } from '../../pictures/story-layout.ts';

/** The story without a picture: assessments and other events, the newest first. An assessment can be chosen. */
export function StoryTable({
  story: { events, scores },
  selected,
  onSelect,
}: {
  story: StoryInput;
  selected: string | undefined;
  onSelect(assessmentId: string): void;
}) {
  const rows = [
    ...scores.map(({ assessmentId, at, policyKey, score, band }) => ({
      id: assessmentId,
      at,
      assessmentId,
      words: `Assessed: ${wordsOf(policyKey)}`,
      result: [score === null ? 'no score' : shown(score), band].filter(Boolean).join(', '),
    })),
    // The row of its score stands for an assessment.
    ...events
      .filter(({ lane }) => lane !== 'assessments')
      .map(({ id, at, words }) => ({ id, at, assessmentId: undefined, words, result: '' })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <div className="story-table">
      <Table
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          { title: 'When', look: 'quiet', cell: ({ at }) => <Time at={at} style="exact" /> },
          {
            title: 'What',
            cell: ({ assessmentId, words }) =>
              assessmentId === undefined ? (
                words
              ) : (
                <button
                  type="button"
                  className="link"
                  aria-pressed={assessmentId === selected}
                  onClick={() => onSelect(assessmentId)}
                >
                  {words}
                </button>
              ),
          },
          { title: 'Score and band', cell: ({ result }) => result },
        ]}
      />
    </div>
  );
}
