import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi } from '../../app.tsx';
import { findSubject, SUBJECT_KINDS, type SubjectKind } from '../../domain/find-subject.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { type LookUp, runOf } from './screen-form.ts';

type Run = Awaited<ReturnType<Api['screening']['createScreeningRun']>>;

const NONE = '';
const WATCH = 'watch';

/** Screens again and keeps the result as a run, for a subject or for none. */
export function KeepRunDialog({
  lookUp,
  subject,
  onClose,
  onKept,
}: {
  lookUp: LookUp;
  /** Where the look-up was started from. */
  subject: { kind: SubjectKind; externalId: string } | undefined;
  onClose(): void;
  onKept(run: Run): void;
}) {
  const api = useApi();
  const [kind, setKind] = useState<SubjectKind | typeof NONE>(subject?.kind ?? NONE);
  const [externalId, setExternalId] = useState(subject?.externalId ?? '');
  const [afterwards, setAfterwards] = useState<typeof NONE | typeof WATCH>(NONE);
  const wanted = externalId.trim();
  const keep = async (idempotencyKey: string) => {
    const found = kind === NONE ? undefined : await findSubject(api, kind, wanted);
    if (kind !== NONE && !found)
      throw new Error(
        `No ${kind} has the external id “${wanted}”. Create it on the page Subjects, or keep the run without a subject.`,
      );
    const body = { ...runOf(lookUp), ...(found && { riskSubjectId: found.id }) };
    const run = await api.screening.createScreeningRun({ body, idempotencyKey });
    if (afterwards === WATCH)
      await api.screening.createScreeningWatch({ body, idempotencyKey: `${idempotencyKey}-watch` });
    onKept(run);
  };
  return (
    <FormDialog
      title="Keep as a run"
      button="Keep the run"
      blocked={kind !== NONE && wanted === '' ? 'Enter the external id of the subject.' : null}
      onClose={onClose}
      onSubmit={keep}
    >
      <p>
        The screening is made again and stored, with its matches for a decision. The name is not stored; of it a keyed
        digest remains.
      </p>
      <SelectField
        label="Subject"
        value={kind}
        options={[[NONE, 'No subject'], ...SUBJECT_KINDS]}
        onValue={setKind}
        hint={
          kind === NONE
            ? 'The run stands alone and is evidence of no one.'
            : 'The outcome is recorded as evidence of the subject.'
        }
      />
      {kind !== NONE && (
        <TextField
          label="External id"
          value={externalId}
          onText={setExternalId}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <SelectField
        label="Afterwards"
        value={afterwards}
        options={[
          [NONE, 'Screen once'],
          [WATCH, 'Screen again whenever a list changes'],
        ]}
        onValue={setAfterwards}
        hint={
          afterwards === WATCH
            ? 'A watch keeps what was typed encrypted. Nobody can read it again, and stopping the watch erases it.'
            : 'What was typed is not stored.'
        }
      />
    </FormDialog>
  );
}
