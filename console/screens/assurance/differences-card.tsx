import { CLASS_WORDS, KNOWN_WORDS, percent } from '@assay/watchlist/assurance-reading';
import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import type { Assurance } from '../../api/assurance.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/record-table.tsx';

/** Classes of which another share is found than in the test before. */
export function DifferencesCard({ differences, comparedWith }: Pick<Assurance, 'differences' | 'comparedWith'>) {
  const mode = useMode();
  return (
    <Card
      title="Differences to the test before"
      end={comparedWith && <Link to={pathIn(mode, 'assurance', comparedWith)}>Test before</Link>}
    >
      {comparedWith === null ? (
        <p className="card-body quiet">This is the first test of this profile, or of these lists and scores.</p>
      ) : differences.length === 0 ? (
        <p className="card-body quiet">Every class has the recall that it had.</p>
      ) : (
        <Table
          rows={differences}
          idOf={({ class: key, known }) => `${key} ${known}`}
          columns={[
            { title: 'Class', cell: ({ class: key }) => CLASS_WORDS[key] },
            { title: 'Known', look: 'quiet', cell: ({ known }) => KNOWN_WORDS[known] },
            { title: 'Before', look: 'right num', cell: ({ before }) => percent(before) },
            { title: 'Now', look: 'right num', cell: ({ now }) => percent(now) },
            {
              title: 'Means',
              cell: ({ before, now, isBeyondChance }) =>
                `${now > before ? 'more' : 'less'} is found, ${isBeyondChance ? 'beyond chance' : 'within chance'}`,
            },
          ]}
        />
      )}
    </Card>
  );
}
