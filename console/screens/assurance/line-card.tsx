import type { Assurance } from '../../api/assurance.ts';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/record-table.tsx';
import { count } from '../../pictures/recall-bars-layout.ts';

interface Row {
  score: number;
  listed: number;
  others: number;
  confirmed: number;
  falsePositive: number;
}

type Line = NonNullable<Assurance['result']>['line'];

/** Comparisons with a score close to the review score, and what people decided on matches there. */
export function LineCard({
  line,
  decisions,
  reviewScore,
}: Pick<Assurance, 'decisions' | 'reviewScore'> & { line: Line }) {
  const rows = rowsOf(line, decisions);
  return (
    <Card title="Above and below the line">
      {rows.length === 0 ? (
        <p className="card-body quiet">No comparison and no decision has a score close to {reviewScore}.</p>
      ) : (
        <>
          <Table
            caption={`Scores close to the review score of ${reviewScore}`}
            rows={rows}
            idOf={({ score }) => String(score)}
            columns={[
              {
                title: 'Score',
                look: 'right num',
                cell: ({ score }) => `${score} ${score >= reviewScore ? 'above' : 'below'}`,
              },
              { title: 'Drawn: listed', look: 'right num', cell: ({ listed }) => count(listed) },
              { title: 'Drawn: on no list', look: 'right num', cell: ({ others }) => count(others) },
              { title: 'Confirmed by people', look: 'right num', cell: ({ confirmed }) => count(confirmed) },
              { title: 'Found false', look: 'right num', cell: ({ falsePositive }) => count(falsePositive) },
            ]}
          />
          {decisions && !decisions.isComplete && (
            <p className="card-body caption">Only a part of the decisions of the year before the test was read.</p>
          )}
        </>
      )}
    </Card>
  );
}

function rowsOf({ above, below }: Line, decisions: Assurance['decisions']): Row[] {
  const drawn = [...above, ...below];
  const people = decisions?.byScore ?? [];
  const scores = new Set([...drawn, ...people].map(({ score }) => score));
  return [...scores]
    .toSorted((one, other) => other - one)
    .map((score) => {
      const of = drawn.filter((one) => one.score === score);
      const { confirmed = 0, falsePositive = 0 } = people.find((one) => one.score === score) ?? {};
      const listed = of.filter(({ isListed }) => isListed).length;
      return { score, listed, others: of.length - listed, confirmed, falsePositive };
    });
}
