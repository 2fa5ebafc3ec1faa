import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderSource } from '../../src/markdown/render-source.ts';
import { refusals, refusalsOfSaving } from './builders.ts';

/** The text of the first paragraph, with visible spaces. */
function printed(source: string, data: unknown, language?: string): string {
  const rendered = renderSource({ source, data, ...(language !== undefined && { language }) });
  if ('findings' in rendered) throw new Error(JSON.stringify(rendered.findings));
  const [block] = rendered.tree.blocks;
  if (block?.kind !== 'paragraph') throw new Error('There is no paragraph.');
  return block.children.map((one) => (one.kind === 'text' ? one.text : '')).join('');
}

const NO_BREAK = '\u00a0';
const NARROW = '\u202f';

describe('money, numbers and dates are printed by the rules of a language', () => {
  test.each<[string, string, unknown, string]>([
    ['{{ v | money: "EUR" }}', 'en', 1234.5, '€1,234.50'],
    ['{{ v | money: "EUR" }}', 'de', '1234.5', `1.234,50${NO_BREAK}€`],
    ['{{ v | money: "EUR" }}', 'fr', '-1234567.00', `-1${NARROW}234${NARROW}567,00${NO_BREAK}€`],
    ['{{ v | money: "INR" }}', 'hi', 12345678, '₹1,23,45,678.00'],
    ['{{ v | money: "JPY" }}', 'ja', '900000', '￥900,000'],
    ['{{ v | money: "KWD" }}', 'en', '1.234', `KWD${NO_BREAK}1.234`],
    [
      '{{ v | money: "EUR" }}',
      'en',
      '123456789012345678901234567890.12',
      '€123,456,789,012,345,678,901,234,567,890.12',
    ],
    ['{{ v | money: "EUR" }}', 'en', '-0.00', '€0.00'],
    ['{{ v | money: "EUR", language: "de" }}', 'en', 0.1, `0,10${NO_BREAK}€`],
    ['{{ v | number }}', 'de', '1234567.8900', '1.234.567,8900'],
    ['{{ v | number: 2 }}', 'en', 0.5, '0.50'],
    ['{{ v | number: 2 }}', 'en', '7.1000', '7.10'],
    ['{{ v | number }}', 'en', 1e21, '1,000,000,000,000,000,000,000'],
    ['{{ v | date }}', 'en', '2026-03-04', 'March 4, 2026'],
    ['{{ v | date }}', 'de', '2026-03-04', '4. März 2026'],
    ['{{ v | date }}', 'ja', '2026-03-04', '2026年3月4日'],
    ['{{ v | date: "short" }}', 'en', '2026-03-04', '3/4/26'],
    ['{{ v | date: "DD.MM.YYYY" }}', 'en', '2026-03-04', '04.03.2026'],
    ['{{ v | date }}', 'fa', '2026-03-04', '۴ مارس ۲۰۲۶'],
    ['{{ v | date | upcase }}', 'en', '0026-03-04', 'MARCH 4, 26'],
  ])('%s in %s of %j', (source, language, v, expected) => {
    expect(printed(source, { v }, language)).toBe(expected);
  });

  test('the currency and the language can be variables', () => {
    const data = { v: '5', of: { currency: 'CHF', language: 'de-CH' } };
    expect(printed('{{ v | money: of.currency, language: of.language }}', data)).toBe(`CHF${NO_BREAK}5.00`);
    expect(refusals('{{ v | money: gone }}', data)).toEqual(['1:8 The data has no value for `gone`.']);
    expect(refusals('{{ v | money: of }}', data)[0]).toMatch(/^1:8 The filter money takes a currency/);
  });

  test('text in quotation marks is printed as text, never as markup', () => {
    expect(printed('{{ "**a** {{ b }} ::pagebreak" }}', {})).toBe('**a** {{ b }} ::pagebreak');
    expect(printed('{{ "1500" | money: "USD" }} {{ "a" | upcase }}', {})).toBe('$1,500.00 A');
  });

  test('the exact digits are printed, whatever the amount', () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 29n }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(digits, ([whole, cents]) => {
        const amount = `${whole}.${String(cents).padStart(2, '0')}`;
        const grouped = printed('{{ v | money: "EUR" }}', { v: amount }, 'en');
        expect(grouped.replace(/[€,]/g, '')).toBe(amount);
        expect(printed('{{ v | number }}', { v: amount }, 'de').replace(/\./g, '').replace(',', '.')).toBe(amount);
      }),
      { numRuns: 60 },
    );
  });

  test('a number prints in plain digits that mean the same, or is refused', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (v) => {
        const rendered = renderSource({ source: '{{ v }}', data: { v } });
        if ('findings' in rendered) return;
        const text = printed('{{ v }}', { v });
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(v + 0);
      }),
    );
  });
});

describe('a value that cannot be printed exactly is refused by name', () => {
  const INEXACT = 'is a number that cannot be printed exactly. Round it, or send it as a string.';
  test.each<[string, unknown, string]>([
    ['{{ v | money: "EUR" }}', 0.1 + 0.2, INEXACT],
    ['{{ v | number: 2 }}', 0.1 + 0.2, INEXACT],
    ['{{ v | money: "EUR" }}', '12.345', 'is 12.345. EUR allows 2 decimals, and amounts are not rounded here.'],
    ['{{ v | money: "JPY" }}', '0.5', 'is 0.5. JPY allows 0 decimals, and amounts are not rounded here.'],
    ['{{ v | money: "EUR" }}', '1,234.50', 'is not a decimal number. Send a number, or a string such as "1234.50".'],
    ['{{ v | number }}', '١٢', 'is not a decimal number. Send a number, or a string such as "1234.50".'],
    ['{{ v | number }}', true, 'is not a decimal number. Send a number, or a string such as "1234.50".'],
    ['{{ v | date }}', '2026-02-30', 'is not a date. Send it as YYYY-MM-DD.'],
    ['{{ v | date }}', '2026-03-04T10:00:00Z', 'is not a date. Send it as YYYY-MM-DD.'],
  ])('%s of %j', (source, v, message) => {
    expect(refusals(source, { v })).toEqual([
      `1:8 \`v\` ${message}`.replace('1:8', source.includes('|') ? '1:8' : '1:1'),
    ]);
  });

  test.each([
    ['{{ v | money }}', '1:8 The filter money takes a currency'],
    ['{{ v | money: "XXZ" }}', '1:8 The filter money takes a currency'],
    ['{{ v | money: "EUR", language: "xx" }}', '1:8 A language is a BCP 47 tag'],
    ['{{ v | number: 21 }}', '1:8 The filter number takes'],
    ['{{ v | number: 1.5 }}', '1:8 The filter number takes'],
    ['{{ v | date: "YYYY" }}', '1:8 The filter date takes'],
    ['{{ v | number: 1, 2 }}', '1:8 This expression is not supported.'],
    ['{{ v | number: other: 2 }}', '1:8 This expression is not supported.'],
    ['{{ "never closed }}', '1:'],
  ])('%s cannot be saved', (source, beginning) => {
    const [first] = refusalsOfSaving(source, { v: 1 });
    expect(first?.startsWith(beginning)).toBe(true);
  });
});

describe('the language of a source', () => {
  const signature = '\n\n::signature{role=client, date=true}';
  const caption = (text: string, language?: string) => {
    const rendered = renderSource({ source: text + signature, data: {}, ...(language && { language }) });
    if ('findings' in rendered) throw new Error(JSON.stringify(rendered.findings));
    const block = rendered.tree.blocks.find(({ kind }) => kind === 'signatures');
    return block?.kind === 'signatures' ? block.signatures[0]?.lines?.[0]?.caption : undefined;
  };

  test.each([
    ['يتعهد المستأجر بدفع الإيجار في موعده.', 'التاريخ'],
    ['مستأجر متعهد می‌شود پرداخت گردد.', 'تاریخ'],
    ['השוכר ישלם את דמי השכירות.', 'תאריך'],
    ['借主は毎月の賃料を支払う。', '日付'],
    ['承租人应按月支付租金。', '日期'],
    ['임차인은 매월 임대료를 지급한다.', '날짜'],
    ['ผู้เช่าต้องชำระค่าเช่าทุกเดือน', 'วันที่'],
    ['किरायेदार हर महीने किराया देगा।', 'दिनांक'],
    ['Der Mieter zahlt die Miete und wird nicht mit der Kaution verrechnen.', 'Datum'],
    ['Le locataire et le bailleur sont liés pour une durée dans les limites du bail.', 'Date'],
    ['Czynsz jest płatny przez najemcę oraz nie podlega zwrotowi lub zmianie w umowie.', 'Data'],
    ['Rent: 100', 'Date'],
  ])('is guessed from “%s”', (text, expected) => {
    expect(caption(text)).toBe(expected);
  });

  test('that is given is not guessed', () => {
    expect(caption('يتعهد المستأجر بدفع الإيجار.', 'en')).toBe('Date');
  });
});
