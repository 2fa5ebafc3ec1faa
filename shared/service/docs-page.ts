import { createHash } from 'node:crypto';
import { VERSION } from '#shared/version.ts';

/**
 * The HTML of the documentation page. The content security policy allows its one inline style by digest.
 */
const STYLE = `
:root { --ink: #14213d; --paper: #ffffff; --line: #d9dfe8; --accent: #0f766e; }
body { margin: 0; background: var(--paper); color: var(--ink); font-family: system-ui, sans-serif; }
header { background: var(--ink); color: #fff; }
header > div { max-width: 1460px; margin: 0 auto; padding: 1.25rem 1.25rem 1.1rem; box-sizing: border-box; }
h1 { display: flex; align-items: baseline; gap: .75rem; margin: 0; font-size: 1.6rem; letter-spacing: -.01em; }
h1 small { font-size: .8rem; font-weight: 400; opacity: .75; }
header p { margin: .35rem 0 0; font-size: .95rem; opacity: .85; }
header a { color: #99f6e4; }
fieldset { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: 1rem 0 0; padding: 0; border: 0; }
label { display: grid; gap: .25rem; flex: 1 1 18rem; font-size: .8rem; }
header input { padding: .5rem .65rem; border: 1px solid #45526e; border-radius: 6px; background: #1f2d4d; color: #fff; font: .85rem ui-monospace, monospace; }
header input:focus-visible { outline: 2px solid #5eead4; outline-offset: 1px; }
.note { flex-basis: 100%; margin: 0; font-size: .8rem; opacity: .75; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .info hgroup.main { display: none; }
.swagger-ui .scheme-container { box-shadow: none; border-bottom: 1px solid var(--line); padding: 0 0 1rem; }
.swagger-ui .filter .operation-filter-input { margin: 1rem 0; padding: .6rem .75rem; border: 1px solid var(--line); border-radius: 8px; font-size: .95rem; }
.swagger-ui .filter .operation-filter-input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.swagger-ui .opblock { box-shadow: none; border-radius: 8px; }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); text-transform: capitalize; }
.swagger-ui .opblock-tag small { text-transform: none; }
.swagger-ui .btn.authorize { border-color: var(--accent); color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
`;

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${digestOf(STYLE)}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%2314213d'/%3E%3Cpath d='M4 12 8 4l4 8M5.6 9h4.8' fill='none' stroke='%235eead4' stroke-width='1.6'/%3E%3C/svg%3E";

export const docsPage = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>${STYLE}</style>
</head>
<body>
<header><div>
<h1>Assay API <small>version ${VERSION}</small></h1>
<p>Reference of all operations, generated from the route table of the service. Also as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
<fieldset>
<label>API key <input id="api-key" placeholder="ak_test_…" autocomplete="off" spellcheck="false"></label>
<label>Secret <input id="api-secret" type="password" autocomplete="off"></label>
<p class="note">With both, requests that you try below are signed. Key and secret are not stored.</p>
</fieldset>
</div></header>
<main id="operations"></main>
<noscript>This page requires JavaScript. The OpenAPI document is at /api/v1/openapi.json.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
