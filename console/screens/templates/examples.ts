import { EMPTY_TEXT, type TemplateText } from './template-draft.ts';

/** What a new template can begin with. */
export const EXAMPLES: Readonly<Record<string, { title: string; text: TemplateText }>> = {
  empty: { title: 'Empty', text: EMPTY_TEXT },
  consent: {
    title: 'Consent of one person',
    text: {
      ...EMPTY_TEXT,
      name: 'Consent',
      source: `# Consent

{{ person }} agrees that **{{ company }}** checks the following details:

- name and date of birth
- sanctions lists and politically exposed persons

::field{key=email, type=text, role=person, label="Email address"}

:::signatures
::signature{role=person, label="Signature", name=true, date=true}
:::
`,
      sample: JSON.stringify({ person: 'Ada Example', company: 'Example Ltd' }, null, 2),
    },
  },
  agreement: {
    title: 'Agreement of two parties',
    text: {
      ...EMPTY_TEXT,
      name: 'Agreement',
      source: `# Agreement between {{ client }} and {{ supplier }}

## 1. Services

{% for service in services %}
- {{ service }}
{% endfor %}

## 2. Start

The agreement starts on ::field{key=start, type=date, role=client, label="Start"}.

{% if confidential %}
## 3. Confidentiality

Both parties keep what they learn of each other confidential.
{% endif %}

:::signatures
::signature{role=client, label="The client", name=true, date=true}
::signature{role=supplier, label="The supplier", name=true, date=true}
:::
`,
      sample: JSON.stringify(
        { client: 'Example Ltd', supplier: 'Harbour Supplies', services: ['Delivery', 'Storage'], confidential: true },
        null,
        2,
      ),
    },
  },
};
