import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi } from '../../app.tsx';
import { findSubject, SUBJECT_KINDS, type SubjectKind } from '../../domain/find-subject.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';

type Run = Awaited<ReturnType<Api['screening']['attachScreeningRun']>>;

/** Makes a run that was kept without a subject evidence of one. */
export function AttachRunDialog({
  run,
  onClose,
  onAttached,
}: {
  run: Run;
  onClose(): void;
  onAttached(run: Run): void;
}) {
  const api = useApi();
  const [kind, setKind] = useState<SubjectKind>('person');
  const [externalId, setExternalId] = useState('');
  const wanted = externalId.trim();
  const attach = async (idempotencyKey: string) => {
    const found = await findSubject(api, kind, wanted);
    if (!found) throw new Error(`No ${kind} has the external id “${wanted}”. Create it on the page Subjects.`);
    const body = { riskSubjectId: found.id };
    onAttached(await api.screening.attachScreeningRun({ params: { id: run.id }, body, idempotencyKey }));
  };
  return (
    <FormDialog
      title="Attach to a subject"
      button="Attach for good"
      blocked={wanted === '' ? 'Enter the external id of the subject.' : null}
      onClose={onClose}
      onSubmit={attach}
    >
      <p>
        The outcome becomes evidence of the subject, as of the time of the run, and its undecided and confirmed matches
        come into force. This cannot be undone: check that the subject is the one who was screened. What is known of the
        subject does not become weaker.
      </p>
      <SelectField label="Kind" value={kind} options={SUBJECT_KINDS} onValue={setKind} />
      <TextField label="External id" value={externalId} onText={setExternalId} autoComplete="off" spellCheck={false} />
    </FormDialog>
  );
}
