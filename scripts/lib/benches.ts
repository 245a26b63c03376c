/** The measurements of test/bench, and their suite at the tiny size. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sizeVariable } from '../../test/bench/support/size.ts'
import type { Failure } from './failures.ts'
import type { SuiteResult } from './results.ts'
import { root, runNode, type Outcome } from './run.ts'
import { sideBySide } from './side-by-side.ts'

export const benchFolder = 'test/bench'
const extension = '.bench.ts'
/** At the tiny size the longest takes seconds, also beside others. */
const longestTinyMs = 180_000

/** Returns the names of the measurements that contain this text. */
export const benchNames = (part = ''): readonly string[] =>
  readdirSync(join(root, benchFolder))
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .filter((name) => name.includes(part))
    .sort()

/** Returns the file of a measurement, from the project's root. */
export const fileOfBench = (name: string): string => `${benchFolder}/${name}${extension}`

/** Returns why a measurement at the tiny size has failed; undefined if it measured. */
export function faultOfBench({ code, output }: Outcome): string | undefined {
  if (code !== 0) return `ended with code ${code}\n${output}`
  if (output.trim() === '') return 'reported nothing'
  return /\bNaN\b/.test(output) ? `reported a figure that is no number\n${output}` : undefined
}

/** Runs measurements at the tiny size, two at a time; each counts as one test. */
export async function runBenches(names = benchNames()): Promise<SuiteResult> {
  const start = performance.now()
  const failures: Failure[] = []
  const run = async (name: string): Promise<boolean> => {
    const file = fileOfBench(name)
    const error = faultOfBench(
      await runNode([join(root, file)], {
        env: {
          [sizeVariable]: 'tiny',
          // Bundling what they start takes longer than starting it from cached sources.
          COUNTERSIGN_TEST_PROGRAMS: 'source',
          NODE_COMPILE_CACHE: join(tmpdir(), 'countersign-compile-cache'),
        },
        quiet: true,
        timeoutMs: longestTinyMs,
      }),
    )
    if (error !== undefined) failures.push({ project: 'bench', file, title: name, error })
    return error === undefined
  }
  const results = await sideBySide(names.map((name) => ({ name, run: () => run(name) })))
  return {
    name: 'bench',
    seconds: (performance.now() - start) / 1000,
    passed: results.length - failures.length,
    failed: failures.length,
    skipped: 0,
    failures,
    times: results.map(({ name, seconds }) => ({ file: fileOfBench(name), seconds })),
    rerun: [],
  }
}
