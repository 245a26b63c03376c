import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../../scripts/lib/run.ts'

const read = (name: string): string => readFileSync(join(root, name), 'utf8')

/** The imports of product code, by package. */
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>

/** The packages that the table of docs/packaging.md names. */
const packagingDoc = read('docs/packaging.md')
  .split('## What is shipped of others')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .flatMap((line) => (line.split('|')[1] ?? '').split(','))
  .map((name) => name.trim())
  .filter((name) => name !== '' && !name.startsWith('-'))

it('docs/packaging.md gives the reason for each package that is beside the bundles', () => {
  expect(packagingDoc).toEqual(expect.arrayContaining(Object.keys(dependencies)))
})

it('docs/packaging.md names no package that is not a dependency, and fewer than 25', () => {
  const direct = { ...dependencies, ...devDependencies }
  for (const name of packagingDoc ?? []) expect(Object.keys(direct)).toContain(name)
  expect(packagingDoc?.length).toBeLessThan(25)
})
