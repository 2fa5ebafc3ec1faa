/**
 * The HTML of the page on which anyone can check a sealed file. It is the same for every request; its script shows the
 * texts in the reader's language.
 */
export const verifyPage = (assets: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Check a sealed document</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/verify.css">
<script type="module" src="${assets}/verify.js"></script>
</head>
<body>
<main>
<select id="language" aria-label="Language"></select>
<h1 data-text="title">Check a sealed document</h1>
<p data-text="intro"></p>
<section class="card">
<label for="file" data-text="files">Sealed PDF</label>
<input id="file" type="file" multiple accept="application/pdf,application/json,.pdf,.json">
</section>
<section id="result" class="card" role="status" aria-live="polite" tabindex="-1" hidden></section>
<section class="card">
<h2 data-text="keyTitle">The key of this service</h2>
<p class="soft" data-text="keyText"></p>
<dl><dt data-text="fingerprint">SHA-256 of the public key</dt><dd><code id="fingerprint">…</code></dd>
<dt data-text="issuer">Issuer</dt><dd id="issuer">…</dd></dl>
</section>
<noscript><p class="card">This page needs JavaScript.</p></noscript>
</main>
</body>
</html>
`;
