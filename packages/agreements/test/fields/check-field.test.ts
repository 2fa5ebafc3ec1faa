import { describe, expect, test } from 'vitest';
import { FieldType } from '../../src/field.ts';
import type { NewField } from '../../src/fields/new-field.ts';
import type { FormField } from '../../src/form-field.ts';
import { aField, aFormField, findingsOf, idOf, pathsOf, SIGNATURE } from './builders.ts';

describe('place of a field', () => {
  test.each<[string, Partial<NewField>]>([
    ['in the corner', { xPosition: 412, yPosition: 762 }],
    ['half a point over the edges', { xPosition: 412.5, yPosition: 762.5 }],
    ['on the last page', { pageNumber: 2 }],
  ])('%s is accepted', (_case, parts) => {
    expect(pathsOf(parts)).toEqual([]);
  });

  test.each<[string, Partial<NewField>, string[]]>([
    ['a page after the last', { pageNumber: 3 }, ['pageNumber']],
    ['a box over the right edge', { xPosition: 412.6 }, ['width']],
    ['a box over the lower edge', { yPosition: 762.6 }, ['height']],
    ['a box larger than the page', { width: 700, height: 900 }, ['width', 'height']],
    ['a signer of another document', { signerId: idOf('signer', 3) }, ['signerId']],
  ])('%s is rejected', (_case, parts, paths) => {
    expect(pathsOf(parts)).toEqual(paths);
  });

  test('each page is measured by its own size', () => {
    const pages = [
      { width: 842, height: 595 },
      { width: 595, height: 842 },
    ];

    expect(pathsOf({ xPosition: 600 }, { pages })).toEqual([]);
    expect(pathsOf({ xPosition: 600, pageNumber: 2 }, { pages })).toEqual(['width']);
  });
});

describe('settings by type', () => {
  const TYPED: [string, Partial<NewField>, FieldType[]][] = [
    ['maxLength', { maxLength: 5 }, ['text', 'date']],
    ['validationPattern', { validationPattern: '.+' }, ['text', 'date']],
    ['multiline', { multiline: true }, ['text']],
    ['dateFormat', { dateFormat: 'DD/MM/YYYY' }, ['date']],
    ['options', { options: ['red'] }, ['dropdown']],
    ['groupKey', { groupKey: 'colour' }, ['checkbox']],
    ['sharedFill', { sharedFill: true }, ['text', 'date', 'dropdown', 'checkbox']],
  ];

  test.each(TYPED)('%s is allowed on its types and rejected on others', (setting, parts, types) => {
    for (const fieldType of FieldType.options) {
      const refused = pathsOf({ fieldType, options: optionsFor(fieldType), ...parts }).includes(setting);
      expect([fieldType, refused]).toEqual([fieldType, !types.includes(fieldType)]);
    }
  });

  test.each(['signature', 'initials'] as const)('a %s cannot be prefilled', (fieldType) => {
    expect(pathsOf({ fieldType, value: 'x' })).toEqual(['value']);
    expect(pathsOf({ fieldType, value: SIGNATURE, editable: true })).toEqual(['value', 'editable']);
  });

  const optionsFor = (fieldType: FieldType) => (fieldType === 'dropdown' ? ['red'] : null);
});

describe('options of a dropdown', () => {
  const fieldType = 'dropdown';

  test.each<[string, Partial<NewField>, string[]]>([
    ['none', { fieldType }, ['options']],
    ['an empty list', { fieldType, options: [] }, ['options']],
    ['the same twice', { fieldType, options: ['a', 'b', 'a'] }, ['options']],
    ['a blank one', { fieldType, options: ['a', ' '] }, ['options']],
    ['an invisible one', { fieldType, options: ['a', '\u3164'] }, ['options']],
    ['one with a line break', { fieldType, options: ['a\nb'] }, ['options']],
    ['a value that is none of them', { fieldType, options: ['a'], value: 'b' }, ['value']],
  ])('%s: rejected', (_case, parts, paths) => {
    expect(pathsOf(parts)).toEqual(paths);
  });

  test('distinct options, one of them preselected, are accepted', () => {
    expect(pathsOf({ fieldType, options: ['a', 'A', 'b'], value: 'A' })).toEqual([]);
  });
});

describe('prefilled values', () => {
  test.each<[string, Partial<NewField>]>([
    ['text', { value: 'Acme Ltd' }],
    ['several lines of multiline text', { value: 'Main Street 1\nTown', multiline: true }],
    ['as many characters as allowed, counted as people do', { value: '👍👍', maxLength: 2 }],
    ['text of the pattern', { value: 'AB-12', validationPattern: '[A-Z]{2}-\\d+' }],
    ['a checked box', { fieldType: 'checkbox', value: 'true' }],
    ['a checked box, as a boolean', { fieldType: 'checkbox', value: true }],
    ['an unchecked box spelled out', { fieldType: 'checkbox', value: 'false' }],
    ['a date in its format', { fieldType: 'date', dateFormat: 'D.M.YY', value: '29.2.24' }],
    ['a date in the format of its label', { fieldType: 'date', label: DMY, value: '31/12/2026' }],
    ['a date in any common format', { fieldType: 'date', value: '2026-12-31' }],
    ['a date as a browser writes it', { fieldType: 'date', value: '2026. 3. 14.' }],
    ['a correctable value', { value: 'Acme Ltd', editable: true }],
  ])('%s: accepted', (_case, parts) => {
    expect(findingsOf(parts)).toEqual([]);
  });

  test.each<[string, Partial<NewField>]>([
    ['a line break in single-line text', { value: 'a\nb' }],
    ['a control character', { value: 'a\u0007b' }],
    ['invisible text', { value: '\u200b\ufff9' }],
    ['half of a character', { value: 'a\ud83d' }],
    ['one character too many', { value: 'abc', maxLength: 2 }],
    ['text that the pattern does not take', { value: 'AB12', validationPattern: '[A-Z]{2}-\\d+' }],
    ['text that the pattern takes in part', { value: 'xAB', validationPattern: '[A-Z]+' }],
    ['a checkbox that is neither', { fieldType: 'checkbox', value: 'yes' }],
    ['a digit with a letter for a date', { fieldType: 'date', value: 'x1' }],
    ['a day that is not', { fieldType: 'date', dateFormat: 'DD/MM/YYYY', value: '29/02/2025' }],
    ['a day in another format', { fieldType: 'date', dateFormat: 'DD/MM/YYYY', value: '1/2/2025' }],
    ['a day against the label', { fieldType: 'date', label: DMY, value: '12/31/2026' }],
    ['no day in any common format', { fieldType: 'date', value: '2026-02-30' }],
    ['a word instead of a date', { fieldType: 'date', value: 'tomorrow' }],
    ['an essay instead of a date', { fieldType: 'date', value: `${'x'.repeat(40)}1` }],
  ])('%s: rejected', (_case, parts) => {
    expect(pathsOf(parts)).toEqual(['value']);
  });

  test('the finding uses the sender’s message if there is one', () => {
    const told = { validationPattern: '\\d+', validationMessage: 'Digits only, please.' };

    expect(findingsOf({ value: 'x', ...told })).toEqual([{ path: 'value', message: 'Digits only, please.' }]);
  });

  test('a field without a value cannot be editable', () => {
    expect(pathsOf({ editable: true })).toEqual(['editable']);
  });
});

const DMY = 'Date (DD/MM/YYYY)';

describe('date formats', () => {
  test.each(['DD/MM/YYYY', 'D-M-YY', 'YYYY.MM.DD', 'M/DD/YYYY'])('%s is valid', (dateFormat) => {
    expect(pathsOf({ fieldType: 'date', dateFormat })).toEqual([]);
  });

  test.each(['DD/MM-YYYY', 'DD/MM', 'dd/mm/yyyy', 'DD/DD/YYYY', 'DD MM YYYY', 'DDMMYYYY'])(
    '%s is invalid',
    (dateFormat) => {
      expect(pathsOf({ fieldType: 'date', dateFormat })).toEqual(['dateFormat']);
    },
  );
});

describe('patterns', () => {
  test('an invalid pattern is reported once, and not as a fault of the value', () => {
    expect(pathsOf({ validationPattern: '[', value: 'x' })).toEqual(['validationPattern']);
  });

  test('a message requires a pattern', () => {
    expect(pathsOf({ validationMessage: 'Digits only.' })).toEqual(['validationMessage']);
    expect(pathsOf({ validationMessage: 'Digits.', validationPattern: '\\d+' })).toEqual([]);
  });
});

describe('form fields of the PDF', () => {
  const form = [aFormField('topmost.name'), aFormField('topmost.date')];

  test('a field can be linked to an existing form field', () => {
    expect(pathsOf({ acroFieldName: 'topmost.name' }, { form })).toEqual([]);
  });

  test.each([
    ['does not exist', form],
    ['cannot exist, since there is no form', []],
  ])('a form field that %s is rejected', (_case, others) => {
    expect(pathsOf({ acroFieldName: 'name' }, { form: others })).toEqual(['acroFieldName']);
  });

  test('a form field that another field fills is rejected', () => {
    const fields = [aField(1, { acroFieldName: 'topmost.name' })];

    expect(pathsOf({ acroFieldName: 'topmost.name' }, { form, fields })).toEqual(['acroFieldName']);
    expect(pathsOf({ acroFieldName: 'topmost.date' }, { form, fields })).toEqual([]);
  });

  test('a read-only form field is rejected', () => {
    const readOnly = [aFormField('fixed', { isReadOnly: true })];

    expect(findingsOf({ acroFieldName: 'fixed' }, { form: readOnly })).toEqual([
      {
        path: 'acroFieldName',
        message: 'This form field is read-only in the PDF and cannot be filled.',
      },
    ]);
  });

  const LINKABLE: Record<FormField['type'], FieldType[]> = {
    text: ['text', 'date', 'dropdown', 'signature', 'initials'],
    checkbox: ['checkbox'],
    radio: ['dropdown', 'checkbox'],
    dropdown: ['dropdown'],
    listbox: ['dropdown'],
    signature: ['signature', 'initials'],
    button: [],
  };
  const TYPES = FieldType.options;
  const pairs = Object.entries(LINKABLE).flatMap(([type, takes]) =>
    TYPES.map((fieldType) => ({ type, fieldType, isTaken: takes.includes(fieldType) })),
  );

  test.each(pairs)('$fieldType can be linked to $type: $isTaken', ({ type, fieldType, isTaken }) => {
    const options = ['red', 'green'];
    const linked = aFormField('it', { type: type as FormField['type'], options });
    const settings = { fieldType, ...(fieldType === 'dropdown' && { options }) };

    const findings = findingsOf({ ...settings, acroFieldName: 'it' }, { form: [linked] });

    if (isTaken) return expect(findings).toEqual([]);
    expect(findings).toMatchObject([{ path: 'acroFieldName' }]);
    // Both types are named, the form's one in words.
    expect(findings[0]?.message).toMatch(new RegExp(`^A ${fieldType} field cannot fill a \\w+`));
  });

  test('the finding names the types that can be linked instead', () => {
    const box = aFormField('box', { type: 'checkbox' });
    const button = aFormField('send', { type: 'button' });

    expect(findingsOf({ acroFieldName: 'box' }, { form: [box] })[0]?.message).toBe(
      'A text field cannot fill a checkbox of the PDF’s form; use checkbox.',
    );
    expect(findingsOf({ acroFieldName: 'send' }, { form: [button] })[0]?.message).toBe(
      'A text field cannot fill a push button of the PDF’s form, which holds no value.',
    );
  });

  test.each(['listbox', 'radio'] as const)('a %s only accepts its own options', (type) => {
    const form = [aFormField('list', { type, options: ['red', 'green'] })];
    const linked = { fieldType: 'dropdown', acroFieldName: 'list' } as const;

    expect(pathsOf({ ...linked, options: ['green'] }, { form })).toEqual([]);
    expect(findingsOf({ ...linked, options: ['green', 'blue'] }, { form })).toMatchObject([
      { path: 'options', message: expect.stringMatching(/: blue\.$/) },
    ]);
  });

  test('a list box with several selections cannot be linked, since all but one would be lost', () => {
    const options = ['red', 'green', 'blue'];
    const linked = { fieldType: 'dropdown', acroFieldName: 'list', options } as const;
    const box = { type: 'listbox', options, value: 'red' } as const;

    expect(findingsOf(linked, { form: [aFormField('list', { ...box, values: ['red', 'blue'] })] })).toEqual([
      { path: 'acroFieldName', message: expect.stringContaining('several selections (red, blue)') },
    ]);
    expect(pathsOf(linked, { form: [aFormField('list', box)] })).toEqual([]);
  });

  test('a limit beyond that of the form field is rejected', () => {
    const form = [aFormField('code', { maxLength: 4 })];

    expect(pathsOf({ acroFieldName: 'code', maxLength: 4 }, { form })).toEqual([]);
    expect(pathsOf({ acroFieldName: 'code', maxLength: 5 }, { form })).toEqual(['maxLength']);
    expect(pathsOf({ acroFieldName: 'code', multiline: true }, { form })).toEqual(['multiline']);
  });
});
