import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { BOXES, FieldDialog } from './field-dialog.tsx';
import { type FieldEdits, isSame, type Place, placeOf } from './field-edits.ts';
import { titleOf, useOpenForm } from './fields-step.tsx';
import { canLink, linkedField } from './link-form.tsx';
import { byKey, freePlace, onPage, overlaps, snapped } from './placing.ts';
import { type DocumentRecord, FIELD_TYPES, type Field, type FormField, isSigning } from './words.ts';

const PdfView = lazy(() => import('../../parts/pdf-view.tsx').then((module) => ({ default: module.PdfView })));

/** A dropdown needs its options first, which the dialog asks for. */
const PLACED_AT_ONCE = Object.entries(FIELD_TYPES).filter(([type]) => type !== 'dropdown') as [
  Exclude<Field['fieldType'], 'dropdown'>,
  string,
][];

/** Keys that follow each other are one change. */
const REST_MS = 500;

/** The pages of a draft with its fields, which are dragged, or moved with the arrow keys. */
export function PlaceFields({
  document,
  fields,
  edits,
  onChanged,
}: {
  document: DocumentRecord;
  fields: readonly Field[];
  edits: FieldEdits;
  onChanged(): Promise<unknown>;
}) {
  const { id, pages } = document;
  const signers = document.signers.filter(isSigning);
  const [pageNumber, setPage] = useState(1);
  const [type, setType] = useState(PLACED_AT_ONCE[0]?.[0] ?? 'signature');
  const [chosen, setSignerId] = useState<string>();
  const [selected, setSelected] = useState<string>();
  const [editedId, setEdited] = useState<string>();
  // Places that are not saved yet, by id.
  const [moved, setMoved] = useState<ReadonlyMap<string, Place>>(new Map());
  const form = useOpenForm(id, fields).filter(canLink);
  const page = pages[pageNumber - 1] ?? { width: 1, height: 1 };
  const signerId = signers.find((signer) => signer.id === chosen)?.id ?? signers[0]?.id;
  const placed = fields.map((field) => ({ ...field, ...moved.get(field.id) }));
  const shown = placed.filter((field) => field.pageNumber === pageNumber);
  const edited = fields.find((field) => field.id === editedId);
  const pairs = overlaps(placed);
  const over = new Set(pairs.flatMap((pair) => pair.map((field) => field.id)));
  const nameOf = (field: Field) =>
    `${titleOf(field)}, ${signers.find((signer) => signer.id === field.signerId)?.name ?? ''}`;
  const show = (field: Field, to: Place) => setMoved((before) => new Map(before).set(field.id, onPage(to, page)));
  const save = async (field: Field, to: Place) => {
    const place = onPage(to, page);
    await edits.move(field, place);
    setMoved((before) => new Map([...before].filter(([other, now]) => other !== field.id || !isSame(now, place))));
  };
  const add = async () => {
    if (signerId === undefined) return;
    const [width, height] = BOXES[type];
    const place = freePlace({ width, height }, pageNumber, placed, page);
    setSelected(await edits.add({ ...place, signerId, fieldType: type }));
  };
  const link = async (field: FormField) => {
    const body = signerId === undefined ? undefined : linkedField(field, signerId);
    if (body) setSelected(await edits.add(body));
  };
  useShortcuts('Fields', [{ keys: 'mod+z', label: 'Undo', isForPage: true, run: () => void edits.undo?.() }]);
  return (
    <Card
      title="Place fields"
      end={
        <Button
          size="small"
          blocked={edits.undo ? null : 'There is nothing to undo.'}
          onClick={() => void edits.undo?.()}
        >
          Undo
        </Button>
      }
    >
      <div className="card-body stack">
        <div className="form-grid">
          <SelectField label="Field to add" value={type} options={PLACED_AT_ONCE} onValue={setType} />
          <SelectField
            label="For signer"
            value={signerId ?? ''}
            options={signers.map((signer) => [signer.id, signer.name] as const)}
            onValue={setSignerId}
          />
        </div>
        <div>
          <Button blocked={signerId === undefined ? 'Add a signer first.' : null} onClick={() => void add()}>
            Add to page {pageNumber}
          </Button>
        </div>
        <p className="quiet" id="placing-help">
          Drag a field, or move it with the arrow keys: Shift in larger steps, Alt to resize. Enter edits it, Delete
          removes it.
        </p>
        {pairs.length > 0 && (
          <ul className="notice" role="status">
            {pairs.slice(0, 5).map(([one, other]) => (
              <li key={`${one.id} ${other.id}`}>
                {nameOf(one)} overlaps {nameOf(other)} on page {one.pageNumber}.
              </li>
            ))}
          </ul>
        )}
        <Suspense fallback={<Skeleton lines={8} />}>
          <PdfView
            queryKey={['document', id, 'pdf', null]}
            read={(client, signal) => client.documents.readDocumentPdf({ params: { id }, signal })}
            shown={{
              page: pageNumber,
              onPage: setPage,
              overlay: (
                <div className="placing">
                  {form
                    .filter((field) => field.pageNumber === pageNumber)
                    .map((field) => (
                      <button
                        key={field.name}
                        type="button"
                        className="placed is-offered"
                        style={boxOn(field, page)}
                        aria-label={`Use form field ${field.name}`}
                        disabled={signerId === undefined}
                        onClick={() => void link(field)}
                      >
                        {field.name}
                      </button>
                    ))}
                  {shown.map((field) => (
                    <PlacedField
                      key={field.id}
                      field={field}
                      name={nameOf(field)}
                      page={page}
                      others={placed.filter((other) => other.id !== field.id)}
                      isOver={over.has(field.id)}
                      isSelected={field.id === selected}
                      onSelect={() => setSelected(field.id)}
                      onShow={(to) => show(field, to)}
                      onSave={(to) => save(fields.find((one) => one.id === field.id) ?? field, to)}
                      onEdit={() => setEdited(field.id)}
                      onRemove={() => void edits.remove(field)}
                    />
                  ))}
                </div>
              ),
            }}
          />
        </Suspense>
      </div>
      {edited && !edits.isSaving && (
        <FieldDialog document={document} field={edited} onChanged={onChanged} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

interface Size {
  width: number;
  height: number;
}

/** One field on its page. A field of the PDF's form has the place of that form field. */
function PlacedField({
  field,
  name,
  page,
  others,
  isOver,
  isSelected,
  onSelect,
  onShow,
  onSave,
  onEdit,
  onRemove,
}: {
  field: Field;
  name: string;
  page: Size;
  others: readonly Place[];
  isOver: boolean;
  isSelected: boolean;
  onSelect(): void;
  onShow(to: Place): void;
  onSave(to: Place): Promise<void>;
  onEdit(): void;
  onRemove(): void;
}) {
  const isLinked = field.acroFieldName !== null;
  const drag = useRef<{ x: number; y: number; from: Place; scale: number; isResizing: boolean; to: Place }>(undefined);
  const pending = useRef<Place>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestSave = useRef(onSave);
  latestSave.current = onSave;
  const flush = () => {
    clearTimeout(timer.current);
    const to = pending.current;
    pending.current = undefined;
    if (to) void latestSave.current(to);
  };
  // Leaving the page saves what the keys moved.
  const leaving = useRef(flush);
  leaving.current = flush;
  useEffect(() => () => leaving.current(), []);

  const start = (event: PointerEvent<HTMLElement>) => {
    onSelect();
    if (isLinked || event.button !== 0) return;
    flush();
    const width = event.currentTarget.parentElement?.clientWidth ?? 0;
    const from = placeOf(field);
    const isResizing = (event.target as HTMLElement).className === 'placed-corner';
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, from, scale: page.width / width, isResizing, to: from };
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    if (!current) return;
    const { from, isResizing, scale } = current;
    const [dx, dy] = [(event.clientX - current.x) * scale, (event.clientY - current.y) * scale];
    current.to = isResizing
      ? onPage({ ...from, width: from.width + dx, height: from.height + dy }, page)
      : onPage(
          snapped({ ...from, xPosition: from.xPosition + dx, yPosition: from.yPosition + dy }, others, page),
          page,
        );
    onShow(current.to);
  };
  const end = (isKept: boolean) => {
    const { current } = drag;
    drag.current = undefined;
    if (!current) return;
    if (!isKept) onShow(current.from);
    void onSave(isKept ? current.to : current.from);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      clearTimeout(timer.current);
      pending.current = undefined;
      return onRemove();
    }
    const to = isLinked ? undefined : byKey(placeOf(field), event);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    pending.current = to;
    onShow(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, REST_MS);
  };
  const classes = ['placed', isLinked && 'is-linked', isOver && 'is-over'].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      className={classes}
      style={boxOn(field, page)}
      aria-pressed={isSelected}
      aria-label={`${name}, ${wordsFor(field)}`}
      aria-describedby="placing-help"
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onKeyDown={press}
      onBlur={flush}
      onFocus={onSelect}
      onDoubleClick={onEdit}
      onClick={(event) => {
        // A click by key has no position and opens the numbers.
        if (event.detail === 0) onEdit();
      }}
    >
      {titleOf(field)}
      {isSelected && !isLinked && <span className="placed-corner" />}
    </button>
  );
}

const wordsFor = ({ xPosition, yPosition, width, height }: Place) =>
  `${Math.round(xPosition)} from the left, ${Math.round(yPosition)} from the top, ${Math.round(width)} by ${Math.round(height)} points`;

const boxOn = ({ xPosition, yPosition, width, height }: Omit<Place, 'pageNumber'>, page: Size) => ({
  left: `${(xPosition / page.width) * 100}%`,
  top: `${(yPosition / page.height) * 100}%`,
  width: `${(width / page.width) * 100}%`,
  height: `${(height / page.height) * 100}%`,
});
