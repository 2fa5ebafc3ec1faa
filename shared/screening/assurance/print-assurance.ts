import { renderSource } from '@assay/agreements/markdown';
import { printerOf } from '@assay/agreements/printing';
import { refused } from '@assay/foundation';
import { UNPRINTABLE } from '#shared/platform/jobs/job-report.ts';
import { METHOD, REPORT_TITLE, type ReportContent } from './report-content.ts';

/** Values are text wherever they stand in the source, so that nothing in them is markup. */
const SOURCE = `# {{ title }}

{% for line in about %}
{{ line }}

{% endfor %}
## What was tested

{% for text in tested %}
- {{ text }}
{% endfor %}

## Method

{% for line in method %}
{{ line }}

{% endfor %}
## What is found

| Class | Known | Expected | Found | 95 % interval | Cases | Result |
|---|---|---|---|---|---|---|
{% for row in classes -%}
| {{ row.label }} | {{ row.known }} | {{ row.expected }} | {{ row.found }} | {{ row.interval }} | {{ row.cases }} | {{ row.status }} |
{% endfor %}

## What it costs

Alerts per 1,000 customers who are on no list, and in brackets how many of them have an alert, by the review score.

| Review score | By name alone | With listed facts |
|---|---|---|
{% for row in alerts -%}
| {{ row.score }} | {{ row.bare }} | {{ row.known }} |
{% endfor %}

{% for section in sections %}
## {{ section.title }}

{% for text in section.texts %}
- {{ text }}
{% endfor %}

{% endfor %}
`;

/** The report as a PDF, printed like a document from a template. */
export async function printAssurance(content: ReportContent): Promise<Uint8Array> {
  const rendered = renderSource({ source: SOURCE, data: { ...content, method: METHOD }, language: 'en' });
  if ('findings' in rendered) throw unprintable();
  const file = await printerOf().print({
    tree: rendered.tree,
    pageSize: 'A4',
    title: REPORT_TITLE,
    language: 'en',
  });
  if ('code' in file) throw unprintable();
  return file.pdf;
}

const unprintable = () =>
  refused(
    UNPRINTABLE,
    'The report is too long for 50 pages, or has characters that the fonts of the service do not have. Read the test as JSON.',
  );
