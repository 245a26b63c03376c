/**
 * SQLite and the keychain's library are native and block, so main's own thread must load neither.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const loaded = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?['"]([^'"]+)['"]/gms

/** Returns the modules that a program loads at its start, by the file that imports them. */
function loadedBy(entry: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (file: string): void => {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(loaded)) {
      const target = name.startsWith('.') ? resolve(dirname(file), name) : name
      if (found.has(target)) continue
      found.set(target, file)
      if (name.startsWith('.') && existsSync(target)) visit(target)
    }
  }
  visit(join(root, entry))
  return found
}

it.each(['main/index.ts', 'main/workstation.ts', 'main/practice/practice-bank.ts'])(
  '%s loads no native module',
  (entry) => {
    const all = loadedBy(entry)
    expect(all.size).toBeGreaterThan(50)
    expect(all.get('better-sqlite3-multiple-ciphers')).toBeUndefined()
    expect(all.get('keytar')).toBeUndefined()
    expect(all.get('pg')).toBeUndefined()
  },
)

it('the store’s worker loads SQLite, so that a look would find it, and PostgreSQL’s driver not yet', () => {
  const all = [...loadedBy('main/session/store-worker.ts').keys()]
  expect(all).toContain('better-sqlite3-multiple-ciphers')
  expect(all).not.toContain('pg')
})
