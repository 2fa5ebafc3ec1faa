import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FONT_FILES, printerHome } from '../fonts.ts';

/** A fontconfig file that makes only our fonts available. */
export function fontSettings(): string {
  const home = printerHome();
  const folders = new Set(FONT_FILES.map((file) => dirname(join(home, file))));
  const directory = join(tmpdir(), 'assay-fonts');
  const file = join(directory, 'fonts.conf');
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${[...folders]
      .map((folder) => `<dir>${folder}</dir>`)
      .join('')}<cachedir>${directory}</cachedir></fontconfig>`,
  );
  return file;
}
