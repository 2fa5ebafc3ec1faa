/** One element of a record, by the local part of its name, with what stands in it. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

/** The text of a child element, or an empty string. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  childOf(element, name)?.text.trim() ?? '';

/** All elements below that carry this name, however deep. */
export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}

/** The elements below that have a child of this name, whatever they are called themselves. */
export function* parentsOf(element: XmlElement, childName: string): Generator<XmlElement> {
  if (childOf(element, childName)) yield element;
  for (const child of element.children) yield* parentsOf(child, childName);
}

export const textsOf = (element: XmlElement, name: string): string[] =>
  [...descendants(element, name)].map(({ text }) => text.trim()).filter(Boolean);
