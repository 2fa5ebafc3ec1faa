import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pathIn, useGo, usePathParam } from '../../address.ts';
import { useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { isNotFound, useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CodeEditor, showFinding } from '../../parts/code-editor.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FindingCount, FindingList } from '../../parts/findings.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { forgetDraft } from '../../parts/stored-draft.ts';
import { toast } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { EXAMPLES } from './examples.ts';
import { tokensOf } from './highlight.ts';
import { ImagesCard, withImage } from './images-card.tsx';
import { Merge } from './merge.tsx';
import { PreviewPane } from './preview-pane.tsx';
import {
  draftOf,
  EMPTY_TEXT,
  isChanged,
  parseSample,
  type TemplateDraft,
  type TemplateRecord,
  type TemplateText,
  useTemplateDraft,
} from './template-draft.ts';
import { findingsIn, useLivePreview } from './use-live-preview.ts';

const NEW: TemplateDraft = { text: EMPTY_TEXT, base: null };

/** Writes a new template. */
export function NewTemplate() {
  return <WithPerson id="new">{(key) => <Editor key={key} storageKey={key} id={null} initial={NEW} />}</WithPerson>;
}

/** Changes the source of a template beside its PDF. */
export function TemplateEditor() {
  const id = usePathParam('id');
  const template = useApiQuery(['template', id], (api, signal) =>
    api.documents.readTemplate({ params: { id }, signal }),
  );
  // What others save meanwhile is merged when this text is saved; it does not replace what is typed.
  const first = useRef<TemplateRecord>(undefined);
  first.current ??= template.data;
  const opened = first.current;
  if (isNotFound(template.error))
    return (
      <Waiting>
        <Empty title="There is no template with this id in this mode">
          <NextStep to={['templates']}>All templates</NextStep>
        </Empty>
      </Waiting>
    );
  if (!opened)
    return (
      <Waiting>
        <QueryPart query={template} lines={8}>
          {() => <Skeleton lines={8} />}
        </QueryPart>
      </Waiting>
    );
  if (opened.source === null)
    return (
      <Waiting>
        <Empty title="This template is a PDF. Its fields are changed with the API.">
          <NextStep to={['templates', id]}>Back to the template</NextStep>
        </Empty>
      </Waiting>
    );
  return (
    <WithPerson id={id}>{(key) => <Editor key={key} storageKey={key} id={id} initial={draftOf(opened)} />}</WithPerson>
  );
}

/** The screen while there is nothing to edit. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <>
    <TopBar title="Edit template" />
    <div className="page">{children}</div>
  </>
);

/** Unsaved text belongs to one person. */
function WithPerson({ id, children }: { id: string; children(key: string): ReactNode }) {
  const me = useMe();
  const mode = useMode();
  if (!me.data)
    return (
      <Waiting>
        <QueryPart query={me} lines={8}>
          {() => null}
        </QueryPart>
      </Waiting>
    );
  return children(`assay.draft.${me.data.userId}.${mode}.template.${id}`);
}

function Editor({ storageKey, id, initial }: { storageKey: string; id: string | null; initial: TemplateDraft }) {
  const api = useApi();
  const mode = useMode();
  const go = useGo();
  const invalidate = useInvalidate();
  const { draft, isRestored, setDraft, setText } = useTemplateDraft(storageKey, initial);
  const { text, base } = draft;
  const preview = useLivePreview(text);
  const source = useRef<HTMLTextAreaElement>(null);
  const sample = useRef<HTMLTextAreaElement>(null);
  const [current, setCurrent] = useState(-1);
  const [theirs, setTheirs] = useState<TemplateRecord>();
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const createKey = useRef(crypto.randomUUID());
  const { findings, sampleFinding } = preview;
  const all = [
    ...findings.map((finding) => ({ ...finding, field: source, where: 'Source' })),
    ...(sampleFinding ? [{ ...sampleFinding, field: sample, where: 'Sample data' }] : []),
  ];
  const show = (index: number) => {
    const finding = all[index];
    if (!finding) return;
    setCurrent(index);
    showFinding(finding.field.current, finding);
  };
  const insert = (name: string) => {
    const field = source.current;
    if (!field) return;
    const next = withImage(field.value, field.selectionStart, name);
    flushSync(() => setText({ source: next.source }));
    field.focus();
    field.setSelectionRange(next.from, next.to);
  };
  const move = (step: 1 | -1) => all.length > 0 && show((current + step + all.length) % all.length);
  const blocked = isSaving
    ? 'Saving.'
    : text.name.trim() === ''
      ? 'Give the template a name.'
      : text.source.trim() === ''
        ? 'Write a source first.'
        : isChanged(draft)
          ? null
          : 'There is nothing to save.';
  const save = async () => {
    const parsed = parseSample(text.sample);
    if (blocked !== null) return;
    if ('finding' in parsed) return showFinding(sample.current, parsed.finding);
    setSaving(true);
    setError(undefined);
    const body = {
      name: text.name.trim(),
      source: text.source,
      sampleData: parsed.data,
      pageSize: text.pageSize,
      language: text.language.trim() || null,
      images: text.images,
    };
    try {
      const saved =
        id === null || base === null
          ? await api.documents.createTemplate({ body, idempotencyKey: createKey.current })
          : await api.documents.updateTemplate({ params: { id }, body: { ...body, revision: base.revision } });
      setDraft(draftOf(saved));
      await invalidate(['template', saved.id], ['templates']);
      toast(`Saved as revision ${saved.revision}.`);
      if (id === null) {
        forgetDraft(storageKey);
        void go('templates', saved.id, 'edit');
      }
    } catch (problem) {
      if (id !== null && isProblem(problem, 'stale_revision'))
        setTheirs(await api.documents.readTemplate({ params: { id } }).catch(() => undefined));
      else {
        // The next attempt may have another text.
        createKey.current = crypto.randomUUID();
        setError(findingsIn(problem).length > 0 ? undefined : problem);
        const [finding] = findingsIn(problem);
        if (finding) showFinding(source.current, finding);
      }
    } finally {
      setSaving(false);
    }
  };
  useShortcuts('Template', [
    { keys: 'mod+s', label: 'Save', run: () => void save() },
    { keys: 'F8', label: 'Next finding', run: () => move(1) },
  ]);
  if (theirs && base)
    return (
      <Merge
        base={base.text}
        mine={text}
        theirs={theirs}
        onCancel={() => setTheirs(undefined)}
        onMerged={(merged) => {
          setDraft({ text: merged, base: draftOf(theirs).base });
          setTheirs(undefined);
        }}
      />
    );
  return (
    <>
      <TopBar
        title={id === null ? 'New template' : text.name || 'Template'}
        crumbs={
          <>
            <Link to={pathIn(mode, 'templates')}>Templates</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          <>
            {id !== null && (
              <Link className="button" to={pathIn(mode, 'templates', id)}>
                Close
              </Link>
            )}
            <Button look="primary" blocked={blocked} onClick={() => void save()}>
              {base ? `Save revision ${base.revision + 1}` : 'Create template'}
            </Button>
          </>
        }
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key works in the fields inside */}
      <div
        className="page stack"
        onKeyDown={(event) => {
          if (event.key !== 'F8') return;
          event.preventDefault();
          event.stopPropagation();
          move(event.shiftKey ? -1 : 1);
        }}
      >
        {isRestored && (
          <div className="notice between" role="status">
            <span>Your unsaved changes were restored.</span>
            <Button size="small" onClick={() => setDraft(initial)}>
              Discard changes
            </Button>
          </div>
        )}
        {error !== undefined && <Failure error={error} />}
        <div className="studio">
          <div className="stack">
            <Card title="Source" end={<FindingCount count={all.length} onNext={() => move(1)} />}>
              <CodeEditor
                isProse
                tokensOf={tokensOf}
                label="Source in Markdown and Liquid"
                hint="Tab leaves the field. F8 goes to the next finding."
                field={source}
                value={text.source}
                findings={findings}
                onText={(next) => setText({ source: next })}
              />
              <FindingList findings={all} current={current} onShow={show} />
            </Card>
            <Card title="Sample data">
              <CodeEditor
                label="Sample data as JSON"
                field={sample}
                value={text.sample}
                findings={sampleFinding ? [sampleFinding] : []}
                onText={(next) => setText({ sample: next })}
              />
            </Card>
            <ImagesCard images={text.images} onImages={(images) => setText({ images })} onInsert={insert} />
            <Settings text={text} isNew={id === null} onText={setText} />
          </div>
          <PreviewPane preview={preview} />
        </div>
      </div>
    </>
  );
}

const PAGE_SIZES = [
  ['A4', 'A4'],
  ['Letter', 'Letter'],
] as const;

const Settings = ({
  text,
  isNew,
  onText,
}: {
  text: TemplateText;
  isNew: boolean;
  onText(change: Partial<TemplateText>): void;
}) => (
  <Card title="Settings">
    <div className="card-body form-grid">
      <TextField label="Name" maxLength={200} value={text.name} onText={(name) => onText({ name })} />
      <SelectField
        label="Page size"
        value={text.pageSize}
        options={PAGE_SIZES}
        onValue={(pageSize) => onText({ pageSize })}
      />
      <TextField
        label="Language"
        hint="A tag such as en or de-AT. It decides quotation marks and is read by screen readers."
        maxLength={35}
        value={text.language}
        onText={(language) => onText({ language })}
      />
      {isNew && (
        <SelectField
          label="Begin with"
          hint="Replaces what is written."
          value={exampleOf(text)}
          options={Object.entries(EXAMPLES).map(([key, { title }]) => [key, title] as const)}
          onValue={(key) => onText({ ...EXAMPLES[key]?.text, ...(text.name && { name: text.name }) })}
        />
      )}
    </div>
  </Card>
);

const exampleOf = ({ source }: TemplateText) =>
  Object.entries(EXAMPLES).find(([, { text }]) => text.source === source)?.[0] ?? 'empty';
