import { expect, test } from 'vitest';
import { pagesOf, textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import type { AuditEntry } from '#shared/documents/audit.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { A_SIGNATURE, existingPdfTemplate } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, aSigningWorld, done, type Holder, sent } from '#test/support/signing-world.ts';
import { verifyBinding } from '../../console/screens/documents/verify-trail.ts';

const world = preparedSigningWorld();
const { createBundle, generateBundle, createTemplate } = documentRoutes;

const LEASE = `# Lease of {{ flat }}

I, ::field{key=name, type=text, role=tenant, label="Name in the lease"}, rent it.

::field{key=yes, type=checkbox, role=tenant, group=plan, groupRequired=true, label=Basic} Basic
::field{type=checkbox, role=tenant, group=plan, label=Plus} Plus

:::signatures
::signature{role=tenant, label="The tenant", name=true, date=signed}
::signature{role=landlord, label="The landlord"}
:::
`;

const RULES = `# House rules

Quiet hours begin at {{ hour }}. Pets: ::field{key=name, type=text, role=tenant, label="Name in the rules"}

::field{key=cat, type=checkbox, role=tenant, group=plan, groupRequired=true, label=Cat} Cat
::field{type=checkbox, role=tenant, group=plan, label=Dog} Dog

::field{type=text, role=tenant, requiredWhen=cat, label="Which cat"}

::signature{role=tenant, label="Resident", date=true}
`;

async function aTemplate(source: string, sampleData: object, changes = {}): Promise<string> {
  const body = { name: 'Template', source, sampleData, language: 'en', ...changes };
  return (await done(world.key, createTemplate, { body })).id;
}

const aLease = (changes = {}) => aTemplate(LEASE, { flat: 'No. 1' }, { name: 'Lease', ...changes });
const someRules = (changes = {}) => aTemplate(RULES, { hour: 22 }, { name: 'House rules', ...changes });

const signers = () => ({
  tenant: { name: 'Ada Example', email: anAddress() },
  landlord: { name: 'Harbour Estates', email: anAddress() },
});

/** The lease and the rules, or these. */
async function theParts(changes: { lease?: object; rules?: object } = {}) {
  return [
    { templateId: await aLease(), templateData: { flat: 'No. 7' }, ...changes.lease },
    { templateId: await someRules(), templateData: { hour: 23 }, ...changes.rules },
  ];
}

const bundleOf = (templates: object[], of: object = signers()) =>
  call(world.key, createBundle, { body: { name: 'Lease with rules', templates, signers: of } });

const fieldsOf = async (id: string) => (await done(world.key, documentRoutes.listFields, { params: { id } })).items;
const trailOf = async (id: string): Promise<AuditEntry[]> =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items;
const pdfOf = async (id: string) =>
  Buffer.from(await done(world.key, documentRoutes.readDocumentPdf, { params: { id } }), 'base64');

test('bundles: two templates become one PDF, each on a page of its own, with its own data', async () => {
  const { status, body } = await bundleOf(await theParts());

  expect(status, JSON.stringify(body)).toBe(201);
  const pages = await pagesOf(await pdfOf(body.id));
  expect(pages).toHaveLength(2);
  expect(body.pages).toHaveLength(2);
  expect(pages[0]).toContain('LeaseofNo.7');
  expect(pages[0]).toContain('AdaExample');
  expect(pages[1]).toContain('Houserules');
  expect(pages[1]).toContain('Quiethoursbeginat23.');
});

test('bundles: a role of both templates is one signer, and fields say of which template they are', async () => {
  const { body } = await bundleOf(await theParts());

  expect(body.signers.map(({ roleId }: { roleId: string }) => roleId)).toEqual(['tenant', 'landlord']);
  const [tenant] = body.signers;
  const fields = await fieldsOf(body.id);
  const labelled = (label: string) => fields.find((field: { label: string }) => field.label === label);
  expect(labelled('Name in the lease')).toMatchObject({ key: 'name', templateNumber: 1, pageNumber: 1 });
  expect(labelled('Name in the rules')).toMatchObject({ key: 'name', templateNumber: 2, pageNumber: 2 });
  expect(labelled('Name in the rules').signerId).toBe(tenant.id);
  expect(labelled('Which cat').requiredWhenFieldId).toBe(labelled('Cat').id);
  expect(labelled('The tenant')).toMatchObject({ fieldType: 'signature', templateNumber: 1, signerId: tenant.id });
  expect(labelled('Resident')).toMatchObject({ fieldType: 'signature', templateNumber: 2, signerId: tenant.id });
  // Boxes of one template are no alternatives to those of another.
  expect([labelled('Basic'), labelled('Plus'), labelled('Cat'), labelled('Dog')].map((one) => one.groupKey)).toEqual([
    'plan',
    'plan',
    'plan (2)',
    'plan (2)',
  ]);
});

test('bundles: the record and the trail name every template with its revision', async () => {
  const templates = await theParts();
  const { body } = await bundleOf(templates);

  expect(body.origin).toMatchObject({ kind: 'template', templateId: templates[0]?.templateId, templateName: 'Lease' });
  expect(body.origin.templates).toMatchObject([
    { templateId: templates[0]?.templateId, templateName: 'Lease', revision: 1 },
    { templateId: templates[1]?.templateId, templateName: 'House rules', revision: 1 },
  ]);
  const [created] = await trailOf(body.id);
  expect(created?.details).toMatchObject({
    kind: 'template',
    templateId: templates[0]?.templateId,
    templates: body.origin.templates.map(({ templateName: _, ...hashed }: { templateName: string }) => hashed),
  });
});

async function fillAll(holder: Holder) {
  const { body } = await holder.read();
  const chosen = new Set<string>();
  for (const field of body.fields) {
    if (!field.isMine || field.isReadOnly || field.value !== null || field.signingDate) continue;
    const group = field.groupKey ?? field.id;
    if (chosen.has(group)) continue;
    chosen.add(group);
    const values: Record<string, string | boolean> = {
      signature: A_SIGNATURE,
      checkbox: true,
      date: '2026-03-01',
      text: `Text of ${field.label}`,
    };
    const { status, body: answer } = await holder.fill(field.id, values[field.fieldType] ?? 'x');
    expect(status, JSON.stringify(answer)).toBe(200);
  }
}

test('bundles: two signers fill the fields of all templates and seal one file that names both', async () => {
  const { body: draft } = await bundleOf(await theParts());
  const [tenant, landlord] = await sent(world, { id: draft.id, signerIds: [], fieldIds: [] });
  if (!tenant || !landlord) throw new Error('A signer is missing.');

  expect((await tenant.complete()).body.code).toBe('fields_missing');
  await fillAll(tenant);
  expect((await tenant.complete()).status).toBe(200);
  await fillAll(landlord);
  const { body } = await landlord.complete();

  expect(body.document.status).toBe('completed');
  const pdf = await pdfOf(draft.id);
  expect(await verifyBinding(await trailOf(draft.id), pdf)).toBe('bound');
  const texts = await textsIn(pdf);
  const on = (page: number) =>
    texts
      .filter((one) => one.page === page)
      .map(({ text }) => text)
      .join('');
  expect(on(1)).toContain('Text of Name in the lease');
  expect(on(2)).toContain('Text of Name in the rules');
  expect(on(2)).toContain('Text of Which cat');
  const certificate = texts
    .filter(({ page }) => page > 2)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, '');
  const [lease, rules] = draft.origin.templates;
  expect(certificate).toContain(`Template1Lease${lease.templateId}`);
  expect(certificate).toContain(`Template2Houserules${rules.templateId}`);
  expect(certificate).toContain(rules.sourceHash);
});

test('bundles: the text for phones has the fields of all templates, in order', async () => {
  const { body: draft } = await bundleOf(await theParts());
  const [tenant] = await sent(world, { id: draft.id, signerIds: [], fieldIds: [] });

  const { body: text } = await (tenant as Holder).ask(documentRoutes.readSigningText);

  const ids = [...JSON.stringify(text.blocks).matchAll(/"fieldId":"([^"]+)"/g)].map(([, id]) => id);
  const fields = await fieldsOf(draft.id);
  expect(ids.toSorted()).toEqual(fields.map(({ id }: { id: string }) => id).toSorted());
  const headings = text.blocks.filter(({ kind }: { kind: string }) => kind === 'heading');
  expect(headings.map(({ runs }: { runs: { text: string }[] }) => runs.map((run) => run.text).join(''))).toEqual([
    'Lease of No. 7',
    'House rules',
  ]);
  expect(text.pdfSha256).toBe(draft.sha256);
});

test('bundles: the preview is the document without names, and the order is that of the request', async () => {
  const [lease, rules] = await theParts();

  const { status, body } = await call(world.key, generateBundle, { body: { templates: [rules, lease, rules] } });

  expect(status).toBe(200);
  const pages = await pagesOf(Buffer.from(body, 'base64'));
  expect(pages.map((page) => page.includes('Houserules'))).toEqual([true, false, true]);
});

test('bundles: an earlier revision is used when it is named', async () => {
  const [lease, rules] = await theParts();
  await done(world.key, documentRoutes.updateTemplate, {
    params: { id: rules?.templateId ?? '' },
    body: { source: RULES.replace('Quiet hours', 'Silence'), sampleData: { hour: 1 }, revision: 1 },
  });

  const now = await bundleOf([lease as object, rules as object]);
  const before = await bundleOf([lease as object, { ...rules, revision: 1 }]);

  expect((await pagesOf(await pdfOf(now.body.id)))[1]).toContain('Silencebegin');
  expect((await pagesOf(await pdfOf(before.body.id)))[1]).toContain('Quiethours');
  expect(before.body.origin.templates[1].revision).toBe(1);
  expect(now.body.origin.templates[1].revision).toBe(2);
});

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#123456"/></svg>';

test('bundles: templates can use one name for two images, and share one image', async () => {
  const uploaded = async (svg: string) => {
    const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    return (await done(world.key, documentRoutes.uploadTemplateImage, { body: { image } })).sha256;
  };
  const [one, other] = [await uploaded(LOGO), await uploaded(LOGO.replace('#123456', '#654321'))];
  const withImages = (images: object) =>
    aTemplate('![Logo](image:logo?width=80)\n\n![Plan](image:plan)\n\n::signature{role=tenant}', {}, { images });
  const templates = [
    { templateId: await withImages({ logo: one, plan: one }), templateData: {} },
    { templateId: await withImages({ logo: other, plan: one }), templateData: {} },
  ];

  const { status, body } = await bundleOf(templates, { tenant: signers().tenant });

  expect(status, JSON.stringify(body)).toBe(201);
  const [tenant] = await sent(world, { id: body.id, signerIds: [], fieldIds: [] });
  const { body: text } = await (tenant as Holder).ask(documentRoutes.readSigningText);
  expect(Object.keys(text.images).toSorted()).toEqual([one, other].toSorted());
  const names = [...JSON.stringify(text.blocks).matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual([one, one, other, one]);
});

interface Refusal {
  status: number;
  code: string;
  errors: { path: string; message: string | RegExp }[];
}

const unfit = (...errors: Refusal['errors']): Refusal => ({ status: 422, code: 'unfit_bundle', errors });

const REFUSALS: [string, () => Promise<object[]>, Refusal][] = [
  [
    'a PDF template',
    async () => {
      const id = await existingPdfTemplate({ organizationId: world.organizationId, mode: 'test' });
      return [...(await theParts()), { templateId: id, templateData: {} }];
    },
    unfit({ path: 'templates.2.templateId', message: /“Lease” is a PDF template/ }),
  ],
  [
    'two languages',
    async () => theParts({ rules: { templateId: await someRules({ language: 'de', name: 'Hausordnung' }) } }),
    unfit({ path: 'templates.1.templateId', message: /“Hausordnung” is in `de`, and “Lease” in `en`/ }),
  ],
  [
    'two page sizes',
    async () => theParts({ rules: { templateId: await someRules({ pageSize: 'Letter' }) } }),
    unfit({ path: 'templates.1.templateId', message: '“House rules” is printed on Letter, and “Lease” on A4.' }),
  ],
  [
    'nine roles',
    async () => {
      const more = Array.from({ length: 7 }, (_, index) => `::signature{role=witness${index}}`).join('\n\n');
      return theParts({ rules: { templateId: await aTemplate(more, {}), templateData: {} } });
    },
    unfit({ path: 'templates', message: 'The templates have 9 signer roles. 8 are possible.' }),
  ],
  [
    'a template that does not exist',
    () => theParts({ rules: { templateId: '019b76da-a800-7000-8000-000000000000' } }),
    {
      status: 404,
      code: 'not_found',
      errors: [{ path: 'templates.1', message: 'The template does not exist.' }],
    },
  ],
  [
    'a revision that does not exist',
    () => theParts({ lease: { revision: 4 } }),
    {
      status: 404,
      code: 'not_found',
      errors: [{ path: 'templates.0', message: 'The template revision does not exist.' }],
    },
  ],
  [
    'missing data of the second template',
    () => theParts({ rules: { templateData: {} } }),
    {
      status: 422,
      code: 'invalid_template',
      errors: [{ path: 'templates.1.source:3:22', message: 'The data has no value for `hour`.' }],
    },
  ],
  [
    'findings of all templates at once',
    () => theParts({ lease: { templateData: {} }, rules: { templateData: {} } }),
    {
      status: 422,
      code: 'invalid_template',
      errors: [
        { path: 'templates.0.source:1:12', message: 'The data has no value for `flat`.' },
        { path: 'templates.1.source:3:22', message: 'The data has no value for `hour`.' },
      ],
    },
  ],
  [
    'characters that no font has',
    () => theParts({ rules: { templateData: { hour: '\u{1F600}' } } }),
    {
      status: 422,
      code: 'uncovered_characters',
      errors: [{ path: 'templates.1.source:3:22', message: /No font has the character/ }],
    },
  ],
  [
    'data above the limit together',
    () =>
      theParts({
        lease: { templateData: { flat: 'x'.repeat(70_000) } },
        rules: { templateData: { hour: 'y'.repeat(70_000) } },
      }),
    {
      status: 413,
      code: 'data_too_large',
      errors: [{ path: 'templates', message: 'The data may have at most 131072 bytes as JSON.' }],
    },
  ],
  [
    'an array of more than 200 items',
    () => theParts({ rules: { templateData: { hour: 1, pets: Array.from({ length: 201 }, () => 'x') } } }),
    {
      status: 422,
      code: 'invalid_data',
      errors: [{ path: 'templates.1.templateData.pets', message: /at most 200 items/ }],
    },
  ],
  [
    'more pages together than a document can have',
    async () => {
      const long = await aTemplate(`# Long\n\n${'Text.\n\n::pagebreak\n\n'.repeat(30)}::signature{role=tenant}`, {});
      return [
        { templateId: await aLease(), templateData: { flat: 'No. 1' } },
        { templateId: long, templateData: {} },
        { templateId: long, templateData: {} },
      ];
    },
    {
      status: 422,
      code: 'too_many_pages',
      errors: [{ path: expect.stringMatching(/^templates\.2\.source:/), message: /at most 50 pages/ }],
    },
  ],
];

test.each(REFUSALS)('bundles: %s is refused', async (_case, prepare, { status, code, errors }) => {
  const answer = await bundleOf(await prepare());

  expect(answer).toMatchObject({
    status,
    body: {
      code,
      errors: errors.map(({ path, message }) => ({
        path,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      })),
    },
  });
});

test('bundles: every role of the templates needs a signer, and no other role has one', async () => {
  const { tenant, landlord } = signers();

  const { status, body } = await bundleOf(await theParts(), { tenant, owner: landlord });

  expect({ status, code: body.code }).toEqual({ status: 422, code: 'wrong_signers' });
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['signers.landlord', 'signers.owner']);
});

test.each([
  ['one template', 1],
  ['eleven templates', 11],
])('bundles: %s are refused before anything is read', async (_case, count) => {
  const [lease] = await theParts();

  const { status, body } = await bundleOf(Array.from({ length: count }, () => lease as object));

  expect({ status, code: body.code }).toMatchObject({ status: 400, code: 'invalid_body' });
});

test('bundles: templates of another organization are not found', async () => {
  const other = await aSigningWorld();
  const body = { name: 'Lease', templates: await theParts(), signers: signers() };

  const { status, body: problem } = await call(other.key, createBundle, { body });

  expect(status).toBe(404);
  expect(problem.errors).toHaveLength(2);
});

test('bundles: approvers and copies are created with the document', async () => {
  const others = [{ name: 'Cy Example', email: anAddress(), role: 'copy' }];
  const body = { name: 'Lease', templates: await theParts(), signers: signers(), others };

  const document = await done(world.key, createBundle, { body });

  const people = document.signers.map(({ roleId, role }: { roleId: string | null; role?: string }) => [roleId, role]);
  expect(people).toEqual([
    ['tenant', undefined],
    ['landlord', undefined],
    [null, 'copy'],
  ]);
});

test('bundles: a bulk send has one template', async () => {
  const body = { templates: await theParts(), csv: 'tenant name,tenant email\nAda,ada@example.com\n' };

  const { status, body: problem } = await call(world.key, documentRoutes.createBulkSend, { body });

  expect(status).toBe(400);
  expect(problem.errors.map(({ path }: { path: string }) => path)).toContain('templateId');
});
