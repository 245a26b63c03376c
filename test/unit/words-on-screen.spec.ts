import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folders = ['renderer', 'preload', 'main']
const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,vue}`))
/** Comments may name the traps by which this program was built: whoever reads those has the list. */
const comments = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:\w])\/\/.*$/gm

it('names no trap to an operator: sources are documents and their sections', () => {
  expect(files.length).toBeGreaterThan(500)
  const naming = files.filter((file) =>
    /\btraps? \d/.test(readFileSync(file, 'utf8').replaceAll(comments, '')),
  )
  expect(naming).toEqual([])
})
