import { type BrandColours, brandColours, directionOf, type LanguageCode } from '@assay/signing-page';

/** The content of an email, before it is formatted as text or HTML. */
export interface EmailContent {
  language: LanguageCode;
  subject: string;
  /** The sender's, above the text. Without a colour the product's are used. */
  brand: { name: string | null; colour: string | null };
  greeting: string;
  opening: string;
  /** A one-time code, in large digits. */
  code?: string | undefined;
  /** The sender's message, with the sender's name. */
  message?: { from: string; text: string } | undefined;
  /** `fallback` introduces the URL in plain text. */
  button?: { label: string; url: string; fallback: string } | undefined;
  closing: string[];
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `${FONT};font-size:16px;line-height:24px;color:#1f2933`;
type EmailColours = Pick<BrandColours, 'fill' | 'onFill' | 'onLight'>;
const OWN_COLOURS: EmailColours = { fill: '#1a4f8b', onFill: '#ffffff', onLight: '#1a4f8b' };
const SMALL = `${FONT};font-size:14px;line-height:20px;color:#52606d`;

/**
 * One column in a layout table, styles inline, no images, scripts or style sheets: what mail clients display
 * alike. An image of the sender would be blocked or tell when the email is read, and an attached one is listed as an
 * attachment, so that the brand is its name and colour. The link is also written out, for readers who are shown no button. Every value is escaped. Paragraphs run
 * in the direction of the language, the sender's message in that of its own script.
 */
export function emailHtml(content: EmailContent): string {
  const { language, subject, brand, greeting, opening, code, message, button, closing } = content;
  const colours = brand.colour === null ? OWN_COLOURS : brandColours(brand.colour);
  const direction = directionOf(language);
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light">',
    `<title>${escaped(subject)}</title>`,
    '</head>',
    // Some clients drop the attributes of `html` and `body`, so the layout table repeats them.
    `<body dir="${direction}" style="margin:0;padding:0;background-color:#f5f7fa">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">',
    '<tr><td align="center" style="padding:24px 12px">',
    `<table role="presentation" lang="${language}" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #d9e2ec">`,
    `<tr><td align="${direction === 'rtl' ? 'right' : 'left'}" style="padding:32px">`,
    ...(brand.name === null ? [] : [heading(brand.name, colours)]),
    paragraph(greeting, TEXT),
    paragraph(opening, TEXT),
    ...(code ? [digits(code)] : []),
    ...(message ? [paragraph(message.from, SMALL), quotation(message.text)] : []),
    ...(button ? [buttonTo(button, colours), linkTo(button, colours)] : []),
    ...closing.map((text) => paragraph(text, SMALL)),
    '</td></tr>',
    '</table>',
    '</td></tr>',
    '</table>',
    '</body>',
    '</html>',
  ].join('\n');
}

export const emailText = ({ brand, greeting, opening, code, message, button, closing }: EmailContent) =>
  [
    ...(brand.name === null ? [] : [brand.name]),
    greeting,
    opening,
    ...(code ? [code] : []),
    ...(message ? [message.from, message.text] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...closing,
  ].join('\n\n');

const paragraph = (text: string, style: string) => `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;

/** The name has its own direction: it may be in another script than the email. */
const heading = (name: string, { onLight }: EmailColours) =>
  `<p dir="auto" style="margin:0 0 24px;padding:0 0 12px;border-bottom:2px solid ${onLight};text-align:start;${FONT};` +
  `font-size:18px;line-height:24px;font-weight:600;color:#1f2933">${escaped(name)}</p>`;

const digits = (code: string) =>
  `<p dir="ltr" style="margin:0 0 16px;${FONT};font-size:32px;line-height:40px;letter-spacing:4px;color:#1f2933">${escaped(code)}</p>`;

/** Lines stay lines, also in clients that ignore `white-space`. */
const quotation = (text: string) =>
  `<p dir="auto" style="margin:0 0 16px;padding:12px 16px;background-color:#f5f7fa;text-align:start;${TEXT}">` +
  `${escaped(text).replaceAll(/\r\n?|\n/g, '<br>\n')}</p>`;

const buttonTo = ({ label, url }: { label: string; url: string }, { fill, onFill, onLight }: EmailColours) =>
  '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>' +
  `<td style="background-color:${fill};border:1px solid ${onLight};border-radius:4px">` +
  `<a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;${FONT};font-size:16px;` +
  `font-weight:600;color:${onFill};text-decoration:none">${escaped(label)}</a></td></tr></table>`;

/** A URL is left-to-right in every language. */
const linkTo = ({ url, fallback }: { url: string; fallback: string }, { onLight }: EmailColours) =>
  `<p style="margin:0 0 16px;${SMALL}">${escaped(fallback)}<br>` +
  `<a href="${escaped(url)}" dir="ltr" style="color:${onLight};word-break:break-all">${escaped(url)}</a></p>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
