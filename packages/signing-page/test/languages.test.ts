import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { en } from '../src/client/languages/en.ts';
import type { Texts } from '../src/client/languages/texts.ts';
import { CONSENTS } from '../src/consent.ts';
import { consentShownIn } from '../src/consent-shown.ts';
import { DISCLOSURE_DIGESTS } from '../src/disclosure.ts';
import { DISCLOSURE_VERSION } from '../src/disclosure-version.ts';
import { acceptedLanguages, LANGUAGE_CODES, type LanguageCode, preferredLanguage } from '../src/languages.ts';
import { SHELL_TEXTS } from '../src/shell-texts.ts';

async function textsIn(code: LanguageCode): Promise<Texts> {
  const module = await import(`../src/client/languages/${code}.ts`);
  return module[code];
}

type Node = string | readonly string[] | { [key: string]: Node };
const isPlural = (node: Node): node is Record<string, string> =>
  typeof node === 'object' && !Array.isArray(node) && 'other' in node && isAllText(node);
const isAllText = (node: object) =>
  Object.values(node).every((value) => typeof value === 'string') &&
  Object.keys(node).every((key) => ['zero', 'one', 'two', 'few', 'many', 'other'].includes(key));

/** Every text by its path: one form, or all forms of a text that depends on a number. */
function formsIn(node: Node, path = ''): [string, string[]][] {
  if (typeof node === 'string') return [[path, [node]]];
  if (isPlural(node)) return [[path, Object.values(node)]];
  return Object.entries(node).flatMap(([key, value]) => formsIn(value as Node, `${path}.${key}`));
}

function pluralsIn(node: Node, path = ''): [string, string[]][] {
  if (typeof node === 'string') return [];
  if (isPlural(node)) return [[path, Object.keys(node)]];
  return Object.entries(node).flatMap(([key, value]) => pluralsIn(value as Node, `${path}.${key}`));
}

const placeholdersIn = (forms: string[]) => [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

describe.each(LANGUAGE_CODES)('texts of the signing page in %s', (code) => {
  test('have exactly the keys of the English texts, none of them empty', async () => {
    const texts = formsIn((await textsIn(code)) as Node);

    expect(texts.map(([path]) => path)).toEqual(formsIn(en as Node).map(([path]) => path));
    expect(texts.filter(([, forms]) => forms.some((form) => form.trim() === ''))).toEqual([]);
  });

  test('have the same placeholders as the English texts', async () => {
    const named = (texts: Node) => formsIn(texts).map(([path, forms]) => [path, placeholdersIn(forms)]);

    expect(named((await textsIn(code)) as Node)).toEqual(named(en as Node));
  });

  test('have a form for each plural category of the language', async () => {
    const wanted = new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort();

    for (const [path, forms] of pluralsIn((await textsIn(code)) as Node))
      expect([path, forms.sort()]).toEqual([path, wanted]);
  });

  test('show the consent sentence that the audit trail records', async () => {
    expect(CONSENTS[consentShownIn(code)]).toBe((await textsIn(code)).consent);
  });

  test('show the disclosure whose digest the audit trail records', async () => {
    const { title, paragraphs, accept } = (await textsIn(code)).disclosure;
    const shown = createHash('sha256').update([title, ...paragraphs, accept].join('\n'));

    // New wording needs a new version: the old digest must stay valid for those who accepted it.
    expect(shown.digest('hex')).toBe(DISCLOSURE_DIGESTS[DISCLOSURE_VERSION][code]);
  });

  test('differ from the English texts in all sentences', async () => {
    if (code === 'en') return;
    const english = new Map(formsIn(en as Node));
    const same = formsIn((await textsIn(code)) as Node).filter(
      ([path, [first = '']]) => first.includes(' ') && english.get(path)?.includes(first),
    );

    expect(same.filter(([, [first = '']]) => /[a-z]{3,} [a-z]{3,}/i.test(first.replace(/\{\w+\}/g, '')))).toEqual([]);
  });

  test('have a title and texts for the HTML shell', () => {
    expect(Object.values(SHELL_TEXTS[code]).every((text) => text.length > 3)).toBe(true);
    expect(JSON.stringify(SHELL_TEXTS[code])).not.toMatch(/[<>&]/);
  });
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['sv,pl;q=0.5', 'pl'],
  ['en;q=0.1, ja-JP;q=0.9', 'ja'],
  ['zh-Hant-TW', 'zh'],
  ['pt-BR', 'pt'],
  ['sv', 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de;q=0,fr', 'fr'],
])('signing page: the language for Accept-Language %j is %s', (header, code) => {
  expect(preferredLanguage(acceptedLanguages(header))).toBe(code);
});
