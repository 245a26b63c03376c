/** Days of ach/list at banks that read the limits of the document in their own way. */
import { describe, expect, it } from 'vitest'
import type { BankToday, DayRange, LaterDay } from '../../../../main/bank/apis/ach-list-limits.ts'
import { listAchDays } from '../../../../main/bank/apis/list-pages.ts'
import type { AchInquiryApi } from '../../../../main/bank/apis/ach-inquiry.ts'
import type { BankProblem } from '../../../../preload/contract/bank/answers/bank-answer.ts'

type Listed = Awaited<ReturnType<AchInquiryApi['list']>>

const trace = {
  status: 400,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}
const beside = { beside: [], messages: [], trace }
const reply = (answer: Listed['answer']): Listed => ({
  answer,
  callId: null,
  raw: null,
  isBase64: false,
  paging: null,
})
const nothingFound = reply({ kind: 'nothing-found', reading: null, ...beside })
const refusal = (problem: BankProblem, code: string | null = null): Listed =>
  reply({
    kind: 'refused',
    problem,
    connectError: null,
    unreadable: null,
    reading: null,
    ...beside,
    messages: code === null ? [] : [{ code, text: null }],
  })

/** Queries one range at a bank that accepts some ranges; returns the requested ranges. */
async function queried(
  range: DayRange,
  options: {
    readonly bankToday?: BankToday
    readonly refused?: Set<LaterDay>
    readonly accepts: (range: DayRange) => boolean
    readonly refusal?: Listed
  },
) {
  const requested: string[] = []
  const narrowed: DayRange[] = []
  const list: AchInquiryApi['list'] = (request) => {
    const { fromDate = '', toDate = '' } = request
    requested.push(`${fromDate} ${toDate}`)
    const isAccepted = options.accepts({ fromDate, toDate })
    return Promise.resolve(
      isAccepted ? nothingFound : (options.refusal ?? refusal('request-invalid')),
    )
  }
  const pages = listAchDays(
    { list },
    { accountNumber: '1', ...range },
    {
      callOptions: 'ann',
      clock: { monotonicMs: () => 0 },
      bankToday: options.bankToday ?? noon,
      refused: options.refused ?? new Set(),
      narrowed: (fewer) => narrowed.push(fewer),
    },
  )
  for (;;) {
    const { done, value } = await pages.next()
    if (done) return { requested, narrowed, end: value.kind }
  }
}

const noon = { today: '2026-11-23', utcToday: '2026-11-23' }
/** 21:00 in New York. */
const evening = { today: '2026-11-23', utcToday: '2026-11-24' }
const untilTomorrow = { fromDate: '2026-11-19', toDate: '2026-11-24' }
const notAfterToday = ({ toDate }: DayRange): boolean => toDate <= '2026-11-23'

describe('bank note 43: the days of a list', () => {
  it('are all queried at a bank that accepts them', async () => {
    expect(await queried(untilTomorrow, { accepts: () => true })).toEqual({
      requested: ['2026-11-19 2026-11-24'],
      narrowed: [],
      end: 'complete',
    })
  })

  it('end today at a bank that refuses tomorrow, which is then not queried again', async () => {
    const refused = new Set<LaterDay>()
    expect(await queried(untilTomorrow, { refused, accepts: notAfterToday })).toEqual({
      requested: ['2026-11-19 2026-11-24', '2026-11-19 2026-11-23'],
      narrowed: [{ fromDate: '2026-11-19', toDate: '2026-11-23' }],
      end: 'complete',
    })
    const again = await queried(untilTomorrow, { refused, accepts: notAfterToday })
    expect(again).toMatchObject({ requested: ['2026-11-19 2026-11-23'], end: 'complete' })
    expect(again.narrowed).toHaveLength(1)
  })

  it('include tomorrow while it is today in UTC, though the bank refuses days to come', async () => {
    const refused = new Set<LaterDay>(['future'])
    const { requested } = await queried(untilTomorrow, {
      refused,
      bankToday: evening,
      accepts: () => true,
    })
    expect(requested).toEqual(['2026-11-19 2026-11-24'])
  })

  it('begin where any count of 180 days allows, if the bank refuses the oldest', async () => {
    const oldest = { fromDate: '2026-05-27', toDate: '2026-06-26' }
    // A bank in UTC that counts both ends, in the evening of New York.
    const accepts = ({ fromDate }: DayRange): boolean => fromDate >= '2026-05-29'
    expect(await queried(oldest, { bankToday: evening, accepts })).toEqual({
      requested: ['2026-05-27 2026-06-26', '2026-05-29 2026-06-26'],
      narrowed: [{ fromDate: '2026-05-29', toDate: '2026-06-26' }],
      end: 'complete',
    })
  })

  it('are queried once more alone, and not where no fewer days would do', async () => {
    const never = { accepts: () => false }
    expect((await queried(untilTomorrow, never)).requested).toHaveLength(2)
    const inside = { fromDate: '2026-10-01', toDate: '2026-10-31' }
    expect(await queried(inside, never)).toEqual({
      requested: ['2026-10-01 2026-10-31'],
      narrowed: [],
      end: 'failed',
    })
    const refused = new Set<LaterDay>()
    await queried(untilTomorrow, { ...never, refused })
    expect(refused).toEqual(new Set())
  })

  it.each<[string, Listed, number]>([
    ['an outage', refusal('backend-failed'), 1],
    ['a pause', refusal('threshold-reached'), 1],
    ['a code of ACH inquiry in a success', refusal('failed-in-success', 'ECA-W-003'), 2],
  ])('take %s for what it is', async (_, answer, calls) => {
    const { requested } = await queried(untilTomorrow, { accepts: notAfterToday, refusal: answer })
    expect(requested).toHaveLength(calls)
  })
})
