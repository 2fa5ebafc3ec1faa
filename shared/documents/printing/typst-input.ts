import type { FamilyKey } from './fonts.ts';
import { filesOf, namesOf, neededFamilies, rightToLeftOrder } from './needed-families.ts';
import { PAGES } from './page.ts';
import { printableBlocks } from './printable.ts';
import type { PrintJob } from './printer.ts';
import { runningTitle } from './running-title.ts';
import { textsOf } from './texts-of.ts';

/** What the program is given, the fonts it needs for that, and all that will be seen. */
export function typstInput({ tree, pageSize, title, language }: PrintJob) {
  const header = runningTitle(title, pageSize);
  const texts = [...textsOf(tree.blocks)].map((one) => one.text);
  const text = [header.text, ...texts, OURS].join(' ');
  const families = neededFamilies(text);
  const codeFamilies = [...new Set<FamilyKey>(['code', ...families])];
  const data = JSON.stringify({
    title: title.toWellFormed(),
    header,
    ...languageOf(language),
    page: PAGES[pageSize],
    families: namesOf(families),
    rtlFamilies: namesOf(rightToLeftOrder(families)),
    codeFamilies: namesOf(codeFamilies),
    blocks: printableBlocks(tree, pageSize),
  });
  return { data, text, fonts: filesOf(codeFamilies) };
}

/** What is seen though no text holds it: markers of lists, page numbers. */
const OURS = '• 0123456789 /';

/** Typst takes a language and a region; it knows no others than those of two or three letters. */
function languageOf(tag: string | undefined) {
  const locale = tag === undefined ? undefined : new Intl.Locale(tag);
  const region = locale?.region ?? '';
  return { language: locale?.language ?? 'und', region: /^[A-Z]{2}$/.test(region) ? region : null };
}
