/**
 * The script of the documentation page. It is a string because it is served, not called; a test runs it.
 * Requests tried on the page are signed with the key and secret entered above, which stay in those two
 * fields.
 */
export const docsStartScript = `'use strict';

const fieldValue = (id) => document.getElementById(id).value.trim();
const bytesOf = (text) => new TextEncoder().encode(text);
const hexOf = (buffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

// Only the escapes that a path must have are signed.
const signedPath = (path) =>
  encodeURI(decodeURIComponent(path)).replace(/[?#]/g, encodeURIComponent);

async function hmac(secret, text) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  return hexOf(await crypto.subtle.sign('HMAC', key, bytesOf(text)));
}

async function sign(request) {
  const [key, secret] = [fieldValue('api-key'), fieldValue('api-secret')];
  const headers = (request.headers ??= {});
  const url = new URL(request.url, location.href);
  if (request.loadSpec || !key || !secret || headers.Authorization) return request;
  if (url.origin !== location.origin) return request;

  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = [
    'v1',
    timestamp,
    request.method.toUpperCase(),
    signedPath(url.pathname) + url.search,
    headers['Idempotency-Key'] ?? '',
    hexOf(await crypto.subtle.digest('SHA-256', bytesOf(request.body ?? ''))),
  ].join('\\n');
  headers['X-Api-Key'] = key;
  headers['X-Timestamp'] = timestamp;
  headers['X-Signature'] = 'v1=' + (await hmac(secret, text));
  return request;
}

// Every word of the filter has to be in the method, path, summary, operation id or tag of an operation.
function filterOperations(taggedOperations, phrase) {
  const words = phrase.toLowerCase().split(/\\s+/).filter(Boolean);
  return taggedOperations
    .map((tagged, tag) =>
      tagged.update('operations', (operations) =>
        operations.filter((entry) => {
          const { summary = '', operationId = '' } = entry.get('operation').toObject();
          const text = [tag, entry.get('method'), entry.get('path'), summary, operationId].join(' ');
          return words.every((word) => text.toLowerCase().includes(word));
        }),
      ),
    )
    .filter((tagged) => tagged.get('operations').size > 0);
}

// Swagger UI's own label says that it filters by tag.
function labelFilter() {
  const input = document.querySelector('.operation-filter-input');
  input?.setAttribute('placeholder', 'Filter operations: name, path or method');
  input?.setAttribute('aria-label', 'Filter operations');
}

let api;

// Swagger UI reads the document as YAML. It is JSON, which browsers parse in a tenth of the time.
const readJson = (readYaml, { specActions, specSelectors }) => (text) => {
  api = JSON.parse(text || specSelectors.specStr());
  specActions.updateJsonSpec(api);
};

// Swagger UI resolves references by normalizing the whole document, which takes seconds, at the start and for every
// operation that is opened. All references of this document are to its own components.
const resolveSubtree = (resolveAll, { specActions }) => (path) => {
  const part = path.reduce((inside, name) => inside?.[name], api);
  setTimeout(() => specActions.updateResolvedSubtree(path, withoutReferences(part, [])), 0);
};

// A schema that contains itself keeps its inner reference.
function withoutReferences(value, within) {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') {
    if (within.includes($ref)) return value;
    const target = $ref.slice(2).split('/').reduce((inside, name) => inside?.[name], api);
    return { ...withoutReferences(target, [...within, $ref]), $$ref: $ref };
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutReferences(member, within)]));
}

SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#operations',
  deepLinking: true,
  filter: true,
  plugins: [
    () => ({
      fn: { opsFilter: filterOperations },
      statePlugins: { spec: { wrapActions: { parseToJson: readJson, requestResolvedSubtree: resolveSubtree } } },
    }),
  ],
  onComplete: labelFilter,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  requestInterceptor: sign,
});
`;
