/** Checks of one core each, two at a time. */
import { runTool, type Tool } from './run.ts'
import { say } from './say.ts'

/** One piece of work. */
export interface Task {
  readonly name: string
  /** Whether all is right; what is wrong is printed. */
  readonly run: () => Promise<boolean>
}

/** How a piece of work went. */
export interface TaskResult {
  readonly name: string
  readonly isRight: boolean
  readonly seconds: number
}

/** A task that runs a tool. Its output is printed in one piece, and only when something is wrong. */
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

/** Does all of them in their order, two at a time. A task that finds something wrong stops no other. */
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

/** Whether all of them are right. */
export const areRight = (results: readonly TaskResult[]): boolean =>
  results.every(({ isRight }) => isRight)
