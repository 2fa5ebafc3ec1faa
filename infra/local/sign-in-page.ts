import { createHash } from 'node:crypto';
import type { Person, SignInUser } from './people.ts';

/** The colours and sizes of the console, without its fonts. */
const STYLE = `
:root {
  color-scheme: light dark;
  --accent: light-dark(#3646c9, #8f9dff);
  --line: light-dark(#e4e7ec, #232833);
  --quiet: light-dark(#4a5264, #a9b1c0);
  background: light-dark(#f7f8fa, #0c0e12);
  color: light-dark(#14182a, #eceef3);
  font: 14px/20px "Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif;
}
body { margin: 12vh auto 2rem; max-width: 26rem; padding: 0 1rem; }
main { background: light-dark(#ffffff, #13161c); border: 1px solid var(--line); border-radius: 10px; padding: 24px; }
h1 { font-size: 20px; line-height: 28px; margin: 0; }
h2 { color: var(--quiet); font-size: 12px; margin: 24px 0 8px; }
p { color: var(--quiet); margin: 4px 0 0; }
ul { list-style: none; margin: 0; padding: 0; }
a { border: 1px solid var(--line); border-radius: 6px; color: inherit; display: block; margin: 8px 0; padding: 8px 12px; text-decoration: none; }
a:hover { border-color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
small { color: var(--quiet); }
`;
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

export const signInPage = (users: Record<string, SignInUser>, linkOf: (name: string) => string) => {
  const organizations = Map.groupBy(Object.entries(users), ([, { person }]) => person.org);
  const sections = [...organizations.values()].map(
    (members, index) => `<h2>${index === 0 ? 'Demo organization' : 'Other organization'}</h2>
<ul>
${members.map(([key, { person }]) => `<li>${linkTo(linkOf(key), person)}</li>`).join('\n')}
</ul>`,
  );
  return page('Sign in to the local cloud', `<p>Choose a user. There are no passwords.</p>\n${sections.join('\n')}`);
};

const linkTo = (href: string, { name, role, email }: Person) =>
  `<a href="${escaped(href)}">${escaped(name)}, ${role}<br><small>${escaped(email)}</small></a>`;

export const messagePage = (title: string, text: string) => page(title, `<p>${escaped(text)}</p>`);

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
