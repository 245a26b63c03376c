import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for all tests of a file, removed after the last of them. */
export function temporaryFolder(): { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'countersign-proof-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return { path }
}
