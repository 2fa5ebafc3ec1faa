import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as agreements from '#packages/agreements/src/limits.ts';
import * as documents from '#shared/documents/limits.ts';

/** The table of `docs/documents.md`, row by row. */
const LIMITS: Record<string, readonly number[]> = {
  'Source of a template; data of a template, document or bundle, as JSON': [agreements.TEMPLATE_SOURCE_BYTES / 1024],
  'Items of an array in the data': [agreements.ARRAY_ITEMS],
  'Pages printed from a template or bundle; pages of an uploaded PDF': [
    agreements.OUTPUT_PAGES,
    agreements.UPLOAD_PAGES,
  ],
  'Upload of a PDF': [documents.UPLOAD_BYTES / 1024 ** 2],
  'Templates of a bundle': [agreements.TEMPLATES_PER_BUNDLE],
  'Signer roles of a template or bundle; signers of a document, with approvers and copies': [
    agreements.ROLES_PER_TEMPLATE,
    documents.SIGNERS_PER_DOCUMENT,
  ],
  'Fields of a document': [agreements.FIELDS_PER_DOCUMENT],
  'Fields of a template, beside the signature blocks of a Markdown template': [agreements.FIELDS_PER_TEMPLATE],
  'Fields of a new document with values and options, as JSON': [documents.NEW_FIELDS_BYTES / 1024 ** 2],
  'Characters of a label; of a value; of a pattern': [
    agreements.FIELD_LABEL_CHARACTERS,
    agreements.FIELD_VALUE_CHARACTERS,
    agreements.PATTERN_CHARACTERS,
  ],
  'Options of a dropdown; characters of an option': [agreements.DROPDOWN_OPTIONS, agreements.OPTION_CHARACTERS],
  'Shortest side of a field': [agreements.BOX_MINIMUM_POINTS],
  'Revisions of a template that are kept': [documents.REVISIONS_PER_TEMPLATE],
  'Entries of the audit trail after which a draft, fields and links cannot be changed': [
    documents.TRAIL_ENTRIES_TO_CHANGE_DRAFT,
    documents.TRAIL_ENTRIES_TO_FILL,
    documents.TRAIL_ENTRIES_TO_ISSUE_LINK,
  ],
};

test('limits of documents: the table of the documentation has the values of the code', () => {
  const [, section = ''] = readFileSync('docs/documents.md', 'utf8').split('### Limits\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (?!limit )([^|]+) \| ([^|]+) \|$/gm)];
  const documented = rows.map(([, limit = '', value = '']) => [
    limit,
    (value.match(/[\d,]+/g) ?? []).map((number) => Number(number.replaceAll(',', ''))),
  ]);

  expect(Object.fromEntries(documented)).toEqual(LIMITS);
});

test('limits of documents: data and sources have the same', () => {
  expect(agreements.TEMPLATE_DATA_BYTES).toBe(agreements.TEMPLATE_SOURCE_BYTES);
});

test('limits: the roles of a template and the approvers and copies of its document are all its people', () => {
  expect(agreements.ROLES_PER_TEMPLATE + documents.OTHERS_PER_TEMPLATE).toBe(documents.SIGNERS_PER_DOCUMENT);
});
