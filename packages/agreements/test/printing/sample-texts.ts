import { code, codeBlock, heading, link, list, paragraph, quote, rule, strong, table } from './trees.ts';

export const WORDS = 'The Supplier delivers the goods within thirty days of the Effective Date. ';

export const AGREEMENT = [
  heading(1, 'Services Agreement'),
  paragraph(
    'Between ',
    strong({ kind: 'text', text: 'Blue Ltd', at: { line: 1, column: 1 } }),
    ' and Ærø A/S; see ',
    link('https://example.com/terms?a=1&b=2', 'the terms'),
    ' or ',
    code('npm start'),
    '.',
  ),
  list(9, [paragraph('Nine')], [paragraph('Ten'), list(null, [paragraph('Inner')])]),
  quote(paragraph('A quotation')),
  table(
    ['Item', 'Price'],
    [
      ['Paper', '12.50'],
      ['Ink', '7.00'],
    ],
    [null, 'right'],
  ),
  codeBlock('if (a) {\n\treturn  b;\n}\n'),
  rule,
  paragraph('The end.'),
];
export const AGREEMENT_READS =
  'Services Agreement Between Blue Ltd and Ærø A/S; see the terms or npm start. 9. Nine 10. Ten • Inner A quotation Item Price Paper 12.50 Ink 7.00 if (a) { return b; } The end.';

export const HOSTILE = [
  '#panic("typst") #read("/etc/hostname") $x^2$ *bold* _it_ = Heading @label <label> // comment /* */ \\u{41} #include "x.typ"',
  '<script>document.write("owned")</script><img src=x onerror=alert(1)> &amp; &#65; <!-- --> </style><h1>',
  'javascript:alert(1) $' + '{1+1} `eval` url(https://example.com) @import "x" expression(1) }</style>',
  '{{ 1 | plus: 1 }} {% assign a = 1 %} ::pagebreak ::signature{role=x} :::signatures',
  '\\\\ \\n ~nbsp -- --- ... "quotes" \'single\' [link](https://example.com) ![img](x)',
];
