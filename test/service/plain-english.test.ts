import { expect, test } from 'vitest';
import { apiDocument } from '#shared/service/api-document.ts';

/** Words that are vaguer than the technical noun: see docs/glossary.md. */
const VAGUE =
  /\b(somebody|nobody|whoever|anybody|everybody|how-manieth|is told|are told|handed in|put aside|wakes?|ran out of time|comes again)\b/i;

/** All sentences of the document. */
function* sentencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && ['summary', 'description', 'detail'].includes(name))
      yield* member.split(/(?<=[.:;])\s/);
    else yield* sentencesIn(member);
  }
}

test('OpenAPI document: no sentence uses a vague word for a person or an event', () => {
  const sentences = [...sentencesIn(apiDocument())];

  expect(sentences.length).toBeGreaterThan(1_000);
  expect([...new Set(sentences.filter((one) => VAGUE.test(one)))]).toEqual([]);
});

test('OpenAPI document: every summary is a short phrase without punctuation at its end', () => {
  const summaries = Object.values(apiDocument().paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ summary }) => summary);

  expect(summaries.filter((summary) => !/^[A-Z][^.;:]{2,60}$/.test(summary ?? ''))).toEqual([]);
});
