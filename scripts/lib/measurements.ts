/**
 * The table of benches in docs/measurements.md: whether it names every bench, and marks figures that
 * are older than the paths that their bench measures.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchNames } from './benches.ts'
import { root, run } from './run.ts'
import { say } from './say.ts'
import type { Task } from './side-by-side.ts'

const page = 'docs/measurements.md'
const mark = { older: 'older |', current: '      |' }

/** One line of the table. */
export interface BenchLine {
  readonly line: string
  readonly name: string
  readonly paths: readonly string[]
  /** Of its figures; undefined where the page has none. */
  readonly commit: string | undefined
}

/** Returns the lines of the table of benches. */
export function benchLines(text: string): readonly BenchLine[] {
  const [, section = ''] = text.split('\n## Benches\n')
  const [table = ''] = section.split('\n## ')
  return table.split('\n').flatMap((line) => {
    const [, [name] = [], , paths = [], [commit] = []] = line.split('|').map(quoted)
    return name === undefined ? [] : [{ line, name, paths, commit }]
  })
}

const quoted = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** Returns the line with or without the mark of older figures, in the same width. */
export const withMark = ({ line }: BenchLine, isOlder: boolean): string =>
  line.replace(/(?:older| {5}) \|$/, isOlder ? mark.older : mark.current)

/** Returns which benches the table lacks, and which of its lines are about none. */
export function unlistedBenches(lines: readonly BenchLine[], names: readonly string[]): string[] {
  const listed = lines.map(({ name }) => name)
  return [
    ...names.filter((name) => !listed.includes(name)).map((name) => `${name} is not in its table`),
    ...listed.filter((name) => !names.includes(name)).map((name) => `${name} is no bench`),
  ]
}

/** Checks the page; with `isFixed` it sets the marks instead of demanding them. */
export const measurementsTask = (isFixed = false, folder = root, names = benchNames()): Task => ({
  name: 'measurements',
  run: async () => {
    const git = (...args: readonly string[]) => run('git', ['-C', folder, ...args], { quiet: true })
    const text = readFileSync(join(folder, page), 'utf8')
    const lines = benchLines(text)
    const problems = unlistedBenches(lines, names)
    const { output: shallow } = await git('rev-parse', '--is-shallow-repository')
    const hasHistory = shallow.trim() === 'false'
    if (!hasHistory) say('measurements: no history here, so the age of figures is not checked')
    let fixed = text
    for (const bench of hasHistory ? lines : []) {
      const { name, commit, paths, line } = bench
      if (commit === undefined) continue
      const { code, output } = await git('diff', '--quiet', commit, '--', ...paths)
      if (code > 1) {
        problems.push(`${name}: ${output.trim()}`)
        continue
      }
      const right = withMark(bench, code === 1)
      fixed = fixed.replace(line, () => right)
      if (right !== line && !isFixed)
        problems.push(
          `${name}: figures of ${commit} are ${code === 1 ? '' : 'not '}older than their paths ` +
            '(npm run format marks them)',
        )
    }
    if (fixed !== text && isFixed) writeFileSync(join(folder, page), fixed)
    if (problems.length > 0) say(`${page}\n${problems.map((line) => `  ${line}`).join('\n')}`)
    return problems.length === 0
  },
})
