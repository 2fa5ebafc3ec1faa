#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Loading compiled code from a cache halves the start-up time.
module.enableCompileCache?.();

// A checkout runs the sources; the published package contains the bundle only.
const source = new URL('../src/main.ts', import.meta.url);
const { run } = await import(existsSync(source) ? source.href : '../dist/assay.js');
await run();
