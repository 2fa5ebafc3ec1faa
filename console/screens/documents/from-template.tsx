import { useMemo, useRef, useState } from 'react';
import { useGo } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { dataOf, emptyValues, type FormValues, typedFrom, variablesOf } from '../../domain/template-variables.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';
import { forgetDraft, storeDraft, useStoredDraft } from '../../parts/stored-draft.ts';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import {
  changedTemplate,
  FIRST,
  mergedRoles,
  movedTemplate,
  orderOf,
  withoutTemplate,
  withTemplate,
} from './bundle.ts';
import { Crumbs } from './crumbs.tsx';
import { type DocumentDraft, draftKey, faultsBelow, newDraft } from './document-draft.ts';
import { OthersCard } from './others-card.tsx';
import { RevisionField } from './revision-field.tsx';
import { NEW_SIGNER, otherOf, type Sending, sendingOf, signerOf } from './sending.ts';
import { SendingFields, sendingBlocked } from './sending-fields.tsx';
import { type SentDocument, SentLinks } from './sent-links.tsx';
import { SignerFields, signerBlocked } from './signer-fields.tsx';
import { type TemplatePart, TemplateParts } from './template-parts.tsx';
import { PreviewCard } from './template-preview.tsx';
import { useKeyOf } from './use-idempotency.ts';
import { type Template, textsOf, useTemplatesAt } from './use-template-at.ts';
import { refusedIn, usePrints } from './use-template-preview.ts';
import { ValueFields } from './values-form.tsx';

/** A template of the document with what was typed for it. */
interface FilledPart extends TemplatePart {
  template: Template;
  variables: ReturnType<typeof variablesIn>;
  values: FormValues;
  data: Record<string, unknown>;
}

const variablesIn = (template: Template) => variablesOf(textsOf(template), template.sampleData);

/** A form with the variables and roles of a revision, and of further templates of the document, beside its PDF. */
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
  const variables = useMemo(() => variablesIn(template), [template]);
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
  const parts = useParts(template, draft);
  const filled = filledIn(parts, draft);
  const isBundle = parts.length > 1;
  const isLoaded = filled.length === parts.length;
  const signerRoles = mergedRoles(filled.map((one) => one.template));
  const templates = filled.map((one) => ({
    templateId: one.id,
    revision: one.revision,
    templateData: one.data,
  }));
  const preview = usePrints(templates, template.source !== null && isLoaded);
  const change = (part: Partial<DocumentDraft>) => changeDraft((before) => ({ ...before, ...part }));
  const issues = isProblem(error) ? error.issues : [];
  const refused = refusedIn(error);
  const isMissing = (message: string) => message.startsWith('The data has no value');
  const missing = [...preview.faults.values()].filter(isMissing).length;
  const faults = new Map(
    [...preview.faults, ...refused.faults].filter(([, message]) => wasAsked || !isMissing(message)),
  );
  const signerOfRole = (role: string) => draft.signers[role] ?? NEW_SIGNER;
  const { others = [] } = draft;
  const blockedSigner = [...signerRoles.map((role) => signerOfRole(role.id)), ...others]
    .map(signerBlocked)
    .find((why) => why !== null);
  const unread = parts.some(({ error }) => error !== null);
  const blocked = unread
    ? 'Remove the template that cannot be read.'
    : isSending || !isLoaded
      ? 'One moment.'
      : draft.name.trim() === ''
        ? 'Give the document a name.'
        : (blockedSigner ??
          (signerRoles.length === 0
            ? `The ${isBundle ? 'templates have' : 'template has'} no signer roles.`
            : sendingBlocked(draft.sending)));

  // Of the values before the last change nothing is known: the service judges the new ones.
  const hasFaults = preview.faults.size > 0 && !preview.isWaiting;

  const create = async (isSent: boolean) => {
    setAsked(true);
    if (blocked !== null) return;
    if (hasFaults)
      return void setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    setSending(true);
    setError(undefined);
    const common = {
      name: draft.name.trim(),
      signers: Object.fromEntries(signerRoles.map((role) => [role.id, signerOf(signerOfRole(role.id))])),
      ...(others.length > 0 && { others: others.map(otherOf) }),
    };
    try {
      const document = await createFrom(api, templates, common, keyOf);
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
  const sendBlocked = blocked ?? (hasFaults && wasAsked ? 'Correct the marked values first.' : null);
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
            {template.source !== null && (
              <TemplateParts
                parts={parts}
                onAdd={({ id: templateId, revision }) =>
                  change(withTemplate(draft, { key: crypto.randomUUID(), templateId, revision, values: {} }))
                }
                onRemove={(key) => change(withoutTemplate(draft, key))}
                onMove={(key, by) => change(movedTemplate(draft, key, by))}
                onRevision={(key, revision) => change(changedTemplate(draft, key, { revision }))}
              />
            )}
            {filled.map((part, index) => (
              <ValuesCard
                key={part.key}
                part={part}
                title={isBundle ? `Values of ${index + 1}. ${part.template.name}` : 'Values'}
                faults={isBundle ? faultsOf(index, faults) : faults}
                onValues={(values) =>
                  change(part.key === FIRST ? { values } : changedTemplate(draft, part.key, { values }))
                }
              />
            ))}
            <Card title="Signers">
              {signerRoles.map((role) => (
                <fieldset key={role.id} className="note signer-set stack-s">
                  <legend className="visually-hidden">{role.label ?? role.id}</legend>
                  <p className="strong" aria-hidden="true">
                    {role.label ?? role.id}
                  </p>
                  {isBundle && <p className="caption">Signs {signedBy(role.id, filled)}.</p>}
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
            <OthersCard others={others} issues={issues} onOthers={(next) => change({ others: next })} />
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

/** The templates of a draft in order, loaded or not. */
function useParts(template: Template, draft: DocumentDraft): TemplatePart[] {
  const further = draft.further ?? [];
  const loaded = useTemplatesAt(further);
  const { id, revision } = template;
  return orderOf(draft).flatMap((key): TemplatePart[] => {
    if (key === FIRST) return [{ key, id, revision, template, error: null }];
    const at = further.findIndex((one) => one.key === key);
    const one = further[at];
    if (!one) return [];
    const { template: other, error = null } = loaded[at] ?? {};
    return [{ key, id: one.templateId, revision: one.revision, template: other, error }];
  });
}

/** What was typed for the templates that are loaded. */
const filledIn = (parts: readonly TemplatePart[], draft: DocumentDraft): FilledPart[] =>
  parts.flatMap(({ template, ...part }) => {
    if (!template) return [];
    const variables = variablesIn(template);
    const typed = part.key === FIRST ? draft.values : draft.further?.find(({ key }) => key === part.key)?.values;
    const values = { ...emptyValues(variables), ...typed };
    return [{ ...part, template, variables, values, data: dataOf(variables, values) }];
  });

/** One template makes a document of its own, several a bundle. */
function createFrom(
  api: Api,
  templates: readonly { templateId: string; revision: number; templateData: Record<string, unknown> }[],
  common: Pick<Parameters<Api['documents']['createBundle']>[0]['body'], 'name' | 'signers' | 'others'>,
  keyOf: (body: unknown) => string,
) {
  const [only, ...further] = templates;
  if (!only || further.length > 0) {
    const body = { ...common, templates: [...templates] };
    return api.documents.createBundle({ body, idempotencyKey: keyOf(body) });
  }
  const { templateId, ...printed } = only;
  const body = { ...common, ...printed };
  return api.documents.createDocumentFromTemplate({ params: { id: templateId }, body, idempotencyKey: keyOf(body) });
}

/** Faults of one template of a bundle, by its own variables. */
function faultsOf(index: number, faults: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const prefix = `templates.${index}.`;
  return new Map(
    [...faults].flatMap(([path, message]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), message]] : [])),
  );
}

const signedBy = (role: string, parts: readonly FilledPart[]) =>
  new Intl.ListFormat('en').format(
    parts
      .filter(({ template }) => template.signerRoles.some(({ id }) => id === role))
      .map(({ template }) => template.name),
  );

function ValuesCard({
  part: { template, variables, values },
  title,
  faults,
  onValues,
}: {
  part: FilledPart;
  title: string;
  faults: ReadonlyMap<string, string>;
  onValues(values: FormValues): void;
}) {
  if (variables.length === 0) return null;
  return (
    <Card
      title={title}
      end={
        <Button size="small" onClick={() => onValues(typedFrom(variables, template.sampleData))}>
          Use sample data
        </Button>
      }
    >
      <div className="card-body">
        <ValueFields variables={variables} values={values} faults={faults} onValues={onValues} />
      </div>
    </Card>
  );
}

function stateOf(missing: number, wrong: number): string {
  const parts = [
    ...(missing > 0 ? [missing === 1 ? '1 value is missing' : `${missing} values are missing`] : []),
    ...(wrong > 0 ? [wrong === 1 ? '1 finding' : `${wrong} findings`] : []),
  ];
  return parts.join(', ');
}
