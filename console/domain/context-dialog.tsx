import { useState } from 'react';
import type { Api } from '../api/client.ts';
import { isProblem } from '../api/problem.ts';
import { useRecords } from '../api/records.ts';
import { useApi, useInvalidate } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toast.tsx';

/** Attaches a subject to a context that exists or is created with it. */
export function AttachButton({ subjectId }: { subjectId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Attach to a context…</Button>
      {isOpen && <ContextDialog subjectId={subjectId} onClose={() => setOpen(false)} />}
    </>
  );
}

const OTHER = '';
const KEY = /^[a-z][a-z0-9_.-]{0,79}$/;
const KEY_WORDS = 'lower-case letters, digits, underscores, dots and hyphens, from a letter on';

interface Named {
  kind: string;
  externalId: string;
  label: string;
}

/** The id of the context with this kind and external id, which is created if there is none. */
async function contextId(api: Api, { kind, externalId, label }: Named, idempotencyKey: string): Promise<string> {
  const query = { kind, externalId };
  const { items } = await api.risk.listRecords({ params: { resource: 'contexts' }, query });
  const [found] = items;
  if (found) return found.id;
  const body = { kind, externalId, ...(label && { label }) };
  return (await api.risk.createContext({ body, idempotencyKey: `${idempotencyKey}:context` })).id;
}

function ContextDialog({ subjectId, onClose }: { subjectId: string; onClose(): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const newest = useRecords('contexts', { order: 'newest' });
  const [picked, setPicked] = useState(OTHER);
  const [named, setNamed] = useState<Named>({ kind: 'application', externalId: '', label: '' });
  const [role, setRole] = useState('');
  const type = (part: Partial<Named>) => setNamed((before) => ({ ...before, ...part }));
  const wanted: Named = {
    kind: named.kind.trim(),
    externalId: named.externalId.trim(),
    label: named.label.trim(),
  };
  const attach = async (idempotencyKey: string) => {
    const id = picked === OTHER ? await contextId(api, wanted, idempotencyKey) : picked;
    try {
      await api.risk.addContextSubject({
        params: { id },
        body: { subjectId, ...(role.trim() && { role: role.trim() }) },
        idempotencyKey,
      });
    } catch (error) {
      if (isProblem(error, 'already_member')) throw new Error('The subject is part of this context already.');
      throw error;
    }
    toast('Attached.');
    onClose();
    await invalidate(['records', 'contexts'], ['contexts'], ['subject', subjectId]);
  };
  const isNew = picked === OTHER;
  const blocked =
    (isNew && wanted.externalId === '' && 'Enter the external id of the context.') ||
    (isNew && !KEY.test(wanted.kind) && `The kind has ${KEY_WORDS}.`) ||
    (role.trim() !== '' && !KEY.test(role.trim()) && `The role has ${KEY_WORDS}.`) ||
    null;
  return (
    <FormDialog title="Attach to a context" button="Attach" blocked={blocked} onClose={onClose} onSubmit={attach}>
      <p className="quiet">
        A context groups the subjects of one journey, such as the applicants of an application. It assesses nothing by
        itself.
      </p>
      <SelectField
        label="Context"
        value={picked}
        options={[
          [OTHER, 'By kind and external id, or a new one'],
          ...newest.items.map(({ id, data }) => [id, `${data.kind} ${data.label ?? data.externalId}`] as const),
        ]}
        onValue={setPicked}
        hint="The newest contexts. Find an older one by its external id."
      />
      {isNew && (
        <>
          <TextField
            label="Kind of context"
            value={named.kind}
            onText={(kind) => type({ kind })}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            label="External id"
            value={named.externalId}
            onText={(externalId) => type({ externalId })}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            hint="If no context of this kind has it, one is created."
          />
          <TextField
            label="Label of a new context"
            value={named.label}
            onText={(label) => type({ label })}
            maxLength={200}
            autoComplete="off"
          />
        </>
      )}
      <TextField
        label="Role of the subject"
        placeholder="applicant"
        value={role}
        onText={setRole}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
