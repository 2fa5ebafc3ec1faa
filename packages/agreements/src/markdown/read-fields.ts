import { INLINE_BOXES } from '../fields/field-types.ts';
import { FIELDS_PER_TEMPLATE } from '../limits.ts';
import type { OffsetOf } from './content-places.ts';
import { type FieldSpec, parseField } from './field-directive.ts';
import type { FoundField } from './found-field.ts';
import type { TreeReading } from './reading.ts';
import { partsOf } from './sentinels.ts';
import type { FieldBox, Inline } from './tree.ts';

interface FieldText {
  /** The whole directive, and its offset in the content of its block. */
  text: string;
  from: number;
  offsetOf: OffsetOf;
}

const ONLY_PREFILL = 'In a field, variables are allowed in `prefill` only.';

/** Records a field and returns its box; undefined if it was rejected. */
export function readField(
  { text, from, offsetOf }: FieldText,
  reading: TreeReading,
  defaultRole?: string,
): Extract<Inline, { kind: 'field' }> | undefined {
  const start = offsetOf(from);
  const read = parseField(text, defaultRole);
  if ('message' in read) {
    reading.refuseValues(text, ONLY_PREFILL);
    return void reading.refuse(offsetOf(from + read.offset), read.message);
  }
  const { spec, attributes } = read;
  const prefill = attributes.get('prefill');
  const others = prefill ? text.slice(0, prefill.valueOffset) + text.slice(prefill.valueEnd) : text;
  if (reading.refuseValues(others, ONLY_PREFILL)) {
    reading.refuseValues(spec.prefill ?? '', ONLY_PREFILL);
    return undefined;
  }
  const around = reading.rendered.piecesWithValues(start, offsetOf(from + text.length - 1) + 1);
  if (!around) return void reading.refuse(start, 'Conditions and loops are not allowed within a field.');

  const sourceOf = (offset: number) => reading.rendered.sourceOf(offsetOf(from + offset));
  return addField(reading, start, {
    at: reading.rendered.sourceOf(start),
    passes: around.passes,
    spec,
    value: withValues(spec.prefill ?? '', reading),
    prefill: prefill ? { from: sourceOf(prefill.valueOffset), to: sourceOf(prefill.valueEnd) } : null,
    offsetOf: (name) => sourceOf(attributes.get(name)?.offset ?? 0),
  });
}

const withValues = (prefill: string, reading: TreeReading) =>
  [...partsOf(prefill)].map((part) => ('text' in part ? part.text : reading.printValue(part.valueIndex).text)).join('');

function addField(reading: TreeReading, start: number, field: Omit<FoundField, 'id'>) {
  if (reading.fields.length === FIELDS_PER_TEMPLATE)
    return void reading.refuse(
      start,
      `A document created from a template can have at most ${FIELDS_PER_TEMPLATE} fields.`,
    );
  const id = `f${reading.fields.length + 1}`;
  reading.fields.push({ ...field, id });
  const { type: fieldType, width, height } = field.spec;
  const at = reading.placeOf(start);
  return { kind: 'field', id, fieldType, width, height, at } as const;
}

/** A line below a signature that its signer fills. */
export function addLineField(
  reading: TreeReading,
  line: { start: number; at: number; role: string; name: 'title' | 'date' | 'place' },
  { label, dateFormat, signingDate }: { label: string; dateFormat: string | null; signingDate: boolean },
): FieldBox | undefined {
  const { start, at, role, name } = line;
  const type = name === 'date' ? 'date' : 'text';
  const spec: FieldSpec = {
    key: `${role}.${name}`,
    type,
    role,
    label,
    required: true,
    options: null,
    prefill: null,
    editable: false,
    requiredWhen: null,
    requiredWhenValue: null,
    group: null,
    groupRequired: false,
    ...INLINE_BOXES[type],
    maxLength: null,
    dateFormat: name === 'date' ? dateFormat : null,
    signingDate: name === 'date' && signingDate,
    multiline: false,
    sharedFill: false,
    validationPattern: null,
    validationMessage: null,
  };
  const found = { at, passes: [], spec, value: '', prefill: null, offsetOf: () => at };
  return addField(reading, start, found);
}
