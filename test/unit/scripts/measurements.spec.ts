import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { measurementsTask } from '../../../scripts/lib/measurements.ts'

let parent = ''
let folder = ''
let commit = ''
let said = ''

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

/** A page whose second bench has a figure of this commit. */
function page(of: string, state = '     '): void {
  writeFileSync(
    join(folder, 'docs/measurements.md'),
    [
      '# Measurements',
      '',
      '| bench  | what   |',
      '| `gone` | a call |',
      '',
      '## Benches',
      '',
      '| bench    | what it measures | paths                    | figures of | state |',
      '| -------- | ---------------- | ------------------------ | ---------- | ----- |',
      '| `clicks` | a click          | `window`                 | none       |       |',
      `| \`search\` | a search         | \`search\`, \`order.ts\`     | \`${of}\` | ${state} |`,
      '',
      '## A team',
      '',
      '| `other` | what |',
      '',
    ].join('\n'),
  )
}
const change = (file: string, text: string): void => {
  writeFileSync(join(folder, file), text)
}
const isRight = (names = ['clicks', 'search'], isFixed = false): Promise<boolean> =>
  measurementsTask(isFixed, folder, names).run()

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'countersign-measurements-'))
  folder = join(parent, 'whole')
  mkdirSync(join(folder, 'docs'), { recursive: true })
  mkdirSync(join(folder, 'search'))
  git('init', '--quiet')
  change('search/words.ts', 'one')
  change('order.ts', 'one')
  change('else.ts', 'one')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Measure')
  commit = git('rev-parse', '--short=8', 'HEAD')
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(parent, { recursive: true, force: true })
})

describe('figures of a bench', () => {
  it('need no mark while its paths are as they were measured', async () => {
    page(commit)
    change('else.ts', 'two')
    expect(await isRight()).toBe(true)
    expect(said).toBe('')
  })

  it.each(['search/words.ts', 'order.ts'])('need the mark once %s has changed', async (file) => {
    page(commit)
    change(file, 'two')
    expect(await isRight()).toBe(false)
    expect(said).toContain(`search: figures of ${commit} are older than their paths`)
    git('commit', '--quiet', '--all', '--message', 'Change')
    expect(await isRight()).toBe(false)
    page(commit, 'older')
    expect(await isRight()).toBe(true)
  })

  it('must not keep the mark once they were measured again', async () => {
    change('order.ts', 'two')
    git('commit', '--quiet', '--all', '--message', 'Change')
    page(git('rev-parse', '--short=8', 'HEAD'), 'older')
    expect(await isRight()).toBe(false)
    expect(said).toContain('are not older than their paths')
  })

  it('are marked by a fix, and nothing else of the page changes', async () => {
    page(commit, 'older')
    const wanted = readFileSync(join(folder, 'docs/measurements.md'), 'utf8')
    page(commit)
    change('order.ts', 'two')
    expect(await isRight(undefined, true)).toBe(true)
    expect(readFileSync(join(folder, 'docs/measurements.md'), 'utf8')).toBe(wanted)
  })

  it('must be of a commit of this history', async () => {
    page('0123abcd')
    expect(await isRight()).toBe(false)
    expect(said).toContain('search: ')
  })

  it('are not checked without a history, and this is said', async () => {
    change('order.ts', 'two')
    page(commit)
    git('add', '.')
    git('commit', '--quiet', '--message', 'Change')
    const shallow = join(parent, 'shallow')
    git('clone', '--quiet', '--depth=1', pathToFileURL(folder).href, shallow)
    folder = shallow
    expect(await isRight()).toBe(true)
    expect(said).toContain('no history here')
    rmSync(join(folder, '.git'), { recursive: true })
    expect(await isRight()).toBe(true)
  })
})

it('demands each bench in the table, and no other', async () => {
  page(commit)
  expect(await isRight(['clicks', 'search', 'ipc'])).toBe(false)
  expect(said).toContain('ipc is not in its table')
  expect(await isRight(['search'])).toBe(false)
  expect(said).toContain('clicks is no bench')
})
