import { CLASS_WORDS, KNOWN_WORDS } from '@assay/watchlist/assurance-reading';
import type { Assurance } from '../../api/assurance.ts';
import { useListName } from '../../api/lists.ts';
import { signed } from '../../domain/words.ts';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Table } from '../../parts/record-table.tsx';
import { factorLabel } from '../../pictures/match-strip-layout.ts';
import { count } from '../../pictures/recall-bars-layout.ts';

type Miss = Assurance['misses'][number];

/** Cases that were not found, by class, with the factors of their scores. */
export function MissesCard({ misses, missed, reviewScore }: Pick<Assurance, 'misses' | 'missed' | 'reviewScore'>) {
  const leftOut = misses.filter(({ reason }) => reason === 'not_searched').length;
  const byClass = Map.groupBy(
    misses,
    ({ class: key, known }) => `${CLASS_WORDS[key]}, ${KNOWN_WORDS[known].toLowerCase()}`,
  );
  return (
    <Card title="Missed cases">
      <div className="card-body stack">
        <p>
          {missed === 0
            ? `Every case reaches the review score of ${reviewScore}.`
            : `${count(missed)} ${missed === 1 ? 'case is' : 'cases are'} below the review score of ${reviewScore}. Up to ten of each class are kept.`}
        </p>
        {leftOut > 0 && (
          <div className="notice bad">
            <strong>The search left out {count(leftOut)} of those shown</strong>
            <p>They would have reached the score. That is a defect: report it with the id of this test.</p>
          </div>
        )}
        {[...byClass].map(([title, ofClass]) => (
          <details key={title}>
            <summary>
              {title}: {ofClass.length} shown
            </summary>
            <MissesTable misses={ofClass} title={title} />
          </details>
        ))}
      </div>
    </Card>
  );
}

function MissesTable({ misses, title }: { misses: readonly Miss[]; title: string }) {
  const listName = useListName();
  return (
    <Table
      caption={title}
      rows={[...misses.entries()]}
      idOf={([index]) => String(index)}
      columns={[
        {
          title: 'Screened',
          cell: ([, { name, dateOfBirth, nationality }]) => (
            <>
              {name}
              <div className="caption">{[dateOfBirth, nationality].filter(Boolean).join(', ')}</div>
            </>
          ),
        },
        {
          title: 'Listed',
          cell: ([, { listedName, source, entryId }]) => (
            <>
              {listedName}
              <div className="caption">
                {listName(source)}, <span className="mono">{entryId}</span>
              </div>
            </>
          ),
        },
        { title: 'Score', look: 'right num', cell: ([, { score }]) => score },
        { title: 'Why', cell: ([, miss]) => <Why miss={miss} /> },
      ]}
    />
  );
}

const Why = ({ miss: { reason, factors } }: { miss: Miss }) => (
  <>
    {reason === 'not_searched' && (
      <Pill tone="bad" mark="diamond">
        Left out by the search
      </Pill>
    )}
    <ul className="stack-s">
      {factors.map(({ code, points, detail }) => (
        <li key={code + detail}>
          {factorLabel(code)} {signed(points)} <span className="caption">{detail}</span>
        </li>
      ))}
    </ul>
  </>
);
