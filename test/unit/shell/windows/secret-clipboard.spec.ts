import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  secretClipboard,
  type OwnedClipboard,
  type SystemClipboard,
} from '../../../../main/shell/windows/secret-clipboard.ts'

/** Returns a clipboard in memory, which can refuse. */
function openClipboard() {
  const session = { text: 'before', refusesReading: false, refusesWriting: false }
  const system: SystemClipboard = {
    readText: () =>
      session.refusesReading
        ? Promise.reject(new Error('no display'))
        : Promise.resolve(session.text),
    writeText: (text) => {
      if (session.refusesWriting) return Promise.reject(new Error('busy'))
      session.text = text
      return Promise.resolve()
    },
    clear: () => {
      session.text = ''
    },
  }
  const problems: unknown[] = []
  const secrets: OwnedClipboard = secretClipboard(system, (problem) => problems.push(problem))
  return { session, secrets, problems }
}

describe('a secret on the clipboard', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('stays there for its time and not longer', async () => {
    const { session, secrets } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(session.text).toBe('s3cret')
    await vi.advanceTimersByTimeAsync(1)
    expect(session.text).toBe('')
  })

  it('leaves alone what somebody else has put there since', async () => {
    const { session, secrets } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(1000)
    session.text = 'an invoice number'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(session.text).toBe('an invoice number')
  })

  it('gets its full time again when a second one is put there', async () => {
    const { session, secrets } = openClipboard()
    void secrets.put('first', 60_000)
    await vi.advanceTimersByTimeAsync(40_000)
    void secrets.put('second', 60_000)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(session.text).toBe('second')
    await vi.advanceTimersByTimeAsync(1)
    expect(session.text).toBe('')
  })

  it('is gone at once when the program ends, and only if it is still there', async () => {
    const { session, secrets } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await secrets.forget()
    expect(session.text).toBe('')
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(1)
    session.text = 'else'
    await secrets.forget()
    expect(session.text).toBe('else')
    await secrets.forget()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is cleared with all else when the clipboard cannot be read any more', async () => {
    const { session, secrets, problems } = openClipboard()
    void secrets.put('s3cret', 60_000)
    await vi.advanceTimersByTimeAsync(1)
    session.refusesReading = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(session.text).toBe('')
    expect(problems).toHaveLength(1)
  })

  it('is cleared at once at the end of a session, and nothing is where there is none', async () => {
    const { session, secrets } = openClipboard()
    secrets.clearNow()
    expect(session.text).toBe('before')
    await secrets.put('s3cret', 60_000)
    secrets.clearNow()
    expect(session.text).toBe('')
  })

  it('reports a clipboard that takes nothing, and leaves its content', async () => {
    const { session, secrets, problems } = openClipboard()
    session.refusesWriting = true
    expect(await secrets.put('s3cret', 60_000)).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
    await secrets.forget()
    expect(session.text).toBe('before')
    expect(problems).toEqual([new Error('busy')])
    session.refusesWriting = false
    expect(await secrets.put('s3cret', 60_000)).toBe(true)
    expect(session.text).toBe('s3cret')
  })
})
