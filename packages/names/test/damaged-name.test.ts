import { describe, expect, test } from 'vitest';
import { isDamagedName, repairedName } from '../src/damaged-name.ts';

const misread = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

describe('UTF-8 that was read as Latin-1 or Windows-1252', () => {
  test.each(['José Guadalupe Tapia', 'Erdoğan', 'O’Brien', 'Игорь Сечин', 'محمد', '习近平', 'Łukasz Żak'])(
    'is put right: %s',
    (name) => {
      expect(misread(name)).not.toBe(name);
      expect(repairedName(misread(name))).toBe(name);
    },
  );

  test.each(['José', 'Ângela', 'SÃO PAULO', 'Ðorđe', 'Игорь', 'Â£', 'JosÃ© Łukasz', 'Igor Sechin'])(
    'is not seen in %s, unless all of it was',
    (name) => {
      const repaired = repairedName(name);

      expect(repaired === undefined || repaired === '£').toBe(true);
    },
  );
});

test.each(['Igor Sech\ufffdn', 'Igor Sech?n', 'Recep Tayyip Erdo?an', '???? ????', 'Иг?рь'])(
  'a letter is lost in %s',
  (name) => {
    expect(isDamagedName(name)).toBe(true);
  },
);

test.each(['Igor Sechin', 'Igor Sechin?', '? Igor', 'Who? Ltd', 'José'])('no letter is lost in %s', (name) => {
  expect(isDamagedName(name)).toBe(false);
});
