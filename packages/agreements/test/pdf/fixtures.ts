import {
  degrees,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { widgetsOf } from '../../src/pdf/widgets.ts';

export interface PageSpec {
  width?: number;
  height?: number;
  rotate?: number;
  /** Left, bottom, width and height in the page's own coordinates. */
  cropBox?: [number, number, number, number];
  userUnit?: number;
}

/** Empty pages of any shape. */
export async function aPdf(...pages: PageSpec[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (const page of pages.length > 0 ? pages : [{}]) addPage(document, page);
  return document.save();
}

function addPage(document: PDFDocument, spec: PageSpec): PDFPage {
  const { width = 600, height = 800, rotate = 0, cropBox, userUnit } = spec;
  const page = document.addPage([width, height]);
  page.drawText(' ');
  page.setRotation(degrees(rotate));
  if (cropBox) page.setCropBox(...cropBox);
  if (userUnit) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit));
  return page;
}

/** A well-formed form with one field of each type. */
export async function aForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = addPage(document, {});
  const second = addPage(document, { rotate: 90 });
  const form = document.getForm();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const style = { font, borderWidth: 0 };

  const name = form.createTextField('person.name');
  name.setText('Default');
  name.addToPage(page, {
    ...style,
    x: 50,
    y: 700,
    width: 200,
    height: 20,
    textColor: rgb(1, 0, 0),
  });
  name.addToPage(second, { ...style, x: 50, y: 700, width: 200, height: 20 });
  name.enableRequired();
  const notes = form.createTextField('person.notes');
  notes.enableMultiline();
  notes.addToPage(page, { ...style, x: 50, y: 600, width: 200, height: 80 });
  const code = form.createTextField('code');
  code.setMaxLength(4);
  code.addToPage(page, { ...style, x: 50, y: 560, width: 100, height: 20 });
  code.enableReadOnly();

  const box = { width: 20, height: 20, borderWidth: 0 };
  form.createCheckBox('agreed').addToPage(page, { x: 50, y: 520, ...box });
  const colour = form.createRadioGroup('colour');
  colour.addOptionToPage('red', page, { x: 50, y: 480, ...box });
  colour.addOptionToPage('green', page, { x: 100, y: 480, ...box });
  const size = form.createDropdown('size');
  size.addOptions(['small', 'large']);
  size.addToPage(page, { ...style, x: 50, y: 440, width: 100, height: 20 });
  const days = form.createOptionList('days');
  days.addOptions(['Monday', 'Tuesday']);
  days.addToPage(page, { ...style, x: 50, y: 380, width: 100, height: 40 });
  form.createButton('send').addToPage('Send', page, { ...style, x: 50, y: 340, width: 80, height: 20 });
  form.updateFieldAppearances(font);
  return document.save();
}

/**
 * Text fields with an opaque background, on an upright and on a turned page. `covered` lies partly
 * below `cover`, which comes later and has no text.
 */
export async function aColouredForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const form = document.getForm();
  for (const [index, page] of [{}, { rotate: 90 }].entries()) {
    const sheet = addPage(document, page);
    for (const [row, name] of ['latin', 'foreign', 'prefilled', 'plain'].entries()) {
      const upright = { x: 60, y: 640 - row * 80, width: 300, height: 24 };
      const turned = { x: 100 + row * 80, y: 60, width: 300, height: 24, rotate: degrees(90) };
      const field = form.createTextField(`${name}${index + 1}`);
      field.addToPage(sheet, {
        ...(index === 0 ? upright : turned),
        font,
        borderWidth: 0,
        textColor: rgb(0, 0, 0),
        ...(name !== 'plain' && { backgroundColor: rgb(0.86, 0.92, 1) }),
      });
      field.setFontSize(12);
    }
  }
  const [first] = document.getPages();
  for (const [name, x] of [['covered', 60] as const, ['cover', 160] as const])
    if (first)
      form.createTextField(name).addToPage(first, {
        font,
        borderWidth: 0,
        backgroundColor: rgb(0.86, 0.92, 1),
        x,
        y: 240,
        width: 200,
        height: 24,
      });
  form.updateFieldAppearances(font);
  return document.save();
}

/** An upright and a turned page; each has a square in one layer and in another one. */
export async function aLayeredPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const layers = ['First', 'Second'].map((name) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name) })),
  );
  document.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: layers, D: {} }));
  const [A, B] = layers;
  for (const [angle, x] of [
    [0, 60],
    [90, 520],
  ] as const) {
    const page = document.addPage([612, 792]);
    page.setRotation(degrees(angle));
    page.node.set(PDFName.of('Resources'), context.obj({ Properties: { A: A ?? null, B: B ?? null } }));
    const squares = `/OC /A BDC 0 0.3 0.6 rg ${x} 60 40 40 re f EMC /OC /B BDC 0.7 0.2 0 rg ${x + 20} 80 40 40 re f EMC`;
    page.node.set(PDFName.of('Contents'), context.register(context.stream(squares)));
  }
  return document.save();
}

/** The form without its list of fields, as left by programs that save what they print. */
export async function aFormWithoutItsList(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await aForm(), { updateMetadata: false });
  document.getForm().acroForm.dict.set(PDFName.of('Fields'), document.context.obj([]));
  return document.save({ updateFieldAppearances: false });
}

export async function anEncryptedPdf(userPassword: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(await aPdf(), { updateMetadata: false });
  document.encrypt({ userPassword, ownerPassword: 'of the owner' });
  return document.save({ useObjectStreams: false });
}

/** Makes changes that the libraries would not allow. */
export async function altered(pdf: Uint8Array, change: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  change(document);
  return document.save({ updateFieldAppearances: false, addDefaultPage: false });
}

/** The form with a framed value that the viewer has to draw. */
export const aFormToBeDrawn = async (name: string, value: string) =>
  altered(await aForm(), (document) => {
    for (const widget of widgetsOf(document)) {
      if (widget.name !== name) continue;
      widget.dict.delete(PDFName.of('AP'));
      widget.dict.set(PDFName.of('V'), PDFHexString.fromText(value));
      widget.dict.set(PDFName.of('DA'), PDFString.of('/Helv 11 Tf 0 g'));
      widget.dict.set(PDFName.of('MK'), document.context.obj({ BC: [0] }));
      widget.dict.delete(PDFName.of('BS'));
    }
  });

/**
 * A file of these objects, numbered from 1, the first being the catalog, with a correct
 * cross-reference table.
 */
export function fileOf(...objects: string[]): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Black and twice as wide as high. */
export const A_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAC0lEQVR4nGNgwAUAABoAAbw84EEAAAAASUVORK5CYII=',
  'base64',
);

/** Black but for its first column. */
export const ANOTHER_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAAAAABawyK/AAAAEElEQVR4AWP4z8DAwMQABAAJCwECD0pg9QAAAABJRU5ErkJggg==',
  'base64',
);
