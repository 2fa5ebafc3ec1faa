/** The HTML of the page on which anyone can check a sealed file. It is the same for every request. */
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
<h1>Check a sealed document</h1>
<p>Choose the PDF as you received it. It stays on your device: this page computes its SHA-256 and asks this service
whether it sealed exactly that file.</p>
<section class="card">
<label for="file">Sealed PDF</label>
<input id="file" type="file" accept="application/pdf,.pdf">
</section>
<section id="result" class="card" role="status" aria-live="polite" tabindex="-1" hidden></section>
<section class="card">
<h2>The key of this service</h2>
<p class="soft">Readers and <code>assay documents verify --fingerprint</code> compare it with the key in the file.</p>
<dl><dt>SHA-256 of the public key</dt><dd><code id="fingerprint">…</code></dd>
<dt>Issuer</dt><dd id="issuer">…</dd></dl>
</section>
<noscript><p class="card">This page needs JavaScript.</p></noscript>
</main>
</body>
</html>
`;
