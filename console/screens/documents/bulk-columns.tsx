import type { Variable } from '../../domain/template-variables.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/record-table.tsx';
import { type Columns, type CsvFile, emptyLines, meaningOptions, type readColumns } from './bulk-file.ts';
import type { Template } from './use-template-at.ts';

const NAMED_LINES = 3;

/** What each column of the file means, with the cell of one row. */
export function BulkColumns({
  file,
  row,
  reading: { columns, faults, missing, lists },
  roles,
  variables,
  onRow,
  onMeaning,
}: {
  file: CsvFile;
  /** The row that is shown, by its place in the file. */
  row: number;
  reading: ReturnType<typeof readColumns>;
  roles: Template['signerRoles'];
  variables: readonly Variable[];
  onRow(row: number): void;
  onMeaning(heading: string, meaning: string): void;
}) {
  const shown = file.rows[row];
  const options = meaningOptions(roles, variables);
  return (
    <Card
      title="Columns"
      end={
        <div className="cluster">
          <Button size="small" blocked={row === 0 ? 'This is the first row.' : null} onClick={() => onRow(row - 1)}>
            Previous row
          </Button>
          <span className="quiet num" role="status">
            Line {shown?.line}
          </span>
          <Button
            size="small"
            blocked={row + 1 >= file.rows.length ? 'This is the last row.' : null}
            onClick={() => onRow(row + 1)}
          >
            Next row
          </Button>
        </div>
      }
    >
      {faults.length > 0 && (
        <div className="card-body">
          <ul className="sentences text-bad" role="alert">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      <Table
        rows={columns.map((column, index) => ({ ...column, index }))}
        idOf={({ index }) => String(index)}
        columns={[
          {
            title: 'Column',
            look: 'strong',
            cell: ({ heading, index }) => heading || <span className="quiet">Column {index + 1}, no heading</span>,
          },
          {
            title: 'Meaning',
            cell: (column) => <Meaning column={column} options={options} onMeaning={onMeaning} />,
          },
          {
            title: shown ? `Line ${shown.line}` : 'First row',
            look: 'pre-wrap',
            cell: ({ index, meaning }) => (
              <>
                {shown?.cells[index] || <span className="faint">empty</span>}
                {meaning !== 'ignore' && meaning !== 'name' && <EmptyCells lines={emptyLines(file, index)} />}
              </>
            ),
          },
        ]}
      />
      {(missing.length > 0 || lists.length > 0) && (
        <div className="card-body stack-s">
          {missing.length > 0 && (
            <p className="text-warn">
              No column for {missing.join(', ')}. Rows are refused where the template reads{' '}
              {missing.length === 1 ? 'it' : 'them'}.
            </p>
          )}
          {lists.length > 0 && (
            <p className="text-warn">A row cannot fill a list, and the template reads {lists.join(', ')}.</p>
          )}
        </div>
      )}
    </Card>
  );
}

/** Empty cells are printed as nothing, which the service does not refuse. */
function EmptyCells({ lines }: { lines: readonly number[] }) {
  if (lines.length === 0) return null;
  const named = lines.slice(0, NAMED_LINES).join(', ');
  const rest = lines.length - NAMED_LINES;
  return (
    <div className="caption text-warn">
      Empty in line {named}
      {rest > 0 && ` and ${rest.toLocaleString('en')} more`}
    </div>
  );
}

function Meaning({
  column: { heading, meaning },
  options,
  onMeaning,
}: {
  column: Columns[number];
  options: readonly (readonly [string, string])[];
  onMeaning(heading: string, meaning: string): void;
}) {
  const isKnown = options.some(([value]) => value === meaning);
  return (
    <select
      className="input"
      aria-label={`Meaning of ${heading || 'the column without a heading'}`}
      value={meaning}
      onChange={(event) => onMeaning(heading, event.target.value)}
    >
      {!isKnown && <option value={meaning}>{meaning.replace(/^data\./, '')}: not in the template</option>}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
