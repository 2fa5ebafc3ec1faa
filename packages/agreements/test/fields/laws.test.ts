import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Field } from '../../src/field.ts';
import { checkField } from '../../src/fields/check-field.ts';
import { missingFor, progressOf } from '../../src/fields/completion.ts';
import { fillField } from '../../src/fields/fill-field.ts';
import { filledBySigner } from '../../src/fields/filled-by.ts';
import { isTurnOf, type SigningParty } from '../../src/fields/turn.ts';
import { ANNA, aDocument, aField, BEN, NOW } from './builders.ts';
import { drafted, draftsOf, fieldId, steps, value } from './random-fields.ts';

/** Invariants of every document, whatever senders and signers do. */

const chosenIn = (fields: readonly Field[], key: string) =>
  fields.filter((field) => field.groupKey === key && field.value !== null).length;

function expectSound(fields: readonly Field[]) {
  for (const field of fields) {
    expect(Field.parse(field)).toEqual(field);
    expect(checkField(field, { ...aDocument({ fields }), fieldId: field.id })).toEqual([]);
    if (field.requiredWhenFieldId === null) continue;
    const controller = fields.find(({ id }) => id === field.requiredWhenFieldId);
    expect(controller?.signerId).toBe(field.signerId);
    expect(field.required).toBe(false);
  }
  for (const key of ['g', 'h']) expect(chosenIn(fields, key)).toBeLessThanOrEqual(1);
}

test('fields: no sequence of changes leaves a field that the rules would reject', () => {
  let conditions = 0;
  let choices = 0;
  fc.assert(
    fc.property(steps, (taken) => {
      for (const fields of draftsOf(taken)) {
        expectSound(fields);
        conditions += fields.filter((field) => field.requiredWhenFieldId !== null).length;
        choices += chosenIn(fields, 'g');
      }
    }),
    { numRuns: 200 },
  );
  // The law would say little if random documents had few of either.
  expect(conditions).toBeGreaterThan(100);
  expect(choices).toBeGreaterThan(10);
});

const applied = (fields: Field[], result: ReturnType<typeof fillField>): Field[] =>
  fields.map((field) => {
    const changes = 'changes' in result ? result.changes : [];
    const change = changes.find(({ fieldId: id }) => id === field.id);
    return change ? filledBySigner(field, change.value, NOW) : field;
  });

const entry = fc.record({
  fieldId,
  by: fc.constantFrom(ANNA, BEN),
  value: fc.option(fc.oneof(value, fc.constant(`sha256:${'0'.repeat(64)}`))),
  completes: fc.boolean(),
});

const parties = fc.constantFrom([1, 2], [2, 1], [1, 1]).map(([first = 1, second = 1]) => [
  { id: ANNA, signingOrder: first, completedAt: null },
  { id: BEN, signingOrder: second, completedAt: null },
]);

test('fields: whatever signers enter, groups stay exclusive and sender and signed values do not change', () => {
  let fillings = 0;
  fc.assert(
    fc.property(steps, parties, fc.array(entry, { maxLength: 30, size: 'max' }), (taken, initial, entries) => {
      let fields = drafted(taken);
      let signers: SigningParty[] = initial;
      for (const { fieldId: id, by, value: entered, completes } of entries) {
        const signer = signers.find((each) => each.id === by);
        const field = fields.find((each) => each.id === id);
        if (!signer || !field) continue;
        const result = fillField({ field, value: entered, signer, signers, fields });
        if ('changes' in result) {
          fillings++;
          expect(isTurnOf(signer, signers)).toBe(true);
          for (const change of result.changes) {
            const target = fields.find((each) => each.id === change.fieldId);
            const owner = signers.find((each) => each.id === target?.signerId);
            expect(target?.filledBy).not.toBe('sender');
            expect(owner?.completedAt).toBeNull();
            expect(target?.sharedFill || target?.signerId === by).toBe(true);
          }
          fields = fields.map((each) => {
            const change = result.changes.find(({ fieldId: changed }) => changed === each.id);
            return change ? filledBySigner(each, change.value, NOW) : each;
          });
        }
        for (const key of ['g', 'h']) expect(chosenIn(fields, key)).toBeLessThanOrEqual(1);
        if (completes && isTurnOf(signer, signers) && missingFor(signer, fields).length === 0)
          signers = signers.map((each) => (each.id === by ? { ...each, completedAt: NOW } : each));
      }
    }),
    { numRuns: 300 },
  );
  expect(fillings).toBeGreaterThan(100);
});

test('fields: progress is complete exactly when nothing is missing', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(ANNA, BEN), (taken, id) => {
      const fields = drafted(taken);
      const { filled, total } = progressOf({ id }, fields);
      expect(total - filled).toBe(missingFor({ id }, fields).length);
    }),
  );
});

test('fields: after any choices in a group, only the last one is chosen', () => {
  const members = [1, 2, 3, 4].map((n) => aField(n, { fieldType: 'checkbox', groupKey: 'g' }));
  const signer = { id: ANNA, signingOrder: 1, completedAt: null };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...members), { minLength: 1 }), (choices) => {
      const fields = choices.reduce((before, { id }) => {
        const field = before.find((each) => each.id === id) ?? aField(0);
        const filling = { field, value: 'true', signer, signers: [signer], fields: before };
        return applied(before, fillField(filling));
      }, members);
      expect(fields.filter(({ value }) => value === 'true').map(({ id }) => id)).toEqual([choices.at(-1)?.id]);
    }),
  );
});
