/** What the READMEs say of where things are. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/run.ts'

const readmes = globSync(
  ['README.md', '{main,preload,renderer,test,docs}/**/*.md'].map((one) => join(root, one)),
  { exclude: ['**/node_modules/**'] },
)
/** Made when they are asked for. */
const made = ['build/screenshots']
const namedPath = /`((?:main|renderer|preload|test|scripts|docs|build)\/[\w./*-]+)`/g

it.each(readmes.map((file) => file.slice(root.length + 1)))(
  '%s names only what is there',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const named = [...text.matchAll(namedPath)].map(([, path = '']) => path)
    const isThere = (path: string): boolean =>
      made.includes(path.replace(/\/$/, '')) ||
      (path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path)))
    expect(named.filter((path) => !isThere(path))).toEqual([])
  },
)
