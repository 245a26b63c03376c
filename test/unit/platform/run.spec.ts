import { describe, expect, it } from 'vitest'
import { Run } from '../../../main/platform/run.ts'
import { movableTime } from '../support/movable-time.ts'

/** A run whose passes end when the test says so. */
function opened() {
  const time = movableTime()
  const passes: { readonly signal: AbortSignal; end: (problem?: Error) => void }[] = []
  const failures: unknown[] = []
  const run: Run = new Run({
    startTimer: time.startTimer,
    pass: (signal) =>
      new Promise<void>((resolve, reject) => {
        passes.push({ signal, end: (problem) => (problem ? reject(problem) : resolve()) })
      }),
    failed: (problem) => {
      failures.push(problem)
      run.requestIn(1_000)
    },
  })
  /** Ends the newest pass and lets what follows from it happen. */
  const end = async (problem?: Error): Promise<void> => {
    passes.at(-1)?.end(problem)
    await turn()
  }
  return { run, time, passes, failures, end }
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a run', () => {
  it('makes no pass before it is started, and none without a request', async () => {
    const { run, passes, time } = opened()
    run.request()
    run.requestIn(1_000)
    run.start()
    time.pass(10_000)
    await turn()
    expect([run.isOn(), passes.length, time.waiting()]).toEqual([true, 0, 0])
    run.request()
    await turn()
    expect(passes).toHaveLength(1)
  })

  it('makes one more pass for any number of requests during a pass', async () => {
    const { run, passes, end } = opened()
    run.start()
    run.request()
    run.request()
    run.request()
    await turn()
    expect(passes).toHaveLength(1)
    await end()
    expect(passes).toHaveLength(2)
    await end()
    expect(passes).toHaveLength(2)
  })

  it('notices a request that its own pass makes at once', async () => {
    let passes = 0
    const run: Run = new Run({
      startTimer: movableTime().startTimer,
      pass: () => {
        passes += 1
        if (passes < 3) run.request()
        return Promise.resolve()
      },
      failed: () => undefined,
    })
    run.start()
    run.request()
    await turn()
    expect(passes).toBe(3)
  })

  it('waits for one time only, and not longer where a request comes first', async () => {
    const { run, time, passes, end } = opened()
    run.start()
    run.requestIn(1_000)
    run.requestIn(5_000)
    time.pass(4_999)
    await turn()
    expect([passes.length, time.waiting()]).toEqual([0, 1])
    run.request()
    await turn()
    expect([passes.length, time.waiting()]).toEqual([1, 0])
    await end()
    run.requestIn(5_000)
    time.pass(5_000)
    await turn()
    expect(passes).toHaveLength(2)
  })

  it('reports a pass that failed, and still makes the next one', async () => {
    const { run, time, passes, failures, end } = opened()
    run.start()
    run.request()
    await turn()
    await end(new Error('full'))
    expect(failures).toEqual([new Error('full')])
    time.pass(1_000)
    await turn()
    expect(passes).toHaveLength(2)
    run.request()
    await end(new Error('full'))
    expect([passes.length, time.waiting()]).toEqual([3, 0])
  })

  it('reports a pass that throws before it waits for anything', async () => {
    const failures: unknown[] = []
    const run = new Run({
      startTimer: movableTime().startTimer,
      pass: () => {
        throw new Error('full')
      },
      failed: (problem) => void failures.push(problem),
    })
    run.start()
    run.request()
    await run.stop()
    expect(failures).toEqual([new Error('full')])
  })

  it('has stopped when its pass has ended, and makes no requested one', async () => {
    const { run, time, passes, end } = opened()
    run.start()
    run.request()
    await turn()
    run.request()
    run.requestIn(1_000)
    const steps: string[] = []
    const stopped = run.stop().then(() => steps.push('stopped'))
    expect([passes[0]?.signal.aborted, run.isOn(), time.waiting()]).toEqual([true, false, 0])
    await turn()
    steps.push('ended')
    await end()
    await stopped
    run.request()
    time.pass(10_000)
    await turn()
    expect(steps).toEqual(['ended', 'stopped'])
    expect(passes).toHaveLength(1)
  })

  it('has settled when the pass in progress and the one requested meanwhile have ended', async () => {
    const { run, passes, end } = opened()
    await run.settled()
    run.start()
    run.request()
    await turn()
    run.request()
    const steps: string[] = []
    const settled = run.settled().then(() => steps.push('settled'))
    await end()
    steps.push('first')
    await end()
    await settled
    expect(steps).toEqual(['first', 'settled'])
    expect(passes).toHaveLength(2)
  })

  it('that is started again while an old pass ends makes the next pass after it, not stopped', async () => {
    const { run, passes, end } = opened()
    run.start()
    run.request()
    await turn()
    const stopped = run.stop()
    run.start()
    run.request()
    await turn()
    expect(passes).toHaveLength(1)
    await end()
    await stopped
    expect(passes.map(({ signal }) => signal.aborted)).toEqual([true, false])
    run.start()
    expect(passes[1]?.signal.aborted).toBe(false)
  })
})
