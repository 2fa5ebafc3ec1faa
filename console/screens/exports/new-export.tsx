import { useState } from 'react';
import { useApi, useInvalidate } from '../../app.tsx';
import type { NewExport } from '../../domain/export-button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { ASKED_KINDS, type ExportKind } from './export-words.ts';

/** Asks what to export. The worklist has no times: it is what is open now. */
export function NewExportDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [kind, setKind] = useState<ExportKind>('events');
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const hasTimes = kind !== 'worklist';
  const start = async (idempotencyKey: string) => {
    const times = hasTimes ? { ...timeOf('from', from), ...timeOf('to', to) } : {};
    await api.jobs.createExport({ body: { kind, format, ...times } as NewExport, idempotencyKey });
    toast('The export was started. It is recorded in the event log.');
    await invalidate(['jobs']);
    onClose();
  };
  return (
    <FormDialog title="New export" button="Start the export" onSubmit={start} onClose={onClose}>
      <SelectField label="What" value={kind} onValue={setKind} options={ASKED_KINDS} />
      {hasTimes && (
        <>
          <TextField label="From (optional)" type="date" value={from} onText={setFrom} />
          <TextField label="Until the beginning of (optional)" type="date" value={to} onText={setTo} />
        </>
      )}
      <SelectField
        label="Format"
        value={format}
        onValue={setFormat}
        options={[
          ['csv', 'CSV, for spreadsheets'],
          ['ndjson', 'JSON lines, for programs'],
        ]}
      />
    </FormDialog>
  );
}

/** Days are those of the person who asks. */
const timeOf = (name: 'from' | 'to', day: string) => (day ? { [name]: new Date(`${day}T00:00:00`).toISOString() } : {});
