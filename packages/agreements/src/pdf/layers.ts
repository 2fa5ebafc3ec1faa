import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import { containersOf, dictIn, elementsIn, nameIn } from './all-objects.ts';
import { textIn } from './widgets.ts';

/**
 * Layers ("optional content") can show one text on screen and another in print, or be switched by
 * the reader of a sealed file. Layers that are visible on screen are dissolved: their content is then
 * part of the page for every reader, in print as well. A layer that is hidden on screen is refused,
 * because its content would appear, and so is one that depends on the reader.
 */
const PROPERTIES = PDFName.of('OCProperties');

/** Why a layer is not visible on every screen; undefined if all are. */
export function hiddenLayerIn(document: PDFDocument): string | undefined {
  const properties = document.catalog.lookup(PROPERTIES);
  const dicts = containersOf(document).flatMap((one) => (one.kind === 'dict' ? one.dict : []));
  // A group may lack its type, or be missing in the list.
  const listed = properties instanceof PDFDict ? elementsIn(properties, 'OCGs') : [];
  const typed = dicts.filter((dict) => nameIn(dict, 'Type') === 'OCG');
  for (const group of [...typed, ...listed.filter((one) => one instanceof PDFDict)]) {
    if (isOffOnScreen(group)) return `${titleOf(group)} is switched off on screen`;
  }
  if (dicts.some(hidesByRule)) return 'a layer is visible while another one is hidden';
  return properties instanceof PDFDict ? hiddenByDefault(properties) : undefined;
}

/** Removes all layers; their content stays and is always visible. */
export function dissolveLayers(document: PDFDocument): boolean {
  let hasLayers = document.catalog.has(PROPERTIES);
  document.catalog.delete(PROPERTIES);
  for (const container of containersOf(document)) {
    if (container.kind !== 'dict') continue;
    const { dict, isStream } = container;
    // An empty dictionary instead of none: content streams refer to it by name.
    if (isLayer(dict)) {
      hasLayers = true;
      for (const key of dict.keys()) dict.delete(key);
    } else if (isStream || dict.has(PDFName.of('Subtype'))) dict.delete(PDFName.of('OC'));
  }
  return hasLayers;
}

const isLayer = (dict: PDFDict) => ['OCG', 'OCMD'].includes(nameIn(dict, 'Type') ?? '');

/** Viewers differ in whether they apply a usage that no event names, so every one counts. */
function isOffOnScreen(group: PDFDict): boolean {
  const usage = dictIn(group, 'Usage');
  const view = usage && dictIn(usage, 'View');
  return view?.has(PDFName.of('ViewState')) === true && nameIn(view, 'ViewState') !== 'ON';
}

const KNOWN_CATEGORIES = ['View', 'Print', 'Export'].map((name): unknown => PDFName.of(name));

function hiddenByDefault(properties: PDFDict): string | undefined {
  const initial = dictIn(properties, 'D');
  if (!initial) return undefined;
  if (initial.has(PDFName.of('BaseState')) && nameIn(initial, 'BaseState') !== 'ON')
    return 'layers are switched off by default';
  const [off] = elementsIn(initial, 'OFF').filter((group) => group instanceof PDFDict);
  if (off) return `${titleOf(off)} is switched off by default`;
  const events = elementsIn(initial, 'AS').filter((event) => event instanceof PDFDict);
  const isKnown = (event: PDFDict) =>
    elementsIn(event, 'Category').every((category) => KNOWN_CATEGORIES.includes(category));
  return events.every(isKnown) ? undefined : 'layers depend on the zoom, the language or the reader';
}

/** A rule that hides its content although every layer is on. */
function hidesByRule(dict: PDFDict): boolean {
  if (nameIn(dict, 'Type') !== 'OCMD') return false;
  return ['AllOff', 'AnyOff'].includes(nameIn(dict, 'P') ?? '') || containsNot(dict.lookup(PDFName.of('VE')));
}

function containsNot(expression: PDFObject | undefined): boolean {
  const seen = new Set<PDFObject>();
  const open = [expression];
  while (open.length > 0) {
    const next = open.pop();
    if (next === PDFName.of('Not')) return true;
    if (!(next instanceof PDFArray) || seen.has(next)) continue;
    seen.add(next);
    for (let index = 0; index < next.size(); index += 1) open.push(next.lookup(index));
  }
  return false;
}

const TITLE_CHARACTERS = 60;

function titleOf(group: PDFDict): string {
  const title = textIn(group.lookup(PDFName.of('Name')))?.slice(0, TITLE_CHARACTERS);
  return title?.isWellFormed() && title.trim() ? `the layer “${title}”` : 'a layer';
}
