import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { ensureDisplay } from './scripts/lib/display.ts'
import { howToInstall, useElectron } from './scripts/lib/electron-choice.ts'

// Electron where its binary is, else the stand-in: the same tests.
if (!useElectron()) throw new Error(howToInstall)
await ensureDisplay()
// Every program of a test is compiled once, and not at each of its starts.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile')

export default defineConfig({
  testDir: 'test',
  // Playwright empties this folder at every run, so the reports lie beside it.
  outputDir: 'test-results/e2e',
  // Each test has its own data folder, ports and window.
  workers: availableParallelism(),
  retries: 0,
  // Guards against what never ends; they promise no speed, as on a busy machine the same takes several times as long.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  projects: [
    {
      name: 'e2e',
      testMatch: /test.(e2e|security).*\.spec\.ts$/,
      // These need no window: vitest runs them.
      testIgnore: /test.security.(orders|profiles)/,
    },
    { name: 'screenshots', testMatch: /\.shots\.ts$/ },
  ],
})
