/** Papers name only files and folders that exist, and link only to pages that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/run.ts'

const papers = globSync(
  ['*.md', '{main,preload,renderer,test,docs}/**/*.md'].map((one) => join(root, one)),
  { exclude: ['**/node_modules/**'] },
).map((file) => file.slice(root.length + 1))
/** Created on request. */
const created = ['build/screenshots']
const namedPath = /`((?:main|renderer|preload|test|scripts|docs|build)\/[\w./*-]+)`/g
/** The target of a link or a picture, without its anchor; addresses and anchors alone are left out. */
const linkedPath = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g

it('finds the documents for every reader', () => {
  expect(papers).toEqual(
    expect.arrayContaining([
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs/README.md',
      'docs/architecture.md',
      'docs/promises.md',
    ]),
  )
})

it.each(papers)('%s names only what is there', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(namedPath)].map(([, path = '']) => path)
  const isThere = (path: string): boolean =>
    created.includes(path.replace(/\/$/, '')) ||
    (path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path)))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

it.each(papers)('%s links only to what is there', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const linked = [...text.matchAll(linkedPath)].map(([, path = '']) => path)
  expect(linked.filter((path) => !existsSync(join(root, dirname(file), path)))).toEqual([])
})
