import { describe, expect, it } from 'vitest'
import { areRight, sideBySide } from '../../../scripts/lib/side-by-side.ts'

/** A task that ends on request, and reports when it began. */
function tasksOf(count: number) {
  const began: number[] = []
  const ends = Array.from({ length: count }, () => Promise.withResolvers<boolean>())
  const tasks = ends.map(({ promise }, index) => ({
    name: `task ${index}`,
    run: () => {
      began.push(index)
      return promise
    },
  }))
  return { began, ends, tasks }
}

describe('side by side', () => {
  it('does two at a time, in their order', async () => {
    const { began, ends, tasks } = tasksOf(4)
    const all = sideBySide(tasks)
    expect(began).toEqual([0, 1])
    ends[1]?.resolve(true)
    await expect.poll(() => began).toEqual([0, 1, 2])
    for (const end of ends) end.resolve(true)
    expect(areRight(await all)).toBe(true)
    expect(began).toEqual([0, 1, 2, 3])
  })

  it('does the others also where one fails, and reports it', async () => {
    const { began, ends, tasks } = tasksOf(3)
    const all = sideBySide(tasks)
    for (const [index, end] of ends.entries()) end.resolve(index !== 0)
    const results = await all
    expect(areRight(results)).toBe(false)
    expect(results.filter(({ isRight }) => !isRight).map(({ name }) => name)).toEqual(['task 0'])
    expect(results.every(({ seconds }) => seconds >= 0)).toBe(true)
    expect(began).toEqual([0, 1, 2])
  })
})
