import type { FamilyKey } from './fonts.ts';
import { filesOf, namesOf, neededFamilies, rightToLeftOrder } from './needed-families.ts';
import { PAGES } from './page.ts';
import { printableBlocks } from './printable.ts';
import type { PrintJob } from './printer.ts';
import { runningTitle } from './running-title.ts';
import { textsOf } from './texts-of.ts';

/** Input of the Typst program, the fonts it needs, all visible text, and the files of its images. */
export function typstInput({ tree, pageSize, title, language, images = new Map() }: PrintJob) {
  const header = runningTitle(title, pageSize);
  const texts = [...textsOf(tree.blocks)].map((one) => one.text);
  const text = [header.text, ...texts, OURS].join(' ');
  const families = neededFamilies(text);
  const codeFamilies = [...new Set<FamilyKey>(['code', ...families])];
  const files = [...images].map(([name, { format, content }]) => ({
    name,
    path: `/images/${name}.${format}`,
    content,
  }));
  const data = JSON.stringify({
    title: title.toWellFormed(),
    header,
    ...languageOf(language),
    page: PAGES[pageSize],
    families: namesOf(families),
    rtlFamilies: namesOf(rightToLeftOrder(families)),
    codeFamilies: namesOf(codeFamilies),
    images: Object.fromEntries(files.map(({ name, path }) => [name, path])),
    blocks: printableBlocks(tree, pageSize),
  });
  return { data, text, fonts: filesOf(codeFamilies), files };
}

/** Visible text that is not part of the document: list markers, page numbers. */
const OURS = '• 0123456789 /';

/** Typst takes a language of two or three letters and a region. */
function languageOf(tag: string | undefined) {
  const locale = tag === undefined ? undefined : new Intl.Locale(tag);
  const region = locale?.region ?? '';
  return { language: locale?.language ?? 'und', region: /^[A-Z]{2}$/.test(region) ? region : null };
}
