import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folders = ['renderer', 'preload', 'main']
const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,vue}`))
/** Comments may name the traps by which this program was built: whoever reads those has the list. */
const comments = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:\w])\/\/.*$/gm

const read = files.map((file) => ({
  file,
  code: readFileSync(file, 'utf8').replaceAll(comments, ''),
}))
const naming = (words: RegExp): readonly string[] =>
  read.filter(({ code }) => words.test(code)).map(({ file }) => file)

it('names no trap to an operator: sources are documents and their sections', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(naming(/\btraps? \d/)).toEqual([])
})

it('names the bank’s documents by their titles, never by the names of their files', () => {
  expect(naming(/\b[123]-[a-z-]+\.md\b/)).toEqual([])
})
