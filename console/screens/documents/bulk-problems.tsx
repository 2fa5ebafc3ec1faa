import { counted } from '../../domain/list-reasons.ts';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/record-table.tsx';
import { toastError } from '../../parts/toast.tsx';
import { type BulkSend, useDownloadReport } from './use-bulk-send.ts';

/** Rows that are refused, by line. The service names the first hundred; its report has all. */
export function BulkProblems({ bulk }: { bulk: BulkSend }) {
  const download = useDownloadReport();
  const { problems, failed, report } = bulk;
  const rest = failed - problems.length;
  return (
    <div className="stack-s">
      <Table
        rows={problems}
        idOf={({ line }) => String(line)}
        columns={[
          { title: 'Line', look: 'num', cell: ({ line }) => line },
          { title: 'Column', cell: ({ column }) => column ?? '–' },
          { title: 'Why it is refused', look: 'pre-wrap', cell: ({ detail }) => detail },
        ]}
      />
      {rest > 0 && (
        <p className="card-body quiet">
          {counted(rest, 'more row')} {rest === 1 ? 'is' : 'are'} refused.{' '}
          {report ? 'The report has all of them.' : 'The report has all of them once it is complete.'}
        </p>
      )}
      {report && (
        <div className="card-body">
          <Button size="small" onClick={() => void download(bulk).catch(toastError)}>
            Download the report
          </Button>
        </div>
      )}
    </div>
  );
}
