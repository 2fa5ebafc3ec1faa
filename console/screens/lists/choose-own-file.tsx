import { type OwnColumn, ownColumnsOf } from '@assay/watchlist/own-columns';
import { useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { DropArea } from '../../parts/drop-area.tsx';
import { Table } from '../../parts/record-table.tsx';
import { FIELDS, headOf, type OwnHead } from './own-file.ts';

/** A file that was chosen and not sent yet, with the meaning of its headings where a person has stated it. */
export interface ChosenFile {
  file: File;
  head: OwnHead;
  mapped: Readonly<Record<string, OwnColumn>>;
}

/** Why a chosen file is not sent yet. */
export function faultIn(chosen: ChosenFile | undefined): string | null {
  if (!chosen) return 'Choose a file.';
  if (chosen.head.headings === null) return null;
  const [fault] = ownColumnsOf(chosen.head.headings, chosen.mapped).faults;
  return fault === undefined ? null : inWords(fault);
}

const inWords = (fault: string) =>
  fault
    .replace(/ Map it.*$/, ' Choose what it is, or leave it out.')
    .replaceAll(/`([^`]+)`/g, (_, column: string) => `“${FIELDS[column as OwnColumn] ?? column}”`);

/** Chooses the file of an own list, and shows how its first rows are read before it is sent. */
export function ChooseOwnFile({
  accepted,
  blocked,
  chosen,
  onChosen,
}: {
  accepted: readonly string[];
  blocked: string | null;
  chosen: ChosenFile | undefined;
  onChosen(chosen: ChosenFile | undefined): void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const choose = async (file: File) => {
    const isAccepted = accepted.some((end) => file.name.toLowerCase().endsWith(end));
    const head = isAccepted
      ? await headOf(file)
      : { fault: `${file.name} was not sent. The name of a file ends with ${accepted.join(', ')}.` };
    setFault('fault' in head ? head.fault : undefined);
    onChosen('fault' in head ? undefined : { file, head, mapped: {} });
  };
  return (
    <DropArea
      onFiles={([file]) => {
        if (file && blocked === null) void choose(file);
      }}
    >
      <p className="quiet">
        One file with the whole list: CSV with headings, JSON lines, or FollowTheMoney, such as targets.nested.json of
        OpenSanctions. At most 1,000,000 entries.
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accepted.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void choose(file);
          event.target.value = '';
        }}
      />
      <div>
        <Button blocked={blocked} onClick={() => picker.current?.click()}>
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
      </div>
      {fault !== undefined && (
        <p className="text-bad" role="alert">
          {fault}
        </p>
      )}
      {chosen && <Preview chosen={chosen} onMapped={(mapped) => onChosen({ ...chosen, mapped })} />}
    </DropArea>
  );
}

function Preview({
  chosen: { file, head, mapped },
  onMapped,
}: {
  chosen: ChosenFile;
  onMapped(mapped: ChosenFile['mapped']): void;
}) {
  const { headings, rows } = head;
  if (headings === null)
    return (
      <Table
        caption={`First lines of ${file.name}`}
        rows={rows}
        idOf={({ line }) => String(line)}
        columns={[
          { title: 'Line', look: 'quiet num', cell: ({ line }) => line },
          { title: 'Name', cell: ({ cells }) => cells[0] },
        ]}
      />
    );
  const { columns } = ownColumnsOf(headings, mapped);
  return (
    <Table
      caption={`Columns of ${file.name}, with the first rows`}
      rows={headings.map((heading, index) => ({ heading, index }))}
      idOf={({ index }) => String(index)}
      columns={[
        {
          title: 'Column',
          look: 'strong',
          cell: ({ heading, index }) => heading || <span className="quiet">Column {index + 1}, no heading</span>,
        },
        {
          title: 'Field',
          cell: ({ heading, index }) => (
            <FieldOf
              heading={heading}
              value={isUnknown(headings, mapped, index) ? '' : (columns[index] ?? 'ignore')}
              onField={(column) => onMapped({ ...mapped, [heading]: column })}
            />
          ),
        },
        ...rows.map(({ line, cells }) => ({
          title: `Line ${line}`,
          look: 'pre-wrap',
          cell: ({ index }: { heading: string; index: number }) => cells[index] || <span className="faint">empty</span>,
        })),
      ]}
    />
  );
}

/** A heading that is neither known nor mapped, which the service refuses. */
const isUnknown = (headings: readonly string[], mapped: ChosenFile['mapped'], index: number) =>
  ownColumnsOf(headings, mapped).faults.some((fault) => fault.startsWith(`Column ${index + 1} has no known heading`));

function FieldOf({
  heading,
  value,
  onField,
}: {
  heading: string;
  value: OwnColumn | '';
  onField(column: OwnColumn): void;
}) {
  if (heading === '') return <span className="quiet">{FIELDS.ignore}</span>;
  return (
    <select
      className="input"
      aria-label={`Field of ${heading}`}
      aria-invalid={value === '' ? true : undefined}
      value={value}
      onChange={(event) => onField(event.target.value as OwnColumn)}
    >
      {value === '' && <option value="">Choose</option>}
      {Object.entries(FIELDS).map(([column, label]) => (
        <option key={column} value={column}>
          {label}
        </option>
      ))}
    </select>
  );
}
