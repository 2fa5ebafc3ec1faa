import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import { type Below, type NamedEntry, type Perturbation, pickOne } from './recall-case.ts';

/** Forms of companies, abbreviated and written out. */
const FORMS: readonly (readonly [string, string])[] = [
  ['LTD', 'LIMITED'],
  ['CO', 'COMPANY'],
  ['CORP', 'CORPORATION'],
  ['INC', 'INCORPORATED'],
  ['LLC', 'LIMITED LIABILITY COMPANY'],
  ['JSC', 'JOINT STOCK COMPANY'],
  ['OJSC', 'OPEN JOINT STOCK COMPANY'],
  ['PJSC', 'PUBLIC JOINT STOCK COMPANY'],
  ['PLC', 'PUBLIC LIMITED COMPANY'],
  ['GMBH', 'GESELLSCHAFT MIT BESCHRANKTER HAFTUNG'],
  ['S.A.', 'SOCIEDAD ANONIMA'],
  ['S.A. DE C.V.', 'SOCIEDAD ANONIMA DE CAPITAL VARIABLE'],
  ['S.R.L.', 'SOCIETA A RESPONSABILITA LIMITATA'],
  ['SARL', 'SOCIETE A RESPONSABILITE LIMITEE'],
  ['PTE LTD', 'PRIVATE LIMITED'],
  ['SDN BHD', 'SENDIRIAN BERHAD'],
  ['B.V.', 'BESLOTEN VENNOOTSCHAP'],
  ['A.S.', 'ANONIM SIRKETI'],
  ['FZE', 'FREE ZONE ESTABLISHMENT'],
  ['OOO', 'OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTIU'],
];

const ADDED = ['LLC', 'Ltd', 'Ltd.', 'Limited', 'Inc', 'GmbH', 'JSC', 'S.A.', 'Co., Ltd.', 'FZE'];

const bare = (text: string) =>
  text
    .replace(/[.,()]/g, '')
    .trim()
    .toUpperCase();

/** The longest form that ends the name. */
function formOf(base: string) {
  const written = bare(base);
  const found = FORMS.flatMap(([short, long]) => [
    { form: bare(short), other: long, isShort: true },
    { form: long, other: short, isShort: false },
  ]).filter(({ form }) => written.endsWith(` ${form}`));
  return found.toSorted((a, b) => b.form.length - a.form.length)[0];
}

/** What stands before the form: two words or more, so that dropping it leaves a name. */
function stemOf(base: string): string | undefined {
  const found = formOf(base);
  if (!found) return undefined;
  const words = base.split(/\s+/);
  const stem = words.slice(0, words.length - found.form.split(' ').length);
  return stem.length < 2 || formOf(stem.join(' ')) ? undefined : stem.join(' ').replace(/,$/, '');
}

const LEGAL = /\b(llc|ltd|limited|inc|jsc|co|company|corp|corporation|gmbh|group|fze|fzc|s\.?a|plc|bank)\b/i;

function formAdded({ base, words }: NamedEntry, below: Below): SubjectRequest | undefined {
  if (words.length < 2 || LEGAL.test(base)) return undefined;
  return { name: `${base} ${pickOne(ADDED, below)}` };
}

function formDropped({ base }: NamedEntry): SubjectRequest | undefined {
  const stem = stemOf(base);
  return stem === undefined ? undefined : { name: stem };
}

const formAs =
  (wantsShort: boolean) =>
  ({ base }: NamedEntry): SubjectRequest | undefined => {
    const [found, stem] = [formOf(base), stemOf(base)];
    if (!found || stem === undefined || found.isShort === wantsShort) return undefined;
    return { name: `${stem} ${found.other}` };
  };

const entity = (kind: string, make: Perturbation['make']): Perturbation => ({
  group: 'company forms',
  kind,
  of: 'entity',
  make,
});

export const companyKinds: readonly Perturbation[] = [
  entity('company form added', formAdded),
  entity('company form dropped', formDropped),
  entity('company form abbreviated', formAs(true)),
  entity('company form written out', formAs(false)),
  entity('company words hyphenated', ({ words }) =>
    words.length >= 3 && words.every((word) => /^\p{L}{3,}$/u.test(word))
      ? { name: `${words[0]}-${words.slice(1).join(' ')}` }
      : undefined,
  ),
];
