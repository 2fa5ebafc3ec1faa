import { directionOf, type LanguageCode } from './languages.ts';
import { SHELL_TEXTS } from './shell-texts.ts';

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%2314213d'/%3E%3Cpath d='M3 11.5c2-5 3.5-7 4.5-6s-2 5-.8 5.4S9.5 8 10.6 8s-.2 2.6.7 2.6 1.2-.7 1.7-1.3' fill='none' stroke='%235eead4' stroke-width='1.4' stroke-linecap='round'/%3E%3C/svg%3E";

/**
 * The HTML before its script runs: identical for every link except for the link itself and the session
 * of this load, without document data. The texts of the browser's language and the preview of the first page load in
 * parallel with the script.
 */
export function signingPage(
  build: string,
  { language, token, session }: { language: LanguageCode; token: string; session?: string | undefined },
): string {
  const { title, opening, failed, needsScript } = SHELL_TEXTS[language];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${session === undefined ? '' : `<meta name="assay-page-session" content="${session}">\n`}<title>${title}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="assets/${build}/page.css">
<link rel="modulepreload" href="assets/${build}/text-${language}.js">
<script type="module" src="assets/${build}/page.js"></script>
<link rel="preload" as="image" href="../signing/${token}/preview">
</head>
<body>
<main id="app"><p class="opening" data-failed="${failed}">${opening}</p></main>
<noscript><p class="opening">${needsScript}</p></noscript>
</body>
</html>
`;
}
