import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useGo, useSetAddressQuery } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { dataOf, typedFrom, variablesOf } from '../../domain/template-variables.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
import { forgetDraft, storeDraft, useStoredDraft } from '../../parts/stored-draft.ts';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { type DocumentDraft, draftKey, faultsBelow, newDraft } from './document-draft.ts';
import { NEW_SIGNER, type Sending, sendingOf, signerOf } from './sending.ts';
import { SendingFields, sendingBlocked } from './sending-fields.tsx';
import { type SentDocument, SentLinks } from './sent-links.tsx';
import { SignerFields, signerBlocked } from './signer-fields.tsx';
import { useKeyOf } from './use-idempotency.ts';
import { refusedIn, type TemplatePreview, useTemplatePreview } from './use-template-preview.ts';
import { ValueFields } from './values-form.tsx';

const LivePdf = lazy(() => import('../../parts/pdf-view.tsx').then((module) => ({ default: module.LivePdf })));

export type Template = Awaited<ReturnType<Api['documents']['readTemplate']>>;

/** A form with the variables and roles of a revision, beside its PDF. */
export function FromTemplate({ template }: { template: Template }) {
  const me = useMe();
  const mode = useMode();
  if (!me.data)
    return (
      <>
        <TopBar title="New document" crumbs={<Crumbs />} />
        <div className="page">
          <QueryPart query={me} lines={8}>
            {() => null}
          </QueryPart>
        </div>
      </>
    );
  return (
    <Form
      template={template}
      userId={me.data.userId}
      storageKey={draftKey(me.data.userId, mode, 'template', template.id)}
    />
  );
}

/** Prefilled fields of a PDF template hold its variables. */
const textsOf = ({ source, fields }: Template) =>
  source === null ? fields.flatMap(({ prefill }) => prefill ?? []) : [source];

function Form({ template, userId, storageKey }: { template: Template; userId: string; storageKey: string }) {
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
                <Revisions template={template} />
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
          <Preview isPdf={template.source === null} preview={preview} missing={missing} />
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

/** The document is created from the revision that is previewed, whatever is saved meanwhile. */
function Revisions({ template: { id, revision } }: { template: Template }) {
  const setQuery = useSetAddressQuery();
  const revisions = useApiQuery(['template', id, 'revisions'], (api, signal) =>
    api.documents.listTemplateRevisions({ params: { id }, signal }),
  );
  const newest = revisions.data?.items[0]?.revision;
  const numbers = revisions.data?.items.map((one) => one.revision) ?? [];
  const all = numbers.includes(revision) ? numbers : [revision, ...numbers];
  return (
    <SelectField
      label="Revision of the template"
      hint={newest !== undefined && newest > revision && `Revision ${newest} is newer.`}
      value={String(revision)}
      options={all.map((one) => [String(one), one === newest ? `${one}, the current one` : String(one)] as const)}
      onValue={(chosen) => void setQuery({ revision: chosen })}
    />
  );
}

function Preview({ isPdf, preview, missing }: { isPdf: boolean; preview: TemplatePreview; missing: number }) {
  const { pdf, faults, others, error, isWaiting } = preview;
  if (isPdf)
    return (
      <Card title="Preview">
        <p className="card-body quiet">
          The template is a PDF. Its values are written into the fields when the document is created.
        </p>
      </Card>
    );
  const state = isWaiting ? 'Printing' : stateOf(missing, faults.size + others.length - missing);
  return (
    <Card
      title="Preview"
      end={
        <span className="quiet" role="status">
          {state}
        </span>
      }
    >
      <div className="card-body stack-s" aria-busy={isWaiting}>
        {error !== undefined && <Failure error={error} />}
        {others.map((message) => (
          <p key={message} className="text-bad">
            {message}
          </p>
        ))}
        {pdf ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <LivePdf bytes={pdf} />
          </Suspense>
        ) : (
          <p className="quiet">The PDF appears here when every value is given.</p>
        )}
        <p className="caption">Names of signers are printed when the document is created.</p>
      </div>
    </Card>
  );
}

function stateOf(missing: number, wrong: number): ReactNode {
  const parts = [
    ...(missing > 0 ? [missing === 1 ? '1 value is missing' : `${missing} values are missing`] : []),
    ...(wrong > 0 ? [wrong === 1 ? '1 finding' : `${wrong} findings`] : []),
  ];
  return parts.join(', ');
}
