/** Programs in a reader's place that misbehave. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const readers = new URL('../../../../main/platform/reader-program.ts', import.meta.url)

/** Writes a program that has `answerMain`; it has started once it calls that. */
export function readerScript(code: string): URL {
  const file = join(mkdtempSync(join(tmpdir(), 'reader-')), 'reader.mjs')
  writeFileSync(file, `import { answerMain } from ${JSON.stringify(readers.href)}\n${code}\n`)
  return pathToFileURL(file)
}
