import { useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi } from '../../app.tsx';
import { toastError } from '../../parts/toast.tsx';
import type { Field } from './words.ts';

export type NewField = Parameters<Api['documents']['addField']>[0]['body'];

/** Where a field is, in points from the top left of its page. */
export type Place = Pick<Field, 'pageNumber' | 'xPosition' | 'yPosition' | 'width' | 'height'>;

type Step =
  | { kind: 'added'; id: string }
  | { kind: 'removed'; field: Field }
  | { kind: 'moved'; id: string; from: Place };

export interface FieldEdits {
  add(body: NewField): Promise<string | undefined>;
  remove(field: Field): Promise<void>;
  move(field: Field, to: Place): Promise<void>;
  /** Undefined while there is nothing to undo. */
  undo: (() => Promise<void>) | undefined;
  /** A change is on its way, and the fields shown are those before it. */
  isSaving: boolean;
}

/** Changes of fields that can be undone, the latest first. Each is saved at once. */
export function useFieldEdits(documentId: string, onChanged: () => Promise<unknown>): FieldEdits {
  const api = useApi();
  const [waiting, setWaiting] = useState(0);
  // What is undone is chosen when its turn has come: the change before may still be on its way.
  const steps = useRef<Step[]>([]);
  // A removed field that is added again has another id.
  const renamed = useRef(new Map<string, string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Where fields were moved to by changes whose result is not shown yet. */
  const places = useRef(new Map<string, Place>());
  const idOf = (id: string): string => {
    const next = renamed.current.get(id);
    return next === undefined ? id : idOf(next);
  };
  const create = async (body: NewField) =>
    (await api.documents.addField({ params: { id: documentId }, body, idempotencyKey: crypto.randomUUID() })).id;
  const update = (id: string, body: Place) =>
    api.documents.updateField({ params: { id: documentId, fieldId: idOf(id) }, body });
  const erase = (id: string) => api.documents.removeField({ params: { id: documentId, fieldId: idOf(id) } });
  /** One change after the other: the service answers in any order. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T | undefined> => {
    const turn = last.current.then(change).catch((problem: unknown) => {
      toastError(problem);
      return undefined;
    });
    setWaiting((before) => before + 1);
    const shown = turn.then(onChanged).finally(() => {
      if (last.current === shown) places.current.clear();
      setWaiting((before) => before - 1);
    });
    last.current = shown;
    return shown.then(() => turn);
  };
  const done = (step: Step) => void steps.current.push(step);
  return {
    add: (body) =>
      inTurn(async () => {
        const id = await create(body);
        done({ kind: 'added', id });
        return id;
      }),
    remove: async (field) => {
      await inTurn(async () => {
        await erase(field.id);
        done({ kind: 'removed', field });
      });
    },
    move: async (field, to) => {
      await inTurn(async () => {
        const from = places.current.get(field.id) ?? placeOf(field);
        if (isSame(from, to)) return;
        await update(field.id, to);
        places.current.set(field.id, to);
        done({ kind: 'moved', id: field.id, from });
      });
    },
    undo:
      waiting > 0 || steps.current.length > 0
        ? async () => {
            await inTurn(async () => {
              const latest = steps.current.pop();
              if (latest?.kind === 'added') await erase(latest.id);
              else if (latest?.kind === 'moved') {
                await update(latest.id, latest.from);
                places.current.set(latest.id, latest.from);
              } else if (latest) renamed.current.set(latest.field.id, await create(copyOf(latest.field)));
            });
          }
        : undefined,
    isSaving: waiting > 0,
  };
}

export const isSame = (one: Place, other: Place) => JSON.stringify(one) === JSON.stringify(other);

export const placeOf = ({ pageNumber, xPosition, yPosition, width, height }: Field): Place => ({
  pageNumber,
  xPosition,
  yPosition,
  width,
  height,
});

/** The settings of a field, for one like it. What is not set is left out, because not every type has each setting. */
const copyOf = (field: Field): NewField => {
  const isSet = ([name, value]: [string, unknown]) =>
    SETTINGS.has(name) && value !== null && (value !== false || name === 'required');
  const settings = Object.fromEntries(Object.entries(field).filter(isSet)) as unknown as NewField;
  // A condition decides instead.
  if (field.requiredWhenFieldId !== null) delete settings.required;
  return settings;
};

const SETTINGS: ReadonlySet<string> = new Set([
  'signerId',
  'fieldType',
  'label',
  'value',
  'pageNumber',
  'xPosition',
  'yPosition',
  'width',
  'height',
  'required',
  'options',
  'dateFormat',
  'maxLength',
  'groupKey',
  'groupRequired',
  'requiredWhenFieldId',
  'requiredWhenValue',
  'validationPattern',
  'validationMessage',
  'multiline',
  'sharedFill',
  'editable',
  'signingDate',
  'acroFieldName',
] satisfies (keyof NewField)[]);
