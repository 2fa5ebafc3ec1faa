import { PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { some } from '../../../../test/support/soak.ts';
import { containersOf } from '../../src/pdf/all-objects.ts';
import { listFormFields } from '../../src/pdf/form-fields.ts';
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { inspect } from '../../src/pdf/inspection.ts';
import { loadPdf } from '../../src/pdf/load-pdf.ts';
import { sealPdf } from '../../src/pdf/seal.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { ACTIONS, aFileWith, type Part, PLACES } from './active-files.ts';
import { aForm, altered, anEncryptedPdf } from './fixtures.ts';
import { differenceOf, hasPoppler, picturesOf } from './pixels.ts';
import { aSigner } from './signer.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { readPdf } from './text-places.ts';

async function cleaned(pdf: Uint8Array) {
  const inspected = await inspect(pdf);
  if ('refusal' in inspected) throw new Error(JSON.stringify(inspected.refusal));
  return inspected;
}

const refusalOf = async (pdf: Uint8Array) => {
  const inspected = await inspect(pdf);
  return 'refusal' in inspected ? inspected.refusal : undefined;
};

const sealed = async (pdf: Uint8Array) =>
  sealPdf(await stampPdf({ pdf, stamps: [], printOverlay: simpleOverlay }), await aSigner(), {
    reason: 'All have signed.',
    sealedAt: new Date(0),
  });

/** What only active content has. */
const ACTIVE =
  /\/(?:JS|JavaScript|Launch|SubmitForm|ImportData|ResetForm|Hide|GoToR|GoToE|GoToDp|Rendition|Sound|Movie|Thread|SetOCGState|GoTo3DView|RichMediaExecute|AA|EF|Filespec|EmbeddedFiles?|FileAttachment|AF|OCG|OCMD|OCProperties|OC|XFA|Perms|Alternates|Collection)\b|file:|\/Named|payload/;

async function activeIn(pdf: Uint8Array): Promise<string[]> {
  const { context } = await loadPdf(pdf);
  const objects = context
    .enumerateIndirectObjects()
    .map(([, object]) => String(object instanceof PDFStream ? object.dict : object));
  const bytes = /payload|JavaScript/.exec(Buffer.from(pdf).toString('latin1')) ?? [];
  return [...objects.flatMap((text) => ACTIVE.exec(text)?.[0] ?? []), ...bytes];
}

describe('an uploaded PDF', () => {
  test.each(Object.entries(PLACES))('loses every kind of action in: %s', async (_place, place) => {
    for (const [kind, action] of Object.entries(ACTIONS)) {
      const pdf = aFileWith(place('4 0 R'), action);

      const { pdf: clean, removed } = await cleaned(pdf);

      expect([kind, await activeIn(clean)]).toEqual([kind, []]);
      if (!place('4 0 R').isUnused) expect([kind, removed.length]).not.toEqual([kind, 0]);
    }
  });

  test.each(some(Object.entries(PLACES), 4))('is sealed without the script in: %s', async (_case, place) => {
    const pdf = aFileWith(place(ACTIONS.JavaScript), 'null');
    expect(await activeIn(pdf)).not.toEqual([]);

    const { pdf: clean } = await cleaned(pdf);

    expect(await activeIn(clean)).toEqual([]);
    expect(await activeIn(await sealed(clean))).toEqual([]);
    // Files that were accepted before uploads were cleaned.
    expect(await activeIn(await sealed(pdf))).toEqual([]);
  });

  test('loses a chain of actions of any length', async () => {
    const length = 20_000;
    const chain = Array.from({ length }, (_, index) => `<< /S /JavaScript /JS (x) /Next ${index + 5} 0 R >>`);
    const first = '<< /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>';
    const pdf = aFileWith({ catalog: `/OpenAction ${first}` }, ...chain, 'null');

    const { pdf: clean } = await cleaned(pdf);

    expect(await activeIn(clean)).toEqual([]);
    expect(Buffer.from(clean).length).toBeLessThan(5_000);
  });

  test('keeps links to pages and to web addresses', async () => {
    const part = {
      catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >> /Outlines 5 0 R',
      annotations: [
        '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com/x) >> >>',
        '<< /Type /Annot /Subtype /Link /Rect [0 9 9 18] /A << /S /URI /URI (mailto:a@example.com) >> >>',
        '<< /Type /Annot /Subtype /Link /Rect [9 0 18 9] /A << /S /Named /N /NextPage >> >>',
        '<< /Type /Annot /Subtype /Link /Rect [9 9 18 18] /Dest [3 0 R /Fit] >>',
      ],
    };
    const outlines = '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>';
    const entry = '<< /Title (One) /Parent 5 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>';

    const { pdf, removed } = await cleaned(aFileWith(part, 'null', outlines, entry));

    const document = await loadPdf(pdf);
    const actions = containersOf(document).flatMap((one) =>
      one.kind === 'dict' && one.dict.has(PDFName.of('S')) ? String(one.dict.get(PDFName.of('S'))) : [],
    );
    expect(actions.sort()).toEqual(['/GoTo', '/GoTo', '/Named', '/URI', '/URI']);
    expect(document.getPage(0).node.Annots()?.size()).toBe(4);
    expect(removed).toEqual([]);
  });

  test('keeps tags whose type has the name of an action', async () => {
    const catalog = '/StructTreeRoot 4 0 R /MarkInfo << /Marked true >>';
    const root = '<< /Type /StructTreeRoot /K [5 0 R] /RoleMap << /Sound /P /Movie /P >> >>';
    const tag = '<< /S /Sound /P 4 0 R /K [6 0 R] >>';
    const inner = '<< /Type /StructElem /S /Movie /P 5 0 R /K 0 /Pg 3 0 R >>';

    const { pdf, removed } = await cleaned(aFileWith({ catalog }, root, tag, inner));

    expect(removed).toEqual([]);
    const objects = (await loadPdf(pdf)).context.enumerateIndirectObjects().map(String).join();
    expect(objects).toMatch(/\/S \/Sound/);
    expect(objects).toMatch(/\/S \/Movie/);
  });
});

const FILE = '<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>';
const UNTYPED = '<< /F (a.exe) /EF << /F 5 0 R >> >>';
const EMBEDDED = '<< /Type /EmbeddedFile /Length 7 >>\nstream\npayload\nendstream';

test.each<[string, Part]>([
  ['by name', { catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>' }],
  ['of the document', { catalog: '/AF [4 0 R]' }],
  ['of a page', { page: '/AF 4 0 R' }],
  ['of an annotation', { annotations: ['<< /Subtype /FileAttachment /Rect [0 0 9 9] /FS 4 0 R >>'] }],
  ['of a link', { annotations: ['<< /Subtype /Link /Rect [0 0 9 9] /AF [4 0 R] >>'] }],
  ['of private data', { page: '/PieceInfo << /App << /Private 4 0 R >> >>' }],
  ['of nothing', {}],
])('attachments: a file %s is removed', async (_case, part) => {
  for (const file of [FILE, UNTYPED]) {
    const { pdf, removed } = await cleaned(aFileWith(part, file, EMBEDDED));

    expect(await activeIn(pdf)).toEqual([]);
    expect(await activeIn(await sealed(pdf))).toEqual([]);
    if (part.catalog ?? part.page ?? part.annotations) expect(removed).toEqual(['attachments']);
  }
});

test.each(['RichMedia', '3D', 'Screen', 'Movie', 'Sound'])(
  'multimedia: an annotation of type %s is refused with its page',
  async (subtype) => {
    const pdf = aFileWith({ annotations: [`<< /Subtype /${subtype} /Rect [0 0 9 9] >>`] });

    expect(await refusalOf(pdf)).toMatchObject({
      code: 'multimedia',
      message: expect.stringContaining('page 1'),
    });
  },
);

test('multimedia: a portfolio is refused', async () => {
  const pdf = aFileWith({ catalog: '/Collection << /View /D >>' });

  expect(await refusalOf(pdf)).toMatchObject({ code: 'portfolio' });
});

describe('layers', () => {
  const CONTENT = '/OC /A BDC 0 0 0 rg 50 50 100 100 re f EMC /OC /B BDC 1 0 0 rg 200 50 90 90 re f EMC';
  const stream = `<< /Length ${CONTENT.length} >>\nstream\n${CONTENT}\nendstream`;

  /** Two layers, the objects 5 and 6, with a default configuration. */
  const layered = (initial: string, one = '', other = '') =>
    aFileWith(
      {
        catalog: `/OCProperties << /OCGs [5 0 R 6 0 R] /D << ${initial} >> >>`,
        page: '/Contents 4 0 R /Resources << /Properties << /A 5 0 R /B 6 0 R >> >>',
      },
      stream,
      `<< /Type /OCG /Name (First) ${one} >>`,
      other || '<< /Type /OCG /Name (Second) >>',
    );
  const usage = (view: string, print: string) =>
    `/Usage << /View << /ViewState /${view} >> /Print << /PrintState /${print} >> >>`;
  const EVENTS = ['View', 'Print', 'Export'].map(
    (event) => `<< /Event /${event} /OCGs [5 0 R 6 0 R] /Category [/${event}] >>`,
  );

  test.each<[string, Uint8Array, RegExp]>([
    [
      'that differ between screen and print',
      layered(`/AS [${EVENTS.join(' ')}]`, usage('ON', 'OFF'), `<< /Type /OCG /Name (Second) ${usage('OFF', 'ON')} >>`),
      /“Second” is switched off on screen/,
    ],
    ['with a usage that no event names', layered('', usage('OFF', 'ON')), /“First” .* on screen/],
    [
      'without a type, hidden on screen',
      layered('', '', `<< /Name (Second) ${usage('OFF', 'ON')} >>`),
      /“Second” is switched off on screen/,
    ],
    ['that are off', layered('/OFF [6 0 R]'), /“Second” is switched off by default/],
    ['that are off unless named', layered('/BaseState /OFF /ON [5 0 R]'), /off by default/],
    ['that depend on the zoom', layered('/AS [<< /Event /View /OCGs [5 0 R] /Category [/Zoom] >>]'), /zoom/],
    [
      'that are visible while others are not',
      layered('', '', '<< /Type /OCMD /OCGs [5 0 R] /P /AllOff >>'),
      /while another one is hidden/,
    ],
    [
      'whose rule contains Not',
      layered('', '', '<< /Type /OCMD /OCGs [5 0 R] /VE [/And [/Not 5 0 R]] >>'),
      /while another one is hidden/,
    ],
  ])('%s are refused', async (_case, pdf, message) => {
    expect(await refusalOf(pdf)).toEqual({
      code: 'layers',
      message: expect.stringMatching(message),
    });
  });

  test.each<[string, Uint8Array]>([
    ['without settings', layered('/Order [5 0 R 6 0 R]')],
    ['that are on for every event', layered(`/BaseState /ON /OFF [] /AS [${EVENTS.join(' ')}]`, usage('ON', 'ON'))],
    ['that are hidden in print', layered(`/AS [${EVENTS.join(' ')}]`, usage('ON', 'OFF'))],
    ['with a rule', layered('/ON [5 0 R]', '', '<< /Type /OCMD /OCGs [5 0 R] /VE [/Or 5 0 R] >>')],
  ])('%s, all visible on screen, are dissolved', async (_case, pdf) => {
    const { pdf: clean, removed } = await cleaned(pdf);

    expect(removed).toEqual(['layers']);
    expect(await activeIn(clean)).toEqual([]);
    expect(await activeIn(await sealed(clean))).toEqual([]);
    if (!hasPoppler) return;
    const [before, after] = [picturesOf(pdf)[0], picturesOf(clean)[0]];
    expect(before && after && differenceOf(before, after)).toBe(0);
    expect(before?.pixels.some((pixel) => pixel < 50)).toBe(true);
  });
});

test.each<[string, number, string]>([
  ['only on screen', 0, 'kept'],
  ['only in print', 4 | 32, 'removed'],
  ['nowhere', 2, 'removed'],
  ['in print, and on screen under the pointer', 4 | 32 | 256, 'removed'],
])('annotations: one that is shown %s is %s', async (_case, flags, outcome) => {
  const note = `<< /Subtype /FreeText /Rect [0 0 90 20] /F ${flags} /Contents (Price) /AP << /N 4 0 R /R 4 0 R /D 4 0 R >> >>`;
  const look = '<< /Subtype /Form /BBox [0 0 90 20] /Length 0 >>\nstream\n\nendstream';

  const { pdf, removed } = await cleaned(aFileWith({ annotations: [note] }, look));

  const annotations = (await loadPdf(pdf)).getPage(0).node.Annots();
  expect(annotations?.size() ?? 0).toBe(outcome === 'kept' ? 1 : 0);
  expect(removed).toEqual(outcome === 'kept' ? [] : ['hidden_annotations']);
  const kept = annotations && annotations.size() > 0 ? annotations.lookup(0, PDFDict) : undefined;
  if (kept) expect(String(kept)).toMatch(/\/F 4\b/);
  if (kept) expect(String(kept)).not.toMatch(/\/R |\/D /);
});

test('images: one for printing only, and data in other files, are removed', async () => {
  const image = (entries: string) =>
    `<< /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${entries} /Length 1 >>\nstream\n0\nendstream`;
  const page = '/Resources << /XObject << /A 4 0 R /B 6 0 R >> >>';
  const alternates = '/Alternates [<< /Image 5 0 R /DefaultForPrinting true >>]';

  const { pdf, removed } = await cleaned(aFileWith({ page }, image(alternates), image(''), image('/F (payload)')));

  expect(removed).toEqual(['print_only_content']);
  expect(await activeIn(pdf)).toEqual([]);
});

test('forms: XFA, scripts and usage rights are removed before anybody sees the form', async () => {
  const pdf = await altered(await aForm(), ({ context, catalog }) => {
    const twin = context.register(context.stream('<template>payload</template>'));
    catalog.lookup(PDFName.of('AcroForm'), PDFDict).set(PDFName.of('XFA'), twin);
    catalog.set(PDFName.of('Perms'), context.obj({ UR3: {} }));
  });
  const { pdf: clean, removed } = await cleaned(pdf);

  expect(removed).toEqual(['xfa', 'usage_rights']);
  expect(await activeIn(clean)).toEqual([]);
  expect(await listFormFields(clean)).toEqual(await listFormFields(pdf));
});

test('encrypted files without a password are stored without encryption', async () => {
  const { pdf } = await cleaned(await anEncryptedPdf(''));

  expect((await loadPdf(pdf)).isEncrypted).toBe(false);
  expect(Buffer.from(pdf).toString('latin1')).not.toContain('/Encrypt');
});

test('what is shown and what is sealed is one reading of the file', async () => {
  const text = (words: string) => {
    const content = `BT /F 20 Tf 50 50 Td (${words}) Tj ET`;
    return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  };
  const font = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const shown = aFileWith({ page: `/Contents 4 0 R ${font}` }, text('100 EUR'));
  // Behind the end, where no table points.
  const pdf = Buffer.concat([shown, Buffer.from(`4 0 obj\n${text('99000 EUR')}\nendobj\n`)]);
  const textsOf = async (file: Uint8Array) => (await readPdf(file)).texts.map((one) => one.text);

  const { pdf: clean } = await cleaned(pdf);

  const once = await textsOf(clean);
  expect(once).toHaveLength(1);
  expect(await textsOf(await sealed(clean))).toEqual(once);
});

test('an object that is only a reference to another one is refused', async () => {
  const pdf = aFileWith({ catalog: '/OpenAction 4 0 R' }, '5 0 R', ACTIONS.JavaScript);

  expect(await refusalOf(pdf)).toMatchObject({ code: 'broken' });
});

test('cleaning is deterministic, and a clean file needs none', async () => {
  const pdf = aFileWith(PLACES.outlines?.(ACTIONS.JavaScript) ?? {}, 'null');
  const [first, again] = [await inspectPdf(pdf), await inspectPdf(pdf)];

  expect(first).toMatchObject({ removed: ['scripts'] });
  expect(again).toEqual(first);
  expect('pdf' in first && (await inspectPdf(first.pdf))).toMatchObject({ removed: [] });
});
