type Listener = (event: Event) => void;
type Attribute = string | number | boolean | null | undefined | Listener;

/**
 * Creates an element with attributes, listeners (`onclick`) and children. Texts are never parsed as
 * HTML.
 */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children);
  return element;
}

/** False, null and undefined remove the attribute. */
export function setAttribute(element: Element, name: string, value: Attribute) {
  if (typeof value === 'function') element.addEventListener(name.slice(2), value);
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

export const button = (text: string, onclick: Listener, attributes: Record<string, Attribute> = {}) =>
  make('button', { type: 'button', onclick, ...attributes }, text);

/** Only sets a changed text, so that a live region does not repeat itself. */
export function setText(element: Element, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

export function drawingOn(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  return context;
}

const wantsLittleMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function bringIntoView(element: Element) {
  element.scrollIntoView({
    block: 'center',
    inline: 'center',
    behavior: wantsLittleMotion() ? 'auto' : 'smooth',
  });
}
