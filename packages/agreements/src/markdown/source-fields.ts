import type { Field, FieldSettings } from '../field.ts';
import { newFieldOf } from '../fields/change-field.ts';
import { checkField } from '../fields/check-field.ts';
import { enteredValue } from '../fields/entered-value.ts';
import { settingsOf } from '../fields/new-field.ts';
import type { TemplateField } from '../fields/template-fields.ts';
import type { SourceFindings } from './findings.ts';
import type { FoundField } from './found-field.ts';

/**
 * Applies the field rules to the fields of a source: ids are local to it, and a signer's id is its
 * role.
 */
interface Known {
  roles: readonly string[];
  findings: SourceFindings;
}

/** Checks each directive of a source once, independent of data: keys, roles and references. */
export function checkDirectives(fields: readonly FoundField[], { roles, findings }: Known) {
  const keys = new Map<string, FoundField>();
  for (const field of fields) {
    const { key, role } = field.spec;
    if (!roles.includes(role))
      findings.add(field.offsetOf('role'), `No ::signature of the source has the role ${role}.`);
    if (key !== null && keys.has(key)) findings.add(field.offsetOf('key'), `The key ${key} is used twice.`);
    else if (key !== null) keys.set(key, field);
  }
  for (const field of fields) {
    const { requiredWhen } = field.spec;
    const controller = requiredWhen === null ? undefined : keys.get(requiredWhen);
    const say = (message: string) => findings.add(field.offsetOf('requiredWhen'), message);
    if (requiredWhen !== null && !controller) say(`No field of the source has the key ${requiredWhen}.`);
    else if (controller && !isWithin(loopsOf(field), loopsOf(controller)))
      say(`The field ${requiredWhen} is in a loop that this field is not in.`);
  }
  if (findings.count() === 0)
    check(fields, { roles, findings }, { withValues: false, groupOf: ({ spec }) => spec.group });
}

/** The checked fields of one document with their prefilled values. Problems go to the findings. */
export const checkedFields = (fields: readonly FoundField[], known: Known): TemplateField[] =>
  check(fields, known, { withValues: true, groupOf: groupsIn(fields) });

const loopsOf = ({ passes }: FoundField) => passes.map((pass) => pass.split(':')[0] ?? '');

const isWithin = (inner: readonly string[], outer: readonly string[]) =>
  outer.every((pass, depth) => inner[depth] === pass);

/** The field with this key in the same iterations of the loops around both. */
const controllerOf = ({ spec, passes }: FoundField, fields: readonly FoundField[]) =>
  spec.requiredWhen === null
    ? undefined
    : fields.find((other) => other.spec.key === spec.requiredWhen && isWithin(passes, other.passes));

/**
 * A loop can make the members of one group, or a group per iteration. Members made by a single
 * directive form one group; those of several directives form one group per iteration of their
 * common loops.
 */
function groupsIn(fields: readonly FoundField[]) {
  const members = Map.groupBy(
    fields.filter(({ spec }) => spec.group !== null),
    ({ spec }) => spec.group,
  );
  const depths = new Map(
    [...members].map(([group, all]) => {
      const [first, ...others] = Map.groupBy(all, ({ at }) => at).values();
      const loops = first?.[0] ? loopsOf(first[0]) : [];
      if (others.length === 0) return [group, Math.max(0, loops.length - 1)];
      const shared = loops.findIndex((loop, depth) => all.some((field) => loopsOf(field)[depth] !== loop));
      return [group, shared < 0 ? loops.length : shared];
    }),
  );
  return ({ spec, passes }: FoundField) => {
    const around = passes.slice(0, depths.get(spec.group) ?? 0);
    if (spec.group === null || around.length === 0) return spec.group;
    return `${spec.group}[${around.map((pass) => Number(pass.split(':')[1]) + 1).join('.')}]`;
  };
}

interface How {
  withValues: boolean;
  groupOf: (field: FoundField) => string | null;
}

function check(fields: readonly FoundField[], { roles, findings }: Known, how: How) {
  const made = fields.map((field) => templateField(field, fields, how));
  const document = {
    fields: made.map(asField),
    form: [],
    signerIds: roles,
    // Boxes get their positions when they are printed.
    pages: [{ width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }],
  };
  for (const [index, { id, key: _, ...settings }] of made.entries())
    for (const { path, message } of checkField(settings, { ...document, fieldId: id }))
      findings.add(fields[index]?.offsetOf(ATTRIBUTES[path] ?? path) ?? 0, message);
  return made;
}

/** Settings that have another name in a source. */
const ATTRIBUTES: Record<string, string> = {
  fieldType: 'type',
  groupKey: 'group',
  requiredWhenFieldId: 'requiredWhen',
  signerId: 'role',
  value: 'prefill',
};

function templateField(field: FoundField, fields: readonly FoundField[], { withValues, groupOf }: How): TemplateField {
  const { spec } = field;
  const controller = controllerOf(field, fields);
  const value = withValues ? enteredValue(field.value, spec.type) : null;
  const settings: FieldSettings = settingsOf({
    signerId: spec.role,
    fieldType: spec.type,
    label: spec.label,
    value,
    pageNumber: 1,
    xPosition: 0,
    yPosition: 0,
    width: spec.width,
    height: spec.height,
    required: spec.requiredWhen === null && (spec.required ?? true),
    options: spec.options,
    dateFormat: spec.dateFormat,
    signingDate: spec.signingDate,
    maxLength: spec.maxLength,
    groupKey: groupOf(field),
    groupRequired: spec.groupRequired,
    requiredWhenFieldId: controller?.id ?? null,
    // Without its controlling field in the document, the condition is dropped.
    requiredWhenValue: spec.requiredWhen === null || controller ? spec.requiredWhenValue : null,
    validationPattern: spec.validationPattern,
    validationMessage: spec.validationMessage,
    multiline: spec.multiline,
    sharedFill: spec.sharedFill,
    editable: spec.editable && value !== null,
  });
  return { ...settings, id: field.id, key: spec.key };
}

/** A field without a label is named by its key in findings. */
const asField = ({ id, key, ...settings }: TemplateField): Field =>
  newFieldOf({ id, documentId: '', now: '', settings: { ...settings, label: settings.label ?? key ?? null } });
