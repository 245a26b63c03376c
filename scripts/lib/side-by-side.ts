/** Work of one core each, two at a time. */

/** Does one piece; whether it is all right. */
export type Task = () => Promise<boolean>

/** Does all of them in their order, two at a time. True when each is all right; one that is not stops none. */
export async function sideBySide(tasks: readonly Task[]): Promise<boolean> {
  const waiting = [...tasks]
  const results: boolean[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await next())
  }
  await Promise.all([worker(), worker()])
  return results.every(Boolean)
}
