import { useMemo, useRef, useState } from 'react';
import { useGo } from '../../address.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { dataOf, typedFrom, variablesOf } from '../../domain/template-variables.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';
import { forgetDraft, storeDraft, useStoredDraft } from '../../parts/stored-draft.ts';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { type DocumentDraft, draftKey, faultsBelow, newDraft } from './document-draft.ts';
import { RevisionField } from './revision-field.tsx';
import { NEW_SIGNER, type Sending, sendingOf, signerOf } from './sending.ts';
import { SendingFields, sendingBlocked } from './sending-fields.tsx';
import { type SentDocument, SentLinks } from './sent-links.tsx';
import { SignerFields, signerBlocked } from './signer-fields.tsx';
import { PreviewCard } from './template-preview.tsx';
import { useKeyOf } from './use-idempotency.ts';
import { type Template, textsOf } from './use-template-at.ts';
import { refusedIn, useTemplatePreview } from './use-template-preview.ts';
import { ValueFields } from './values-form.tsx';

/** A form with the variables and roles of a revision, beside its PDF. */
export function FromTemplate({
  template,
  userId,
  storageKey,
}: {
  template: Template;
  userId: string;
  storageKey: string;
}) {
  const api = useApi();
  const mode = useMode();
  const go = useGo();
  const invalidate = useInvalidate();
  const keyOf = useKeyOf();
  const page = useRef<HTMLDivElement>(null);
  const { id, revision, signerRoles, sampleData } = template;
  const variables = useMemo(() => variablesOf(textsOf(template), template.sampleData), [template]);
  const initial = useMemo(() => newDraft(template.name, template.signerRoles, variables), [template, variables]);
  const { draft, isRestored, setDraft, changeDraft } = useStoredDraft<DocumentDraft>(
    storageKey,
    initial,
    (one) => JSON.stringify(one) !== JSON.stringify(initial),
  );
  const [isSending, setSending] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const [error, setError] = useState<unknown>();
  const [sent, setSent] = useState<SentDocument>();
  const data = useMemo(() => dataOf(variables, draft.values), [variables, draft.values]);
  const preview = useTemplatePreview({ id, revision, isOn: template.source !== null }, data);
  const change = (part: Partial<DocumentDraft>) => changeDraft((before) => ({ ...before, ...part }));
  const issues = isProblem(error) ? error.issues : [];
  const refused = refusedIn(error);
  const isMissing = (message: string) => message.startsWith('The data has no value');
  const missing = [...preview.faults.values()].filter(isMissing).length;
  const faults = new Map(
    [...preview.faults, ...refused.faults].filter(([, message]) => wasAsked || !isMissing(message)),
  );
  const signerOfRole = (role: string) => draft.signers[role] ?? NEW_SIGNER;
  const blockedSigner = signerRoles.map((role) => signerBlocked(signerOfRole(role.id))).find((why) => why !== null);
  const blocked = isSending
    ? 'One moment.'
    : draft.name.trim() === ''
      ? 'Give the document a name.'
      : (blockedSigner ??
        (signerRoles.length === 0 ? 'The template has no signer roles.' : sendingBlocked(draft.sending)));

  const create = async (isSent: boolean) => {
    setAsked(true);
    if (blocked !== null) return;
    if (preview.faults.size > 0)
      return void setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    setSending(true);
    setError(undefined);
    const body = {
      name: draft.name.trim(),
      templateData: data,
      revision,
      signers: Object.fromEntries(signerRoles.map((role) => [role.id, signerOf(signerOfRole(role.id))])),
    };
    try {
      const document = await api.documents.createDocumentFromTemplate({
        params: { id },
        body,
        idempotencyKey: keyOf(body),
      });
      // The draft of the service does not know yet how it is sent.
      const kept = draftKey(userId, mode, 'document', document.id);
      storeDraft(kept, draft.sending);
      setDraft(initial);
      forgetDraft(storageKey);
      if (isSent) await send(document.id, sendingOf(draft.sending), kept);
      else {
        toast('The draft was saved.');
        void go('documents', document.id, 'prepare');
      }
      await invalidate(['documents']);
    } catch (problem) {
      setError(problem);
    } finally {
      setSending(false);
    }
  };
  /** A draft that cannot be sent is not lost: it opens to be corrected. */
  const send = async (documentId: string, body: Sending, kept: string) => {
    try {
      const document = await api.documents.sendDocument({
        params: { id: documentId },
        body,
        idempotencyKey: crypto.randomUUID(),
      });
      forgetDraft(kept);
      if (document.signers.some(({ signingUrl }) => signingUrl)) return setSent(document);
      toast('The document was sent.');
      void go('documents', documentId);
    } catch (problem) {
      toastError(problem);
      void go('documents', documentId, 'prepare');
    }
  };
  useShortcuts('Document', [
    { keys: 'mod+s', label: 'Save as a draft', run: () => void create(false) },
    { keys: 'mod+Enter', label: 'Send', run: () => void create(true) },
  ]);
  const sendBlocked = blocked ?? (preview.faults.size > 0 && wasAsked ? 'Correct the marked values first.' : null);
  return (
    <>
      <TopBar
        title={`New document from ${template.name}`}
        crumbs={<Crumbs />}
        end={
          <>
            <Button blocked={sendBlocked} onClick={() => void create(false)}>
              Save as a draft
            </Button>
            <Button look="primary" shortcut="mod+Enter" blocked={sendBlocked} onClick={() => void create(true)}>
              Send
            </Button>
          </>
        }
      />
      <div className="page stack" ref={page}>
        {isRestored && (
          <div className="notice between" role="status">
            <span>What you typed was restored.</span>
            <Button size="small" onClick={() => setDraft(initial)}>
              Discard it
            </Button>
          </div>
        )}
        {error !== undefined && <Failure error={error} />}
        <div className="studio">
          <div className="stack">
            <Card title="Document">
              <div className="card-body form-grid">
                <TextField
                  label="Name"
                  maxLength={200}
                  value={draft.name}
                  fault={faultsBelow('name', issues).get('')}
                  onText={(name) => change({ name })}
                />
                <RevisionField template={template} />
              </div>
            </Card>
            {variables.length > 0 && (
              <Card
                title="Values"
                end={
                  <Button size="small" onClick={() => change({ values: typedFrom(variables, sampleData) })}>
                    Use sample data
                  </Button>
                }
              >
                <div className="card-body">
                  <ValueFields
                    variables={variables}
                    values={draft.values}
                    faults={faults}
                    onValues={(values) => change({ values })}
                  />
                </div>
              </Card>
            )}
            <Card title="Signers">
              {signerRoles.map((role) => (
                <fieldset key={role.id} className="note signer-set stack-s">
                  <legend className="visually-hidden">{role.label ?? role.id}</legend>
                  <p className="strong" aria-hidden="true">
                    {role.label ?? role.id}
                  </p>
                  <SignerFields
                    signer={signerOfRole(role.id)}
                    faults={faultsBelow(`signers.${role.id}.`, issues)}
                    onChange={(part) =>
                      change({ signers: { ...draft.signers, [role.id]: { ...signerOfRole(role.id), ...part } } })
                    }
                  />
                </fieldset>
              ))}
            </Card>
            <Card title="Sending">
              <div className="card-body">
                <SendingFields
                  sending={draft.sending}
                  faults={faultsBelow('', issues)}
                  onChange={(part) => change({ sending: { ...draft.sending, ...part } })}
                />
              </div>
            </Card>
          </div>
          <PreviewCard
            isPdf={template.source === null}
            preview={preview}
            state={stateOf(missing, preview.faults.size + preview.others.length - missing)}
          />
        </div>
      </div>
      {sent && (
        <SentLinks
          document={sent}
          onClose={() => {
            setSent(undefined);
            void go('documents', sent.id);
          }}
        />
      )}
    </>
  );
}

function stateOf(missing: number, wrong: number): string {
  const parts = [
    ...(missing > 0 ? [missing === 1 ? '1 value is missing' : `${missing} values are missing`] : []),
    ...(wrong > 0 ? [wrong === 1 ? '1 finding' : `${wrong} findings`] : []),
  ];
  return parts.join(', ');
}
