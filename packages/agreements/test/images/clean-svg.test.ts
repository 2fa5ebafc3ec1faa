import { describe, expect, test } from 'vitest';
import { cleanSvg, cleanSvgSize } from '../../src/images/clean-svg.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 10 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;

const cleaned = (inner: string, attributes?: string) => {
  const clean = cleanSvg(svg(inner, attributes));
  if ('problem' in clean) throw new Error(clean.problem);
  return clean;
};
const problemOf = (text: string) => {
  const clean = cleanSvg(text);
  return 'problem' in clean ? clean.problem : undefined;
};

const ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20" viewBox="0 0 10 20">';

describe('a drawing', () => {
  test('is written anew with its shapes, paint and own references', () => {
    const inner =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>' +
      '<rect width="4" height="4" fill="url(#g)" transform="rotate(4)"/><use xlink:href="#g"/>';

    expect(cleaned(inner).svg).toBe(
      `${ROOT}<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"></stop></linearGradient></defs>` +
        '<rect width="4" height="4" fill="url(#g)" transform="rotate(4)"></rect><use href="#g"></use></svg>',
    );
  });

  test('loses what draws nothing: comments, text between elements, descriptions, data of editors', () => {
    const inner =
      '<!-- c --><title>T</title><metadata><x xmlns="urn:x"/></metadata>words' +
      '<e:view xmlns:e="urn:editor"><e:deep/></e:view><g e:label="a" xmlns:e="urn:editor" class="b" data-x="1" unknown="2"/>';

    expect(cleaned(inner).svg).toBe(`${ROOT}<g></g></svg>`);
  });

  test('has its style as attributes, which win over those beside them', () => {
    expect(
      cleaned('<path d="M0 0" fill="red" style="fill: #00F; stroke-width:2 !important; cursor:pointer"/>').svg,
    ).toBe(`${ROOT}<path d="M0 0" fill="#00F" stroke-width="2"></path></svg>`);
  });

  test.each([
    ['viewBox="0 0 10 20"', 10, 20],
    ['viewBox="0 0 10 20" width="100%"', 10, 20],
    ['viewBox="0 0 10 20" width="30"', 30, 60],
    ['width="1in" height="48px"', 96, 48],
    ['viewBox="0,0,10,20" width="25.4mm" height="2.54cm"', 96, 96],
  ])('states its size in pixels: %s', (attributes, width, height) => {
    const { svg: text, ...size } = cleaned('', attributes);

    expect(size).toEqual({ width: expect.closeTo(width), height: expect.closeTo(height) });
    expect(cleanSvgSize(text)).toEqual(size);
    expect(text).toContain('viewBox=');
  });

  test('stays as it is when it is cleaned again', () => {
    const { svg: once } = cleaned('<g fill="a&amp;b"><circle r="1"/></g>');

    expect(cleanSvg(once)).toMatchObject({ svg: once });
  });
});

const OWN = 'A drawing may refer to its own elements only.';
const ANIMATION = 'Animations are not allowed.';

test.each([
  ['<script>alert(1)</script>', 'Scripts are not allowed.'],
  ['<g><script href="x.js"/></g>', 'Scripts are not allowed.'],
  ['<metadata><script>1</script></metadata>', 'Scripts are not allowed.'],
  ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>', 'Scripts are not allowed.'],
  ['<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>', 'Scripts are not allowed.'],
  ['<rect onload="x()"/>', 'The event attribute `onload` is not allowed.'],
  ['<foreignObject/>', 'HTML in a drawing (`foreignObject`) is not allowed.'],
  ['<image href="a.png"/>', 'Pictures in a drawing are not allowed. Upload a PNG instead.'],
  ['<text>Hi</text>', 'Text in a drawing is not allowed, because it depends on fonts. Convert it to paths.'],
  ['<style>g{}</style>', 'Style sheets are not allowed. Save the drawing with presentation attributes.'],
  ['<a href="https://x.example"/>', 'Links are not allowed in a drawing.'],
  ['<rect><animate attributeName="x"/></rect>', ANIMATION],
  ['<rect><set attributeName="x"/></rect>', ANIMATION],
  ['<filter/>', 'Filters are not allowed, because printers draw them differently.'],
  ['<marker/>', 'The element `marker` is not allowed.'],
  ['<use href="https://x.example/a.svg#b"/>', OWN],
  ['<use xlink:href="data:image/svg+xml,x"/>', OWN],
  ['<g fill="url(https://x.example)"/>', OWN],
  ['<g fill="url( #a ) url(b.svg#c)"/>', OWN],
  ['<g style="fill:url(//x)"/>', OWN],
  ['<g style="background:url(//x)"/>', OWN],
  ['<g fill="u\\72l(x)"/>', OWN],
  ['<?xml-stylesheet href="x.css"?>', 'The instruction `xml-stylesheet` is not allowed.'],
  ['<g>', 'The file is not well-formed XML.'],
  ['<g>&x;</g>', 'The file is not well-formed XML.'],
  ['<g>'.repeat(60) + '</g>'.repeat(60), 'Elements can be nested 50 deep at most.'],
  ['<g/>'.repeat(20_001), 'A drawing may have at most 20000 elements.'],
  [
    '<g id="a"><path/></g><g id="b"><use href="#a"/></g><use href="#b"/>',
    'An element that is drawn with `use` cannot contain another `use`.',
  ],
  ['<g id="a"><use href="#a"/></g>', 'An element that is drawn with `use` cannot contain another `use`.'],
  [
    `<g id="a">${'<path/>'.repeat(300)}</g>${'<use href="#a"/>'.repeat(200)}`,
    'A drawing may draw at most 40000 elements with `use`.',
  ],
])('is refused with %s', (inner, problem) => {
  expect(problemOf(svg(inner))).toBe(problem);
});

test.each([
  [
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
    'A document type declaration is not allowed. Save the drawing without one.',
  ],
  ['<html/>', 'The file is not an SVG drawing.'],
  ['<svg/>', 'The file is not an SVG drawing.'],
  ['no markup', 'The file is not well-formed XML.'],
  ['', 'The file is not well-formed XML.'],
  [svg('', ''), 'The drawing states no size: it needs `viewBox`, or `width` and `height`.'],
  [svg('', 'viewBox="0 0 0 9"'), 'The drawing states no size: it needs `viewBox`, or `width` and `height`.'],
  [svg('', 'viewBox="0 0 20000 9"'), 'A drawing is between 1 and 10000 pixels wide and high.'],
])('a file is refused that is no drawing: %s', (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});
