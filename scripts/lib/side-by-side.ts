/** Runs checks that use one core each, two at a time. */
import { runTool, type Tool } from './run.ts'
import { say } from './say.ts'

export interface Task {
  readonly name: string
  /** Returns whether the check passed; errors are printed. */
  readonly run: () => Promise<boolean>
}

export interface TaskResult {
  readonly name: string
  readonly isRight: boolean
  readonly seconds: number
}

/** Returns a task that runs a tool. Its output is printed in one piece, and only if it fails. */
export const toolTask = (
  name: string,
  tool: Tool,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Task => ({
  name,
  run: async () => {
    const { code, output } = await runTool(tool, args, { env, quiet: true })
    if (code !== 0) say(`${name}\n${output}`)
    return code === 0
  },
})

/** Runs all tasks in order, two at a time. A failed task does not stop the others. */
export async function sideBySide(tasks: readonly Task[]): Promise<readonly TaskResult[]> {
  const waiting = [...tasks]
  const results: TaskResult[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const start = performance.now()
      const isRight = await next.run()
      results.push({ name: next.name, isRight, seconds: (performance.now() - start) / 1000 })
    }
  }
  await Promise.all([worker(), worker()])
  return results
}

/** Returns whether all of them passed. */
export const areRight = (results: readonly TaskResult[]): boolean =>
  results.every(({ isRight }) => isRight)
