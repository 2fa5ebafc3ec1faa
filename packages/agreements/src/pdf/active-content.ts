import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';
import { containersOf, dictIn, elementsIn, nameIn } from './all-objects.ts';
import { dissolveLayers, hiddenLayerIn } from './layers.ts';
import { isWidget, numberIn, textIn } from './widgets.ts';

/**
 * Everything in a PDF that acts, comes from elsewhere, or is shown to some readers only. A document
 * that is signed is the same for everybody, so the file is cleaned before anybody has seen it. What
 * cannot be removed without changing what the sender sees is refused.
 */
const REMOVABLE = [
  'scripts',
  'actions',
  'attachments',
  'xfa',
  'usage_rights',
  'layers',
  'hidden_annotations',
  'print_only_content',
] as const;
export type Removed = (typeof REMOVABLE)[number];

export type ContentRefusal = { code: 'layers' | 'multimedia' | 'portfolio'; message: string };

/** What cannot be removed; undefined if the file can be cleaned. */
export function unremovableIn(document: PDFDocument): ContentRefusal | undefined {
  if (document.catalog.has(PDFName.of('Collection')))
    return {
      code: 'portfolio',
      message: 'The PDF is a portfolio of several files. Upload the document itself.',
    };
  for (const [index, { node }] of document.getPages().entries()) {
    const subtype = elementsIn(node, 'Annots')
      .map((one) => (one instanceof PDFDict ? nameIn(one, 'Subtype') : undefined))
      .find((one) => one !== undefined && MULTIMEDIA.includes(one));
    if (subtype)
      return {
        code: 'multimedia',
        message: `The PDF has video, sound or 3D content on page ${index + 1}, which cannot be printed. Remove it and export the file again.`,
      };
  }
  const layer = hiddenLayerIn(document);
  return layer === undefined
    ? undefined
    : {
        code: 'layers',
        message: `The PDF has layers that are not visible to everybody: ${layer}. Show all layers or flatten them, then export the file again.`,
      };
}

/** Cleans a file. Returns the kinds of content that were removed. */
export function removeActiveContent(document: PDFDocument): Removed[] {
  const removed = new Set<Removed>();
  cleanCatalog(document, removed);
  for (const { node } of document.getPages()) cleanAnnotations(node, removed);
  for (const container of containersOf(document))
    if (container.kind === 'array') cleanArray(container.array, removed);
    else cleanDict(container.dict, container.isStream, removed);
  if (hiddenLayerIn(document) === undefined && dissolveLayers(document)) removed.add('layers');
  return REMOVABLE.filter((kind) => removed.has(kind));
}

/** Of the name trees only link targets stay: the others hold scripts, files, media and templates. */
const NAMES_KEPT = 'Dests';
const PRINTED_AREAS = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip'];

function cleanCatalog({ catalog }: PDFDocument, removed: Set<Removed>): void {
  const names = dictIn(catalog, 'Names');
  for (const key of names?.keys() ?? []) {
    const name = key.decodeText();
    if (name === NAMES_KEPT) continue;
    names?.delete(key);
    removed.add(name === 'JavaScript' ? 'scripts' : name === 'EmbeddedFiles' ? 'attachments' : 'actions');
  }
  const opening = dictIn(catalog, 'OpenAction');
  if (opening && nameIn(opening, 'S') !== 'GoTo') {
    catalog.delete(PDFName.of('OpenAction'));
    removed.add(kindOfAction(opening));
  }
  const form = dictIn(catalog, 'AcroForm');
  if (form?.delete(PDFName.of('XFA'))) removed.add('xfa');
  if (catalog.delete(PDFName.of('Perms'))) removed.add('usage_rights');
  if (catalog.delete(PDFName.of('Requirements'))) removed.add('scripts');
  const preferences = dictIn(catalog, 'ViewerPreferences');
  for (const key of PRINTED_AREAS) if (preferences?.delete(PDFName.of(key))) removed.add('print_only_content');
}

const HIDDEN = 1 << 1;
const PRINTED = 1 << 2;
const NO_VIEW = 1 << 5;
const TOGGLES_VIEW = 1 << 8;

/**
 * Annotations, apart from the form's fields, look the same on screen and in print afterwards, also
 * under the pointer.
 */
function cleanAnnotations(page: PDFDict, removed: Set<Removed>): void {
  const annotations = page.lookup(PDFName.of('Annots'));
  if (!(annotations instanceof PDFArray)) return;
  const kept = annotations.asArray().filter((reference) => {
    const annotation = page.context.lookup(reference);
    if (!(annotation instanceof PDFDict) || isWidget(annotation)) return true;
    if (isRemovedAnnotation(annotation)) {
      removed.add(nameIn(annotation, 'Subtype') === 'FileAttachment' ? 'attachments' : 'actions');
      return false;
    }
    const flags = numberIn(annotation.lookup(PDFName.of('F')));
    if (nameIn(annotation, 'Subtype') === 'Popup') return true;
    if ((flags & (HIDDEN | NO_VIEW)) !== 0) {
      removed.add('hidden_annotations');
      return false;
    }
    annotation.set(PDFName.of('F'), PDFNumber.of((flags | PRINTED) & ~TOGGLES_VIEW));
    const appearances = dictIn(annotation, 'AP');
    for (const state of ['R', 'D']) appearances?.delete(PDFName.of(state));
    return true;
  });
  if (kept.length < annotations.size()) page.set(PDFName.of('Annots'), page.context.obj(kept));
}

const MULTIMEDIA = ['RichMedia', '3D', 'Screen', 'Movie', 'Sound', 'Projection'];

const isRemovedAnnotation = (dict: PDFDict) =>
  dict.has(PDFName.of('Rect')) && ['FileAttachment', ...MULTIMEDIA].includes(nameIn(dict, 'Subtype') ?? '');

/** Keys whose value is an action, whatever its type. */
const ACTION_KEYS = ['A', 'OpenAction', 'Next', 'NA', 'PA'];

/** Entries of a stream that let its data come from another file or differ in print. */
const FOREIGN_DATA = ['F', 'FFilter', 'FDecodeParms', 'Alternates', 'OPI', 'Ref', 'PS', 'Subtype2'];

function cleanDict(dict: PDFDict, isStream: boolean, removed: Set<Removed>): void {
  if (isStream) for (const key of FOREIGN_DATA) if (dict.delete(PDFName.of(key))) removed.add('print_only_content');
  for (const [key] of dict.entries()) {
    const kind = bannedAs(dict.lookup(key), key.decodeText());
    if (!kind) continue;
    dict.delete(key);
    removed.add(kind);
  }
}

/** Keeps the positions, because trees of names and numbers are lists of pairs. */
function cleanArray(array: PDFArray, removed: Set<Removed>): void {
  for (let index = 0; index < array.size(); index += 1) {
    const kind = bannedAs(array.lookup(index), undefined);
    if (!kind) continue;
    array.set(index, PDFNull);
    removed.add(kind);
  }
}

/** By its own shape, so that the place of an object in the file does not matter. */
function bannedAs(value: PDFObject | undefined, key: string | undefined): Removed | undefined {
  if (value instanceof PDFArray) return bannedList(value, key);
  const dict = value instanceof PDFStream ? value.dict : value;
  if (!(dict instanceof PDFDict)) return undefined;
  if (isAttachment(dict)) return 'attachments';
  if (isRemovedAnnotation(dict)) return 'actions';
  if (nameIn(dict, 'Subtype') === 'PS' && dict !== value) return 'print_only_content';
  if (key === 'AA') return triggersOf(dict);
  return isBannedAction(dict, key) ? kindOfAction(dict) : undefined;
}

function bannedList(list: PDFArray, key: string | undefined): Removed | undefined {
  if (key !== 'AF' && !ACTION_KEYS.includes(key ?? '')) return undefined;
  for (let index = 0; index < list.size(); index += 1) {
    const element = list.lookup(index);
    // A list in a list is no list of actions, and could contain itself.
    const kind = element instanceof PDFArray ? undefined : bannedAs(element, key);
    if (kind) return kind;
  }
  return undefined;
}

const FILES = ['Filespec', 'EmbeddedFile'];

const isAttachment = (dict: PDFDict) => dict.has(PDFName.of('EF')) || FILES.includes(nameIn(dict, 'Type') ?? '');

/** Actions that an event triggers, such as opening a page, run without being chosen. */
function triggersOf(events: PDFDict): Removed | undefined {
  const actions = events
    .keys()
    .map((key) => events.lookup(key))
    .filter((one) => one instanceof PDFDict && nameIn(one, 'S') !== undefined);
  if (actions.length === 0) return undefined;
  return actions.some((one) => one instanceof PDFDict && kindOfAction(one) === 'scripts') ? 'scripts' : 'actions';
}

/** All action types of ISO 32000-2 and Adobe's extensions. */
const ACTION_TYPES = [
  'GoTo',
  'GoToR',
  'GoToE',
  'GoToDp',
  'Launch',
  'Thread',
  'URI',
  'Sound',
  'Movie',
  'Hide',
  'Named',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'JavaScript',
  'SetOCGState',
  'Rendition',
  'Trans',
  'GoTo3DView',
  'RichMediaExecute',
  'NOP',
  'SetState',
];

/** A link may turn to another page or open a web address, and nothing else. */
function isBannedAction(dict: PDFDict, key: string | undefined): boolean {
  const type = nameIn(dict, 'S');
  if (type === undefined || isHarmless(dict, type)) return false;
  if (key !== undefined && ACTION_KEYS.includes(key)) return true;
  return ACTION_TYPES.includes(type) && !isTag(dict);
}

/** Tags have their own types under the same key, and a parent that is a tag or their root. */
function isTag(dict: PDFDict): boolean {
  const parent = dictIn(dict, 'P');
  return parent !== undefined && (parent.has(PDFName.of('S')) || nameIn(parent, 'Type') === 'StructTreeRoot');
}

const PAGE_TURNS = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage'];
const WEB_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;

function isHarmless(action: PDFDict, type: string): boolean {
  if (type === 'URI') return WEB_ADDRESS.test(textIn(action.lookup(PDFName.of('URI'))) ?? '');
  return type === 'GoTo' || (type === 'Named' && PAGE_TURNS.includes(nameIn(action, 'N') ?? ''));
}

const kindOfAction = (action: PDFDict): Removed =>
  nameIn(action, 'S') === 'JavaScript' || action.has(PDFName.of('JS')) ? 'scripts' : 'actions';
