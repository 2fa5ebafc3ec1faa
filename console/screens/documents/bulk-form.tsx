import { useMemo, useRef, useState } from 'react';
import { useGo } from '../../address.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { counted } from '../../domain/list-reasons.ts';
import { variablesOf } from '../../domain/template-variables.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { DropArea } from '../../parts/drop-area.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { forgetDraft, useStoredDraft } from '../../parts/stored-draft.ts';
import { toast } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { BulkCheck } from './bulk-check.tsx';
import { BulkColumns } from './bulk-columns.tsx';
import { fileIn, readColumns, readRow, roleLabel, sampleFile, textOf } from './bulk-file.ts';
import { Crumbs } from './crumbs.tsx';
import { faultsBelow } from './document-draft.ts';
import { RevisionField } from './revision-field.tsx';
import { NEW_SENDING, type SendingText, sendingOf } from './sending.ts';
import { SendingFields, sendingBlocked } from './sending-fields.tsx';
import { PreviewCard } from './template-preview.tsx';
import { useBulkSend } from './use-bulk-send.ts';
import { useKeyOf } from './use-idempotency.ts';
import { type Template, textsOf } from './use-template-at.ts';
import { useTemplatePreview } from './use-template-preview.ts';

interface BulkDraft {
  name: string;
  fileName: string;
  csv: string;
  /** Meanings that were chosen, by heading. */
  columns: Readonly<Record<string, string>>;
  sending: SendingText;
}

/** A file, the meaning of its columns and how its documents are sent; then a check of every row, then the sending. */
export function BulkForm({ template, storageKey }: { template: Template; storageKey: string }) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const keyOf = useKeyOf();
  const { id, revision, signerRoles } = template;
  const variables = useMemo(() => variablesOf(textsOf(template), template.sampleData), [template]);
  const initial: BulkDraft = { name: template.name, fileName: '', csv: '', columns: {}, sending: NEW_SENDING };
  const { draft, isRestored, setDraft, changeDraft } = useStoredDraft<BulkDraft>(
    storageKey,
    initial,
    (one) => one.csv !== '' || JSON.stringify(one) !== JSON.stringify(initial),
  );
  const change = (part: Partial<BulkDraft>) => changeDraft((before) => ({ ...before, ...part }));
  const [fileFault, setFileFault] = useState<string>();
  const [place, setPlace] = useState(0);
  const [checked, setChecked] = useState<{ id: string; content: object }>();
  const [error, setError] = useState<unknown>();
  const [isConfirming, setConfirming] = useState(false);
  const check = useBulkSend(checked?.id);

  const { csv, columns: chosen, name, sending } = draft;
  const read = useMemo(() => (csv === '' ? undefined : fileIn(csv)), [csv]);
  const file = read && 'rows' in read ? read : undefined;
  const reading = useMemo(
    () => file && readColumns(file, signerRoles, variables, chosen),
    [file, signerRoles, variables, chosen],
  );
  const row = Math.min(place, (file?.rows.length ?? 1) - 1);
  const shown = file?.rows[row];
  const content = useMemo(
    () => shown && reading && readRow(reading.columns, shown, name.trim()),
    [shown, reading, name],
  );
  const preview = useTemplatePreview(
    { id, revision, isOn: template.source !== null && content !== undefined },
    content?.templateData ?? {},
  );
  const body = useMemo(() => {
    const { expiresAt: _, returnLinks: __, ...options } = sendingOf(sending);
    return {
      templateId: id,
      revision,
      csv,
      columns: Object.fromEntries(reading?.columns.map(({ heading, meaning }) => [heading, meaning]) ?? []),
      name: name.trim(),
      sending: options,
    };
  }, [id, revision, csv, reading, name, sending]);

  const fault = fileFault ?? (read && 'fault' in read ? read.fault : undefined);
  const blocked =
    signerRoles.length === 0
      ? 'The template has no signer roles.'
      : file === undefined
        ? 'Choose a CSV file first.'
        : reading && reading.faults.length > 0
          ? 'Say what the columns mean first.'
          : name.trim() === ''
            ? 'Name the documents first.'
            : sendingBlocked(sending);
  const isOld = checked !== undefined && checked.content !== body;
  const bulk = check.data;
  const good = bulk?.status === 'completed' && !isOld ? bulk.done - bulk.failed : 0;
  const sendBlocked =
    blocked ?? (good > 0 ? null : bulk && !isOld ? 'No row can be sent yet.' : 'Check the rows first.');

  const startCheck = async () => {
    setError(undefined);
    try {
      const asked = { ...body, dryRun: true };
      const started = await api.documents.createBulkSend({ body: asked, idempotencyKey: crypto.randomUUID() });
      setChecked({ id: started.id, content: body });
    } catch (problem) {
      setError(problem);
      throw problem;
    }
  };
  const send = async () => {
    const started = await api.documents.createBulkSend({ body, idempotencyKey: keyOf(body) });
    setDraft(initial);
    forgetDraft(storageKey);
    toast('The bulk send was started.');
    await go('documents', 'bulk-sends', started.id);
    await invalidate(['jobs']);
  };
  useShortcuts('Bulk send', [
    { keys: 'mod+Enter', label: 'Send', run: () => sendBlocked === null && setConfirming(true) },
  ]);
  const issues = isProblem(error) ? error.issues : [];
  const choose = async (chosenFile: File) => {
    const text = await textOf(chosenFile);
    if ('fault' in text) return setFileFault(text.fault);
    setFileFault(undefined);
    setPlace(0);
    change({ fileName: chosenFile.name, csv: text.csv });
  };
  return (
    <>
      <TopBar
        title={`New bulk send of ${template.name}`}
        crumbs={<Crumbs />}
        end={
          <Button look="primary" shortcut="mod+Enter" blocked={sendBlocked} onClick={() => setConfirming(true)}>
            {good > 0 ? `Send ${counted(good, 'document')}` : 'Send'}
          </Button>
        }
      />
      <div className="page stack">
        {isRestored && (
          <div className="notice between" role="status">
            <span>The file and what you typed were restored.</span>
            <Button size="small" onClick={() => setDraft(initial)}>
              Discard it
            </Button>
          </div>
        )}
        <div className="studio">
          <div className="stack">
            <Card title="Documents">
              <div className="card-body form-grid">
                <TextField
                  label="Name"
                  hint="Of documents whose row has none."
                  maxLength={200}
                  value={name}
                  fault={faultsBelow('name', issues).get('')}
                  onText={(text) => change({ name: text })}
                />
                <RevisionField template={template} />
              </div>
            </Card>
            <FileCard
              fileName={draft.fileName}
              rows={file?.rows.length}
              fault={fault}
              onFile={(one) => void choose(one)}
              onSample={() =>
                saveFile(
                  `${template.name}.csv`,
                  sampleFile(signerRoles, variables, template.sampleData),
                  'text/csv;charset=utf-8',
                )
              }
            />
            {file && reading && (
              <BulkColumns
                file={file}
                row={row}
                reading={reading}
                roles={signerRoles}
                variables={variables}
                onRow={setPlace}
                onMeaning={(heading, meaning) => change({ columns: { ...chosen, [heading]: meaning } })}
              />
            )}
            <Card title="Sending">
              <div className="card-body">
                <SendingFields
                  isBulk
                  sending={sending}
                  faults={faultsBelow('sending.', issues)}
                  onChange={(part) => change({ sending: { ...sending, ...part } })}
                />
              </div>
            </Card>
          </div>
          <div className="stack">
            <BulkCheck
              check={check}
              isOld={isOld}
              rows={file?.rows.length ?? 0}
              blocked={blocked}
              onCheck={startCheck}
            />
            <PreviewCard
              isPdf={template.source === null}
              title={shown ? `Preview of line ${shown.line}` : 'Preview'}
              preview={preview}
              state={preview.faults.size > 0 ? counted(preview.faults.size, 'finding') : ''}
            >
              {content && (
                <p>
                  <span className="strong">{content.name}</span> to{' '}
                  {signerRoles.map((role) => (
                    <span key={role.id} className="pre-wrap">
                      {roleLabel(role)}: {content.signers[role.id]?.name || 'no name'},{' '}
                      {content.signers[role.id]?.email || 'no email'}{' '}
                    </span>
                  ))}
                </p>
              )}
              {[...preview.faults.values()].map((message) => (
                <p key={message} className="text-bad">
                  {message}
                </p>
              ))}
            </PreviewCard>
          </div>
        </div>
      </div>
      {isConfirming && bulk && (
        <FormDialog
          title={`Send ${counted(good, 'document')}`}
          button="Send"
          onClose={() => setConfirming(false)}
          onSubmit={send}
        >
          <ul className="sentences">
            <li>
              {counted(good, 'document')} of {template.name}, revision {revision}, {good === 1 ? 'is' : 'are'} created
              and sent. This cannot be undone; documents can be voided one by one.
            </li>
            {bulk.failed > 0 && (
              <li>
                {counted(bulk.failed, 'row')} cannot be sent. Nothing is created for {bulk.failed === 1 ? 'it' : 'them'}
                .
              </li>
            )}
            <li>Invitations wait for the limits on emails.</li>
          </ul>
        </FormDialog>
      )}
    </>
  );
}

function FileCard({
  fileName,
  rows,
  fault,
  onFile,
  onSample,
}: {
  fileName: string;
  rows: number | undefined;
  fault: string | undefined;
  onFile(file: File): void;
  onSample(): void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Card title="File">
      <DropArea
        className="card-body"
        onFiles={([file]) => {
          if (file) onFile(file);
        }}
      >
        <p className="quiet">
          A CSV file with a line of headings and one row for each document, up to 10,000. Drop it here or choose it.
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
            event.target.value = '';
          }}
        />
        <div className="cluster">
          <Button onClick={() => picker.current?.click()}>Choose a file</Button>
          <Button look="plain" onClick={onSample}>
            Download a sample
          </Button>
        </div>
        {fault === undefined && rows !== undefined && (
          <p role="status">
            <span className="strong">{fileName}</span>, {counted(rows, 'row')}
          </p>
        )}
        {fault !== undefined && (
          <p className="text-bad" role="alert">
            {fault}
          </p>
        )}
      </DropArea>
    </Card>
  );
}
