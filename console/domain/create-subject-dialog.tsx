import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn, useAddressQuery, useGo, useSetAddressQuery } from '../address.ts';
import { isProblem } from '../api/problem.ts';
import { useApi, useInvalidate, useMode } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { SUBJECT_KINDS, type SubjectKind } from './find-subject.ts';

/** The button of the subjects and its dialog, which an address with `create` opens too. */
export function NewSubject() {
  const isOpen = useAddressQuery().create !== undefined;
  const setQuery = useSetAddressQuery();
  return (
    <>
      <Button onClick={() => void setQuery({ create: 'subject' })}>New subject…</Button>
      {isOpen && <CreateSubjectDialog onClose={() => void setQuery({ create: undefined })} />}
    </>
  );
}

function CreateSubjectDialog({ onClose }: { onClose(): void }) {
  const api = useApi();
  const mode = useMode();
  const go = useGo();
  const invalidate = useInvalidate();
  const [kind, setKind] = useState<SubjectKind>('person');
  const [externalId, setExternalId] = useState('');
  const [existing, setExisting] = useState<{ id: string; externalId: string }>();
  const wanted = externalId.trim();
  const create = async (idempotencyKey: string) => {
    setExisting(undefined);
    try {
      const { id } = await api.risk.createSubject({ body: { kind, externalId: wanted }, idempotencyKey });
      void invalidate(['records', 'subjects']);
      await go('subjects', id);
    } catch (error) {
      if (!isProblem(error, 'subject_exists')) throw error;
      const { existingId } = error.body;
      if (typeof existingId === 'string') setExisting({ id: existingId, externalId: wanted });
      throw new Error(`A ${kind} with the external id “${wanted}” exists already.`);
    }
  };
  return (
    <FormDialog
      title="New subject"
      button="Create the subject"
      blocked={wanted === '' ? 'Enter the external id.' : null}
      onClose={onClose}
      onSubmit={create}
    >
      <SelectField label="Kind" value={kind} options={SUBJECT_KINDS} onValue={setKind} />
      <TextField
        label="External id"
        value={externalId}
        onText={setExternalId}
        maxLength={200}
        autoComplete="off"
        autoFocus
        spellCheck={false}
        hint="The id of your own system, unique per kind. No name and no number of a document: both cannot be changed."
      />
      {existing && (
        <p>
          <Link to={pathIn(mode, 'subjects', existing.id)}>Open {existing.externalId}</Link>
        </p>
      )}
    </FormDialog>
  );
}
