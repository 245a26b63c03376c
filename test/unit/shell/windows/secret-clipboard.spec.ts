import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  secretClipboard,
  type OwnedClipboard,
  type SystemClipboard,
} from '../../../../main/shell/windows/secret-clipboard.ts'

/** Returns a clipboard in memory, which can refuse. */
function openClipboard() {
  const desk = { text: 'before', refusesReading: false, refusesWriting: false }
  const system: SystemClipboard = {
    readText: () =>
      desk.refusesReading ? Promise.reject(new Error('no display')) : Promise.resolve(desk.text),
    writeText: (text) => {
      if (desk.refusesWriting) return Promise.reject(new Error('busy'))
      desk.text = text
      return Promise.resolve()
    },
    clear: () => {
      desk.text = ''
    },
  }
  const problems: unknown[] = []
  const secrets: OwnedClipboard = secretClipboard(system, (problem) => problems.push(problem))
  return { desk, secrets, problems }
}

describe('a secret on the clipboard', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('stands there for its time and not longer', async () => {
    const { desk, secrets } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(desk.text).toBe('s3cret')
    await vi.advanceTimersByTimeAsync(1)
    expect(desk.text).toBe('')
  })

  it('leaves alone what somebody else has put there since', async () => {
    const { desk, secrets } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(1000)
    desk.text = 'an invoice number'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(desk.text).toBe('an invoice number')
  })

  it('counts anew when a second one is put there', async () => {
    const { desk, secrets } = openClipboard()
    void secrets.put('first', 60_000)
    await vi.advanceTimersByTimeAsync(40_000)
    void secrets.put('second', 60_000)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(desk.text).toBe('second')
    await vi.advanceTimersByTimeAsync(1)
    expect(desk.text).toBe('')
  })

  it('is gone at once when the program ends, and only if it still stands there', async () => {
    const { desk, secrets } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await secrets.forget()
    expect(desk.text).toBe('')
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(1)
    desk.text = 'else'
    await secrets.forget()
    expect(desk.text).toBe('else')
    await secrets.forget()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is cleared with whatever stands there when the clipboard cannot be read any more', async () => {
    const { desk, secrets, problems } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(1)
    desk.refusesReading = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(desk.text).toBe('')
    expect(problems).toHaveLength(1)
  })

  it('reports a clipboard that takes nothing, and leaves what stands there', async () => {
    const { desk, secrets, problems } = openClipboard()
    desk.refusesWriting = true
    expect(await secrets.put('s3cret', 60_000)).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
    await secrets.forget()
    expect(desk.text).toBe('before')
    expect(problems).toEqual([new Error('busy')])
    desk.refusesWriting = false
    expect(await secrets.put('s3cret', 60_000)).toBe(true)
    expect(desk.text).toBe('s3cret')
  })
})
