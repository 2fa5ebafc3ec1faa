import { checkValueType, filledBySigner, fillField, isDrawn } from '@assay/agreements';
import { conflict, refused } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { fileOf, keepFile } from '../repository/files.ts';
import type { StoredField } from '../repository/stored-field.ts';
import { parseSignatureImage } from '../signing/signature-image.ts';
import { drawTypedSignature } from '../signing/typed/typed-signature.ts';
import type { Signing } from './read-signing.ts';
import { assertRoomToFill } from './room-in-trail.ts';
import { unprintableIn } from './unprintable.ts';

/**
 * The fields that change when a signer enters a value: the field itself and the group members it
 * clears. Empty if the value is unchanged.
 */
export async function enterValue(
  context: Context,
  { stored: { record }, signer, fields }: Signing,
  field: StoredField,
  entered: Entered,
): Promise<StoredField[]> {
  const image = isDrawn(field) && entered !== null ? await imageIn(field, entered) : undefined;
  const file = image && fileOf(context.caller, record.id, image.content, image.extension);
  const value = file ? `sha256:${file.sha256}` : textIn(field, entered);
  if (!file) assertPrintable(field, value ?? '');

  const outcome = fillField({ field, value, signer, signers: record.signers, fields });
  if ('findings' in outcome) throw refusalOf(field, outcome.findings);
  const now = context.now.toISOString();
  const changed = outcome.changes.flatMap((change) => {
    const before = fields.find(({ id }) => id === change.fieldId);
    if (!before) return [];
    const imageKey = change.fieldId === field.id ? (file?.key ?? null) : null;
    const after = { ...before, ...filledBySigner(before, change.value, now), imageKey };
    return isFilledAlike(before, after) ? [] : [after];
  });
  assertRoomToFill(record, fields, changed);
  // Checked before storing, so that a rejected or unchanged value leaves no object behind.
  if (image && changed.length > 0) await keepFile(context.caller, record.id, image.content, image.extension);
  return changed;
}

/** A prefill that the signer confirms keeps its value and then counts as the signer's. */
const isFilledAlike = (before: StoredField, after: StoredField) =>
  before.value === after.value && before.imageKey === after.imageKey && before.filledBy === after.filledBy;

/** A text for any field, a boolean for a checkbox, or a name to draw for a signature. */
export type Entered = string | boolean | { typed: string } | null;

async function imageIn(field: StoredField, entered: NonNullable<Entered>): Promise<StoredImage> {
  if (typeof entered === 'boolean')
    throw invalidValue(field, ['Send `{ "typed": "…" }` or the `data:` URL of an image.']);
  if (typeof entered === 'object') {
    const drawn = drawTypedSignature(entered.typed, field);
    if ('problem' in drawn) throw invalidValue(field, [drawn.problem]);
    return { content: Buffer.from(drawn.svg), extension: 'svg' };
  }
  const image = await parseSignatureImage(entered);
  if ('problem' in image) throw invalidValue(field, [image.problem]);
  return image;
}

interface StoredImage {
  content: Uint8Array;
  extension: 'png' | 'jpg' | 'svg';
}

function textIn(field: StoredField, entered: Entered): string | null {
  if (typeof entered === 'object' && entered !== null)
    throw invalidValue(field, ['Only signatures and initials accept `typed`. Send a string.']);
  const [finding] = checkValueType(field.fieldType, entered);
  if (finding) throw invalidValue(field, [finding.message]);
  return entered === null ? null : String(entered);
}

function assertPrintable(field: StoredField, value: string): void {
  const problem = unprintableIn(value);
  if (problem) throw invalidValue(field, [problem]);
}

export const invalidValue = ({ id }: StoredField, messages: readonly string[]) =>
  refused(
    'invalid_value',
    'The value is invalid for this field. See `errors`.',
    messages.map((message) => ({ path: id, message })),
  );

function refusalOf(field: StoredField, findings: readonly { path: string; message: string }[]) {
  const messages = findings.map(({ message }) => message);
  if (findings.every(({ path }) => path === 'value')) return invalidValue(field, messages);
  return conflict('read_only', messages.join(' '));
}
