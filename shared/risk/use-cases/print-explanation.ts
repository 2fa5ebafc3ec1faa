import { renderSource } from '@assay/agreements/markdown';
import { printerOf } from '@assay/agreements/printing';
import { refused } from '@assay/foundation';
import type { PARTS } from '@assay/policy-engine';
import type { Explanation } from '../explanation.ts';

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

const HEADINGS: Record<(typeof PARTS)[number], string> = {
  evidence: 'Evidence',
  points: 'Points',
  score: 'Score and band',
  rules: 'Rules',
  decision: 'Decision',
  actions: 'Actions',
};
const FOR_CUSTOMERS: Partial<typeof HEADINGS> = {
  evidence: 'What was considered',
  points: 'What applies',
  rules: 'Also',
};

/** Items that one list of a template may have. */
const LIST_ITEMS = 200;
/** A longer value of evidence is cut in the printed file only. */
const CHARACTERS = 1_000;

/** The explanation as a PDF, printed like a document from a template. */
export async function printExplanation(explanation: Explanation): Promise<Uint8Array> {
  const rendered = renderSource({ source: SOURCE, data: printed(explanation), language: 'en' });
  if ('findings' in rendered) throw unprintable();
  const file = await printerOf().print({ tree: rendered.tree, pageSize: 'A4', title: TITLE, language: 'en' });
  if ('code' in file) throw unprintable();
  return file.pdf;
}

const TITLE = 'Explanation of an assessment';

const unprintable = () =>
  refused(
    'unprintable_explanation',
    'The explanation is too long for 50 pages, or has characters that the fonts of the service do not have. Read it as JSON.',
  );

function printed({ assessmentId, subjectId, evaluatedAt, audience, result, statements }: Explanation) {
  const byPart = Map.groupBy(statements, ({ part }) => part);
  return {
    title: TITLE,
    about: [
      `Assessment ${assessmentId} of the subject ${subjectId}, made at ${evaluatedAt}.`,
      ...(result ? [`Policy ${result.policyKey}, version ${result.version}, ${result.evaluatorVersion}.`] : []),
      ...(statements.length === 0 ? ['There is nothing to add.'] : []),
    ],
    sections: [...byPart].flatMap(([part, ofPart]) =>
      Array.from({ length: Math.ceil(ofPart.length / LIST_ITEMS) }, (_, index) => ({
        title: `${(audience === 'customer' ? FOR_CUSTOMERS[part] : undefined) ?? HEADINGS[part]}${index > 0 ? ' (continued)' : ''}`,
        texts: ofPart.slice(index * LIST_ITEMS, (index + 1) * LIST_ITEMS).map(({ text }) => cut(text)),
      })),
    ),
  };
}

const cut = (text: string) => (text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)} …` : text);
