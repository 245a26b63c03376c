import { describe, expect, it } from 'vitest'
import { answerText } from '../../../../../preload/contract/text/answers.ts'
import type {
  AnswerAim,
  MoneyState,
} from '../../../../../preload/contract/bank/answers/answer-aim.ts'
import {
  bankProblems,
  unreadableKinds,
  type BankAnswer,
  type BankProblem,
} from '../../../../../preload/contract/bank/answers/bank-answer.ts'
import { callFailures } from '../../../../../preload/contract/bank/answers/call-failure.ts'
import { callFailureText } from '../../../../../preload/contract/text/call-failures.ts'
import { bankPlace } from '../bank/support/refused-paths.ts'

const aims: readonly AnswerAim[] = ['reads', 'moves-money']
const trace = {
  status: 400,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}
const refused = (problem: BankProblem, part: object = {}): BankAnswer<unknown> => ({
  kind: 'refused',
  problem,
  messages: [],
  connectError: null,
  unreadable: null,
  reading: null,
  beside: [],
  trace,
  ...part,
})
const textOf = (answer: BankAnswer<unknown>, aim: AnswerAim) =>
  answerText(answer, aim) ?? expect.fail('nothing is said')

const all: readonly [string, BankAnswer<unknown>][] = [
  ...bankProblems.map((problem): [string, BankAnswer<unknown>] => [problem, refused(problem)]),
  ...unreadableKinds.map((why): [string, BankAnswer<unknown>] => [
    why,
    { kind: 'not-understood', why, beside: [], trace },
  ]),
  ...callFailures.flatMap((reason): [string, BankAnswer<unknown>][] => [
    [`no answer: ${reason}`, { kind: 'no-answer', reason }],
    [`not sent: ${reason}`, { kind: 'not-sent', reason }],
  ]),
  [
    'warned',
    {
      kind: 'answered',
      reading: {},
      warnings: [{ code: 'A', text: null }],
      beside: [],
      trace,
    },
  ],
  ['nothing', { kind: 'nothing-found', reading: null, messages: [], beside: [], trace }],
]

describe('the text of an answer', () => {
  it.each(aims)('has title, reason and next step for every member (%s)', (aim) => {
    for (const [name, answer] of all) {
      const { title, reason, next } = textOf(answer, aim)
      for (const text of [title, reason, next]) {
        expect(text, name).toMatch(/^\S.*\S$/)
        expect(text, name).not.toMatch(/\b(oops|we|sorry|please|undefined|null)\b|!/i)
      }
      expect(title, name).not.toMatch(/^error|\.$/i)
      expect(reason, name).toMatch(/\.$/)
      expect(next, name).toMatch(/\.$/)
    }
  })

  it.each(aims)('says the same of no two members (%s)', (aim) => {
    const texts = all.map(([, answer]) => {
      const { title, reason } = textOf(answer, aim)
      return `${title} ${reason}`
    })
    expect(new Set(texts).size).toBe(all.length)
    const problems = bankProblems.map((problem) => textOf(refused(problem), aim))
    expect(new Set(problems.map(({ title }) => title)).size).toBe(bankProblems.length)
    expect(new Set(problems.map(({ reason }) => reason)).size).toBe(bankProblems.length)
  })

  it('names the documents as the source of every problem', () => {
    for (const problem of bankProblems) {
      expect(textOf(refused(problem), 'reads').source).toMatch(bankPlace)
    }
  })

  const withUnknownOutcome: readonly BankProblem[] = [
    'backend-failed',
    'backend-unknown-error',
    'downstream-unreachable',
    'service-unavailable',
    'gateway-timed-out',
    'failed-in-success',
    'status-not-listed',
  ]
  it.each(withUnknownOutcome)(
    'bank note 17: after %s a payment needs a status inquiry and is never sent again',
    (problem) => {
      const shownText = textOf(refused(problem), 'moves-money')
      expect(shownText.appearance).toBe('unknown')
      expect(shownText.title).toMatch(/^Outcome unknown: /)
      expect(shownText.next).toMatch(/check its status by its reference\. do not resend it/i)
      expect(shownText.next).not.toMatch(/query again|may be sent|try/i)
    },
  )

  it('bank note 17: advises to wait and query again after a 504 only where nothing moves', () => {
    expect(textOf(refused('gateway-timed-out'), 'reads').next).toMatch(
      /wait a moment and query again/i,
    )
    expect(textOf(refused('service-unavailable'), 'reads').next).toMatch(
      /application support before/,
    )
  })

  it('bank note 17: a payment without an answer needs a status inquiry, one that was never sent may be sent', () => {
    for (const reason of callFailures) {
      const lost = textOf({ kind: 'no-answer', reason }, 'moves-money')
      expect(lost.next).toMatch(/Do not resend it\. Check/)
      expect(lost.title).toMatch(/^Outcome unknown: /)
      const stored = textOf({ kind: 'not-sent', reason }, 'moves-money')
      expect(stored.reason).toContain('Nothing left this workstation.')
      expect(stored.next).toMatch(/It may be sent /)
    }
  })

  it.each(bankProblems)(
    'bank note 18: with a payment\u2019s own id, %s is outcome-unknown',
    (problem) => {
      const named = refused(problem, {
        trace: { ...trace, transactionId: 'T', namesPayment: true },
      })
      const shownText = textOf(named, 'moves-money')
      expect(shownText.appearance).toBe('unknown')
      expect(shownText.next).toMatch(/do not resend it/i)
      expect(textOf(named, 'reads').next).toBe(textOf(refused(problem), 'reads').next)
    },
  )

  it('bank note 18: a plain refusal of a payment says that nothing was taken in', () => {
    const plain = bankProblems.filter((problem) => !withUnknownOutcome.includes(problem))
    expect(plain).toHaveLength(8)
    for (const problem of plain) {
      const shownText = textOf(refused(problem), 'moves-money')
      expect(shownText.next).toMatch(/^The bank accepted nothing/)
      expect(shownText.appearance).toBe('refused')
    }
  })

  describe('of a call that moves money', () => {
    const unknown: MoneyState = { kind: 'outcome-unknown' }
    const rejected: MoneyState = { kind: 'answered', verdict: 'rejected' }
    const accepted: MoneyState = { kind: 'answered', verdict: 'accepted' }
    const answered = (warnings: { code: string | null; text: string | null }[] = []) =>
      ({ kind: 'answered', reading: {}, warnings, beside: [], trace }) as const
    const error = [{ code: 'SVC-1', text: 'x' }]

    it('bank note 71: call an outcome unknown that an answer with or without an error leaves open', () => {
      for (const answer of [answered(), answered(error)]) {
        for (const outcome of [unknown, undefined]) {
          const shownText = answerText(answer, 'moves-money', outcome)
          expect(shownText?.appearance).toBe('unknown')
          expect(shownText?.title).toMatch(
            /^Outcome unknown: the answer does not show whether it was accepted$/,
          )
          expect(shownText?.next).toMatch(/check its status by its reference\. do not resend it/i)
        }
      }
    })

    it.each(bankProblems)('call %s unknown where the outcome is', (problem) => {
      const shownText = answerText(refused(problem), 'moves-money', unknown)
      expect(shownText?.appearance).toBe('unknown')
      expect(shownText?.title).toMatch(/^Outcome unknown: (?!Outcome)/)
      expect(shownText?.next).toMatch(/do not resend it/i)
      expect(shownText?.next).not.toMatch(/nothing was taken in|may be sent/i)
    })

    it('bank note 71: call a rejection one, and suggest no status inquiry', () => {
      const named = { trace: { ...trace, status: 200, transactionId: 'T', namesPayment: true } }
      const shownText = answerText(refused('failed-in-success', named), 'moves-money', rejected)
      expect(shownText).toMatchObject({ appearance: 'refused', title: 'The bank rejected it' })
      expect(shownText?.next).not.toMatch(/check its status|query again/i)
    })

    it('report nothing for a plain acceptance, and for none that it is unknown', () => {
      expect(answerText(answered(), 'moves-money', accepted)).toBeNull()
      const shownText = answerText(answered(error), 'moves-money', accepted)
      expect(shownText).toMatchObject({ appearance: 'warned', title: 'Accepted, with remarks' })
    })

    it('know no product: batches are refused a service too', () => {
      const shownText = answerText(refused('service-not-authorized'), 'moves-money')
      expect(`${shownText?.reason} ${shownText?.next}`).not.toMatch(/WIRE|RTP/)
    })
  })

  it('bank note 67: calls a 404 to a status inquiry no proof of absence', () => {
    expect(textOf(refused('not-found'), 'reads').next).toMatch(
      /does not prove that it does not exist/,
    )
  })

  it('bank note 7: tells the three meanings of 401 apart', () => {
    const three = [
      textOf(refused('not-authenticated'), 'reads'),
      textOf(refused('service-not-authorized'), 'reads'),
      textOf({ kind: 'not-sent', reason: 'credentials-refused' }, 'reads'),
    ]
    expect(new Set(three.map(({ title }) => title)).size).toBe(3)
    for (const { reason } of three) expect(reason).toContain('401')
  })

  it('bank note 8 and bank note 19: names the address for a 403 and the pause for a 429', () => {
    expect(textOf(refused('forbidden'), 'reads').next).toMatch(/address/)
    expect(textOf(refused('threshold-reached'), 'reads').reason).toMatch(/two minutes/)
  })

  it('bank note 15: names the kind of a body that could not be read', () => {
    const html = textOf(refused('downstream-unreachable', { unreadable: 'html' }), 'reads')
    expect(html.reason).toContain('The body was a web page.')
  })

  it('bank note 20: warns of a 299 that names no warning, and says nothing of a plain success', () => {
    const answered = (status: number): BankAnswer<unknown> => ({
      kind: 'answered',
      reading: {},
      warnings: [],
      beside: [],
      trace: { ...trace, status },
    })
    expect(answerText(answered(299), 'reads')?.appearance).toBe('warned')
    expect(answerText(answered(200), 'reads')).toBeNull()
  })

  it('bank note 21: shows a 400 that finds nothing as no failure', () => {
    const answer = all.find(([name]) => name === 'nothing')?.[1]
    expect(answer && answerText(answer, 'reads')?.appearance).toBe('nothing')
  })

  it('distinguishes a cancelled call that was under way from one that was never sent', () => {
    expect(textOf({ kind: 'no-answer', reason: 'cancelled' }, 'reads').reason).toMatch(
      /while in progress/,
    )
    expect(callFailureText('cancelled').reason).toMatch(/before it was sent/)
  })
})
