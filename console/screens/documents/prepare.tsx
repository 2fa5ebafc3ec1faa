import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { pathIn, useGo, usePathParam } from '../../address.ts';
import { useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { isNotFound, useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { forgetDraft, useStoredDraft } from '../../parts/stored-draft.ts';
import { toast } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { draftKey, faultsBelow } from './document-draft.ts';
import { DraftSigners } from './draft-signers.tsx';
import { useFieldEdits } from './field-edits.ts';
import { FieldsStep } from './fields-step.tsx';
import { PlaceFields } from './place-fields.tsx';
import { NEW_SENDING, type SendingText, sendingOf } from './sending.ts';
import { SendingFields, sendingBlocked } from './sending-fields.tsx';
import { type SentDocument, SentLinks } from './sent-links.tsx';
import { useKeyOf } from './use-idempotency.ts';
import { type DocumentRecord, isSigning } from './words.ts';

/** A draft with its signers, fields and sending options. */
export function PrepareDocument() {
  const id = usePathParam('id');
  const mode = useMode();
  const me = useMe();
  const document = useApiQuery(['document', id], (api, signal) =>
    api.documents.readDocument({ params: { id }, signal }),
  );
  if (document.data?.status === 'draft' && me.data)
    return <Draft document={document.data} storageKey={draftKey(me.data.userId, mode, 'document', id)} />;
  return (
    <>
      <TopBar title={document.data?.name ?? 'Draft'} crumbs={<Crumbs />} />
      <div className="page">{withoutDraft()}</div>
    </>
  );
  function withoutDraft(): ReactNode {
    if (isNotFound(document.error))
      return (
        <Empty title="There is no document with this id in this mode">
          <NextStep to={['documents']}>All documents</NextStep>
        </Empty>
      );
    if (document.data && document.data.status !== 'draft')
      return (
        <Empty title="This document is no longer a draft">
          <Link to={pathIn(mode, 'documents', id)}>Open the document</Link>
        </Empty>
      );
    return (
      <QueryPart query={document.data ? me : document} lines={8}>
        {() => null}
      </QueryPart>
    );
  }
}

function Draft({ document, storageKey }: { document: DocumentRecord; storageKey: string }) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const keyOf = useKeyOf();
  const { id, signers } = document;
  const { draft, isRestored, setDraft, changeDraft } = useStoredDraft<SendingText>(
    storageKey,
    NEW_SENDING,
    (one) => JSON.stringify(one) !== JSON.stringify(NEW_SENDING),
  );
  const fields = useApiQuery(['document', id, 'fields'], (client, signal) =>
    client.documents.listFields({ params: { id }, signal }),
  );
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [sent, setSent] = useState<SentDocument>();
  const issues = isProblem(error) ? error.issues : [];
  const signing = signers.filter(isSigning);
  const idle = signing.filter((signer) => !fields.data?.items.some(({ signerId }) => signerId === signer.id));
  const blocked = isSending
    ? 'Sending.'
    : signing.length === 0
      ? 'Add a signer first.'
      : fields.data && idle.length > 0
        ? `${idle.map(({ name }) => name).join(', ')}: no field to fill.`
        : sendingBlocked(draft);
  const changed = () => invalidate(['document', id], ['documents']);
  const edits = useFieldEdits(id, changed);
  const send = async () => {
    if (blocked !== null) return;
    setSending(true);
    setError(undefined);
    try {
      const body = sendingOf(draft);
      const result = await api.documents.sendDocument({ params: { id }, body, idempotencyKey: keyOf(body) });
      setDraft(NEW_SENDING);
      forgetDraft(storageKey);
      if (result.signers.some(({ signingUrl }) => signingUrl)) setSent(result);
      else {
        toast('The document was sent.');
        await go('documents', id);
        await changed();
      }
    } catch (problem) {
      setError(problem);
    } finally {
      setSending(false);
    }
  };
  useShortcuts('Draft', [{ keys: 'mod+Enter', label: 'Send', run: () => void send() }]);
  return (
    <>
      <TopBar
        title={document.name}
        crumbs={<Crumbs />}
        end={
          <>
            <Button onClick={() => setDialog('rename')}>Rename</Button>
            <Button look="danger" onClick={() => setDialog('delete')}>
              Delete
            </Button>
            <Button look="primary" shortcut="mod+Enter" blocked={blocked} onClick={() => void send()}>
              Send
            </Button>
          </>
        }
      />
      <div className="page stack">
        {isRestored && (
          <div className="notice between" role="status">
            <span>The sending options that you typed were restored.</span>
            <Button size="small" onClick={() => setDraft(NEW_SENDING)}>
              Discard them
            </Button>
          </div>
        )}
        {error !== undefined && <Failure error={error} />}
        {blocked !== null && !isSending && <p className="quiet">Before it can be sent: {blocked}</p>}
        <div className="studio">
          <div className="stack">
            <DraftSigners document={document} onChanged={changed} />
            <FieldsStep document={document} fields={fields} edits={edits} onChanged={changed} />
            <Card title="Sending">
              <div className="card-body">
                <SendingFields
                  sending={draft}
                  faults={faultsBelow('', issues)}
                  onChange={(part) => changeDraft((before) => ({ ...before, ...part }))}
                />
              </div>
            </Card>
          </div>
          <PlaceFields document={document} fields={fields.data?.items ?? []} edits={edits} onChanged={changed} />
        </div>
      </div>
      {dialog === 'rename' && <Rename document={document} onClose={() => setDialog(undefined)} onChanged={changed} />}
      {dialog === 'delete' && (
        <FormDialog
          title="Delete the draft"
          button="Delete"
          look="danger"
          onClose={() => setDialog(undefined)}
          onSubmit={async () => {
            await api.documents.deleteDocument({ params: { id } });
            forgetDraft(storageKey);
            toast('The draft was deleted.');
            await go('documents');
            await invalidate(['documents']);
          }}
        >
          <p>The draft is deleted with its fields, audit trail and file. This cannot be undone.</p>
        </FormDialog>
      )}
      {sent && (
        <SentLinks
          document={sent}
          onClose={() => {
            setSent(undefined);
            void go('documents', id).then(changed);
          }}
        />
      )}
    </>
  );
}

function Rename({
  document,
  onClose,
  onChanged,
}: {
  document: DocumentRecord;
  onClose(): void;
  onChanged(): Promise<unknown>;
}) {
  const api = useApi();
  const [name, setName] = useState(document.name);
  return (
    <FormDialog
      title="Rename the draft"
      button="Rename"
      blocked={name.trim() === '' ? 'Enter a name first.' : null}
      onClose={onClose}
      onSubmit={async () => {
        await api.documents.renameDocument({ params: { id: document.id }, body: { name: name.trim() } });
        await onChanged();
        onClose();
      }}
    >
      <TextField label="Name" maxLength={200} value={name} autoFocus onText={setName} />
    </FormDialog>
  );
}
