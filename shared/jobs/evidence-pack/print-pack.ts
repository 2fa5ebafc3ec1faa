import { renderSource } from '@assay/agreements/markdown';
import { printerOf } from '@assay/agreements/printing';
import { refused } from '@assay/foundation';
import { getBlob } from '#shared/platform/blobs.ts';
import { type ReportOf, UNPRINTABLE } from '#shared/platform/jobs/job-report.ts';
import { PACK_REPORT } from './end-pack.ts';
import { PackState } from './pack.ts';
import { PackContent } from './pack-content.ts';
import { packContentKey, packReportKey } from './pack-files.ts';

/** Values are text wherever they stand in the source, so that nothing in them is markup. */
const SOURCE = `# {{ title }}

{% for line in about %}
{{ line }}

{% endfor %}
{% for section in sections %}
## {{ section.title }}

{% for text in section.texts %}
- {{ text }}
{% endfor %}

{% endfor %}
`;

const TITLE = 'Evidence about a subject';
/** Items that one list of a template may have. */
const LIST_ITEMS = 200;
const CHARACTERS = 1_000;

/** The report of a pack whose archive is stored. It prints what the worker of jobs has written down, and reads no records. */
export const packReport: ReportOf = async ({ caller }, { id, state }) => ({
  kind: PACK_REPORT,
  filesSha256: PackState.parse(state).manifestSha256,
  bucket: 'exports',
  key: packReportKey(caller, id),
  print: async () => {
    const stored = await getBlob('exports', packContentKey(caller, id));
    if (!stored) throw new Error('The content of a report is missing.');
    const content = PackContent.parse(JSON.parse(stored.toString('utf8')));
    return (await printed(content, (text) => text)) ?? (await printed(content, inFonts)) ?? unprintable();
  },
});

async function printed(content: PackContent, write: (text: string) => string): Promise<Uint8Array | undefined> {
  const textOf = (text: string) => write(text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)} …` : text);
  const data = {
    title: TITLE,
    about: content.about.map(textOf),
    sections: content.sections.flatMap(({ title, texts }) =>
      Array.from({ length: Math.ceil(texts.length / LIST_ITEMS) }, (_, part) => ({
        title: part === 0 ? title : `${title} (continued)`,
        texts: texts.slice(part * LIST_ITEMS, (part + 1) * LIST_ITEMS).map(textOf),
      })),
    ),
  };
  const rendered = renderSource({ source: SOURCE, data, language: 'en' });
  if ('findings' in rendered) return undefined;
  const file = await printerOf().print({ tree: rendered.tree, pageSize: 'A4', title: TITLE, language: 'en' });
  return 'code' in file ? undefined : file.pdf;
}

const unprintable = () => {
  throw refused(UNPRINTABLE, 'The report is too long for 50 pages, or has characters that the fonts do not have.');
};

const UNPRINTED = /[^\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201f\u2026]/gu;

/** A character without a font is named by its code point. */
const inFonts = (text: string) =>
  text
    .normalize('NFC')
    .replace(UNPRINTED, (one) => `[U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`);
