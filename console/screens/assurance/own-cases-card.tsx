import type { Assurance } from '../../api/assurance.ts';
import { useListName } from '../../api/lists.ts';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/record-table.tsx';
import { count } from '../../pictures/recall-bars-layout.ts';

type OwnResult = NonNullable<NonNullable<Assurance['result']>['own']>;

const OUTCOME_WORDS: Record<OwnResult['deviations'][number]['outcome'], string> = {
  found: 'found',
  other_entry: 'another entry was found',
  not_found: 'not found',
  incomplete: 'could not be compared completely',
};

/** Cases of the organization that came out otherwise than they have to. Rows are named by line. */
export function OwnCasesCard({ own: { found, notFound, deviations } }: { own: OwnResult }) {
  const listName = useListName();
  return (
    <Card title="Cases of your own">
      <div className="card-body stack">
        <p>
          {count(found.asExpected)} of {count(found.cases)} known hits are found. {count(notFound.asExpected)} of{' '}
          {count(notFound.cases)} others cause no alert.
        </p>
        {deviations.length > 0 && (
          <Table
            caption="Cases that came out otherwise"
            rows={deviations}
            idOf={({ line }) => String(line)}
            columns={[
              { title: 'Line', look: 'right num', cell: ({ line }) => line },
              { title: 'Reference', cell: ({ reference }) => reference ?? '–' },
              { title: 'Expected', cell: ({ expected }) => (expected === 'found' ? 'found' : 'not found') },
              { title: 'Came out', cell: ({ outcome }) => OUTCOME_WORDS[outcome] },
              {
                title: 'Highest entry',
                cell: ({ source, entryId, topScore }) =>
                  source === null ? (
                    '–'
                  ) : (
                    <>
                      {listName(source)}, <span className="mono">{entryId}</span>, score {topScore}
                    </>
                  ),
              },
            ]}
          />
        )}
      </div>
    </Card>
  );
}
