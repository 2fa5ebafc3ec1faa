import { type ReactNode, useState } from 'react';
import type { WorkItem } from '../../api/work.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { type BulkReport, type RowResult, subjectsInWords } from './bulk.ts';
import { BulkAssignDialog } from './bulk-assign-dialog.tsx';
import { BulkCompleteDialog } from './bulk-complete-dialog.tsx';
import type { WorkMoves } from './moves.tsx';
import type { useMarked } from './use-marked.ts';

interface BulkMoves {
  take(): void;
  assign(): void;
  complete(): void;
  bar: ReactNode;
  dialog: ReactNode;
}

/** What can be done with all selected subjects. Those for which it fails stay selected. */
export function useBulkMoves(
  marked: ReturnType<typeof useMarked>,
  moves: WorkMoves,
  /** Subjects that have left the list by an act of this person. */
  onFinished: (ids: readonly string[]) => void,
): BulkMoves {
  const { targets, left, unmark, clear } = marked;
  const [open, setOpen] = useState<{ kind: 'assign' | 'complete'; items: readonly WorkItem[] }>();
  const [report, setReport] = useState<BulkReport>();
  const [isTaking, setTaking] = useState(false);
  const close = () => setOpen(undefined);
  const settle = (word: string, results: readonly RowResult[]) => {
    unmark(results.filter(({ why }) => why === undefined).map(({ item }) => item.subject.id));
    setReport({ word, results });
  };
  const take = async () => {
    if (isTaking) return;
    setTaking(true);
    settle('Taken', await moves.takeAll(targets));
    setTaking(false);
  };
  const start = (kind: 'assign' | 'complete') => {
    setReport(undefined);
    setOpen({ kind, items: targets });
  };
  const isOn = targets.length > 0;
  useShortcuts('Inbox', [{ keys: 'shift+x', label: 'Clear the selection', run: clear }], isOn);
  return {
    take: () => void take(),
    assign: () => start('assign'),
    complete: () => start('complete'),
    bar: (
      <>
        {(isOn || left > 0) && (
          <div className="bulk-bar" role="toolbar" aria-label="Selected subjects">
            <span role="status" className="strong">
              {subjectsInWords(targets.length)} selected
              {left > 0 && <span className="text-warn"> · {left === 1 ? '1 has' : `${left} have`} left the list</span>}
            </span>
            {isOn && (
              <>
                <Button
                  size="small"
                  look="primary"
                  shortcut="e"
                  blocked={isTaking ? 'Taking.' : null}
                  onClick={() => void take()}
                >
                  Take
                </Button>
                <Button size="small" shortcut="a" onClick={() => start('assign')}>
                  Assign…
                </Button>
                <Button size="small" shortcut="d" onClick={() => start('complete')}>
                  Complete…
                </Button>
              </>
            )}
            <Button size="small" look="plain" shortcut="shift+x" onClick={clear}>
              Clear
            </Button>
          </div>
        )}
        <Report report={report} onClose={() => setReport(undefined)} />
      </>
    ),
    dialog:
      open?.kind === 'assign' ? (
        <BulkAssignDialog
          items={open.items}
          onClose={close}
          onResults={(results) => {
            close();
            settle('Assigned', results);
            void moves.refresh();
          }}
        />
      ) : (
        open && (
          <BulkCompleteDialog
            items={open.items}
            onClose={close}
            onResults={(results, finished) => {
              settle('Completed', results);
              onFinished(finished);
              void moves.refresh();
            }}
          />
        )
      ),
  };
}

/** Names each subject for which the act failed. What was done is in the toast, and in the rows. */
function Report({ report, onClose }: { report: BulkReport | undefined; onClose(): void }) {
  const failed = report?.results.filter(({ why }) => why !== undefined) ?? [];
  return (
    <div role="status">
      {report && failed.length > 0 && (
        <div className="notice warn lost-row stack-s">
          <p>
            {report.word}: {report.results.length - failed.length} of {subjectsInWords(report.results.length)}. The
            others stay selected, if they are still listed:
          </p>
          <Failures results={failed} />
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}

const Failures = ({ results }: { results: readonly RowResult[] }) => (
  <ul className="stack-s">
    {results.map(({ item, why }) => (
      <li key={item.subject.id}>
        <span className="mono strong">{item.subject.externalId}</span>: {why}
      </li>
    ))}
  </ul>
);
