/** A bank that holds a list, and pagination over it, without a wire. */
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { PageFacts } from '../../../../main/bank/answers/page-facts.ts'
import type { PagingStyle } from '../../../../preload/contract/bank/endpoints.ts'
import {
  pages,
  type Page,
  type PagingEnd,
  type PagingPlan,
  type Position,
} from '../../../../main/bank/apis/paging.ts'

/** One page as a test writes it: rows by their names, and the bank's figures beside them. */
export interface ListReading {
  readonly rows: readonly string[]
  readonly total?: number | null | undefined
  readonly last?: boolean | null | undefined
  readonly nextStart?: string | null | undefined
  readonly perPage?: number | null | undefined
  readonly retrieved?: number | null | undefined
}

const trace = {
  status: 200,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}

/** A page that came. */
export const answered = (reading: ListReading): BankAnswer<ListReading> => ({
  kind: 'answered',
  reading,
  warnings: [],
  beside: [],
  trace,
})

/** A 400 that says that nothing matches. */
export const nothingFound: BankAnswer<ListReading> = {
  kind: 'nothing-found',
  reading: null,
  messages: [],
  beside: [],
  trace: { ...trace, status: 400 },
}

/** A 400 with a code, or without one. */
export const refusedWith = (code: string | null): BankAnswer<ListReading> => ({
  kind: 'refused',
  problem: 'request-invalid',
  messages: code === null ? [] : [{ code, text: null }],
  connectError: null,
  unreadable: null,
  reading: null,
  beside: [],
  trace: { ...trace, status: 400 },
})

/** The facts of a page with an identity for every row. */
export const factsWithIdentities = (reading: ListReading): PageFacts => ({
  rows: reading.rows.length,
  total: reading.total ?? null,
  last: reading.last ?? null,
  nextStart: reading.nextStart ?? null,
  perPage: reading.perPage ?? null,
  retrieved: reading.retrieved ?? null,
  identities: reading.rows,
})

/** The facts of a page whose rows have no identities. */
export const factsWithout = (reading: ListReading): PageFacts => {
  const { identities: _, ...facts } = factsWithIdentities(reading)
  return facts
}

/** So many rows, each with its own name. */
export const rowsOf = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `row ${String(from + index)}`)

/** The result of a pagination. */
export interface Paged {
  readonly pages: readonly Page<ListReading>[]
  readonly rows: readonly string[]
  readonly end: PagingEnd<ListReading>
  readonly queried: readonly Position[]
}

type Bank = (position: Position, call: number) => BankAnswer<ListReading>
interface How extends Partial<Omit<PagingPlan<ListReading>, 'style' | 'requestPage'>> {
  readonly onPage?: (page: Page<ListReading>) => void
}

/** Paginates a list to its end. */
export async function paginate(style: PagingStyle, bank: Bank, how: How = {}): Promise<Paged> {
  const queried: Position[] = []
  const pagesRead = pages<ListReading, PagingStyle>({
    pageSize: 1_000,
    facts: factsWithIdentities,
    clock: { monotonicMs: () => 0 },
    ...how,
    style,
    requestPage: (position) => {
      queried.push(position)
      const answer = bank(position, queried.length)
      return Promise.resolve({ answer, callId: 'c', raw: null, isBase64: false })
    },
  })
  const seen: Page<ListReading>[] = []
  for (;;) {
    const step = await pagesRead.next()
    if (step.done) {
      const rows = seen.flatMap(({ answer }) => answer.reading?.rows ?? [])
      return { pages: seen, rows, end: step.value, queried }
    }
    seen.push(step.value)
    how.onPage?.(step.value)
  }
}

/** The properties of an honest bank. */
export interface Honesty {
  readonly rows: readonly string[]
  readonly reportsTotal: boolean
  readonly reportsLast: boolean
  /** The most rows per answer, for any request; numbered pages then have this size. */
  readonly most?: number
  /** The answer beyond the last row. */
  readonly beyond: 'empty' | 'nothing-found'
}

const placeOf = (position: Position, most: number): { start: number; size: number } => {
  switch (position.style) {
    case 'row': {
      const start = position.startRowIndex - 1
      return { start, size: (position.endRowIndex ?? start + 1_000) - start }
    }
    case 'offset':
      return { start: position.offset, size: position.limit ?? 1_000 }
    case 'page': {
      const size = Math.min(position.pageSize ?? 1_000, most)
      return { start: (position.pageNumber - 1) * size, size }
    }
    case 'addenda-sequence':
      return {
        start: Number(position.startAddendaSequenceNumber ?? '1') - 1,
        size: position.pageSize ?? 1_000,
      }
  }
}

/** A bank that pages an unchanging list as its document says. */
export const honestBank =
  ({ rows: all, reportsTotal, reportsLast, most = Infinity, beyond }: Honesty): Bank =>
  (position) => {
    const { start, size } = placeOf(position, most)
    const rows = all.slice(start, start + Math.min(size, most))
    if (rows.length === 0 && beyond === 'nothing-found') return nothingFound
    const end = start + rows.length
    return answered({
      rows,
      total: reportsTotal ? all.length : null,
      last: reportsLast ? end >= all.length : null,
      nextStart: String(end + 1),
      perPage: position.style === 'page' ? size : null,
    })
  }
