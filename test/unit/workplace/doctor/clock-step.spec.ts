import { describe, expect, it } from 'vitest'
import {
  examineClock,
  skewOf,
  type TimedAnswer,
} from '../../../../main/workplace/doctor/clock-step.ts'

const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 2, 12) + ms)
const answerAt = (date: string | undefined, roundTripMs = 0): TimedAnswer => ({
  answer: { status: 200, headers: date === undefined ? {} : { date }, body: '', base64: false },
  times: {
    startedAt: at(0),
    writtenAt: at(0),
    answeredAt: at(roundTripMs),
    finishedAt: at(roundTripMs),
  },
})

describe('the difference of the clocks', () => {
  it('is measured against the middle of the round trip', () => {
    expect(skewOf(answerAt('Mon, 02 Nov 2026 12:00:05 GMT', 10_000))).toEqual({
      skewMs: 500,
      roundTripMs: 10_000,
    })
  })

  it.each([
    ['Mon, 02 Nov 2026 12:00:29 GMT', 'fine'],
    ['Mon, 02 Nov 2026 12:00:30 GMT', 'clock-off'],
    ['Mon, 02 Nov 2026 11:59:30 GMT', 'fine'],
    ['Mon, 02 Nov 2026 11:59:29 GMT', 'clock-off'],
  ])('by %s is %s', (date, finding) => {
    expect(examineClock([answerAt(date)]).finding).toBe(finding)
  })

  it('is not called off where a slow answer explains it', () => {
    expect(examineClock([answerAt('Mon, 02 Nov 2026 12:00:40 GMT', 40_000)]).finding).toBe('fine')
  })

  it('is taken from the answer with the shortest round trip', () => {
    const slow = answerAt('Mon, 02 Nov 2026 13:00:00 GMT', 9_000)
    const quick = answerAt('Mon, 02 Nov 2026 12:00:00 GMT', 20)
    expect(examineClock([slow, quick])).toMatchObject({
      finding: 'fine',
      facts: [{ value: 'the same' }, { value: '510 ms' }],
    })
  })

  it.each([undefined, 'soon', 'Mon, 02 Nov 2026 12:00:00', 'Mon, 99 Nov 2026 12:00:00 GMT'])(
    'is not taken from the Date %s, which names no instant',
    (date) => {
      expect(examineClock([answerAt(date)])).toMatchObject({
        state: 'attention',
        finding: 'clock-not-reported',
      })
    },
  )

  it('is not examined without an answer', () => {
    expect(examineClock([{ answer: null }])).toMatchObject({ state: 'not-run' })
  })
})
