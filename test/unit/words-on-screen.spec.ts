import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folders = ['renderer', 'preload', 'main']
const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,vue}`))
/** Comments may cite the bank notes: docs/bank-notes.md holds the list. */
const comments = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:\w])\/\/.*$/gm

const read = files.map((file) => ({
  file,
  code: readFileSync(file, 'utf8').replaceAll(comments, ''),
}))
const naming = (words: RegExp): readonly string[] =>
  read.filter(({ code }) => words.test(code)).map(({ file }) => file)

it('names no bank note to an operator: sources are documents and their sections', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(naming(/\b(traps?|bank notes?) \d/i)).toEqual([])
})

it('names the bank’s documents by their titles, never by the names of their files', () => {
  expect(naming(/\b[123]-[a-z-]+\.md\b/)).toEqual([])
})
