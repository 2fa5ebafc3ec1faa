import { describe, expect, test } from 'vitest';
import { checkSource } from '../../src/markdown/check-source.ts';
import { renderSource } from '../../src/markdown/render-source.ts';

const images = new Map([
  ['logo', { width: 100, height: 40 }],
  ['plan_2', { width: 30, height: 30 }],
]);

const rendered = (source: string, data: unknown = {}) => renderSource({ source, data, images });
const findings = (source: string, data: unknown = {}) => {
  const made = rendered(source, data);
  return 'findings' in made ? made.findings.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
};
const inlinesOf = (source: string, data?: unknown) => {
  const made = rendered(source, data);
  if ('findings' in made) throw new Error(JSON.stringify(made.findings));
  return made.tree.blocks.flatMap((block) => (block.kind === 'paragraph' ? [...block.children] : []));
};

const NEEDS_ALT = 'Describe the image: `![alternative text](image:name)`. Screen readers read this text.';

describe('images in a source', () => {
  test('have their own size, or the stated width in proportion', () => {
    expect(inlinesOf('![Logo of *)*Example](image:logo)'.replace('*)*', ''))).toEqual([
      { kind: 'image', name: 'logo', alt: 'Logo of Example', width: 100, height: 40, at: { line: 1, column: 1 } },
    ]);
    expect(inlinesOf('A\n\nsee ![Floor &amp; plan](image:plan_2?width=90.5) here')).toContainEqual({
      kind: 'image',
      name: 'plan_2',
      alt: 'Floor & plan',
      width: 90.5,
      height: 90.5,
      at: { line: 3, column: 5 },
    });
  });

  test.each([
    ['a ![x](image:seal)', '1:3 The template has no image seal. It has: logo, plan_2.'],
    ['\n- ![](image:logo)', `2:3 ${NEEDS_ALT}`],
    ['![ ](image:logo)', `1:1 ${NEEDS_ALT}`],
    ['![a *b*](image:logo)', '1:1 The alternative text of an image is plain text.'],
    ['![a](image:logo "T")', '1:1 Images have no title. Describe the image in its alternative text.'],
    ['![a](image:)', '1:1 Write `image:name` or `image:name?width=120`, with the width in points.'],
    ['![a](image:logo?height=3)', '1:1 Write `image:name` or `image:name?width=120`, with the width in points.'],
    ['![a](image:logo?width=0)', '1:1 The width of an image is more than 0 points.'],
    ['[![a](image:logo)](https://x.example)', '1:2 Images are not allowed in links.'],
  ])('are refused at their place: %j', (source, finding) => {
    expect(findings(source)).toEqual([finding]);
  });

  test('contain no values', () => {
    expect(findings('![{{ a }}](image:logo)', { a: 'x' })).toEqual(['1:3 Variables are not allowed in images.']);
    expect(findings('![a](image:{{ a }})', { a: 'logo' })).toEqual(['1:12 Variables are not allowed in images.']);
  });

  test('are refused in a template without images', () => {
    const made = renderSource({ source: '![a](image:logo)', data: {} });

    expect(made).toMatchObject({ findings: [{ message: 'The template has no images. Upload logo first.' }] });
  });

  test('are checked in branches that the sample data does not take', () => {
    const source = '{% if a %}![a](image:seal){% endif %}\n\n::signature{role=x}';

    expect(checkSource(source, { a: false }, 'en', images)).toMatchObject({ findings: [{ line: 1, column: 11 }] });
  });

  test('can be shown 200 times', () => {
    const source = '{% for a in b %}![a](image:logo){% endfor %}![a](image:logo)';
    const times = (count: number) => ({ b: Array.from({ length: count }, () => 1) });

    expect(findings(source, times(199))).toEqual([]);
    expect(findings(source, times(200))).toEqual(['1:45 A document can show at most 200 images.']);
  });
});
